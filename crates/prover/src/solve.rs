//! From a game to a theorem: values, regularity, proof.

use crate::find::{Lags, minimise, sapp};
use crate::theorem::{self, Theorem, no_arithmetic_octal, refutation};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_certificate::{Certificate, Claim, Cousin, Proof, Regularity};
use sprague_engine::{Engine, EngineError, MemoryLimit};
use sprague_games::Ruleset;
use sprague_games::standard_form::standard_form;
use std::fmt;
use std::ops::ControlFlow;
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
}

impl Default for Options {
    fn default() -> Self {
        Self { limit: 20_000, time: None, memory: MemoryLimit::NONE }
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
    pub values: Vec<u32>,
    /// Why the computation ended before the limit, if it did and nothing was proved.
    pub stopped: Option<String>,
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
        self.proof.as_ref().map(Proof::theorem)
    }

    /// The greatest value among those computed.
    pub fn max_value(&self) -> u32 {
        self.values.iter().copied().max().unwrap_or(0)
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
        if let Some(&value) = n.to_usize().and_then(|n| self.values.get(n)) {
            return Some(value.into());
        }
        if self.status != Status::Proved {
            return None;
        }
        let claim = self.claim.as_ref()?;
        let Regularity { preperiod, period, saltus } = claim.regularity()?;
        // n = preperiod + turns * period + rest
        let beyond = n - preperiod;
        let (turns, rest) = (&beyond / period, (&beyond % period).to_u64()?);
        let first = BigUint::from(*self.values.get(usize::try_from(preperiod + rest).ok()?)?);
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

/// How often the caller is asked whether to go on, in values.
const PROGRESS: u64 = 1 << 10;

/// Computes values of `rules` until a theorem applies or the limit is reached. `progress` is
/// called with the number of values and may stop the search; what was found is returned.
pub fn solve(
    rules: &Ruleset,
    options: &Options,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Solution, Error> {
    let deadline = options.time.and_then(|time| Instant::now().checked_add(time));
    let theorems = Theorems::new(rules);
    let limit = options.limit.max(1);
    let engine_options = sprague_engine::Options { memory: options.memory, ..Default::default() };
    let mut engine =
        sprague_engine::start(rules, limit - 1, &engine_options).map_err(Error::Engine)?;
    let mut values: Vec<u32> = Vec::new();
    let mut stopped = None;
    let mut target = 64.min(limit);
    loop {
        stopped = stopped.or(extend(engine.as_mut(), &mut values, target, deadline, progress)?);
        let lags = Lags::new(&values);
        if let Some((regularity, proof)) = prove_any(&theorems, &lags, &values) {
            let claim = Some(Claim::Regular(regularity));
            let status = Status::Proved;
            return Ok(Solution {
                game: rules.clone(),
                standard_form: theorems.standard_game,
                claim,
                status,
                proof: Some(proof),
                values,
                stopped: None,
            });
        }
        if stopped.is_some() || values.len() as u64 >= limit {
            break;
        }
        target = next_target(&theorems, &lags).min(limit);
    }
    let claim = observe(rules, &values);
    let status = if claim.is_some() { Status::Observed } else { Status::Open };
    Ok(Solution {
        game: rules.clone(),
        standard_form: theorems.standard_game,
        claim,
        status,
        proof: None,
        values,
        stopped,
    })
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
        if n.is_multiple_of(PROGRESS) || n > 1 << 14 && n.is_multiple_of(64) {
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(Some("the time is up".to_owned()));
            }
            if n.is_multiple_of(PROGRESS) && progress(n).is_break() {
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
    (1..values.len() / 2 + 1).find_map(|p| {
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

/// A regularity that holds on the data and that no theorem forbids.
fn observe(rules: &Ruleset, values: &[u32]) -> Option<Claim> {
    if values.len() < LEAST_OBSERVED {
        return None;
    }
    let regularity = Lags::new(values).observed();
    if let Some(regularity) = regularity
        && !no_arithmetic_octal::forbids(rules, regularity)
        && (regularity.saltus > 0 || refutation::refute(rules, values, regularity.period).is_none())
    {
        return Some(Claim::Regular(regularity));
    }
    let found = sapp(values, 6)?;
    (!no_arithmetic_octal::forbids(rules, found.regularity)).then_some(Claim::Sapp {
        regularity: found.regularity,
        periodic_residues: found.periodic_residues,
    })
}
