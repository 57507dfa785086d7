//! `sprague misere RULES`: misere nim-values, genus, outcomes, and the misere quotient.

use crate::compute::parse_rules;
use crate::failure::Failure;
use crate::output::{Common, Format};
use serde_json::{Value, json};
use sprague_games::Ruleset;
use sprague_play::misere::form::Forms;
use sprague_play::misere::periodicity::Period;
use sprague_play::misere::quotient::{self, Budget, Open, Presentation, Solved};
use sprague_play::misere::tame::{TamePairs, tame_pairs};
use sprague_play::misere::{HeapGame, MisereError};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague misere Kayles --to 20
  sprague misere Kayles --quotient
  sprague misere Kayles --quotient --certificate kayles.json && sprague check kayles.json
  sprague misere 0.07 --quotient --to 30
  sprague misere 0.35 --quotient --to 8 --format json

A quotient that does not stop growing is reported as open with the heap reached.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game: 0.77, S(1,2,4), Kayles, 'n -> n-1 | n div 2', ...
    rules: String,
    /// The largest heap (default 30; with --quotient as far as it takes to find a period)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    to: Option<u32>,
    /// Find and prove the misere quotient
    #[arg(long)]
    quotient: bool,
    /// Write the proof of the quotient to this file, for `sprague check`
    #[arg(long, value_name = "FILE", requires = "quotient")]
    certificate: Option<PathBuf>,
    /// Give up when the quotient has more classes than this
    #[arg(long, value_name = "K", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    classes: u32,
    /// Remember the outcomes of at most this many sums (about 50 bytes each)
    #[arg(long, value_name = "K", default_value_t = 10_000_000)]
    sums: usize,
    /// Make at most this many canonical forms for the genus
    #[arg(long, value_name = "K", default_value_t = 1_000_000)]
    forms: usize,
}

/// The largest heap looked at in search of a period.
const PERIOD_SEARCH: u32 = 2000;

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let rules = parse_rules(&args.rules)?;
    if rules.has_pass() && args.certificate.is_some() {
        return Err(Failure::input("quotients of games with a pass have no certificate"));
    }
    let to = args.to.unwrap_or(30);
    let game = HeapGame::new(&rules, to).map_err(misere_failure)?;
    let width = game.lanes().len();
    // With a pass the heaps that still have it are the game.
    let own = |heap: usize| heap % width == width - 1;
    let mut forms = Forms::new(args.forms);
    let (heaps, stopped) = forms.heaps(&game);
    let rows: Vec<Row> = heaps
        .iter()
        .enumerate()
        .filter(|(i, _)| own(*i))
        .map(|(_, &form)| Row {
            misere: forms.genus(form).misere_value(),
            genus: forms.print_genus(form),
        })
        .collect();
    if let Some(error) = &stopped
        && !common.quiet
    {
        eprintln!(
            "sprague: the genus is known to heap {} only: {error}",
            rows.len().saturating_sub(1)
        );
    }
    let tame = tame_pairs(&game);
    let solved = if args.quotient { Some(solve(args, &rules)?) } else { None };
    let answer = Answer { rules: &rules, to, rows, tame, width: width as u32, solved };
    let text = match common.format {
        Format::Json => answer.json().to_string() + "\n",
        Format::Csv => answer.csv(),
        Format::Bfile => {
            answer.rows.iter().enumerate().fold(String::new(), |mut text, (n, row)| {
                let _ = writeln!(text, "{n} {}", row.misere);
                text
            })
        }
        Format::Latex => answer.latex(),
        Format::Text => answer.text(),
    };
    crate::output::write_all(text.as_bytes())?;
    if let (Some(path), Some(solved)) = (&args.certificate, &answer.solved) {
        crate::output::write_file(path, &solved.certificate(&rules).to_json())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn misere_failure(error: MisereError) -> Failure {
    Failure::input(error)
}

fn solve(args: &Args, rules: &Ruleset) -> Result<Solved, Failure> {
    // Ctrl-C keeps the quotient of the heaps reached.
    let cancel = crate::interrupt::flag();
    let budget = Budget { classes: args.classes as usize, sums: args.sums, ..Budget::default() };
    let mut game = HeapGame::new(rules, 0).map_err(misere_failure)?;
    let to = args.to.unwrap_or(PERIOD_SEARCH);
    quotient::solve(&mut game, to, &budget, &cancel).map_err(misere_failure)
}

struct Row {
    genus: String,
    misere: u32,
}

impl Row {
    fn outcome(&self) -> &'static str {
        if self.misere == 0 { "P" } else { "N" }
    }
}

