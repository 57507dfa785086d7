//! Exact learning of a misere quotient (after Angluin 1987, with the counterexample
//! search of Rivest and Schapire 1993).
//!
//! A table has words (sums of generators) as rows and as columns; an entry is the true
//! outcome of the sum of both. Rows that look the same are taken for the same class. The
//! table is closed (a row times a generator looks like a row), then the steps must
//! commute, then the conditions of [`verify`](super::verify) must hold. Whenever
//! something fails there is a sum whose outcome the table gets wrong, hence a new column
//! that separates two words taken for equal. Every round finds a new class, so the
//! process ends exactly when the quotient is finite. Nothing here is trusted: what comes
//! out is verified for the heaps themselves.

use super::quotient::{Quotient, QuotientSize};
use super::verify::{Closure, Refuted};
use super::{HeapGame, MisereError};
use rustc_hash::{FxHashMap, FxHashSet};
use sprague_budget::Budget;

/// A game on generators: every heap of an option is written as a word in generators.
pub(crate) struct SmallGame {
    /// The heaps the generators stand for; the last is the new one.
    heaps: Vec<u32>,
    /// The options of every generator, as exponents of the smaller ones.
    options: Vec<Vec<Word>>,
    /// Which generators are *1: two of them cancel in every sum.
    stars: Vec<bool>,
}

/// The greatest number of generators.
pub(crate) const MAX_GENERATORS: usize = 32;
/// The greatest exponent of a generator in a word.
const MAX_EXPONENT: u8 = 127;

/// A word: the exponents of the generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Word([u8; MAX_GENERATORS]);

impl Word {
    const EMPTY: Self = Self([0; MAX_GENERATORS]);

    fn new(exponents: &[u8]) -> Result<Self, MisereError> {
        let too_many =
            MisereError::Limit { what: "generators of a quotient", limit: MAX_GENERATORS };
        let mut word = Self::EMPTY;
        word.0.get_mut(..exponents.len()).ok_or(too_many)?.copy_from_slice(exponents);
        if exponents.iter().any(|&e| e > MAX_EXPONENT) {
            return Err(COPIES);
        }
        Ok(word)
    }

    fn times(&self, other: &Self) -> Result<Self, MisereError> {
        let mut product = *self;
        let mut all = 0;
        for (a, b) in product.0.iter_mut().zip(&other.0) {
            *a += b; // both at most 127
            all |= *a;
        }
        if all > MAX_EXPONENT { Err(COPIES) } else { Ok(product) }
    }

    fn with(&self, g: usize) -> Result<Self, MisereError> {
        let mut product = *self;
        product.0[g] += 1;
        if product.0[g] > MAX_EXPONENT { Err(COPIES) } else { Ok(product) }
    }

    /// 64 bits that depend on all exponents.
    fn mixed(&self) -> u64 {
        // Fractional bits of the square roots of 2, 3, 5 and 7.
        const ROOTS: [u64; 4] = [
            0x6a09_e667_f3bc_c908,
            0xbb67_ae85_84ca_a73b,
            0x3c6e_f372_fe94_f82b,
            0xa54f_f53a_5f1d_36f1,
        ];
        let (words, _) = self.0.as_chunks::<8>();
        words.iter().zip(ROOTS).fold(0, |mixed, (&word, root)| {
            let product =
                u128::from(u64::from_le_bytes(word) ^ mixed ^ root) * u128::from(root | 1);
            (product >> 64) as u64 ^ product as u64
        })
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|&e| u32::from(e)).sum()
    }
}

const COPIES: MisereError =
    MisereError::Limit { what: "copies of one heap in a sum", limit: MAX_EXPONENT as usize };

impl SmallGame {
    /// The game on these heaps; `words` writes every heap in the generators.
    pub(crate) fn new(
        game: &HeapGame,
        heaps: &[u32],
        words: &[Vec<u8>],
    ) -> Result<Self, MisereError> {
        let words: Vec<Word> =
            words.iter().map(|w| Word::new(w)).collect::<Result<_, MisereError>>()?;
        let mut options = Vec::new();
        for &heap in heaps {
            let mut list: Vec<Word> = Vec::new();
            for option in game.options(heap) {
                let mut sum = Word::EMPTY;
                for &part in option {
                    sum = sum.times(&words[part as usize])?;
                }
                list.push(sum);
            }
            list.sort_unstable();
            list.dedup();
            list.sort_by_key(Word::len); // few heaps first: they are decided soonest
            options.push(list);
        }
        // A heap whose only option is 0 is *1, and *1 + *1 = 0 under misere play too.
        let stars = options.iter().map(|list| list[..] == [Word::EMPTY]).collect();
        Ok(Self { heaps: heaps.to_vec(), options, stars })
    }
}

