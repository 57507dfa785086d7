//! The sentences of games with a pass, against the definition.

use super::machine::Machine;
use super::*;
use std::collections::BTreeSet;

/// A function of heaps: n = p·k + j has the value 4·k + c, or c alone, with c for each j.
struct Function(Vec<(usize, bool)>);

impl Function {
    fn at(&self, n: u64) -> u64 {
        let p = self.0.len() as u64;
        let (c, grows) = self.0[(n % p) as usize];
        c as u64 + if grows { 4 * (n / p) } else { 0 }
    }

    /// Its graph in base 2: state 0 wants l = k, state 1 wants l = 0, state 2 rejects.
    fn graph(&self, system: System) -> Relation {
        let next = vec![0, 2, 2, 0, 1, 2, 1, 2, 2, 2, 2, 2];
        let root = |r: usize| {
            let (c, grows) = self.0[r >> system.low_bits];
            if r % system.lows() == c { u32::from(!grows) } else { 2 }
        };
        let roots = (0..system.roots()).map(root).collect();
        Relation::of(4, next, vec![true, true, false], roots)
    }
}

/// Whether the machine accepts (n, z).
fn accepts(system: System, machine: &Machine, n: u64, z: u64) -> bool {
    let p = system.modulus as u64;
    let root = system.root((n % p) as usize, (z % system.lows() as u64) as usize);
    let (mut k, mut l) = (n / p, z >> system.low_bits);
    let mut states: BTreeSet<u32> = machine.roots[root].iter().copied().collect();
    while k > 0 || l > 0 {
        let letter = (2 * (k % 2) + l % 2) as usize;
        let next = states.iter().flat_map(|&s| machine.successors(s as usize, letter));
        states = next.copied().collect();
        (k, l) = (k / 2, l / 2);
    }
    states.iter().any(|&s| machine.accepting[s as usize])
}

const COVERED: [&str; 18] = [
    "0.77",
    "0.07",
    "S(1,2)",
    "S(2,5)",
    "S(3)",
    "0.[3]",
    "0.[2]",
    "0.3[2]",
    "0.3[7]",
    "AllBut(1,4)",
    "0.57",
    "0.[30]",
    "0.[02]",
    "4.3",
    "0.3F",
    "0.2048",
    "0.B",
    "0.01V",
];

/// Every option of the heaps 2n and 2n+1 and no other, whatever the values.
#[test]
fn options_with_a_pass() {
    let budget = crate::default_budget();
    // Some numbers that follow no rule.
    let mut seed = 20_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for game in COVERED {
        let rules = Rules::read(game).unwrap();
        for modulus in [2, 4, 6] {
            let system = System { budget: &budget, modulus, base: 2, low_bits: 2 };
            let function =
                Function((0..modulus).map(|_| (random(4) as usize, random(2) == 1)).collect());
            let gamma = function.graph(system);
            let heap = from(system, &gamma, 2);
            let (more, blank) = (even(system, &heap), from(system, &everything(system), 1));
            let builder = Builder {
                system,
                gamma: &gamma,
                heap: &heap,
                more: &more,
                blank: &blank,
                sums: &[],
                unequal: None,
                closures: &[],
            };
            let sentences = builder.options(&rules, true).unwrap_or_else(|e| panic!("{game}: {e}"));
            let machine = Machine::new(system, &sentences, game).unwrap();
            for n in 0..36 {
                let mut expected = BTreeSet::new();
                let mut visit = |heaps: &[u64]| {
                    expected.insert(heaps.iter().fold(0, |sum, &x| sum ^ function.at(x)));
                    true
                };
                rules.for_each_option_with_pass(n, &mut visit).unwrap();
                let found: BTreeSet<u64> =
                    (0..160).filter(|&z| accepts(system, &machine, n, z)).collect();
                assert_eq!(found, expected, "{game} modulo {modulus}: {n}");
            }
        }
    }
}

/// Conditions, too many heaps, numbers that are too large, heaps with a move below heaps without one.
#[test]
fn moves_that_are_not_covered() {
    for game in [
        "Mark",
        "0.4!",
        "n -> n-1 if n >= 5",
        "0.01",
        "0.0",
        "S(10000)",
        "0.*",
        "Split(9)",
        "4!.3",
        // Heap 1 has a move, heap 2 has none, heap 5 has one again.
        "0.1002",
    ] {
        assert!(Rules::read(game).unwrap().moves_with_pass().is_err(), "{game}");
    }
    for game in COVERED {
        let rules = Rules::read(game).unwrap();
        let (_, n0) = rules.moves_with_pass().unwrap();
        for n in 0..40 {
            assert_eq!(rules.options(n).unwrap().is_empty(), n < n0, "{game}: {n}");
        }
    }
}
