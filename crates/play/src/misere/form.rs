//! The misere canonical forms of the heaps of a game.
//!
//! They are sums of heaps. Every form is therefore kept with a *word*:
//! some heaps whose sum it is, and whether *1 is added (*1 + *1 = 0, so once is enough). The
//! form of a sum is found once for every word, not for every pair of forms with that sum: a word
//! of k heaps can be cut in two in 2^(k-1) ways.

use super::canonical::{Canonical, Form};
use super::{HeapGame, MisereError};
use rustc_hash::FxHashMap;
use sprague_budget::Budget;
use std::ops::Deref;

/// The canonical forms met so far, with their sums.
pub struct Forms {
    canonical: Canonical,
    words: Vec<Word>,
    /// The form with *1 added, where it is known.
    with_one: Vec<Option<Form>>,
    /// The forms of sums of generators, by word: generators in increasing order.
    by_word: FxHashMap<Box<[u32]>, Form>,
    /// Ends the making of forms.
    budget: Budget,
}

/// Forms are looked at as without words.
impl Deref for Forms {
    type Target = Canonical;

    fn deref(&self) -> &Canonical {
        &self.canonical
    }
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
        let mut by_word = FxHashMap::default();
        by_word.insert(Box::from([]), Form::ZERO);
        Self {
            canonical: Canonical::new(limit),
            words: vec![Word::default()],
            with_one: vec![None],
            by_word,
            budget: Budget::unlimited(),
        }
    }

    /// The forms alone, to which a quarter of the limit may be added.
    pub fn into_canonical(self) -> Canonical {
        let mut canonical = self.canonical;
        canonical.limit = canonical.len() + canonical.limit / 4;
        canonical
    }

    /// The canonical form of the position with these options; `word` is kept for a new form.
    fn position(&mut self, options: Vec<Form>, word: Word) -> Result<Form, MisereError> {
        let form = self.canonical.of_options(options)?;
        if self.words.len() < self.canonical.len() {
            self.words.push(word);
            self.with_one.push(None);
        }
        Ok(form)
    }

    /// The form with *1 added.
    fn with_one(&mut self, form: Form) -> Result<Form, MisereError> {
        if let Some(known) = self.with_one[form.index()] {
            return Ok(known);
        }
        let mut options = vec![form];
        for i in 0..self.options(form).len() {
            options.push(self.with_one(self.options(form)[i])?);
        }
        let Word { heaps, one } = self.words[form.index()].clone();
        let sum = self.position(options, Word { heaps, one: !one })?;
        self.with_one[form.index()] = Some(sum);
        self.with_one[sum.index()] = Some(form);
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
        if self.by_word.len() >= self.canonical.limit.saturating_mul(32) {
            let limit = self.canonical.limit.saturating_mul(32);
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
                let Word { heaps, one } = &self.words[option.index()];
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
                let word = &self.words[smaller[part as usize].index()];
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
            self.with_one[form.index()] = Some(Form::ZERO);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn genera(rules: &str, to: u32) -> Vec<String> {
        let game = HeapGame::new(&rules.parse().unwrap(), to).unwrap();
        let mut forms = Forms::new(1_000_000);
        let (heaps, error) = forms.heaps(&game);
        assert_eq!(error, None);
        let mut forms = forms.into_canonical();
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
