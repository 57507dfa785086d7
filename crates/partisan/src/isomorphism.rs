//! A key for tinted graphs of at most 64 nodes that forgets how the nodes are numbered.
//!
//! The key spells the graph out in an order of its nodes. Two graphs with equal keys are
//! therefore isomorphic, always. The converse holds as far as the order is canonical:
//! it comes from colour refinement (one-dimensional Weisfeiler-Leman) with ties broken
//! one node at a time, which misses some isomorphisms of very regular graphs. A missed
//! isomorphism costs time, never correctness.

/// A graph spelled out in a node order chosen from its structure.
pub(crate) type Key = Box<[u64]>;

/// A tinted graph on some of the nodes 0..64: `rows[v]` are the neighbours of node v among
/// `nodes`.
pub(crate) struct Tinted<'a> {
    pub nodes: u64,
    pub black: u64,
    pub white: u64,
    pub rows: &'a [u64; 64],
}

/// The nodes of a set, ascending.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let v = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(v)
    })
}

/// A mixing function (the finalizer of SplitMix64).
fn mix(mut x: u64) -> u64 {
    x ^= x >> 30;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 27;
    x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Splits the colour classes until they are stable. Returns how many there are.
fn refine(graph: &Tinted<'_>, colour: &mut [u64; 64], mut classes: usize) -> usize {
    let n = graph.nodes.count_ones() as usize;
    loop {
        let mut next = *colour;
        let mut seen = [0u64; 64];
        let mut count = 0;
        for v in bits(graph.nodes) {
            let around: u64 =
                bits(graph.rows[v]).fold(0, |sum, w| sum.wrapping_add(mix(colour[w] ^ 0x5bd1)));
            next[v] = mix(colour[v].wrapping_mul(3).wrapping_add(around));
            seen[count] = next[v];
            count += 1;
        }
        let seen = &mut seen[..count];
        seen.sort_unstable();
        let found = 1 + seen.windows(2).filter(|w| w[0] != w[1]).count();
        *colour = next;
        if found == n || found <= classes {
            return found;
        }
        classes = found;
    }
}

/// The key of a non-empty graph.
pub(crate) fn key(graph: &Tinted<'_>) -> Key {
    let n = graph.nodes.count_ones() as usize;
    let mut colour = [0u64; 64];
    for v in bits(graph.nodes) {
        let tint = (graph.black >> v & 1) | (graph.white >> v & 1) << 1;
        colour[v] = mix(tint << 8 | u64::from(graph.rows[v].count_ones()) | 1 << 20);
    }
    let mut classes = refine(graph, &mut colour, 0);
    while classes < n {
        // The first node of the tied class with the least colour gets a colour of its own.
        let tied = bits(graph.nodes)
            .filter(|&v| bits(graph.nodes).any(|w| w != v && colour[w] == colour[v]))
            .min_by_key(|&v| (colour[v], v));
        let Some(v) = tied else { break };
        colour[v] = mix(colour[v] ^ 0xa5a5_5a5a);
        classes = refine(graph, &mut colour, classes);
    }
    let mut order: Vec<usize> = bits(graph.nodes).collect();
    order.sort_unstable_by_key(|&v| (colour[v], v));
    let mut place = [0u8; 64];
    for (i, &v) in order.iter().enumerate() {
        place[v] = i as u8;
    }
    let mut writer = BitWriter::new(n + 2 * n + n * n / 2);
    writer.put(n as u64, 7);
    for (i, &v) in order.iter().enumerate() {
        writer.put((graph.black >> v & 1) | (graph.white >> v & 1) << 1, 2);
        let mut row = 0u64;
        for w in bits(graph.rows[v]) {
            if usize::from(place[w]) < i {
                row |= 1 << place[w];
            }
        }
        writer.put(row, i as u32);
    }
    writer.finish()
}

struct BitWriter {
    words: Vec<u64>,
    word: u64,
    used: u32,
}

impl BitWriter {
    fn new(bits: usize) -> Self {
        Self { words: Vec::with_capacity(bits / 64 + 2), word: 0, used: 0 }
    }

    /// Appends the lowest `length` ≤ 63 bits of `value`.
    fn put(&mut self, value: u64, length: u32) {
        if length == 0 {
            return;
        }
        self.word |= value << self.used;
        if self.used + length >= 64 {
            self.words.push(self.word);
            let taken = 64 - self.used;
            self.word = if taken >= 64 { 0 } else { value >> taken };
            self.used = self.used + length - 64;
        } else {
            self.used += length;
        }
    }

    fn finish(mut self) -> Key {
        self.words.push(self.word);
        self.words.into_boxed_slice()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(edges: &[(usize, usize)]) -> [u64; 64] {
        let mut rows = [0; 64];
        for &(a, b) in edges {
            rows[a] |= 1 << b;
            rows[b] |= 1 << a;
        }
        rows
    }

    #[test]
    fn relabelled_graphs_share_a_key_and_others_do_not() {
        let a = rows(&[(0, 1), (1, 2), (2, 3), (1, 4)]);
        let b = rows(&[(9, 5), (5, 7), (7, 60), (5, 1)]);
        let c = rows(&[(0, 1), (1, 2), (2, 3), (3, 4)]);
        let of = |nodes: u64, black: u64, rows: &[u64; 64]| {
            key(&Tinted { nodes, black, white: 0, rows })
        };
        let in_b = 1 << 9 | 1 << 5 | 1 << 7 | 1 << 60 | 1 << 1;
        assert_eq!(of(0b11111, 1 << 3, &a), of(in_b, 1 << 60, &b));
        assert_ne!(of(0b11111, 1 << 3, &a), of(in_b, 1 << 9, &b));
        assert_ne!(of(0b11111, 0, &a), of(0b11111, 0, &c));
    }

    #[test]
    fn a_long_key_keeps_every_bit() {
        // Complete graphs less one edge differ in a single bit of a key of many words.
        let n = 64;
        let mut edges = Vec::new();
        for a in 0..n {
            for b in 0..a {
                edges.push((a, b));
            }
        }
        let full = rows(&edges);
        edges.pop();
        let less = rows(&edges);
        let of = |rows: &[u64; 64]| key(&Tinted { nodes: u64::MAX, black: 0, white: 0, rows });
        assert_eq!(of(&full), of(&full));
        assert_ne!(of(&full), of(&less));
    }
}
