//! The pages and files that are made from the atlas: what is committed is what the commands make.

use flate2::read::GzDecoder;
use serde_json::Value;
use sha2::{Digest, Sha256};
use sprague_atlas::find::Asked;
use sprague_atlas::triples::{TripleLine, triples_census, verify_triples};
use sprague_atlas::{Survey, default_budget, report, seed, survey};
use sprague_budget::Budget;
use sprague_certificate::Claim;
use sprague_prover::{Method, solve};
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn unpacked(path: &str) -> String {
    let mut text = String::new();
    let file = File::open(root().join(path)).unwrap();
    GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

/// `RECORDS=overwrite cargo test -p sprague-atlas --test pages` writes them anew.
#[test]
fn the_page_of_records_is_what_the_seed_says() {
    let atlas = seed::in_memory().unwrap();
    for (path, made) in [
        ("docs/records.md", report::records(&atlas).unwrap()),
        ("docs/records.svg", report::picture(&atlas, None).unwrap()),
    ] {
        let path = root().join(path);
        if std::env::var_os("RECORDS").is_some_and(|word| word == "overwrite") {
            fs::write(&path, &made).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), made, "{}", path.display());
    }
}

/// The tables of these pages, and the picture of four-digit codes, are what the file says.
/// `RECORDS=overwrite cargo test -p sprague-atlas --test pages` writes them anew.
#[test]
fn the_tables_of_results_are_what_the_file_says() {
    let atlas = seed::read(&unpacked("results/atlas/atlas.jsonl.gz")).unwrap();
    let overwrite = std::env::var_os("RECORDS").is_some_and(|word| word == "overwrite");
    let picture = report::picture(&atlas, Some("octal:4")).unwrap();
    assert!(picture.matches("<circle").count() > 300);
    let mut made = vec![(root().join("docs/results.svg"), picture)];
    for path in ["docs/results.md", "results/atlas/README.md"] {
        let path = root().join(path);
        let page = fs::read_to_string(&path).unwrap();
        made.push((path, report::fill(&atlas, &page).unwrap()));
    }
    for (path, made) in made {
        if overwrite {
            fs::write(&path, &made).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), made, "{}", path.display());
    }
    // Every open code is in one line of the table of depths.
    let page = report::fill(&atlas, "<!-- table depths -->\n<!-- end -->").unwrap();
    let counts =
        page.lines().filter(|line| line.starts_with("| three") || line.starts_with("| four"));
    let lines: Vec<Vec<&str>> = counts.map(|line| line.split(" | ").collect()).collect();
    let counted: usize = lines.iter().map(|line| line[3].parse::<usize>().unwrap()).sum();
    let mut asked = Asked { representatives: true, ..Asked::default() };
    asked.conditions.push(("status".into(), "open".into()));
    asked.sql = Some(
        "game IN (SELECT game FROM member WHERE family IN ('octal:3', '4.octal:3', 'octal:4'))"
            .into(),
    );
    let (sql, parameters) = asked.search(&atlas).unwrap().query("game, computed");
    let open = atlas.query_json(&sql, &parameters).unwrap();
    assert!(counted == open.len() && counted > 300, "{counted} of {}", open.len());
    let named = lines.iter().flat_map(|line| line[4].trim_end_matches(" |").split(", "));
    let mut named: Vec<&str> =
        named.filter(|name| !name.trim_end_matches('|').is_empty()).collect();
    named.sort_unstable();
    assert!(named.windows(2).all(|pair| pair[0] < pair[1]) && named.contains(&"0.6"), "{named:?}");
    // A page without tables, and one that does not end.
    assert!(report::fill(&atlas, "nothing").is_err());
    assert!(report::fill(&atlas, "<!-- table families -->\n| a |").is_err());
}

/// The files people download are those whose checksums lie beside them.
#[test]
fn checksums() {
    let folder = root().join("results/atlas");
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    assert_eq!(sums.lines().count(), 2);
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        let digest = Sha256::digest(fs::read(folder.join(name)).unwrap());
        let own = format!("{digest:x}");
        assert_eq!(own, sum, "{name}");
    }
}

