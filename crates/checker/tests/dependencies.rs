//! The checker must not depend on what it checks: of this workspace only the format of
//! certificates and the type of limits are in its dependency tree, not even the rules that the
//! engines read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The crates of this workspace that a manifest names under `[dependencies]`.
fn workspace_dependencies(manifest: &Path) -> Vec<String> {
    let text =
        std::fs::read_to_string(manifest).unwrap_or_else(|e| panic!("{}: {e}", manifest.display()));
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with('[') {
            inside = line.trim() == "[dependencies]"
                || line.trim() == "[build-dependencies]"
                || line.starts_with("[dependencies.")
                || line.starts_with("[target.");
        }
        if inside && let Some(name) = line.trim().strip_prefix("sprague-") {
            let end = name.find(['.', ' ', '=']).unwrap_or(name.len());
            found.push(name[..end].to_owned());
        }
    }
    found
}

#[test]
fn nothing_but_certificates_and_limits() {
    let crates: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut seen = BTreeSet::new();
    let mut open = vec!["checker".to_owned()];
    while let Some(name) = open.pop() {
        if !seen.contains(&name) {
            open.extend(workspace_dependencies(&crates.join(&name).join("Cargo.toml")));
        }
        assert!(seen.len() < 100);
        seen.insert(name);
    }
    let seen: Vec<&str> = seen.iter().map(String::as_str).collect();
    assert_eq!(seen, ["budget", "certificate", "checker"]);
}

/// The reader of manifests sees what it must see: the prover does depend on the engine.
#[test]
fn the_test_can_fail() {
    let crates: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let prover = workspace_dependencies(&crates.join("prover/Cargo.toml"));
    assert!(prover.contains(&"engine".to_owned()), "{prover:?}");
}

/// Other people's crates: those of the format, in a browser its clock, and nothing else.
#[test]
fn third_party_crates() {
    let crates: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeSet::new();
    for name in ["budget", "certificate", "checker"] {
        let text = std::fs::read_to_string(crates.join(name).join("Cargo.toml")).unwrap();
        for table in text.split("\n[").filter(|table| table.contains("dependencies")) {
            let (head, names) = table.split_once('\n').unwrap();
            let only = if head.starts_with("target") { " in a browser" } else { "" };
            found.extend(
                names
                    .lines()
                    .filter_map(|line| line.split(['.', ' ', '=']).next())
                    .filter(|name| !name.is_empty() && !name.starts_with("sprague-"))
                    .map(|name| format!("{name}{only}")),
            );
        }
    }
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(found, ["serde", "serde_json", "web-time in a browser"]);
}
