//! `sprague misere RULES`: misere nim-values, genus, outcomes, canonical forms, and the misere quotient.

use crate::compute::{parse_game, progress};
use crate::failure::Failure;
use crate::number::seconds;
use crate::output::{Common, Format, Formats};
use sprague::misere::{HeapsSize, LeadRule, Period, Presentation, QuotientSize, Solved};
use sprague::{Budget, Game};
use sprague_answers::misere::{HEAPS, Misere, PERIOD_SEARCH, infinite, outcome, reason};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague misere Kayles --to 20
  sprague misere Kayles --to 20 --symbols 1000
  sprague misere Kayles --quotient
  sprague misere Kayles --quotient --certificate kayles.json && sprague check kayles.json
  sprague misere 0.07 --quotient --to 30
  sprague misere 0.35 --quotient --to 8 --format json
  sprague misere 0.57 --quotient

A canonical form is written as CGSuite does (docs/misere.md), or as ... where it has more symbols than --symbols.
A quotient that does not stop growing is reported as open with the heap reached, or proved infinite
with a rule for all sums.";

pub const FORMATS: Formats =
    Formats::These(&[Format::Text, Format::Json, Format::Csv, Format::Bfile, Format::Latex]);

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
    /// Write the proof of the quotient as a theorem for Coq to this file (docs/formal.md)
    #[arg(long, value_name = "FILE", requires = "quotient")]
    coq: Option<PathBuf>,
    /// Give up when the quotient has more classes than this
    #[arg(long, value_name = "K", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    classes: u32,
    /// Remember the outcomes of at most this many sums (about 15 bytes each)
    #[arg(long, value_name = "K", default_value_t = 10_000_000)]
    sums: usize,
    /// Make at most this many canonical forms for the genus
    #[arg(long, value_name = "K", default_value_t = 1_000_000)]
    forms: usize,
    /// Write canonical forms of at most this many symbols
    #[arg(long, value_name = "K", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    symbols: u32,
    /// Keep what is known of the quotient after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = seconds)]
    time: f64,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let game = parse_game(&args.rules)?;
    let rules = game.rules();
    if rules.has_pass() && args.coq.is_some() {
        let what = "not covered in Coq: quotients of games with a pass";
        return Err(Failure::No(format!("no theorem for Coq: {rules}: {what}")));
    }
    crate::output::files([args.certificate.as_ref(), args.coq.as_ref()])?;
    let to = args.to.unwrap_or(HEAPS);
    let symbols = args.symbols as usize;
    let most = HeapsSize { forms: args.forms, symbols, ..HeapsSize::default() };
    let heaps = game.misere_heaps_within(to, &most, &Budget::unlimited())?;
    let mut answer = Answer { misere: Misere::new(&game, heaps), to };
    if let Some(error) = &answer.misere.heaps.stopped
        && !common.quiet
    {
        eprintln!(
            "sprague: the genus is known to heap {} only: {error}",
            answer.misere.heaps.heaps.len().saturating_sub(1)
        );
    }
    if args.quotient {
        answer.misere.solved = Some(solve(args, &game, common)?);
    }
    let text = match common.format {
        Format::Json => sprague_answers::json(&answer.misere.answer()) + "\n",
        Format::Csv => answer.csv(),
        Format::Bfile => answer.misere.heaps.heaps.iter().enumerate().fold(
            String::new(),
            |mut text, (n, row)| {
                let _ = writeln!(text, "{n} {}", row.value);
                text
            },
        ),
        Format::Latex => answer.latex(),
        Format::Text => answer.text(),
    };
    crate::output::write_all(text.as_bytes())?;
    if let (Some(path), Some(solved)) = (&args.certificate, &answer.misere.solved) {
        crate::output::write_file(path, solved.certificate(rules).to_json())?;
    }
    if let (Some(path), Some(solved)) = (&args.coq, &answer.misere.solved) {
        crate::theorem::write(path, &solved.certificate(rules).into())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn solve(args: &Args, game: &Game, common: &Common) -> Result<Solved, Failure> {
    let bar = progress(common, 0);
    let shown = bar.clone();
    // Ctrl-C and the time keep the quotient of the heaps reached.
    let budget = Budget::unlimited()
        .time(Duration::from_secs_f64(args.time))
        .stopped_by(&crate::interrupt::stop())
        .progress(move |progress| shown.show(progress));
    let most =
        QuotientSize { classes: args.classes as usize, sums: args.sums, ..QuotientSize::default() };
    let to = args.to.unwrap_or(PERIOD_SEARCH);
    let solved = game.misere_quotient_within(to, most, &budget);
    bar.finish_and_clear();
    Ok(solved?)
}

struct Answer {
    misere: Misere,
    to: u32,
}

impl Answer {
    fn csv(&self) -> String {
        let head = ["heap", "genus", "misere_value", "outcome", "birthday", "canonical_form"]
            .map(str::to_owned);
        let rows = self.misere.heaps.heaps.iter().enumerate().map(|(n, row)| {
            let form = row.form.clone().unwrap_or_default();
            let (value, birthday) = (row.value.to_string(), row.birthday.to_string());
            [n.to_string(), row.genus.clone(), value, outcome(row).to_string(), birthday, form]
        });
        crate::output::csv_text(std::iter::once(head).chain(rows))
    }

    fn latex(&self) -> String {
        let mut text = format!(
            "% Misere play of {}; needs \\usepackage{{booktabs}}\n\\begin{{tabular}}{{rlrl}}\n\\toprule\nheap & genus & misere value & outcome \\\\\n\\midrule\n",
            self.misere.rules
        );
        for (n, row) in self.misere.heaps.heaps.iter().enumerate() {
            let genus = match row.genus.split_once('^') {
                Some((g, y)) => {
                    format!("{g}^{{{}}}", y.trim_matches(['(', ')']))
                }
                None => row.genus.clone(),
            };
            let _ = writeln!(text, "{n} & ${genus}$ & {} & {} \\\\", row.value, outcome(row));
        }
        text.push_str("\\bottomrule\n\\end{tabular}\n");
        text
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "game          {}", self.misere.rules);
        let _ = match self.misere.heaps.first_wild() {
            Some((heap, pair)) => {
                writeln!(text, "wild          heap {heap} is the first wild heap: {pair}")
            }
            None => match self.misere.heaps.firm_beyond() {
                Some(heap) => writeln!(
                    text,
                    "tame          proved for all heaps; beyond heap {heap} the misere nim-value is the nim-value"
                ),
                None => writeln!(text, "tame          to heap {}", self.to),
            },
        };
        if let Some(solved) = &self.misere.solved {
            self.quotient_text(&mut text, solved);
            return text;
        }
        let width = self.misere.heaps.heaps.iter().map(|r| r.genus.len()).max().unwrap_or(0).max(5);
        let _ = writeln!(text, "heap  {:<width$}  misere value  outcome  canonical form", "genus");
        for (n, row) in self.misere.heaps.heaps.iter().enumerate() {
            let _ = writeln!(
                text,
                "{n:>4}  {:<width$}  {:>12}  {:<7}  {}",
                row.genus,
                row.value,
                outcome(row),
                row.form.as_deref().unwrap_or("...")
            );
        }
        text
    }

    /// Where the quotient is infinite: the rule for all sums, and how the quotient grew.
    fn lead_text(text: &mut String, solved: &Solved, rule: &LeadRule) {
        let quotient = &solved.quotient;
        let (step, value) = (rule.step(), rule.value());
        let row = |numbers: &[u64]| -> String {
            numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
        };
        let _ = writeln!(
            text,
            "quotient      infinite; that of the heaps to {} has order {}, {} of its classes are P-positions",
            quotient.largest(),
            quotient.order(),
            quotient.p_order(),
        );
        let _ = writeln!(
            text,
            "proved        a sum of nim-value g, total weight S and greatest reach K is a P-position exactly if"
        );
        let _ = writeln!(
            text,
            "              S = 0 and g = 1, or S > 0, K <= S and g = 0, or K >= S+2 and g = {value}"
        );
        let _ = writeln!(text, "weight(0..)   {}", row(rule.weights()));
        let _ = writeln!(text, "reach(0..)    {}", row(rule.reaches()));
        let _ = writeln!(
            text,
            "regular       for n >= {}: weight(n+{period}) = weight(n)+{step}; reach(n+{period}) = reach(n)+{}, or 0 where reach(n) is",
            rule.preperiod(),
            2 * step,
            period = rule.period(),
        );
    }

    fn quotient_text(&self, text: &mut String, solved: &Solved) {
        if let Some(rule) = infinite(solved) {
            Self::lead_text(text, solved, rule);
            self.growth_text(text, solved);
            return;
        }
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
                // Heaps with a pass and without it repeat together.
                for &Period { preperiod, period, window } in list.iter().take(1) {
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
                    quotient.largest() / self.misere.width(),
                    reason(open, self.misere.width())
                );
            }
        }
        let generators: Vec<String> = presentation
            .generators
            .iter()
            .enumerate()
            .map(|(i, g)| format!("{}={}", Presentation::generator_name(i), self.misere.name(*g)))
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
        let shown = match solved.period.as_ref().ok().and_then(|list| list.first()) {
            Some(p) => (p.preperiod + p.period) as usize,
            None => phi.len(),
        };
        let lane = |lane: usize| -> Vec<String> {
            phi.iter()
                .skip(lane)
                .step_by(self.misere.width() as usize)
                .take(shown)
                .cloned()
                .collect()
        };
        if self.misere.width() == 2 {
            let _ = writeln!(text, "Phi(0..)      {}", lane(0).join(" "));
            let _ = writeln!(text, "Phi(0*..)     {}  (* has its pass)", lane(1).join(" "));
        }
        if self.misere.width() == 1 {
            let _ = writeln!(text, "Phi(0..)      {}", lane(0).join(" "));
        }
        self.growth_text(text, solved);
    }

    fn growth_text(&self, text: &mut String, solved: &Solved) {
        let growth: Vec<String> = solved
            .growth
            .iter()
            .skip(1)
            .map(|(heap, order, _)| format!("{}:{order}", self.misere.name(*heap)))
            .collect();
        let _ = writeln!(text, "heap:order    {}", growth.join(" "));
    }
}
