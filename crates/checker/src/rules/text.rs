//! Reading the canonical text of rules, strictly.

use super::code::is_repeated;
use super::{Condition, Heaps, Move, Rules, Takes, language_text, lower};

/// The greatest number of characters of a rule text.
const MAX_TEXT: usize = 1 << 20;
/// The greatest number that may be taken in a set such as `S(1,2,4)`.
const MAX_TAKE: u64 = 1_000_000_000_000_000;
/// The greatest t of Mark(t).
const MAX_MARK: u64 = 1 << 32;
/// The greatest number of members of a set, and of digits on one side of the point.
const MAX_MEMBERS: usize = 4096;
/// The greatest number of heaps that can be named one by one.
const MAX_HEAPS: u64 = 63;
/// The digits 0 to 31.
const DIGITS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUV";

/// Why a text is not read.
pub(super) type Reason = String;

pub(super) fn read(text: &str) -> Result<Rules, Reason> {
    if text.len() > MAX_TEXT || !text.is_ascii() {
        return Err("too long, or not plain ASCII".into());
    }
    if text.ends_with(" + pass") {
        return Err("these rules cannot carry a pass".into());
    }
    let mark = mark(text)?;
    if let Some(rule) = mark.as_deref().or_else(|| text.strip_prefix("n -> ")) {
        let options = language_text::read(rule)?;
        return Ok(Rules { text: text.to_owned(), moves: lower::moves(&options), options });
    }
    let moves = match text.strip_suffix(')').and_then(|call| call.split_once('(')) {
        _ if text.contains('.') => code(text)?,
        Some(("S", set)) => takes(&members(set, MAX_TAKE)?, 1),
        Some(("Splittles", set)) => takes(&members(set, MAX_TAKE)?, 2),
        Some(("AllBut", "")) => all_but(&[]),
        Some(("AllBut", set)) => all_but(&members(set, MAX_TAKE)?),
        Some(("Split", rest)) => vec![split(rest)?],
        Some(("Cut", set)) => cuts(&members(set, MAX_HEAPS - 1)?),
        _ => return Err("not the canonical text of any rules".into()),
    };
    Ok(Rules { text: text.to_owned(), moves: Some(moves), options: Vec::new() })
}

/// What stands in parentheses behind a name.
fn arguments<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')
}

/// A number without needless zeros, at most `most`.
pub(super) fn number(text: &str, most: u64) -> Result<u64, Reason> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    let value = text.parse().ok().filter(|value| plain && *value <= most);
    value.ok_or_else(|| format!("'{text}' is no number from 0 to {most}"))
}

fn members(text: &str, most: u64) -> Result<Vec<u64>, Reason> {
    let list: Vec<u64> = text.split(',').map(|m| number(m, most)).collect::<Result<_, _>>()?;
    if list.len() > MAX_MEMBERS || list[0] == 0 || !list.is_sorted_by(|a, b| a < b) {
        return Err("the set must be increasing from 1 on, with at most 4096 members".into());
    }
    Ok(list)
}

fn plain(takes: Takes, heaps: u32) -> Move {
    Move { takes, heaps: Heaps::Exactly(heaps), condition: Condition::Any, smallest: 1 }
}

/// Take one of these and leave at most so many heaps.
fn takes(set: &[u64], most: u32) -> Vec<Move> {
    let one = |&take: &u64| (0..=most).map(move |heaps| plain(Takes::once(take as i64), heaps));
    set.iter().flat_map(one).collect() // members are far below 2^63
}

/// Cut a heap into c+1 heaps, c one of these.
fn cuts(set: &[u64]) -> Vec<Move> {
    set.iter().map(|&c| plain(Takes::once(0), c as u32 + 1)).collect()
}

/// Take any number but these: the gaps between them, and everything beyond.
fn all_but(set: &[u64]) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut first = 1;
    for last in set.iter().map(|&member| Some(member as i64 - 1)).chain([None]) {
        if last.is_none_or(|last| first <= last) {
            moves.extend([0, 1].map(|heaps| plain(Takes { first, step: 1, last }, heaps)));
        }
        first = last.map_or(first, |last| last + 2);
    }
    moves
}

