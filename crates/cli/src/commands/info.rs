//! `sprague info RULES`: what the rules are and which other rules are the same game.

use crate::failure::Failure;
use crate::input::games;
use crate::output::{Common, Format, Formats, write_line};
use sprague::rules::equivalence::RedundantBit;
use sprague::rules::{Ruleset, cgsuite, words};
use sprague_answers::info::Info;
use std::process::ExitCode;

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json]);

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  sprague info Kayles\n  sprague info 0.07 0.137 --format json\n  \
    sprague info 'AllBut(1,2)' --cgsuite        the same game in CGSuite"
)]
pub struct Args {
    /// The game: 0.77, S(1,2,4), Kayles, 'n -> n-1 | n div 2', ...; or several (- reads a list
    /// from stdin)
    #[arg(required = true)]
    rules: Vec<String>,
    /// Print only the expression that makes these rules in CGSuite
    #[arg(long)]
    cgsuite: bool,
}

fn text(info: &Info) -> String {
    let mut lines = vec![format!("game           {}", info.rules)];
    let mut field = |name: &str, text: String| lines.push(format!("{name:<14} {text}"));
    let names = info.names();
    if !names.is_empty() {
        field("names", names.join(", "));
    }
    field("class", info.rules.class());
    for (i, sentence) in words::in_words(&info.rules).into_iter().enumerate() {
        field(if i == 0 { "rules" } else { "" }, sentence);
    }
    match &info.standard {
        Some(form) if form.shift == 0 => field("standard form", "this code".into()),
        Some(form) => field(
            "standard form",
            format!("{}, with G(n) = G_{}(n-{})", form.code, form.code, form.shift),
        ),
        None if info.rules.as_code().is_some_and(|c| c.is_null()) => {
            field("standard form", "none: the reduction never ends".into());
        }
        None => {}
    }
    let mut first = true;
    let mut cousin = |text: String| {
        field(if std::mem::take(&mut first) { "first cousins" } else { "" }, text);
    };
    if let Some(code) = &info.smaller {
        cousin(format!("{code}, with G(n) = G_{code}(n-1)"));
    }
    if let Some(code) = &info.larger {
        cousin(format!("{code}, with G(n) = G_{code}(n+1)"));
    }
    for (i, (game, why)) in info.equivalent.iter().enumerate() {
        field(if i == 0 { "same sequence" } else { "" }, format!("{game} (proved: {why})"));
    }
    if let Some((d, game)) = &info.plicate {
        field("plicate", format!("G(n) = G_{game}(n div {d}), the {d}-plicate of {game}"));
    }
    if let Some(members) = info.optional.as_ref().filter(|members| !members.is_empty()) {
        let list: Vec<String> = members.iter().map(u64::to_string).collect();
        field("optional", format!("{} may be adjoined", list.join(",")));
    }
    if let Some(theorem) = info.closed_form {
        field("closed form", theorem.to_owned());
    }
    for (i, sentence) in info.record.iter().enumerate() {
        field(if i == 0 { "on record" } else { "" }, sentence.clone());
    }
    let list = |bits: &[RedundantBit]| {
        bits.iter()
            .map(|b| format!("{} in digit {} ({})", 1u64 << b.heaps, b.u, b.theorem))
            .collect::<Vec<_>>()
            .join(", ")
    };
    if !info.redundancy.droppable.is_empty() {
        field("may be dropped", list(&info.redundancy.droppable));
    }
    if !info.redundancy.addable.is_empty() {
        field("may be added", list(&info.redundancy.addable));
    }
    lines.join("\n")
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    for (i, rules) in games(&args.rules)?.into_iter().enumerate() {
        if i > 0 && common.format == Format::Text && !args.cgsuite {
            write_line("")?;
        }
        run_one(rules, args, common)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn run_one(rules: Ruleset, args: &Args, common: &Common) -> Result<(), Failure> {
    if args.cgsuite {
        common.text_only("--cgsuite")?;
        let expression = cgsuite::expression(&rules)
            .ok_or_else(|| Failure::No(format!("CGSuite has no ruleset for {rules}")))?;
        return write_line(&expression);
    }
    let info = Info::new(rules, &sprague::Budget::unlimited());
    match common.format {
        Format::Json => write_line(&sprague_answers::json(&info.answer())),
        _ => write_line(&text(&info)),
    }
}
