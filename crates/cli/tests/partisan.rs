//! End to end: eval, col, snort and table col, with exact output.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn sprague(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sprague")).args(args).output().expect("sprague runs")
}

#[track_caller]
fn prints(args: &[&str], expected: &str) {
    let output = sprague(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{args:?}");
    assert_eq!(stderr, "", "{args:?}");
}

#[track_caller]
fn fails(args: &[&str], message: &str) {
    let output = sprague(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args:?}");
    assert!(stderr.contains(message), "{args:?}: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
}

#[test]
fn eval() {
    prints(
        &["eval", "{0|1} + *2 - ^"],
        "value        1/2v*2\n\
         options      {1/2*3 | 1/2}\n\
         outcome      L (Left wins, whoever starts)\n\
         stops        1/2 and 1/2\n\
         mean         1/2\n\
         temperature  0\n\
         birthday     6\n",
    );
    prints(&["eval", "-q", "{1|1,{1|0}||0}"], "{1|1,{1|0}||0}\n");
    prints(&["eval", "-q", "+-{3|2}"], "+-{3|2}\n");
    prints(&["eval", "-q", "-3/4*"], "-3/4*\n");
    prints(&["eval", "-q", "Subtraction(1,3|2,3): 4"], "{1|1,{1|0}}\n");
    prints(
        &["eval", "--format", "json", "*"],
        "{\"value\":\"*\",\"outcome\":\"N\",\"left_stop\":\"0\",\"right_stop\":\"0\",\"mean\":\"0\",\
         \"temperature\":\"0\",\"birthday\":\"1\"}\n",
    );
}

/// Texts that once took minutes, or still would: an answer or a refusal, and soon.
#[test]
fn eval_takes_as_many_steps_as_allowed() {
    let output = sprague(&["eval", "+_2-*1111", "-q"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = sprague(&["eval", "+_2-*4000", "--steps", "1000000"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "sprague: this takes more than 1000000 steps, the limit set; --steps N allows more\n"
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn eval_comparisons() {
    prints(&["eval", "^ > 0"], "yes: ^ > 0\n");
    prints(
        &["eval", "* || 0", "--format", "json"],
        "{\"holds\":true,\"relation\":\"||\",\"left\":\"*\",\"right\":\"0\"}\n",
    );
    let no = sprague(&["eval", "1/2 < *"]);
    assert_eq!(no.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&no.stdout), "no: 1/2 > *\n");
}

#[test]
fn eval_draws_thermographs() {
    let folder = std::env::temp_dir().join(format!("sprague-thermograph-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (ending, start) in [("svg", &b"<svg "[..]), ("png", b"\x89PNG")] {
        let file = folder.join(format!("hot.{ending}"));
        let output = sprague(&["eval", "{4|1}", "--thermograph", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("left wall    4 at t = 0, 5/2 at t = 3/2"), "{text}");
        assert!(std::fs::read(&file).unwrap().starts_with(start));
    }
    std::fs::remove_dir_all(&folder).unwrap();
    // The picture has standard output, the answer standard error.
    let output = sprague(&["eval", "{4|1}", "--thermograph", "-"]);
    assert!(output.stdout.starts_with(b"<svg ") && output.stdout.ends_with(b"</svg>\n"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("temperature  3/2"));
    // Without a file the corners alone, on either side of the expression.
    let [before, after] = [["--thermograph", "{4|1}"], ["{4|1}", "--thermograph"]]
        .map(|words| sprague(&[&["eval"][..], &words].concat()).stdout);
    assert_eq!(String::from_utf8_lossy(&before), String::from_utf8_lossy(&after));
    assert!(String::from_utf8_lossy(&before).contains("right wall"));
    fails(&["eval", "{4|1}", "--thermograph", "hot.gif"], "end the name in .svg or .png");
    fails(&["eval", "{4|1}", "--thermograph", "/nowhere/hot.svg"], "cannot write");
    fails(&["eval", "1 < 2", "--thermograph", "hot.svg"], "a comparison has no thermograph");
    fails(&["eval", "--thermograph"], "no expression is given");
    let huge = format!("{{9{}|0}}", "0".repeat(400));
    fails(&["eval", &huge, "--thermograph", "hot.svg"], "a thermograph is drawn with");
}

#[test]
fn eval_bad_input() {
    fails(&["eval", "{0|1"], " at column 5 ({0|1^)\n");
    fails(&["eval", "1/3"], "power of 2");
    fails(&["eval", "{1|2|3}"], "two bars of the same length");
    fails(&["eval", &"{".repeat(100_000)], "deep");
    fails(&["eval", ""], "expected a value");
}

#[test]
fn col() {
    prints(&["col", "+oo-"], "value    0\noutcome  P (the second player wins)\n");
    prints(&["col", "-oo-", "-q"], "-1\n");
    prints(&["col", "o", "-q"], "*\n");
    prints(&["col", "+..-", "-q"], "0\n");
    prints(&["col", "grid", "3x4", "-q"], "0\n");
    prints(&["col", "grid 3x3", "-q"], "0\n");
    prints(&["col", "star", "3", "-q"], "*\n");
    prints(&["col", "tree", "0,0,0", "-q"], "*\n");
    prints(&["col", "complete", "4", "-q"], "0\n");
    prints(&["col", "R-.-R-.-L-.-R-.-R-.", "-q"], "7/8\n");
    prints(&["col", "cgsuite .-.-.(-;-)", "-q"], "0\n");
    prints(
        &["col", "--nodes", "3", "--edges", "0-1,1-2", "--tints", "o+-", "--format", "json"],
        "{\"value\":\"-1/2\",\"outcome\":\"R\",\"number\":\"-1/2\",\"star\":false,\"nodes\":3}\n",
    );
    prints(
        &["col", "--moves", "o+o"],
        "value    0\n\
         outcome  P (the second player wins)\n\
         Left     0 (to *), 2 (to *)\n\
         Right    0 (to 1/2), 2 (to 1/2)\n",
    );
}

#[test]
fn col_from_files() {
    let dir = std::env::temp_dir().join(format!("sprague-col-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let dimacs = dir.join("map.col");
    std::fs::write(&dimacs, "c a path\np edge 3 2\ne 1 2\ne 2 3\nt o+-\n").unwrap();
    prints(&["col", "-q", "--file", dimacs.to_str().unwrap()], "-1/2\n");
    // What does not fit is refused, not cut off.
    let long = dir.join("long.col");
    std::fs::write(&long, format!("0 1\n{}1 2\n", "#\n".repeat(32 << 20))).unwrap();
    fails(&["col", "--file", long.to_str().unwrap()], "longer than 64 MB");
    std::fs::remove_dir_all(&dir).unwrap();
    // An edge list on standard input, tinted on the command line.
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(["col", "-q", "--file", "-", "--tints", "o+-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"# edges\n0 1\n1 2\n").unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"-1/2\n");
}

#[test]
fn col_bad_input() {
    fails(&["col"], "no graph is given");
    fails(&["col", ".-."], "write `o-o` or `cgsuite .-.`");
    fails(&["col", "--nodes", "3", "--edges", "0-3"], "there is no node 3");
    fails(&["col", "--nodes", "3", "--edges", "1-1"], "loop");
    fails(&["col", "--nodes", "3", "--edges", "0-1", "--tints", "o+"], "2 tints for 3 nodes");
    fails(&["col", "grid", "9x9"], "the limit is 64");
    fails(&["col", "hello"], "no graph");
    fails(&["col", ":A-:A"], "loop");
    fails(&["col", &("L".to_owned() + &"(-".repeat(50_000))], "deep");
    fails(&["col", "--file", "/nonexistent"], "/nonexistent");
}

#[test]
fn snort() {
    prints(&["snort", "-q", "path", "5"], "+-(1,{3|0})\n");
    prints(&["snort", "-q", "L-.-.-.-L"], "{4|0,+-1}\n");
    prints(&["snort", "-q", "+ooo+"], "{4|0,+-1}\n");
    prints(
        &["snort", "oo", "--moves", "--format", "json"],
        "{\"value\":\"+-1\",\"outcome\":\"N\",\"left_stop\":\"1\",\"right_stop\":\"-1\",\"mean\":\"0\",\
         \"temperature\":\"1\",\"birthday\":\"2\",\"nodes\":2,\"best\":{\
         \"left\":[{\"node\":0,\"value\":\"1\"},{\"node\":1,\"value\":\"1\"}],\
         \"right\":[{\"node\":0,\"value\":\"-1\"},{\"node\":1,\"value\":\"-1\"}]}}\n",
    );
}

#[test]
fn table_col() {
    let head = "A,(A),(A)o,(A)oo,(A)ooo,o(A),o(A)o,o(A)oo,o(A)ooo,oo(A),oo(A)o,oo(A)oo,oo(A)ooo,\
                ooo(A),ooo(A)o,ooo(A)oo,ooo(A)ooo\n";
    let one = "+,1,1/2,1/2,1/2,1/2,0,1/4,1/4,1/2,1/4,0,1/2,1/2,1/4,1/2,0\n";
    prints(&["table", "col", "--to", "1", "--format", "csv"], &format!("{head}{one}"));
    prints(
        &["table", "col", "trees", "--to", "3"],
        "nodes  parents of nodes 1, 2, ..  untinted  node 0, 1, .. black\n\
         1                                 *         1\n\
         2      0                          0         1/2 1/2\n\
         3      0 0                        0         0 1/2 1/2\n",
    );
    prints(
        &["table", "col", "grids", "--to", "9", "--format", "csv"],
        "grid,untinted,known by,black corner\n2x2,0,mirror,0\n2x3,0,mirror,1/2\n\
         2x4,0,mirror,0\n3x3,0,search,1/2\n",
    );
    prints(
        &["table", "col", "cycles", "--to", "4", "--format", "csv"],
        "nodes,untinted,one black,\"two black at distance 1, 2, ..\",\
         \"black and white at distance 1, 2, ..\"\n3,0,0,1/2,0\n4,0,0,1 0,0 0\n",
    );
    fails(&["table", "col", "--to", "40"], "the limit is");
    fails(&["table", "col", "trees", "--to", "19"], "too many trees");
    fails(&["table", "col", "page", "--to", "3", "--format", "csv"], "as text or json");
    let page = sprague(&["table", "col", "page", "--to", "4", "--format", "json"]);
    let page: serde_json::Value = serde_json::from_slice(&page.stdout).unwrap();
    assert_eq!(page["trees"]["rows"][3]["parents"], serde_json::json!([0, 0, 0]));
}

#[test]
fn play_bad_input() {
    fails(&["play", "--col", "o", "Nim: 3"], "cannot be used with");
    fails(&["play"], "required");
    fails(&["play", "--col", ".-."], "chain");
}

fn results_page() -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/col.md");
    std::fs::read_to_string(path).unwrap()
}

/// The published chains, trees and cycles are those the program computes now.
#[test]
fn results_page_is_current() {
    let page = results_page();
    for (what, to) in [("chains", "6"), ("trees", "9"), ("cycles", "24")] {
        let output = sprague(&["table", "col", what, "--to", to, "--format", "json"]);
        let table: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for row in table["rows"].as_array().unwrap() {
            let text = |v: &serde_json::Value| match v {
                serde_json::Value::String(s) => s.clone(),
                other => other.to_string(),
            };
            let list = |v: &serde_json::Value, with: &str| {
                v.as_array().unwrap().iter().map(text).collect::<Vec<_>>().join(with)
            };
            let cells: Vec<String> = match what {
                "chains" => {
                    let values = row["values"].as_array().unwrap();
                    let lines = values.iter().map(|v| list(v, "` | `"));
                    std::iter::once(text(&row["core"])).chain(lines).collect()
                }
                "trees" => vec![
                    text(&row["nodes"]),
                    list(&row["parents"], " "),
                    text(&row["untinted"]),
                    list(&row["one_black"], " "),
                ],
                _ => vec![
                    text(&row["nodes"]),
                    text(&row["untinted"]),
                    text(&row["one_black"]),
                    list(&row["two_black"], " "),
                    list(&row["black_white"], " "),
                ],
            };
            let line = format!("| `{}` |", cells.join("` | `")).replace("``", "");
            assert!(page.contains(&line), "{what}: {line}");
        }
    }
}

/// The whole page, grids of up to 36 nodes included:
/// `cargo test --release -p sprague-cli --test partisan -- --ignored`
#[test]
#[ignore = "10 s in a release build"]
fn results_page_is_what_the_command_prints() {
    let output = sprague(&["table", "col", "page"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), results_page());
}
