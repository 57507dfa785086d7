//! `sprague info RULES`: what the rules are and which other rules are the same game.

use crate::compute::parse_rules;
use crate::failure::Failure;
use crate::output::{Common, Format, write_line};
use serde_json::{Value, json};
use sprague_certificate::Claim;
use sprague_games::equivalence::{Redundancy, RedundantBit, redundancy};
use sprague_games::standard_form::{
    StandardForm, one_token_larger, one_token_smaller, standard_form,
};
use sprague_games::{Code, Family, Ruleset, names, words};
use sprague_prover::adjoin::{optional_members, plicate, reduced_all_but};
use sprague_prover::{Options, Status, closed_form};
use std::process::ExitCode;

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  sprague info Kayles\n  sprague info 0.07 --format json")]
pub struct Args {
    /// The game: 0.77, S(1,2,4), Kayles, 'n -> n-1 | n div 2', ...
    rules: String,
}

/// Everything that is known about the rules; values are computed only to find the optional
/// members of a subtraction set.
struct Info {
    rules: Ruleset,
    standard: Option<StandardForm>,
    /// First cousins: the code one token smaller and the code one token larger.
    smaller: Option<Code>,
    larger: Option<Code>,
    redundancy: Redundancy,
    /// Other rules with the same nim-sequence, and why.
    equivalent: Vec<(String, &'static str)>,
    /// d and the game of which this one is the d-plicate.
    plicate: Option<(u64, Ruleset)>,
    /// Numbers that may be adjoined to the set, up to [`OPTIONAL`] or twice the largest member.
    optional: Option<Vec<u64>>,
    /// The closed form that gives its values.
    closed_form: Option<&'static str>,
}

/// Optional members are shown up to this number at least.
const OPTIONAL: u64 = 30;

/// The numbers that may be adjoined to a subtraction set: proved, since the game's period is.
fn optional(rules: &Ruleset) -> Option<Vec<u64>> {
    let Family::Subtraction(set) = rules.family() else { return None };
    let options = Options { limit: 20_000, ..Options::default() };
    let go_on = &mut |_| std::ops::ControlFlow::Continue(());
    let solution = sprague_prover::solve(rules, &options, go_on).ok()?;
    let Some(Claim::Regular(r)) = solution.claim else { return None };
    if solution.status != Status::Proved {
        return None;
    }
    let values = solution.values.first((r.preperiod + r.period) as usize);
    Some(optional_members(set.members(), &values, r, OPTIONAL.max(2 * set.max())))
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
        if let Some(smaller) = reduced_all_but(&rules) {
            equivalent.push((smaller.to_string(), "members above twice the others dropped"));
        }
        // The code with all redundant bits is the one whose digits show a cousin.
        let full = redundancy.saturated.as_ref().or(code.as_ref());
        Self {
            standard: code.as_ref().and_then(standard_form),
            smaller: code.as_ref().filter(|c| !c.is_null()).and_then(one_token_smaller),
            larger: full.and_then(one_token_larger),
            redundancy,
            equivalent,
            plicate: plicate(&rules),
            optional: optional(&rules),
            closed_form: closed_form::find(&rules).map(|form| form.theorem()),
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
            "plicate": self.plicate.as_ref().map(|(d, game)| json!({"d": d, "of": game.to_string()})),
            "optional_members": self.optional,
            "closed_form": self.closed_form,
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
        if let Some((d, game)) = &self.plicate {
            field("plicate", format!("G(n) = G_{game}(n div {d}), the {d}-plicate of {game}"));
        }
        if let Some(members) = self.optional.as_ref().filter(|members| !members.is_empty()) {
            let list: Vec<String> = members.iter().map(u64::to_string).collect();
            field("optional", format!("{} may be adjoined", list.join(",")));
        }
        if let Some(theorem) = self.closed_form {
            field("closed form", theorem.to_owned());
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
