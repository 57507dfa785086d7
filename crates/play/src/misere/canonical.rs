//! Misere canonical forms.
//!
//! Two positions are equal in misere play when no sum tells them apart. Every class of
//! equal positions has one smallest member, reached by removing reversible options (Grundy and Smith 1956;
//! Conway, On Numbers and Games, chapter 12; Siegel, Combinatorial Game Theory, chapter V), and
//! hash-consing gives it one number: equal positions are equal numbers.

use super::MisereError;
use super::genus::{Genus, MexSet, Pair};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A canonical form, by its number in [`Canonical`]. Options have smaller numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form(u32);

impl Form {
    /// The position without options.
    pub const ZERO: Self = Self(0);

    /// Its place in lists of all forms.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
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

/// All canonical forms met so far.
pub struct Canonical {
    options: Vec<Box<[Form]>>,
    genus: Vec<Genus>,
    /// Found when first asked for.
    temper: Vec<Option<Temper>>,
    /// `Some(n)` for *n.
    nim_heap: Vec<Option<u32>>,
    birthday: Vec<u32>,
    /// By a hash of the options; the next free number where hashes are equal.
    by_options: FxHashMap<u64, Form>,
    /// Forms with a nim-heap added.
    sums: FxHashMap<(Form, u32), Form>,
    pub(super) limit: usize,
}

impl Canonical {
    /// No form but zero; at most `limit` forms will be made.
    pub fn new(limit: usize) -> Self {
        let mut by_options = FxHashMap::default();
        by_options.insert(hash(&[]), Form::ZERO);
        Self {
            options: vec![Box::from([])],
            genus: vec![Genus::zero()],
            temper: vec![Some(Temper::Tame)],
            nim_heap: vec![Some(0)],
            birthday: vec![0],
            by_options,
            sums: FxHashMap::default(),
            limit,
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
        &self.options[form.index()]
    }

    /// The genus of a form.
    pub fn genus(&self, form: Form) -> &Genus {
        &self.genus[form.index()]
    }

    /// The most moves that can be made from a form.
    pub fn birthday(&self, form: Form) -> u32 {
        self.birthday[form.index()]
    }

    /// Tame, restive or wild.
    pub fn temper(&mut self, form: Form) -> Temper {
        if let Some(known) = self.temper[form.index()] {
            return known;
        }
        let temper = self.find_temper(form);
        self.temper[form.index()] = Some(temper);
        temper
    }

    /// n, if the form is the nim-heap *n.
    pub fn nim_heap(&self, form: Form) -> Option<u32> {
        self.nim_heap[form.index()]
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

    /// The canonical form of the position with these options.
    pub fn of_options(&mut self, mut options: Vec<Form>) -> Result<Form, MisereError> {
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
        let birthday = options.iter().map(|&o| self.birthday(o) + 1).max().unwrap_or(0);
        self.temper.push(None);
        self.nim_heap.push(nim_heap);
        self.birthday.push(birthday);
        self.genus.push(genus);
        self.options.push(options.into());
        self.by_options.insert(key, form);
        Ok(form)
    }

    /// The canonical form of X + *n.
    pub fn plus_nim_heap(&mut self, form: Form, n: u32) -> Result<Form, MisereError> {
        if n == 0 {
            return Ok(form);
        }
        if let Some(&known) = self.sums.get(&(form, n)) {
            return Ok(known);
        }
        let mut options = Vec::new();
        for i in 0..self.options(form).len() {
            options.push(self.plus_nim_heap(self.options(form)[i], n)?);
        }
        for smaller in 0..n {
            options.push(self.plus_nim_heap(form, smaller)?);
        }
        let sum = self.of_options(options)?;
        self.sums.insert((form, n), sum);
        Ok(sum)
    }

    /// The form K to which the position with options S is equal although S is not the
    /// option set of K, if there is one: the options of K are in S and every other member
    /// of S has K as an option, so is reversible. K = 0 needs one thing more, that the position is an
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
}

/// A hash of a set of options.
fn hash(options: &[Form]) -> u64 {
    let mut hasher = FxHasher::default();
    options.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests;