/// What was learned: a monoid, its P-portion and the classes of the generators.
pub(crate) struct Learned {
    pub(crate) rows: Vec<Box<[u16]>>,
    pub(crate) p: Vec<bool>,
    pub(crate) classes: Vec<u16>,
    /// The conditions hold for the generators.
    pub(crate) closure: Closure,
}

/// Outcomes of words, with a memo. Words without the newest generator are answered by
/// the quotient of the smaller heaps.
struct Oracle<'a> {
    game: &'a SmallGame,
    old: &'a Quotient,
    /// The classes from which a move in one new heap beside it leads to a P-position.
    won: Vec<bool>,
    memo: Memo,
    limit: usize,
    budget: &'a Budget,
}

/// Outcomes of words, each remembered by 64 bits that its exponents are mixed to: a quarter of the
/// memory of the words. Two words with the same bits are taken for one. As all that is learned is
/// verified, that can cost an answer and not make a wrong one.
#[derive(Default)]
struct Memo {
    lost: FxHashSet<u64>,
    won: FxHashSet<u64>,
}

impl Memo {
    fn get(&self, word: u64) -> Option<bool> {
        if self.won.contains(&word) {
            return Some(false);
        }
        self.lost.contains(&word).then_some(true)
    }

    fn insert(&mut self, word: u64, p: bool) {
        if p {
            self.lost.insert(word)
        } else {
            self.won.insert(word)
        };
    }

    fn len(&self) -> usize {
        self.lost.len() + self.won.len()
    }
}

/// The budget is asked once for this many sums.
const SUMS: usize = 1 << 12;

impl<'a> Oracle<'a> {
    fn new(game: &'a SmallGame, old: &'a Quotient, limit: usize, budget: &'a Budget) -> Self {
        let won = Vec::new();
        let mut oracle = Self { game, old, won, memo: Memo::default(), limit, budget };
        let options = game.options.last().into_iter().flatten();
        let options: Vec<u16> = options.map(|option| oracle.old_class(option)).collect();
        oracle.won = (0..old.order() as u16)
            .map(|class| options.iter().any(|&option| old.is_p(old.product(class, option))))
            .collect();
        oracle
    }

    /// The class of the old heaps of a word.
    fn old_class(&self, word: &Word) -> u16 {
        word.0.iter().zip(&self.game.heaps).fold(0u16, |class, (&e, &heap)| {
            let g = self.old.phi.get(heap as usize).copied().unwrap_or(0);
            (0..e).fold(class, |c, _| self.old.product(c, g))
        })
    }

    fn is_p(&mut self, word: &Word) -> Result<bool, MisereError> {
        let k = self.game.heaps.len();
        let mut word = *word;
        for (e, &star) in word.0.iter_mut().zip(&self.game.stars) {
            if star {
                *e &= 1;
            }
        }
        if word.0[k - 1] <= 1 {
            let class = self.old_class(&word);
            if word.0[k - 1] == 0 {
                return Ok(self.old.is_p(class));
            }
            // Most sums with one new heap are won by a move in it: these need no memory.
            if self.won[usize::from(class)] {
                return Ok(false);
            }
        }
        let mixed = word.mixed();
        if let Some(known) = self.memo.get(mixed) {
            return Ok(known);
        }
        let game = self.game;
        let mut p = true;
        'moves: for g in (0..k).rev().filter(|&g| word.0[g] > 0) {
            let mut rest = word;
            rest.0[g] -= 1;
            for option in &game.options[g] {
                if self.is_p(&rest.times(option)?)? {
                    p = false;
                    break 'moves;
                }
            }
        }
        if self.memo.len() >= self.limit {
            return Err(MisereError::Limit { what: "sums searched", limit: self.limit });
        }
        if self.memo.len().is_multiple_of(SUMS) {
            self.budget.go_on()?;
        }
        self.memo.insert(mixed, p);
        Ok(p)
    }
}

struct Table<'a> {
    oracle: Oracle<'a>,
    columns: Vec<Word>,
    /// Representatives, the empty word first.
    rows: Vec<Word>,
    signatures: Vec<Vec<bool>>,
    by_signature: FxHashMap<Vec<bool>, u16>,
    /// `steps[r][g]`: the signature of row r times generator g.
    steps: Vec<Vec<Vec<bool>>>,
    limit: usize,
}

