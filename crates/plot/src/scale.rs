//! The Grundy scale: two strips of squared paper with which nim-values of a heap game are
//! found by hand (Albert, Nowakowski and Wolfe, Lessons in Play, section 7.5).
//!
//! The upper strip carries the heaps 0, 1, 2, ... and their nim-values as far as they are
//! known; the lower one carries 0, 1, 2, ... in the opposite direction. With the lower
//! strip's 0 under heap n, its number k stands under heap n - k, so marks on the numbers
//! that may be taken point at the values of the options of n. For moves that leave two
//! heaps both strips carry the nim-values, and the two numbers above each other are added
//! as nim does, once for every number of tokens taken.

use crate::colour::{Colour, PALETTE};
use crate::scene::{Anchor, Item, Scene};
use crate::{PlotError, text};

/// A Grundy scale set to a heap.
pub struct GrundyScale<'a> {
    /// The rules.
    pub title: String,
    /// The heap whose value is sought.
    pub heap: u64,
    /// G(0), ..., G(heap).
    pub values: &'a [u32],
    /// Numbers of tokens some heap up to this one may lose when one heap (or none) is left.
    pub takes: Vec<u64>,
    /// The options of the heap: the heaps left.
    pub options: Vec<Vec<u64>>,
    /// The marks show the numbers that may *not* be taken, as in all-but games.
    pub all_but: bool,
}

/// Two heaps left by a move and their nim-sum.
type Pair = (u64, u64, u32);

/// The largest heap drawn.
pub const LARGEST_HEAP: u64 = 60;
/// Marks are drawn up to this far beyond the heap.
pub const MARGIN: u64 = 6;
const CELL: f32 = 30.0;
const LEFT: f32 = 24.0;

