//! Certificates for closed forms, whatever the size of their numbers: theorem `tiling`.
//!
//! A closed form of a subtraction or all-but game is written as tiles: heaps and values by linear forms in
//! integers between linear bounds. That they are the nim-sequence is then a finite number of cases, and each a
//! combination of linear inequalities, which the checker adds up. Nothing here is believed: where no argument is
//! found there is no certificate.

mod combination;
mod form;
mod pattern;
mod search;
mod shapes;

use form::Form;
use pattern::{Pattern, Shape};
use search::{Goal, Search};
use sprague_budget::Budget;
use sprague_certificate::{Argument, Integer, Point, Tile, Tiling};
use std::collections::BTreeSet;

/// What a closed form is about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Family {
    /// S(1) and odd numbers.
    Alternating,
    /// S(a,b); a, b and r.
    Two([u64; 3]),
    /// S(a,b,2b-a).
    Symmetric([u64; 3]),
    /// S(a,b,a+b) with b = 2ha - r.
    Sum([u64; 3]),
    /// S(a,b,a+b) with b = 2ha + r.
    LongSum([u64; 3]),
    /// All-but games: so many heaps that are q apart have the same value.
    AllBut { q: u64, turns: u64 },
}

/// The evidence for a closed form, if it is found.
///
/// `members` are the numbers of the set as the game has them, d their greatest common divisor (1 for all-but
/// games), and the family is about the set divided by d.
pub(super) fn tiling(family: Family, members: &[u64], d: u64, budget: &Budget) -> Option<Tiling> {
    let wide = |numbers: [u64; 3]| numbers.map(i128::from);
    let unit = i128::from(d);
    let (order, shapes) = match family {
        Family::Alternating => shapes::alternating(unit),
        Family::Two(numbers) => shapes::two(wide(numbers), unit),
        Family::Symmetric(numbers) => shapes::symmetric(wide(numbers), unit),
        Family::Sum(numbers) => shapes::sum(wide(numbers), unit),
        Family::LongSum(numbers) => shapes::long_sum(wide(numbers), unit),
        Family::AllBut { q, turns } => shapes::all_but(q.into(), turns.into()),
    };
    let a = match family {
        Family::Alternating => 1,
        Family::Two([a, ..])
        | Family::Symmetric([a, ..])
        | Family::Sum([a, ..])
        | Family::LongSum([a, ..])
        | Family::AllBut { q: a, .. } => a,
    };
    let blocks = match family {
        Family::AllBut { q, .. } => Some(i128::from(q)),
        _ => None,
    };
    let takes = if blocks.is_some() {
        gaps(members)
    } else {
        members.iter().map(|&s| (s.into(), Some(s.into()))).collect()
    };
    let against = Vec::new();
    let mut pattern = Pattern { shapes, order, a: a.into(), d: unit, takes, blocks, against };
    pattern.against = pattern.edges();
    pattern.evidence(budget)
}

/// The numbers that may be taken where all but some may.
fn gaps(exceptions: &[u64]) -> Vec<(i128, Option<i128>)> {
    let mut gaps = Vec::new();
    let mut first = 1;
    for exception in exceptions.iter().map(|&e| i128::from(e)) {
        if first < exception {
            gaps.push((first, Some(exception - 1)));
        }
        first = exception + 1;
    }
    gaps.push((first, None));
    gaps
}

impl Pattern {
    fn evidence(&self, budget: &Budget) -> Option<Tiling> {
        let tiles = self.shapes.iter().map(|shape| self.tile(shape, budget));
        let mut tiles = tiles.collect::<Option<Vec<Tile>>>()?;
        let mut used = BTreeSet::new();
        for tile in &mut tiles {
            choices(&mut tile.least, &mut |choice| used.extend([*choice / 2]));
        }
        for tile in &mut tiles {
            choices(&mut tile.least, &mut |choice| {
                *choice = 2 * used.range(..*choice / 2).count() + *choice % 2;
            });
        }
        let heaps = used.iter().map(|i| self.point(self.against[*i])).collect::<Option<_>>()?;
        Some(Tiling { tiles, start: self.point(0)?, heaps })
    }

