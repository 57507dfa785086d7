//! A scene as PNG: a small rasteriser for exactly the items there are.

use crate::PlotError;
use crate::colour::Colour;
use crate::scene::{Anchor, Item, Pixels, Scene};
use crate::text;

/// The most pixels a picture may have: 64 million, 192 MB while it is drawn.
const MAX_PIXELS: f32 = 64e6;

/// Pixels of the picture per CSS pixel: sharp on today's screens.
const SCALE: f32 = 2.0;

struct Canvas {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
}

impl Canvas {
    /// Mixes a colour into a pixel.
    fn paint(&mut self, x: i64, y: i64, colour: Colour, coverage: f32) {
        if x < 0 || y < 0 || x >= self.width as i64 || y >= self.height as i64 || coverage <= 0.0 {
            return;
        }
        let at = 3 * (y as usize * self.width + x as usize);
        let below = Colour(self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]);
        let Colour(r, g, b) = below.mix(colour, coverage);
        self.rgb[at..at + 3].copy_from_slice(&[r, g, b]);
    }

    /// Fills a rectangle given in pixels, with partly covered pixels at its edges.
    fn rect(&mut self, x0: f32, y0: f32, x1: f32, y1: f32, colour: Colour) {
        let cover =
            |i: i64, a: f32, b: f32| (b.min(i as f32 + 1.0) - a.max(i as f32)).clamp(0.0, 1.0);
        let (left, right) = (x0.max(0.0).floor() as i64, x1.min(self.width as f32).ceil() as i64);
        let (top, bottom) = (y0.max(0.0).floor() as i64, y1.min(self.height as f32).ceil() as i64);
        for y in top..bottom {
            for x in left..right {
                self.paint(x, y, colour, cover(x, x0, x1) * cover(y, y0, y1));
            }
        }
    }

    /// Fills the region where `inside` holds, sampled four by four in each pixel.
    fn region(
        &mut self,
        (x0, y0, x1, y1): (f32, f32, f32, f32),
        colour: Colour,
        inside: impl Fn(f32, f32) -> bool,
    ) {
        for y in y0.floor() as i64..=y1.ceil() as i64 {
            for x in x0.floor() as i64..=x1.ceil() as i64 {
                let hits = (0..16)
                    .filter(|i| {
                        let dx = (i % 4) as f32 / 4.0 + 0.125;
                        let dy = (i / 4) as f32 / 4.0 + 0.125;
                        inside(x as f32 + dx, y as f32 + dy)
                    })
                    .count();
                self.paint(x, y, colour, hits as f32 / 16.0);
            }
        }
    }

    fn draw(&mut self, item: &Item) {
        let s = SCALE;
        match item {
            Item::Rect { x, y, width, height, fill, .. } => {
                self.rect(x * s, y * s, (x + width) * s, (y + height) * s, *fill);
            }
            Item::Frame { x, y, width, height, stroke } => {
                let (l, t, r, b) = (x * s, y * s, (x + width) * s, (y + height) * s);
                let half = s / 2.0;
                self.rect(l - half, t - half, r + half, t + half, *stroke);
                self.rect(l - half, b - half, r + half, b + half, *stroke);
                self.rect(l - half, t + half, l + half, b - half, *stroke);
                self.rect(r - half, t + half, r + half, b - half, *stroke);
            }
            Item::Text { x, y, anchor, size, upwards, fill, text } => {
                let length = text::width(text, size * s);
                let back = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => length / 2.0,
                    Anchor::End => length,
                };
                let (px, py) = (x * s, y * s);
                if *upwards {
                    text::draw(text, size * s, -back, 0.0, &mut |dx, dy, coverage| {
                        self.paint(px as i64 + dy, py as i64 - dx, *fill, coverage);
                    });
                } else {
                    text::draw(text, size * s, px - back, py, &mut |dx, dy, coverage| {
                        self.paint(dx, dy, *fill, coverage);
                    });
                }
            }
            Item::Marks { centres, radius, fill, .. } => {
                let r = radius * s;
                for &(x, y) in centres {
                    let (cx, cy) = (x * s, y * s);
                    self.region((cx - r, cy - r, cx + r, cy + r), *fill, |px, py| {
                        (px - cx).powi(2) + (py - cy).powi(2) <= r * r
                    });
                }
            }
            Item::Line { points, width, stroke } => {
                let r = width * s / 2.0;
                for (&(x0, y0), &(x1, y1)) in points.iter().zip(points.iter().skip(1)) {
                    let (x0, y0, x1, y1) = (x0 * s, y0 * s, x1 * s, y1 * s);
                    let around = (x0.min(x1) - r, y0.min(y1) - r, x0.max(x1) + r, y0.max(y1) + r);
                    let (dx, dy) = (x1 - x0, y1 - y0);
                    let square = dx * dx + dy * dy;
                    self.region(around, *stroke, |px, py| {
                        // The distance to the nearest point of the stroke.
                        let along = (px - x0) * dx + (py - y0) * dy;
                        let t = if square > 0.0 { (along / square).clamp(0.0, 1.0) } else { 0.0 };
                        (px - x0 - t * dx).powi(2) + (py - y0 - t * dy).powi(2) <= r * r
                    });
                }
            }
            Item::Triangle { x, y, size, fill, solid } => {
                let (tx, ty, height) = (x * s, y * s, size * s);
                let within = |px: f32, py: f32, margin: f32| {
                    let down = py - ty;
                    let half = down / 2.0;
                    down >= 2.0 * margin
                        && down <= height - margin
                        && (px - tx).abs() <= half - margin
                };
                let around = (tx - height / 2.0, ty, tx + height / 2.0, ty + height);
                let pen = s;
                self.region(around, *fill, |px, py| {
                    within(px, py, 0.0) && (*solid || !within(px, py, pen))
                });
            }
            Item::Raster { x, y, width, height, pixels } => {
                self.raster(*x * s, *y * s, *width * s, *height * s, pixels);
            }
        }
    }

    /// Each cell of a raster covers its share of the picture; when cells are smaller than
    /// pixels, a pixel takes the cell with the largest index under it, so none is lost.
    fn raster(&mut self, x: f32, y: f32, width: f32, height: f32, pixels: &Pixels) {
        for (i, &index) in pixels.cells.iter().enumerate() {
            let Some(&colour) =
                usize::from(index).checked_sub(1).and_then(|i| pixels.palette.get(i))
            else {
                continue;
            };
            let (column, row) = (i % pixels.columns, i / pixels.columns);
            let from = |k: usize, of: usize, length: f32| (k as f32 / of as f32 * length).floor();
            let (x0, x1) =
                (from(column, pixels.columns, width), from(column + 1, pixels.columns, width));
            let (y0, y1) = (from(row, pixels.rows, height), from(row + 1, pixels.rows, height));
            for py in y0 as i64..(y1 as i64).max(y0 as i64 + 1) {
                for px in x0 as i64..(x1 as i64).max(x0 as i64 + 1) {
                    self.paint(x.round() as i64 + px, y.round() as i64 + py, colour, 1.0);
                }
            }
        }
    }
}

