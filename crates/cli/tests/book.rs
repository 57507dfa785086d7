//! The documentation is whole: every page is in the table of contents, and every link between
//! files leads somewhere.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The Markdown files of a directory.
fn pages(directory: &Path) -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect();
    pages.sort();
    pages
}

/// The targets of the links `](target)` of a text, outside of code.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            code = !code;
        }
        if code {
            continue;
        }
        for part in line.split("](").skip(1) {
            if let Some((target, _)) = part.split_once(')') {
                found.push(target.to_owned());
            }
        }
    }
    found
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let docs = root().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let listed: BTreeSet<String> = links(&summary).into_iter().collect();
    let there: BTreeSet<String> = pages(&docs)
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .filter(|name| name != "SUMMARY.md")
        .collect();
    assert_eq!(listed, there);
}

#[test]
fn every_link_leads_somewhere() {
    let root = root();
    let mut broken = Vec::new();
    let mut checked = 0;
    for directory in ["", "docs", "results", "results/automata"] {
        for page in pages(&root.join(directory)) {
            for link in links(&std::fs::read_to_string(&page).unwrap()) {
                if link.contains("://") || link.starts_with('#') || link.starts_with("mailto:") {
                    continue;
                }
                let target = link.split('#').next().unwrap();
                checked += 1;
                if !page.parent().unwrap().join(target).exists() {
                    broken.push(format!("{}: {link}", page.display()));
                }
            }
        }
    }
    assert!(checked > 20);
    assert!(broken.is_empty(), "{broken:#?}");
}
