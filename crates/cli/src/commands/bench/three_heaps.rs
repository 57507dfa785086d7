//! The engines for three heaps against each other.

use super::{Clock, Row, cores};
use crate::compute::parse_rules;
use crate::failure::Failure;
use sprague::Budget;
use sprague::hunt::{Kernel, checksum};
use sprague::parts::engine::three_heaps::ThreeHeaps;
use sprague::parts::engine::{Engine, EngineChoice, EngineKind, human_bytes, plan, screened, sums};

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
/// best one with as many threads as are asked for. `tell` gets each row when it is known.
pub(super) fn measure(
    games: &[String],
    kernels: &[Kernel],
    threads: &[usize],
    scale: f64,
    mut tell: impl FnMut(Row) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let heaps = ((HEAPS * scale) as u64).max(1024);
    let mut known = false;
    for game in GAMES.into_iter().filter(|g| games.is_empty() || games.iter().any(|h| h == g)) {
        known = true;
        let rules = parse_rules(game)?;
        let one = Budget::unlimited().threads(1);
        let slow: [(&str, Box<dyn Engine>); 2] = [
            ("sums", Box::new(sums::Sums::new(&rules, &one).map_err(Failure::input)?)),
            ("screened", Box::new(screened::Screened::new(&rules, &one).map_err(Failure::input)?)),
        ];
        for (name, mut engine) in slow {
            tell(run(game, name.to_owned(), &mut *engine, heaps, 1)?)?;
        }
        for &kernel in kernels {
            let counts = if kernel == Kernel::best() { threads } else { &[1] };
            for &threads in counts.iter().filter(|&&threads| threads <= cores()) {
                let budget = Budget::unlimited().threads(threads);
                let mut engine =
                    ThreeHeaps::with_kernel(&rules, kernel, &budget).map_err(Failure::input)?;
                tell(run(game, kernel.to_string(), &mut engine, heaps, threads)?)?;
            }
        }
    }
    if !known {
        return Err(Failure::input(format!("no such game in the list: {}", GAMES.join(", "))));
    }
    Ok(())
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

/// The rows as lines, with the ratios to the other engines, and the memory that the engine says it takes.
pub(super) struct Table {
    /// The rates of `sums` and `screened` for the game at hand.
    base: [f64; 2],
}

impl Table {
    pub(super) fn new() -> Self {
        Self { base: [1.0; 2] }
    }

    pub(super) fn head() -> String {
        format!(
            "{:12} {:12} {:>8} {:>9} {:>8} {:>10} {:>9}  {}",
            "game", "engine", "heaps", "k/s", "x sums", "x screened", "memory", "checksum"
        )
    }

    pub(super) fn line(&mut self, r: &Row) -> Result<String, Failure> {
        let mut memory = "-".to_owned();
        match r.kernel.as_str() {
            "sums" => self.base[0] = r.rate,
            "screened" => self.base[1] = r.rate,
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
            _ => format!("{:.1}", r.rate / self.base[i]),
        };
        Ok(format!(
            "{:12} {:12} {:>8} {:>9} {:>8} {:>10} {:>9}  {:016x}",
            r.game,
            r.engine(),
            r.heaps,
            format!("{:.2}", r.rate / 1e3),
            ratio(0),
            ratio(1),
            memory,
            r.checksum.unwrap_or(0),
        ))
    }
}
