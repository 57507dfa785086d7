//! Linear forms as combinations of others that are not negative: what a certificate gives as a reason.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use sprague_certificate::{Integer as Exact, Reason};

/// m, k, k1, k2, ... with m f = k + k1 f1 + k2 f2 + ..., m at least 1 and the others not negative, if there are
/// such numbers. By Farkas there are some where f is not negative wherever f1, f2, ... are not, for
/// rational variables, and this happens at all.
///
/// The simplex method with Bland's rule, by integers over a common denominator: after each step every entry is a
/// determinant of what was given, so the divisions leave nothing over.
pub(super) fn combination(known: &[Vec<i128>], f: &[i128]) -> Option<Reason> {
    let reason = |k: i128, which: Option<usize>| -> Reason {
        let mut reason = vec![1, k];
        if let Some(i) = which {
            reason.extend((0..=i).map(|at| i128::from(at == i)));
        }
        reason.into_iter().map(Exact::from).collect()
    };
    // One of the known forms and a constant, in most cases.
    if f.iter().skip(1).all(|k| *k == 0) {
        let constant = f.first().copied().unwrap_or(0);
        if constant >= 0 {
            return Some(reason(constant, None));
        }
    }
    for (i, form) in known.iter().enumerate() {
        let longest = form.len().max(f.len());
        let at = |form: &[i128], i: usize| form.get(i).copied().unwrap_or(0);
        let more = at(f, 0).saturating_sub(at(form, 0));
        if more >= 0 && (1..longest).all(|i| at(f, i) == at(form, i)) {
            return Some(reason(more, Some(i)));
        }
    }
    let mut tableau = Tableau::new(known, f);
    tableau.solve();
    tableau.reason()
}

/// A point at which no known form is negative: numerators and their common denominator, which is positive.
pub(super) fn point(known: &[Vec<i128>]) -> Option<(Vec<BigInt>, BigInt)> {
    let mut tableau = Tableau::new(known, &[-1]);
    tableau.solve();
    tableau.point()
}

/// Rows: the constant and the variables. Columns: k, k1, k2, ..., one auxiliary number for each row, and f. The
/// last row is what is made least: the sum of the auxiliary numbers.
struct Tableau {
    rows: Vec<Vec<BigInt>>,
    basis: Vec<usize>,
    unknowns: usize,
    denominator: BigInt,
    /// -1 for rows that were turned about, so that f is not negative there.
    signs: Vec<i32>,
}

impl Tableau {
    fn new(known: &[Vec<i128>], f: &[i128]) -> Self {
        let height = known.iter().map(Vec::len).chain([f.len(), 1]).max().unwrap_or(1);
        let unknowns = known.len() + 1;
        let at = |form: &[i128], i: usize| BigInt::from(form.get(i).copied().unwrap_or(0));
        let mut rows: Vec<Vec<BigInt>> = (0..height)
            .map(|i| {
                let mut row = vec![at(&[1], i)];
                row.extend(known.iter().map(|form| at(form, i)));
                row.extend((0..height).map(|_| BigInt::zero()));
                row.push(at(f, i));
                if row.last().is_some_and(BigInt::is_negative) {
                    row = row.into_iter().map(|entry| -entry).collect();
                }
                row[unknowns + i] = BigInt::one();
                row
            })
            .collect();
        let width = unknowns + height + 1;
        let sums = (0..width).map(|j| -rows.iter().map(|row| &row[j]).sum::<BigInt>());
        let mut sums: Vec<BigInt> = sums.collect();
        sums[unknowns..unknowns + height].iter_mut().for_each(|entry| *entry = BigInt::zero());
        rows.push(sums);
        let basis = (unknowns..unknowns + height).collect();
        let sign = |i: usize| if f.get(i).is_some_and(|k| *k < 0) { -1 } else { 1 };
        let signs = (0..height).map(sign).collect();
        Self { rows, basis, unknowns, denominator: BigInt::one(), signs }
    }

    fn solve(&mut self) {
        let height = self.basis.len();
        let last = self.unknowns + height;
        while let Some(j) = (0..self.unknowns).find(|j| self.rows[height][*j].is_negative()) {
            let mut leaving: Option<usize> = None;
            for i in (0..height).filter(|i| self.rows[*i][j].is_positive()) {
                let better = leaving.is_none_or(|best| {
                    let (here, there) = (&self.rows[i], &self.rows[best]);
                    let (x, y) = (&here[last] * &there[j], &there[last] * &here[j]);
                    x < y || x == y && self.basis[i] < self.basis[best]
                });
                if better {
                    leaving = Some(i);
                }
            }
            // The sum is never negative, so some row leaves.
            let Some(leaving) = leaving else { return };
            self.pivot(leaving, j);
        }
    }

