//! Austin's Tables 7.4 to 7.6: infinite recurring octal games.

use super::{Table, regularity_cells, sequence, solve_all, standard_form_cell};
use sprague_games::Ruleset;

/// The recurring codes `.[d1d2]`, `.d1[d2]` and `4.[d1]`: sequence, preperiod, period, saltus.
pub fn recurring_octal(limit: u64, threads: usize) -> Table {
    let pairs = || (0..8).flat_map(|a| (0..8).map(move |b| (a, b)));
    let names: Vec<String> = pairs()
        .map(|(a, b)| format!("0.[{a}{b}]"))
        .chain(pairs().map(|(a, b)| format!("0.{a}[{b}]")))
        .chain((0..8).map(|a| format!("4.[{a}]")))
        .chain(["0.[330]", "0.[3003003]"].map(str::to_owned))
        .collect();
    let games: Vec<Ruleset> = names.iter().filter_map(|name| name.parse().ok()).collect();
    let rows = solve_all(&games, limit, threads)
        .into_iter()
        .zip(&names)
        .filter_map(|(solution, name)| {
            let solution = solution?;
            let form = standard_form_cell(&solution);
            let [preperiod, period, saltus, status] = regularity_cells(&solution);
            Some(vec![name.clone(), form, sequence(&solution), preperiod, period, saltus, status])
        })
        .collect();
    Table {
        title:
            "Infinite recurring octal games .[d1d2], .d1[d2], 4.[d1] (Austin, Tables 7.4 to 7.6)"
                .to_owned(),
        columns: vec![
            "code",
            "standard form",
            "G-sequence",
            "preperiod",
            "period",
            "saltus",
            "status",
        ],
        rows,
    }
}
