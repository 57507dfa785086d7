//! What a certificate claims about a nim-sequence.

use crate::{Extent, Integer, Kind, LeadClaim, QuotientClaim};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Preperiod, period and saltus: G(n + period) = G(n) + saltus for all n >= preperiod.
///
/// A claim of regularity is always about the least preperiod and the least period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regularity {
    /// l, the number of values before the regular part.
    pub preperiod: u64,
    /// p, at least 1.
    pub period: u64,
    /// s; 0 for a periodic sequence.
    pub saltus: u64,
}

/// The same in integers of any size.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LargeRegularity {
    /// l.
    pub preperiod: u64,
    /// p, at least 1.
    pub period: Integer,
    /// s, at least 0.
    pub saltus: Integer,
}

impl From<Regularity> for LargeRegularity {
    fn from(Regularity { preperiod, period, saltus }: Regularity) -> Self {
        Self { preperiod, period: period.into(), saltus: saltus.into() }
    }
}

/// The formula of Mark(t). With t = `base`, f = `first` and 0 <= j < t, G(ta+j+f) is j; unless j is a
/// *record* of G(f+1), ..., G(f+a), a value below t that is greater than all after it:
/// then it is the next greater record, or t if there is none. G(n) = 0 for n < f.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// t, at least 2.
    pub base: u64,
    /// f: 0 for Mark(t), 1 for UpMark(t).
    pub first: u64,
}

/// A statement about the nim-sequence G of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// `periodic` (saltus 0) or `arithmetic-periodic`: preperiod and period are the least
    /// numbers with G(n + period) = G(n) + saltus for all n >= preperiod.
    Regular(Regularity),
    /// The same, with numbers of more than 64 bits.
    LargeRegular(LargeRegularity),
    /// `sapp`: as above, but in the residue classes listed (n mod period, increasing)
    /// G(n + period) = G(n).
    Sapp {
        /// Preperiod, period and saltus, which is positive.
        regularity: Regularity,
        /// The residues whose values do not grow: some, not all.
        periodic_residues: Vec<u64>,
    },
    /// `closed-form`: given by its records.
    Records(Records),
    /// `ruler`: read by an automaton, and of the ruler form.
    Ruler,
    /// `automatic`: read by an automaton.
    Automatic,
    /// `misere-quotient`: not about the nim-sequence but about misere play.
    MisereQuotient(QuotientClaim),
    /// `misere-lead`: about misere play of a game whose quotient is infinite.
    MisereLead(LeadClaim),
}

/// In 64 bits where these hold the numbers, so that a claim is made in one way only.
impl From<LargeRegularity> for Claim {
    fn from(claim: LargeRegularity) -> Self {
        match (claim.period.to_u64(), claim.saltus.to_u64()) {
            (Some(period), Some(saltus)) => {
                Self::Regular(Regularity { preperiod: claim.preperiod, period, saltus })
            }
            _ => Self::LargeRegular(claim),
        }
    }
}

impl Claim {
    /// The sort of sequence that is claimed.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Regular(r) if r.saltus == 0 => Kind::Periodic,
            Self::LargeRegular(r) if r.saltus.is_zero() => Kind::Periodic,
            Self::Regular(_) | Self::LargeRegular(_) => Kind::ArithmeticPeriodic,
            Self::Sapp { .. } => Kind::Sapp,
            Self::Records(_) => Kind::ClosedForm,
            Self::Ruler => Kind::Ruler,
            Self::Automatic => Kind::Automatic,
            Self::MisereQuotient(_) => Kind::MisereQuotient,
            Self::MisereLead(_) => Kind::MisereLead,
        }
    }

    /// Whether the claim says something, whatever the game: periods are positive, and a `sapp`
    /// claim has residues of both sorts.
    pub fn well_formed(&self) -> Result<(), &'static str> {
        let period = match self {
            Self::Regular(regularity) | Self::Sapp { regularity, .. } => regularity.period,
            Self::MisereQuotient(QuotientClaim { extent: Extent::All { period, .. }, .. }) => {
                *period
            }
            Self::MisereLead(claim) => claim.period,
            Self::Records(Records { base: 0 | 1, .. }) => {
                return Err("the base must be at least 2");
            }
            Self::LargeRegular(LargeRegularity { period, saltus, .. })
                if period.is_zero() || period.is_negative() || saltus.is_negative() =>
            {
                return Err("the period must be at least 1 and the saltus at least 0");
            }
            Self::LargeRegular(_)
            | Self::MisereQuotient(_)
            | Self::Records(_)
            | Self::Ruler
            | Self::Automatic => {
                return Ok(());
            }
        };
        if period == 0 {
            return Err("the period is 0, it must be at least 1");
        }
        let Self::Sapp { regularity, periodic_residues } = self else { return Ok(()) };
        let increasing = periodic_residues.is_sorted_by(|a, b| a < b)
            && periodic_residues.last().is_some_and(|&last| last < period);
        if regularity.saltus == 0 || !increasing {
            return Err(
                "sapp needs a positive saltus and increasing periodic_residues below the period",
            );
        }
        if periodic_residues.len() as u64 >= period {
            return Err("with all residues periodic the kind is periodic");
        }
        Ok(())
    }

    /// Preperiod, period and saltus, where the claim has them.
    pub fn regularity(&self) -> Option<Regularity> {
        match self {
            Self::Regular(regularity) | Self::Sapp { regularity, .. } => Some(*regularity),
            _ => None,
        }
    }
}

impl fmt::Display for Regularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LargeRegularity::from(*self).fmt(f)
    }
}

impl fmt::Display for LargeRegularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "G(n+{})=G(n)", self.period)?;
        if !self.saltus.is_zero() {
            write!(f, "+{}", self.saltus)?;
        }
        write!(f, " for all n>={}", self.preperiod)
    }
}

/// The exact statement, in words and formulas.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Regular(r) => Self::LargeRegular((*r).into()).fmt(f),
            Self::LargeRegular(r) => {
                let LargeRegularity { preperiod, period, .. } = r;
                write!(f, "{r}; the period {period} and the preperiod {preperiod} are the least")
            }
            Self::Sapp { regularity, periodic_residues } => {
                write!(
                    f,
                    "{regularity}, but G(n+{})=G(n) where n mod {} is one of ",
                    regularity.period, regularity.period
                )?;
                for (i, residue) in periodic_residues.iter().enumerate() {
                    write!(f, "{}{residue}", if i > 0 { "," } else { "" })?;
                }
                write!(f, "; period and preperiod are the least")
            }
            Self::Records(Records { base, first }) => {
                let (next, plus) = (u128::from(*first) + 1, format!("+{first}"));
                let plus = if *first > 0 { &*plus } else { "" };
                write!(
                    f,
                    "G({base}a+j{plus}) with 0<=j<{base} is j, unless j is a record of G({next}),...,G(a{plus}): \
                     then it is the next greater record, or {base} if there is none; records are the \
                     values below {base} greater than all after them"
                )
            }
            Self::Ruler => f.write_str(
                "the nim-sequence is ruler-regular, read by the automaton of the certificate",
            ),
            Self::Automatic => {
                f.write_str("the nim-sequence is read by the automaton of the certificate")
            }
            Self::MisereQuotient(claim) => claim.fmt(f),
            Self::MisereLead(claim) => claim.fmt(f),
        }
    }
}
