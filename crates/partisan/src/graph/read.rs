//! Reading graphs: chains, standard graphs, CGSuite's graph strings, edge lists, files.

use super::{EDGE_LIMIT, Graph, NODE_LIMIT, Rules, Tint};
use crate::error::Error;
use std::collections::HashMap;

/// How deep the parentheses of a graph string may nest.
const NESTING_LIMIT: usize = 300;

impl Graph {
    /// Reads tints, one letter per node: `o` (or `.`) untinted, `+` black, `-` white.
    pub fn parse_tints(text: &str) -> Result<Vec<Tint>, Error> {
        text.chars()
            .enumerate()
            .map(|(i, c)| {
                Tint::from_letter(c)
                    .ok_or_else(|| Error::syntax(format!("{c:?} is no tint; use o, + or -"), i))
            })
            .collect()
    }

    /// A chain in source notation: one letter per node, `o` or `.` untinted, `+` black,
    /// `-` white; `o^5` repeats a node.
    pub fn chain(text: &str) -> Result<Self, Error> {
        let chars: Vec<char> = text.chars().collect();
        let mut tints: Vec<Tint> = Vec::new();
        let mut i = 0;
        while i < chars.len() {
            let c = chars[i];
            if c.is_whitespace() {
                i += 1;
            } else if let Some(tint) = Tint::from_letter(c) {
                tints.push(tint);
                i += 1;
            } else if c == '^' && !tints.is_empty() {
                let end = i + 1 + chars[i + 1..].iter().take_while(|c| c.is_ascii_digit()).count();
                let digits: String = chars[i + 1..end].iter().collect();
                let n: usize = digits.parse().map_err(|_| {
                    Error::syntax("`^` needs the number of repetitions, as in o^5", i)
                })?;
                let Some(tint) = tints.pop() else { continue };
                if n > NODE_LIMIT - tints.len().min(NODE_LIMIT) {
                    return Err(Error::too_large(format!(
                        "a chain of more than {NODE_LIMIT} nodes"
                    )));
                }
                tints.extend(std::iter::repeat_n(tint, n));
                i = end;
            } else {
                return Err(Error::syntax(
                    format!("{c:?} is no node of a chain; use o, + or -"),
                    i,
                ));
            }
        }
        Self::path(tints.len())?.with_tints(&tints)
    }

    /// Reads any of the notations:
    ///
    /// - a chain, `+oo-` (see [`Graph::chain`]);
    /// - a standard graph: `path 5`, `cycle 6`, `star 4` (a centre with 4 leaves),
    ///   `complete 4`, `grid 3x4`, `tree 0,0,1` (the parents of nodes 1, 2, 3);
    /// - CGSuite's graph strings, `R-.-R-.-L`, with `( ; )` for branches and `:A` for
    ///   names. There the letter says who has played next to the node: in Col an R node
    ///   is left to Left (`+`), in Snort an L node is.
    pub fn parse(text: &str, rules: Rules) -> Result<Self, Error> {
        let trimmed = text.trim();
        let lower = trimmed.to_lowercase();
        let shift = text.chars().take_while(|c| c.is_whitespace()).count();
        if trimmed.is_empty() {
            return Err(Error::syntax("no graph is given", 0));
        }
        for name in ["path", "chain", "cycle", "star", "complete", "grid", "tree", "cgsuite"] {
            let Some(rest) = lower.strip_prefix(name) else { continue };
            if rest.starts_with(|c: char| c.is_alphabetic()) {
                continue;
            }
            let rest_original = &trimmed[name.len()..];
            let at = shift + name.len();
            let argument = rest.trim_start_matches([' ', ':', '(']).trim_end_matches([' ', ')']);
            return match name {
                "cgsuite" => {
                    let inner = rest_original.trim_start_matches([' ', ':']);
                    graph_string(inner, rules)
                }
                "chain" => Self::chain(rest_original.trim_start_matches([' ', ':'])),
                "grid" => {
                    let (r, c) = argument.split_once(['x', ',', '\u{d7}']).ok_or_else(|| {
                        Error::syntax("a grid needs two sizes, as in grid 3x4", at)
                    })?;
                    Self::grid(number(r, at)?, number(c, at)?)
                }
                "tree" => {
                    let parents = argument
                        .split([',', ' '])
                        .filter(|p| !p.is_empty())
                        .map(|p| number(p, at))
                        .collect::<Result<Vec<_>, _>>()?;
                    Self::tree(&parents)
                }
                "path" => Self::path(number(argument, at)?),
                "cycle" => Self::cycle(number(argument, at)?),
                "star" => Self::star(number(argument, at)?),
                _ => Self::complete(number(argument, at)?),
            };
        }
        let is_chain = trimmed
            .chars()
            .all(|c| Tint::from_letter(c).is_some() || c == '^' || c.is_ascii_digit() || c == ' ');
        if is_chain {
            let ambiguous = trimmed.len() >= 3
                && trimmed.len() % 2 == 1
                && trimmed
                    .chars()
                    .enumerate()
                    .all(|(i, c)| c == if i % 2 == 0 { '.' } else { '-' });
            if ambiguous {
                return Err(Error::syntax(
                    format!(
                        "`{trimmed}` is a chain with white nodes or a graph string; write \
                         `{}` or `cgsuite {trimmed}`",
                        trimmed.replace('.', "o")
                    ),
                    shift,
                ));
            }
            return Self::chain(text);
        }
        if trimmed.chars().any(|c| matches!(c, 'L' | 'R' | '(' | ':' | ';')) {
            return graph_string(text, rules);
        }
        let bad =
            text.chars().position(|c| Tint::from_letter(c).is_none() && c != ' ').unwrap_or(0);
        Err(Error::syntax(
            "no graph: write a chain such as +oo-, a name such as grid 3x4, path 5, cycle 6, \
             star 4, complete 4, tree 0,0,1, or a graph string such as R-.-L",
            bad,
        ))
    }

