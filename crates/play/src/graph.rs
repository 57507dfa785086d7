//! The game graph: positions as nodes with outcome and value, moves as edges; as dot (for
//! Graphviz) and as SVG drawn here.

use crate::best::Convention;
use crate::error::PlayError;
use num_traits::ToPrimitive;
use sprague_games::nim::mex;
use sprague_games::{Position, RuleError, Ruleset};
use std::collections::HashMap;
use std::fmt::Write;

/// A heap: its game, its size, and whether it still has its pass.
type Heap = (usize, u64, bool);

/// A position of the graph.
#[derive(Clone, Debug)]
pub struct Node {
    /// The heaps as text, `0` when there is none.
    pub label: String,
    /// The nim-value; with it the outcome under normal play.
    pub value: u32,
    /// Whether it is a P-position.
    pub is_p: bool,
    /// The nodes of the options, increasing.
    pub options: Vec<usize>,
    /// The number of moves of the longest play from here.
    pub height: usize,
}

/// All positions that can be reached from one, which is node 0.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The nodes.
    pub nodes: Vec<Node>,
    convention: Convention,
}

/// The greatest depth of play drawn.
const MOST_DEPTH: u64 = 1500;

impl Graph {
    /// The graph of a position; refused when it has more than `limit` nodes.
    pub fn new(
        position: &Position,
        convention: Convention,
        limit: usize,
    ) -> Result<Self, PlayError> {
        let too_many = || PlayError::GraphTooLarge { limit };
        let rules: Vec<Ruleset> = position.parts.iter().map(|part| part.rules.clone()).collect();
        let mut start: Vec<Heap> = Vec::new();
        let mut depth = 0u64;
        for (i, part) in position.parts.iter().enumerate() {
            for heap in &part.heaps {
                let size = heap.to_u64().ok_or_else(too_many)?;
                depth = depth.saturating_add(size).saturating_add(1);
                start.push((i, size, part.rules.has_pass()));
            }
        }
        if depth > MOST_DEPTH {
            return Err(too_many());
        }
        start.sort_unstable();
        let mut builder =
            Builder { rules: &rules, limit, index: HashMap::new(), nodes: Vec::new() };
        builder.visit(start, convention)?;
        // children were finished first: turn the order round so that the start is node 0
        let count = builder.nodes.len();
        let mut nodes = builder.nodes;
        for node in &mut nodes {
            for option in &mut node.options {
                *option = count - 1 - *option;
            }
            node.options.sort_unstable();
        }
        nodes.reverse();
        Ok(Self { nodes, convention })
    }

    fn text(&self, node: &Node) -> (String, String) {
        let outcome = if node.is_p { "P" } else { "N" };
        match self.convention {
            Convention::Normal => (node.label.clone(), format!("{outcome} {}", node.value)),
            Convention::Misere => (node.label.clone(), outcome.to_owned()),
        }
    }

    /// The graph in the dot language.
    pub fn dot(&self) -> String {
        let mut dot = String::from(
            "digraph game {\n  node [shape=box, style=filled, fontname=\"sans-serif\"];\n",
        );
        for (i, node) in self.nodes.iter().enumerate() {
            let (label, outcome) = self.text(node);
            let fill = if node.is_p { "#bfe3bf" } else { "white" };
            let _ = writeln!(
                dot,
                "  n{i} [label=\"{}\\n{outcome}\", fillcolor=\"{fill}\"];",
                label.replace('\\', "\\\\").replace('"', "\\\"")
            );
        }
        for (i, node) in self.nodes.iter().enumerate() {
            for &option in &node.options {
                let wins = self.nodes[option].is_p;
                let style = if wins { " [color=\"#2a7d2a\", penwidth=2]" } else { "" };
                let _ = writeln!(dot, "  n{i} -> n{option}{style};");
            }
        }
        dot.push_str("}\n");
        dot
    }

