//! The checker must not depend on what it checks: neither the engine nor the prover is in its
//! dependency tree.

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
fn neither_engine_nor_prover() {
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
    assert!(seen.contains("games") && seen.contains("certificate"), "{seen:?}");
    for forbidden in ["engine", "prover", "automata", "play", "atlas", "cli"] {
        assert!(!seen.contains(forbidden), "the checker depends on {forbidden}: {seen:?}");
    }
}

/// The reader of manifests sees what it must see: the prover does depend on the engine.
#[test]
fn the_test_can_fail() {
    let crates: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let prover = workspace_dependencies(&crates.join("prover/Cargo.toml"));
    assert!(prover.contains(&"engine".to_owned()), "{prover:?}");
}
