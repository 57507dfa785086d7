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

/// Γ as an SVG image: the states on a circle.
pub fn svg(gamma: &Gamma) -> String {
    const STATE: f64 = 18.0;
    let dfa = gamma.automaton();
    let states: Vec<usize> = dfa.live().iter().collect();
    let count = states.len().max(1);
    let radius = (count as f64 * 14.0).max(90.0);
    let size = 2.0 * (radius + 130.0);
    let centre = size / 2.0;
    let place = |s: usize| {
        let i = states.iter().position(|&t| t == s).unwrap_or(0);
        let angle = std::f64::consts::TAU * i as f64 / count as f64 - std::f64::consts::FRAC_PI_2;
        (centre + radius * angle.cos(), centre + radius * angle.sin())
    };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size:.0} {size:.0}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" \
         markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for ((from, to), letters) in edges(gamma) {
        let ((x, y), (u, v)) = (place(from as usize), place(to as usize));
        let label = letters.join(" ");
        if from == to {
            // A loop, outwards.
            let (dx, dy) = ((x - centre) / radius, (y - centre) / radius);
            let (ax, ay) = (x + dx * 58.0 - dy * 26.0, y + dy * 58.0 + dx * 26.0);
            let (bx, by) = (x + dx * 58.0 + dy * 26.0, y + dy * 58.0 - dx * 26.0);
            let (sx, sy) = (x + dx * STATE * 0.9 - dy * 8.0, y + dy * STATE * 0.9 + dx * 8.0);
            let (tx, ty) = (x + dx * STATE * 0.9 + dy * 8.0, y + dy * STATE * 0.9 - dx * 8.0);
            _ = writeln!(
                text,
                "<path d=\"M{sx:.1} {sy:.1}C{ax:.1} {ay:.1} {bx:.1} {by:.1} {tx:.1} {ty:.1}\" \
                 fill=\"none\" stroke=\"black\" marker-end=\"url(#arrow)\"/>"
            );
            let (lx, ly) = (x + dx * 66.0, y + dy * 66.0);
            _ = writeln!(
                text,
                "<text x=\"{lx:.1}\" y=\"{ly:.1}\" text-anchor=\"middle\">{label}</text>"
            );
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
             stroke=\"black\" marker-end=\"url(#arrow)\"/>"
        );
        let (lx, ly) = ((x + u) / 4.0 + mx / 2.0 + nx * 6.0, (y + v) / 4.0 + my / 2.0 + ny * 6.0);
        _ = writeln!(
            text,
            "<text x=\"{lx:.1}\" y=\"{ly:.1}\" text-anchor=\"middle\">{label}</text>"
        );
    }
    let roots = root_labels(gamma);
    for &s in &states {
        let (x, y) = place(s);
        _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{STATE}\" fill=\"white\" stroke=\"black\"/>"
        );
        if dfa.accepting(s as u32) {
            _ = writeln!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{}\" fill=\"none\" stroke=\"black\"/>",
                STATE - 3.0
            );
        }
        _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{s}</text>",
            y + 4.0
        );
        if let Some(labels) = roots.get(&(s as u32)) {
            let (dx, dy) = ((x - centre) / radius, (y - centre) / radius);
            let anchor = if dx.abs() < 0.3 {
                "middle"
            } else if dx > 0.0 {
                "start"
            } else {
                "end"
            };
            _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" fill=\"#0050a0\">{}</text>",
                x + dx * 26.0 + dy * 20.0,
                y + dy * 26.0 - dx * 20.0,
                shorten(labels, 4)
            );
        }
    }
    text.push_str("</svg>\n");
    text
}
