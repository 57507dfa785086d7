//! Periods a game cannot have.

use sprague_games::Ruleset;
use sprague_games::moves::Condition;

/// Why a period is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// u of the move.
    pub take: u64,
    /// i, a heap of value 0, or 0 for a move to one heap.
    pub heap: u64,
}

/// Lemma 10.2 (Schlebusch 2015, for Grundy's game), generalised. Let every heap from some size
/// on have a move that takes u >= 0 and leaves two heaps (of sizes that may have to differ).
/// If G(i) = 0, i >= 1, then G(n) != G(i) xor G(n-u-i) = G(n-u-i) for all large n: no period
/// divides u+i. Moves to one heap give the same with i = 0. Neither is any multiple of a
/// period that divides u+i excluded by this; each p is looked at on its own.
///
/// Returns the first reason why `p` is impossible, from the zeros among `values`.
pub fn refute(rules: &Ruleset, values: &[u32], p: u64) -> Option<Refutation> {
    if rules.has_pass() || p == 0 {
        return None;
    }
    for m in rules.finite_moves()? {
        let Ok(take) = u64::try_from(m.take) else { continue };
        match m.heaps {
            1 if take.is_multiple_of(p) => return Some(Refutation { take, heap: 0 }),
            2 if m.condition != Condition::AllEqual => {
                let first = (p - take % p) % p;
                let first = if first == 0 { p } else { first };
                let zero = (first..values.len() as u64)
                    .step_by(usize::try_from(p).unwrap_or(usize::MAX))
                    .find(|&i| values[i as usize] == 0);
                if let Some(heap) = zero {
                    return Some(Refutation { take, heap });
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grundys_game_has_no_period_3() {
        let grundy: Ruleset = "Grundy".parse().unwrap();
        let values =
            sprague_engine::values(&grundy, 1300, &sprague_engine::Budget::unlimited()).unwrap();
        assert_eq!(refute(&grundy, &values, 3), Some(Refutation { take: 0, heap: 270 }));
        assert_eq!(refute(&grundy, &values, 29), None);
        // Austin's Kayles has period 12, so 12 must not be refuted.
        let kayles: Ruleset = "Kayles".parse().unwrap();
        let values =
            sprague_engine::values(&kayles, 1300, &sprague_engine::Budget::unlimited()).unwrap();
        assert_eq!(refute(&kayles, &values, 12), None);
        assert_eq!(refute(&kayles, &values, 2), Some(Refutation { take: 2, heap: 0 }));
    }
}