    /// The graph as SVG: a row for every height, positions with the longest play on top.
    /// Rows are ordered by a few passes of the barycentre rule to untangle the edges.
    pub fn svg(&self) -> String {
        const ROW: f64 = 84.0;
        const GAP: f64 = 18.0;
        const BOX: f64 = 36.0;
        let rows = self.rows();
        let width_of = |i: usize| {
            let (label, outcome) = self.text(&self.nodes[i]);
            14.0 + 7.5 * label.chars().count().max(outcome.chars().count()) as f64
        };
        let row_width = |row: &[usize]| row.iter().map(|&i| width_of(i) + GAP).sum::<f64>() + GAP;
        let width = rows.iter().map(|row| row_width(row)).fold(120.0, f64::max);
        let height = rows.len() as f64 * ROW + 20.0;
        let mut place = vec![(0.0, 0.0); self.nodes.len()];
        for (r, row) in rows.iter().enumerate() {
            let mut x = (width - row_width(row)) / 2.0 + GAP;
            for &i in row {
                let own = width_of(i);
                place[i] = (x + own / 2.0, 20.0 + r as f64 * ROW);
                x += own + GAP;
            }
        }
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"white\"/>\n"
        );
        for (i, node) in self.nodes.iter().enumerate() {
            for &option in &node.options {
                let ((x1, y1), (x2, y2)) = (place[i], place[option]);
                let (stroke, weight) =
                    if self.nodes[option].is_p { ("#2a7d2a", 1.8) } else { ("#aaa", 0.8) };
                let _ = writeln!(
                    svg,
                    "<path d=\"M{x1:.1} {:.1} C{x1:.1} {:.1} {x2:.1} {:.1} {x2:.1} {y2:.1}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{weight}\"/>",
                    y1 + BOX,
                    y1 + BOX + 24.0,
                    y2 - 24.0,
                );
            }
        }
        for (i, node) in self.nodes.iter().enumerate() {
            let (x, y) = place[i];
            let own = width_of(i);
            let (label, outcome) = self.text(node);
            let fill = if node.is_p { "#bfe3bf" } else { "white" };
            let _ = writeln!(
                svg,
                "<g><rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{own:.1}\" height=\"{BOX}\" rx=\"4\" fill=\"{fill}\" stroke=\"#333\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">{outcome}</text></g>",
                x - own / 2.0,
                y + 15.0,
                escape(&label),
                y + 30.0,
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn rows(&self) -> Vec<Vec<usize>> {
        let top = self.nodes.iter().map(|n| n.height).max().unwrap_or(0);
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); top + 1];
        for (i, node) in self.nodes.iter().enumerate() {
            rows[top - node.height].push(i);
        }
        let mut parents: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            for &option in &node.options {
                parents[option].push(i);
            }
        }
        let mut place = vec![0.0; self.nodes.len()];
        for row in &rows {
            for (at, &i) in row.iter().enumerate() {
                place[i] = (at as f64 + 0.5) / row.len() as f64;
            }
        }
        for pass in 0..6 {
            let order: Vec<usize> = if pass % 2 == 0 {
                (0..rows.len()).collect()
            } else {
                (0..rows.len()).rev().collect()
            };
            for r in order {
                let row = &mut rows[r];
                let mean = |list: &[usize], own: usize| {
                    if list.is_empty() {
                        place[own]
                    } else {
                        list.iter().map(|&i| place[i]).sum::<f64>() / list.len() as f64
                    }
                };
                let mut keyed: Vec<(f64, usize)> = row
                    .iter()
                    .map(|&i| {
                        let near = if pass % 2 == 0 { &parents[i] } else { &self.nodes[i].options };
                        (mean(near, i), i)
                    })
                    .collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                *row = keyed.into_iter().map(|(_, i)| i).collect();
                let length = row.len() as f64;
                for (at, &i) in row.iter().enumerate() {
                    place[i] = (at as f64 + 0.5) / length;
                }
            }
        }
        rows
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

struct Builder<'a> {
    rules: &'a [Ruleset],
    limit: usize,
    index: HashMap<Vec<Heap>, usize>,
    nodes: Vec<Node>,
}

