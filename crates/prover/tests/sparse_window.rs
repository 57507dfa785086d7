//! Sparse-window certificates: accepted when right, rejected when any hypothesis is broken.

use sprague_budget::Budget;
use sprague_certificate::{
    Certificate, Claim, Proof, Regularity, SparseWindow, decode_values, encode_values,
};
use sprague_checker::{Step, check, default_budget};
use sprague_engine::sparse::{SparseEngine, SparseSettings};
use sprague_games::Ruleset;
use sprague_prover::find::Lags;
use sprague_prover::theorem::sparse_window::SparseData;

/// A sparse-window certificate of a game, from `length` values, with B = `helper` and snapshots.
fn certificate(game: &str, length: u64, helper: u64) -> (Regularity, SparseWindow) {
    let rules: Ruleset = game.parse().unwrap();
    let mut engine = SparseEngine::new(
        &rules.finite_moves().unwrap(),
        SparseSettings::default(),
        &Budget::unlimited(),
    )
    .unwrap();
    engine.advance(length, &Budget::unlimited()).unwrap();
    let values: Vec<u32> = (0..length).map(|n| engine.value(n).unwrap()).collect();
    let data = SparseData::new(&rules, &engine).unwrap().with_helper(helper);
    let (regularity, proof) = data.prove(&Lags::new(&values), &values).unwrap();
    let Proof::SparseWindow(mut window) = proof else { panic!() };
    // Short runs get no snapshots; give them some all the same.
    let w = (window.rares.last().unwrap().max(&window.helper) + reach(&rules)) as usize;
    let mut before = window.sparse_from as usize + w;
    let end = (window.window_from + regularity.period) as usize + w;
    while before <= end && window.snapshots.len() < 3 {
        window.snapshots.push(sprague_certificate::Snapshot {
            before: before as u64,
            values: encode_values(&values[before - w..before]),
        });
        before += w + 500;
    }
    (regularity, window)
}

fn reach(rules: &Ruleset) -> u64 {
    rules.finite_moves().unwrap().iter().map(|m| m.take.unsigned_abs()).max().unwrap()
}

fn verdict(
    game: &str,
    regularity: Regularity,
    window: &SparseWindow,
) -> Result<(), (Step, String)> {
    let certificate = Certificate {
        game: game.into(),
        claim: Claim::Regular(regularity),
        proof: Proof::SparseWindow(window.clone()),
    };
    let again = Certificate::from_json(certificate.to_json().as_bytes()).unwrap();
    assert_eq!(again, certificate);
    let limits = default_budget().values(1 << 20).steps(10_000_000_000).bytes(1 << 28).threads(2);
    match check(&certificate, None, &limits) {
        Ok(_) => Ok(()),
        Err(rejection) => Err((rejection.step(), rejection.reason().to_owned())),
    }
}

#[test]
fn good_ones_are_verified() {
    for (game, length, helper, preperiod, period) in [
        ("0.356", 9000, 400, 7315, 142),
        ("0.156", 6000, 1500, 3479, 349),
        ("0.45", 1500, 400, 498, 20),
        ("4.4", 2000, 400, 72, 12),
    ] {
        let (regularity, window) = certificate(game, length, helper);
        assert_eq!((regularity.preperiod, regularity.period), (preperiod, period), "{game}");
        assert_eq!(verdict(game, regularity, &window), Ok(()), "{game}");
        // The same without snapshots.
        let whole = SparseWindow { snapshots: vec![], ..window };
        assert_eq!(verdict(game, regularity, &whole), Ok(()), "{game}");
    }
}

/// Position parity: .127 with 693 rare positions, of 46578.
#[test]
fn position_parity() {
    let (regularity, window) = certificate("0.127", 80_000, 400);
    assert!(window.position_parity);
    assert_eq!((regularity.preperiod, regularity.period), (46578, 4));
    assert_eq!(verdict("0.127", regularity, &window), Ok(()));
    let plain = SparseWindow { position_parity: false, ..window.clone() };
    assert!(verdict("0.127", regularity, &plain).is_err());
    // (3): an odd period cannot be
    let odd = Regularity { period: 3, ..regularity };
    assert!(verdict("0.127", odd, &window).unwrap_err().1.contains("odd"));
}