/// A random sample of the file, surveyed anew; another one on every day, and said which.
#[test]
fn a_sample_of_the_atlas_is_found_again() {
    const SAMPLE: usize = 24;
    let mut surveys: Vec<Survey> = Vec::new();
    let mut families = Vec::new();
    for line in unpacked("results/atlas/atlas.jsonl.gz").lines() {
        let mut line: Value = serde_json::from_str(line).unwrap();
        match line.get_mut("survey") {
            Some(survey) => surveys.push(serde_json::from_value(survey.take()).unwrap()),
            None => families.push(line["family"].as_str().unwrap().to_owned()),
        }
    }
    for family in [
        "octal:3",
        "octal:4",
        "4.octal:3",
        "octal:3 + pass",
        "hex:2",
        "hex:2 + pass",
        "hex:3",
        "subtraction:max=12",
        "allbut:max=8",
        "cut:max=8",
        "recurring-octal",
    ] {
        assert!(families.iter().any(|name| name == family), "{families:?}");
    }
    let proved = surveys.iter().filter(|survey| survey.row.is_proved());
    assert!(proved.clone().count() > 5000);
    assert!(proved.clone().all(|survey| survey.row.sequence.is_some()));
    let quick = |survey: &&Survey| {
        let row = &survey.row;
        row.seconds < 0.2 && row.computed <= 20_000 && row.stopped.is_none()
    };
    let quick: Vec<&Survey> = surveys.iter().filter(quick).collect();
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let day = since.as_secs() / 86_400;
    println!("the sample of day {day}");
    let mut random = fastrand::Rng::with_seed(day);
    for _ in 0..SAMPLE {
        let row = &quick[random.usize(..quick.len())].row;
        let limits = default_budget().values(row.value_limit.max(4096)).threads(1);
        let found = survey(&row.game.parse().unwrap(), &limits).unwrap().row;
        // A row without a proof may have been looked at less far.
        if row.is_proved() {
            assert!(found.is_proved(), "{}", row.game);
        }
        if found.is_proved() && row.is_proved() {
            assert_eq!((&found.kind, found.preperiod), (&row.kind, row.preperiod), "{}", row.game);
            assert_eq!((found.period, found.saltus), (row.period, row.saltus), "{}", row.game);
            assert_eq!(found.statement, row.statement, "{}", row.game);
        }
    }
}

/// A sample of the triples: the least period divides the one that is named.
#[test]
fn triples_have_the_period_they_claim() {
    let text = unpacked("results/atlas/triples.txt.gz");
    let mut sets = 0;
    let mut random = fastrand::Rng::with_seed(220);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let mut number = || words.next().unwrap().parse::<u64>().unwrap();
        let (c, b) = (number(), number());
        let signs = words.next().unwrap();
        assert_eq!(signs.len() as u64, b - 1);
        for (a, sign) in (1..).zip(signs.chars()) {
            let period = match sign {
                '1' => a + b,
                '2' => a + c,
                '3' => b + c,
                '+' => {
                    assert_eq!(a + b, c);
                    continue;
                }
                _ => {
                    assert_eq!(sign, '.', "S({a},{b},{c})");
                    continue;
                }
            };
            sets += 1;
            if random.u32(..50_000) == 0 {
                let rules = format!("S({a},{b},{c})").parse().unwrap();
                let found = solve(&rules, &Budget::unlimited(), Method::Auto).unwrap();
                let least = found.claim().and_then(Claim::regularity).unwrap().period;
                assert_eq!(period % least, 0, "S({a},{b},{c}) has the period {least}");
            }
        }
    }
    assert_eq!(sets, 1_454_986);
}

/// The record of triples to 512: what it says about c <= 220 is what the list of signs says, and
/// some lines are computed again from the definition.
#[test]
fn the_record_of_triples_is_true() {
    let path = root().join("results/triples/to-512.csv");
    let unspent = Budget::unlimited();
    let record = triples_census(&path, 512, &unspent).unwrap();
    assert_eq!((record.lines.len(), record.before), (510, 510));
    assert_eq!(record.none(), (0, None));
    let mut sets = [0; 221];
    for line in unpacked("results/atlas/triples.txt.gz").lines().filter(|l| !l.starts_with('#')) {
        let mut words = line.split(' ');
        let c: usize = words.next().unwrap().parse().unwrap();
        sets[c] += words.nth(1).unwrap().bytes().filter(u8::is_ascii_digit).count() as u64;
    }
    for line in &record.lines {
        if let Some(count) = sets.get(line.c as usize) {
            assert_eq!(line.sets, *count, "c = {}", line.c);
        }
        assert!(line.sums.iter().sum::<u64>() >= line.sets, "c = {}", line.c);
    }
    verify_triples(&path, 40, &unspent).unwrap();
    let mut random = fastrand::Rng::new();
    for _ in 0..2 {
        let line = &record.lines[random.usize(38..198)];
        assert_eq!(*line, TripleLine::of(line.c));
    }
}

/// All of it from the definition, some ten minutes of one core: `cargo test --release -p
/// sprague-atlas --test pages -- --ignored`.
#[test]
#[ignore = "long"]
fn the_whole_record_of_triples_is_true() {
    let path = root().join("results/triples/to-512.csv");
    assert_eq!(verify_triples(&path, 512, &Budget::unlimited()).unwrap().lines.len(), 510);
}
