mod random;

use super::*;
use sprague_engine::sparse::Indices;
use sprague_games::Ruleset;
use sprague_games::moves::Condition;

fn octal(code: &str) -> Vec<Move> {
    code.parse::<Ruleset>().unwrap().finite_moves().unwrap()
}

/// A directory that goes when the test ends.
fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn small() -> HuntSettings {
    HuntSettings { checkpoint: Duration::ZERO, audit: Duration::ZERO, ..HuntSettings::default() }
}

fn within(memory: u64) -> Budget {
    Budget::unlimited().bytes(memory)
}

fn find(code: &str, to: u64, options: HuntSettings, budget: &Budget) -> HuntEnd {
    let folder = scratch();
    let mut hunt = Hunt::open(folder.path(), code, &octal(code), options, budget).unwrap();
    hunt.run(to, &Budget::unlimited()).unwrap()
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

/// Where the parity of the heap counts, the indices may have an odd period. 0.5 once had the period
/// 65536, as every other heap was looked at.
#[test]
fn least_periods_are_found_where_parity_counts() {
    for (code, preperiod, period) in [("0.5", 0, 2), ("0.7", 0, 2), ("4.2", 1, 2)] {
        has_period(code, 200_000, preperiod, period);
    }
}

/// A move to two equal heaps only is there at every other heap: the theorem is asked for 2p.
#[test]
fn an_odd_period_of_a_game_with_halving_needs_more_heaps() {
    let halving = Move { take: 1, heaps: 2, condition: Condition::AllEqual, smallest: 1 };
    let moves = [octal("0.54"), vec![halving]].concat();
    let folder = scratch();
    let mut hunt =
        Hunt::open(folder.path(), "0.54", &moves, small(), &Budget::unlimited()).unwrap();
    let found = hunt.run(200_000, &Budget::unlimited()).unwrap();
    assert_eq!(found, HuntEnd::Periodic(Period { preperiod: 3, period: 7, heaps: 65536 + 14 }));
}

/// The window is found among wide cells, too, and a window that is not kept is no proof.
#[test]
fn a_window_comes_back_among_cells_of_any_width() {
    let mut engine =
        SparseEngine::new(&octal("0.156"), SparseSettings::default(), &Budget::unlimited())
            .unwrap();
    engine.advance(65536, &Budget::unlimited()).unwrap();
    let snapshot = Record {
        game: String::new(),
        moves: octal("0.156"),
        heaps: 65536,
        space: engine.space(),
        rares: engine.rares().to_vec(),
        largest: engine.largest(),
        depth: engine.deepest().below,
        remask_at: engine.remask_at(),
        stored: Stored::default(),
        reference: None,
        from: 40_000,
        window: engine.values(40_000, 65536).unwrap(),
    };
    engine.advance(70_000, &Budget::unlimited()).unwrap();
    let find = |engine: &SparseEngine, from| {
        Reference::from_record(&snapshot, 45_000).unwrap().find(engine, from)
    };
    assert_eq!(find(&engine, 65536), Ok(Some(349)));
    assert_eq!(find(&engine, 65536 + 350), Ok(Some(2 * 349)));
    let engine = widened(&engine);
    assert_eq!(find(&engine, 65536), Ok(Some(349)));
    assert_eq!(find(&engine, 65536 + 350), Ok(Some(2 * 349)));
    let mut engine =
        SparseEngine::new(&octal("0.156"), SparseSettings::default(), &within(1 << 17)).unwrap();
    engine.advance(200_000, &Budget::unlimited()).unwrap();
    assert_eq!(find(&engine, 65536), Err(Lost));
}

/// The same with wide cells.
fn widened(engine: &SparseEngine) -> SparseEngine {
    let len = engine.len();
    // More prefix than need be, with an index that fits no narrow cell.
    let prefix = [engine.values(0, len - 1).unwrap(), vec![1000]].concat();
    let kept = Kept {
        space: engine.space(),
        len,
        prefix: &prefix,
        window: &engine.values(len - 1, len).unwrap(),
        rares: engine.rares(),
        largest: engine.largest(),
        depth: engine.deepest().below,
        remask_at: engine.remask_at(),
    };
    let engine = SparseEngine::resume(
        &octal("0.156"),
        &kept,
        SparseSettings::default(),
        &Budget::unlimited(),
    )
    .unwrap();
    assert!(matches!(engine.indices(0, len), Some(Indices::Wide(_))));
    engine
}

fn has_period(code: &str, to: u64, preperiod: u64, period: u64) {
    let found = find(code, to, HuntSettings::default(), &Budget::unlimited());
    assert!(
        matches!(found, HuntEnd::Periodic(p) if (p.preperiod, p.period) == (preperiod, period)),
        "{code}: {found:?}"
    );
}

/// The long ones: `cargo test --release -p sprague-hunt --lib -- --ignored long_periods`.
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
        let options = HuntSettings { snapshots: Some(snapshots), ..HuntSettings::default() };
        let found = find("0.56", 2_000_000, options, &within(1 << 18));
        let expected = Period { preperiod: 326_640, period: 144, heaps: 524_288 + 144 };
        assert_eq!(found, HuntEnd::Periodic(expected), "{snapshots}");
    }
}

