//! Games that are the same game in disguise: solved once, told apart by an offset and a
//! scale.

use crate::row::Row;
use crate::survey::{first_period_end, own_sequence, sequence_hash};
use sprague_certificate::{Claim, Regularity};
use sprague_games::code::Digit;
use sprague_games::equivalence::redundancy;
use sprague_games::standard_form::{one_token_larger, standard_form};
use sprague_games::{Code, Ruleset, TakeSet};
use std::collections::HashMap;

/// A game and how its sequence is made from that of its representative R. With offset a and
/// scale d: G(n) = R((n-a) div d), where R of a negative number is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The game that is solved.
    pub representative: Ruleset,
    /// a: how many zeros come first, or, if negative, how many of R's zeros are missing.
    pub offset: i64,
    /// d: how often each value is repeated.
    pub scale: u64,
}

/// The representative of a game, by theorems alone.
///
/// - Codes: let s be the standard form (Austin, Theorem 4.6) without the bits that are
///   redundant by Theorems 4.2-4.5 and the theorem of [`redundancy`]. The representative is the code with the fewest moves
///   that leads back to s by Theorem 4.6: 0.4 for 0.07, 0.137 and all their kin. It is
///   the quickest to compute, and theorems apply to it that miss its standard form.
/// - Subtraction sets: divided by their greatest common divisor d. A heap of n keeps
///   n mod d for ever, so G(n) = G'(n div d) (Austin 5.6, the d-plicate).
/// - Cut games: as their codes.
/// - Other games represent themselves.
///
/// ```
/// use sprague_atlas::relative::relation;
/// let kin = relation(&"0.07".parse()?);
/// assert_eq!((kin.representative.to_string().as_str(), kin.offset), ("0.4", -1));
/// let kin = relation(&"S(4,6)".parse()?);
/// assert_eq!((kin.representative.to_string().as_str(), kin.scale), ("S(2,3)", 2));
/// # Ok::<(), sprague_games::ParseError>(())
/// ```
pub fn relation(rules: &Ruleset) -> Relation {
    let itself = || Relation { representative: rules.clone(), offset: 0, scale: 1 };
    if rules.has_pass() {
        return itself();
    }
    let cut = rules.written_cut().and_then(|_| rules.as_code());
    if let Some(code) = rules.code().or(cut.as_ref()) {
        return match standard_form(code) {
            Some(form) => {
                let (root, steps) = root(reduced(form.code));
                Relation {
                    representative: Ruleset::from(root),
                    offset: form.shift.cast_signed() - steps,
                    scale: 1,
                }
            }
            None => Relation { representative: Ruleset::from(code.clone()), ..itself() },
        };
    }
    if let Some(set) = rules.written_subtraction() {
        let scale = set.members().iter().fold(0, |d, &member| gcd(d, member)).max(1);
        let divided = TakeSet::new(set.members().iter().map(|member| member / scale).collect());
        if let Some(representative) = divided.and_then(Ruleset::subtraction) {
            return Relation { representative, offset: 0, scale };
        }
    }
    itself()
}

/// Games by their representatives, in the order in which these appear first.
pub fn by_representative(games: &[Ruleset]) -> Vec<(Ruleset, Vec<(Ruleset, Relation)>)> {
    let mut place = HashMap::new();
    let mut groups: Vec<(Ruleset, Vec<(Ruleset, Relation)>)> = Vec::new();
    for game in games {
        let relation = relation(game);
        let i = *place.entry(relation.representative.to_string()).or_insert(groups.len());
        if i == groups.len() {
            groups.push((relation.representative.clone(), Vec::new()));
        }
        groups[i].1.push((game.clone(), relation));
    }
    groups
}

/// Drops redundant bits until none is left.
fn reduced(mut code: Code) -> Code {
    while let Some(smaller) = redundancy(&code).reduced {
        code = smaller;
    }
    code
}

/// The code that leads to `standard` by the most steps of Theorem 4.6, each of which undoes
/// moves, without more digits before the point; and the number of steps. A step back may
/// need redundant bits first.
fn root(standard: Code) -> (Code, i64) {
    let before = standard.before().len();
    let mut code = standard;
    let mut steps = 0;
    loop {
        let back = one_token_larger(&code)
            .or_else(|| one_token_larger(&redundancy(&code).saturated?))
            // Moves that take a heap whole could go back for ever: 0.1, 0.01, 0.001, ...
            .filter(|larger| larger.before().len() <= before && moves(larger) < moves(&code));
        match back {
            Some(larger) => {
                code = larger;
                steps += 1;
            }
            None => return (code, steps),
        }
    }
}

