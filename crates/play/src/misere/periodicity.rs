//! From finitely many heaps to all of them.

use super::HeapGame;
use sprague_games::Ruleset;
use sprague_games::moves::Condition;
use std::ops::Range;

/// Phi(n + period) = Phi(n) for all n >= preperiod, proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least such preperiod.
    pub preperiod: u32,
    /// The least such period.
    pub period: u32,
    /// The quotient had to be verified for the heaps up to here.
    pub window: u32,
}

impl Period {
    /// The heap up to the window that has the class of heap `n`.
    pub fn reduce(&self, n: u32) -> u32 {
        if n < self.preperiod + self.period {
            n
        } else {
            self.preperiod + (n - self.preperiod) % self.period
        }
    }
}

/// Most heaps left by a move (at least 1) and the largest |take|, for the games of the
/// periodicity theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// h
    pub heaps: u64,
    /// t
    pub take: u64,
}

/// h and t for a finite take-and-break code without `! ? =`, with a pass or without; `None` for other games.
pub fn reach(rules: &Ruleset) -> Option<Reach> {
    let moves = rules.without_pass().finite_moves()?;
    let plain = moves
        .iter()
        .all(|m| m.smallest <= 1 && (m.heaps <= 1 || matches!(m.condition, Condition::Any)));
    plain.then(|| Reach {
        heaps: moves.iter().map(|m| u64::from(m.heaps)).max().unwrap_or(0).max(1),
        take: moves.iter().map(|m| m.take.unsigned_abs()).max().unwrap_or(0),
    })
}

/// The misere periodicity theorem. Let every move of a game leave at most h heaps, h >= 1,
/// with total n - u, |u| <= t, without conditions on the sizes. Let n0 >= 1, p >= 1,
/// e = n0 - 1 and M = h*e + h*p + t. If (Q, P, Phi) is verified for the heaps up to M and
/// Phi(i + p) = Phi(i) for n0 <= i <= M - p, then Q is the quotient of the whole game and
/// Phi(i + p) = Phi(i) for all i >= n0.
///
/// Proof. Let n > M. The heaps of an option of n have total at least n - t > h*(e + p), so
/// the largest is at least n0 + p; lowering it by p gives an option of n - p (for u <= 0
/// the other heaps are below n - p because 2p + t < n) with the same class. An option of
/// n - p has total above h*e, so its largest heap is at least n0, and raising it by p gives
/// an option of n. So w(n) = w(n-p), and with Phi(n) = Phi(n-p) nothing new enters C.
///
/// In a game with a pass Phi(n) is the class of a heap of n together with that of a heap of n that has its
/// pass. The proof is the same: the pass goes with the heap that changes, or stays where it is; and a
/// heap that loses its pass becomes one of the class Phi has p further on.
///
/// Checked: the kind of the game ([`reach`]), n0 >= 1, the whole window, for every heap
/// as it comes. Preperiod 0 is reported when Phi(p) = Phi(0) besides.
/// Assumed: `phi` is verified for its heaps.
///
/// The same window proves that tame pairs (see [`tame`](super::tame)) stay tame and
/// periodic for ever: heap n has the same option pairs as heap n - p.
pub struct Window {
    /// One for every lane of the game.
    lanes: Vec<LaneWindow>,
    seen: usize,
}

/// A lane; or two, of a game with a pass.
struct LaneWindow {
    lanes: Range<usize>,
    reach: Option<Reach>,
    /// `last_bad[p]`: the largest i >= 1 with Phi(i + p) != Phi(i), else 0.
    last_bad: Vec<u32>,
}

impl Window {
    /// A window for this game. Of several games each has to be periodic by itself: its
    /// heaps move within its lanes, so the proof is the same word for word.
    pub fn new(game: &HeapGame) -> Self {
        let mut lanes: Vec<LaneWindow> = Vec::new();
        for (i, (rules, pass)) in game.lanes().enumerate() {
            match lanes.last_mut() {
                // The lane before is the same game without its pass.
                Some(last) if pass => last.lanes.end = i + 1,
                _ => lanes.push(LaneWindow {
                    lanes: i..i + 1,
                    reach: reach(rules),
                    last_bad: vec![0],
                }),
            }
        }
        Self { lanes, seen: 1 }
    }

