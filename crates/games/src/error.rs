//! What can be wrong with a rule text, said so that it can be put right.

use std::fmt;

/// Why a text is not a ruleset (or a position): what was found, where, and what was
/// expected.
///
/// `Display` gives one line with a caret `^` in front of the offending character:
///
/// ```
/// use sprague_games::Ruleset;
/// let error = "0.7W".parse::<Ruleset>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown digit 'W' at column 4 (0.7^W): digits are 0-9 and A-V");
/// assert_eq!(error.column(), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    kind: ParseErrorKind,
    message: String,
    hint: String,
    input: String,
    /// Byte offset into `input`, on a character boundary.
    at: usize,
}

/// The sort of mistake a [`ParseError`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// There is no text.
    Empty,
    /// A character that is no digit of a code.
    UnknownDigit,
    /// A digit before the point that leaves no heap or one heap (1, 2 or 3).
    DigitBeforePoint,
    /// A set without members.
    EmptySet,
    /// Taking 0 tokens is no move.
    ZeroTake,
    /// A bracket, brace or parenthesis without its partner.
    Unbalanced,
    /// More digits, members or characters than are allowed.
    TooLong,
    /// A number too large for its place.
    NumberTooLarge,
    /// A name that is no game.
    UnknownName,
    /// A move to a heap that is not smaller.
    NotTerminating,
    /// A variable of the rule language that can take infinitely many values.
    Unbounded,
    /// Something else was expected here.
    Unexpected,
}

impl ParseError {
    pub(crate) fn new(
        kind: ParseErrorKind,
        input: &str,
        at: usize,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        let mut at = at.min(input.len());
        while !input.is_char_boundary(at) {
            at -= 1;
        }
        Self { kind, message: message.into(), hint: hint.into(), input: input.to_owned(), at }
    }

    /// The same error about a text of which the parsed one is a part starting at `offset`.
    pub(crate) fn within(mut self, whole: &str, offset: usize) -> Self {
        self.at += offset;
        whole.clone_into(&mut self.input);
        self
    }

    /// The same error at another place of another text.
    pub(crate) fn retold(mut self, text: &str, at: usize) -> Self {
        self.at = at.min(text.len());
        text.clone_into(&mut self.input);
        self
    }

    /// The sort of mistake.
    pub fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// What was found, without place or advice.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What was expected or how to put it right.
    pub fn hint(&self) -> &str {
        &self.hint
    }

    /// The whole text.
    pub fn input(&self) -> &str {
        &self.input
    }

    /// The column of the offending character, counted in characters from 1.
    pub fn column(&self) -> usize {
        self.input[..self.at].chars().count() + 1
    }
}

/// How many characters of the input are shown on either side of the caret.
const CONTEXT: usize = 30;

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = self.column();
        write!(f, "{} at column {column} ({})", self.message, with_caret(&self.input, column))?;
        if !self.hint.is_empty() {
            write!(f, ": {}", self.hint)?;
        }
        Ok(())
    }
}

/// A text with a caret `^` in front of the character in this column, counted from 1; of a long
/// text only the neighbourhood. It stays one line: control characters are escaped.
///
/// ```
/// assert_eq!(sprague_games::with_caret("0.7W", 4), "0.7^W");
/// ```
pub fn with_caret(text: &str, column: usize) -> String {
    let before = column.saturating_sub(1);
    let from = before.saturating_sub(CONTEXT);
    let mut shown = String::from(if from > 0 { "..." } else { "" });
    let mut rest = text.chars().skip(from);
    push_visible(&mut shown, rest.by_ref().take(before - from));
    shown.push('^');
    push_visible(&mut shown, rest.by_ref().take(CONTEXT));
    if rest.next().is_some() {
        shown.push_str("...");
    }
    shown
}

/// Control characters would break the promise of one line.
fn push_visible(shown: &mut String, text: impl Iterator<Item = char>) {
    for c in text {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
}

impl std::error::Error for ParseError {}

/// Quotes a character for a message, control characters escaped.
pub(crate) fn quoted(c: char) -> String {
    if c.is_control() { format!("'{}'", c.escape_default()) } else { format!("'{c}'") }
}

/// Why the options of a heap could not be listed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleError {
    /// A move from this heap leads to a heap that is not smaller.
    NotSmaller {
        /// The heap moved from.
        heap: u64,
        /// The heap moved to.
        to: u128,
    },
    /// On this heap a variable of a rule can take infinitely many values.
    Unbounded {
        /// The heap.
        heap: u64,
        /// The variable's name.
        variable: String,
    },
    /// A number of a rule grew past 127 bits on this heap.
    Overflow {
        /// The heap.
        heap: u64,
    },
    /// On this heap the variables of a rule have far more combinations than there are options.
    TooManyCombinations {
        /// The heap.
        heap: u64,
    },
    /// The caller's visitor asked to stop.
    Stopped,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSmaller { heap, to } => write!(
                f,
                "the rule does not terminate: from a heap of {heap} there is a move to a heap of {to}, which is not smaller"
            ),
            Self::Unbounded { heap, variable } => write!(
                f,
                "variable {variable} of the rule can take infinitely many values on a heap of {heap}: bound it in 'where'"
            ),
            Self::Overflow { heap } => {
                write!(f, "a number of the rule exceeds 127 bits on a heap of {heap}")
            }
            Self::TooManyCombinations { heap } => write!(
                f,
                "the variables of the rule have too many combinations on a heap of {heap}: use fewer or bound them in 'where'"
            ),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for RuleError {}
