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

/// The nim-sum: addition in binary without carrying.
///
/// ```
/// use sprague_games::nim::nim_sum;
/// assert_eq!(nim_sum([13, 11]), 6);
/// ```
pub fn nim_sum(values: impl IntoIterator<Item = u32>) -> u32 {
    values.into_iter().fold(0, |sum, v| sum ^ v)
}
