//! Two cores: one step is checked while the next is generated.

use super::SparseError;
use super::cells::Cell;
use super::check::RareCheck;
use super::core::Core;
use sprague_budget::Instant;
use std::time::Duration;

/// Heaps generated while as many are checked on the other core, in the lowest gear; twice as many
/// in each gear above.
const STEP: usize = 1 << 14;
/// Steps in one go on two cores.
const STEPS: usize = 16;
/// So that starting threads costs little, a go should take as long.
const GO: Duration = Duration::from_millis(60);
const HIGHEST_GEAR: u32 = 6;

impl<T: Cell> Core<T> {
    /// The heaps of one go on two cores.
    pub fn heaps_in_a_go(&self) -> u64 {
        ((STEPS * STEP) as u64) << self.gear
    }

    /// Many heaps by taps on two cores: while one step is checked on another thread, the
    /// next is generated here, on a copy of the window. A new rare ends it: what was generated
    /// ahead is dropped. `None` where it does not pay; `false`: an index does not fit.
    pub(super) fn pipeline(&mut self, most: u64) -> Result<Option<bool>, SparseError> {
        let from = self.len();
        let step = STEP << self.gear;
        let total = most.min(self.heaps_in_a_go());
        let ready = total >= 2 * STEP as u64
            && from >= 1 << 17
            && from < self.replan_at
            && self.is_plain(from, total);
        let reach = self.window_needed() + 64;
        if !ready || reach > from - self.cells.base() {
            return Ok(None);
        }
        let mut check = std::mem::replace(&mut self.check, RareCheck::new(self.settings.kernel));
        let Some(mut generator) = self.generator.take().filter(|_| check.ready(self, from)) else {
            self.check = check;
            self.replan_at = 0;
            return Ok(None);
        };
        self.check = check;
        let begin = Instant::now();
        let window = self.cells.window();
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.clear();
        ahead.extend_from_slice(&window[window.len() - reach as usize..]);
        let ahead_base = from - reach;
        let mut complete = generator.generate(&mut ahead, ahead_base, step.min(total as usize));
        let mut taken = reach as usize;
        while taken < ahead.len() {
            self.make_room(ahead.len() - taken)?;
            let from = self.len();
            self.cells.window_mut().extend_from_slice(&ahead[taken..]);
            taken = ahead.len();
            let to = self.len();
            let rest = total as usize - (taken - reach as usize);
            let more = complete && rest > 0;
            let mut check =
                std::mem::replace(&mut self.check, RareCheck::new(self.settings.kernel));
            let core = &*self;
            let checked = std::thread::scope(|scope| {
                let steps = || check.steps(core, from, to, STEP as u64);
                let checked = std::thread::Builder::new().spawn_scoped(scope, steps).ok();
                if more {
                    complete = generator.generate(&mut ahead, ahead_base, rest.min(step));
                }
                let join = |panic| std::panic::resume_unwind(panic);
                checked.map(|thread| thread.join().unwrap_or_else(join))
            });
            // Where no thread can be started this one does the work.
            let (leftovers, deepest) =
                checked.unwrap_or_else(|| check.steps(core, from, to, STEP as u64));
            self.check = check;
            self.deepest.note(deepest);
            let resolved = self.resolve(&leftovers);
            let end = self.len();
            self.note_values(from, end);
            resolved?;
            if end < to || self.last_rare() >= from {
                self.gear = 0;
                self.adopt(Some(generator));
                return Ok(Some(true));
            }
        }
        self.generator = Some(generator);
        self.ahead = ahead;
        self.change_gear(begin.elapsed(), total);
        Ok(Some(complete))
    }

    /// Longer steps for fast games, as far as memory allows.
    pub(super) fn change_gear(&mut self, took: Duration, heaps: u64) {
        let room = (self.settings.memory / T::BYTES / 16) as u64;
        if took < GO && self.gear < HIGHEST_GEAR && 2 * self.heaps_in_a_go() < room {
            self.gear += u32::from(heaps == self.heaps_in_a_go());
        } else if took > 8 * GO {
            self.gear = self.gear.saturating_sub(1);
        }
    }
}
