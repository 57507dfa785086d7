//! Where the nim-values of heaps of any size come from.
//!
//! [`Sources`] picks for every game what reaches far enough: a closed form (Nim, Mark), a
//! table of computed values, or a proved regularity.

mod formula;
mod growing;
mod search;

use crate::error::PlayError;
use crate::legal::{is_option_of, some_option};
use crate::misere::sum::MisereSize;
use crate::options::{self, HeapOption, OptionSet, Sequence, Wanted, total_left};
use formula::{ByAutomaton, ByFormula};
use growing::Growing;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use sprague_budget::Budget;
use sprague_certificate::Claim;
use sprague_games::Ruleset;
use sprague_games::moves::Move;
use sprague_prover::closed_form::{self, MarkHeaps, Play};
use sprague_prover::known::{COUNTED_FAST, Known};
use sprague_prover::{Solution, Status, automaton};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

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
            set.push(HeapOption::one_heap(value.clone()), keep);
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
            set.push(HeapOption::one_heap(rest), keep);
        }
        Ok(set)
    }
}

/// What a proof says about the values of heaps of any size.
#[derive(Clone, Debug)]
pub enum Found {
    /// They are regular.
    Regular(Regular),
    /// An automaton reads them.
    Automaton(Box<automaton::Decided>),
}

