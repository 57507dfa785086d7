use super::*;
use sprague_budget::Member;
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

pub(crate) fn run(
    moves: &[Move],
    to: u64,
    settings: SparseSettings,
) -> Result<SparseEngine, SparseError> {
    let mut engine = SparseEngine::new(moves, settings, &Budget::unlimited())?;
    engine.advance(to, &Budget::unlimited())?;
    Ok(engine)
}

pub(crate) fn agree(name: &str, moves: &[Move], to: usize, settings: SparseSettings) {
    let expected = by_pairs(moves, to);
    match run(moves, to as u64, settings) {
        Ok(engine) => {
            for (n, &g) in expected.iter().enumerate() {
                assert_eq!(engine.value(n as u64), Some(g), "{name} at {n}");
            }
        }
        Err(SparseError::NotSparse { heaps, rares }) => {
            println!("{name}: not sparse, {rares} of {heaps}");
        }
        Err(error) => panic!("{name}: {error}"),
    }
}

/// Games of every kind: octal codes with many and few rares, plain and position parity,
/// several splitting takes, digits before the point, conditions on the parts.
pub(crate) fn games() -> Vec<(String, Vec<Move>)> {
    let codes = "0.6 0.06 0.006 0.04 0.004 0.014 0.016 0.024 0.026 0.034 0.054 0.064 0.104 0.106 0.114 0.125 0.126 \
        0.127 0.135 0.136 0.14 0.142 0.143 0.146 0.156 0.16 0.161 0.162 0.163 0.164 0.165 0.166 0.167 0.172 0.174 \
        0.204 0.205 0.206 0.224 0.244 0.264 0.314 0.324 0.336 0.342 0.354 0.356 0.36 0.362 0.364 0.374 0.376 0.404 \
        0.414 0.45 0.454 0.56 0.564 0.604 0.644 0.74 0.77 0.774 4.007 4.026 4.044 4.045 4.064 4.324 4.344 4.364 \
        4.367 4.404 4.406 4.444 40.2 40.4 44.1";
    let mut games: Vec<(String, Vec<Move>)> =
        codes.split_whitespace().map(|code| (code.to_owned(), octal(code))).collect();
    let split = |take, condition, smallest| Move { take, heaps: 2, condition, smallest };
    games.push(("Grundy".into(), vec![split(0, Condition::Distinct, 1)]));
    games.push(("CouplesAreForever".into(), vec![split(0, Condition::Any, 3)]));
    games.push(("Split(2, differ>=2)".into(), vec![split(0, Condition::DifferAtLeast(2), 1)]));
    games.push(("Split(2, differ>=5)".into(), vec![split(0, Condition::DifferAtLeast(5), 1)]));
    games.push(("0.4!".into(), vec![split(1, Condition::Distinct, 1)]));
    let one = Move { take: 1, heaps: 1, condition: Condition::Any, smallest: 1 };
    games.push(("0.6!".into(), vec![one, split(1, Condition::Distinct, 1)]));
    games.push((
        "0.6=6".into(),
        [vec![one, split(1, Condition::AllEqual, 1)], octal("0.06")].concat(),
    ));
    games.push(("4!.6".into(), [vec![split(0, Condition::Distinct, 1)], octal("0.6")].concat()));
    games
}

/// Two runs give the same values, rares, records and the same error.
fn same(name: &str, a: &Result<SparseEngine, SparseError>, b: &Result<SparseEngine, SparseError>) {
    match (a, b) {
        (Ok(a), Ok(b)) => {
            assert_eq!(a.len(), b.len(), "{name}");
            assert_eq!(a.rares(), b.rares(), "{name}");
            assert_eq!(a.largest(), b.largest(), "{name}");
            assert_eq!(a.space(), b.space(), "{name}");
            for n in 0..a.len() {
                assert_eq!(a.value(n), b.value(n), "{name} at {n}");
            }
        }
        (Err(a), Err(b)) => assert_eq!(a, b, "{name}"),
        (a, b) => panic!("{name}: {:?} and {:?}", a.as_ref().err(), b.as_ref().err()),
    }
}

