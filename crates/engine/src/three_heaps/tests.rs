use super::*;
use crate::sums::Sums;
use crate::{EngineChoice, EngineKind, Spent, reference, values_by};

fn next_values(engine: &mut dyn Engine, count: usize) -> Vec<u32> {
    (0..count).map(|_| engine.next_value().unwrap()).collect()
}

fn by_sums(rules: &Ruleset, count: usize) -> Vec<u32> {
    next_values(&mut Sums::new(rules, &Budget::unlimited()).unwrap(), count)
}

fn unlimited(threads: usize) -> Budget {
    Budget::unlimited().threads(threads)
}

/// All hexadecimal codes of two digits, far enough for several goes of the screen.
#[test]
fn codes_of_two_digits() {
    for digits in 1..256 {
        let rules: Ruleset = format!("0.{digits:02X}").parse().unwrap();
        let mut engine = ThreeHeaps::new(&rules, &unlimited(1)).unwrap();
        assert_eq!(next_values(&mut engine, 300), by_sums(&rules, 300), "0.{digits:02X}");
        assert_eq!(engine.values[..60], reference::values(&rules, 59).unwrap(), "0.{digits:02X}");
    }
}

/// By every kernel and number of threads, over several widths of the rows: digits before the point,
/// takes longer than a go of the screen, known values taken over anywhere.
#[test]
fn kernels_threads_and_known_values() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut games: Vec<String> =
        ["0.F6", "0.99", "8.8", "C.49", "0.660060008", "444.8", "4=.18", "0.0", "0.B0D"]
            .map(str::to_owned)
            .to_vec();
    games.push(format!("0.7{}8", "0".repeat(700)));
    for _ in 0..12 {
        games.push(format!("{}.{:03X}", ["0", "4", "8"][rng.usize(0..3)], rng.u32(1..4096)));
    }
    let (mut widths, mut tested) = (0, 0);
    for game in games {
        let rules: Ruleset = game.parse().unwrap();
        let expected = by_sums(&rules, 1800);
        widths = words(expected.iter().copied().max().unwrap()).max(widths);
        for kernel in Kernel::available() {
            let threads = rng.usize(1..4);
            let new = || ThreeHeaps::with_kernel(&rules, kernel, &unlimited(threads)).unwrap();
            let mut engine = new();
            assert_eq!(next_values(&mut engine, 1800), expected, "{game} {kernel} x{threads}");
            let (own, known) = (rng.usize(0..900), rng.usize(900..1800));
            let mut engine = new();
            next_values(&mut engine, own);
            assert!(engine.take_values(&expected[..known]));
            let rest = next_values(&mut engine, 1800 - known);
            assert_eq!(rest, expected[known..], "{game} {kernel} from {own} and {known}");
            tested += 1;
        }
    }
    assert!(widths >= 32 && tested > 40, "{widths} {tested}");
}

/// Where several threads are at work.
#[test]
fn threads_change_nothing() {
    for game in ["0.F6", "0.18"] {
        let rules: Ruleset = game.parse().unwrap();
        let choice = EngineChoice::Only(EngineKind::ThreeHeaps);
        let one = values_by(choice, &rules, 12_000, &unlimited(1)).unwrap();
        for threads in [2, 5] {
            assert_eq!(values_by(choice, &rules, 12_000, &unlimited(threads)).unwrap(), one);
        }
        // By the engine below, for some heaps.
        let screened = EngineChoice::Only(EngineKind::Screened);
        let below = values_by(screened, &rules, 6000, &unlimited(1)).unwrap();
        assert_eq!(below, one[..=6000], "{game}");
    }
}

/// What three heaps reach, from the values alone: the screen finds nothing else, and together with the
/// test all of it.
#[test]
fn screens_and_tests_are_right() {
    for game in ["0.F6", "0.8", "8.4", "0.3F8", "0.B0D"] {
        let rules: Ruleset = game.parse().unwrap();
        let mut engine = ThreeHeaps::new(&rules, &unlimited(1)).unwrap();
        next_values(&mut engine, 700);
        let values = engine.values.clone();
        let mut found = 0;
        for total in 690..700 {
            let mut sums = vec![false; 64 * words(engine.largest)];
            for a in 1..total {
                for b in 1..total - a {
                    sums[(values[a] ^ values[b] ^ values[total - a - b]) as usize] = true;
                }
            }
            let screened = engine.screen.reached(total).to_vec();
            for (v, &is_sum) in sums.iter().enumerate() {
                let reached = screened.get(v / 64).is_some_and(|word| word >> (v % 64) & 1 == 1);
                assert!(is_sum || !reached, "{game} {total} {v}");
                assert_eq!(engine.is_sum(v as u32, total), is_sum, "{game} {total} {v}");
                found += u32::from(reached);
            }
        }
        assert!(found > 0, "{game}");
    }
}

#[test]
fn rules_it_is_not_for() {
    for (game, reason) in [
        ("0.G", "more than three heaps"),
        ("0.8!", "a condition on three heaps"),
        ("80.4", "before the zeroth"),
        ("0.[8]", "no finite list"),
        ("0.8 + pass", "no finite list"),
    ] {
        let rules: Ruleset = game.parse().unwrap();
        let error = ThreeHeaps::new(&rules, &unlimited(1)).err().unwrap().to_string();
        assert!(error.contains(reason), "{game}: {error}");
    }
}

/// The memory is estimated before, within a factor of two, and refused where it is too much; a run that
/// needs more than was foreseen ends, too.
#[test]
fn memory() {
    for game in ["0.F6", "0.99", "0.18", "0.660060008", "0.B0D"] {
        let rules: Ruleset = game.parse().unwrap();
        for to in [1000, 6000, 12_000] {
            let estimate = ThreeHeaps::estimate(&rules, to);
            let mut engine = ThreeHeaps::new(&rules, &unlimited(1)).unwrap();
            next_values(&mut engine, to as usize + 1);
            let bytes = engine.rows.bytes();
            assert!(estimate < 3 * bytes + (1 << 20), "{game} {to}: {estimate} {bytes}");
            assert!(bytes < 2 * estimate + (1 << 20), "{game} {to}: {estimate} {bytes}");
        }
        let choice = EngineChoice::Only(EngineKind::ThreeHeaps);
        let little = Budget::unlimited().bytes(1 << 18);
        let error = values_by(choice, &rules, 1_000_000, &little).unwrap_err();
        assert!(matches!(error.spent(), Some(Spent::Bytes { .. })), "{error}");
        let mut engine = ThreeHeaps::new(&rules, &little).unwrap();
        let end = (0..100_000).find_map(|_| engine.next_value().err()).unwrap();
        assert!(matches!(end, EngineError::Memory { .. }), "{end}");
    }
    // Enormous heaps are no reason to panic.
    let rules: Ruleset = "0.F6".parse().unwrap();
    assert!(ThreeHeaps::estimate(&rules, u64::MAX) > 1 << 50);
}
