//! One game looked at: the unit of work of a census, a pure function of rules and budget.

use crate::error::Error;
use crate::nearness;
use crate::row::{CertificateText, Row, sha256};
use crate::sparse::sparse_space;
use serde::{Deserialize, Serialize};
use sprague_budget::{Budget, Instant};
use sprague_certificate::{Certificate, Claim};
use sprague_checker::Step;
use sprague_games::Ruleset;
use sprague_games::standard_form::standard_form;
use sprague_prover::{Method, Solution, Status};

/// What the survey of a game may cost where nothing else is said: 2 GB and any time; how many
/// values are computed depends on the game, see [`values_surveyed`].
pub fn default_budget() -> Budget {
    Budget::unlimited().bytes(2 << 30)
}

/// The number of values a survey of this game computes at most: what the budget says, or
/// where it sets no limit 20000, but 4096 where a move may leave three heaps or more.
pub fn values_surveyed(rules: &Ruleset, budget: &Budget) -> u64 {
    match budget.most_values() {
        u64::MAX => default_values(rules),
        limit => limit.max(1),
    }
}

/// The limit on the time of each game, in seconds.
pub(crate) fn seconds(budget: &Budget) -> Option<f64> {
    budget.question_time().map(|time| time.as_secs_f64())
}

/// The values a census computes where nothing is said: 20000, but 4096 where a move may leave
/// three heaps or more, because values grow with n there and each costs more.
fn default_values(rules: &Ruleset) -> u64 {
    if most_heaps(rules) <= 2 { 20_000 } else { 4_096 }
}

/// The most heaps a move may leave.
fn most_heaps(rules: &Ruleset) -> u32 {
    match rules.as_code() {
        Some(code) => code.max_heaps().unwrap_or(u32::MAX),
        None => 2,
    }
}

/// A rough guess at the time to look at a game, in arbitrary units: for sorting and batching.
pub(crate) fn expected_cost(rules: &Ruleset, budget: &Budget) -> f64 {
    let n = values_surveyed(rules, budget) as f64;
    let Some(code) = rules.as_code() else { return n };
    let splits = code
        .digits()
        .filter_map(sprague_games::code::Digit::bits)
        .filter(|bits| *bits >= 4)
        .count();
    match (most_heaps(rules), splits) {
        (_, 0) => n,
        (0..=2, _) => n * n / 2.0 * splits as f64 / 8.0,
        // Values grow like n: sets of n values, n times.
        _ => n * n * splits as f64,
    }
}

/// A row and its certificate, as a survey hands them over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    /// The row of the game, which represents itself here.
    pub row: Row,
    /// The certificate, where there is one.
    pub certificate: Option<CertificateText>,
}

/// Looks at one game, for as long and as far as the budget allows each question. Where the
/// budget is stopped, or its deadline for the whole work is met, this is [`Error::Stopped`].
///
/// The row says `checked` when the independent checker verified the certificate. Where the
/// checker would need more than about ten seconds or 2 GB the row is `observed`, with its
/// certificate; where it rejects the certificate for any other reason, without.
pub fn survey(rules: &Ruleset, budget: &Budget) -> Result<Survey, Error> {
    let start = Instant::now();
    let own = budget.clone().values(values_surveyed(rules, budget)).started();
    let mut solution = sprague_prover::solve(rules, &own, Method::Auto)
        .map_err(|error| Error::Refused { game: rules.to_string(), reason: error.to_string() })?;
    // Cheap certificates are checked by now. What the checker has to say is in the solution:
    // where it rejects the proof, there is none.
    let _ = solution.check(&check_budget().stopped_by(&budget.stop_handle()));
    if budget.is_spent() {
        return Err(Error::Stopped);
    }
    let mut row = row(&solution, budget);
    let text = solution.certificate().map(|found| CertificateText::new(found.to_json()));
    row.checked = solution.is_checked() == Some(true);
    row.checked_on = row.checked.then(today);
    row.certificate = text.as_ref().map(|found| found.hash.clone());
    if text.is_some() && !row.checked {
        Status::Observed.name().clone_into(&mut row.status);
        row.sequence = None;
    }
    nearness::note(&mut row, &solution.values.first(nearness::VALUES));
    row.seconds = (start.elapsed().as_secs_f64() * 1e3).round() / 1e3;
    Ok(Survey { row, certificate: text })
}