/// Compares every kernel with `pairs` values, and with the portable one to `to` heaps.
fn all_agree(name: &str, moves: &[Move], pairs: usize, to: u64) {
    let expected = by_pairs(moves, pairs);
    let mut portable: Option<Result<SparseEngine, SparseError>> = None;
    for kernel in Kernel::available() {
        let result = run(moves, to, SparseSettings { kernel, ..SparseSettings::default() });
        match &result {
            Ok(engine) => {
                for (n, &g) in expected.iter().enumerate() {
                    assert_eq!(engine.value(n as u64), Some(g), "{name}, {kernel}: G({n})");
                }
            }
            Err(SparseError::NotSparse { .. }) => {}
            Err(error) => panic!("{name}, {kernel}: {error}"),
        }
        match &portable {
            Some(portable) => same(name, portable, &result),
            None => portable = Some(result),
        }
    }
    match portable {
        Some(Ok(e)) => println!("{name}: {} rares, last {:?}", e.rares().len(), e.last_rare()),
        Some(Err(e)) => println!("{name}: {e}"),
        None => panic!("no kernel"),
    }
}

/// All games, not very far; `every_kernel_agrees_on_all_games` goes on.
/// Values from 512 on, whose cells are no bytes: beyond the pairs the portable kernel is the judge.
#[test]
fn larger_values_are_the_same_by_every_kernel() {
    for code in ["0.364", "0.5046", "0.6045"] {
        let moves = octal(code);
        all_agree(code, &moves, 14_000, 60_000);
        let engine = run(&moves, 60_000, SparseSettings::default()).unwrap();
        assert!(matches!(engine.width, Width::Wide(_)), "{code}: {:?}", engine.largest());
        let two = run(&moves, 200_000, SparseSettings { threads: 2, ..SparseSettings::default() });
        let one = run(&moves, 200_000, SparseSettings::default());
        same(code, &one, &two);
    }
}

#[test]
fn every_kernel_agrees_with_pairs_on_all_games() {
    println!("kernels: {:?}", Kernel::available());
    for (name, moves) in games() {
        all_agree(&name, &moves, 6000, 6000);
    }
}

/// With position parity an odd take to a rare heap excludes a common value. 0.142 has rares
/// at 7521, 7522, .. that decide the values after them: G(7524) = 258 was once taken for 256.
#[test]
fn an_odd_take_to_a_rare_heap_excludes_a_common_value() {
    let moves = octal("0.142");
    let engine = run(&moves, 9000, SparseSettings::default()).unwrap();
    assert!(engine.space().is_twisted());
    assert!(engine.rares().iter().any(|r| r.heap == 7521));
    assert_eq!(engine.value(7524), Some(258));
    for code in ["0.142", "0.143", "0.342", "0.343", "0.3424", "0.3434", "0.2424", "4.242"] {
        all_agree(code, &octal(code), 9000, 9000);
    }
}

/// A few games in the ordinary tests; `every_kernel_agrees_on_all_games` runs them all.
#[test]
fn every_kernel_agrees_with_the_portable_one() {
    println!("kernels: {:?}", Kernel::available());
    for (name, moves) in games() {
        if !["0.6", "0.16", "0.106", "0.454", "0.127", "4.367", "Grundy", "0.6!"]
            .contains(&name.as_str())
        {
            continue;
        }
        let [portable, others @ ..] = &Kernel::available()[..] else { panic!("no kernel") };
        let expected =
            run(&moves, 120_000, SparseSettings { kernel: *portable, ..SparseSettings::default() });
        for &kernel in others {
            same(
                &name,
                &expected,
                &run(&moves, 120_000, SparseSettings { kernel, ..SparseSettings::default() }),
            );
        }
    }
}

/// Several threads, with rares that appear behind them: those of 0.376, and of 0.5242 when its
/// steps have become long; 0.106 goes through all gears, 0.6 is looked ahead in.
#[test]
fn threads_change_nothing() {
    for (name, to, counts, ahead) in [
        ("0.376", 300_000, &[2, 16][..], false),
        ("0.5242", 1_500_000, &[2], false),
        ("0.106", 20_000_000, &[2], false),
        ("0.16", 400_000, &[4], false),
        ("0.6", 700_000, &[2, 3, 16], true),
    ] {
        let one = run(&octal(name), to, SparseSettings::default());
        let shared = |run: &Result<SparseEngine, SparseError>| run.as_ref().unwrap().shares().heaps;
        assert_eq!(shared(&one), 0);
        for &threads in counts {
            let many =
                run(&octal(name), to, SparseSettings { threads, ..SparseSettings::default() });
            same(name, &one, &many);
            if Kernel::best() != Kernel::SCALAR {
                assert_eq!(shared(&many) > 0, ahead, "{name} on {threads}");
            }
        }
    }
}

