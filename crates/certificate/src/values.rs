//! Windows of nim-values as text: lower-case hexadecimal, the same number of digits for
//! each value.

/// Reads what [`encode_values`](crate::encode_values) wrote; `None` if the text is not of that form.
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
    use crate::encode_values;

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
