//! The page that is built into the program must come from the sources beside it.

use std::path::{Path, PathBuf};

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("page")
}

/// The same fingerprint as `stamp.mjs`: FNV-1a over each file's path and bytes, files in
/// order of their paths.
fn fingerprint(paths: &[&str]) -> String {
    fn visit(path: &Path, files: &mut Vec<PathBuf>) {
        if path.is_dir() {
            for entry in std::fs::read_dir(path).unwrap() {
                visit(&entry.unwrap().path(), files);
            }
        } else {
            files.push(path.to_owned());
        }
    }
    let mut files = Vec::new();
    for path in paths {
        visit(&page().join(path), &mut files);
    }
    let mut named: Vec<(String, PathBuf)> = files
        .into_iter()
        .map(|file| {
            let name = file.strip_prefix(page()).unwrap().to_string_lossy().replace('\\', "/");
            (name, file)
        })
        .collect();
    named.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for (name, file) in named {
        name.bytes().for_each(&mut add);
        add(0);
        std::fs::read(file).unwrap().into_iter().for_each(&mut add);
        add(0);
    }
    format!("{hash:016x}")
}

#[test]
fn the_built_page_is_not_stale() {
    let stamp = std::fs::read_to_string(page().join("dist/stamp.json")).unwrap();
    let stamp: serde_json::Value = serde_json::from_str(&stamp).unwrap();
    let sources = [
        "index.html",
        "embed.html",
        "package.json",
        "package-lock.json",
        "tsconfig.json",
        "vite.config.ts",
        "public",
        "src",
    ];
    assert_eq!(
        stamp["sources"].as_str().unwrap(),
        fingerprint(&sources),
        "the page is stale: run `npm install && npm run build` in crates/server/page and commit dist/"
    );
    let built = [
        "dist/common.js",
        "dist/embed.html",
        "dist/embed.js",
        "dist/icon.svg",
        "dist/index.html",
        "dist/page.css",
        "dist/page.js",
        "dist/sprague-board.js",
    ];
    assert_eq!(
        stamp["built"].as_str().unwrap(),
        fingerprint(&built),
        "dist/ was changed by hand: run `npm run build` in crates/server/page"
    );
}
