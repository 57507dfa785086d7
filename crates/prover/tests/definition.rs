//! What is trusted without a certificate, against the definition: an interpreter of rule texts that
//! shares nothing with the one in use lists the options of small heaps of random games, and from
//! them come the nim-values that every engine, every closed form, every equivalence and every claim
//! called proved must have.
//!
//! The tests here look at some hundred games; the ignored ones at as many as one likes:
//! `GAMES=20000 SEED=7 cargo test --release -p sprague-prover --test definition -- --ignored`

mod random;

use num_bigint::BigUint;
use random::Random;
use sprague_budget::Budget;
use sprague_certificate::{Claim, Regularity};
use sprague_engine::EngineKind;
use sprague_games::equivalence::redundancy;
use sprague_games::standard_form::{one_token_larger, one_token_smaller, standard_form};
use sprague_games::{Code, RuleError, Ruleset};
use sprague_prover::adjoin::{optional_members, plicate, reduced_all_but};
use sprague_prover::closed_form::{self, BigRegularity};
use sprague_prover::{Method, Status, solve};
use std::collections::BTreeSet;

impl Random {
    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

/// The options of a heap: sorted lists of non-empty heaps.
type Listing = BTreeSet<Vec<u64>>;

/// A game by its definition alone.
struct Game {
    text: String,
    /// The options of a heap; `None` where a new heap would not be smaller.
    options: Box<dyn Fn(u64) -> Option<Listing>>,
    pass: bool,
    /// Heaps up to here have few options.
    cheap: u64,
}

fn mex(seen: &BTreeSet<u32>) -> u32 {
    (0..).zip(seen).find(|(v, s)| v != *s).map_or(seen.len() as u32, |(v, _)| v)
}

impl Game {
    /// G(0..=to) by the definition; `None` where the game does not end.
    fn values(&self, to: u64) -> Option<Vec<u32>> {
        let (mut plain, mut passing) = (vec![0u32], vec![0u32]);
        for n in 1..=to {
            let options = (self.options)(n)?;
            let sum = |heaps: &[u64]| heaps.iter().fold(0, |x, h| x ^ plain[*h as usize]);
            let value = mex(&options.iter().map(|heaps| sum(heaps)).collect());
            if self.pass {
                let mut seen = BTreeSet::new();
                for heaps in &options {
                    for keeper in heaps {
                        let keeper = *keeper as usize;
                        seen.insert(sum(heaps) ^ plain[keeper] ^ passing[keeper]);
                    }
                    if heaps.is_empty() {
                        seen.insert(0);
                    }
                }
                if !options.is_empty() {
                    seen.insert(value);
                }
                passing.push(mex(&seen));
            }
            plain.push(value);
        }
        Some(if self.pass { passing } else { plain })
    }
}

// ---------------------------------------------------------------- the rule language

#[derive(Clone)]
enum Term {
    Number(i64),
    Heap,
    Variable(usize),
    Sum(Box<Term>, Box<Term>),
    Difference(Box<Term>, Box<Term>),
    Times(i64, Box<Term>),
    Div(Box<Term>, i64),
    Mod(Box<Term>, i64),
}

#[derive(Clone)]
enum Condition {
    /// A chain: `a < b <= c`.
    Chain(Term, Vec<(&'static str, Term)>),
    Power(Term, bool),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Some(Vec<Condition>),
}

struct Branch {
    heaps: Vec<Term>,
    variables: usize,
    condition: Option<Condition>,
    guard: Option<Condition>,
}

const NAMES: [&str; 3] = ["a", "b", "k"];

impl Term {
    fn at(&self, n: i64, v: &[i64]) -> i64 {
        match self {
            Self::Number(c) => *c,
            Self::Heap => n,
            Self::Variable(i) => v[*i],
            Self::Sum(a, b) => a.at(n, v) + b.at(n, v),
            Self::Difference(a, b) => a.at(n, v) - b.at(n, v),
            Self::Times(c, a) => c * a.at(n, v),
            Self::Div(a, d) => {
                // The greatest q with d*q <= value, by trying.
                let value = a.at(n, v);
                let mut q = value / d;
                while d * q > value {
                    q -= 1;
                }
                q
            }
            Self::Mod(a, d) => {
                let mut rest = a.at(n, v) % d;
                while rest < 0 {
                    rest += d;
                }
                rest
            }
        }
    }

    /// 0 for sums and differences, 1 for products, 2 for what needs no parentheses.
    fn text(&self, level: u8) -> String {
        let (own, text) = match self {
            Self::Number(c) if *c < 0 => (1, c.to_string()),
            Self::Number(c) => (2, c.to_string()),
            Self::Heap => (2, "n".to_owned()),
            Self::Variable(i) => (2, NAMES[*i].to_owned()),
            Self::Sum(a, b) => (0, format!("{}+{}", a.text(0), b.text(1))),
            Self::Difference(a, b) => (0, format!("{}-{}", a.text(0), b.text(1))),
            Self::Times(c, a) if matches!(**a, Self::Number(_)) => {
                (1, format!("{c}*{}", a.text(2)))
            }
            Self::Times(c, a) => (1, format!("{c}{}", a.text(2))),
            Self::Div(a, d) => (1, format!("{} div {d}", a.text(1))),
            Self::Mod(a, d) => (1, format!("{} mod {d}", a.text(1))),
        };
        if own < level { format!("({text})") } else { text }
    }
}

impl Condition {
    fn holds(&self, n: i64, v: &[i64]) -> bool {
        match self {
            Self::Chain(first, rest) => {
                let mut left = first.at(n, v);
                rest.iter().all(|(sign, right)| {
                    let right = right.at(n, v);
                    let holds = match *sign {
                        "<" => left < right,
                        "<=" => left <= right,
                        ">" => left > right,
                        ">=" => left >= right,
                        "=" => left == right,
                        _ => left != right,
                    };
                    left = right;
                    holds
                })
            }
            Self::Power(a, negated) => {
                let value = a.at(n, v);
                (0..40).any(|i| 1i64 << i == value) != *negated
            }
            Self::Not(a) => !a.holds(n, v),
            Self::All(parts) => parts.iter().all(|p| p.holds(n, v)),
            Self::Some(parts) => parts.iter().any(|p| p.holds(n, v)),
        }
    }

    /// 0 for `or`, 1 for `and`, 2 for the rest.
    fn text(&self, level: u8) -> String {
        let list = |parts: &[Self], word: &str, level| {
            parts.iter().map(|p| p.text(level)).collect::<Vec<_>>().join(word)
        };
        let (own, text) = match self {
            Self::Chain(first, rest) => {
                let mut text = first.text(0);
                for (sign, term) in rest {
                    text += &format!(" {sign} {}", term.text(0));
                }
                (3, text)
            }
            Self::Power(a, false) => (3, format!("{} is power of 2", a.text(0))),
            Self::Power(a, true) => (3, format!("{} is not a power of 2", a.text(0))),
            Self::Not(a) => (2, format!("not {}", a.text(2))),
            Self::All(parts) => (1, list(parts, " and ", 2)),
            Self::Some(parts) => (0, list(parts, " or ", 1)),
        };
        if own < level { format!("({text})") } else { text }
    }
}

impl Random {
    fn constant(&mut self) -> i64 {
        self.below(9) as i64 - 3
    }

    fn term(&mut self, variables: usize, depth: u32) -> Term {
        let leaf = depth == 0 || self.one_in(2);
        if leaf {
            return match self.below(5) {
                0 => Term::Number(self.constant()),
                1 | 2 if variables > 0 => Term::Variable(self.below(variables as u64) as usize),
                _ => Term::Heap,
            };
        }
        let a = Box::new(self.term(variables, depth - 1));
        match self.below(7) {
            0 => Term::Sum(a, Box::new(self.term(variables, depth - 1))),
            1 | 2 => Term::Difference(a, Box::new(self.term(variables, depth - 1))),
            3 | 4 => Term::Times(self.of(&[2, 3, 1, -1, -2, 0]), a),
            5 => Term::Div(a, self.of(&[1, 2, 3, 5])),
            _ => Term::Mod(a, self.of(&[1, 2, 3, 4])),
        }
    }

    fn condition(&mut self, variables: usize, depth: u32) -> Condition {
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0 => Condition::Power(self.term(variables, 1), self.one_in(3)),
            1..=3 => {
                let first = self.term(variables, 2);
                let links = 1 + u64::from(self.one_in(4));
                let rest = (0..links)
                    .map(|_| {
                        let sign = self.of(&["<", "<=", ">", ">=", "=", "!="]);
                        (sign, self.term(variables, 2))
                    })
                    .collect();
                Condition::Chain(first, rest)
            }
            4 => Condition::Not(Box::new(self.condition(variables, depth - 1))),
            5 | 6 => Condition::All(
                (0..2 + self.below(2)).map(|_| self.condition(variables, depth - 1)).collect(),
            ),
            _ => Condition::Some(
                (0..2 + self.below(2)).map(|_| self.condition(variables, depth - 1)).collect(),
            ),
        }
    }

    /// Something like a rule that people write, so that much of it is lowered.
    fn branch(&mut self) -> Branch {
        let less = |a, b| Box::new(Term::Difference(Box::new(a), Box::new(b)));
        let guard = match self.below(6) {
            0 => Some(self.condition(0, 1)),
            1 => {
                let n0 = Term::Number(self.below(9) as i64 - 1);
                Some(if self.one_in(2) {
                    Condition::Chain(Term::Heap, vec![(self.of(&[">=", ">"]), n0)])
                } else {
                    Condition::Chain(n0, vec![(self.of(&["<=", "<"]), Term::Heap)])
                })
            }
            _ => None,
        };
        let variables = self.below(3) as usize + usize::from(self.one_in(12));
        if variables == 0 {
            let take = Term::Number(self.below(6) as i64 + i64::from(!self.one_in(8)));
            let one = match self.below(4) {
                0 => Term::Div(Box::new(self.term(0, 1)), 2),
                1 => self.term(0, 2),
                _ => *less(Term::Heap, take),
            };
            let mut heaps = vec![one];
            if self.one_in(5) {
                heaps.push(self.term(0, 1));
            }
            return Branch { heaps, variables, condition: None, guard };
        }
        let mut parts = Vec::new();
        let all: Vec<Term> = (0..variables).map(Term::Variable).collect();
        let sum = |terms: &[Term]| {
            terms.iter().cloned().reduce(|a, b| Term::Sum(Box::new(a), Box::new(b))).unwrap()
        };
        let mut heaps = all.clone();
        let equation = variables >= 2 && !self.one_in(3);
        if equation {
            let take = self.below(5) as i64 - i64::from(self.one_in(5));
            let rest = match take {
                0 => Term::Heap,
                take => *less(Term::Heap, Term::Number(take)),
            };
            let (left, right) = if self.one_in(3) { (rest, sum(&all)) } else { (sum(&all), rest) };
            parts.push(Condition::Chain(left, vec![("=", right)]));
        } else {
            heaps = match self.below(3) {
                0 => vec![*less(Term::Heap, sum(&all))],
                1 => all.clone(),
                _ => (0..=self.below(2)).map(|_| self.term(variables, 2)).collect(),
            };
            for v in &all {
                let top = self.of(&[Term::Heap, Term::Number(6)].each_ref()).clone();
                parts.push(Condition::Chain(v.clone(), vec![(self.of(&["<", "<="]), top)]));
            }
        }
        for _ in 0..self.below(3) {
            let part = if variables >= 2 && (equation && !self.one_in(4) || self.one_in(2)) {
                let (a, b) = if self.one_in(2) { (0, 1) } else { (1, 0) };
                let c = Term::Number(self.below(3) as i64);
                let b = if self.one_in(2) {
                    Term::Variable(b)
                } else {
                    Term::Sum(Box::new(Term::Variable(b)), Box::new(c))
                };
                let sign = self.of(&["<", "<=", ">", ">=", "=", "!="]);
                Condition::Chain(Term::Variable(a), vec![(sign, b)])
            } else {
                self.condition(variables, 1)
            };
            parts.push(part);
        }
        let at = self.below(parts.len() as u64) as usize;
        parts.swap(0, at);
        let condition = if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) };
        Branch { heaps, variables, condition: Some(condition), guard }
    }

