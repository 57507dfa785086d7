//! The misere quotient of a heap game (Plambeck 2005; Plambeck and Siegel 2008).
//!
//! Two sums X and Y of heaps are indistinguishable when X + Z and Y + Z have the same
//! outcome for every sum Z of heaps of the same game. The classes form a commutative
//! monoid Q; P is the set of classes of P-positions; the pretending function Phi gives
//! every heap its class. (Q, P, Phi) answers every question about sums.

use super::bits::Bits;
use super::lead::{self, LeadRule};
use super::learn::{self, SmallGame};
use super::periodicity::{self, Period};
pub use super::presentation::Presentation;
use super::verify::Closure;
use super::{HeapGame, MisereError};
use rustc_hash::FxHashMap;
use sprague_budget::{Budget, Progress, Spent};
use sprague_certificate::{Certificate, Claim, Extent, MisereQuotient, Proof, QuotientClaim};
use sprague_games::Ruleset;

/// A finite commutative monoid Q with a subset P and the classes of the heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    /// `rows[x][y]` is the product of x and y; class 0 is the identity.
    pub(crate) rows: Vec<Box<[u16]>>,
    /// Whether a class consists of P-positions.
    pub(crate) p: Vec<bool>,
    /// The class of heap 0, 1, 2, ...
    pub(crate) phi: Vec<u16>,
}

impl Quotient {
    /// The quotient of the game with heap 0 alone.
    pub(crate) fn trivial() -> Self {
        Self { rows: vec![Box::from([0])], p: vec![false], phi: vec![0] }
    }

    /// The number of classes, |Q|.
    pub fn order(&self) -> usize {
        self.rows.len()
    }

    /// The number of classes of P-positions, |P|.
    pub fn p_order(&self) -> usize {
        self.p.iter().filter(|&&p| p).count()
    }

    /// The product of two classes.
    pub fn product(&self, x: u16, y: u16) -> u16 {
        self.rows[x as usize][y as usize]
    }

    /// The multiplication table, row by row.
    pub fn table(&self) -> impl Iterator<Item = &[u16]> {
        self.rows.iter().map(|row| &row[..])
    }

    /// Whether a class consists of P-positions.
    pub fn is_p(&self, class: u16) -> bool {
        self.p[class as usize]
    }

    /// The classes of the heaps 0, 1, 2, ... for which the quotient was verified.
    pub fn pretending_function(&self) -> &[u16] {
        &self.phi
    }

    /// The largest heap for which the quotient was verified.
    pub fn largest(&self) -> u32 {
        self.phi.len() as u32 - 1
    }

    /// The class of a sum of heaps.
    pub fn class_of(&self, heaps: &[u32]) -> u16 {
        heaps.iter().fold(0, |class, &h| self.product(class, self.phi[h as usize]))
    }

    /// p(x) = { y : xy in P }.
    pub(crate) fn winning_partners(&self, x: u16) -> Bits {
        let mut set = Bits::new(self.order());
        for (y, &xy) in self.rows[x as usize].iter().enumerate() {
            if self.p[xy as usize] {
                set.insert(y);
            }
        }
        set
    }

    /// w(h): the union of p(Phi(o)) over the options o of h.
    pub(crate) fn option_partners(&self, options: &[Box<[u32]>], partners: &[Bits]) -> Bits {
        let mut seen = vec![false; self.order()];
        let mut set = Bits::new(self.order());
        for option in options {
            let class = self.class_of(option) as usize;
            if !seen[class] {
                seen[class] = true;
                set.unite(&partners[class]);
            }
        }
        set
    }

    /// The heaps that are generators: not in the submonoid of the smaller ones. Also for
    /// every other heap a word in smaller generators, as exponents.
    pub(crate) fn generators(&self, always: &[u32]) -> Generators {
        let mut heaps: Vec<u32> = Vec::new();
        let mut words: Vec<Vec<u8>> = vec![Vec::new()];
        let mut class_words = self.class_words(&heaps);
        for (heap, &class) in (0u32..).zip(&self.phi).skip(1) {
            match &class_words[class as usize] {
                Some(word) if !always.contains(&heap) => words.push(word.clone()),
                _ => {
                    let mut word = vec![0; heaps.len() + 1];
                    word[heaps.len()] = 1;
                    words.push(word);
                    heaps.push(heap);
                    class_words = self.class_words(&heaps);
                }
            }
        }
        Generators { heaps, words, class_words }
    }

