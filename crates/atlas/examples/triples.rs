//! Which of a+b, a+c, b+c is a period of the subtraction game S(a,b,c), for all coprime
//! a < b < c <= MAX with a+b not c: `triples MAX > triples.txt`.
//!
//! Proved by the window of Austin's Theorem 5.2: a value depends on the c values before it alone, so
//! G(n) = G(n-p) for c heaps in a row is so for ever.

use std::io::{BufWriter, Write};

/// Heaps looked at before a set is given up.
const HEAPS: usize = 1 << 20;

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Which of a+b, a+c, b+c is first seen to be a period: 1, 2 or 3; 0 if none is in so many heaps.
fn period(a: usize, b: usize, c: usize, values: &mut Vec<u8>) -> u8 {
    let candidates = [a + b, a + c, b + c];
    let mut agree = [0; 3];
    values.clear();
    for n in 0..HEAPS {
        let mut seen = 0u8;
        for take in [a, b, c] {
            if n >= take {
                seen |= 1 << values[n - take];
            }
        }
        // Three options: a value is at most 3.
        let value = seen.trailing_ones() as u8;
        values.push(value);
        for (i, p) in candidates.into_iter().enumerate() {
            agree[i] = if n >= p && values[n - p] == value { agree[i] + 1 } else { 0 };
            if agree[i] == c {
                return i as u8 + 1;
            }
        }
    }
    0
}

fn main() -> std::io::Result<()> {
    let largest: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(220);
    let mut out = BufWriter::new(std::io::stdout().lock());
    writeln!(
        out,
        "# Subtraction games S(a,b,c), a < b < c <= {largest}. A line is c, b, and a sign for every a"
    )?;
    writeln!(
        out,
        "# from 1 to b-1: 1, 2, 3 where a+b, a+c, b+c is a period of the nim-sequence (the first"
    )?;
    writeln!(
        out,
        "# that a window of c heaps proves, not always the least); + where a+b = c; . where a, b, c"
    )?;
    writeln!(out, "# have a common divisor; 0 where none of the three is seen in {HEAPS} heaps.")?;
    let mut values = Vec::new();
    let mut counts = [0u64; 4];
    for c in 3..=largest {
        for b in 2..c {
            write!(out, "{c} {b} ")?;
            for a in 1..b {
                let sign = if a + b == c {
                    '+'
                } else if gcd(gcd(a, b), c) > 1 {
                    '.'
                } else {
                    let which = period(a, b, c, &mut values);
                    counts[usize::from(which)] += 1;
                    char::from(b'0' + which)
                };
                write!(out, "{sign}")?;
            }
            writeln!(out)?;
        }
    }
    let [none, first, second, third] = counts;
    writeln!(out, "# a+b: {first}, a+c: {second}, b+c: {third}, none: {none}")?;
    out.flush()
}