    fn rule(&mut self) -> Game {
        let branches: Vec<Branch> =
            (0..=self.below(3) * self.below(2)).map(|_| self.branch()).collect();
        let texts: Vec<String> = branches
            .iter()
            .map(|branch| {
                let heaps: Vec<String> = (branch.heaps.iter())
                    .map(|heap| match heap {
                        // A bare + starts the next heap.
                        Term::Sum(..) => heap.text(2),
                        Term::Difference(a, _) if a.text(0).contains('+') => heap.text(2),
                        _ => heap.text(0),
                    })
                    .collect();
                let mut text = heaps.join(" + ");
                if let Some(condition) = &branch.condition {
                    text += &format!(" where {}", condition.text(0));
                }
                if let Some(guard) = &branch.guard {
                    text += &format!(" if {}", guard.text(0));
                }
                text
            })
            .collect();
        let most = branches.iter().map(|b| b.variables).max().unwrap_or(0);
        let options = move |n: u64| {
            let heap = n as i64;
            let mut found = Listing::new();
            for branch in &branches {
                if branch.guard.as_ref().is_some_and(|guard| !guard.holds(heap, &[])) {
                    continue;
                }
                let top = heap.max(8) + 6;
                let mut v = vec![1i64; branch.variables];
                'all: loop {
                    if branch.condition.as_ref().is_none_or(|c| c.holds(heap, &v)) {
                        let sizes: Vec<i64> = branch.heaps.iter().map(|h| h.at(heap, &v)).collect();
                        if sizes.iter().all(|&s| s >= 0) {
                            if sizes.iter().any(|&s| s >= heap) {
                                return None;
                            }
                            let mut heaps: Vec<u64> =
                                sizes.into_iter().filter(|&s| s > 0).map(|s| s as u64).collect();
                            heaps.sort_unstable();
                            found.insert(heaps);
                        }
                    }
                    for x in &mut v {
                        *x += 1;
                        if *x <= top {
                            continue 'all;
                        }
                        *x = 1;
                    }
                    break;
                }
            }
            Some(found)
        };
        let text = format!("n -> {}", texts.join(" | "));
        let cheap = [200, 200, 60, 18][most];
        Game { text, options: Box::new(options), pass: false, cheap }
    }
}

