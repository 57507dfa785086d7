//! `sprague bench`: fixed games, rates and ratios, with checksums of what was computed.

use crate::compute::parse_rules;
use crate::failure::Failure;
use crate::output::{Common, Format, Formats, write_line};
use sprague::Budget;
use sprague::hunt::Kernel;
use sprague::hunt::checksum;
use sprague::parts::engine::sparse::{SparseEngine, SparseSettings};
use sprague_answers::bench::{BenchAnswer, BenchRow};
use std::fmt::Write;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// Examples of use.
const EXAMPLES: &str = "\
Rates are millions of values per second of processor time, every value verified. Rows with two
threads (where --threads and the machine allow them) go by the clock on the wall. The program
`ogsolve` (cargo install ogsolve) is measured in the same run when it is on the PATH. The whole
table takes some minutes; --scale 0.1 is a quick look.

Examples:
  sprague bench
  sprague bench --game 0.6 --scale 10
  sprague bench --kernel avx512 --format json";

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Only this game of the list (may be given several times)
    #[arg(long, value_name = "RULES")]
    game: Vec<String>,
    /// Only this kernel (may be given several times) [default: all this machine has]
    #[arg(long, value_name = "NAME")]
    kernel: Vec<Kernel>,
    /// Compute this many times more values with each kernel
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    scale: f64,
    /// Do not run ogsolve
    #[arg(long)]
    no_ogsolve: bool,
}

/// A game, how far our kernels go, the portable engine and ogsolve.
struct Case {
    game: &'static str,
    heaps: u64,
    portable: u64,
    other: Option<u64>,
    /// Long enough for two threads to be of interest.
    two_threads: bool,
}

const fn case(game: &'static str, heaps: u64, portable: u64, other: Option<u64>) -> Case {
    Case { game, heaps, portable, other, two_threads: heaps >= 10_000_000 }
}

/// Periodic games go as far as a proof by the finite theorem needs, the others to where
/// something is to be seen: Grundy's game has a rare value at 48399022.
const CASES: [Case; 9] = [
    case("0.6", 30_000_000, 300_000, Some(300_000)),
    case("Grundy", 60_000_000, 300_000, None),
    case("0.106", 10_000_000_000, 10_000_000, Some(3_000_000)),
    case("0.454", 390_000_000, 2_000_000, Some(2_000_000)),
    case("0.16", 520_000, 520_000, Some(520_000)),
    case("0.354", 20_200_000, 1_000_000, Some(1_000_000)),
    case("0.127", 94_000, 94_000, Some(94_000)),
    case("0.56", 660_000, 660_000, Some(660_000)),
    case("0.376", 4_600_000, 300_000, Some(60_000)),
];

/// Beyond this many heaps only every 64th block enters the checksum, which would otherwise
/// take longer than the computation.
const CHECKED_WHOLE: u64 = 1 << 27;

/// One measurement.
struct Row {
    game: &'static str,
    kernel: String,
    threads: u32,
    heaps: u64,
    rate: f64,
    portable: Option<f64>,
    other: Option<f64>,
    checksum: Option<u64>,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    if !(0.001..=1e6).contains(&args.scale) {
        return Err(Failure::input("--scale: a factor between 0.001 and 1000000"));
    }
    let kernels = if args.kernel.is_empty() { Kernel::available() } else { args.kernel.clone() };
    let wanted = |case: &Case| args.game.is_empty() || args.game.iter().any(|g| g == case.game);
    let mut rows = Vec::new();
    let two_cores = common.second_core();
    for case in CASES.iter().filter(|c| wanted(c)) {
        let other = case.other.filter(|_| !args.no_ogsolve).and_then(|n| ogsolve(case.game, n));
        if let Some(rate) = other {
            let heaps = case.other.unwrap_or(0);
            let kernel = "ogsolve".to_owned();
            rows.push(Row {
                game: case.game,
                kernel,
                threads: 1,
                heaps,
                rate,
                portable: None,
                other: Some(rate),
                checksum: None,
            });
        }
        let mut portable = None;
        for &kernel in &kernels {
            // The fastest goes all the way; to measure the others a part of it is enough.
            let heaps = match kernel {
                Kernel::SCALAR => case.portable,
                best if best == Kernel::best() => case.heaps,
                _ => case.portable.max(case.heaps / 8),
            };
            let heaps = ((heaps as f64 * args.scale) as u64).max(20_000);
            let two = case.two_threads && two_cores && kernel == Kernel::best();
            for threads in 1..=if two { 2 } else { 1 } {
                let (rate, sum) = measure(case.game, kernel, heaps, threads)?;
                if kernel == Kernel::SCALAR {
                    portable = Some(rate);
                }
                rows.push(Row {
                    game: case.game,
                    kernel: kernel.to_string(),
                    threads,
                    heaps,
                    rate,
                    portable,
                    other,
                    checksum: Some(sum),
                });
            }
        }
    }
    if rows.is_empty() {
        let known: Vec<&str> = CASES.iter().map(|case| case.game).collect();
        return Err(Failure::input(format!("no such game in the list: {}", known.join(", "))));
    }
    print(&rows, common)?;
    Ok(ExitCode::SUCCESS)
}

