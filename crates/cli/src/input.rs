//! Reading what the user names, and no more of it than can be meant.

use crate::failure::Failure;
use sprague::rules::Ruleset;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a list of games.
const LIST: u64 = 64 << 20;

/// The games that are named, `-` for those on standard input: one on a line, without empty lines
/// and what follows a `#` at the start of one.
pub fn games(words: &[String]) -> Result<Vec<Ruleset>, Failure> {
    let mut games = Vec::new();
    for word in words {
        if word != "-" {
            let read = crate::compute::parse_rules(word);
            games.push(read.map_err(|error| misplaced(word, &words[0]).unwrap_or(error))?);
            continue;
        }
        games.extend(listed(io::stdin(), "standard input")?);
    }
    Ok(games)
}

/// The games in a file, or on standard input for `-`, in the same form.
pub fn games_in(file: &Path) -> Result<Vec<Ruleset>, Failure> {
    if file.as_os_str() == "-" {
        return listed(io::stdin(), "standard input");
    }
    let name = file.display().to_string();
    let source = File::open(file).map_err(|error| Failure::input(format!("{name}: {error}")))?;
    listed(source, &name)
}

/// At least one game, each on a line of what is called `name`.
fn listed(source: impl Read, name: &str) -> Result<Vec<Ruleset>, Failure> {
    let told = |error| Failure::input(format!("{name}: {error}"));
    let text = String::from_utf8(read_at_most(source, LIST).map_err(told)?)
        .map_err(|_| Failure::input(format!("{name} is not UTF-8 text")))?;
    let mut games = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let rules = line.parse::<Ruleset>();
        games.push(
            rules.map_err(|error| Failure::input(format!("line {} of {name}: {error}", i + 1)))?,
        );
    }
    if games.is_empty() {
        return Err(Failure::input(format!("no game on {name}: write one on each line")));
    }
    Ok(games)
}

/// What to say of a word behind a game that is no game but what people ask about one.
fn misplaced(word: &str, game: &str) -> Option<Failure> {
    let commands = crate::commands::WISHES.iter().flat_map(|(_, commands)| *commands);
    // As a shell wants it.
    let plain = game.chars().all(|c| c.is_alphanumeric() || c == '.');
    let shown = if plain { game.to_owned() } else { format!("'{game}'") };
    if word == game {
        None
    } else if commands.into_iter().any(|(name, _)| *name == word) {
        Some(Failure::input(format!(
            "'{word}' is a command and comes first: sprague {word} {shown}"
        )))
    } else if ["period", "preperiod", "saltus", "periodic"].contains(&word) {
        Some(Failure::input(format!(
            "'{word}' is no game: sprague solve {shown} finds preperiod, period and saltus"
        )))
    } else {
        None
    }
}

/// Refuses an option that is about one game where there are several.
pub fn only_one(games: &[Ruleset], given: bool, option: &str) -> Result<(), Failure> {
    if given && games.len() > 1 {
        return Err(Failure::input(format!("{option} is for one game, not for {}", games.len())));
    }
    Ok(())
}

/// Everything `source` has, or an error if that is more than `most` bytes.
pub fn read_at_most(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let why = format!("longer than {} MB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}