// ---------------------------------------------------------------- codes and sets

/// Every list of `heaps` positive numbers with this sum, in increasing order.
fn partitions(
    total: u64,
    heaps: u64,
    least: u64,
    list: &mut Vec<u64>,
    visit: &mut dyn FnMut(&[u64]),
) {
    if heaps == 0 {
        if total == 0 {
            visit(list);
        }
        return;
    }
    for part in least..=total {
        if part * heaps > total {
            break;
        }
        list.push(part);
        partitions(total - part, heaps - 1, part, list, visit);
        list.pop();
    }
}

fn allowed(sign: char, heaps: &[u64]) -> bool {
    let different: BTreeSet<_> = heaps.iter().collect();
    heaps.len() < 2
        || match sign {
            '!' => different.len() == heaps.len(),
            '?' => different.len() > 1,
            '=' => different.len() == 1,
            _ => true,
        }
}

/// The numbers of heaps a digit allows, each with its sign; the last may be "or more".
#[derive(Clone, Default)]
struct Written {
    text: String,
    counts: Vec<(u64, char)>,
    more: Option<(u64, char)>,
}

impl Written {
    fn zero() -> Self {
        Self { text: "0".to_owned(), ..Self::default() }
    }
}

fn digit_options(digit: &Written, n: u64, u: i64, found: &mut Listing) {
    let Ok(total) = u64::try_from(n as i64 - u) else { return };
    let mut visit = |count: u64, sign: char| {
        partitions(total, count, 1, &mut Vec::new(), &mut |heaps| {
            if allowed(sign, heaps) && heaps.iter().all(|&h| h < n) {
                found.insert(heaps.to_vec());
            }
        });
    };
    for &(count, sign) in &digit.counts {
        visit(count, sign);
    }
    if let Some((from, sign)) = digit.more {
        for count in from..=total {
            visit(count, sign);
        }
    }
}

impl Random {
    fn sign(&mut self) -> char {
        if self.one_in(2) { ' ' } else { self.of(&['!', '?', '=']) }
    }

    fn digit(&mut self, plain: bool, before: bool) -> Written {
        let most = self.of(&[4, 8, 8, 8, 16, 32]);
        let bits = if self.one_in(4) { 0 } else { self.below(most) };
        let bits = if before { bits & !3 } else { bits };
        let of_bits = |bits: u64, sign: char| {
            (0..6).filter(|h| bits >> h & 1 == 1).map(|h| (h, sign)).collect::<Vec<_>>()
        };
        let shown = |sign: char| if sign == ' ' { String::new() } else { sign.to_string() };
        let character = char::from_digit(bits as u32, 32).unwrap();
        if plain {
            return Written { text: character.to_string(), counts: of_bits(bits, ' '), more: None };
        }
        let sign = self.sign();
        match self.below(9) {
            0 if !before => {
                Written { text: format!("*{}", shown(sign)), counts: vec![], more: Some((0, sign)) }
            }
            1 => Written {
                text: format!("&{bits};{}", shown(sign)),
                counts: of_bits(bits, sign),
                more: None,
            },
            2 | 3 => {
                let own = self.one_in(2);
                let low = if before { 2 } else { 0 };
                let mut counts: Vec<u64> = (low..5).filter(|_| self.one_in(2)).collect();
                if counts.is_empty() {
                    counts.push(2);
                }
                let mut items = Vec::new();
                let mut list = Vec::new();
                for &h in &counts {
                    let s = if own { self.sign() } else { sign };
                    items.push(format!("{h}{}", if own { shown(s) } else { String::new() }));
                    list.push((h, s));
                }
                let mut more = None;
                if self.one_in(2) {
                    items.last_mut().unwrap().push('+');
                    more = list.pop();
                }
                let tail = if own { String::new() } else { shown(sign) };
                Written { text: format!("{{{}}}{tail}", items.join(",")), counts: list, more }
            }
            4 | 5 => Written {
                text: format!("{character}{}", shown(sign)),
                counts: of_bits(bits, sign),
                more: None,
            },
            _ => Written { text: character.to_string(), counts: of_bits(bits, ' '), more: None },
        }
    }

