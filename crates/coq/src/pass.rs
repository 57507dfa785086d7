//! Games with a pass: the values with the pass, by the theorem `pass` or by an automaton.

use crate::file::File;
use crate::game::{Game, Words};
use crate::regular::{affordable, affordable_power, conditions, least};
use crate::{Refusal, automaton, list};
use sprague_certificate::{Claim, Pass, Proof, Regularity};
use sprague_games::moves::Condition;

/// What the certificate of a game with a pass proves.
pub(crate) fn export(
    file: &mut File,
    game: &Game,
    claim: &Claim,
    proof: &Proof,
) -> Result<(), Refusal> {
    match (proof, claim, &game.words) {
        (Proof::Pass(by), Claim::Regular(law), Words::Rules(_)) if law.saltus == 0 => {
            periodic(file, game, law, *by)
        }
        (Proof::Pass(by), Claim::Regular(law), Words::AllBut(set)) if law.saltus > 0 => {
            let reach = set.iter().max().copied().unwrap_or(0);
            grows(file, game, law, *by, reach, ("check_all_but_pass", list(set)))
        }
        (Proof::Pass(by), Claim::Regular(law), Words::Recurring { before: 0, after, block })
            if law.saltus > 0 && matches!(block[..], [2 | 3]) =>
        {
            let code = format!("{} {}", list(after), block[0]);
            grows(file, game, law, *by, after.len() as u64, ("check_recurring_pass", code))
        }
        (Proof::Pass(by), Claim::Regular(law), Words::Recurring { before, after, block })
            if law.saltus == 0 =>
        {
            let code = format!("{before} {} {}", list(after), list(block));
            recurring(file, game, law, *by, &code)
        }
        (Proof::Automaton(evidence), _, Words::Rules(_) | Words::Recurring { .. }) => {
            automaton::export(file, game, claim, evidence)
        }
        (Proof::MisereQuotient(_), ..) => {
            Err(game.not_covered("misere quotients of games with a pass"))
        }
        _ => Err(game.not_covered(&format!("the theorem {} for this game", proof.theorem()))),
    }
}

/// Finitely many rules.
fn periodic(file: &mut File, game: &Game, law: &Regularity, by: Pass) -> Result<(), Refusal> {
    let (l, p) = (law.preperiod, law.period);
    let Pass { from, multiple } = by;
    let q = p.saturating_mul(multiple);
    if game.moves.iter().any(|m| m.heaps >= 2 && m.condition == Condition::AllEqual) {
        return Err(game.not_covered("equal heaps, one of which keeps the pass"));
    }
    conditions(game, p)?;
    let heaps = game.most_heaps();
    let window = from.saturating_add(q).saturating_mul(heaps).saturating_add(game.greatest_take());
    affordable(game, window)?;
    let arguments = format!("rules {l} {p} {from} {multiple}");
    file.compute("period_computed", &format!("check_pass {arguments}"));
    let statement = format!(r"decreasing game /\ least_regular (value_with_pass plain) {l} {p} 0");
    let proof = format!("exact (check_pass_sound {arguments} period_computed).");
    file.theorem(&least('H', law), "period", statement, &proof);
    file.ends("period");
    if l.saturating_add(p) > file.options.table || heaps > 2 {
        play(file);
        return Ok(());
    }
    file.define(
        &format!(
            "The values of the first heaps with the pass; every larger heap is equal to one of the last {p}."
        ),
        "values",
        &list(game.values(l + p)?),
    );
    file.compute("table_computed", &format!("check_pass_table rules {l} {p} values"));
    file.theorem(
        "The table is right.",
        "table",
        format!("forall n, value_with_pass plain n = in_table values {l} {p} n"),
        &format!(
            "exact (check_pass_table_sound rules {l} {p} values table_computed (proj1 (proj2 period)))."
        ),
    );
    file.theorem(
        "Who wins, all heaps having their passes: lost for the player to move exactly when the nim-sum of the table values is 0.",
        "play",
        format!(
            "forall p : position, lost game (map with_pass p) <-> nim_sum (map (in_table values {l} {p}) p) = 0"
        ),
        "intros p. rewrite (play_with_pass plain p game_ends), (map_ext _ _ table). reflexivity.",
    );
    Ok(())
}

/// Every large number may be taken, and at most one heap is left; the checker and the game it is told.
fn grows(
    file: &mut File,
    game: &Game,
    law: &Regularity,
    by: Pass,
    reach: u64,
    (check, told): (&str, String),
) -> Result<(), Refusal> {
    let Regularity { preperiod: l, period: p, saltus: s } = law;
    let Pass { from, multiple } = by;
    let values = p
        .saturating_mul(multiple)
        .saturating_add(*p)
        .saturating_add(reach)
        .saturating_add(from)
        .saturating_mul(2);
    affordable_power(game, values, 3)?;
    decided(file, law, "law", check, &format!("{told} {l} {p} {s} {from} {multiple}"));
    Ok(())
}

/// Periodic recurring codes.
fn recurring(
    file: &mut File,
    game: &Game,
    law: &Regularity,
    by: Pass,
    code: &str,
) -> Result<(), Refusal> {
    let Pass { from, multiple } = by;
    let (l, p) = (law.preperiod, law.period);
    let window = p.saturating_mul(multiple).saturating_add(from).saturating_mul(game.most_heaps());
    // The rules of a heap are as many as its tokens, and both sequences are computed.
    affordable_power(game, window.saturating_mul(2), game.most_heaps() as i32 + 1)?;
    let arguments = format!("{code} {l} {p} {from} {multiple}");
    decided(file, law, "period", "check_recurring_pass_period", &arguments);
    Ok(())
}

/// A law that one computation decides, and who wins.
fn decided(file: &mut File, law: &Regularity, name: &'static str, check: &str, arguments: &str) {
    let Regularity { preperiod: l, period: p, saltus: s } = law;
    let computed = format!("{name}_computed");
    file.compute(&computed, &format!("{check} {arguments}"));
    let statement =
        format!(r"decreasing game /\ least_regular (value_with_pass plain) {l} {p} {s}");
    let proof = format!("exact ({check}_sound {arguments} {computed}).");
    file.theorem(&least('H', law), name, statement, &proof);
    file.ends(name);
    play(file);
}

/// Who wins, by the values with the pass.
pub(crate) fn play(file: &mut File) {
    file.theorem(
        "Who wins, all heaps having their passes: lost for the player to move exactly when the nim-sum is 0.",
        "play",
        "forall p : position, lost game (map with_pass p) <-> nim_sum (map (value_with_pass plain) p) = 0",
        "intros p. exact (play_with_pass plain p game_ends).",
    );
}
