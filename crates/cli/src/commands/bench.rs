//! `sprague bench`: fixed games, rates and ratios, with checksums of what was computed.

mod three_heaps;

use crate::compute::parse_rules;
use crate::failure::Failure;
use crate::output::{Common, Format, Formats, write_line};
use sprague::Budget;
use sprague::hunt::Kernel;
use sprague::hunt::checksum;
use sprague::parts::engine::sparse::{Shares, SparseEngine, SparseSettings};
use sprague_answers::bench::{BenchAnswer, BenchRow};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// Examples of use.
const EXAMPLES: &str = "\
Rates are millions of values per second of processor time, every value verified. Rows with several
threads go by the clock on the wall; for more threads than the machine has cores the values are
computed all the same, and the rate is predicted: no more than the thread in front allows (`front`,
nanoseconds of its processor time per value), and no more than all threads together (`all`). The
program `ogsolve` (cargo install ogsolve) is measured in the same run when it is on the PATH. The
whole table takes some minutes; --scale 0.1 is a quick look.

Examples:
  sprague bench
  sprague bench --game 0.6 --game Grundy --threads 1,2,4,8,16
  sprague bench --game 0.6 --scale 10
  sprague bench --three-heaps --scale 0.25
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
    /// The engines for three heaps instead, on games of their own: `sums`, `screened` and
    /// `three-heaps` by every kernel
    #[arg(long)]
    three_heaps: bool,
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
    /// Long enough for several threads to be of interest.
    several_threads: bool,
}

const fn case(game: &'static str, heaps: u64, portable: u64, other: Option<u64>) -> Case {
    Case { game, heaps, portable, other, several_threads: heaps >= 10_000_000 }
}

/// Periodic games go as far as a proof by the finite theorem needs, the others to where
/// something is to be seen: Grundy's game has a rare value at 48399022, 0.744 values from 512 on.
const CASES: [Case; 10] = [
    case("0.6", 60_000_000, 300_000, Some(300_000)),
    case("Grundy", 240_000_000, 300_000, None),
    case("0.744", 10_000_000, 300_000, Some(60_000)),
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
    threads: usize,
    heaps: u64,
    rate: f64,
    times: Option<Times>,
    portable: Option<f64>,
    other: Option<f64>,
    checksum: Option<u64>,
}

impl Row {
    /// What computed it: the kernel and its threads.
    fn engine(&self) -> String {
        match self.threads {
            1 => self.kernel.clone(),
            threads => format!("{} x{threads}", self.kernel),
        }
    }

