//! Laws in words and formulas.

use super::paper_table::Cell;
use sprague_certificate::ResidueLaw;
use std::fmt::Write as _;

/// The law of residue class j mod p as one line, such as
/// `G(13k+2) = 4k-2-2^(m+3), m = v2(k-1), except 4k+1 when k-1 is a power of 2; G(2) = 1`.
pub fn line(modulus: usize, j: usize, law: &ResidueLaw) -> String {
    format!("G({}) = {}", heap(modulus, j), told(modulus, j, law, Style::Text))
}

/// The same as two cells of a table.
pub(super) fn cells(modulus: usize, j: usize, law: &ResidueLaw) -> [Cell; 2] {
    let [text, latex] = [Style::Text, Style::Latex].map(|style| told(modulus, j, law, style));
    [Cell::formula(heap(modulus, j)), Cell { text, latex }]
}

/// How formulas are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Text,
    Latex,
}

impl Style {
    fn math(self, text: &str) -> String {
        match self {
            Self::Text => text.to_owned(),
            Self::Latex => format!("${text}$"),
        }
    }

    fn power(self, exponent: &str) -> String {
        match (self, exponent.len()) {
            (_, 1) => format!("2^{exponent}"),
            (Self::Text, _) => format!("2^({exponent})"),
            (Self::Latex, _) => format!("2^{{{exponent}}}"),
        }
    }
}

/// pk + j.
fn heap(modulus: usize, j: usize) -> String {
    match (modulus, j) {
        (1, _) => "k".to_owned(),
        (p, 0) => format!("{p}k"),
        (p, j) => format!("{p}k+{j}"),
    }
}

/// What the law of residue class j mod p says behind the equality sign.
fn told(modulus: usize, j: usize, law: &ResidueLaw, style: Style) -> String {
    let mut formula = linear(law.slope, law.offset);
    if let Some(ruler) = law.ruler {
        let sign = if ruler.factor < 0 { '-' } else { '+' };
        let size = ruler.factor.unsigned_abs();
        if size.is_power_of_two() {
            let power = match size.trailing_zeros() {
                0 => style.power("m"),
                e => style.power(&format!("m+{e}")),
            };
            _ = write!(formula, "{sign}{power}");
        } else {
            let times = if style == Style::Latex { " \\cdot " } else { "*" };
            _ = write!(formula, "{sign}{size}{times}2^m");
        }
    }
    let mut text = style.math(&formula);
    if let Some(ruler) = law.ruler {
        let valuation = if style == Style::Latex { "\\nu_2" } else { "v2" };
        let valuation = style.math(&format!("m = {valuation}({})", shifted(ruler.centre)));
        _ = write!(text, ", {valuation}");
    }
    if let Some(powers) = law.powers {
        _ = write!(
            text,
            ", except {} when {} is a power of 2",
            style.math(&linear(powers.slope, powers.offset)),
            style.math(&shifted(powers.centre))
        );
    }
    // A run of exceptions from k = 0 on only says where the law begins.
    let start = law.exceptions.iter().zip(0..).take_while(|((k, _), i)| k == i).count();
    if start > 0 {
        let least = if style == Style::Latex { "\\ge" } else { ">=" };
        _ = write!(text, " ({})", style.math(&format!("k {least} {start}")));
    }
    for (i, (k, y)) in law.exceptions.iter().enumerate() {
        let n = k * modulus as u64 + j as u64;
        let value = style.math(&format!("G({n}) = {y}"));
        _ = write!(text, "{} {value}", if i == 0 { ";" } else { "," });
    }
    text
}

/// slope·k + offset.
fn linear(slope: u64, offset: i64) -> String {
    let mut text = match slope {
        0 => return offset.to_string(),
        1 => "k".to_owned(),
        s => format!("{s}k"),
    };
    if offset != 0 {
        _ = write!(text, "{offset:+}");
    }
    text
}

/// k - centre.
fn shifted(centre: u64) -> String {
    if centre == 0 { "k".to_owned() } else { format!("k-{centre}") }
}

/// What a law says about k, for tests and readers: the value, or `None` where it is not
/// a natural number (which the proof excludes).
pub fn evaluate(law: &ResidueLaw, k: &num_bigint::BigUint) -> Option<num_bigint::BigUint> {
    use num_bigint::{BigInt, BigUint};
    if let Some((_, y)) = law.exceptions.iter().find(|(e, _)| BigUint::from(*e) == *k) {
        return Some(BigUint::from(*y));
    }
    let signed = BigInt::from(k.clone());
    if let Some(powers) = law.powers
        && *k > BigUint::from(powers.centre)
        && (k - powers.centre).count_ones() == 1
    {
        return (signed * powers.slope + powers.offset).to_biguint();
    }
    let mut value = signed * law.slope + law.offset;
    if let Some(ruler) = law.ruler {
        let difference = (*k > BigUint::from(ruler.centre)).then(|| k - ruler.centre)?;
        value += BigInt::from(ruler.factor) << difference.trailing_zeros()?;
    }
    value.to_biguint()
}