impl Scene {
    /// The picture as a PNG file, two pixels to a CSS pixel.
    pub fn png(&self) -> Result<Vec<u8>, PlotError> {
        let (width, height) = ((self.width * SCALE).ceil(), (self.height * SCALE).ceil());
        if width * height > MAX_PIXELS {
            return Err(PlotError::TooLarge {
                reason: format!("a PNG of {width} by {height} pixels is too large: use SVG"),
            });
        }
        let (width, height) = (width as usize, height as usize);
        let mut canvas = Canvas { width, height, rgb: vec![255; 3 * width * height] };
        for item in &self.items {
            canvas.draw(item);
        }
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        // Two pixels to a CSS pixel of 1/96 inch.
        encoder.set_pixel_dims(Some(png::PixelDimensions {
            xppu: (96.0 * SCALE / 0.0254).round() as u32,
            yppu: (96.0 * SCALE / 0.0254).round() as u32,
            unit: png::Unit::Meter,
        }));
        let encoding = |error: png::EncodingError| PlotError::Encoding(error.to_string());
        encoder.add_itxt_chunk("Description".into(), self.description.clone()).map_err(encoding)?;
        let mut writer = encoder.write_header().map_err(encoding)?;
        writer.write_image_data(&canvas.rgb).map_err(encoding)?;
        writer.finish().map_err(encoding)?;
        Ok(file)
    }
}

impl Pixels {
    /// The cells as a PNG file with a palette.
    pub fn png(&self) -> Result<Vec<u8>, PlotError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.columns as u32, self.rows as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        let mut palette = vec![255, 255, 255];
        palette.extend(self.palette.iter().flat_map(|c| [c.0, c.1, c.2]));
        encoder.set_palette(palette);
        encoder.set_trns(vec![0]);
        let encoding = |error: png::EncodingError| PlotError::Encoding(error.to_string());
        let mut writer = encoder.write_header().map_err(encoding)?;
        writer.write_image_data(&self.cells).map_err(encoding)?;
        writer.finish().map_err(encoding)?;
        Ok(file)
    }
}
