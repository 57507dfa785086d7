//! A game in the words of the library.

use crate::{Refusal, list, separated};
use sprague_engine::Budget;
use sprague_games::code::{Code, Digit};
use sprague_games::moves::{Condition, Move};
use sprague_games::{Rounding, Ruleset};

/// A game of a certificate.
pub(crate) struct Game {
    /// The rules.
    pub rules: Ruleset,
    /// Whether every heap carries a pass: then `words` and `moves` are those of the rules without it.
    pub pass: bool,
    /// The game as the library says it.
    pub words: Words,
    /// The moves, where they are finitely many; else empty.
    pub moves: Vec<Move>,
}

/// What the library calls a game.
pub(crate) enum Words {
    /// `options` of a list of rules.
    Rules(String),
    /// `with_digits_before`: the digits before d_0, the nearest first, and the other rules.
    Before { before: Vec<u64>, rules: String },
    /// `all_but` and the numbers that may not be taken.
    AllBut(Vec<u64>),
    /// `recurring`: the digit before the point, those behind it, the block.
    Recurring { before: u64, after: Vec<u64>, block: Vec<u64> },
    /// `mark`, or `upmark` where it rounds up.
    Mark { t: u64, up: bool },
}

impl Game {
    /// Reads the rules of a certificate.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let rules: Ruleset = text
            .parse()
            .map_err(|error| Refusal::new(format!("the rules cannot be read: {error}")))?;
        let pass = rules.has_pass();
        let read = Self::of_plain(if pass { rules.without_pass() } else { rules.clone() })?;
        Ok(Self { rules, pass, ..read })
    }

    /// A game without a pass.
    fn of_plain(rules: Ruleset) -> Result<Self, Refusal> {
        let refuse = |what: &str| Err(not_covered(&rules, what));
        let pass = false;
        if let Some(code) = rules.code() {
            let words = code_words(code).map_err(|what| not_covered(&rules, what))?;
            let moves = rules.finite_moves().unwrap_or_default();
            return Ok(Self { rules, pass, words, moves });
        }
        if let Some(set) = rules.written_all_but() {
            let words = Words::AllBut(set.members().to_vec());
            return Ok(Self { rules, pass, words, moves: Vec::new() });
        }
        if let Some((t, rounding)) = rules.as_mark() {
            let words = Words::Mark { t, up: rounding == Rounding::Up };
            return Ok(Self { rules, pass, words, moves: Vec::new() });
        }
        let Some(moves) = rules.finite_moves() else {
            return refuse("rules that are no finite list of moves");
        };
        if moves.iter().any(|m| m.take < 0) {
            return refuse("moves that add tokens");
        }
        let words = Words::Rules(match rules.written_subtraction() {
            Some(set) => format!("subtraction {}", list(set.members())),
            None => move_words(&moves),
        });
        Ok(Self { rules, pass, words, moves })
    }

    /// The refusal that says so, about this game.
    pub fn not_covered(&self, what: &str) -> Refusal {
        not_covered(&self.rules, what)
    }

    /// The definition of the game in Coq.
    pub fn definition(&self) -> String {
        let mut rules = String::new();
        let game = match &self.words {
            Words::Rules(list) => {
                rules = format!("Definition rules := {list}.\n");
                "options rules".to_owned()
            }
            Words::Before { before, rules: others } => {
                rules = format!("Definition rules := {others}.\n");
                format!("with_digits_before {} rules", list(before))
            }
            Words::AllBut(set) => format!("all_but {}", list(set)),
            Words::Mark { t, up: false } => format!("mark {t}"),
            Words::Mark { t, up: true } => format!("upmark {t}"),
            Words::Recurring { before, after, block } => {
                format!("recurring {before} {} {}", list(after), list(block))
            }
        };
        if self.pass {
            return format!(
                "{rules}Definition plain := {game}.\nDefinition game := add_pass plain."
            );
        }
        format!("{rules}Definition game := {game}.")
    }

    /// Whether no move has a condition, and every move is there from any heap on.
    pub fn is_plain(&self) -> bool {
        self.moves.iter().all(|m| m.smallest <= 1 && (m.heaps < 2 || m.condition == Condition::Any))
    }

    /// The greatest number of heaps a move leaves, at least 1.
    pub fn most_heaps(&self) -> u64 {
        if let Words::Recurring { before, after, block } = &self.words {
            let digits = std::iter::once(before).chain(after).chain(block);
            return digits
                .filter_map(|digit| digit.checked_ilog2())
                .max()
                .unwrap_or(0)
                .max(1)
                .into();
        }
        self.moves.iter().map(|m| m.heaps.into()).max().unwrap_or(0).max(1)
    }

    /// The greatest number that is taken.
    pub fn greatest_take(&self) -> u64 {
        self.moves.iter().map(|m| m.take.unsigned_abs()).max().unwrap_or(0)
    }

    /// G(0), G(1), ..., so many of them; with the pass where there is one.
    pub fn values(&self, count: u64) -> Result<Vec<u32>, Refusal> {
        let Some(to) = count.checked_sub(1) else { return Ok(Vec::new()) };
        sprague_engine::values(&self.rules, to, &Budget::new().bytes(1 << 30))
            .map_err(|error| Refusal::new(format!("the values of {}: {error}", self.rules)))
    }
}

