//! Lettering: measuring text and drawing it into pixels.

use ab_glyph::{Font, FontRef, ScaleFont};
use std::sync::OnceLock;

/// A subset of a free font, see `font/LICENSE`.
static FONT: &[u8] = include_bytes!("../font/text.ttf");

fn font() -> Option<&'static FontRef<'static>> {
    static PARSED: OnceLock<Option<FontRef<'static>>> = OnceLock::new();
    PARSED.get_or_init(|| FontRef::try_from_slice(FONT).ok()).as_ref()
}

/// The width of a text of this size, in the units of the size.
pub fn width(text: &str, size: f32) -> f32 {
    let Some(font) = font() else { return text.chars().count() as f32 * size * 0.6 };
    let scaled = font.as_scaled(em(font, size));
    text.chars().map(|c| scaled.h_advance(font.glyph_id(c))).sum()
}

/// ab_glyph scales by the height of a line; sizes here are those of CSS, by the em.
fn em(font: &FontRef<'_>, size: f32) -> f32 {
    let units = font.units_per_em().unwrap_or(2048.0);
    size * font.height_unscaled() / units
}

/// The text cut to a width, with an ellipsis where something is missing.
pub fn fit(text: &str, size: f32, most: f32) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    // A character has some width: never look at more than could fit.
    kept.truncate((most / (size * 0.2)) as usize + 1);
    while kept.pop().is_some() {
        let shorter: String = kept.iter().collect::<String>() + "…";
        if width(&shorter, size) <= most {
            return shorter;
        }
    }
    String::new()
}

/// Calls `paint(x, y, coverage)` for the pixels of a text whose baseline starts at (x, y).
pub fn draw(text: &str, size: f32, x: f32, y: f32, paint: &mut dyn FnMut(i64, i64, f32)) {
    let Some(font) = font() else { return };
    let scale = em(font, size);
    let scaled = font.as_scaled(scale);
    let mut pen = x;
    for c in text.chars() {
        let id = font.glyph_id(c);
        let glyph = id.with_scale_and_position(scale, ab_glyph::point(pen, y));
        pen += scaled.h_advance(id);
        if let Some(outline) = font.outline_glyph(glyph) {
            let bounds = outline.px_bounds();
            outline.draw(|dx, dy, coverage| {
                paint(
                    bounds.min.x as i64 + i64::from(dx),
                    bounds.min.y as i64 + i64::from(dy),
                    coverage.clamp(0.0, 1.0),
                );
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_used_is_in_the_font() {
        let font = font().expect("the font is readable");
        for c in "AZaz09().,;:|<>=+-*/≤≥≠→…·×⊕▲△".chars() {
            assert_ne!(font.glyph_id(c).0, 0, "{c} is missing");
        }
    }

    #[test]
    fn text_is_cut_to_fit() {
        assert_eq!(fit("short", 12.0, 500.0), "short");
        let cut = fit(&"n -> n-1 | ".repeat(100), 12.0, 200.0);
        assert!(cut.ends_with('…') && width(&cut, 12.0) <= 200.0 && cut.len() > 10);
    }
}
