//! The theorems a certificate can call on, each with the evidence that goes with it.
//!
//! Evidence is only what a checker cannot find at once: a periodic octal game needs none.
//! The theorems are stated in full where the checker checks their hypotheses.

use crate::{AutomatonProof, Certificate, Lead, MisereQuotient, Theorem, Tiling};
use serde::{Deserialize, Serialize};

/// The theorem that proves the claim, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)] // the evidence alone; the theorem has a field of its own
#[non_exhaustive]
pub enum Proof {
    /// `finite-take-and-break` (Austin 4.1): finite codes and the like, periodic.
    FiniteTakeAndBreak,
    /// `finite-subtraction` (Austin 5.2): finite subtraction and tetral games, periodic.
    FiniteSubtraction,
    /// `grundy-split` (Schlebusch 10.1, generalised): moves with conditions on the heaps.
    GrundySplit(Multiple),
    /// `all-but` (Albert, Nowakowski, Wolfe 7.43): all-but subtraction games.
    AllBut,
    /// `sedecimal-arithmetic` (Austin 6.8).
    SedecimalArithmetic(Multiple),
    /// `recurring-octal` (Austin 6.9).
    RecurringOctal(Recurrence),
    /// `recurring-tetral` (Austin 6.10).
    RecurringTetral(Recurrence),
    /// `recurring-periodic`: infinite recurring codes with periodic sequences.
    RecurringPeriodic(Multiple),
    /// `pass`: heaps that carry a pass, periodic or arithmetic-periodic.
    Pass(Pass),
    /// `tiling`: tiles that give the value of every heap, periodic or arithmetic-periodic.
    Tiling(Box<Tiling>),
    /// `mark`: Mark(t) and UpMark(t), by their records.
    Mark,
    /// `standard-form` (Austin 4.6): the game is a cousin of its standard form, whose own
    /// certificate is inside.
    #[serde(skip)] // a certificate writes itself
    StandardForm(Cousin),
    /// `sparse-window`: long periodic sequences with a sparse space.
    SparseWindow(SparseWindow),
    /// `automaton`: the graph of the nim-sequence is read by a finite automaton.
    Automaton(Box<AutomatonProof>),
    /// `misere-quotient`: a monoid whose four conditions make it the misere quotient.
    MisereQuotient(MisereQuotient),
    /// `misere-lead`: weights and reaches that decide misere play of all sums.
    MisereLead(Lead),
}

impl Proof {
    /// The theorem.
    pub fn theorem(&self) -> Theorem {
        match self {
            Self::FiniteTakeAndBreak => Theorem::FiniteTakeAndBreak,
            Self::FiniteSubtraction => Theorem::FiniteSubtraction,
            Self::GrundySplit(_) => Theorem::GrundySplit,
            Self::AllBut => Theorem::AllBut,
            Self::SedecimalArithmetic(_) => Theorem::SedecimalArithmetic,
            Self::RecurringOctal(_) => Theorem::RecurringOctal,
            Self::RecurringTetral(_) => Theorem::RecurringTetral,
            Self::RecurringPeriodic(_) => Theorem::RecurringPeriodic,
            Self::Pass(_) => Theorem::Pass,
            Self::Tiling(_) => Theorem::Tiling,
            Self::Mark => Theorem::Mark,
            Self::StandardForm(_) => Theorem::StandardForm,
            Self::SparseWindow(_) => Theorem::SparseWindow,
            Self::Automaton(_) => Theorem::Automaton,
            Self::MisereQuotient(_) => Theorem::MisereQuotient,
            Self::MisereLead(_) => Theorem::MisereLead,
        }
    }
}

/// The theorem is applied to this multiple of period and saltus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Multiple {
    /// How many periods make the period of the theorem, at least 1.
    pub multiple: u64,
}

/// The theorem is applied to a multiple of period and saltus, and to a multiple of the
/// recurring block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recurrence {
    /// How many periods make the period of the theorem, at least 1.
    pub multiple: u64,
    /// How many recurring blocks make the t of the theorem, at least 1.
    pub blocks: u64,
}

/// From where on, and with which multiple of the period, the values with and those without the pass
/// repeat together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pass {
    /// The first heap of the window, at least 1.
    pub from: u64,
    /// How many periods make the period of the theorem, at least 1.
    pub multiple: u64,
}

/// The certificate of the standard form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cousin {
    /// A certificate about the standard form of the game.
    pub of: Box<Certificate>,
}

/// What the sparse-window theorem needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SparseWindow {
    /// A value v is rare when popcount(v & mask) is even (see `position_parity`).
    pub mask: u32,
    /// The class of a position is the parity of popcount(G(n) & mask) plus n: for games
    /// whose splitting moves all take numbers of one parity.
    pub position_parity: bool,
    /// All rare positions from heap 1 on, increasing.
    pub rares: Vec<u64>,
    /// B: from `sparse_from` on, every rare value below G(n) is excluded by a pair of heaps
    /// one of which is at most B.
    pub helper: u64,
    /// The least heap that is verified by taps and helpers; below it the definition is used.
    pub sparse_from: u64,
    /// a: the window [a, a+W) equals the window one period later; W = max(last rare, B) + t.
    pub window_from: u64,
    /// Windows of values at which the run may be cut so that its segments can be checked
    /// in parallel; increasing, none needed.
    pub snapshots: Vec<Snapshot>,
}

/// The values of a window of a long run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// The heap behind the window: it holds G(before - W), ..., G(before - 1).
    pub before: u64,
    /// The values, in the encoding of [`encode_values`](crate::encode_values).
    pub values: String,
}
