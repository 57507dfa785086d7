//! Many cores: one thread goes through the blocks, others look ahead of it and check behind it.
//!
//! In games with many rares most taps reach far back. What these say of a block is known long
//! before the heaps right before the block are (step A, X and most of step B of
//! [`Many`](crate::kernel::many::Many)), so that threads can look ahead of the front as far as the
//! nearest far tap reaches. The front tests what they leave with the nearer taps and takes one heap
//! after the other. The rare check needs no order at all.
//!
//! There is one list of work for all threads: chunks to look ahead at, and stretches to check, each
//! handed out in order. The front does what the others do while it would have to wait, so that two
//! threads are as busy as sixteen. Nothing depends on who does what: a chunk is a function of cells
//! that do not change any more, and of the exceptions that checks find the one with the least heap
//! counts; every stretch before it was handed out earlier and is checked to its end.
//!
//! A thread that dies raises an alarm which ends the go; nothing that was computed in it is kept.

use super::SparseError;
use super::cells::Cell;
use super::check::{MarkCheck, RareCheck, Report, Scratch};
use super::core::Core;
use super::growing::{Growing, Reader, Writer};
use super::open::Stamps;
use super::view::{Exception, View};
use crate::kernel::Kernel;
use crate::kernel::far::FarTap;
use crate::kernel::look_ahead::{front, look_ahead};
use crate::kernel::many::{Ahead, Many};
use sprague_budget::Instant;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Blocks looked ahead at in one piece of work, at most.
const BLOCKS: usize = 4;
/// Heaps checked in one piece of work.
const STRETCH: usize = 1024;
/// A go on many cores has at least as many heaps.
const SHORTEST: u64 = 1 << 15;

/// A piece of work, for whoever watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A chunk is looked ahead at.
    Ahead(usize),
    /// A stretch is checked.
    Check(usize),
}

/// How long the threads were at their work by a clock of the caller's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Heaps computed by many threads.
    pub heaps: u64,
    /// Going through the blocks, which one thread does.
    pub front: Duration,
    /// Looking ahead.
    pub ahead: Duration,
    /// The rare check.
    pub check: Duration,
}

impl Shares {
    fn add(&mut self, other: Self) {
        self.heaps += other.heaps;
        self.front += other.front;
        self.ahead += other.ahead;
        self.check += other.check;
    }
}

impl<T: Cell> Core<T> {
    /// Many heaps on many cores. `None` where it does not apply or a thread died; `false`: an index
    /// does not fit.
    pub(super) fn many_cores(&mut self, most: u64) -> Result<Option<bool>, SparseError> {
        self.many_cores_watched(most, &|_| {})
    }

    /// The same, and `watch` is called before every piece of work.
    pub(super) fn many_cores_watched(
        &mut self,
        most: u64,
        watch: &(dyn Fn(Piece) + Sync),
    ) -> Result<Option<bool>, SparseError> {
        let from = self.len();
        let room = (self.settings.memory / T::BYTES / 8) as u64;
        let total = most.min(self.heaps_in_a_go()).min(room) / STRETCH as u64 * STRETCH as u64;
        if total < SHORTEST || from < self.settled() || from >= self.replan_at {
            return Ok(None);
        }
        let reach = self.window_needed() + 64;
        if !self.is_plain(from, total) || reach > from - self.cells.base() {
            return Ok(None);
        }
        let mut check = std::mem::replace(&mut self.check, RareCheck::new(self.settings.kernel));
        let usable = check.ready(self, from)
            && check.by_marks(self).is_some_and(|marks| from >= marks.begin(&self.view()))
            && self.generator.as_ref().is_some_and(|g| g.looks_ahead().is_some());
        let Some(generator) = self.generator.take_if(|_| usable) else {
            self.check = check;
            return Ok(None);
        };
        let begin = Instant::now();
        self.check = check;
        self.make_room(total as usize)?;
        let mut check = std::mem::replace(&mut self.check, RareCheck::new(self.settings.kernel));
        let result = match (generator.looks_ahead(), check.by_marks(self)) {
            (Some((kernel, many)), Some(marks)) => {
                self.go(kernel, many, &marks, total as usize, watch)
            }
            _ => None,
        };
        let Some((complete, found)) = result else {
            // A thread died: what it left is thrown away, and this computation has no more of them.
            self.check = check;
            self.generator = Some(generator);
            (self.settings.threads, self.settings.alone) = (1, true);
            return Ok(None);
        };
        check.note(found.report);
        self.check = check;
        self.deepest.note(found.report.deepest);
        self.shares.add(found.shares);
        let Some(exception) = found.exception else {
            self.generator = Some(generator);
            let end = self.len();
            self.note_values(from, end);
            self.change_gear(begin.elapsed(), total);
            return Ok(Some(complete));
        };
        self.gear = 0;
        self.cells.truncate(exception.heap);
        self.note_values(from, exception.heap);
        self.except(exception)?;
        self.adopt(Some(generator));
        Ok(Some(true))
    }