/// Two computations share two threads; when one has ended the other, under way, has both.
#[test]
fn threads_left_over_are_taken_up() {
    let mut crew = Member::crew(2, 2);
    let budget = Budget::unlimited().with(&crew[0]);
    let one = run(&octal("0.6"), 700_000, SparseSettings::default());
    let settings = SparseSettings { threads: budget.thread_count(), ..SparseSettings::default() };
    let mut engine = SparseEngine::new(&octal("0.6"), settings, &budget).unwrap();
    engine.advance(400_000, &budget).unwrap();
    assert_eq!(engine.shares().heaps, 0);
    crew.pop();
    engine.advance(700_000, &budget).unwrap();
    assert!(engine.shares().heaps > 0 || Kernel::best() == Kernel::SCALAR);
    same("0.6", &one, &Ok(engine));
}

/// Every game of the list to 4*10^5 on 1, 2, 4, 8 and 16 threads:
/// `cargo test --release -p sprague-engine -- --ignored every_number_of_threads_agrees`.
#[test]
#[ignore = "an hour"]
fn every_number_of_threads_agrees() {
    let mut looked_ahead = 0;
    for (name, moves) in games() {
        let to = 400_000;
        let one = run(&moves, to, SparseSettings::default());
        for threads in [2, 4, 8, 16] {
            let many = run(&moves, to, SparseSettings { threads, ..SparseSettings::default() });
            same(&name, &one, &many);
            looked_ahead += u64::from(many.is_ok_and(|many| many.shares().heaps > 0));
        }
    }
    println!("{looked_ahead} runs looked ahead");
    assert!(looked_ahead > 20 || Kernel::best() == Kernel::SCALAR);
}

/// Every game of the list to 2*10^5 by every kernel, and to 2*10^4 against pairs:
/// `cargo test --release -p sprague-engine -- --ignored every_kernel_agrees_on_all_games`.
#[test]
#[ignore = "half an hour"]
fn every_kernel_agrees_on_all_games() {
    println!("kernels: {:?}", Kernel::available());
    for (name, moves) in games() {
        all_agree(&name, &moves, 20_000, 200_000);
    }
}

/// 4.004 has one rare heap in four at first, and one in a hundred beyond 10^5:
/// `cargo test --release -p sprague-engine --lib -- --ignored sparse_late`.
#[test]
#[ignore = "half a minute"]
fn a_game_becomes_sparse_late() {
    let moves = octal("4.004");
    let short = run(&moves, 140_000, SparseSettings::default());
    assert!(matches!(short, Err(SparseError::NotSparse { .. })), "{:?}", short.err());
    let settings = SparseSettings { patience: 1 << 16, ..SparseSettings::default() };
    let engine = run(&moves, 140_000, settings).unwrap();
    assert_eq!(engine.space().shown_mask(engine.largest().value), 0x7fe);
    let pairs = by_pairs(&moves, 140_000);
    for (n, &g) in pairs.iter().enumerate() {
        assert_eq!(engine.value(n as u64), Some(g), "{n}");
    }
}

/// A game that stays dense is given up as late as patience says, and can be stopped before.
#[test]
fn patience_ends() {
    let moves = octal("0.026");
    let settings = SparseSettings { patience: 1 << 15, ..SparseSettings::default() };
    let result = run(&moves, 100_000, settings);
    assert!(
        matches!(result, Err(SparseError::NotSparse { heaps: 32768, .. })),
        "{:?}",
        result.err()
    );
    // Stopped again and again it comes as far, with the same values.
    let mut engine = SparseEngine::new(&moves, settings, &Budget::unlimited()).unwrap();
    let stopped = Budget::unlimited();
    stopped.stop();
    let mut stops = 0;
    loop {
        match engine.advance(20_000, &stopped) {
            Err(SparseError::Spent(Spent::Stopped)) => stops += 1,
            other => break assert_eq!(other, Ok(())),
        }
    }
    assert!(stops > 4, "{stops}");
    assert_eq!(engine.len(), 20_000);
    assert_eq!(engine.values(0, 20_000), Some(by_pairs(&moves, 20_000)));
}

/// Counts of rare heaps as published; Grundy's is without the heap of 0, Officers' with it.
#[test]
fn published_numbers_of_rare_values() {
    let officers = run(&octal("0.6"), 100_000, SparseSettings::default()).unwrap();
    assert_eq!(officers.rares().len(), 1584);
    assert_eq!(officers.last_rare(), Some(Rare { heap: 20627, value: 277 }));
    let grundy = [Move { take: 0, heaps: 2, condition: Condition::Distinct, smallest: 1 }];
    let grundy = run(&grundy, 100_000, SparseSettings::default()).unwrap();
    assert_eq!(grundy.rares().iter().filter(|r| r.heap > 0).count(), 1273);
    assert_eq!(grundy.last_rare().map(|r| r.heap), Some(82860));
}

