//! What several tests need.

use std::path::{Path, PathBuf};

/// An empty folder of this name, for files that a test writes.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The names of the subcommands that a help page lists, between its usage and its options, in one
/// list or in several.
#[allow(dead_code)] // not every test asks
pub fn listed(help: &str) -> Vec<String> {
    let list = help.split("\nUsage:").nth(1).unwrap_or_default();
    let list = list.split("\nOptions:\n").next().unwrap_or_default();
    let names = list.lines().skip(1).filter_map(|line| line.strip_prefix("  "));
    let names = names.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}
