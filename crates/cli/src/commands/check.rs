//! `sprague check FILE...`: certificates, verified by the independent checker.

use crate::compute::parse_rules;
use crate::failure::Failure;
use crate::input::read_at_most;
use crate::output::{Common, Format, Formats, write_line};
use sprague_answers::check::{Verdict, judge, recomputed};
use sprague_budget::Budget;
use sprague_checker::default_budget;
use sprague_games::Ruleset;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague solve 0.156 --certificate 0.156.json && sprague check 0.156.json
  sprague check kayles.json --game Kayles     fails if it is about another game

The statement printed is what was verified. Exit status 0: every file is verified;
1: a certificate does not prove its claim; 2: a file could not be read.";

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Certificates, as `sprague solve --certificate` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The game the certificates must be about
    #[arg(long, value_name = "RULES")]
    game: Option<String>,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let game = args.game.as_deref().map(parse_rules).transpose()?;
    let mut budget = default_budget();
    if let Some(threads) = common.threads {
        budget = budget.threads(threads.into());
    }
    let mut status = 0;
    for file in &args.files {
        let verdict = judge_file(file, game.as_ref(), &budget);
        status = status.max(match verdict {
            Verdict::Verified { .. } => 0,
            Verdict::Rejected { .. } => 1,
            Verdict::Unreadable { .. } => 2,
        });
        print(file, &verdict, common)?;
    }
    Ok(ExitCode::from(status))
}

/// No certificate is longer than this: the longest ones known have some megabytes.
const LONGEST: u64 = 256 << 20;

fn judge_file(file: &Path, game: Option<&Ruleset>, budget: &Budget) -> Verdict {
    match File::open(file).and_then(|file| read_at_most(file, LONGEST)) {
        Ok(bytes) => judge(&bytes, game, budget),
        Err(error) => Verdict::Unreadable { reason: error.to_string() },
    }
}

fn print(file: &Path, verdict: &Verdict, common: &Common) -> Result<(), Failure> {
    let name = file.display();
    if common.format == Format::Json {
        let answer = verdict.answer(&name.to_string());
        return write_line(&sprague_answers::json(&answer));
    }
    write_line(&match verdict {
        Verdict::Verified { claim, theorem, values, plain } => {
            let how = recomputed(*plain);
            format!("{name}: verified\n  {claim}\n  by {theorem}; {values} values {how}")
        }
        Verdict::Rejected { claim, reason } => {
            format!("{name}: NOT verified\n  {claim}\n  {reason}")
        }
        Verdict::Unreadable { reason } => format!("{name}: NOT verified\n  {reason}"),
    })
}
