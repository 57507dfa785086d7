//! Evidence for the theorem `automaton`: finite automata that read pairs of a heap size
//! and a value.
//!
//! A pair (n, y) is spelled n = p·k + j, y = 2^t·l + c: first the residue j and the low
//! part c, which choose a root, then the digits of k in base b together with the bits of
//! l, least significant first. Letter 2x + z is digit x of k with bit z of l; root
//! j·2^t + c belongs to (j, c).

use serde::{Deserialize, Serialize};

/// Γ, the graph of the nim-sequence, and the relations that lead from it to the options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomatonProof {
    /// p, at least 1.
    pub modulus: u64,
    /// b, at least 2.
    pub base: u64,
    /// t.
    pub low_bits: u32,
    /// Γ(n, y): G(n) = y.
    pub gamma: Automaton,
    /// The total and the nim-sum of two, of three, ... non-empty heaps, as far as needed.
    pub sums: Vec<Automaton>,
    /// The total and the nim-sum of two non-empty heaps of different sizes, if needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unequal: Option<Automaton>,
    /// The total and the nim-sum of some number of heaps or more, where needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closures: Vec<Closure>,
    /// (n, z): some option of a heap of n has value z.
    pub options: Automaton,
    /// Γ in formulas, one for each residue mod p, where it has such a form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laws: Option<Vec<ResidueLaw>>,
}

/// A complete deterministic automaton with one root for each pair (j, c).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Automaton {
    /// The accepting states, increasing.
    pub accepting: Vec<u32>,
    /// The successor of state s under letter a at index s·(2b) + a.
    pub next: Vec<u32>,
    /// The roots in order, as runs: state and how often.
    pub roots: Vec<(u32, u64)>,
}

/// `from` or more heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closure {
    /// The least number of heaps.
    pub from: u32,
    /// Their totals and nim-sums.
    pub relation: Automaton,
}

/// G(p·k + j) for one residue j: the value listed if k is among the exceptions;
/// otherwise, if `powers` is given and k - centre is a power of two, by that formula;
/// otherwise slope·k + offset + factor·2^m, m the number of trailing zeros of k - centre.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResidueLaw {
    /// The slope.
    pub slope: u64,
    /// The offset.
    pub offset: i64,
    /// The term in 2^m, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruler: Option<RulerTerm>,
    /// What holds where k - centre is a power of two, if that is different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub powers: Option<PowerLaw>,
    /// Pairs of k and G(p·k + j), k increasing.
    pub exceptions: Vec<(u64, u64)>,
}

/// factor·2^m, m the number of trailing zeros of k - centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulerTerm {
    /// The centre.
    pub centre: u64,
    /// The factor.
    pub factor: i64,
}

/// slope·k + offset where k - centre is a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerLaw {
    /// The centre.
    pub centre: u64,
    /// The slope.
    pub slope: u64,
    /// The offset.
    pub offset: i64,
}
