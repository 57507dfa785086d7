//! The program on a terminal: a pseudo-terminal types, reads the board and wins, sees progress
//! and stops it.
#![cfg(unix)]

use rexpect::session::spawn_command;
use std::process::Command;

#[test]
fn a_game_on_a_terminal() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    command.args(["play", "Nim: 1 2", "--seed", "1", "--color", "always"]);
    let mut terminal = spawn_command(command, Some(20_000)).unwrap();
    // a prompt and colours, because it is a terminal
    terminal.exp_string("whoever makes the last move wins").unwrap();
    terminal.exp_string("\u{1b}[33m").unwrap();
    terminal.exp_string("your move> ").unwrap();
    terminal.send_line("2 -> 2").unwrap();
    terminal.exp_string("does not allow 2 -> 2").unwrap();
    terminal.exp_string("your move> ").unwrap();
    terminal.send_line("hint").unwrap();
    terminal.exp_string("2 -> 1 wins").unwrap();
    terminal.exp_string("your move> ").unwrap();
    terminal.send_line("2 -> 0").unwrap();
    terminal.exp_string("I play").unwrap();
    // a mistake: the computer takes the last token
    terminal.exp_string("I win.").unwrap();
    terminal.exp_eof().unwrap();
}

#[test]
fn undo_on_a_terminal() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    command.args(["play", "Nim: 1 2", "--seed", "1"]);
    let mut terminal = spawn_command(command, Some(20_000)).unwrap();
    terminal.exp_string("your move> ").unwrap();
    terminal.send_line("undo").unwrap();
    terminal.exp_string("nothing to take back").unwrap();
    terminal.send_line("2 -> 1").unwrap();
    terminal.exp_string("I play").unwrap();
    terminal.exp_string("your move> ").unwrap();
    terminal.send_line("undo").unwrap();
    terminal.exp_string("your move> ").unwrap();
    terminal.send_line("2 -> 1").unwrap();
    terminal.exp_string("I play").unwrap();
    terminal.exp_string("your move> ").unwrap();
    terminal.send_line("1 -> 0").unwrap();
    terminal.exp_string("You win!").unwrap();
    terminal.exp_eof().unwrap();
}

/// Long work shows how far it is, and Ctrl-C keeps what was found.
#[test]
fn progress_on_a_terminal() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    // open with a sparse space, so there are minutes of work on any machine
    command.args(["solve", "0.6", "--method", "theorems", "--time", "3600"]);
    let mut terminal = spawn_command(command, Some(120_000)).unwrap();
    terminal.exp_string(" eta ").unwrap();
    terminal.send_control('c').unwrap();
    terminal.exp_string("nothing proved").unwrap();
    terminal.exp_eof().unwrap();
}
