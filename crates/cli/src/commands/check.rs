//! `sprague check FILE...`: certificates, verified by the independent checker.

use crate::compute::{parse_rules, progress};
use crate::failure::Failure;
use crate::input::read_at_most;
use crate::number::seconds;
use crate::output::{Common, Format, Formats, Tone, files, is_standard, write_line};
use sprague::rules::Ruleset;
use sprague::{Budget, Certificate, Progress, checking_budget};
use sprague_answers::check::{CheckAnswer, CoqAnswer, CoqWord, Verdict, judge, recomputed};
use sprague_coq::{Coq, Options, Theorem};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague solve 0.156 --certificate 0.156.json && sprague check 0.156.json
  sprague check kayles.json --game Kayles     fails if it is about another game
  sprague solve Kayles --certificate - | sprague check -
  sprague check kayles.json --coq             Coq's kernel judges it, too
  sprague check triples.jsonl                 many certificates, one in a line

The statement printed is what was verified. Exit status 0: every file is verified;
1: a certificate does not prove its claim; 2: a file could not be read. With --coq, 0 also
says that Coq accepted a theorem without axioms for every file. Coq has to be installed; the
library of theorems is compiled once, into the folder of the user's caches (some minutes).";

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Certificates, as `sprague solve --certificate` writes them, or files with one in each line; - is standard
    /// input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The game the certificates must be about
    #[arg(long, value_name = "RULES")]
    game: Option<String>,
    /// Give up on a file after this long, which leaves it unverified (default: never)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Have Coq judge every certificate as a theorem, too (docs/formal.md)
    #[arg(long)]
    coq: bool,
    /// Write the certificate, verified or not, as a theorem for Coq to this file
    #[arg(long, value_name = "FILE")]
    coq_file: Option<PathBuf>,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let game = args.game.as_deref().map(parse_rules).transpose()?;
    let mut budget = checking_budget();
    if let Some(threads) = common.asked_threads() {
        budget = budget.threads(threads);
    }
    if let Some(time) = args.time {
        budget = budget.time(Duration::from_secs_f64(time));
    }
    files([args.coq_file.as_ref()])?;
    if args.coq_file.is_some() && args.files.len() > 1 {
        return Err(Failure::input("--coq-file is for one certificate: name one file"));
    }
    // The library is compiled when the first theorem is there to be judged.
    let mut coq = args.coq.then(Judge::installed).transpose()?;
    let mut status = 0;
    for file in &args.files {
        let read = if is_standard(file) {
            read_at_most(io::stdin(), LONGEST)
        } else {
            File::open(file).and_then(|file| read_at_most(file, LONGEST))
        };
        if let Some(lines) = read.as_ref().ok().and_then(|bytes| several(bytes)) {
            if args.coq || args.coq_file.is_some() {
                return Err(Failure::input(format!(
                    "--coq and --coq-file are for single certificates, {} has several",
                    file.display()
                )));
            }
            status = status.max(check_lines(file, &lines, game.as_ref(), &budget, common)?);
            continue;
        }
        if !common.quiet
            && let Some(work) = read.as_ref().ok().and_then(|bytes| long_work(bytes))
        {
            eprintln!("sprague: {} {work}", file.display());
        }
        let verdict = match &read {
            Ok(bytes) => judge(bytes, game.as_ref(), &budget),
            Err(error) => Verdict::Unreadable { reason: error.to_string() },
        };
        let certificate = read.ok().and_then(|bytes| Certificate::from_json(&bytes).ok());
        let asked = match (&verdict, &mut coq, &certificate) {
            (Verdict::Verified { .. }, Some(coq), Some(certificate)) => {
                Some(coq.ask(certificate, common)?)
            }
            _ => None,
        };
        let refused = asked.as_ref().is_some_and(|asked| asked.verdict != CoqWord::Accepted);
        status = status.max(status_of(&verdict)).max(refused.into());
        print(file, &verdict, asked, common)?;
        if args.coq && common.format == Format::Text && status_of(&verdict) != 0 {
            write_line("  Coq: not asked about what is not verified")?;
        }
        if let (Some(path), Some(certificate)) = (&args.coq_file, &certificate) {
            crate::theorem::write(path, certificate)?;
        }
    }
    Ok(ExitCode::from(status))
}

/// The lines of a file with a certificate in each of them, at least two.
fn several(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let lines: Vec<&[u8]> = bytes.split(|&b| b == b'\n').filter(|line| !line.is_empty()).collect();
    (lines.len() > 1 && lines[0].starts_with(b"{") && lines[0].ends_with(b"}")).then_some(lines)
}

