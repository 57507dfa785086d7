//! The same question has the same answer, byte for byte, on any number of threads, with every
//! kernel of the machine, and asked twice.

mod common;

use common::folder;
use std::path::Path;
use std::process::Command;

fn sprague(directory: &Path, args: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .current_dir(directory)
        .args(args)
        .output()
        .unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn any_number_of_threads() {
    let directory = folder("reproducible/threads");
    let questions: [&[&str]; 9] = [
        &["values", "0.2048", "--to", "2000"],
        &["solve", "0.356", "--format", "json", "--certificate", "0.356.json"],
        &["solve", "0.404008", "--format", "json", "--certificate", "ruler.json"],
        &["check", "0.356.json", "ruler.json", "--format", "json"],
        &["table", "octal", "--digits", "1", "--limit", "2000"],
        &["stats", "0.6", "--to", "20000", "--format", "json"],
        &["misere", "Kayles", "--quotient", "--format", "json", "--certificate", "kayles.json"],
        &["best", "Kayles: 3 5 1000000000000000000000", "--format", "json"],
        &["col", "grid", "3x4", "--format", "json"],
    ];
    let files = ["0.356.json", "ruler.json", "kayles.json"];
    let mut first = None;
    for threads in ["1", "2", "3", "1"] {
        let mut answers: Vec<Vec<u8>> = questions
            .iter()
            .map(|question| sprague(&directory, &[question, &["--threads", threads][..]].concat()))
            .collect();
        answers.extend(files.map(|file| std::fs::read(directory.join(file)).unwrap()));
        let first = first.get_or_insert_with(|| answers.clone());
        for (i, answer) in answers.iter().enumerate() {
            assert!(*answer == first[i], "answer {i} differs with {threads} threads");
        }
    }
}

#[test]
fn every_kernel() {
    let kernels: Vec<&str> = ["scalar", "avx2", "avx512"]
        .into_iter()
        .filter(|name| name.parse::<sprague::hunt::Kernel>().is_ok())
        .collect();
    assert!(kernels.contains(&"scalar"));
    println!("kernels of this machine: {kernels:?}");
    let mut first = None;
    for kernel in kernels {
        let directory = folder(&format!("reproducible/{kernel}"));
        let args = ["hunt", "0.6", "--to", "60000", "--dir", "run", "--kernel", kernel];
        let answer = (
            sprague(&directory, &[&args[..], &["--format", "json", "--quiet"]].concat()),
            std::fs::read(directory.join("run/state")).unwrap(),
            std::fs::read(directory.join("run/values")).unwrap(),
        );
        let first = first.get_or_insert_with(|| answer.clone());
        assert!(answer == *first, "{kernel}");
    }
}