/// `2`, `3, distinct`, `2, differ>=5`.
fn split(text: &str) -> Result<Move, Reason> {
    let (heaps, word) = text.split_once(", ").map_or((text, None), |(h, word)| (h, Some(word)));
    let heaps = number(heaps, MAX_HEAPS)? as u32;
    let condition = match (word, word.and_then(|word| word.strip_prefix("differ>="))) {
        (None, _) => Condition::Any,
        (Some("distinct"), _) => Condition::Distinct,
        (Some("not-all-equal"), _) if heaps > 2 => Condition::NotAllEqual,
        (Some("all-equal"), _) => Condition::AllEqual,
        (_, Some(least)) if heaps == 2 => Condition::DifferAtLeast(number(least, MAX_TAKE)?),
        _ => return Err("an unknown condition".into()),
    };
    if heaps < 2 || matches!(condition, Condition::DifferAtLeast(0 | 1)) {
        return Err("Split needs two heaps or more, differ>= a difference of 2 or more".into());
    }
    Ok(Move { condition, ..plain(Takes::once(0), heaps) })
}

/// The rule of Mark(t) or UpMark(t), where the text is one of these.
fn mark(text: &str) -> Result<Option<String>, Reason> {
    let (up, rest) = text.strip_prefix("Up").map_or((false, text), |rest| (true, rest));
    let t = match (rest, arguments(rest, "Mark")) {
        ("Mark", _) => 2,
        (_, Some(t)) => number(t, MAX_MARK)?,
        _ => return Ok(None),
    };
    if t < 2 || t == 2 && rest != "Mark" {
        return Err("Mark(t) needs t of 3 or more".into());
    }
    Ok(Some(mark_rule(t, up)))
}

/// Mark(t): n-1, ..., n-(t-1), or n/t rounded down; UpMark(t) rounds up and ends at 1.
pub(super) fn mark_rule(t: u64, up: bool) -> String {
    if up {
        format!("n-k where k < {t} and k < n | (n+{}) div {t} if n > 1", t - 1)
    } else {
        format!("n-k where k < {t} | n div {t}")
    }
}

/// A digit of a code: numbers of heaps, increasing, with their conditions, and a number from
/// which on all are allowed.
#[derive(Clone, PartialEq, Eq, Default)]
struct Digit {
    counts: Vec<(u32, Condition)>,
    more: Option<(u32, Condition)>,
}

fn code(text: &str) -> Result<Vec<Move>, Reason> {
    let (left, right) = text.split_once('.').unwrap_or_default();
    let (first, block) = match right.strip_suffix(']') {
        Some(right) => right.split_once('[').ok_or("']' without '['")?,
        None => (right, ""),
    };
    let nothing = right == "0";
    let mut before = if left == "0" { Vec::new() } else { digits(left)? };
    let after = if nothing { Vec::new() } else { digits(first)? };
    let recurring = digits(block)?;
    let zero = Digit::default();
    if before.first() == Some(&zero) || before.is_empty() && left != "0" {
        return Err("needless zeros before the point".into());
    }
    let leaves = |digit: &Digit, most| {
        digit.counts.iter().any(|c| c.0 <= most) || digit.more.is_some_and(|m| m.0 <= most)
    };
    if before.iter().any(|digit| leaves(digit, 1)) {
        return Err("a digit before the point leaves no heap or one heap".into());
    }
    if recurring.is_empty() {
        if right.ends_with(']') || !nothing && after.last().is_none_or(|last| *last == zero) {
            return Err("the code must end with a digit that is not 0".into());
        }
    } else if recurring.iter().all(|digit| *digit == zero)
        || after.last() == recurring.last()
        || (1..recurring.len()).any(|p| is_repeated(&recurring, p))
    {
        return Err("the recurring block is not in its shortest form".into());
    }
    before.reverse();
    let mut moves = Vec::new();
    for (digit, u) in before.iter().zip(0i64..) {
        digit.add_moves(Takes::once(-u), &mut moves);
    }
    for (digit, u) in after.iter().zip(1i64..) {
        digit.add_moves(Takes::once(u), &mut moves);
    }
    for (digit, u) in recurring.iter().zip(after.len() as i64 + 1..) {
        let takes = Takes { first: u, step: recurring.len() as i64, last: None };
        digit.add_moves(takes, &mut moves);
    }
    Ok(moves)
}

/// The digits of a text, each in its one spelling.
fn digits(mut text: &str) -> Result<Vec<Digit>, Reason> {
    let mut list = Vec::new();
    while let Some(first) = text.chars().next() {
        let end = match first {
            '{' => text.find('}').ok_or("'{' without '}'")? + 1,
            '&' => text.find(';').ok_or("'&' without ';'")? + 1,
            _ => 1,
        };
        let signed = text[end..].starts_with(['!', '?', '=']);
        let (body, own) = (&text[..end], &text[..end + usize::from(signed)]);
        let digit = Digit::read(body, sign(&own[end..]))?;
        if digit.text() != own || digit.could_start_lower() {
            return Err(format!("the digit '{own}' is not in its shortest form"));
        }
        list.push(digit);
        if list.len() > MAX_MEMBERS {
            return Err("more than 4096 digits".into());
        }
        text = &text[own.len()..];
    }
    Ok(list)
}

