//! `info`: what the rules are and which other rules are the same game.

use crate::word::OnlyProved;
use crate::{AnswerError, Budget};
use schemars::JsonSchema;
use serde::Serialize;
use sprague::rules::adjoin::{optional_members, plicate, reduced_all_but};
use sprague::rules::closed_form;
use sprague::rules::equivalence::{Redundancy, RedundantBit, redundancy};
use sprague::rules::standard_form::{
    StandardForm, one_token_larger, one_token_smaller, standard_form,
};
use sprague::rules::{Code, Ruleset, cgsuite, names, words};
use sprague::{Claim, Game};
use sprague_atlas::record::Record;

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
    /// Numbers that may be adjoined to the set, up to 30 or twice the largest member, and to
    /// 20000 at most.
    pub optional: Option<Vec<u64>>,
    /// The closed form that gives its values.
    pub closed_form: Option<&'static str>,
    /// What the atlas and the literature have on record, in sentences.
    pub record: Vec<String>,
}

/// Optional members are shown up to this number at least.
const OPTIONAL: u64 = 30;
/// Optional members are looked for up to this number at most, with as many values.
const MOST_OPTIONAL: u64 = 20_000;

/// The numbers that may be adjoined to a subtraction set: proved, since the game's period is.
fn optional(rules: &Ruleset, budget: &Budget) -> Option<Vec<u64>> {
    let set = rules.subtraction_set()?;
    let budget = budget.clone().values(MOST_OPTIONAL);
    let solution = Game::from(rules.clone()).solve_within(&budget).ok()?;
    let proved = solution.is_proved();
    let solution = solution.details();
    let Some(Claim::Regular(r)) = solution.claim().filter(|_| proved) else { return None };
    // A formula may prove a period longer than the values.
    let needed = r.preperiod.checked_add(r.period).filter(|&needed| needed <= MOST_OPTIONAL)?;
    let values = solution.values.first(needed as usize);
    let most = set.max().saturating_mul(2).clamp(OPTIONAL, MOST_OPTIONAL);
    ((values.len() as u64) == needed).then(|| optional_members(set.members(), &values, *r, most))
}

impl Info {
    /// What is known about these rules; where the budget is spent, without what needs values.
    pub fn new(rules: Ruleset, budget: &Budget) -> Self {
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
            optional: optional(&rules, budget),
            closed_form: closed_form::find(&rules).map(|form| form.theorem()),
            record: Record::of(&rules).sentences(0),
            rules,
        }
    }

    /// All of it as an answer.
    pub fn answer(&self) -> InfoAnswer {
        let bits = |list: &[RedundantBit]| -> Vec<BitAnswer> {
            let bit = |bit: &RedundantBit| BitAnswer {
                digit: bit.u,
                heaps: bit.heaps,
                theorem: bit.theorem.to_owned(),
            };
            list.iter().map(bit).collect()
        };
        let equivalent = self.equivalent.iter().map(|(game, reason)| Equivalent {
            game: game.clone(),
            status: OnlyProved::Proved,
            reason,
        });
        InfoAnswer {
            game: self.rules.to_string(),
            class: self.rules.class(),
            words: words::in_words(&self.rules),
            standard_form: self.standard.as_ref().map(|s| s.code.to_string()),
            shift: self.standard.as_ref().map(|s| s.shift),
            cousins: self.smaller.iter().chain(&self.larger).map(Code::to_string).collect(),
            equivalent: equivalent.collect(),
            redundant_bits: RedundantBits {
                droppable: bits(&self.redundancy.droppable),
                addable: bits(&self.redundancy.addable),
            },
            plicate: self.plicate.as_ref().map(|(d, game)| Plicate { d: *d, of: game.to_string() }),
            optional_members: self.optional.clone(),
            closed_form: self.closed_form,
            record: self.record.clone(),
            names: self.names(),
            cgsuite: cgsuite::expression(&self.rules),
        }
    }

    /// The names of the game.
    pub fn names(&self) -> Vec<&'static str> {
        names::names_of(&self.rules)
            .iter()
            .flat_map(|g| std::iter::once(g.name).chain(g.aliases.iter().copied()))
            .collect()
    }
}

/// What the rules are and which other rules are the same game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InfoAnswer {
    /// The rules in canonical form.
    pub game: String,
    /// The class, such as `finite octal code`.
    pub class: String,
    /// The rules in sentences.
    pub words: Vec<String>,
    /// The standard form, where there is one.
    pub standard_form: Option<String>,
    /// r with G_standard(n) = G(n+r).
    pub shift: Option<u64>,
    /// First cousins: the codes one token smaller and larger.
    pub cousins: Vec<String>,
    /// Other rules with the same nim-sequence.
    pub equivalent: Vec<Equivalent>,
    /// Bits of the code that make no difference.
    pub redundant_bits: RedundantBits,
    /// The game of which this one is a plicate.
    pub plicate: Option<Plicate>,
    /// Of a subtraction set: numbers that may be adjoined to it.
    pub optional_members: Option<Vec<u64>>,
    /// The theorem of the closed form that gives the values.
    pub closed_form: Option<&'static str>,
    /// What the atlas and the literature have on record, in sentences.
    pub record: Vec<String>,
    /// The names of the game.
    pub names: Vec<&'static str>,
    /// The expression that makes these rules in CGSuite.
    pub cgsuite: Option<String>,
}

/// Other rules with the same nim-sequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Equivalent {
    /// The rules.
    pub game: String,
    /// It is proved.
    pub status: OnlyProved,
    /// Why.
    pub reason: &'static str,
}

/// Bits of a code that make no difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RedundantBits {
    /// Those it has.
    pub droppable: Vec<BitAnswer>,
    /// Those it has not.
    pub addable: Vec<BitAnswer>,
}

/// A bit of a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "RedundantBit")]
pub struct BitAnswer {
    /// The place of the digit, counted from the point.
    pub digit: i64,
    /// The number of heaps left.
    pub heaps: u32,
    /// The theorem that says so.
    pub theorem: String,
}

/// G(n) = G'(n div d).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Plicate {
    /// The d.
    pub d: u64,
    /// The game with the values G'.
    pub of: String,
}

/// The answer within a budget.
pub fn answer(rules: Ruleset, budget: &Budget) -> Result<InfoAnswer, AnswerError> {
    let info = Info::new(rules, budget);
    if budget.is_stopped() {
        return Err(AnswerError::stopped());
    }
    Ok(info.answer())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Huge members: a long period says nothing, a short one about small numbers only.
    #[test]
    fn optional_members_of_huge_sets() {
        let optional =
            |rules: &str| Info::new(rules.parse().unwrap(), &Budget::unlimited()).optional;
        assert_eq!(optional("S(1000000007)"), None);
        assert_eq!(optional("S(1000000007,1000000009)"), None);
        let odd: Vec<u64> = (3..MOST_OPTIONAL).step_by(2).collect();
        assert_eq!(optional("S(1,1000000001)"), Some(odd));
        assert_eq!(optional("S(1,3)").unwrap().last(), Some(&29));
    }

    #[test]
    fn a_stopped_search_for_optional_members_says_nothing() {
        let rules: Ruleset = "S(2,5,8)".parse().unwrap();
        let budget = Budget::unlimited();
        assert!(Info::new(rules.clone(), &budget).optional.is_some());
        budget.stop();
        assert_eq!(Info::new(rules.clone(), &budget).optional, None);
        assert_eq!(answer(rules, &budget).unwrap_err().kind, crate::Kind::Stopped);
    }
}
