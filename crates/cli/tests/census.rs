//! `sprague census` and `sprague atlas` as processes.

mod common;

use common::folder;
use std::path::Path;
use std::process::{Command, Output};

fn sprague(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(arguments)
        .current_dir(folder)
        .env("SPRAGUE_ATLAS", folder.join("user.db"))
        .output()
        .unwrap()
}

fn stdout(arguments: &[&str], folder: &Path) -> String {
    let output = sprague(arguments, folder);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// All rows without the time they took.
fn rows(db: &str, folder: &Path) -> Vec<serde_json::Value> {
    stdout(&["atlas", "find", "--db", db, "--format", "json"], folder)
        .lines()
        .map(|line| {
            let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
            row.as_object_mut().unwrap().remove("seconds");
            row
        })
        .collect()
}

/// A census that is killed twenty times, hard, ends with the atlas of one that is not.
#[cfg(unix)]
#[test]
fn killed_twenty_times() {
    let folder = folder("killed");
    let census = ["census", "octal:2", "--limit", "2500", "--threads", "2", "--quiet", "--db"];
    let with = |db: &'static str| [&census[..], &[db]].concat();
    stdout(&with("whole.db"), &folder);
    let whole = rows("whole.db", &folder);
    let mut known = 0;
    for i in 0..20 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
            .args(with("killed.db"))
            .current_dir(&folder)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // At once, or as soon as it has written something; it may be quicker and end.
        while i % 4 > 0 && child.try_wait().unwrap().is_none() {
            // (Asking for a file that is not there would make one from the seed.)
            if folder.join("killed.db").exists() && rows("killed.db", &folder).len() > known {
                break;
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // Whatever is in the file is whole, and nothing is lost.
        if folder.join("killed.db").exists() {
            let found = rows("killed.db", &folder);
            assert!(found.len() >= known && found.iter().all(|row| whole.contains(row)));
            known = found.len();
        }
    }
    stdout(&with("killed.db"), &folder);
    assert_eq!(rows("killed.db", &folder), whole);
    let verified = stdout(&["atlas", "verify", "--db", "killed.db", "--format", "json"], &folder);
    assert!(verified.contains("\"wrong\":[]"), "{verified}");
}

#[test]
fn exports() {
    let folder = folder("exports");
    stdout(&["census", "subtraction:max=3", "--db", "a.db"], &folder);
    let csv = stdout(&["atlas", "export", "--db", "a.db", "--format", "csv"], &folder);
    assert_eq!(csv.lines().count(), 8);
    assert!(csv.starts_with("game,class,standard_form,"), "{csv}");
    assert!(csv.contains("\"S(1,2)\","), "{csv}");
    // Truth values are words, so that readers know them from numbers.
    let chosen = ["--columns", "game, checked,position_parity", "--most", "1"];
    let export = [&["atlas", "export", "--db", "a.db"], &chosen[..]].concat();
    assert_eq!(stdout(&export, &folder), "game,checked,position_parity\nS(1),true,\n");
    let find = [&["atlas", "find", "--db", "a.db"], &chosen[..]].concat();
    assert_eq!(stdout(&find, &folder), "game  checked  position_parity\nS(1)  true     -\n");
    for (names, reason) in
        [("game,perod", "called 'perod': the columns are game, class"), ("game,", "missing")]
    {
        let refused = sprague(&["atlas", "export", "--db", "a.db", "--columns", names], &folder);
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains(reason), "{refused:?}");
    }
    let lines = stdout(&["atlas", "export", "--db", "a.db", "--format", "jsonl"], &folder);
    let row: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((&row["game"], &row["period"]), (&"S(1)".into(), &2.into()));
    let latex = stdout(&["atlas", "export", "--db", "a.db", "--format", "latex"], &folder);
    assert!(latex.contains("\\toprule") && latex.contains("S(1,2) & periodic"), "{latex}");
    for arguments in [
        &["atlas", "export", "--db", "a.db", "-o", "b.parquet"][..],
        &["atlas", "export", "--db", "a.db", "--format", "parquet", "-o", "c.parquet"],
        &["atlas", "export", "--db", "a.db", "--as", "parquet", "-o", "d"],
    ] {
        stdout(arguments, &folder);
    }
    let bytes = std::fs::read(folder.join("b.parquet")).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    assert_eq!(bytes, std::fs::read(folder.join("c.parquet")).unwrap());
    assert_eq!(bytes, std::fs::read(folder.join("d")).unwrap());
    let refused = sprague(&["atlas", "export", "--db", "a.db", "-o", "e.xyz"], &folder);
    assert_eq!(refused.status.code(), Some(2));
    // The form of the seed holds everything; rows that satisfy conditions are another form's.
    stdout(&["atlas", "export", "--db", "a.db", "-o", "all.jsonl.gz"], &folder);
    assert!(std::fs::read(folder.join("all.jsonl.gz")).unwrap().starts_with(&[0x1f, 0x8b]));
    let part = ["atlas", "export", "--db", "a.db", "--period", "2", "-o", "part.jsonl.gz"];
    let refused = sprague(&part, &folder);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("leave the conditions out"));
    assert!(!folder.join("part.jsonl.gz").exists());
    stdout(&[&part[..], &["--as", "csv"]].concat(), &folder);
    let csv = std::fs::read_to_string(folder.join("part.jsonl.gz")).unwrap();
    assert!(csv.starts_with("game,class,"), "{csv}");
}

