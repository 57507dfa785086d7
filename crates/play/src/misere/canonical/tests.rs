//! Canonical forms against the definition of equality.

use super::*;
use std::collections::{HashMap, HashSet};

/// Positions as sets of positions, nothing reduced: the definition.
#[derive(Default)]
struct Raw {
    options: Vec<Vec<usize>>,
    outcomes: HashMap<(usize, usize), bool>,
}

impl Raw {
    fn add(&mut self, options: Vec<usize>) -> usize {
        self.options.push(options);
        self.options.len() - 1
    }

    /// Whether a + b is a misere P-position: there is a move, and none leads to one.
    fn is_p(&mut self, a: usize, b: usize) -> bool {
        if let Some(&known) = self.outcomes.get(&(a, b)) {
            return known;
        }
        let (of_a, of_b) = (self.options[a].clone(), self.options[b].clone());
        let moves = !of_a.is_empty() || !of_b.is_empty();
        let p = moves
            && !of_a.iter().any(|&o| self.is_p(o, b))
            && !of_b.iter().any(|&o| self.is_p(a, o));
        self.outcomes.insert((a, b), p);
        p
    }
}

/// Random numbers below a bound.
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    move |n| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    }
}

/// All forms with birthdays to `day`.
fn by_day(forms: &mut Canonical, day: u32) -> Vec<Form> {
    let mut known = vec![Form::ZERO];
    for _ in 0..day {
        let mut next = HashSet::new();
        for set in 0u32..1 << known.len() {
            let options = (0..known.len()).filter(|i| set >> i & 1 == 1).map(|i| known[i]);
            next.insert(forms.of_options(options.collect()).unwrap());
        }
        known = next.into_iter().collect();
        known.sort_unstable();
    }
    known
}

/// 1, 2, 3, 5, 22 forms are born by day 0, 1, 2, 3, 4 (Grundy and Smith 1956; Conway, On Numbers and
/// Games, chapter 12).
#[test]
fn as_many_as_are_known() {
    let mut forms = Canonical::new(1000);
    let counts = [0, 1, 2, 3, 4].map(|day| by_day(&mut forms, day).len());
    assert_eq!(counts, [1, 2, 3, 5, 22]);
    assert!(by_day(&mut forms, 4).iter().all(|&form| forms.birthday(form) <= 4));
}

/// All 16 positions born by day 3 and many born by day 4, unreduced. Those with one form have one outcome in
/// every sum with a position born by day 3, a form born by day 4, and random positions with these, and again
/// with those, as options; forms that differ are told apart by one.
#[test]
fn equal_forms_are_equal_positions() {
    let mut raw = Raw::default();
    let mut forms = Canonical::new(1_000_000);
    let mut positions: Vec<(usize, Form)> = vec![(raw.add(Vec::new()), Form::ZERO)];
    for day in 1..=4 {
        let smaller = positions.clone();
        let mut met = HashSet::new();
        positions.clear();
        for set in 0u32..1 << smaller.len() {
            let chosen = || smaller.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            let form = forms.of_options(chosen().map(|(_, s)| s.1).collect()).unwrap();
            // Of the many of day 4 one of each form and every 397th.
            if met.insert(form) || day < 4 || set % 397 == 0 {
                positions.push((raw.add(chosen().map(|(_, s)| s.0).collect()), form));
            }
        }
        assert_eq!(smaller.len(), [0, 1, 2, 4, 16][day]);
    }
    // One position for each form, and all of day 3: what sums are made with.
    let mut by_form: HashMap<Form, usize> = HashMap::new();
    for &(position, form) in &positions {
        by_form.entry(form).or_insert(position);
    }
    assert_eq!(by_form.len(), 22);
    let mut tests: Vec<usize> = by_form.values().copied().collect();
    tests.sort_unstable();
    let mut below = random(1);
    for count in [400, 3000] {
        let known = tests.clone();
        for _ in 0..count {
            let size = below(5) + 1;
            let chosen = (0..size).map(|_| known[below(known.len())]).collect();
            tests.push(raw.add(chosen));
        }
    }
    tests.extend(1..20);
    let mut outcomes: HashMap<Vec<bool>, Form> = HashMap::new();
    let mut seen: HashMap<Form, Vec<bool>> = HashMap::new();
    for &(position, form) in &positions {
        let row: Vec<bool> = tests.iter().map(|&t| raw.is_p(position, t)).collect();
        assert_eq!(*seen.entry(form).or_insert_with(|| row.clone()), row, "equal positions");
        outcomes.insert(row, form);
    }
    assert_eq!(outcomes.len(), 22, "different positions");
}

/// Random positions of birthday 5 and more: the form has the outcomes of the position beside others.
#[test]
fn a_form_plays_like_the_position() {
    let mut raw = Raw::default();
    let mut forms = Canonical::new(1_000_000);
    let mut pool: Vec<(usize, Form)> = vec![(raw.add(Vec::new()), Form::ZERO)];
    let mut plain: HashMap<Form, usize> = HashMap::from([(Form::ZERO, 0)]);
    let mut below = random(2);
    let mut reduced = 0;
    for _ in 0..400 {
        let size = below(4) + 1;
        let chosen: Vec<(usize, Form)> = (0..size).map(|_| pool[below(pool.len())]).collect();
        let form = forms.of_options(chosen.iter().map(|c| c.1).collect()).unwrap();
        let position = raw.add(chosen.iter().map(|c| c.0).collect());
        reduced += usize::from(forms.options(form).len() < size);
        // the form itself as a position
        if !plain.contains_key(&form) {
            let options = forms.options(form).iter().map(|o| plain[o]).collect();
            plain.insert(form, raw.add(options));
        }
        for _ in 0..20 {
            let (other, other_form) = pool[below(pool.len())];
            let expected = raw.is_p(position, other);
            assert_eq!(raw.is_p(plain[&form], other), expected);
            assert_eq!(raw.is_p(plain[&form], plain[&other_form]), expected);
        }
        assert_eq!(forms.is_p(form), raw.is_p(position, 0));
        pool.push((position, form));
    }
    assert!(reduced > 30, "{reduced}");
}

/// X + *n has the outcomes of that sum, and *m + *n that of its genus.
#[test]
fn sums_with_nim_heaps() {
    let mut forms = Canonical::new(100_000);
    let all = by_day(&mut forms, 4);
    let mut raw = Raw::default();
    let mut plain: HashMap<Form, usize> = HashMap::new();
    for index in 0..forms.len() {
        let form = Form(index as u32);
        let options = forms.options(form).iter().map(|o| plain[o]).collect();
        plain.insert(form, raw.add(options));
    }
    let nim: Vec<Form> = (0..4).map(|n| forms.plus_nim_heap(Form::ZERO, n).unwrap()).collect();
    assert_eq!([0, 1, 2, 3].map(|n| forms.nim_heap(nim[n])), [0, 1, 2, 3].map(Some));
    for &x in &all {
        for (n, &heap) in nim.iter().enumerate() {
            let sum = forms.plus_nim_heap(x, n as u32).unwrap();
            assert_eq!(forms.is_p(sum), raw.is_p(plain[&x], plain[&heap]));
            // *1 + *1 = 0, and nothing else cancels
            let twice = forms.plus_nim_heap(sum, n as u32).unwrap();
            assert_eq!(twice == x, n < 2, "{n}");
        }
    }
}
