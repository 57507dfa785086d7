//! Axes: where a number lies and which numbers get a tick.

/// A linear or logarithmic axis from 0 or `least` up to `most`.
///
/// The logarithmic axis measures log(1 + x), so that 0, which most nim-sequences take for
/// ever, has a place on it.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    least: f64,
    most: f64,
    log: bool,
    /// Pixels of `least` and `most`.
    start: f32,
    end: f32,
}

impl Axis {
    pub fn new(least: u64, most: u64, log: bool, start: f32, end: f32) -> Self {
        let (least, mut most) = (least as f64, most as f64);
        if most <= least {
            most = least + 1.0;
        }
        Self { least, most, log, start, end }
    }

    fn measure(&self, x: f64) -> f64 {
        if self.log { x.ln_1p() } else { x }
    }

    /// The pixel of a number.
    pub fn place(&self, x: u64) -> f32 {
        let (a, b) = (self.measure(self.least), self.measure(self.most));
        let t = (self.measure(x as f64) - a) / (b - a);
        self.start + (t as f32) * (self.end - self.start)
    }

    /// Numbers with a tick: about `wanted` round ones.
    pub fn ticks(&self, wanted: usize) -> Vec<u64> {
        if self.log {
            return self.decades();
        }
        let span = self.most - self.least;
        let rough = (span / wanted.max(1) as f64).max(1.0);
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|m| m * power)
            .find(|&s| s >= rough - 1e-9)
            .unwrap_or(10.0 * power)
            .max(1.0) as u64;
        let first = (self.least as u64).div_ceil(step) * step;
        (first..=self.most as u64).step_by(step as usize).collect()
    }

    /// 0 and the powers of ten, with twice and five times them where there are few.
    fn decades(&self) -> Vec<u64> {
        let inside = |factors: &[u64]| -> Vec<u64> {
            let powers = std::iter::successors(Some(1u64), |power| power.checked_mul(10));
            let multiples =
                powers.flat_map(|power| factors.iter().filter_map(move |f| power.checked_mul(*f)));
            std::iter::once(0)
                .chain(multiples)
                .filter(|&x| (self.least..=self.most).contains(&(x as f64)))
                .collect()
        };
        let ticks = inside(&[1]);
        if ticks.len() < 4 { inside(&[1, 2, 5]) } else { ticks }
    }
}

/// A number with its digits in groups of three.
pub fn grouped(x: u64) -> String {
    let digits = x.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let axis = Axis::new(0, 1000, false, 0.0, 100.0);
        assert_eq!(axis.ticks(5), [0, 200, 400, 600, 800, 1000]);
        assert_eq!(Axis::new(0, 9, false, 0.0, 1.0).ticks(6), [0, 2, 4, 6, 8]);
        assert_eq!(Axis::new(0, 0, false, 0.0, 1.0).ticks(6), [0, 1]);
        assert_eq!(Axis::new(990, 1010, false, 0.0, 1.0).ticks(4), [990, 995, 1000, 1005, 1010]);
        assert_eq!(Axis::new(0, 2000, true, 0.0, 1.0).ticks(6), [0, 1, 10, 100, 1000]);
        assert_eq!(Axis::new(0, 50, true, 0.0, 1.0).ticks(6), [0, 1, 2, 5, 10, 20, 50]);
        assert_eq!(Axis::new(20, 90, true, 0.0, 1.0).ticks(6), [20, 50]);
    }

    #[test]
    fn the_ends_lie_at_the_ends() {
        for log in [false, true] {
            let axis = Axis::new(0, 12345, log, 10.0, 500.0);
            assert!((axis.place(0) - 10.0).abs() < 1e-3);
            assert!((axis.place(12345) - 500.0).abs() < 1e-3);
            assert!(axis.place(100) > axis.place(99));
        }
    }

    #[test]
    fn groups_of_three() {
        assert_eq!(grouped(1000), "1000");
        assert_eq!(grouped(1234567), "1 234 567");
    }
}
