//! Graphs for the tests.

#![allow(dead_code, reason = "each test file uses its part")]

use sprague_partisan::graph::{Graph, Tint};

/// The edges of a graph given as a bit set over the pairs (a, b), a < b.
pub fn pairs(nodes: usize) -> Vec<(usize, usize)> {
    (0..nodes).flat_map(|b| (0..b).map(move |a| (a, b))).collect()
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in permutations(n - 1) {
        for at in 0..n {
            let mut longer = shorter.clone();
            longer.insert(at, n - 1);
            all.push(longer);
        }
    }
    all
}

/// Every graph of so many nodes, one of each isomorphism class.
pub fn all_graphs(nodes: usize) -> Vec<Graph> {
    let pairs = pairs(nodes);
    let index = |a: usize, b: usize| {
        let (a, b) = (a.min(b), a.max(b));
        b * (b.max(1) - 1) / 2 + a
    };
    let permutations = permutations(nodes);
    let mut seen = vec![false; 1 << pairs.len()];
    let mut graphs = Vec::new();
    for set in 0..seen.len() {
        if seen[set] {
            continue;
        }
        for p in &permutations {
            let mut image = 0;
            for (i, &(a, b)) in pairs.iter().enumerate() {
                if set >> i & 1 == 1 {
                    image |= 1 << index(p[a], p[b]);
                }
            }
            seen[image] = true;
        }
        let edges: Vec<_> =
            pairs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &e)| e).collect();
        graphs.push(Graph::new(nodes, &edges).unwrap());
    }
    graphs
}

/// The number-th choice of tints for so many nodes.
pub fn tints(nodes: usize, mut number: usize) -> Vec<Tint> {
    (0..nodes)
        .map(|_| {
            let tint = [Tint::Untinted, Tint::Black, Tint::White][number % 3];
            number /= 3;
            tint
        })
        .collect()
}

/// A small pseudo-random generator (SplitMix64), so that tests repeat.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn tint(&mut self) -> Tint {
        [Tint::Untinted, Tint::Black, Tint::White][self.below(3)]
    }

    /// A random graph with random tints.
    pub fn graph(&mut self, nodes: usize, percent: usize) -> Graph {
        let edges: Vec<_> =
            pairs(nodes).into_iter().filter(|_| self.below(100) < percent).collect();
        let tints: Vec<Tint> = (0..nodes).map(|_| self.tint()).collect();
        Graph::new(nodes, &edges).unwrap().with_tints(&tints).unwrap()
    }

    /// A random planar graph: a random triangulation grown by putting nodes into random
    /// faces, with a share of its edges left out.
    pub fn planar(&mut self, nodes: usize, percent: usize) -> Graph {
        let mut edges = vec![(0, 1), (0, 2), (1, 2)];
        let mut faces = vec![[0, 1, 2], [0, 1, 2]];
        for v in 3..nodes {
            let [a, b, c] = faces.swap_remove(self.below(faces.len()));
            edges.extend([(a, v), (b, v), (c, v)]);
            faces.extend([[a, b, v], [a, c, v], [b, c, v]]);
        }
        edges.retain(|&(_, b)| b < nodes);
        let kept: Vec<_> = edges.into_iter().filter(|_| self.below(100) < percent).collect();
        Graph::new(nodes, &kept).unwrap()
    }
}
