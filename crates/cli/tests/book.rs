//! The documentation is whole: every page is in the table of contents, and every link between
//! files leads somewhere, in the repository and in the built book.

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

/// The address of the repository, with which pages of the book name files outside of it.
const REPOSITORY: &str = "https://github.com/sprague-project/sprague/";

/// The anchor that mdBook and GitHub give a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        c if c.is_alphanumeric() => Some(c),
        _ => None,
    });
    kept.collect::<String>().to_lowercase()
}

/// The anchors of a page.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut code = false;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        if line.starts_with("```") {
            code = !code;
        }
        if !code && line.starts_with('#') {
            found.insert(anchor(line.trim_start_matches('#').trim()));
        }
    }
    found
}

/// What is wrong with a link of a page. Pages of the book may not leave their folder, which is all
/// that the built book has; what lies outside they name by its address in the repository.
fn broken(root: &Path, page: &Path, link: &str) -> Option<&'static str> {
    let (target, place) = link.split_once('#').unwrap_or((link, ""));
    let file = if let Some(inside) = target.strip_prefix(REPOSITORY) {
        root.join(inside.strip_prefix("blob/main/").or(inside.strip_prefix("tree/main/"))?)
    } else if target.contains("://") || target.starts_with("mailto:") {
        return None;
    } else if target.is_empty() {
        page.to_owned()
    } else {
        let file = page.parent().unwrap().join(target);
        if page.starts_with(root.join("docs")) {
            match file.canonicalize() {
                Ok(known) if !known.starts_with(root.join("docs")) => {
                    return Some("leaves the book");
                }
                Ok(known) if known.is_dir() => return Some("is a folder, which a book has not"),
                _ => {}
            }
        }
        file
    };
    if !file.exists() {
        return Some("there is no such file");
    }
    if !place.is_empty() && !anchors(&std::fs::read_to_string(&file).ok()?).contains(place) {
        return Some("there is no such heading");
    }
    None
}

#[test]
fn every_link_leads_somewhere() {
    let root = root();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for directory in
        ["", "docs", "deploy", "results", "results/automata", "results/formal", "results/hunts"]
    {
        for page in pages(&root.join(directory)) {
            for link in links(&std::fs::read_to_string(&page).unwrap()) {
                checked += 1;
                if let Some(why) = broken(&root, &page, &link) {
                    wrong.push(format!("{}: {link}: {why}", page.display()));
                }
            }
        }
    }
    assert!(checked > 60, "{checked}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn broken_links_are_found() {
    let root = root();
    let page = root.join("docs/tour.md");
    for (link, wrong) in [
        ("trust.md", false),
        ("trust.md#the-definitions-line-by-line", false),
        ("trust.md#nothing-of-the-kind", true),
        ("nowhere.md", true),
        ("../README.md", true),
        ("schemas", true),
        ("https://github.com/sprague-project/sprague/blob/main/results/col.md", false),
        ("https://github.com/sprague-project/sprague/blob/main/results/none.md", true),
        ("https://www.cgsuite.org", false),
    ] {
        assert_eq!(broken(&root, &page, link).is_some(), wrong, "{link}");
    }
    assert_eq!(anchor("`solve` and its --kin: a table"), "solve-and-its---kin-a-table");
}

/// Formulas are typeset, and read well where they are not: each is one line between `$$`, without
/// what Markdown would change.
#[test]
fn formulas_are_typeset() {
    let root = root();
    let book: toml_edit::DocumentMut =
        std::fs::read_to_string(root.join("docs/book.toml")).unwrap().parse().unwrap();
    assert_eq!(book["output"]["html"]["mathjax-support"].as_bool(), Some(true));
    let mut formulas = 0;
    for page in pages(&root.join("docs")) {
        for line in std::fs::read_to_string(&page).unwrap().lines().filter(|l| l.contains("$$")) {
            let inside = line.strip_prefix("$$ ").and_then(|rest| rest.strip_suffix(" $$"));
            let inside = inside.unwrap_or_else(|| panic!("{}: {line}", page.display()));
            assert!(
                !inside.contains(['*', '_', '<', '`', '$']) || inside.contains(" < "),
                "{line}"
            );
            assert!(!["\\\\", "\\{", "\\("].iter().any(|sign| inside.contains(sign)), "{line}");
            formulas += 1;
        }
    }
    assert!(formulas >= 6, "{formulas}");
}