    /// The least word in these heaps for every class they generate, as exponents: the
    /// shortest, and among those the one with more of the earlier heaps. This order goes
    /// with products, so divisors of least words are least words, and it is enough to look
    /// at the words one letter longer than a least word.
    fn class_words(&self, heaps: &[u32]) -> Vec<Option<Vec<u8>>> {
        let mut words: Vec<Option<Vec<u8>>> = vec![None; self.order()];
        words[0] = Some(vec![0; heaps.len()]);
        let mut layer: Vec<(Vec<u8>, u16)> = vec![(vec![0; heaps.len()], 0)];
        while !layer.is_empty() {
            let mut longer: Vec<(Vec<u8>, u16)> = Vec::new();
            for (word, x) in &layer {
                for (i, &g) in heaps.iter().enumerate() {
                    let y = self.product(*x, self.phi[g as usize]);
                    if words[y as usize].is_none() {
                        let mut word = word.clone();
                        word[i] = word[i].saturating_add(1);
                        longer.push((word, y));
                    }
                }
            }
            longer.sort_unstable_by(|a, b| b.cmp(a));
            layer.clear();
            for (word, y) in longer {
                if words[y as usize].is_none() {
                    words[y as usize] = Some(word.clone());
                    layer.push((word, y));
                }
            }
        }
        words
    }

    /// Whether the table is that of a commutative monoid with identity 0, generated by the
    /// classes of the heaps.
    ///
    /// Light's test: where a set generates, (xg)y = x(gy) for its members g is enough for
    /// associativity.
    pub(super) fn is_generated_monoid(&self) -> bool {
        let n = self.order() as u16;
        let generators = self.generators(&[]);
        let classes = generators.heaps.iter().map(|&heap| self.phi[heap as usize]);
        generators.class_words.iter().all(Option::is_some)
            && (0..n).all(|x| {
                self.product(0, x) == x && (0..x).all(|y| self.product(x, y) == self.product(y, x))
            })
            && classes.into_iter().all(|g| {
                (0..n).all(|x| {
                    let xg = self.product(x, g);
                    (0..n).all(|y| self.product(xg, y) == self.product(x, self.product(g, y)))
                })
            })
    }

    /// The class of a word in elements.
    fn class_of_word(&self, exponents: &[u8], elements: &[u16]) -> u16 {
        exponents
            .iter()
            .zip(elements)
            .fold(0, |class, (&e, &g)| (0..e).fold(class, |c, _| self.product(c, g)))
    }

    /// A presentation: the generators, and relations that determine the monoid.
    pub fn presentation(&self) -> Presentation {
        Presentation::new(self)
    }
}

/// Generating heaps and words in them.
pub(crate) struct Generators {
    /// The generating heaps, increasing.
    pub(crate) heaps: Vec<u32>,
    /// Every heap's word in the generators not above it.
    pub(crate) words: Vec<Vec<u8>>,
    /// Every class's word; `None` only for classes not reached.
    pub(crate) class_words: Vec<Option<Vec<u8>>>,
}

/// How large a quotient, and the tables on the way to it, may become. These numbers bound the
/// work whatever the machine; a [`Budget`] stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotientSize {
    /// The greatest order of a quotient.
    pub classes: usize,
    /// The greatest number of sums whose outcome is remembered while learning.
    pub sums: usize,
    /// The greatest number of pairs kept while verifying.
    pub pairs: usize,
}

impl Default for QuotientSize {
    fn default() -> Self {
        Self { classes: 1000, sums: 20_000_000, pairs: 3_000_000 }
    }
}

/// Why a quotient was not found for the next heap.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Open {
    /// The quotient with this heap is larger than allowed.
    TooLarge {
        /// The first heap without a quotient.
        heap: u32,
        /// What there would be too many of.
        what: &'static str,
        /// How many are allowed.
        limit: usize,
    },
    /// The work was stopped, or its time was up, before this heap.
    Stopped {
        /// The first heap without a quotient.
        heap: u32,
        /// Which of the two.
        spent: Spent,
    },
    /// All heaps asked for were reached, and no period was found (or is possible).
    Reached,
    /// The quotient of the whole game is infinite; this rule, which is proved, decides all sums.
    Infinite(Box<LeadRule>),
}

/// The result of [`solve`].
#[derive(Clone, Debug)]
pub struct Solved {
    /// The verified quotient of the heaps reached.
    pub quotient: Quotient,
    /// (number of the heap, order, order of P) whenever the quotient changed.
    pub growth: Vec<(u32, usize, usize)>,
    /// The period of every lane, which proves that this is the quotient of the whole
    /// game, or why there is none.
    pub period: Result<Vec<Period>, Open>,
}

