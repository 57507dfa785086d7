//! `info`: what the rules are and which other rules are the same game.

use serde_json::{Value, json};
use sprague_certificate::Claim;
use sprague_games::equivalence::{Redundancy, RedundantBit, redundancy};
use sprague_games::standard_form::{
    StandardForm, one_token_larger, one_token_smaller, standard_form,
};
use sprague_games::{Code, Family, Ruleset, cgsuite, names, words};
use sprague_prover::adjoin::{optional_members, plicate, reduced_all_but};
use sprague_prover::{Options, Status, closed_form};

/// Everything that is known about the rules; values are computed only to find the optional
/// members of a subtraction set.
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
    /// d and the game of which this one is the d-plicate.
    pub plicate: Option<(u64, Ruleset)>,
    /// Numbers that may be adjoined to the set, up to 30 or twice the largest member.
    pub optional: Option<Vec<u64>>,
    /// The closed form that gives its values.
    pub closed_form: Option<&'static str>,
}

/// Optional members are shown up to this number at least.
const OPTIONAL: u64 = 30;

/// The numbers that may be adjoined to a subtraction set: proved, since the game's period is.
fn optional(rules: &Ruleset) -> Option<Vec<u64>> {
    let Family::Subtraction(set) = rules.family() else { return None };
    let options = Options { limit: 20_000, ..Options::default() };
    let go_on = &mut |_| std::ops::ControlFlow::Continue(());
    let solution = sprague_prover::solve(rules, &options, go_on).ok()?;
    let Some(Claim::Regular(r)) = solution.claim else { return None };
    if solution.status != Status::Proved {
        return None;
    }
    let values = solution.values.first((r.preperiod + r.period) as usize);
    Some(optional_members(set.members(), &values, r, OPTIONAL.max(2 * set.max())))
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
        if let Some(smaller) = reduced_all_but(&rules) {
            equivalent.push((smaller.to_string(), "members above twice the others dropped"));
        }
        // The code with all redundant bits is the one whose digits show a cousin.
        let full = redundancy.saturated.as_ref().or(code.as_ref());
        Self {
            standard: code.as_ref().and_then(standard_form),
            smaller: code.as_ref().filter(|c| !c.is_null()).and_then(one_token_smaller),
            larger: full.and_then(one_token_larger),
            redundancy,
            equivalent,
            plicate: plicate(&rules),
            optional: optional(&rules),
            closed_form: closed_form::find(&rules).map(|form| form.theorem()),
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
            "plicate": self.plicate.as_ref().map(|(d, game)| json!({"d": d, "of": game.to_string()})),
            "optional_members": self.optional,
            "closed_form": self.closed_form,
            "names": self.names(),
            "cgsuite": cgsuite::expression(&self.rules),
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