/// A snapshot may have less than the window that came back: here those of 0.56 are cut to what
/// the next heap needs.
#[test]
fn a_window_that_a_snapshot_lacks_is_recomputed() {
    let folder = scratch();
    let moves = octal("0.56");
    let options = HuntSettings { snapshots: Some(1 << 16), ..HuntSettings::default() };
    let mut hunt = Hunt::open(folder.path(), "0.56", &moves, options, &within(1 << 18)).unwrap();
    hunt.run(500_000, &Budget::unlimited()).unwrap();
    let snapshots = hunt.snapshots().unwrap();
    assert!(snapshots.len() > 5, "{snapshots:?}");
    for n in snapshots {
        let path = folder.path().join("snapshots").join(n.to_string());
        let mut record = Record::read(&path).unwrap();
        let more = record.window.len() as u64 - hunt.engine.window_needed();
        assert!(more > 1000, "{more}");
        record.window.drain(..more as usize);
        record.from += more;
        record.write(&path).unwrap();
    }
    let found = hunt.run(2_000_000, &Budget::unlimited()).unwrap();
    let expected = Period { preperiod: 326_640, period: 144, heaps: 524_288 + 144 };
    assert_eq!(found, HuntEnd::Periodic(expected));
}

/// Ctrl-C while the preperiod is looked for loses nothing, here or in the directory.
#[test]
fn a_stopped_search_for_the_preperiod_is_taken_up_again() {
    let (folder, moves) = (scratch(), octal("0.56"));
    let settings = HuntSettings { snapshots: Some(1 << 16), ..HuntSettings::default() };
    let open = || Hunt::open(folder.path(), "0.56", &moves, settings, &within(1 << 18)).unwrap();
    let stopped = Budget::unlimited();
    stopped.stop();
    let mut hunt = open();
    // Each run computes something, until the window is back and only the preperiod is missing.
    let mut heaps = 0;
    while hunt.engine.len() > heaps {
        heaps = hunt.engine.len();
        assert_eq!(hunt.run(2_000_000, &stopped).unwrap(), HuntEnd::Stopped);
    }
    assert!((524_288 + 144..600_000).contains(&heaps), "{heaps}");
    let expected = Period { preperiod: 326_640, period: 144, heaps: 524_288 + 144 };
    drop(hunt);
    let mut hunt = open();
    while hunt.engine.len() < heaps {
        assert_eq!(hunt.run(2_000_000, &stopped).unwrap(), HuntEnd::Stopped);
    }
    assert_eq!(hunt.result, None);
    assert_eq!(hunt.run(heaps, &Budget::unlimited()).unwrap(), HuntEnd::Periodic(expected));
}

