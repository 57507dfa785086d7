//! The definition, word for word: list the options of a heap, add their heaps as nim
//! does, take the mex. Slow, for any rules, and the oracle of every other engine.

use crate::{Engine, EngineError};
use sprague_games::Ruleset;
use sprague_games::nim::{mex, nim_sum};

/// Computes by the definition.
pub struct Reference {
    rules: Ruleset,
    /// Values of heaps without a pass.
    plain: Vec<u32>,
    /// Values of heaps that carry a pass; empty for rules without one.
    passing: Vec<u32>,
}

impl Reference {
    /// An engine for any rules.
    pub fn new(rules: &Ruleset) -> Self {
        Self { rules: rules.clone(), plain: Vec::new(), passing: Vec::new() }
    }
}

impl Engine for Reference {
    fn next_value(&mut self) -> Result<u32, EngineError> {
        let n = self.plain.len() as u64;
        let mut excluded = Vec::new();
        let plain = &self.plain;
        self.rules.for_each_option(n, &mut |heaps| {
            excluded.push(nim_sum(heaps.iter().map(|&h| plain[h as usize])));
        })?;
        self.plain.push(mex(excluded));
        if !self.rules.has_pass() {
            return Ok(self.plain[n as usize]);
        }
        let mut excluded = Vec::new();
        let (plain, passing) = (&self.plain, &self.passing);
        self.rules.for_each_pass_option(n, &mut |heaps, keeper| {
            let value = |(i, &heap): (usize, &u64)| {
                if Some(i) == keeper { passing[heap as usize] } else { plain[heap as usize] }
            };
            excluded.push(nim_sum(heaps.iter().enumerate().map(value)));
        })?;
        self.passing.push(mex(excluded));
        Ok(self.passing[n as usize])
    }

    fn bytes(&self) -> u64 {
        4 * (self.plain.capacity() + self.passing.capacity()) as u64
    }
}

/// G(0..=to) by the definition.
pub fn values(rules: &Ruleset, to: u64) -> Result<Vec<u32>, EngineError> {
    let mut engine = Reference::new(rules);
    (0..=to).map(|_| engine.next_value()).collect()
}
