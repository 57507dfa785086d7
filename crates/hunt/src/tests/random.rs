//! Random hunts, stopped and killed again and again, against a plain computation.

use super::{octal, scratch, within};
use crate::*;
use fastrand::Rng;
use sprague_engine::Budget;
use sprague_engine::Engine as _;
use sprague_engine::pairs::Pairs;
use sprague_games::moves::Condition;

fn one_of<T: Clone>(random: &mut Rng, choices: &[T]) -> T {
    random.choice(choices).unwrap().clone()
}

/// Heaps computed pair by pair.
const PLAIN: usize = 8000;

/// Least preperiod and period, where as many values prove them: Guy and Smith's theorem asks for
/// G(n + p) = G(n) for l <= n < 2l + p + t. With moves to two equal heaps it holds for even p.
fn plain_period(values: &[u32], moves: &[Move]) -> Option<(u64, u64)> {
    let preperiod = |p: usize| {
        let last = (0..values.len() - p).rev().find(|&n| values[n] != values[n + p]);
        last.map_or(0, |n| n + 1)
    };
    let halves = moves.iter().any(|m| m.heaps == 2 && m.condition == Condition::AllEqual);
    let step = if halves { 2 } else { 1 };
    let reach = moves.iter().map(|m| m.take.unsigned_abs()).max().unwrap_or(0).max(1) as usize;
    let proved = (step..values.len() / 3)
        .step_by(step)
        .find(|&p| 2 * preperiod(p).max(1) + 2 * p + 2 * reach <= values.len())?;
    // An even period may be twice the least one.
    let p = (1..=proved).find(|p| proved % p == 0 && preperiod(*p) == preperiod(proved))?;
    Some((preperiod(p) as u64, p as u64))
}

fn random_moves(random: &mut Rng) -> (String, Vec<Move>) {
    let mut code = one_of(random, &["0.", "0.", "4."]).to_owned();
    for _ in 0..=random.u64(..4) {
        code.push(char::from(b'0' + random.u64(..8) as u8));
    }
    let mut moves = octal(&code);
    // Sometimes a move that leaves two equal or two different heaps.
    if random.u64(..3) == 0 {
        let take = random.u64(..4) as i64;
        let condition =
            one_of(random, &[Condition::AllEqual, Condition::AllEqual, Condition::Distinct]);
        code = format!("{code} and {take} {condition:?}");
        moves.push(Move { take, heaps: 2, condition, smallest: 1 });
    }
    (code, moves)
}

fn random_options(random: &mut Rng, least_memory: u64) -> (HuntSettings, u64) {
    let seconds = [Duration::ZERO, Duration::from_secs(60)];
    let memories = [least_memory, least_memory / 2 * 3, 2 * least_memory, 160 << 20];
    let snapshots = [None, Some(1 << 16), Some(100_000), Some(1 << 18), Some(1 << 40)];
    let kernel = one_of(random, &Kernel::available());
    let threads = [1, 1, 2, 3, 7][random.usize(..5)];
    let memory = one_of(random, &memories);
    let settings = HuntSettings {
        kernel,
        threads,
        checkpoint: one_of(random, &seconds),
        snapshots: one_of(random, &snapshots),
        keep_values: random.u64(..4) == 0,
        audit: one_of(random, &seconds),
    };
    (settings, memory)
}

/// Runs a hunt in pieces: stopped or killed, and continued with other options each time.
fn hunt_in_pieces(
    random: &mut Rng,
    (game, moves): (&str, &[Move]),
    to: u64,
    least_memory: u64,
    log: &mut Vec<String>,
) -> Result<HuntEnd, HuntError> {
    let folder = scratch();
    let state = folder.path().join("state");
    loop {
        let (options, memory) = random_options(random, least_memory);
        let steps = one_of(random, &[1, 2, 5, 20, u64::MAX]);
        log.push(format!("{steps} steps with {options:?} and {memory} bytes"));
        let budget = within(memory);
        let before = fs::read(&state).ok();
        let mut hunt = Hunt::open(folder.path(), game, moves, options, &budget)?;
        let mut seen = 0;
        let outcome = hunt.run_seen(to, &budget, |_| {
            seen += 1;
            if seen >= steps {
                budget.stop();
            }
        })?;
        if outcome != HuntEnd::Stopped {
            return Ok(outcome);
        }
        drop(hunt);
        // Killed: the state is older than everything else.
        if let Some(before) = before.filter(|_| random.u64(..3) == 0) {
            log.push("killed".to_owned());
            fs::write(&state, before).unwrap();
        }
    }
}

/// Hunts so many random games. Whatever the settings, a period is the least one with the least
/// preperiod; most games have one.
fn hunts_agree(seed: u64, games: u64, least_memory: u64) {
    let mut random = Rng::with_seed(seed);
    let (mut hunted, mut found) = (0, 0);
    while hunted < games {
        let (game, moves) = random_moves(&mut random);
        if moves.iter().all(|m| m.heaps < 2 || m.condition == Condition::AllEqual) {
            continue;
        }
        let mut pairs = Pairs::new(&moves, &Budget::unlimited()).unwrap();
        let values: Vec<u32> = (0..PLAIN).map(|_| pairs.next_value().unwrap()).collect();
        let Some(expected) = plain_period(&values, &moves) else { continue };
        hunted += 1;
        let mut log = Vec::new();
        let outcome = hunt_in_pieces(&mut random, (&game, &moves), 300_000, least_memory, &mut log);
        let log = log.join("\n");
        match outcome {
            Ok(HuntEnd::Periodic(period)) => {
                found += 1;
                let claim = (period.preperiod, period.period);
                assert_eq!(claim, expected, "seed {seed}, {game}:\n{log}");
            }
            // Some games have a period but no sparse space, or no bound on the rare checks.
            Ok(_) => println!("{game}: {expected:?} is not found"),
            Err(HuntError::Sparse(
                error @ (SparseError::NotSparse { .. }
                | SparseError::Memory { .. }
                | SparseError::Undecided { .. }
                | SparseError::Forgotten),
            )) => println!("{game}: {error}"),
            Err(error) => panic!("seed {seed}, {game}: {error}\n{log}"),
        }
    }
    assert!(2 * found > hunted, "{found} of {hunted}");
    println!("{found} of {hunted} periods were found");
}

#[test]
fn random_hunts_agree_with_a_plain_computation() {
    hunts_agree(6, 12, 1 << 18);
}

/// `SEED=7 cargo test --release -p sprague-hunt --lib -- --ignored --nocapture many_random_hunts`.
#[test]
#[ignore = "some minutes per seed"]
fn many_random_hunts_agree_with_a_plain_computation() {
    let seed = std::env::var("SEED").map_or(2, |seed| seed.parse().unwrap());
    for least_memory in [1 << 17, 1 << 18, 1 << 20] {
        hunts_agree(seed, 60, least_memory);
    }
}