    fn reason(self) -> Option<Reason> {
        let (height, last) = (self.basis.len(), self.unknowns + self.basis.len());
        if !self.rows[height][last].is_zero() {
            return None;
        }
        let mut numbers = vec![BigInt::zero(); self.unknowns];
        for (row, column) in self.basis.iter().enumerate().filter(|(_, j)| **j < self.unknowns) {
            numbers[*column].clone_from(&self.rows[row][last]);
        }
        let common = numbers.iter().fold(self.denominator.clone(), |gcd, n| gcd.gcd(n));
        let reason = [self.denominator].into_iter().chain(numbers);
        // Far below the 300 digits of an integer that is read.
        reason.map(|number| (number / &common).to_string().parse().ok()).collect()
    }

    /// By duality: the prices of the rows, where the sum cannot be 0. For f = -1 that of the constant is
    /// negative, and the prices of the variables divided by it are a point.
    fn point(self) -> Option<(Vec<BigInt>, BigInt)> {
        let height = self.basis.len();
        let (sums, signs) = (&self.rows[height], &self.signs);
        if sums[self.unknowns + height].is_zero() {
            return None;
        }
        let price = |i: usize| (&self.denominator - &sums[self.unknowns + i]) * signs[i];
        Some(((1..height).map(|i| -price(i)).collect(), -price(0)))
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let chosen = self.rows[row].clone();
        for (i, entries) in self.rows.iter_mut().enumerate().filter(|(i, _)| *i != row) {
            let factor = entries[column].clone();
            for (entry, pivot) in entries.iter_mut().zip(&chosen) {
                *entry = (&*entry * &chosen[column] - &factor * pivot) / &self.denominator;
            }
            debug_assert!(i != row && entries[column].is_zero());
        }
        self.denominator.clone_from(&chosen[column]);
        self.basis[row] = column;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(known: &[Vec<i128>], f: &[i128], reason: &[Exact]) -> bool {
        let reason: Vec<BigInt> = reason.iter().map(|k| k.to_string().parse().unwrap()).collect();
        let at = |form: &[i128], i: usize| BigInt::from(form.get(i).copied().unwrap_or(0));
        let longest = known.iter().map(Vec::len).chain([f.len()]).max().unwrap();
        reason[0].is_positive()
            && !reason.iter().any(BigInt::is_negative)
            && (0..longest).all(|i| {
                let terms = reason[2..].iter().zip(known);
                let sum: BigInt = terms.map(|(k, form)| k * at(form, i)).sum();
                let constant = if i == 0 { reason[1].clone() } else { BigInt::zero() };
                &reason[0] * at(f, i) == sum + constant
            })
    }

    /// Against all points of a box: what is found holds, and where nothing is found some rational
    /// point, here one of a fine grid or none in the box, is against it.
    #[test]
    fn combinations_are_what_they_say() {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut found, mut refuted) = (0, 0);
        for _ in 0..2000 {
            let variables = random.usize(1..4);
            let mut form =
                || -> Vec<i128> { (0..=variables).map(|_| random.i64(-4..5).into()).collect() };
            let mut known: Vec<Vec<i128>> = (0..3).map(|_| form()).collect();
            let f = form();
            // A box, so that the grid has all of it.
            for i in 1..=variables {
                for sign in [1, -1] {
                    let mut bound = vec![0; variables + 1];
                    (bound[0], bound[i]) = (2, sign);
                    known.push(bound);
                }
            }
            let reason = combination(&known, &f);
            if let Some((x, denominator)) = point(&known) {
                assert!(denominator.is_positive());
                for form in &known {
                    let terms = form[1..].iter().zip(&x).map(|(k, x)| x * *k).sum::<BigInt>();
                    assert!(!(&denominator * form[0] + terms).is_negative(), "{known:?} {x:?}");
                }
            } else {
                assert!(combination(&known, &[-1]).is_some());
            }
            if let Some(reason) = &reason {
                assert!(holds(&known, &f, reason), "{known:?} {f:?} {reason:?}");
                found += 1;
            }
            // The points with coordinates of halves.
            let mut against = false;
            for code in 0..9u32.pow(variables as u32) {
                let x: Vec<i128> =
                    (0..variables as u32).map(|i| i128::from(code / 9u32.pow(i) % 9) - 4).collect();
                let twice = |form: &[i128]| {
                    2 * form[0] + form[1..].iter().zip(&x).map(|(k, x)| k * x).sum::<i128>()
                };
                against |= known.iter().all(|form| twice(form) >= 0) && twice(&f) < 0;
            }
            assert!(!(against && reason.is_some()));
            refuted += u32::from(against);
        }
        assert!(found > 200 && refuted > 200, "{found} {refuted}");
    }

    #[test]
    fn integers_of_any_size() {
        // 0 <= x <= 10^17, y = 3x + 7: y <= 3 * 10^17 + 7
        let large = 100_000_000_000_000_000;
        let known = [vec![0, 1], vec![large, -1], vec![-7, -3, 1], vec![7, 3, -1]];
        let f = vec![3 * large + 7, 0, -1];
        assert!(holds(&known, &f, &combination(&known, &f).unwrap()));
        assert_eq!(combination(&known, &[3 * large + 6, 0, -1]), None);
    }
}
