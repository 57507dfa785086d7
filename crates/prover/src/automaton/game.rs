//! The options of a game as sentences of linear arithmetic.

use sprague_games::Ruleset;
use sprague_games::moves::{Condition, Heaps, Moves, Takes};
use sprague_games::rule_language::{Constraint, Expr, RuleOption};

/// Rules in the form the automata are built from.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules.
    pub rules: Ruleset,
    /// Their options: the union of these.
    pub parts: Vec<Part>,
    /// The bases worth trying for heap sizes, the likeliest first.
    pub bases: Vec<usize>,
    /// With a pass: the first heap that has a move. The parts are the moves, and what is read are the values of the
    /// [doubled](super::pass) game.
    pub pass: Option<u64>,
}

/// Options of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Moves that take one number, or infinitely many. "So many heaps or more" stands only from
    /// three heaps on and without a condition.
    Moves(Moves),
    /// An option of the rule language.
    Rule(RuleOption),
}

/// Why a game cannot be put into this form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub String);

/// More numbers than this are not spelled out.
const MOST_TAKES: u64 = 4096;
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
        let form = rules.form();
        let mut parts = Vec::new();
        for m in form.moves() {
            let finite = match (m.takes.last(), m.takes.count()) {
                (Some(last), Some(count)) if count <= MOST_TAKES => Some(m.takes.up_to(last)),
                (Some(_), _) => return unsupported("sets that reach beyond 4096"),
                (None, _) => None,
            };
            match finite {
                Some(takes) => {
                    for take in takes {
                        add(Moves { takes: Takes::only(take), ..*m }, &mut parts)?;
                    }
                }
                None => add(*m, &mut parts)?,
            }
        }
        // Equal heaps are quotients.
        let equal = |part: &Part| match part {
            Part::Moves(m) if m.condition == Condition::AllEqual => {
                Some(i64::from(m.heaps.least()))
            }
            _ => None,
        };
        let mut divisors: Vec<i64> = parts.iter().filter_map(equal).collect();
        for option in form.options() {
            option.heaps.iter().for_each(|e| divisors_of(e, &mut divisors));
            for constraint in option.condition.iter().chain(&option.guard) {
                divisors_in(constraint, &mut divisors);
            }
            parts.push(Part::Rule(option.clone()));
        }
        divisors.sort_unstable();
        divisors.dedup();
        let wide = divisors.iter().filter(|&&d| d > 2 && d as u64 <= LARGEST_BASE);
        let bases = match rules.as_mark() {
            Some((t, _)) if t > LARGEST_BASE => return unsupported("Mark(t) with t > 64"),
            Some((t, _)) => vec![t as usize],
            None => [2].into_iter().chain(wide.map(|&d| d as usize)).collect(),
        };
        for part in &parts {
            let Part::Moves(m) = part else { continue };
            let far = |d: u64| d > LARGEST_TAKE as u64;
            let gap = if let Condition::DifferAtLeast(d) = m.condition { d } else { 0 };
            if m.takes.first().abs() > LARGEST_TAKE || far(m.smallest) || far(gap) {
                return unsupported("constants beyond 2^30");
            }
            if m.heaps.least() > MOST_HEAPS {
                return unsupported("more than 8 heaps in one move");
            }
            if let Heaps::AtLeast(from) = m.heaps
                && m.takes.first() <= 0
                && i64::from(from) <= 1 - m.takes.first()
            {
                return unsupported("this digit before the point");
            }
        }
        Ok(Self { rules: rules.clone(), parts, bases, pass: None })
    }

    /// Whether every option is one heap or none, one of few.
    pub fn single_heaps(&self) -> bool {
        self.parts.iter().all(|part| match part {
            Part::Moves(m) => m.single().is_some_and(|m| m.heaps <= 1),
            Part::Rule(option) => option.heaps.len() == 1 && option.variables.is_empty(),
        })
    }
}

/// Adds the parts of these moves: up to two heaps, "or more" is a list of numbers.
fn add(m: Moves, parts: &mut Vec<Part>) -> Result<(), Unsupported> {
    let Heaps::AtLeast(from) = m.heaps else {
        parts.push(Part::Moves(m));
        return Ok(());
    };
    let exactly = |h| Part::Moves(Moves { heaps: Heaps::Exactly(h), ..m });
    parts.extend((from..from.max(3)).map(exactly));
    if m.condition != Condition::Any {
        return Err(Unsupported("any number of heaps under a condition".into()));
    }
    parts.push(Part::Moves(Moves { heaps: Heaps::AtLeast(from.max(3)), ..m }));
    Ok(())
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

fn divisors_in(constraint: &Constraint, found: &mut Vec<i64>) {
    match constraint {
        Constraint::Comparison(a, _, b) => {
            divisors_of(a, found);
            divisors_of(b, found);
        }
        Constraint::PowerOfTwo(a) => divisors_of(a, found),
        Constraint::Not(f) => divisors_in(f, found),
        Constraint::And(all) | Constraint::Or(all) => {
            for part in all {
                divisors_in(part, found);
            }
        }
    }
}
