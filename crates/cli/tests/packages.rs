//! Every crate that is published is a whole package: it says what it is, has its licences, names
//! the versions of its siblings, shows an example, and needs no file from outside its folder.
//! `cargo package --workspace` builds all of them; the workflow of a release runs that.

use std::path::{Path, PathBuf};
use std::process::Command;
use toml_edit::{DocumentMut, Item};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn manifest(folder: &Path) -> DocumentMut {
    std::fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap()
}

/// The folders of the crates that are published.
fn published() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|folder| {
            manifest(folder)["package"].get("publish").and_then(Item::as_bool) != Some(false)
        })
        .collect();
    folders.sort();
    assert!(folders.len() > 15);
    folders
}

fn texts(item: &Item) -> Vec<String> {
    let array = item.as_array().unwrap_or_else(|| panic!("{item} is not an array"));
    array.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// The Rust files of a folder and its folders.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_package_says_what_it_is() {
    for folder in published() {
        let manifest = manifest(&folder);
        let package = &manifest["package"];
        let name = package["name"].as_str().unwrap();
        assert!(package["description"].as_str().is_some_and(|text| text.len() > 20), "{name}");
        let readme = folder.join(package["readme"].as_str().unwrap());
        assert!(std::fs::read_to_string(&readme).unwrap().starts_with("# "), "{name}");
        // The limits of crates.io.
        let keywords = texts(&package["keywords"]);
        assert!((1..=5).contains(&keywords.len()), "{name}");
        assert!(keywords.iter().all(|word| word.len() <= 20), "{name}: {keywords:?}");
        let categories = texts(&package["categories"]);
        let known = [
            "algorithms",
            "command-line-utilities",
            "mathematics",
            "rust-patterns",
            "science",
            "visualization",
            "wasm",
            "web-programming::http-server",
        ];
        assert!((1..=5).contains(&categories.len()), "{name}");
        assert!(categories.iter().all(|c| known.contains(&c.as_str())), "{name}: {categories:?}");
        if folder.join("src/lib.rs").exists() {
            let docs = &package["metadata"]["docs"]["rs"];
            assert_eq!(docs["all-features"].as_bool(), Some(true), "{name}");
        }
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let own = std::fs::read(folder.join(licence)).unwrap();
            assert!(own == std::fs::read(root().join(licence)).unwrap(), "{name}: {licence}");
        }
    }
}

/// Names of siblings without a version cannot be published; one with another version would be
/// another package.
#[test]
fn siblings_are_named_with_the_version_of_all() {
    let workspace = &manifest(&root())["workspace"];
    let version = workspace["package"]["version"].as_str().unwrap();
    let mut siblings = 0;
    for (name, dependency) in workspace["dependencies"].as_table_like().unwrap().iter() {
        if dependency.get("path").is_some() {
            assert_eq!(dependency["version"].as_str(), Some(version), "{name}");
            siblings += 1;
        }
    }
    assert!(siblings > 15);
}

/// Rust that leaves the folder of its crate builds here and nowhere else. Tests may.
#[test]
fn no_package_includes_what_is_outside() {
    for folder in published() {
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
            let depth = file.strip_prefix(&folder).unwrap().components().count() - 1;
            let outside = format!("\"{}", "../".repeat(depth + 1));
            for line in text.lines().filter(|line| line.contains("include_")) {
                assert!(!line.contains(&outside), "{}: {line}", file.display());
            }
        }
    }
}

#[test]
fn every_library_shows_an_example() {
    for folder in published() {
        if !folder.join("src/lib.rs").exists() {
            continue;
        }
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        let mut shown = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
        let example = |text: String| {
            ["//! ```\n", "/// ```\n", "//! ```no_run\n", "doc = include_str!"]
                .iter()
                .any(|fence| text.contains(fence))
        };
        assert!(shown.any(example), "{}", folder.display());
    }
}

/// What would be sent: the licences, the theorems of Coq, the page, and no test.
#[test]
fn packages_have_what_they_need() {
    let listed = |package: &str| {
        let output = Command::new(env!("CARGO"))
            .current_dir(root())
            .args(["package", "--list", "--allow-dirty", "--offline", "--package", package])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    for (package, needed) in [
        ("sprague", "README.md"),
        ("sprague-cli", "src/main.rs"),
        ("sprague-coq", "theory/SpragueGrundy.v"),
        ("sprague-server", "page/dist/page.js"),
        ("sprague-atlas", "data/seed.jsonl.gz"),
    ] {
        let files = listed(package);
        for file in [needed, "README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(files.iter().any(|f| f == file), "{package} without {file}");
        }
        for file in &files {
            assert!(!file.starts_with("tests/") && !file.contains("node_modules"), "{file}");
        }
    }
}
