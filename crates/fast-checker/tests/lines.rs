//! What must be trusted stays small: `tools/lines.sh` counts it.

use std::path::Path;
use std::process::Command;

/// The most lines of checker and certificate together.
const MOST: usize = 5650;

#[test]
fn the_trusted_base_is_small() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/lines.sh");
    let output = Command::new("bash").arg(script).output().expect("bash runs");
    let text = String::from_utf8(output.stdout).expect("plain text");
    let count = |name: &str| -> usize {
        let line = text.lines().find(|line| line.starts_with(name)).expect(name);
        line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect(line)
    };
    assert_eq!(count("trusted"), count("checker") + count("certificate"));
    assert!(count("checker") > 1000 && count("certificate") > 100, "{text}");
    assert!(count("trusted") <= MOST, "{text}");
}