impl Solved {
    /// The certificate for the independent checker: what is claimed is the quotient of the
    /// whole game where its period is proved, the rule that decides all sums where the quotient is
    /// proved infinite, else the quotient of the heaps reached. For one game.
    pub fn certificate(&self, rules: &Ruleset) -> Certificate {
        if let Err(Open::Infinite(rule)) = &self.period {
            return rule.certificate(rules);
        }
        let quotient = &self.quotient;
        // With a pass every heap has two classes, of which the last may be missing.
        let width = 1 + usize::from(rules.has_pass());
        let sizes = quotient.phi.len() / width;
        let extent = match self.period.as_deref() {
            Ok([Period { preperiod, period, .. }, more @ ..]) if more.len() < width => {
                Extent::All { preperiod: (*preperiod).into(), period: (*period).into() }
            }
            _ => Extent::Heaps(sizes.saturating_sub(1) as u64),
        };
        Certificate {
            game: rules.to_string(),
            claim: Claim::MisereQuotient(QuotientClaim {
                order: quotient.order() as u64,
                p_order: quotient.p_order() as u64,
                extent,
            }),
            proof: Proof::MisereQuotient(MisereQuotient {
                table: quotient.table().map(<[u16]>::to_vec).collect(),
                p: (0..quotient.order() as u16).filter(|&x| quotient.is_p(x)).collect(),
                phi: quotient.phi[..sizes * width].to_vec(),
            }),
        }
    }
}

/// The misere quotient of a game, heap by heap up to `to` tokens, stopping as soon as the
/// periodicity theorem proves the rest, or the theorem about leads that it has no end.
pub fn solve(
    game: &mut HeapGame,
    to: u32,
    most: QuotientSize,
    budget: &Budget,
) -> Result<Solved, MisereError> {
    let mut builder = Builder::new(most);
    let mut window = periodicity::Window::new(game);
    let lanes = game.lanes().len();
    for _ in 1..lanes {
        builder.quotient.phi.push(0); // the empty heaps
    }
    let mut growth = vec![(0, 1, 0)];
    let mut refuted: Option<LeadRule> = None;
    for size in 1..=to {
        let progress = Progress { done: size.into(), total: Some(to.into()), unit: "heaps" };
        let mut ready = budget.report(progress).map_err(MisereError::from);
        if size > game.largest_size() {
            ready = ready.and_then(|()| game.extend_to(size));
        }
        if let Err(MisereError::Spent(spent)) = ready {
            let period = Err(Open::Stopped { heap: game.heap(0, size), spent });
            return Ok(Solved { quotient: builder.quotient, growth, period });
        }
        ready?;
        for lane in 0..lanes {
            let heap = game.heap(lane, size);
            let changed = match builder.extend(game, budget) {
                Ok(changed) => changed,
                Err(MisereError::Limit { what, limit }) => {
                    let period = Err(Open::TooLarge { heap, what, limit });
                    return Ok(Solved { quotient: builder.quotient, growth, period });
                }
                Err(MisereError::Spent(spent)) => {
                    let period = Err(Open::Stopped { heap, spent });
                    return Ok(Solved { quotient: builder.quotient, growth, period });
                }
                Err(error) => return Err(error),
            };
            if changed {
                growth.push((heap, builder.quotient.order(), builder.quotient.p_order()));
                window.restart();
                // Nearly all quotients that are finite are smaller.
                if to >= LEAD_TO
                    && builder.quotient.order() >= LEAD_FROM
                    && let Some(rule) = lead::guess(game, &builder.quotient)
                    && refuted.as_ref() != Some(&rule)
                {
                    match rule.proved(game, budget) {
                        Ok(true) => {
                            let period = Err(Open::Infinite(Box::new(rule)));
                            return Ok(Solved { quotient: builder.quotient, growth, period });
                        }
                        Ok(false) => refuted = Some(rule),
                        // What is known of the quotient stays known.
                        Err(MisereError::Spent(spent)) => {
                            let period = Err(Open::Stopped { heap: heap + 1, spent });
                            return Ok(Solved { quotient: builder.quotient, growth, period });
                        }
                        Err(error) => return Err(error),
                    }
                }
            }
        }
        if let Some(period) = window.extend(&builder.quotient.phi) {
            return Ok(Solved { quotient: builder.quotient, growth, period: Ok(period) });
        }
    }
    Ok(Solved { quotient: builder.quotient, growth, period: Err(Open::Reached) })
}

/// The quotient of the heaps so far with what is needed to add the next one.
struct Builder {
    quotient: Quotient,
    closure: Closure,
    /// Heaps that had to become generators once.
    kept: Vec<u32>,
    /// So many sums are searched without trust in powers.
    few_sums: usize,
    most: QuotientSize,
}

impl Builder {
    /// The quotient of heap 0.
    fn new(most: QuotientSize) -> Self {
        let quotient = Quotient::trivial();
        let closure = Closure::new(&quotient, most.pairs);
        Self { quotient, closure, kept: Vec::new(), few_sums: learn::FEW_SUMS, most }
    }

