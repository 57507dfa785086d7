//! `solve`: the regularity of a nim-sequence and its proof.

use crate::number::Number;
use crate::word::{KindWord, StatusWord};
use crate::{AnswerError, Budget};
use schemars::JsonSchema;
use serde::Serialize;
use sprague::rules::Ruleset;
use sprague::stats::Statistics;
use sprague::triples::Triple;
use sprague::{
    Certificate, Claim, ClosedFormClaim, Findings, Game, Kind, NearMiss, NearRegularity,
    Regularity, Solution, Status,
};
use sprague_atlas::CoqTheorem;
use sprague_atlas::record::Record;

/// The regularity of a nim-sequence and what proves it. preperiod and period are the least l
/// and p with G(n+p) = G(n) + saltus for all n >= l.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SolveAnswer {
    /// The rules in canonical form.
    pub game: String,
    /// The standard form, where there is one.
    pub standard_form: Option<String>,
    /// r with G_standard(n) = G(n+r).
    pub shift: Option<u64>,
    /// The kind of regularity.
    pub kind: KindWord,
    /// The preperiod.
    pub preperiod: Option<Number>,
    /// The period.
    pub period: Option<Number>,
    /// The saltus.
    pub saltus: Option<Number>,
    /// How well it is known.
    pub status: StatusWord,
    /// Whether the checker has verified the certificate; null where there is none.
    pub checked: Option<bool>,
    /// The theorem that proves it.
    pub theorem: Option<String>,
    /// When Coq accepted the statement as a theorem, where it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coq: Option<CoqTheorem>,
    /// How many values were computed, G(0) included.
    pub computed: usize,
    /// The greatest among them.
    pub max_value: u32,
    /// Of `sapp`: the residues n mod period whose values do not grow.
    pub periodic_residues: Vec<u64>,
    /// What is known, in one sentence.
    pub statement: String,
    /// Where nothing is proved: the number of values the search ended with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// Where nothing is proved: why the search ended before its limit (null: it did not).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Option<String>>,
    /// The theorem of the closed form that gives the values, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_form: Option<&'static str>,
    /// Of a proof by automata or by a closed form: what it says in formulas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formulas: Option<Vec<String>>,
    /// Of S(a,b,c) with a+b not c, where the period is proved: which of a+b, a+c, b+c are periods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triple: Option<TripleAnswer>,
    /// The sparse space seen in the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sparse_space: Option<SparseSpaceAnswer>,
    /// Where nothing is proved or observed: the longest stretch of heaps that is regular and then
    /// is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<NearestAnswer>,
    /// Where nothing is proved or observed: the strongest sub-period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sub_period: Option<SubPeriodAnswer>,
    /// Where nothing is proved or observed: the periods that most heaps obey, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub near_misses: Vec<NearMissAnswer>,
    /// Where the proof is not of this search: `atlas`, the one that ships with the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceWord>,
    /// What the atlas and the literature have on record, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub record: Vec<String>,
}

/// Which of a+b, a+c, b+c are periods of S(a,b,c).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Triple")]
pub struct TripleAnswer {
    /// The sums that are multiples of the least period, hence periods.
    pub periods: Vec<&'static str>,
    /// The same in words.
    pub sentence: String,
}

impl TripleAnswer {
    /// For a subtraction game with three members, a+b not c, whose period is proved.
    pub fn of(solution: &Findings) -> Option<Self> {
        let triple = Triple::of(&solution.game)?;
        let period = match solution.status() {
            Status::Proved => solution.regularity()?.period,
            _ => return None,
        };
        let sentence = triple.sentence(&period)?;
        Some(Self { periods: triple.multiples_of(&period).names(), sentence })
    }

    /// The sentence by itself.
    fn alone(&self) -> String {
        let mut sentence = self.sentence.clone();
        if let Some(first) = sentence.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        sentence + "."
    }
}

