//! Misere canonical forms.
//!
//! Two positions are equal in misere play when no sum tells them apart. Every class of
//! equal positions has one smallest member, reached by removing reversible options, and
//! hash-consing gives it one number: equal positions are equal numbers.
//!
//! The forms of a heap game are sums of its heaps. Every form is therefore kept with a *word*:
//! some heaps whose sum it is, and whether *1 is added (*1 + *1 = 0, so once is enough). The
//! form of a sum is found once for every word, not for every pair of forms with that sum: a word
//! of k heaps can be cut in two in 2^(k-1) ways.

use super::genus::{Genus, MexSet, Pair};
use super::{HeapGame, MisereError};
use rustc_hash::{FxHashMap, FxHasher};
use sprague_budget::Budget;
use std::hash::{Hash, Hasher};

/// A canonical form, by its number in [`Forms`]. Options have smaller numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form(u32);

impl Form {
    /// The position without options.
    pub const ZERO: Self = Self(0);
}

/// How a canonical form behaves in the eyes of Winning Ways (chapter 13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temper {
    /// Behaves like a sum of nim-heaps with the same pair.
    Tame,
    /// Nim-value 0 or 1 and almost tame.
    Restive,
    /// Neither.
    Wild,
}

/// All canonical forms met so far, with their sums.
pub struct Forms {
    options: Vec<Box<[Form]>>,
    genus: Vec<Genus>,
    /// Found when first asked for.
    temper: Vec<Option<Temper>>,
    /// `Some(n)` for *n.
    nim_heap: Vec<Option<u32>>,
    /// By a hash of the options; the next free number where hashes are equal.
    by_options: FxHashMap<u64, Form>,
    words: Vec<Word>,
    /// The form with *1 added, where it is known.
    with_one: Vec<Option<Form>>,
    /// The forms of sums of generators, by word: generators in increasing order.
    by_word: FxHashMap<Box<[u32]>, Form>,
    limit: usize,
    /// Ends the making of forms.
    budget: Budget,
}

/// A sum of heaps, and perhaps *1. The heaps are generators: heaps whose form was new.
#[derive(Clone, Debug, Default)]
struct Word {
    heaps: Box<[u32]>,
    one: bool,
}

impl Forms {
    /// No form but zero; at most `limit` forms and `32 limit` sums will be made.
    pub fn new(limit: usize) -> Self {
        let mut by_options = FxHashMap::default();
        by_options.insert(hash(&[]), Form::ZERO);
        let mut by_word = FxHashMap::default();
        by_word.insert(Box::from([]), Form::ZERO);
        Self {
            options: vec![Box::from([])],
            genus: vec![Genus::zero()],
            temper: vec![Some(Temper::Tame)],
            nim_heap: vec![Some(0)],
            by_options,
            words: vec![Word::default()],
            with_one: vec![None],
            by_word,
            limit,
            budget: Budget::unlimited(),
        }
    }

    /// How many forms there are.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Always false: zero is there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The options of a form, in increasing order.
    pub fn options(&self, form: Form) -> &[Form] {
        &self.options[form.0 as usize]
    }

    /// The genus of a form.
    pub fn genus(&self, form: Form) -> &Genus {
        &self.genus[form.0 as usize]
    }

    /// Tame, restive or wild.
    pub fn temper(&mut self, form: Form) -> Temper {
        if let Some(known) = self.temper[form.0 as usize] {
            return known;
        }
        let temper = self.find_temper(form);
        self.temper[form.0 as usize] = Some(temper);
        temper
    }

    /// n, if the form is the nim-heap *n.
    pub fn nim_heap(&self, form: Form) -> Option<u32> {
        self.nim_heap[form.0 as usize]
    }

    /// Whether a form is a P-position under misere play: its misere nim-value is 0.
    pub fn is_p(&self, form: Form) -> bool {
        self.genus(form).misere_value() == 0
    }

    /// The genus in CGSuite's printed form: the bare nim-value for a nim-heap, `g^y0` for
    /// a tame or restive form, all digits otherwise.
    pub fn print_genus(&mut self, form: Form) -> String {
        if let Some(n) = self.nim_heap(form) {
            n.to_string()
        } else if self.temper(form) == Temper::Wild {
            self.genus(form).full()
        } else {
            self.genus(form).short()
        }
    }

