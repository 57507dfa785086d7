//! Periodic sequences without automata: finite rules, all-but games, recurring codes.

use crate::file::File;
use crate::game::{Game, Words};
use crate::{Refusal, list, sparse};
use sprague_certificate::{Recurrence, Regularity, SparseWindow};
use sprague_games::moves::Condition;

/// From so many values on, a sparse window is tried before Austin's theorem.
const MANY: u64 = 3000;
/// A computation of more steps than this would take Coq's virtual machine hours.
const MOST_STEPS: f64 = 2e10;
/// The same for a table that only adds to a theorem: it may take some seconds.
const MOST_STEPS_OF_A_TABLE: f64 = 2e7;

/// The comment on a law whose preperiod and period are the least; G or H, the values with a pass.
pub(crate) fn least(sequence: char, law: &Regularity) -> String {
    let Regularity { preperiod, period, saltus } = law;
    let plus = if *saltus > 0 { format!(" + {saltus}") } else { String::new() };
    format!(
        "{sequence}(n + {period}) = {sequence}(n){plus} for all n >= {preperiod}; the preperiod and the period are the least."
    )
}

/// How the certificate of a periodic game proves it.
pub(crate) enum By<'a> {
    /// By a sparse window.
    Sparse(&'a SparseWindow),
    /// By a window of the values, for so many periods.
    Window(u64),
}

/// Finitely many rules, periodic.
pub(crate) fn periodic(
    file: &mut File,
    game: &Game,
    law: &Regularity,
    by: &By,
) -> Result<(), Refusal> {
    let (l, p) = (law.preperiod, law.period);
    let heaps = game.most_heaps();
    let (window, multiple) = match by {
        By::Sparse(window) => (Some(*window), 1),
        By::Window(multiple) => (None, *multiple),
    };
    let q = p.saturating_mul(multiple);
    let values = l.saturating_add(q).saturating_mul(heaps).saturating_add(game.greatest_take());
    let before = match &game.words {
        Words::Before { before, .. } => Some(list(before)),
        _ => None,
    };
    let many = values > MANY && !file.options.austin && multiple == 1 && before.is_none();
    let evidence =
        if window.is_some() || many { sparse::evidence(game, law, window)? } else { None };
    if window.is_some() && evidence.is_none() {
        return Err(Refusal::new(format!("{}: no probes for the sparse window", game.rules)));
    }
    // The rules as the checkers take them.
    let rules = before.as_ref().map_or("rules".to_owned(), |before| format!("{before} rules"));
    let (check, arguments) = if let Some(evidence) = evidence {
        file.define("The probes of the sparse window.", "evidence", &evidence.to_string());
        ("check_sparse", format!("rules {l} {p} evidence"))
    } else {
        conditions(game, q)?;
        affordable(game, values)?;
        match (&before, multiple) {
            (Some(_), _) => ("check_before", format!("{rules} {l} {p}")),
            (None, 1) => ("check_periodic", format!("rules {l} {p}")),
            (None, multiple) => ("check_multiple", format!("rules {l} {p} {multiple}")),
        }
    };
    file.compute("period_computed", &format!("{check} {arguments}"));
    let proof = format!("exact ({check}_sound {arguments} period_computed).");
    let statement = format!(r"decreasing game /\ least_regular (G game) {l} {p} 0");
    file.theorem(&least('G', law), "period", statement, &proof);
    file.ends("period");
    if l.saturating_add(p) > file.options.table || heaps > 2 {
        file.play();
        return Ok(());
    }
    file.define(
        &format!(
            "The values of the first heaps; every larger heap is equal to one of the last {p}."
        ),
        "values",
        &list(game.values(l + p)?),
    );
    let table = if before.is_some() { "check_before_table" } else { "check_table" };
    file.compute("table_computed", &format!("{table} {rules} {l} {p} values"));
    file.theorem(
        "The table is right.",
        "table",
        format!("forall n, G game n = in_table values {l} {p} n"),
        &format!(
            "exact ({table}_sound {rules} {l} {p} values table_computed (proj1 (proj2 period)))."
        ),
    );
    file.play_by(&format!("in_table values {l} {p}"));
    Ok(())
}

