//! Taps: what the rare heaps exclude.

use super::Rare;
use super::rules::PairRules;
use super::space::Space;

/// A tap: the cell `distance` back, nim-added to `index`, is excluded as common index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Tap {
    pub distance: u64,
    pub index: u32,
}

/// All taps of a game with these rares, by distance, each once.
pub(crate) fn taps(rules: &PairRules, space: &Space, rares: &[Rare]) -> Vec<Tap> {
    let mut taps = Vec::with_capacity(rares.len() * rules.splittings.len() + rules.takings.len());
    for m in &rules.takings {
        // The value of the smaller heap keeps its class unless the position counts and
        // the take is odd; then it excludes rare values instead.
        if !space.is_twisted() || m.take % 2 == 0 {
            taps.push(Tap { distance: m.take, index: 0 });
        }
    }
    for m in &rules.splittings {
        for rare in rares.iter().filter(|r| r.heap >= m.least) {
            if let Some(distance) = rare.heap.checked_add_signed(m.take).filter(|&d| d >= 1) {
                taps.push(Tap { distance, index: space.index(rare.value) });
            }
        }
    }
    taps.sort_unstable();
    taps.dedup();
    taps
}
