//! Colours that stay apart for colour-blind readers and on paper.

/// A colour, 8 bits a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// White.
    pub const WHITE: Self = Self(255, 255, 255);
    /// Text and axes.
    pub const INK: Self = Self(34, 34, 34);
    /// Secondary text.
    pub const GREY: Self = Self(96, 96, 96);
    /// Grid lines.
    pub const GRID: Self = Self(226, 226, 226);

    /// As SVG and CSS write it.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The mixture `t` of the way from `self` to `other`.
    #[must_use]
    pub fn mix(self, other: Self, t: f32) -> Self {
        let t = t.clamp(0.0, 1.0);
        let part = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * t).round() as u8;
        Self(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }
}

/// Colours of classes, in order; after the last they begin again. The first seven follow
/// Okabe and Ito's palette, with the yellow darkened so that it shows on white.
pub const PALETTE: [Colour; 8] = [
    Colour(0, 90, 156),
    Colour(204, 72, 0),
    Colour(0, 128, 96),
    Colour(176, 72, 140),
    Colour(150, 110, 0),
    Colour(60, 150, 210),
    Colour(90, 60, 160),
    Colour(70, 70, 70),
];
