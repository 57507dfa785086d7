//! Periodicity where moves have conditions on the sizes of the heaps they leave.

use super::{MAX_MULTIPLE, Theorem, last_irregular};
use sprague_certificate::{Multiple, Proof, Regularity};
use sprague_games::Ruleset;
use sprague_games::moves::{Condition, Move};

/// Proposition 10.1 (Schlebusch 2015, for Grundy's game), generalised: with a >= 1, if
/// G(i+p) = G(i) for a <= i < b and b is at least the number below for every move (take u,
/// leave h heaps), then G(i+p) = G(i) for all i >= a.
///
/// - no condition: h(a-1) + (h-1)p + |u| + 1;
/// - two heaps that differ by at least d (d = 1: different), u >= 0: 2a + 2p + u + d;
/// - h >= 3 pairwise different heaps, u >= 0: ha + (h^2-1)p + u + 1;
/// - h >= 3 heaps not all equal, u >= 0: h(a+p) + u + 1;
/// - h equal heaps, h even and a divisor of p: |u| + 2;
/// - a move available from heap n0 on: n0.
///
/// The proof is in `docs/theorems.md`.
///
/// Checked: every move is of one of these forms, the whole window; the least multiple of the
/// period that every h divides is taken.
/// Assumed: the values are the nim-sequence of the game.
pub(super) struct GrundySplit {
    moves: Vec<Move>,
}

impl GrundySplit {
    pub(super) fn new(rules: &Ruleset) -> Option<Self> {
        let moves = rules.finite_moves()?;
        let covered = moves.iter().all(|m| {
            m.heaps <= 1
                || match m.condition {
                    Condition::Any => true,
                    Condition::AllEqual => m.heaps % 2 == 0,
                    Condition::DifferAtLeast(_) => m.heaps == 2 && m.take >= 0,
                    Condition::Distinct | Condition::NotAllEqual => m.take >= 0,
                }
        });
        covered.then_some(Self { moves })
    }

    /// The least multiple of p that the numbers of equal heaps divide.
    fn multiple(&self, p: u64) -> Option<u64> {
        (1..=MAX_MULTIPLE).find(|c| {
            self.moves
                .iter()
                .filter(|m| m.heaps >= 2 && m.condition == Condition::AllEqual)
                .all(|m| (p * c).is_multiple_of(u64::from(m.heaps)))
        })
    }
}

fn bound(m: &Move, a: u64, p: u64) -> u64 {
    let (h, u) = (u64::from(m.heaps), m.take.unsigned_abs());
    match m.condition {
        _ if h <= 1 => a + u,
        Condition::Any => h * (a - 1) + (h - 1) * p + u + 1,
        Condition::AllEqual => u + 2,
        Condition::DifferAtLeast(d) => 2 * (a + p) + u + d,
        Condition::Distinct | Condition::NotAllEqual if h == 2 => 2 * (a + p) + u + 1,
        Condition::Distinct => h * a + (h * h - 1) * p + u + 1,
        Condition::NotAllEqual => h * (a + p) + u + 1,
    }
}

impl Theorem for GrundySplit {
    fn needed(&self, r: Regularity) -> Option<u64> {
        // Data are far shorter than this; it keeps the products small.
        if r.saltus != 0 || r.preperiod.max(r.period) > 1 << 40 {
            return None;
        }
        let p = r.period * self.multiple(r.period)?;
        let a = last_irregular(r) + 1;
        let until = self.moves.iter().map(|m| bound(m, a, p).max(m.smallest)).max().unwrap_or(a);
        Some(until.checked_add(p)?.max(r.preperiod + 2 * p))
    }

    fn prove(&self, r: Regularity, _: &[u32]) -> Option<Proof> {
        Some(Proof::GrundySplit(Multiple { multiple: self.multiple(r.period)? }))
    }
}
