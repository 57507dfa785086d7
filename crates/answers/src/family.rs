//! `family`: games with a parameter, and how preperiod, period and saltus depend on it.

use crate::number::Number;
use crate::word::{KindWord, StatusWord};
use num_bigint::BigInt;
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
    /// The least period; of a ruler game the p of its formulas G(pk+j) = sk + ....
    pub period: Option<Number>,
    /// The saltus; of a ruler game the s of its formulas.
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
    /// How many games it was looked for in: those that are proved and have the quantity.
    pub games: u64,
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
        let [preperiod, period, saltus] =
            member.numbers().map(|number| number.as_ref().map(Number::from));
        Self {
            k: member.k,
            game: solution.game.to_string(),
            kind: solution.into(),
            preperiod,
            period,
            saltus,
            status: solution.status().into(),
            theorem: solution.theorem_name().map(str::to_owned),
        }
    }
}

/// The laws of the three quantities, from the games that are proved.
fn laws(survey: &Survey) -> Vec<FamilyLaw> {
    let law = |(quantity, column): (&'static str, usize)| {
        let proved = |member: &&Member| member.solution.status() == Status::Proved;
        let points: Vec<(u64, BigInt)> = (survey.members.iter().filter(proved))
            .filter_map(|member| Some((member.k, member.numbers()[column].clone()?.into())))
            .collect();
        let others = survey.members.iter().map(|member| member.k);
        let without: Vec<u64> = others.filter(|k| points.iter().all(|(at, _)| at != k)).collect();
        (!points.is_empty()).then(|| FamilyLaw::new(quantity, &points, &without))
    };
    [("preperiod", 0), ("period", 1), ("saltus", 2)].into_iter().filter_map(law).collect()
}

/// A formula that is not constant has two coefficients, and a game more to show that it is one.
const FEWEST: u64 = 3;
/// So many numbers are listed in a sentence.
const SHOWN: usize = 8;

impl FamilyLaw {
    fn new(quantity: &'static str, points: &[(u64, BigInt)], without: &[u64]) -> Self {
        let games = points.len() as u64;
        let Some(fit) = Fit::new(points) else {
            let (formulas, none) = (Vec::new(), None);
            let (modulus, from, to, fails_at) = (none, none, none, none);
            return Self {
                quantity,
                games,
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
            games,
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
            return match self.games {
                games if games < FEWEST => format!("{games} games are too few to see a formula"),
                _ => "no quasi-polynomial of k fits".into(),
            };
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
        let period = law("{k=}.0", 2..=9, "period");
        assert_eq!(period.without, [3, 5, 7]);
        assert_eq!(period.sentence(), "k (conjecture, holds for k = 2 to 8 but 3, 5, 7)");
    }

    fn law(family: &str, range: std::ops::RangeInclusive<u64>, quantity: &str) -> FamilyLaw {
        let template: Template = family.parse().unwrap();
        let (time, budget) = (std::time::Duration::from_secs(60), Budget::new().values(4096));
        let survey = sprague::families::survey(&template, range.clone(), time, &budget).unwrap();
        let answer = FamilyAnswer::new(&template, *range.start(), *range.end(), &survey);
        answer.laws.into_iter().find(|law| law.quantity == quantity).unwrap()
    }

    /// Ruler games have the p and s of their formulas (Grossman and Nowakowski, Theorem 5: p = 6(m+2)+1 for 2m+1
    /// zeros), the others of the family have a period.
    #[test]
    fn ruler_games() {
        let sentence = |quantity| law("0.2(0)^k48", 2..=9, quantity).sentence();
        assert_eq!(
            sentence("period"),
            "2 where k mod 2 = 0; 3k+10 where k mod 2 = 1 (conjecture, holds for k = 2 to 9)"
        );
        assert_eq!(
            sentence("saltus"),
            "0 where k mod 2 = 0; 4 where k mod 2 = 1 (conjecture, holds for k = 2 to 9)"
        );
    }

    /// Two games show no formula, and refute none.
    #[test]
    fn too_few_games() {
        let two = law("S(1,k)", 2..=3, "period");
        assert_eq!((two.modulus, two.games), (None, 2));
        assert_eq!(two.sentence(), "2 games are too few to see a formula");
    }
}
