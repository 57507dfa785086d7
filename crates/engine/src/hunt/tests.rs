use super::*;
use crate::sparse::tests::octal;
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory that goes when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("sprague-hunt-{}-{count}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn small() -> HuntOptions {
    HuntOptions { checkpoint: Duration::ZERO, audit: Duration::ZERO, ..HuntOptions::default() }
}

fn find(code: &str, to: u64, options: HuntOptions) -> Outcome {
    let scratch = Scratch::new();
    let mut hunt = Hunt::open(&scratch.0, code, &octal(code), options).unwrap();
    hunt.run(to, |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn published_periods_are_found_with_least_preperiod() {
    for (code, preperiod, period) in [
        ("0.156", 3479, 349),
        ("0.356", 7315, 142),
        ("0.644", 3256, 442),
        ("0.16", 105351, 149459),
        ("0.127", 46578, 4),
        ("0.56", 326_640, 144),
    ] {
        has_period(code, 2_000_000, preperiod, period);
    }
}

fn has_period(code: &str, to: u64, preperiod: u64, period: u64) {
    let found = find(code, to, HuntOptions::default());
    assert!(
        matches!(found, Outcome::Periodic(p) if (p.preperiod, p.period) == (preperiod, period)),
        "{code}: {found:?}"
    );
}

/// The long ones: `cargo test --release -p sprague-engine --lib -- --ignored long_periods`.
#[test]
#[ignore = "a minute"]
fn published_long_periods_are_found() {
    has_period("0.376", 10_000_000, 2_268_248, 4);
    has_period("0.354", 50_000_000, 10_061_916, 1180);
    has_period("0.454", 500_000_000, 160_949_019, 60_620_715);
}

/// With little memory the middle of the sequence is forgotten, and the preperiod is found by
/// recomputation between snapshots.
#[test]
fn the_preperiod_is_found_from_snapshots_too() {
    // Far apart, more lies between two snapshots than an engine keeps.
    for snapshots in [1 << 16, 1 << 20] {
        let options =
            HuntOptions { memory: 1 << 18, snapshots: Some(snapshots), ..HuntOptions::default() };
        let found = find("0.56", 2_000_000, options);
        let expected = Period { preperiod: 326_640, period: 144, heaps: 524_288 + 144 };
        assert_eq!(found, Outcome::Periodic(expected), "{snapshots}");
    }
}

#[test]
fn a_stopped_hunt_continues_with_the_same_files() {
    let (once, often) = (Scratch::new(), Scratch::new());
    let moves = octal("0.6");
    let to = 70_000;
    Hunt::open(&once.0, "0.6", &moves, small())
        .unwrap()
        .run(to, |_| ControlFlow::Continue(()))
        .unwrap();
    let mut runs = 0;
    loop {
        let mut hunt = Hunt::open(&often.0, "0.6", &moves, small()).unwrap();
        runs += 1;
        if hunt.run(to, |_| ControlFlow::Break(())).unwrap() == Outcome::Reached {
            break;
        }
    }
    assert!(runs > 2, "{runs} runs");
    for file in ["state", "values", "snapshots/65536"] {
        let read = |scratch: &Scratch| fs::read(scratch.0.join(file)).unwrap();
        assert!(read(&once) == read(&often), "{file}");
    }
}

#[test]
fn damaged_and_foreign_directories_are_refused() {
    let scratch = Scratch::new();
    let moves = octal("0.16");
    let open = |game: &str| Hunt::open(&scratch.0, game, &octal(game), small());
    open("0.16").unwrap().run(40_000, |_| ControlFlow::Continue(())).unwrap();
    // Another game.
    let error = open("0.6").err().unwrap().to_string();
    assert!(error.contains("hunt of 0.16, not of 0.6"), "{error}");
    // A bit of the values.
    let values = scratch.0.join("values");
    let good = fs::read(&values).unwrap();
    let mut bad = good.clone();
    bad[1234] ^= 4;
    fs::write(&values, &bad).unwrap();
    let error = open("0.16").err().unwrap().to_string();
    assert!(error.contains("checksum"), "{error}");
    fs::write(&values, &good[..good.len() - 1]).unwrap();
    let error = open("0.16").err().unwrap().to_string();
    assert!(error.contains("missing at its end"), "{error}");
    // More than the checkpoint knows is cut off.
    fs::write(&values, [&good[..], &[1, 2, 3]].concat()).unwrap();
    assert!(open("0.16").is_ok());
    assert_eq!(fs::read(&values).unwrap(), good);
    // Two at once.
    let first = open("0.16").unwrap();
    assert!(matches!(open("0.16"), Err(HuntError::Locked(_))));
    drop(first);
    // A directory of something else.
    let other = Scratch::new();
    fs::create_dir_all(&other.0).unwrap();
    fs::write(other.0.join("letter"), "dear").unwrap();
    assert!(matches!(Hunt::open(&other.0, "0.16", &moves, small()), Err(HuntError::NotEmpty(_))));
}

#[test]
fn an_audit_sees_a_wrong_value() {
    let moves = octal("0.16");
    let mut engine = SparseEngine::new(&moves, Options::default()).unwrap();
    engine.advance(30_000, |_| ControlFlow::Continue(())).unwrap();
    for heap in [0, 1, 2, 3, 100, 29_999] {
        assert!(Audit::of(&engine, &moves, heap).unwrap().agrees(), "{heap}");
    }
    // The values of one game are not those of another.
    assert!(!Audit::of(&engine, &octal("0.6"), 29_999).unwrap().agrees());
}
