//! Every crate that is built into the program has a licence that MIT OR Apache-2.0 allows.
//! Works without a network, from the lock file and the sources that were built.
//! `deny.toml` has the same list for `cargo deny check`; for advisories see `advisories.rs`.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Licences whose terms our users can follow by keeping the notices; none asks for more.
const ALLOWED: [&str; 11] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "Unlicense",
    "Unicode-3.0",
];

/// Whether a licence expression can be satisfied with allowed licences alone: `OR` and the
/// old `/` are choices, `AND` is not.
fn allowed(expression: &str) -> bool {
    let expression = expression.replace(['(', ')'], "");
    expression.split(" AND ").all(|part| {
        part.split(" OR ").flat_map(|p| p.split('/')).any(|one| ALLOWED.contains(&one.trim()))
    })
}

#[test]
fn every_dependency_may_be_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO"))
        .current_dir(&root)
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50);
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(allowed))
        .map(|package| {
            format!("{} {}: {}", package["name"], package["version"], package["license"])
        })
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn expressions_are_read_as_they_are_meant() {
    assert!(allowed("MIT OR GPL-3.0"));
    assert!(allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!allowed("GPL-3.0-only"));
    assert!(!allowed("MIT AND GPL-3.0"));
    assert!(!allowed("AGPL-3.0"));
}