fn not_covered(rules: &Ruleset, what: &str) -> Refusal {
    Refusal::new(format!("{rules}: not covered in Coq: {what}"))
}

/// A code as the library says it.
fn code_words(code: &Code) -> Result<Words, &'static str> {
    if code.digits().any(|digit| digit.more().is_some()) {
        return Err("digits that leave any number of heaps");
    }
    let bits = |digits: &[Digit]| digits.iter().map(Digit::bits).collect::<Option<Vec<u64>>>();
    let far = code.before().get(1..).unwrap_or_default();
    if !code.is_finite() {
        if !far.is_empty() {
            return Err("recurring codes with more than one digit before the point");
        }
        let digits = (code.digit(0).bits(), bits(code.after()), bits(code.recurring()));
        let (Some(before), Some(after), Some(block)) = digits else {
            return Err("recurring codes with conditions");
        };
        return Ok(Words::Recurring { before, after, block });
    }
    let rules = finite_words(code);
    match bits(far) {
        Some(before) if before.is_empty() => Ok(Words::Rules(rules)),
        Some(before) => Ok(Words::Before { before, rules }),
        None => Err("conditions on digits more than one place before the point"),
    }
}

/// The digits of a finite code from d_0 on.
fn finite_words(code: &Code) -> String {
    let before = code.digit(0);
    let after: Option<Vec<u64>> = code.after().iter().map(Digit::bits).collect();
    if let (Some(before), Some(after)) = (before.bits(), after) {
        return format!("code {before} {}", list(after));
    }
    let digits = std::iter::once(&before).chain(code.after()).enumerate();
    let parts = digits.flat_map(|(take, digit)| digit_words(take, digit));
    let words = separated(parts, " ++ ");
    // 4!.0 has a name.
    if words == "digit 0 (Apart 1) 4" { "grundy".to_owned() } else { words }
}

/// A digit with conditions: one part for each condition on two heaps or more; fewer heaps
/// satisfy every condition and go with the first.
fn digit_words(take: usize, digit: &Digit) -> Vec<String> {
    let mut parts: Vec<(Condition, u64)> = Vec::new();
    for (heaps, condition) in digit.counts().filter(|(heaps, _)| *heaps >= 2) {
        match parts.iter_mut().find(|(own, _)| *own == condition) {
            Some((_, bits)) => *bits |= 1 << heaps,
            None => parts.push((condition, 1 << heaps)),
        }
    }
    let few: u64 =
        digit.counts().filter(|(heaps, _)| *heaps < 2).map(|(heaps, _)| 1 << heaps).sum();
    match parts.first_mut() {
        Some((_, bits)) => *bits |= few,
        None if few > 0 => parts.push((Condition::Any, few)),
        None => {}
    }
    let words = |(condition, bits)| format!("digit {take} {} {bits}", condition_words(condition));
    parts.into_iter().map(words).collect()
}

fn condition_words(condition: Condition) -> String {
    match condition {
        Condition::Any => "Any".to_owned(),
        Condition::Distinct => "(Apart 1)".to_owned(),
        Condition::NotAllEqual => "NotAllEqual".to_owned(),
        Condition::AllEqual => "AllEqual".to_owned(),
        Condition::DifferAtLeast(d) => format!("(Apart {d})"),
    }
}