impl Table<'_> {
    fn generators(&self) -> usize {
        self.oracle.game.heaps.len()
    }

    fn signature(&mut self, word: &Word) -> Result<Vec<bool>, MisereError> {
        let mut signature = Vec::with_capacity(self.columns.len());
        for i in 0..self.columns.len() {
            let sum = word.times(&self.columns[i])?;
            signature.push(self.oracle.is_p(&sum)?);
        }
        Ok(signature)
    }

    fn push_row(&mut self, word: Word, signature: Vec<bool>) -> Result<(), MisereError> {
        if self.rows.len() >= self.limit {
            return Err(MisereError::Limit { what: "classes", limit: self.limit });
        }
        self.by_signature.insert(signature.clone(), self.rows.len() as u16);
        self.rows.push(word);
        self.signatures.push(signature);
        Ok(())
    }

    /// Adds rows until every step from a row leads to a row.
    fn close(&mut self, budget: &Budget) -> Result<(), MisereError> {
        let mut r = 0;
        while r < self.rows.len() {
            budget.go_on()?;
            if self.steps.len() <= r {
                self.steps.push(Vec::new());
            }
            for g in 0..self.generators() {
                if self.steps[r].len() <= g {
                    let word = self.rows[r].with(g)?;
                    let signature = self.signature(&word)?;
                    self.steps[r].push(signature);
                }
                if !self.by_signature.contains_key(&self.steps[r][g]) {
                    let word = self.rows[r].with(g)?;
                    let signature = self.steps[r][g].clone();
                    self.push_row(word, signature)?;
                }
            }
            r += 1;
        }
        Ok(())
    }

    fn add_column(&mut self, column: Word) -> Result<(), MisereError> {
        for r in 0..self.rows.len() {
            let sum = self.rows[r].times(&column)?;
            let entry = self.oracle.is_p(&sum)?;
            self.signatures[r].push(entry);
            for g in 0..self.steps.get(r).map_or(0, Vec::len) {
                let entry = self.oracle.is_p(&sum.with(g)?)?;
                self.steps[r][g].push(entry);
            }
        }
        self.by_signature =
            self.signatures.iter().cloned().zip(0..).map(|(s, i)| (s, i as u16)).collect();
        self.columns.push(column);
        Ok(())
    }

    fn step(&self, r: u16, g: usize) -> u16 {
        self.by_signature[&self.steps[r as usize][g]]
    }

    /// The steps as a table, if they commute; else a column that separates two words.
    fn commuting_steps(&mut self) -> Result<Result<Vec<Vec<u16>>, Word>, MisereError> {
        let k = self.generators();
        let delta: Vec<Vec<u16>> = (0..self.rows.len())
            .map(|r| (0..k).map(|g| self.step(r as u16, g)).collect())
            .collect();
        for r in 0..self.rows.len() {
            for g in 0..k {
                for h in g + 1..k {
                    let (u, v) = (delta[r][g], delta[r][h]);
                    let (a, b) = (delta[u as usize][h], delta[v as usize][g]);
                    if a == b {
                        continue;
                    }
                    let (sa, sb) = (&self.signatures[a as usize], &self.signatures[b as usize]);
                    let c = (0..sa.len()).find(|&c| sa[c] != sb[c]).unwrap_or(0);
                    // entry (row u)(h)(column c) or (row v)(g)(column c) is not that of r g h c
                    let column = self.columns[c];
                    let word = self.rows[r].with(g)?.with(h)?.times(&column)?;
                    let truth = self.oracle.is_p(&word)?;
                    let missing = if self.steps[u as usize][h][c] == truth { g } else { h };
                    let separating = column.with(missing)?;
                    return Ok(Err(separating));
                }
            }
        }
        Ok(Ok(delta))
    }

    /// A column that separates two words taken for equal, from a word whose outcome the
    /// table gets wrong.
    fn separating_column(&mut self, wrong: &Word, delta: &[Vec<u16>]) -> Result<Word, MisereError> {
        let letters: Vec<usize> = wrong
            .0
            .iter()
            .enumerate()
            .flat_map(|(g, &e)| std::iter::repeat_n(g, e as usize))
            .collect();
        let mut states = vec![0u16];
        for &g in &letters {
            states.push(delta[states[states.len() - 1] as usize][g]);
        }
        let suffix = |i: usize| {
            let mut word = Word::EMPTY;
            for &g in &letters[i..] {
                word.0[g] += 1;
            }
            word
        };
        // outcome with the first i letters replaced by their row: right at 0, wrong at the end
        let (mut low, mut high) = (0, letters.len());
        let truth = self.oracle.is_p(wrong)?;
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            let word = self.rows[states[middle] as usize].times(&suffix(middle))?;
            if self.oracle.is_p(&word)? == truth { low = middle } else { high = middle }
        }
        Ok(suffix(high))
    }

    fn monoid(&self, delta: &[Vec<u16>]) -> Vec<Box<[u16]>> {
        let walk = |start: u16, word: &Word| {
            word.0
                .iter()
                .enumerate()
                .fold(start, |state, (g, &e)| (0..e).fold(state, |s, _| delta[s as usize][g]))
        };
        (0..self.rows.len() as u16)
            .map(|x| self.rows.iter().map(|y| walk(x, y)).collect())
            .collect()
    }

    /// A word whose outcome the candidate gets wrong, from a failed condition.
    fn wrong_word(&mut self, refuted: &Refuted, candidate: &Quotient) -> Result<Word, MisereError> {
        let game = self.oracle.game;
        let mut word = Word::EMPTY;
        for &heap in &refuted.heaps {
            word = word.with(heap as usize - 1)?;
        }
        if let Some(z) = refuted.context {
            word = word.times(&self.rows[z as usize])?;
        }
        let truth = self.oracle.is_p(&word)?;
        if truth != candidate.is_p(class_of(&word, candidate)) {
            return Ok(word);
        }
        for g in 0..self.generators() {
            if word.0[g] == 0 {
                continue;
            }
            let mut rest = word;
            rest.0[g] -= 1;
            for option in &game.options[g] {
                let next = rest.times(option)?;
                if candidate.is_p(class_of(&next, candidate)) != self.oracle.is_p(&next)? {
                    return Ok(next);
                }
            }
        }
        Err(MisereError::Limit { what: "rounds of learning without progress", limit: 0 })
    }
}

