//! Members that may be adjoined to a set without changing the nim-sequence, and sets that are
//! multiples of smaller ones.

use num_integer::gcd;
use sprague_certificate::Regularity;
use sprague_games::{Ruleset, TakeSet};

/// Adjoining s to a finite subtraction set changes nothing exactly when G(n) != G(n+s) for all
/// n >= 0 (Austin 1976, remark before Lemma 5.4): the new option of n+s has the value G(n).
/// With G(n+p) = G(n) for n >= l it is enough to look at n < l+p.
///
/// Returns all such s <= `most` that are not in `set`. `values` are G(0), ..., G(l+p-1) of the
/// game, `regularity` is proved and has saltus 0.
pub fn optional_members(
    set: &[u64],
    values: &[u32],
    regularity: Regularity,
    most: u64,
) -> Vec<u64> {
    let Regularity { preperiod: l, period: p, .. } = regularity;
    let at = |n: u64| {
        let n = if n < l { n } else { l + (n - l) % p };
        values.get(n as usize)
    };
    (1..=most)
        .filter(|s| !set.contains(s))
        .filter(|&s| (0..l + p).all(|n| at(n).is_some() && at(n) != at(n + s)))
        .collect()
}

/// Lemma 5.6 (Austin 1976): S(ds) is the d-plicate of S(s): G(n) = G_S(s)(n div d). Returns d and
/// the smaller game if d > 1. The same holds for no other family here.
pub fn plicate(rules: &Ruleset) -> Option<(u64, Ruleset)> {
    let set = rules.subtraction_set()?;
    let d = set.members().iter().copied().fold(0, gcd);
    if d <= 1 {
        return None;
    }
    let smaller = TakeSet::new(set.members().iter().map(|s| s / d).collect())?;
    Some((d, Ruleset::subtraction(smaller)?))
}

/// Theorem 7.46 (Lessons in Play): a number greater than twice the largest of the others may be
/// adjoined to or dropped from an all-but set. Returns the set without such members, if there
/// are any.
pub fn reduced_all_but(rules: &Ruleset) -> Option<Ruleset> {
    let set = rules.all_but()?;
    let mut members = set.members().to_vec();
    while let [.., second, last] = members[..]
        && last > 2 * second
    {
        members.pop();
    }
    if members.len() == set.members().len() {
        return None;
    }
    Some(Ruleset::taking_all_but(TakeSet::new(members)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(rules: &Ruleset) -> Vec<u32> {
        sprague_engine::values(rules, 300, &sprague_engine::Budget::unlimited()).unwrap()
    }

    #[test]
    fn optional_members_by_definition() {
        // To the last of them 10 may be adjoined and 13 may not, against the printed table.
        for set in [vec![1u64], vec![1, 4], vec![2, 3, 5, 8], vec![1, 4, 5, 7, 8]] {
            let rules = Ruleset::subtraction(TakeSet::new(set.clone()).unwrap()).unwrap();
            let budget = sprague_budget::Budget::unlimited().values(20_000);
            let solution = crate::solve(&rules, &budget, crate::Method::Auto).unwrap();
            let r = solution.claim().unwrap().regularity().unwrap();
            let free = optional_members(&set, &solution.values.first(usize::MAX >> 8), r, 20);
            for s in (1..=20).filter(|s| !set.contains(s)) {
                let mut larger = set.clone();
                larger.push(s);
                let larger = Ruleset::subtraction(TakeSet::new(larger).unwrap()).unwrap();
                assert_eq!(free.contains(&s), values(&larger) == values(&rules), "{set:?} {s}");
            }
        }
    }

    #[test]
    fn plicates() {
        let rules: Ruleset = "S(4,10)".parse().unwrap();
        let (d, smaller) = plicate(&rules).unwrap();
        assert_eq!((d, smaller.to_string().as_str()), (2, "S(2,5)"));
        let (large, small) = (values(&rules), values(&smaller));
        assert!((0..300).all(|n| large[n] == small[n / 2]));
        assert!(plicate(&"S(2,5)".parse().unwrap()).is_none());
    }

    #[test]
    fn all_but_members() {
        let rules: Ruleset = "AllBut(1,2,5,11,100)".parse().unwrap();
        let smaller = reduced_all_but(&rules).unwrap();
        assert_eq!(smaller.to_string(), "AllBut(1,2)");
        assert_eq!(values(&rules), values(&smaller));
        assert!(reduced_all_but(&"AllBut(1,2,4)".parse().unwrap()).is_none());
    }
}