    /// Appends up to `total` cells. The first result: all of them; fewer when an index does not
    /// fit or the check found an exception. `None`: a thread died, and nothing was appended.
    fn go(
        &mut self,
        kernel: Kernel,
        many: &Many<FarTap>,
        check: &MarkCheck<'_, T>,
        total: usize,
        watch: &(dyn Fn(Piece) + Sync),
    ) -> Option<(bool, Found)> {
        let (threads, clock) = (self.settings.threads, self.settings.clock);
        let (prefix, base, window) = self.cells.split();
        let from = window.len();
        window.reserve(total);
        // Small enough for several of them to lie between the front and the end of the way ahead.
        let chunk = 64 * if many.ahead() < 1024 { BLOCKS / 2 } else { BLOCKS };
        let slots = many.ahead() / chunk + 3;
        let slot = || Slot { ready: AtomicUsize::new(0), blocks: Mutex::new(<_>::default()) };
        let mut growing = Growing::new(window);
        let (mut writer, cells) = growing.split();
        let go = Go {
            kernel,
            many,
            check,
            view: View {
                rules: &self.rules,
                space: self.space,
                prefix,
                base,
                window: &[],
                rares: &self.rares,
                rare_set: &self.rare_set,
                kernel,
            },
            cells,
            from,
            total,
            chunk,
            ring: (0..slots).map(|_| slot()).collect(),
            next_ahead: AtomicUsize::new(0),
            next_check: AtomicUsize::new(0),
            stage: AtomicUsize::new(RUNNING),
            alarm: AtomicBool::new(false),
            found: Mutex::default(),
            watch,
            clock,
        };
        let complete = std::thread::scope(|scope| {
            let threads: Vec<_> = (1..threads)
                .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, || go.help()).ok())
                .collect();
            let complete = go.lead(&mut writer);
            // A panic has raised the alarm, and is told there.
            for thread in threads {
                let _ = thread.join();
            }
            complete
        });
        let alarm = go.alarm.into_inner();
        let mut found = go.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        drop(growing);
        if alarm {
            self.cells.truncate(base + from as u64);
            return None;
        }
        found.shares.heaps = self.len() - base - from as u64;
        Some((complete, found))
    }
}

/// The front is on its way.
const RUNNING: usize = 0;
/// The front has ended; what is there is checked.
const CHECKING: usize = 1;
/// Some value is not right: what is under way is ended, nothing is begun.
const EXCEPTION: usize = 2;

/// What several threads work on.
struct Go<'a, T> {
    kernel: Kernel,
    many: &'a Many<FarTap>,
    check: &'a MarkCheck<'a, T>,
    /// What is known, but for the window.
    view: View<'a, T>,
    cells: Reader<'a, T>,
    /// Cells there were at the beginning.
    from: usize,
    /// Cells to append.
    total: usize,
    /// Heaps looked ahead at in one piece of work, a multiple of 64 that divides a stretch.
    chunk: usize,
    /// Chunk i is looked ahead at in slot `i mod len`.
    ring: Vec<Slot>,
    /// The next chunk to look ahead at.
    next_ahead: AtomicUsize,
    /// The next stretch to check.
    next_check: AtomicUsize,
    /// [`RUNNING`], [`CHECKING`] or [`EXCEPTION`]; only grows.
    stage: AtomicUsize,
    /// Some thread died.
    alarm: AtomicBool,
    found: Mutex<Found>,
    watch: &'a (dyn Fn(Piece) + Sync),
    clock: Option<fn() -> Duration>,
}

