//! Blocks of the shape for few rares with lanes of 16 bits. See [`HalfWords`] for the steps.

use crate::kernel::halfwords::{BYTES, HEAPS, HalfWords, WORDS, indices, lower};
use crate::kernel::vector::{Loop, Scalar, Vector};

/// Appends `count` cells, the first of which is that of `heap`. `false`: stopped before a cell that
/// does not fit, or because too few cells are known.
pub(crate) struct GenerateHalfWords<'a> {
    pub words: &'a mut HalfWords,
    pub cells: &'a mut Vec<u8>,
    pub heap: u64,
    pub count: usize,
}

impl Scalar for GenerateHalfWords<'_> {
    /// There is none: words of 32 bits are as fast.
    fn scalar(self) -> bool {
        false
    }
}

impl Loop for GenerateHalfWords<'_> {
    type Output = bool;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> bool {
        let Self { words: plan, cells, heap, count } = self;
        if V::BYTES > BYTES || !plan.synchronise(cells, heap) {
            return false;
        }
        let target = cells.len() + count;
        let mut done = cells.len();
        // Whole blocks, of the last of which not all may be wanted.
        cells.resize(done + count.next_multiple_of(HEAPS), 0);
        while done < target {
            plan.make_room();
            let Some(far) = far::<V>(set, plan) else { break };
            let (words, empty) = plan.near(far);
            let (known, rest) = cells.split_at_mut(done);
            let Some(room) = rest.first_chunk_mut::<HEAPS>() else { break };
            *room = if empty {
                match plan.with_empty_lanes(words, known) {
                    Some(new) => new,
                    None => break,
                }
            } else {
                indices(words)
            };
            append::<V>(set, plan);
            done += HEAPS;
        }
        cells.truncate(target.min(done));
        if done < target {
            plan.forget();
            return false;
        }
        plan.end(heap + count as u64, done - target);
        true
    }
}

/// What the far taps exclude in the next block.
#[inline(always)]
fn far<V: Vector>(set: V::Set, plan: &HalfWords) -> Option<[u64; WORDS]> {
    let (history, first, offsets) = plan.far()?;
    let mut sets = V::block(V::splat(set, 0));
    let history = history.as_ptr().cast::<u8>();
    let (groups, rest) = offsets.as_chunks::<4>();
    for group in groups {
        for &offset in group {
            // SAFETY: `far` checked that for every offset the BYTES bytes at `first + offset` lie
            // inside the history.
            unsafe { tapped::<V>(set, history.add(first + offset as usize), &mut sets) };
        }
    }
    for &offset in rest {
        // SAFETY: as above.
        unsafe { tapped::<V>(set, history.add(first + offset as usize), &mut sets) };
    }
    let mut words = [0; WORDS];
    for (part, s) in sets.as_ref().iter().enumerate().take(BYTES / V::BYTES) {
        s.store_words(&mut words[V::BYTES / 8 * part..]);
    }
    Some(words)
}

/// Adds the lanes of a block to the sets.
///
/// # Safety
/// The [`BYTES`] bytes from the address on can be read.
#[inline(always)]
unsafe fn tapped<V: Vector>(set: V::Set, from: *const u8, sets: &mut V::Block) {
    for (part, s) in sets.as_mut().iter_mut().enumerate().take(BYTES / V::BYTES) {
        // SAFETY: the parts are as many bytes.
        *s = *s | unsafe { V::load_unchecked(set, from.add(V::BYTES * part)) };
    }
}

/// Appends the block to the histories that `near` did not write.
#[inline(always)]
fn append<V: Vector>(set: V::Set, plan: &mut HalfWords) {
    let (history, at, exchanges) = plan.next();
    for exchange in exchanges {
        let (from, to) = (exchange.from + at, exchange.to + at);
        match exchange.bit {
            0 => exchange_block::<V, 0>(set, history, from, to),
            1 => exchange_block::<V, 1>(set, history, from, to),
            2 => exchange_block::<V, 2>(set, history, from, to),
            _ => exchange_block::<V, 3>(set, history, from, to),
        }
    }
    plan.appended();
}

/// The block at word `to` becomes that at word `from` with `1 << BIT` nim-added.
#[inline(always)]
fn exchange_block<V: Vector, const BIT: u32>(
    set: V::Set,
    history: &mut [u64],
    from: usize,
    to: usize,
) {
    let Some(mut block) = history[from..].first_chunk::<WORDS>().copied() else { return };
    for words in block.chunks_exact_mut(V::BYTES / 8) {
        exchanged::<V, BIT>(set, V::load_words(set, words)).store_words(words);
    }
    history[to..to + WORDS].copy_from_slice(&block);
}

/// The lanes with `1 << BIT` nim-added to every member.
#[inline(always)]
fn exchanged<V: Vector, const BIT: u32>(set: V::Set, x: V) -> V {
    let (zero, lower) = (V::splat(set, 0), V::splat4(set, lower(BIT)));
    let shift = 1 << BIT;
    V::shift_words(zero, x & lower, 64 - shift) | (V::shift_words(x, zero, shift) & lower)
}
