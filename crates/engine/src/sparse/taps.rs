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
    taps.extend(rares.iter().flat_map(|&rare| taps_of(rules, space, rare)));
    taps.sort_unstable();
    taps.dedup();
    taps
}

/// The taps of one rare heap.
pub(crate) fn taps_of<'a>(
    rules: &'a PairRules,
    space: &'a Space,
    rare: Rare,
) -> impl Iterator<Item = Tap> + 'a {
    let splittings = rules.splittings.iter().filter(move |m| rare.heap >= m.least);
    splittings.filter_map(move |m| {
        let distance = rare.heap.checked_add_signed(m.take).filter(|&d| d >= 1)?;
        Some(Tap { distance, index: space.index(rare.value) })
    })
}
