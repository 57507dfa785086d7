//! Every ```console block of `tests/cmd`, `docs` and the crates' READMEs is run, and must
//! print exactly what it shows. `TRYCMD=overwrite cargo test -p sprague-cli --test documentation`
//! writes what is printed now; read the difference before committing it.

use std::path::Path;

#[test]
fn console_blocks_print_what_they_show() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    // Commands may write files: they run in a directory of their own.
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documentation");
    let _ = std::fs::remove_dir_all(&scratch);
    std::fs::create_dir_all(&scratch).unwrap();
    std::env::set_current_dir(&scratch).unwrap();
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("SPRAGUE_ATLAS", "atlas.db")
        .case(root.join("crates/cli/tests/cmd/*.md"))
        .case(root.join("crates/*/README.md"))
        .case(root.join("docs/**/*.md"))
        .run();
}
