//! The records of Mark(t): the hypotheses, the statement against the definition, and the step of the
//! induction that proves it.

use super::*;
use Step::{Claim as Kind, Game, Hypothesis};
use sprague_certificate::Records;

fn records(base: u64, first: u64) -> Claim {
    Claim::Records(Records { base, first })
}

#[test]
fn whatever_the_base() {
    for (game, base, first) in [
        ("Mark", 2, 0),
        ("UpMark", 2, 1),
        ("Mark(30)", 30, 0),
        ("UpMark(100)", 100, 1),
        ("Mark(4294967296)", 1 << 32, 0),
        ("UpMark(4294967295)", (1 << 32) - 1, 1),
        ("n -> n-k where k < 30 | n div 30", 30, 0),
    ] {
        let verified = decide_it(game, records(base, first), Proof::Mark).unwrap();
        assert_eq!(verified.values(), 0, "{verified}");
    }
}

/// The moves, the base, the rounding, the kind of the claim, no pass.
#[test]
fn hypotheses() {
    for (game, base, first) in [
        ("Mark(30)", 31, 0),
        ("Mark(30)", 29, 0),
        ("Mark(30)", 30, 1),
        ("Mark(30)", 30, 2),
        ("Mark(30)", 30, u64::MAX),
        ("UpMark(30)", 30, 0),
        ("UpMark(30)", 30, 2),
        ("UpMark(30)", 31, 1),
        ("Mark", 3, 0),
        ("Mark", u64::MAX, 0),
        ("UpMark", u64::MAX, 1),
        ("S(1,2)", 3, 0),
        ("0.[3]", 3, 0),
        // one move more, one less, another divisor, other rounding, a condition
        ("n -> n-k where k < 31 | n div 30", 30, 0),
        ("n -> n-k where k < 29 | n div 30", 30, 0),
        ("n -> n-k where k < 30 | n div 31", 30, 0),
        ("n -> n-k where k < 30 | n div 30 | n-31", 30, 0),
        ("n -> n-k where k < 30", 30, 0),
        ("n -> n div 30", 30, 0),
        ("n -> n-k where k < 30 and k < n | n div 30", 30, 0),
        ("n -> n-k where k < 30 | n div 30 if n > 1", 30, 0),
        ("n -> n-k where k < 30 | (n+29) div 30 if n > 1", 30, 1),
        ("n -> n-k where k < 30 and k < n | (n+28) div 30 if n > 1", 30, 1),
        ("n -> n-k where k < 30 and k < n | (n+29) div 30 if n > 2", 30, 1),
    ] {
        rejects(game, records(base, first), Proof::Mark, Hypothesis, "is not");
    }
    rejects("Mark(30)", records(1, 0), Proof::Mark, Kind, "base");
    rejects("Mark(30)", records(0, 0), Proof::Mark, Kind, "base");
    rejects("Mark(30)", Claim::Automatic, Proof::Mark, Kind, "automatic");
    rejects("Mark(30)", regular(0, 30, 0), Proof::Mark, Kind, "window");
    rejects("Mark(30)", records(30, 0), ALL_BUT, Kind, "closed-form");
    rejects("S(1,2) + pass", records(3, 0), Proof::Mark, Game, "pass");
    rejects("Mark(30) + pass", records(30, 0), Proof::Mark, Game, "pass");
}

/// What the claim says of a heap, from the values of the heaps before, word for word.
fn stated(values: &[u32], t: u64, first: u64, n: u64) -> u64 {
    let Some(m) = n.checked_sub(first) else { return 0 };
    let (a, j) = (m / t, m % t);
    let of: Vec<u64> =
        (first + 1..=first + a).map(|heap| u64::from(values[heap as usize])).collect();
    let record = |i: &usize| of[*i] < t && of[i + 1..].iter().all(|later| *later < of[*i]);
    let mut list: Vec<u64> = (0..of.len()).filter(record).map(|i| of[i]).collect();
    list.sort_unstable();
    match list.binary_search(&j) {
        Ok(i) => list.get(i + 1).copied().unwrap_or(t),
        Err(_) => j,
    }
}

#[test]
fn what_is_claimed_is_true() {
    for t in (2..=13).chain([17, 26, 40]) {
        for (up, first) in [("", 0), ("Up", 1)] {
            let game = if t == 2 { format!("{up}Mark") } else { format!("{up}Mark({t})") };
            assert!(decide_it(&game, records(t, first), Proof::Mark).is_ok(), "{game}");
            let values = definition(&Rules::read(&game).unwrap(), 2500);
            for n in 0..values.len() as u64 {
                let claimed = stated(&values, t, first, n);
                assert_eq!(u64::from(values[n as usize]), claimed, "{game} at {n}");
            }
        }
    }
}

/// The block of a set of records: the next record, or t, at each of them, and j at every other place j.
fn block(t: usize, records: &[usize]) -> Vec<usize> {
    let at = |j: usize| match records.iter().position(|r| *r == j) {
        Some(i) => records.get(i + 1).copied().unwrap_or(t),
        None => j,
    };
    (0..t).map(at).collect()
}

/// The step of the proof, for every set of records and every value v of heap a+1 other than what block a lacks:
/// the block that follows is that of v and the records greater than v.
#[test]
fn the_step_of_the_induction() {
    for t in 2..=8usize {
        for set in 0..1u32 << t {
            let records: Vec<usize> = (0..t).filter(|r| set >> r & 1 == 1).collect();
            let before = block(t, &records);
            for v in (0..=t).filter(|v| before.contains(v)) {
                let mut next: Vec<usize> = Vec::new();
                for j in 0..t {
                    let mex = (0..)
                        .find(|x| *x != v && !next.contains(x) && !before[j + 1..].contains(x));
                    next.push(mex.unwrap());
                }
                let mut after: Vec<usize> = records.iter().copied().filter(|r| *r > v).collect();
                if v < t {
                    after.insert(0, v);
                }
                assert_eq!(next, block(t, &after), "t = {t}, records {records:?}, v = {v}");
            }
        }
    }
}
