//! The arguments as people type them: what stands for a command and its options is put in place
//! before clap reads it.

use sprague::Position;
use sprague::rules::Ruleset;
use std::ffi::{OsStr, OsString};

/// The arguments of the program in the words of its commands, and what was put in place of a
/// command that was left out, to be told.
pub struct Arguments {
    pub words: Vec<OsString>,
    pub meant: Option<&'static str>,
    /// What may be meant otherwise, to be told.
    pub doubt: Option<String>,
}

impl Arguments {
    /// The command they name, with its subcommand.
    pub fn command(&self, program: &clap::Command) -> Option<String> {
        let mut words = self.words.iter().skip(1).filter_map(|word| word.to_str());
        let command = words.find_map(|word| program.find_subcommand(word))?;
        let name = command.get_name();
        Some(match words.next().and_then(|word| command.find_subcommand(word)) {
            Some(subcommand) => format!("{name} {}", subcommand.get_name()),
            None => name.to_owned(),
        })
    }
}

/// Reads the arguments, the name of the program first.
///
/// - `--json` and `--csv` are `--format json` and `--format csv`.
/// - `atlas export --format parquet` is its `--as parquet`: parquet is no format for standard
///   output in general.
/// - `sprague GAME` is `sprague solve GAME`; with heaps, or a position, it is `sprague best`.
pub fn read(words: impl Iterator<Item = OsString>, command: &clap::Command) -> Arguments {
    let mut words: Vec<OsString> = words.collect();
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    for word in &mut words[..end] {
        for format in ["json", "csv"] {
            if word.to_str().and_then(|word| word.strip_prefix("--")) == Some(format) {
                *word = format!("--format={format}").into();
            }
        }
    }
    let meant = left_out(&words, command);
    if let Some((at, command)) = meant {
        words.insert(at, command.into());
    }
    if words.iter().any(|a| a == "atlas") && words.iter().any(|a| a == "export") {
        for i in 1..words.len() {
            if words[i] == "--format=parquet" {
                words[i] = "--as=parquet".into();
            } else if words[i] == "parquet" && words[i - 1] == "--format" {
                words[i - 1] = "--as".into();
            }
        }
    }
    let doubt = words.iter().skip(1).find_map(|word| doubt(word.to_str()?));
    Arguments { words, meant: meant.map(|(_, command)| command), doubt }
}

/// A small u in a code is the digit U, 30; another program writes it behind a digit for heaps of
/// unequal sizes.
fn doubt(word: &str) -> Option<String> {
    let code = word.trim();
    let of_a_code = |c: char| c.is_digit(32) || "&;.*!?={}+,[]()".contains(c);
    let doubtful = code.matches('.').count() == 1
        && code.contains('u')
        && code.chars().all(of_a_code)
        && code.parse::<Ruleset>().is_ok();
    doubtful.then(|| {
        format!("the u in {code} is read as the digit U, 30: for heaps of unequal sizes write ! behind a digit (pairwise different) or ? (not all equal), for the digit a capital U")
    })
}

/// Where the first word is rules or a position: its place, and the command that is meant.
fn left_out(words: &[OsString], command: &clap::Command) -> Option<(usize, &'static str)> {
    let is_option = |word: &OsStr| word.to_str().is_none_or(|word| word.starts_with('-'));
    // Only the first word of all: behind an option there may be its value.
    let first = words.get(1).filter(|word| !is_option(word))?.to_str()?;
    if first == "help" || command.find_subcommand(first).is_some() {
        return None;
    }
    if first.parse::<Position>().is_ok() {
        return Some((1, "best"));
    }
    first.parse::<Ruleset>().ok()?;
    let heap = |word: &OsString| sprague_answers::number::parse_big(word.to_str()?).ok();
    Some((1, if words.get(2).and_then(heap).is_some() { "best" } else { "solve" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another program's sign for unequal heaps is a digit here, which is said.
    #[test]
    fn a_small_u_is_doubtful() {
        for (word, doubtful) in [
            ("4.0123456u7", true),
            ("0.7u", true),
            ("0.7U", false),
            ("Subtraction(1,2)", false),
            ("game.heap.Subtraction([1,2])", false),
            ("runs/0.16", false),
        ] {
            assert_eq!(doubt(word).is_some(), doubtful, "{word}");
        }
    }

    #[test]
    fn what_people_type() {
        let command = crate::command();
        for (typed, meant) in [
            ("kayles", "solve kayles"),
            ("0.156 --json", "solve 0.156 --format=json"),
            ("nim 3 4 5", "best nim 3 4 5"),
            ("Kayles:3,5", "best Kayles:3,5"),
            ("values 0.77 --csv", "values 0.77 --format=csv"),
            ("value -- --json", "value -- --json"),
            ("atlas export --format parquet", "atlas export --as parquet"),
            ("help", "help"),
            ("sovle 0.77", "sovle 0.77"),
            ("--quiet kayles", "--quiet kayles"),
            ("", ""),
        ] {
            let words = std::iter::once("sprague").chain(typed.split_whitespace());
            let read = read(words.map(OsString::from), &command);
            let words: Vec<&str> = read.words[1..].iter().map(|w| w.to_str().unwrap()).collect();
            assert_eq!(words.join(" "), meant, "{typed}");
            assert_eq!(read.doubt, None, "{typed}");
            let inserted = read.words.len() > typed.split_whitespace().count() + 1;
            assert_eq!(read.meant.is_some(), inserted, "{typed}");
        }
    }
}
