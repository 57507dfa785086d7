//! Games that a closed form solves and nobody could compute.

use super::{ClosedFormClaim, Evidence, Solution, Status};
use crate::closed_form::{BigRegularity, ClosedForm};
use crate::values::Values;
use num_traits::ToPrimitive;
use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim, Proof, Regularity};
use sprague_checker::{check, default_budget};
use sprague_games::Ruleset;

/// With more values to compute than this the regularity is taken from a closed form.
const LONG: u64 = 1 << 22;
/// The greatest number of blocks of equal values for which a certificate is written.
const MAX_BLOCKS: u64 = 1 << 20;

/// So many values are read off the closed form.
const FIRST: u64 = 1 << 10;

/// What a closed form says about a game that is too long to compute; a certificate where the
/// formula is shown to be right by tiles, or where the checker can recompute the sequence, in runs of
/// equal values.
pub(super) fn by_formula(
    rules: &Ruleset,
    form: &dyn ClosedForm,
    budget: &Budget,
) -> Option<(ClosedFormClaim, Option<Claim>, Option<Proof>, Values)> {
    let regularity = form.regularity()?;
    let stated = regularity.claim();
    let claim = stated.as_ref().and_then(Claim::regularity);
    let needed = |claim: Regularity| {
        let set = rules.subtraction_set().or_else(|| rules.all_but());
        let largest = set.map_or(0, |set| set.max());
        let two = claim.period.saturating_mul(2).saturating_add(claim.preperiod);
        two.saturating_add(2 * largest)
    };
    if claim.is_some_and(|claim| needed(claim) <= LONG.min(budget.most_values())) {
        return None;
    }
    let tiled = stated.as_ref().and_then(|claim| by_tiles(rules, form, claim, budget));
    // The judge that computes runs of equal values reads sets that are spelled as sets.
    let in_runs = || {
        rules.written_subtraction().and_then(|set| {
            claim
                .map(needed)
                .zip(set.members().first())
                // Blocks of a equal values, some of them cut.
                .filter(|(needed, a)| needed / **a <= MAX_BLOCKS)
                .map(|_| Proof::FiniteSubtraction)
        })
    };
    let proof = tiled.or_else(in_runs);
    let values = (0..FIRST).filter_map(|n| form.at(&n.into()).to_u32()).collect();
    let formula = ClosedFormClaim { theorem: form.theorem(), regularity: Some(regularity) };
    Some((formula, stated, proof, Values::Wide(values)))
}

/// The formula as tiles, where the checker reads these rules as numbers to take and accepts it.
fn by_tiles(
    rules: &Ruleset,
    form: &dyn ClosedForm,
    claim: &Claim,
    budget: &Budget,
) -> Option<Proof> {
    let tiling = form.tiling(&budget.clone().steps(u64::MAX))?;
    let proof = Proof::Tiling(Box::new(tiling));
    let certificate = Certificate { game: rules.to_string(), claim: claim.clone(), proof };
    check(&certificate, None, &default_budget()).ok()?;
    Some(certificate.proof)
}

/// The formula as the claim of a certificate, where the checker reads these rules as those of its theorem.
fn stated(rules: &Ruleset, form: &dyn ClosedForm) -> Option<Certificate> {
    let (claim, proof) = form.claim()?;
    let certificate = Certificate { game: rules.to_string(), claim, proof };
    check(&certificate, None, &default_budget()).ok()?;
    Some(certificate)
}

/// So many values are compared with a formula before it is believed to be about this game.
const COMPARED: usize = 1 << 12;

/// A solution that proves nothing by values, with the closed form of the game as its proof.
pub(super) fn or_by_formula(mut found: Solution) -> Solution {
    let Some(form) = found.closed_form.clone().filter(|_| found.status() != Status::Proved) else {
        return found;
    };
    // The theorem needs no such look; a mistake in reading the rules would be seen by it.
    let agrees = |(n, &value): (usize, &u32)| form.at(&n.into()) == value.into();
    if !found.values.first(COMPARED).iter().enumerate().all(agrees) {
        debug_assert!(false, "{} of {}", form.theorem(), found.game);
        return found;
    }
    let regularity = form.regularity();
    let claim = regularity.as_ref().and_then(BigRegularity::claim);
    found.evidence = match stated(&found.game, form.as_ref()) {
        Some(certificate) => Evidence::Unchecked(Box::new(certificate)),
        None => Evidence::ClosedForm { theorem: form.theorem(), claim },
    };
    found.formula = Some(ClosedFormClaim { theorem: form.theorem(), regularity });
    found.stopped = None;
    found
}