    fn tile(&self, shape: &Shape, budget: &Budget) -> Option<Tile> {
        let search = |goal| Search::new(self, shape, goal, budget);
        let heap = self.heap(shape);
        let known: Vec<Vec<i128>> = shape.within.iter().map(|form| form.0.clone()).collect();
        let natural = |form: &Form| combination::combination(&known, &form.0);
        let mut period = self.order.period();
        period.resize(self.variables(shape), 0);
        let period = period.into_iter().map(Integer::from).collect();
        let options: Option<Vec<Argument>> =
            (0..self.takes.len()).map(|range| search(Goal::Option).argument(range)).collect();
        Some(Tile {
            within: shape.within.iter().map(Form::written).collect(),
            heap: heap.written(),
            value: shape.value.written(),
            period,
            natural: [natural(&heap)?, natural(&shape.value)?],
            next: search(Goal::Next).argument(0)?,
            options: options?,
            values: search(Goal::Value).argument(0)?,
            least: search(Goal::Least).argument(0)?,
        })
    }

    /// Where a heap lies.
    fn point(&self, heap: i128) -> Option<Point> {
        let (tile, mut at) = self.locate(heap / self.d)?;
        if self.d > 1 {
            at.push(heap % self.d);
        }
        Some(Point { tile, at: at.into_iter().map(Integer::from).collect() })
    }

    fn value(&self, heap: i128) -> Option<i128> {
        let (tile, at) = self.locate(heap / self.d)?;
        Some(self.shapes[tile].value.at(&at))
    }
}

