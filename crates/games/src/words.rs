//! Rules in plain words.

use crate::code::{Code, Digit};
use crate::moves::Condition;
use crate::ruleset::{Family, Rounding, Ruleset};

/// The rules in plain words, a sentence each.
pub fn in_words(rules: &Ruleset) -> Vec<String> {
    let mut words = match rules.family() {
        Family::Code(code) => code_in_words(code),
        Family::Subtraction(set) => {
            vec![format!("Take {} from a heap.", alternatives(set.members().iter()))]
        }
        Family::AllBut(set) if set.members().is_empty() => {
            vec!["Take any positive number of tokens from a heap.".into()]
        }
        Family::AllBut(set) => vec![format!(
            "Take any positive number of tokens from a heap except {}.",
            alternatives(set.members().iter())
        )],
        Family::Splittles(set) => vec![format!(
            "Take {} from a heap, then leave the rest as it is or split it into two heaps.",
            alternatives(set.members().iter())
        )],
        Family::Split { heaps, condition } => vec![format!(
            "Split a heap into {} non-empty heaps{}.",
            number(*heaps),
            condition_in_words(*condition, *heaps)
        )],
        Family::Mark { t, rounding } => {
            let take =
                if *t == 2 { "1 token".to_owned() } else { format!("1 to {} tokens", t - 1) };
            match rounding {
                Rounding::Down => vec![
                    format!("Take {take} from a heap of n."),
                    format!("Or leave n/{t} of it, rounded down."),
                ],
                Rounding::Up => vec![
                    format!("Take {take} from a heap of n, leaving at least 1."),
                    format!("Or leave n/{t} of it, rounded up."),
                    "A heap of 1 is an end position.".into(),
                ],
            }
        }
        Family::Rule(rule) => {
            rule.options.iter().map(|option| format!("Replace a heap of n by {option}.")).collect()
        }
    };
    if words.is_empty() {
        words.push("No move at all.".into());
    }
    if rules.has_pass() {
        words.push(
            "The heap carries one pass: instead of moving in it a player may use the pass up, unless the heap has no move."
                .into(),
        );
        words.push("When the heap splits, the mover says which new heap keeps the pass.".into());
    }
    words
}

/// Digits beyond this many are summed up.
const MAX_SENTENCES: usize = 40;

fn code_in_words(code: &Code) -> Vec<String> {
    let before =
        code.before().iter().enumerate().rev().map(|(i, digit)| (-(i as i64), digit, false));
    let after = code.after().iter().zip(1i64..).map(|(digit, u)| (u, digit, false));
    let start = 1 + code.after().len() as i64;
    let recurring = code.recurring().iter().zip(start..).map(|(digit, u)| (u, digit, true));
    let q = code.recurring().len();
    let mut words = Vec::new();
    for (u, digit, recurs) in before.chain(after).chain(recurring) {
        if digit.is_zero() {
            continue;
        }
        if words.len() == MAX_SENTENCES {
            words.push("And so on, as the code says.".into());
            break;
        }
        let left = left_in_words(digit);
        words.push(match (u, recurs) {
            (..=-1, _) => {
                let tokens = plural(u.unsigned_abs(), "token");
                format!("Add {tokens} to a heap and leave {left}, each smaller than the heap was.")
            }
            (0, _) => format!("Take nothing and leave {left}."),
            (_, false) => format!("Take {} and leave {left}.", plural(u.unsigned_abs(), "token")),
            (_, true) if q == 1 => {
                format!("Take {u} or more tokens and leave {left}.")
            }
            (_, true) => format!(
                "Take {u}, {}, {}, ... tokens and leave {left}.",
                u + q as i64,
                u + 2 * q as i64
            ),
        });
    }
    words
}

fn left_in_words(digit: &Digit) -> String {
    let mut parts: Vec<String> = digit
        .counts()
        .map(|(heaps, condition)| match heaps {
            0 => "no heap".to_owned(),
            1 => "one heap".to_owned(),
            _ => format!("{} heaps{}", number(heaps), condition_in_words(condition, heaps)),
        })
        .collect();
    if let Some(more) = digit.more() {
        let any = condition_in_words(more.condition, 3);
        parts.push(match more.from {
            0 => format!("any number of heaps{any}"),
            from => format!("{} heaps or more{any}", number(from)),
        });
    }
    alternatives(parts.iter())
}

fn condition_in_words(condition: Condition, heaps: u32) -> String {
    match condition {
        Condition::Any => String::new(),
        Condition::Distinct if heaps == 2 => " of different sizes".into(),
        Condition::Distinct => " of pairwise different sizes".into(),
        Condition::NotAllEqual => " that are not all equal".into(),
        Condition::AllEqual => " of equal size".into(),
        Condition::DifferAtLeast(d) => format!(" whose sizes differ by at least {d}"),
    }
}

fn number(n: u32) -> String {
    match n {
        2 => "two".into(),
        3 => "three".into(),
        4 => "four".into(),
        5 => "five".into(),
        _ => n.to_string(),
    }
}

fn plural(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// "1, 2 or 4"; long lists are cut.
fn alternatives<T: ToString>(items: impl ExactSizeIterator<Item = T>) -> String {
    let count = items.len();
    let shown: Vec<String> = items.take(32).map(|item| item.to_string()).collect();
    if count > shown.len() {
        return format!("{}, ... ({count} in all)", shown.join(", "));
    }
    match shown.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    fn words(text: &str) -> Vec<String> {
        super::in_words(&text.parse().unwrap())
    }

    #[test]
    fn sentences() {
        assert_eq!(
            words("0.156"),
            [
                "Take 1 token and leave no heap.",
                "Take 2 tokens and leave no heap or two heaps.",
                "Take 3 tokens and leave one heap or two heaps.",
            ]
        );
        assert_eq!(words("Grundy"), ["Take nothing and leave two heaps of different sizes."]);
        assert_eq!(words("Nim"), ["Take 1 or more tokens and leave no heap or one heap."]);
        assert_eq!(words("S(1,2,4)"), ["Take 1, 2 or 4 from a heap."]);
        assert_eq!(words("0.0"), ["No move at all."]);
    }
}
