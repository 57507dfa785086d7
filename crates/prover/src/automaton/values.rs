//! Nim-values to guess from: fast enough for some ten thousand heaps, for any number of
//! heaps per move.

use sprague_budget::Budget;
use sprague_engine::{EngineChoice, EngineError, EngineKind, Sequence};
use sprague_games::RuleError;
use sprague_games::moves::{Condition, Heaps, Moves};
use sprague_games::nim::translate;

use super::game::{Game, Part};

/// G(0), ..., G(to), or fewer where the budget is spent or the rules are of a kind that is
/// slow to compute; or an error of the rules.
///
/// Codes are computed here: sums of two heaps are marked directly, larger sums kept as
/// bit sets per total, and the sums of the most heaps only tested for the candidates of
/// the mex, after a screen that catches nearly all of them. For values that grow this is
/// several times as fast as listing all sums (0.9138B835B to 16384: 1.1 s, not 4.6 s).
/// Everything else comes from the general engines.
pub fn values(game: &Game, to: usize, budget: &Budget) -> Result<Vec<u32>, RuleError> {
    if let Some(mut engine) = Screened::new(game, to) {
        while engine.values.len() <= to
            && !(engine.values.len().is_multiple_of(64) && budget.is_spent())
        {
            engine.push();
        }
        return Ok(engine.values);
    }
    let unlimited = budget.clone().values(u64::MAX).bytes(u64::MAX).silent();
    let mut values = Vec::new();
    let Ok(plan) = sprague_engine::plan(&game.rules, to as u64, EngineChoice::Best, &unlimited)
    else {
        return Ok(values);
    };
    if matches!(plan.engine, EngineKind::General | EngineKind::Reference) {
        return from_options(game, to, budget);
    }
    let to = if plan.engine == EngineKind::Sums { to.min(MOST_SUMS) } else { to };
    let Ok(sequence) = Sequence::new(&game.rules, to as u64, EngineChoice::Best, &unlimited) else {
        return Ok(values);
    };
    for value in sequence {
        match value {
            Ok(value) => values.push(value),
            Err(EngineError::Rule(error)) => return Err(error),
            Err(_) => break,
        }
    }
    Ok(values)
}

/// As many values are computed by the engine that lists all sums.
const MOST_SUMS: usize = 4096;
/// As many options are listed where nothing better is known; some seconds.
const MOST_OPTIONS: u64 = 30_000_000;

/// Values from the options themselves, as far as [`MOST_OPTIONS`] reach.
fn from_options(game: &Game, to: usize, budget: &Budget) -> Result<Vec<u32>, RuleError> {
    let mut values: Vec<u32> = vec![0];
    let mut listed = 0_u64;
    let mut marks = Vec::new();
    while values.len() <= to {
        marks.fill(0);
        let n = values.len() as u64;
        let mut visit = |heaps: &[u64]| {
            listed += 1;
            mark(&mut marks, heaps.iter().fold(0, |sum, &h| sum ^ values[h as usize]));
            listed < MOST_OPTIONS && !(listed.is_multiple_of(4096) && budget.is_spent())
        };
        match game.rules.visit_options(n, &mut visit) {
            Ok(()) => {}
            Err(RuleError::Stopped) => break,
            Err(error) => return Err(error),
        }
        let full = marks.iter().take_while(|word| **word == u64::MAX).count();
        let rest = marks.get(full).map_or(0, |word| word.trailing_ones());
        values.push(full as u32 * 64 + rest);
    }
    Ok(values)
}

/// Options in the form this engine computes.
struct Taking {
    moves: Moves,
    /// For infinitely many takes: the marks of n - 1, n - 2, ..., n - step, by n mod step.
    history: Vec<Vec<u64>>,
}

struct Screened {
    moves: Vec<Taking>,
    values: Vec<u32>,
    /// `sums[h - 2][m]`: the nim-sums of h non-empty heaps of total m, as bits.
    sums: Vec<Vec<Vec<u64>>>,
    /// Sums of this many heaps are tested, not stored.
    tested: u32,
    /// Part of the sums of `tested` heaps of total m: those where all heaps but one have
    /// a nim-sum below 64. Typically two heaps nearly cancel and the third one gives the
    /// value, so this excludes nearly every candidate that is excluded at all.
    screen: Vec<Vec<u64>>,
    /// The sums of h or more heaps, for the h that are needed.
    closures: Vec<(u32, Vec<Vec<u64>>)>,
    largest: u32,
    marks: Vec<u64>,
}