/// The longest run whose sparse space is looked for here.
const MOST_TRANSFORMED: usize = 1 << 22;

/// What the check of one row may cost: about ten seconds and 2 GB.
fn check_budget() -> Budget {
    Budget::unlimited().values(1 << 26).steps(20_000_000_000).bytes(2 << 30).threads(1)
}

/// Whether the checker verifies the certificate within the budget, or where only the fast checker can,
/// that one; the inner error is its reason to reject it. `Ok(false)`: it would cost more.
pub(crate) fn verified(
    certificate: &Certificate,
    rules: &Ruleset,
    budget: &Budget,
) -> Result<Result<bool, String>, Error> {
    let own = budget.clone().silent();
    let verdict = sprague_fast_checker::check(certificate, Some(&rules.to_string()), &own);
    if budget.is_stopped() {
        return Err(Error::Stopped);
    }
    Ok(match verdict {
        Ok(_) => Ok(true),
        Err(rejection) if rejection.step() == Step::Limit => Ok(false),
        Err(rejection) => Err(rejection.to_string()),
    })
}

fn row(solution: &Solution, budget: &Budget) -> Row {
    let rules = &solution.game;
    let claim = solution.claim();
    let regularity = claim.and_then(Claim::regularity);
    let max_value = solution.max_value();
    // The engine may have left the sparse space on its way: what is at hand is counted.
    let space = match &solution.sparse {
        _ if most_heaps(rules) > 2 => None,
        _ if solution.values.len() <= MOST_TRANSFORMED => {
            sparse_space(&solution.values.first(MOST_TRANSFORMED), one_parity(rules))
        }
        // The prover counts heap 0 where it is rare, the atlas does not.
        Some(space) => Some((*space, space.rares - u64::from(space.zero_is_rare))),
        None => None,
    };
    Row {
        kind: claim.map_or("open", |claim| claim.kind().name()).to_owned(),
        preperiod: regularity.map(|r| r.preperiod),
        period: regularity.map(|r| r.period),
        saltus: regularity.map(|r| r.saltus),
        periodic_residues: match claim {
            Some(Claim::Sapp { periodic_residues, .. }) => periodic_residues.clone(),
            _ => Vec::new(),
        },
        status: solution.status().name().to_owned(),
        theorem: solution.theorem_name().map(str::to_owned),
        statement: claim.map(ToString::to_string),
        computed: solution.values.len() as u64,
        max_value,
        max_at: first_at(solution, max_value),
        mask: space.map(|(space, _)| space.mask),
        position_parity: space.map(|(space, _)| space.position_parity),
        rares: space.map(|(_, positive)| positive),
        last_rare: space.map(|(space, _)| space.last_rare),
        sequence: (solution.status() == Status::Proved).then(|| {
            let of_values = claim.and_then(|claim| {
                let length = usize::try_from(first_period_end(claim)?).ok()?;
                sequence_hash(claim, &solution.values.first(length))
            });
            of_values.unwrap_or_else(|| own_sequence(&rules.to_string(), 0, 1))
        }),
        value_limit: values_surveyed(rules, budget),
        time_limit: seconds(budget),
        stopped: solution.stopped.as_ref().map(ToString::to_string),
        ..blank(rules)
    }
}

/// A row that says nothing but what the rules are.
pub(crate) fn blank(rules: &Ruleset) -> Row {
    let game = rules.to_string();
    let form = rules.as_code().and_then(|code| standard_form(&code));
    Row {
        class: rules.class(),
        standard_form: form.as_ref().map(|form| form.code.to_string()),
        shift: form.map(|form| form.shift),
        representative: game.clone(),
        game,
        offset: 0,
        scale: 1,
        kind: "open".to_owned(),
        preperiod: None,
        period: None,
        saltus: None,
        periodic_residues: Vec::new(),
        status: "open".to_owned(),
        theorem: None,
        statement: None,
        computed: 0,
        max_value: 0,
        max_at: 0,
        mask: None,
        position_parity: None,
        rares: None,
        last_rare: None,
        sequence: None,
        certificate: None,
        checked: false,
        value_limit: 0,
        time_limit: None,
        stopped: None,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seconds: 0.0,
        near_from: None,
        near_to: None,
        near_period: None,
        near_saltus: None,
        sub_period: None,
        sub_share: None,
        nearness: None,
        checked_on: None,
    }
}