/// G(n+period) = G(n) + saltus for from <= n <= to, and not for n = fails_at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Nearest")]
pub struct NearestAnswer {
    /// The first n of the stretch.
    pub from: u64,
    /// The last n of the stretch.
    pub to: u64,
    /// The period.
    pub period: u64,
    /// The saltus.
    pub saltus: u64,
    /// The first n behind it.
    pub fails_at: u64,
}

impl From<NearRegularity> for NearestAnswer {
    fn from(near: NearRegularity) -> Self {
        let NearRegularity { from, to, period, saltus } = near;
        Self { from, to, period, saltus, fails_at: near.fails_at() }
    }
}

/// G(n+period) = G(n) + saltus for a share of all n whose n+period was looked at (the first 2^20 values at most).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NearMiss")]
pub struct NearMissAnswer {
    /// The period.
    pub period: u64,
    /// The saltus.
    pub saltus: u64,
    /// The first n of the longest stretch where it holds.
    pub from: u64,
    /// The last n of it.
    pub to: u64,
    /// The first n behind it (null: the values end there).
    pub fails_at: Option<u64>,
    /// For how many n it holds.
    pub agreeing: u64,
    /// How many n were compared: 0 and those after it.
    pub compared: u64,
    /// The share of those that agree.
    pub share: f64,
}

impl From<NearMiss> for NearMissAnswer {
    fn from(miss: NearMiss) -> Self {
        let NearMiss { period, saltus, from, to, fails_at, agreeing, compared } = miss;
        Self { period, saltus, from, to, fails_at, agreeing, compared, share: miss.share() }
    }
}

/// A period that many heaps have: G(n+period) = G(n) xor nim_saltus for a share of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NearestSubPeriod")]
pub struct SubPeriodAnswer {
    /// The period.
    pub period: u64,
    /// The nim-saltus.
    pub nim_saltus: u32,
    /// The share of heaps among the last ones looked at.
    pub share: f64,
}

/// Whose proof it is, where it is not of this search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum SourceWord {
    /// A row of the atlas that ships with the program.
    Atlas,
}

/// A sparse space: rare and common values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SparseSpace")]
pub struct SparseSpaceAnswer {
    /// A value is rare when popcount(value & mask) is even.
    pub mask: u32,
    /// Whether the parity of the heap is added to that of the value.
    pub position_parity: bool,
    /// How many heaps are rare, heap 0 included.
    pub rares: u64,
    /// The last rare heap.
    pub last_rare: u64,
}

impl From<&Solution> for SolveAnswer {
    fn from(solution: &Solution) -> Self {
        solution.details().into()
    }
}

/// Near misses of an answer, where nobody says how many.
pub const NEAR: usize = 3;

impl SolveAnswer {
    /// The same with so many near misses, where nothing is known.
    #[must_use]
    pub fn near(self, solution: &Findings, most: usize) -> Self {
        if most == NEAR || self.status == StatusWord::Proved {
            return self;
        }
        let misses = solution.near_misses(most).into_iter().map(NearMissAnswer::from);
        Self { near_misses: misses.collect(), ..self }
    }

    /// What the search found and what is on record. Where the search proved nothing a proof in the
    /// atlas is the answer, and says so.
    pub fn new(solution: &Findings) -> Self {
        Self::with(solution, &Record::of(&solution.game))
    }

    /// What the search found, with what is on record about the game.
    pub fn with(solution: &Findings, record: &Record) -> Self {
        let answer = Self::from(solution);
        let proved = answer.status == StatusWord::Proved;
        let answer = Self { record: on_record(solution, record), ..answer };
        if proved {
            return answer;
        }
        let Some((row, kind)) =
            record.checked().and_then(|row| Some((row, KindWord::read(&row.kind)?)))
        else {
            let mut statement = answer.statement.clone();
            for said in &answer.record {
                statement.push_str(&format!(" On record: {said}."));
            }
            return Self { statement, ..answer };
        };
        let statement = answer.record.first().map_or_else(String::new, |said| {
            let mut said = said.clone();
            said.replace_range(..1, "P");
            said + "."
        });
        Self {
            kind,
            preperiod: row.preperiod.map(Number::from),
            period: row.period.map(Number::from),
            saltus: row.saltus.map(Number::from),
            status: StatusWord::Proved,
            checked: Some(true),
            theorem: row.theorem.clone(),
            periodic_residues: row.periodic_residues.clone(),
            statement,
            limit: None,
            stopped: None,
            nearest: None,
            sub_period: None,
            near_misses: Vec::new(),
            source: Some(SourceWord::Atlas),
            ..answer
        }
    }
}

