//! The values of a sequence wrapped at a width, as printed tables show a period.

use crate::colour::{Colour, PALETTE};
use crate::scene::{Anchor, Item, Scene};
use crate::{PlotError, text};

/// A table with `columns` values to a row.
pub struct Table<'a> {
    /// The first line: the rules.
    pub title: String,
    /// The second line: what is proved.
    pub subtitle: String,
    /// G(from), G(from + 1), ...
    pub values: &'a [u32],
    /// The heap of the first value.
    pub from: u64,
    /// Values in a row.
    pub columns: u64,
    /// Whether a heap stands out, as exceptions do.
    pub marked: &'a dyn Fn(u64) -> bool,
}

/// The most cells that can still be read.
const MOST_CELLS: usize = 20_000;

impl Table<'_> {
    /// The picture: a column for each n mod `columns`, a row for each multiple of it.
    pub fn scene(&self) -> Result<Scene, PlotError> {
        if self.values.is_empty() || self.columns == 0 {
            return Err(PlotError::Empty);
        }
        let first_row = self.from / self.columns;
        let last = self.from + self.values.len() as u64 - 1;
        let rows = last / self.columns - first_row + 1;
        if self.columns > 400 || self.values.len() > MOST_CELLS || rows > 2000 {
            return Err(PlotError::TooLarge {
                reason: format!(
                    "a table of {rows} rows and {} columns is too large to read: at most {MOST_CELLS} values in 400 columns",
                    self.columns
                ),
            });
        }
        let most = self.values.iter().copied().max().unwrap_or(0);
        let digits = most.to_string().len().max((self.columns - 1).to_string().len());
        let cell = 12.0 + 8.0 * digits as f32;
        let head =
            14.0 + text::width(&(last / self.columns * self.columns).to_string(), 11.0).max(30.0);
        let width = (head + cell * self.columns as f32 + 24.0).max(360.0);
        let top = 84.0;
        let height = top + 22.0 * rows as f32 + 20.0;
        let mut scene = Scene::new(width, height, format!("{}. {}", self.title, self.subtitle));
        scene.text(12.0, 24.0, Anchor::Start, 16.0, text::fit(&self.title, 16.0, width - 24.0));
        scene.coloured_text(
            12.0,
            44.0,
            Anchor::Start,
            12.0,
            Colour::GREY,
            text::fit(&self.subtitle, 12.0, width - 24.0),
        );
        for column in 0..self.columns {
            let x = head + cell * (column as f32 + 0.5);
            scene.coloured_text(
                x,
                top - 10.0,
                Anchor::Middle,
                11.0,
                Colour::GREY,
                format!("+{column}"),
            );
        }
        for row in 0..rows {
            let y = top + 22.0 * row as f32 + 15.0;
            let n = (first_row + row) * self.columns;
            scene.coloured_text(head - 8.0, y, Anchor::End, 11.0, Colour::GREY, n.to_string());
        }
        for (n, &value) in (self.from..).zip(self.values) {
            let x = head + cell * (n % self.columns) as f32;
            let y = top + 22.0 * (n / self.columns - first_row) as f32;
            let marked = (self.marked)(n);
            let fill = if marked {
                PALETTE[1]
            } else {
                // Paler for small values, so that the pattern shows at a glance.
                Colour::WHITE.mix(PALETTE[0], 0.06 + 0.44 * value as f32 / most.max(1) as f32)
            };
            scene.items.push(Item::Rect {
                x: x + 1.0,
                y: y + 1.0,
                width: cell - 2.0,
                height: 20.0,
                fill,
                label: format!("G({n}) = {value}"),
            });
            let ink = if marked { Colour::WHITE } else { Colour::INK };
            scene.coloured_text(
                x + cell / 2.0,
                y + 15.0,
                Anchor::Middle,
                11.0,
                ink,
                value.to_string(),
            );
        }
        Ok(scene)
    }
}
