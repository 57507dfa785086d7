//! The sparse space of a nim-sequence, as far as the values show it.
//!
//! A value v is rare when popcount(v & mask) is even, common otherwise. Sums of two commons
//! are rare, so where commons dominate few values are excluded and commons go on to
//! dominate. The mask is read off the values: the Walsh-Hadamard coefficient
//! sum over n of (-1)^popcount(G(n) & mask) counts rares minus commons, and the most
//! negative one names the best mask. Where all splitting moves take numbers of one parity,
//! (-1)^n may join the product.

use sprague_engine::sparse::{SparseSpace, walsh_hadamard};

/// The largest value for which the transform is tried.
const MAX_VALUE: u32 = 1 << 16;

/// The least number of values that show anything.
const LEAST: usize = 1000;

/// The sparse space of a sequence, if at most one position in four is rare, and how many
/// heaps but 0 are rare.
pub fn sparse_space(values: &[u32], parity_allowed: bool) -> Option<(SparseSpace, u64)> {
    let greatest = *values.iter().max()?;
    if values.len() < LEAST || greatest == 0 || greatest >= MAX_VALUE {
        return None;
    }
    let size = (greatest as usize + 1).next_power_of_two();
    let mut best: Option<(i64, u32, bool)> = None;
    for parity in [false, true] {
        if parity && !parity_allowed {
            break;
        }
        let mut sums = vec![0i64; size];
        for (n, &value) in values.iter().enumerate().skip(1) {
            sums[value as usize] += if parity && n % 2 == 1 { -1 } else { 1 };
        }
        walsh_hadamard(&mut sums);
        for (mask, &sum) in sums.iter().enumerate() {
            // With parity both signs are a space: which heaps count as odd is free.
            let score = if parity { -sum.abs() } else { sum };
            if best.is_none_or(|(least, ..)| score < least) {
                best = Some((score, mask as u32, parity));
            }
        }
    }
    let (_, mask, position_parity) = best?;
    let class = |n: usize, value: u32| {
        ((value & mask).count_ones() + if position_parity { n as u32 } else { 0 }) % 2
    };
    let odd: usize = values.iter().enumerate().skip(1).filter(|&(n, &v)| class(n, v) == 1).count();
    let rare = u32::from(position_parity && odd < values.len() / 2);
    let (mut positive, mut last_rare) = (0, 0);
    for (n, &value) in values.iter().enumerate().skip(1) {
        if class(n, value) == rare {
            positive += 1;
            last_rare = n as u64;
        }
    }
    let zero_is_rare = class(0, values[0]) == rare;
    let rares = positive + u64::from(zero_is_rare);
    let space = SparseSpace { mask, position_parity, rares, zero_is_rare, last_rare };
    (positive * 4 <= values.len() as u64).then_some((space, positive))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(game: &str, to: u64) -> Option<(SparseSpace, u64)> {
        let values = sprague_engine::values(
            &game.parse().unwrap(),
            to,
            &sprague_engine::Budget::unlimited(),
        );
        sparse_space(&values.unwrap(), true)
    }

    /// Gangolli and Plambeck 1989: 0.156 has mask 1b, 15 rares with heap 0, the last at 357.
    #[test]
    fn published_spaces() {
        let (found, positive) = space("0.156", 5000).unwrap();
        assert_eq!((found.mask, positive, found.last_rare), (0x1b, 14, 357));
        assert_eq!(found.rares, 15);
        let (found, positive) = space("0.356", 5000).unwrap();
        assert_eq!((found.mask, positive, found.last_rare), (0x1b, 6, 43));
        assert_eq!(found.rares, 7);
        assert_eq!(space("S(1,2)", 5000), None);
        assert!(space("0.77", 9999).is_some_and(|(_, positive)| positive < 20));
    }
}
