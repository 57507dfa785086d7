//! G(n) against n.

use crate::axis::{Axis, grouped};
use crate::colour::{Colour, PALETTE};
use crate::scene::{Anchor, Item, Pixels, Scene};
use crate::{PlotError, text};
use std::collections::HashSet;

/// A class of points: one colour, one line of the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// What the points of the class are.
    pub name: String,
    /// Their colour.
    pub colour: Colour,
    /// Drawn larger and on top, as exceptions are.
    pub marked: bool,
}

impl Class {
    /// A class with the `i`-th colour of the palette.
    pub fn new(name: impl Into<String>, i: usize) -> Self {
        Self { name: name.into(), colour: PALETTE[i % PALETTE.len()], marked: false }
    }

    /// The same class, drawn larger and on top.
    #[must_use]
    pub fn marked(self) -> Self {
        Self { marked: true, ..self }
    }
}

/// A scatter plot of a nim-sequence.
pub struct Scatter<'a> {
    /// The first line: the rules.
    pub title: String,
    /// The second line: what is proved.
    pub subtitle: String,
    /// G(from), G(from + 1), ...
    pub values: &'a [u32],
    /// The heap of the first value.
    pub from: u64,
    /// The horizontal axis shows n mod this.
    pub wrap: Option<u64>,
    /// The classes.
    pub classes: Vec<Class>,
    /// The class of a heap of n with its value, as an index into `classes`.
    pub class_of: &'a dyn Fn(u64, u32) -> usize,
    /// log(1 + n) instead of n.
    pub log_x: bool,
    /// log(1 + G(n)) instead of G(n).
    pub log_y: bool,
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
}

/// Marks are drawn one by one up to this many, rasterised beyond.
pub const MOST_MARKS: usize = 20_000;
/// Marks of a marked class are drawn one by one up to this many.
const MOST_MARKED: usize = 20_000;
/// Cells of the raster per CSS pixel, in each direction.
const CELLS: f32 = 2.0;
/// Shades of a class in the raster.
const SHADES: usize = 8;
/// Sizes that make sense.
const SIZES: std::ops::RangeInclusive<u32> = 200..=10_000;

const LEFT: f32 = 64.0;
const RIGHT: f32 = 24.0;
const BOTTOM: f32 = 52.0;
/// What a legend has to leave of the height for the points.
const LEAST_HEIGHT: f32 = 40.0;