/// A certificate that cannot be written is named, and so is the file.
#[test]
fn certificates_of_the_atlas_are_written_whole() {
    let folder = folder("certificates");
    stdout(&["census", "octal:2", "--limit", "1000", "--db", "a.db"], &folder);
    let show = ["atlas", "show", "0.77", "--db", "a.db", "--certificate"];
    stdout(&[&show[..], &["kayles.json"]].concat(), &folder);
    stdout(&["check", "kayles.json", "--game", "Kayles"], &folder);
    let refused = sprague(&[&show[..], &["nowhere/kayles.json"]].concat(), &folder);
    let stderr = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr.contains("cannot write nowhere/kayles.json"), "{stderr}");
}

#[test]
fn wrong_questions_are_refused() {
    let folder = folder("refused");
    stdout(&["census", "subtraction:max=2", "--db", "a.db"], &folder);
    for (arguments, says) in [
        (&["census", "octal:0", "--db", "a.db"][..], "number of digits"),
        (&["census", "nonsense", "--db", "a.db"], "unknown family"),
        (&["atlas", "find", "--db", "a.db", "--period", "many"], "condition"),
        (&["atlas", "find", "--db", "a.db", "--where", "nonsense > 1"], "nonsense"),
        (&["atlas", "sql", "--db", "a.db", "DELETE FROM game"], "SELECT"),
        (&["atlas", "sql", "--db", "a.db", "SELECT 1; DELETE FROM game"], "one query"),
        (&["atlas", "sql", "--db", "a.db", "WITH x AS (SELECT 1) DELETE FROM game"], "not write"),
        (&["atlas", "show", "--db", "a.db", "0.7x"], "digit"),
        (&["values", "0.77", "--format", "parquet"], "parquet"),
    ] {
        let output = sprague(arguments, &folder);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(says), "{arguments:?}: {stderr}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(rows("a.db", &folder).len(), 3);
    std::fs::write(folder.join("noise.db"), [7; 5000]).unwrap();
    let output = sprague(&["census", "octal:1", "--db", "noise.db"], &folder);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("damaged or no atlas"));
    let output = sprague(&["atlas", "show", "--db", "a.db", "0.1234567"], &folder);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_atlas_of_the_user_starts_from_the_seed() {
    let folder = folder("user");
    let shown = stdout(&["atlas", "show", "0.161"], &folder);
    assert!(shown.contains("they first differ at heap 519"), "{shown}");
    let found = stdout(&["atlas", "find", "--family", "octal:3", "--format", "csv"], &folder);
    assert_eq!(found.lines().count(), 513);
}

/// The games of a census may come from a pipe, and a mistake in them is told with its line.
#[test]
fn games_from_standard_input() {
    use std::io::Write as _;
    let folder = folder("piped");
    let census = |games: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
            .args(["census", "-", "--db", "piped.db", "--limit", "500"])
            .current_dir(&folder)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(games.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let output = census("Kayles  # a comment\n\nS(1,2)\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("family     stdin"), "{text}");
    assert_eq!(rows("piped.db", &folder).len(), 2);
    let output = census("Kayles\nS(1,\n");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("standard input, line 2: "), "{text}");
}
