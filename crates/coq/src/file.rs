//! The file that is written: definitions, theorems, what they assume.

use crate::game::Game;
use crate::{Options, separated};

/// A certificate as a file for Coq.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The text of the file.
    pub text: String,
    /// What is proved there, in the order of the file.
    pub theorems: Vec<Theorem>,
}

/// A theorem of an exported file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// Its name.
    pub name: &'static str,
    /// What it says, in the language of Coq.
    pub statement: String,
}

/// A file in the making.
pub(crate) struct File {
    text: String,
    theorems: Vec<Theorem>,
    /// How the theorems are exported.
    pub options: Options,
}

impl File {
    /// The head of the file and the game.
    pub fn new(game: &Game, options: Options) -> Self {
        let rules = in_comment(&game.rules.to_string());
        let definition = game.definition();
        let text = format!(
            "(** A theorem about {rules}.

    Exported from a certificate of sprague. It needs the library in the folder formal of sprague
    and nothing else; there

      make formal && coqc -R formal/theory Sprague FILE

    must print: Closed under the global context. After make formal-install, coqc FILE is enough;
    without that folder, sprague check --coq CERTIFICATE does the same. *)
From Sprague Require Import Sprague.

(** {rules} *)
{definition}

"
        );
        Self { text, theorems: Vec::new(), options }
    }

    /// Adds a definition with a comment before it.
    pub fn define(&mut self, comment: &str, name: &str, body: &str) {
        if !comment.is_empty() {
            self.text += &format!("(** {comment} *)\n");
        }
        self.text += &format!("Definition {name} :=\n  {body}.\n\n");
    }

    /// Adds that a term of Coq is true: it is computed once, at the end of the proof.
    pub fn compute(&mut self, name: &str, term: &str) {
        let machine = if self.options.native { "native" } else { "vm" };
        self.text += &format!(
            "Lemma {name} : {term} = true.\nProof. {machine}_cast_no_check (eq_refl true). Qed.\n\n"
        );
    }

    /// Adds a theorem.
    pub fn theorem(
        &mut self,
        comment: &str,
        name: &'static str,
        statement: impl Into<String>,
        proof: &str,
    ) {
        let statement = statement.into();
        self.text +=
            &format!("(** {comment} *)\nTheorem {name} : {statement}.\nProof. {proof} Qed.\n\n");
        self.theorems.push(Theorem { name, statement });
    }

    /// Adds that the game ends, the first half of this theorem.
    pub fn ends(&mut self, theorem: &str) {
        self.theorem(
            "Every move makes smaller heaps.",
            "game_ends",
            "decreasing game",
            &format!("exact (proj1 {theorem})."),
        );
    }

    /// Adds who wins, by the nim-values.
    pub fn play(&mut self) {
        self.theorem(
            "Who wins: lost for the player to move exactly when the nim-sum is 0.",
            "play",
            "forall p : position, lost game p <-> nim_sum (map (G game) p) = 0",
            "exact (sprague_grundy game game_ends).",
        );
    }

    /// Who wins, by a table that is the nim-values, as the theorem `table` says.
    pub fn play_by(&mut self, table: &str) {
        self.theorem(
            "Who wins: lost for the player to move exactly when the nim-sum of the table values is 0.",
            "play",
            format!("forall p : position, lost game p <-> nim_sum (map ({table}) p) = 0"),
            "intros p. rewrite (sprague_grundy game game_ends), (map_ext _ _ table). reflexivity.",
        );
    }

    /// The file with what its theorems assume.
    pub fn finish(mut self) -> Exported {
        let names = separated(self.theorems.iter().map(|theorem| theorem.name), ", ");
        self.text += &format!("Definition theorems := ({names}).\nPrint Assumptions theorems.\n");
        Exported { text: self.text, theorems: self.theorems }
    }
}

/// A text that neither ends nor opens a comment or a string of Coq.
fn in_comment(text: &str) -> String {
    text.replace('"', "'").replace("(*", "( *").replace("*)", "* )")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_a_comment() {
        assert_eq!(in_comment("n -> (n*)\"(*"), "n -> (n* )'( *");
    }
}
