//! Every JSON answer and every certificate validates against its schema in `docs/schemas`, which
//! is derived from the type of the answer; every schema is used, and every command is either here or prints no JSON.

mod common;
#[path = "common/questions.rs"]
mod questions;

use common::{folder, listed};
use jsonschema::Validator;
use questions::ASKED;
use serde_json::{Value, json};
use sprague::parts::certificate::{Certificate, Claim, Cousin, Proof, Regularity};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Arguments of the program and the schema of each line it prints: a file, or one of its
/// definitions.
const ANSWERS: &[(&str, &[&str])] = &[
    ("values", &["values", "0.77", "--to", "20"]),
    ("value", &["value", "0.77", "100"]),
    ("value", &["value", "Mark", "123456789012345678901234567890"]),
    ("moves", &["moves", "Grundy", "7"]),
    ("moves", &["moves", "Kayles + pass", "4"]),
    ("info", &["info", "0.07"]),
    ("info", &["info", "S(1,2)"]),
    ("info", &["info", "0.0"]),
    ("info", &["info", "n -> n-1 | n div 2"]),
    ("solve", &["solve", "0.77"]),
    ("solve", &["solve", "0.2048"]),
    ("solve", &["solve", "S(3,7,11)"]),
    ("solve", &["solve", "0.0123", "--limit", "3000"]),
    ("solve", &["solve", "0.06", "--limit", "20000"]),
    ("best", &["best", "Kayles: 3 5; Nim: 4"]),
    ("best", &["best", "Kayles: 100000000000000000000 7"]),
    ("best", &["best", "Kayles: 3 5", "--misere"]),
    ("misere", &["misere", "Kayles", "--to", "12"]),
    ("misere", &["misere", "0.07", "--to", "12", "--quotient"]),
    ("eval", &["eval", "{0|1} + *2 - ^"]),
    ("eval", &["eval", "1/2 > *"]),
    ("col", &["col", "+oo-"]),
    ("col", &["col", "ooo", "--moves"]),
    ("snort", &["snort", "path", "3"]),
    ("games", &["games"]),
    ("stats", &["stats", "0.6", "--to", "2000"]),
    ("stats", &["stats", "0.8", "--to", "50"]),
    ("positions", &["positions", "Kayles", "--heaps", "2", "--to", "5"]),
    ("positions", &["positions", "Kayles", "--heaps", "1", "--to", "5"]),
    ("graph", &["graph", "Kayles: 3"]),
    ("check", &["check", "kayles.json"]),
    ("check", &["check", "forged.json"]),
    ("check", &["check", "no-such-file.json"]),
    ("hunt", &["hunt", "0.16", "--to", "20000", "--dir", "hunt"]),
    ("hunt", &["hunt", "0.77", "--to", "200000", "--dir", "kayles"]),
    ("solve", &["solve", "0.77", "--hunt", "kayles"]),
    ("selftest", &["selftest"]),
    ("family", &["family", "S(2,4k,4k+2)", "--k", "1..9"]),
    ("family", &["family", "S(2,k,7)", "--k", "0..12"]),
    ("table#subtraction_table", &["table", "subtraction", "--max", "4"]),
    ("table#octal_table", &["table", "octal", "--digits", "2", "--limit", "1000"]),
    ("table#octal_guide_table", &["table", "octal", "--digits", "2", "--limit", "1000", "--guide"]),
    ("table#recurring_octal_table", &["table", "recurring-octal", "--limit", "300"]),
    ("table#sedecimal_table", &["table", "sedecimal", "--limit", "300"]),
    ("table#sedecimal_table", &["table", "sedecimal", "--digits", "1", "--limit", "300", "--all"]),
    ("table#grundy_periods_table", &["table", "grundy-periods", "--to", "200"]),
    ("table#grundy_frequencies_table", &["table", "grundy-frequencies", "--to", "200"]),
    ("table#mark_table", &["table", "mark"]),
    ("table#triples_table", &["table", "triples", "--c", "12"]),
    ("table#col_chains_table", &["table", "col", "chains", "--to", "3"]),
    ("table#col_trees_table", &["table", "col", "trees", "--to", "5"]),
    ("table#col_cycles_table", &["table", "col", "cycles", "--to", "7"]),
    ("table#col_grids_table", &["table", "col", "grids", "--to", "9"]),
    ("table#col_page", &["table", "col", "page", "--to", "5"]),
    ("census", &["census", "octal:1", "--db", "census.db"]),
    ("census", &["census", "triples:max=20", "--record", "triples.csv"]),
    ("atlas#find", &["atlas", "find"]),
    ("atlas#find", &["atlas", "export", "--db", "census.db"]),
    ("atlas#show", &["atlas", "show", "Kayles"]),
    ("atlas#show", &["atlas", "show", "0.007"]),
    ("atlas#show", &["atlas", "show", "0.16", "--db", "census.db"]),
    ("atlas#stats", &["atlas", "stats"]),
    ("atlas#verify", &["atlas", "verify", "--db", "census.db"]),
    ("atlas-sql", &["atlas", "sql", "SELECT *, 1 << 60 AS large FROM game LIMIT 20"]),
    ("atlas-sql", &["atlas", "sql", "SELECT * FROM literature LIMIT 20"]),
    ("bench", &["bench", "--scale", "0.001", "--game", "0.16", "--game", "0.6", "--no-ogsolve"]),
];