/// Verifies every line; says how many hold, and which do not.
fn check_lines(
    file: &Path,
    lines: &[&[u8]],
    game: Option<&Ruleset>,
    budget: &Budget,
    common: &Common,
) -> Result<u8, Failure> {
    let (mut status, mut verified) = (0, 0);
    let bar = progress(common, lines.len() as u64);
    for (number, line) in (1_u64..).zip(lines) {
        let verdict = judge(line, game, budget);
        bar.set_position(number);
        status = status.max(status_of(&verdict));
        if let Verdict::Verified { .. } = verdict {
            verified += 1;
        }
        if status_of(&verdict) != 0 || common.format == Format::Json {
            let place = format!("{}, line {number}", file.display());
            print(Path::new(&place), &verdict, None, common)?;
        }
    }
    bar.finish_and_clear();
    if common.format == Format::Text {
        let name = file.display();
        let of = lines.len();
        write_line(&if verified == of {
            format!("{name}: {of} certificates verified")
        } else {
            format!("{name}: {verified} of {of} certificates verified")
        })?;
    }
    Ok(status)
}

/// What a certificate asks for, where that may take longer than a second.
fn long_work(bytes: &[u8]) -> Option<String> {
    let work = Certificate::from_json(bytes).ok()?.work()?;
    (work.options > 1 << 30).then(|| {
        format!("asks for {} values with about {:.1e} options", work.values, work.options as f64)
    })
}

/// The exit status of a verdict alone.
fn status_of(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Verified { .. } => 0,
        Verdict::Rejected { .. } => 1,
        Verdict::Unreadable { .. } => 2,
    }
}

/// The installed Coq, its library compiled where it was asked before.
struct Judge {
    version: String,
    coq: Option<Coq>,
}

impl Judge {
    fn installed() -> Result<Self, Failure> {
        Ok(Self { version: Coq::installed().map_err(Failure::input)?, coq: None })
    }

    /// Has Coq judge a certificate.
    fn ask(&mut self, certificate: &Certificate, common: &Common) -> Result<CoqAnswer, Failure> {
        let version = self.version.clone();
        let exported = match sprague_coq::export(certificate.details(), &Options::default()) {
            Ok(exported) => exported,
            Err(refusal) => {
                let (verdict, reason) = (CoqWord::NotCovered, Some(refusal.to_string()));
                return Ok(CoqAnswer { verdict, version, theorems: Vec::new(), reason });
            }
        };
        let coq = match &self.coq {
            Some(coq) => coq,
            None => self.coq.insert(find_coq(common)?),
        };
        let (verdict, reason) = match coq.judge(&exported).map_err(Failure::input)? {
            sprague_coq::Verdict::Accepted => (CoqWord::Accepted, None),
            sprague_coq::Verdict::Refused { reason } => (CoqWord::Refused, Some(reason)),
        };
        let theorem = |t: &Theorem| format!("{}: {}", t.name, t.statement);
        let theorems = exported.theorems.iter().map(theorem).collect();
        Ok(CoqAnswer { verdict, version, theorems, reason })
    }
}

/// Finds Coq, and says how far its library is compiled.
fn find_coq(common: &Common) -> Result<Coq, Failure> {
    let bar = progress(common, 0);
    let mut said = common.quiet;
    let coq = Coq::find(&mut |done, of| {
        if !std::mem::replace(&mut said, true) {
            eprintln!("sprague: compiling the library of theorems for Coq, once");
        }
        bar.show(&Progress { done: done as u64, total: Some(of as u64), unit: "files" });
    });
    bar.finish_and_clear();
    coq.map_err(Failure::input)
}

/// No certificate is longer than this: the longest ones known have some megabytes.
const LONGEST: u64 = 256 << 20;

fn print(
    file: &Path,
    verdict: &Verdict,
    coq: Option<CoqAnswer>,
    common: &Common,
) -> Result<(), Failure> {
    let name = file.display();
    if common.format == Format::Json {
        let answer = CheckAnswer { coq, ..verdict.answer(&name.to_string()) };
        return write_line(&sprague_answers::json(&answer));
    }
    let text = match verdict {
        Verdict::Verified { claim, theorem, values, plain } => {
            let how = recomputed(*plain, *theorem);
            format!("{name}: verified\n  {claim}\n  by {theorem}; {values} values {how}")
        }
        Verdict::Rejected { claim, reason } => {
            format!("{name}: NOT verified\n  {claim}\n  {reason}")
        }
        Verdict::Unreadable { reason } => format!("{name}: NOT verified\n  {reason}"),
    };
    write_line(&common.toned(&text, |line| {
        let verdict = |word| line.strip_prefix(&name.to_string()) == Some(word);
        match () {
            () if verdict(": verified") => Some(Tone::Good),
            () if verdict(": NOT verified") => Some(Tone::Bad),
            () => None,
        }
    }))?;
    coq.map_or(Ok(()), |coq| write_line(&coq_text(&coq)))
}

/// What Coq says, for people.
fn coq_text(coq: &CoqAnswer) -> String {
    let CoqAnswer { verdict, version, theorems, reason } = coq;
    let reason = reason.as_deref().unwrap_or_default();
    match verdict {
        CoqWord::NotCovered => format!("  Coq {version}: not asked: {reason}"),
        CoqWord::Refused => format!("  Coq {version}: REFUSED: {reason}"),
        CoqWord::Accepted => {
            let lines = theorems.iter().flat_map(|theorem| theorem.lines());
            let lines: Vec<String> = lines.map(|line| format!("\n    {line}")).collect();
            format!("  Coq {version}: accepted, without axioms{}", lines.concat())
        }
    }
}