    /// Reads `0-1,1-2`: edges between the nodes 0..`nodes`.
    pub fn parse_edges(text: &str) -> Result<Vec<(usize, usize)>, Error> {
        let mut edges = Vec::new();
        let mut position = 0;
        for part in text.split(',') {
            if !part.trim().is_empty() {
                let (a, b) = part
                    .split_once('-')
                    .ok_or_else(|| Error::syntax("an edge is two nodes, as in 0-1", position))?;
                edges.push((number(a, position)?, number(b, position)?));
            }
            position += part.chars().count() + 1;
        }
        Ok(edges)
    }

    /// Reads a file: DIMACS (`p edge N M`, `e A B` with nodes from 1, `c` comments) or an
    /// edge list (two nodes from 0 on a line, `#` comments). In both, a line `t TINTS`
    /// tints the nodes.
    pub fn parse_file(text: &str) -> Result<Self, Error> {
        let mut nodes: Option<usize> = None;
        let mut edges = Vec::new();
        let mut tints = None;
        let mut largest = 0;
        for (i, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let fail = |what: &str| Error::graph(format!("line {}: {what}: {line:?}", i + 1));
            let node = |word: &str| word.parse::<usize>().map_err(|_| fail("not a node number"));
            match words[..] {
                [] | ["c", ..] => {}
                [first, ..] if first.starts_with('#') => {}
                ["p", _, n, _] => nodes = Some(node(n)?),
                ["p", ..] => return Err(fail("expected `p edge NODES EDGES`")),
                ["t", letters] => tints = Some(Self::parse_tints(letters)?),
                ["e", a, b] => {
                    let (a, b) = (node(a)?, node(b)?);
                    if a == 0 || b == 0 {
                        return Err(fail("DIMACS nodes count from 1"));
                    }
                    edges.push((a - 1, b - 1));
                }
                [a, b] => edges.push((node(a)?, node(b)?)),
                _ => return Err(fail("expected an edge")),
            }
            if let Some(&(a, b)) = edges.last() {
                largest = largest.max(a.saturating_add(1)).max(b.saturating_add(1));
            }
            if edges.len() > EDGE_LIMIT {
                return Err(Error::too_large(format!("more than {EDGE_LIMIT} edges")));
            }
        }
        let nodes = nodes.unwrap_or_else(|| largest.max(tints.as_ref().map_or(0, Vec::len)));
        let graph = Self::new(nodes, &edges)?;
        match tints {
            Some(tints) => graph.with_tints(&tints),
            None => Ok(graph),
        }
    }
}

fn number(text: &str, position: usize) -> Result<usize, Error> {
    text.trim()
        .parse()
        .map_err(|_| Error::syntax(format!("{:?} is no number", text.trim()), position))
}

