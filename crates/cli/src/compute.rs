//! Options of every command that computes a nim-sequence, and the rules argument.

use crate::failure::Failure;
use crate::output::Common;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sprague_engine::{Engine, EngineError, EngineKind, MemoryLimit, Options, human_bytes};
use sprague_games::Ruleset;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Which engine, how much memory.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Computation")]
pub struct ComputeArgs {
    /// Compute with this engine instead of the best one
    #[arg(long, value_name = "NAME")]
    pub engine: Option<EngineKind>,
    /// Say on stderr which engine was chosen and why
    #[arg(long)]
    pub explain: bool,
    /// Memory the computation may use, such as 500M or 2G (default: three quarters of what is free)
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<bytesize::ByteSize>,
}

impl ComputeArgs {
    /// As the engines take them.
    pub fn options(&self) -> Options {
        Options { engine: self.engine, memory: self.memory_limit() }
    }

    /// The memory limit, from the flag or from what is free.
    pub fn memory_limit(&self) -> MemoryLimit {
        memory_limit(self.memory)
    }

    /// Starts the engine for G(0..=to).
    pub fn start(&self, rules: &Ruleset, to: u64) -> Result<Box<dyn Engine>, Failure> {
        let options = self.options();
        if self.explain {
            let plan = sprague_engine::plan(rules, to, &options).map_err(engine_failure)?;
            eprintln!(
                "engine: {} ({}); memory from {}",
                plan.engine,
                plan.reason,
                human_bytes(plan.bytes)
            );
        }
        sprague_engine::start(rules, to, &options).map_err(engine_failure)
    }

    /// G(0..=to), all kept.
    pub fn collect(&self, rules: &Ruleset, to: u64, common: &Common) -> Result<Vec<u32>, Failure> {
        let (needed, allowed) = (to.saturating_add(1).saturating_mul(4), self.memory_limit().0);
        if needed > allowed {
            return Err(engine_failure(EngineError::Memory { needed, allowed, heap: to }));
        }
        let mut engine = self.start(rules, to)?;
        let bar = progress(common, to);
        let values = (0..=to).map(|n| {
            if n.is_multiple_of(64) {
                bar.set_position(n);
            }
            engine.next_value().map_err(engine_failure)
        });
        let values = values.collect();
        bar.finish_and_clear();
        values
    }
}

/// The memory limit of a flag, or else three quarters of what is free.
pub fn memory_limit(size: Option<bytesize::ByteSize>) -> MemoryLimit {
    MemoryLimit(size.map_or_else(default_memory, |size| size.as_u64()))
}

/// Three quarters of the memory that is free now.
fn default_memory() -> u64 {
    let free = sysinfo::System::new().map_or(0, |mut system| {
        system.refresh_memory();
        system.available_memory()
    });
    match free {
        // Unknown on this system: a size every machine of today has.
        0 => 2 << 30,
        _ => free / 4 * 3,
    }
}

/// An engine's error as the user's.
pub fn engine_failure(error: EngineError) -> Failure {
    match error {
        EngineError::Memory { .. } => {
            Failure::input(format!("{error}: compute less, or allow more with --memory"))
        }
        _ => Failure::input(error),
    }
}

/// Reads the RULES argument.
pub fn parse_rules(text: &str) -> Result<Ruleset, Failure> {
    text.parse().map_err(Failure::input)
}

/// A progress bar on stderr for work over a second; only on a terminal, and unless `--quiet`.
/// Copies are the same bar.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    begun: Instant,
    /// Whether it may appear and has not yet.
    waits: Arc<AtomicBool>,
}

/// Progress through so many steps.
pub fn progress(common: &Common, steps: u64) -> Progress {
    let style =
        ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {per_sec} eta {eta}");
    let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let waits = !common.quiet && std::io::stderr().is_terminal();
    Progress { bar, begun: Instant::now(), waits: Arc::new(AtomicBool::new(waits)) }
}

impl Progress {
    /// So many steps are done.
    pub fn set_position(&self, steps: u64) {
        if self.waits.load(Ordering::Relaxed)
            && self.begun.elapsed() > Duration::from_secs(1)
            && self.waits.swap(false, Ordering::Relaxed)
        {
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
        }
        self.bar.set_position(steps);
    }

    /// Takes the bar away.
    pub fn finish_and_clear(&self) {
        self.bar.finish_and_clear();
    }
}
