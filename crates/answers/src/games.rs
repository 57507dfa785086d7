//! `games`: the named games.

use schemars::JsonSchema;
use serde::Serialize;
use sprague::rules::names::NAMED_GAMES;

/// The named games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GamesAnswer {
    /// All of them.
    pub games: Vec<NamedGame>,
}

/// A game with a name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NamedGame {
    /// Its name.
    pub name: &'static str,
    /// Its other names.
    pub aliases: &'static [&'static str],
    /// Its rules.
    pub rules: &'static str,
    /// A sentence about it.
    pub about: &'static str,
    /// Its sequence in the OEIS.
    pub oeis: Option<&'static str>,
}

/// The named games.
pub fn answer() -> GamesAnswer {
    let games = NAMED_GAMES.iter().map(|game| NamedGame {
        name: game.name,
        aliases: game.aliases,
        rules: game.rules,
        about: game.about,
        oeis: game.oeis,
    });
    GamesAnswer { games: games.collect() }
}
