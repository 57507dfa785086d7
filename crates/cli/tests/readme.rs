//! Every block of the README is run, from the root of the repository as a newcomer would.

use std::path::Path;

#[test]
fn readme_blocks_print_what_they_show() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    for line in readme.lines().filter(|line| line.starts_with("```") && *line != "```") {
        assert_eq!(line, "```console", "a block that no test runs");
    }
    std::env::set_current_dir(&root).unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        // What `cargo install` builds is what `cargo run --release` built.
        .env("CARGO_TARGET_DIR", target.to_string_lossy())
        .env("CARGO_INSTALL_ROOT", target.join("install").to_string_lossy())
        .register_bin("cargo", Path::new(env!("CARGO")))
        .case(root.join("README.md"))
        .run();
}