    /// The canonical form of the position with these options; `word` is kept for a new form.
    fn position(&mut self, mut options: Vec<Form>, word: Word) -> Result<Form, MisereError> {
        options.sort_unstable();
        options.dedup();
        let mut key = hash(&options);
        while let Some(&known) = self.by_options.get(&key) {
            if *self.options(known) == options[..] {
                return Ok(known);
            }
            key = key.wrapping_add(1);
        }
        let genera: Vec<&Genus> = options.iter().map(|&o| self.genus(o)).collect();
        let genus = Genus::of_options(&genera);
        if let Some(reverts) = self.reverts(&options, &genus) {
            return Ok(reverts);
        }
        if self.len() >= self.limit {
            return Err(MisereError::Limit { what: "canonical forms", limit: self.limit });
        }
        let form = Form(self.options.len() as u32);
        let nim_heap = options
            .iter()
            .enumerate()
            .all(|(i, &o)| self.nim_heap(o) == Some(i as u32))
            .then_some(options.len() as u32);
        self.temper.push(None);
        self.words.push(word);
        self.with_one.push(None);
        self.nim_heap.push(nim_heap);
        self.genus.push(genus);
        self.options.push(options.into());
        self.by_options.insert(key, form);
        Ok(form)
    }

    /// The form K to which the position with options S is equal although S is not the
    /// option set of K, if there is one: the options of K are in S and every other member
    /// of S has K as an option. K = 0 needs one thing more, that the position is an
    /// N-position, as 0 is (the misere proviso).
    ///
    /// The largest member of S is no option of K (K would be larger, yet an option of
    /// some member), so K is an option of it.
    fn reverts(&self, set: &[Form], genus: &Genus) -> Option<Form> {
        let &largest = set.last()?;
        let mut candidates = self.options(largest).iter().copied();
        candidates.find(|&k| {
            let inner = self.options(k);
            self.genus(k) == genus // equal positions have equal genus
                && inner.len() < set.len()
                && inner.iter().all(|o| set.binary_search(o).is_ok())
                && set.iter().all(|&m| {
                    self.options(m).binary_search(&k).is_ok() || inner.binary_search(&m).is_ok()
                })
                && (k != Form::ZERO || genus.misere_value() != 0)
        })
    }

    /// Tame, restive or wild, from the options and the pair. An option that is not tame
    /// does no harm if it is reversible: the opponent can answer it with moves to
    /// positions of the old g and the old g-, and the tame options alone give the pair.
    fn find_temper(&mut self, form: Form) -> Temper {
        let pair = self.genus(form).pair();
        let restive = pair.is_restive();
        if !restive && !pair.is_tame() {
            return Temper::Wild;
        }
        let mut all_tame = true;
        let (mut g, mut misere) = (MexSet::default(), MexSet::default());
        for i in 0..self.options(form).len() {
            let option = self.options(form)[i];
            if self.temper(option) == Temper::Tame {
                let own = self.genus(option).pair();
                g.insert(own.g);
                misere.insert(own.misere);
                continue;
            }
            all_tame = false;
            if !(self.answers(option, pair, restive, true)
                && self.answers(option, pair, restive, false))
            {
                return Temper::Wild;
            }
        }
        if !all_tame && (g.mex() != pair.g || misere.mex() != pair.misere) {
            return Temper::Wild;
        }
        if restive { Temper::Restive } else { Temper::Tame }
    }

    /// Whether a move from `option` leads back to the g (`to_g`) or the g- of `pair`, at a
    /// position that is tame, or for a restive pair tame or restive and close enough.
    fn answers(&mut self, option: Form, pair: Pair, restive: bool, to_g: bool) -> bool {
        for i in 0..self.options(option).len() {
            let answer = self.options(option)[i];
            let own = self.genus(answer).pair();
            let (same, other) = if to_g {
                (own.g == pair.g, own.misere)
            } else {
                (own.misere == pair.misere, own.g)
            };
            if same
                && match self.temper(answer) {
                    Temper::Wild => false,
                    Temper::Restive if !restive => false,
                    _ => !restive || other <= 1 || other ^ pair.misere <= 1,
                }
            {
                return true;
            }
        }
        false
    }

    /// The form with *1 added.
    fn with_one(&mut self, form: Form) -> Result<Form, MisereError> {
        if let Some(known) = self.with_one[form.0 as usize] {
            return Ok(known);
        }
        let mut options = vec![form];
        for i in 0..self.options(form).len() {
            options.push(self.with_one(self.options(form)[i])?);
        }
        let Word { heaps, one } = self.words[form.0 as usize].clone();
        let sum = self.position(options, Word { heaps, one: !one })?;
        self.with_one[form.0 as usize] = Some(sum);
        self.with_one[sum.0 as usize] = Some(form);
        Ok(sum)
    }