    fn code(&mut self, plain: bool) -> Game {
        let before: Vec<Written> = match self.below(4) {
            0 => (0..=self.below(3)).map(|_| self.digit(plain, true)).collect(),
            _ => Vec::new(),
        };
        let after: Vec<Written> = (0..self.below(5)).map(|_| self.digit(plain, false)).collect();
        let block: Vec<Written> = match self.below(4) {
            0 => (0..=self.below(3)).map(|_| self.digit(plain, false)).collect(),
            _ => Vec::new(),
        };
        let zero = if before.is_empty() && self.one_in(2) { "0" } else { "" };
        Self::written(zero, before, after, block)
    }

    fn written(zero: &str, before: Vec<Written>, after: Vec<Written>, block: Vec<Written>) -> Game {
        let list = |digits: &[Written]| digits.iter().map(|d| d.text.as_str()).collect::<String>();
        let mut text = format!("{zero}{}.{}", list(&before), list(&after));
        if !block.is_empty() {
            text += &format!("[{}]", list(&block));
        }
        let many =
            (before.iter().chain(&after).chain(&block))
                .map(|d| {
                    if d.more.is_some() {
                        9
                    } else {
                        d.counts.iter().map(|c| c.0).max().unwrap_or(0)
                    }
                })
                .max();
        let recurs = !block.is_empty();
        let cheap = match many {
            Some(0..=2) if recurs => 120,
            Some(0..=2) | None => 250,
            Some(3) => 60,
            _ => 26,
        };
        let options = move |n: u64| {
            let mut found = Listing::new();
            for (i, digit) in before.iter().rev().enumerate() {
                digit_options(digit, n, -(i as i64), &mut found);
            }
            for u in 1..=n as usize {
                let digit = match u - 1 {
                    i if i < after.len() => &after[i],
                    _ if block.is_empty() => break,
                    i => &block[(i - after.len()) % block.len()],
                };
                digit_options(digit, n, u as i64, &mut found);
            }
            Some(found)
        };
        Game { text, options: Box::new(options), pass: false, cheap }
    }

    fn set(&mut self) -> Game {
        let most = self.of(&[6, 12, 30]);
        let set: BTreeSet<u64> = (0..=self.below(4)).map(|_| 1 + self.below(most)).collect();
        let inner = set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let t = 2 + self.below(7);
        let heaps = 2 + self.below(3);
        let differ = self.below(5);
        let sign = self.of(&[' ', '!', '?', '=']);
        let (text, cheap, options): (String, u64, Box<dyn Fn(u64) -> Listing>) = match self.below(7)
        {
            0 => (
                format!("S({inner})"),
                400,
                Box::new(move |n| set.iter().filter(|&&s| s <= n).map(|s| vec![n - s]).collect()),
            ),
            1 => (
                format!("AllBut({inner})"),
                300,
                Box::new(move |n| {
                    (1..=n).filter(|s| !set.contains(s)).map(|s| vec![n - s]).collect()
                }),
            ),
            2 => (
                format!("Splittles({inner})"),
                150,
                Box::new(move |n| {
                    let mut found = Listing::new();
                    for s in set.iter().filter(|&&s| s <= n) {
                        found.insert(vec![n - s]);
                        for a in 1..(n - s) {
                            found.insert(vec![a.min(n - s - a), a.max(n - s - a)]);
                        }
                    }
                    found
                }),
            ),
            3 => {
                let word = match sign {
                    '!' => ", distinct",
                    '?' => ", not-all-equal",
                    '=' => ", all-equal",
                    _ => "",
                };
                (
                    format!("Split({heaps}{word})"),
                    [150, 50, 30][heaps as usize - 2],
                    Box::new(move |n| {
                        let mut found = Listing::new();
                        partitions(n, heaps, 1, &mut Vec::new(), &mut |list| {
                            if allowed(sign, list) {
                                found.insert(list.to_vec());
                            }
                        });
                        found
                    }),
                )
            }
            4 => (
                format!("Split(2, differ>={differ})"),
                150,
                Box::new(move |n| {
                    (1..n)
                        .map(|a| (a, n - a))
                        .filter(|(a, b)| a <= b && b - a >= differ)
                        .map(|(a, b)| vec![a, b])
                        .collect()
                }),
            ),
            5 => (
                format!("Mark({t})"),
                400,
                Box::new(move |n| {
                    (1..t)
                        .filter(|&s| s <= n)
                        .map(|s| n - s)
                        .chain([n / t])
                        .map(|h| vec![h])
                        .collect()
                }),
            ),
            _ => (
                format!("UpMark({t})"),
                400,
                Box::new(move |n| {
                    if n == 1 {
                        return Listing::new();
                    }
                    (1..t)
                        .filter(|&s| s < n)
                        .map(|s| n - s)
                        .chain([n.div_ceil(t)])
                        .map(|h| vec![h])
                        .collect()
                }),
            ),
        };
        let options = move |n: u64| {
            // A heap of 0 is no heap.
            let found = options(n).into_iter();
            Some(found.map(|heaps| heaps.into_iter().filter(|&h| h > 0).collect()).collect())
        };
        Game { text, options: Box::new(options), pass: false, cheap }
    }

