//! Thermographs: the left and the right wall of a game under a tax, and the mast above them
//! (Berlekamp, Conway and Guy, Winning Ways, chapter 6). As in the books values grow to the left,
//! so that Left's wall is on the left, and temperature grows upwards.

use crate::PlotError;
use crate::colour::{Colour, PALETTE};
use crate::scene::{Anchor, Item, Scene};

/// A corner of a wall.
#[derive(Clone, Debug, PartialEq)]
pub struct Corner {
    /// The temperature.
    pub temperature: f64,
    /// The value there.
    pub value: f64,
    /// The value as it is written: `-3/8`.
    pub label: String,
}

/// A thermograph to draw.
pub struct Thermograph {
    /// The game.
    pub title: String,
    /// What is said below it.
    pub subtitle: String,
    /// The corners of the left wall, from temperature 0 up.
    pub left: Vec<Corner>,
    /// The corners of the right wall, from temperature 0 up.
    pub right: Vec<Corner>,
}

/// More corners than this are no picture.
const MOST_CORNERS: usize = 400;
/// Numbers beyond this are not told apart by what is drawn.
const LARGEST: f64 = 1e9;
const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 420.0;
const LEFT: f32 = 60.0;
const RIGHT: f32 = 600.0;
const TOP: f32 = 76.0;
const GROUND: f32 = 360.0;

impl Thermograph {
    /// The picture.
    pub fn scene(&self) -> Result<Scene, PlotError> {
        let (Some(left), Some(right)) = (self.left.last(), self.right.last()) else {
            return Err(PlotError::Empty);
        };
        let corners = || self.left.iter().chain(&self.right);
        let drawable = |x: f64| x.is_finite() && x.abs() <= LARGEST;
        if corners().count() > MOST_CORNERS
            || !corners().all(|c| drawable(c.value) && drawable(c.temperature))
        {
            return Err(PlotError::TooLarge {
                reason: format!(
                    "a thermograph is drawn with at most {MOST_CORNERS} corners and numbers up to {LARGEST:e}"
                ),
            });
        }
        let least = corners().map(|c| c.value).fold(f64::INFINITY, f64::min);
        let most = corners().map(|c| c.value).fold(f64::NEG_INFINITY, f64::max);
        let hottest = corners().map(|c| c.temperature).fold(0.0, f64::max);
        // A number is a mast and nothing else: it stands in the middle, one unit on each side.
        let margin = if most > least { 0.08 * (most - least) } else { 1.0 };
        let (low, high) = (least - margin, most + margin);
        let height = if hottest > 0.0 { 1.35 * hottest } else { 1.0 };
        let x = |value: f64| LEFT + ((high - value) / (high - low)) as f32 * (RIGHT - LEFT);
        let y = |t: f64| GROUND - (t / height) as f32 * (GROUND - TOP);

        let mut scene = Scene::new(WIDTH, HEIGHT, format!("Thermograph of {}", self.title));
        scene.text(LEFT, 30.0, Anchor::Start, 17.0, shortened(&self.title, 60));
        let below = shortened(&self.subtitle, 90);
        scene.coloured_text(LEFT, 50.0, Anchor::Start, 12.0, Colour::GREY, below);
        // The ground and the axis of temperatures, each with its ticks.
        for t in ticks(0.0, height, 5) {
            scene.line(&[(LEFT, y(t)), (RIGHT, y(t))], 1.0, Colour::GRID);
            scene.coloured_text(LEFT - 8.0, y(t) + 4.0, Anchor::End, 11.0, Colour::GREY, number(t));
        }
        for value in ticks(low, high, 8) {
            scene.line(&[(x(value), GROUND), (x(value), GROUND + 5.0)], 1.0, Colour::GREY);
            let at = (x(value), GROUND + 18.0);
            scene.coloured_text(at.0, at.1, Anchor::Middle, 11.0, Colour::GREY, number(value));
        }
        scene.line(&[(LEFT, GROUND), (RIGHT, GROUND)], 1.0, Colour::GREY);
        let middle = f32::midpoint(LEFT, RIGHT);
        scene.coloured_text(
            middle,
            HEIGHT - 16.0,
            Anchor::Middle,
            12.0,
            Colour::GREY,
            "value (Left's side is on the left)",
        );
        scene.items.push(Item::Text {
            x: 20.0,
            y: f32::midpoint(TOP, GROUND),
            anchor: Anchor::Middle,
            size: 12.0,
            upwards: true,
            fill: Colour::GREY,
            text: "temperature".to_owned(),
        });
        // The mast, then the walls, then their feet: the stops.
        let foot = (x(left.value), y(left.temperature.max(right.temperature)));
        scene.line(&[foot, (foot.0, TOP)], 2.5, Colour::INK);
        for (wall, colour) in [(&self.left, PALETTE[0]), (&self.right, PALETTE[1])] {
            let mut points: Vec<(f32, f32)> =
                wall.iter().map(|c| (x(c.value), y(c.temperature))).collect();
            points.push(foot);
            scene.line(&points, 3.0, colour);
        }
        for (wall, colour, anchor, aside) in [
            (&self.left, PALETTE[0], Anchor::End, -6.0),
            (&self.right, PALETTE[1], Anchor::Start, 6.0),
        ] {
            if let Some(stop) = wall.first() {
                let at = (x(stop.value) + aside, GROUND - 6.0);
                let label = shortened(&stop.label, 16);
                scene.coloured_text(at.0, at.1, anchor, 13.0, colour, label);
            }
        }
        let mean = format!("mean {}", shortened(&left.label, 16));
        scene.text(foot.0 + 8.0, TOP + 12.0, Anchor::Start, 13.0, mean);
        Ok(scene)
    }
}

