//! What is written for Coq, to the letter, and what is refused. That Coq accepts true files and
//! refuses forged ones is judged by `formal/test.sh`.

use sprague_certificate::Certificate;
use sprague_coq::{Exported, Options, export};

fn certificate(game: &str, claim: &str, theorem: &str, evidence: &str) -> Certificate {
    let evidence =
        if evidence.is_empty() { String::new() } else { format!(", \"evidence\": {evidence}") };
    let json = format!(
        r#"{{"certificate": "sprague", "version": 1, "game": "{game}", "claim": {claim}, "theorem": "{theorem}"{evidence}}}"#
    );
    Certificate::from_json(json.as_bytes()).unwrap()
}

fn periodic(game: &str, preperiod: u64, period: u64, theorem: &str, evidence: &str) -> Certificate {
    let claim = format!(
        r#"{{"kind": "periodic", "preperiod": {preperiod}, "period": {period}, "saltus": 0}}"#
    );
    certificate(game, &claim, theorem, evidence)
}

fn exported(certificate: &Certificate) -> Exported {
    export(certificate, &Options::default()).unwrap()
}

/// The file behind its head.
fn body(exported: &Exported) -> &str {
    let (head, body) =
        exported.text.split_once("From Sprague Require Import Sprague.\n\n").unwrap();
    assert!(head.contains("coqc -R formal/theory Sprague FILE"));
    body
}

#[test]
fn a_whole_file() {
    let file = exported(&periodic("S(1,2,4)", 0, 3, "finite-subtraction", ""));
    assert_eq!(
        body(&file),
        r"(** S(1,2,4) *)
Definition rules := subtraction [1; 2; 4].
Definition game := options rules.

Lemma period_computed : check_periodic rules 0 3 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** G(n + 3) = G(n) for all n >= 0; the preperiod and the period are the least. *)
Theorem period : decreasing game /\ least_regular (G game) 0 3 0.
Proof. exact (check_periodic_sound rules 0 3 period_computed). Qed.

(** Every move makes smaller heaps. *)
Theorem game_ends : decreasing game.
Proof. exact (proj1 period). Qed.

(** The values of the first heaps; every larger heap is equal to one of the last 3. *)
Definition values :=
  [0; 1; 2].

Lemma table_computed : check_table rules 0 3 values = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The table is right. *)
Theorem table : forall n, G game n = in_table values 0 3 n.
Proof. exact (check_table_sound rules 0 3 values table_computed (proj1 (proj2 period))). Qed.

(** Who wins: lost for the player to move exactly when the nim-sum of the table values is 0. *)
Theorem play : forall p : position, lost game p <-> nim_sum (map (in_table values 0 3) p) = 0.
Proof. intros p. rewrite (sprague_grundy game game_ends), (map_ext _ _ table). reflexivity. Qed.

Definition theorems := (period, game_ends, table, play).
Print Assumptions theorems.
"
    );
    let names: Vec<&str> = file.theorems.iter().map(|theorem| theorem.name).collect();
    assert_eq!(names, ["period", "game_ends", "table", "play"]);
}

#[test]
fn options_change_how_and_not_what() {
    let certificate = periodic("0.156", 3479, 349, "finite-take-and-break", "");
    let sparse = exported(&certificate);
    assert!(sparse.text.contains("check_sparse rules 3479 349 evidence = true"));
    let austin = export(&certificate, &Options { austin: true, ..Options::default() }).unwrap();
    assert!(austin.text.contains("check_periodic rules 3479 349 = true"));
    assert_eq!(sparse.theorems, austin.theorems);
    let native = export(&certificate, &Options { native: true, ..Options::default() }).unwrap();
    assert_eq!(sparse.text.replace("vm_cast", "native_cast"), native.text);
    let kayles = periodic("Kayles", 71, 12, "finite-take-and-break", "");
    let short = export(&kayles, &Options { table: 82, ..Options::default() }).unwrap();
    assert!(!short.text.contains("Definition values"));
    assert!(exported(&kayles).text.contains("Definition values"));
}

