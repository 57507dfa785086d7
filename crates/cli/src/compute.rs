//! Options of every command that computes a nim-sequence, and the rules argument.

use crate::failure::Failure;
use crate::output::Common;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sprague::rules::Ruleset;
use sprague::{Budget, EngineKind, Game, Moves, Stream, human_bytes};
use std::io::IsTerminal;
use std::ops::RangeInclusive;
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
    /// The bytes a computation may take, from the flag or from what is free.
    pub fn memory_limit(&self) -> u64 {
        memory_limit(self.memory)
    }

    /// What a computation may cost that shows how far it is and that Ctrl-C stops only where
    /// the caller says so.
    pub fn budget(&self, bar: &Arc<Progress>, common: &Common) -> Budget {
        let bar = Arc::clone(bar);
        Budget::unlimited()
            .bytes(self.memory_limit())
            .threads(common.thread_count())
            .progress(move |progress| bar.set_position(progress.done))
    }

    /// Says on stderr which engine is chosen, if that is asked for.
    pub fn tell_engine(&self, game: &Game, to: u64, budget: &Budget) -> Result<(), sprague::Error> {
        if self.explain {
            let plan = game.plan(to, self.engine.into(), budget)?;
            let least = if plan.engine == EngineKind::ThreeHeaps { "about" } else { "from" };
            eprintln!(
                "engine: {} ({}); memory {least} {}",
                plan.engine,
                plan.reason,
                human_bytes(plan.bytes)
            );
        }
        Ok(())
    }

    /// G(from..=to), one after the other.
    pub fn stream(
        &self,
        game: &Game,
        heaps: RangeInclusive<u64>,
        budget: &Budget,
    ) -> Result<Stream, Failure> {
        self.tell_engine(game, *heaps.end(), budget)?;
        Ok(game.stream_by(self.engine.into(), heaps, budget)?)
    }

    /// G(0..=to), all kept.
    pub fn collect(&self, game: &Game, to: u64, common: &Common) -> Result<Vec<u32>, Failure> {
        let bar = Arc::new(progress(common, to));
        let budget = self.budget(&bar, common);
        self.tell_engine(game, to, &budget)?;
        let values = game.values_by(self.engine.into(), 0..=to, &budget);
        bar.finish_and_clear();
        Ok(values?.into())
    }

    /// The options of a heap with their values.
    pub fn moves(
        &self,
        game: &Game,
        heap: u64,
        most: u64,
        common: &Common,
    ) -> Result<Moves, sprague::Error> {
        let bar = Arc::new(progress(common, heap));
        let budget = self.budget(&bar, common);
        self.tell_engine(game, heap, &budget)?;
        if game.rules().has_pass() {
            self.tell_engine(&game.rules().without_pass().into(), heap, &budget)?;
        }
        let moves = game.moves_by(self.engine.into(), heap, most, &budget);
        bar.finish_and_clear();
        moves
    }
}

/// The bytes a flag allows, or else three quarters of what is free.
pub fn memory_limit(size: Option<bytesize::ByteSize>) -> u64 {
    size.map_or_else(sprague::free_memory, |size| size.as_u64())
}

/// Reads the RULES argument.
pub fn parse_rules(text: &str) -> Result<Ruleset, Failure> {
    text.parse().map_err(Failure::input)
}

/// Reads the RULES argument, to ask about the game.
pub fn parse_game(text: &str) -> Result<Game, Failure> {
    Ok(text.parse()?)
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

    /// So much is done, of so much.
    pub fn show(&self, progress: &sprague::Progress) {
        self.bar.set_length(progress.total.unwrap_or(progress.done));
        self.set_position(progress.done);
    }

    /// Takes the bar away.
    pub fn finish_and_clear(&self) {
        self.bar.finish_and_clear();
    }
}