/// Commands without JSON: pictures, a dialogue, a server, texts for shell and man.
const WITHOUT_JSON: &[&str] = &["plot", "serve", "play", "completions", "man"];

/// Commands that write certificates, one for each claim and theorem that is found quickly.
const CERTIFICATES: &[(&str, &[&str])] = &[
    ("by_tiles", &["solve", "S(1000003,20000009,21000012)"]),
    ("by_tiles", &["solve", "S(300000000000001,699999999999998,999999999999999)"]),
    ("by_tiles", &["solve", "AllBut(1000003,5000000)"]),
    ("without_evidence", &["solve", "Kayles"]),
    ("without_evidence", &["solve", "S(2,5,7)"]),
    ("without_evidence", &["solve", "AllBut(1,2,5)"]),
    ("with_multiple", &["solve", "0.77!"]),
    ("with_multiple", &["solve", "0.0C"]),
    ("with_multiple", &["solve", "0.[01]"]),
    ("with_recurrence", &["solve", "0.[4]"]),
    ("with_recurrence", &["solve", "Nim"]),
    ("by_window", &["solve", "0.56"]),
    ("by_automaton", &["solve", "Mark"]),
    ("by_automaton", &["solve", "n -> n-1 | n div 2"]),
    ("by_automaton", &["solve", "0.2048"]),
    ("by_automaton", &["solve", "0.205200C"]),
    ("by_automaton", &["solve", "0.1*"]),
    ("of_mark", &["solve", "Mark(100)"]),
    ("of_mark", &["solve", "UpMark(4000000000)"]),
    ("of_quotient", &["misere", "0.07", "--to", "12", "--quotient"]),
    ("of_lead", &["misere", "0.57", "--to", "100", "--quotient"]),
    ("of_quotient", &["misere", "0.3", "--to", "12", "--quotient"]),
];

fn schemas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas")
}

/// The schema `file`, or the definition `file#definition` of it.
fn validator(name: &str) -> Validator {
    let (file, definition) = name.split_once('#').unwrap_or((name, ""));
    let schema = std::fs::read(schemas().join(format!("{file}.json"))).unwrap();
    let mut schema: Value = serde_json::from_slice(&schema).unwrap();
    if !definition.is_empty() {
        assert!(schema["$defs"][definition].is_object(), "{name}");
        let reference = format!("#/$defs/{definition}");
        schema = json!({"$ref": reference, "$defs": schema["$defs"]});
    }
    jsonschema::draft202012::new(&schema).unwrap()
}

fn assert_valid(validator: &Validator, text: &str, what: &[&str]) {
    let answer: Value = serde_json::from_str(text).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&answer).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{what:?}: {errors:#?}\n{text}");
}

fn sprague(directory: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .current_dir(directory)
        .env("SPRAGUE_ATLAS", "atlas.db")
        .args(args)
        .args(["--format", "json", "--quiet"])
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The questions about commands that have none above: their schemas have their names.
fn asked_elsewhere() -> impl Iterator<Item = &'static [&'static str]> {
    let here = |command: &str| ANSWERS.iter().any(|(_, args)| args[0] == command);
    let asked = ASKED.iter().filter(|(_, formats)| formats.contains(&"json"));
    asked.map(|(args, _)| *args).filter(move |args| !here(args[0]))
}

#[test]
fn answers_validate() {
    let directory = folder("schemas");
    sprague(&directory, &["solve", "Kayles", "--certificate", "kayles.json"]);
    let certificate = std::fs::read_to_string(directory.join("kayles.json")).unwrap();
    std::fs::write(directory.join("forged.json"), certificate.replace("71", "70")).unwrap();
    let more = asked_elsewhere().map(|args| (args[0], args));
    for (name, args) in ANSWERS.iter().copied().chain(more) {
        let validator = validator(name);
        let text = sprague(&directory, args);
        assert!(!text.trim().is_empty(), "{args:?} printed nothing");
        for line in text.lines() {
            assert_valid(&validator, line, args);
        }
    }
}

