//! `sprague hunt` as a process: killed at random moments, on a full disk, in foreign
//! directories.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hunt").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    path
}

fn hunt(game: &str, to: &str, dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    command.args(["hunt", game, "--to", to, "--checkpoint", "0", "--audit", "0", "--dir"]).arg(dir);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn finish(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Every file of a hunt with its bytes.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for folder in [dir.to_owned(), dir.join("snapshots")] {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(dir).unwrap().display().to_string();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// Fifty times killed without warning, the hunt ends with the files and the answer of one that
/// was left alone.
#[test]
fn killing_it_fifty_times_changes_nothing() {
    let (calm, rough) = (scratch("calm"), scratch("rough"));
    // Long enough that most runs do not end by themselves, however fast the machine.
    let (game, to) = ("0.6", "600000");
    let expected = finish(hunt(game, to, &calm));
    // Any numbers will do; these are the same in every run.
    let mut random: u64 = 0x2545_f491_4f6c_dd1d;
    let mut killed = 0;
    for _ in 0..50 {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mut child = hunt(game, to, &rough).spawn().unwrap();
        std::thread::sleep(Duration::from_micros(random % 25_000));
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
    }
    println!("{killed} of 50 runs were killed before they ended");
    assert!(killed >= 1, "no run was killed before it ended");
    let got = finish(hunt(game, to, &rough));
    assert_eq!(String::from_utf8_lossy(&got.stdout), String::from_utf8_lossy(&expected.stdout));
    let (calm, rough) = (files(&calm), files(&rough));
    assert_eq!(calm.keys().collect::<Vec<_>>(), rough.keys().collect::<Vec<_>>());
    for (name, bytes) in &calm {
        assert!(bytes == &rough[name], "{name} differs");
    }
}

/// A limit on file sizes stands for a full disk: writing fails in the middle of a file.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let (calm, full) = (scratch("roomy"), scratch("full"));
    let (game, to) = ("0.16", "100000");
    let expected = finish(hunt(game, to, &calm));
    let program = env!("CARGO_BIN_EXE_sprague");
    let script = format!(
        "trap '' XFSZ; ulimit -f 40; exec '{program}' hunt {game} --to {to} --checkpoint 0 --dir '{}'",
        full.display()
    );
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(stderr.contains("values") && stderr.contains("File too large"), "{stderr}");
    let got = finish(hunt(game, to, &full));
    assert_eq!(got.stdout, expected.stdout);
    assert!(files(&calm) == files(&full));
}

#[test]
fn foreign_and_damaged_directories_are_refused_in_one_line() {
    let dir = scratch("refused");
    finish(hunt("0.16", "40000", &dir));
    let refused = |game: &str, dir: &Path, says: &str| {
        // Far enough to give up waiting for a sparse space.
        let output = hunt(game, "100000", dir).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains(says), "{stderr}");
    };
    refused("0.6", &dir, "this is a hunt of 0.16, not of 0.6");
    let state = dir.join("state");
    let good = fs::read(&state).unwrap();
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 1;
    fs::write(&state, &flipped).unwrap();
    refused("0.16", &dir, "checksum");
    fs::write(&state, &good[..good.len() / 2]).unwrap();
    refused("0.16", &dir, "damaged");
    fs::write(&state, "dear diary, today I computed nim-values").unwrap();
    refused("0.16", &dir, "no record of a hunt");
    fs::write(&state, &good).unwrap();
    finish(hunt("0.16", "50000", &dir));
    refused("0.007", &scratch("dense"), "no sparse space");
    refused("0.8", &scratch("three"), "more than two heaps");
    refused("Mark", &scratch("mark"), "finitely many moves");
}

/// The least memory that the message names is allowed, and less is not.
#[test]
fn the_least_memory_is_enough() {
    let mut command = hunt("0.56", "700000", &scratch("little memory"));
    command.args(["--memory", "1M", "--quiet"]);
    let text = String::from_utf8(finish(command).stdout).unwrap();
    assert!(text.contains("periodic: preperiod 326640, period 144 (proved"), "{text}");
    let mut command = hunt("0.56", "1000", &scratch("too little memory"));
    let output = command.args(["--memory", "999kB"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("between 1M and 1T"));
}

/// Several games side by side: the files and answers are those of each alone, after a stop as well;
/// a game that cannot be hunted is told and holds up nobody.
#[test]
fn many_games_are_hunted_side_by_side() {
    let many = scratch("many");
    let list = scratch("many.txt");
    let games = ["0.16", "0.156", "0.56", "0.6", "Kayles"];
    fs::write(&list, format!("# games\n{}\n\n", games.join("\n"))).unwrap();
    let command = |threads: &str, to: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
        command.args(["hunt", "--games"]).arg(&list).arg("--dir").arg(&many);
        command.args(["--to", to, "--checkpoint", "0", "--audit", "0", "--threads", threads]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    finish(command("2", "30000"));
    let mut killed = command("3", "60000").spawn().unwrap();
    std::thread::sleep(Duration::from_millis(60));
    let _ = killed.kill();
    killed.wait().unwrap();
    let got = String::from_utf8(finish(command("3", "60000")).stdout).unwrap();
    for game in games {
        let alone = scratch(&format!("alone {game}"));
        let expected = String::from_utf8(finish(hunt(game, "60000", &alone)).stdout).unwrap();
        assert!(got.contains(&expected), "{game}: {got}");
        let state = |dir: &Path| fs::read(dir.join("state")).unwrap();
        let name = if game == "Kayles" { "0.77" } else { game };
        assert_eq!(state(&many.join(name)), state(&alone), "{game}");
    }
    fs::write(&list, "0.16\nMark\n0.156\n").unwrap();
    let output = command("2", "70000").output().unwrap();
    let (out, error) = (output.stdout, String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("Mark: a hunt needs finitely many moves"), "{error}");
    assert!(error.contains("1 of 3 games were not hunted"), "{error}");
    assert_eq!(String::from_utf8(out).unwrap().matches(": N = ").count(), 2);
    for (text, why) in [
        ("0.16\n0.16\n", "0.16 is named twice"),
        ("0.16\n0.99999999999x\n", "line 2 of"),
        ("\n", "no game on"),
    ] {
        fs::write(&list, text).unwrap();
        let output = command("2", "1000").output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(error.contains(why) && error.trim_end().lines().count() <= 3, "{error}");
    }
}
