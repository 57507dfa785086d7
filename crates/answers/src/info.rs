//! `info`: what the rules are and which other rules are the same game.

use serde_json::{Value, json};
use sprague_games::equivalence::{Redundancy, RedundantBit, redundancy};
use sprague_games::standard_form::{
    StandardForm, one_token_larger, one_token_smaller, standard_form,
};
use sprague_games::{Code, Ruleset, names, words};

/// Everything that is known about the rules without computing a value.
pub struct Info {
    /// The rules.
    pub rules: Ruleset,
    /// Their standard form.
    pub standard: Option<StandardForm>,
    /// First cousin: the code one token smaller.
    pub smaller: Option<Code>,
    /// First cousin: the code one token larger.
    pub larger: Option<Code>,
    /// Bits of the code that make no difference.
    pub redundancy: Redundancy,
    /// Other rules with the same nim-sequence, and why.
    pub equivalent: Vec<(String, &'static str)>,
}

impl Info {
    /// What is known about these rules.
    pub fn new(rules: Ruleset) -> Self {
        let code = rules.as_code();
        let redundancy = code.as_ref().map(redundancy).unwrap_or_default();
        let mut equivalent = Vec::new();
        if let Some(code) = &code
            && rules.code().is_none()
        {
            equivalent.push((code.to_string(), "the same moves"));
        }
        if let Some(reduced) = &redundancy.reduced {
            equivalent.push((reduced.to_string(), "redundant bits dropped"));
        }
        if let Some(saturated) = &redundancy.saturated {
            equivalent.push((saturated.to_string(), "redundant bits added"));
        }
        // The code with all redundant bits is the one whose digits show a cousin.
        let full = redundancy.saturated.as_ref().or(code.as_ref());
        Self {
            standard: code.as_ref().and_then(standard_form),
            smaller: code.as_ref().filter(|c| !c.is_null()).and_then(one_token_smaller),
            larger: full.and_then(one_token_larger),
            redundancy,
            equivalent,
            rules,
        }
    }

    /// The object of `info`.
    pub fn json(&self) -> Value {
        let bits = |list: &[RedundantBit]| -> Vec<Value> {
            list.iter()
                .map(|b| json!({"digit": b.u, "heaps": b.heaps, "theorem": format!("Austin {}", b.theorem)}))
                .collect()
        };
        let cousins: Vec<String> =
            self.smaller.iter().chain(&self.larger).map(Code::to_string).collect();
        json!({
            "game": self.rules.to_string(),
            "class": self.rules.class(),
            "words": words::in_words(&self.rules),
            "standard_form": self.standard.as_ref().map(|s| s.code.to_string()),
            "shift": self.standard.as_ref().map(|s| s.shift),
            "cousins": cousins,
            "equivalent": self.equivalent.iter()
                .map(|(game, why)| json!({"game": game, "status": "proved", "reason": why}))
                .collect::<Vec<_>>(),
            "redundant_bits": {
                "droppable": bits(&self.redundancy.droppable),
                "addable": bits(&self.redundancy.addable),
            },
            "names": self.names(),
        })
    }

    /// The names of the game.
    pub fn names(&self) -> Vec<&'static str> {
        names::names_of(&self.rules)
            .iter()
            .flat_map(|g| std::iter::once(g.name).chain(g.aliases.iter().copied()))
            .collect()
    }
}
