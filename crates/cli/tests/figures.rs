//! Every figure of `docs/plots.md` comes out of the command beside it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The words of a command line with single quotes.
fn words(line: &str) -> Vec<String> {
    let mut list = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            list.push(part.to_owned());
        } else {
            list.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    list
}

/// A picture without the line that says what is known: how much is proved within a few
/// seconds depends on the machine.
fn structure(svg: &str) -> Vec<&str> {
    let known = ["Proved: ", "Observed on ", "No regularity is seen", " values</text>"];
    svg.lines()
        .filter(|line| !line.starts_with("<title>") && !known.iter().any(|k| line.contains(k)))
        .collect()
}

#[test]
fn the_figures_come_out_of_their_commands() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = std::fs::read_to_string(docs.join("plots.md")).unwrap();
    let folder = std::env::temp_dir().join(format!("sprague-figures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut drawn = Vec::new();
    let commands = ["sprague plot ", "sprague table triples "];
    let draws = |line: &&str| commands.iter().any(|command| line.starts_with(command));
    for line in page.lines().filter(draws) {
        let mut arguments = words(line).split_off(1);
        let at = arguments.iter().position(|word| word == "-o").unwrap() + 1;
        let name = arguments[at].clone();
        arguments[at] = folder.join(&name).to_string_lossy().into_owned();
        let has = |flag: &str| line.contains(flag);
        // Exceptions without a period are exceptions to what is proved.
        if has("sprague plot") && (!has("--exceptions") || has("--period")) {
            arguments.push("--no-proof".into());
        }
        let output = Command::new(env!("CARGO_BIN_EXE_sprague")).args(&arguments).output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        let fresh = std::fs::read_to_string(folder.join(&name)).unwrap();
        let figure = docs.join("figures").join(&name);
        let kept = std::fs::read_to_string(&figure).unwrap();
        assert_eq!(structure(&kept), structure(&fresh), "{line}: draw {name} again");
        let says = ["Proved: ", "No regularity", "is a period"];
        assert!(says.iter().any(|words| kept.contains(words)) || has("--scale"));
        assert!(page.contains(&format!("(figures/{name})")), "{name} is shown");
        drawn.push(figure);
    }
    std::fs::remove_dir_all(&folder).unwrap();
    let mut kept: Vec<PathBuf> = std::fs::read_dir(docs.join("figures"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    kept.sort();
    drawn.sort();
    assert_eq!(kept, drawn, "every figure has its command");
}