#[test]
fn each_hypothesis() {
    let game = "0.356";
    let (regularity, good) = certificate(game, 9000, 400);
    let reject =
        |what: &str, regularity: Regularity, window: SparseWindow, step: Step, reason: &str| {
            let (found, text) = verdict(game, regularity, &window).expect_err(what);
            assert_eq!(found, step, "{what}: {text}");
            assert!(text.contains(reason), "{what}: {text}");
        };
    let window = |change: &dyn Fn(&mut SparseWindow)| {
        let mut window = good.clone();
        change(&mut window);
        window
    };
    reject(
        "a rare missing",
        regularity,
        window(&|w| {
            w.rares.remove(2);
        }),
        Step::Hypothesis,
        "rare positions",
    );
    reject("a rare too many", regularity, window(&|w| w.rares.insert(0, 1)), Step::Hypothesis, "");
    reject(
        "rares in disorder",
        regularity,
        window(&|w| w.rares.swap(0, 1)),
        Step::Hypothesis,
        "increasing",
    );
    reject("another mask", regularity, window(&|w| w.mask = 1), Step::Hypothesis, "rare positions");
    // without helpers the rare values below G(n) are not shown to be excluded
    let few = |w: &mut SparseWindow| {
        w.helper = 1;
        w.snapshots.clear();
    };
    reject("B too small", regularity, window(&few), Step::Hypothesis, "(2)");
    reject(
        "the window too early",
        regularity,
        window(&|w| w.window_from = 5),
        Step::Hypothesis,
        "beyond W",
    );
    reject(
        "the window before the preperiod",
        regularity,
        window(&|w| w.window_from = 7000),
        Step::Hypothesis,
        "before the preperiod",
    );
    reject(
        "sparse_from too small",
        regularity,
        window(&|w| w.sparse_from = 10),
        Step::Hypothesis,
        "at least",
    );
    reject(
        "sparse_from too large",
        regularity,
        window(&|w| w.sparse_from = 100_000),
        Step::Hypothesis,
        "before sparse_from",
    );
    reject(
        "parity of takes",
        regularity,
        window(&|w| w.position_parity = true),
        Step::Hypothesis,
        "one parity",
    );
    reject(
        "preperiod",
        Regularity { preperiod: 7314, ..regularity },
        good.clone(),
        Step::Window,
        "G(",
    );
    reject(
        "preperiod not least",
        Regularity { preperiod: 7316, ..regularity },
        window(&|w| w.window_from = 7400),
        Step::Minimality,
        "preperiod",
    );
    reject(
        "period not least",
        Regularity { period: 284, ..regularity },
        good.clone(),
        Step::Minimality,
        "period",
    );
    reject(
        "another period",
        Regularity { period: 141, ..regularity },
        good.clone(),
        Step::Window,
        "G(",
    );
    reject("a saltus", Regularity { saltus: 1, ..regularity }, good.clone(), Step::Claim, "saltus");
    reject(
        "no window at all",
        Regularity { preperiod: u64::MAX - 5, ..regularity },
        window(&|w| w.window_from = u64::MAX - 4),
        Step::Limit,
        "64 bits",
    );
    let spoil = |w: &mut SparseWindow| {
        let mut values = decode_values(&w.snapshots[1].values).unwrap();
        values[3] ^= 1;
        w.snapshots[1].values = encode_values(&values);
    };
    reject("a wrong snapshot", regularity, window(&spoil), Step::Snapshot, "snapshot");
    reject(
        "a short snapshot",
        regularity,
        window(&|w| {
            w.snapshots[0].values.pop();
            w.snapshots[0].values.pop();
        }),
        Step::Snapshot,
        "values",
    );
    reject(
        "snapshots in disorder",
        regularity,
        window(&|w| w.snapshots.swap(0, 1)),
        Step::Snapshot,
        "out of place",
    );
    reject(
        "a snapshot too early",
        regularity,
        window(&|w| w.snapshots[0].before = 3),
        Step::Snapshot,
        "out of place",
    );
    reject(
        "a snapshot too late",
        regularity,
        window(&|w| w.snapshots[2].before = 90_000),
        Step::Snapshot,
        "out of place",
    );

    for (other, reason) in [
        ("0.3F", "more than two heaps"),
        ("4!.0", "condition"),
        ("S(1,2)", "no splitting move"),
        ("0.[7]", "finite list"),
        ("40.3", "further left"),
        ("n -> a+b where a+b = n if n >= 5", "condition"),
    ] {
        let (step, text) = verdict(other, regularity, &good).unwrap_err();
        assert_eq!(step, Step::Hypothesis, "{other}: {text}");
        assert!(text.contains(reason), "{other}: {text}");
    }
    // A good certificate of another game proves nothing about this one.
    assert!(verdict("0.156", regularity, &good).is_err());
}