impl From<&Findings> for SolveAnswer {
    fn from(solution: &Findings) -> Self {
        let regularity = solution.claim().and_then(Claim::regularity);
        let (preperiod, period, saltus) = match (&solution.formula, regularity) {
            (Some(ClosedFormClaim { regularity: Some(r), .. }), _) => {
                let [preperiod, period, saltus] =
                    [&r.preperiod, &r.period, &r.saltus].map(|n| Some(Number::from(n)));
                (preperiod, period, saltus)
            }
            (_, Some(r)) => {
                (Some(r.preperiod.into()), Some(r.period.into()), Some(r.saltus.into()))
            }
            (_, None) => (None, None, None),
        };
        let periodic_residues = match solution.claim() {
            Some(Claim::Sapp { periodic_residues, .. }) => periodic_residues.clone(),
            _ => Vec::new(),
        };
        let form = solution.standard_form.as_ref();
        let unproved = solution.status() != Status::Proved;
        Self {
            game: solution.game.to_string(),
            standard_form: form.map(|form| form.game.to_string()),
            shift: form.map(|form| form.shift),
            kind: solution.into(),
            preperiod,
            period,
            saltus,
            status: solution.status().into(),
            checked: solution.is_checked(),
            theorem: solution.theorem_name().map(str::to_owned),
            coq: coq_theorem(solution),
            computed: solution.values.len(),
            max_value: solution.max_value(),
            periodic_residues,
            statement: statement(solution),
            limit: unproved.then(|| solution.values.len()),
            stopped: unproved.then(|| solution.stopped.as_ref().map(ToString::to_string)),
            closed_form: solution.closed_form.as_ref().map(|form| form.theorem()),
            formulas: formulas(solution),
            triple: TripleAnswer::of(solution),
            sparse_space: solution.sparse.as_ref().map(|space| SparseSpaceAnswer {
                mask: space.mask,
                position_parity: space.position_parity,
                rares: space.rares,
                last_rare: space.last_rare,
            }),
            nearest: solution.nearest().map(NearestAnswer::from),
            sub_period: sub_period(solution),
            near_misses: solution.near_misses(NEAR).into_iter().map(NearMissAnswer::from).collect(),
            source: None,
            record: Vec::new(),
        }
    }
}

/// The formulas of a proof by automata, even where there are none, or of a closed form.
fn formulas(solution: &Findings) -> Option<Vec<String>> {
    let lines = solution.formulas();
    (solution.automaton.is_some() || !lines.is_empty()).then_some(lines)
}

/// The strongest sub-period of a game about which nothing is proved or observed, in its first
/// values.
pub fn sub_period(solution: &Findings) -> Option<SubPeriodAnswer> {
    const VALUES: usize = 1 << 16;
    const LONGEST: usize = 1000;
    if solution.claim().is_some() || solution.status() == Status::Proved {
        return None;
    }
    let statistics = Statistics::new(&solution.values.first(VALUES), None, LONGEST, 1);
    let strongest = statistics.sub_periods.first()?;
    Some(SubPeriodAnswer {
        period: strongest.period,
        nim_saltus: strongest.saltus,
        share: strongest.share,
    })
}

/// The theorem that Coq accepted, where it is what the certificate of this solution claims.
fn coq_theorem(solution: &Findings) -> Option<CoqTheorem> {
    let proved = solution.status() == Status::Proved;
    let certificate = proved.then(|| solution.certificate()).flatten()?;
    CoqTheorem::of_certificate(&certificate)
}

