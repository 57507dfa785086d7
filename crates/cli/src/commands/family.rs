//! `sprague family TEMPLATE --k A..B`: games with a parameter, and laws in it.

use crate::compute::progress;
use crate::failure::Failure;
use crate::number::{heap_size, seconds};
use crate::output::{Common, Format, Formats, aligned, csv_text, write_line};
use sprague::families::{Member, Survey, Template, survey};
use sprague::{Budget, Status};
use sprague_answers::family::FamilyAnswer;
use std::process::ExitCode;
use std::time::Duration;

pub const FORMATS: Formats =
    Formats::These(&[Format::Text, Format::Json, Format::Csv, Format::Latex]);

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague family 'S(2,4k,4k+2)' --k 1..40
  sprague family 'S(2,5,k)' --k 6..60 --format csv
  sprague family '0.2(0)^(2k+1)48' --k 0..3
  sprague family 'Mark(k)' --k 2..8

4k+2 stands for a number, (0)^(2k+1) for that many digits. Each game is proved by itself; a
formula for all k is a conjecture, and says for which k it was seen.";

/// More games than this are a census.
const MOST_GAMES: u64 = 10_000;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The family: rules with a parameter k
    family: String,
    /// The parameters, from the first to the last
    #[arg(long, value_name = "A..B", value_parser = range)]
    k: (u64, u64),
    /// Compute at most this many values of a game
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = heap_size)]
    limit: u64,
    /// Spend at most so many seconds on a game
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    time: f64,
}

/// `1..40`, both included; `7` alone.
fn range(text: &str) -> Result<(u64, u64), String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| {
        heap_size(text.trim_start_matches('=').trim())
            .map_err(|_| format!("'{text}' is no parameter: write a range such as 1..40"))
    };
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        return Err(format!("the range {first}..{last} is empty"));
    }
    if last - first >= MOST_GAMES {
        return Err(format!(
            "these are {} games, at most {MOST_GAMES} are surveyed",
            last - first + 1
        ));
    }
    Ok((first, last))
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let template: Template =
        args.family.parse().map_err(|error| Failure::input(format!("{error}")))?;
    let (first, last) = args.k;
    let bar = progress(common, last - first + 1);
    let shown = bar.clone();
    let budget = Budget::new()
        .values(args.limit)
        .threads(common.thread_count())
        .stopped_by(&crate::interrupt::stop())
        .progress(move |progress| shown.show(progress));
    let found = survey(&template, first..=last, Duration::from_secs_f64(args.time), &budget);
    bar.finish_and_clear();
    let found = found.map_err(sprague::Error::from)?;
    if let ([], Some((_, why))) = (&found.members[..], found.skipped.first()) {
        return Err(Failure::input(format!("{template} with k = {first}: {why}")));
    }
    let answer = FamilyAnswer::new(&template, first, last, &found);
    let text = match common.format {
        Format::Json => sprague_answers::json(&answer),
        Format::Csv => csv_text(rows(&found)).trim_end_matches('\n').to_owned(),
        Format::Latex => latex(&answer, &found),
        _ => text(&answer, &found),
    };
    write_line(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The head and the games.
fn rows(survey: &Survey) -> Vec<Vec<String>> {
    let head = ["k", "game", "kind", "preperiod", "period", "saltus", "status"];
    let row = |member: &Member| {
        let Member { k, solution } = member;
        let [preperiod, period, saltus] = (member.numbers())
            .map(|number| number.as_ref().map(ToString::to_string).unwrap_or_default());
        let (kind, status) = (solution.kind().name(), solution.status().name());
        let game = solution.game.to_string();
        vec![k.to_string(), game, kind.into(), preperiod, period, saltus, status.into()]
    };
    std::iter::once(head.map(str::to_owned).to_vec())
        .chain(survey.members.iter().map(row))
        .collect()
}

fn text(answer: &FamilyAnswer, survey: &Survey) -> String {
    let table = aligned(&rows(survey), |column| matches!(column, 0 | 3..=5));
    let games = survey.members.len();
    let proved = survey.members.iter().filter(|m| m.solution.status() == Status::Proved).count();
    let mut lines = vec![table.trim_end_matches('\n').to_owned(), String::new()];
    lines.push(format!(
        "{}, k = {} to {}: {games} games, {proved} proved",
        answer.family, answer.from, answer.to
    ));
    for law in &answer.laws {
        lines.push(format!("{:<10} {}", law.quantity, law.sentence()));
    }
    // One reason is enough where the others are the same.
    let mut said: Vec<&str> = Vec::new();
    for skipped in &answer.skipped {
        if !said.contains(&&skipped.reason[..]) {
            lines.push(format!("no game    k = {}: {}", skipped.k, skipped.reason));
            said.push(&skipped.reason);
        }
    }
    lines.join("\n")
}

fn latex(answer: &FamilyAnswer, survey: &Survey) -> String {
    let mut lines = vec![format!("% {}; needs \\usepackage{{booktabs}}", answer.family)];
    for law in &answer.laws {
        lines.push(format!("% {}: {}", law.quantity, law.sentence()));
    }
    lines.push("\\begin{tabular}{rllrrrl}\n\\toprule".into());
    for (i, row) in rows(survey).iter().enumerate() {
        lines.push(format!("{} \\\\", row.join(" & ").replace('_', "\\_")));
        if i == 0 {
            lines.push("\\midrule".into());
        }
    }
    lines.push("\\bottomrule\n\\end{tabular}".into());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn ranges_of_parameters() {
        assert_eq!(range("1..40"), Ok((1, 40)));
        assert_eq!(range("1..=40"), Ok((1, 40)));
        assert_eq!(range("7"), Ok((7, 7)));
        for wrong in ["", "..", "4..1", "1..", "a..b", "1..1000000", "-1..3"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
