//! Where the nim-values of heaps of any size come from.
//!
//! [`Sources`] picks for every game what reaches far enough: a closed form (Nim, Mark), a
//! table of computed values, or a proved regularity.

use crate::error::PlayError;
use crate::legal::is_option;
use crate::misere::sum::MisereEffort;
use crate::options::{self, HeapOption, OptionSet, Sequence, Wanted};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use sprague_certificate::Claim;
use sprague_engine::MemoryLimit;
use sprague_games::moves::Move;
use sprague_games::{Family, Ruleset};
use sprague_prover::closed_form::{self, ClosedForm, MarkHeaps, Play};
use sprague_prover::{Solution, Status, automaton};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The nim-values of the heaps of one game, and the options that have a given value.
pub trait HeapValues {
    /// G(n).
    fn value(&self, n: &BigUint) -> Result<BigUint, PlayError>;

    /// The options of a heap of `n` with this value. At most `keep` single options are
    /// kept, the others counted.
    fn options_with_value(
        &self,
        n: &BigUint,
        value: &BigUint,
        keep: usize,
    ) -> Result<OptionSet, PlayError>;
}

/// A regularity of a nim-sequence that is proved: G(n + period) = G(n) + saltus for
/// n >= preperiod.
#[derive(Clone, Debug)]
pub struct Regular {
    /// The least such n.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What a period adds.
    pub saltus: u64,
    /// The residues modulo the period to which it adds nothing.
    pub periodic_residues: Vec<u64>,
    /// G(0), ..., at least to `preperiod + period`.
    pub values: Vec<u32>,
}

/// Values in a table or periodic ones.
struct Tabled {
    rules: Ruleset,
    /// Values of heaps without a pass.
    plain: Sequence,
    /// Values of heaps with one, for rules with a pass.
    passing: Option<Sequence>,
}

impl HeapValues for Tabled {
    fn value(&self, n: &BigUint) -> Result<BigUint, PlayError> {
        let sequence = self.passing.as_ref().unwrap_or(&self.plain);
        sequence.get(n).map(Into::into).ok_or_else(|| {
            PlayError::out_of_reach(&self.rules, n, "the table of values ends before it")
        })
    }

    fn options_with_value(
        &self,
        n: &BigUint,
        value: &BigUint,
        keep: usize,
    ) -> Result<OptionSet, PlayError> {
        let Some(target) = value.to_u32() else { return Ok(OptionSet::default()) };
        let wanted = Wanted { add: &|a, b| a ^ b, accept: &|label| label == target };
        match &self.passing {
            Some(passing) => {
                options::find_with_pass(&self.rules, n, &self.plain, passing, &wanted, keep)
            }
            None => options::find(&self.rules, n, &self.plain, &wanted, keep),
        }
    }
}

/// G(n + period) = G(n) + saltus with saltus > 0.
struct Arithmetic {
    rules: Ruleset,
    regular: Regular,
}

impl Arithmetic {
    fn get(&self, n: &BigUint) -> BigUint {
        let Regular { preperiod, period, saltus, values, .. } = &self.regular;
        if let Some(n) = n.to_u64()
            && n < preperiod + period
        {
            return values[n as usize].into();
        }
        let (turns, rest) = (n - preperiod).div_rem(&BigUint::from(*period));
        let place = preperiod + rest.to_u64().unwrap_or(0);
        let first = values[place as usize];
        if self.grows(place) { turns * saltus + first } else { first.into() }
    }

    fn grows(&self, n: u64) -> bool {
        !self.regular.periodic_residues.contains(&(n % self.regular.period))
    }

    /// The heaps below `limit` with this value, as far as values that grow tell.
    fn heaps_with_value(&self, value: &BigUint, limit: &BigUint) -> Vec<BigUint> {
        let Regular { preperiod, period, saltus, values, .. } = &self.regular;
        let mut heaps = Vec::new();
        for n in 0..preperiod + period {
            let first = BigUint::from(values[n as usize]);
            if n < *preperiod || !self.grows(n) {
                if first == *value {
                    heaps.push(n.into());
                }
            } else if *value >= first {
                let (turns, rest) = (value - first).div_rem(&BigUint::from(*saltus));
                if rest.is_zero() {
                    heaps.push(turns * period + n);
                }
            }
        }
        heaps.retain(|heap| heap < limit);
        heaps
    }
}

