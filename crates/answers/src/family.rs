//! `family`: games with a parameter, and how preperiod, period and saltus depend on it.

use crate::number::Number;
use crate::word::{KindWord, StatusWord};
use num_bigint::BigInt;
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::Serialize;
use sprague::Status;
use sprague::families::{Fit, Member, Survey, Template};

/// What a survey of a family has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FamilyAnswer {
    /// The family.
    pub family: String,
    /// The first parameter.
    pub from: u64,
    /// The last parameter.
    pub to: u64,
    /// The games that there are.
    pub games: Vec<FamilyMember>,
    /// The parameters for which there is none, or whose game was not computed, and why.
    pub skipped: Vec<FamilySkipped>,
    /// How preperiod, period and saltus of the games that are proved depend on k: conjectures. Empty
    /// where no such game has them.
    pub laws: Vec<FamilyLaw>,
}

/// A game of the family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FamilyMember {
    /// The parameter.
    pub k: u64,
    /// The rules in canonical form.
    pub game: String,
    /// The kind of regularity.
    pub kind: KindWord,
    /// The least preperiod.
    pub preperiod: Option<Number>,
    /// The least period.
    pub period: Option<Number>,
    /// The saltus.
    pub saltus: Option<Number>,
    /// How well this is known.
    pub status: StatusWord,
    /// The theorem that proves it.
    pub theorem: Option<String>,
}

/// A parameter without a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FamilySkipped {
    /// The parameter.
    pub k: u64,
    /// Why.
    pub reason: String,
}

/// A quasi-polynomial of k: a conjecture, with the range on which it was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FamilyLaw {
    /// `preperiod`, `period` or `saltus`.
    pub quantity: &'static str,
    /// The residues of k modulo this number have formulas of their own; null where nothing fits.
    pub modulus: Option<u64>,
    /// The formulas.
    pub formulas: Vec<FamilyFormula>,
    /// The first k for which it holds.
    pub from: Option<u64>,
    /// The last k for which it was seen to hold.
    pub to: Option<u64>,
    /// The k between these of which nothing of the sort is proved: the game is open, or no period and
    /// saltus say what it is.
    pub without: Vec<u64>,
    /// The first k where it fails (null: none was found).
    pub fails_at: Option<u64>,
    /// What stands there.
    pub found: Option<String>,
    /// What the formula says there, where that is a whole number.
    pub expected: Option<String>,
}

/// A formula of some residues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FamilyFormula {
    /// The polynomial, such as `8k+2`.
    pub formula: String,
    /// The residues of k it is for.
    pub residues: Vec<u64>,
}

impl FamilyAnswer {
    /// The answer of a survey.
    pub fn new(template: &Template, from: u64, to: u64, survey: &Survey) -> Self {
        let skipped = survey.skipped.iter();
        Self {
            family: template.to_string(),
            from,
            to,
            games: survey.members.iter().map(FamilyMember::from).collect(),
            skipped: skipped
                .map(|(k, reason)| FamilySkipped { k: *k, reason: reason.clone() })
                .collect(),
            laws: laws(survey),
        }
    }
}

impl From<&Member> for FamilyMember {
    fn from(member: &Member) -> Self {
        let solution = &member.solution;
        let regularity = solution.regularity();
        let number = |f: fn(&sprague::rules::closed_form::BigRegularity) -> &BigUint| {
            regularity.as_ref().map(|r| Number::from(f(r)))
        };
        Self {
            k: member.k,
            game: solution.game.to_string(),
            kind: solution.into(),
            preperiod: number(|r| &r.preperiod),
            period: number(|r| &r.period),
            saltus: number(|r| &r.saltus),
            status: solution.status().into(),
            theorem: solution.theorem_name().map(str::to_owned),
        }
    }
}

