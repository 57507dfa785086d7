//! The options of a game as sentences of linear arithmetic.

use sprague_games::moves::Condition;
use sprague_games::rule_language::{Expr, Formula, RuleOption};
use sprague_games::{Family, Rounding, Ruleset};

/// Rules in the form the automata are built from.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules.
    pub rules: Ruleset,
    /// Their options: the union of these.
    pub parts: Vec<Part>,
    /// The bases worth trying for heap sizes, the likeliest first.
    pub bases: Vec<usize>,
}

/// Options of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// From n >= smallest, exactly `heaps` non-empty heaps with total n - u, each smaller
    /// than n, where u is one of `takes`.
    Heaps {
        /// The numbers that may be taken.
        takes: Takes,
        /// The number of heaps left.
        heaps: u32,
        /// What their sizes must satisfy.
        condition: Condition,
        /// The least heap with this option.
        smallest: u64,
    },
    /// Exactly `from` or more heaps, at least three, with total n - u.
    OrMore {
        /// The numbers that may be taken.
        takes: Takes,
        /// The least number of heaps left.
        from: u32,
    },
    /// An option of the rule language.
    Rule(RuleOption),
    /// n - 1, ..., n - (t - 1) (at least 1 when rounding up) and n/t rounded.
    Mark {
        /// The divisor.
        t: u64,
        /// Which way the division rounds.
        rounding: Rounding,
    },
}

/// first, first + step, first + 2·step, ...; only `first` when step is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Takes {
    /// The least.
    pub first: i64,
    /// The distance of the following ones.
    pub step: i64,
}

/// Why a game cannot be put into this form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub String);

/// Larger constants are refused.
const LARGEST_TAKE: i64 = 1 << 30;
/// More heaps than this in one move are refused.
const MOST_HEAPS: u32 = 8;
/// The largest base of heap sizes.
const LARGEST_BASE: u64 = 64;

impl Game {
    /// The game in the form needed here, or why it has none.
    pub fn new(rules: &Ruleset) -> Result<Self, Unsupported> {
        let unsupported = |what: &str| Err(Unsupported(what.into()));
        if rules.has_pass() {
            return unsupported("games with a pass");
        }
        let mut bases = vec![2];
        let mut parts = Vec::new();
        if let Some(moves) = rules.finite_moves() {
            for m in moves {
                parts.push(Part::Heaps {
                    takes: Takes { first: m.take, step: 0 },
                    heaps: m.heaps,
                    condition: m.condition,
                    smallest: m.smallest,
                });
            }
        } else if let Some(code) = rules.as_code() {
            let mut add = |digit: &sprague_games::code::Digit, takes: Takes| {
                let mut counts: Vec<(u32, Condition)> = digit.counts().collect();
                let mut more = None;
                if let Some(m) = digit.more() {
                    let named = m.from.max(3);
                    for h in m.from..named {
                        counts.push((h, digit.condition(h).unwrap_or(Condition::Any)));
                    }
                    more = Some((named, m.condition));
                }
                for (heaps, condition) in counts {
                    parts.push(Part::Heaps { takes, heaps, condition, smallest: 1 });
                }
                match more {
                    None => Ok(()),
                    Some((from, Condition::Any)) => {
                        parts.push(Part::OrMore { takes, from });
                        Ok(())
                    }
                    Some(_) => Err(Unsupported("any number of heaps under a condition".into())),
                }
            };
            for (i, digit) in code.before().iter().enumerate() {
                add(digit, Takes { first: -(i as i64), step: 0 })?;
            }
            for (i, digit) in code.after().iter().enumerate() {
                add(digit, Takes { first: i as i64 + 1, step: 0 })?;
            }
            let (start, step) = (code.after().len() as i64 + 1, code.recurring().len() as i64);
            for (i, digit) in code.recurring().iter().enumerate() {
                add(digit, Takes { first: start + i as i64, step })?;
            }
        } else {
            match rules.family() {
                Family::Mark { t, rounding } => {
                    if *t > LARGEST_BASE {
                        return unsupported("Mark(t) with t > 64");
                    }
                    bases = vec![*t as usize];
                    parts.push(Part::Mark { t: *t, rounding: *rounding });
                }
                Family::Rule(rule) => {
                    let mut divisors = Vec::new();
                    for option in &rule.options {
                        option.heaps.iter().for_each(|e| divisors_of(e, &mut divisors));
                        for formula in option.condition.iter().chain(&option.guard) {
                            divisors_in(formula, &mut divisors);
                        }
                        parts.push(Part::Rule(option.clone()));
                    }
                    divisors.sort_unstable();
                    divisors.dedup();
                    bases.extend(
                        divisors
                            .iter()
                            .filter(|&&d| d > 2 && d as u64 <= LARGEST_BASE)
                            .map(|&d| d as usize),
                    );
                }
                _ => return unsupported("sets that reach beyond 4096"),
            }
        }
        for part in &parts {
            match part {
                Part::Heaps { takes, heaps, condition, smallest } => {
                    let far = |d: u64| d > LARGEST_TAKE as u64;
                    let gap = if let Condition::DifferAtLeast(d) = condition { *d } else { 0 };
                    if takes.first.abs() > LARGEST_TAKE || far(*smallest) || far(gap) {
                        return unsupported("constants beyond 2^30");
                    }
                    if *heaps > MOST_HEAPS {
                        return unsupported("more than 8 heaps in one move");
                    }
                }
                Part::OrMore { takes, from, .. } => {
                    if *from > MOST_HEAPS {
                        return unsupported("more than 8 heaps in one move");
                    }
                    if takes.first <= 0 && i64::from(*from) <= 1 - takes.first {
                        return unsupported("this digit before the point");
                    }
                }
                Part::Rule(_) | Part::Mark { .. } => {}
            }
        }
        Ok(Self { rules: rules.clone(), parts, bases })
    }

    /// Whether every option is one heap or none, one of few.
    pub fn single_heaps(&self) -> bool {
        self.parts.iter().all(|part| match part {
            Part::Heaps { heaps, takes, .. } => *heaps <= 1 && takes.step == 0,
            Part::Mark { .. } => true,
            Part::OrMore { .. } => false,
            Part::Rule(option) => option.heaps.len() == 1 && option.variables.is_empty(),
        })
    }
}

fn divisors_of(expr: &Expr, found: &mut Vec<i64>) {
    match expr {
        Expr::Constant(_) | Expr::Heap | Expr::Variable(_) => {}
        Expr::Sum(a, b) | Expr::Difference(a, b) => {
            divisors_of(a, found);
            divisors_of(b, found);
        }
        Expr::Multiple(c, a) => {
            found.push(c.abs());
            divisors_of(a, found);
        }
        Expr::Quotient(a, d) | Expr::Remainder(a, d) => {
            found.push(*d);
            divisors_of(a, found);
        }
    }
}

fn divisors_in(formula: &Formula, found: &mut Vec<i64>) {
    match formula {
        Formula::Comparison(a, _, b) => {
            divisors_of(a, found);
            divisors_of(b, found);
        }
        Formula::PowerOfTwo(a) => divisors_of(a, found),
        Formula::Not(f) => divisors_in(f, found),
        Formula::And(all) | Formula::Or(all) => all.iter().for_each(|f| divisors_in(f, found)),
    }
}
