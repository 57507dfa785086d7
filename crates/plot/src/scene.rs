//! What is drawn, before it is SVG or PNG.

use crate::colour::Colour;

/// Where a text stands with respect to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It starts there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// Something to draw. Lengths are CSS pixels; y grows downwards.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A filled rectangle.
    Rect {
        /// Left edge.
        x: f32,
        /// Upper edge.
        y: f32,
        /// Width.
        width: f32,
        /// Height.
        height: f32,
        /// Its colour.
        fill: Colour,
        /// What it stands for, as a title for readers who cannot see it.
        label: String,
    },
    /// The outline of a rectangle, one pixel wide.
    Frame {
        /// Left edge.
        x: f32,
        /// Upper edge.
        y: f32,
        /// Width.
        width: f32,
        /// Height.
        height: f32,
        /// Its colour.
        stroke: Colour,
    },
    /// Letters on a baseline.
    Text {
        /// The anchor point.
        x: f32,
        /// The baseline.
        y: f32,
        /// Which point of the text `x` is.
        anchor: Anchor,
        /// The size of the letters.
        size: f32,
        /// Whether the text runs upwards.
        upwards: bool,
        /// Its colour.
        fill: Colour,
        /// The text.
        text: String,
    },
    /// Round marks of one class, all alike.
    Marks {
        /// What the marks are, for the legend and for tests.
        class: String,
        /// Their centres.
        centres: Vec<(f32, f32)>,
        /// Their radius.
        radius: f32,
        /// Their colour.
        fill: Colour,
    },
    /// Straight strokes from point to point, with round ends.
    Line {
        /// The corners.
        points: Vec<(f32, f32)>,
        /// How wide the stroke is.
        width: f32,
        /// Its colour.
        stroke: Colour,
    },
    /// A triangle that points up.
    Triangle {
        /// The tip.
        x: f32,
        /// The tip.
        y: f32,
        /// Its height, and half of its base.
        size: f32,
        /// Its colour.
        fill: Colour,
        /// Filled, or only its outline.
        solid: bool,
    },
    /// A picture of cells.
    Raster {
        /// Left edge.
        x: f32,
        /// Upper edge.
        y: f32,
        /// Width.
        width: f32,
        /// Height.
        height: f32,
        /// The cells.
        pixels: Pixels,
    },
}

/// A raster with a palette; index 0 is transparent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Columns.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// The colours of indices 1, 2, ...
    pub palette: Vec<Colour>,
    /// One index per cell, row by row from the top.
    pub cells: Vec<u8>,
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width in CSS pixels.
    pub width: f32,
    /// Height in CSS pixels.
    pub height: f32,
    /// What the picture shows, for readers who cannot see it.
    pub description: String,
    /// What is drawn, the last on top.
    pub items: Vec<Item>,
}

impl Scene {
    pub(crate) fn new(width: f32, height: f32, description: impl Into<String>) -> Self {
        Self { width, height, description: description.into(), items: Vec::new() }
    }

    pub(crate) fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, fill: Colour) {
        self.items.push(Item::Rect { x, y, width, height, fill, label: String::new() });
    }

    pub(crate) fn line(&mut self, points: &[(f32, f32)], width: f32, stroke: Colour) {
        self.items.push(Item::Line { points: points.to_vec(), width, stroke });
    }

    pub(crate) fn text(
        &mut self,
        x: f32,
        y: f32,
        anchor: Anchor,
        size: f32,
        text: impl Into<String>,
    ) {
        self.coloured_text(x, y, anchor, size, Colour::INK, text);
    }

    pub(crate) fn coloured_text(
        &mut self,
        x: f32,
        y: f32,
        anchor: Anchor,
        size: f32,
        fill: Colour,
        text: impl Into<String>,
    ) {
        self.items.push(Item::Text { x, y, anchor, size, upwards: false, fill, text: text.into() });
    }

    /// All texts, in the order drawn: what a reader reads.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match item {
            Item::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }
}
