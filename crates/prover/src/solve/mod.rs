//! From a game to a theorem: values, regularity, proof.

mod automata;
mod cost;
mod evidence;
mod formula;
mod solution;
mod sparse;

pub use evidence::{Evidence, Proved};
pub use solution::{ClosedFormClaim, Solution, Standard, Status, Unfinished};

use crate::closed_form::{self, BigRegularity, ClosedForm};
use crate::find::{Lags, minimise, sapp};
use crate::theorem::{self, Theorem, no_arithmetic_octal, refutation, sparse_window};
use crate::values::{Computed, Values};
use automata::{automaton_at, by_automaton, most_values};
use formula::{by_formula, or_by_formula};
use num_traits::ToPrimitive;
use sparse::Sparse;
use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim, Cousin, Proof, Regularity};
use sprague_engine::{EngineChoice, EngineError, Sequence};
use sprague_games::Ruleset;
use std::fmt;
use std::sync::Arc;

/// Which sort of proof to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The theorems first, then automata where they are promising: not for games with
    /// finitely many moves to at most two heaps; at last a closed form.
    #[default]
    Auto,
    /// The theorems only.
    Theorems,
    /// A proof by automata only.
    Automaton,
}

/// Why a game could not be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The values could not be computed.
    Engine(EngineError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// The theorems for a game and, where it differs, for its standard form.
struct Theorems {
    own: Vec<Box<dyn Theorem>>,
    standard: Vec<Box<dyn Theorem>>,
    standard_game: Option<Standard>,
}

impl Theorems {
    fn new(rules: &Ruleset, budget: &Budget) -> Self {
        if rules.has_pass() {
            let without = without_pass(rules, budget);
            let own = without.map(|without| theorem::with_pass(rules, without)).unwrap_or_default();
            return Self { own, standard: Vec::new(), standard_game: None };
        }
        let standard_game = Standard::of(rules);
        let standard = match &standard_game {
            Some(form) if form.shift > 0 => theorem::applicable(&form.game),
            _ => Vec::new(),
        };
        Self { own: theorem::applicable(rules), standard, standard_game }
    }

    /// A proof of this regularity from these values.
    fn prove(&self, regularity: Regularity, values: &[u32]) -> Option<(Regularity, Proof)> {
        let have = values.len() as u64;
        for theorem in &self.own {
            if theorem.needed(regularity).is_some_and(|needed| needed <= have)
                && let Some(proof) = theorem.prove(regularity, values)
            {
                return Some((regularity, proof));
            }
        }
        let form = self.standard_game.as_ref().filter(|form| form.shift > 0)?;
        let shift = form.shift as usize;
        if shift >= values.len() {
            return None;
        }
        let shifted =
            Regularity { preperiod: regularity.preperiod.saturating_sub(form.shift), ..regularity };
        for theorem in &self.standard {
            if theorem.needed(shifted).is_some_and(|needed| needed <= have - form.shift)
                && let Some(proof) = theorem.prove(shifted, &values[shift..])
            {
                let claim = minimise(&values[shift..], shifted);
                let of = Certificate {
                    game: form.game.to_string(),
                    claim: Claim::Regular(claim),
                    proof,
                };
                return Some((regularity, Proof::StandardForm(Cousin { of: Box::new(of) })));
            }
        }
        None
    }

    /// The least number of values by which some theorem would prove this regularity.
    fn needed(&self, regularity: Regularity) -> Option<u64> {
        self.own.iter().filter_map(|theorem| theorem.needed(regularity)).min()
    }
}

/// What is proved about a game with a pass when the pass is left away, its sequence being regular.
fn without_pass(rules: &Ruleset, budget: &Budget) -> Option<Regularity> {
    let few = budget.clone().silent().values(budget.most_values().min(DENSE));
    let found = search(&rules.without_pass(), &few, Method::Theorems).ok()?;
    match found.claim() {
        Some(Claim::Regular(regularity)) if found.status() == Status::Proved => Some(*regularity),
        _ => None,
    }
}

/// With less memory than this many values need, nothing is computed at all.
const LEAST_LIMIT: u64 = 64;
/// How many values are computed where no theorem could use them.
const LOOK: u64 = 1 << 14;

/// So many times preperiod and period are computed where a formula proves them.
const FEW_PERIODS: u32 = 16;

/// How many values the simple engines compute before the sparse-space engine is tried.
const SIMPLE: u64 = 8192;
/// Values of a game without a sparse space are computed up to the limit where that is at most
/// this, since each costs as much as all before it...
const PATIENT: u64 = 1_000_000;
/// ...and else up to this many.
const DENSE: u64 = 1 << 16;

/// Computes values of `rules` until a theorem applies or a limit is reached. Where the budget
/// ends the search, what was found so far is returned.
///
/// The checker is asked about the certificate at once where that takes about a second at most;
/// else [`Solution::is_checked`] says that it was not, and [`Solution::check`] asks it.
pub fn solve(rules: &Ruleset, budget: &Budget, method: Method) -> Result<Solution, Error> {
    let found = search(rules, budget, method)?;
    let found = if method == Method::Auto { or_by_formula(found) } else { found };
    Ok(found.checked_soon(budget))
}

fn search(rules: &Ruleset, budget: &Budget, method: Method) -> Result<Solution, Error> {
    let form: Option<Arc<dyn ClosedForm>> = closed_form::find(rules).map(Arc::from);
    let theorems = Theorems::new(rules, budget);
    let solution = |claim: Option<Claim>, proof: Option<Proof>, values, sparse, stopped| Solution {
        game: rules.clone(),
        standard_form: theorems.standard_game.clone(),
        evidence: match (claim, proof) {
            (Some(claim), Some(proof)) => {
                let game = rules.to_string();
                Evidence::Unchecked(Box::new(Certificate { game, claim, proof }))
            }
            (Some(claim), None) => Evidence::Observed(claim),
            (None, _) => Evidence::None,
        },
        values,
        sparse,
        automaton: None,
        formula: None,
        closed_form: form.clone(),
        stopped,
    };
    if method == Method::Auto
        && let Some(form) = &form
        && let Some((formula, claim, proof, values)) = by_formula(rules, form.as_ref(), budget)
    {
        let mut found = solution(claim, proof, values, None, None);
        if found.evidence.certificate().is_none() {
            let claim = found.evidence.claim().cloned();
            found.evidence = Evidence::ClosedForm { theorem: formula.theorem, claim };
        }
        return Ok(Solution { formula: Some(formula), ..found });
    }
    let mut limit = budget.most_values().max(1);
    if theorems.own.is_empty() && theorems.standard.is_empty() || method == Method::Automaton {
        // Nothing can be proved from values: a look is enough.
        limit = limit.min(LOOK);
    }
    if method == Method::Auto && form.as_ref().is_some_and(|form| form.greatest().is_some()) {
        limit = limit.min(LOOK); // no theorem with a window knows prime factors
    }
    if rules.has_pass() && limit > PATIENT {
        limit = DENSE; // no engine for sparse spaces knows a pass
    }
    if method == Method::Auto
        && let Some(BigRegularity { preperiod, period, .. }) =
            form.as_ref().and_then(|form| form.regularity())
    {
        // The formula is a proof; a theorem with a certificate needs a few periods, or comes never.
        let few = ((preperiod + period) * FEW_PERIODS).to_u64().unwrap_or(u64::MAX);
        limit = limit.min(few.max(LOOK));
    }
    let mut moves = rules.finite_moves().filter(|moves| sparse_window::covers(moves));
    // What the sparse-space engine found, where that is no sparse space.
    let mut dense = None;
    let counted = |limit| budget.clone().values(limit);
    // As far as the memory reaches.
    let asked = limit;
    let begin = |count| Sequence::new(rules, count - 1, EngineChoice::Best, &counted(count));
    // A search for an automaton may want more values than the theorems.
    let more = match automaton_at(rules, method, budget, limit) {
        Some(_) => most_values(rules, budget),
        None => 0,
    };
    let sequence = loop {
        match begin(limit.max(more)).or_else(|_| begin(limit)) {
            Err(EngineError::Memory { .. }) if limit > LEAST_LIMIT => {
                limit = (limit / 4 * 3).max(LEAST_LIMIT);
            }
            started => break started.map_err(Error::Engine)?,
        }
    };
    let mut computed = Computed::new(sequence);
    let mut simple_limit = if moves.is_some() { limit.min(SIMPLE) } else { limit };
    let mut stopped = None;
    let mut target = 64.min(limit);
    let mut try_automaton_at = automaton_at(rules, method, budget, limit);
    loop {
        if try_automaton_at.is_some_and(|at| computed.values().len() as u64 >= at) {
            try_automaton_at = None;
            match by_automaton(rules, &mut computed, budget, method) {
                Ok(Some(proved)) => {
                    let certificate = proved.certificate();
                    let (claim, proof) = (Some(certificate.claim), Some(certificate.proof));
                    let values = Values::Wide(computed.into_values());
                    let found = solution(claim, proof, values, None, None);
                    return Ok(Solution { automaton: Some(proved), ..found });
                }
                Ok(None) if method == Method::Automaton => stopped = Some(Unfinished::NoAutomaton),
                Ok(None) => {}
                Err(spent) => stopped = Some(Unfinished::Spent(spent)),
            }
        }
        if stopped.is_none() {
            stopped = extend(&mut computed, target)?;
        }
        let values = computed.values();
        let lags = Lags::new(values);
        if method != Method::Automaton
            && let Some((regularity, proof)) = prove_any(&theorems, &lags, values)
        {
            let claim = Some(Claim::Regular(regularity));
            let values = Values::Wide(computed.into_values());
            return Ok(solution(claim, Some(proof), values, None, None));
        }
        if stopped.is_some() {
            break;
        }
        if values.len() as u64 >= limit {
            if try_automaton_at.is_some() {
                continue;
            }
            break;
        }
        if values.len() as u64 >= simple_limit {
            let Some(finite) = &moves else { break };
            match Sparse::behind(values, finite, budget) {
                Ok(None) => simple_limit = simple_limit.saturating_mul(2).min(limit),
                started => {
                    moves = None;
                    simple_limit = if limit <= PATIENT { limit } else { DENSE };
                    if let Ok(Some(mut sparse)) = started {
                        let found = sparse.solve(rules, &theorems, budget, solution);
                        if !sparse.is_dense || found.values.len() as u64 >= simple_limit {
                            return Ok(found);
                        }
                        // What it has computed is not computed again.
                        computed.take(found.values.first(found.values.len()));
                        dense = Some((found.sparse, found.stopped));
                        continue;
                    }
                }
            }
        }
        target = next_target(&theorems, &lags).min(simple_limit);
        if let Some(at) = try_automaton_at {
            target = target.min(at);
        }
    }
    let values = computed.into_values();
    let (space, why) = dense.unwrap_or((None, None));
    stopped = stopped.or(why.filter(|_| (values.len() as u64) < limit));
    if limit < asked {
        stopped = stopped.or(Some(Unfinished::Memory));
    }
    let claim = observe(rules, &values);
    Ok(solution(claim, None, Values::Wide(values), space, stopped))
}

/// Computes values up to `target` of them; says why it stopped early, if it did.
fn extend(computed: &mut Computed, target: u64) -> Result<Option<Unfinished>, Error> {
    match computed.reach(target) {
        Ok(()) => Ok(None),
        // What was computed stays usable; nothing at all is an error.
        Err(EngineError::Spent(spent)) => Ok(Some(Unfinished::Spent(spent))),
        Err(error) if computed.values().len() > 1 => Ok(Some(Unfinished::Engine(error))),
        Err(error) => Err(Error::Engine(error)),
    }
}

/// The least period that a theorem proves from these values.
fn prove_any(
    theorems: &Theorems,
    lags: &Lags<'_, u32>,
    values: &[u32],
) -> Option<(Regularity, Proof)> {
    (1..=values.len() / 2).find_map(|p| {
        let regularity = lags.regularity(p)?;
        // Every theorem needs more than the period beyond the preperiod.
        if regularity.preperiod + 2 * regularity.period > values.len() as u64 {
            return None;
        }
        let (proved, proof) = theorems.prove(regularity, values)?;
        let least = minimise(values, proved);
        // A multiple of the least period may come first where the theorem asks for one.
        if least.period == proved.period {
            Some((least, proof))
        } else {
            theorems.prove(least, values)
        }
    })
}

/// How many values to compute next: what the regularity at the end of the data needs, if it
/// looks serious, else half as many again.
fn next_target(theorems: &Theorems, lags: &Lags<'_, u32>) -> u64 {
    let n = lags.len() as u64;
    let grow = n + n / 2 + 1;
    let needed = lags.observed().and_then(|regularity| theorems.needed(regularity));
    match needed {
        Some(needed) if needed > n => needed.min(4 * n).max(n + n / 8),
        _ => grow,
    }
}

/// The least number of values on which an observation is worth reporting.
const LEAST_OBSERVED: usize = 256;

/// Whether a regularity is worth reporting: it begins in the first quarter of the data. Values
/// that grow like a logarithm look periodic for half of all data, whatever their number.
fn convincing(regularity: &Regularity, values: usize) -> bool {
    values >= LEAST_OBSERVED && regularity.preperiod + regularity.period <= values as u64 / 4
}

/// A regularity that holds on the data and that no theorem forbids.
fn observe(rules: &Ruleset, values: &[u32]) -> Option<Claim> {
    let regularity = Lags::new(values).observed();
    if let Some(regularity) = regularity.filter(|r| convincing(r, values.len()))
        && !no_arithmetic_octal::forbids(rules, regularity)
        && (regularity.saltus > 0 || refutation::refute(rules, values, regularity.period).is_none())
    {
        return Some(Claim::Regular(regularity));
    }
    let found = sapp(values, 6).filter(|found| convincing(&found.regularity, values.len()))?;
    (!no_arithmetic_octal::forbids(rules, found.regularity)).then_some(Claim::Sapp {
        regularity: found.regularity,
        periodic_residues: found.periodic_residues,
    })
}

#[cfg(test)]
mod tests;
