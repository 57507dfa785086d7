//! Reading a rule of the rule language in its one spelling: single spaces, lower-case names, and
//! parentheses exactly where they are needed.

use super::language::{Comparison, Expr, Formula, RuleOption};
use super::text::{Reason, number};

/// The greatest constant.
const MAX_CONSTANT: u64 = 1_000_000_000_000;
/// The greatest number of variables of one option.
const MAX_VARIABLES: usize = 16;
/// The greatest depth of nesting, and the greatest number of parts of one rule.
const MAX_DEPTH: usize = 64;
const MAX_NODES: usize = 8192;
/// Words that are no variables.
const KEYWORDS: [&str; 12] =
    ["n", "where", "if", "and", "or", "not", "div", "mod", "is", "power", "of", "pass"];

/// Reads what stands behind `n -> `.
pub(super) fn read(text: &str) -> Result<Vec<RuleOption>, Reason> {
    let mut reader = Reader { rest: text, depth: 0, nodes: 0, names: Vec::new(), new_names: true };
    let mut options = vec![reader.option()?];
    while reader.eat(" | ") {
        options.push(reader.option()?);
    }
    if reader.rest.is_empty() { Ok(options) } else { Err(reader.unexpected()) }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
    nodes: usize,
    /// The variables of the option being read.
    names: Vec<&'a str>,
    /// Whether a new name is a new variable.
    new_names: bool,
}

/// A term or a condition: parentheses may hold either.
enum Node {
    Term(Expr),
    Condition(Formula),
}

/// What was read, and whether it stood in parentheses.
struct Part {
    node: Node,
    parentheses: bool,
}

/// Where a term stands: this decides whether it needs parentheses.
#[derive(Clone, Copy)]
enum Place {
    /// At the beginning of a new heap, where a bare `+` would begin the next one.
    Heap,
    /// At the beginning of another term.
    Term,
    /// Behind `+` or `-`.
    Operand,
    /// Behind a number.
    Multiplied,
    /// Before `div` or `mod`.
    Divided,
}

impl Place {
    fn needs_parentheses(self, term: &Expr) -> bool {
        let signed = matches!(term, Expr::Constant(c) | Expr::Multiple(c, _) if *c < 0);
        match (self, term) {
            (Self::Heap, _) => matches!(term, Expr::Sum(..)),
            (Self::Operand, _) => signed || matches!(term, Expr::Sum(..) | Expr::Difference(..)),
            (Self::Term, _)
            | (_, Expr::Heap | Expr::Variable(_))
            | (Self::Divided, Expr::Quotient(..) | Expr::Remainder(..)) => false,
            (Self::Divided, Expr::Constant(_)) => signed,
            (Self::Multiplied | Self::Divided, _) => true,
        }
    }
}

impl Part {
    fn term(self, place: Place) -> Result<Expr, Reason> {
        match self.node {
            Node::Term(term) if place.needs_parentheses(&term) == self.parentheses => Ok(term),
            Node::Term(_) => Err("parentheses are missing or needless".into()),
            Node::Condition(_) => Err("a condition where a number is needed".into()),
        }
    }

    /// A condition as a part of `or` (1), as a part of `and` or behind `not` (2), or alone (0).
    fn condition(self, level: u8) -> Result<Formula, Reason> {
        let Node::Condition(formula) = self.node else {
            return Err("a number where a condition is needed".into());
        };
        let own = match formula {
            Formula::Or(_) => 0,
            Formula::And(_) => 1,
            _ => 2,
        };
        let right = self.parentheses == (own < level);
        if right { Ok(formula) } else { Err("parentheses are missing or needless".into()) }
    }
}

impl From<Expr> for Part {
    fn from(term: Expr) -> Self {
        Self { node: Node::Term(term), parentheses: false }
    }
}

impl From<Formula> for Part {
    fn from(formula: Formula) -> Self {
        Self { node: Node::Condition(formula), parentheses: false }
    }
}

impl<'a> Reader<'a> {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn unexpected(&self) -> Reason {
        let found: String = self.rest.chars().take(20).flat_map(char::escape_default).collect();
        format!("unexpected '{found}'")
    }

    fn count(&mut self) -> Result<(), Reason> {
        self.nodes += 1;
        if self.nodes > MAX_NODES { Err("the rule is too long".into()) } else { Ok(()) }
    }

    /// Takes characters as long as they fit.
    fn take(&mut self, fits: impl Fn(u8) -> bool) -> &'a str {
        let end = self.rest.bytes().take_while(|b| fits(*b)).count();
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn option(&mut self) -> Result<RuleOption, Reason> {
        // Variables are numbered as they appear behind `where`; the heaps stand before it.
        let start = self.rest;
        let mut condition = None;
        (self.names, self.new_names) = (Vec::new(), true);
        self.heaps()?;
        let used = std::mem::take(&mut self.names);
        if self.eat(" where ") {
            condition = Some(self.disjunction()?.condition(0)?);
        }
        let end = self.rest;
        if used.iter().any(|name| !self.names.contains(name)) {
            return Err("a variable that no condition introduces".into());
        }
        self.rest = start;
        let heaps = self.heaps()?;
        let variables = std::mem::take(&mut self.names).len();
        (self.rest, self.new_names) = (end, false);
        let guard = if self.eat(" if ") { Some(self.disjunction()?.condition(0)?) } else { None };
        Ok(RuleOption { heaps, variables, condition, guard })
    }

    fn heaps(&mut self) -> Result<Vec<Expr>, Reason> {
        let mut heaps = vec![self.sum(Place::Heap)?.term(Place::Heap)?];
        while self.eat("+") {
            heaps.push(self.sum(Place::Heap)?.term(Place::Heap)?);
        }
        Ok(heaps)
    }

