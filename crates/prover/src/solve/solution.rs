//! What was found about a game.

use super::evidence::{Evidence, Proved, soon};
use crate::automaton;
use crate::closed_form::{self, BigRegularity, ClosedForm};
use crate::near::{
    COUNTED_OVER, LOOKED_AT, NearMiss, NearRegularity, near_misses, near_regularity,
};
use crate::theorem::sparse_window;
use crate::values::Values;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_budget::{Budget, Spent};
use sprague_certificate::{Certificate, Claim, Kind, Regularity, Theorem};
use sprague_checker::{Rejection, Step};
use sprague_engine::EngineError;
use sprague_engine::sparse::{SparseError, SparseSpace};
use sprague_games::Ruleset;
use sprague_games::standard_form::standard_form;
use sprague_hunt::FileError;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

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
    /// What is claimed, and why it is believed.
    pub(super) evidence: Evidence,
    /// G(0), G(1), ..., as far as computed.
    pub values: Values,
    /// The sparse space in use at the end, for long runs.
    pub sparse: Option<SparseSpace>,
    /// The proof by automata, where that is the proof.
    pub automaton: Option<Box<automaton::Decided>>,
    /// The closed form, where that is the proof.
    pub formula: Option<ClosedFormClaim>,
    /// The closed form of the game, whatever the proof is.
    pub closed_form: Option<Arc<dyn ClosedForm>>,
    /// Why the computation ended before the limit, if it did and nothing was proved.
    pub stopped: Option<Unfinished>,
}

/// Why a search ended before its limit on values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfinished {
    /// It was stopped, or its time is up.
    Spent(Spent),
    /// More values than the memory holds would be needed.
    Memory,
    /// A proof by automata was asked for, and none was found.
    NoAutomaton,
    /// The engine could not go on.
    Engine(EngineError),
    /// The sparse-space engine could not go on.
    Sparse(SparseError),
    /// A value of the sparse-space engine is too large for this search.
    Large {
        /// The heap that has it.
        heap: u64,
    },
    /// The checker rejects the proof that was found: a mistake in sprague.
    Rejected(Rejection),
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spent(spent) => spent.fmt(f),
            Self::Memory => f.write_str("the memory is used up"),
            Self::NoAutomaton => f.write_str("no proof by automata was found"),
            Self::Engine(error) => error.fmt(f),
            Self::Sparse(error) => error.fmt(f),
            Self::Large { heap } => write!(f, "G({heap}) exceeds 65535"),
            Self::Rejected(rejection) => write!(f, "the checker rejects the proof: {rejection}"),
        }
    }
}

/// A closed form that gives the regularity of a game too long to compute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedFormClaim {
    /// The theorem, with its source.
    pub theorem: &'static str,
    /// Preperiod, period and saltus, where the formula has them; the claim has them as well where
    /// they are below 2^64.
    pub regularity: Option<BigRegularity>,
}

impl Standard {
    pub(super) fn of(rules: &Ruleset) -> Option<Self> {
        let form = standard_form(&rules.as_code()?)?;
        Some(Self { game: Ruleset::from(form.code), shift: form.shift })
    }
}

impl Solution {
    /// What a finished hunt has proved, from its directory: nothing is computed again, and the
    /// values are not kept. `None` while the hunt has not found a period, or for games the theorem
    /// is not for.
    ///
    /// Assumed: what the files of the hunt say. The checker believes none of it.
    pub fn from_hunt(rules: &Ruleset, directory: &Path) -> Result<Option<Self>, FileError> {
        let Some((state, claim, proof)) = sparse_window::from_hunt(rules, directory)? else {
            return Ok(None);
        };
        let found = Self {
            game: rules.clone(),
            standard_form: Standard::of(rules),
            evidence: Evidence::Unchecked(Box::new(Certificate {
                game: rules.to_string(),
                claim,
                proof,
            })),
            values: Values::Elsewhere { count: state.heaps, max: state.largest.value },
            sparse: Some(SparseSpace::seen(state.space, state.largest, &state.rares)),
            automaton: None,
            formula: None,
            closed_form: closed_form::find(rules).map(Arc::from),
            stopped: None,
        };
        Ok(Some(found.checked_soon(&Budget::unlimited())))
    }

    /// What is claimed, if anything was found. A formula may prove numbers that no claim can
    /// hold: see [`regularity`](Self::regularity).
    pub fn claim(&self) -> Option<&Claim> {
        self.evidence.claim()
    }

    /// How well it is known.
    pub fn status(&self) -> Status {
        self.evidence.status()
    }

    /// Why it is believed.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// Whether the checker has verified the certificate; `None` where there is none.
    pub fn is_checked(&self) -> Option<bool> {
        self.evidence.is_checked()
    }

