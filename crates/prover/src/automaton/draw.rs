//! Γ as a drawing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::gamma::Gamma;

/// Where reading may start, and the labels there: residue:low part, "all others" left out.
fn root_labels(gamma: &Gamma) -> BTreeMap<u32, Vec<String>> {
    let (num, dfa) = (gamma.numeration(), gamma.automaton());
    let live = dfa.live();
    let mut labels: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for j in 0..num.modulus {
        for c in 0..num.lows() {
            let s = dfa.roots()[num.root(j, c)];
            if live.contains(s as usize) {
                labels.entry(s).or_default().push(format!("{j}:{c}"));
            }
        }
    }
    labels
}

/// The edges between live states, with the letters `x/z` they carry.
fn edges(gamma: &Gamma) -> BTreeMap<(u32, u32), Vec<String>> {
    let (num, dfa) = (gamma.numeration(), gamma.automaton());
    let live = dfa.live();
    let mut edges: BTreeMap<(u32, u32), Vec<String>> = BTreeMap::new();
    for s in live.iter().map(|s| s as u32) {
        for letter in 0..num.letters() {
            let to = dfa.next(s, letter);
            if live.contains(to as usize) {
                edges.entry((s, to)).or_default().push(format!("{}/{}", letter / 2, letter % 2));
            }
        }
    }
    edges
}

fn shorten(labels: &[String], most: usize) -> String {
    if labels.len() <= most {
        return labels.join(" ");
    }
    format!("{} ... ({})", labels[..most].join(" "), labels.len())
}

/// Γ in the language of Graphviz. States are circles, accepting ones doubled; an arrow
/// without a source carries the roots `j:c` that start there; a letter `x/z` reads digit
/// x of the heap size and bit z of the value. The rejecting state is left out.
pub fn dot(gamma: &Gamma) -> String {
    let dfa = gamma.automaton();
    let mut text = String::from("digraph gamma {\n  rankdir=LR;\n  node [shape=circle];\n");
    for s in dfa.live().iter() {
        let shape = if dfa.accepting(s as u32) { " [shape=doublecircle]" } else { "" };
        _ = writeln!(text, "  {s}{shape};");
    }
    for (s, labels) in root_labels(gamma) {
        _ = writeln!(text, "  root{s} [shape=none,label=\"{}\"];", shorten(&labels, 8));
        _ = writeln!(text, "  root{s} -> {s};");
    }
    for ((from, to), letters) in edges(gamma) {
        _ = writeln!(text, "  {from} -> {to} [label=\"{}\"];", letters.join(" "));
    }
    text.push_str("}\n");
    text
}

/// The radius of a state.
const STATE: f64 = 18.0;
/// The size of letters.
const LETTERS: f64 = 12.0;

/// What must not be covered: a label or a state.
#[derive(Clone, Copy)]
struct Area {
    x: f64,
    y: f64,
    half_width: f64,
    half_height: f64,
}

impl Area {
    /// The area of a text around its middle; a letter is about this wide.
    fn of_text(text: &str, x: f64, y: f64) -> Self {
        let half_width = text.chars().count() as f64 * LETTERS * 0.31 + 2.0;
        Self { x, y, half_width, half_height: LETTERS * 0.62 }
    }

    fn meets(&self, other: &Self) -> bool {
        (self.x - other.x).abs() < self.half_width + other.half_width
            && (self.y - other.y).abs() < self.half_height + other.half_height
    }
}

/// Places for labels, each found beside what was placed before.
struct Sheet {
    taken: Vec<Area>,
    /// Whether every label so far found a free place.
    free: bool,
}

impl Sheet {
    /// The first of these places where the text covers nothing; the last one where there is none.
    fn place(&mut self, text: &str, places: impl IntoIterator<Item = (f64, f64)>) -> (f64, f64) {
        let mut last = (0.0, 0.0);
        for (x, y) in places {
            last = (x, y);
            let area = Area::of_text(text, x, y);
            if !self.taken.iter().any(|other| area.meets(other)) {
                self.taken.push(area);
                return last;
            }
        }
        self.free = false;
        self.taken.push(Area::of_text(text, last.0, last.1));
        last
    }
}

