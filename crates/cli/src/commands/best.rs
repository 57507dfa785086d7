//! `sprague best POSITION`: who wins, and every move that does.

use crate::compute::memory_limit;
use crate::failure::Failure;
use crate::number::seconds;
use crate::output::{Common, Format, Formats, Tone, write_line};
use sprague::play::{Analysis, HeapMoves, HeapOption, heaps_left};
use sprague::play::{move_text, short};
use sprague::{Best, Budget, Convention, Judge, Outcome, Position, Spent};
use sprague_answers::best::BestAnswer;
use sprague_answers::number::parse_big;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::time::Duration;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague best Kayles 3 5 7
  sprague best 'Kayles: 5 + S(1,2,4): 9 + Nim: 3' --explain
  sprague best 'Kayles: 4 7 9' --misere
  sprague best 'Kayles: 1000000000000000000 17' --all --limit 50

A heap may have thousands of digits where the game is solved or has a closed form.";

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json, Format::Csv]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The position: Kayles 3 5 7, or parts joined by '+', 'Kayles: 3 5 7 + Nim: 4' (- reads it
    /// from stdin)
    #[arg(required = true)]
    position: Vec<String>,
    /// Misere play: whoever makes the last move loses
    #[arg(long)]
    misere: bool,
    /// Say why: the nim-sum in binary and the move that brings it to 0
    #[arg(long)]
    explain: bool,
    /// List every winning move
    #[arg(long)]
    all: bool,
    /// List at most this many winning moves
    #[arg(long, value_name = "K", default_value_t = 1_000_000)]
    limit: usize,
    /// Give up after this many seconds of looking for a proof or, under misere play, for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    time: f64,
    /// Memory the computation may use, such as 500M or 2G (default: three quarters of what is free)
    #[arg(long, value_name = "SIZE")]
    memory: Option<bytesize::ByteSize>,
}

/// Winning moves shown for a heap, and heaps shown, without `--all`.
const SHOWN: usize = 3;
const SHOWN_HEAPS: usize = 20;

/// Reads a position: one text ('Kayles: 3 5 7', - for standard input), or a game and its heaps as
/// words (Kayles 3 5 7).
pub fn parse_position(words: &[String]) -> Result<Position, Failure> {
    let text = match words {
        [one] if one == "-" => io::read_to_string(io::stdin())?,
        words => position_text(words),
    };
    Ok(text.parse()?)
}

/// The words as the text of a position: the numbers at the end of words without a colon are heaps.
fn position_text(words: &[String]) -> String {
    let text = words.join(" ");
    if text.contains(':') {
        return text;
    }
    // A single word may have been quoted; in a rule a number at the end is its own.
    let words: Vec<&str> = match words {
        [one] if !one.contains("->") => one.split_whitespace().collect(),
        words => words.iter().map(String::as_str).collect(),
    };
    let heap = |word: &str| parse_big(word.trim_end_matches(',')).ok();
    let mut heaps: Vec<String> = Vec::new();
    let mut rules = words.len();
    while rules > 1
        && let Some(heap) = heap(words[rules - 1])
    {
        heaps.insert(0, heap.to_string());
        rules -= 1;
    }
    if heaps.is_empty() {
        return text;
    }
    format!("{}: {}", words[..rules].join(" "), heaps.join(" "))
}

/// What a question about positions may cost; Ctrl-C stops it.
pub fn budget(time: f64, memory: Option<bytesize::ByteSize>) -> Budget {
    Budget::new()
        .time(Duration::from_secs_f64(time))
        .bytes(memory_limit(memory))
        .stopped_by(&crate::interrupt::stop())
}

