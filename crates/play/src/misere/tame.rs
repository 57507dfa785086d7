//! Tame games: under misere play their sums behave like sums of nim-heaps.

use super::HeapGame;
use super::genus::{MexSet, Pair};
use super::periodicity::reach;
use sprague_games::Ruleset;

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

/// Every heap of a game is tame, and those beyond some heap are firm: their misere nim-value is
/// their nim-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TameForEver {
    /// The last fickle heap, or 1.
    pub fickle_to: u32,
    /// The heaps looked at one by one that prove it.
    pub verified_to: u32,
}

/// Let every move of a game leave at most h heaps, h >= 1, with total n - u, |u| <= t, t >= 1, without conditions
/// on their sizes. Let f >= 1 and M = hf + t, let all heaps to M be tame, and none of f+1, ..., M fickle. Then all
/// heaps beyond f are firm.
///
/// Proof. Heap M > t is not fickle, so it has an option, and the move leaves a heap; the same move can be made in
/// every n > M. By induction let all heaps from f+1 to n-1 be firm. The heaps of an option of n have a total of at least
/// n - t > hf, so one of them is beyond f, and firm: the sum is firm, its misere nim-value is its
/// nim-value. So the two mexes of n are the same, and n is firm.
///
/// Checked: the kind of the game ([`reach`]), the pairs to M.
/// Assumed: `pairs` are those of the heaps 0, 1, 2, ... of `rules`, as [`tame_pairs`] finds them, and tame.
pub fn for_ever(rules: &Ruleset, pairs: &[Pair]) -> Option<TameForEver> {
    if rules.has_pass() {
        return None; // its heaps come with the pass and without
    }
    let reach = reach(rules)?;
    let fickle_to = pairs.iter().rposition(|pair| pair.is_fickle())?.max(1) as u64;
    let verified_to = reach.heaps.checked_mul(fickle_to)?.checked_add(reach.take.max(1))?;
    ((pairs.len() as u64) > verified_to).then_some(TameForEver {
        fickle_to: u32::try_from(fickle_to).ok()?,
        verified_to: u32::try_from(verified_to).ok()?,
    })
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

    fn pairs(rules: &str, to: u32) -> TamePairs {
        tame_pairs(&HeapGame::new(&rules.parse().unwrap(), to).unwrap())
    }

    fn ever(rules: &str, to: u32) -> Option<(u32, u32)> {
        let tame = pairs(rules, to);
        let found = for_ever(&rules.parse().unwrap(), &tame.pairs)?;
        Some((found.fickle_to, found.verified_to))
    }

    /// What is proved from the first heaps is so for heaps far beyond them, by the definition.
    #[test]
    fn proved_games_stay_tame() {
        let mut proved = 0;
        for code in
            (0..512).map(|n| format!("0.{n:03o}")).chain((0..64).map(|n| format!("4.{n:02o}")))
        {
            let rules: Ruleset = code.parse().unwrap();
            let tame = pairs(&code, 50);
            let Some(found) = for_ever(&rules, &tame.pairs) else { continue };
            proved += 1;
            let far = pairs(&code, 400);
            assert_eq!(far.first_wild, None, "{code}");
            let values = sprague_engine::reference::values(&rules, 400).unwrap();
            for (n, pair) in far.pairs.iter().enumerate() {
                assert_eq!(pair.g, values[n], "{code} {n}");
                assert!(
                    n as u32 <= found.fickle_to || *pair == Pair { g: pair.g, misere: pair.g },
                    "{code} {n}"
                );
            }
        }
        assert!(proved > 20, "{proved}");
    }

    #[test]
    fn long_preperiods() {
        assert_eq!(ever("0.156", 30), Some((9, 21)));
        assert_eq!(ever("0.56", 30), Some((6, 14)));
        assert_eq!(ever("0.562", 30), Some((6, 15)));
    }

    /// Each hypothesis is needed: heaps up to M, none of them fickle beyond f, a finite code without conditions.
    #[test]
    fn hypotheses() {
        assert_eq!(ever("0.56", 14), Some((6, 14)));
        assert_eq!(ever("0.56", 13), None);
        let rules: Ruleset = "0.56".parse().unwrap();
        let good = pairs("0.56", 14).pairs;
        for n in 7..=14 {
            // Fickle at n: f is n, and 2n + 2 heaps would be needed.
            let mut bad = good.clone();
            bad[n] = Pair { g: 0, misere: 1 };
            assert_eq!(for_ever(&rules, &bad), None, "{n}");
        }
        // S(1): every heap is fickle. 0.1: large heaps have no move, and are.
        assert_eq!(ever("S(1)", 100), None);
        assert_eq!(ever("0.1", 100), None);
        // Without a move, t = 0 would leave no heap between f and M.
        assert_eq!(ever("0.0", 100), None);
        for outside in ["Nim", "Grundy", "0.56 + pass", "AllBut(1)", "0.*"] {
            let tame = pairs(outside, 12);
            assert_eq!(for_ever(&outside.parse().unwrap(), &tame.pairs), None, "{outside}");
        }
        // No game with a wild heap satisfies them.
        for code in (0..512).map(|n| format!("0.{n:03o}")) {
            let tame = pairs(&code, 120);
            if let Some((wild, _)) = tame.first_wild {
                assert_eq!(for_ever(&code.parse().unwrap(), &tame.pairs), None, "{code} {wild}");
            }
        }
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
