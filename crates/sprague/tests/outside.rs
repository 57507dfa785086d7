//! The example of the README and those of `docs/rust.md`, compiled and run in a package of its own
//! outside the workspace, as somebody who adds the library would.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The first Rust block of the README.
fn example() -> String {
    let readme = include_str!("../README.md");
    let (_, rest) = readme.split_once("```rust\n").unwrap();
    let (code, _) = rest.split_once("```").unwrap();
    // Lines that rustdoc hides.
    code.lines().filter(|line| !line.starts_with("# ")).collect::<Vec<_>>().join("\n    ")
}

/// The Rust blocks of the page of the book, each a function, and the calls of them.
fn page(root: &Path) -> (String, String) {
    let page = std::fs::read_to_string(root.join("docs/rust.md")).unwrap();
    let blocks: Vec<&str> =
        page.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 5);
    let functions = blocks.iter().enumerate().map(|(i, block)| {
        format!("fn block_{i}() -> Result<(), sprague::Error> {{\n{block}\nOk(())\n}}\n")
    });
    let calls = (0..blocks.len()).map(|i| format!("    block_{i}()?;\n"));
    (functions.collect(), calls.collect())
}

#[test]
fn the_example_runs_outside_the_workspace() {
    let root = root();
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let place = tempfile::tempdir().unwrap();
    std::fs::create_dir(place.path().join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"first-program\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nsprague = {{ path = {:?} }}\n\n[profile.dev]\nopt-level = 1\n",
        root.join("crates/sprague")
    );
    std::fs::write(place.path().join("Cargo.toml"), manifest).unwrap();
    // The versions that are tested here, and nothing from the network.
    std::fs::copy(root.join("Cargo.lock"), place.path().join("Cargo.lock")).unwrap();
    let (functions, calls) = page(&root);
    let program = format!(
        "{functions}fn main() -> Result<(), sprague::Error> {{\n{calls}    {}\n    println!(\"{{huge}} {{best}}\");\n    Ok(())\n}}\n",
        example()
    );
    std::fs::write(place.path().join("src/main.rs"), program).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline"])
        .current_dir(place.path())
        .env("CARGO_TARGET_DIR", target.join("outside"))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let printed = String::from_utf8_lossy(&output.stdout);
    let last = printed.lines().last().unwrap();
    assert_eq!(last, "7 N-position with nim-value 5; winning moves: 5 -> 4");
    let verified =
        "0.156: G(n+349)=G(n) for all n>=3479; the period 349 and the preperiod 3479 are the least";
    assert!(printed.lines().any(|line| line == verified), "{printed}");
}
