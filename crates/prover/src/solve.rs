//! From a game to a theorem: values, regularity, proof.

use crate::automaton;
use crate::closed_form::{self, BigRegularity};
use crate::find::{Lags, minimise, sapp};
use crate::theorem::sparse_window::{self, SparseData};
use crate::theorem::{self, Theorem, no_arithmetic_octal, refutation};
use crate::values::Values;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_certificate::{Certificate, Claim, Cousin, Proof, Regularity};
use sprague_engine::sparse::{SparseEngine, SparseError};
use sprague_engine::{Engine, EngineError, MemoryLimit};
use sprague_games::moves::Move;
use sprague_games::standard_form::standard_form;
use sprague_games::{Family, Ruleset};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The greatest number of values computed.
    pub limit: u64,
    /// Give up after this time.
    pub time: Option<Duration>,
    /// How much memory the values may take.
    pub memory: MemoryLimit,
    /// Which sort of proof to look for.
    pub method: Method,
}

/// Which sort of proof to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The theorems first, then automata where they are promising: not for games with
    /// finitely many moves to at most two heaps.
    #[default]
    Auto,
    /// The theorems only.
    Theorems,
    /// A proof by automata only.
    Automaton,
}

impl Default for Options {
    fn default() -> Self {
        Self { limit: 20_000, time: None, memory: MemoryLimit::NONE, method: Method::Auto }
    }
}

/// How well a statement is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A theorem proves it; all its hypotheses were checked.
    Proved,
    /// It holds on all values computed, and no theorem applies.
    Observed,
    /// Nothing is known beyond the values computed.
    Open,
}

impl Status {
    /// The status in words, as `sprague solve` prints it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Observed => "observed",
            Self::Open => "open",
        }
    }
}

/// The standard form of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standard {
    /// The game in standard form.
    pub game: Ruleset,
    /// r with G_standard(n) = G(n+r).
    pub shift: u64,
}

/// What was found about a game.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The game.
    pub game: Ruleset,
    /// Its standard form, where there is one.
    pub standard_form: Option<Standard>,
    /// What holds, if anything was found.
    pub claim: Option<Claim>,
    /// How well it is known.
    pub status: Status,
    /// Why it holds.
    pub proof: Option<Proof>,
    /// G(0), G(1), ..., as far as computed.
    pub values: Values,
    /// The sparse space in use at the end, for long runs.
    pub sparse: Option<SparseSpace>,
    /// The proof by automata, where that is the proof.
    pub automaton: Option<Box<automaton::Proved>>,
    /// The closed form, where that is the proof.
    pub formula: Option<Formula>,
    /// Why the computation ended before the limit, if it did and nothing was proved.
    pub stopped: Option<String>,
}

/// A closed form that gives the regularity of a game too long to compute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The theorem, with its source.
    pub theorem: &'static str,
    /// Preperiod, period and saltus; the claim has them as well where they are below 2^64.
    pub regularity: BigRegularity,
}

/// A sparse space: most heaps have common values, a few have rare ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseSpace {
    /// A value is rare when popcount(value & mask) is even.
    pub mask: u32,
    /// Whether the parity of the heap is added to that of the value.
    pub position_parity: bool,
    /// How many heaps are rare, heap 0 included.
    pub rares: u64,
    /// The last rare heap.
    pub last_rare: u64,
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