    /// Numbers far apart: what a rule does from some heap on, long codes, large members.
    fn wide(&mut self) -> Game {
        let members: BTreeSet<u64> = (0..=self.below(4)).map(|_| 1 + self.below(250)).collect();
        let inner = members.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let top = self.of(&[10, 60, 400]);
        let taking: Vec<(u64, u64)> =
            (0..=self.below(3)).map(|_| (1 + self.below(12), self.below(top))).collect();
        let (take, differ, from) = (self.below(20), self.below(50), self.below(top));
        let splits = self.one_in(2);
        let spaced = (0..=self.below(40))
            .map(|_| if self.one_in(6) { self.digit(true, false) } else { Written::zero() })
            .collect::<Vec<_>>();
        let block = (0..self.below(20) * self.below(2))
            .map(|_| if self.one_in(6) { self.digit(true, false) } else { Written::zero() })
            .collect::<Vec<_>>();
        let pair = |n: u64, total: u64, differ: u64, found: &mut Listing| {
            debug_assert!(total <= n);
            for a in 1..total {
                let b = total - a;
                if a <= b && b - a >= differ {
                    found.insert(vec![a, b]);
                }
            }
        };
        match self.below(6) {
            0 | 1 => {
                let mut texts: Vec<String> =
                    taking.iter().map(|(u, n0)| format!("n-{u} if n >= {n0}")).collect();
                if splits {
                    let text =
                        format!("a+b where a+b = n-{take} and b-a >= {differ} if {from} < n");
                    texts.insert(0, text);
                }
                let options = move |n: u64| {
                    let mut found = Listing::new();
                    for &(u, _) in taking.iter().filter(|&&(u, n0)| n >= n0 && n >= u) {
                        found.insert(if n > u { vec![n - u] } else { vec![] });
                    }
                    if splits && from < n && take < n {
                        pair(n, n - take, differ, &mut found);
                    }
                    Some(found)
                };
                let text = format!("n -> {}", texts.join(" | "));
                Game { text, options: Box::new(options), pass: false, cheap: 450 }
            }
            2 => {
                let options = move |n: u64| {
                    let mut found = Listing::new();
                    pair(n, n, differ, &mut found);
                    Some(found)
                };
                let text = format!("Split(2, differ>={differ})");
                Game { text, options: Box::new(options), pass: false, cheap: 300 }
            }
            3 | 4 => {
                let all_but = self.one_in(2);
                let options = move |n: u64| {
                    let takes = (1..=n).filter(|s| members.contains(s) != all_but);
                    Some(takes.map(|s| if s < n { vec![n - s] } else { vec![] }).collect())
                };
                let text = format!("{}({inner})", if all_but { "AllBut" } else { "S" });
                Game { text, options: Box::new(options), pass: false, cheap: 1200 }
            }
            _ => Self::written("", Vec::new(), spaced, block),
        }
    }

    fn game(&mut self) -> Game {
        let mut game = match self.below(10) {
            8 | 9 => self.wide(),
            0..=2 => self.rule(),
            3 | 4 => self.code(true),
            5 => self.code(false),
            _ => self.set(),
        };
        if self.one_in(8) {
            game.text += " + pass";
            game.pass = true;
        }
        game
    }
}

// ---------------------------------------------------------------- the comparisons

fn listed(rules: &Ruleset, n: u64) -> Result<Listing, RuleError> {
    let mut found = Listing::new();
    rules.for_each_option(n, &mut |heaps| {
        assert!(heaps.is_sorted() && !heaps.contains(&0));
        assert!(found.insert(heaps.to_vec()), "{rules}: {heaps:?} twice at {n}");
    })?;
    Ok(found)
}

fn engine_values(rules: &Ruleset, to: u64, engine: Option<EngineKind>) -> Option<Vec<u32>> {
    let budget = sprague_engine::Budget::unlimited();
    sprague_engine::values_by(engine.into(), rules, to, &budget).ok()
}

/// Whether `values` have this regularity from l on, and neither l nor p can be less.
fn regular(values: &[u32], r: Regularity, residues: &[u64]) -> Result<(), String> {
    let grows = |p: u64, n: usize| if residues.contains(&(n as u64 % p)) { 0 } else { r.saltus };
    let Regularity { preperiod: l, period: p, .. } = r;
    let good = |n: usize, p: u64, s: u64| {
        values.get(n + p as usize).is_none_or(|&later| u64::from(later) == u64::from(values[n]) + s)
    };
    let end = values.len();
    if let Some(n) = (l as usize..end).find(|&n| !good(n, p, grows(p, n))) {
        return Err(format!("G({n}) is against it"));
    }
    if end as u64 > l + p && l > 0 && good(l as usize - 1, p, grows(p, l as usize - 1)) {
        return Err("the preperiod is not the least".to_owned());
    }
    if !residues.is_empty() {
        return Ok(());
    }
    // A least period divides every period.
    for q in (1..p).filter(|q| p.is_multiple_of(*q) && (r.saltus * q).is_multiple_of(p)) {
        let smaller = r.saltus * q / p;
        if end as u64 > l + 2 * p && (l as usize..end).all(|n| good(n, q, smaller)) {
            return Err(format!("{q} is a period"));
        }
    }
    Ok(())
}

#[derive(Default, Debug)]
struct Count {
    refused: u32,
    games: u32,
    heaps: u64,
    engines: u32,
    lowered: u32,
    equivalent: u32,
    solved: u32,
    proved: u32,
    beyond: u64,
    kinds: std::collections::BTreeMap<String, u32>,
}

