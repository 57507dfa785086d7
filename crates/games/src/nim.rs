//! Mex and nim-sum, written to be read.

/// The minimal excludant: the least natural number that is not in `values`.
///
/// ```
/// use sprague_games::nim::mex;
/// assert_eq!(mex([0, 1, 3]), 2);
/// assert_eq!(mex([]), 0);
/// ```
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let mut seen: Vec<u32> = values.into_iter().collect();
    seen.sort_unstable();
    seen.dedup();
    (0..).zip(&seen).find(|&(i, &v)| i != v).map_or(seen.len() as u32, |(i, _)| i)
}

/// The set { v xor `by` : v in `set` } of numbers below 64, as the bits of a word: one exchange of
/// neighbouring blocks for every bit of `by`, which is below 64.
///
/// ```
/// use sprague_games::nim::translate;
/// assert_eq!(translate(1 << 5 | 1 << 40, 3), 1 << 6 | 1 << 43);
/// ```
pub fn translate(mut set: u64, by: u32) -> u64 {
    const BLOCKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (i, block) in BLOCKS.into_iter().enumerate() {
        if by >> i & 1 == 1 {
            set = set >> (1 << i) & block | (set & block) << (1 << i);
        }
    }
    set
}

/// The nim-sum: addition in binary without carrying.
///
/// ```
/// use sprague_games::nim::nim_sum;
/// assert_eq!(nim_sum([13, 11]), 6);
/// ```
pub fn nim_sum(values: impl IntoIterator<Item = u32>) -> u32 {
    values.into_iter().fold(0, |sum, v| sum ^ v)
}