/// Moves that were not written as a code or a set.
fn move_words(moves: &[Move]) -> String {
    let plain = |m: &Move| m.condition == Condition::Any && m.smallest <= 1 && m.take > 0;
    if let [Move { take: 0, heaps, condition, smallest: 0 | 1 }] = moves {
        return match (heaps, condition) {
            (2, Condition::Distinct) => "grundy".to_owned(),
            _ => format!("split_into {heaps} {}", condition_words(*condition)),
        };
    }
    let splittles = moves.chunks(3).all(|three| {
        three.iter().map(|m| m.heaps).eq([0, 1, 2])
            && three.iter().all(|m| plain(m) && m.take == three[0].take)
    });
    if splittles && !moves.is_empty() {
        return format!("splittles {}", list(moves.iter().step_by(3).map(|m| m.take)));
    }
    // A heap of 0 has no options, and in the library only by the least heap.
    let rule = |m: &Move| {
        let condition = condition_words(m.condition);
        format!("Rule {} {} {condition} {}", m.take, m.heaps, m.smallest.max(1))
    };
    list(moves.iter().map(rule))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        match Game::read(text) {
            Ok(Game { words: Words::Rules(rules), .. }) => rules,
            Ok(game) => game.definition(),
            Err(refusal) => refusal.to_string(),
        }
    }

    #[test]
    fn every_notation_in_the_words_of_the_library() {
        for (rules, expected) in [
            ("Kayles", "code 0 [7; 7]"),
            ("0.0", "code 0 []"),
            ("4.3", "code 4 [3]"),
            ("S(1,2,4)", "subtraction [1; 2; 4]"),
            ("Splittles(1,3)", "splittles [1; 3]"),
            ("Grundy", "grundy"),
            ("Split(3)", "split_into 3 Any"),
            ("Split(2, differ>=2)", "split_into 2 (Apart 2)"),
            ("Split(4, not-all-equal)", "split_into 4 NotAllEqual"),
            ("0.7!3", "digit 1 (Apart 1) 7 ++ digit 2 Any 3"),
            ("4=.7", "digit 0 AllEqual 4 ++ digit 1 Any 7"),
            ("AllBut(1,2,8)", "Definition game := all_but [1; 2; 8]."),
            ("AllBut()", "Definition game := all_but []."),
            ("0.23[0010]", "Definition game := recurring 0 [2; 3] [0; 0; 1; 0]."),
            ("Mark", "Definition game := mark 2."),
            ("UpMark(7)", "Definition game := upmark 7."),
            ("Split(2, distinct)", "grundy"),
            ("0.77 + pass", "code 0 [7; 7]"),
            (
                "AllBut(2) + pass",
                "Definition plain := all_but [2].\nDefinition game := add_pass plain.",
            ),
            ("n -> n-1 | n-2", "[Rule 1 0 Any 1; Rule 1 1 Any 1; Rule 2 0 Any 1; Rule 2 1 Any 1]"),
            (
                "40.77",
                "Definition rules := code 0 [7; 7].\nDefinition game := with_digits_before [4] rules.",
            ),
            (
                "C084.7!",
                "Definition rules := digit 0 Any 4 ++ digit 1 (Apart 1) 7.\nDefinition game := with_digits_before [8; 0; 12] rules.",
            ),
            ("n -> n-3 | n-1 if n > 5", "[Rule 1 1 Any 6; Rule 3 0 Any 1; Rule 3 1 Any 1]"),
        ] {
            assert_eq!(words(rules), expected, "{rules}");
        }
    }

    #[test]
    fn what_the_library_has_no_words_for() {
        for (rules, reason) in [
            (
                "40.[3]",
                "40.[3]: not covered in Coq: recurring codes with more than one digit before the point",
            ),
            (
                "4!0.3",
                "4!0.3: not covered in Coq: conditions on digits more than one place before the point",
            ),
            ("{2+}.3", "{2+}.3: not covered in Coq: digits that leave any number of heaps"),
            (
                "n -> n div 2",
                "n -> n div 2: not covered in Coq: rules that are no finite list of moves",
            ),
            ("0.[7!]", "0.[7!]: not covered in Coq: recurring codes with conditions"),
        ] {
            assert_eq!(words(rules), reason, "{rules}");
        }
    }
}