impl Solution {
    /// The name of the theorem, where the claim is proved.
    pub fn theorem(&self) -> Option<&'static str> {
        match self.formula {
            Some(_) => Some("closed-form"),
            None => self.proof.as_ref().map(Proof::theorem),
        }
    }

    /// Where that theorem comes from, in a few words.
    pub fn theorem_title(&self) -> Option<&'static str> {
        match &self.formula {
            Some(formula) => Some(formula.theorem),
            None => self.theorem().map(crate::theorem_title),
        }
    }

    /// The kind of regularity, or `open`.
    pub fn kind(&self) -> &'static str {
        match (&self.claim, &self.formula) {
            (Some(claim), _) => claim.kind(),
            (None, Some(formula)) if formula.regularity.saltus == BigUint::ZERO => "periodic",
            (None, Some(_)) => "arithmetic-periodic",
            (None, None) => "open",
        }
    }

    /// The greatest value among those computed.
    pub fn max_value(&self) -> u32 {
        self.values.max()
    }

    /// The certificate, where the claim is proved by a theorem that certificates know.
    pub fn certificate(&self) -> Option<Certificate> {
        Some(Certificate {
            game: self.game.to_string(),
            claim: self.claim.clone()?,
            proof: self.proof.clone()?,
        })
    }

    /// G(n) for a heap of any size: from the values computed, or from the regularity if it is
    /// proved. `None` where neither reaches.
    pub fn value(&self, n: &BigUint) -> Option<BigUint> {
        if let Some(value) = n.to_usize().and_then(|n| self.values.get(n)) {
            return Some(value.into());
        }
        if self.status != Status::Proved {
            return None;
        }
        if let Some(proved) = &self.automaton {
            return Some(proved.value(n));
        }
        if self.formula.is_some() {
            return closed_form::find(&self.game).map(|form| form.at(n));
        }
        let claim = self.claim.as_ref()?;
        let Regularity { preperiod, period, saltus } = claim.regularity()?;
        // n = preperiod + turns * period + rest
        let beyond = n - preperiod;
        let (turns, rest) = (&beyond / period, (&beyond % period).to_u64()?);
        let first = BigUint::from(self.values.get(usize::try_from(preperiod + rest).ok()?)?);
        let grows = match claim {
            Claim::Sapp { periodic_residues, .. } => {
                !periodic_residues.contains(&((preperiod + rest) % period))
            }
            _ => true,
        };
        Some(if grows { first + turns * saltus } else { first })
    }
}

/// The theorems for a game and, where it differs, for its standard form.
struct Theorems {
    own: Vec<Box<dyn Theorem>>,
    standard: Vec<Box<dyn Theorem>>,
    standard_game: Option<Standard>,
}