/// The laws of the three quantities, from the games that are proved.
fn laws(survey: &Survey) -> Vec<FamilyLaw> {
    let proved: Vec<_> = (survey.members.iter())
        .filter(|member| member.solution.status() == Status::Proved)
        .filter_map(|member| Some((member.k, member.solution.regularity()?)))
        .collect();
    let others = survey.members.iter().map(|member| member.k);
    let without: Vec<u64> = others.filter(|k| proved.iter().all(|(at, _)| at != k)).collect();
    let of = |quantity: &'static str,
              value: fn(&sprague::rules::closed_form::BigRegularity) -> &BigUint| {
        let points: Vec<(u64, BigInt)> =
            proved.iter().map(|(k, r)| (*k, BigInt::from(value(r).clone()))).collect();
        (!points.is_empty()).then(|| FamilyLaw::new(quantity, Fit::new(&points), &without))
    };
    let laws = [
        of("preperiod", |r| &r.preperiod),
        of("period", |r| &r.period),
        of("saltus", |r| &r.saltus),
    ];
    laws.into_iter().flatten().collect()
}

/// So many numbers are listed in a sentence.
const SHOWN: usize = 8;

impl FamilyLaw {
    fn new(quantity: &'static str, fit: Option<Fit>, without: &[u64]) -> Self {
        let Some(fit) = fit else {
            let (formulas, none) = (Vec::new(), None);
            let (modulus, from, to, fails_at) = (none, none, none, none);
            return Self {
                quantity,
                modulus,
                formulas,
                from,
                to,
                without: Vec::new(),
                fails_at,
                found: None,
                expected: None,
            };
        };
        let formulas = fit.law.formulas().into_iter();
        let refuted = fit.refuted.as_ref();
        Self {
            quantity,
            modulus: Some(fit.law.modulus()),
            formulas: formulas
                .map(|(formula, residues)| FamilyFormula { formula, residues })
                .collect(),
            from: Some(fit.from),
            to: Some(fit.to),
            without: without.iter().copied().filter(|k| (fit.from..=fit.to).contains(k)).collect(),
            fails_at: refuted.map(|refuted| refuted.k),
            found: refuted.map(|refuted| refuted.found.to_string()),
            expected: refuted.and_then(|refuted| Some(refuted.expected.as_ref()?.to_string())),
        }
    }

    /// The law in words.
    pub fn sentence(&self) -> String {
        let (Some(modulus), Some(from), Some(to)) = (self.modulus, self.from, self.to) else {
            return "no quasi-polynomial of k fits".into();
        };
        let cases: Vec<String> = (self.formulas.iter())
            .map(|FamilyFormula { formula, residues }| {
                if residues.len() as u64 == modulus {
                    return formula.clone();
                }
                let list: Vec<String> = residues.iter().map(ToString::to_string).collect();
                format!("{formula} where k mod {modulus} = {}", list.join(", "))
            })
            .collect();
        let cases = cases.join("; ");
        let list: Vec<String> = self.without.iter().take(SHOWN).map(ToString::to_string).collect();
        let more = match self.without.len() {
            0 => String::new(),
            n if n > SHOWN => format!(" but {} and {} more", list.join(", "), n - SHOWN),
            _ => format!(" but {}", list.join(", ")),
        };
        let to = format!("{to}{more}");
        match (self.fails_at, &self.found, &self.expected) {
            (Some(k), Some(found), Some(expected)) => format!(
                "{cases} for k = {from} to {to}; refuted at k = {k}: {found}, not {expected}"
            ),
            (Some(k), Some(found), None) => {
                format!("{cases} for k = {from} to {to}; refuted at k = {k}: {found}")
            }
            _ => format!("{cases} (conjecture, holds for k = {from} to {to})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::Budget;

    /// A law is not said to hold where there is no number it could be about.
    #[test]
    fn games_without_a_period() {
        let template: Template = "0.2(0)^k48".parse().unwrap();
        let (time, budget) = (std::time::Duration::from_secs(60), Budget::new().values(4096));
        let survey = sprague::families::survey(&template, 2..=9, time, &budget).unwrap();
        let answer = FamilyAnswer::new(&template, 2, 9, &survey);
        let period = answer.laws.iter().find(|law| law.quantity == "period").unwrap();
        assert_eq!(period.without, [3, 5, 7]);
        assert_eq!(period.sentence(), "2 (conjecture, holds for k = 2 to 8 but 3, 5, 7)");
    }
}