/// The last rare heap of Grundy's game lies far beyond the depth of its rare checks.
#[test]
fn every_snapshot_can_be_continued_from() {
    let folder = scratch();
    let grundy = [Move { take: 0, heaps: 2, condition: Condition::Distinct, smallest: 1 }];
    let mut hunt = Hunt::open(folder.path(), "Grundy", &grundy, small(), &within(1 << 19)).unwrap();
    hunt.run(300_000, &Budget::unlimited()).unwrap();
    let prefix = hunt.engine.values(0, 90_000).unwrap();
    let snapshots = hunt.snapshots().unwrap();
    assert!(snapshots.contains(&262_144), "{snapshots:?}");
    for n in snapshots {
        let record = Record::read(&folder.path().join("snapshots").join(n.to_string())).unwrap();
        let mut engine =
            Hunt::engine_from(&record, &prefix, SparseSettings::default(), &Budget::unlimited())
                .unwrap();
        engine.advance(n + 1000, &Budget::unlimited()).unwrap();
    }
}

/// What a run with much memory left serves one with little, and the other way round, where it
/// still had all values.
#[test]
fn a_hunt_goes_on_with_other_memory() {
    let folder = scratch();
    let run = |code: &str, memory: u64, to: u64| {
        let mut hunt = Hunt::open(folder.path(), code, &octal(code), small(), &within(memory))?;
        hunt.run(to, &Budget::unlimited())
    };
    assert_eq!(run("0.106", 160 << 20, 150_000).unwrap(), HuntEnd::Reached);
    assert_eq!(run("0.106", 1 << 18, 300_000).unwrap(), HuntEnd::Reached);
    assert_eq!(run("0.106", 160 << 20, 400_000).unwrap(), HuntEnd::Reached);
    fs::remove_dir_all(folder.path()).unwrap();
    let too_little = run("0.14", 1 << 18, 400_000);
    assert!(
        matches!(too_little, Err(HuntError::Sparse(SparseError::Memory { .. }))),
        "{too_little:?}"
    );
    assert_eq!(run("0.14", 1 << 20, 400_000).unwrap(), HuntEnd::Reached);
}

#[test]
fn a_stopped_hunt_continues_with_the_same_files() {
    let (once, often) = (scratch(), scratch());
    let moves = octal("0.6");
    let to = 70_000;
    Hunt::open(once.path(), "0.6", &moves, small(), &Budget::unlimited())
        .unwrap()
        .run(to, &Budget::unlimited())
        .unwrap();
    let stopped = Budget::unlimited();
    stopped.stop();
    let mut runs = 0;
    loop {
        let mut hunt =
            Hunt::open(often.path(), "0.6", &moves, small(), &Budget::unlimited()).unwrap();
        runs += 1;
        if hunt.run(to, &stopped).unwrap() == HuntEnd::Reached {
            break;
        }
    }
    assert!(runs > 2, "{runs} runs");
    for file in ["state", "values", "snapshots/65536"] {
        let read = |folder: &tempfile::TempDir| fs::read(folder.path().join(file)).unwrap();
        assert!(read(&once) == read(&often), "{file}");
    }
}

/// `testdata/0.16` was written by `sprague hunt 0.16 --to 3000` of version 0.1.0.
#[test]
fn the_files_of_earlier_versions_are_read_and_written_again() {
    let old = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/0.16"));
    let (fresh, copy) = (scratch(), scratch());
    let run = |folder: &Path, to: u64| {
        let mut hunt = Hunt::open(
            folder,
            "0.16",
            &octal("0.16"),
            HuntSettings::default(),
            &Budget::unlimited(),
        )
        .unwrap();
        hunt.run(to, &Budget::unlimited()).unwrap()
    };
    assert_eq!(run(fresh.path(), 3000), HuntEnd::Reached);
    for file in ["state", "values"] {
        let bytes = fs::read(old.join(file)).unwrap();
        assert!(bytes == fs::read(fresh.path().join(file)).unwrap(), "{file}");
        fs::write(copy.path().join(file), bytes).unwrap();
    }
    assert_eq!(run(copy.path(), 3000), HuntEnd::Reached);
    let found = run(copy.path(), 2_000_000);
    assert!(
        matches!(found, HuntEnd::Periodic(p) if (p.preperiod, p.period) == (105_351, 149_459)),
        "{found:?}"
    );
}