impl GrundyScale<'_> {
    /// The picture.
    pub fn scene(&self) -> Result<Scene, PlotError> {
        let n = self.heap;
        if n > LARGEST_HEAP {
            return Err(PlotError::TooLarge {
                reason: format!("a Grundy scale is drawn for heaps up to {LARGEST_HEAP}"),
            });
        }
        if self.values.len() as u64 != n + 1 {
            return Err(PlotError::Empty);
        }
        // The lower strip reaches to the largest mark or one beyond the heap.
        let reach = self.takes.iter().copied().max().unwrap_or(0).min(n + MARGIN).max(n.min(4)) + 1;
        let pad = reach.saturating_sub(n); // cells of the lower strip left of heap 0
        let after = 4; // empty cells to the right
        let columns = pad + n + 1 + after;
        let pairs = self.pairs();
        let width = (2.0 * LEFT + CELL * columns as f32).max(420.0);
        let height = 206.0 + 92.0 * pairs.len() as f32;
        let excluded = self.excluded();
        let value = self.values[n as usize];
        let list: Vec<String> = excluded.iter().map(u32::to_string).collect();
        let sentence = format!("G({n}) = mex{{{}}} = {value}", list.join(", "));
        let mut scene =
            Scene::new(width, height, format!("Grundy scale of {}: {sentence}", self.title));
        let title = format!("Grundy scale of {}", self.title);
        scene.text(LEFT, 26.0, Anchor::Start, 16.0, text::fit(&title, 16.0, width - 2.0 * LEFT));
        scene.coloured_text(
            LEFT,
            46.0,
            Anchor::Start,
            12.0,
            Colour::GREY,
            text::fit(&sentence, 12.0, width - 2.0 * LEFT),
        );

        let x_of = |heap: u64| LEFT + CELL * (pad + heap) as f32;
        // The heaps that one move leaves alone.
        let options: Vec<u64> = self
            .options
            .iter()
            .filter(|heaps| heaps.len() <= 1)
            .map(|heaps| heaps.first().copied().unwrap_or(0))
            .collect();
        self.upper_strip(&mut scene, 62.0, pad, n + after, &options);
        // The lower strip: marks above its numbers.
        let y = 62.0 + 52.0;
        for k in 0..=reach.min(n + pad) {
            let x = LEFT + CELL * (n + pad - k) as f32;
            cell(&mut scene, x, y, CELL, 58.0, Colour(250, 246, 236));
            scene.text(x + CELL / 2.0, y + 50.0, Anchor::Middle, 12.0, k.to_string());
            let tip = (x + CELL / 2.0, y + 8.0);
            if k == 0 {
                triangle(&mut scene, tip, Colour::INK, true);
            } else if self.takes.contains(&k) != self.all_but {
                let live = k <= n && (options.contains(&(n - k)) != self.all_but);
                triangle(&mut scene, tip, if live { PALETTE[1] } else { Colour::GREY }, live);
            }
        }
        for (i, (take, sums)) in pairs.iter().enumerate() {
            let y = 206.0 + 92.0 * i as f32;
            let what =
                if *take == 0 { "Split:".to_owned() } else { format!("Take {take} and split:") };
            scene.text(
                LEFT,
                y + 4.0,
                Anchor::Start,
                12.0,
                format!("{what} the heap and the heap below it, added as nim does"),
            );
            for &(a, b, sum) in sums {
                let x = x_of(a);
                cell(&mut scene, x, y + 12.0, CELL, 62.0, Colour(250, 246, 236));
                let middle = x + CELL / 2.0;
                scene.coloured_text(
                    middle,
                    y + 26.0,
                    Anchor::Middle,
                    10.0,
                    Colour::GREY,
                    format!("{a}+{b}"),
                );
                scene.text(
                    middle,
                    y + 46.0,
                    Anchor::Middle,
                    10.0,
                    format!("{}⊕{}", self.values[a as usize], self.values[b as usize]),
                );
                scene.coloured_text(
                    middle,
                    y + 66.0,
                    Anchor::Middle,
                    13.0,
                    PALETTE[1],
                    sum.to_string(),
                );
            }
        }
        Ok(scene)
    }

    fn upper_strip(&self, scene: &mut Scene, y: f32, pad: u64, to: u64, options: &[u64]) {
        let n = self.heap;
        for heap in 0..=to {
            let x = LEFT + CELL * (pad + heap) as f32;
            let fill = if heap == n {
                Colour::WHITE.mix(PALETTE[0], 0.25)
            } else if options.contains(&heap) && heap < n {
                Colour::WHITE.mix(PALETTE[1], 0.2)
            } else {
                Colour(245, 248, 252)
            };
            cell(scene, x, y, CELL, 50.0, fill);
            scene.coloured_text(
                x + CELL / 2.0,
                y + 15.0,
                Anchor::Middle,
                10.0,
                Colour::GREY,
                heap.to_string(),
            );
            if heap <= n {
                scene.text(
                    x + CELL / 2.0,
                    y + 40.0,
                    Anchor::Middle,
                    15.0,
                    self.values[heap as usize].to_string(),
                );
            }
        }
    }

    /// The options with two heaps by the number of tokens taken: (a, b, nim-sum).
    fn pairs(&self) -> Vec<(u64, Vec<Pair>)> {
        let mut groups: Vec<(u64, Vec<Pair>)> = Vec::new();
        for option in &self.options {
            let &[a, b] = option.as_slice() else { continue };
            let take = self.heap - (a + b).min(self.heap);
            let sum = self.values[a as usize] ^ self.values[b as usize];
            match groups.iter_mut().find(|(t, _)| *t == take) {
                Some((_, list)) => list.push((a.min(b), a.max(b), sum)),
                None => groups.push((take, vec![(a.min(b), a.max(b), sum)])),
            }
        }
        groups.sort_unstable();
        for (_, list) in &mut groups {
            list.sort_unstable();
        }
        groups
    }

    /// The values of the options, ascending, each once.
    fn excluded(&self) -> Vec<u32> {
        let mut list: Vec<u32> = self
            .options
            .iter()
            .map(|heaps| heaps.iter().fold(0, |sum, &h| sum ^ self.values[h as usize]))
            .collect();
        list.sort_unstable();
        list.dedup();
        list
    }
}

fn cell(scene: &mut Scene, x: f32, y: f32, width: f32, height: f32, fill: Colour) {
    scene.rect(x, y, width, height, fill);
    scene.items.push(Item::Frame { x, y, width, height, stroke: Colour(190, 190, 190) });
}

fn triangle(scene: &mut Scene, (x, y): (f32, f32), fill: Colour, solid: bool) {
    scene.items.push(Item::Triangle { x, y, size: 15.0, fill, solid });
}
