//! Why a position is won or lost, for people: the nim-sum in binary and the move that
//! brings it to zero (Schlebusch 2015, Algorithm 6.1).

use crate::best::{Analysis, Convention, HeapMoves, Outcome};
use crate::options::HeapOption;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use sprague_games::Position;
use std::fmt::Write;

/// At most this many heaps are listed one by one.
const MOST_ROWS: usize = 24;
/// Numbers of at most this many bits are written in binary.
const MOST_BITS: u64 = 64;
/// Numbers of more digits than this are cut in the middle.
const MOST_DIGITS: usize = 40;

/// A number, cut in the middle when it is very long.
pub fn short(number: &BigUint) -> String {
    let text = number.to_string();
    if text.len() <= MOST_DIGITS {
        return text;
    }
    format!("{}...{} ({} digits)", &text[..12], &text[text.len() - 12..], text.len())
}

/// The heaps an option leaves, as typed in a move: `2+2`, with `*` behind the heap that
/// keeps the pass, or `0`.
pub fn heaps_left(option: &HeapOption, number: impl Fn(&BigUint) -> String) -> String {
    if option.to.is_empty() {
        return "0".to_owned();
    }
    let parts = option.to.iter().enumerate();
    let shown: Vec<String> = parts
        .map(|(i, heap)| {
            let star = if option.keeper == Some(i) { "*" } else { "" };
            format!("{}{star}", number(heap))
        })
        .collect();
    shown.join("+")
}

/// A move as typed: `5 -> 2+2`; a pass is `5 -> pass`.
pub fn move_text(
    heap: &BigUint,
    option: &HeapOption,
    has_pass: bool,
    number: impl Fn(&BigUint) -> String,
) -> String {
    let passes = has_pass && option.keeper.is_none() && option.to == [heap.clone()];
    let left = if passes { "pass".to_owned() } else { heaps_left(option, &number) };
    format!("{} -> {left}", number(heap))
}

fn binary(value: &BigUint, width: usize) -> String {
    if value.bits() > MOST_BITS {
        return format!("({} bits)", value.bits());
    }
    format!("{:0>width$}", value.to_str_radix(2))
}

/// The explanation of an answer under normal play; under misere play the lines of
/// `steps` (from [`MisereSum::steps`](crate::misere::sum::MisereSum::steps)) go in between.
pub fn explain(position: &Position, analysis: &Analysis, steps: &[String]) -> String {
    match analysis.convention {
        Convention::Normal => normal(position, analysis),
        Convention::Misere => misere(position, analysis, steps),
    }
}

fn normal(position: &Position, analysis: &Analysis) -> String {
    let mut text = String::new();
    let Some(sum) = &analysis.value else {
        let method = analysis.method.as_deref().unwrap_or("closed form");
        let _ = writeln!(text, "By the {method} this is {}.", article(analysis.outcome));
        return text;
    };
    let values: Vec<&BigUint> = analysis.heaps.iter().filter_map(|h| h.value.as_ref()).collect();
    let bits = values.iter().map(|v| v.bits()).max().unwrap_or(0).max(sum.bits()).max(1);
    let width = bits.min(MOST_BITS) as usize;
    let rows: Vec<[String; 3]> = analysis
        .heaps
        .iter()
        .take(MOST_ROWS)
        .filter_map(|h| {
            let value = h.value.as_ref()?;
            let copies =
                if h.copies > 1 { format!(" ({} of them)", h.copies) } else { String::new() };
            let game = &position.parts[h.part].rules;
            let name = if position.parts.len() > 1 {
                format!("{game}: {}{copies}", short(&h.heap))
            } else {
                format!("{}{copies}", short(&h.heap))
            };
            Some([name, short(value), binary(value, width)])
        })
        .collect();
    let first = rows.iter().map(|r| r[0].chars().count()).max().unwrap_or(0).max(7);
    let second = rows.iter().map(|r| r[1].len()).max().unwrap_or(0).max(short(sum).len()).max(5);
    let _ = writeln!(text, "{:<first$}  {:>second$}  binary", "heap", "value");
    for [name, value, bits] in &rows {
        let _ = writeln!(text, "{name:<first$}  {value:>second$}  {bits}");
    }
    if analysis.heaps.len() > rows.len() {
        let _ = writeln!(text, "... and {} more", analysis.heaps.len() - rows.len());
    }
    let _ =
        writeln!(text, "{:<first$}  {:>second$}  {}", "nim-sum", short(sum), binary(sum, width));
    if analysis.heaps.iter().any(|h| h.copies > 1) {
        text.push_str("Equal heaps cancel in pairs.\n");
    }
    if sum.is_zero() {
        text.push_str(
            "The nim-sum is 0: a P-position, whoever moves now loses against best play.\n\
             A move changes the value of one heap, for no option has the value of the heap itself,\n\
             so the nim-sum is not 0 afterwards, and the opponent can bring it back to 0.\n",
        );
        return text;
    }
    let _ = writeln!(
        text,
        "The nim-sum is {}, not 0: an N-position, whoever moves now wins.",
        short(sum)
    );
    let top = BigUint::one() << (sum.bits() - 1);
    let chosen = analysis
        .heaps
        .iter()
        .find(|h| h.value.as_ref().is_some_and(|v| v & &top == top) && !h.winning.is_empty());
    if let Some(heap) = chosen
        && let Some(value) = &heap.value
        && let Some(option) = heap.winning.first(1).first()
    {
        let wanted = value ^ sum;
        let has_pass = position.parts[heap.part].rules.has_pass();
        let _ = writeln!(
            text,
            "Its highest bit is {}. Heap {} has this bit in its value {} = {}, so\n\
             {} xor {} = {} is less than {}, and by the mex rule there is an option of that value:",
            short(&top),
            short(&heap.heap),
            short(value),
            binary(value, width),
            short(value),
            short(sum),
            short(&wanted),
            short(value),
        );
        let _ = writeln!(
            text,
            "  {}   value {} = {}",
            move_text(&heap.heap, option, has_pass, short),
            short(&wanted),
            binary(&wanted, width)
        );
        text.push_str("Then the nim-sum is 0, and the opponent is in a P-position.\n");
    }
    text
}

fn article(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "a P-position: whoever moves now loses against best play",
        Outcome::N => "an N-position: whoever moves now wins",
    }
}

fn misere(position: &Position, analysis: &Analysis, steps: &[String]) -> String {
    let mut text = String::new();
    if let Some(method) = &analysis.method {
        let _ = writeln!(text, "Misere play, whoever makes the last move loses. Method: {method}.");
    }
    for step in steps {
        let _ = writeln!(text, "{step}");
    }
    let _ = writeln!(text, "This is {}.", article(analysis.outcome));
    let first = analysis.heaps.iter().find(|h| !h.winning.is_empty());
    if let Some(HeapMoves { part, heap, winning, .. }) = first
        && let Some(option) = winning.first(1).first()
    {
        let has_pass = position.parts[*part].rules.has_pass();
        let _ = writeln!(
            text,
            "The move {} leads to a P-position.",
            move_text(heap, option, has_pass, short)
        );
    }
    text
}
