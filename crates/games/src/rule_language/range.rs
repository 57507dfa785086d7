//! Ranges of whole numbers, open-ended or not, for the search over the variables of a rule.

/// Numbers beyond this are treated as unbounded by the propagation; far beyond any heap.
pub(super) const INFINITY: i128 = 1 << 100;

/// The whole numbers from `low` to `high`; ends at or beyond `INFINITY` mean no bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub low: i128,
    pub high: i128,
}

impl Range {
    pub const ALL: Self = Self { low: -INFINITY, high: INFINITY };

    pub fn point(v: i128) -> Self {
        Self { low: v, high: v }.clamped()
    }

    pub fn clamped(self) -> Self {
        Self {
            low: self.low.clamp(-INFINITY, INFINITY),
            high: self.high.clamp(-INFINITY, INFINITY),
        }
    }

    pub fn is_empty(self) -> bool {
        self.low > self.high
    }

    pub fn intersect(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    pub fn add(self, other: Self) -> Self {
        Self { low: lower(self.low, other.low), high: upper(self.high, other.high) }.clamped()
    }

    pub fn negate(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    pub fn times(self, c: i64) -> Self {
        let c = i128::from(c);
        if c == 0 {
            return Self::point(0);
        }
        // |ends| <= 2^100 and |c| <= 10^12 < 2^40 would pass 127 bits: unbounded ends stay
        // unbounded, bounded ends saturate.
        let end = |v: i128| {
            if v.abs() >= INFINITY {
                v.signum() * c.signum() * INFINITY
            } else {
                v.saturating_mul(c)
            }
        };
        let (a, b) = (end(self.low), end(self.high));
        Self { low: a.min(b), high: a.max(b) }.clamped()
    }

    pub fn div(self, d: i64) -> Self {
        let d = i128::from(d);
        let low = if self.low <= -INFINITY { -INFINITY } else { self.low.div_euclid(d) };
        let high = if self.high >= INFINITY { INFINITY } else { self.high.div_euclid(d) };
        Self { low, high }
    }
}

/// Sum of lower ends: no bound if either has none.
pub(super) fn lower(a: i128, b: i128) -> i128 {
    if a <= -INFINITY || b <= -INFINITY { -INFINITY } else { a + b }
}

/// Sum of upper ends.
pub(super) fn upper(a: i128, b: i128) -> i128 {
    if a >= INFINITY || b >= INFINITY { INFINITY } else { a + b }
}

/// Division of a range rounded inwards: all x with c*x in `range`.
pub(super) fn divide_inwards(range: Range, c: i64) -> Range {
    if c == 0 {
        return Range::ALL;
    }
    let range = if c < 0 { range.negate() } else { range };
    let c = i128::from(c).abs();
    let low = if range.low <= -INFINITY { -INFINITY } else { -((-range.low).div_euclid(c)) };
    let high = if range.high >= INFINITY { INFINITY } else { range.high.div_euclid(c) };
    Range { low, high }
}
