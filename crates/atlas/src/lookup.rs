//! Games by what their sequences are: from the first values, from an OEIS number, from another
//! game.

use crate::atlas::Atlas;
use crate::error::Error;
use crate::literature;
use crate::survey::own_sequence;
use sprague_budget::Budget;
use sprague_engine::values;
use sprague_games::Ruleset;
use sprague_games::names::NAMED_GAMES;
use std::collections::BTreeSet;

/// Values compared where nothing is proved about a game.
pub const COMPARED: u64 = 1000;

/// Reads a sequence of values: `0 1 2 3 1 4`, `1,2,3,1,4`.
pub fn read_values(text: &str) -> Result<Vec<u32>, Error> {
    let words = text.split([',', ' ', ';']).filter(|word| !word.is_empty());
    let values: Result<Vec<u32>, _> = words.map(str::parse).collect();
    match values {
        Ok(values) if !values.is_empty() => Ok(values),
        _ => Err(Error::Request(format!(
            "'{text}' is no list of nim-values: write 0,1,2,3,1,4 (0 for the empty heap may be left out)"
        ))),
    }
}

/// The games of an atlas whose sequences begin with these values, from heap 0 on or, where the
/// first value is not 0, from heap 1 on.
///
/// ```
/// use sprague_atlas::{lookup, seed};
/// let atlas = seed::in_memory()?;
/// let games = lookup::beginning(&atlas, &lookup::read_values("1,2,3,1,4,3,2,1,4,2,6")?)?;
/// assert_eq!(games, ["0.77", "0.771"]);
/// # Ok::<(), sprague_atlas::Error>(())
/// ```
pub fn beginning(atlas: &Atlas, wanted: &[u32]) -> Result<Vec<String>, Error> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let skipped = usize::from(wanted.first() != Some(&0));
    let last = wanted.len() + skipped - 1;
    let mut found = Vec::new();
    for game in games(atlas)? {
        let first = first_values(&game, last as u64)?;
        if first.get(skipped..).is_some_and(|own| own == wanted) {
            found.push(game);
        }
    }
    Ok(found)
}

/// The games of an atlas with the sequence of this one: by proof where their sequences are hashed,
/// else on the first [`COMPARED`] values, which proves nothing.
pub fn same_as(atlas: &Atlas, rules: &Ruleset) -> Result<Vec<String>, Error> {
    if let Some(row) = atlas.get(rules)?
        && let Some(hash) = &row.sequence
        // A hash of values finds all that is proved to be the same.
        && *hash != own_sequence(&row.representative, row.offset, row.scale)
    {
        let rows = atlas.rows("sequence = ?1 ORDER BY game", &[hash])?;
        return Ok(rows.into_iter().map(|row| row.game).collect());
    }
    let own = first_values(&rules.to_string(), COMPARED)?;
    let (start, rest) = own.split_at(own.len().min(40));
    let mut found = beginning(atlas, start)?;
    found.retain(|game| {
        first_values(game, COMPARED).is_ok_and(|values| values[start.len()..] == *rest)
    });
    Ok(found)
}

/// The games with this number in the OEIS, by the names of games and by the literature.
pub fn of_oeis(number: &str) -> Result<Vec<String>, Error> {
    let number = number.trim().to_uppercase();
    let digits = number.strip_prefix('A').unwrap_or(&number);
    let meant = match digits.parse::<u32>() {
        Ok(n @ 1..=999_999) => format!("A{n:06}"),
        _ => "A002186".to_owned(),
    };
    if number != meant {
        return Err(Error::Request(format!("'{number}' is no number of the OEIS: write {meant}")));
    }
    let entries = literature::entries().iter();
    let entries = entries.filter(|entry| entry.oeis.as_ref() == Some(&number));
    let mut found: BTreeSet<String> = entries.map(|entry| entry.game.clone()).collect();
    let named = NAMED_GAMES.iter().filter(|game| game.oeis == Some(number.as_str()));
    found.extend(named.filter_map(|game| Some(game.rules.parse::<Ruleset>().ok()?.to_string())));
    Ok(found.into_iter().collect())
}

/// The names of all games.
fn games(atlas: &Atlas) -> Result<Vec<String>, Error> {
    Ok(atlas.rows("1 ORDER BY game", &[])?.into_iter().map(|row| row.game).collect())
}

/// G(0), ..., G(to) of a game of the atlas.
fn first_values(game: &str, to: u64) -> Result<Vec<u32>, Error> {
    let rules: Ruleset = game
        .parse()
        .map_err(|error| Error::Request(format!("{game} of the atlas cannot be read: {error}")))?;
    let budget = Budget::unlimited().bytes(1 << 30);
    values(&rules, to, &budget).map_err(|error| Error::Request(format!("{game}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_found_again() {
        let atlas = crate::seed::in_memory().unwrap();
        let names = games(&atlas).unwrap();
        for game in names.iter().step_by(41) {
            let own = first_values(game, 30).unwrap();
            let found = beginning(&atlas, &own).unwrap();
            assert!(found.contains(game), "{game}");
            for other in &found {
                assert_eq!(first_values(other, 30).unwrap(), own, "{game} {other}");
            }
            let same = same_as(&atlas, &game.parse().unwrap()).unwrap();
            assert!(same.contains(game), "{game}");
            let own = first_values(game, 300).unwrap();
            for other in &same {
                assert_eq!(first_values(other, 300).unwrap(), own, "{game} {other}");
            }
        }
        assert_eq!(beginning(&atlas, &[5, 4, 3]).unwrap(), [""; 0]);
        assert_eq!(beginning(&atlas, &[]).unwrap(), [""; 0]);
        for wrong in ["", "a", "1,-2", "0x3", ",,"] {
            assert!(read_values(wrong).is_err(), "{wrong}");
        }
        assert_eq!(read_values("1, 2;3 1").unwrap(), [1, 2, 3, 1]);
        assert!(of_oeis("a071441").unwrap().contains(&"0.004".to_owned()));
        assert_eq!(of_oeis(" a002186").unwrap(), ["0.77"]);
        assert_eq!(of_oeis("A999999").unwrap(), [""; 0]);
        for wrong in ["", "A", "A000000", "B2186", "A+02186", "A2186", "2186", "A1002186", "Kayles"]
        {
            let error = of_oeis(wrong).unwrap_err().to_string();
            assert!(error.ends_with("write A002186"), "{error}");
        }
    }
}