#[test]
fn every_schema_and_every_command_is_tested() {
    let file = |name: &str| format!("{}.json", name.split('#').next().unwrap());
    let mut used: BTreeSet<String> = ANSWERS.iter().map(|(name, _)| file(name)).collect();
    used.extend(asked_elsewhere().map(|args| file(args[0])));
    used.insert("certificate.json".to_owned());
    let derived = sprague_answers::SCHEMAS.iter().map(|schema| file(schema.name));
    let derived: BTreeSet<String> = derived.chain(["certificate.json".to_owned()]).collect();
    assert_eq!(used, derived);
    let files = std::fs::read_dir(schemas()).unwrap();
    let files: BTreeSet<String> =
        files.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(used, files);

    let help = Command::new(env!("CARGO_BIN_EXE_sprague")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let commands = listed(&help);
    let commands: BTreeSet<&str> = commands.iter().map(String::as_str).collect();
    let with_json = ANSWERS.iter().map(|(_, args)| args[0]);
    let with_json = with_json.chain(asked_elsewhere().map(|args| args[0]));
    assert_eq!(commands, with_json.chain(WITHOUT_JSON.iter().copied()).collect());
}

#[test]
fn certificates_validate() {
    let directory = folder("schemas-certificates");
    let whole = validator("certificate");
    let mut theorems = BTreeSet::new();
    let mut kinds = BTreeSet::new();
    let mut judge = |definition: &str, text: &str, what: &[&str]| {
        assert_valid(&whole, text, what);
        assert_valid(&validator(&format!("certificate#{definition}")), text, what);
        let certificate = Certificate::from_json(text.as_bytes()).unwrap();
        theorems.insert(certificate.proof.theorem().name());
        kinds.insert(certificate.claim.kind().name());
        certificate
    };
    for (definition, args) in CERTIFICATES {
        let file = directory.join("certificate.json");
        let _ = std::fs::remove_file(&file);
        sprague(&directory, &[args, &["--certificate", "certificate.json"][..]].concat());
        judge(definition, &std::fs::read_to_string(file).unwrap(), args);
    }
    // The prover goes through the standard form only where nothing else works: written here.
    let regular = |preperiod| Claim::Regular(Regularity { preperiod, period: 34, saltus: 0 });
    let of = Certificate {
        game: "0.137".to_owned(),
        claim: regular(52),
        proof: Proof::FiniteTakeAndBreak,
    };
    let cousin = Certificate {
        game: "0.4".to_owned(),
        claim: regular(54),
        proof: Proof::StandardForm(Cousin { of: Box::new(of) }),
    };
    judge("of_standard_form", &cousin.to_json(), &[]);
    assert_eq!(theorems.len(), 15, "{theorems:?}");
    assert_eq!(kinds.len(), 8, "{kinds:?}");
}

/// `SCHEMAS=overwrite cargo test -p sprague-cli --test schemas` writes them.
#[test]
fn schemas_are_what_the_types_say() {
    for file in sprague_answers::SCHEMAS {
        let path = schemas().join(format!("{}.json", file.name));
        if std::env::var_os("SCHEMAS").is_some_and(|wish| wish == "overwrite") {
            std::fs::write(&path, file.text()).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == file.text(),
            "docs/schemas/{}.json is not what its type says: \
             SCHEMAS=overwrite cargo test -p sprague-cli --test schemas",
            file.name
        );
    }
}

/// A schema that accepted anything would be no schema.
#[test]
fn wrong_answers_do_not_validate() {
    let directory = folder("schemas-wrong");
    for (name, args, changes) in [
        (
            "solve",
            &["solve", "0.77"][..],
            &[("/kind", json!("perhaps")), ("/period", json!("12")), ("/unknown", json!(1))][..],
        ),
        (
            "table",
            &["table", "mark", "--to", "3"],
            &[("/rows/0/n", json!(0)), ("/unknown", json!(1))],
        ),
        (
            "atlas",
            &["atlas", "show", "Kayles"],
            &[("/row/status", json!("certain")), ("/cousins", json!(null)), ("/unknown", json!(1))],
        ),
        ("atlas-sql", &["atlas", "sql", "SELECT 1 AS one"], &[("/one", json!([1]))]),
        (
            "census",
            &["census", "octal:1", "--db", "census.db"],
            &[("/games", json!(-1)), ("/unknown", json!(1))],
        ),
    ] {
        refuses(name, &serde_json::from_str(&sprague(&directory, args)).unwrap(), changes);
    }
    sprague(&directory, &["solve", "0.2048", "--certificate", "certificate.json"]);
    let certificate = std::fs::read(directory.join("certificate.json")).unwrap();
    let changes = [
        ("/certificate", json!("other")),
        ("/version", json!(2)),
        ("/theorem", json!("all-but")),
        ("/claim/kind", json!("open")),
        ("/claim/period", json!(12)),
        ("/evidence/modulus", json!(0)),
        ("/evidence/gamma/roots/0", json!([1, 2, 3])),
        ("/evidence/unknown", json!(1)),
        ("/unknown", json!(1)),
    ];
    refuses("certificate", &serde_json::from_slice(&certificate).unwrap(), &changes);
}

/// The schema accepts an answer, and none of the changes: a value put at a path.
fn refuses(name: &str, good: &Value, changes: &[(&str, Value)]) {
    let validator = validator(name);
    assert!(validator.is_valid(good), "{name}");
    for (path, value) in changes {
        let (parent, key) = path.rsplit_once('/').unwrap();
        let mut bad = good.clone();
        match bad.pointer_mut(parent).unwrap() {
            Value::Array(items) => items[key.parse::<usize>().unwrap()] = value.clone(),
            object => object[key] = value.clone(),
        }
        assert!(!validator.is_valid(&bad), "{name}: {path}");
    }
}