/// Whether all splitting moves take numbers of one parity, so that the parity of the heap may
/// join the sparse space.
fn one_parity(rules: &Ruleset) -> bool {
    let Some(moves) = rules.finite_moves() else { return false };
    let mut parities = moves.iter().filter(|m| m.heaps >= 2).map(|m| m.take.rem_euclid(2));
    match parities.next() {
        Some(first) => parities.all(|parity| parity == first),
        None => false,
    }
}

/// The heap after the first period.
pub(crate) fn first_period_end(claim: &Claim) -> Option<u64> {
    let r = claim.regularity()?;
    r.preperiod.checked_add(r.period)
}

/// A hash of the whole sequence that a claim gives together with its first values; `None` where
/// they are too few.
pub(crate) fn sequence_hash(claim: &Claim, values: &[u32]) -> Option<String> {
    let r = claim.regularity()?;
    let values = values.get(..usize::try_from(first_period_end(claim)?).ok()?)?;
    let residues = match claim {
        Claim::Sapp { periodic_residues, .. } => &periodic_residues[..],
        _ => &[],
    };
    let text = format!("{} {} {} {residues:?} {values:?}", r.preperiod, r.period, r.saltus);
    Some(sha256(text.as_bytes()))
}

/// What stands for a sequence that is proved and that no hash of values describes: it is no period
/// and growth, or too long. It is that of this representative at this offset and scale, so that
/// equal hashes still mean equal sequences; equal sequences may have different ones.
pub(crate) fn own_sequence(representative: &str, offset: i64, scale: u64) -> String {
    sha256(format!("the sequence of {representative}, offset {offset}, scale {scale}").as_bytes())
}

/// Today, as 2026-11-16.
pub(crate) fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    date(now.map_or(0, |since| since.as_secs() / 86_400))
}

/// The date so many days after 1970-01-01, in the Gregorian calendar: years that begin in March,
/// in eras of 400 of them.
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{of_month:02}")
}

/// The first heap with this value.
fn first_at(solution: &Solution, value: u32) -> u64 {
    (0..solution.values.len()).find(|&n| solution.values.get(n) == Some(value)).unwrap_or(0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let known = [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (10_956, "1999-12-31"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_773, "2026-11-16"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ];
        for (days, text) in known {
            assert_eq!(date(days), text);
        }
    }

    /// The rare positions of a row, counted in the values: in long runs, where the sparse-space
    /// engine tells them, and in short ones. In 0.127 and 0.205 heap 0 is common.
    #[test]
    fn rares_are_those_of_the_values_from_heap_1_on() {
        let mut twisted = 0;
        // The engine leaves the sparse space of 0.06 and 0.004.
        for game in ["0.127", "0.205", "0.106", "0.104", "0.6", "0.336", "0.5242", "0.06", "0.004"]
        {
            for limit in [3000, 20_000, 30_000] {
                let rules: Ruleset = game.parse().unwrap();
                let row = survey(&rules, &Budget::unlimited().values(limit)).unwrap().row;
                let (Some(mask), Some(parity)) = (row.mask, row.position_parity) else { continue };
                let to = row.computed - 1;
                let values = sprague_engine::values(&rules, to, &Budget::unlimited()).unwrap();
                let odd = |n: usize| {
                    let class = (values[n] & mask).count_ones() + u32::from(parity) * n as u32;
                    class % 2 == 1
                };
                let (ones, zeros): (Vec<usize>, Vec<usize>) =
                    (1..values.len()).partition(|&n| odd(n));
                let rare = if ones.len() < zeros.len() { ones } else { zeros };
                assert_eq!(row.rares, Some(rare.len() as u64), "{game} to {limit}");
                assert_eq!(row.last_rare, rare.last().map(|&n| n as u64), "{game} to {limit}");
                twisted += u32::from(parity && limit > 8192);
            }
        }
        assert!(twisted >= 2, "{twisted}");
    }
}