/// The condition a sign stands for.
fn sign(sign: &str) -> Condition {
    match sign {
        "!" => Condition::Distinct,
        "?" => Condition::NotAllEqual,
        "=" => Condition::AllEqual,
        _ => Condition::Any,
    }
}

/// The sign of a condition.
fn sign_of(condition: Condition) -> &'static str {
    match condition {
        Condition::Any | Condition::DifferAtLeast(_) => "",
        Condition::Distinct => "!",
        Condition::NotAllEqual => "?",
        Condition::AllEqual => "=",
    }
}

impl Digit {
    /// A digit without the sign behind it, and the condition of that sign.
    fn read(body: &str, common: Condition) -> Result<Self, Reason> {
        if body == "*" {
            return Ok(Self { counts: Vec::new(), more: Some((0, common)) });
        }
        let inside = |open, close| body.strip_prefix(open).and_then(|s| s.strip_suffix(close));
        let Some(list) = inside('{', '}') else {
            let bits = match inside('&', ';') {
                Some(bits) => number(bits, u64::MAX)?,
                None => DIGITS.find(body).ok_or_else(|| format!("unknown digit '{body}'"))? as u64,
            };
            let heaps = (0..=MAX_HEAPS as u32).filter(|h| bits >> h & 1 == 1);
            let counts = heaps.map(|h| (h, common.for_heaps(h))).collect();
            return Ok(Self { counts, more: None });
        };
        let mut digit = Self::default();
        for item in list.split(',') {
            let (item, more) = item.strip_suffix('+').map_or((item, false), |item| (item, true));
            let plain = item.trim_end_matches(['!', '?', '=']);
            let own = if plain == item { common } else { sign(&item[plain.len()..]) };
            let heaps = number(plain, MAX_HEAPS)? as u32;
            if digit.more.is_some() || digit.counts.last().is_some_and(|c| c.0 >= heaps) {
                return Err("the numbers of heaps are not increasing".into());
            }
            if more {
                digit.more = Some((heaps, own));
            } else {
                digit.counts.push((heaps, own.for_heaps(heaps)));
            }
        }
        Ok(digit)
    }

    /// Whether "or more" could start at a smaller number.
    fn could_start_lower(&self) -> bool {
        self.more.is_some_and(|(from, condition)| {
            let below = from.checked_sub(1);
            below.is_some_and(|h| self.counts.last() == Some(&(h, condition.for_heaps(h))))
        })
    }

    /// The one spelling of the digit.
    fn text(&self) -> String {
        let all =
            [Condition::Any, Condition::Distinct, Condition::NotAllEqual, Condition::AllEqual];
        // One condition that, written behind the digit, says it all.
        let uniform = all.into_iter().find(|c| {
            self.counts.iter().all(|(h, own)| *own == c.for_heaps(*h))
                && self.more.is_none_or(|more| more.1 == *c)
        });
        let signed = |condition| if uniform.is_some() { "" } else { sign_of(condition) };
        let mut items: Vec<String> =
            self.counts.iter().map(|(h, c)| format!("{h}{}", signed(*c))).collect();
        items.extend(self.more.map(|(from, c)| format!("{from}{}+", signed(c))));
        let bits: u64 = self.counts.iter().map(|(h, _)| 1 << h).sum();
        let body = match (uniform, self.more) {
            (Some(_), None) => match DIGITS.get(bits as usize..).and_then(|d| d.chars().next()) {
                Some(digit) => digit.to_string(),
                None => format!("&{bits};"),
            },
            (Some(_), Some((0, _))) => "*".into(),
            _ => format!("{{{}}}", items.join(",")),
        };
        body + uniform.map_or("", sign_of)
    }

    fn add_moves(&self, takes: Takes, moves: &mut Vec<Move>) {
        let counts = self.counts.iter().map(|&(heaps, c)| (Heaps::Exactly(heaps), c));
        let more = self.more.map(|(from, condition)| (Heaps::AtLeast(from), condition));
        let all = counts.chain(more);
        moves.extend(all.map(|(heaps, condition)| Move { takes, heaps, condition, smallest: 1 }));
    }
}
