//! The theorems and the kinds of sequences by name: the one table of both.

use std::fmt;

/// A theorem a certificate can call on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Theorem {
    /// Finite codes and the like are periodic.
    FiniteTakeAndBreak,
    /// Finite subtraction and tetral games are periodic.
    FiniteSubtraction,
    /// Moves with conditions on the heaps.
    GrundySplit,
    /// All-but subtraction games.
    AllBut,
    /// Finite hexadecimal codes, arithmetic-periodic.
    SedecimalArithmetic,
    /// Recurring octal codes, arithmetic-periodic.
    RecurringOctal,
    /// Recurring tetral codes, arithmetic-periodic.
    RecurringTetral,
    /// Recurring codes, periodic.
    RecurringPeriodic,
    /// A game and its standard form.
    StandardForm,
    /// Long periodic sequences with a sparse space.
    SparseWindow,
    /// The nim-sequence is read by a finite automaton.
    Automaton,
    /// Misere quotients.
    MisereQuotient,
}

impl Theorem {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::FiniteTakeAndBreak,
        Self::FiniteSubtraction,
        Self::GrundySplit,
        Self::AllBut,
        Self::SedecimalArithmetic,
        Self::RecurringOctal,
        Self::RecurringTetral,
        Self::RecurringPeriodic,
        Self::StandardForm,
        Self::SparseWindow,
        Self::Automaton,
        Self::MisereQuotient,
    ];

    /// Its name in certificates and in answers.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Where it comes from, in a few words.
    pub const fn title(self) -> &'static str {
        self.row().1
    }

    /// The theorem of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theorem| theorem.name() == name)
    }

    const fn row(self) -> (&'static str, &'static str) {
        match self {
            Self::FiniteTakeAndBreak => ("finite-take-and-break", "Austin, Theorem 4.1"),
            Self::FiniteSubtraction => ("finite-subtraction", "Austin, Theorem 5.2"),
            Self::GrundySplit => ("grundy-split", "Schlebusch, Proposition 10.1, generalised"),
            Self::AllBut => ("all-but", "Lessons in Play, Lemma 7.43"),
            Self::SedecimalArithmetic => ("sedecimal-arithmetic", "Austin, Theorem 6.8"),
            Self::RecurringOctal => ("recurring-octal", "Austin, Theorem 6.9"),
            Self::RecurringTetral => ("recurring-tetral", "Austin, Theorem 6.10"),
            Self::RecurringPeriodic => ("recurring-periodic", "periodicity of recurring codes"),
            Self::StandardForm => {
                ("standard-form", "Austin, Theorem 4.6, and a proof for the standard form")
            }
            Self::SparseWindow => ("sparse-window", "one window of a sparse space"),
            Self::Automaton => ("automaton", "a decision procedure on automata"),
            Self::MisereQuotient => ("misere-quotient", "four conditions on a finite monoid"),
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What sort of sequence is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// G(n+p) = G(n) from some heap on.
    Periodic,
    /// G(n+p) = G(n)+s from some heap on, s at least 1.
    ArithmeticPeriodic,
    /// The same, with residues whose values do not grow.
    Sapp,
    /// Ruler-regular.
    Ruler,
    /// Read by a finite automaton.
    Automatic,
    /// Not about the nim-sequence but about misere play.
    MisereQuotient,
    /// Nothing is claimed.
    Open,
}

impl Kind {
    /// Its name in certificates and in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Periodic => "periodic",
            Self::ArithmeticPeriodic => "arithmetic-periodic",
            Self::Sapp => "sapp",
            Self::Ruler => "ruler",
            Self::Automatic => "automatic",
            Self::MisereQuotient => "misere-quotient",
            Self::Open => "open",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        for (i, theorem) in Theorem::ALL.into_iter().enumerate() {
            assert_eq!(theorem as usize, i, "{theorem} is out of place in ALL");
            assert_eq!(Theorem::from_name(theorem.name()), Some(theorem));
        }
        assert_eq!(Theorem::from_name("octal"), None);
    }
}
