//! `games`: the named games.

use serde_json::{Value, json};
use sprague_games::names::NAMED_GAMES;

/// `{"games":[{"name","aliases","rules","about","oeis"}]}`
pub fn json() -> Value {
    let games: Vec<Value> = NAMED_GAMES
        .iter()
        .map(|g| {
            json!({"name": g.name, "aliases": g.aliases, "rules": g.rules, "about": g.about, "oeis": g.oeis})
        })
        .collect();
    json!({ "games": games })
}