    fn is_predicted(&self) -> bool {
        self.times.is_some() && self.threads > cores()
    }
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    if !(0.001..=1e6).contains(&args.scale) {
        return Err(Failure::input("--scale: a factor between 0.001 and 1000000"));
    }
    let kernels = if args.kernel.is_empty() { Kernel::available() } else { args.kernel.clone() };
    let wanted = |case: &Case| args.game.is_empty() || args.game.iter().any(|g| g == case.game);
    let asked = common.thread_counts();
    // A measurement takes minutes: people see each row when it is known, JSON is one object.
    let mut rows = Vec::new();
    let json = common.format == Format::Json;
    if args.three_heaps {
        let mut table = three_heaps::Table::new();
        three_heaps::measure(&args.game, &kernels, &asked, args.scale, |row| {
            if !json {
                if rows.is_empty() {
                    write_line(&three_heaps::Table::head())?;
                }
                write_line(&table.line(&row)?)?;
            }
            rows.push(row);
            Ok(())
        })?;
        return if json { print_json(&rows) } else { Ok(()) }.map(|()| ExitCode::SUCCESS);
    }
    let mut tell = |row: Row| {
        if !json {
            if rows.is_empty() {
                write_line(&head())?;
            }
            write_line(&line(&row))?;
        }
        rows.push(row);
        Ok::<(), Failure>(())
    };
    for case in CASES.iter().filter(|c| wanted(c)) {
        let other = case.other.filter(|_| !args.no_ogsolve).and_then(|n| ogsolve(case.game, n));
        if let Some(rate) = other {
            let heaps = case.other.unwrap_or(0);
            let kernel = "ogsolve".to_owned();
            tell(Row {
                game: case.game,
                kernel,
                threads: 1,
                heaps,
                rate,
                times: None,
                portable: None,
                other: Some(rate),
                checksum: None,
            })?;
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
            let several = case.several_threads && kernel == Kernel::best();
            let counts = if several { &asked[..] } else { &[1] };
            for &threads in counts {
                let (rate, times, sum) = measure(case.game, kernel, heaps, threads)?;
                if kernel == Kernel::SCALAR {
                    portable = Some(rate);
                }
                tell(Row {
                    game: case.game,
                    kernel: kernel.to_string(),
                    threads,
                    heaps,
                    rate: times.filter(|_| threads > cores()).map_or(rate, |t| t.predict(threads)),
                    times,
                    portable,
                    other,
                    checksum: Some(sum),
                })?;
            }
        }
    }
    if rows.is_empty() {
        let known: Vec<&str> = CASES.iter().map(|case| case.game).collect();
        return Err(Failure::input(format!("no such game in the list: {}", known.join(", "))));
    }
    if json {
        print_json(&rows)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The cores of this machine.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Seconds of processor time per value.
#[derive(Clone, Copy)]
struct Times {
    /// Of the thread in front.
    front: f64,
    /// Of all threads together.
    all: f64,
}

impl Times {
    fn new(shares: Shares) -> Option<Self> {
        let front = shares.front.as_secs_f64() / shares.heaps as f64;
        let rest = (shares.ahead + shares.check).as_secs_f64() / shares.heaps as f64;
        (shares.heaps > 0 && front > 0.0).then_some(Self { front, all: front + rest })
    }

    /// Values per second with a core for each thread: neither more than the front allows nor more
    /// than all together.
    fn predict(self, threads: usize) -> f64 {
        (1.0 / self.front).min(threads as f64 / self.all)
    }
}

/// The processor time of this thread.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The clock that says how long the threads were at their work.
const THREAD_CLOCK: Option<fn() -> Duration> = {
    #[cfg(unix)]
    let clock = Some(thread_time as fn() -> Duration);
    #[cfg(not(unix))]
    let clock = None;
    clock
};

/// Rate in values per second of processor time (several threads: of time), the times of the
/// threads, and the checksum of the values. The threads are timed in a run of its own: the clock takes
/// time, too.
fn measure(
    game: &str,
    kernel: Kernel,
    heaps: u64,
    threads: usize,
) -> Result<(f64, Option<Times>, u64), Failure> {
    let (rate, _, sum) = computed(game, kernel, heaps, threads, None)?;
    if threads == 1 || THREAD_CLOCK.is_none() {
        return Ok((rate, None, sum));
    }
    let (_, shares, again) = computed(game, kernel, heaps, threads, THREAD_CLOCK)?;
    if again != sum {
        let differ = format!("{game}: two runs with {threads} threads have different values");
        return Err(Failure::No(differ));
    }
    Ok((rate, Times::new(shares), sum))
}

/// One run.
fn computed(
    game: &str,
    kernel: Kernel,
    heaps: u64,
    threads: usize,
    thread_clock: Option<fn() -> Duration>,
) -> Result<(f64, Shares, u64), Failure> {
    let moves =
        parse_rules(game)?.finite_moves().ok_or_else(|| Failure::input("no finite moves"))?;
    let mut seconds = 0.0;
    let mut sum = 0;
    let several = threads > 1;
    let clock = Clock::start(several);
    let settings =
        SparseSettings { kernel, threads, clock: thread_clock, ..SparseSettings::default() };
    let budget = Budget::unlimited();
    let mut engine = SparseEngine::new(&moves, settings, &budget).map_err(Failure::input)?;
    seconds += clock.seconds();
    let mut done = 0;
    while done < heaps {
        let to = heaps.min(done + (1 << 22));
        let clock = Clock::start(several);
        engine.advance(to, &budget).map_err(Failure::input)?;
        seconds += clock.seconds();
        // Not on the clock: what was computed.
        if to <= CHECKED_WHOLE || to.is_multiple_of(1 << 26) || to == heaps {
            sum = checksum(sum, &engine.values(done, to).unwrap_or_default());
        }
        done = to;
    }
    Ok((heaps as f64 / seconds, engine.shares(), sum))
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

fn print_json(rows: &[Row]) -> Result<(), Failure> {
    let rows = rows.iter().map(|r| BenchRow {
        game: r.game,
        kernel: r.kernel.clone(),
        threads: r.threads as u32,
        heaps: r.heaps,
        per_second: r.rate.round(),
        predicted: r.is_predicted(),
        front_nanoseconds: r.times.map(|t| 1e9 * t.front),
        all_nanoseconds: r.times.map(|t| 1e9 * t.all),
        ratio_to_portable: r.portable.map(|p| r.rate / p),
        ratio_to_ogsolve: r.other.map(|o| r.rate / o),
        checksum: r.checksum.map(|c| format!("{c:016x}")),
    });
    write_line(&sprague_answers::json(&BenchAnswer { rows: rows.collect() }))
}

fn head() -> String {
    format!(
        "{:8} {:10} {:>12} {:>9} {:>10} {:>11} {:>9} {:>7}  {}",
        "game",
        "kernel",
        "heaps",
        "M/s",
        "x portable",
        "x ogsolve",
        "front ns",
        "all ns",
        "checksum"
    )
}

fn line(r: &Row) -> String {
    let ratio = |other: Option<f64>| other.map_or("-".to_owned(), |o| format!("{:.1}", r.rate / o));
    format!(
        "{:8} {:10} {:>12} {:>9} {:>10} {:>11} {:>9} {:>7}  {}{}",
        r.game,
        r.engine(),
        r.heaps,
        format!("{:.3}", r.rate / 1e6),
        ratio(r.portable),
        ratio(r.other),
        r.times.map_or("-".to_owned(), |t| format!("{:.1}", 1e9 * t.front)),
        r.times.map_or("-".to_owned(), |t| format!("{:.1}", 1e9 * t.all)),
        r.checksum.map_or("-".to_owned(), |c| format!("{c:016x}")),
        if r.is_predicted() { "  rate predicted" } else { "" },
    )
}
