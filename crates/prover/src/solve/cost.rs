//! What the check of a certificate costs, without doing it: only this decides whether it is done
//! at once.

use sprague_certificate::{Certificate, Claim, Proof, Regularity, SparseWindow};
use sprague_checker::{Condition, Heaps, Move, Rules, theorem};

/// What a check costs, roughly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    /// How many values are computed.
    pub(super) values: u64,
    /// How many elementary steps that takes (one excluded value each, roughly). For automata and
    /// misere quotients only what is known beforehand: what the evidence itself has.
    pub(super) steps: u64,
}

/// What the check of a certificate costs; nothing where it is refused at once.
pub(super) fn estimate(certificate: &Certificate) -> Option<Cost> {
    let game = &certificate.game;
    let rules = Rules::read(game.strip_suffix(" + pass").unwrap_or(game)).ok()?;
    match (&certificate.proof, &certificate.claim) {
        (Proof::StandardForm(cousin), _) => estimate(&cousin.of),
        (Proof::SparseWindow(evidence), Claim::Regular(claim)) => {
            sparse_window(rules.moves()?, claim.period, evidence)
        }
        (Proof::Automaton(proof), _) => {
            let automata = [&proof.gamma, &proof.options].into_iter().chain(&proof.sums);
            Some(Cost { values: 0, steps: automata.map(|a| a.next.len() as u64).sum() })
        }
        (Proof::Mark, _) => Some(Cost { values: 0, steps: 1 }),
        // Some thousand inequalities, whatever the numbers.
        (Proof::Tiling(tiling), _) => {
            Some(Cost { values: 0, steps: 10_000 * tiling.tiles.len() as u64 })
        }
        (Proof::MisereQuotient(evidence), _) => {
            let order = evidence.table.len() as u64;
            let values = evidence.phi.len() as u64;
            Some(Cost { values, steps: order.saturating_mul(order).saturating_add(values) })
        }
        (Proof::Pass(pass), Claim::Regular(claim)) => {
            let window = theorem::window(&rules, *claim, &certificate.proof).ok()?;
            let values = window.needed(Regularity { preperiod: pass.from, ..*claim }).ok()?;
            let listed = listed(&rules, values);
            Some(Cost { values, steps: steps(&rules, values).saturating_add(listed) })
        }
        (proof, Claim::Regular(claim)) => {
            let window = theorem::window(&rules, *claim, proof).ok()?;
            let values = window.needed(*claim).ok()?;
            Some(Cost { values, steps: steps(&rules, values) })
        }
        _ => None,
    }
}

/// How many steps so many values take from the definition.
fn steps(rules: &Rules, to: u64) -> u64 {
    let cost = |m: &Move| {
        let takes = if m.takes.last.is_none() { to } else { 1 };
        let once = m.takes.last == Some(m.takes.first);
        let sums = m.condition == Condition::Any && m.takes.first >= 0;
        let per_take = match m.heaps {
            Heaps::Exactly(0 | 1) => 1,
            Heaps::Exactly(2) if once => to / 2,
            Heaps::Exactly(2) if sums => 1,
            Heaps::Exactly(_) if sums => to,
            _ => to.saturating_pow(2),
        };
        takes.saturating_add(per_take)
    };
    let each =
        rules.moves().map_or(to, |moves| moves.iter().map(cost).fold(1, u64::saturating_add));
    to.saturating_mul(each)
}

/// How many options so many heaps have, which a pass has listed one by one.
fn listed(rules: &Rules, to: u64) -> u64 {
    let options = |m: &Move| {
        let takes = if m.takes.last == Some(m.takes.first) { 1 } else { to };
        let (Heaps::Exactly(heaps) | Heaps::AtLeast(heaps)) = m.heaps;
        takes.saturating_mul(to.saturating_pow(heaps.saturating_sub(1)))
    };
    let each =
        rules.moves().map_or(to, |moves| moves.iter().map(options).fold(1, u64::saturating_add));
    to.saturating_mul(each)
}

/// A run to the end of the window and one period more, with one step for each rare position and
/// each splitting move.
fn sparse_window(moves: &[Move], period: u64, evidence: &SparseWindow) -> Option<Cost> {
    let reach = moves.iter().map(|m| m.takes.first).max().and_then(|u| u64::try_from(u).ok())?;
    let splits = moves.iter().filter(|m| m.heaps == Heaps::Exactly(2)).count() as u64;
    let last_rare = evidence.rares.last().copied().unwrap_or(0);
    let window = last_rare.max(evidence.helper).checked_add(reach)?;
    let values = evidence.window_from.checked_add(window)?.checked_add(period)?;
    let taps = (evidence.rares.len() as u64 + 64).saturating_mul(splits);
    Some(Cost { values, steps: values.saturating_mul(taps) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_certificate::Multiple;

    #[test]
    fn the_cost_follows_the_window_and_the_moves() {
        let cost = |game: &str, preperiod, period, proof| {
            let claim = Claim::Regular(Regularity { preperiod, period, saltus: 0 });
            estimate(&Certificate { game: game.into(), claim, proof })
        };
        // Kayles: 71 + 70 + 12 + 2 values and one period more; each take to no, one and two heaps.
        let kayles = cost("0.77", 71, 12, Proof::FiniteTakeAndBreak).unwrap();
        assert_eq!(kayles, Cost { values: 167, steps: 167 * (1 + 4 * 2 + 2 * (1 + 83)) });
        let two = cost("S(1,2)", 0, 3, Proof::FiniteSubtraction).unwrap();
        assert_eq!(two, Cost { values: 6, steps: 6 * (1 + 4 * 2) });
        assert_eq!(cost("0.77", 71, 12, Proof::GrundySplit(Multiple { multiple: 0 })), None);
        assert_eq!(cost("no game", 0, 1, Proof::AllBut), None);
    }
}