/// What a run leaves that was killed while it wrote is no obstacle, and goes.
#[test]
fn temporary_files_of_a_killed_run_go() {
    let folder = scratch();
    let left = [folder.path().join("state.tmp"), folder.path().join(".tmpA1b2C3.tmp")];
    for path in &left {
        fs::write(path, "half").unwrap();
    }
    let mut hunt =
        Hunt::open(folder.path(), "0.16", &octal("0.16"), small(), &Budget::unlimited()).unwrap();
    hunt.run(3000, &Budget::unlimited()).unwrap();
    assert!(left.iter().all(|path| !path.exists()));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |name| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode("state"), mode("values"), "what others may read does not depend on how");
    }
}

#[test]
fn damaged_and_foreign_directories_are_refused() {
    let folder = scratch();
    let moves = octal("0.16");
    let open =
        |game: &str| Hunt::open(folder.path(), game, &octal(game), small(), &Budget::unlimited());
    open("0.16").unwrap().run(40_000, &Budget::unlimited()).unwrap();
    // Another game.
    let error = open("0.6").err().unwrap().to_string();
    assert!(error.contains("hunt of 0.16, not of 0.6"), "{error}");
    // A bit of the values.
    let values = folder.path().join("values");
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
    let other = scratch();
    fs::write(other.path().join("letter"), "dear").unwrap();
    assert!(matches!(
        Hunt::open(other.path(), "0.16", &moves, small(), &Budget::unlimited()),
        Err(HuntError::NotEmpty(_))
    ));
}

#[test]
fn an_audit_sees_a_wrong_value() {
    let moves = octal("0.16");
    let mut engine =
        SparseEngine::new(&moves, SparseSettings::default(), &Budget::unlimited()).unwrap();
    engine.advance(30_000, &Budget::unlimited()).unwrap();
    for heap in [0, 1, 2, 3, 100, 29_999] {
        assert!(Audit::of(&engine, &moves, heap).unwrap().agrees(), "{heap}");
    }
    // The values of one game are not those of another.
    assert!(!Audit::of(&engine, &octal("0.6"), 29_999).unwrap().agrees());
}

/// Each stretch between two snapshots can be computed again alone, and a snapshot that says
/// anything else is refused.
#[test]
fn segments_are_verified_one_by_one() {
    let folder = scratch();
    let settings = HuntSettings { snapshots: Some(1 << 16), ..small() };
    let budget = Budget::unlimited();
    let mut hunt = Hunt::open(folder.path(), "0.6", &octal("0.6"), settings, &budget).unwrap();
    hunt.run(300_000, &budget).unwrap();
    let read = |heap: &u64| fs::read(folder.path().join(format!("snapshots/{heap}"))).unwrap();
    let snapshots: Vec<Vec<u8>> = hunt.snapshots().unwrap().iter().map(read).collect();
    assert!(snapshots.len() >= 3, "{}", snapshots.len());
    let mut from = 0;
    for (i, end) in snapshots.iter().enumerate() {
        let start = i.checked_sub(1).map(|before| &snapshots[before][..]);
        let segment = verify_segment(start, end, &budget).unwrap();
        assert_eq!(segment, (from, Record::from_bytes(end).unwrap().heaps));
        from = segment.1;
    }
    // Out of order, broken, and with one value changed.
    assert!(verify_segment(Some(&snapshots[2]), &snapshots[1], &budget).is_err());
    assert!(verify_segment(None, &snapshots[1][..100], &budget).is_err());
    let mut record = Record::from_bytes(&snapshots[2]).unwrap();
    let middle = record.window.len() / 2;
    record.window[middle] ^= 1;
    let error = verify_segment(Some(&snapshots[1]), &record.to_bytes(), &budget).unwrap_err();
    assert!(error.contains("the snapshot says"), "{error}");
}