/// What the judge of segments says.
fn in_segments(
    game: &str,
    regularity: Regularity,
    window: &SparseWindow,
    threads: usize,
) -> Result<(), (Step, String)> {
    let certificate = Certificate {
        game: game.into(),
        claim: Claim::Regular(regularity),
        proof: Proof::SparseWindow(window.clone()),
    };
    let limits = default_budget().steps(10_000_000_000).bytes(1 << 28).threads(threads);
    match sprague_fast_checker::check_segments(&certificate, None, &limits) {
        Ok(verdict) => {
            assert!(!verdict.is_plain());
            assert_eq!(verdict.theorem(), sprague_certificate::Theorem::SparseWindow);
            Ok(())
        }
        Err(rejection) => Err((rejection.step(), rejection.reason().to_owned())),
    }
}

/// A certificate with snapshots at heaps of one parity, as many as fit.
fn with_segments(game: &str, length: u64, helper: u64) -> (Regularity, SparseWindow, usize) {
    let rules: Ruleset = game.parse().unwrap();
    let (regularity, mut window) = certificate(game, length, helper);
    let w = window.rares.last().unwrap().max(&window.helper) + reach(&rules);
    let end = window.window_from + regularity.period + w;
    let values = sprague_engine::values(&rules, end, &Budget::unlimited()).unwrap();
    window.snapshots.clear();
    let mut before = window.sparse_from + 2 * w.div_ceil(2);
    while before <= end {
        window.snapshots.push(sprague_certificate::Snapshot {
            before,
            values: encode_values(&values[(before - w) as usize..before as usize]),
        });
        before += 2 * (w.div_ceil(2) + 3 * (window.snapshots.len() as u64 % 5));
    }
    (regularity, window, w as usize)
}

#[test]
fn segments_are_judged_as_the_whole_run_is() {
    for (game, length, helper, least) in [
        ("0.356", 9000, 200, 10),
        ("0.156", 6000, 700, 2),
        ("0.16", 420_000, 8000, 4),
        ("0.45", 1500, 200, 1),
    ] {
        // The least of these bounds on helpers that will do, by the plain checker.
        let bounds = std::iter::successors(Some(helper), |bound| Some(2 * bound));
        let mut tried = bounds.map(|bound| (bound, with_segments(game, length, bound)));
        let (helper, (regularity, window, w)) =
            tried.find(|(_, (claim, window, _))| verdict(game, *claim, window).is_ok()).unwrap();
        assert!(window.snapshots.len() >= least, "{game}: {}", window.snapshots.len());
        if regularity.preperiod != window.window_from {
            assert_eq!(in_segments(game, regularity, &window, 1).unwrap_err().0, Step::Limit);
            continue;
        }
        for threads in [1, 3] {
            assert_eq!(in_segments(game, regularity, &window, threads), Ok(()), "{game}");
        }
        // Without snapshots there is one segment.
        let whole = SparseWindow { snapshots: vec![], ..window.clone() };
        assert_eq!(in_segments(game, regularity, &whole, 2), Ok(()), "{game}");

        // Each number changed by one. What the plain checker refuses is refused.
        let mut forged = Vec::new();
        let Regularity { preperiod, period, .. } = regularity;
        for (l, p) in [
            (preperiod - 1, period),
            (preperiod + 1, period),
            (preperiod, period - 1),
            (preperiod, period + 1),
            (preperiod, 2 * period),
            (preperiod, 3 * period),
        ] {
            let claim = Regularity { preperiod: l, period: p, saltus: 0 };
            forged.push((claim, SparseWindow { window_from: l, ..window.clone() }));
        }
        let last = window.rares.len() - 1;
        for i in [0, last / 2, last] {
            let mut rares = window.rares.clone();
            rares[i] += 1;
            forged.push((regularity, SparseWindow { rares: rares.clone(), ..window.clone() }));
            rares.remove(i);
            forged.push((regularity, SparseWindow { rares, ..window.clone() }));
        }
        for mask in [window.mask ^ 2, window.mask ^ 4, window.mask ^ 8, 0] {
            forged.push((regularity, SparseWindow { mask, ..window.clone() }));
        }
        let position_parity = !window.position_parity;
        forged.push((regularity, SparseWindow { position_parity, ..window.clone() }));
        let sparse_from = 2 * (w as u64 - reach(&game.parse().unwrap()));
        forged.push((regularity, SparseWindow { sparse_from, ..window.clone() }));
        let snapshots = window.snapshots.len();
        for i in [0, snapshots / 2, snapshots - 1] {
            for at in [0, w / 2, w - 1] {
                let mut forgery = window.clone();
                let mut values = decode_values(&forgery.snapshots[i].values).unwrap();
                values[at] ^= 3;
                forgery.snapshots[i].values = encode_values(&values);
                forged.push((regularity, forgery));
            }
            let mut forgery = window.clone();
            forgery.snapshots[i].before += 2;
            forged.push((regularity, forgery));
            let mut forgery = window.clone();
            forgery.snapshots.swap(i, 0);
            if i > 0 {
                forged.push((regularity, forgery));
            }
        }
        for (claim, forgery) in forged {
            let said = in_segments(game, claim, &forgery, 2);
            let short = format!("{claim} {} {:?}", forgery.mask, forgery.rares.last());
            assert!(said.is_err(), "{game}: {short}");
        }
        // A bound on helpers that is too small fails where the plain checker fails.
        for bound in [helper / 2, helper / 8, helper / 32] {
            let smaller = SparseWindow { helper: bound, snapshots: vec![], ..window.clone() };
            let plain = verdict(game, regularity, &smaller).is_ok();
            assert_eq!(in_segments(game, regularity, &smaller, 1).is_ok(), plain, "{game} {bound}");
        }
    }
}