    /// Forget everything: the classes were renamed.
    pub fn restart(&mut self) {
        self.seen = 1;
        for lane in &mut self.lanes {
            lane.last_bad = vec![0];
        }
    }

    /// Takes note of further heaps; the period of every lane, as soon as all are proved.
    pub fn extend<T: PartialEq>(&mut self, phi: &[T]) -> Option<Vec<Period>> {
        let width = self.lanes.last().map_or(1, |lane| lane.lanes.end);
        if self.lanes.iter().any(|lane| lane.reach.is_none()) {
            return None;
        }
        let sizes = phi.len() / width;
        for n in self.seen..sizes {
            for lane in &mut self.lanes {
                lane.last_bad.push(0);
                for p in 1..n {
                    if lane.lanes.clone().any(|i| phi[n * width + i] != phi[(n - p) * width + i]) {
                        lane.last_bad[p] = (n - p) as u32;
                    }
                }
            }
        }
        self.seen = self.seen.max(sizes);
        let largest = sizes as u64 - 1;
        let mut periods = Vec::new();
        for lane in &self.lanes {
            let alike = |n: usize| lane.lanes.clone().all(|i| phi[n * width + i] == phi[i]);
            let period = lane.period(largest, alike)?;
            periods.extend(lane.lanes.clone().map(|_| period));
        }
        Some(periods)
    }
}

impl LaneWindow {
    fn period(&self, largest: u64, like_empty: impl Fn(usize) -> bool) -> Option<Period> {
        let reach = self.reach?;
        for p in 1..self.last_bad.len() {
            let e = self.last_bad[p];
            let window = reach
                .heaps
                .checked_mul(u64::from(e) + p as u64)
                .and_then(|m| m.checked_add(reach.take))?;
            if window <= largest {
                let zero = e == 0 && like_empty(p);
                return Some(Period {
                    preperiod: if zero { 0 } else { e + 1 },
                    period: p as u32,
                    window: window as u32,
                });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reach_of_games() {
        let of = |rules: &str| reach(&rules.parse().unwrap()).map(|r| (r.heaps, r.take));
        assert_eq!(of("Kayles"), Some((2, 2)));
        assert_eq!(of("S(2,3,7)"), Some((1, 7)));
        assert_eq!(of("0.1"), Some((1, 1)));
        assert_eq!(of("80.4"), Some((3, 1)));
        assert_eq!(of("0.7 + pass"), Some((2, 1)));
        for outside in ["Nim", "Grundy", "Mark", "Nim + pass", "Split(2, differ>=2)", "AllBut(1)"] {
            assert_eq!(of(outside), None, "{outside}");
        }
    }

    /// With a pass both classes have to repeat, over the window of both.
    #[test]
    fn both_lanes_of_a_pass() {
        let game = HeapGame::new(&"S(1) + pass".parse().unwrap(), 4).unwrap();
        let period = |phi: &[u16]| Window::new(&game).extend(phi);
        // M = e + p + 1: without the pass from 0 on with period 1, with it from 2 on.
        let joint = Period { preperiod: 2, period: 1, window: 3 };
        assert_eq!(period(&[0, 0, 0, 1, 0, 2, 0, 2]), Some(vec![joint; 2]));
        assert_eq!(period(&[0, 0, 0, 1, 0, 2]), None);
        assert_eq!(period(&[0, 0, 0, 1, 0, 2, 1, 2]), None);
        assert_eq!(period(&[0, 0, 0, 1, 0, 2, 0, 3]), None);
    }

    #[test]
    fn the_whole_window_is_needed() {
        // 0.77: M = 2e + 2p + 2. Constant from heap 1 on: e = 0, p = 1, M = 4.
        let game = HeapGame::new(&"0.77".parse().unwrap(), 4).unwrap();
        let period = |phi: &[u16]| Window::new(&game).extend(phi).map(|list| list[0]);
        assert_eq!(period(&[0, 1, 1, 1]), None);
        let found = period(&[0, 1, 1, 1, 1]);
        assert_eq!(found, Some(Period { preperiod: 1, period: 1, window: 4 }));
        let found = period(&[0, 0, 0, 0, 0]);
        assert_eq!(found, Some(Period { preperiod: 0, period: 1, window: 4 }));
        assert_eq!(period(&[0, 1, 1, 1, 2]), None);
    }
}
