//! Any rules, from their options, with all values kept. Like the reference, but the
//! options are added as they are found instead of being listed first, and the values of
//! the rules without a pass come from the best engine for those.

use crate::{Engine, EngineChoice, EngineError, MemoryLimit};
use sprague_budget::Budget;
use sprague_games::{RuleError, Ruleset};

/// Adds options as they are found.
pub struct General {
    rules: Ruleset,
    values: Vec<u32>,
    /// For rules with a pass: the values without it, from the best engine for those.
    plain: Option<(Box<dyn Engine>, Vec<u32>)>,
    /// `stamps[v] == n + 1` when v is excluded for heap n.
    stamps: Vec<u64>,
    memory: MemoryLimit,
}

impl General {
    /// An engine for any rules, used for heaps up to `to`.
    pub fn new(rules: &Ruleset, to: u64, budget: &Budget) -> Result<Self, EngineError> {
        let plain = if rules.has_pass() {
            let plain = rules.without_pass();
            Some((crate::plan::start(&plain, to, EngineChoice::Best, budget)?, Vec::new()))
        } else {
            None
        };
        let memory = MemoryLimit::of(budget);
        Ok(Self { rules: rules.clone(), values: Vec::new(), plain, stamps: Vec::new(), memory })
    }

    fn mex(&self, stamp: u64) -> usize {
        self.stamps.iter().position(|&s| s != stamp).unwrap_or(self.stamps.len())
    }
}

/// Marks `value` as excluded. An option value beyond the number of options seen so far
/// cannot matter soon, but it costs only its slot.
fn exclude(stamps: &mut Vec<u64>, value: u32, stamp: u64) {
    let i = value as usize;
    if stamps.len() <= i {
        stamps.resize(i + 1, 0);
    }
    stamps[i] = stamp;
}

impl Engine for General {
    fn next_value(&mut self) -> Result<u32, EngineError> {
        let n = self.values.len() as u64;
        let stamp = n + 1;
        self.memory.check(self.bytes() + 8, n)?;
        let stamps = &mut self.stamps;
        if let Some((engine, plain)) = &mut self.plain {
            plain.push(engine.next_value()?);
            let (values, plain) = (&self.values, &*plain);
            self.rules.for_each_pass_option(n, &mut |heaps, keeper| {
                let mut sum = 0;
                for (i, &heap) in heaps.iter().enumerate() {
                    let from = if Some(i) == keeper { values } else { plain };
                    sum ^= from[heap as usize];
                }
                exclude(stamps, sum, stamp);
            })?;
        } else {
            let values = &self.values;
            let mut add = |heaps: &[u64]| {
                let sum = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
                exclude(stamps, sum, stamp);
                true
            };
            // An option may come several times, which does no harm here.
            match self.rules.visit_options(n, &mut add) {
                Ok(()) | Err(RuleError::Stopped) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let value = self.mex(stamp);
        let value = u32::try_from(value).map_err(|_| EngineError::ValueTooLarge { heap: n })?;
        self.values.push(value);
        Ok(value)
    }

    fn bytes(&self) -> u64 {
        let plain = self
            .plain
            .as_ref()
            .map_or(0, |(engine, values)| engine.bytes() + 4 * values.capacity() as u64);
        4 * self.values.capacity() as u64 + 8 * self.stamps.capacity() as u64 + plain
    }

    fn take_values(&mut self, known: &[u32]) -> bool {
        if self.plain.is_some() {
            return false;
        }
        self.values = known.to_vec();
        true
    }
}