/// Refuses conditions for which the library has no bound (`bound` in `Periodic.v`).
pub(crate) fn conditions(game: &Game, period: u64) -> Result<(), Refusal> {
    for m in game.moves.iter().filter(|m| m.heaps >= 2) {
        let covered = match m.condition {
            Condition::Any | Condition::Distinct | Condition::NotAllEqual => true,
            Condition::DifferAtLeast(_) => m.heaps == 2,
            Condition::AllEqual => {
                m.heaps.is_multiple_of(2) && period.is_multiple_of(m.heaps.into())
            }
        };
        if !covered {
            return Err(game.not_covered(match m.condition {
                Condition::AllEqual => {
                    "equal heaps, unless their number is even and divides the period"
                }
                _ => "three or more heaps that differ by two or more",
            }));
        }
    }
    Ok(())
}

/// Refuses what Coq would compute for many hours: options are counted rule by rule.
pub(crate) fn affordable(game: &Game, values: u64) -> Result<(), Refusal> {
    let n = values as f64;
    let steps: f64 = game
        .moves
        .iter()
        .map(|m| match m.heaps {
            0 | 1 => n,
            h => (1..=h).fold(1.0, |product, i| product * n / f64::from(i)),
        })
        .sum();
    if steps > MOST_STEPS {
        return Err(Refusal::new(format!(
            "{}: {values} values by the definition are too many for Coq",
            game.rules
        )));
    }
    Ok(())
}

/// All-but games.
pub(crate) fn all_but(file: &mut File, game: &Game, law: &Regularity) -> Result<(), Refusal> {
    let Words::AllBut(set) = &game.words else { return Ok(()) };
    let Regularity { preperiod: l, period: p, saltus: s } = law;
    let greatest = set.iter().max().copied().unwrap_or(0);
    affordable_power(game, l.saturating_add(2 * greatest).saturating_add(p.saturating_mul(2)), 2)?;
    let arguments = format!("{} {l} {p} {s}", list(set));
    decided(file, game, law, "law", "check_all_but", &arguments)
}

/// Recurring codes with periodic sequences.
pub(crate) fn recurring(
    file: &mut File,
    game: &Game,
    law: &Regularity,
    multiple: u64,
) -> Result<(), Refusal> {
    let (l, p) = (law.preperiod, law.period);
    let window = p.saturating_mul(multiple).saturating_add(l).saturating_mul(game.most_heaps());
    affordable_power(game, window, 2)?;
    let Words::Recurring { before, after, block } = &game.words else { return Ok(()) };
    let code = format!("{before} {} {}", list(after), list(block));
    let arguments = format!("{code} {l} {p} {multiple}");
    decided(file, game, law, "period", "check_recurring", &arguments)
}

/// Finite codes that leave three heaps, arithmetic-periodic.
pub(crate) fn sedecimal(
    file: &mut File,
    game: &Game,
    law: &Regularity,
    multiple: u64,
) -> Result<(), Refusal> {
    let code = match &game.words {
        Words::Rules(rules) => rules.strip_prefix("code "),
        _ => None,
    };
    let Some(code) = code else {
        return Err(game.not_covered("arithmetic-periodic finite rules that are no plain code"));
    };
    affordable(game, growing_values(game, law, multiple))?;
    let Regularity { preperiod: l, period: p, saltus: s } = law;
    decided(file, game, law, "law", "check_sedecimal", &format!("{code} {l} {p} {s} {multiple}"))
}

