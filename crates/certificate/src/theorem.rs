//! The theorems and the kinds of sequences by name: the one table of both.

use std::fmt;

/// An enum whose members have a name, and a title behind it.
macro_rules! table {
    ($(#[$about:meta])* $table:ident { $($(#[$doc:meta])* $row:ident $name:literal $title:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $table { $($(#[$doc])* $row,)* }

        impl $table {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$row,)*];

            /// Its name in certificates and in answers.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$row => $name,)* }
            }

            /// In a few words: where a theorem comes from, what a kind says.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$row => $title,)* }
            }

            /// The one of this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|row| row.name() == name)
            }
        }

        impl fmt::Display for $table {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

table! {
    /// A theorem a certificate can call on.
    Theorem {
        /// Finite codes and the like are periodic.
        FiniteTakeAndBreak "finite-take-and-break" "Austin, Theorem 4.1",
        /// Finite subtraction and tetral games are periodic.
        FiniteSubtraction "finite-subtraction" "Austin, Theorem 5.2",
        /// Moves with conditions on the heaps.
        GrundySplit "grundy-split" "Schlebusch, Proposition 10.1, generalised",
        /// All-but subtraction games.
        AllBut "all-but" "Lessons in Play, Lemma 7.43",
        /// Finite hexadecimal codes, arithmetic-periodic.
        SedecimalArithmetic "sedecimal-arithmetic" "Austin, Theorem 6.8",
        /// Recurring octal codes, arithmetic-periodic.
        RecurringOctal "recurring-octal" "Austin, Theorem 6.9",
        /// Recurring tetral codes, arithmetic-periodic.
        RecurringTetral "recurring-tetral" "Austin, Theorem 6.10",
        /// Recurring codes, periodic.
        RecurringPeriodic "recurring-periodic" "periodicity of recurring codes",
        /// Heaps that carry a pass.
        Pass "pass" "a window of the values with and without the pass",
        /// Heaps and takes of any size, by inequalities.
        Tiling "tiling" "tiles that give the value of every heap, by linear inequalities",
        /// The values of Mark(t), whatever t.
        Mark "mark" "records of Mark(t)",
        /// A game and its standard form.
        StandardForm "standard-form" "Austin, Theorem 4.6, and a proof for the standard form",
        /// Long periodic sequences with a sparse space.
        SparseWindow "sparse-window" "one window of a sparse space",
        /// The nim-sequence is read by a finite automaton.
        Automaton "automaton" "a decision procedure on automata",
        /// Misere quotients.
        MisereQuotient "misere-quotient" "four conditions on a finite monoid",
        /// Misere play decided by weights and reaches.
        MisereLead "misere-lead" "weights and reaches of heaps",
    }
}

table! {
    /// What sort of sequence is claimed.
    Kind {
        /// G(n+p) = G(n) from some heap on.
        Periodic "periodic" "G(n+p)=G(n) from some heap on",
        /// G(n+p) = G(n)+s from some heap on, s at least 1.
        ArithmeticPeriodic "arithmetic-periodic" "G(n+p)=G(n)+s from some heap on",
        /// The same, with residues whose values do not grow.
        Sapp "sapp" "arithmetic-periodic in some residue classes, periodic in the others",
        /// Ruler-regular.
        Ruler "ruler" "ruler-regular",
        /// Read by a finite automaton.
        Automatic "automatic" "read by a finite automaton",
        /// Given by a formula for every heap.
        ClosedForm "closed-form" "given by a formula for every heap",
        /// Not about the nim-sequence but about misere play.
        MisereQuotient "misere-quotient" "about misere play",
        /// The same, with an infinite quotient.
        MisereLead "misere-lead" "about misere play, with an infinite quotient",
        /// Nothing is claimed.
        Open "open" "nothing is claimed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        for (i, theorem) in Theorem::ALL.iter().copied().enumerate() {
            assert_eq!(theorem as usize, i, "{theorem} is out of place in ALL");
            assert_eq!(Theorem::from_name(theorem.name()), Some(theorem));
        }
        assert_eq!(Theorem::from_name("octal"), None);
    }
}