/// The number of bits of a code.
fn moves(code: &Code) -> u32 {
    code.digits().filter_map(Digit::bits).map(u64::count_ones).sum()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The regularity of a relative, from that of its representative R.
///
/// Scale d: the period is d·p. Values of G change only at multiples of d, so a period is
/// a multiple of d unless the regular part is constant, and then the period is 1.
/// Offset a < 0: zeros of R are missing, and the preperiod is l+a, at least 0.
/// Offset a > 0 and l > 0: R(l-1+p) is not R(l-1)+s, so the preperiod is l+a. If l = 0, the
/// zeros before heap a may continue the pattern: `start` has to give R(0), ..., R(p-1), and
/// the heaps below a are compared one by one.
///
/// `None` when `start` is too short, or when scale meets offset or saltus (no relation has
/// both).
pub(crate) fn carry_over(claim: &Claim, relation: &Relation, start: &[u32]) -> Option<Claim> {
    let (a, d) = (relation.offset, relation.scale);
    if a == 0 && d == 1 {
        return Some(claim.clone());
    }
    let (r, residues) = match claim {
        Claim::Regular(r) => (*r, &[][..]),
        Claim::Sapp { regularity, periodic_residues } => (*regularity, &periodic_residues[..]),
        other => return Some(other.clone()),
    };
    if d > 1 && (r.saltus > 0 || a != 0) {
        return None;
    }
    let scaled = if d > 1 && r.period == 1 { 1 } else { d };
    let period = r.period.checked_mul(scaled)?;
    let p = i64::try_from(period).ok()?;
    let mut preperiod = r.preperiod.checked_mul(d)?.checked_add_signed(a).unwrap_or(0);
    let mut moved = Vec::with_capacity(residues.len());
    for &residue in residues {
        moved.push(i64::try_from(residue).ok()?.checked_add(a)?.rem_euclid(p).cast_unsigned());
    }
    moved.sort_unstable();
    if r.preperiod == 0 && a > 0 {
        let zeros = a.cast_unsigned();
        if (start.len() as u64) < r.period {
            return None;
        }
        while preperiod > 0 {
            let n = preperiod - 1;
            let later = n + period;
            let value = if later < zeros { 0 } else { u64::from(start[(later - zeros) as usize]) };
            let step = if moved.binary_search(&(n % period)).is_ok() { 0 } else { r.saltus };
            if value != step {
                break;
            }
            preperiod = n;
        }
    }
    let regularity = Regularity { preperiod, period, saltus: r.saltus };
    Some(match claim {
        Claim::Sapp { .. } => Claim::Sapp { regularity, periodic_residues: moved },
        _ => Claim::Regular(regularity),
    })
}

/// The longest sequence that is computed for its hash.
const MOST_HASHED: u64 = 1 << 15;

/// The hash of the sequence of a game with this proved regularity, from its values.
fn own_values_hash(rules: &Ruleset, claim: Option<&Claim>) -> Option<String> {
    let length = first_period_end(claim?)?;
    if length > MOST_HASHED {
        return None;
    }
    let budget = sprague_engine::Budget::unlimited();
    let values = sprague_engine::values(rules, length.checked_sub(1)?, &budget).ok()?;
    sequence_hash(claim?, &values)
}

/// The row of a relative from the row of its representative.
pub(crate) fn derive(
    representative: &Row,
    rules: &Ruleset,
    relation: &Relation,
) -> Result<Row, String> {
    let (a, d) = (relation.offset, relation.scale);
    if relation.representative.to_string() != representative.game {
        return Err("another game represents it".to_owned());
    }
    let claim = match (representative.preperiod, representative.period, representative.saltus) {
        (Some(preperiod), Some(period), Some(saltus)) => {
            let regularity = Regularity { preperiod, period, saltus };
            Some(if representative.kind == "sapp" {
                let periodic_residues = representative.periodic_residues.clone();
                Claim::Sapp { regularity, periodic_residues }
            } else {
                Claim::Regular(regularity)
            })
        }
        _ => None,
    };
    let carried = match &claim {
        Some(claim) => {
            let mut start = Vec::new();
            if let Some(r) = claim.regularity()
                && r.preperiod == 0
                && a > 0
            {
                let options = sprague_engine::Budget::unlimited();
                start = sprague_engine::values(&relation.representative, r.period - 1, &options)
                    .map_err(|error| error.to_string())?;
            }
            Some(
                carry_over(claim, relation, &start)
                    .ok_or("its regularity cannot be carried over")?,
            )
        }
        None => None,
    };
    let form = rules.as_code().and_then(|code| standard_form(&code));
    let moved = |n: u64| n.saturating_mul(d).checked_add_signed(a).unwrap_or(0);
    let mut row = Row {
        game: rules.to_string(),
        class: rules.class(),
        standard_form: form.as_ref().map(|form| form.code.to_string()),
        shift: form.map(|form| form.shift),
        offset: a,
        scale: d,
        computed: moved(representative.computed),
        max_at: if representative.max_value == 0 { 0 } else { moved(representative.max_at) },
        seconds: 0.0,
        ..representative.clone()
    };
    // Whether a zero is rare depends on the parity of its heap where that counts.
    if d > 1 || (a != 0 && row.position_parity == Some(true)) {
        (row.mask, row.position_parity, row.rares, row.last_rare) = (None, None, None, None);
    }
    // The heaps that come or go have the value 0, which is rare.
    row.rares = row.rares.map(|rares| rares.checked_add_signed(a).unwrap_or(0));
    row.last_rare = row.last_rare.map(moved);
    if let Some(claim) = &carried {
        let r = claim.regularity().ok_or("its regularity cannot be carried over")?;
        (row.preperiod, row.period, row.saltus) =
            (Some(r.preperiod), Some(r.period), Some(r.saltus));
        row.statement = Some(claim.to_string());
        if let Claim::Sapp { periodic_residues, .. } = claim {
            row.periodic_residues.clone_from(periodic_residues);
        }
    }
    for n in [&mut row.near_from, &mut row.near_to] {
        *n = n.map(moved);
    }
    if d > 1 {
        (row.near_from, row.near_to, row.near_period) = (None, None, None);
        (row.near_saltus, row.sub_period, row.sub_share) = (None, None, None);
    }
    if (a, d) != (0, 1) && row.is_proved() {
        row.sequence = Some(
            own_values_hash(rules, carried.as_ref())
                .unwrap_or_else(|| own_sequence(&representative.game, a, d)),
        );
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The doubled games of docs/theorems.md, for all sets of takes up to 7; without the hypothesis it
    /// mostly fails.
    #[test]
    fn doubled_games_are_what_the_theorem_says() {
        let values = |code: &str| {
            let budget = sprague_engine::Budget::unlimited();
            sprague_engine::values(&code.parse().unwrap(), 300, &budget).unwrap()
        };
        // Digit 4 for every take of the set, that before the point for none.
        let code = |set: u32| {
            let digit = |take: u32| if set >> take & 1 == 1 { '4' } else { '0' };
            format!("{}.{}", digit(0), (1..=8).map(digit).collect::<String>())
        };
        let (mut doubled, mut others, mut undoubled) = (0, 0, 0);
        for set in (2..256).step_by(2) {
            let (mut even, mut odd) = (0u32, 0u32);
            for s in 1..=4 {
                if set >> (2 * s - 1) & 1 == 1 {
                    even |= 1 << (s - 1);
                    odd |= 1 << (s - 1) | 1 << s;
                }
                if set >> (2 * s) & 1 == 1 {
                    even |= 1 << (s - 1) | 1 << s;
                    odd |= 1 << s;
                }
            }
            let game = values(&code(set));
            if even == odd {
                doubled += 1;
                let half = values(&code(even));
                for (n, &value) in game.iter().enumerate() {
                    assert_eq!(value, half[n.div_ceil(2)], "{} at {n}", code(set));
                }
            } else {
                others += 1;
                let pairs = (1..game.len() - 1).step_by(2);
                undoubled += u32::from(pairs.into_iter().any(|n| game[n] != game[n + 1]));
            }
        }
        // Those that docs/theorems.md names.
        let half = values("4.44");
        for code in ["0.4004", "0.4026", "0.4064", "0.4406", "0.4444"] {
            let game = values(code);
            assert!((0..game.len()).all(|n| game[n] == half[n.div_ceil(2)]), "{code}");
        }
        assert!(doubled > 20 && others > 90 && undoubled + 5 > others, "{doubled} {undoubled}");
    }

    /// Every relation and every regularity carried over, against values from the definition.
    #[test]
    fn relatives_have_the_sequence_they_claim() {
        let games = [
            "0.07",
            "0.4",
            "0.04",
            "0.067",
            "4.02",
            "0.66",
            "0.671",
            "0.02",
            "0.002",
            "0.022",
            "0.8",
            "0.08",
            "0.A42",
            "0.F0302",
            "S(2,4)",
            "S(3)",
            "S(6,9,15)",
            "0.0[3]",
            "0.[03]",
            "4.[2]",
            "0.0C",
            "0.28",
            "0.003",
            "0.01",
        ];
        for text in games {
            let rules: Ruleset = text.parse().unwrap();
            let kin = relation(&rules);
            let to = 120;
            let own = sprague_engine::reference::values(&rules, to).unwrap();
            let its = sprague_engine::reference::values(&kin.representative, to).unwrap();
            for n in 0..=to {
                let there = (n.cast_signed() - kin.offset) / kin.scale.cast_signed();
                let Some(&expected) = (if there < 0 { Some(&0) } else { its.get(there as usize) })
                else {
                    continue;
                };
                assert_eq!(own[n as usize], expected, "{text} at {n}, {kin:?}");
            }
        }
    }

    /// Zeros at the heaps that come or go are rare or common by the parity of the heap.
    #[test]
    fn rares_that_depend_on_the_parity_are_not_carried_over() {
        let budget = crate::default_budget().values(3000);
        let mut row = crate::survey(&"0.13".parse().unwrap(), &budget).unwrap().row;
        (row.mask, row.rares, row.last_rare) = (Some(5), Some(7), Some(99));
        let kin = Relation { representative: "0.13".parse().unwrap(), offset: 2, scale: 1 };
        for (parity, rares) in [(Some(false), Some(9)), (Some(true), None)] {
            row.position_parity = parity;
            let derived = derive(&row, &"0.013".parse().unwrap(), &kin).unwrap();
            assert_eq!(derived.rares, rares);
        }
        let kin = Relation { representative: "0.77".parse().unwrap(), offset: 2, scale: 1 };
        assert!(derive(&row, &"0.013".parse().unwrap(), &kin).is_err(), "the row is of 0.13");
    }

    #[test]
    fn kin_have_one_representative() {
        let name = |text: &str| relation(&text.parse().unwrap()).representative.to_string();
        for text in ["0.4", "0.07", "0.137", "0.073", "0.421"] {
            assert_eq!(name(text), "0.4", "{text}");
        }
        assert_eq!(name("0.77"), "0.77");
        assert_eq!((name("0.1").as_str(), name("0.001").as_str()), ("0.1", "0.1"));
        assert_eq!(name("0.130F"), "0.0B");
        assert_ne!(name("0.161"), name("0.36"));
        assert_eq!(name("0.0"), "0.0");
    }

    #[test]
    fn zeros_before_an_offset_may_continue_the_pattern() {
        // 0 1 1 0 0 1 1 0 ... with two zeros in front is 0 0 0 1 1 0 0 1 1 ...
        let kin = Relation { representative: "0.13".parse().unwrap(), offset: 2, scale: 1 };
        let claim = Claim::Regular(Regularity { preperiod: 0, period: 4, saltus: 0 });
        let carried = carry_over(&claim, &kin, &[0, 1, 1, 0]).unwrap();
        assert_eq!(carried.regularity(), Some(Regularity { preperiod: 1, period: 4, saltus: 0 }));
        assert_eq!(carry_over(&claim, &kin, &[0, 1, 1]), None);
    }

    /// The regularity of every relative in a family, against its own values.
    #[test]
    fn regularities_are_carried_over_exactly() {
        let games = [
            "0.07",
            "0.137",
            "0.073",
            "0.02",
            "0.002",
            "0.13",
            "0.113",
            "0.0B",
            "0.130F",
            "0.0C",
            "S(2,4)",
            "S(4,10,14)",
            "0.27",
            "0.26",
            "0.002",
            "0.022",
            "0.01",
            "0.001",
        ];
        for text in games {
            let rules: Ruleset = text.parse().unwrap();
            let kin = relation(&rules);
            let budget = crate::default_budget().values(3000);
            let found = crate::survey(&kin.representative, &budget).unwrap();
            assert_eq!(found.row.status, "proved", "{text}");
            let row = derive(&found.row, &rules, &kin).unwrap();
            let (l, p, s) = (row.preperiod.unwrap(), row.period.unwrap(), row.saltus.unwrap());
            let own = sprague_engine::reference::values(&rules, (l + 3 * p + 10).max(row.max_at))
                .unwrap();
            let fits = |l: u64, p: u64| {
                (l..own.len() as u64 - p)
                    .all(|n| u64::from(own[(n + p) as usize]) == u64::from(own[n as usize]) + s)
            };
            assert!(fits(l, p), "{text}: {:?}", row.statement);
            assert!(l == 0 || !fits(l - 1, p), "{text}: {:?}", row.statement);
            assert_eq!(own[row.max_at as usize], row.max_value, "{text}");
        }
    }
}