struct Answer<'a> {
    rules: &'a Ruleset,
    to: u32,
    rows: Vec<Row>,
    tame: TamePairs,
    width: u32,
    solved: Option<Solved>,
}

impl Answer<'_> {
    fn first_wild(&self) -> Option<(u32, String)> {
        self.tame.first_wild.map(|(heap, pair)| (heap / self.width, pair.to_string()))
    }

    /// A heap by its size, with a star when it has its pass.
    fn name(&self, heap: u32) -> String {
        let star = if self.width == 2 && heap % 2 == 1 { "*" } else { "" };
        format!("{}{star}", heap / self.width)
    }

    fn json(&self) -> Value {
        let mut object = json!({
            "game": self.rules.to_string(),
            "to": self.rows.len().saturating_sub(1),
            "misere_values": self.rows.iter().map(|r| r.misere).collect::<Vec<_>>(),
            "genus": self.rows.iter().map(|r| r.genus.clone()).collect::<Vec<_>>(),
            "outcomes": self.rows.iter().map(Row::outcome).collect::<String>(),
            "tame": self.tame.first_wild.is_none(),
            "first_wild": self.first_wild().map(|(heap, pair)| json!({"heap": heap, "genus": pair})),
        });
        if let Some(solved) = &self.solved {
            object["quotient"] = self.quotient_json(solved);
        }
        object
    }

    fn quotient_json(&self, solved: &Solved) -> Value {
        let quotient = &solved.quotient;
        let presentation = quotient.presentation();
        let words: Vec<String> = presentation.words.iter().map(|w| Presentation::word(w)).collect();
        let period = solved.period.as_ref().ok().and_then(|list| list.first());
        json!({
            "order": quotient.order(),
            "p_order": quotient.p_order(),
            "heaps": quotient.largest() / self.width,
            "status": if period.is_some() { "proved" } else { "open" },
            "preperiod": period.map(|p| p.preperiod),
            "period": period.map(|p| p.period),
            "verified_to": period.map(|p| p.window),
            "reason": solved.period.as_ref().err().map(|open| reason(open, self.width)),
            "generators": presentation.generators.iter().map(|&g| self.name(g)).collect::<Vec<_>>(),
            "presentation": presentation.to_string(),
            "p_portion": presentation.p.iter().map(|w| Presentation::word(w)).collect::<Vec<_>>(),
            "pretending_function": quotient
                .pretending_function()
                .iter()
                .enumerate()
                .filter(|(heap, _)| *heap as u32 % self.width == self.width - 1)
                .map(|(_, &c)| words[c as usize].clone())
                .collect::<Vec<_>>(),
            "growth": solved.growth.iter().map(|(heap, order, p)| json!({"heap": heap / self.width, "order": order, "p_order": p})).collect::<Vec<_>>(),
        })
    }

    fn csv(&self) -> String {
        let mut text = String::from("heap,genus,misere_value,outcome\n");
        for (n, row) in self.rows.iter().enumerate() {
            let _ = writeln!(text, "{n},\"{}\",{},{}", row.genus, row.misere, row.outcome());
        }
        text
    }

    fn latex(&self) -> String {
        let mut text = format!(
            "% Misere play of {}; needs \\usepackage{{booktabs}}\n\\begin{{tabular}}{{rlrl}}\n\\toprule\nheap & genus & misere value & outcome \\\\\n\\midrule\n",
            self.rules
        );
        for (n, row) in self.rows.iter().enumerate() {
            let genus = match row.genus.split_once('^') {
                Some((g, y)) => {
                    format!("{g}^{{{}}}", y.trim_matches(['(', ')']))
                }
                None => row.genus.clone(),
            };
            let _ = writeln!(text, "{n} & ${genus}$ & {} & {} \\\\", row.misere, row.outcome());
        }
        text.push_str("\\bottomrule\n\\end{tabular}\n");
        text
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "game          {}", self.rules);
        let _ = match self.first_wild() {
            Some((heap, pair)) => {
                writeln!(text, "wild          heap {heap} is the first wild heap: {pair}")
            }
            None => writeln!(text, "tame          to heap {}", self.to),
        };
        if let Some(solved) = &self.solved {
            self.quotient_text(&mut text, solved);
            return text;
        }
        let width = self.rows.iter().map(|r| r.genus.len()).max().unwrap_or(0).max(5);
        let _ = writeln!(text, "heap  {:<width$}  misere value  outcome", "genus");
        for (n, row) in self.rows.iter().enumerate() {
            let _ = writeln!(
                text,
                "{n:>4}  {:<width$}  {:>12}  {}",
                row.genus,
                row.misere,
                row.outcome()
            );
        }
        text
    }

    fn quotient_text(&self, text: &mut String, solved: &Solved) {
        let quotient = &solved.quotient;
        let presentation = quotient.presentation();
        let _ = writeln!(
            text,
            "quotient      order {}, {} of its classes are P-positions",
            quotient.order(),
            quotient.p_order()
        );
        match &solved.period {
            Ok(list) => {
                for &Period { preperiod, period, window } in list {
                    let _ = writeln!(
                        text,
                        "proved        Phi(n+{period}) = Phi(n) for all n >= {preperiod}; verified to heap {window}, so for all heaps"
                    );
                }
            }
            Err(open) => {
                let _ = writeln!(
                    text,
                    "open          verified for heaps to {} only: {}",
                    quotient.largest() / self.width,
                    reason(open, self.width)
                );
            }
        }
        let generators: Vec<String> = presentation
            .generators
            .iter()
            .enumerate()
            .map(|(i, g)| format!("{}={}", Presentation::generator_name(i), self.name(*g)))
            .collect();
        let _ = writeln!(text, "generators    {}", generators.join(" "));
        let _ = writeln!(text, "presentation  {presentation}");
        let p: Vec<String> = presentation.p.iter().map(|w| Presentation::word(w)).collect();
        let _ = writeln!(text, "P-portion     {}", p.join(" "));
        let phi: Vec<String> = quotient
            .pretending_function()
            .iter()
            .map(|&c| Presentation::word(&presentation.words[c as usize]))
            .collect();
        let lane = |lane: usize| -> Vec<String> {
            phi.iter().skip(lane).step_by(self.width as usize).cloned().collect()
        };
        if self.width == 2 {
            let _ = writeln!(text, "Phi(0..)      {}", lane(0).join(" "));
            let _ = writeln!(text, "Phi(0*..)     {}  (* has its pass)", lane(1).join(" "));
        }
        let shown = match solved.period.as_ref().ok().and_then(|list| list.first()) {
            Some(p) => phi.len().min((p.preperiod + p.period) as usize),
            None => phi.len(),
        };
        if self.width == 1 {
            let _ = writeln!(text, "Phi(0..)      {}", phi[..shown].join(" "));
        }
        let growth: Vec<String> = solved
            .growth
            .iter()
            .skip(1)
            .map(|(heap, order, _)| format!("{}:{order}", self.name(*heap)))
            .collect();
        let _ = writeln!(text, "heap:order    {}", growth.join(" "));
    }
}

fn reason(open: &Open, width: u32) -> String {
    match open {
        Open::Budget { heap, what, limit } => {
            format!("at heap {} more than {limit} {what} would be needed", heap / width)
        }
        Open::Stopped { heap } => format!("stopped at heap {}", heap / width),
        _ => "no period is proved within them".to_owned(),
    }
}
