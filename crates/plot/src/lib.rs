//! Pictures of nim-sequences.
//!
//! A picture is first a [`Scene`]: lines, rectangles, texts, marks and at most a raster,
//! all in CSS pixels. [`Scene::svg`] and [`Scene::png`] write the same scene, so the two
//! formats cannot disagree, and tests look at the scene instead of at pixels.
//!
//! - [`scatter::Scatter`]: G(n) against n, or against n mod p, classes of points in
//!   colours, log axes; a million points are rasterised, none is left out;
//! - [`table::Table`]: values wrapped at a width, as printed tables show a period;
//! - [`regions::Regions`]: a coloured cell for every pair of numbers;
//! - [`scale::GrundyScale`]: the two paper strips with which nim-values are found by hand;
//! - [`thermograph::Thermograph`]: the walls and the mast of a partisan game.
//!
//! ```
//! use sprague_plot::table::Table;
//! let table = Table {
//!     title: "Kayles".to_owned(),
//!     subtitle: String::new(),
//!     values: &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6],
//!     from: 0,
//!     columns: 12,
//!     marked: &|_| false,
//! };
//! assert!(table.scene()?.svg()?.starts_with("<svg"));
//! # Ok::<(), sprague_plot::PlotError>(())
//! ```

mod axis;
mod colour;
mod raster;
pub mod regions;
pub mod scale;
pub mod scatter;
mod scene;
mod svg;
pub mod table;
mod text;
pub mod thermograph;

pub use colour::{Colour, PALETTE};
pub use scene::{Anchor, Item, Pixels, Scene};

/// Why a picture could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlotError {
    /// There is nothing to draw.
    Empty,
    /// The picture would be larger than is sensible.
    TooLarge {
        /// What is too large, and how large it may be.
        reason: String,
    },
    /// The PNG encoder failed.
    Encoding(String),
}

impl std::fmt::Display for PlotError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("there are no values to draw"),
            Self::TooLarge { reason } => f.write_str(reason),
            Self::Encoding(reason) => write!(f, "the picture could not be encoded: {reason}"),
        }
    }
}

impl std::error::Error for PlotError {}
