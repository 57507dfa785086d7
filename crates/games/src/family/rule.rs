//! Rules of the rule language: `n -> n-1 | n div 2`.

use super::Spelled;
use crate::form::{Form, Order};
use crate::rule_language::Rule;

impl Spelled for Rule {
    /// Moves where every option is one, else the options themselves.
    fn form(&self) -> Form {
        match self.finite_moves() {
            Some(moves) => {
                Form::new(moves.into_iter().map(Into::into).collect(), Vec::new(), Order::Heaps)
            }
            None => Form::new(Vec::new(), self.options.clone(), Order::Heaps),
        }
    }

    fn class(&self) -> String {
        "rule language".into()
    }

    fn in_words(&self) -> Vec<String> {
        self.options.iter().map(|option| format!("Replace a heap of n by {option}.")).collect()
    }
}
