//! `bench`: rates of fixed games.

use schemars::JsonSchema;
use serde::Serialize;

/// Rates of fixed games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BenchAnswer {
    /// The measurements.
    pub rows: Vec<BenchRow>,
}

/// One measurement.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BenchRow {
    /// The game.
    pub game: &'static str,
    /// The kernel, or `ogsolve`, `sums`, `screened`.
    pub kernel: String,
    /// Threads used.
    #[schemars(range(min = 1))]
    pub threads: u32,
    /// Values computed.
    pub heaps: u64,
    /// Values per second of processor time; with several threads per second of time.
    #[schemars(range(min = 0))]
    pub per_second: f64,
    /// Whether the rate is not measured but predicted from the processor time of the threads, because
    /// the machine has fewer cores.
    pub predicted: bool,
    /// With several threads and for games they look ahead in: nanoseconds of processor time per value
    /// of the thread that goes in front.
    pub front_nanoseconds: Option<f64>,
    /// The same of all threads together.
    pub all_nanoseconds: Option<f64>,
    /// This rate divided by that of the portable kernel.
    pub ratio_to_portable: Option<f64>,
    /// This rate divided by that of ogsolve.
    pub ratio_to_ogsolve: Option<f64>,
    /// A checksum of the values.
    #[schemars(extend("pattern" = "^[0-9a-f]{16}$"))]
    pub checksum: Option<String>,
}