    /// The form of a sum of generators, given in increasing order.
    ///
    /// A move replaces a generator g by the word of an option of its form. That form was made
    /// from heaps smaller than g, so the generators in it are smaller: the recursion ends.
    fn sum(&mut self, generators: &[u32]) -> Result<Form, MisereError> {
        if let Some(&known) = self.by_word.get(generators) {
            return Ok(known);
        }
        if self.by_word.len() >= self.limit.saturating_mul(32) {
            let limit = self.limit.saturating_mul(32);
            return Err(MisereError::Limit { what: "sums of heaps", limit });
        }
        self.budget.go_on()?;
        let mut options = Vec::new();
        let mut next = Vec::new();
        for (i, &generator) in generators.iter().enumerate() {
            if i > 0 && generators[i - 1] == generator {
                continue;
            }
            let own = self.sum(&[generator])?;
            for j in 0..self.options(own).len() {
                let option = self.options(own)[j];
                let Word { heaps, one } = &self.words[option.0 as usize];
                let one = *one;
                next.clear();
                next.extend_from_slice(&generators[..i]);
                next.extend_from_slice(&generators[i + 1..]);
                next.extend_from_slice(heaps);
                next.sort_unstable();
                let rest = self.sum(&next)?;
                options.push(if one { self.with_one(rest)? } else { rest });
            }
        }
        let form = self.position(options, Word { heaps: generators.into(), one: false })?;
        self.by_word.insert(generators.into(), form);
        Ok(form)
    }

    /// The forms of the heaps of a game, in order; stops at the first heap that passes
    /// the limit, and when the budget of [`HeapGame::limited`] is spent.
    pub fn heaps(&mut self, game: &HeapGame) -> (Vec<Form>, Option<MisereError>) {
        self.budget = game.budget().clone();
        let mut forms = vec![Form::ZERO];
        for heap in 1..=game.largest() {
            match self.heap(game, heap, &forms) {
                Ok(form) => forms.push(form),
                Err(error) => return (forms, Some(error)),
            }
        }
        (forms, None)
    }

    fn heap(&mut self, game: &HeapGame, heap: u32, smaller: &[Form]) -> Result<Form, MisereError> {
        let mut options = Vec::new();
        let mut generators = Vec::new();
        for option in game.options(heap) {
            generators.clear();
            let mut one = false;
            for &part in option {
                let word = &self.words[smaller[part as usize].0 as usize];
                generators.extend_from_slice(&word.heaps);
                one ^= word.one;
            }
            generators.sort_unstable();
            let sum = self.sum(&generators)?;
            options.push(if one { self.with_one(sum)? } else { sum });
        }
        let before = self.len();
        let is_one = !options.is_empty() && options.iter().all(|&o| o == Form::ZERO);
        let word = if is_one {
            Word { heaps: Box::default(), one: true }
        } else {
            Word { heaps: Box::from([heap]), one: false }
        };
        let form = self.position(options, word)?;
        if is_one {
            self.with_one[0] = Some(form);
            self.with_one[form.0 as usize] = Some(Form::ZERO);
        } else if self.len() > before {
            self.by_word.insert(Box::from([heap]), form);
            if self.with_one[0].is_some() {
                // The next heap is often this one with *1 added.
                self.with_one(form)?;
            }
        }
        Ok(form)
    }
}

/// A hash of a set of options.
fn hash(options: &[Form]) -> u64 {
    let mut hasher = FxHasher::default();
    options.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn genera(rules: &str, to: u32) -> Vec<String> {
        let game = HeapGame::new(&rules.parse().unwrap(), to).unwrap();
        let mut forms = Forms::new(1_000_000);
        let (heaps, error) = forms.heaps(&game);
        assert_eq!(error, None);
        heaps.iter().map(|&h| forms.print_genus(h)).collect()
    }

    #[test]
    fn kayles() {
        let shown = genera("Kayles", 12);
        assert_eq!(shown[..6], ["0", "1", "2", "3", "1", "4^146"]);
    }

    #[test]
    fn a_stop_ends_it() {
        let budget = Budget::unlimited();
        let rules = "Kayles".parse().unwrap();
        let game = HeapGame::limited(&rules, 12, 1_000_000, &budget).unwrap();
        assert_eq!(Forms::new(1_000_000).heaps(&game).1, None);
        budget.stop();
        let stopped = MisereError::Spent(sprague_budget::Spent::Stopped);
        assert_eq!(Forms::new(1_000_000).heaps(&game).1, Some(stopped));
    }
}