/// Rate in values per second of processor time (two threads: of time), and the checksum of the
/// values.
fn measure(game: &str, kernel: Kernel, heaps: u64, threads: u32) -> Result<(f64, u64), Failure> {
    let moves =
        parse_rules(game)?.finite_moves().ok_or_else(|| Failure::input("no finite moves"))?;
    let mut seconds = 0.0;
    let mut sum = 0;
    let second_core = threads > 1;
    let clock = Clock::start(second_core);
    let settings = SparseSettings { kernel, second_core, ..SparseSettings::default() };
    let budget = Budget::unlimited();
    let mut engine = SparseEngine::new(&moves, settings, &budget).map_err(Failure::input)?;
    seconds += clock.seconds();
    let mut done = 0;
    while done < heaps {
        let to = heaps.min(done + (1 << 20));
        let clock = Clock::start(second_core);
        engine.advance(to, &budget).map_err(Failure::input)?;
        seconds += clock.seconds();
        // Not on the clock: what was computed.
        if to <= CHECKED_WHOLE || to.is_multiple_of(1 << 26) || to == heaps {
            sum = checksum(sum, &engine.values(done, to).unwrap_or_default());
        }
        done = to;
    }
    Ok((heaps as f64 / seconds, sum))
}

/// Processor time of this thread where the system tells it, else the time of day.
struct Clock {
    wall: Instant,
    thread: Option<f64>,
}

impl Clock {
    fn start(wall_only: bool) -> Self {
        let thread = if wall_only { None } else { Self::thread() };
        Self { wall: Instant::now(), thread }
    }

    fn thread() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
    }

    fn seconds(&self) -> f64 {
        match (self.thread, Self::thread()) {
            (Some(a), Some(b)) => (b - a).max(1e-9),
            _ => self.wall.elapsed().as_secs_f64().max(1e-9),
        }
    }
}

/// Processor time of the child processes that have ended.
fn children() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
    // cutime and cstime, in hundredths of a second.
    Some((ticks(13)? + ticks(14)?) / 100.0)
}

/// The rate of `ogsolve -m rc2`, if it is there.
fn ogsolve(game: &str, heaps: u64) -> Option<f64> {
    let before = children();
    let wall = Instant::now();
    let status = Command::new("ogsolve")
        .args(["-m", "rc2", "-n", &heaps.to_string(), game])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .ok()?;
    if !status.success() {
        return None;
    }
    let seconds = match (before, children()) {
        (Some(a), Some(b)) if b > a => b - a,
        _ => wall.elapsed().as_secs_f64(),
    };
    Some(heaps as f64 / seconds)
}

fn print(rows: &[Row], common: &Common) -> Result<(), Failure> {
    if common.format == Format::Json {
        let rows = rows.iter().map(|r| BenchRow {
            game: r.game,
            kernel: r.kernel.clone(),
            threads: r.threads,
            heaps: r.heaps,
            per_second: r.rate.round(),
            ratio_to_portable: r.portable.map(|p| r.rate / p),
            ratio_to_ogsolve: r.other.map(|o| r.rate / o),
            checksum: r.checksum.map(|c| format!("{c:016x}")),
        });
        return write_line(&sprague_answers::json(&BenchAnswer { rows: rows.collect() }));
    }
    let mut text = format!(
        "{:8} {:9} {:>12} {:>9} {:>10} {:>11}  {}\n",
        "game", "kernel", "heaps", "M/s", "x portable", "x ogsolve", "checksum"
    );
    for r in rows {
        let ratio =
            |other: Option<f64>| other.map_or("-".to_owned(), |o| format!("{:.1}", r.rate / o));
        let _ = writeln!(
            text,
            "{:8} {:9} {:>12} {:>9.3} {:>10} {:>11}  {}",
            r.game,
            if r.threads == 1 { r.kernel.clone() } else { format!("{} x{}", r.kernel, r.threads) },
            r.heaps,
            r.rate / 1e6,
            ratio(r.portable),
            ratio(r.other),
            r.checksum.map_or("-".to_owned(), |c| format!("{c:016x}")),
        );
    }
    write_line(text.trim_end())
}
