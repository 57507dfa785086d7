//! Austin's Table 7.7: sedecimal games.

use super::{Table, regularity_cells, sequence, solve_all, standard_form_cell};
use sprague_budget::{Budget, Spent};
use sprague_games::Ruleset;

/// The sedecimal codes of `digits` digits (at most 3) with a digit of at least 8. Unless `all`,
/// only those that are seen to be arithmetic-periodic. Each game within the values of the budget.
pub fn sedecimal(digits: u32, all: bool, budget: &Budget) -> Result<Table, Spent> {
    let digits = digits.clamp(1, 3) as usize;
    let names: Vec<String> = (0..16u32.pow(digits as u32))
        .map(|i| format!("{i:0digits$X}"))
        .filter(|name| name.chars().any(|c| c >= '8'))
        .map(|name| format!("0.{name}"))
        .collect();
    let games: Vec<Ruleset> = names.iter().filter_map(|name| name.parse().ok()).collect();
    let rows = solve_all(&games, budget)?
        .into_iter()
        .filter_map(|solution| {
            let solution = solution?;
            let kind = solution.claim().map_or("open", |claim| claim.kind().name());
            if !all && kind != "arithmetic-periodic" {
                return None;
            }
            let form = standard_form_cell(&solution);
            let [preperiod, period, saltus, status] = regularity_cells(&solution);
            Some(vec![
                solution.game.to_string(),
                form,
                sequence(&solution),
                kind.to_owned(),
                preperiod,
                period,
                saltus,
                status,
            ])
        })
        .collect();
    Ok(Table {
        title: format!("Sedecimal games of {digits} digits (Austin, Table 7.7)"),
        columns: vec![
            "code",
            "standard form",
            "G-sequence",
            "kind",
            "preperiod",
            "period",
            "saltus",
            "status",
        ],
        rows,
    })
}