    /// Adds the next heap; true when the quotient changed.
    fn extend(&mut self, game: &HeapGame, budget: &Budget) -> Result<bool, MisereError> {
        let heap = self.quotient.phi.len() as u32;
        let options = game.options(heap);
        if options.is_empty() {
            self.quotient.phi.push(0);
            return Ok(false);
        }
        if let Some(class) = self.closure.conservative(&self.quotient, options, heap, budget)? {
            self.quotient.phi.push(class);
            return Ok(false);
        }
        self.learn(game, heap, budget)?;
        Ok(true)
    }

    /// Learns the quotient of the heaps up to `heap` and verifies it for all of them.
    ///
    /// Heaps that are products of smaller generators in the old quotient are replaced by
    /// such products, the small game of the generators is learned, and every other heap is
    /// given a class of the result. A heap for which there is none becomes a generator.
    /// Old products may have become wrong (in 0.123 heap 9 separates heap 6 from its
    /// word): when a heap's class is not that of its word, the word is replaced.
    fn learn(&mut self, game: &HeapGame, heap: u32, budget: &Budget) -> Result<(), MisereError> {
        let mut always = self.kept.clone();
        let mut replaced: Replaced = FxHashMap::default();
        for _ in 0..MAX_ROUNDS {
            let Generators { mut heaps, mut words, class_words } =
                self.quotient.generators(&always);
            let new = heaps.len();
            heaps.push(heap);
            let mut own = vec![0; new + 1];
            own[new] = 1;
            words.push(own);
            for (&h, word) in replaced.iter().filter(|(h, _)| !heaps.contains(h)) {
                words[h as usize] = heaps
                    .iter()
                    .map(|g| word.iter().find(|(other, _)| other == g).map_or(0, |&(_, e)| e))
                    .collect();
            }
            let small = SmallGame::new(game, &heaps, &words)?;
            let learned = learn::learn(
                &small,
                &self.quotient,
                &class_words,
                self.few_sums,
                self.most,
                budget,
            )?;
            let learn::Learned { rows, p, classes, mut closure } = learned;
            let mut candidate = Quotient { rows, p, phi: vec![0; heap as usize + 1] };
            for (&h, &class) in heaps.iter().zip(&classes) {
                candidate.phi[h as usize] = class;
            }
            let mut moved: Vec<u32> = Vec::new();
            let mut culprit = None;
            for h in (1..heap).filter(|h| !heaps.contains(h)) {
                let options = game.options(h);
                if options.is_empty() {
                    continue;
                }
                let Some(class) = closure.conservative(&candidate, options, h, budget)? else {
                    culprit = Some(h);
                    break;
                };
                candidate.phi[h as usize] = class;
                if class != candidate.class_of_word(&words[h as usize], &classes) {
                    moved.push(h);
                }
            }
            if let Some(h) = culprit {
                always.push(h);
                // and what was moved on the way would be wrong again
                for h in moved {
                    Self::replace_word(&candidate, h, &heaps, &mut replaced, &mut always);
                }
                continue;
            }
            if let Ok(closure) = Closure::verify(&candidate, game, self.most.pairs, budget)? {
                self.quotient = candidate;
                self.closure = closure;
                self.kept = always;
                return Ok(());
            }
            if moved.is_empty() {
                break;
            }
            for h in moved {
                Self::replace_word(&candidate, h, &heaps, &mut replaced, &mut always);
            }
        }
        Err(MisereError::Limit { what: "rounds of learning", limit: MAX_ROUNDS })
    }

    /// Writes heap `h` as a word for its new class, in generators below it; where that is
    /// impossible the heap becomes a generator itself.
    fn replace_word(
        candidate: &Quotient,
        h: u32,
        heaps: &[u32],
        replaced: &mut Replaced,
        always: &mut Vec<u32>,
    ) {
        let below: Vec<u32> = heaps.iter().copied().filter(|&g| g < h).collect();
        let words = candidate.class_words(&below);
        match &words[candidate.phi[h as usize] as usize] {
            Some(word) => {
                let word: Vec<(u32, u8)> = below.into_iter().zip(word.iter().copied()).collect();
                if replaced.insert(h, word.clone()).as_ref() == Some(&word) {
                    always.push(h); // the same word failed before
                }
            }
            None => always.push(h),
        }
    }
}

/// Words that took the place of old ones: heap, then (generator, exponent).
type Replaced = FxHashMap<u32, Vec<(u32, u8)>>;

/// Who asks for fewer heaps wants the quotient of these.
const LEAD_TO: u32 = 100;
/// Quotients of this order and larger may be a part of an infinite one.
const LEAD_FROM: usize = 28;

/// More rounds of learning for one heap than were ever needed.
const MAX_ROUNDS: usize = 100;

#[cfg(test)]
mod tests;
