//! The program as a process: exit status, pipes, bytes that are no text, memory.

mod common;

use common::folder;
use std::io::Read;
use std::process::{Command, Output, Stdio};

fn sprague(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sprague")).args(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = sprague(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Bad input: exit status 2, nothing on stdout, one line on stderr.
fn refused(arguments: &[&str], says: &str) {
    let output = sprague(arguments);
    let stderr = String::from_utf8(output.stderr).unwrap();
    let shown: Vec<String> = arguments.iter().map(|a| a.chars().take(40).collect()).collect();
    assert_eq!(output.status.code(), Some(2), "{shown:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{shown:?}");
    assert_eq!(stderr.lines().count(), 1, "{shown:?}: {stderr}");
    assert!(stderr.len() < 1000, "{shown:?}: {} bytes", stderr.len());
    assert!(stderr.contains(says), "{shown:?}: {stderr}");
}

#[test]
fn latex_is_a_booktabs_table() {
    assert_eq!(
        stdout(&[
            "values", "0.51", "--from", "1", "--to", "13", "--format", "latex", "--engine", "pairs"
        ]),
        "% The nim-sequence of 0.51; needs \\usepackage{booktabs}\n\
         \\begin{tabular}{rrrrrrrrrrrrr}\n\
         \\toprule\n\
         $n$ & $+0$ & $+1$ & $+2$ & $+3$ & $+4$ & $+5$ & $+6$ & $+7$ & $+8$ & $+9$ & $+10$ & $+11$ \\\\\n\
         \\midrule\n\
         1 & $\\dot{1}$ & 1 & 1 & 1 & 1 & 1 & 1 & 1 & 1 & 1 & 1 & 1 \\\\\n\
         13 & 1 \\\\\n\
         \\bottomrule\n\
         \\end{tabular}\n"
    );
}

/// `-` is standard input or output wherever a file is named; the answer then goes to standard error.
#[test]
fn a_dash_is_a_pipe() {
    let proof = stdout(&["solve", "Kayles", "--certificate", "-"]);
    let output = sprague(&["solve", "Kayles", "--certificate", "-"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("proved by finite-take-and-break"));
    let mut check = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut check.stdin.take().unwrap(), proof.as_bytes()).unwrap();
    let verdict = check.wait_with_output().unwrap();
    assert!(verdict.status.success());
    assert!(String::from_utf8_lossy(&verdict.stdout).starts_with("-: verified\n  0.77: "));
    for (arguments, begins) in [
        (&["graph", "Nim: 2", "-o", "-"][..], "digraph"),
        (&["graph", "Nim: 2", "-o", "-", "--as", "svg"], "<svg"),
        (&["plot", "Kayles", "-o", "-", "--to", "20"], "<svg"),
        (&["positions", "Nim", "--to", "5", "-o", "-"], "<svg"),
        (&["solve", "Kayles", "--coq", "-"], "(*"),
        (&["solve", "0.2048", "--dot", "-"], "digraph"),
        (&["solve", "0.2048", "--svg", "-"], "<svg"),
        (&["misere", "0.123", "--quotient", "--certificate", "-"], "{"),
        (&["misere", "0.123", "--quotient", "--coq", "-"], "(*"),
        (&["atlas", "show", "Kayles", "--certificate", "-"], "{"),
        (&["atlas", "export", "--limit", "1", "-o", "-"], "game,"),
    ] {
        let text = stdout(arguments);
        assert!(text.starts_with(begins), "{arguments:?}: {text}");
        let objects = text.lines().filter(|line| line.starts_with('{')).count();
        assert!(objects <= 1, "{arguments:?}: {text}");
    }
    refused(&["solve", "Kayles", "--certificate", "-", "--coq", "-"], "only one file can go");
    refused(&["census", "octal:1", "--db", "-"], "an atlas is a file");
}

/// Answers have colours where that is asked for, and only there.
#[test]
fn answers_in_colour() {
    let file = folder("colour").join("kayles.json");
    let file = file.to_str().unwrap();
    for (arguments, painted) in [
        (
            &["solve", "Kayles", "--certificate", file][..],
            "\x1b[32mstatus     proved by finite-take-and-break: Austin, Theorem 4.1\x1b[0m\n",
        ),
        (&["check", file], ": verified\x1b[0m\n"),
        (&["best", "Kayles: 3 5 7"], "\x1b[1mN-position: whoever moves now wins\x1b[0m\n"),
        (&["eval", "1 < 2"], "\x1b[32myes: 1 < 2\x1b[0m\n"),
        (&["eval", "{1|-1}"], "\x1b[1mvalue        +-1\x1b[0m\n"),
    ] {
        let plain = stdout(arguments);
        assert!(!plain.contains('\x1b'), "{plain}");
        let coloured = stdout(&[arguments, &["--color", "always"][..]].concat());
        assert!(coloured.contains(painted), "{coloured:?}");
        assert!(!stdout(&[arguments, &["--color", "never"][..]].concat()).contains('\x1b'));
    }
    let json = stdout(&["solve", "Kayles", "--format", "json", "--color", "always"]);
    assert!(!json.contains('\x1b'));
}

/// The pretending function is said up to the end of its first period, not to where it was verified.
#[test]
fn a_proved_quotient_is_said_once() {
    let text = stdout(&["misere", "Kayles", "--quotient", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    let quotient = &answer["quotient"];
    assert_eq!((&quotient["preperiod"], &quotient["period"]), (&71.into(), &12.into()));
    assert_eq!(quotient["pretending_function"].as_array().unwrap().len(), 71 + 12);
    assert_eq!(quotient["heaps"], 166);
}

/// A short certificate can ask for long work: the program says so before it begins, and can be told
/// how long to try.
#[test]
fn check_says_how_much_work_it_has() {
    let proof = stdout(&["solve", "0.156", "--certificate", "-"]);
    let file = folder("work").join("long.json");
    let long = proof.replace("\"period\":349", "\"period\":349000");
    assert_ne!(long, proof);
    std::fs::write(&file, long).unwrap();
    let output = sprague(&["check", file.to_str().unwrap(), "--time", "20"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("asks for ") && said.contains(" values with about "), "{said}");
    let quiet = sprague(&["check", "--quiet", file.to_str().unwrap(), "--time", "20"]);
    assert!(quiet.stderr.is_empty());
}

#[test]
fn json_is_json() {
    for arguments in [
        &["values", "0.77", "--format", "json"][..],
        &["value", "0.77", "12", "--format", "json"],
        &["moves", "0.77", "12", "--format", "json"],
        &["info", "0.77", "--format", "json"],
        &["games", "--format", "json"],
    ] {
        let text = stdout(arguments);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(value.is_object(), "{arguments:?}");
        assert_eq!(text.lines().count(), 1);
    }
    let info: serde_json::Value =
        serde_json::from_str(&stdout(&["info", "0.0", "--format", "json"])).unwrap();
    assert!(info["standard_form"].is_null());
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(["values", "S(1,2,4)", "--to", "100000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 8];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    assert_eq!(&first, b"0 1 2 0 ");
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    assert!(output.stderr.is_empty());
}

#[cfg(unix)]
#[test]
fn bytes_that_are_no_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let output = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .arg("values")
        .arg(OsStr::from_bytes(b"0.7\xff"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("UTF-8"), "{stderr}");
    assert_eq!(stderr.lines().count(), 1);
}

#[test]
fn long_numbers_and_texts_are_refused() {
    let digits = "7".repeat(100_000);
    refused(&["value", "0.77", &digits], "100000 digits");
    refused(&["values", "0.77", "--to", &digits], "100000 digits");
    refused(&["moves", "0.77", &digits], "100000 digits");
    refused(&["values", &format!("S({digits})")], "too large");
    refused(&["values", &format!("0.{digits}")], "4096 digits");
    refused(&["values", &format!("n -> n-{digits}")], "too large");
    refused(&["values", &"(".repeat(100_000)], "");
    refused(&["values", "0.7\n7"], "unknown digit");
}

#[test]
fn too_much_memory_is_refused_before_it_is_used() {
    refused(&["values", "0.6", "--to", "1000000000000"], "4000.0 GB");
    refused(&["values", "S(1,1000000000000)", "--to", "2000000000000"], "--memory");
    refused(&["values", "Mark", "--to", "1000000", "--memory", "10kB"], "--memory");
    // Engines that need little memory, and lists of all values, which need much.
    refused(&["moves", "S(1,2)", "10000000000000"], "--memory");
    refused(&["moves", "S(1,2)", "1000000", "--memory", "1MB", "--engine", "window"], "--memory");
    refused(&["plot", "S(1,2)", "--to", "1000000000", "--memory", "1MB", "-o", "-"], "--memory");
    // Options that are very many are counted as far as they may be.
    refused(&["moves", "n -> a+b+c where a+b+c = n-4", "9761367"], "more than 1000000 options");
}

/// A file without an end is no certificate.
#[cfg(unix)]
#[test]
fn an_endless_certificate_is_refused() {
    let output = sprague(&["check", "/dev/zero"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("longer than 256 MB"));
}

/// A file is replaced where it is: a link goes on leading to it, and a device stays a device.
#[cfg(unix)]
#[test]
fn links_and_devices_are_written_through() {
    let folder = folder("written");
    let (file, link) = (folder.join("kayles.json"), folder.join("link.json"));
    std::fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink("kayles.json", &link).unwrap();
    let device = folder.join("device");
    std::os::unix::fs::symlink("/dev/null", &device).unwrap();
    for target in [&link, &device] {
        stdout(&["solve", "Kayles", "--certificate", target.to_str().unwrap()]);
        assert!(std::fs::symlink_metadata(target).unwrap().is_symlink());
    }
    assert!(std::fs::read_to_string(&file).unwrap().contains("\"0.77\""));
    let names: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(names.len(), 3, "nothing is left beside them: {names:?}");
}

/// `--explain` names the engine whatever the command makes of the values.
#[test]
fn the_engine_is_named() {
    for arguments in [
        &["values", "0.77"][..],
        &["moves", "0.77", "5"],
        &["stats", "0.77", "--to", "50"],
        &["plot", "0.77", "--to", "50", "-o", "-"],
    ] {
        let output = sprague(&[arguments, &["--explain"]].concat());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("engine: pairs"), "{arguments:?}: {stderr}");
    }
}

/// 2^64 - 1 is 3 mod 12, and Kayles has period 12: the proof answers where counting cannot.
#[test]
fn heaps_beyond_counting_are_answered_by_proof() {
    assert_eq!(stdout(&["value", "0.77", "18446744073709551615"]), "8\n");
}

/// Far heaps need no counting where a proof or a formula gives their values.
#[test]
fn far_values_come_from_a_proof() {
    let kayles = |from: u64| {
        let (from, to) = (from.to_string(), (from + 11).to_string());
        stdout(&["values", "Kayles", "--from", &from, "--to", &to])
    };
    // 10^15 and 76 are the same modulo 12, and the preperiod is 71.
    assert_eq!(kayles(1_000_000_000_000_000), kayles(76));
    let nim = ["values", "Nim", "--from", "999999999999", "--to", "1000000000000"];
    assert_eq!(stdout(&nim), "999999999999 1000000000000\n");
    // The same from an engine, where one is asked for.
    let window =
        ["values", "S(1,2,4)", "--from", "10000000", "--to", "10000020", "--engine", "window"];
    assert_eq!(stdout(&window[..6]), stdout(&window));
}

/// Where only the run can tell how large the values grow, it stops when it meets the limit.
#[test]
fn growing_values_stop_at_the_limit() {
    let output = sprague(&["values", "0.3F", "--to", "100000", "--memory", "3MB"]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("--memory") && stderr.lines().count() == 1, "{stderr}");
}

/// Streaming needs no more memory than the engine: ten million values in 32 MB.
#[cfg(target_os = "linux")]
#[test]
fn streaming_needs_little_memory() {
    let output = Command::new("bash")
        .arg("-c")
        .arg("ulimit -v 400000; \"$0\" values 'S(1,2,4)' --to 10000000 --format bfile --memory 1MB | tail -1")
        .arg(env!("CARGO_BIN_EXE_sprague"))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "10000000 1\n");
}

#[test]
fn completions_and_manual_are_generated() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&["completions", shell]).contains("values"), "{shell}");
    }
    let manual = stdout(&["man"]);
    assert!(manual.contains(".TH sprague 1") && manual.contains("values"));
    assert!(stdout(&["man", "values"]).contains("columns"));
    refused(&["man", "nothing"], "no command");
    refused(&["man", "atlas", "nothing"], "no command 'atlas nothing'");
    refused(&["man", "values", "--dir", "somewhere"], "cannot be used with");
}

/// One page for each command, with its whole name and the common options, and no reference
/// from one page to another leads nowhere.
#[test]
fn manual_pages_are_written_to_a_directory() {
    let folder = folder("manual");
    assert_eq!(stdout(&["man", "--dir", folder.join("man1").to_str().unwrap()]), "");
    let pages: std::collections::BTreeMap<String, String> = std::fs::read_dir(folder.join("man1"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    for name in ["sprague", "sprague-solve", "sprague-atlas", "sprague-atlas-find"] {
        let page = &pages[&format!("{name}.1")];
        assert!(page.contains(&format!(".TH {name} 1")), "{page}");
        assert!(page.contains("\\-\\-threads"), "{page}");
    }
    assert_eq!(pages["sprague-atlas-find.1"], stdout(&["man", "atlas", "find"]));
    let mut referred = std::collections::BTreeSet::from(["sprague.1".to_owned()]);
    for line in pages.values().flat_map(|page| page.lines()) {
        if let Some(name) = line.strip_suffix("(1)") {
            referred.insert(format!("{}.1", name.replace('\\', "")));
        }
    }
    assert_eq!(referred, pages.keys().cloned().collect());
}

#[test]
fn help_and_version_go_to_stdout() {
    assert!(stdout(&["--help"]).contains("Exit status"));
    assert!(stdout(&["values", "--help"]).contains("Examples:"));
    assert!(stdout(&["--version"]).starts_with("sprague 0."));
    assert_eq!(sprague(&[]).status.code(), Some(2));
}

/// `--time` is obeyed by games whose small heaps have very many options.
#[test]
fn the_time_is_obeyed() {
    for arguments in [
        &["solve", "0.0*!", "--time", "1"][..],
        &["solve", "0.{5?}", "--time", "1"],
        &["solve", "0.{0+}00[0] + pass", "--time", "1"],
        &["solve", "88.{0?,1?}6=[E!]", "--time", "1"],
        &["solve", "0.*!2A[A]", "--time", "1s"],
        &["solve", "{3!}.3={4?,5=}[9?]", "--time", "1s"],
        &["misere", "0.09", "--quotient", "--time", "1"],
        &["misere", "0.5[7]", "--quotient", "--time", "1"],
        &["value", "n -> n-k where 2k >= n and k != 3", "1000000", "--time", "1"],
    ] {
        let begun = std::time::Instant::now();
        let output = sprague(arguments);
        assert!(begun.elapsed().as_secs() < 20, "{arguments:?}: {:?}", begun.elapsed());
        let told = [output.stdout, output.stderr].concat();
        assert!(String::from_utf8_lossy(&told).contains("time"), "{arguments:?}");
    }
}

/// A position is written the same way for every command, and a game alone is solved.
#[test]
fn positions_and_games_as_people_write_them() {
    let best = stdout(&["best", "Kayles: 3 5 7"]);
    assert_eq!(stdout(&["best", "Kayles", "3", "5", "7"]), best);
    assert_eq!(stdout(&["best", "Kayles 3 5 7"]), best);
    assert_eq!(stdout(&["kayles", "3", "5", "7"]), best);
    assert_eq!(stdout(&["Kayles: 3 5 7"]), best);
    let sum = stdout(&["best", "Kayles: 3 5 7; Nim: 4"]);
    assert_eq!(stdout(&["best", "Kayles: 3 5 7 + Nim: 4"]), sum);
    assert_eq!(stdout(&["graph", "Kayles", "6"]), stdout(&["graph", "Kayles: 6"]));
    assert_eq!(stdout(&["moves", "Kayles", "6"]), stdout(&["moves", "Kayles: 6"]));
    assert_eq!(stdout(&["moves", "game.heap.Kayles(6)"]), stdout(&["moves", "Kayles: 6"]));
    refused(&["moves", "Kayles: 6 7"], "sprague best");
    assert_eq!(stdout(&["kayles"]), stdout(&["solve", "Kayles"]));
    assert_eq!(stdout(&["0.77", "--json"]), stdout(&["solve", "0.77", "--format", "json"]));
    assert_eq!(stdout(&["value", "Kayles", "10^30"]), stdout(&["value", "Kayles", "1e30"]));
    assert_eq!(
        stdout(&["values", "0.77", "--to", "1e1"]),
        stdout(&["values", "0.77", "--to", "10"])
    );
    refused(&["solve", "MiMark"], "sprague misere Mark");
    refused(&["0.77", "period"], "sprague solve 0.77 finds preperiod, period and saltus");
    refused(&["S(1,2)", "values"], "comes first: sprague values 'S(1,2)'");
    refused(&["solve", "0.77", "--tme", "2m"], "usage: sprague solve");
    refused(&["solve", "0.77", "--time", "2x"], "90s");
}

/// Several games, named or listed on standard input.
#[test]
fn several_games() {
    let solved = |game: &str| stdout(&["solve", game, "--json"]);
    assert_eq!(
        stdout(&["solve", "0.77", "0.07", "--json"]),
        format!("{}{}", solved("0.77"), solved("0.07"))
    );
    let csv = stdout(&["solve", "0.77", "0.07", "--format", "csv"]);
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert_eq!(stdout(&["info", "0.77", "0.07", "--json"]).lines().count(), 2);
    assert_eq!(
        stdout(&["values", "0.77", "Nim", "--to", "3"]),
        "0.77\n0 1 2 3\n\n0.[3]\n0 1 2 3\n"
    );
    let listed = |list: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
            .args(["solve", "-", "--json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), list.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let output = listed("# two games\n0.77\n\n 0.07 \n");
    assert_eq!(output.stdout, stdout(&["solve", "0.77", "0.07", "--json"]).into_bytes());
    let output = listed("0.77\n0.7W\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2 of standard input"));
    assert_eq!(listed("").status.code(), Some(2));
    refused(&["solve", "0.77", "0.07", "--certificate", "x.json"], "--certificate is for one game");
    refused(&["values", "0.77", "0.07", "--format", "bfile"], "2 games");
}