/// Where labels do not repeat, options of two heaps or more are searched with all heaps
/// but the largest below this.
const SMALL_HEAPS: u64 = 2000;

impl HeapValues for Arithmetic {
    fn value(&self, n: &BigUint) -> Result<BigUint, PlayError> {
        Ok(self.get(n))
    }

    fn options_with_value(
        &self,
        n: &BigUint,
        value: &BigUint,
        keep: usize,
    ) -> Result<OptionSet, PlayError> {
        if let Some(moves) = self.rules.finite_moves() {
            return search(&self.rules, &moves, n, value, &|m| Some(self.get(m)), keep);
        }
        if let Some(size) = n.to_u64().filter(|&size| size <= SMALL_HEAPS) {
            return list(&self.rules, size, value, &|m| Some(self.get(m)), keep);
        }
        let mut set = OptionSet::default();
        // One heap or none: the value says which.
        for heap in self.heaps_with_value(value, n) {
            let to: Vec<BigUint> = if heap.is_zero() { Vec::new() } else { vec![heap] };
            if is_option(&self.rules, n, &to)? {
                set.push(HeapOption { to, keeper: None }, keep);
            }
        }
        let most = match self.rules.as_code().map(|code| code.max_heaps()) {
            Some(Some(most)) => most,
            _ => u32::MAX,
        };
        if most >= 2 {
            // A small heap a, and a heap b with the value that is left.
            set.exhaustive = false;
            set.decided = false;
            for a in 1..=SMALL_HEAPS {
                let rest = value ^ self.get(&a.into());
                for b in self.heaps_with_value(&rest, n) {
                    let a = BigUint::from(a);
                    let to = vec![a.clone().min(b.clone()), a.max(b)];
                    if !to[0].is_zero() && is_option(&self.rules, n, &to)? {
                        let known = set.progressions.iter().any(|p| p.first.to == to);
                        if !known {
                            set.push(HeapOption { to, keeper: None }, keep);
                        }
                    }
                }
                if set.progressions.len() >= keep.min(FEW) {
                    break;
                }
            }
        }
        Ok(set)
    }
}

/// Enough moves when not all of them are to be had.
const FEW: usize = 10;

/// The options of a small heap, one by one.
fn list(
    rules: &Ruleset,
    n: u64,
    value: &BigUint,
    get: &dyn Fn(&BigUint) -> Option<BigUint>,
    keep: usize,
) -> Result<OptionSet, PlayError> {
    let mut set = OptionSet::default();
    let mut unknown = false;
    rules.for_each_option(n, &mut |heaps| {
        let sum = heaps.iter().try_fold(BigUint::zero(), |sum, &h| get(&h.into()).map(|g| sum ^ g));
        match sum {
            Some(sum) if sum == *value => {
                let to = heaps.iter().map(|&h| h.into()).collect();
                set.push(HeapOption { to, keeper: None }, keep);
            }
            Some(_) => {}
            None => unknown = true,
        }
    })?;
    if unknown {
        set.exhaustive = false;
        set.decided = false;
    }
    Ok(set)
}

