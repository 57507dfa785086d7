//! Tame games: under misere play their sums behave like sums of nim-heaps.

use super::HeapGame;
use super::genus::{MexSet, Pair};

/// The pair of a sum of tame positions: nim-sum adds g, and the sum is fickle exactly
/// when all parts are; then g- = g xor 1, else g- = g.
pub fn add(a: Pair, b: Pair) -> Pair {
    let g = a.g ^ b.g;
    let misere = if a.is_fickle() && b.is_fickle() { g ^ 1 } else { g };
    Pair { g, misere }
}

/// The pairs of the heaps of a game as far as it is tame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TamePairs {
    /// The pairs of heap 0, 1, ..., all tame.
    pub pairs: Vec<Pair>,
    /// The first heap whose pair is not tame, with that pair.
    pub first_wild: Option<(u32, Pair)>,
}

/// The Tame Theorem (Conway; Winning Ways, chapter 13). Call 0^1 and 1^0 fickle and n^n
/// firm. If the pair of every heap, mexed from the option sums added by [`add`], is fickle
/// or firm, then every sum of heaps has the added pair: it is a P-position exactly when it
/// is fickle with g = 1 or firm with g = 0. The first heap with another pair is wild: a
/// sum of it with nim-heaps does not behave like Nim.
///
/// Checked: the pair of every heap of `game`, up to the first wild one.
/// Assumed: nothing.
pub fn tame_pairs(game: &HeapGame) -> TamePairs {
    let mut pairs = vec![Pair::ZERO];
    for heap in 1..=game.largest() {
        let options = game.options(heap);
        let (mut g, mut misere) = (MexSet::default(), MexSet::default());
        for option in options {
            let sum = option.iter().fold(Pair::ZERO, |sum, &part| add(sum, pairs[part as usize]));
            g.insert(sum.g);
            misere.insert(sum.misere);
        }
        let pair =
            if options.is_empty() { Pair::ZERO } else { Pair { g: g.mex(), misere: misere.mex() } };
        if !pair.is_tame() {
            return TamePairs { pairs, first_wild: Some((heap, pair)) };
        }
        pairs.push(pair);
    }
    TamePairs { pairs, first_wild: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_wild(rules: &str, to: u32) -> Option<String> {
        let game = HeapGame::new(&rules.parse().unwrap(), to).unwrap();
        tame_pairs(&game).first_wild.map(|(heap, pair)| format!("{heap}:{pair}"))
    }

    #[test]
    fn non_nim_heaps_are_weaker_than_wild() {
        for rules in ["0.31", "0.121", "0.131", "0.201", "0.211", "0.331"] {
            assert_eq!(first_wild(rules, 60), None, "{rules}");
        }
        assert_eq!(first_wild("0.123", 60).unwrap(), "8:2^1");
        assert_eq!(first_wild("0.312", 60).unwrap(), "4:2^1");
    }

    #[test]
    fn mark() {
        assert_eq!(first_wild("Mark", 60).unwrap(), "8:0^2");
        for t in 3..=9 {
            let shown = first_wild(&format!("Mark({t})"), 90).unwrap();
            assert_eq!(shown, format!("{}:{}^0", t * t, t - 1));
        }
    }
}