/// A run with little memory keeps no more than that, however far it goes.
#[test]
fn memory_does_not_grow() {
    let memory = 1 << 20;
    let all = run(&octal("0.106"), 8_000_000, SparseSettings::default()).unwrap();
    for threads in [1, 2, 5] {
        let settings = SparseSettings { threads, ..SparseSettings::default() };
        let budget = Budget::unlimited().bytes(memory as u64);
        let mut engine = SparseEngine::new(&octal("0.106"), settings, &budget).unwrap();
        for to in [2_000_000, 4_000_000, 8_000_000] {
            engine.advance(to, &Budget::unlimited()).unwrap();
            let Width::Narrow(core) = &engine.width else { panic!("bytes are enough") };
            assert!(core.cells.bytes_held() <= memory + memory / 2, "{}", core.cells.bytes_held());
        }
        for n in engine.kept_from()..8_000_000 {
            assert_eq!(engine.value(n), all.value(n));
        }
    }
}

#[test]
fn all_two_digit_codes_agree_with_pairs() {
    for before in ["0", "4"] {
        for digits in 0..64u32 {
            let code = format!("{before}.{}{}", digits / 8, digits % 8);
            let moves = octal(&code);
            if moves.iter().any(|m| m.heaps == 2) {
                agree(&code, &moves, 6000, SparseSettings::default());
            }
        }
    }
}