/// A drawing, and whether no label covers another or a state.
struct Drawing {
    text: String,
    clear: bool,
}

/// Γ as an SVG image: the states on a circle, which is as wide as the labels need it. Ink is
/// `currentColor`, paper has the class `paper`, so that a page can have its own colours.
pub fn svg(gamma: &Gamma) -> String {
    let mut drawing = drawn(gamma, 1.0);
    for stretch in [1.3, 1.7, 2.2, 2.9, 3.7] {
        if drawing.clear {
            break;
        }
        drawing = drawn(gamma, stretch);
    }
    drawing.text
}

fn drawn(gamma: &Gamma, stretch: f64) -> Drawing {
    let dfa = gamma.automaton();
    let states: Vec<usize> = dfa.live().iter().collect();
    let count = states.len().max(1);
    let radius = (count as f64 * 14.0).max(100.0) * stretch;
    let roots = root_labels(gamma);
    let starts: BTreeMap<usize, String> = roots
        .iter()
        // "from" keeps them apart from the letters of arrows.
        .map(|(s, labels)| (*s as usize, format!("from {}", shorten(labels, 4))))
        .collect();
    let centre = 0.0;
    let place = |s: usize| {
        let i = states.iter().position(|&t| t == s).unwrap_or(0);
        let angle = std::f64::consts::TAU * i as f64 / count as f64 - std::f64::consts::FRAC_PI_2;
        (centre + radius * angle.cos(), centre + radius * angle.sin())
    };
    let mut text = String::new();
    let around = |s: &usize| {
        let (x, y) = place(*s);
        Area { x, y, half_width: STATE, half_height: STATE }
    };
    let mut sheet = Sheet { taken: states.iter().map(around).collect(), free: true };
    let outwards = |x: f64, y: f64| ((x - centre) / radius, (y - centre) / radius);
    for (from, to) in edges(gamma).into_keys() {
        if from == to {
            let (x, y) = place(from as usize);
            let (dx, dy) = outwards(x, y);
            let (x, y) = (x + dx * 36.0, y + dy * 36.0);
            sheet.taken.push(Area { x, y, half_width: 14.0, half_height: 14.0 });
        }
    }
    // Arrows first, so that labels lie on top; a halo of paper keeps them apart from arrows.
    let mut labels = String::new();
    let mut label = |class: &str, at: (f64, f64), words: &str| {
        _ = writeln!(
            labels,
            "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" \
             fill=\"currentColor\" stroke=\"white\" stroke-width=\"4\" paint-order=\"stroke\" \
             stroke-linejoin=\"round\">{words}</text>",
            at.0,
            at.1 + LETTERS * 0.36
        );
    };
    for ((from, to), letters) in edges(gamma) {
        let ((x, y), (u, v)) = (place(from as usize), place(to as usize));
        let words = letters.join(" ");
        if from == to {
            // A loop, outwards.
            let (dx, dy) = outwards(x, y);
            let (ax, ay) = (x + dx * 58.0 - dy * 26.0, y + dy * 58.0 + dx * 26.0);
            let (bx, by) = (x + dx * 58.0 + dy * 26.0, y + dy * 58.0 - dx * 26.0);
            let (sx, sy) = (x + dx * STATE * 0.9 - dy * 8.0, y + dy * STATE * 0.9 + dx * 8.0);
            let (tx, ty) = (x + dx * STATE * 0.9 + dy * 8.0, y + dy * STATE * 0.9 - dx * 8.0);
            _ = writeln!(
                text,
                "<path d=\"M{sx:.1} {sy:.1}C{ax:.1} {ay:.1} {bx:.1} {by:.1} {tx:.1} {ty:.1}\" \
                 fill=\"none\" stroke=\"currentColor\" marker-end=\"url(#arrow)\"/>"
            );
            let places = [0.0, 1.0, 2.0, 3.0].into_iter().flat_map(|out| {
                [0.0, -30.0, 30.0, -60.0, 60.0].map(|aside| {
                    let far = 62.0 + 14.0 * out;
                    (x + dx * far - dy * aside, y + dy * far + dx * aside)
                })
            });
            label("letter", sheet.place(&words, places), &words);
            continue;
        }
        // Bent to one side, so that opposite arrows do not cover each other.
        let (dx, dy) = (u - x, v - y);
        let length = dx.hypot(dy).max(1.0);
        let (nx, ny) = (-dy / length, dx / length);
        let (mx, my) = (f64::midpoint(x, u) + nx * 24.0, f64::midpoint(y, v) + ny * 24.0);
        let towards = |px: f64, py: f64| {
            let (ex, ey) = (mx - px, my - py);
            let l = ex.hypot(ey).max(1.0);
            (px + ex / l * STATE, py + ey / l * STATE)
        };
        let ((sx, sy), (tx, ty)) = (towards(x, y), towards(u, v));
        _ = writeln!(
            text,
            "<path d=\"M{sx:.1} {sy:.1}Q{mx:.1} {my:.1} {tx:.1} {ty:.1}\" fill=\"none\" \
             stroke=\"currentColor\" marker-end=\"url(#arrow)\"/>"
        );
        // Along the arrow, in its middle first, on its outer side and then on the other.
        let along = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8];
        let places = along.into_iter().flat_map(|t: f64| {
            let (a, b, c) = ((1.0 - t).powi(2), 2.0 * t * (1.0 - t), t * t);
            let (px, py) = (a * x + b * mx + c * u, a * y + b * my + c * v);
            [9.0, -9.0, 16.0, -16.0, 0.0].map(|aside| (px + nx * aside, py + ny * aside))
        });
        label("letter", sheet.place(&words, places), &words);
    }
    for &s in &states {
        let (x, y) = place(s);
        _ = writeln!(
            text,
            "<circle class=\"paper\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{STATE}\" fill=\"white\" \
             stroke=\"currentColor\"/>"
        );
        if dfa.accepting(s as u32) {
            _ = writeln!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{}\" fill=\"none\" \
                 stroke=\"currentColor\"/>",
                STATE - 3.0
            );
        }
        _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"currentColor\">{s}</text>",
            y + 4.0
        );
        if let Some(words) = starts.get(&s) {
            let (dx, dy) = outwards(x, y);
            let wide = Area::of_text(words, 0.0, 0.0).half_width;
            let places = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].into_iter().flat_map(|out| {
                [1.0, -1.0, 0.0].map(|side| {
                    // Beside the state, then further out; as far as the text is wide.
                    let far = STATE + 12.0 + 15.0 * out + wide * dx.abs();
                    let aside = 22.0 * side;
                    (x + dx * far + dy * aside, y + dy * (STATE + 12.0 + 15.0 * out) - dx * aside)
                })
            });
            label("root", sheet.place(words, places), words);
        }
    }
    // As much paper as is written on.
    let side = |edge: fn(&Area) -> f64| sheet.taken.iter().map(edge).fold(0.0, f64::max) + 12.0;
    let (right, left) = (side(|a| a.x + a.half_width), side(|a| a.half_width - a.x));
    let (below, above) = (side(|a| a.y + a.half_height), side(|a| a.half_height - a.y));
    let (width, height) = (left + right, above + below);
    let drawing = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"{:.0} {:.0} {width:.0} {height:.0}\" font-family=\"sans-serif\" \
         font-size=\"{LETTERS}\" color=\"#222222\">\n\
         <defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" \
         markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"currentColor\"/>\
         </marker></defs>\n\
         <rect class=\"paper\" x=\"{:.0}\" y=\"{:.0}\" width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         {text}{labels}</svg>\n",
        -left, -above, -left, -above
    );
    Drawing { text: drawing, clear: sheet.free }
}
