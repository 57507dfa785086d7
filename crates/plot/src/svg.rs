//! A scene as SVG.

use crate::PlotError;
use crate::scene::{Anchor, Item, Scene};
use base64::prelude::{BASE64_STANDARD, Engine};
use std::fmt::Write;

impl Scene {
    /// The picture as an SVG document.
    pub fn svg(&self) -> Result<String, PlotError> {
        let mut out = String::new();
        let (w, h) = (self.width, self.height);
        let _ = writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img" font-family="DejaVu Sans, Verdana, sans-serif">"#
        );
        let _ = writeln!(out, "<title>{}</title>", escape(&self.description));
        let _ = writeln!(out, r##"<rect width="{w}" height="{h}" fill="#ffffff"/>"##);
        for item in &self.items {
            write_item(&mut out, item)?;
        }
        out.push_str("</svg>\n");
        Ok(out)
    }
}

fn write_item(out: &mut String, item: &Item) -> Result<(), PlotError> {
    let n = number;
    match item {
        Item::Rect { x, y, width, height, fill, label } => {
            let _ = write!(
                out,
                r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}""#,
                n(*x),
                n(*y),
                n(*width),
                n(*height),
                fill.hex()
            );
            if label.is_empty() {
                out.push_str("/>\n");
            } else {
                let _ = writeln!(out, "><title>{}</title></rect>", escape(label));
            }
        }
        Item::Frame { x, y, width, height, stroke } => {
            let _ = writeln!(
                out,
                r#"<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{}"/>"#,
                n(*x),
                n(*y),
                n(*width),
                n(*height),
                stroke.hex()
            );
        }
        Item::Text { x, y, anchor, size, upwards, fill, text } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => r#" text-anchor="middle""#,
                Anchor::End => r#" text-anchor="end""#,
            };
            let turn = if *upwards {
                format!(r#" transform="rotate(-90 {} {})""#, n(*x), n(*y))
            } else {
                String::new()
            };
            let _ = writeln!(
                out,
                r#"<text x="{}" y="{}" font-size="{}" fill="{}"{anchor}{turn}>{}</text>"#,
                n(*x),
                n(*y),
                n(*size),
                fill.hex(),
                escape(text)
            );
        }
        Item::Marks { class, centres, radius, fill } => {
            // A path of dots: a line of no length with round caps is a disc, and a path
            // needs a tenth of the bytes of circle elements.
            let _ = write!(
                out,
                r#"<path class="{}" fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round" d=""#,
                escape(class),
                fill.hex(),
                n(2.0 * radius)
            );
            let mut last = (0i64, 0i64);
            for (i, &(x, y)) in centres.iter().enumerate() {
                // Hundredths of a pixel, and steps from the dot before: shorter, and the
                // rounding does not add up because it is done before subtracting.
                let at = ((x * 100.0).round() as i64, (y * 100.0).round() as i64);
                let step = (hundredths(at.0 - last.0), hundredths(at.1 - last.1));
                let _ = write!(out, "{}{} {}h0", if i == 0 { 'M' } else { 'm' }, step.0, step.1);
                last = at;
            }
            out.push_str("\"/>\n");
        }
        Item::Line { points, width, stroke } => {
            let points: Vec<String> =
                points.iter().map(|&(x, y)| format!("{},{}", n(x), n(y))).collect();
            let _ = writeln!(
                out,
                r#"<polyline points="{}" fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round"/>"#,
                points.join(" "),
                stroke.hex(),
                n(*width)
            );
        }
        Item::Triangle { x, y, size, fill, solid } => {
            let inside = if *solid { fill.hex() } else { "none".into() };
            let _ = writeln!(
                out,
                r#"<path fill="{inside}" stroke="{}" d="M{} {}l{} {}h{}z"/>"#,
                fill.hex(),
                n(*x),
                n(*y),
                n(*size / 2.0),
                n(*size),
                n(-*size)
            );
        }
        Item::Raster { x, y, width, height, pixels } => {
            let _ = writeln!(
                out,
                r#"<image x="{}" y="{}" width="{}" height="{}" image-rendering="pixelated" href="data:image/png;base64,{}"/>"#,
                n(*x),
                n(*y),
                n(*width),
                n(*height),
                BASE64_STANDARD.encode(pixels.png()?)
            );
        }
    }
    Ok(())
}

/// At most two decimals.
fn number(x: f32) -> String {
    hundredths((x * 100.0).round() as i64)
}

fn hundredths(h: i64) -> String {
    let sign = if h < 0 { "-" } else { "" };
    let (whole, part) = (h.unsigned_abs() / 100, h.unsigned_abs() % 100);
    match part {
        0 => format!("{sign}{whole}"),
        p if p % 10 == 0 => format!("{sign}{whole}.{}", p / 10),
        p => format!("{sign}{whole}.{p:02}"),
    }
}

/// Text inside XML; control characters, which XML forbids, become spaces.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact_to_a_hundredth() {
        assert_eq!(number(1.0), "1");
        assert_eq!(number(-0.5), "-0.5");
        assert_eq!(number(12.345), "12.35");
        assert_eq!(number(0.04), "0.04");
    }

    #[test]
    fn rules_cannot_break_out_of_the_text() {
        assert_eq!(escape("n -> n-k <&\"\u{1}"), "n -&gt; n-k &lt;&amp;&quot; ");
    }
}
