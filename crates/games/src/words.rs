//! Rules in plain words.

use crate::moves::Condition;
use crate::ruleset::Ruleset;

/// The rules in plain words, a sentence each.
pub fn in_words(rules: &Ruleset) -> Vec<String> {
    let mut words = rules.family().spelled().in_words();
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

pub(crate) fn condition_in_words(condition: Condition, heaps: u32) -> String {
    match condition {
        Condition::Any => String::new(),
        Condition::Distinct if heaps == 2 => " of different sizes".into(),
        Condition::Distinct => " of pairwise different sizes".into(),
        Condition::NotAllEqual => " that are not all equal".into(),
        Condition::AllEqual => " of equal size".into(),
        Condition::DifferAtLeast(d) => format!(" whose sizes differ by at least {d}"),
    }
}

pub(crate) fn number(n: u32) -> String {
    match n {
        2 => "two".into(),
        3 => "three".into(),
        4 => "four".into(),
        5 => "five".into(),
        _ => n.to_string(),
    }
}

pub(crate) fn plural(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// "1, 2 or 4"; long lists are cut.
pub(crate) fn alternatives<T: ToString>(items: impl ExactSizeIterator<Item = T>) -> String {
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
