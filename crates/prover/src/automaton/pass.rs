//! Games with a pass: one automaton for the values with the pass and without it.
//!
//! Heap 2n of the doubled game is a heap of n that has used up its pass, heap 2n+1 one that has it. The
//! doubled game is a game without a pass, written in the rule language, and what is proved about it says
//! everything about both sequences.

use super::{Claim, Computed, Decided, ProveError, SearchEnd, prove_behind};
use crate::find::minimise;
use num_traits::ToPrimitive;
use sprague_budget::Budget;
use sprague_certificate::Regularity;
use sprague_engine::{EngineChoice, Sequence};
use sprague_games::Ruleset;
use sprague_games::moves::{Condition, Heaps, Moves};

/// Names of heaps; a move leaves no more.
const NAMES: [&str; 2] = ["a", "b"];
/// Larger numbers are not taken one by one.
const LARGEST_TAKE: i64 = 4096;

/// From so many values with the pass an automaton is guessed.
pub const VALUES: u64 = 400;

/// The doubled game of rules with a pass; `None` for moves to three heaps or more, with conditions or before the
/// point, for endless takes with gaps, and where heaps with a move and heaps without one take turns.
pub fn doubled(rules: &Ruleset) -> Option<Ruleset> {
    let plain = rules.without_pass();
    let form = plain.form();
    if !rules.has_pass() || !form.options().is_empty() {
        return None;
    }
    let mut options: Vec<String> = Vec::new();
    for m in form.moves() {
        add(m, &mut options)?;
    }
    // Some move leaves a heap: from there on every heap has a move.
    let always = form.moves().iter().filter(|m| m.heaps.least() > 0);
    let always = always.map(|m| m.takes.first() + i64::from(m.heaps.least())).min()? as u64;
    let movable = |n: &u64| plain.has_option(*n).unwrap_or(false);
    let n0 = (0..always).find(movable).unwrap_or(always);
    if !(n0..always).all(|n| movable(&n)) {
        return None;
    }
    options.push(format!("n-1 if n mod 2 = 1 and n >= {}", 2 * n0 + 1));
    format!("n -> {}", options.join(" | ")).parse().ok()
}

/// The options of these moves in the doubled game: what is left of 2n is even, what is left of 2n+1 is odd, and then
/// the last of the heaps, in any order, is the odd one.
fn add(m: &Moves, options: &mut Vec<String>) -> Option<()> {
    let Heaps::Exactly(h @ 0..=2) = m.heaps else { return None };
    let names = NAMES.get(..h as usize)?;
    let (first, endless) = (m.takes.first(), m.takes.last().is_none());
    let last = m.takes.last().unwrap_or(first);
    let conditions = m.smallest > 1 || h > 1 && m.condition != Condition::Any;
    if first < 1 || last > LARGEST_TAKE || m.takes.step() != 1 || conditions {
        return None;
    }
    for take in first..=last {
        let twice = 2 * take;
        let Some((name, even)) = names.split_last() else {
            if endless {
                options.push(format!("0 if n >= {twice}"));
            } else {
                options.extend([twice, twice + 1].map(|n| format!("0 if n = {n}")));
            }
            continue;
        };
        let heaps = names.join("+");
        let mut option = if endless {
            format!("{heaps} where {heaps}+2k = n and 2k >= {twice}")
        } else {
            format!("{heaps} where {heaps}+{twice} = n")
        };
        for name in even {
            option += &format!(" and {name} mod 2 = 0");
        }
        options.push(option + &format!(" and {name} >= 2"));
    }
    Some(())
}

/// Searches for an automaton that reads both sequences, from values with the pass that are known.
pub(crate) fn prove_with_pass(
    rules: &Ruleset,
    passing: &[u32],
    budget: &Budget,
) -> Result<Option<Box<Decided>>, ProveError> {
    let (Some(doubled), Some(to)) = (doubled(rules), passing.len().checked_sub(1)) else {
        return Ok(None);
    };
    let Ok(plain) = sprague_engine::values(&rules.without_pass(), to as u64, budget) else {
        return Ok(None);
    };
    let both: Vec<u32> = plain.into_iter().zip(passing).flat_map(|(g, &h)| [g, h]).collect();
    let known = both.len() as u64 - 1;
    // What is known is enough, or there is no proof.
    let few = budget.clone().values(known);
    let unlimited = budget.clone().values(u64::MAX).bytes(u64::MAX).silent();
    let Ok(sequence) = Sequence::new(&doubled, known, EngineChoice::Best, &unlimited) else {
        return Ok(None);
    };
    let mut computed = Computed::new(sequence);
    computed.take(both);
    let SearchEnd::Decided(found) = prove_behind(&doubled, &mut computed, &few)? else {
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

    /// Even heaps of the doubled game have the values without the pass, odd ones those with it.
    #[test]
    fn the_doubled_game() {
        for text in ["0.77", "0.57", "S(2,5)", "Nim", "0.[2]", "AllBut(2)", "AllBut(1,4)"] {
            let rules: Ruleset = format!("{text} + pass").parse().unwrap();
            let both = sprague_engine::reference::values(&doubled(&rules).unwrap(), 59).unwrap();
            let plain = sprague_engine::reference::values(&rules.without_pass(), 29).unwrap();
            let passing = sprague_engine::reference::values(&rules, 29).unwrap();
            let expected: Vec<u32> =
                plain.into_iter().zip(passing).flat_map(|(g, h)| [g, h]).collect();
            assert_eq!(both, expected, "{text}");
        }
        for text in [
            "4.3",
            "Mark",
            "0.4!",
            "0.[30]",
            "n -> n-1 if n >= 5",
            "0.01",
            "0.1002",
            "0.*",
            "0.3F",
            "0.2048",
        ] {
            let rules: Ruleset = format!("{text} + pass").parse().unwrap();
            assert_eq!(doubled(&rules), None, "{text}");
        }
        assert_eq!(doubled(&"0.77".parse().unwrap()), None);
    }

    /// One machine for both sequences, and what it says is what the checker verifies.
    #[test]
    fn one_machine_for_both() {
        one_machine("Nim", 300, [1, 2, 2]);
        one_machine("AllBut(2)", 300, [1, 4, 2]);
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