impl Theorems {
    fn new(rules: &Ruleset) -> Self {
        let standard_game = rules
            .as_code()
            .and_then(|code| standard_form(&code))
            .map(|form| Standard { game: Ruleset::from(form.code), shift: form.shift });
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

/// With less memory than this many values need, nothing is computed at all.
const LEAST_LIMIT: u64 = 64;
/// How many values are computed where no theorem could use them.
const LOOK: u64 = 1 << 14;
/// How often the caller is asked whether to go on, in values.
const PROGRESS: u64 = 1 << 10;

/// How many values the simple engines compute before the sparse-space engine is tried.
const SIMPLE: u64 = 8192;
/// Values of a game without a sparse space are computed up to the limit where that is at most
/// this, since each costs as much as all before it...
const PATIENT: u64 = 1_000_000;
/// ...and else up to this many.
const DENSE: u64 = 1 << 16;
/// Where Theorem 4.1 needs at most this many values it is preferred to a sparse window: its
/// certificates need no evidence.
const PREFERRED: u64 = 20_000;

/// Computes values of `rules` until a theorem applies or the limit is reached. `progress` is
/// called with the number of values and may stop the search; what was found is returned.
pub fn solve(
    rules: &Ruleset,
    options: &Options,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Solution, Error> {
    let deadline = options.time.and_then(|time| Instant::now().checked_add(time));
    let theorems = Theorems::new(rules);
    let solution = |claim, proof, values, sparse, stopped| Solution {
        game: rules.clone(),
        standard_form: theorems.standard_game.clone(),
        status: match (&claim, &proof) {
            (Some(_), Some(_)) => Status::Proved,
            (Some(_), None) => Status::Observed,
            _ => Status::Open,
        },
        claim,
        proof,
        values,
        sparse,
        automaton: None,
        formula: None,
        stopped,
    };
    if options.method == Method::Auto
        && let Some((formula, claim, proof, values)) = by_formula(rules, options.limit)
    {
        let found = solution(claim, proof, values, None, None);
        return Ok(Solution { formula: Some(formula), status: Status::Proved, ..found });
    }
    let mut limit = options.limit.max(1);
    if theorems.own.is_empty() && theorems.standard.is_empty()
        || options.method == Method::Automaton
    {
        // Nothing can be proved from values: a look is enough.
        limit = limit.min(LOOK);
    }
    let mut moves = rules.finite_moves().filter(|moves| sparse_window::covers(moves));
    // What the sparse-space engine found, where that is no sparse space.
    let mut dense: Option<Solution> = None;
    let engine_options = sprague_engine::Options { memory: options.memory, ..Default::default() };
    // As far as the memory reaches.
    let asked = limit;
    let mut engine = loop {
        match sprague_engine::start(rules, limit - 1, &engine_options) {
            Err(EngineError::Memory { .. }) if limit > LEAST_LIMIT => {
                limit = (limit / 4 * 3).max(LEAST_LIMIT);
            }
            started => break started.map_err(Error::Engine)?,
        }
    };
    let mut simple_limit = if moves.is_some() { limit.min(SIMPLE) } else { limit };
    let mut values: Vec<u32> = Vec::new();
    let mut stopped = None;
    let mut target = 64.min(limit);
    let mut try_automaton_at = automaton_at(rules, options, limit);
    loop {
        if try_automaton_at.is_some_and(|at| values.len() as u64 >= at) {
            try_automaton_at = None;
            let count = values.len() as u64;
            if let Some(proved) = by_automaton(rules, options, deadline, count, progress) {
                let certificate = proved.certificate();
                let claim = Some(certificate.claim);
                let found =
                    solution(claim, Some(certificate.proof), Values::Wide(values), None, None);
                return Ok(Solution { automaton: Some(proved), ..found });
            }
            if options.method == Method::Automaton {
                let why = match progress(count) {
                    ControlFlow::Break(()) => "stopped",
                    ControlFlow::Continue(()) => "no proof by automata was found",
                };
                stopped = Some(why.to_owned());
                break;
            }
        }
        stopped = stopped.or(extend(engine.as_mut(), &mut values, target, deadline, progress)?);
        let lags = Lags::new(&values);
        if options.method != Method::Automaton
            && let Some((regularity, proof)) = prove_any(&theorems, &lags, &values)
        {
            let claim = Some(Claim::Regular(regularity));
            return Ok(solution(claim, Some(proof), Values::Wide(values), None, None));
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
            let Some(moves) = moves.take() else { break };
            simple_limit = if limit <= PATIENT { limit } else { DENSE };
            if let Some(mut sparse) = Sparse::new(&moves, options) {
                let found = sparse.solve(rules, &theorems, options, deadline, progress, solution);
                if !sparse.is_dense || found.values.len() as u64 >= simple_limit {
                    return Ok(found);
                }
                dense = Some(found);
            }
        }
        target = next_target(&theorems, &lags).min(simple_limit);
        if let Some(at) = try_automaton_at {
            target = target.min(at);
        }
    }
    let (space, why) = dense.map_or((None, None), |found| (found.sparse, found.stopped));
    stopped = stopped.or(why.filter(|_| (values.len() as u64) < limit));
    if limit < asked {
        stopped = stopped.or_else(|| Some("the memory is used up".to_owned()));
    }
    let claim = observe(rules, &values);
    Ok(solution(claim, None, Values::Wide(values), space, stopped))
}

/// With more values to compute than this the regularity is taken from a closed form.
const LONG: u64 = 1 << 22;
/// The greatest number of blocks of equal values for which a certificate is written.
const MAX_BLOCKS: u64 = 1 << 20;

/// What a closed form says about a game that is too long to compute; a certificate where the
/// checker can recompute the sequence, in runs of equal values.
fn by_formula(
    rules: &Ruleset,
    limit: u64,
) -> Option<(Formula, Option<Claim>, Option<Proof>, Values)> {
    let form = closed_form::find(rules)?;
    let regularity = form.regularity()?;
    let BigRegularity { preperiod, period, saltus } = &regularity;
    let claim = (preperiod.to_u64())
        .zip(period.to_u64())
        .zip(saltus.to_u64())
        .map(|((preperiod, period), saltus)| Regularity { preperiod, period, saltus });
    let needed = |claim: Regularity| {
        let largest = match rules.family() {
            Family::Subtraction(set) | Family::AllBut(set) => set.members().last(),
            _ => None,
        };
        let two = claim.period.saturating_mul(2).saturating_add(claim.preperiod);
        two.saturating_add(2 * largest.copied().unwrap_or(0))
    };
    if claim.is_some_and(|claim| needed(claim) <= LONG.min(limit)) {
        return None;
    }
    let proof = match rules.family() {
        Family::Subtraction(set) => claim
            .map(needed)
            .zip(set.members().first())
            // Blocks of a equal values, some of them cut.
            .filter(|(needed, a)| needed / **a <= MAX_BLOCKS)
            .map(|_| Proof::FiniteSubtraction),
        _ => None,
    };
    let values = (0..PROGRESS).filter_map(|n| form.at(&n.into()).to_u32()).collect();
    let formula = Formula { theorem: form.theorem(), regularity };
    Some((formula, claim.map(Claim::Regular), proof, Values::Wide(values)))
}

/// Automata are tried when the theorems have failed on this many values.
const BEFORE_AUTOMATA: u64 = 2500;
/// With a smaller limit on the number of values automata are not tried.
const LEAST_FOR_AUTOMATA: u64 = 2048;

/// The number of values after which a proof by automata is looked for, if at all.
fn automaton_at(rules: &Ruleset, options: &Options, limit: u64) -> Option<u64> {
    let few_heaps = rules.finite_moves().is_some_and(|moves| moves.iter().all(|m| m.heaps <= 2));
    match options.method {
        Method::Theorems => None,
        Method::Auto if few_heaps || rules.has_pass() || options.limit < LEAST_FOR_AUTOMATA => None,
        Method::Auto => Some(BEFORE_AUTOMATA.min(limit)),
        Method::Automaton => Some(0),
    }
}

/// How often `progress` is asked while automata are looked for.
const ASKED_EVERY: Duration = Duration::from_millis(25);

/// A proof by automata within the limits. The search runs on a thread of its own, so that the
/// caller can be asked meanwhile whether to go on.
fn by_automaton(
    rules: &Ruleset,
    options: &Options,
    deadline: Option<Instant>,
    count: u64,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Option<Box<automaton::Proved>> {
    let stopped = AtomicBool::new(false);
    let caller = std::thread::current();
    std::thread::scope(|scope| {
        let search = std::thread::Builder::new()
            .stack_size(32 << 20)
            .spawn_scoped(scope, || {
                let found = find_automaton(rules, options, deadline, &stopped);
                caller.unpark();
                found
            })
            .ok()?;
        while !search.is_finished() {
            if progress(count).is_break() {
                stopped.store(true, Ordering::Relaxed);
                break;
            }
            std::thread::park_timeout(ASKED_EVERY);
        }
        search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn find_automaton(
    rules: &Ruleset,
    options: &Options,
    deadline: Option<Instant>,
    stopped: &AtomicBool,
) -> Option<Box<automaton::Proved>> {
    let stop = || {
        stopped.load(Ordering::Relaxed)
            || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    };
    let defaults = automaton::Options::default();
    let most =
        usize::try_from(options.limit).unwrap_or(usize::MAX).clamp(256, defaults.most_values);
    let automaton_options = automaton::Options {
        first_values: defaults.first_values.min(most),
        most_values: most,
        stop: Some(&stop),
        ..defaults
    };
    match automaton::prove(rules, &automaton_options) {
        Ok(automaton::Outcome::Proved(proved)) => Some(proved),
        _ => None,
    }
}

/// A run of the sparse-space engine.
struct Sparse {
    engine: SparseEngine,
    values: Vec<u16>,
    /// Whether it ended because there is no sparse space.
    is_dense: bool,
}

impl Sparse {
    fn new(moves: &[Move], options: &Options) -> Option<Self> {
        // All values are kept here as well, two bytes each, and four more to analyse them.
        let memory = usize::try_from(options.memory.0 / 8).unwrap_or(usize::MAX).min(4 << 30);
        let engine_options = sprague_engine::sparse::Options { memory, ..Default::default() };
        let engine = SparseEngine::new(moves, engine_options).ok()?;
        Some(Self { engine, values: Vec::new(), is_dense: false })
    }

    /// Computes values below `target`; says why it stopped early, if it did.
    fn extend(
        &mut self,
        target: u64,
        deadline: Option<Instant>,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Option<String> {
        let mut late = false;
        let result = self.engine.advance(target, |engine| {
            late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if late { ControlFlow::Break(()) } else { progress(engine.len()) }
        });
        for n in self.values.len() as u64..self.engine.len() {
            match self.engine.value(n).map(u16::try_from) {
                Some(Ok(value)) => self.values.push(value),
                Some(Err(_)) => return Some(format!("G({n}) exceeds 65535")),
                None => return Some("the memory is used up".to_owned()),
            }
        }
        match result {
            Ok(()) => None,
            Err(_) if late => Some("the time is up".to_owned()),
            Err(error) => {
                self.is_dense = matches!(error, SparseError::NotSparse { .. });
                Some(error.to_string())
            }
        }
    }

    /// Bytes for each value: here, in the engine and in the analysis.
    const BYTES: u64 = 8;

    fn solve(
        &mut self,
        rules: &Ruleset,
        theorems: &Theorems,
        options: &Options,
        deadline: Option<Instant>,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
        solution: impl Fn(
            Option<Claim>,
            Option<Proof>,
            Values,
            Option<SparseSpace>,
            Option<String>,
        ) -> Solution,
    ) -> Solution {
        let mut target = 2 * SIMPLE;
        let limit = options.limit.min(options.memory.0 / Self::BYTES);
        loop {
            let stopped = self.extend(target.min(limit), deadline, progress);
            let lags = Lags::new(&self.values);
            if let Some(data) = SparseData::new(rules, &self.engine)
                && let Some((regularity, mut proof)) = data.prove(&lags, &self.values)
            {
                let classical =
                    theorems.needed(regularity).filter(|&needed| needed <= PREFERRED.min(limit));
                if let Some(needed) = classical
                    && (self.values.len() as u64 >= needed
                        || self.extend(needed, None, progress).is_none())
                {
                    let values: Vec<u32> = self.values.iter().copied().map(u32::from).collect();
                    if let Some((_, own)) = theorems.prove(regularity, &values) {
                        proof = own;
                    }
                }
                let space = self.space();
                let claim = Some(Claim::Regular(regularity));
                return solution(
                    claim,
                    Some(proof),
                    Values::Narrow(std::mem::take(&mut self.values)),
                    space,
                    None,
                );
            }
            // Rare positions may never end, and Theorem 4.1 apply all the same.
            let have = self.values.len() as u64;
            let classical = (1..self.values.len()).find_map(|p| {
                lags.regularity(p)
                    .filter(|&r| theorems.needed(r).is_some_and(|needed| needed <= have))
            });
            if let Some(regularity) = classical {
                let values: Vec<u32> = self.values.iter().copied().map(u32::from).collect();
                if let Some((regularity, proof)) = theorems.prove(regularity, &values) {
                    let space = self.space();
                    let claim = Some(Claim::Regular(regularity));
                    return solution(claim, Some(proof), Values::Wide(values), space, None);
                }
            }
            if stopped.is_some() || have >= limit {
                let observed = lags.observed().filter(|r| {
                    r.saltus == 0 && convincing(r, self.values.len()) && {
                        let first: Vec<u32> =
                            self.values.iter().take(1 << 20).copied().map(u32::from).collect();
                        refutation::refute(rules, &first, r.period).is_none()
                    }
                });
                let stopped = stopped
                    .or_else(|| (have < options.limit).then(|| "the memory is used up".to_owned()));
                let space = self.space();
                let claim = observed.map(Claim::Regular);
                return solution(
                    claim,
                    None,
                    Values::Narrow(std::mem::take(&mut self.values)),
                    space,
                    stopped,
                );
            }
            target = have / 4 * 5;
        }
    }

    fn space(&self) -> Option<SparseSpace> {
        Some(SparseSpace {
            mask: self.engine.space().shown_mask(self.engine.largest().value),
            position_parity: self.engine.space().is_twisted(),
            rares: self.engine.rares().len() as u64,
            last_rare: self.engine.last_rare()?.heap,
        })
    }
}

/// Appends values up to `target` of them; says why it stopped early, if it did.
fn extend(
    engine: &mut dyn Engine,
    values: &mut Vec<u32>,
    target: u64,
    deadline: Option<Instant>,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<String>, Error> {
    while (values.len() as u64) < target {
        let n = values.len() as u64;
        if n.is_multiple_of(PROGRESS) || n > 1 << 12 && n.is_multiple_of(64) {
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(Some("the time is up".to_owned()));
            }
            if progress(n).is_break() {
                return Ok(Some("stopped".to_owned()));
            }
        }
        match engine.next_value() {
            Ok(value) => values.push(value),
            // What was computed stays usable; nothing at all is an error.
            Err(error) if values.len() > 1 => return Ok(Some(error.to_string())),
            Err(error) => return Err(Error::Engine(error)),
        }
    }
    Ok(None)
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
mod tests {
    use super::*;

    fn solved(game: &str) -> Solution {
        let rules: Ruleset = game.parse().unwrap();
        solve(&rules, &Options::default(), &mut |_| ControlFlow::Continue(())).unwrap()
    }

    /// Periods that nobody can compute: proved by closed forms, and certified where the checker
    /// can follow in runs.
    #[test]
    fn closed_forms() {
        for (game, period, certified) in [
            ("S(1000000007,1000000009)", "2000000016", true),
            ("S(1000003,2000009)", "3000012", true),
            ("S(999999937,10000000019,19000000101)", "20000000038", true),
            ("S(999999937,9999999361,10999999298)", "19999998731", true),
            ("S(10007,201001,211008)", "4031450041", true),
            ("S(999999937,10009999999,11009999936)", "20029999365109960499", false),
            ("S(99999999999973,999999999990001)", "1099999999989974", true),
            ("AllBut(1000000007)", "2000000014", false),
        ] {
            let solution = solved(game);
            assert_eq!(solution.status, Status::Proved, "{game}");
            let formula = solution.formula.as_ref().unwrap_or_else(|| panic!("{game}"));
            assert_eq!(formula.regularity.period.to_string(), period, "{game}");
            assert_eq!(solution.certificate().is_some(), certified, "{game}");
            if let Some(certificate) = solution.certificate() {
                let limits = sprague_checker::Limits::default();
                sprague_checker::check(&certificate, Some(&solution.game), &limits)
                    .unwrap_or_else(|rejection| panic!("{game}: {rejection}"));
            }
            let n = BigUint::from(10u32).pow(3000);
            let later = &n + &formula.regularity.period;
            let grown = solution.value(&n).unwrap() + &formula.regularity.saltus;
            assert_eq!(solution.value(&later), Some(grown), "{game}");
        }
        // Short ones are computed.
        assert_eq!(solved("S(3,10,13)").theorem(), Some("finite-subtraction"));
    }

    /// The search for automata ends when the caller asks for it.
    #[test]
    fn the_search_for_automata_stops() {
        let rules: Ruleset = "0.9138B835B".parse().unwrap();
        let options = Options { method: Method::Automaton, ..Options::default() };
        let solution = solve(&rules, &options, &mut |_| ControlFlow::Break(())).unwrap();
        assert_eq!(solution.status, Status::Open);
        assert_eq!(solution.stopped.as_deref(), Some("stopped"));
    }
}