/// Does something with every choice of an argument.
fn choices(argument: &mut Argument, change: &mut dyn FnMut(&mut usize)) {
    match argument {
        Argument::Split(_, cases) => cases.iter_mut().for_each(|case| choices(case, change)),
        Argument::Divide(_, _, then) => choices(then, change),
        Argument::Never(_) => {}
        Argument::There(there) => change(&mut there.choice),
    }
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use super::*;
    use num_bigint::BigInt;
    use num_integer::Integer as _;
    use sprague_certificate::{Certificate, Claim, LargeRegularity, Proof, Regularity};
    use sprague_checker::{check, default_budget};
    use sprague_games::Ruleset;

    fn certificate(game: &str) -> Option<Certificate> {
        let rules: Ruleset = game.parse().unwrap();
        let form = find(&rules)?;
        let claim = form.regularity()?.claim()?;
        let tiling = form.tiling(&Budget::unlimited())?;
        let proof = Proof::Tiling(Box::new(tiling));
        Some(Certificate { game: rules.to_string(), claim, proof })
    }

    /// The checker accepts the certificate; how many bytes it has.
    fn accepted(game: &str) -> usize {
        let certificate = certificate(game).unwrap_or_else(|| panic!("{game} has no certificate"));
        let text = certificate.to_json();
        let certificate = Certificate::from_json(text.as_bytes()).unwrap();
        if let Err(error) = check(&certificate, None, &default_budget()) {
            panic!("{game}: {error}");
        }
        text.len()
    }

    #[test]
    fn all_small_numbers() {
        for a in 1..=6u64 {
            accepted(&format!("S({a})"));
            accepted(&format!("AllBut({a})"));
            for b in a + 1..=17 {
                accepted(&format!("S({a},{b})"));
                accepted(&format!("S({a},{b},{})", 2 * b - a));
                accepted(&format!("S({a},{b},{})", a + b));
                accepted(&format!("AllBut({a},{b})"));
                accepted(&format!("AllBut({a},{b},{})", 2 * b + 1));
            }
        }
        accepted("S(1,3,7,15)");
        accepted("S(6,30,42)");
        accepted("S(3,9,21)");
    }

    /// The size of the numbers does not matter.
    #[test]
    fn large_numbers() {
        for game in [
            "S(1000003,20000009,21000012)",
            "S(999999937,9000000001,9999999938)",
            "S(65537,100000000000,100000065537)",
            "S(2,999999999999999)",
            // The period, 1000000007 (2 * 10009999999 + 9999929), has more than 64 bits.
            "S(1000000007,10009999999,11010000006)",
            "S(1000000000039,3000000000013,4000000000052)",
            // The longest periods are those with a about three tenths of the greatest number, 10^15.
            "S(300000000000001,699999999999998,999999999999999)",
            "S(200000000000002,600000000000034,800000000000036)",
            "S(299999999999999,700000000000001,1000000000000000)",
            "S(1000000007,1000000009)",
            "S(999999937,10000000019,19000000101)",
            "S(6,3000000000003)",
            "S(1,999999999999999)",
            "AllBut(1000000007)",
            "AllBut(1000003,5000000)",
            "AllBut(1000003,2000006)",
            "AllBut(400000000000000,800000000000000)",
            "AllBut(1000003,2000006,5000000)",
        ] {
            let bytes = accepted(game);
            assert!(bytes < 200_000, "{game}: {bytes}");
        }
    }

    /// Random numbers of every size, in time.
    #[test]
    fn random_numbers() {
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..50 {
            let size = random.u32(3..30);
            let a = random.u64(1..1 << size);
            let b = a + random.u64(1..1 << (size + 2));
            accepted(&format!("S({a},{b})"));
            accepted(&format!("S({a},{b},{})", a + b));
            accepted(&format!("S({a},{b},{})", 2 * b - a));
            accepted(&format!("AllBut({a},{b})"));
        }
        for _ in 0..20 {
            let a = random.u64(1..300_000_000_000_000);
            let b = random.u64(a + 1..1_000_000_000_000_001 - a);
            accepted(&format!("S({a},{b},{})", a + b));
            // With a common divisor.
            let d = random.u64(2..1000);
            let (a, b) = (d * (a / 1000 + 1), d * (b / 1000 + 2));
            accepted(&format!("S({a},{b},{})", a + b));
        }
    }

    /// A formula that is wrong by one somewhere has no certificate: the tiles of one set for another.
    #[test]
    fn no_tiles_for_another_set() {
        let budget = Budget::unlimited();
        assert!(tiling(Family::Two([2, 7, 1]), &[2, 7], 1, &budget).is_some());
        for (family, members) in [
            (Family::Two([2, 7, 1]), vec![2, 8]),
            (Family::Two([2, 7, 1]), vec![2, 7, 8]),
            (Family::Two([2, 5, 0]), vec![2, 5]),
            (Family::Sum([3, 11, 1]), vec![3, 11]),
            (Family::Sum([3, 11, 1]), vec![3, 11, 15]),
            (Family::Sum([3, 11, 2]), vec![3, 11, 14]),
            (Family::LongSum([3, 7, 1]), vec![3, 7, 11]),
            (Family::LongSum([5, 12, 2]), vec![5, 12]),
            (Family::Symmetric([3, 7, 1]), vec![3, 7, 12]),
        ] {
            assert!(tiling(family, &members, 1, &budget).is_none(), "{family:?} {members:?}");
        }
        let all_but =
            |turns, set: &[u64]| tiling(Family::AllBut { q: 5, turns }, set, 1, &budget).is_some();
        assert!(all_but(2, &[5]) && all_but(2, &[5, 12]));
        assert!(!all_but(2, &[6]) && !all_but(2, &[5, 10]) && !all_but(2, &[4, 5]));
        assert!(!all_but(3, &[5, 12]));
    }

    /// The places of the numbers in a text.
    fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
        let bytes = text.as_bytes();
        let digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
        let mut numbers = Vec::new();
        let mut i = 0;
        while i < bytes.len() {
            let from = i;
            while digit(i) {
                i += 1;
            }
            if i > from {
                numbers.push(from..i);
            }
            i += 1;
        }
        numbers
    }

    /// Every number of a certificate (of the longest some), one at a time, one more and one less: hardly any
    /// of these is accepted, and what is then claimed is true.
    #[test]
    fn every_number_counts() {
        for (game, step) in [("S(2,5)", 1), ("S(2,5,7)", 31), ("AllBut(2,5)", 1)] {
            let text = certificate(game).unwrap().to_json();
            let (mut tried, mut accepted) = (0, Vec::new());
            for place in numbers(&text).into_iter().step_by(step) {
                let number: i64 = text[place.clone()].parse().unwrap();
                for other in [number + 1, number - 1] {
                    let other = format!("{}{other}{}", &text[..place.start], &text[place.end..]);
                    let other = other.replace("--", "");
                    let Ok(other) = Certificate::from_json(other.as_bytes()) else { continue };
                    tried += 1;
                    if check(&other, None, &default_budget()).is_ok() {
                        accepted.push(other);
                    }
                }
            }
            assert!(tried > 400, "{game}: {tried}");
            // A number before the game's own would be another game: its claim must hold all the same.
            for other in &accepted {
                let rules: Ruleset = other.game.parse().unwrap();
                let claim = other.claim.regularity().unwrap();
                let values = sprague_engine::values(&rules, 400, &Budget::unlimited()).unwrap();
                for n in claim.preperiod..400 - claim.period {
                    let (n, later) = (n as usize, (n + claim.period) as usize);
                    let grown = u64::from(values[n]) + claim.saltus;
                    assert_eq!(u64::from(values[later]), grown, "{other:?}");
                }
            }
            assert!(accepted.len() * 20 < tried, "{game}: {} of {tried}", accepted.len());
        }
    }

    const LONG: &str = "S(300000000000001,699999999999998,999999999999999)";

    /// Numbers of a certificate with a period of 100 bits, one at a time, one more and one less: what is
    /// accepted (a choice where there is none, a heap that does as well) claims the same of the same game.
    fn every_number_of_a_long_period(step: usize) {
        let valid = certificate(LONG).unwrap();
        let text = valid.to_json();
        let (mut tried, mut accepted) = (0, 0);
        for place in numbers(&text).into_iter().step_by(step) {
            let number: BigInt = text[place.clone()].parse().unwrap();
            for other in [number.clone() + 1, number - 1] {
                let other = format!("{}{other}{}", &text[..place.start], &text[place.end..]);
                let other = other.replace("--", "");
                let Ok(other) = Certificate::from_json(other.as_bytes()) else { continue };
                tried += 1;
                if check(&other, None, &default_budget()).is_ok() {
                    assert_eq!((&other.game, &other.claim), (&valid.game, &valid.claim));
                    accepted += 1;
                }
            }
        }
        println!("{accepted} of {tried} accepted");
        assert!(tried * step > 20_000 && accepted * 50 < tried, "{accepted} of {tried}");
    }

    #[test]
    fn numbers_of_a_long_period() {
        every_number_of_a_long_period(211);
    }

    /// Some minutes.
    #[test]
    #[ignore = "every number of a long certificate"]
    fn all_numbers_of_a_long_period() {
        every_number_of_a_long_period(1);
    }

    fn big(number: &Integer) -> BigInt {
        number.to_string().parse().unwrap()
    }

    /// Points of the tiles as a certificate has them, far out, against the formula.
    #[test]
    fn tiles_say_what_the_formula_says() {
        let mut random = fastrand::Rng::with_seed(21);
        for game in
            [LONG, "S(999999999989,3000000000013,4000000000002)", "S(14,35,49)", "AllBut(5,12)"]
        {
            let rules: Ruleset = game.parse().unwrap();
            let form = find(&rules).unwrap();
            let Proof::Tiling(tiling) = certificate(game).unwrap().proof else { unreachable!() };
            let at = |form: &[Integer], x: &[BigInt]| -> BigInt {
                let one = BigInt::from(1);
                form.iter().zip([&one].into_iter().chain(x)).map(|(k, x)| big(k) * x).sum()
            };
            let mut compared = 0;
            for (tile, _) in tiling.tiles.iter().flat_map(|tile| (0..200).map(move |n| (tile, n))) {
                // Near the argument's own numbers: its bounds at a random first coordinate.
                let mut x: Vec<BigInt> =
                    vec![BigInt::from(random.u64(..1 << 50)); tile.period.len()];
                if let ("S(14,35,49)" | "AllBut(5,12)", Some(first)) = (game, x.first_mut()) {
                    *first = BigInt::from(random.u8(..));
                }
                for i in 1..x.len() {
                    // Between the bounds that the forms give, those of later variables at 0.
                    x[i..].fill(BigInt::from(0));
                    let (mut least, mut most): (Option<BigInt>, Option<BigInt>) = (None, None);
                    for form in tile.within.iter().filter(|form| form.len() == i + 2) {
                        let (k, rest) = (big(&form[i + 1]), at(form, &x));
                        if k > BigInt::from(0) {
                            let bound = (-rest).div_ceil(&k);
                            least = Some(least.map_or(bound.clone(), |least| least.max(bound)));
                        } else {
                            let bound = rest.div_floor(&-k);
                            most = Some(most.map_or(bound.clone(), |most| most.min(bound)));
                        }
                    }
                    let (Some(least), Some(most)) = (least, most) else { break };
                    let width = u64::try_from(&most - &least).unwrap_or(0);
                    x[i] = least + random.u64(..=width);
                }
                if tile.within.iter().any(|form| at(form, &x) < BigInt::from(0)) {
                    continue;
                }
                let (heap, value) = (at(&tile.heap, &x), at(&tile.value, &x));
                let heap = heap.to_biguint().unwrap();
                assert_eq!(BigInt::from(form.at(&heap)), value, "{game} {heap}");
                compared += 1;
            }
            assert!(compared > 300, "{game}: {compared}");
        }
    }

    /// The claim of a multiple of the period, with tiles that are shifted by as much.
    #[test]
    fn a_multiple_of_the_period() {
        for game in ["S(2,5)", "S(3,7,10)", "AllBut(5)", LONG] {
            let valid = certificate(game).unwrap();
            for times in [2, 3] {
                let times = Integer::from(times);
                let mut other = valid.clone();
                let claim: LargeRegularity = match other.claim {
                    Claim::Regular(claim) => claim.into(),
                    Claim::LargeRegular(claim) => claim,
                    _ => unreachable!(),
                };
                let (period, saltus) = (&claim.period * &times, &claim.saltus * &times);
                other.claim = LargeRegularity { preperiod: 0, period, saltus }.into();
                let Proof::Tiling(tiling) = &mut other.proof else { unreachable!() };
                for number in tiling.tiles.iter_mut().flat_map(|tile| &mut tile.period) {
                    *number = &*number * &times;
                }
                let error = check(&other, None, &default_budget()).unwrap_err();
                // All is right but that it is the least.
                assert_eq!(error.step(), sprague_checker::Step::Hypothesis, "{game}: {error}");
                let Proof::Tiling(tiling) = &mut other.proof else { unreachable!() };
                tiling.heaps.clear();
                assert!(check(&other, None, &default_budget()).is_err());
            }
        }
    }

    /// The greatest numbers that are read, in every place.
    #[test]
    fn numbers_too_large() {
        let valid = certificate("S(2,5)").unwrap();
        let text = valid.to_json();
        for (sign, digits) in [("", 300), ("-", 300), ("", 301)] {
            let huge = format!("\"{sign}{}\"", "9".repeat(digits));
            let (mut read, mut accepted) = (0, 0);
            for place in numbers(&text) {
                let before = text[..place.start].trim_end_matches('-');
                let other = format!("{before}{huge}{}", &text[place.end..]);
                let Ok(other) = Certificate::from_json(other.as_bytes()) else { continue };
                read += 1;
                // m times 0 is 0, whatever m.
                if check(&other, None, &default_budget()).is_ok() {
                    assert_eq!((&other.game, &other.claim), (&valid.game, &valid.claim));
                    accepted += 1;
                }
            }
            assert!(accepted * 20 < read || read == 0, "{accepted} of {read}");
            assert!(if digits == 300 { read > 300 } else { read == 0 }, "{read}");
        }
    }

    /// What the theorem asks for, left out or broken one at a time.
    #[test]
    fn each_hypothesis_is_asked_for() {
        let valid = certificate("S(2,5)").unwrap();
        let rejected = |what: &str, change: &dyn Fn(&mut Tiling, &mut Regularity)| {
            let mut other = valid.clone();
            let (Claim::Regular(claim), Proof::Tiling(tiling)) =
                (&mut other.claim, &mut other.proof)
            else {
                unreachable!()
            };
            change(tiling, claim);
            assert!(check(&other, None, &default_budget()).is_err(), "{what}");
        };
        assert!(check(&valid, None, &default_budget()).is_ok());
        let add = |number: &mut Integer, more: i128| *number = &*number + &more.into();
        let numbers = |numbers: &[i128]| numbers.iter().map(|n| Integer::from(*n)).collect();
        rejected("the start is heap 0", &|t, _| add(&mut t.start.at[0], 1));
        rejected("the start is in its tile", &|t, _| add(&mut t.start.at[1], -1));
        rejected("a tile less", &|t, _| drop(t.tiles.pop()));
        rejected("a larger tile", &|t, _| add(&mut t.tiles[0].within[1][0], 1));
        rejected("a smaller tile", &|t, _| add(&mut t.tiles[0].within[1][0], -1));
        rejected("another value", &|t, _| t.tiles[0].value = numbers(&[1]));
        rejected("a value below 0", &|t, _| t.tiles[0].value = numbers(&[-1]));
        rejected("a multiple of the period", &|_, c| c.period *= 2);
        rejected("a preperiod", &|_, c| c.preperiod = 1);
        rejected("a saltus", &|_, c| c.saltus = 1);
        rejected("no heaps against a lesser period", &|t, _| t.heaps.clear());
        rejected("heap 0 against a lesser period", &|t, _| {
            let start = t.start.clone();
            t.heaps.iter_mut().for_each(|heap| heap.clone_from(&start));
        });
        rejected("no argument for an option", &|t, _| drop(t.tiles[0].options.pop()));
        rejected("a variable that is not there", &|t, _| {
            t.tiles[0].within[0].extend(numbers(&[0, 0, 0, 1]));
        });
        let never = Argument::Never(numbers(&[1, 0]));
        rejected("nothing is next", &|t, _| t.tiles[0].next = never.clone());
        rejected("no options", &|t, _| t.tiles[0].options[0] = never.clone());
        rejected("no lesser value", &|t, _| t.tiles[1].values = never.clone());
        rejected("nothing is a lesser period", &|t, _| t.tiles[0].least = never.clone());
        // m f = k + ... with a negative number on the right says nothing.
        rejected("a reason by a negative number", &|t, _| {
            t.tiles[0].next = Argument::Never(numbers(&[1, -1]));
        });
        rejected("a reason by a negative multiple", &|t, _| {
            t.tiles[0].next = Argument::Never(numbers(&[1, 3, 0, -1, -1]));
        });
        rejected("a reason for a negative multiple", &|t, _| {
            t.tiles[0].next = Argument::Never(numbers(&[-1, 1]));
        });
        rejected("a reason for 0", &|t, _| t.tiles[0].next = Argument::Never(numbers(&[0, 0])));
        for by in [0, -1] {
            rejected("a division by less than 1", &|t, _| {
                let next = t.tiles[0].next.clone();
                let then = Box::new(next);
                t.tiles[0].next = Argument::Divide(numbers(&[0, 1]), Integer::from(by), then);
            });
        }
    }
}