impl Scatter<'_> {
    /// The picture.
    ///
    /// No point is left out. Points of a class whose places round to the same hundredth of
    /// a pixel are drawn once. With more than [`MOST_MARKS`] places left, the points are
    /// counted in cells of half a pixel, and a pixel is painted for each of them, darker
    /// where more points fall in it; marked classes keep their marks.
    pub fn scene(&self) -> Result<Scene, PlotError> {
        if self.values.is_empty() || self.classes.is_empty() {
            return Err(PlotError::Empty);
        }
        for size in [self.width, self.height] {
            if !SIZES.contains(&size) {
                return Err(PlotError::TooLarge {
                    reason: format!(
                        "a side of {size} pixels: use {} to {}",
                        SIZES.start(),
                        SIZES.end()
                    ),
                });
            }
        }
        if self.classes.len() > 31 {
            return Err(PlotError::TooLarge { reason: "more than 31 classes of points".into() });
        }
        let (width, height) = (self.width as f32, self.height as f32);
        let legend = self.classes.len() > 1;
        let top = 58.0 + if legend { 20.0 * self.legend_rows(width) as f32 } else { 0.0 };
        if height - top - BOTTOM < LEAST_HEIGHT {
            return Err(PlotError::TooLarge {
                reason: format!(
                    "the legend of {} classes leaves no room in {} by {} pixels: use more",
                    self.classes.len(),
                    self.width,
                    self.height
                ),
            });
        }
        let mut scene = Scene::new(width, height, format!("{}. {}", self.title, self.subtitle));
        let room = width - LEFT - RIGHT;
        scene.text(LEFT, 24.0, Anchor::Start, 16.0, text::fit(&self.title, 16.0, room));
        scene.coloured_text(
            LEFT,
            44.0,
            Anchor::Start,
            12.0,
            Colour::GREY,
            text::fit(&self.subtitle, 12.0, room),
        );

        let last = self.from + (self.values.len() as u64 - 1);
        let (x_least, x_most) = match self.wrap {
            Some(p) => (0, p.max(1) - 1),
            None => (self.from, last),
        };
        let y_most = u64::from(self.values.iter().copied().max().unwrap_or(0));
        let x_axis = Axis::new(x_least, x_most, self.log_x, LEFT + 8.0, width - RIGHT - 8.0);
        let y_axis = Axis::new(0, y_most, self.log_y, height - BOTTOM - 8.0, top + 8.0);
        self.axes(&mut scene, &x_axis, &y_axis, top);
        if legend {
            self.legend(&mut scene, width);
        }
        self.points(&mut scene, &x_axis, &y_axis, top);
        Ok(scene)
    }

    fn axes(&self, scene: &mut Scene, x_axis: &Axis, y_axis: &Axis, top: f32) {
        let (right, bottom) = (scene.width - RIGHT, scene.height - BOTTOM);
        for tick in x_axis.ticks(((right - LEFT) / 90.0) as usize) {
            let x = x_axis.place(tick);
            scene.rect(x - 0.5, top, 1.0, bottom - top, Colour::GRID);
            scene.text(x, bottom + 17.0, Anchor::Middle, 11.0, grouped(tick));
        }
        for tick in y_axis.ticks(((bottom - top) / 50.0) as usize) {
            let y = y_axis.place(tick);
            scene.rect(LEFT, y - 0.5, right - LEFT, 1.0, Colour::GRID);
            scene.text(LEFT - 7.0, y + 4.0, Anchor::End, 11.0, grouped(tick));
        }
        scene.items.push(Item::Frame {
            x: LEFT,
            y: top,
            width: right - LEFT,
            height: bottom - top,
            stroke: Colour::GREY,
        });
        let scale = |log: bool| if log { ", logarithmic (log(1+x))" } else { "" };
        let x_name = match self.wrap {
            Some(p) => format!("n mod {p}{}", scale(self.log_x)),
            None => format!("heap n{}", scale(self.log_x)),
        };
        scene.text(f32::midpoint(LEFT, right), bottom + 38.0, Anchor::Middle, 12.0, x_name);
        scene.items.push(Item::Text {
            x: 16.0,
            y: f32::midpoint(top, bottom),
            anchor: Anchor::Middle,
            size: 12.0,
            upwards: true,
            fill: Colour::INK,
            text: format!("nim-value G(n){}", scale(self.log_y)),
        });
    }

    /// Where the legend's entries go: row and x.
    fn legend_places(&self, width: f32) -> Vec<(usize, f32)> {
        let (mut row, mut x) = (0, LEFT);
        let mut places = Vec::new();
        for class in &self.classes {
            let needed = text::width(&class.name, 12.0) + 34.0;
            if x > LEFT && x + needed > width - RIGHT {
                row += 1;
                x = LEFT;
            }
            places.push((row, x));
            x += needed;
        }
        places
    }

    fn legend_rows(&self, width: f32) -> usize {
        self.legend_places(width).last().map_or(0, |&(row, _)| row + 1)
    }

    fn legend(&self, scene: &mut Scene, width: f32) {
        for (class, (row, x)) in self.classes.iter().zip(self.legend_places(width)) {
            let y = 62.0 + 20.0 * row as f32;
            scene.rect(x, y - 8.0, 10.0, 10.0, class.colour);
            scene.text(x + 15.0, y + 2.0, Anchor::Start, 12.0, class.name.clone());
        }
    }

    /// Every point as (class, x, y) in pixels.
    fn places<'s>(
        &'s self,
        x_axis: &'s Axis,
        y_axis: &'s Axis,
    ) -> impl Iterator<Item = (usize, f32, f32)> + 's {
        self.values.iter().zip(self.from..).map(move |(&value, n)| {
            let x = self.wrap.map_or(n, |p| n % p.max(1));
            let class = (self.class_of)(n, value).min(self.classes.len() - 1);
            (class, x_axis.place(x), y_axis.place(u64::from(value)))
        })
    }

    fn points(&self, scene: &mut Scene, x_axis: &Axis, y_axis: &Axis, top: f32) {
        let mut seen = HashSet::new();
        let mut centres = vec![Vec::new(); self.classes.len()];
        let mut too_many = vec![false; self.classes.len()];
        for (class, x, y) in self.places(x_axis, y_axis) {
            let most = if self.classes[class].marked { MOST_MARKED } else { MOST_MARKS };
            if too_many[class] {
                continue;
            }
            let place = (class, (x * 100.0).round() as i64, (y * 100.0).round() as i64);
            if seen.insert(place) {
                centres[class].push((x, y));
            }
            too_many[class] = centres[class].len() > most;
        }
        let plain: usize =
            (0..centres.len()).filter(|&c| !self.classes[c].marked).map(|c| centres[c].len()).sum();
        if plain > MOST_MARKS {
            for (c, class) in self.classes.iter().enumerate() {
                too_many[c] |= !class.marked;
            }
        }
        if too_many.iter().any(|&many| many) {
            self.raster(scene, x_axis, y_axis, top, &too_many);
        }
        let drawn: usize = centres.iter().map(Vec::len).sum();
        let radius: f32 = match drawn {
            0..=200 => 2.6,
            201..=1000 => 1.8,
            1001..=6000 => 1.1,
            _ => 0.7,
        };
        // Marked classes come last, on top.
        for marked in [false, true] {
            for (c, class) in self.classes.iter().enumerate() {
                if class.marked == marked && !too_many[c] && !centres[c].is_empty() {
                    scene.items.push(Item::Marks {
                        class: class.name.clone(),
                        centres: std::mem::take(&mut centres[c]),
                        radius: if marked { radius.max(1.4) + 0.6 } else { radius },
                        fill: class.colour,
                    });
                }
            }
        }
    }

    /// Counts the points of the classes with too many marks in cells.
    fn raster(&self, scene: &mut Scene, x_axis: &Axis, y_axis: &Axis, top: f32, rastered: &[bool]) {
        let (x, y) = (LEFT, top);
        let (width, height) = (scene.width - RIGHT - LEFT, scene.height - BOTTOM - top);
        let columns = (width * CELLS).ceil() as usize;
        let rows = (height * CELLS).ceil() as usize;
        let mut counts = vec![0u32; columns * rows];
        let mut owner = vec![0u8; columns * rows];
        for (class, px, py) in self.places(x_axis, y_axis) {
            if !rastered[class] {
                continue;
            }
            let column = (((px - x) * CELLS) as usize).min(columns - 1);
            let row = (((py - y) * CELLS) as usize).min(rows - 1);
            let cell = row * columns + column;
            counts[cell] += 1;
            // The later class of the legend lies on top.
            owner[cell] = owner[cell].max(class as u8);
        }
        let most = counts.iter().copied().max().unwrap_or(1).max(1);
        let shade = |count: u32| {
            let t = f64::from(count).ln() / f64::from(most.max(2)).ln();
            (t * (SHADES - 1) as f64).round() as usize
        };
        let counted: Vec<u8> = counts
            .iter()
            .zip(&owner)
            .map(|(&count, &class)| {
                if count == 0 { 0 } else { (1 + usize::from(class) * SHADES + shade(count)) as u8 }
            })
            .collect();
        // A point is a whole pixel, where its neighbours leave it room: a single cell is too
        // faint to see.
        let mut cells = counted.clone();
        for (cell, &paint) in counted.iter().enumerate().filter(|(_, paint)| **paint != 0) {
            let (right, below) = (cell % columns + 1 < columns, cell / columns + 1 < rows);
            let near = [(right, 1), (below, columns), (right && below, columns + 1)];
            for (_, step) in near.into_iter().filter(|(inside, _)| *inside) {
                if cells[cell + step] == 0 {
                    cells[cell + step] = paint;
                }
            }
        }
        let palette = self
            .classes
            .iter()
            .flat_map(|class| {
                (0..SHADES).map(|s| {
                    class.colour.mix(Colour::WHITE, 0.35 * (1.0 - s as f32 / (SHADES - 1) as f32))
                })
            })
            .collect();
        scene.items.push(Item::Raster {
            x,
            y,
            width: columns as f32 / CELLS,
            height: rows as f32 / CELLS,
            pixels: Pixels { columns, rows, palette, cells },
        });
    }
}
