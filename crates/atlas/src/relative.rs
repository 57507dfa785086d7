//! Games that are the same game in disguise: solved once, told apart by an offset and a
//! scale.

use crate::row::Row;
use sprague_certificate::{Claim, Regularity};
use sprague_games::equivalence::redundancy;
use sprague_games::standard_form::standard_form;
use sprague_games::{Code, Family, Ruleset, TakeSet};

/// A game and how its sequence is made from that of its representative:
/// G(n) = 0 for n < offset, and G(n) = G_representative((n - offset) div scale) from there on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The game that is solved.
    pub representative: Ruleset,
    /// How many zeros come first.
    pub offset: u64,
    /// How often each value is repeated.
    pub scale: u64,
}

/// The representative of a game, by theorems alone.
///
/// - Codes: the standard form (Austin, Theorem 4.6) without the bits that are redundant by
///   Theorems 4.2-4.5. The bit 1 of d_1 is never redundant, so this is a standard form too.
/// - Subtraction sets: divided by their greatest common divisor d. A heap of n keeps
///   n mod d for ever, so G(n) = G'(n div d) (Austin 5.6, the d-plicate).
/// - Other games represent themselves.
///
/// ```
/// use sprague_atlas::relative::relation;
/// let kin = relation(&"0.07".parse()?);
/// assert_eq!((kin.representative.to_string().as_str(), kin.offset), ("0.137", 1));
/// let kin = relation(&"S(4,6)".parse()?);
/// assert_eq!((kin.representative.to_string().as_str(), kin.scale), ("S(2,3)", 2));
/// # Ok::<(), sprague_games::ParseError>(())
/// ```
pub fn relation(rules: &Ruleset) -> Relation {
    let itself = || Relation { representative: rules.clone(), offset: 0, scale: 1 };
    if rules.has_pass() {
        return itself();
    }
    match rules.family() {
        Family::Code(code) => match standard_form(code) {
            Some(form) => Relation {
                representative: Ruleset::from(reduced(form.code)),
                offset: form.shift,
                scale: 1,
            },
            None => itself(),
        },
        Family::Subtraction(set) => {
            let scale = set.members().iter().fold(0, |d, &member| gcd(d, member)).max(1);
            match TakeSet::new(set.members().iter().map(|member| member / scale).collect()) {
                Some(set) => Relation {
                    representative: Ruleset::new(Family::Subtraction(set)),
                    offset: 0,
                    scale,
                },
                None => itself(),
            }
        }
        _ => itself(),
    }
}

/// Drops redundant bits until none is left.
fn reduced(mut code: Code) -> Code {
    while let Some(smaller) = redundancy(&code).reduced {
        code = smaller;
    }
    code
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The regularity of a relative, from that of its representative.
///
/// With scale d and offset a let G(n) = R((n-a) div d) for n >= a, else 0. The period is
/// d·p: values of G change only at places a + d·j, so a period is a multiple of d unless
/// the regular part is constant with saltus 0, and then d is divided out again. If l > 0,
/// then R(l-1+p) is not R(l-1)+s, so the last irregular heap is a + d·l - 1 and the preperiod
/// a + d·l. If l = 0, the zeros before heap a may continue the pattern: `start` has to give
/// R(0), ..., R(p-1), and the heaps below a are compared one by one.
///
/// `None` when `start` is too short, or when scale and arithmetic periodicity meet (no
/// relation has both).
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
    if d > 1 && (r.saltus > 0 || a > 0) {
        return None;
    }
    let scaled = if d > 1 && r.period == 1 { 1 } else { d };
    let period = r.period.checked_mul(scaled)?;
    let mut preperiod = r.preperiod.checked_mul(d)?.checked_add(a)?;
    let mut moved: Vec<u64> = residues.iter().map(|residue| (residue + a) % period).collect();
    moved.sort_unstable();
    if r.preperiod == 0 && a > 0 {
        if (start.len() as u64) < r.period {
            return None;
        }
        while preperiod > 0 {
            let n = preperiod - 1;
            let later = n + period;
            let value = if later < a { 0 } else { u64::from(start[(later - a) as usize]) };
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

/// The row of a relative from the row of its representative.
pub(crate) fn derive(
    representative: &Row,
    rules: &Ruleset,
    relation: &Relation,
) -> Result<Row, String> {
    let (a, d) = (relation.offset, relation.scale);
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
                let options = sprague_engine::Options::default();
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
    let mut row = Row {
        game: rules.to_string(),
        class: rules.class(),
        standard_form: form.as_ref().map(|form| form.code.to_string()),
        shift: form.map(|form| form.shift),
        offset: a,
        scale: d,
        statement: representative.statement.clone(),
        computed: representative.computed * d + a,
        max_at: if representative.max_value == 0 { 0 } else { representative.max_at * d + a },
        seconds: 0.0,
        ..representative.clone()
    };
    if d > 1 || (a > 0 && row.position_parity == Some(true)) {
        (row.mask, row.position_parity, row.rares, row.last_rare) = (None, None, None, None);
    }
    // Heaps 1..=a have the value 0, which is rare.
    row.rares = row.rares.map(|rares| rares + a);
    row.last_rare = row.last_rare.map(|last| last + a);
    if let Some(claim) = carried {
        let r = claim.regularity().ok_or("its regularity cannot be carried over")?;
        (row.preperiod, row.period, row.saltus) =
            (Some(r.preperiod), Some(r.period), Some(r.saltus));
        row.statement = Some(claim.to_string());
        if let Claim::Sapp { periodic_residues, .. } = claim {
            row.periodic_residues = periodic_residues;
        }
    }
    if (a, d) != (0, 1) {
        row.sequence = None;
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

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
                let expected =
                    if n < kin.offset { 0 } else { its[((n - kin.offset) / kin.scale) as usize] };
                assert_eq!(own[n as usize], expected, "{text} at {n}, {kin:?}");
            }
        }
    }

    #[test]
    fn zeros_before_an_offset_may_continue_the_pattern() {
        // 0.02: 0 0 0 1 1 0 0 1 1 ...; its standard form 0.13 is 0 1 1 0 0 1 1 0 ...
        let kin = relation(&"0.02".parse().unwrap());
        assert_eq!((kin.representative.to_string().as_str(), kin.offset), ("0.13", 2));
        let claim = Claim::Regular(Regularity { preperiod: 0, period: 4, saltus: 0 });
        let carried = carry_over(&claim, &kin, &[0, 1, 1, 0]).unwrap();
        assert_eq!(carried.regularity(), Some(Regularity { preperiod: 1, period: 4, saltus: 0 }));
        assert_eq!(carry_over(&claim, &kin, &[0, 1, 1]), None);
    }
}
