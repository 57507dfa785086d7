//! Positions: who wins, and how; misere play.

use crate::error::{computation, read, seconds};
use crate::work::run;
use pyo3::prelude::*;
use serde_json::json;
use sprague::misere::{HeapsSize, QuotientSize};
use sprague::{Budget, Convention, Game, Judge, Position};
use sprague_answers::best::BestAnswer;

/// Outcome, value and winning moves of a position: the JSON object of `sprague best`.
#[pyfunction]
pub fn best(
    py: Python<'_>,
    position: &str,
    misere: bool,
    most: usize,
    time: f64,
) -> PyResult<String> {
    let position: Position = read(py, position)?;
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    let judge = Judge::new(convention).listing(most);
    let budget = Budget::new().time(seconds(time)?);
    let best = run(py, &budget, || position.best_by(&judge, &budget))?.map_err(computation)?;
    Ok(sprague_answers::json(&BestAnswer::new(&position, best.details(), most)))
}

/// Misere nim-values, genus and canonical forms of the heaps 0 to `to`: a JSON object.
#[pyfunction]
pub fn misere(
    py: Python<'_>,
    rules: &str,
    to: u32,
    forms: usize,
    symbols: usize,
) -> PyResult<String> {
    let game: Game = read(py, rules)?;
    let budget = Budget::unlimited();
    let most = HeapsSize { forms, symbols, ..HeapsSize::default() };
    let found =
        run(py, &budget, || game.misere_heaps_within(to, &most, &budget))?.map_err(computation)?;
    if let Some(error) = found.stopped {
        let last = found.heaps.len().saturating_sub(1);
        return Err(computation(format!("the genus is known to heap {last} only: {error}")));
    }
    Ok(json!({
        "game": game.to_string(),
        "misere_values": found.heaps.iter().map(|heap| heap.value).collect::<Vec<_>>(),
        "genus": found.heaps.iter().map(|heap| heap.genus.as_str()).collect::<Vec<_>>(),
        "canonical_forms": found.heaps.iter().map(|heap| &heap.form).collect::<Vec<_>>(),
        "tame": found.first_wild().is_none(),
    })
    .to_string())
}

/// The misere quotient: a JSON object, and the certificate of the whole game's quotient where
/// its period is proved, else of that of the heaps reached.
#[pyfunction]
pub fn misere_quotient(
    py: Python<'_>,
    rules: &str,
    to: u32,
    classes: usize,
) -> PyResult<(String, Option<String>)> {
    let game: Game = read(py, rules)?;
    let budget = Budget::unlimited();
    let answer = run(py, &budget, || -> Result<(String, Option<String>), String> {
        let most = QuotientSize { classes, ..QuotientSize::default() };
        let solved =
            game.misere_quotient_within(to, most, &budget).map_err(|error| error.to_string())?;
        let quotient = &solved.quotient;
        let table: Vec<Vec<u16>> = quotient.table().map(<[u16]>::to_vec).collect();
        let p: Vec<u16> =
            (0..quotient.order() as u16).filter(|class| quotient.is_p(*class)).collect();
        let period = solved.period.as_ref().ok().and_then(|lanes| lanes.first());
        let object = json!({
            "order": quotient.order(),
            "status": if period.is_some() { "proved" } else { "open" },
            "preperiod": period.map(|p| p.preperiod),
            "period": period.map(|p| p.period),
            "presentation": quotient.presentation().to_string(),
            "p_classes": p,
            "table": table,
            "pretending_function": quotient.pretending_function(),
            "largest": quotient.largest(),
        });
        let rules = game.rules();
        let certificate = Some(solved.certificate(rules).to_json());
        Ok((object.to_string(), certificate))
    })?;
    answer.map_err(computation)
}