impl Screened {
    /// `None` for options this engine does not know.
    fn new(game: &Game, to: usize) -> Option<Self> {
        let mut moves = Vec::new();
        let mut tested = 2;
        let mut stored = 2;
        let mut closures: Vec<(u32, Vec<Vec<u64>>)> = Vec::new();
        for part in &game.parts {
            let Part::Moves(m) = part else { return None };
            let recurs = m.takes.single().is_none();
            match m.heaps {
                Heaps::Exactly(heaps) => {
                    if heaps > 2 && (m.condition != Condition::Any || m.takes.first() < 0) {
                        return None;
                    }
                    if heaps > 2 && !recurs {
                        tested = tested.max(heaps);
                    } else if heaps > 1 && recurs {
                        if m.condition != Condition::Any {
                            return None;
                        }
                        stored = stored.max(heaps + 1);
                    }
                }
                Heaps::AtLeast(from) if m.takes.first() >= 0 && m.smallest <= 1 => {
                    stored = stored.max(from + 1);
                    if closures.iter().all(|(h, _)| *h != from) {
                        closures.push((from, vec![Vec::new()]));
                    }
                }
                Heaps::AtLeast(_) => return None,
            }
            let step = if recurs { m.takes.step() as usize } else { 0 };
            moves.push(Taking { moves: *m, history: vec![Vec::new(); step] });
        }
        let tested: u32 = tested.max(stored);
        let mut values = Vec::with_capacity(to + 1);
        values.push(0);
        Some(Self {
            moves,
            values,
            sums: vec![vec![Vec::new()]; tested as usize - 2],
            tested,
            screen: vec![Vec::new()],
            closures,
            largest: 0,
            marks: Vec::new(),
        })
    }

    fn push(&mut self) {
        let n = self.values.len();
        self.extend_sums();
        self.marks.fill(0);
        let mut tests: Vec<usize> = Vec::new();
        let mut moves = std::mem::take(&mut self.moves);
        for m in &mut moves {
            let step = m.history.len();
            let total = usize::try_from(n as i64 - m.moves.takes.first()).ok();
            if step != 0 {
                // What n - step reaches by these takes, n reaches too.
                let slot = &mut m.history[n % step];
                if let Some(total) = total {
                    match m.moves.heaps {
                        Heaps::Exactly(0) if total == 0 => mark(slot, 0),
                        Heaps::Exactly(1) if total > 0 => mark(slot, self.values[total]),
                        Heaps::Exactly(0 | 1) => {}
                        Heaps::Exactly(h) => join(slot, &self.sums[h as usize - 2][total]),
                        Heaps::AtLeast(h) => join(slot, self.closure(h, total)),
                    }
                }
                join(&mut self.marks, slot);
                continue;
            }
            let Some(total) = total.filter(|_| n as u64 >= m.moves.smallest) else { continue };
            match m.moves.heaps {
                Heaps::Exactly(0) => {
                    if total == 0 {
                        mark(&mut self.marks, 0);
                    }
                }
                Heaps::Exactly(1) => {
                    if total >= 1 && total < n {
                        mark(&mut self.marks, self.values[total]);
                    }
                }
                Heaps::Exactly(2) => {
                    for a in 1..=total / 2 {
                        let b = total - a;
                        if b < n && m.moves.condition.allows(&[a as u64, b as u64]) {
                            mark(&mut self.marks, self.values[a] ^ self.values[b]);
                        }
                    }
                }
                Heaps::Exactly(h) if h == self.tested => {
                    tests.push(total);
                    join(&mut self.marks, &self.screen[total]);
                }
                Heaps::Exactly(h) => join(&mut self.marks, &self.sums[h as usize - 2][total]),
                Heaps::AtLeast(h) => {
                    let found = self.closures.iter().find(|(from, _)| *from == h);
                    if let Some((_, sets)) = found {
                        join(&mut self.marks, &sets[total]);
                    }
                }
            }
        }
        self.moves = moves;
        let mut v = 0;
        while self.marks.get(v as usize / 64).is_some_and(|w| w >> (v % 64) & 1 == 1)
            || self.reaches(&tests, v)
        {
            v += 1;
        }
        self.values.push(v);
        self.largest = self.largest.max(v);
    }

    fn closure(&self, from: u32, total: usize) -> &[u64] {
        let found = self.closures.iter().find(|(h, _)| *h == from);
        found.map_or(&[], |(_, sets)| &sets[total])
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
                    && sums[total - a]
                        .get(w as usize / 64)
                        .is_some_and(|word| word >> (w % 64) & 1 == 1)
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
        for i in 0..self.closures.len() {
            // h heaps, or one heap and h or more others.
            let from = self.closures[i].0;
            let mut set = self.sums[from as usize - 2][m].clone();
            set.resize(words, 0);
            for a in 1..m {
                let g = self.values[a];
                for (w, &word) in self.closures[i].1[m - a].iter().enumerate() {
                    if word != 0 {
                        set[w ^ (g as usize / 64)] |= translate(word, g % 64);
                    }
                }
            }
            self.closures[i].1.push(set);
        }
    }
}

fn mark(marks: &mut Vec<u64>, v: u32) {
    let word = v as usize / 64;
    if word >= marks.len() {
        marks.resize(word + 1, 0);
    }
    marks[word] |= 1 << (v % 64);
}

fn join(marks: &mut Vec<u64>, set: &[u64]) {
    if marks.len() < set.len() {
        marks.resize(set.len(), 0);
    }
    for (mark, word) in marks.iter_mut().zip(set) {
        *mark |= word;
    }
}
