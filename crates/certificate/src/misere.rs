//! Claims and evidence about misere quotients.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is claimed about a misere quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuotientClaim {
    /// The number of classes, |Q|.
    pub order: u64,
    /// The number of classes of P-positions, |P|.
    pub p_order: u64,
    /// For which heaps.
    pub extent: Extent,
}

/// For which heaps a misere quotient is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// For the heaps up to this size.
    Heaps(u64),
    /// For the whole game: Phi(n + period) = Phi(n) for all n >= preperiod, both least.
    All {
        /// The least such preperiod.
        preperiod: u64,
        /// The least such period.
        period: u64,
    },
}

/// The exact statement.
impl fmt::Display for QuotientClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { order, p_order, extent } = self;
        match extent {
            Extent::Heaps(heaps) => write!(
                f,
                "the misere quotient of the heaps up to {heaps} has order {order}, and {p_order} of its classes are P-positions"
            ),
            Extent::All { preperiod, period } => write!(
                f,
                "the misere quotient has order {order}, {p_order} of its classes are P-positions, and Phi(n+{period})=Phi(n) for all n>={preperiod}; the period {period} and the preperiod {preperiod} are the least"
            ),
        }
    }
}

/// A finite commutative monoid Q with a subset P and a map Phi of heaps into it: the
/// evidence that Q is a misere quotient. Classes are numbered, 0 is the identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereQuotient {
    /// The multiplication table, row by row.
    pub table: Vec<Vec<u16>>,
    /// The classes in P, increasing.
    pub p: Vec<u16>,
    /// The classes of the heaps 0, 1, 2, ..., M.
    pub phi: Vec<u16>,
}

/// What is claimed about misere play of a game by the weights and reaches of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeadClaim {
    /// From this heap on weights and reaches go on with the period.
    pub preperiod: u64,
    /// After so many heaps a weight has grown by the step of the certificate, and a reach that is
    /// not 0 by twice as much.
    pub period: u64,
    /// The nim-value of P-positions whose lead is 2 or more.
    pub value: u32,
}

/// The exact statement.
impl fmt::Display for LeadClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { preperiod, period, value } = self;
        write!(
            f,
            "with the weights and reaches of the certificate, which go on with period {period} from heap {preperiod} on, a sum of heaps of nim-value g, total weight S and greatest reach K is a misere P-position exactly if S=0 and g=1, or S>0, K<=S and g=0, or K>=S+2 and g={value}; the misere quotient is infinite"
        )
    }
}

/// The weights and reaches of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lead {
    /// The weights of the heaps 0, 1, 2, ... to the end of the first period.
    pub weights: Vec<u64>,
    /// Their reaches.
    pub reaches: Vec<u64>,
    /// By how much weights grow in a period.
    pub step: u64,
    /// A weight is odd exactly if its heap's nim-value has an odd number of bits in common with this.
    pub parity: u32,
}
