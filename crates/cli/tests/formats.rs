//! Every command offers the formats it prints, prints those it offers, and refuses the others.

mod common;
#[path = "common/questions.rs"]
mod questions;

use common::{folder, listed};
use questions::{ASKED, FORMATS};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

/// Commands that do not end by themselves.
const NOT_ASKED: &[&[&str]] = &[&["serve"]];

fn sprague(directory: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sprague"))
        .current_dir(directory)
        .env("SPRAGUE_ATLAS", "atlas.db")
        .args(args)
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The fields of a line of CSV.
fn fields(line: &str) -> usize {
    let mut quoted = false;
    let commas = line.chars().filter(|&c| {
        quoted ^= c == '"';
        c == ',' && !quoted
    });
    commas.count() + 1
}

/// Whether a text is what the format promises.
fn is(format: &str, text: &str) -> bool {
    let mut lines = text.lines();
    !text.trim().is_empty()
        && match format {
            "json" => lines.all(|line| {
                serde_json::from_str::<serde_json::Value>(line).is_ok_and(|v| v.is_object())
            }),
            "csv" => {
                let head = lines.next().unwrap_or_default();
                let named = !head.split(',').any(|name| name.parse::<f64>().is_ok());
                named && lines.all(|line| fields(line) == fields(head))
            }
            "bfile" => lines.all(|line| {
                let numbers: Vec<_> = line.split(' ').map(str::parse::<u128>).collect();
                numbers.len() == 2 && numbers.iter().all(Result::is_ok)
            }),
            "latex" => {
                let table = |kind: &str| text.contains(&format!("\\begin{{{kind}}}"));
                table("tabular") || table("longtable") || text.starts_with('$')
            }
            _ => !serde_json::from_str::<serde_json::Value>(text).is_ok_and(|v| v.is_object()),
        }
}

#[test]
fn offered_formats_are_printed_and_others_refused() {
    let directory = folder("formats");
    sprague(&directory, &["solve", "Kayles", "--certificate", "kayles.json"]);
    let mut pairs = 0;
    for (args, offered) in ASKED {
        for format in FORMATS {
            let behind = [args, &["--format", format][..]].concat();
            let before = [&["--format", format][..], args].concat();
            if offered.contains(&format) {
                let output = sprague(&directory, &behind);
                assert_eq!(output.status.code(), Some(0), "{behind:?}: {}", text(&output.stderr));
                // A picture goes to its file.
                let printed = args[0] == "plot" || is(format, &text(&output.stdout));
                assert!(printed, "{behind:?} printed {}", text(&output.stdout));
                pairs += 1;
                continue;
            }
            for args in [behind, before] {
                let output = sprague(&directory, &args);
                assert_eq!(output.status.code(), Some(2), "{args:?}");
                let message = text(&output.stderr);
                let names = format!("[possible values: {}]", offered.join(", "));
                assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
                assert!(message.contains(&names), "{args:?}: {message}");
                assert!(output.stdout.is_empty(), "{args:?}");
            }
        }
    }
    assert!(pairs > 90, "{pairs}");
}

/// Before the command `--format` still means the same.
#[test]
fn the_format_may_stand_before_the_command() {
    let directory = folder("formats-before");
    let behind = sprague(&directory, &["values", "0.77", "--format", "json"]);
    for args in [["--format", "json", "values", "0.77"], ["--format", "jsonl", "values", "0.77"]] {
        assert_eq!(sprague(&directory, &args).stdout, behind.stdout);
    }
    let find = ["atlas", "find", "--most", "2", "--format", "csv"];
    let within = ["atlas", "--format", "csv", "find", "--most", "2"];
    assert_eq!(sprague(&directory, &find).stdout, sprague(&directory, &within).stdout);
}

#[test]
fn help_names_the_formats_and_every_command_is_asked() {
    let directory = folder("formats-help");
    let mut leaves = BTreeSet::new();
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
        args.push("-h");
        let help = text(&sprague(&directory, &args).stdout);
        let subcommands = listed(&help);
        if subcommands.is_empty() {
            let offered = help.split("--format <FORMAT>").nth(1).map(|rest| {
                let names = rest.split("[possible values: ").nth(1).unwrap();
                let names = names.split(']').next().unwrap();
                names.split(',').map(|name| name.trim().to_owned()).collect::<Vec<_>>()
            });
            let asked = |args: &[&str]| path.iter().zip(args).all(|(a, b)| a == b);
            let row = ASKED.iter().find(|(args, _)| asked(args));
            assert!(row.is_some() || NOT_ASKED.iter().any(|args| asked(args)), "{path:?}");
            if let Some((_, formats)) = row {
                assert_eq!(
                    offered.unwrap_or_else(|| vec!["text".to_owned()]),
                    *formats,
                    "{path:?}"
                );
            }
            leaves.insert(path);
            continue;
        }
        open.extend(subcommands.into_iter().map(|name| [&path[..], &[name]].concat()));
    }
    assert_eq!(leaves.len(), ASKED.len() + NOT_ASKED.len(), "{leaves:?}");
}
