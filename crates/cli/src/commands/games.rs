//! `sprague games`: the named games.

use crate::failure::Failure;
use crate::output::{Common, Format, Formats, csv_text, write_line};
use sprague::rules::names::NAMED_GAMES;
use std::process::ExitCode;

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json, Format::Csv]);

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  sprague games\n  sprague games --format csv\n  \
    sprague info DawsonsKayles                  all about one of them")]
pub struct Args {}

pub fn run(_args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let mut lines: Vec<String> = Vec::new();
    match common.format {
        Format::Json => {
            lines.push(sprague_answers::json(&sprague_answers::games::answer()));
        }
        Format::Csv => {
            let head = ["name", "rules", "about", "oeis"];
            let games =
                NAMED_GAMES.iter().map(|g| [g.name, g.rules, g.about, g.oeis.unwrap_or("")]);
            let text = csv_text(std::iter::once(head).chain(games));
            lines.push(text.trim_end_matches('\n').to_owned());
        }
        _ => {
            let name = NAMED_GAMES.iter().map(|g| g.name.len()).max().unwrap_or(0);
            let rules = NAMED_GAMES.iter().map(|g| g.rules.len()).max().unwrap_or(0);
            lines.extend(
                NAMED_GAMES
                    .iter()
                    .map(|g| format!("{:name$}  {:rules$}  {}", g.name, g.rules, g.about)),
            );
        }
    }
    write_line(&lines.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}
