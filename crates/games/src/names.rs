//! Games with names.

use crate::family::NOTATIONS;
use crate::ruleset::Ruleset;

/// A game with a name.
#[derive(Clone, Copy, Debug)]
pub struct NamedGame {
    /// The name, as it is printed and typed.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// The rules.
    pub rules: &'static str,
    /// What the game is, in a sentence.
    pub about: &'static str,
    /// The sequence of its nim-values in the OEIS, where we know of one.
    pub oeis: Option<&'static str>,
}

/// Every named game.
pub const NAMED_GAMES: &[NamedGame] = &[
    NamedGame {
        name: "Nim",
        aliases: &[],
        rules: "0.[3]",
        about: "Take any number of tokens from one heap.",
        oeis: Some("A001477"),
    },
    NamedGame {
        name: "Kayles",
        aliases: &["RipVanWinklesGame"],
        rules: "0.77",
        about: "Knock down one pin or two neighbouring pins of a row.",
        oeis: Some("A002186"),
    },
    NamedGame {
        name: "DawsonsKayles",
        aliases: &["DawsonKayles"],
        rules: "0.07",
        about: "Knock down two neighbouring pins of a row.",
        oeis: None,
    },
    NamedGame {
        name: "DawsonsChess",
        aliases: &["DawsonChess"],
        rules: "0.137",
        about: "Pawns facing each other with compulsory capture, last move wins.",
        oeis: Some("A002187"),
    },
    NamedGame {
        name: "Officers",
        aliases: &[],
        rules: "0.6",
        about: "Take one token and leave the rest as one heap or two.",
        oeis: Some("A046695"),
    },
    NamedGame {
        name: "Treblecross",
        aliases: &[],
        rules: "0.007",
        about: "One-dimensional tic-tac-toe, both players with crosses; the code of its non-losing moves.",
        oeis: Some("A071426"),
    },
    NamedGame {
        name: "Guiles",
        aliases: &[],
        rules: "0.15",
        about: "Take a heap of one or two, or take two and split the rest in two.",
        oeis: None,
    },
    NamedGame {
        name: "LaskersNim",
        aliases: &["LaskerNim", "Lasker"],
        rules: "4.[3]",
        about: "Take any number of tokens from one heap, or split a heap in two.",
        oeis: None,
    },
    NamedGame {
        name: "SheLovesMe",
        aliases: &["SheLovesMeSheLovesMeNot"],
        rules: "0.5",
        about: "Take one token: a heap of one goes, any other must leave two heaps.",
        oeis: None,
    },
    NamedGame {
        name: "Grundy",
        aliases: &["GrundysGame"],
        rules: "4!.0",
        about: "Split a heap into two heaps of different sizes.",
        oeis: Some("A002188"),
    },
    NamedGame {
        name: "CouplesAreForever",
        aliases: &[],
        rules: "n -> a+b where a+b = n if n >= 3",
        about: "Split a heap in two, but never a heap of two.",
        oeis: None,
    },
    NamedGame {
        name: "KenyonsGame",
        aliases: &["Kenyon"],
        rules: "0.3F",
        about: "Take one token leaving at most one heap, or two leaving at most three heaps.",
        oeis: None,
    },
    NamedGame {
        name: "TakeAtLeastHalf",
        aliases: &[],
        rules: "n -> n-k where 2k >= n",
        about: "Take at least half of a heap.",
        oeis: None,
    },
    NamedGame {
        name: "TakeAtMostHalf",
        aliases: &[],
        rules: "n -> n-k where 2k <= n",
        about: "Take at most half of a heap.",
        oeis: Some("A025480"),
    },
    NamedGame {
        name: "PowersOfTwo",
        aliases: &["TakeAPowerOfTwo"],
        rules: "n -> n-k where k is power of 2",
        about: "Take a power of two.",
        oeis: Some("A010872"),
    },
];

/// A name as it is compared: letters and digits in lower case.
pub fn key(name: &str) -> String {
    name.chars()
        .filter(|c| !matches!(c, ' ' | '_' | '-' | '\'' | '’' | ','))
        .flat_map(char::to_lowercase)
        .collect()
}

/// The rules of the game with this name.
pub fn find(name: &str) -> Option<Ruleset> {
    let wanted = key(name);
    NAMED_GAMES
        .iter()
        .find(|game| key(game.name) == wanted || game.aliases.iter().any(|a| key(a) == wanted))
        .and_then(|game| game.rules.parse().ok())
}

/// The named games with exactly these rules.
pub fn names_of(rules: &Ruleset) -> Vec<&'static NamedGame> {
    let text = rules.to_string();
    let code = rules.as_code().map(|code| code.to_string());
    NAMED_GAMES
        .iter()
        .filter(|game| game.rules == text || code.as_deref() == Some(game.rules))
        .collect()
}

/// The name closest to a mistyped one, if one is close.
pub(crate) fn closest(key_typed: &str) -> Option<&'static str> {
    // No name is longer: what comes behind is too far from all of them.
    let typed: String = key_typed.chars().take(40).collect();
    let families = NOTATIONS.iter().flat_map(|notation| notation.names.iter().copied());
    NAMED_GAMES
        .iter()
        .map(|game| game.name)
        .chain(families)
        .map(|name| (strsim::levenshtein(&typed, &key(name)), name))
        .filter(|&(distance, name)| distance <= 1 + name.len() / 5)
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_canonical_and_found() {
        for game in NAMED_GAMES {
            let rules: Ruleset = game.rules.parse().unwrap();
            assert_eq!(rules.to_string(), game.rules, "{}", game.name);
            assert_eq!(find(game.name), Some(rules.clone()));
            assert!(names_of(&rules).iter().any(|g| g.name == game.name));
            for alias in game.aliases {
                assert_eq!(find(alias), Some(rules.clone()));
            }
        }
        assert_eq!(find("dawson's kayles"), find("Dawsons_Kayles"));
        assert_eq!(closest("kaylse"), Some("Kayles"));
    }
}
