//! The same game in CGSuite.
//!
//! CGSuite 2 has the rulesets `TakeAndBreak`, `Subtraction` and `Splittles` in its package
//! `game.heap`; its codes are those of this crate.

use crate::ruleset::Ruleset;

/// The CGSuite expression of a ruleset, if CGSuite has one for it: no Mark, no rules of the
/// rule language, no pass.
///
/// ```
/// use sprague_games::{Ruleset, cgsuite};
/// let rules: Ruleset = "Kayles".parse().unwrap();
/// assert_eq!(cgsuite::expression(&rules).unwrap(), r#"game.heap.TakeAndBreak("0.77")"#);
/// ```
pub fn expression(rules: &Ruleset) -> Option<String> {
    if rules.has_pass() {
        return None;
    }
    rules.family().spelled().cgsuite()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<String> {
        expression(&text.parse().unwrap())
    }

    #[test]
    fn the_forms_of_cgsuite() {
        let code = |text: &str| Some(format!("game.heap.TakeAndBreak(\"{text}\")"));
        assert_eq!(of("Grundy"), code("4!.0"));
        assert_eq!(of("Nim"), code("0.[3]"));
        assert_eq!(of(".3f"), code("0.3F"));
        assert_eq!(of("Split(3, distinct)"), code("8!.0"));
        assert_eq!(of("S(2,3,7)").unwrap(), "game.heap.Subtraction([2,3,7])");
        assert_eq!(of("AllBut(2,3,7)").unwrap(), "game.heap.Subtraction([2,3,7], allbut => true)");
        assert_eq!(of("Splittles(1,2)").unwrap(), "game.heap.Splittles([1,2])");
    }

    #[test]
    fn games_that_cgsuite_has_not() {
        for game in ["Mark", "UpMark(3)", "n -> n-1 | n div 2", "0.77 + pass", "CouplesAreForever"]
        {
            assert_eq!(of(game), None, "{game}");
        }
    }
}
