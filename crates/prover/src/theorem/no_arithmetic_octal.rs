//! What a finite octal game cannot be.

use sprague_certificate::Regularity;
use sprague_games::Ruleset;

/// Theorem 6.2 (Conway, in Austin 1976). No finite octal game is arithmetic-periodic with a
/// positive saltus. The proof counts the values of options, so it covers every game with
/// finitely many moves to at most two heaps, with or without conditions.
///
/// Returns whether the theorem forbids this regularity.
pub fn forbids(rules: &Ruleset, regularity: Regularity) -> bool {
    regularity.saltus > 0
        && !rules.has_pass()
        && rules.finite_moves().is_some_and(|moves| moves.iter().all(|m| m.heaps <= 2))
}