/// What is known, in one sentence.
pub fn statement(solution: &Findings) -> String {
    let seen = solution.values.len();
    match (solution.claim(), solution.status(), solution.theorem_name()) {
        (Some(claim), Status::Proved, Some(theorem)) => {
            let title = solution.theorem_title().unwrap_or_default();
            let checked = if solution.is_checked() == Some(false) {
                "; its certificate is not checked yet (sprague check)"
            } else {
                ""
            };
            let triple = TripleAnswer::of(solution)
                .map_or_else(String::new, |triple| format!(" {}", triple.alone()));
            format!("Proved: {claim} ({theorem}: {title}){checked}.{triple}")
        }
        (None, Status::Proved, Some(theorem)) => {
            let title = solution.theorem_title().unwrap_or_default();
            let formulas = solution.formulas().join("; ");
            if formulas.is_empty() {
                format!("Proved by {theorem}: {title}.")
            } else {
                format!("Proved: {formulas} ({theorem}: {title}).")
            }
        }
        (Some(claim), _, _) => {
            let what = claim
                .regularity()
                .map_or_else(|| claim.to_string(), |regularity| regularity.to_string());
            format!("Observed on the first {seen} values, not proved: {what}.")
        }
        (None, _, _) => {
            let nearest =
                solution.nearest().map_or_else(String::new, |near| format!(" Nearest: {near}."));
            format!(
                "Open: no regularity is seen in the first {seen} values, and nothing is proved.{nearest}"
            )
        }
    }
}

/// What is known, short enough to stand under the title of a picture.
pub fn caption(solution: &Findings) -> String {
    let seen = solution.values.len();
    let Some(claim) = solution.claim() else {
        if let (Status::Proved, Some(title)) = (solution.status(), solution.theorem_title()) {
            return format!("Proved: a formula for every heap ({title})");
        }
        return format!("No regularity is seen in the first {seen} values; nothing is proved");
    };
    let what = match claim.regularity() {
        Some(Regularity { preperiod, period, saltus }) => {
            let growth = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
            let but = if matches!(claim, Claim::Sapp { .. }) { " (growing classes)" } else { "" };
            format!("G(n+{period}) = G(n){growth}{but} for all n ≥ {preperiod}")
        }
        None if matches!(claim, Claim::LargeRegular(_)) => {
            claim.to_string().split(';').next().unwrap_or_default().to_owned()
        }
        None if claim.kind() == Kind::Ruler => "ruler-regular for all n".to_owned(),
        None => format!("{} for all n", claim.kind()),
    };
    match (solution.status(), solution.theorem_name()) {
        (Status::Proved, Some(theorem)) if solution.is_checked() == Some(false) => {
            format!("Proved, certificate not checked yet: {what} ({theorem})")
        }
        (Status::Proved, Some(theorem)) => format!("Proved: {what} ({theorem})"),
        _ => format!("Observed on {seen} values, not proved: {what}"),
    }
}

/// What is on record about a game, beside what a search found.
pub fn on_record(solution: &Findings, record: &Record) -> Vec<String> {
    if solution.status() != Status::Proved {
        return record.sentences(solution.values.len() as u64);
    }
    let regularity = solution.claim().and_then(Claim::regularity);
    record.beside_a_proof(
        regularity.map(|r| (solution.kind().name(), r.preperiod, r.period, r.saltus)),
    )
}

/// Values of a search that need not find the proof.
const GLANCE: u64 = 1 << 14;

/// How many values a search for the regularity should compute: so many, but few where the atlas has
/// a proof that takes long to find again.
pub fn search_limit(rules: &Ruleset, limit: u64) -> u64 {
    if limit > GLANCE && Record::of(rules).is_long() { GLANCE } else { limit }
}

/// Solves within a budget. Where the atlas has a proof that takes long to find again, that is the
/// answer ([`SolveAnswer::new`]), and the search is short.
pub fn solve(rules: &Ruleset, limit: u64, budget: &Budget) -> Result<Solution, AnswerError> {
    let limit = search_limit(rules, limit);
    let work = budget.clone().values(limit.min(budget.most_values()));
    let solution = Game::from(rules.clone()).solve_within(&work);
    if budget.is_stopped() {
        return Err(AnswerError::stopped());
    }
    Ok(solution?)
}