/// What a solution proves about heaps of any size.
pub fn proved(solution: &Solution) -> Option<Found> {
    if solution.status() != Status::Proved {
        return None;
    }
    let claim = solution.claim()?;
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

/// The largest heap known, and the values.
type Reaching = (BigUint, Rc<dyn HeapValues>);

/// The values of the games in play, computed or proved when first needed.
pub struct Sources {
    budget: Budget,
    proves: bool,
    misere: MisereSize,
    known: HashMap<Ruleset, Vec<Reaching>>,
}

impl Sources {
    /// Values by computation, and beyond by what the provers prove. The time of the budget, if it
    /// has not started, is that of each question to the sources.
    pub fn new(budget: &Budget) -> Self {
        let (proves, misere) = (true, MisereSize::default());
        Self { budget: budget.clone(), proves, misere, known: HashMap::new() }
    }

    /// Values by computation and formulas alone.
    pub fn computed(budget: &Budget) -> Self {
        Self { proves: false, ..Self::new(budget) }
    }

    /// The same sources with other tables for misere play.
    #[must_use]
    pub fn with_misere(self, misere: MisereSize) -> Self {
        Self { misere, ..self }
    }

    /// How large the tables of misere play may become.
    pub fn misere(&self) -> &MisereSize {
        &self.misere
    }

    /// The budget of a question that begins now.
    pub fn question(&self) -> Budget {
        self.budget.started()
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
        let budget = self.question();
        let near = |n: &u64| *n < budget.most_values() && Known::is_near(rules, *n);
        if let Some(n) = largest.to_u64().filter(near) {
            // Where values are cheap a few more, so that the next question finds them ready.
            let more = n.max(MORE).min(budget.most_values() - 1);
            let cheap = Known::is_near(rules, COUNTED_FAST);
            return table(rules, if cheap { more } else { n }, &budget);
        }
        // Where a move leaves two heaps a proved regularity finds more moves than a formula.
        let moves = rules.finite_moves();
        let single = moves.as_ref().is_none_or(|list| list.iter().all(|m| m.heaps <= 1));
        let formula = |form| Rc::new(ByFormula::new(rules, form));
        let mut form = closed_form::find(rules);
        if let Some(greatest) = form.as_ref().and_then(|form| form.greatest())
            && let Some(form) = form.take()
        {
            if *largest <= greatest {
                return Ok((greatest, formula(form)));
            }
            let why = format!("the formula of its values reaches to heap {greatest}");
            return Err(PlayError::out_of_reach(rules, largest, &why));
        }
        if single && let Some(form) = form.take() {
            return Ok((everything(), formula(form)));
        }
        if self.proves
            && let Some(values) = solved(rules, largest, &budget)?
        {
            return Ok((everything(), values));
        }
        if let Some(form) = form {
            return Ok((everything(), formula(form)));
        }
        Err(PlayError::out_of_reach(
            rules,
            largest,
            "no regularity of its values is proved (see 'sprague solve')",
        ))
    }
}

/// Values of cheap games are computed at least up to this heap.
const MORE: u64 = 64;

/// Values by computation.
fn table(rules: &Ruleset, to: u64, budget: &Budget) -> Result<Reaching, PlayError> {
    let counted = |rules: &Ruleset| match Known::count(rules, to, budget)? {
        Known::Counted(values) => Ok(Sequence::table(values)),
        _ => Err(PlayError::out_of_reach(rules, &to.into(), "its values are not counted")),
    };
    let own = counted(rules)?;
    let (plain, passing) =
        if rules.has_pass() { (counted(&rules.without_pass())?, Some(own)) } else { (own, None) };
    Ok((to.into(), Rc::new(Tabled { rules: rules.clone(), plain, passing })))
}

/// The first values of a game whose period is proved, to the end of a period at least.
pub(crate) fn periodic(
    rules: &Ruleset,
    largest: &BigUint,
    budget: &Budget,
) -> Result<Option<Regular>, PlayError> {
    let Known::Solved(solution) = Known::search(rules, largest, budget)? else { return Ok(None) };
    Ok(match proved(&solution) {
        Some(Found::Regular(regular)) if regular.saltus == 0 => Some(regular),
        _ => None,
    })
}

/// Values by what a search finds: a proof, or all values up to the largest heap.
fn solved(
    rules: &Ruleset,
    largest: &BigUint,
    budget: &Budget,
) -> Result<Option<Rc<dyn HeapValues>>, PlayError> {
    if rules.has_pass() {
        return with_pass(rules, largest, budget);
    }
    let Known::Solved(solution) = Known::search(rules, largest, budget)? else { return Ok(None) };
    Ok(match proved(&solution) {
        Some(Found::Regular(regular)) => Some(regular_values(rules, regular, largest)?),
        Some(Found::Automaton(proved)) => {
            Some(Rc::new(ByFormula::new(rules, Box::new(ByAutomaton(proved)))))
        }
        None => largest.to_usize().filter(|&n| n < solution.values.len()).map(|n| {
            let plain = Sequence::table(solution.values.first(n + 1));
            Rc::new(Tabled { rules: rules.clone(), plain, passing: None }) as Rc<dyn HeapValues>
        }),
    })
}

/// Values of a game with a pass, where they are proved to be regular with it and without.
fn with_pass(
    rules: &Ruleset,
    largest: &BigUint,
    budget: &Budget,
) -> Result<Option<Rc<dyn HeapValues>>, PlayError> {
    let regular = |rules: &Ruleset| match Known::search(rules, largest, budget)? {
        Known::Solved(solution) => match proved(&solution) {
            Some(Found::Regular(regular)) => Ok(Some(regular)),
            _ => Ok(None),
        },
        _ => Ok::<_, PlayError>(None),
    };
    let Some(own) = regular(rules)? else { return Ok(None) };
    let without = rules.without_pass();
    let Some(plain) = regular(&without)? else { return Ok(None) };
    if (own.saltus, plain.saltus) == (0, 0) {
        let [plain, passing] =
            [plain, own].map(|r| Sequence::periodic(r.values, r.preperiod, r.period));
        let (Some(plain), passing @ Some(_)) = (plain, passing) else { return Ok(None) };
        return Ok(Some(Rc::new(Tabled { rules: rules.clone(), plain, passing })));
    }
    // Endless takes with moves to two heaps or more are not searched.
    let searched = without.finite_moves().is_some()
        || without.form().most_heaps().is_some_and(|most| most <= 1);
    let (true, true, Some(passing)) = (searched, plain.is_whole(), Growing::new(&without, own))
    else {
        let why = "its values grow, and no moves are searched";
        return Err(PlayError::out_of_reach(rules, largest, why));
    };
    Ok(Some(Rc::new(GrowingWithPass { rules: without, plain, passing })))
}

/// Values of heaps with a pass that grow.
struct GrowingWithPass {
    /// Without the pass.
    rules: Ruleset,
    /// Values of heaps without the pass.
    plain: Regular,
    /// Values of heaps with it.
    passing: Growing,
}

impl HeapValues for GrowingWithPass {
    fn value(&self, n: &BigUint) -> Result<BigUint, PlayError> {
        self.passing.value(n)
    }

    fn options_with_value(
        &self,
        n: &BigUint,
        value: &BigUint,
        keep: usize,
    ) -> Result<OptionSet, PlayError> {
        let mut set = match self.rules.finite_moves() {
            Some(moves) if self.plain.saltus == 0 && moves.iter().all(|m| m.heaps <= 2) => {
                self.beside_periodic(&moves, n, value, keep)
            }
            Some(moves) => {
                let plain = |m: &BigUint| self.plain.at(m);
                let passing = |m: &BigUint| self.passing.regular.at(m);
                let wanted = search::of_value_with_pass(value, &plain, &passing);
                search::by_moves(&self.rules, &moves, n, &wanted, keep)?
            }
            // A move leaves the pass with the one heap that is left.
            None => {
                let mut set = self.passing.options_with_value(n, value, keep)?;
                for progression in &mut set.progressions {
                    let first = &mut progression.first;
                    first.keeper = (!first.to.is_empty()).then_some(0);
                }
                set
            }
        };
        let movable = match n.to_u64() {
            Some(n) => self.rules.has_option(n)?,
            None => some_option(&self.rules, n)?.is_some(),
        };
        if movable && self.plain.at(n) == *value {
            set.push(HeapOption::leaving(vec![n.clone()]), keep);
        }
        Ok(set)
    }
}

impl GrowingWithPass {
    /// Moves to at most two heaps where values without the pass are periodic: beside a heap without it, of which only
    /// the value counts, the one that keeps it has a value that says which heap it is.
    fn beside_periodic(
        &self,
        moves: &[Move],
        n: &BigUint,
        value: &BigUint,
        keep: usize,
    ) -> OptionSet {
        let exhaustive = self.passing.regular.periodic_residues.is_empty();
        let mut set = OptionSet { exhaustive, ..OptionSet::default() };
        let mut seen = HashSet::new();
        let mut consider = |m: &Move, to: Vec<BigUint>, keeper: Option<usize>| {
            let option = HeapOption { to, keeper };
            if is_option_of(m, n, &option.to.iter().collect::<Vec<_>>())
                && seen.insert(option.clone())
            {
                set.push(option, keep);
            }
        };
        let totals: Vec<(&Move, BigUint)> =
            moves.iter().filter_map(|m| Some((m, total_left(m, n)?))).collect();
        let gone = |(m, total): &&(&Move, BigUint)| m.heaps == 0 && total.is_zero();
        for (m, _) in totals.iter().filter(gone).filter(|_| value.is_zero()) {
            consider(m, vec![], None);
        }
        let beside: BTreeSet<u32> = self.plain.values.iter().copied().chain([0]).collect();
        for other in beside {
            for heap in self.passing.heaps_with_value(&(value ^ BigUint::from(other)), n) {
                let fits = |(_, total): &&(&Move, BigUint)| !heap.is_zero() && heap <= *total;
                for (m, total) in totals.iter().filter(fits) {
                    let rest = total - &heap;
                    match m.heaps {
                        1 if rest.is_zero() && other == 0 => {
                            consider(m, vec![heap.clone()], Some(0));
                        }
                        2 if !rest.is_zero() && self.plain.at(&rest) == other.into() => {
                            let keeper = usize::from(rest < heap);
                            let mut to = vec![rest, heap.clone()];
                            to.sort();
                            consider(m, to, Some(keeper));
                        }
                        _ => {}
                    }
                }
            }
        }
        set
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
        Ok(Rc::new(Growing::new(rules, regular).ok_or_else(broken)?))
    }
}

/// Whether the rules are those of Nim: take any number.
pub(crate) fn is_nim(rules: &Ruleset) -> bool {
    rules.all_but().is_some_and(|exceptions| exceptions.members().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legal::is_option;

    #[test]
    fn closed_forms_against_computed_values() {
        for text in ["Nim", "Mark", "UpMark", "Mark(3)", "Mark(5)", "UpMark(4)"] {
            let rules: Ruleset = text.parse().unwrap();
            let values = sprague_engine::reference::values(&rules, 400).unwrap();
            let mut sources = Sources::computed(&Budget::unlimited());
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

    /// Heaps with a pass beyond all tables: the values of the options found are what was asked for.
    #[test]
    fn huge_heaps_with_a_pass() {
        for text in [
            "Kayles",
            "S(2,5,7)",
            "0.07",
            "Nim",
            "AllBut(2)",
            "AllBut(1,4)",
            "0.[2]",
            "0.57",
            "0.3F",
        ] {
            let rules: Ruleset = format!("{text} + pass").parse().unwrap();
            let plain = rules.without_pass();
            let mut sources = Sources::new(&Budget::unlimited());
            let huge = BigUint::from(10u32).pow(40) + 7u32;
            let passing = sources.values(&rules, &huge).unwrap();
            let without = sources.values(&plain, &huge).unwrap();
            let table = sprague_engine::values(&rules, 300, &Budget::unlimited()).unwrap();
            for n in 0..=300u64 {
                assert_eq!(
                    passing.value(&n.into()).unwrap(),
                    table[n as usize].into(),
                    "{text} {n}"
                );
            }
            for n in [BigUint::from(5000u32), huge.clone(), huge - 1u32] {
                let own = passing.value(&n).unwrap();
                for target in [0u32.into(), 1u32.into(), &own >> 1, own.clone(), &own + 1u32] {
                    let set = passing.options_with_value(&n, &target, 50).unwrap();
                    // Moves to three heaps are searched here and there only.
                    let some = !set.is_empty() || text == "0.3F" && !set.exhaustive;
                    assert!(target >= own || some, "{text} {n} {target}");
                    assert!(target != own || set.is_empty(), "{text} {n} {target}");
                    for option in set.first(50) {
                        let passed = option.keeper.is_none() && option.to == [n.clone()];
                        assert!(passed || is_option(&plain, &n, &option.to).unwrap(), "{option:?}");
                        assert!(passed || option.keeper.is_some() || option.to.is_empty());
                        let each = option.to.iter().enumerate().map(|(i, heap)| {
                            let from = if Some(i) == option.keeper { &passing } else { &without };
                            from.value(heap).unwrap()
                        });
                        let sum = each.fold(BigUint::ZERO, |sum, value| sum ^ value);
                        assert_eq!(sum, target, "{text} {n} {option:?}");
                    }
                }
            }
        }
    }

    /// Values that grow with a pass and are periodic without it (0.57), or grow in both ways (0.3F, to three heaps): the
    /// options found are all there are, each with its keeper.
    #[test]
    fn growing_values_with_a_pass() {
        for text in ["0.57 + pass", "0.3F + pass", "Nim + pass"] {
            let rules: Ruleset = text.parse().unwrap();
            let budget = Budget::unlimited();
            let [own, plain] = [&rules, &rules.without_pass()]
                .map(|rules| sprague_engine::values(rules, 160, &budget).unwrap());
            let huge = BigUint::from(10u32).pow(30);
            let source = with_pass(&rules, &huge, &budget).unwrap().unwrap();
            for n in 0..=160u64 {
                let mut options: HashMap<u32, Vec<HeapOption>> = HashMap::new();
                rules
                    .for_each_pass_option(n, &mut |heaps, keeper| {
                        let value = heaps.iter().enumerate().fold(0, |sum, (i, &heap)| {
                            let from = if Some(i) == keeper { &own } else { &plain };
                            sum ^ from[heap as usize]
                        });
                        let to = heaps.iter().map(|&heap| heap.into()).collect();
                        options.entry(value).or_default().push(HeapOption { to, keeper });
                    })
                    .unwrap();
                assert!(!options.contains_key(&own[n as usize]), "{text} {n}");
                for target in 0..=own[n as usize] + 2 {
                    let set = source.options_with_value(&n.into(), &target.into(), 10_000).unwrap();
                    assert!(set.exhaustive, "{text} {n} {target}");
                    let mut found = set.first(10_000);
                    let mut expected = options.remove(&target).unwrap_or_default();
                    let key = |option: &HeapOption| (option.to.clone(), option.keeper);
                    found.sort_by_key(key);
                    expected.sort_by_key(key);
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
                sprague_engine::values(&rules, 4000, &sprague_engine::Budget::unlimited()).unwrap();
            assert!((preperiod..3000).all(|n| values[n + period] == values[n] + saltus));
            let regular = Regular {
                preperiod: preperiod as u64,
                period: period as u64,
                saltus: saltus.into(),
                periodic_residues: Vec::new(),
                values: values[..preperiod + period].to_vec(),
            };
            let source = regular_values(&rules, regular, &BigUint::from(10u32).pow(30)).unwrap();
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