/// Round numbers between two ends, about so many.
fn ticks(low: f64, high: f64, wanted: u32) -> Vec<f64> {
    let rough = (high - low) / f64::from(wanted);
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|&s| s >= rough - 1e-12);
    let step = step.unwrap_or(power);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|k| k as f64 * step).collect()
}

/// A number with no more digits than it needs.
fn number(x: f64) -> String {
    let text = format!("{x:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// At most so many characters.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(temperature: f64, value: f64) -> Corner {
        Corner { temperature, value, label: number(value) }
    }

    fn lines(scene: &Scene) -> Vec<&Vec<(f32, f32)>> {
        let wide = scene.items.iter().filter_map(|item| match item {
            Item::Line { points, width, .. } if *width > 2.0 => Some(points),
            _ => None,
        });
        wide.collect()
    }

    #[test]
    fn a_switch_has_two_slopes_and_a_mast() {
        let switch = Thermograph {
            title: "{4|1}".into(),
            subtitle: String::new(),
            left: vec![corner(0.0, 4.0), corner(1.5, 2.5)],
            right: vec![corner(0.0, 1.0), corner(1.5, 2.5)],
        };
        let scene = switch.scene().unwrap();
        let [mast, left, right] = lines(&scene)[..] else { panic!("three strokes") };
        assert!((mast[0].0 - mast[1].0).abs() < 0.01, "the mast is upright");
        assert_eq!(mast[0], left[1], "and stands where the walls meet");
        assert_eq!(left[1], right[1]);
        assert!(left[0].0 < right[0].0, "Left's wall is on the left");
        assert!(left[0].1 > left[1].1, "hot is up");
        let texts: Vec<&str> = scene.texts().collect();
        for wanted in ["{4|1}", "4", "1", "mean 2.5", "temperature"] {
            assert!(texts.contains(&wanted), "{wanted}: {texts:?}");
        }
        assert!(scene.svg().unwrap().contains("<polyline"));
        assert!(!scene.png().unwrap().is_empty());
    }

    #[test]
    fn a_number_is_a_mast() {
        let wall = vec![corner(0.0, 3.0)];
        let number = Thermograph {
            title: "3".into(),
            subtitle: String::new(),
            left: wall.clone(),
            right: wall,
        };
        assert!(number.scene().is_ok());
    }

    #[test]
    fn nothing_and_too_much_are_refused() {
        let with = |left: Vec<Corner>| Thermograph {
            title: String::new(),
            subtitle: String::new(),
            left,
            right: vec![corner(0.0, 0.0)],
        };
        assert_eq!(with(Vec::new()).scene().unwrap_err(), PlotError::Empty);
        for wrong in [f64::NAN, f64::INFINITY, 1e300] {
            let error = with(vec![corner(0.0, wrong)]).scene().unwrap_err();
            assert!(matches!(error, PlotError::TooLarge { .. }), "{wrong}");
        }
        let many: Vec<Corner> = (0..500).map(|i| corner(f64::from(i), 0.0)).collect();
        assert!(matches!(with(many).scene().unwrap_err(), PlotError::TooLarge { .. }));
    }
}