#[test]
fn segments_say_which_values_they_are_for() {
    let (regularity, window, _) = with_segments("0.56", 700_000, 16_000);
    let (_, reason) = in_segments("0.56", regularity, &window, 1).unwrap_err();
    assert!(reason.contains("above what is checked here"), "{reason}");
}

/// The certificate that ships, of the longest run.
fn shipped_0_106() -> Certificate {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/hunts/0.106.json.gz");
    let mut text = Vec::new();
    let file = std::fs::File::open(path).unwrap();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(file), &mut text).unwrap();
    Certificate::from_json(&text).unwrap()
}

#[test]
fn the_certificate_of_0_106_is_whole() {
    let certificate = shipped_0_106();
    let (Claim::Regular(claim), Proof::SparseWindow(window)) =
        (&certificate.claim, &certificate.proof)
    else {
        panic!("{certificate:?}")
    };
    let (preperiod, period) = (465_384_263_797, 328_226_140_474);
    assert_eq!(*claim, Regularity { preperiod, period, saltus: 0 });
    assert_eq!((certificate.game.as_str(), window.window_from), ("0.106", preperiod));
    // Four times 64 segments, none longer than a hundredth of the run.
    let ends: Vec<u64> = window.snapshots.iter().map(|snapshot| snapshot.before).collect();
    assert_eq!(ends.len(), 255);
    let starts = std::iter::once(window.sparse_from).chain(ends.iter().copied());
    let ends = ends.iter().copied().chain([preperiod + period]);
    assert!(starts.zip(ends).all(|(from, to)| from < to && to - from < (preperiod + period) / 100));
    // The judge of segments begins, and ends where it may not go on.
    let little = default_budget().steps(1_000_000_000).threads(2);
    let limit = sprague_fast_checker::check_segments(&certificate, None, &little).unwrap_err();
    assert_eq!(limit.step(), Step::Limit, "{limit}");
}

#[test]
#[ignore = "half an hour on two cores: cargo test --release -p sprague-prover --test sparse_window -- --ignored"]
fn the_certificate_of_0_106_holds() {
    let certificate = shipped_0_106();
    let verdict = sprague_fast_checker::check(&certificate, Some("0.106"), &default_budget());
    assert_eq!(verdict.unwrap().values(), 793_610_420_658);
}