/// The options of a heap under finitely many kinds of moves, by a formula for values:
/// moves to at most one heap all of them, others with small heaps beside the largest.
fn search(
    rules: &Ruleset,
    moves: &[Move],
    n: &BigUint,
    value: &BigUint,
    get: &dyn Fn(&BigUint) -> Option<BigUint>,
    keep: usize,
) -> Result<OptionSet, PlayError> {
    let most = moves.iter().map(|m| m.heaps).max().unwrap_or(0);
    if most >= 2
        && let Some(size) = n.to_u64().filter(|&size| size <= SMALL_HEAPS)
    {
        return list(rules, size, value, get, keep);
    }
    let mut set = OptionSet::default();
    let consider = |to: Vec<BigUint>, set: &mut OptionSet| -> Result<(), PlayError> {
        let sum = to.iter().try_fold(BigUint::zero(), |sum, h| get(h).map(|g| sum ^ g));
        match sum {
            Some(sum) if sum == *value && is_option(rules, n, &to)? => {
                set.push(HeapOption { to, keeper: None }, keep);
            }
            Some(_) => {}
            None => {
                set.exhaustive = false;
                set.decided = false;
            }
        }
        Ok(())
    };
    for m in moves {
        let total = match m.take.is_positive() {
            true if BigUint::from(m.take.unsigned_abs()) > *n => continue,
            true => n - m.take.unsigned_abs(),
            false => n + m.take.unsigned_abs(),
        };
        match m.heaps {
            0 if total.is_zero() => consider(Vec::new(), &mut set)?,
            0 => {}
            1 if total.is_zero() => {}
            1 => consider(vec![total], &mut set)?,
            2 => {
                set.exhaustive = false;
                set.decided = false;
                // A small heap beside the rest, or two heaps of nearly the same size.
                let half = &total / 2u32;
                let near = (0..SMALL_HEAPS).filter(|&i| half > BigUint::from(i)).map(|i| &half - i);
                for a in (1..=SMALL_HEAPS).map(BigUint::from).chain(near) {
                    if set.progressions.len() >= keep.min(FEW) {
                        break;
                    }
                    if &a + &a <= total {
                        let b = &total - &a;
                        let to = vec![a, b];
                        if !set.progressions.iter().any(|p| p.first.to == to) {
                            consider(to, &mut set)?;
                        }
                    }
                }
            }
            heaps => {
                set.exhaustive = false;
                set.decided = false;
                // two small heaps, ones, and the rest
                let ones = (heaps - 3) as usize;
                for a in 1..=60u32 {
                    for b in a..=60 {
                        if set.progressions.len() >= keep.min(FEW) {
                            break;
                        }
                        // a and b beside the rest, or a beside two heaps that differ little
                        let used = BigUint::from(a + b) + ones;
                        if used < total && &total - &used >= BigUint::from(b) {
                            let mut to = vec![BigUint::one(); ones];
                            to.extend([a.into(), b.into(), &total - used]);
                            consider(to, &mut set)?;
                        }
                        let used = BigUint::from(a) + ones;
                        if used < total {
                            let rest = &total - used;
                            let half = &rest / 2u32;
                            if half > BigUint::from(a + b) {
                                let middle = half - (b - a);
                                let mut to = vec![BigUint::one(); ones];
                                to.extend([a.into(), middle.clone(), rest - middle]);
                                if !set.progressions.iter().any(|p| p.first.to == to) {
                                    consider(to, &mut set)?;
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(set)
}

/// Values by a formula.
struct Formula {
    rules: Ruleset,
    /// The moves, where there are finitely many kinds.
    moves: Option<Vec<Move>>,
    form: Box<dyn ClosedForm>,
}

/// Values read by an automaton.
struct ByAutomaton(Box<automaton::Proved>);

impl ClosedForm for ByAutomaton {
    fn theorem(&self) -> &'static str {
        "automaton"
    }

    fn at(&self, n: &BigUint) -> BigUint {
        self.0.value(n)
    }
}

impl HeapValues for Formula {
    fn value(&self, n: &BigUint) -> Result<BigUint, PlayError> {
        Ok(self.form.at(n))
    }

    fn options_with_value(
        &self,
        n: &BigUint,
        value: &BigUint,
        keep: usize,
    ) -> Result<OptionSet, PlayError> {
        let get = |m: &BigUint| Some(self.form.at(m));
        if let Some(moves) = &self.moves {
            return search(&self.rules, moves, n, value, &get, keep);
        }
        if let Some(size) = n.to_u64().filter(|&size| size <= SMALL_HEAPS) {
            return list(&self.rules, size, value, &get, keep);
        }
        let mut set = OptionSet::default();
        if let Some(heaps) = self.form.heaps_with_value(value) {
            // All-but games leave one heap or none.
            for heap in heaps.into_iter().filter(|heap| heap < n) {
                let to = if heap.is_zero() { Vec::new() } else { vec![heap] };
                if is_option(&self.rules, n, &to)? {
                    set.push(HeapOption { to, keeper: None }, keep);
                }
            }
            return Ok(set);
        }
        // The options nearest to the heap and those nearest to nothing.
        set.exhaustive = false;
        set.decided = false;
        let small = (0..=SMALL_HEAPS).map(BigUint::from);
        let near = (1..=SMALL_HEAPS).map(|take| n - take);
        for heap in small.chain(near) {
            if set.progressions.len() >= keep.min(FEW) {
                break;
            }
            let to = if heap.is_zero() { Vec::new() } else { vec![heap.clone()] };
            if self.form.at(&heap) == *value && is_option(&self.rules, n, &to)? {
                set.push(HeapOption { to, keeper: None }, keep);
            }
        }
        Ok(set)
    }
}

/// Nim: G(n) = n.
struct NimHeaps;

impl HeapValues for NimHeaps {
    fn value(&self, n: &BigUint) -> Result<BigUint, PlayError> {
        Ok(n.clone())
    }

    fn options_with_value(
        &self,
        n: &BigUint,
        value: &BigUint,
        keep: usize,
    ) -> Result<OptionSet, PlayError> {
        let mut set = OptionSet::default();
        if value < n {
            let to = if value.is_zero() { Vec::new() } else { vec![value.clone()] };
            set.push(HeapOption { to, keeper: None }, keep);
        }
        Ok(set)
    }
}

impl HeapValues for MarkHeaps {
    fn value(&self, n: &BigUint) -> Result<BigUint, PlayError> {
        Ok(MarkHeaps::value(*self, n).into())
    }

    fn options_with_value(
        &self,
        n: &BigUint,
        value: &BigUint,
        keep: usize,
    ) -> Result<OptionSet, PlayError> {
        let mut set = OptionSet::default();
        let Some(value) = value.to_u64() else { return Ok(set) };
        for rest in MarkHeaps::options_with_value(*self, n, value) {
            let to = if rest.is_zero() { Vec::new() } else { vec![rest] };
            set.push(HeapOption { to, keeper: None }, keep);
        }
        Ok(set)
    }
}

/// How much may be computed for an answer.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Values up to this heap are computed without looking for a proof first.
    pub table: u64,
    /// The same for games with a fast engine: moves to at most two heaps.
    pub fast_table: u64,
    /// At most this many values are computed in search of a proof.
    pub solve: u64,
    /// The memory values may take.
    pub memory: MemoryLimit,
    /// How much may be done for misere play.
    pub misere: MisereEffort,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            table: 20_000,
            fast_table: 400_000,
            solve: 20_000_000,
            memory: MemoryLimit(4 << 30),
            misere: MisereEffort::default(),
        }
    }
}

/// What a proof says about the values of heaps of any size.
#[derive(Clone, Debug)]
pub enum Found {
    /// They are regular.
    Regular(Regular),
    /// An automaton reads them.
    Automaton(Box<automaton::Proved>),
}

/// What a solution proves about heaps of any size.
pub fn proved(solution: &Solution) -> Option<Found> {
    if solution.status != Status::Proved {
        return None;
    }
    let claim = solution.claim.as_ref()?;
    let Some(regularity) = claim.regularity() else {
        return solution.automaton.clone().map(Found::Automaton);
    };
    let needed = usize::try_from(regularity.preperiod.checked_add(regularity.period)?).ok()?;
    let periodic_residues = match claim {
        Claim::Sapp { periodic_residues, .. } => periodic_residues.clone(),
        _ => Vec::new(),
    };
    Some(Found::Regular(Regular {
        preperiod: regularity.preperiod,
        period: regularity.period,
        saltus: regularity.saltus,
        periodic_residues,
        values: solution.values.first(needed),
    }))
}

/// Finds proofs about games.
pub type Prove<'a> = dyn Fn(&Ruleset, u64) -> Result<Option<Found>, PlayError> + 'a;

/// The largest heap known, and the values.
type Reaching = (BigUint, Rc<dyn HeapValues>);

/// The values of the games in play, computed or proved when first needed.
pub struct Sources<'a> {
    effort: Effort,
    prove: Box<Prove<'a>>,
    known: HashMap<Ruleset, Vec<Reaching>>,
    cancel: Arc<AtomicBool>,
}

impl<'a> Sources<'a> {
    /// Values by computation, and by `prove` beyond: it is given a game and how many
    /// values may be computed, and returns only what is proved.
    pub fn new(
        effort: Effort,
        prove: impl Fn(&Ruleset, u64) -> Result<Option<Found>, PlayError> + 'a,
    ) -> Self {
        Self { effort, prove: Box::new(prove), known: HashMap::new(), cancel: Arc::default() }
    }

    /// Values by computation, and beyond by what the provers prove within `time`, until
    /// `cancel` is set.
    pub fn proved(effort: Effort, time: Duration, cancel: Arc<AtomicBool>) -> Self {
        let memory = effort.memory;
        let stop = Arc::clone(&cancel);
        Self::new(effort, move |rules, limit| {
            let options =
                sprague_prover::Options { limit, time: Some(time), memory, ..Default::default() };
            let mut go_on = |_| {
                if stop.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let solution =
                sprague_prover::solve(rules, &options, &mut go_on).map_err(
                    |error| match error {
                        sprague_prover::Error::Engine(error) => PlayError::Engine(error),
                        other => PlayError::Prover(other.to_string()),
                    },
                )?;
            Ok(proved(&solution))
        })
        .with_cancel(cancel)
    }

    /// Values by computation alone.
    pub fn computed(effort: Effort) -> Self {
        Self::new(effort, |_, _| Ok(None))
    }

    /// The same sources, stopped by this flag.
    #[must_use]
    pub fn with_cancel(self, cancel: Arc<AtomicBool>) -> Self {
        Self { cancel, ..self }
    }

    /// Set to true to stop a long computation.
    pub fn cancel(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    /// How much may be done for misere play.
    pub fn misere(&self) -> &MisereEffort {
        &self.effort.misere
    }

    /// The values of a game for heaps up to `largest`.
    pub fn values(
        &mut self,
        rules: &Ruleset,
        largest: &BigUint,
    ) -> Result<Rc<dyn HeapValues>, PlayError> {
        if let Some(list) = self.known.get(rules)
            && let Some((_, values)) = list.iter().find(|(reach, _)| reach >= largest)
        {
            return Ok(values.clone());
        }
        let (reach, values) = self.find(rules, largest)?;
        self.known.entry(rules.clone()).or_default().push((reach, values.clone()));
        Ok(values)
    }

    fn find(&self, rules: &Ruleset, largest: &BigUint) -> Result<Reaching, PlayError> {
        let everything = || largest.clone();
        if !rules.has_pass() {
            if is_nim(rules) {
                return Ok((everything(), Rc::new(NimHeaps)));
            }
            if let Some(heaps) = MarkHeaps::new(rules, Play::Normal) {
                return Ok((everything(), Rc::new(heaps)));
            }
        }
        let moves = rules.finite_moves();
        let fast = moves.as_ref().is_some_and(|list| list.iter().all(|m| m.heaps <= 2));
        let most = if fast { self.effort.fast_table } else { self.effort.table };
        let small = largest.to_u64().filter(|&n| n <= most);
        if let Some(n) = small {
            // Where values are cheap a few more, so that the next question finds them ready.
            return self.table(rules, if fast { n.max(64) } else { n });
        }
        // Where a move leaves two heaps a proved regularity finds more moves than a formula.
        let single = moves.as_ref().is_none_or(|list| list.iter().all(|m| m.heaps <= 1));
        let formula = |form: Box<dyn ClosedForm>| Formula {
            rules: rules.clone(),
            moves: moves.clone(),
            form,
        };
        if single && let Some(form) = closed_form::find(rules) {
            return Ok((everything(), Rc::new(formula(form))));
        }
        if !rules.has_pass()
            && let Some(found) = (self.prove)(rules, self.effort.solve)?
        {
            let values: Rc<dyn HeapValues> = match found {
                Found::Regular(regular) => regular_values(rules, regular, largest)?,
                Found::Automaton(proved) => Rc::new(formula(Box::new(ByAutomaton(proved)))),
            };
            return Ok((everything(), values));
        }
        if let Some(form) = closed_form::find(rules) {
            return Ok((everything(), Rc::new(formula(form))));
        }
        Err(PlayError::out_of_reach(
            rules,
            largest,
            "no regularity of its values is proved (see 'sprague solve')",
        ))
    }

    fn table(&self, rules: &Ruleset, to: u64) -> Result<Reaching, PlayError> {
        let options = sprague_engine::Options { memory: self.effort.memory, ..Default::default() };
        let own = Sequence::table(sprague_engine::values(rules, to, &options)?);
        let (plain, passing) = if rules.has_pass() {
            let plain = sprague_engine::values(&rules.without_pass(), to, &options)?;
            (Sequence::table(plain), Some(own))
        } else {
            (own, None)
        };
        Ok((to.into(), Rc::new(Tabled { rules: rules.clone(), plain, passing })))
    }
}

fn regular_values(
    rules: &Ruleset,
    regular: Regular,
    largest: &BigUint,
) -> Result<Rc<dyn HeapValues>, PlayError> {
    let broken = || PlayError::out_of_reach(rules, largest, "its regularity lacks values");
    if regular.saltus == 0 {
        let plain = Sequence::periodic(regular.values, regular.preperiod, regular.period)
            .ok_or_else(broken)?;
        Ok(Rc::new(Tabled { rules: rules.clone(), plain, passing: None }))
    } else {
        let reach = regular.preperiod.checked_add(regular.period).ok_or_else(broken)?;
        if regular.period == 0 || (regular.values.len() as u64) < reach {
            return Err(broken());
        }
        Ok(Rc::new(Arithmetic { rules: rules.clone(), regular }))
    }
}

/// Whether the rules are those of Nim: take any number.
pub(crate) fn is_nim(rules: &Ruleset) -> bool {
    match rules.family() {
        _ if rules.has_pass() => false,
        Family::AllBut(set) => set.members().is_empty(),
        Family::Code(code) => {
            let plain3 = |digit: &sprague_games::code::Digit| digit.bits() == Some(3);
            code.before().is_empty()
                && code.after().iter().all(plain3)
                && code.recurring().len().is_one()
                && code.recurring().iter().all(plain3)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_forms_against_computed_values() {
        for text in ["Nim", "Mark", "UpMark", "Mark(3)", "Mark(5)", "UpMark(4)"] {
            let rules: Ruleset = text.parse().unwrap();
            let values = sprague_engine::reference::values(&rules, 400).unwrap();
            let mut sources = Sources::computed(Effort::default());
            let source = sources.values(&rules, &BigUint::from(10u32).pow(40)).unwrap();
            for n in 0..=400u64 {
                assert_eq!(
                    source.value(&n.into()).unwrap(),
                    values[n as usize].into(),
                    "{text} {n}"
                );
                for target in 0..7u32 {
                    let mut expected: Vec<Vec<BigUint>> = Vec::new();
                    rules
                        .for_each_option(n, &mut |heaps| {
                            if heaps.iter().fold(0, |s, &h| s ^ values[h as usize]) == target {
                                expected.push(heaps.iter().map(|&h| BigUint::from(h)).collect());
                            }
                        })
                        .unwrap();
                    expected.sort();
                    let found = source.options_with_value(&n.into(), &target.into(), 1000).unwrap();
                    let mut found: Vec<Vec<BigUint>> =
                        found.first(1000).into_iter().map(|o| o.to).collect();
                    found.sort();
                    assert_eq!(found, expected, "{text} {n} {target}");
                }
            }
        }
    }

    /// All-but games are arithmetic-periodic: AllBut(1) has period 4 and saltus 2.
    #[test]
    fn growing_values() {
        for (text, preperiod, period, saltus) in [("AllBut(1)", 0, 4, 2), ("4.[3]", 1, 4, 4)] {
            let rules: Ruleset = text.parse().unwrap();
            let values =
                sprague_engine::values(&rules, 4000, &sprague_engine::Options::default()).unwrap();
            assert!((preperiod..3000).all(|n| values[n + period] == values[n] + saltus));
            let regular = Regular {
                preperiod: preperiod as u64,
                period: period as u64,
                saltus: saltus.into(),
                periodic_residues: Vec::new(),
                values: values[..preperiod + period].to_vec(),
            };
            let mut sources =
                Sources::new(Effort::default(), |_, _| Ok(Some(Found::Regular(regular.clone()))));
            let source = sources.values(&rules, &BigUint::from(10u32).pow(30)).unwrap();
            for n in [5u64, 17, 2500, 2501, 2504] {
                let own = source.value(&n.into()).unwrap();
                assert_eq!(own, values[n as usize].into());
                let target = BigUint::from(values[n as usize] / 2);
                let set = source.options_with_value(&n.into(), &target, 100).unwrap();
                assert!(!set.is_empty(), "{text} {n}");
                for option in set.first(100) {
                    assert!(is_option(&rules, &n.into(), &option.to).unwrap());
                    let sum = option.to.iter().fold(0, |s, h| s ^ values[h.to_usize().unwrap()]);
                    assert_eq!(BigUint::from(sum), target);
                }
                if set.exhaustive {
                    let mut count = 0u32;
                    rules
                        .for_each_option(n, &mut |heaps| {
                            let sum = heaps.iter().fold(0, |s, &h| s ^ values[h as usize]);
                            count += u32::from(BigUint::from(sum) == target);
                        })
                        .unwrap();
                    assert_eq!(set.count(), count.into());
                }
            }
        }
    }
}