impl Builder<'_> {
    fn visit(&mut self, heaps: Vec<Heap>, convention: Convention) -> Result<usize, PlayError> {
        if let Some(&known) = self.index.get(&heaps) {
            return Ok(known);
        }
        let mut next: Vec<Vec<Heap>> = Vec::new();
        for (i, &(part, size, pass)) in heaps.iter().enumerate() {
            if i > 0 && heaps[i - 1] == heaps[i] {
                continue;
            }
            let mut add = |to: &[u64], keeper: Option<usize>| {
                let mut option = heaps.clone();
                option.remove(i);
                option.extend(to.iter().enumerate().map(|(j, &h)| (part, h, keeper == Some(j))));
                option.sort_unstable();
                next.push(option);
                if next.len() > self.limit.saturating_mul(2) {
                    next.sort_unstable();
                    next.dedup();
                }
                next.len() <= self.limit.saturating_mul(2)
            };
            let rules = &self.rules[part];
            let listed = if pass {
                rules.try_for_each_pass_option(size, &mut add)
            } else {
                rules.try_for_each_option(size, &mut |to| add(to, None))
            };
            match listed {
                Err(RuleError::Stopped) => {
                    return Err(PlayError::GraphTooLarge { limit: self.limit });
                }
                listed => listed?,
            }
        }
        next.sort_unstable();
        next.dedup();
        let mut options = Vec::new();
        for option in next {
            options.push(self.visit(option, convention)?);
        }
        if self.nodes.len() >= self.limit {
            return Err(PlayError::GraphTooLarge { limit: self.limit });
        }
        let value = mex(options.iter().map(|&o| self.nodes[o].value));
        let to_p = options.iter().any(|&o| self.nodes[o].is_p);
        let is_p = !to_p && (convention == Convention::Normal || !options.is_empty());
        let height = options.iter().map(|&o| self.nodes[o].height + 1).max().unwrap_or(0);
        let label = self.label(&heaps);
        self.nodes.push(Node { label, value, is_p, options, height });
        self.index.insert(heaps, self.nodes.len() - 1);
        Ok(self.nodes.len() - 1)
    }

    fn label(&self, heaps: &[Heap]) -> String {
        let mut groups: Vec<String> = Vec::new();
        for part in 0..self.rules.len() {
            let sizes: Vec<String> = heaps
                .iter()
                .filter(|heap| heap.0 == part)
                .map(|&(_, size, pass)| format!("{size}{}", if pass { "*" } else { "" }))
                .collect();
            if !sizes.is_empty() {
                groups.push(sizes.join(" "));
            } else if self.rules.len() > 1 {
                groups.push("0".to_owned());
            }
        }
        if groups.is_empty() { "0".to_owned() } else { groups.join("; ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grundys_game_from_six() {
        // Schlebusch, Example 3.7
        let position: Position = "Grundy: 6".parse().unwrap();
        let graph = Graph::new(&position, Convention::Normal, 100).unwrap();
        assert_eq!(graph.nodes[0].label, "6");
        assert!(!graph.nodes[0].is_p);
        let p: Vec<&str> =
            graph.nodes.iter().filter(|n| n.is_p).map(|n| n.label.as_str()).collect();
        assert!(p.contains(&"2 4"), "{p:?}");
        assert!(graph.dot().contains("label=\"2 4\\nP 0\""));
        assert!(graph.svg().starts_with("<svg") && graph.svg().ends_with("</svg>\n"));
        assert_eq!(graph.svg().matches("<g>").count(), graph.nodes.len());
    }

    #[test]
    fn limits() {
        let position: Position = "Nim: 30 30 30".parse().unwrap();
        let refused = Graph::new(&position, Convention::Normal, 100).unwrap_err();
        assert_eq!(refused, PlayError::GraphTooLarge { limit: 100 });
        let position: Position = "Nim: 1000000000000000000000".parse().unwrap();
        assert!(Graph::new(&position, Convention::Normal, 100).is_err());
        // More options than could ever be listed, with a pass and without.
        for text in ["0.*: 300", "0.* + pass: 300"] {
            let position: Position = text.parse().unwrap();
            let refused = Graph::new(&position, Convention::Normal, 100).unwrap_err();
            assert_eq!(refused, PlayError::GraphTooLarge { limit: 100 });
        }
    }
}
