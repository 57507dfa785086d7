//! `sprague info RULES`: what the rules are and which other rules are the same game.

use crate::compute::parse_rules;
use crate::failure::Failure;
use crate::output::{Common, Format, write_line};
use serde_json::{Value, json};
use sprague_games::equivalence::{Redundancy, RedundantBit, redundancy};
use sprague_games::standard_form::{
    StandardForm, one_token_larger, one_token_smaller, standard_form,
};
use sprague_games::{Code, Ruleset, names, words};
use std::process::ExitCode;

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  sprague info Kayles\n  sprague info 0.07 --format json")]
pub struct Args {
    /// The game: 0.77, S(1,2,4), Kayles, 'n -> n-1 | n div 2', ...
    rules: String,
}

/// Everything that is known about the rules without computing a value.
struct Info {
    rules: Ruleset,
    standard: Option<StandardForm>,
    /// First cousins: the code one token smaller and the code one token larger.
    smaller: Option<Code>,
    larger: Option<Code>,
    redundancy: Redundancy,
    /// Other rules with the same nim-sequence, and why.
    equivalent: Vec<(String, &'static str)>,
}

impl Info {
    fn new(rules: Ruleset) -> Self {
        let code = rules.as_code();
        let redundancy = code.as_ref().map(redundancy).unwrap_or_default();
        let mut equivalent = Vec::new();
        if let Some(code) = &code
            && rules.code().is_none()
        {
            equivalent.push((code.to_string(), "the same moves"));
        }
        if let Some(reduced) = &redundancy.reduced {
            equivalent.push((reduced.to_string(), "redundant bits dropped"));
        }
        if let Some(saturated) = &redundancy.saturated {
            equivalent.push((saturated.to_string(), "redundant bits added"));
        }
        // The code with all redundant bits is the one whose digits show a cousin.
        let full = redundancy.saturated.as_ref().or(code.as_ref());
        Self {
            standard: code.as_ref().and_then(standard_form),
            smaller: code.as_ref().filter(|c| !c.is_null()).and_then(one_token_smaller),
            larger: full.and_then(one_token_larger),
            redundancy,
            equivalent,
            rules,
        }
    }

    fn json(&self) -> Value {
        let bits = |list: &[RedundantBit]| -> Vec<Value> {
            list.iter()
                .map(|b| json!({"digit": b.u, "heaps": b.heaps, "theorem": format!("Austin {}", b.theorem)}))
                .collect()
        };
        let cousins: Vec<String> =
            self.smaller.iter().chain(&self.larger).map(Code::to_string).collect();
        json!({
            "game": self.rules.to_string(),
            "class": self.rules.class(),
            "words": words::in_words(&self.rules),
            "standard_form": self.standard.as_ref().map(|s| s.code.to_string()),
            "shift": self.standard.as_ref().map(|s| s.shift),
            "cousins": cousins,
            "equivalent": self.equivalent.iter()
                .map(|(game, why)| json!({"game": game, "status": "proved", "reason": why}))
                .collect::<Vec<_>>(),
            "redundant_bits": {
                "droppable": bits(&self.redundancy.droppable),
                "addable": bits(&self.redundancy.addable),
            },
            "names": self.names(),
        })
    }

    fn names(&self) -> Vec<&'static str> {
        names::names_of(&self.rules)
            .iter()
            .flat_map(|g| std::iter::once(g.name).chain(g.aliases.iter().copied()))
            .collect()
    }

    fn text(&self) -> String {
        let mut lines = vec![format!("game           {}", self.rules)];
        let mut field = |name: &str, text: String| lines.push(format!("{name:<14} {text}"));
        let names = self.names();
        if !names.is_empty() {
            field("names", names.join(", "));
        }
        field("class", self.rules.class());
        for (i, sentence) in words::in_words(&self.rules).into_iter().enumerate() {
            field(if i == 0 { "rules" } else { "" }, sentence);
        }
        match &self.standard {
            Some(form) if form.shift == 0 => field("standard form", "this code".into()),
            Some(form) => field(
                "standard form",
                format!("{}, with G(n) = G_{}(n-{})", form.code, form.code, form.shift),
            ),
            None if self.rules.as_code().is_some_and(|c| c.is_null()) => {
                field("standard form", "none: the reduction never ends".into());
            }
            None => {}
        }
        let mut first = true;
        let mut cousin = |text: String| {
            field(if std::mem::take(&mut first) { "first cousins" } else { "" }, text);
        };
        if let Some(code) = &self.smaller {
            cousin(format!("{code}, with G(n) = G_{code}(n-1)"));
        }
        if let Some(code) = &self.larger {
            cousin(format!("{code}, with G(n) = G_{code}(n+1)"));
        }
        for (i, (game, why)) in self.equivalent.iter().enumerate() {
            field(if i == 0 { "same sequence" } else { "" }, format!("{game} (proved: {why})"));
        }
        let list = |bits: &[RedundantBit]| {
            bits.iter()
                .map(|b| format!("{} in digit {} (Austin {})", 1u64 << b.heaps, b.u, b.theorem))
                .collect::<Vec<_>>()
                .join(", ")
        };
        if !self.redundancy.droppable.is_empty() {
            field("may be dropped", list(&self.redundancy.droppable));
        }
        if !self.redundancy.addable.is_empty() {
            field("may be added", list(&self.redundancy.addable));
        }
        lines.join("\n")
    }
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let info = Info::new(parse_rules(&args.rules)?);
    match common.format {
        Format::Json => write_line(&info.json().to_string())?,
        _ => write_line(&info.text())?,
    }
    Ok(ExitCode::SUCCESS)
}
