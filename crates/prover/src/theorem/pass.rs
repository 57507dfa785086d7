//! Games with a pass: the values with it and those without it repeat together.

use super::{Theorem, window};
use num_integer::gcd;
use sprague_budget::Budget;
use sprague_certificate::{Pass, Proof, Regularity};
use sprague_checker::Rules;
use sprague_checker::theorem::{self, Window};
use sprague_games::Ruleset;

/// How many periods further on the window is begun where the values met are not yet what the theorem
/// asks for.
const LATER: u64 = 8;

/// The theorem as the checker states it. Sought: where the window begins, and the least multiple of the
/// period that is one without the pass, too.
pub(super) struct WithPass {
    plain: Ruleset,
    rules: Rules,
    /// What is proved about the game without the pass.
    without: Regularity,
}

impl WithPass {
    /// The theorem for these rules, which are without their pass, if that is known about them.
    pub(super) fn new(plain: Ruleset, without: Regularity) -> Option<Self> {
        let rules = Rules::read(&plain.to_string()).ok()?;
        let theorem = Self { plain, rules, without };
        theorem.window(without, 0)?;
        Some(theorem)
    }

    /// The proof, its window, and how many values it needs, so many periods later than at first.
    fn window(&self, r: Regularity, later: u64) -> Option<(Proof, Window, u64)> {
        let period =
            r.period.checked_mul(self.without.period / gcd(r.period, self.without.period))?;
        // Both grow alike.
        let grows = |r: Regularity| u128::from(r.saltus) * u128::from(period / r.period);
        if grows(r) != grows(self.without) {
            return None;
        }
        // The second theorem may need heap 1 below its window.
        let least = 1 + u64::from(r.saltus > 0);
        let first = r.preperiod.max(self.without.preperiod).max(least);
        let from = first.checked_add(later.checked_mul(period)?)?;
        let proof = Proof::Pass(Pass { from, multiple: period / r.period });
        let found = window(&self.rules, r, &proof)?;
        let needed = found.needed(Regularity { preperiod: from, ..r }).ok()?;
        Some((proof, found, needed))
    }
}

impl Theorem for WithPass {
    fn needed(&self, r: Regularity) -> Option<u64> {
        self.window(r, 0).map(|(_, _, needed)| needed)
    }

    fn prove(&self, r: Regularity, values: &[u32]) -> Option<Proof> {
        let to = (values.len() as u64).checked_sub(1)?;
        let plain = if r.saltus == 0 {
            Vec::new() // nothing is asked of the values beyond the window
        } else {
            sprague_engine::values(&self.plain, to, &Budget::unlimited()).ok()?
        };
        (0..LATER).map_while(|later| self.window(r, later)).find_map(|(proof, window, needed)| {
            let met = [&plain[..], values]
                .into_iter()
                .all(|values| theorem::on_values(&self.rules, r, &proof, window, values).is_ok());
            (needed <= values.len() as u64 && met).then_some(proof)
        })
    }
}
