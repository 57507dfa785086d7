//! The Rust call that `values(10**7)` in Python is compared with (`bench.py`):
//! `cargo bench -p sprague-python`.

use sprague::Budget;
use sprague::rules::Ruleset;
use std::time::{Duration, Instant};

fn main() {
    const COUNT: u64 = 10_000_000;
    for text in ["S(1,2,4)", "0.3", "Mark"] {
        let rules: Ruleset = text.parse().expect("rules");
        let mut least = Duration::MAX;
        for _ in 0..9 {
            let start = Instant::now();
            let values = sprague::parts::engine::values(&rules, COUNT - 1, &Budget::unlimited())
                .expect("values");
            least = least.min(start.elapsed());
            assert_eq!(values.len() as u64, COUNT);
        }
        println!("{text:<10} {:.4} s", least.as_secs_f64());
    }
}
