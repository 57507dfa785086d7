//! `sprague play` in a pipe.

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

/// A heap that has its pass is one heap of one game, until the pass is used.
#[test]
fn a_pass_that_is_used() {
    let text = play(&["Kayles + pass: 3", "--seed", "1"], "3 -> pass\nquit\n");
    assert!(text.starts_with("0.77 + pass: 3 (whoever"), "{text}");
    assert!(text.contains("I play b: 3 -> 1+1"), "{text}");
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

#[test]
fn play_col() {
    // oo is 0: the second player wins, whatever the first one does.
    assert_eq!(
        play(&["--col", "oo"], "hint\nwhy\n7\nx\n0\n"),
        "Col: you are Left, black, and paint o and + nodes (whoever cannot move loses; help lists \
         the commands)\n\
         \n    0 o  next to 1\n    1 o  next to 0\n\
         no move wins against best play\n\
         the value is 0: the second player wins\n\
         you may not paint node 7\n\
         type the number of a node, or help\n\
         \n    1 -\nI paint 1\n\
         \n  no node is left\nYou have no move. I win.\n"
    );
    // A mirror player beats the computer on a board of value 0 when it starts.
    let text = play(&["--col", "oo", "--side", "right", "--first", "computer"], "0\n1\n");
    assert!(text.ends_with("I have no move. You win!\n"), "{text}");
    let text = play(&["--col", "grid 3x4", "--tints", "+ooooooooooo"], "undo\nquit\n");
    assert!(text.ends_with("there is nothing to take back\nGoodbye.\n"), "{text}");
    // Undo gives the board back.
    let text = play(&["--col", "+oo-+"], "0\nundo\nboard\n");
    assert_eq!(text.matches("  0 +  next to 1\n").count(), 3, "{text}");
}

/// The parts of a position have letters, and numbers where letters run out.
#[test]
fn many_parts_have_names_of_their_own() {
    let rules: Vec<String> = (1..=28).map(|n| format!("S({n}): {n}")).collect();
    let text = play(&[&rules.join("; ")], "28: 28 -> 0\nquit\n");
    assert!(text.contains("  z: S(26)\n") && text.contains("  27: S(27)\n"), "{text}");
    assert!(text.contains("  28: S(28)\n") && text.contains("I play"), "{text}");
}