/// The class of a word; generator g is heap g + 1 of the candidate.
fn class_of(word: &Word, candidate: &Quotient) -> u16 {
    let generators = &candidate.phi[1..];
    word.0
        .iter()
        .zip(generators)
        .fold(0u16, |class, (&e, &g)| (0..e).fold(class, |c, _| candidate.product(c, g)))
}

/// Learns the quotient of a small game and verifies it there.
pub(crate) fn learn(
    game: &SmallGame,
    old: &Quotient,
    old_words: &[Option<Vec<u8>>],
    most: QuotientSize,
    budget: &Budget,
) -> Result<Learned, MisereError> {
    let k = game.heaps.len();
    let oracle = Oracle::new(game, old, most.sums, budget);
    let mut table = Table {
        oracle,
        columns: Vec::new(),
        rows: Vec::new(),
        signatures: Vec::new(),
        by_signature: FxHashMap::default(),
        steps: Vec::new(),
        limit: most.classes.min(usize::from(u16::MAX)),
    };
    // Old classes stay different: start with them as rows, and with columns that
    // separate them.
    let width = |word: &Option<Vec<u8>>| Word::new(word.as_deref().unwrap_or_default());
    let mut parts: Vec<Vec<bool>> = vec![Vec::new(); old.order()];
    for (y, word) in old_words.iter().enumerate() {
        let column: Vec<bool> = (0..old.order()).map(|x| old.p[old.rows[x][y] as usize]).collect();
        let count =
            |parts: &[Vec<bool>]| parts.iter().collect::<std::collections::HashSet<_>>().len();
        let before = count(&parts);
        for (part, &entry) in parts.iter_mut().zip(&column) {
            part.push(entry);
        }
        if y == 0 || count(&parts) > before {
            table.columns.push(width(word)?);
        } else {
            for part in &mut parts {
                part.pop();
            }
        }
    }
    for word in old_words {
        let word = width(word)?;
        let signature = table.signature(&word)?;
        if !table.by_signature.contains_key(&signature) {
            table.push_row(word, signature)?;
        }
    }
    loop {
        table.close(budget)?;
        let delta = match table.commuting_steps()? {
            Ok(delta) => delta,
            Err(column) => {
                table.add_column(column)?;
                continue;
            }
        };
        let p: Vec<bool> = table.signatures.iter().map(|s| s[0]).collect();
        let classes: Vec<u16> = (0..k).map(|g| delta[0][g]).collect();
        let rows = table.monoid(&delta);
        let mut phi = vec![0];
        phi.extend(&classes);
        let candidate = Quotient { rows, p, phi };
        match verify_small(&candidate, game, most, budget)? {
            Ok(closure) => {
                let Quotient { rows, p, .. } = candidate;
                return Ok(Learned { rows, p, classes, closure });
            }
            Err(refuted) => {
                let wrong = table.wrong_word(&refuted, &candidate)?;
                let column = table.separating_column(&wrong, &delta)?;
                table.add_column(column)?;
            }
        }
    }
}

/// The conditions for the generators alone; a refutation names generators by index + 1.
fn verify_small(
    candidate: &Quotient,
    game: &SmallGame,
    most: QuotientSize,
    budget: &Budget,
) -> Result<Result<Closure, Refuted>, MisereError> {
    let mut closure = Closure::new(candidate, most.pairs);
    for (g, options) in game.options.iter().enumerate() {
        let mut w = super::bits::Bits::new(candidate.order());
        for option in options {
            let class = class_of(option, candidate);
            w.unite(&closure.partners()[class as usize]);
        }
        let class = candidate.phi[g + 1];
        if let Err(refuted) = closure.add(candidate, class, w, g as u32 + 1, budget)? {
            return Ok(Err(refuted));
        }
    }
    Ok(Ok(closure))
}
