use super::*;
use sprague_games::moves::Condition;

/// Moves of an octal code with digits before and after the point.
pub(crate) fn octal(code: &str) -> Vec<Move> {
    let (before, after) = code.split_once('.').unwrap();
    let mut moves = Vec::new();
    let mut digit = |take: i64, digit: u32| {
        for heaps in 0..3 {
            if digit >> heaps & 1 == 1 && (take > 0 || heaps == 2) {
                moves.push(Move { take, heaps, condition: Condition::Any, smallest: 1 });
            }
        }
    };
    for (i, c) in before.chars().rev().enumerate() {
        digit(-(i as i64), c.to_digit(8).unwrap());
    }
    for (i, c) in after.chars().enumerate() {
        digit(i as i64 + 1, c.to_digit(8).unwrap());
    }
    moves
}

pub(crate) fn by_pairs(moves: &[Move], to: usize) -> Vec<u32> {
    let rules = PairRules::new(moves).unwrap();
    let mut marks = rules::Marks::default();
    let mut values = Vec::new();
    while values.len() < to {
        let v = rules.value_by_pairs(&values, &mut marks);
        values.push(v);
    }
    values
}

pub(crate) fn run(moves: &[Move], to: u64, options: Options) -> Result<SparseEngine, SparseError> {
    let mut engine = SparseEngine::new(moves, options)?;
    engine.advance(to, |_| ControlFlow::Continue(()))?;
    Ok(engine)
}

pub(crate) fn agree(name: &str, moves: &[Move], to: usize, options: Options) {
    let expected = by_pairs(moves, to);
    match run(moves, to as u64, options) {
        Ok(engine) => {
            for (n, &g) in expected.iter().enumerate() {
                assert_eq!(engine.value(n as u64), Some(g), "{name} at {n}");
            }
        }
        Err(SparseError::NotSparse { heaps, rares }) => println!("{name}: not sparse, {rares} of {heaps}"),
        Err(error) => panic!("{name}: {error}"),
    }
}

#[test]
fn all_two_digit_codes_agree_with_pairs() {
    for before in ["0", "4"] {
        for digits in 0..64u32 {
            let code = format!("{before}.{}{}", digits / 8, digits % 8);
            let moves = octal(&code);
            if moves.iter().any(|m| m.heaps == 2) {
                agree(&code, &moves, 6000, Options::default());
            }
        }
    }
}

#[test]
#[ignore]
fn timing() {
    for code in std::env::var("CODES").unwrap_or("0.6".into()).split_whitespace() {
        let to: u64 = std::env::var("TO").unwrap_or("200000".into()).parse().unwrap();
        let moves = if code == "Grundy" {
            vec![Move { take: 0, heaps: 2, condition: Condition::Distinct, smallest: 1 }]
        } else {
            octal(code)
        };
        let start = cpu();
        match run(&moves, to, Options::default()) {
            Ok(e) => {
                let t = cpu() - start;
                println!(
                    "{code}: {:.3} M/s mask {:x} twisted {} rares {} last {:?} max {:?} deepest {:?}",
                    to as f64 / t / 1e6,
                    e.space().shown_mask(e.largest().value),
                    e.space().is_twisted(),
                    e.rares().len(),
                    e.last_rare(),
                    e.largest(),
                    e.deepest()
                );
            }
            Err(e) => println!("{code}: {e} ({:.2}s)", cpu() - start),
        }
    }
}

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9
}