/// Room for what is known ahead of one chunk.
struct Slot {
    /// One more than the number of the chunk that is here.
    ready: AtomicUsize,
    blocks: Mutex<[Ahead; BLOCKS]>,
}

/// What the checks found.
#[derive(Default)]
struct Found {
    exception: Option<Exception>,
    report: Report,
    shares: Shares,
}

/// Raises the alarm when its thread dies.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Release);
        }
    }
}

/// What a thread keeps for itself.
struct Desk {
    scratch: Scratch,
    stamps: Stamps,
    report: Report,
    shares: Shares,
}

impl Desk {
    fn new(size: u32) -> Self {
        Self {
            scratch: Scratch::default(),
            stamps: Stamps::new(size),
            report: Report::default(),
            shares: Shares::default(),
        }
    }
}

/// Waits longer and longer while there is nothing to do: at first not at all, in the end asleep. Falling
/// asleep and waking take some microseconds, so that sleeps of 100 would take 7 % of a core.
#[derive(Default)]
struct Patience(u32);

impl Patience {
    fn wait(&mut self) {
        match self.0 {
            0..256 => (0..8).for_each(|_| std::hint::spin_loop()),
            256..288 => std::thread::yield_now(),
            waits => std::thread::sleep(Duration::from_micros(100 << ((waits - 288) / 16).min(3))),
        }
        self.0 = self.0.saturating_add(1);
    }
}

