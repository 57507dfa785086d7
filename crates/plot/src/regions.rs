//! Regions of a plane: a coloured cell for every pair of numbers.

use crate::colour::Colour;
use crate::scene::{Anchor, Item, Pixels, Scene};
use crate::{PlotError, text};

/// A kind of cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name in the legend.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
}

/// Cells in rows, the first row on top.
pub struct Regions {
    /// The first line: what is shown.
    pub title: String,
    /// What the numbers of the columns and of the rows are called.
    pub axes: [String; 2],
    /// The number of the first column.
    pub first_column: u64,
    /// The number of the first row.
    pub first_row: u64,
    /// The kinds of cells.
    pub regions: Vec<Region>,
    /// The kind of each cell, row by row; `None` is left white. All rows are equally long.
    pub rows: Vec<Vec<Option<usize>>>,
}

/// The most cells along one side.
const MOST: usize = 2000;
/// The numbers of the rows.
const LEFT: f32 = 64.0;

impl Regions {
    /// The picture.
    pub fn scene(&self) -> Result<Scene, PlotError> {
        let columns = self.rows.first().map_or(0, Vec::len);
        let rows = self.rows.len();
        if columns == 0 {
            return Err(PlotError::Empty);
        }
        if columns > MOST || rows > MOST || self.regions.len() > 200 {
            return Err(PlotError::TooLarge {
                reason: format!("{columns} columns and {rows} rows are too many: at most {MOST}"),
            });
        }
        // Large enough to be seen, small enough for a page.
        let cell = (640 / columns.max(rows)).clamp(1, 16) as f32;
        let (width, height) = (cell * columns as f32, cell * rows as f32);
        let legend = self.regions.iter().map(|region| text::width(&region.name, 12.0) + 40.0);
        let longest = legend.fold(text::width(&self.title, 16.0) + 24.0, f32::max);
        let top = 66.0;
        let below = top + height + 46.0;
        let mut scene = Scene::new(
            (LEFT + width + 24.0).max(longest),
            below + 20.0 * self.regions.len() as f32 + 4.0,
            self.title.clone(),
        );
        scene.text(12.0, 24.0, Anchor::Start, 16.0, self.title.clone());
        let cells = self.rows.iter().flat_map(|row| {
            let kind = |i: usize| row.get(i).copied().flatten();
            (0..columns).map(move |i| kind(i).map_or(0, |kind| kind + 1).min(255) as u8)
        });
        scene.items.push(Item::Raster {
            x: LEFT,
            y: top,
            width,
            height,
            pixels: Pixels {
                columns,
                rows,
                palette: self.regions.iter().map(|region| region.colour).collect(),
                cells: cells.collect(),
            },
        });
        let [across, down] = &self.axes;
        let number = |scene: &mut Scene, x: f32, y: f32, anchor: Anchor, n: u64| {
            scene.coloured_text(x, y, anchor, 11.0, Colour::GREY, n.to_string());
        };
        for i in ticks(self.first_column, columns, cell) {
            let x = LEFT + cell * (i as f32 + 0.5);
            number(&mut scene, x, top - 6.0, Anchor::Middle, self.first_column + i as u64);
        }
        for i in ticks(self.first_row, rows, cell) {
            let y = top + cell * (i as f32 + 0.5) + 4.0;
            number(&mut scene, LEFT - 6.0, y, Anchor::End, self.first_row + i as u64);
        }
        scene.text(LEFT + width + 6.0, top - 6.0, Anchor::Start, 12.0, across.clone());
        scene.text(LEFT - 6.0, top + height + 16.0, Anchor::End, 12.0, down.clone());
        for (i, region) in self.regions.iter().enumerate() {
            let y = below + 20.0 * i as f32;
            scene.rect(12.0, y - 10.0, 12.0, 12.0, region.colour);
            scene.text(32.0, y, Anchor::Start, 12.0, region.name.clone());
        }
        Ok(scene)
    }
}

/// Where numbers are written: multiples of a round number, at least 28 pixels apart.
fn ticks(first: u64, count: usize, cell: f32) -> impl Iterator<Item = usize> {
    let apart = (28.0 / cell).ceil() as u64;
    let step = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|step| *step >= apart);
    let step = step.unwrap_or(1000);
    (0..count).filter(move |&i| (first + i as u64).is_multiple_of(step))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PALETTE;

    fn picture(columns: usize, rows: usize) -> Regions {
        let region = |i: usize| Region { name: format!("kind {i}"), colour: PALETTE[i] };
        Regions {
            title: "A plane".to_owned(),
            axes: ["a".to_owned(), "b".to_owned()],
            first_column: 1,
            first_row: 2,
            regions: (0..2).map(region).collect(),
            rows: vec![vec![Some(1); columns]; rows],
        }
    }

    #[test]
    fn every_cell_and_every_kind_is_drawn() {
        let mut plane = picture(12, 7);
        plane.rows[3][4] = Some(0);
        plane.rows[6][11] = None;
        let scene = plane.scene().unwrap();
        let raster = scene.items.iter().find_map(|item| match item {
            Item::Raster { pixels, .. } => Some(pixels),
            _ => None,
        });
        let pixels = raster.unwrap();
        assert_eq!((pixels.columns, pixels.rows), (12, 7));
        assert_eq!((pixels.cells[3 * 12 + 4], pixels.cells[6 * 12 + 11]), (1, 0));
        let others = pixels.cells.iter().enumerate().filter(|(_, cell)| **cell != 2);
        assert_eq!(others.map(|(i, _)| i).collect::<Vec<_>>(), [3 * 12 + 4, 6 * 12 + 11]);
        let texts: Vec<&str> = scene.texts().collect();
        for text in ["A plane", "a", "b", "kind 0", "kind 1", "2", "8"] {
            assert!(texts.contains(&text), "{text}: {texts:?}");
        }
        assert!(scene.svg().unwrap().contains("data:image/png"));
        assert!(scene.png().unwrap().starts_with(&[0x89, b'P', b'N', b'G']));
    }

    #[test]
    fn nothing_and_too_much_are_refused() {
        assert_eq!(picture(0, 3).scene(), Err(PlotError::Empty));
        assert!(matches!(picture(2001, 1).scene(), Err(PlotError::TooLarge { .. })));
        assert!(picture(2000, 2).scene().is_ok());
    }
}