pub fn convention(misere: bool) -> Convention {
    if misere { Convention::Misere } else { Convention::Normal }
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let position = parse_position(&args.position)?;
    let keep = if args.all || common.format != Format::Text { args.limit } else { SHOWN };
    let judge = Judge::new(convention(args.misere)).listing(keep);
    let budget = budget(args.time, args.memory);
    let best = match position.best_by(&judge, &budget) {
        Ok(best) => best,
        Err(error) => {
            let by_record = if args.misere || budget.is_stopped() {
                None
            } else {
                BestAnswer::by_record(&position, &self::budget(args.time, args.memory))
            };
            return match (by_record, error.spent()) {
                (Some(answer), _) => told(&answer, common),
                (None, Some(Spent::Time)) => {
                    let seconds = args.time;
                    Err(Failure::input(format!(
                        "not decided within {seconds} s: allow more with --time"
                    )))
                }
                _ => Err(Failure::input(error)),
            };
        }
    };
    let analysis = best.details();
    let mut out = BufWriter::new(io::stdout().lock());
    match common.format {
        Format::Json => {
            let most = if args.all { args.limit } else { args.limit.min(1000) };
            let answer = BestAnswer::new(&position, analysis, most);
            writeln!(out, "{}", sprague_answers::json(&answer))?;
        }
        Format::Csv => {
            writeln!(out, "part,heap,to")?;
            for (heap, option) in analysis.moves(args.limit) {
                writeln!(out, "{},{},{}", heap.part, heap.heap, left(&option))?;
            }
        }
        _ => text(&mut out, &position, &best, args, common)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Who wins, by proofs of the atlas.
fn told(answer: &BestAnswer, common: &Common) -> Result<ExitCode, Failure> {
    let lost = answer.complete;
    let who = if lost {
        "P-position: whoever moves now loses against best play"
    } else {
        "N-position: whoever moves now wins"
    };
    let text = match common.format {
        Format::Json => sprague_answers::json(answer),
        Format::Csv => "part,heap,to".to_owned(),
        _ => {
            let value = answer.value.as_ref().map(ToString::to_string).unwrap_or_default();
            let source = answer.source.as_deref().unwrap_or_default();
            let moves = if lost { "" } else { "\nwinning moves: not looked for" };
            let who = common.toned(who, |_| Some(Tone::Strong));
            format!("{who}\nnim-value {value} ({source}){moves}")
        }
    };
    write_line(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn left(option: &HeapOption) -> String {
    heaps_left(option, ToString::to_string)
}

fn text(
    out: &mut impl Write,
    position: &Position,
    best: &Best,
    args: &Args,
    common: &Common,
) -> Result<(), Failure> {
    let who = match best.outcome() {
        Outcome::P => "P-position: whoever moves now loses against best play",
        Outcome::N => "N-position: whoever moves now wins",
    };
    writeln!(out, "{}", common.toned(who, |_| Some(Tone::Strong)))?;
    if let Some(value) = best.value() {
        writeln!(out, "nim-value {value}")?;
    }
    if let Some(method) = best.method() {
        writeln!(out, "method: {method}")?;
    }
    if args.explain {
        write!(out, "\n{}", best.explain())?;
    }
    if best.outcome() == Outcome::P {
        return Ok(());
    }
    winning_moves(out, position, best.details(), args)
}

fn winning_moves(
    out: &mut impl Write,
    position: &Position,
    analysis: &Analysis,
    args: &Args,
) -> Result<(), Failure> {
    let winning: Vec<&HeapMoves> =
        analysis.heaps.iter().filter(|heap| !heap.winning.is_empty()).collect();
    let shown = if args.explain { "\nwinning moves" } else { "winning moves" };
    if winning.is_empty() {
        // The options of a heap could not all be looked at.
        writeln!(
            out,
            "{shown}: there is one, but no efficient way to find it is known for these rules"
        )?;
        return Ok(());
    }
    if analysis.is_exhaustive() {
        writeln!(out, "{shown}: {}", analysis.count())?;
    } else {
        writeln!(
            out,
            "{shown}: some of them; there may be more with three heaps or more, or with growing values"
        )?;
    }
    let (most_heaps, most) = if args.all { (usize::MAX, args.limit) } else { (SHOWN_HEAPS, SHOWN) };
    let mut printed = 0;
    for heap in winning.iter().take(most_heaps) {
        let HeapMoves { part, heap: size, copies, winning, .. } = heap;
        let rules = &position.parts()[*part].rules;
        let name = if position.parts().len() > 1 { format!("{rules}: ") } else { String::new() };
        let options = winning.first(most.min(args.limit.saturating_sub(printed)));
        printed += options.len();
        for option in &options {
            let number = |n: &_| if args.all { ToString::to_string(n) } else { short(n) };
            let line = move_text(size, option, rules.has_pass(), number);
            let times =
                if *copies > 1 { format!("   ({copies} such heaps)") } else { String::new() };
            writeln!(out, "  {name}{line}{times}")?;
        }
        let rest = winning.count() - options.len();
        if rest > num_bigint::BigUint::ZERO {
            writeln!(out, "  {name}{} -> ...   {} more", short(size), short(&rest))?;
        }
        if printed >= args.limit {
            break;
        }
    }
    if winning.len() > most_heaps {
        writeln!(
            out,
            "  and moves in {} more heaps (--all lists them)",
            winning.len() - most_heaps
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_as_words() {
        for (words, text) in [
            (&["Kayles: 3 5 7"][..], "Kayles: 3 5 7"),
            (&["Kayles:", "3", "5"], "Kayles: 3 5"),
            (&["Kayles", "3", "5", "7"], "Kayles: 3 5 7"),
            (&["Kayles", "3,", "1e3", "10^3"], "Kayles: 3 1000 1000"),
            (&["Kayles 3 5"], "Kayles: 3 5"),
            (&["Dawsons", "Kayles", "4"], "Dawsons Kayles: 4"),
            (&["n -> n-1 | n div 2"], "n -> n-1 | n div 2"),
            (&["n -> n-1 | n div 2", "9"], "n -> n-1 | n div 2: 9"),
            (&["0.77", "+", "pass", "5"], "0.77 + pass: 5"),
            (&["3"], "3"),
            (&["3", "5"], "3: 5"),
            (&["Kayles: 3", "+", "Nim: 4"], "Kayles: 3 + Nim: 4"),
        ] {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            assert_eq!(position_text(&words), text, "{words:?}");
        }
    }
}
