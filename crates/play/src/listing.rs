//! The P-positions with one, two or three heaps.

use crate::best::Convention;
use crate::error::PlayError;
use crate::misere::HeapGame;
use crate::misere::outcome::OutcomeSearch;
use crate::misere::sum::MisereSum;
use crate::values::Sources;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_games::{Position, Ruleset};
use std::fmt::Write;

/// The greatest number of positions looked at.
pub const MOST_POSITIONS: u64 = 50_000_000;

/// Outcomes of all positions with a number of heaps of at most a size.
pub struct Listing {
    /// The number of heaps, 1 to 3.
    pub heaps: usize,
    /// The largest heap.
    pub to: u64,
    /// Whether a position is P, in the order of [`Listing::positions`].
    p: Vec<bool>,
}

impl Listing {
    /// Decides all positions of `heaps` heaps (1 to 3) of 0 to `to` tokens.
    pub fn new(
        rules: &Ruleset,
        heaps: usize,
        to: u64,
        convention: Convention,
        sources: &mut Sources,
    ) -> Result<Self, PlayError> {
        let count = (1..=heaps as u64)
            .try_fold(1u64, |c, i| to.checked_add(i).and_then(|t| c.checked_mul(t)).map(|c| c / i));
        if !(1..=3).contains(&heaps) || count.is_none_or(|count| count > MOST_POSITIONS) {
            return Err(PlayError::TooManyPositions { limit: MOST_POSITIONS });
        }
        let mut listing = Self { heaps, to, p: Vec::new() };
        let positions = listing.positions();
        listing.p = match convention {
            Convention::Normal => {
                let source = sources.values(rules, &to.into())?;
                // A word a value: there may be as many as positions.
                let value = |n: u64| {
                    let n = BigUint::from(n);
                    source.value(&n)?.to_u64().ok_or_else(|| {
                        PlayError::out_of_reach(rules, &n, "its value has more than 64 bits")
                    })
                };
                let values = (0..=to).map(value).collect::<Result<Vec<u64>, PlayError>>()?;
                positions
                    .map(|position| {
                        position[..heaps].iter().fold(0, |sum, &n| sum ^ values[n as usize]) == 0
                    })
                    .collect()
            }
            Convention::Misere => listing.misere(rules, sources)?,
        };
        Ok(listing)
    }

    fn misere(&self, rules: &Ruleset, sources: &Sources) -> Result<Vec<bool>, PlayError> {
        let to = u32::try_from(self.to)
            .map_err(|_| PlayError::TooManyPositions { limit: MOST_POSITIONS })?;
        let (most, budget) = (sources.misere(), sources.question());
        let game = HeapGame::limited(rules, to, most.entries, &budget)?;
        let lane = usize::from(rules.has_pass());
        // Where a move leaves at most one heap, sums of few heaps stay sums of few heaps.
        let single = (0..=game.largest()).all(|h| game.options(h).iter().all(|o| o.len() <= 1));
        let whole = Position::of(rules.clone(), vec![self.to; self.heaps]);
        let decider = if single && self.heaps == 1 {
            None
        } else {
            Some(MisereSum::new(&whole, most, &budget)?)
        };
        let mut search = OutcomeSearch::new(&game, most.search).within(&budget);
        self.positions()
            .map(|position| {
                let heaps = &position[..self.heaps];
                let sum: Vec<(usize, u64)> = heaps.iter().map(|&n| (0, n)).collect();
                if let Some(p) = decider.as_ref().and_then(|d| d.quick(&whole, &sum)) {
                    return Ok(p);
                }
                let numbers: Vec<u32> = heaps.iter().map(|&n| game.heap(lane, n as u32)).collect();
                search.is_p(&numbers).map_err(PlayError::from)
            })
            .collect()
    }

    /// All positions, heaps in increasing order; unused places are 0.
    pub fn positions(&self) -> impl Iterator<Item = [u64; 3]> + use<> {
        let (heaps, to) = (self.heaps, self.to);
        let mut next = Some([0u64; 3]);
        std::iter::from_fn(move || {
            let current = next?;
            let mut following = current;
            next = (0..heaps).rev().find(|&i| current[i] < to).map(|i| {
                let value = current[i] + 1;
                following[i..heaps].fill(value);
                following
            });
            Some(current)
        })
    }

