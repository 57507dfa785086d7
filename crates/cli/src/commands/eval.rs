//! `sprague eval EXPR`

use crate::board::{explain, words};
use crate::failure::Failure;
use crate::output::{Common, Format, Formats, PictureKind, Tone, files, write_all};
use sprague::partisan::error::{Error, ErrorKind};
use sprague::partisan::game::Games;
use sprague::partisan::notation::Evaluated;
use sprague_answers::partisan::{Comparison, EvalAnswer, Facts, ThermographAnswer, drawn};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json]);

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sprague eval '{0|1} + *2 - ^'
  sprague eval '+-{3|2} || 0'             a comparison: exit status 1 if it is false
  sprague eval '{1|1,{1|0}||0}'           a longer bar binds more loosely
  sprague eval '{4|1}' --thermograph      the corners of its walls
  sprague eval '{4|1}' --thermograph hot.svg   and a picture of it
  sprague eval 'Subtraction(1,3|2,3): 6'  Left takes 1 or 3, Right 2 or 3

Values: 3, -5/8, * (star), *3, ^ (up), ^2*, v (down), +-G ({G|-G}), +_G (tiny), -_G
(miny), {left options|right options}. Comparisons: < <= = != >= > || (fuzzy) <| |>.")]
pub struct Args {
    /// A value or a comparison
    #[arg(allow_hyphen_values = true, required_unless_present = "thermograph")]
    expr: Option<String>,
    /// Give up after so many steps; ten million take about a second
    #[arg(long, value_name = "N", default_value_t = STEPS)]
    steps: u64,
    /// The corners of the thermograph, too; drawn where a FILE.svg or FILE.png is named (- for SVG on
    /// standard output)
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[allow(clippy::option_option)] // as clap reads an option whose value may be left out
    thermograph: Option<Option<PathBuf>>,
}

impl Args {
    /// The expression, and the picture that is wanted. An option that may have a value takes the
    /// word behind it: `eval --thermograph EXPR` names no file, but the expression.
    fn wanted(&self) -> Result<(String, Option<PathBuf>), Failure> {
        let file = self.thermograph.clone().flatten();
        match (&self.expr, file) {
            (Some(expr), file) => Ok((expr.clone(), file)),
            (None, Some(word)) => Ok((word.to_string_lossy().into_owned(), None)),
            (None, None) => {
                Err(Failure::input("no expression is given: write one, such as '{0|1}'"))
            }
        }
    }
}

/// Steps taken unless more are allowed: values with so much work in a short text are rare,
/// and six seconds are long to wait for one that was mistyped.
const STEPS: u64 = 60_000_000;

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let mut games = Games::new();
    games.set_budget(&sprague::Budget::unlimited().steps(args.steps));
    let (expr, file) = args.wanted()?;
    let picture = file.as_deref().map(PictureKind::of).transpose()?;
    files([file.as_ref()])?;
    let fail = |e: &Error| match e.kind() {
        ErrorKind::TooManySteps { .. } => Failure::input(format!("{e}; --steps N allows more")),
        _ => explain(e, &expr),
    };
    let evaluated = games.evaluate(&expr).map_err(|e| fail(&e))?;
    let mut answer = EvalAnswer::of(&mut games, &evaluated).map_err(|e| fail(&e))?;
    let mut scene = None;
    if args.thermograph.is_some() {
        match (&mut answer, &evaluated) {
            (EvalAnswer::Value(facts), Evaluated::Value(game)) => {
                let thermograph = games.thermograph(*game).map_err(|e| fail(&e))?;
                facts.thermograph = Some((&thermograph).into());
                if picture.is_some() {
                    scene = Some(drawn(facts, &thermograph).map_err(Failure::input)?);
                }
            }
            _ if picture.is_some() => {
                return Err(Failure::input(
                    "a comparison has no thermograph: write one of its sides alone",
                ));
            }
            _ => {}
        }
    }
    let text = match (common.format, &answer) {
        (Format::Json, _) => format!("{}\n", sprague_answers::json(&answer)),
        (_, EvalAnswer::Value(facts)) => facts_text(facts, common.quiet),
        (_, EvalAnswer::Comparison(comparison)) => comparison_text(comparison, common.quiet),
    };
    let toned = common.toned(&text, |line| match line.split([':', ' ']).next() {
        _ if common.format == Format::Json => None,
        Some("yes") => Some(Tone::Good),
        Some("no") => Some(Tone::Bad),
        Some("value") => Some(Tone::Strong),
        _ => None,
    });
    if let (Some(kind), Some(scene), Some(file)) = (picture, &scene, &file) {
        kind.write(scene, file)?;
    }
    write_all(toned.as_bytes())?;
    Ok(match answer {
        EvalAnswer::Comparison(Comparison { holds: false, .. }) => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    })
}

/// Whether a comparison holds, for people.
fn comparison_text(comparison: &Comparison, quiet: bool) -> String {
    let Comparison { holds, relation, left, right } = comparison;
    if quiet {
        return format!("{holds}\n");
    }
    let shown = |side: &Option<String>| side.clone().unwrap_or_else(|| "...".into());
    let answer = if *holds { "yes" } else { "no" };
    let relation = match relation.text() {
        "||" => "is confused with",
        sign => sign,
    };
    format!("{answer}: {} {relation} {}\n", shown(left), shown(right))
}

/// The facts about a value, for people.
pub fn facts_text(facts: &Facts, quiet: bool) -> String {
    let value = facts.value.as_deref().unwrap_or("(too long to write out)");
    if quiet {
        return format!("{value}\n");
    }
    let mut text = format!("value        {value}\n");
    let named = !value.starts_with('{');
    if let Some(options) = facts.options.as_ref().filter(|o| named && o.len() <= 200) {
        let _ = writeln!(text, "options      {options}");
    }
    let _ = writeln!(text, "outcome      {} ({})", facts.outcome.letter(), words(facts.outcome));
    let _ = writeln!(text, "stops        {} and {}", facts.left_stop, facts.right_stop);
    let _ = writeln!(text, "mean         {}", facts.mean);
    let _ = writeln!(text, "temperature  {}", facts.temperature);
    let _ = writeln!(text, "birthday     {}", facts.birthday);
    if let Some(ThermographAnswer { left_wall, right_wall }) = &facts.thermograph {
        for (name, wall) in [("left wall", left_wall), ("right wall", right_wall)] {
            let corners: Vec<String> = wall
                .iter()
                .map(|corner| format!("{} at t = {}", corner.value, corner.temperature))
                .collect();
            let _ = writeln!(text, "{name:<12} {}", corners.join(", "));
        }
    }
    text
}
