//! ARCHITECTURE.md names every crate and every module at the top of one, and nothing else. The
//! answers of commands are named after them and need no name there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn names(folder: &Path) -> BTreeSet<String> {
    std::fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// The texts between backticks.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The modules of a folder.
fn modules(folder: &Path) -> BTreeSet<String> {
    names(folder)
        .iter()
        .map(|file| file.trim_end_matches(".rs").to_owned())
        .filter(|module| module != "lib" && module != "tests")
        .collect()
}

#[test]
fn every_module_is_on_the_map() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let map = text.split("## Inside the crates").nth(1).unwrap().split("\n## ").next().unwrap();
    let commands = modules(&root().join("crates/cli/src/commands"));
    let mut crates = BTreeSet::new();
    for row in map.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        assert_eq!(cells.len(), 3, "{row}");
        let name = cells[0].trim().trim_matches('`').to_owned();
        let named: BTreeSet<String> =
            quoted(&cells[1..].concat()).into_iter().filter(|n| !n.contains('/')).collect();
        let mut there = modules(&root().join("crates").join(&name).join("src"));
        if name == "answers" {
            there.retain(|module| !commands.contains(module));
        }
        assert_eq!(named, there, "modules of {name}, on the map and in the folder");
        crates.insert(name);
    }
    assert_eq!(crates, names(&root().join("crates")));
}

#[test]
fn every_path_exists() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let paths = quoted(&text);
    let paths: Vec<&String> = paths
        .iter()
        .filter(|p| {
            ["crates/", "docs/", "testdata", "tools", "results", "fuzz", "benches/"]
                .iter()
                .any(|start| p.starts_with(start))
        })
        .collect();
    assert!(paths.len() > 15, "{paths:?}");
    for path in paths {
        assert!(root().join(path).exists(), "{path}");
    }
}

/// Program, server, Python and answers ask the library, not the crates it is made of.
#[test]
fn the_shells_depend_on_no_part() {
    let library = std::fs::read_to_string(root().join("crates/sprague/src/lib.rs")).unwrap();
    let parts: Vec<&str> = library
        .split("pub mod parts {")
        .nth(1)
        .unwrap()
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub use sprague_")?.split(' ').next())
        .collect();
    assert!(parts.len() >= 10, "{parts:?}");
    for shell in ["answers", "cli", "python", "questions", "server", "wasm"] {
        let manifest = root().join("crates").join(shell).join("Cargo.toml");
        let manifest = std::fs::read_to_string(manifest).unwrap();
        assert!(manifest.contains("\nsprague.workspace"), "{shell} asks the library");
        for part in &parts {
            let name = format!("sprague-{}", part.replace('_', "-"));
            let named = manifest.lines().any(|line| {
                line.split(['.', ' ', '=']).next().is_some_and(|dependency| dependency == name)
            });
            assert!(!named, "{shell} depends on {name}");
        }
    }
}
