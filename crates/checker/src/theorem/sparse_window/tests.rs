//! The run against the definition, and against the theorem read word for word.

use super::*;
use crate::default_budget;
use crate::sequence;

/// Numbers that look random and are the same every time (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % most
    }

    /// An octal code with a splitting move.
    fn code(&mut self, digits: u64) -> String {
        let mut code: Vec<u64> = (0..=self.below(digits)).map(|_| self.below(8)).collect();
        let at = self.below(code.len() as u64) as usize;
        code[at] |= 4;
        let code: String = code.iter().map(ToString::to_string).collect();
        let code = code.trim_end_matches('0');
        format!("{}.{code}", if self.below(9) == 0 { 4 } else { 0 })
    }
}

/// Moves and classes as a certificate with this mask has them.
fn read(game: &str, mask: u32, position_parity: bool) -> Option<(Moves, Class)> {
    let evidence = SparseWindow {
        mask,
        position_parity,
        rares: vec![],
        helper: 0,
        sparse_from: 0,
        window_from: 0,
        snapshots: vec![],
    };
    read_moves(&Rules::read(game).unwrap(), &evidence).ok()
}

fn values(game: &str, to: usize) -> Vec<u16> {
    let values = sequence::values(&Rules::read(game).unwrap(), to as u64, &default_budget());
    values.unwrap().into_iter().map(|value| u16::try_from(value).unwrap()).collect()
}

/// Whatever the mask, and however large the values: sets of 1, 2, 8 and 512 words.
#[test]
fn the_run_is_exact() {
    let mut random = Random(1);
    let mut games: Vec<(String, usize)> = (0..60).map(|_| (random.code(5), 400)).collect();
    games.extend([80, 140, 600].map(|many| (format!("0.{}7", "3".repeat(many)), 2 * many)));
    games.push((format!("0.{}4", "3".repeat(520)), 900));
    let mut words = [0; 4];
    for (game, to) in games {
        let expected = values(&game, to);
        let greatest = usize::from(*expected.iter().max().unwrap());
        words[[64, 128, 512].iter().filter(|&&size| greatest >= size).count()] += 1;
        for _ in 0..3 {
            let (mask, parity) = (1 + random.below(63) as u32, random.below(2) == 1);
            let Some((moves, class)) = read(&game, mask, parity) else { continue };
            let mut run = Run::new(&moves, class, vec![]);
            run.go_on(to, None, &default_budget()).unwrap();
            assert_eq!(run.g, expected, "{game} with mask {mask} {parity}");
            let rare = |n: &usize| class.is_rare(*n, expected[*n].into());
            let rares: Vec<u64> = (1..to).filter(rare).map(|n| n as u64).collect();
            assert_eq!(run.rares, rares, "{game} with mask {mask} {parity}");
        }
    }
    assert!(words.iter().all(|&games| games > 0), "{words:?}");
}

/// What (2) says of heap n, word for word: the least common value that no take and no pair with a
/// rare heap excludes, if a take or a pair with a heap of at most B excludes every rare value below.
fn by_the_theorem(moves: &Moves, class: Class, rares: &[u64], b: usize, g: &[u16]) -> Option<u16> {
    let n = g.len();
    let takes = moves.take.iter().filter(|&&u| u > 0).map(|u| g[n - u]);
    let pair = |i: usize| moves.split.iter().map(move |k| g[i] ^ g[n - k - i]);
    let first: Vec<u16> = takes.chain(rares.iter().flat_map(|&r| pair(r as usize))).collect();
    let rare = |v: &u16| class.is_rare(n, u32::from(*v));
    let common = (0..).find(|v| !rare(v) && !first.contains(v))?;
    let helped = |v: u16| first.contains(&v) || (1..=b).any(|i| pair(i).any(|w| w == v));
    (0..common).filter(rare).all(helped).then_some(common)
}

/// The run with a bound goes as far as the theorem allows and no further: each bound on the helping
/// heaps, too small ones included.
#[test]
fn the_run_with_a_bound_is_the_theorem() {
    let mut random = Random(2);
    let mut games: Vec<String> =
        ["0.16", "0.56", "0.156", "0.106", "0.354", "0.454", "4.42"].map(str::to_owned).into();
    games.extend((0..150).map(|_| random.code(4)));
    let (mut whole, mut refused) = (0, 0);
    for game in &games {
        let known = values(game, 700);
        // The classes with the fewest rare heaps, as far as there are few.
        let last = |class: Class| (1..700).rfind(|&n| class.is_rare(n, known[n].into()));
        let classes = (1..128).flat_map(|mask| [false, true].map(|parity| (mask, parity)));
        let found = classes.filter_map(|(mask, parity)| read(game, mask, parity));
        let Some((moves, class)) = found.min_by_key(|(_, class)| last(*class)) else { continue };
        for b in [1, 2, 3, 5, 9, 20, 60, 150] {
            let large = last(class).unwrap_or(0).max(b);
            let from = 2 * large + moves.reach + 1 + random.below(9) as usize;
            if from >= 600 {
                continue;
            }
            let mut run = Run::new(&moves, class, vec![]);
            run.go_on(from, None, &default_budget()).unwrap();
            let mut expected = run.g.clone();
            while expected.len() < 700 {
                match by_the_theorem(&moves, class, &run.rares, b, &expected) {
                    Some(value) => expected.push(value),
                    None => break,
                }
            }
            let gone = run.go_on(700, Some(b), &default_budget());
            assert_eq!(run.g, expected, "{game} with B = {b}");
            match gone {
                Ok(()) => whole += 1,
                Err(rejection) => {
                    let n = format!("at {} by a heap of at most {b}", expected.len());
                    assert!(rejection.reason().contains(&n), "{game}: {rejection}");
                    refused += 1;
                }
            }
        }
    }
    assert!(whole > 50 && refused > 50, "{whole} {refused}");
}

/// Where takes exclude all values of 15 bits that are common, the next value does not fit.
#[test]
fn values_of_sixteen_bits_are_refused() {
    let moves =
        Moves { all: vec![], take: (1..=MAX_VALUE).collect(), split: vec![1], reach: MAX_VALUE };
    let class = Class { mask: 1, position: 0, offset: 0 };
    for (first, refused) in [(0, true), (2, false)] {
        let mut run = Run::new(&moves, class, (first..MAX_VALUE as u16).collect());
        let n = run.g.len();
        let rejection = run.go_on(n + 1, None, &default_budget());
        assert_eq!(rejection.is_err(), refused);
        match rejection {
            Err(rejection) => assert_eq!(rejection.reason(), "G(32768) is 32768 or more"),
            Ok(()) => assert_eq!(run.g[n], 0),
        }
    }
}