/// Everything the crates say about one game.
fn compare(game: &Game, random: &mut Random, count: &mut Count, wrong: &mut Vec<String>) {
    let text = &game.text;
    let small = game.cheap.min(24);
    let ends = (1..=small).all(|n| (game.options)(n).is_some());
    let rules: Ruleset = match text.parse() {
        Ok(rules) => rules,
        Err(error) => {
            count.refused += 1;
            let error = format!("{error}");
            if ends && !error.contains("infinitely many") {
                wrong.push(format!("{text}: refused: {error}"));
            }
            return;
        }
    };
    if rules.to_string().parse::<Ruleset>().as_ref() != Ok(&rules) {
        wrong.push(format!("{text}: {rules} reads differently"));
    }
    count.games += 1;
    for n in 0..=small {
        let expected = if n == 0 { Some(Listing::new()) } else { (game.options)(n) };
        match (expected, listed(&rules, n)) {
            (Some(expected), Ok(found)) if expected == found => {}
            (None, Err(RuleError::NotSmaller { .. }))
            | (_, Err(RuleError::Unbounded { .. } | RuleError::TooManyCombinations { .. })) => {
                return;
            }
            (expected, found) => {
                wrong.push(format!("{text} = {rules} at {n}: {expected:?}, listed {found:?}"));
                return;
            }
        }
        count.heaps += 1;
        if let Some(moves) = rules.finite_moves() {
            let mut found = Listing::new();
            let mut twice = false;
            for m in &moves {
                m.for_each_option(n, &mut |heaps| {
                    twice |= !found.insert(heaps.to_vec());
                    true
                });
            }
            if twice || Ok(&found) != listed(&rules, n).as_ref() {
                wrong.push(format!("{text}: {moves:?} at {n}: {found:?}"));
                return;
            }
        }
        if let Some(code) = rules.as_code()
            && listed(&Ruleset::from(code.clone()), n) != listed(&rules, n)
        {
            wrong.push(format!("{text}: as a code {code} at {n}"));
        }
        if let Some(set) = rules.all_but() {
            let all: Listing = (1..=n)
                .filter(|s| !set.contains(*s))
                .map(|s| [n - s].into_iter().filter(|&h| h > 0).collect())
                .collect();
            if listed(&rules, n).as_ref() != Ok(&all) {
                wrong.push(format!("{text}: all but {set} at {n}"));
            }
        }
    }
    count.lowered += u32::from(rules.finite_moves().is_some());
    let Some(values) = game.values(game.cheap) else { return };
    for engine in EngineKind::ALL.map(Some).into_iter().chain([None]) {
        let Some(found) = engine_values(&rules, game.cheap, engine) else { continue };
        count.engines += 1;
        if found != values {
            let n = (0..values.len()).find(|&n| found[n] != values[n]);
            wrong.push(format!("{text}: {engine:?} is wrong at {n:?}"));
        }
    }
    equivalences(&rules, &values, count, wrong);
    closed(&rules, &values, wrong);
    claims(&rules, &values, random, count, wrong);
}

/// Standard form, cousins, redundant bits, d-plicates and reduced sets.
fn equivalences(rules: &Ruleset, values: &[u32], count: &mut Count, wrong: &mut Vec<String>) {
    let to = values.len() as u64 - 1;
    let of = |code: &Code, to: u64| {
        let rules = Ruleset::from(code.clone());
        let general = if code.is_finite() { EngineKind::General } else { EngineKind::Reference };
        engine_values(&rules, to, Some(general)).unwrap()
    };
    let mut claim = |holds: bool, what: String| {
        count.equivalent += 1;
        if !holds {
            wrong.push(format!("{rules}: {what}"));
        }
    };
    if let Some(code) = rules.as_code() {
        if let Some(form) = standard_form(&code)
            && form.shift < to
        {
            let shift = form.shift as usize;
            let other = of(&form.code, to - form.shift);
            let holds = other[..] == values[shift..] && values[..shift].iter().all(|&v| v == 0);
            claim(holds, format!("standard form {} {shift}", form.code));
        }
        if let Some(smaller) = one_token_smaller(&code) {
            claim(of(&smaller, to - 1)[..] == values[1..], format!("smaller {smaller}"));
        }
        if let Some(larger) = one_token_larger(&code) {
            claim(of(&larger, to + 1)[1..] == *values, format!("larger {larger}"));
        }
        let found = redundancy(&code);
        for other in found.reduced.iter().chain(&found.saturated) {
            claim(of(other, to) == values, format!("same sequence {other}"));
        }
    }
    if let Some((d, smaller)) = plicate(rules) {
        let other = engine_values(&smaller, to, Some(EngineKind::Reference)).unwrap();
        claim(
            (0..values.len()).all(|n| values[n] == other[n / d as usize]),
            format!("{d}-plicate of {smaller}"),
        );
    }
    if let Some(smaller) = reduced_all_but(rules) {
        let other = engine_values(&smaller, to, Some(EngineKind::Reference)).unwrap();
        claim(other == values, format!("same as {smaller}"));
    }
}

fn closed(rules: &Ruleset, values: &[u32], wrong: &mut Vec<String>) {
    let Some(form) = closed_form::find(rules) else { return };
    for (n, &value) in values.iter().enumerate() {
        if form.at(&n.into()) != value.into() {
            wrong.push(format!("{rules}: closed form at {n}"));
            return;
        }
    }
    if let Some(BigRegularity { preperiod, period, saltus }) = form.regularity() {
        let small = |n: BigUint| u64::try_from(n).unwrap_or(u64::MAX >> 8);
        let r = Regularity {
            preperiod: small(preperiod),
            period: small(period),
            saltus: small(saltus),
        };
        if r.preperiod + r.period < values.len() as u64
            && let Err(why) = regular(values, r, &[])
        {
            wrong.push(format!("{rules}: closed form {r:?}: {why}"));
        }
    }
}

