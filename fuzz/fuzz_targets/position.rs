//! Positions: no text makes the parser panic or hang, what is read is printed and read again,
//! and a small sum has the nim-value and the outcome that the definition gives.

#![no_main]

use libfuzzer_sys::fuzz_target;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_budget::Budget;
use sprague_games::Position;
use sprague_play::{Convention, Outcome, Sources, analyse};

/// Positions with larger or more heaps are parsed only.
const LARGEST: u64 = 9;
const HEAPS: usize = 6;

/// The nim-sum by the definition.
fn value(position: &Position) -> Option<u32> {
    let mut sum = 0;
    for part in &position.parts {
        for heap in &part.heaps {
            let heap = heap.to_u64().filter(|n| *n <= LARGEST)?;
            let values = sprague_engine::reference::values(&part.rules, heap).ok()?;
            sum ^= values[heap as usize];
        }
    }
    Some(sum)
}

fuzz_target!(|text: &str| {
    let Ok(position) = text.parse::<Position>() else { return };
    let again: Position = position.to_string().parse().expect("what was printed is read");
    assert_eq!(again, position);
    if position.parts.iter().map(|part| part.heaps.len()).sum::<usize>() > HEAPS {
        return;
    }
    let Some(value) = value(&position) else { return };
    let mut sources = Sources::computed(&Budget::new());
    let Ok(analysis) = analyse(&position, Convention::Normal, &mut sources, 10) else { return };
    assert_eq!(analysis.value, Some(BigUint::from(value)), "{position}");
    assert_eq!(analysis.outcome == Outcome::P, value == 0, "{position}");
    assert_eq!(analysis.count() == BigUint::ZERO, value == 0, "{position}");
});
