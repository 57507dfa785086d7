//! The definitions that docs/trust.md prints are those that Coq reads.

use std::fs;
use std::path::Path;

/// The text with single spaces.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn printed_definitions_are_those_of_the_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/trust.md")).unwrap();
    let library: Vec<String> = sprague_coq::FILES.iter().map(|(_, text)| plain(text)).collect();
    let begins = ["Definition ", "Fixpoint ", "Inductive ", "Record ", "Theorem "];
    let mut count = 0;
    for block in page.split("```coq\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        let mut definitions: Vec<String> = Vec::new();
        for line in block.lines() {
            match definitions.last_mut() {
                Some(last) if !begins.iter().any(|word| line.starts_with(word)) => {
                    *last = format!("{last}\n{line}");
                }
                _ => definitions.push(line.to_owned()),
            }
        }
        for definition in definitions {
            let definition = plain(&definition);
            assert!(definition.ends_with('.'), "{definition}");
            assert!(library.iter().any(|text| text.contains(&definition)), "{definition}");
            count += 1;
        }
    }
    assert!(count >= 20, "{count} definitions");
}