impl<T: Cell> Go<'_, T> {
    /// The first thread: goes through the blocks. `false`: an index does not fit.
    fn lead(&self, writer: &mut Writer<'_, T>) -> bool {
        let _alarm = Alarm(&self.alarm);
        let mut desk = Desk::new(T::SIZE);
        let mut complete = true;
        for chunk in 0..self.total / self.chunk {
            let slot = &self.ring[chunk % self.ring.len()];
            let mut patience = Patience::default();
            while slot.ready.load(Ordering::Acquire) != chunk + 1 && !self.is_disturbed() {
                if !self.help_once(&mut desk) {
                    patience.wait();
                }
            }
            if self.is_disturbed() {
                break;
            }
            let begin = self.now();
            let blocks = lock(&slot.blocks);
            complete = blocks[..self.chunk / 64]
                .iter()
                .all(|ahead| front(self.kernel, self.many, ahead, writer));
            writer.publish();
            drop(blocks);
            desk.shares.front += self.since(begin);
            if !complete {
                break;
            }
        }
        self.stage.fetch_max(CHECKING, Ordering::AcqRel);
        self.work(desk);
        complete
    }

    /// All other threads.
    fn help(&self) {
        let _alarm = Alarm(&self.alarm);
        self.work(Desk::new(T::SIZE));
    }

    /// Works until all is done.
    fn work(&self, mut desk: Desk) {
        let mut patience = Patience::default();
        while !self.is_over() {
            if self.help_once(&mut desk) {
                patience = Patience::default();
            } else {
                patience.wait();
            }
        }
        let mut found = lock(&self.found);
        found.report.add(desk.report);
        found.shares.add(desk.shares);
    }

    /// Does one piece of work, where there is one.
    fn help_once(&self, desk: &mut Desk) -> bool {
        if let Some(chunk) = self.claim(&self.next_ahead, |chunk| self.can_look_ahead(chunk)) {
            (self.watch)(Piece::Ahead(chunk));
            let begin = self.now();
            self.look_ahead(chunk);
            desk.shares.ahead += self.since(begin);
            return true;
        }
        let Some(stretch) = self.claim(&self.next_check, |i| self.stretch(i).is_some()) else {
            return false;
        };
        (self.watch)(Piece::Check(stretch));
        let begin = self.now();
        if let Some((first, end)) = self.stretch(stretch) {
            self.check(first, end, desk);
        }
        desk.shares.check += self.since(begin);
        true
    }

    /// The next number of the counter if it is free to be worked on, for this thread alone.
    fn claim(&self, next: &AtomicUsize, free: impl Fn(usize) -> bool) -> Option<usize> {
        let mut at = next.load(Ordering::Acquire);
        while !self.is_disturbed() && free(at) {
            match next.compare_exchange_weak(at, at + 1, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Some(at),
                Err(other) => at = other,
            }
        }
        None
    }

    /// Whether the chunk is needed, and all that its far taps reach is there. Then its slot is free,
    /// too: the front is done with the chunk that was there, as the ring is longer than the way
    /// ahead.
    fn can_look_ahead(&self, chunk: usize) -> bool {
        let end = (chunk + 1) * self.chunk;
        self.stage.load(Ordering::Acquire) == RUNNING
            && end <= self.total
            && self.from + end <= self.cells.len() + self.many.ahead()
    }

    fn look_ahead(&self, chunk: usize) {
        let slot = &self.ring[chunk % self.ring.len()];
        let Some(cells) = T::bytes(self.cells.cells()) else { return };
        let mut reached = true;
        for (i, ahead) in lock(&slot.blocks)[..self.chunk / 64].iter_mut().enumerate() {
            let block = self.from + chunk * self.chunk + 64 * i;
            reached &= look_ahead(self.kernel, self.many, cells, block, ahead);
        }
        // A block that was not looked at must not be believed.
        assert!(reached, "the far taps of a chunk reach cells that are there");
        slot.ready.store(chunk + 1, Ordering::Release);
    }

    /// The cells of a stretch, where all of them are there.
    fn stretch(&self, stretch: usize) -> Option<(usize, usize)> {
        // The front raises the stage after its last cells are there.
        let ended = self.stage.load(Ordering::Acquire) != RUNNING;
        let there = self.cells.len();
        let first = self.from + stretch * STRETCH;
        let end = first + STRETCH;
        if end <= there {
            Some((first, end))
        } else {
            (ended && first < there).then_some((first, there))
        }
    }

    fn check(&self, first: usize, end: usize, desk: &mut Desk) {
        let window = self.cells.cells();
        let prefix = if self.view.base == 0 { window } else { self.view.prefix };
        let view = View { prefix, window, ..self.view };
        let (from, to) = (self.view.base + first as u64, self.view.base + end as u64);
        let (left, report) = self.check.stretch(&view, from, to, &mut desk.scratch);
        desk.report.add(report);
        let (deepest, exception) = view.resolve(&left, &mut desk.stamps);
        desk.report.deepest = desk.report.deepest.max(deepest);
        if let Some(exception) = exception {
            let mut found = lock(&self.found);
            let least = found.exception.map_or(exception, |other| other.min(exception));
            found.exception = Some(least);
            self.stage.fetch_max(EXCEPTION, Ordering::AcqRel);
        }
    }

    /// Nothing more is begun.
    fn is_disturbed(&self) -> bool {
        self.stage.load(Ordering::Acquire) == EXCEPTION || self.alarm.load(Ordering::Acquire)
    }

    /// There is nothing left to do.
    fn is_over(&self) -> bool {
        self.is_disturbed()
            || self.stage.load(Ordering::Acquire) == CHECKING
                && self.stretch(self.next_check.load(Ordering::Acquire)).is_none()
    }

    fn now(&self) -> Option<Duration> {
        self.clock.map(|clock| clock())
    }

    fn since(&self, begin: Option<Duration>) -> Duration {
        self.now().zip(begin).map_or(Duration::ZERO, |(end, begin)| end.saturating_sub(begin))
    }
}

