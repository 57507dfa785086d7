//! Recomputing single values by the definition, with none of the engine's methods.

use sprague_engine::sparse::SparseEngine;
use sprague_games::moves::Move;
use sprague_games::nim::mex;
use std::fmt;

/// A value computed twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audit {
    /// The heap.
    pub heap: u64,
    /// Its value as the engine computed it.
    pub computed: u32,
    /// The least value no option looked at has.
    pub recomputed: u32,
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { heap, computed, recomputed } = self;
        write!(f, "G({heap}) was computed as {computed}, the definition gives {recomputed}")
    }
}

impl Audit {
    /// Recomputes G(heap) as the mex of its options: all of them where all values are kept and
    /// the heap is not too large, else those with a part the sparse-space argument needs
    /// (up to the last rare heap and to the depth of the rare check). `None` when the values
    /// for that are no longer kept.
    pub fn of(engine: &SparseEngine, moves: &[Move], heap: u64) -> Option<Self> {
        let last_rare = engine.last_rare().map_or(0, |r| r.heap);
        let parts = engine.window_for(last_rare.max(engine.deepest().below));
        let parts = if heap < 1 << 20 { heap } else { parts };
        let mut values = Vec::new();
        for m in moves.iter().filter(|m| heap >= m.smallest) {
            let Some(total) = heap.checked_add_signed(-m.take) else { continue };
            match m.heaps {
                0 if total == 0 => values.push(0),
                1 if total >= 1 => values.push(engine.value(total)?),
                2 => {
                    for part in 1..=parts.min(total / 2) {
                        let pair = [part, total - part];
                        if pair[1] < heap && m.condition.allows(&pair) {
                            values.push(engine.value(pair[0])? ^ engine.value(pair[1])?);
                        }
                    }
                    // The one pair of equal parts may lie beyond the parts looked at.
                    let half = [total / 2, total / 2];
                    if total % 2 == 0 && total >= 2 && half[0] < heap && m.condition.allows(&half) {
                        values.push(0);
                    }
                }
                _ => {}
            }
        }
        Some(Self { heap, computed: engine.value(heap)?, recomputed: mex(values) })
    }

    /// Whether both values are equal.
    pub fn agrees(&self) -> bool {
        self.computed == self.recomputed
    }
}