    fn disjunction(&mut self) -> Result<Part, Reason> {
        self.joined(" or ", 1, Self::conjunction, Formula::Or)
    }

    fn conjunction(&mut self) -> Result<Part, Reason> {
        self.joined(" and ", 2, Self::negation, Formula::And)
    }

    fn joined(
        &mut self,
        word: &str,
        level: u8,
        part: fn(&mut Self) -> Result<Part, Reason>,
        join: fn(Vec<Formula>) -> Formula,
    ) -> Result<Part, Reason> {
        let first = part(self)?;
        if !self.rest.starts_with(word) {
            return Ok(first);
        }
        let mut parts = vec![first.condition(level)?];
        while self.eat(word) {
            parts.push(part(self)?.condition(level)?);
        }
        self.count()?;
        Ok(join(parts).into())
    }

    fn negation(&mut self) -> Result<Part, Reason> {
        if !self.eat("not ") {
            return self.comparison();
        }
        let inner = self.deeper(Self::negation)?.condition(2)?;
        Ok(Formula::Not(Box::new(inner)).into())
    }

    /// Something inside something else.
    fn deeper(&mut self, inner: fn(&mut Self) -> Result<Part, Reason>) -> Result<Part, Reason> {
        self.count()?;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("nested too deeply".into());
        }
        let part = inner(self)?;
        self.depth -= 1;
        Ok(part)
    }

    fn comparison(&mut self) -> Result<Part, Reason> {
        let left = self.sum(Place::Term)?;
        if self.eat(" is power of 2") {
            return Ok(Formula::PowerOfTwo(left.term(Place::Term)?).into());
        }
        let comparison = match self.rest.strip_prefix(' ').and_then(|rest| rest.split_once(' ')) {
            Some(("=", _)) => Comparison::Equal,
            Some(("!=", _)) => Comparison::NotEqual,
            Some(("<", _)) => Comparison::Less,
            Some(("<=", _)) => Comparison::LessOrEqual,
            Some((">", _)) => Comparison::Greater,
            Some((">=", _)) => Comparison::GreaterOrEqual,
            _ => return Ok(left),
        };
        self.eat(" ");
        self.take(|b| b != b' ');
        self.eat(" ");
        let right = self.sum(Place::Term)?;
        let (a, b) = (left.term(Place::Term)?, right.term(Place::Term)?);
        Ok(Formula::Comparison(a, comparison, b).into())
    }

    fn sum(&mut self, place: Place) -> Result<Part, Reason> {
        let mut left = self.product()?;
        loop {
            let plus = matches!(place, Place::Term) && self.eat("+");
            if !plus && !self.eat("-") {
                return Ok(left);
            }
            self.count()?;
            let a = Box::new(left.term(place)?);
            let b = Box::new(self.product()?.term(Place::Operand)?);
            left = if plus { Expr::Sum(a, b) } else { Expr::Difference(a, b) }.into();
        }
    }

    fn product(&mut self) -> Result<Part, Reason> {
        let mut left = self.factor()?;
        loop {
            let divide = self.eat(" div ");
            if !divide && !self.eat(" mod ") {
                return Ok(left);
            }
            self.count()?;
            let a = Box::new(left.term(Place::Divided)?);
            let d = number(self.take(|b| b.is_ascii_digit()), MAX_CONSTANT)? as i64;
            if d == 0 {
                return Err("a division by 0".into());
            }
            left = if divide { Expr::Quotient(a, d) } else { Expr::Remainder(a, d) }.into();
        }
    }

    /// A number, a name, or parentheses; a number before the others multiplies them.
    fn factor(&mut self) -> Result<Part, Reason> {
        self.count()?;
        let minus = self.eat("-");
        let digits = self.take(|b| b.is_ascii_digit());
        let follows = self.rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '(');
        if digits.is_empty() && !minus {
            return self.primary();
        }
        let c = if digits.is_empty() { 1 } else { number(digits, MAX_CONSTANT)? as i64 };
        let c = if minus { -c } else { c };
        if minus && digits == "0" || minus && digits == "1" && follows {
            return Err("-1 before a term is written -, and 0 has no sign".into());
        }
        if !follows && !digits.is_empty() {
            return Ok(Expr::Constant(c).into());
        }
        Ok(Expr::Multiple(c, Box::new(self.primary()?.term(Place::Multiplied)?)).into())
    }

    fn primary(&mut self) -> Result<Part, Reason> {
        if self.eat("(") {
            let inner = self.deeper(Self::disjunction)?;
            let inner = match inner.node {
                Node::Term(_) => inner.term(Place::Term)?.into(),
                Node::Condition(_) => inner.condition(0)?.into(),
            };
            if !self.eat(")") {
                return Err(self.unexpected());
            }
            return Ok(Part { parentheses: true, ..inner });
        }
        if !self.rest.starts_with(|c: char| c.is_ascii_lowercase()) {
            return Err(self.unexpected());
        }
        let name = self.take(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        if name == "n" {
            return Ok(Expr::Heap.into());
        }
        let known = self.names.iter().position(|other| *other == name);
        if KEYWORDS.contains(&name)
            || known.is_none() && (!self.new_names || self.names.len() == MAX_VARIABLES)
        {
            return Err(format!("'{name}' is no variable here"));
        }
        if known.is_none() {
            self.names.push(name);
        }
        Ok(Expr::Variable(known.unwrap_or(self.names.len() - 1)).into())
    }
}