    /// The positions with this outcome.
    pub fn with_outcome(&self, p: bool) -> impl Iterator<Item = [u64; 3]> + '_ {
        self.positions()
            .zip(&self.p)
            .filter(move |(_, own)| **own == p)
            .map(|(position, _)| position)
    }

    /// Whether a position (heaps in any order) is P.
    fn is_p(&self, heaps: &[u64]) -> bool {
        let mut sorted = heaps.to_vec();
        sorted.sort_unstable();
        // its place in the order of `positions`: count what comes before, heap by heap
        let choose = |n: u64, k: u64| (0..k).fold(1u64, |c, i| c * (n - i) / (i + 1));
        let mut place = 0;
        let mut least = 0;
        for (i, &h) in sorted.iter().enumerate() {
            let left = (self.heaps - i - 1) as u64;
            for smaller in least..h {
                // multisets of `left` heaps from smaller..=to
                place += choose(self.to - smaller + left, left);
            }
            least = h;
        }
        self.p[place as usize]
    }

    /// A picture in characters: `#` for a P-position, `.` for an N-position. With three
    /// heaps there is one square for every size of the first.
    pub fn picture(&self) -> String {
        let mut text = String::new();
        match self.heaps {
            1 => {
                for n in 0..=self.to {
                    text.push(if self.is_p(&[n]) { '#' } else { '.' });
                    if n % 100 == 99 && n < self.to {
                        text.push('\n');
                    }
                }
                text.push('\n');
            }
            2 => self.square(&mut text, &[]),
            _ => {
                for a in 0..=self.to {
                    let _ = writeln!(text, "first heap {a}");
                    self.square(&mut text, &[a]);
                }
            }
        }
        text
    }

    fn square(&self, text: &mut String, first: &[u64]) {
        for b in 0..=self.to {
            for c in 0..=self.to {
                let mut heaps = first.to_vec();
                heaps.extend([b, c]);
                text.push(if self.is_p(&heaps) { '#' } else { '.' });
            }
            text.push('\n');
        }
    }

    /// A picture as SVG: a dark cell for every P-position.
    pub fn svg(&self) -> String {
        const CELL: u64 = 8;
        const MARGIN: u64 = 28;
        let side = self.to + 1;
        let panels: Vec<Vec<u64>> = match self.heaps {
            1 | 2 => vec![Vec::new()],
            _ => (0..=self.to).map(|a| vec![a]).collect(),
        };
        let columns = (panels.len() as f64).sqrt().ceil() as u64;
        let rows = if self.heaps == 1 { 1 } else { side };
        let (panel_width, panel_height) = (side * CELL + 2 * MARGIN, rows * CELL + 2 * MARGIN);
        let panel_rows = (panels.len() as u64).div_ceil(columns);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" font-family=\"sans-serif\" font-size=\"10\">\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"white\"/>\n",
            w = columns * panel_width,
            h = panel_rows * panel_height,
        );
        for (i, first) in panels.iter().enumerate() {
            let x0 = (i as u64 % columns) * panel_width + MARGIN;
            let y0 = (i as u64 / columns) * panel_height + MARGIN;
            let _ = writeln!(
                svg,
                "<rect x=\"{x0}\" y=\"{y0}\" width=\"{}\" height=\"{}\" fill=\"#eee\" stroke=\"#999\"/>",
                side * CELL,
                rows * CELL
            );
            if let Some(a) = first.first() {
                let _ = writeln!(svg, "<text x=\"{x0}\" y=\"{}\">first heap {a}</text>", y0 - 14);
            }
            let step = (side / 8).max(1);
            for n in (0..side).step_by(step as usize) {
                let at = x0 + n * CELL;
                let _ = writeln!(svg, "<text x=\"{at}\" y=\"{}\">{n}</text>", y0 - 3);
                if self.heaps > 1 {
                    let _ = writeln!(
                        svg,
                        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{n}</text>",
                        x0 - 3,
                        y0 + n * CELL + CELL
                    );
                }
            }
            for b in 0..rows {
                for c in 0..side {
                    let mut heaps = first.clone();
                    if self.heaps > 1 {
                        heaps.push(b);
                    }
                    heaps.push(c);
                    if self.is_p(&heaps) {
                        let _ = writeln!(
                            svg,
                            "<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#14508c\"/>",
                            x0 + c * CELL,
                            y0 + b * CELL
                        );
                    }
                }
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_budget::Budget;

    #[test]
    fn places_and_pictures() {
        let rules: Ruleset = "Nim".parse().unwrap();
        let mut sources = Sources::computed(&Budget::unlimited());
        for heaps in 1..=3 {
            let listing = Listing::new(&rules, heaps, 5, Convention::Normal, &mut sources).unwrap();
            for position in listing.positions() {
                let sum = position.iter().fold(0, |s, h| s ^ h);
                assert_eq!(listing.is_p(&position[..heaps]), sum == 0, "{position:?}");
            }
        }
        let listing = Listing::new(&rules, 2, 3, Convention::Normal, &mut sources).unwrap();
        assert_eq!(listing.picture(), "#...\n.#..\n..#.\n...#\n");
        let listing = Listing::new(&rules, 2, 3, Convention::Misere, &mut sources).unwrap();
        assert_eq!(listing.picture(), ".#..\n#...\n..#.\n...#\n");
    }

    #[test]
    fn refuses_too_many() {
        let rules: Ruleset = "Nim".parse().unwrap();
        let mut sources = Sources::computed(&Budget::unlimited());
        let refused = Listing::new(&rules, 3, 1_000_000, Convention::Normal, &mut sources);
        assert!(matches!(refused, Err(PlayError::TooManyPositions { .. })));
    }
}
