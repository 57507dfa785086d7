//! Windows of nim-values as text: lower-case hexadecimal, the same number of digits for
//! each value.

/// Writes values as hexadecimal digits: first one digit giving the width, then each
/// value in that many digits.
///
/// ```
/// use sprague_certificate::{decode_values, encode_values};
/// assert_eq!(encode_values(&[1, 2, 10]), "112a");
/// assert_eq!(encode_values(&[1, 17]), "20111");
/// assert_eq!(decode_values("20111"), Some(vec![1, 17]));
/// ```
pub fn encode_values(values: &[u32]) -> String {
    let max = values.iter().copied().max().unwrap_or(0);
    let width = (32 - max.leading_zeros()).div_ceil(4).max(1) as usize;
    let mut text = String::with_capacity(1 + width * values.len());
    text.push(char::from_digit(width as u32, 16).unwrap_or('8'));
    for &value in values {
        for digit in (0..width).rev() {
            text.push(char::from_digit(value >> (4 * digit) & 15, 16).unwrap_or('0'));
        }
    }
    text
}

/// Reads what [`encode_values`] wrote; `None` if the text is not of that form.
pub fn decode_values(text: &str) -> Option<Vec<u32>> {
    let mut characters = text.chars();
    let width = characters.next()?.to_digit(16)? as usize;
    if !(1..=8).contains(&width) || !text.is_ascii() || !(text.len() - 1).is_multiple_of(width) {
        return None;
    }
    text.as_bytes()[1..]
        .chunks(width)
        .map(|chunk| {
            chunk.iter().try_fold(0u32, |value, &digit| {
                if digit.is_ascii_uppercase() {
                    return None;
                }
                Some(value << 4 | (digit as char).to_digit(16)?)
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for values in [vec![], vec![0], vec![1, 255, 3], vec![u32::MAX, 0, 7]] {
            assert_eq!(decode_values(&encode_values(&values)), Some(values));
        }
        for bad in ["", "0", "9123", "2123", "1g", "1A", "1é"] {
            assert_eq!(decode_values(bad), None, "{bad}");
        }
    }
}
