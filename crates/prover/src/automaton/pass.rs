//! Games with a pass: one automaton for the values with the pass and without it.
//!
//! Heap 2n of the doubled game is a heap of n that has used up its pass, heap 2n+1 one that has it. The
//! doubled game is a game without a pass: a move takes twice as much, and of what is left from an odd heap one heap
//! is odd. What is proved about it says everything about both sequences.

use super::game::{Game, Part};
use super::{Claim, Computed, Decided, ProveError, SearchEnd, find, search};
use crate::find::minimise;
use num_traits::ToPrimitive;
use sprague_budget::Budget;
use sprague_certificate::Regularity;
use sprague_engine::{EngineChoice, Sequence};
use sprague_games::Ruleset;
use sprague_games::moves::{Condition, Heaps};

/// A move leaves no more heaps.
const MOST_HEAPS: u32 = 8;

/// From so many values with the pass an automaton is guessed.
pub const VALUES: u64 = 400;

/// The moves of rules with a pass, for the doubled game; `None` for conditions, for more heaps, for moves before
/// the point that leave one heap, and where heaps with a move and heaps without one take turns.
pub fn game(rules: &Ruleset) -> Option<Game> {
    let plain = rules.without_pass();
    if !rules.has_pass() || !plain.form().options().is_empty() {
        return None;
    }
    let game = Game::new(&plain).ok()?;
    // Some move leaves a heap: from there on every heap has a move.
    let mut always: Option<i64> = None;
    for part in &game.parts {
        let Part::Moves(m) = part else { return None };
        let Heaps::Exactly(h @ 0..=MOST_HEAPS) = m.heaps else { return None };
        let conditions = m.smallest > 1 || h > 1 && m.condition != Condition::Any;
        if m.takes.first() < i64::from(h < 2) || conditions {
            return None;
        }
        let there = m.takes.first() + i64::from(h);
        if h > 0 && always.is_none_or(|always| there < always) {
            always = Some(there);
        }
    }
    let always = always? as u64;
    let movable = |n: &u64| plain.has_option(*n).unwrap_or(false);
    let n0 = (0..always).find(movable).unwrap_or(always);
    (n0..always).all(|n| movable(&n)).then_some(Game { pass: Some(n0), ..game })
}

/// Searches for an automaton that reads both sequences, from values with the pass that are known.
pub(crate) fn prove_with_pass(
    rules: &Ruleset,
    passing: &[u32],
    budget: &Budget,
) -> Result<Option<Box<Decided>>, ProveError> {
    let (Some(game), Some(to)) = (game(rules), passing.len().checked_sub(1)) else {
        return Ok(None);
    };
    let Ok(plain) = sprague_engine::values(&rules.without_pass(), to as u64, budget) else {
        return Ok(None);
    };
    let both: Vec<u32> = plain.into_iter().zip(passing).flat_map(|(g, &h)| [g, h]).collect();
    let known = both.len() as u64 - 1;
    // What is known is enough, or there is no proof.
    let few = budget.clone().values(known);
    let Ok(sequence) = Sequence::new(&game.rules, 0, EngineChoice::Best, budget) else {
        return Ok(None);
    };
    let mut computed = Computed::only(both, sequence);
    let SearchEnd::Decided(found) = search(&game, &mut computed, find::FIRST_VALUES, &few)? else {
        return Ok(None);
    };
    let claim = claim_with_pass(&found);
    Ok(Some(Box::new(Decided { rules: rules.clone(), claim, computed: to, ..*found })))
}

