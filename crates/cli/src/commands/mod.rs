//! One file per command: `Args`, what it is told; `FORMATS`, what it prints; `run`. The list
//! below makes commands of them.

use crate::failure::Failure;
use crate::output::Common;
use std::fmt::Write;
use std::process::ExitCode;

pub mod atlas;
pub mod bench;
pub mod best;
pub mod census;
pub mod check;
pub mod col;
pub mod completions;
pub mod eval;
pub mod family;
pub mod games;
pub mod graph;
pub mod hunt;
pub mod info;
pub mod man;
pub mod misere;
pub mod moves;
pub mod play;
pub mod plot;
pub mod positions;
pub mod selftest;
pub mod serve;
pub mod snort;
pub mod solve;
pub mod stats;
pub mod table;
pub mod value;
pub mod values;

/// Makes the subcommands of the program: what people want, and for each command its sentence, its
/// name and its file.
macro_rules! commands {
    ($($wish:literal: $(#[doc = $sentence:literal] $name:ident => $file:ident;)*)*) => {
        /// A command with its arguments.
        #[derive(clap::Subcommand)]
        pub enum Command {
            $($(#[doc = $sentence] $name($file::Args),)*)*
        }

        impl Command {
            /// Does what the command says.
            pub fn run(&self, common: &Common) -> Result<ExitCode, Failure> {
                // Until the command names a file that is standard output.
                crate::output::files([])?;
                if !matches!(self, Self::Bench(_)) {
                    common.one_number_of_threads()?;
                }
                match self {
                    $($(Self::$name(args) => $file::run(args, common),)*)*
                }
            }
        }

        /// The program with the formats of each command.
        pub fn with_formats(program: clap::Command) -> clap::Command {
            program$($(.mut_subcommand(stringify!($file), |command| $file::FORMATS.of(command)))*)*
        }

        /// What people want, and the commands that do it, each with its sentence.
        pub const WISHES: &[(&str, &[(&str, &str)])] =
            &[$(($wish, &[$((stringify!($file), $sentence)),*])),*];
    };
}

commands! {
    "Compute":
    /// The nim-sequence G(A..=N)
    Values => values;
    /// The nim-value of one heap
    Value => value;
    /// The options of a heap with their nim-values
    Moves => moves;
    /// Rules in words, standard form, cousins, other rules for the same game
    Info => info;
    /// Frequencies, rare and common values, records, sub-periods
    Stats => stats;
    /// The nim-sequence drawn, as SVG or PNG
    Plot => plot;
    "Prove":
    /// Finds the regularity of a nim-sequence and proves it
    Solve => solve;
    /// Verifies certificates with the independent checker
    Check => check;
    /// A long run with checkpoints that resumes by itself
    Hunt => hunt;
    "Play":
    /// Who wins a position, and every winning move
    Best => best;
    /// A game against the computer
    Play => play;
    /// The game graph of a position: dot, svg
    Graph => graph;
    /// The P-positions with one, two or three heaps
    Positions => positions;
    /// Misere play: nim-values, genus, outcomes, quotient
    Misere => misere;
    /// Partisan games: value, canonical form, comparison of an expression
    Eval => eval;
    /// The value of a Col position
    Col => col;
    /// The value of a Snort position
    Snort => snort;
    "Survey":
    /// Surveys a whole family of games into the atlas
    Census => census;
    /// Questions to the atlas: find, show, stats, sql, export, verify
    Atlas => atlas;
    /// A family with a parameter, and how its periods depend on it
    Family => family;
    /// The classical tables, recomputed to any bound
    Table => table;
    /// The named games
    Games => games;
    "Tools":
    /// The web page and its JSON API
    Serve => serve;
    /// The benchmark, with ratios
    Bench => bench;
    /// Known results, computed anew by every kernel of this machine and checked
    Selftest => selftest;
    /// Shell completions on standard output
    Completions => completions;
    /// The manual pages (roff), one for each command
    Man => man;
}

/// The program with its commands listed by what people want.
pub fn with_wishes(program: clap::Command) -> clap::Command {
    let width = WISHES.iter().flat_map(|(_, list)| *list).map(|(name, _)| name.len()).max();
    let width = width.unwrap_or(0);
    let mut list = String::new();
    for (wish, commands) in WISHES {
        let _ = writeln!(list, "{wish}:");
        for (name, sentence) in *commands {
            let _ = writeln!(list, "  {name:<width$}  {}", sentence.trim());
        }
        list.push('\n');
    }
    program.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}Options:\n{{options}}{{after-help}}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every command says what it is for and shows two examples; so does the program.
    #[test]
    fn every_command_has_examples() {
        let mut program = crate::command();
        program.build();
        let examples = |command: &mut clap::Command| {
            command.render_long_help().to_string().matches("\n  sprague ").count()
        };
        assert!(examples(&mut program) >= 2);
        for (_, commands) in WISHES {
            for (name, sentence) in *commands {
                let command = program.find_subcommand_mut(name).unwrap();
                assert!(examples(command) >= 2, "{name}");
                assert!(command.get_about().is_some_and(|a| a.to_string() == sentence.trim()));
            }
        }
    }
}