#[test]
#[ignore = "a measurement"]
fn timing() {
    for code in std::env::var("CODES").unwrap_or("0.6".into()).split_whitespace() {
        let to: u64 = std::env::var("TO").unwrap_or("200000".into()).parse().unwrap();
        let moves = if code == "Grundy" {
            vec![Move { take: 0, heaps: 2, condition: Condition::Distinct, smallest: 1 }]
        } else {
            octal(code)
        };
        let start = cpu();
        let kernel = std::env::var("KERNEL").unwrap_or("auto".into()).parse().unwrap();
        match run(&moves, to, SparseSettings { kernel, ..SparseSettings::default() }) {
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

/// The bound B of the sparse-window theorem against the least parts that exclude, by brute force.
#[test]
fn the_reported_depth_is_enough() {
    let moves = octal("0.16");
    let mut engine =
        SparseEngine::new(&moves, SparseSettings::default(), &Budget::unlimited()).unwrap();
    engine.advance(40_000, &Budget::unlimited()).unwrap();
    engine.reset_deepest();
    engine.advance(60_000, &Budget::unlimited()).unwrap();
    let values = engine.values(0, 60_000).unwrap();
    for n in 40_000..60_000u64 {
        let below = 0..values[n as usize];
        let mut open: Vec<u32> = below.filter(|&v| !engine.space().is_common(n, v)).collect();
        let mut part = 0;
        while !open.is_empty() {
            part += 1;
            let sum = values[part] ^ values[n as usize - 2 - part];
            open.retain(|&v| v != sum);
        }
        assert!((part as u64) < engine.deepest().below, "{n} needs {part}");
    }
}

/// 0.5242 has a rare value at 670146. Who has forgotten the pairs in the middle cannot know, and must
/// not keep the common value generated there: it is 33, G(670146) is 32.
#[test]
fn an_undecided_heap_is_taken_back() {
    let moves = octal("0.5242");
    for threads in [1, 2, 5] {
        let settings = SparseSettings { threads, ..SparseSettings::default() };
        let budget = Budget::unlimited().bytes(1 << 18);
        let mut engine = SparseEngine::new(&moves, settings, &budget).unwrap();
        for _ in 0..2 {
            let result = engine.advance(1_000_000, &Budget::unlimited());
            assert_eq!(result, Err(SparseError::Undecided { heap: 670_146 }));
            assert_eq!(engine.len(), 670_146);
        }
        let all = run(&moves, 670_147, SparseSettings::default()).unwrap();
        assert_eq!(all.value(670_146), Some(32));
        assert_eq!(all.rares().split_last().unwrap().1, engine.rares());
        assert_eq!(engine.largest(), Largest { value: 31, heap: 27281 });
        for n in engine.kept_from()..engine.len() {
            assert_eq!(engine.value(n), all.value(n));
        }
    }
}

/// Values computed pair by pair, before a mask was chosen or because another is better, say nothing
/// about the parts that a rare check would need: only half the heap bounds them.
#[test]
fn the_depth_of_pairs_is_half_the_heap() {
    let far = Move { take: 4096, heaps: 1, condition: Condition::Any, smallest: 1 };
    let engine = SparseEngine::new(
        &[octal("0.6"), vec![far]].concat(),
        SparseSettings::default(),
        &Budget::unlimited(),
    )
    .unwrap();
    assert_eq!(engine.len(), 32768);
    assert!(engine.deepest().below > 32768 / 2, "{:?}", engine.deepest());
}

/// Everything that may be asked of an engine but how far it looked.
fn state(engine: &SparseEngine) -> (u64, u64, Space, &[Rare], Largest) {
    (engine.len(), engine.remask_at(), engine.space(), engine.rares(), engine.largest())
}

/// Behind known values the engine is the one that would have computed them: the same mask, the same
/// rares, the same values from there on.
#[test]
fn known_values_are_taken_over() {
    let unlimited = Budget::unlimited();
    let settings = SparseSettings::default();
    let mut rng = fastrand::Rng::with_seed(15);
    let mut games: Vec<_> = games().into_iter().step_by(3).collect();
    for _ in 0..12 {
        let digits: String = (0..rng.usize(1..5)).map(|_| rng.u8(0..8).to_string()).collect();
        games.push((format!("0.{digits}"), octal(&format!("0.{digits}"))));
    }
    let (mut taken, mut later) = (0, 0);
    for (name, moves) in games {
        let behind = |known: &[u32]| SparseEngine::from_values(&moves, known, settings, &unlimited);
        let Ok(mut computed) = SparseEngine::new(&moves, settings, &unlimited) else { continue };
        let prefix = computed.len();
        // Where many are rare this engine is slow.
        if prefix > 4096 || computed.rares().len() as u64 > prefix / 8 {
            continue;
        }
        let mut got = Vec::new();
        for known in [1000, prefix, 2048, rng.u64(2049..8192), 8192, 8193] {
            if known < computed.len() {
                let values = computed.values(0, known).unwrap();
                assert!(behind(&values).is_ok_and(|engine| engine.is_none()), "{name} {known}");
                later += 1;
                continue;
            }
            computed.advance(known, &unlimited).unwrap();
            let engine = behind(&computed.values(0, known).unwrap()).unwrap().unwrap();
            assert_eq!(state(&engine), state(&computed), "{name} from {known}");
            assert_eq!(engine.deepest(), computed.deepest(), "{name} from {known}");
            got.push(engine);
        }
        computed.advance(10_000, &unlimited).unwrap();
        let values = computed.values(0, 10_000);
        for mut engine in got {
            engine.advance(10_000, &unlimited).unwrap();
            assert_eq!(state(&engine), state(&computed), "{name}");
            assert_eq!(engine.values(0, 10_000), values, "{name}");
            taken += 1;
        }
    }
    println!("{taken} taken over, {later} too short");
    assert!(taken > 60 && later > 10, "{taken} {later}");
}

/// A game without a sparse space is given up, or not yet, as if its values were computed.
#[test]
fn known_values_without_a_sparse_space() {
    let unlimited = Budget::unlimited();
    let moves = octal("0.07");
    let values = by_pairs(&moves, 18_000);
    let behind = |known: usize, patience| {
        let settings = SparseSettings { patience, ..SparseSettings::default() };
        SparseEngine::from_values(&moves, &values[..known], settings, &unlimited)
    };
    let given_up = SparseEngine::new(&moves, SparseSettings::default(), &unlimited).err();
    assert!(matches!(given_up, Some(SparseError::NotSparse { heaps: 16_384, .. })));
    assert_eq!(behind(18_000, LAST_PREFIX).err(), given_up);
    assert!(behind(16_383, LAST_PREFIX).is_ok_and(|engine| engine.is_none()));
    let patient = behind(18_000, 1 << 15).unwrap().unwrap();
    let settings = SparseSettings { patience: 1 << 15, ..SparseSettings::default() };
    let mut computed = SparseEngine::new(&moves, settings, &unlimited).unwrap();
    computed.advance(18_000, &unlimited).unwrap();
    assert_eq!(state(&patient), state(&computed));
    let refused = SparseEngine::from_values(&octal("0.1"), &[0, 1], settings, &unlimited).err();
    assert!(matches!(refused, Some(SparseError::Unsupported(_))));
}

/// What the budget allows for kept values holds behind known values too.
#[test]
fn known_values_do_not_exceed_the_memory() {
    let moves = octal("0.6");
    let values = by_pairs(&moves, 8192);
    let budget = Budget::unlimited().bytes(1 << 12);
    let engine =
        SparseEngine::from_values(&moves, &values, SparseSettings::default(), &budget).unwrap();
    let error = engine.unwrap().advance(100_000, &Budget::unlimited()).unwrap_err();
    assert!(matches!(error, SparseError::Memory { .. }), "{error:?}");
}