fn nothing(rules: &Ruleset) -> AnswerError {
    AnswerError::refused(format!("nothing is proved about {rules}"))
        .with_hint("a certificate exists only for what is proved")
}

/// The certificate of what can be proved within a budget.
pub fn certificate(
    rules: &Ruleset,
    limit: u64,
    budget: &Budget,
) -> Result<Certificate, AnswerError> {
    solve(rules, limit, budget)?.certificate().or_else(|_| {
        let record = Record::of(rules);
        if let Some(missing) = record.missing {
            return Err(AnswerError::refused(missing));
        }
        let kept = record.checked().and(record.certificate.as_ref());
        Ok(kept.ok_or_else(|| nothing(rules))?.json.parse()?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that proves nothing is answered by a proof on record, if the checker saw it.
    #[test]
    fn a_proof_in_the_atlas_is_an_answer() {
        let search = |game: &str| {
            let game: Game = game.parse().unwrap();
            game.solve_within(&Budget::unlimited().values(60)).unwrap()
        };
        let kayles = search("Kayles");
        assert_ne!(SolveAnswer::from(&kayles).status, StatusWord::Proved);
        let mut record = Record::of(&kayles.details().game);
        let answer = SolveAnswer::with(kayles.details(), &record);
        assert_eq!((answer.status, answer.source), (StatusWord::Proved, Some(SourceWord::Atlas)));
        assert_eq!(answer.period, Some(Number::from(12)));
        assert!(answer.statement.starts_with("Proved in the atlas: G(n+12)=G(n)"), "{answer:?}");
        assert_eq!(SolveAnswer::new(kayles.details()).source, Some(SourceWord::Atlas));
        // A row that nobody checked is told, and proves nothing.
        record.row.as_mut().unwrap().checked = false;
        let answer = SolveAnswer::with(kayles.details(), &record);
        assert_ne!(answer.status, StatusWord::Proved);
        assert!(answer.record[0].starts_with("proved in the atlas"), "{answer:?}");
        // A search that proves the game says what is on record, too.
        let proved = "Kayles".parse::<Game>().unwrap();
        let proved = proved.solve_within(&Budget::unlimited().values(1000)).unwrap();
        let answer = SolveAnswer::new(proved.details());
        assert_eq!((answer.status, answer.source), (StatusWord::Proved, None));
        assert!(answer.record[0].starts_with("in the atlas, too: verified by"), "{answer:?}");
        assert!(answer.record[1].starts_with("published: preperiod 71, period 12 [Guy"));
        let unknown = SolveAnswer::new(search("0.66666").details());
        assert_eq!((unknown.status, unknown.record.len()), (StatusWord::Open, 0));
    }

    /// What the checker was not asked about is proved all the same, and every text says so.
    #[test]
    fn a_certificate_that_is_not_checked_yet_is_called_so() {
        let budget = Budget::unlimited().values(30_000);
        for (game, checked) in [
            ("4.376", Some(false)),
            ("Kayles", Some(true)),
            ("S(1000000007,1000000009)", Some(true)),
            ("AllBut(1000000007)", Some(true)),
            ("Mark(1000)", Some(true)),
            ("0.6", None),
        ] {
            let found = solve(&game.parse().unwrap(), 30_000, &budget).unwrap();
            let answer = SolveAnswer::from(&found);
            assert_eq!(answer.checked, checked, "{game}");
            let says = |text: &str| text.contains("not checked yet");
            assert_eq!(says(&answer.statement), checked == Some(false), "{}", answer.statement);
            assert_eq!(
                says(&caption(found.details())),
                checked == Some(false),
                "{}",
                caption(found.details())
            );
        }
        let mut found = solve(&"4.376".parse().unwrap(), 30_000, &budget).unwrap();
        found.check(&sprague::checking_budget()).unwrap();
        let answer = SolveAnswer::from(&found);
        assert_eq!(answer.checked, Some(true));
        assert!(!answer.statement.contains("not checked"), "{}", answer.statement);
    }
}