/// What the doubled game says about the odd heaps, where it is regular.
fn claim_with_pass(found: &Decided) -> Claim {
    let both = match &found.claim {
        Claim::Regular(both) => *both,
        // The values without the pass do not grow, those with it do.
        Claim::Sapp { regularity, periodic_residues }
            if regularity.period % 2 == 0 && periodic_residues.iter().all(|r| r % 2 == 0) =>
        {
            *regularity
        }
        _ => return Claim::Automatic,
    };
    // An even period, and the modulus of the automaton even, so that odd heaps stay odd.
    let twice = 1 + both.period % 2;
    let regular = Regularity {
        preperiod: both.preperiod / 2,
        period: both.period * twice / 2,
        saltus: both.saltus * twice,
    };
    let to = regular.preperiod.saturating_add(2 * regular.period);
    if found.gamma.numeration().modulus % 2 == 1 || to > 1 << 20 {
        return Claim::Automatic;
    }
    let values: Option<Vec<u32>> =
        (0..=to).map(|n| found.gamma.value(&(2 * n + 1).into()).to_u32()).collect();
    values.map_or(Claim::Automatic, |values| Claim::Regular(minimise(&values, regular)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which games are covered, and their first heap with a move.
    #[test]
    fn the_doubled_game() {
        for (text, n0) in [
            ("0.77", 1),
            ("0.57", 1),
            ("S(2,5)", 2),
            ("Nim", 1),
            ("0.[2]", 2),
            ("AllBut(2)", 1),
            ("AllBut(1,4)", 2),
            ("0.3F", 1),
            ("0.2048", 2),
            ("0.[30]", 1),
            ("4.3", 1),
        ] {
            let rules: Ruleset = format!("{text} + pass").parse().unwrap();
            assert_eq!(game(&rules).unwrap().pass, Some(n0), "{text}");
            let plain = rules.without_pass();
            assert!((0..40).all(|n| plain.has_option(n).unwrap() == (n >= n0)), "{text}");
        }
        for text in ["Mark", "0.4!", "n -> n-1 if n >= 5", "0.01", "0.1002", "0.*", "4!.3"] {
            let rules: Ruleset = format!("{text} + pass").parse().unwrap();
            assert!(game(&rules).is_none(), "{text}");
        }
        assert!(game(&"0.77".parse().unwrap()).is_none());
    }

    /// One machine for both sequences, and what it says is what the checker verifies.
    #[test]
    fn one_machine_for_both() {
        one_machine("Nim", 300, [1, 2, 2]);
        one_machine("AllBut(2)", 300, [1, 4, 2]);
    }

    /// Moves to three heaps: sums with one odd heap at most.
    #[test]
    fn one_machine_for_three_heaps() {
        one_machine("0.3F", 400, [52, 6, 3]);
    }

    #[test]
    #[ignore = "minutes: cargo test --release -p sprague-prover --lib -- --ignored larger_machines"]
    fn larger_machines() {
        // Without the pass these two are periodic.
        one_machine("0.57", 400, [7, 6, 4]);
        one_machine("0.75", 400, [6, 4, 4]);
    }

    fn one_machine(text: &str, values: u64, [l, p, s]: [u64; 3]) {
        let rules: Ruleset = format!("{text} + pass").parse().unwrap();
        let budget = Budget::unlimited();
        let passing = sprague_engine::values(&rules, values, &budget).unwrap();
        let found = prove_with_pass(&rules, &passing, &budget).unwrap().unwrap();
        let claim = Claim::Regular(Regularity { preperiod: l, period: p, saltus: s });
        assert_eq!(found.claim, claim, "{text}");
        for (n, &value) in passing.iter().enumerate() {
            assert_eq!(found.value(&n.into()), value.into(), "{text} {n}");
        }
        let certificate = found.certificate();
        let about = format!("{rules}");
        let verified =
            sprague_checker::check(&certificate, Some(&about), &sprague_checker::default_budget());
        assert_eq!(verified.unwrap().claim(), &claim);
        for (preperiod, period, saltus) in [
            (l + 1, p, s),
            (l - 1, p, s),
            (l, p + 1, s),
            (l, 2 * p, 2 * s),
            (l, p, s + 1),
            (l, p, 0),
        ] {
            let mut wrong = certificate.clone();
            wrong.claim = Claim::Regular(Regularity { preperiod, period, saltus });
            let verdict = sprague_checker::check(&wrong, None, &sprague_checker::default_budget());
            assert!(verdict.is_err(), "{text}: {verdict:?}");
        }
        // Not about the game without its pass, nor about another one.
        for other in [rules.without_pass().to_string(), "0.[2] + pass".into()] {
            let wrong = sprague_certificate::Certificate { game: other, ..certificate.clone() };
            assert!(
                sprague_checker::check(&wrong, None, &sprague_checker::default_budget()).is_err()
            );
        }
    }
}