/// A thread that died holding the lock has raised the alarm: nothing of it is used.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::super::tests::octal;
    use super::super::{SparseEngine, SparseSettings, Width};
    use super::*;
    use sprague_budget::Budget;

    /// Officers, known so far that threads can look ahead.
    fn officers(threads: usize) -> Option<Core<u8>> {
        let settings = SparseSettings { threads, ..SparseSettings::default() };
        let mut engine = SparseEngine::new(&octal("0.6"), settings, &Budget::unlimited()).unwrap();
        engine.advance(300_000, &Budget::unlimited()).unwrap();
        let Width::Narrow(core) = engine.width else { panic!("bytes are enough") };
        if core.generator.as_ref().is_none_or(|g| g.looks_ahead().is_none()) {
            println!("no vectors here");
            return None;
        }
        Some(core)
    }

    /// One thread, to compare with.
    fn expected() -> Vec<u8> {
        let settings = SparseSettings::default();
        let mut engine = SparseEngine::new(&octal("0.6"), settings, &Budget::unlimited()).unwrap();
        engine.advance(400_000, &Budget::unlimited()).unwrap();
        let Width::Narrow(core) = engine.width else { panic!("bytes are enough") };
        core.cells.window().to_vec()
    }

    /// Whoever dies, and at whatever work: the go leaves nothing behind, and the computation goes
    /// on without threads.
    #[test]
    fn a_thread_that_dies_leaves_nothing() {
        let expected = expected();
        let mut died = 0;
        for (threads, piece) in [
            (2, Piece::Ahead(3)),
            (4, Piece::Ahead(100)),
            (4, Piece::Check(0)),
            (3, Piece::Check(31)),
        ] {
            let Some(mut core) = officers(threads) else { return };
            let front = std::thread::current().id();
            let watch = |next: Piece| {
                if std::thread::current().id() == front {
                    // It leaves the work to the others, so that it is not the one that dies.
                    std::thread::sleep(Duration::from_millis(2));
                } else {
                    assert!(next != piece, "a thread dies, as it should in this test");
                }
            };
            let went = core.many_cores_watched(65_536, &watch).unwrap();
            if went.is_none() {
                core.share(5);
                assert_eq!((core.len(), core.settings.threads), (300_000, 1));
                died += 1;
            }
            core.advance(400_000).unwrap();
            assert_eq!(core.cells.window(), expected, "{piece:?} on {threads}");
        }
        assert!(died > 0);
    }

    /// A core that stalls makes the others wait, and nothing else.
    #[test]
    fn a_core_that_stalls_changes_nothing() {
        let expected = expected();
        let Some(mut core) = officers(3) else { return };
        let watch = |next: Piece| {
            if matches!(next, Piece::Ahead(20) | Piece::Check(7)) {
                std::thread::sleep(Duration::from_millis(30));
            }
        };
        assert_eq!(core.many_cores_watched(98_304, &watch), Ok(Some(true)));
        assert!(core.len() > 300_000);
        core.advance(400_000).unwrap();
        assert_eq!(core.cells.window(), expected);
    }

    /// Of the rare values behind the front, whoever finds them, the first counts, and what follows
    /// it is taken back. Here the common cells before the go are made even, so that no pair of
    /// them excludes an odd index: every stretch has exceptions.
    #[test]
    fn the_least_exception_counts() {
        let even = |core: &mut Core<u8>| {
            for n in 1..core.len() {
                if !core.is_rare(n) {
                    core.cells.window_mut()[n as usize] &= !1;
                }
            }
            core.taps = super::super::taps::taps(&core.rules, &core.space, &core.rares);
            core.check.reset();
            core.plan_generator();
        };
        for threads in [2, 5] {
            let Some(mut core) = officers(threads) else { return };
            let Some(mut one) = officers(2) else { return };
            one.settings.threads = 1;
            even(&mut core);
            even(&mut one);
            one.advance(300_064).unwrap();
            let rare = *one.rares.iter().find(|r| r.heap >= 300_000).unwrap();
            assert_eq!(core.many_cores_watched(65_536, &|_| {}), Ok(Some(true)));
            assert_eq!(core.rares.last(), Some(&rare));
            assert_eq!(core.len(), rare.heap + 1);
            assert_eq!(core.cells.window(), &one.cells.window()[..core.len() as usize]);
        }
    }

    /// Who has nothing to do sleeps most of the time.
    #[test]
    fn patience_ends_asleep() {
        let mut patience = Patience(1000);
        let begin = Instant::now();
        (0..20).for_each(|_| patience.wait());
        assert!(begin.elapsed() >= Duration::from_millis(2));
    }

    /// A thread without work takes at most a twentieth of a core, by the clock of the kernel.
    #[test]
    #[cfg(target_os = "linux")]
    fn waiting_takes_little_of_a_core() {
        let spent = || {
            let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
            text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
        };
        let (begin, mut patience) = (Instant::now(), Patience::default());
        let Some(before) = spent() else { return };
        while begin.elapsed() < Duration::from_millis(500) {
            patience.wait();
        }
        let (spent, all) = (spent().unwrap().saturating_sub(before), begin.elapsed());
        assert!(20 * spent < all, "{spent:?} of {all:?}");
    }
}