#[test]
fn statements_of_every_kind() {
    let statement = |certificate: &Certificate| exported(certificate).theorems[0].statement.clone();
    let law = r#"{"kind": "arithmetic-periodic", "preperiod": 0, "period": 4, "saltus": 2}"#;
    assert_eq!(
        statement(&certificate("AllBut(2,5,9)", law, "all-but", "")),
        r"decreasing game /\ least_regular (G game) 0 4 2"
    );
    let recurring = periodic("0.23[0010]", 10, 4, "recurring-periodic", r#"{"multiple": 1}"#);
    assert_eq!(statement(&recurring), r"decreasing game /\ least_regular (G game) 10 4 0");
    let split = periodic("Split(2, differ>=2)", 5, 4, "grundy-split", r#"{"multiple": 1}"#);
    assert_eq!(statement(&split), r"decreasing game /\ least_regular (G game) 5 4 0");
    let misere = certificate(
        "0.3",
        r#"{"kind": "misere-quotient", "order": 2, "p_order": 1, "preperiod": 2, "period": 1}"#,
        "misere-quotient",
        r#"{"table": [[0, 1], [1, 0]], "p": [1], "phi": [0, 1, 0]}"#,
    );
    assert_eq!(
        statement(&misere),
        "misere_quotient game 2 (in_P_of evidence) (class_by evidence 2 1) /\\\n  least_regular (repeating (heap_classes evidence) 2 1) 2 1 0"
    );
    // No position is found by heaps that is not of one of the two classes.
    assert!(exported(&misere).text.contains("[[]; [1]]."));
}

/// The automaton that reads (n, 0) for all n, for the game without moves.
fn zero(base: u64) -> String {
    let states = |to: u64| vec![to.to_string(); 2 * base as usize].join(", ");
    let accept: Vec<&str> = (0..2 * base).map(|a| if a % 2 == 0 { "0" } else { "1" }).collect();
    let next = format!("[{}, {}]", accept.join(", "), states(1));
    let automaton = format!(r#"{{"accepting": [0], "next": {next}, "roots": [[0, 1]]}}"#);
    let none = format!(r#"{{"accepting": [], "next": [{}], "roots": [[0, 1]]}}"#, states(0));
    format!(
        r#"{{"modulus": 1, "base": {base}, "low_bits": 0, "gamma": {automaton}, "sums": [], "options": {none}}}"#
    )
}

#[test]
fn automata() {
    let automatic = r#"{"kind": "automatic"}"#;
    let file = exported(&certificate("0.0", automatic, "automaton", &zero(2)));
    assert!(
        body(&file).contains(
            "Definition graph : automaton :=
  make 0
  [Row true 1 2 1 2; Row false 2 2 2 2]
  [(1%positive, 1)].

Lemma sequence_computed : check_graph rules 1 0 graph [] 1000000 = true."
        ),
        "{}",
        file.text
    );
    assert_eq!(file.theorems[0].statement, r"decreasing game /\ reads_nim_values game 1 0 graph");
    let roots = zero(2).replacen(r#""roots": [[0, 1]]"#, r#""roots": [[0, 2]]"#, 1);
    let refusal = export(&certificate("0.0", automatic, "automaton", &roots), &Options::default());
    assert_eq!(refusal.unwrap_err().to_string(), "0.0: an automaton that is none");
}

/// An automaton with this many roots, all of which are live, in a certificate with these sums.
fn many_roots(modulus: u64, sums: usize) -> String {
    let automaton =
        format!(r#"{{"accepting": [0], "next": [0, 0, 0, 0], "roots": [[0, {modulus}]]}}"#);
    let sums = vec![automaton.as_str(); sums].join(", ");
    format!(
        r#"{{"modulus": {modulus}, "base": 2, "low_bits": 0, "gamma": {automaton}, "sums": [{sums}], "options": {automaton}}}"#
    )
}

/// A walk through the pairs of L and R begins with every root of L and every root of R: a million steps
/// were too few for the 1059220 pairs of 0.321432132900903213, whose certificate is right.
#[test]
fn walks_have_more_steps_than_places_to_begin() {
    let automatic = r#"{"kind": "automatic"}"#;
    for (game, modulus, sums, steps) in [
        ("0.7", 700, 1, "graph [sum2] 1000000 = true"),
        ("0.7", 1000, 1, "graph [sum2] 2000000 = true"),
        ("0.F", 1000, 2, "graph [sum2; sum3] 2000000 = true"),
        // Without sums no roots meet.
        ("0.3", 1000, 0, "graph [] 1000000 = true"),
    ] {
        let evidence = many_roots(modulus, sums);
        let file = exported(&certificate(game, automatic, "automaton", &evidence));
        assert!(file.text.contains(steps), "{game} {modulus}");
    }
    let long = certificate("0.7", automatic, "automaton", &many_roots(4000, 1));
    let refusal = export(&long, &Options::default()).unwrap_err().to_string();
    assert!(refusal.contains("automata with more than 10000000 pairs of roots"), "{refusal}");
}

/// A walk through three automata meets more states the more they have: a million steps were too few for 0.3DD,
/// whose automata have 4705 states.
#[test]
fn walks_have_more_steps_where_there_are_more_states() {
    let states = 3000;
    let automaton = |states: usize| {
        let next: Vec<String> = (0..4 * states).map(|place| (place / 4).to_string()).collect();
        format!(r#"{{"accepting": [], "next": [{}], "roots": [[0, 1]]}}"#, next.join(", "))
    };
    let (graph, sum) = (automaton(1), automaton(states));
    let evidence = format!(
        r#"{{"modulus": 1, "base": 2, "low_bits": 0, "gamma": {graph}, "sums": [{sum}], "options": {graph}}}"#
    );
    let automatic = r#"{"kind": "automatic"}"#;
    let file = exported(&certificate("0.7", automatic, "automaton", &evidence));
    assert!(file.text.contains("graph [sum2] 3001000 = true"));
}

/// The certificate itself, and one whose file remains as it was.
#[test]
fn the_steps_of_the_longest_certificates() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/automata/table.jsonl.gz");
    let mut text = String::new();
    let file = std::fs::File::open(path).unwrap();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(file), &mut text).unwrap();
    for (game, steps) in [("0.321432132900903213", 2 * 1_059_220), ("0.2048", 1_000_000)] {
        let line = text.lines().find(|line| line.contains(&format!(r#""game": "{game}""#)));
        let certificate = Certificate::from_json(line.unwrap().as_bytes()).unwrap();
        let file = exported(&certificate);
        let computed = format!("graph [sum2; sum3] {steps} = true");
        assert!(file.text.contains(&computed), "{game}");
    }
}

#[test]
fn automata_of_recurring_codes() {
    let automatic = r#"{"kind": "automatic"}"#;
    let file = exported(&certificate("0.5[32]", automatic, "automaton", &zero(2)));
    // Nothing is left by even takes: n is even, and the value is 0.
    let even = "Definition endless0 : automaton :=
  make 0
  [Row true 2 3 3 3; Row true 2 3 2 3; Row false 3 3 3 3]
  [(1%positive, 1)].";
    assert!(body(&file).contains(even), "{}", file.text);
    let computed =
        "check_recurring_graph 0 [5] [3; 2] 1 0 graph [] [endless0; endless1] 1000000 = true.";
    assert!(body(&file).contains(computed), "{}", file.text);
    assert_eq!(file.theorems[0].statement, r"decreasing game /\ reads_nim_values game 1 0 graph");
    // What is no automaton cannot be closed under the takes of a block.
    for wrong in [r#""roots": [[0, 2]]"#, r#""roots": [[7, 1]]"#, r#""roots": []"#] {
        let evidence = zero(2).replacen(r#""roots": [[0, 1]]"#, wrong, 1);
        let certificate = certificate("0.[3]", automatic, "automaton", &evidence);
        let refusal = export(&certificate, &Options::default()).unwrap_err().to_string();
        assert_eq!(refusal, "0.[3]: an automaton that is none");
    }
}

#[test]
fn games_with_a_pass() {
    let by = r#"{"from": 4, "multiple": 1}"#;
    let file = exported(&periodic("S(1,2) + pass", 4, 3, "pass", by));
    assert_eq!(
        body(&file),
        r"(** S(1,2) + pass *)
Definition rules := subtraction [1; 2].
Definition plain := options rules.
Definition game := add_pass plain.

Lemma period_computed : check_pass rules 4 3 4 1 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** H(n + 3) = H(n) for all n >= 4; the preperiod and the period are the least. *)
Theorem period : decreasing game /\ least_regular (value_with_pass plain) 4 3 0.
Proof. exact (check_pass_sound rules 4 3 4 1 period_computed). Qed.

(** Every move makes smaller heaps. *)
Theorem game_ends : decreasing game.
Proof. exact (proj1 period). Qed.

(** The values of the first heaps with the pass; every larger heap is equal to one of the last 3. *)
Definition values :=
  [0; 2; 1; 3; 0; 1; 2].

Lemma table_computed : check_pass_table rules 4 3 values = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The table is right. *)
Theorem table : forall n, value_with_pass plain n = in_table values 4 3 n.
Proof. exact (check_pass_table_sound rules 4 3 values table_computed (proj1 (proj2 period))). Qed.

(** Who wins, all heaps having their passes: lost for the player to move exactly when the nim-sum of the table values is 0. *)
Theorem play : forall p : position, lost game (map with_pass p) <-> nim_sum (map (in_table values 4 3) p) = 0.
Proof. intros p. rewrite (play_with_pass plain p game_ends), (map_ext _ _ table). reflexivity. Qed.

Definition theorems := (period, game_ends, table, play).
Print Assumptions theorems.
"
    );
    let law = r#"{"kind": "arithmetic-periodic", "preperiod": 1, "period": 2, "saltus": 2}"#;
    for (game, check) in [
        ("AllBut(2) + pass", "check_all_but_pass [2] 1 2 2 4 1"),
        ("0.[3] + pass", "check_recurring_pass [] 3 1 2 2 4 1"),
        ("0.0123[2] + pass", "check_recurring_pass [0; 1; 2; 3] 2 1 2 2 4 1"),
    ] {
        let file = exported(&certificate(game, law, "pass", by));
        assert!(file.text.contains(&format!("{check} = true")), "{}", file.text);
        assert_eq!(
            file.theorems[0].statement,
            r"decreasing game /\ least_regular (value_with_pass plain) 1 2 2"
        );
        assert_eq!(file.theorems[2].name, "play");
    }
}

#[test]
fn recurring_codes_with_a_pass() {
    let by = r#"{"from": 15, "multiple": 1}"#;
    let file = exported(&periodic("0.23[0010] + pass", 15, 4, "pass", by));
    let check = "check_recurring_pass_period 0 [2; 3] [0; 0; 1; 0] 15 4 15 1 = true";
    assert!(file.text.contains(check), "{}", file.text);
    assert_eq!(
        file.theorems[0].statement,
        r"decreasing game /\ least_regular (value_with_pass plain) 15 4 0"
    );
}

/// The doubled game: sums that the certificate leaves out are found, and the first heap with a move.
#[test]
fn codes_that_grow() {
    for (game, (l, p, s), theorem, evidence, computed) in [
        (
            "0.F8",
            (7, 6, 4),
            "sedecimal-arithmetic",
            r#"{"multiple": 2}"#,
            "check_sedecimal 0 [15; 8] 7 6 4 2",
        ),
        (
            "4.[7]",
            (2, 1, 1),
            "recurring-octal",
            r#"{"multiple": 4, "blocks": 1}"#,
            "check_recurring_octal 4 [] [7] 2 1 1 4 1",
        ),
        (
            "Nim",
            (0, 1, 1),
            "recurring-tetral",
            r#"{"multiple": 1, "blocks": 2}"#,
            "check_recurring_tetral 0 [] [3] 0 1 1 1 2",
        ),
    ] {
        let claim = format!(
            r#"{{"kind": "arithmetic-periodic", "preperiod": {l}, "period": {p}, "saltus": {s}}}"#
        );
        let file = exported(&certificate(game, &claim, theorem, evidence));
        assert!(
            body(&file).contains(&format!("Lemma law_computed : {computed} = true.")),
            "{game}"
        );
        let names: Vec<&str> = file.theorems.iter().map(|theorem| theorem.name).collect();
        assert_eq!(names, ["law", "game_ends", "table", "play"]);
        let table = format!("forall n, G game n = in_growing_table values {l} {p} {s} n");
        assert_eq!(file.theorems[2].statement, table);
        let statement = format!(r"decreasing game /\ least_regular (G game) {l} {p} {s}");
        assert_eq!(file.theorems[0].statement, statement);
    }
}

#[test]
fn automata_with_a_pass() {
    let read = |name: &str| {
        let path = format!("{}/../../formal/test/{name}.json", env!("CARGO_MANIFEST_DIR"));
        exported(&Certificate::from_json(&std::fs::read(path).unwrap()).unwrap())
    };
    let file = read("pass-automaton");
    assert!(file.text.contains("check_pass_graph rules 1 24 "), "{}", file.text);
    assert!(file.text.contains("graph [sum2] 1000000 = true"), "{}", file.text);
    let statements: Vec<&str> = file.theorems.iter().map(|t| t.statement.as_str()).collect();
    assert!(statements[0].starts_with(r"decreasing game /\ reads_nim_values game 24 "));
    assert_eq!(statements[2], "least_regular (value_with_pass plain) 7 6 4");
    assert_eq!(file.theorems[3].name, "play");
    let file = read("pass-recurring-automaton");
    let check =
        "check_recurring_pass_graph 4 [] [3] 1 8 2 graph [sum2] [endless0; endless1] 1000000";
    assert!(file.text.contains(check), "{}", file.text);
}

#[test]
fn misere_quotients_of_the_first_heaps() {
    let claim = r#"{"kind": "misere-quotient", "order": 2, "p_order": 1, "heaps": 1}"#;
    let evidence = r#"{"table": [[0, 1], [1, 0]], "p": [1], "phi": [0, 1]}"#;
    let file = exported(&certificate("0.3", claim, "misere-quotient", evidence));
    assert!(body(&file).contains("check_quotient_to rules 1 evidence = true"), "{}", file.text);
    assert_eq!(
        file.theorems[0].statement,
        "misere_quotient_to game 1 2 (in_P_of evidence) (class_to evidence 1)"
    );
}

#[test]
fn the_formula_of_mark() {
    let claim = r#"{"kind": "closed-form", "base": 4294967296, "first": 1}"#;
    let file = exported(&certificate("UpMark(4294967296)", claim, "mark", ""));
    let computed = "check_records true 4294967296 4294967296 1 = true";
    assert!(body(&file).contains(computed), "{}", file.text);
    assert_eq!(
        file.theorems[0].statement,
        r"decreasing game /\ G game 0 = 0 /\ by_records 4294967296 (fun n => G game (n + 1))"
    );
    // What is claimed of another base is for Coq to refuse.
    let claim = r#"{"kind": "closed-form", "base": 7, "first": 0}"#;
    let file = exported(&certificate("Mark(8)", claim, "mark", ""));
    assert!(body(&file).contains("check_records false 8 7 0 = true"));
    let refusal = export(&certificate("0.7", claim, "mark", ""), &Options::default());
    assert!(refusal.unwrap_err().to_string().contains("not covered in Coq: the theorem mark"));
}

/// Austin's window, in a game where tokens may be added.
#[test]
fn digits_before_the_point() {
    let file = exported(&periodic("C084.7", 5, 2, "finite-take-and-break", ""));
    let definition = "Definition rules := code 4 [7].\nDefinition game := with_digits_before [8; 0; 12] rules.\n";
    assert!(body(&file).contains(definition), "{}", file.text);
    let computed = "Lemma period_computed : check_before [8; 0; 12] rules 5 2 = true.";
    assert!(body(&file).contains(computed), "{}", file.text);
    // Moves to three heaps have no table.
    let names: Vec<&str> = file.theorems.iter().map(|theorem| theorem.name).collect();
    assert_eq!(names, ["period", "game_ends", "play"]);
    let file = exported(&periodic("40.77", 53, 34, "finite-take-and-break", ""));
    let table =
        "check_before_table_sound [4] rules 53 34 values table_computed (proj1 (proj2 period))";
    assert!(body(&file).contains(table), "{}", file.text);
}

#[test]
fn windows_for_a_multiple_of_the_period() {
    let by = |multiple: u64| format!(r#"{{"multiple": {multiple}}}"#);
    let file = exported(&periodic("G=.3", 5, 2, "grundy-split", &by(2)));
    assert!(body(&file).contains("exact (check_multiple_sound rules 5 2 2 period_computed)."));
    let file = exported(&periodic("G=.3", 5, 4, "grundy-split", &by(1)));
    assert!(body(&file).contains("exact (check_periodic_sound rules 5 4 period_computed)."));
    for game in ["Split(3, distinct)", "Split(3, not-all-equal)", "0.F!8?"] {
        let file = exported(&periodic(game, 5, 4, "grundy-split", &by(1)));
        assert!(body(&file).contains("check_periodic rules 5 4 = true"), "{game}");
    }
    let file = exported(&periodic(
        "Split(3, distinct) + pass",
        3,
        2,
        "pass",
        r#"{"from": 20, "multiple": 1}"#,
    ));
    assert!(body(&file).contains("check_pass rules 3 2 20 1 = true"));
}

#[test]
fn what_is_not_covered_is_refused_in_a_line() {
    let multiple = r#"{"multiple": 2}"#;
    let once = r#"{"multiple": 1}"#;
    let both = r#"{"multiple": 1, "blocks": 1}"#;
    let law = r#"{"kind": "arithmetic-periodic", "preperiod": 1, "period": 2, "saltus": 1}"#;
    let heaps = r#"{"kind": "misere-quotient", "order": 1, "p_order": 0, "heaps": 1}"#;
    let all =
        r#"{"kind": "misere-quotient", "order": 1, "p_order": 0, "preperiod": 0, "period": 9}"#;
    let trivial = r#"{"table": [[0]], "p": [], "phi": [0, 0]}"#;
    let wrong = r#"{"table": [[7]], "p": [], "phi": [0, 0, 0, 0, 0, 0, 0, 0, 0]}"#;
    let automatic = r#"{"kind": "automatic"}"#;
    let by = r#"{"from": 20, "multiple": 1}"#;
    let late = r#"{"from": 400000, "multiple": 1}"#;
    let doubled =
        zero(2).replace(r#""modulus": 1"#, r#""modulus": 2"#).replace("[0, 1]]", "[0, 2]]");
    let theorem = "finite-take-and-break";
    for (certificate, reason) in [
        (
            periodic("40.7=", 5, 4, "grundy-split", multiple),
            "through a multiple, with more than one digit before the point",
        ),
        (
            certificate("40.7", automatic, "automaton", &zero(2)),
            "the theorem automaton with more than one digit before the point",
        ),
        (
            certificate("40.7", all, "misere-quotient", trivial),
            "the theorem misere-quotient with more than one digit before the point",
        ),
        (
            periodic("0.G=", 3, 6, "grundy-split", once),
            "their number is even and divides the period",
        ),
        (periodic("0.77 + pass", 71, 12, theorem, ""), "the theorem finite-take-and-break for"),
        (periodic("4=.7 + pass", 3, 2, "pass", by), "equal heaps, one of which keeps the pass"),
        (periodic("40.7 + pass", 3, 2, "pass", by), "the theorem pass for this game"),
        (periodic("0.[7] + pass", 1, 4, "pass", late), "too many for Coq"),
        (certificate("AllBut(9999) + pass", law, "pass", by), "too many for Coq"),
        (certificate("0.[13] + pass", law, "pass", by), "the theorem pass for this game"),
        (certificate("0.57 + pass", automatic, "automaton", &zero(2)), "whose modulus is odd"),
        (certificate("0.003 + pass", automatic, "automaton", &doubled), "behind the modulus"),
        (certificate("0.7! + pass", automatic, "automaton", &doubled), "rules with conditions"),
        (
            certificate("AllBut(1) + pass", automatic, "automaton", &doubled),
            "the theorem automaton for",
        ),
        (certificate("Mark + pass", automatic, "automaton", &doubled), "the theorem automaton for"),
        (
            certificate("0.57 + pass", r#"{"kind": "ruler"}"#, "automaton", &doubled),
            "that prove ruler",
        ),
        (
            certificate("0.3 + pass", all, "misere-quotient", trivial),
            "misere quotients of games with",
        ),
        (periodic("0.7 7", 71, 12, theorem, ""), "the rules cannot be read"),
        (periodic("n -> n div 2", 71, 12, theorem, ""), "no finite list of moves"),
        (periodic("Mark(2)", 71, 12, theorem, ""), "the theorem finite-take-and-break"),
        (certificate("Mark(3)", automatic, "automaton", &zero(2)), "not in base t"),
        (certificate("Mark(2)", law, "automaton", &zero(2)), "arithmetic-periodic in Mark"),
        (periodic("0.77", 9_000_000_000, 12, theorem, ""), "twenty million values"),
        (periodic("0.777!", 500_000, 12, theorem, ""), "too many for Coq"),
        (periodic("0.[3]", 0, 12, theorem, ""), "the theorem finite-take-and-break"),
        (certificate("0.[3]", law, "all-but", ""), "the theorem all-but"),
        (certificate("S(1,2)", law, "sedecimal-arithmetic", once), "that are no plain code"),
        (certificate("0.8!", law, "sedecimal-arithmetic", once), "that are no plain code"),
        (
            certificate("0.[3]", law, "sedecimal-arithmetic", once),
            "the theorem sedecimal-arithmetic",
        ),
        (
            certificate("0.B8", law, "sedecimal-arithmetic", r#"{"multiple": 900}"#),
            "too many for Coq",
        ),
        (periodic("0.B8", 9, 7, "sedecimal-arithmetic", once), "the theorem sedecimal-arithmetic"),
        (certificate("0.7", law, "recurring-octal", both), "the theorem recurring-octal"),
        (
            certificate("0.[4]", law, "recurring-octal", r#"{"multiple": 900, "blocks": 1}"#),
            "too many for Coq",
        ),
        (certificate("Nim + pass", law, "recurring-tetral", both), "the theorem recurring-tetral"),
        (
            certificate("0.3", &heaps.replace("1}", "2}"), "misere-quotient", trivial),
            "first heaps are missing",
        ),
        (certificate("0.3", all, "misere-quotient", trivial), "first heaps are missing"),
        (
            certificate("0.3", &all.replace(": 1,", ": 2,"), "misere-quotient", trivial),
            "as claimed",
        ),
        (certificate("0.3", all, "misere-quotient", wrong), "classes that are not there"),
        (certificate("0.7!", all, "misere-quotient", wrong), "rules with conditions"),
        (certificate("0.[3]", all, "misere-quotient", trivial), "infinitely many rules"),
        (certificate("0.0", automatic, "automaton", &zero(3)), "automata in base 3"),
        (certificate("0.7!", automatic, "automaton", &zero(2)), "rules with conditions"),
        (certificate("AllBut(1)", automatic, "automaton", &zero(2)), "all-but games"),
        (certificate("0.0", r#"{"kind": "ruler"}"#, "automaton", &zero(2)), "without laws"),
    ] {
        let refusal = export(&certificate, &Options::default()).unwrap_err().to_string();
        assert!(refusal.contains(reason), "{refusal:?} should say {reason:?}");
        assert_eq!(refusal.lines().count(), 1);
    }
}
