//! `sprague play` in a pipe: Snort.

use std::io::Write;
use std::process::{Command, Stdio};

fn play(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// Whoever paints a node of a path of three keeps its neighbours.
#[test]
fn snort_on_a_path() {
    let text = play(&["--snort", "path 3"], "hint\nwhy\n1\n0\n2\n");
    assert!(text.starts_with("Snort: you are Left, black, and paint o and + nodes"), "{text}");
    assert!(text.contains("1 wins") && text.contains("the first player wins"), "{text}");
    assert!(text.contains("I have no move. You win!"), "{text}");
    // In Col the middle node is left to nobody, and the first player wins as well; but on an edge
    // the second player of Col has an answer, and the second player of Snort has none.
    let text = play(&["--snort", "oo", "--side", "right"], "0\n1\n");
    assert!(text.contains("I have no move. You win!"), "{text}");
    let text = play(&["--col", "oo", "--side", "right"], "0\n");
    assert!(text.contains("I paint 1") && text.contains("You have no move. I win."), "{text}");
}

#[test]
fn the_computer_plays_snort() {
    let text = play(&["--snort", "path 3", "--first", "computer"], "");
    assert!(text.contains("I paint 1"), "{text}");
    let text = play(&["--snort", "grid 2x3", "--tints", "+oooo-", "--seed", "3"], "undo\nquit\n");
    assert!(text.contains("there is nothing to take back") && text.contains("Goodbye."), "{text}");
}