/// CGSuite's graph strings. Vertices are `.`, `L` or `R` and may be left out between
/// edges; `(a;b)` are branches off the vertex before; `:A` and `:{name}` name a vertex, and
/// vertices of one name are one vertex.
fn graph_string(text: &str, rules: Rules) -> Result<Graph, Error> {
    let mut reader = StringReader {
        chars: text.chars().collect(),
        at: 0,
        tints: Vec::new(),
        names: HashMap::new(),
        edges: Vec::new(),
        rules,
    };
    reader.branches(None, 0)?;
    if reader.at < reader.chars.len() {
        return Err(Error::syntax("unmatched `)`", reader.at));
    }
    Graph::new(reader.tints.len(), &reader.edges)?.with_tints(&reader.tints)
}

struct StringReader {
    chars: Vec<char>,
    at: usize,
    tints: Vec<Tint>,
    names: HashMap<String, usize>,
    edges: Vec<(usize, usize)>,
    rules: Rules,
}

impl StringReader {
    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.chars.get(self.at).copied()
    }

    /// Branches separated by `;`, each starting at `root`, or at a vertex of its own.
    fn branches(&mut self, root: Option<usize>, nesting: usize) -> Result<(), Error> {
        if nesting > NESTING_LIMIT {
            return Err(Error::syntax(
                format!("nested more than {NESTING_LIMIT} levels deep"),
                self.at,
            ));
        }
        loop {
            let mut vertex = match root {
                Some(root) => root,
                None => self.vertex()?,
            };
            loop {
                match self.peek() {
                    Some('-') => {
                        self.at += 1;
                        let next = self.vertex()?;
                        if vertex == next {
                            return Err(Error::graph(
                                "the graph string has a loop; a node cannot border itself",
                            ));
                        }
                        self.edges.push((vertex, next));
                        vertex = next;
                    }
                    Some('(') => {
                        self.at += 1;
                        self.branches(Some(vertex), nesting + 1)?;
                        if self.peek() != Some(')') {
                            return Err(Error::syntax("`(` is never closed", self.at));
                        }
                        self.at += 1;
                    }
                    None | Some(';' | ')') => break,
                    Some(c) => {
                        return Err(Error::syntax(
                            format!("found {c:?}, expected `-`, `(` or `;`"),
                            self.at,
                        ));
                    }
                }
            }
            if self.peek() != Some(';') {
                return Ok(());
            }
            self.at += 1;
        }
    }

    /// A vertex, inferred where none is written.
    fn vertex(&mut self) -> Result<usize, Error> {
        if self.tints.len() >= NODE_LIMIT {
            return Err(Error::too_large(format!("more than {NODE_LIMIT} nodes")));
        }
        // The letter says who has played next to the vertex. In Col the other player may
        // still play there, in Snort only the same one.
        let (left, right) = match self.rules {
            Rules::Col => (Tint::White, Tint::Black),
            Rules::Snort => (Tint::Black, Tint::White),
        };
        let tint = match self.peek() {
            Some('.') => Some(Tint::Untinted),
            Some('L') => Some(left),
            Some('R') => Some(right),
            _ => None,
        };
        self.at += usize::from(tint.is_some());
        if self.chars.get(self.at) != Some(&':') {
            self.tints.push(tint.unwrap_or(Tint::Untinted));
            return Ok(self.tints.len() - 1);
        }
        self.at += 1;
        let start = self.at;
        let name: String = if self.chars.get(start) == Some(&'{') {
            let length = self.chars[start..]
                .iter()
                .position(|&c| c == '}')
                .ok_or_else(|| Error::syntax("`{` is never closed", start))?;
            self.at = start + length + 1;
            self.chars[start + 1..start + length].iter().collect()
        } else {
            let c =
                self.chars.get(start).ok_or_else(|| Error::syntax("`:` needs a name", start))?;
            self.at += 1;
            c.to_string()
        };
        let next = self.tints.len();
        let vertex = *self.names.entry(name).or_insert(next);
        if vertex == next {
            self.tints.push(tint.unwrap_or(Tint::Untinted));
        } else if let Some(tint) = tint.filter(|&t| t != Tint::Untinted) {
            self.tints[vertex] = tint;
        }
        Ok(vertex)
    }
}
