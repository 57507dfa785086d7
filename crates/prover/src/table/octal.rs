//! Austin's Tables 7.2 and 7.3: octal games with few digits, and the guide to them.

use super::{Table, regularity_cells, sequence, solve_all};
use crate::{Solution, Status};
use sprague_budget::{Budget, Spent};
use sprague_certificate::Claim;
use sprague_games::standard_form::{one_token_smaller, standard_form};
use sprague_games::{Code, Ruleset};
use std::collections::HashMap;

/// The tables of octal games.
#[derive(Clone, Debug)]
pub struct OctalGuide {
    /// Table 7.2: one row for each nim-sequence.
    pub table: Table,
    /// Table 7.3: for each code the row of Table 7.2 that shows its sequence.
    pub guide: Table,
}

/// Two codes have the same standard nim-sequence: proved where both are regular, else only on
/// the values computed.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Regular(Vec<u32>, u64, u64),
    Data(Vec<u32>),
}

fn key(solution: &Solution) -> Key {
    match (solution.claim(), solution.status()) {
        (Some(Claim::Regular(r)), Status::Proved) => Key::Regular(
            solution.values.first((r.preperiod + r.period) as usize),
            r.preperiod,
            r.period,
        ),
        _ => Key::Data(solution.values.first(2000)),
    }
}

/// All codes .d1...dk with k = `digits` (at most 4) octal digits, and 4.d1...d(k-1): one row
/// for each nim-sequence of a standard form, which is computed to the values of the budget if need be.
pub fn octal(digits: u32, budget: &Budget) -> Result<OctalGuide, Spent> {
    let digits = digits.clamp(1, 4);
    let mut names: Vec<String> = (0..8u32.pow(digits))
        .map(|i| format!("0.{:0width$o}", i, width = digits as usize))
        .collect();
    names.extend((0..8u32.pow(digits - 1)).map(|i| {
        if digits == 1 {
            "4.0".to_owned()
        } else {
            format!("4.{:0width$o}", i, width = digits as usize - 1)
        }
    }));
    let codes: Vec<Code> = names.iter().filter_map(|name| name.parse().ok()).collect();
    // Each standard form is solved once.
    let forms: Vec<Option<Code>> =
        codes.iter().map(|code| standard_form(code).map(|form| form.code)).collect();
    let mut distinct: Vec<Code> = Vec::new();
    let mut number: HashMap<Code, usize> = HashMap::new();
    for form in forms.iter().flatten() {
        number.entry(form.clone()).or_insert_with(|| {
            distinct.push(form.clone());
            distinct.len() - 1
        });
    }
    let games: Vec<Ruleset> = distinct.iter().cloned().map(Ruleset::from).collect();
    let solutions = solve_all(&games, budget)?;

    let mut row_of: HashMap<Key, usize> = HashMap::new();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut representative: Vec<String> = Vec::new();
    let mut entries: Vec<String> = Vec::new();
    for ((name, code), form) in names.iter().zip(&codes).zip(&forms) {
        let solution = form.as_ref().and_then(|form| solutions[number[form]].as_ref());
        let (Some(form), Some(solution)) = (form, solution) else {
            entries.push("*".to_owned()); // 0.0 has no standard form; all its values are 0
            continue;
        };
        let row = *row_of.entry(key(solution)).or_insert_with(|| {
            let short = Ruleset::from(code.clone()).to_string();
            let cousin = one_token_smaller(code)
                .filter(|cousin| cousin != form)
                .map(|cousin| cousin.to_string())
                .unwrap_or_default();
            let [preperiod, period, _, status] = regularity_cells(solution);
            rows.push(vec![
                short.clone(),
                cousin,
                form.to_string(),
                sequence(solution),
                preperiod,
                period,
                status,
            ]);
            representative.push(short);
            rows.len() - 1
        });
        let own = name.trim_end_matches('0').trim_end_matches('.');
        let shown = representative[row].as_str();
        entries.push(if own == shown { "-".to_owned() } else { shown.to_owned() });
    }
    let guide_rows = names
        .chunks(8)
        .zip(entries.chunks(8))
        .map(|(names, entries)| {
            let head = names[0].strip_suffix('0').unwrap_or(&names[0]).to_owned();
            std::iter::once(head).chain(entries.iter().cloned()).collect()
        })
        .collect();
    Ok(OctalGuide {
        table: Table {
            title: format!(
                "Octal games .d1..d{digits} and 4.d1..d{}: nim-sequences of the standard forms (Austin, Table 7.2)",
                digits - 1
            ),
            columns: vec!["code", "first cousin", "standard form", "G-sequence", "preperiod", "period", "status"],
            rows,
        },
        guide: Table {
            title: "Guide: the row whose sequence a code has, '-' for itself, '*' for all zeros (Austin, Table 7.3)".to_owned(),
            columns: vec!["digits", "0", "1", "2", "3", "4", "5", "6", "7"],
            rows: guide_rows,
        },
    })
}
