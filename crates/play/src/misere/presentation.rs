//! A misere quotient by generators and relations.

use super::quotient::Quotient;
use std::fmt::{self, Write};

/// Generators a, b, c, ... with the heaps they stand for, and relations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The least heap of each generator.
    pub generators: Vec<u32>,
    /// Pairs of equal words, as exponents of the generators.
    pub relations: Vec<(Vec<u8>, Vec<u8>)>,
    /// The P-portion, as words.
    pub p: Vec<Vec<u8>>,
    /// The word of every class.
    pub words: Vec<Vec<u8>>,
}

impl Presentation {
    /// The words that are least in their class form a set closed under divisors, so every
    /// word that is not in it has a minimal divisor outside; the relations "minimal word =
    /// least word of its class" rewrite every word to the least one of its class.
    pub(super) fn new(quotient: &Quotient) -> Self {
        let generators = quotient.generators(&[]);
        let k = generators.heaps.len();
        let width = |mut word: Vec<u8>| {
            word.resize(k, 0);
            word
        };
        let words: Vec<Vec<u8>> = generators
            .class_words
            .into_iter()
            .map(|word| width(word.unwrap_or_default()))
            .collect();
        let class = |word: &[u8]| {
            word.iter().zip(&generators.heaps).fold(0u16, |class, (&e, &g)| {
                (0..e).fold(class, |c, _| quotient.product(c, quotient.phi[g as usize]))
            })
        };
        let least = |word: &[u8]| words[class(word) as usize] == word;
        let mut relations: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        for word in &words {
            for i in 0..k {
                let mut longer = word.clone();
                longer[i] += 1;
                if least(&longer) || relations.iter().any(|(left, _)| divides(left, &longer)) {
                    continue;
                }
                // minimal: every divisor by one generator is least
                let minimal = (0..k).filter(|&j| longer[j] > 0).all(|j| {
                    let mut shorter = longer.clone();
                    shorter[j] -= 1;
                    least(&shorter)
                });
                if minimal {
                    let right = words[class(&longer) as usize].clone();
                    relations.push((longer, right));
                }
            }
        }
        relations.sort_by_key(|(left, _)| {
            (left.iter().map(|&e| u32::from(e)).sum::<u32>(), std::cmp::Reverse(left.clone()))
        });
        let mut p: Vec<Vec<u8>> =
            (0..quotient.order()).filter(|&x| quotient.p[x]).map(|x| words[x].clone()).collect();
        p.sort_by_key(|word| {
            (word.iter().map(|&e| u32::from(e)).sum::<u32>(), std::cmp::Reverse(word.clone()))
        });
        Self { generators: generators.heaps, relations, p, words }
    }

    /// The name of a generator: a, b, ..., z, a1, b1, ...
    pub fn generator_name(i: usize) -> String {
        let letter = char::from(b'a' + (i % 26) as u8);
        if i < 26 { letter.to_string() } else { format!("{letter}{}", i / 26) }
    }

    /// A word as text: `1`, `a`, `ab^2`.
    pub fn word(exponents: &[u8]) -> String {
        let mut text = String::new();
        for (i, &e) in exponents.iter().enumerate() {
            if e > 0 {
                text.push_str(&Self::generator_name(i));
            }
            if e > 1 {
                let _ = write!(text, "^{e}");
            }
        }
        if text.is_empty() { "1".to_owned() } else { text }
    }
}

impl fmt::Display for Presentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = (0..self.generators.len()).map(Self::generator_name).collect();
        write!(f, "<{} |", names.join(","))?;
        for (i, (left, right)) in self.relations.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma} {}={}", Self::word(left), Self::word(right))?;
        }
        f.write_str(">")
    }
}

/// Whether the word b is a multiple of a.
pub(super) fn divides(a: &[u8], b: &[u8]) -> bool {
    a.iter().zip(b).all(|(x, y)| x <= y)
}