/// What `solve` says, against values beyond those it used.
fn claims(
    rules: &Ruleset,
    values: &[u32],
    random: &mut Random,
    count: &mut Count,
    wrong: &mut Vec<String>,
) {
    let limit = random.of(&[30, 64, 100, 300, 1000, 3000]);
    // Games with many options are not looked at for long.
    let two = |moves: Vec<sprague_games::moves::Move>| moves.iter().all(|m| m.heaps <= 2);
    let quick = rules.finite_moves().is_some_and(two) || rules.all_but().is_some();
    let limit = if quick { limit } else { limit.min(values.len() as u64) };
    // Automata, which are tried from some limit on, have a test of their own.
    let method = if limit > 2000 { Method::Theorems } else { Method::Auto };
    let budget = Budget::unlimited().values(limit);
    let Ok(solution) = solve(rules, &budget, method) else { return };
    count.solved += 1;
    *count
        .kinds
        .entry(format!("{} {}", solution.status().name(), solution.kind().name()))
        .or_default() += 1;
    for (n, &value) in values.iter().enumerate() {
        if let Some(found) = solution.value(&n.into())
            && found != value.into()
        {
            wrong.push(format!(
                "{rules}: solved with limit {limit}: value({n}) = {found}, not {value}"
            ));
            return;
        }
    }
    if solution.status() != Status::Proved {
        return;
    }
    count.proved += 1;
    let used = solution.values.len() as u64;
    let to = if quick { used.max(100) * 2 + 300 } else { values.len() as u64 * 2 };
    // The simplest engine that can go so far; all were compared above.
    let plain = [
        EngineKind::Window,
        EngineKind::Pairs,
        EngineKind::AllBut,
        EngineKind::Mark,
        EngineKind::Sums,
        EngineKind::General,
    ]
    .into_iter()
    .find_map(|engine| engine_values(rules, to, Some(engine)));
    let Some(plain) = plain else { return };
    count.beyond += (to + 1).saturating_sub(used);
    for (n, &value) in plain.iter().enumerate() {
        match solution.value(&n.into()) {
            Some(found) if found == value.into() => {}
            found => {
                wrong.push(format!(
                    "{rules}: proved with limit {limit}: value({n}) = {found:?}, not {value}"
                ));
                return;
            }
        }
    }
    let verdict = match solution.claim() {
        Some(Claim::Regular(r)) => regular(&plain, *r, &[]),
        Some(Claim::Sapp { regularity, periodic_residues }) => {
            regular(&plain, *regularity, periodic_residues)
        }
        _ => Ok(()),
    };
    if let Err(why) = verdict {
        wrong.push(format!("{rules}: {:?} with limit {limit}: {why}", solution.claim()));
    }
    if let Some(set) = rules.written_subtraction()
        && let Some(Claim::Regular(r)) = solution.claim()
        && !rules.has_pass()
    {
        let free = optional_members(set.members(), &solution.values.first(usize::MAX >> 8), *r, 20);
        for s in (1..=20).filter(|s| !set.contains(*s)) {
            let mut members = set.members().to_vec();
            members.push(s);
            let list: Vec<String> = members.iter().map(u64::to_string).collect();
            let larger: Ruleset = format!("S({})", list.join(",")).parse().unwrap();
            let other = engine_values(&larger, to, Some(EngineKind::Window)).unwrap();
            if free.contains(&s) != (other == plain) {
                wrong.push(format!("{rules}: adjoining {s}"));
            }
        }
    }
}

fn survey(seed: u64, games: u64) -> Count {
    let mut random = Random(seed);
    let (mut count, mut wrong) = (Count::default(), Vec::new());
    for _ in 0..games {
        let game = random.game();
        if std::env::var_os("SHOW").is_some() {
            eprintln!("{}", game.text);
        }
        compare(&game, &mut random, &mut count, &mut wrong);
        if wrong.len() > 30 {
            break;
        }
    }
    assert!(wrong.is_empty(), "{} of {count:?}:\n{}", wrong.len(), wrong.join("\n"));
    count
}

#[test]
fn random_games_by_definition() {
    let count = survey(1, 200);
    assert!(count.games > 150 && count.proved > 40 && count.lowered > 50, "{count:?}");
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
#[ignore = "minutes; the command is at the top of the file"]
fn many_random_games_by_definition() {
    eprintln!("{:?}", survey(number("SEED", 7), number("GAMES", 5000)));
}

// ---------------------------------------------------------------- closed forms

/// The values of the game in which these numbers may be taken.
fn subtraction(to: usize, takes: &dyn Fn(usize) -> Vec<usize>) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..=to {
        let seen = takes(n).into_iter().filter(|&s| s <= n).map(|s| values[n - s]).collect();
        values.push(mex(&seen));
    }
    values
}

fn closed_form_of(text: &str, values: &[u32], wrong: &mut Vec<String>) -> u32 {
    let rules: Ruleset = text.parse().unwrap();
    closed(&rules, values, wrong);
    u32::from(closed_form::find(&rules).is_some())
}

/// All subtraction games with a closed form and members up to `most`, over three periods.
fn subtraction_forms(most: usize, wrong: &mut Vec<String>) -> u32 {
    let mut games = 0;
    for b in 2..=most {
        for a in 1..b {
            let long = 3 * a * (2 * b + a) + 100;
            for (set, to) in [
                (vec![a, b], 12 * (a + b)),
                (vec![a, b, 2 * b - a], 12 * b),
                (vec![a, b, a + b], long),
            ] {
                let text = set.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
                let values = subtraction(to, &|_| set.clone());
                games += closed_form_of(&format!("S({text})"), &values, wrong);
            }
        }
    }
    games
}

/// All-but games with up to three exceptions.
fn all_but_forms(most: usize, wrong: &mut Vec<String>) -> u32 {
    let mut games = 0;
    let mut one = |set: &[usize]| {
        let text = set.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let values =
            subtraction(8 * most + 40, &|n| (1..=n).filter(|s| !set.contains(s)).collect());
        games += closed_form_of(&format!("AllBut({text})"), &values, wrong);
    };
    one(&[]);
    for q in 1..=most {
        one(&[q]);
        for r in q + 1..=2 * most + 2 {
            one(&[q, r]);
            for t in [r + 1, 2 * r, 2 * r + 1, 2 * r + 2, 5 * r] {
                one(&[q, r, t]);
            }
        }
    }
    games
}

