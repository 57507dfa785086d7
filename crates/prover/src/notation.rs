//! Nim-sequences in print: the period marked as the literature does it, by a dot above its
//! first and its last value, the saltus in parentheses behind.

use sprague_certificate::Regularity;
use std::fmt::Write;

/// How a sequence is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plain text: `0 1 2 [3 1 4] (+2)`.
    Text,
    /// LaTeX: `0\,1\,2\,\dot{3}\,1\,\dot{4}(+2)`.
    Latex,
}

/// The values of the preperiod and of one period, marked. `None` when `values` does not
/// reach so far.
///
/// ```
/// use sprague_certificate::Regularity;
/// use sprague_prover::notation::{Style, periodic};
/// let r = Regularity { preperiod: 1, period: 3, saltus: 0 };
/// assert_eq!(periodic(&[0, 1, 2, 4, 1], r, Style::Text).unwrap(), "0 [1 2 4]");
/// assert_eq!(periodic(&[0, 1, 2, 4, 1], r, Style::Latex).unwrap(), r"0\,\dot{1}\,2\,\dot{4}");
/// ```
pub fn periodic(values: &[u32], regularity: Regularity, style: Style) -> Option<String> {
    let first = usize::try_from(regularity.preperiod).ok()?;
    let end = first.checked_add(usize::try_from(regularity.period).ok()?)?;
    let mut text = String::new();
    for (n, value) in values.get(..end)?.iter().enumerate() {
        let (opens, closes) = (n == first, n + 1 == end);
        if n > 0 {
            text.push_str(if style == Style::Latex { "\\," } else { " " });
        }
        // Writing to a string does not fail.
        let _ = match style {
            Style::Latex if opens || closes => write!(text, "\\dot{{{value}}}"),
            Style::Latex => write!(text, "{value}"),
            Style::Text => {
                write!(
                    text,
                    "{}{value}{}",
                    if opens { "[" } else { "" },
                    if closes { "]" } else { "" }
                )
            }
        };
    }
    if regularity.saltus > 0 {
        let space = if style == Style::Latex { "" } else { " " };
        let _ = write!(text, "{space}(+{})", regularity.saltus);
    }
    Some(text)
}
