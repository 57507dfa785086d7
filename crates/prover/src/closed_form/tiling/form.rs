//! Linear forms: a constant and the coefficients of variables.

use sprague_certificate::Integer;
use std::ops::{Add, Mul, Neg, Sub};

/// Where 128 bits do not hold a number it is this one: negative, so that nothing lies there.
pub(super) const NOWHERE: i128 = i128::MIN / 4;

/// The constant, then the coefficients of x1, x2, ...; those left out are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form(pub Vec<i128>);

impl Form {
    pub fn number(n: i128) -> Self {
        Self(vec![n])
    }

    /// x1 has the number 0.
    pub fn variable(number: usize) -> Self {
        let mut form = vec![0; number + 2];
        form[number + 1] = 1;
        Self(form)
    }

    /// Its number at x, or [`NOWHERE`].
    pub fn at(&self, x: &[i128]) -> i128 {
        let constant = self.0.first().copied().unwrap_or(0);
        let mut terms = self.0.iter().skip(1).zip(x);
        let sum = terms.try_fold(constant, |sum, (k, x)| sum.checked_add(k.checked_mul(*x)?));
        sum.unwrap_or(NOWHERE)
    }

    /// With forms in the place of the variables.
    pub fn with(&self, variables: &[Form]) -> Self {
        let constant = Self::number(self.0.first().copied().unwrap_or(0));
        let terms = self.0.iter().skip(1).zip(variables);
        terms.fold(constant, |sum, (k, form)| sum + form.clone() * *k)
    }

    /// The coefficient of a variable.
    pub fn coefficient(&self, number: usize) -> i128 {
        self.0.get(number + 1).copied().unwrap_or(0)
    }

    /// As a certificate writes it.
    pub fn written(&self) -> Vec<Integer> {
        let end = self.0.iter().rposition(|k| *k != 0).map_or(0, |last| last + 1);
        self.0[..end].iter().map(|k| Integer::from(*k)).collect()
    }
}

/// With numbers beyond 128 bits it is another form, of which nothing can be shown.
impl Add for Form {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        self.0.iter_mut().zip(other.0).for_each(|(k, other)| *k = k.saturating_add(other));
        self
    }
}

impl Neg for Form {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1
    }
}

impl Sub for Form {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Add<i128> for Form {
    type Output = Self;
    fn add(self, number: i128) -> Self {
        self + Self::number(number)
    }
}

impl Mul<i128> for Form {
    type Output = Self;
    fn mul(mut self, factor: i128) -> Self {
        self.0.iter_mut().for_each(|k| *k = k.saturating_mul(factor));
        self
    }
}