    /// Asks the checker about the certificate, if that has not been done, within this budget
    /// ([`sprague_checker::default_budget`] is one for most). Where the budget ends the check,
    /// nothing changes; where the checker rejects the proof, it is none, and what is claimed is
    /// observed only.
    pub fn check(&mut self, budget: &Budget) -> Result<(), Rejection> {
        let Evidence::Unchecked(certificate) = &self.evidence else { return Ok(()) };
        match Proved::verify((**certificate).clone(), &self.game, budget) {
            Ok(proved) => {
                self.evidence = Evidence::Verified(Box::new(proved));
                Ok(())
            }
            Err(rejection) => {
                if !matches!(rejection.step(), Step::Limit | Step::Stopped) {
                    self.evidence = Evidence::Observed(certificate.claim.clone());
                    self.stopped = Some(Unfinished::Rejected(rejection.clone()));
                }
                Err(rejection)
            }
        }
    }

    /// The check that costs little, once; that it would cost more is no error.
    pub(super) fn checked_soon(mut self, budget: &Budget) -> Self {
        if let Evidence::Unchecked(certificate) = &self.evidence
            && let Some(little) = soon(certificate, budget)
            && let Err(rejection) = self.check(&little)
        {
            debug_assert!(
                matches!(rejection.step(), Step::Limit | Step::Stopped),
                "{}: {rejection}",
                self.game
            );
        }
        self
    }

    /// The theorem of the certificate, where there is one.
    pub fn theorem(&self) -> Option<Theorem> {
        self.evidence.certificate().map(|certificate| certificate.proof.theorem())
    }

    /// The name of the theorem, where the claim is proved: `closed-form` for a formula.
    pub fn theorem_name(&self) -> Option<&'static str> {
        match self.formula {
            _ if self.status() != Status::Proved => None,
            Some(_) => Some("closed-form"),
            None => self.theorem().map(Theorem::name),
        }
    }

    /// Where that theorem comes from, in a few words.
    pub fn theorem_title(&self) -> Option<&'static str> {
        match &self.formula {
            _ if self.status() != Status::Proved => None,
            Some(formula) => Some(formula.theorem),
            None => self.theorem().map(Theorem::title),
        }
    }

    /// The kind of regularity, or open.
    pub fn kind(&self) -> Kind {
        match (self.claim(), &self.formula) {
            (Some(claim), _) => claim.kind(),
            (None, Some(formula)) => match &formula.regularity {
                None => Kind::ClosedForm,
                Some(regularity) if regularity.saltus == BigUint::ZERO => Kind::Periodic,
                Some(_) => Kind::ArithmeticPeriodic,
            },
            (None, None) => Kind::Open,
        }
    }

    /// Preperiod, period and saltus, where the claim has them; of any size, for a formula.
    pub fn regularity(&self) -> Option<BigRegularity> {
        match &self.formula {
            Some(formula) => formula.regularity.clone(),
            None => self.claim()?.regularity().map(|r| BigRegularity {
                preperiod: r.preperiod.into(),
                period: r.period.into(),
                saltus: r.saltus.into(),
            }),
        }
    }

    /// The nim-sequence in formulas, where that is how it is known: those of the automaton or of the
    /// closed form that proves it.
    pub fn formulas(&self) -> Vec<String> {
        match (&self.automaton, &self.formula, &self.closed_form) {
            (Some(automaton), ..) => automaton.statement(),
            (None, Some(_), Some(form)) => form.statement(),
            _ => Vec::new(),
        }
    }

    /// Where nothing is proved and nothing observed: the longest stretch of the first values that
    /// is regular and then is not.
    pub fn nearest(&self) -> Option<NearRegularity> {
        self.is_silent().then(|| near_regularity(&self.values.first(LOOKED_AT))).flatten()
    }

    /// Where nothing is proved and nothing observed: the periods that most heaps obey, at most so many, the
    /// best first.
    pub fn near_misses(&self, most: usize) -> Vec<NearMiss> {
        if self.is_silent() && most > 0 {
            near_misses(&self.values.first(COUNTED_OVER), most)
        } else {
            Vec::new()
        }
    }

    /// Whether nothing is proved and nothing observed.
    fn is_silent(&self) -> bool {
        self.claim().is_none() && self.status() != Status::Proved
    }

    /// The greatest value among those computed.
    pub fn max_value(&self) -> u32 {
        self.values.max()
    }

    /// The certificate, where the claim is proved by a theorem that certificates know.
    pub fn certificate(&self) -> Option<Certificate> {
        self.evidence.certificate().cloned()
    }

    /// G(n) for a heap of any size: from the values computed, or from the regularity if it is
    /// proved. `None` where neither reaches.
    pub fn value(&self, n: &BigUint) -> Option<BigUint> {
        if let Some(value) = n.to_usize().and_then(|n| self.values.get(n)) {
            return Some(value.into());
        }
        if self.status() != Status::Proved {
            return None;
        }
        if let Some(proved) = &self.automaton {
            return Some(proved.value(n));
        }
        if self.formula.is_some() {
            let form = self.closed_form.as_ref()?;
            return form.greatest().is_none_or(|most| *n <= most).then(|| form.at(n));
        }
        let claim = self.claim()?;
        let Regularity { preperiod, period, saltus } = claim.regularity()?;
        if *n < BigUint::from(preperiod) {
            return None;
        }
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
