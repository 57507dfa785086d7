//! `sprague eval EXPR`

use crate::board::{explain, words};
use crate::failure::Failure;
use crate::output::{Common, Format, write_all};
use serde_json::{Value, json};
use sprague_partisan::error::{Error, ErrorKind};
use sprague_partisan::game::{Game, Games, Relation};
use sprague_partisan::notation::Evaluated;
use std::fmt::Write;
use std::process::ExitCode;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sprague eval '{0|1} + *2 - ^'
  sprague eval '+-{3|2} || 0'             a comparison: exit status 1 if it is false
  sprague eval '{1|1,{1|0}||0}'           a longer bar binds more loosely
  sprague eval 'Subtraction(1,3|2,3): 6'  Left takes 1 or 3, Right 2 or 3

Values: 3, -5/8, * (star), *3, ^ (up), ^2*, v (down), +-G ({G|-G}), +_G (tiny), -_G
(miny), {left options|right options}. Comparisons: < <= = != >= > || (fuzzy) <| |>.")]
pub struct Args {
    /// A value or a comparison
    #[arg(allow_hyphen_values = true)]
    expr: String,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let mut games = Games::new();
    let fail = |e: &Error| explain(e, &args.expr);
    match games.evaluate(&args.expr).map_err(|e| fail(&e))? {
        Evaluated::Value(game) => {
            let facts = Facts::of(&mut games, game).map_err(|e| fail(&e))?;
            facts.print(common)?;
            Ok(ExitCode::SUCCESS)
        }
        Evaluated::Comparison { left, right, relation, holds, .. } => {
            let left = text_of(&mut games, left).map_err(|e| fail(&e))?;
            let right = text_of(&mut games, right).map_err(|e| fail(&e))?;
            let sign = match relation {
                Relation::Less => "<",
                Relation::Equal => "=",
                Relation::Greater => ">",
                Relation::Fuzzy => "||",
            };
            let text = match common.format {
                Format::Json => {
                    let object = json!({
                        "holds": holds, "relation": sign, "left": left, "right": right,
                    });
                    format!("{object}\n")
                }
                _ if common.quiet => format!("{holds}\n"),
                _ => {
                    let shown = |t: &Option<String>| t.clone().unwrap_or_else(|| "...".into());
                    format!("{holds}: {} {sign} {}\n", shown(&left), shown(&right))
                }
            };
            write_all(text.as_bytes())?;
            Ok(if holds { ExitCode::SUCCESS } else { ExitCode::from(1) })
        }
    }
}

/// The canonical form, unless it is too long to write.
pub fn text_of(games: &mut Games, game: Game) -> Result<Option<String>, Error> {
    match games.display(game) {
        Ok(text) => Ok(Some(text)),
        Err(e) if matches!(e.kind(), ErrorKind::TooLarge(_)) => Ok(None),
        Err(e) => Err(e),
    }
}

/// What is said about a value.
pub struct Facts {
    value: Option<String>,
    options: Option<String>,
    outcome: sprague_partisan::Outcome,
    left_stop: String,
    right_stop: String,
    mean: String,
    temperature: String,
    birthday: String,
}

impl Facts {
    pub fn of(games: &mut Games, game: Game) -> Result<Self, Error> {
        let thermograph = games.thermograph(game)?;
        // The options only where the value has a name of its own; they are the value
        // otherwise.
        let options = match games.options(game) {
            Ok(options) => {
                let mut side = |side: &[Game]| -> Result<Option<String>, Error> {
                    let mut texts = Vec::new();
                    for &option in side {
                        match text_of(games, option)? {
                            Some(text) => texts.push(text),
                            None => return Ok(None),
                        }
                    }
                    Ok(Some(texts.join(",")))
                };
                match (side(&options.left)?, side(&options.right)?) {
                    (Some(left), Some(right)) => Some(format!("{{{left} | {right}}}")),
                    _ => None,
                }
            }
            // A nimber too large to list.
            Err(e) if matches!(e.kind(), ErrorKind::TooLarge(_)) => None,
            Err(e) => return Err(e),
        };
        Ok(Self {
            value: text_of(games, game)?,
            options,
            outcome: games.outcome(game)?,
            left_stop: games.left_stop(game).to_string(),
            right_stop: games.right_stop(game).to_string(),
            mean: thermograph.mean.to_string(),
            temperature: thermograph.temperature.to_string(),
            birthday: games.birthday(game)?.to_string(),
        })
    }

    /// The JSON object; `value` is null where the canonical form is too long to write.
    pub fn json(&self) -> Value {
        json!({
            "value": self.value,
            "outcome": self.outcome.letter().to_string(),
            "left_stop": self.left_stop,
            "right_stop": self.right_stop,
            "mean": self.mean,
            "temperature": self.temperature,
            "birthday": self.birthday,
        })
    }

    pub fn text(&self, quiet: bool) -> String {
        let value = self.value.as_deref().unwrap_or("(too long to write out)");
        if quiet {
            return format!("{value}\n");
        }
        let mut text = format!("value        {value}\n");
        let named = !value.starts_with('{');
        if let Some(options) = self.options.as_ref().filter(|o| named && o.len() <= 200) {
            let _ = writeln!(text, "options      {options}");
        }
        let _ = writeln!(text, "outcome      {} ({})", self.outcome.letter(), words(self.outcome));
        let _ = writeln!(text, "stops        {} and {}", self.left_stop, self.right_stop);
        let _ = writeln!(text, "mean         {}", self.mean);
        let _ = writeln!(text, "temperature  {}", self.temperature);
        let _ = writeln!(text, "birthday     {}", self.birthday);
        text
    }

    fn print(&self, common: &Common) -> Result<(), Failure> {
        match common.format {
            Format::Json => write_all(format!("{}\n", self.json()).as_bytes()),
            _ => write_all(self.text(common.quiet).as_bytes()),
        }
    }
}