/// Recurring codes, arithmetic-periodic; `single` where no move leaves two heaps.
pub(crate) fn growing(
    file: &mut File,
    game: &Game,
    law: &Regularity,
    by: Recurrence,
    single: bool,
) -> Result<(), Refusal> {
    let Words::Recurring { before, after, block } = &game.words else { return Ok(()) };
    let Recurrence { multiple, blocks } = by;
    let t = blocks.saturating_mul(block.len() as u64);
    let values = growing_values(game, law, multiple).saturating_add(t);
    // A heap has as many rules as tokens, and a rule is a walk through the values.
    affordable_power(game, values, game.most_heaps().max(2) as i32 + 1)?;
    let check = if single { "check_recurring_tetral" } else { "check_recurring_octal" };
    let Regularity { preperiod: l, period: p, saltus: s } = law;
    let code = format!("{before} {} {}", list(after), list(block));
    decided(file, game, law, "law", check, &format!("{code} {l} {p} {s} {multiple} {blocks}"))
}

/// How many values the library computes of a sequence that grows (`window_of` in `ArithmeticCodes.v`).
fn growing_values(game: &Game, law: &Regularity, multiple: u64) -> u64 {
    let periods = 1u64.checked_shl(game.most_heaps() as u32).unwrap_or(u64::MAX).max(6);
    let window = law.period.saturating_mul(multiple).saturating_mul(periods);
    window.saturating_add(law.preperiod.max(1))
}

/// A law that one computation decides, and who wins.
fn decided(
    file: &mut File,
    game: &Game,
    law: &Regularity,
    name: &'static str,
    check: &str,
    arguments: &str,
) -> Result<(), Refusal> {
    let Regularity { preperiod: l, period: p, saltus: s } = law;
    let computed = format!("{name}_computed");
    file.compute(&computed, &format!("{check} {arguments}"));
    let proof = format!("exact ({check}_sound {arguments} {computed}).");
    let statement = format!(r"decreasing game /\ least_regular (G game) {l} {p} {s}");
    file.theorem(&least('G', law), name, statement, &proof);
    file.ends(name);
    values_and_play(file, game, law, &format!("(proj1 (proj2 {name}))"))
}

/// The values of the first heaps, computed by the definition, those of all others by them, and who wins;
/// `regular` proves the law. Without values where they are many.
pub(crate) fn values_and_play(
    file: &mut File,
    game: &Game,
    law: &Regularity,
    regular: &str,
) -> Result<(), Refusal> {
    let Regularity { preperiod: l, period: p, saltus: s } = *law;
    let count = l.saturating_add(p);
    let steps = (count as f64).powi(game.most_heaps() as i32 + 1);
    if count > file.options.table || steps > MOST_STEPS_OF_A_TABLE {
        file.play();
        return Ok(());
    }
    let (sound, table, rest) = if s == 0 {
        ("first_table_sound", format!("in_table values {l} {p}"), String::new())
    } else {
        let rest = format!(", and {s} more for every {p}");
        ("growing_table_sound", format!("in_growing_table values {l} {p} {s}"), rest)
    };
    file.define(
        &format!(
            "The values of the first heaps; a larger heap has that of one of the last {p}{rest}."
        ),
        "values",
        &list(game.values(count)?),
    );
    file.compute("table_computed", &format!("check_first_values game {l} {p} values"));
    let saltus = if s == 0 { String::new() } else { format!(" {s}") };
    file.theorem(
        "The table is right.",
        "table",
        format!("forall n, G game n = {table} n"),
        &format!("exact ({sound} game {l} {p}{saltus} values game_ends {regular} table_computed)."),
    );
    file.play_by(&table);
    Ok(())
}

/// Refuses more values than Coq computes in hours where they cost a power of their number.
pub(crate) fn affordable_power(game: &Game, values: u64, power: i32) -> Result<(), Refusal> {
    if (values as f64).powi(power) > MOST_STEPS {
        return Err(Refusal::new(format!(
            "{}: {values} values by the definition are too many for Coq",
            game.rules
        )));
    }
    Ok(())
}
