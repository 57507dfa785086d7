//! Boards on which the second player wins by mirroring.

use crate::graph::Graph;

/// How many assignments the search for a mirror may try.
const BUDGET: usize = 200_000;

/// A mirror of the board: a map of the nodes with mirror(mirror(v)) = v and
/// mirror(v) ≠ v that keeps adjacency and exchanges the colours of the tints.
///
/// Tweedledum and Tweedledee for Col: a board with a mirror has value 0. Proof: to a move
/// at v the second player replies at mirror(v) with the other colour. The reply is
/// legal, since mirror(v) had the opposite tint of v or none and the move at v can only
/// have added the replier's own tint to it; afterwards the board has the same mirror.
/// So the second player always has the last move.
///
/// Checked by the search: every property named. `None` means that none was found within
/// the budget, not that there is none.
pub fn mirror(graph: &Graph) -> Option<Vec<usize>> {
    let n = graph.nodes();
    if n % 2 == 1 {
        return None;
    }
    let image = vec![usize::MAX; n];
    let mut search = SymmetrySearch { graph, image, budget: BUDGET, order: order(graph) };
    if search.extend(0) { Some(search.image) } else { None }
}

/// Nodes in breadth-first order, so that each new node is next to a mapped one.
fn order(graph: &Graph) -> Vec<usize> {
    let mut seen = vec![false; graph.nodes()];
    let mut order = Vec::with_capacity(graph.nodes());
    for start in 0..graph.nodes() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        order.push(start);
        let mut i = order.len() - 1;
        while i < order.len() {
            for &w in graph.neighbours(order[i]) {
                if !std::mem::replace(&mut seen[w as usize], true) {
                    order.push(w as usize);
                }
            }
            i += 1;
        }
    }
    order
}

struct SymmetrySearch<'a> {
    graph: &'a Graph,
    image: Vec<usize>,
    budget: usize,
    order: Vec<usize>,
}

impl SymmetrySearch<'_> {
    fn adjacent(&self, a: usize, b: usize) -> bool {
        self.graph.neighbours(a).binary_search(&(b as u32)).is_ok()
    }

    /// Pairs the first unpaired node of the order and goes on.
    fn extend(&mut self, from: usize) -> bool {
        let n = self.graph.nodes();
        let Some(at) = (from..n).find(|&i| self.image[self.order[i]] == usize::MAX) else {
            return true;
        };
        let v = self.order[at];
        for w in 0..n {
            if w == v || self.image[w] != usize::MAX || !self.fits(v, w) {
                continue;
            }
            if self.budget == 0 {
                return false;
            }
            self.budget -= 1;
            self.image[v] = w;
            self.image[w] = v;
            if self.extend(at + 1) {
                return true;
            }
            self.image[v] = usize::MAX;
            self.image[w] = usize::MAX;
        }
        false
    }

    /// Whether pairing v and w keeps adjacency to all pairs made so far and exchanges
    /// the tints.
    fn fits(&self, v: usize, w: usize) -> bool {
        let tints = self.graph.tints();
        if tints[v] != tints[w].reversed()
            || self.graph.neighbours(v).len() != self.graph.neighbours(w).len()
        {
            return false;
        }
        (0..self.graph.nodes()).all(|x| {
            let y = self.image[x];
            y == usize::MAX || self.adjacent(v, x) == self.adjacent(w, y)
        })
    }
}
