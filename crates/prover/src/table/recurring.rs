//! Austin's Tables 7.4 to 7.6: infinite recurring octal games.

use super::{Table, regularity_cells, sequence, solve_all, standard_form_cell};
use sprague_budget::{Budget, Spent};
use sprague_games::Ruleset;

/// The recurring codes `.[d1d2]`, `.d1[d2]` and `4.[d1]`: sequence, preperiod, period, saltus.
/// Each game within the values of the budget.
pub fn recurring_octal(budget: &Budget) -> Result<Table, Spent> {
    let pairs = || (0..8).flat_map(|a| (0..8).map(move |b| (a, b)));
    let names: Vec<String> = pairs()
        .map(|(a, b)| format!("0.[{a}{b}]"))
        .chain(pairs().map(|(a, b)| format!("0.{a}[{b}]")))
        .chain((0..8).map(|a| format!("4.[{a}]")))
        .chain(["0.[330]", "0.[3003003]"].map(str::to_owned))
        .collect();
    let games: Vec<Ruleset> = names.iter().filter_map(|name| name.parse().ok()).collect();
    let rows = solve_all(&games, budget)?
        .into_iter()
        .zip(&names)
        .filter_map(|(solution, name)| {
            let solution = solution?;
            let form = standard_form_cell(&solution);
            let [preperiod, period, saltus, status] = regularity_cells(&solution);
            Some(vec![name.clone(), form, sequence(&solution), preperiod, period, saltus, status])
        })
        .collect();
    Ok(Table {
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
    })
}
