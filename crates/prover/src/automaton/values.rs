//! Nim-values to guess from: fast enough for some ten thousand heaps, for any number of
//! heaps per move.

use sprague_games::moves::{Condition, Move};

/// G(0), ..., G(to) of the game with these moves, which the caller knows to be
/// playable: as fast as a guess needs, for any number of heaps.
///
/// Sums of two heaps are marked directly, larger sums kept as bit sets per total; the
/// sums of the most heaps are only tested for the candidates of the mex.
pub fn values(moves: &[Move], to: usize) -> Vec<u32> {
    let mut engine = Engine::new(moves, to);
    while engine.values.len() <= to {
        engine.push();
    }
    engine.values
}

struct Engine<'a> {
    moves: &'a [Move],
    values: Vec<u32>,
    /// `sums[h - 2][m]`: the nim-sums of h non-empty heaps of total m, as bits.
    sums: Vec<Vec<Vec<u64>>>,
    /// Sums of this many heaps are tested, not stored.
    tested: u32,
    /// Part of the sums of `tested` heaps of total m: those where all heaps but one have
    /// a nim-sum below 64. Typically two heaps nearly cancel and the third one gives the
    /// value, so this excludes nearly every candidate that is excluded at all.
    screen: Vec<Vec<u64>>,
    largest: u32,
    marks: Vec<u64>,
}

impl<'a> Engine<'a> {
    fn new(moves: &'a [Move], to: usize) -> Self {
        let any = moves.iter().filter(|m| m.condition == Condition::Any);
        let tested = any.map(|m| m.heaps).max().unwrap_or(0).max(2);
        let mut values = Vec::with_capacity(to + 1);
        values.push(0);
        let stored = tested as usize - 2;
        Self { moves, values, sums: vec![vec![Vec::new()]; stored], tested, screen: vec![Vec::new()], largest: 0, marks: Vec::new() }
    }

    fn mark(&mut self, v: u32) {
        let word = v as usize / 64;
        if word >= self.marks.len() {
            self.marks.resize(word + 1, 0);
        }
        self.marks[word] |= 1 << (v % 64);
    }

    fn push(&mut self) {
        let n = self.values.len();
        self.extend_sums();
        self.marks.fill(0);
        let mut tests: Vec<usize> = Vec::new();
        for m in self.moves {
            let Some(total) = (n as i64).checked_sub(m.take).filter(|&r| r >= 0).map(|r| r as usize)
            else {
                continue;
            };
            if (n as u64) < m.smallest {
                continue;
            }
            match (m.heaps, m.condition) {
                (0, _) => {
                    if total == 0 {
                        self.mark(0);
                    }
                }
                (1, _) => {
                    if total >= 1 && total < n {
                        self.mark(self.values[total]);
                    }
                }
                (2, condition) => {
                    for a in 1..=total / 2 {
                        let b = total - a;
                        if b < n && condition.allows(&[a as u64, b as u64]) {
                            self.mark(self.values[a] ^ self.values[b]);
                        }
                    }
                }
                (h, Condition::Any) if m.take >= 0 => {
                    let sums = if h == self.tested {
                        tests.push(total);
                        &self.screen
                    } else {
                        &self.sums[h as usize - 2]
                    };
                    let set = &sums[total];
                    self.marks.resize(self.marks.len().max(set.len()), 0);
                    for (mark, word) in self.marks.iter_mut().zip(set) {
                        *mark |= word;
                    }
                }
                (h, condition) => {
                    let mut found = Vec::new();
                    let mut heaps = Vec::new();
                    each_partition(total as u64, h, 1, n as u64 - 1, &mut heaps, &mut |heaps| {
                        if condition.allows(heaps) {
                            found.push(heaps.iter().fold(0, |s, &x| s ^ self.values[x as usize]));
                        }
                    });
                    for v in found {
                        self.mark(v);
                    }
                }
            }
        }
        let mut v = 0;
        while self.marks.get(v as usize / 64).is_some_and(|w| w >> (v % 64) & 1 == 1)
            || self.reaches(&tests, v)
        {
            v += 1;
        }
        self.values.push(v);
        self.largest = self.largest.max(v);
    }

    /// Whether `tested` heaps of one of these totals have nim-sum `v`. The totals take
    /// turns, because some of them may never reach a value of that parity.
    fn reaches(&self, totals: &[usize], v: u32) -> bool {
        let h = self.tested as usize;
        let Some(most) = totals.iter().max() else { return false };
        let sums = &self.sums[h - 3];
        // The least of the heaps is at most total / h.
        (1..=most / h).any(|a| {
            let w = v ^ self.values[a];
            totals.iter().any(|&total| {
                a * h <= total
                    && sums[total - a].get(w as usize / 64).is_some_and(|word| word >> (w % 64) & 1 == 1)
            })
        })
    }

    /// The sums of total n, for which only heaps below n matter.
    fn extend_sums(&mut self) {
        if self.sums.is_empty() {
            return;
        }
        let m = self.values.len();
        let words = (self.largest as usize + 1).next_power_of_two().div_ceil(64);
        let mut set = vec![0_u64; words];
        for a in 1..=m / 2 {
            let v = self.values[a] ^ self.values[m - a];
            set[v as usize / 64] |= 1 << (v % 64);
        }
        self.sums[0].push(set);
        for h in 3..self.tested as usize {
            let mut set = vec![0_u64; words];
            for a in 1..=m / h {
                let g = self.values[a];
                for (i, &word) in self.sums[h - 3][m - a].iter().enumerate() {
                    if word != 0 {
                        set[i ^ (g as usize / 64)] |= translate(word, g % 64);
                    }
                }
            }
            self.sums[h - 2].push(set);
        }
        let mut set = vec![0_u64; words];
        let sums = &self.sums[self.tested as usize - 3];
        for a in 1..m {
            let g = self.values[a];
            let word = sums[m - a].first().copied().unwrap_or(0);
            set[g as usize / 64] |= translate(word, g % 64);
        }
        self.screen.push(set);
    }
}

/// The set of v xor g for the members v < 64 of a word.
fn translate(mut word: u64, g: u32) -> u64 {
    const HALVES: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, low) in HALVES.iter().enumerate() {
        if g >> bit & 1 == 1 {
            let shift = 1 << bit;
            word = (word & low) << shift | word >> shift & low;
        }
    }
    word
}

fn each_partition(
    total: u64,
    heaps: u32,
    least: u64,
    most: u64,
    chosen: &mut Vec<u64>,
    found: &mut dyn FnMut(&[u64]),
) {
    if heaps == 1 {
        if total >= least && total <= most {
            chosen.push(total);
            found(chosen);
            chosen.pop();
        }
        return;
    }
    for a in least..=(total / u64::from(heaps)).min(most) {
        chosen.push(a);
        each_partition(total - a, heaps - 1, a, most, chosen, found);
        chosen.pop();
    }
}