/// Codes of Theorems 4.8 to 4.15 with up to `most` ones, and the ruler family.
fn code_forms(most: usize, wrong: &mut Vec<String>) -> u32 {
    let mut games = 0;
    for s in 0..=most {
        for last in 0..8 {
            for tail in std::iter::once(String::new()).chain((0..8).map(|d| d.to_string())) {
                let text = format!("0.{}{last}{tail}", "1".repeat(s));
                let rules: Ruleset = text.parse().unwrap();
                if closed_form::find(&rules).is_some() {
                    let to = 40 * s as u64 + 200;
                    let values = engine_values(&rules, to, Some(EngineKind::General)).unwrap();
                    games += closed_form_of(&text, &values, wrong);
                }
            }
        }
        let text = format!("0.2{}48", "0".repeat(s));
        let rules: Ruleset = text.parse().unwrap();
        if closed_form::find(&rules).is_some() {
            let values =
                engine_values(&rules, 200 * s as u64 + 800, Some(EngineKind::Sums)).unwrap();
            games += closed_form_of(&text, &values, wrong);
        }
    }
    games
}

#[test]
fn closed_forms_by_definition() {
    let mut wrong = Vec::new();
    let games = subtraction_forms(11, &mut wrong)
        + all_but_forms(5, &mut wrong)
        + code_forms(4, &mut wrong);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(games > 200, "{games}");
}

#[test]
#[ignore = "a minute; the command is at the top of the file"]
fn many_closed_forms_by_definition() {
    let mut wrong = Vec::new();
    let games = [
        subtraction_forms(40, &mut wrong),
        all_but_forms(20, &mut wrong),
        code_forms(21, &mut wrong),
    ];
    eprintln!("{games:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// ---------------------------------------------------------------- automata

/// Proofs by automata of random rules: the automaton's values, and the claim, far beyond what it
/// was guessed from.
#[test]
#[ignore = "minutes; the command is at the top of the file"]
fn many_automata_by_definition() {
    let mut random = Random(number("SEED", 7));
    let (mut wrong, mut kinds) = (Vec::new(), std::collections::BTreeMap::<String, u32>::new());
    let mut done = 0;
    while done < number("GAMES", 200) {
        let game = if random.one_in(4) { random.set() } else { random.rule() };
        let Ok(rules) = game.text.parse::<Ruleset>() else { continue };
        let Some(first) = game.values(game.cheap.min(100)) else { continue };
        if first.iter().all(|&v| v == first[0]) {
            continue;
        }
        done += 1;
        let budget = Budget::unlimited()
            .values(random.of(&[300, 1000, 2500]))
            .time(std::time::Duration::from_secs(1));
        let Ok(solution) = solve(&rules, &budget.started(), Method::Automaton) else {
            continue;
        };
        *kinds
            .entry(format!("{} {}", solution.status().name(), solution.kind().name()))
            .or_default() += 1;
        if solution.status() != Status::Proved {
            continue;
        }
        let to = if game.cheap >= 150 { 2000 } else { 300 };
        let Some(values) = engine_values(&rules, to, None) else { continue };
        if values[..first.len()] != first[..] {
            wrong.push(format!("{}: the engine", game.text));
        }
        let at = |n: usize| solution.automaton.as_ref().map(|proved| proved.value(&n.into()));
        if let Some(n) = (0..values.len()).find(|&n| at(n) != Some(values[n].into())) {
            wrong.push(format!("{}: {:?} at {n}", game.text, solution.claim()));
        }
        let verdict = match solution.claim() {
            Some(Claim::Regular(r)) => regular(&values, *r, &[]),
            Some(Claim::Sapp { regularity, periodic_residues }) => {
                regular(&values, *regularity, periodic_residues)
            }
            _ => Ok(()),
        };
        if let Err(why) = verdict {
            wrong.push(format!("{}: {:?}: {why}", game.text, solution.claim()));
        }
    }
    eprintln!("{kinds:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Games of at most two heaps far out: the sparse-space engine, and proofs by its windows.
#[test]
#[ignore = "minutes; the command is at the top of the file"]
fn many_long_runs_by_pairs() {
    let mut random = Random(number("SEED", 7));
    let (mut wrong, mut kinds) = (Vec::new(), std::collections::BTreeMap::<String, u32>::new());
    let mut done = 0;
    while done < number("GAMES", 100) {
        let game = random.game();
        let Ok(rules) = game.text.parse::<Ruleset>() else { continue };
        let Some(moves) = rules.finite_moves() else { continue };
        if moves.iter().all(|m| m.heaps < 2) || moves.iter().any(|m| m.heaps > 2) {
            continue;
        }
        done += 1;
        let to = 24_000;
        let pairs = engine_values(&rules, to, Some(EngineKind::Pairs)).unwrap();
        if engine_values(&rules, to, Some(EngineKind::Sparse)).is_some_and(|found| found != pairs) {
            wrong.push(format!("{}: the sparse engine", game.text));
        }
        let limit = random.of(&[9000, 12_000, 20_000]);
        let budget =
            Budget::unlimited().values(limit).time(std::time::Duration::from_secs(2)).started();
        let Ok(solution) = solve(&rules, &budget, Method::Auto) else {
            continue;
        };
        let theorem = solution.theorem_name().unwrap_or("");
        *kinds.entry(format!("{} {theorem}", solution.status().name())).or_default() += 1;
        let differs =
            |n: &usize| solution.value(&(*n).into()).is_some_and(|v| v != pairs[*n].into());
        if let Some(n) = (0..pairs.len()).find(differs) {
            wrong.push(format!("{}: {:?} at {n}", game.text, solution.claim()));
        }
        if solution.status() == Status::Proved
            && let Some(Claim::Regular(r)) = solution.claim()
            && let Err(why) = regular(&pairs, *r, &[])
        {
            wrong.push(format!("{}: {r:?} with limit {limit}: {why}", game.text));
        }
    }
    eprintln!("{kinds:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
