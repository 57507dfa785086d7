//! Theorems for Coq as files, and Coq as a judge where it is missing. That Coq accepts the files
//! is judged by `formal/test.sh`.

mod common;

use common::folder;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn sprague(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(arguments)
        .current_dir(folder)
        .env("SPRAGUE_ATLAS", folder.join("atlas.db"))
        .output()
        .unwrap()
}

/// The one line on stderr of a command that ends with this status.
fn said(output: &Output, status: i32) -> String {
    let stderr = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(status), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    stderr
}

#[test]
fn every_command_writes_the_theorem_of_its_certificate() {
    let folder = folder("coq-files");
    let theorem = |arguments: &[&str]| {
        let _ = fs::remove_file(folder.join("t.v"));
        let output = sprague(&folder, &[arguments, &["--quiet"]].concat());
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        fs::read_to_string(folder.join("t.v")).unwrap()
    };
    let kayles = theorem(&["solve", "Kayles", "--certificate", "kayles.json", "--coq", "t.v"]);
    assert!(kayles.contains("Definition rules := code 0 [7; 7]."));
    assert!(kayles.ends_with("Print Assumptions theorems.\n"));
    assert_eq!(theorem(&["check", "kayles.json", "--coq-file", "t.v"]), kayles);
    assert_eq!(theorem(&["atlas", "show", "0.77", "--coq", "t.v"]), kayles);
    let mark = theorem(&["solve", "Mark(3)", "--coq", "t.v"]);
    assert!(mark.contains("Definition game := mark 3."), "{mark}");
    assert!(mark.contains("forall n, G game n = by_digits 3 graph n"), "{mark}");
    let recurring = theorem(&["solve", "4.[3]", "--method", "automaton", "--coq", "t.v"]);
    assert!(recurring.contains("Definition game := recurring 4 [] [3]."), "{recurring}");
    assert!(recurring.contains("Theorem law : least_regular (G game) 1 4 4."), "{recurring}");
    let pass = theorem(&["solve", "0.75 + pass", "--coq", "t.v"]);
    assert!(pass.contains("Theorem law : least_regular (value_with_pass plain) 6 4 4."), "{pass}");
    let misere = theorem(&["misere", "0.31", "--quotient", "--coq", "t.v"]);
    assert!(misere.contains("Theorem quotient : misere_quotient game "), "{misere}");
    let first = theorem(&["misere", "0.07", "--quotient", "--to", "12", "--coq", "t.v"]);
    assert!(first.contains("Theorem quotient : misere_quotient_to game 12 12 "), "{first}");
}

#[test]
fn what_has_no_theorem_says_so() {
    let folder = folder("coq-refusals");
    for (arguments, reason) in [
        (&["solve", "0.6", "--limit", "1000", "--coq", "t.v"][..], "nothing is proved about 0.6"),
        (
            &["solve", "AllBut(1)", "--method", "automaton", "--coq", "t.v"],
            "automata for all-but games",
        ),
        (&["misere", "S(1,2) + pass", "--quotient", "--coq", "t.v"], "games with a pass"),
        (&["misere", "0.57", "--quotient", "--coq", "t.v"], "the theorem misere-lead"),
    ] {
        let line = said(&sprague(&folder, arguments), 1);
        assert!(line.contains(reason), "{line}");
        assert!(!folder.join("t.v").exists(), "{arguments:?}");
    }
    let line = said(&sprague(&folder, &["check", "a.json", "b.json", "--coq-file", "t.v"]), 2);
    assert!(line.contains("name one file"), "{line}");
}

#[test]
fn without_coq_the_message_says_how_to_get_it() {
    let folder = folder("coq-missing");
    let output = sprague(&folder, &["solve", "Kayles", "--certificate", "kayles.json"]);
    assert!(output.status.success());
    let check_file = |file: &str, path: &Path, library: &str| {
        Command::new(env!("CARGO_BIN_EXE_sprague"))
            .args(["check", file, "--coq"])
            .current_dir(&folder)
            .env("PATH", path)
            .env("SPRAGUE_COQ", library)
            .output()
            .unwrap()
    };
    let check = |path: &Path, library: &str| check_file("kayles.json", path, library);
    let line = said(&check(&folder, ""), 2);
    assert!(line.contains("coqc is not installed") && line.contains("apt install coq"), "{line}");
    // A Coq that says its version and nothing else, and no library where one is named.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let program = folder.join("coqc");
        fs::write(&program, "#!/bin/sh\necho 8.16.1 4.14.1\n").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let line = said(&check(&folder, "nowhere"), 2);
        assert!(line.contains("nowhere has no compiled library"), "{line}");
        // What cannot be read, is not verified or not covered is told without a library.
        fs::write(folder.join("broken.json"), "{").unwrap();
        let kayles = fs::read_to_string(folder.join("kayles.json")).unwrap();
        fs::write(folder.join("false.json"), kayles.replace("71", "70")).unwrap();
        let tiles = ["solve", "S(1000000007,1000000009)", "--certificate", "tiles.json"];
        assert!(sprague(&folder, &tiles).status.success());
        for (file, status, told) in [
            ("nothing.json", 2, "nothing.json"),
            ("broken.json", 2, "broken.json"),
            ("false.json", 1, "Coq: not asked about what is not verified"),
            ("tiles.json", 1, "not covered in Coq: the theorem tiling"),
        ] {
            let output = check_file(file, &folder, "nowhere");
            assert_eq!(output.status.code(), Some(status), "{file}");
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.contains(told), "{file}: {text}");
        }
        // Coq ends well but says nothing of assumptions: not accepted.
        fs::write(folder.join("Sprague.vo"), "").unwrap();
        let output = check(&folder, ".");
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("Coq 8.16.1: REFUSED: a theorem depends on axioms"), "{text}");
    }
}
