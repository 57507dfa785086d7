//! Which statements were checked by Coq: the data against `results/formal`, and that another
//! claim about a game is not taken for the one that was checked.

use flate2::read::GzDecoder;
use sprague_atlas::{CoqTheorem, seed};
use sprague_certificate::{Certificate, Claim, Proof};
use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn unpacked(path: impl AsRef<Path>) -> String {
    let mut text = String::new();
    let file = std::fs::File::open(root().join(path)).unwrap();
    GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

/// The certificate of a game in `results/automata/table.jsonl.gz`.
fn automaton(game: &str) -> Certificate {
    let wanted = format!("\"game\": \"{game}\"");
    let table = unpacked("results/automata/table.jsonl.gz");
    let line = table.lines().find(|line| line.contains(&wanted)).unwrap();
    Certificate::from_json(line.as_bytes()).unwrap()
}

fn kayles() -> Certificate {
    let path = root().join("formal/test/kayles.json");
    Certificate::from_json(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn the_data_are_what_was_accepted() {
    let mut accepted = String::from("game,statement,certificate,version,date\n");
    let mut seen = HashSet::new();
    let mut table = csv::Reader::from_path(root().join("results/formal/corpus.csv")).unwrap();
    let head: Vec<String> = table.headers().unwrap().iter().map(str::to_owned).collect();
    let column = |name: &str| head.iter().position(|cell| cell == name).unwrap();
    let [verdict, key @ .., version, date] =
        ["coq", "game", "statement", "certificate", "version", "date"].map(column);
    for row in table.records().map(Result::unwrap) {
        let key = key.map(|i| row[i].to_owned());
        if &row[verdict] == "accepted" && seen.insert(key.clone()) {
            let mut line = csv::Writer::from_writer(Vec::new());
            line.write_record(key.iter().map(String::as_str).chain([&row[version], &row[date]]))
                .unwrap();
            accepted += &String::from_utf8(line.into_inner().unwrap()).unwrap();
        }
    }
    assert!(seen.len() > 1800);
    assert_eq!(unpacked("crates/atlas/data/formal.csv.gz"), accepted, "run make formal-corpus");
}

#[test]
fn only_the_claim_that_was_checked() {
    let kayles = kayles();
    let said = CoqTheorem::of_certificate(&kayles).unwrap().to_string();
    assert!(said.starts_with("this statement was checked by Coq 8."), "{said}");
    let Claim::Regular(law) = kayles.claim else { panic!("{}", kayles.claim) };
    for (preperiod, period, saltus) in [(70, 12, 0), (71, 24, 0), (71, 12, 1)] {
        let law = sprague_certificate::Regularity { preperiod, period, saltus };
        let other = Certificate { claim: Claim::Regular(law), ..kayles.clone() };
        assert_eq!(CoqTheorem::of_certificate(&other), None);
    }
    let sapp = Claim::Sapp { regularity: law, periodic_residues: vec![3] };
    for claim in [sapp, Claim::Ruler, Claim::Automatic] {
        assert_eq!(CoqTheorem::of_certificate(&Certificate { claim, ..kayles.clone() }), None);
    }
    let other = Certificate { game: "0.7".to_owned(), ..kayles };
    assert_eq!(CoqTheorem::of_certificate(&other), None);
}

#[test]
fn the_automaton_is_part_of_its_claim() {
    for game in ["0.2048", "0.404008", "0.123456789", "0.205200C"] {
        let certificate = automaton(game);
        assert!(CoqTheorem::of_certificate(&certificate).is_some(), "{game}");
        let mut other = certificate.clone();
        let Proof::Automaton(proof) = &mut other.proof else { panic!("{game}") };
        proof.gamma.next.reverse();
        // Where the claim says all, whatever proves it, it is the same theorem.
        let told = matches!(other.claim, Claim::Sapp { .. });
        assert_eq!(CoqTheorem::of_certificate(&other).is_some(), told, "{game}");
    }
}

#[test]
fn rows_of_the_seed() {
    let atlas = seed::in_memory().unwrap();
    let of = |game: &str| atlas.get(&game.parse().unwrap()).unwrap().unwrap();
    assert!(CoqTheorem::of_row(&of("0.77")).is_some());
    assert!(CoqTheorem::of_row(&of("0.28")).is_some());
    // Open, and proved by a theorem that is not in the corpus.
    assert_eq!(CoqTheorem::of_row(&of("0.007")), None);
    assert_eq!(CoqTheorem::of_row(&of("0.16")), None);
    let mut unproved = of("0.77");
    unproved.status = "observed".to_owned();
    assert_eq!(CoqTheorem::of_row(&unproved), None);
}
