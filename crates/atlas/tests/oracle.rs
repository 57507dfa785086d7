//! Censuses against the oracle data (`testdata/oracle`, computed by brute force), and against
//! the literature.

use serde_json::Value;
use sprague_atlas::literature::{Agreement, compare, entries};
use sprague_atlas::{Atlas, Family, Summary, census, default_budget};
use sprague_games::Ruleset;
use std::path::{Path, PathBuf};

/// A new atlas of this name in the folder for temporary files.
fn fresh(name: &str) -> Atlas {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.db"));
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    Atlas::open_or_create(&path).unwrap()
}

fn survey(atlas: &mut Atlas, family: &Family, values: u64) -> Summary {
    let budget = default_budget().values(values).threads(2);
    census(atlas, family, &budget, &mut |_| ()).unwrap()
}

fn part(name: &str) -> Vec<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/oracle");
    let text = std::fs::read_to_string(root.join(format!("{name}.jsonl"))).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The rules of a case, where they are those of a single game written as here.
fn rules(case: &Value) -> Option<Ruleset> {
    let game = case.get("game")?;
    let list = |value: &Value| {
        let members: Vec<String> =
            value.as_array().unwrap().iter().map(ToString::to_string).collect();
        members.join(",")
    };
    let text = if let Some(set) = game.get("subtraction") {
        format!("S({})", list(set))
    } else if let Some(set) = game.get("allbut") {
        format!("AllBut({})", list(set))
    } else {
        let code = game.get("code")?.as_str()?;
        match game.get("recurring") {
            Some(block) => format!("{code}[{}]", block.as_str()?),
            None => code.to_owned(),
        }
    };
    Some(text.parse().unwrap())
}

/// Compares the atlas with the cases: what both know must be the same, and a case with a
/// period that fits into `values` values must be in the atlas. Returns how many rows were
/// compared.
fn agree(atlas: &Atlas, cases: &[Value], values: u64) -> usize {
    let mut compared = 0;
    for case in cases {
        let Some(rules) = rules(case) else { continue };
        let Some(row) = atlas.get(&rules).unwrap() else { continue };
        let id = &case["id"];
        let kind = case["kind"].as_str().unwrap_or_default();
        if !matches!(kind, "periodic" | "arithmetic-periodic" | "sapp") {
            // The oracle saw no regularity as far as it looked. A ruler sequence is none of
            // the others; anything else may have been found further out.
            if kind == "ruler" {
                assert!(
                    ["ruler", "automatic", "open"].contains(&row.kind.as_str()),
                    "{id}: {row:?}"
                );
            }
            continue;
        }
        let (l, p) = (case["preperiod"].as_u64().unwrap(), case["period"].as_u64().unwrap());
        if row.kind == "open" {
            assert!(2 * l + 2 * p > values / 2, "{id} was not found");
            continue;
        }
        assert_eq!(row.kind, kind, "{id}");
        assert_eq!((row.preperiod, row.period), (Some(l), Some(p)), "{id}");
        assert_eq!(row.saltus, Some(case["saltus"].as_u64().unwrap_or(0)), "{id}");
        compared += 1;
    }
    compared
}

#[test]
fn subtraction_sets_of_part_a() {
    let mut atlas = fresh("oracle-a");
    let summary = survey(&mut atlas, &Family::read("subtraction:max=8").unwrap(), 5000);
    assert_eq!((summary.games, summary.proved), (255, 255));
    assert_eq!(agree(&atlas, &part("A"), 5000), 162);
}

#[test]
fn octal_codes_of_part_b_and_the_literature() {
    let mut atlas = fresh("oracle-b");
    // As far as pairs are quick; longer preperiods stay open here.
    let limit = 8_000;
    let summary = survey(&mut atlas, &Family::read("octal:3").unwrap(), limit);
    assert_eq!(summary.games, 512);
    survey(&mut atlas, &Family::read("4.octal:2").unwrap(), limit);
    let compared = agree(&atlas, &part("B"), limit);
    assert!(compared > 220, "{compared}");
    // Codes that the oracle puts into one class have equal sequences up to leading zeros.
    for case in part("B").iter().filter(|case| case["kind"] == "equivalence class") {
        let periods: Vec<_> = case["codes"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|code| atlas.get(&code.as_str()?.parse().ok()?).ok()?)
            .map(|row| (row.kind, row.period))
            .collect();
        assert!(periods.windows(2).all(|pair| pair[0] == pair[1]), "{}: {periods:?}", case["id"]);
    }
    let mut agreeing = 0;
    for entry in entries() {
        let Some(row) = atlas.get(&entry.game.parse().unwrap()).unwrap() else { continue };
        let agreement = compare(&row, entry);
        assert_ne!(agreement, Agreement::Contradicts, "{entry:?}: {row:?}");
        assert_ne!(agreement, Agreement::New, "{entry:?} would be a discovery: {row:?}");
        agreeing += usize::from(agreement == Agreement::Agrees);
        if agreement == Agreement::Agrees
            && let (Some(value), Some(at)) = (entry.max_value, entry.max_at)
            && row.computed > at
        {
            assert_eq!((u64::from(row.max_value), row.max_at), (value, at), "{entry:?}");
        }
    }
    assert!(agreeing > 60, "{agreeing}");
}

/// A family of the games of some cases.
fn family_of(name: &str, cases: &[Value]) -> Family {
    Family::new(name.to_owned(), cases.iter().filter_map(rules).collect())
}

#[test]
fn recurring_and_hexadecimal_codes_of_part_c() {
    let cases = part("C");
    let mut atlas = fresh("oracle-c");
    survey(&mut atlas, &Family::read("recurring-octal").unwrap(), 1000);
    let recurring = agree(&atlas, &cases, 1000);
    assert!(recurring > 70, "{recurring}");
    let mut atlas = fresh("oracle-c-hex");
    let hex: Vec<Value> = cases
        .into_iter()
        .filter(|case| case["id"].as_str().unwrap().starts_with("C-hex-"))
        .collect();
    survey(&mut atlas, &family_of("hex", &hex), 1000);
    let compared = agree(&atlas, &hex, 1000);
    assert!(compared > 10, "{compared}");
}

#[test]
fn all_but_games_of_part_e() {
    let cases = part("E");
    let mut atlas = fresh("oracle-e");
    let summary = survey(&mut atlas, &family_of("all-but", &cases), 5000);
    assert_eq!(summary.proved, summary.games);
    assert_eq!(agree(&atlas, &cases, 5000), cases.len());
}
