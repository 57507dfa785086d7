//! The engines for three heaps against each other.

use super::{Clock, Row, cores};
use crate::compute::parse_rules;
use crate::failure::Failure;
use sprague::Budget;
use sprague::hunt::{Kernel, checksum};
use sprague::parts::engine::three_heaps::ThreeHeaps;
use sprague::parts::engine::{Engine, EngineChoice, EngineKind, human_bytes, plan, screened, sums};
use std::fmt::Write;

/// Codes whose values grow: five by their names in tables, five drawn at random.
const GAMES: [&str; 11] = [
    "0.F6",
    "0.99",
    "0.09",
    "0.49",
    "0.18",
    "0.9F8",
    "0.BDF",
    "0.5BD",
    "0.CBA",
    "0.D77",
    "0.660060008",
];
const HEAPS: f64 = 32_768.0;

/// Measures the engines `sums`, `screened` and `three-heaps`, the last with every kernel asked for, and the
/// best one with as many threads as are asked for.
pub(super) fn measure(
    games: &[String],
    kernels: &[Kernel],
    threads: &[usize],
    scale: f64,
) -> Result<Vec<Row>, Failure> {
    let heaps = ((HEAPS * scale) as u64).max(1024);
    let mut rows = Vec::new();
    for game in GAMES.into_iter().filter(|g| games.is_empty() || games.iter().any(|h| h == g)) {
        let rules = parse_rules(game)?;
        let one = Budget::unlimited().threads(1);
        let slow: [(&str, Box<dyn Engine>); 2] = [
            ("sums", Box::new(sums::Sums::new(&rules, &one).map_err(Failure::input)?)),
            ("screened", Box::new(screened::Screened::new(&rules, &one).map_err(Failure::input)?)),
        ];
        for (name, mut engine) in slow {
            rows.push(run(game, name.to_owned(), &mut *engine, heaps, 1)?);
        }
        for &kernel in kernels {
            let counts = if kernel == Kernel::best() { threads } else { &[1] };
            for &threads in counts.iter().filter(|&&threads| threads <= cores()) {
                let budget = Budget::unlimited().threads(threads);
                let mut engine =
                    ThreeHeaps::with_kernel(&rules, kernel, &budget).map_err(Failure::input)?;
                rows.push(run(game, kernel.to_string(), &mut engine, heaps, threads)?);
            }
        }
    }
    if rows.is_empty() {
        return Err(Failure::input(format!("no such game in the list: {}", GAMES.join(", "))));
    }
    Ok(rows)
}

fn run(
    game: &'static str,
    kernel: String,
    engine: &mut dyn Engine,
    heaps: u64,
    threads: usize,
) -> Result<Row, Failure> {
    let clock = Clock::start(threads > 1);
    let values: Result<Vec<u32>, _> = (0..heaps).map(|_| engine.next_value()).collect();
    let seconds = clock.seconds();
    let sum = checksum(0, &values.map_err(Failure::input)?);
    let rate = heaps as f64 / seconds;
    let (times, portable, other) = (None, None, None);
    Ok(Row { game, kernel, threads, heaps, rate, times, portable, other, checksum: Some(sum) })
}

/// The rows with the ratios to the other engines, and the memory that the engine says it takes.
pub(super) fn table(rows: &[Row]) -> Result<String, Failure> {
    let mut text = format!(
        "{:12} {:12} {:>8} {:>9} {:>8} {:>10} {:>9}  {}\n",
        "game", "engine", "heaps", "k/s", "x sums", "x screened", "memory", "checksum"
    );
    let mut base = [1.0; 2];
    for r in rows {
        let mut memory = "-".to_owned();
        match r.kernel.as_str() {
            "sums" => base[0] = r.rate,
            "screened" => base[1] = r.rate,
            _ => {
                let (rules, choice) =
                    (parse_rules(r.game)?, EngineChoice::Only(EngineKind::ThreeHeaps));
                let plan = plan(&rules, r.heaps - 1, choice, &Budget::unlimited());
                memory = human_bytes(plan.map_err(Failure::input)?.bytes);
            }
        }
        let ratio = |i: usize| match r.kernel.as_str() {
            "sums" => "-".to_owned(),
            "screened" if i == 1 => "-".to_owned(),
            _ => format!("{:.1}", r.rate / base[i]),
        };
        let name =
            if r.threads == 1 { r.kernel.clone() } else { format!("{} x{}", r.kernel, r.threads) };
        let _ = writeln!(
            text,
            "{:12} {:12} {:>8} {:>9} {:>8} {:>10} {:>9}  {:016x}",
            r.game,
            name,
            r.heaps,
            format!("{:.2}", r.rate / 1e3),
            ratio(0),
            ratio(1),
            memory,
            r.checksum.unwrap_or(0),
        );
    }
    Ok(text)
}
