//! Reading a rule. One recursive descent for terms and conditions alike (a parenthesis
//! may hold either), so that no input needs backtracking.

use super::options::visit_within;
use super::token::{KEYWORDS, Token, tokens};
use super::{Constraint, Expr, MAX_DEPTH, MAX_NODES, MAX_VARIABLES, Relation, Rule, RuleOption};
use crate::error::{ParseError, ParseErrorKind as Kind, RuleError};
use std::str::FromStr;

/// Heaps 1..=PROBED are tried when a rule is read, so that a rule that does not terminate
/// is refused with the heap that shows it.
const PROBED: u64 = 24;
/// At most this many options are listed in that trial.
const PROBE_BUDGET: usize = 20_000;
/// At most this many steps are taken to list those of one heap.
const PROBE_STEPS: u64 = 20_000;

impl FromStr for Rule {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (rule, starts) = Parser::new(text)?.rule()?;
        let mut budget = PROBE_BUDGET;
        for n in 1..=PROBED {
            let mut visit = |_: &[u64]| {
                budget = budget.saturating_sub(1);
                budget > 0
            };
            match visit_within(&rule.options, n, PROBE_STEPS, &mut visit) {
                Ok(()) => {}
                // What takes long is looked at when it is asked for.
                Err(RuleError::Stopped | RuleError::TooManyCombinations { .. }) => break,
                Err(error) => {
                    let kind = match error {
                        RuleError::Unbounded { .. } => Kind::Unbounded,
                        _ => Kind::NotTerminating,
                    };
                    let guilty = rule.options.iter().position(|option| {
                        visit_within(std::slice::from_ref(option), n, PROBE_STEPS, &mut |_| true)
                            .is_err_and(|alone| alone == error)
                    });
                    return Err(ParseError::new(
                        kind,
                        text,
                        starts[guilty.unwrap_or(0)],
                        error.to_string(),
                        "every new heap must be smaller than n; restrict the option with 'where' or 'if'",
                    ));
                }
            }
        }
        Ok(rule)
    }
}

struct Parser<'a> {
    text: &'a str,
    /// Each token with its byte offset.
    tokens: Vec<(usize, Token)>,
    next: usize,
    depth: usize,
    nodes: usize,
    /// The variables of the option being read; `None` where none may appear.
    variables: Vec<String>,
    /// Whether a new name introduces a variable (in `where`).
    introducing: bool,
}

/// A term or a condition: a parenthesis may hold either.
enum Node {
    Term(Expr),
    Condition(Constraint),
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self, ParseError> {
        Ok(Self {
            text,
            tokens: tokens(text)?,
            next: 0,
            depth: 0,
            nodes: 0,
            variables: Vec::new(),
            introducing: false,
        })
    }

    fn at(&self) -> usize {
        self.tokens.get(self.next).map_or(self.text.len(), |(at, _)| *at)
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    fn error(&self, kind: Kind, message: impl Into<String>, hint: &str) -> ParseError {
        ParseError::new(kind, self.text, self.at(), message, hint)
    }

    fn found(&self) -> String {
        match self.peek() {
            None => "the end".to_owned(),
            Some(Token::Number(v)) => v.to_string(),
            Some(Token::Word(w)) => format!("'{w}'"),
            Some(Token::Sign(s)) => format!("'{s}'"),
        }
    }

    fn unexpected(&self, expected: &str) -> ParseError {
        self.error(
            Kind::Unexpected,
            format!("expected {expected}, found {}", self.found()),
            "a rule looks like n -> n-1 | a+b where a+b = n and a < b",
        )
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(s)) if *s == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(w)) if w == word)
    }

    fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.next += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.next += usize::from(found);
        found
    }

    fn count_node(&mut self) -> Result<(), ParseError> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(self.error(
                Kind::TooLong,
                "the rule is too long",
                "split it up or simplify it",
            ));
        }
        Ok(())
    }

    /// The rule, and where each of its options begins.
    fn rule(mut self) -> Result<(Rule, Vec<usize>), ParseError> {
        if !self.eat_word("n") || !self.eat_sign("->") {
            self.next = 0;
            return Err(self.unexpected("'n ->'"));
        }
        let mut starts = vec![self.at()];
        let mut options = vec![self.option()?];
        while self.eat_sign("|") {
            starts.push(self.at());
            options.push(self.option()?);
        }
        if self.peek().is_some() {
            return Err(match self.peek() {
                Some(Token::Sign(")")) => {
                    self.error(Kind::Unbalanced, "')' without '('", "remove it or open it")
                }
                _ => self.unexpected("'+', '|', 'where', 'if' or the end"),
            });
        }
        Ok((Rule { options }, starts))
    }

    fn option(&mut self) -> Result<RuleOption, ParseError> {
        // Variables are introduced by `where`, which stands behind the heaps: the heaps
        // are read first with every name allowed, and checked afterwards.
        self.variables.clear();
        self.introducing = true;
        let heaps_at = self.next;
        let mut heaps = vec![self.heap()?];
        while self.eat_sign("+") {
            heaps.push(self.heap()?);
        }
        let used_in_heaps = std::mem::take(&mut self.variables);
        let mut condition = None;
        let mut guard = None;
        loop {
            if condition.is_none() && guard.is_none() && self.eat_word("where") {
                self.introducing = true;
                condition = Some(self.condition()?);
            } else if guard.is_none() && self.eat_word("if") {
                self.introducing = false;
                let variables = std::mem::take(&mut self.variables);
                guard = Some(self.condition()?);
                self.variables = variables;
            } else {
                break;
            }
        }
        if let Some(name) = used_in_heaps.iter().find(|name| !self.variables.contains(name)) {
            let place = self.tokens[heaps_at..]
                .iter()
                .find(|(_, token)| matches!(token, Token::Word(w) if w == name))
                .map_or(0, |(at, _)| *at);
            return Err(ParseError::new(
                Kind::Unexpected,
                self.text,
                place,
                format!("variable {name} is not introduced"),
                format!("say what it is behind 'where', for example: where {name} <= n"),
            ));
        }
        // The heaps were read with variables numbered as they appear there.
        let renumber: Vec<usize> = used_in_heaps
            .iter()
            .map(|name| self.variables.iter().position(|v| v == name).unwrap_or(0))
            .collect();
        for heap in &mut heaps {
            renumber_variables(heap, &renumber);
        }
        Ok(RuleOption { heaps, variables: std::mem::take(&mut self.variables), condition, guard })
    }

    /// A new heap: a term in which a bare `+` would start the next heap.
    fn heap(&mut self) -> Result<Expr, ParseError> {
        let mut left = self.term_product()?;
        while self.eat_sign("-") {
            let right = self.term_product()?;
            self.count_node()?;
            left = Expr::Difference(Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn term_product(&mut self) -> Result<Expr, ParseError> {
        let start = self.next;
        match self.product()? {
            Node::Term(term) => Ok(term),
            Node::Condition(_) => {
                self.next = start;
                Err(self.unexpected("a new heap, not a condition"))
            }
        }
    }

    fn condition(&mut self) -> Result<Constraint, ParseError> {
        let start = self.next;
        let node = self.disjunction()?;
        self.want_condition(node, start)
    }

    fn want_condition(&self, node: Node, start: usize) -> Result<Constraint, ParseError> {
        match node {
            Node::Condition(constraint) => Ok(constraint),
            Node::Term(_) => Err(ParseError::new(
                Kind::Unexpected,
                self.text,
                self.tokens.get(start).map_or(self.text.len(), |(at, _)| *at),
                "a term where a condition is needed",
                "compare it, as in 2k >= n, or write k is power of 2",
            )),
        }
    }

    fn want_term(&self, node: Node, start: usize) -> Result<Expr, ParseError> {
        match node {
            Node::Term(term) => Ok(term),
            Node::Condition(_) => Err(ParseError::new(
                Kind::Unexpected,
                self.text,
                self.tokens.get(start).map_or(self.text.len(), |(at, _)| *at),
                "a condition where a number is needed",
                "",
            )),
        }
    }

    fn disjunction(&mut self) -> Result<Node, ParseError> {
        self.joined("or", Self::conjunction, Constraint::Or)
    }

    fn conjunction(&mut self) -> Result<Node, ParseError> {
        self.joined("and", Self::negation, Constraint::And)
    }

    fn joined(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Result<Node, ParseError>,
        join: fn(Vec<Constraint>) -> Constraint,
    ) -> Result<Node, ParseError> {
        let start = self.next;
        let first = part(self)?;
        if !self.is_word(word) {
            return Ok(first);
        }
        let mut parts = vec![self.want_condition(first, start)?];
        while self.eat_word(word) {
            let start = self.next;
            let node = part(self)?;
            parts.push(self.want_condition(node, start)?);
        }
        self.count_node()?;
        Ok(Node::Condition(join(parts)))
    }

    fn negation(&mut self) -> Result<Node, ParseError> {
        if self.eat_word("not") {
            self.deeper()?;
            let start = self.next;
            let node = self.negation()?;
            self.depth -= 1;
            let constraint = self.want_condition(node, start)?;
            self.count_node()?;
            return Ok(Node::Condition(Constraint::Not(Box::new(constraint))));
        }
        self.comparison()
    }

    fn deeper(&mut self) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(Kind::TooLong, "nested too deeply", "at most 64 levels"));
        }
        Ok(())
    }

    fn comparison(&mut self) -> Result<Node, ParseError> {
        let start = self.next;
        let first = self.sum()?;
        if self.eat_word("is") {
            let negated = self.eat_word("not");
            self.eat_word("a");
            if !(self.eat_word("power") && self.eat_word("of")) {
                return Err(self.unexpected("'power of 2'"));
            }
            if self.peek() != Some(&Token::Number(2)) {
                return Err(self.error(
                    Kind::Unexpected,
                    format!("expected 2, found {}", self.found()),
                    "only powers of 2 can be asked for",
                ));
            }
            self.next += 1;
            let term = self.want_term(first, start)?;
            self.count_node()?;
            let constraint = Constraint::PowerOfTwo(term);
            return Ok(Node::Condition(if negated {
                Constraint::Not(Box::new(constraint))
            } else {
                constraint
            }));
        }
        let mut parts = Vec::new();
        let mut left = Some((first, start));
        while let Some(relation) = self.relation() {
            self.next += 1;
            let right_start = self.next;
            let right = self.sum()?;
            let right = self.want_term(right, right_start)?;
            let Some((node, node_start)) = left.take() else { break };
            let left_term = self.want_term(node, node_start)?;
            self.count_node()?;
            parts.push(Constraint::Comparison(left_term, relation, right.clone()));
            left = Some((Node::Term(right), right_start));
        }
        match parts.len() {
            0 => left.map(|(node, _)| node).ok_or_else(|| self.unexpected("a term")),
            1 => Ok(Node::Condition(parts.swap_remove(0))),
            // 1 <= k <= n means both.
            _ => Ok(Node::Condition(Constraint::And(parts))),
        }
    }

    fn relation(&self) -> Option<Relation> {
        match self.peek()? {
            Token::Sign("=" | "==") => Some(Relation::Equal),
            Token::Sign("!=" | "<>" | "≠") => Some(Relation::NotEqual),
            Token::Sign("<") => Some(Relation::Less),
            Token::Sign("<=" | "≤") => Some(Relation::LessOrEqual),
            Token::Sign(">") => Some(Relation::Greater),
            Token::Sign(">=" | "≥") => Some(Relation::GreaterOrEqual),
            _ => None,
        }
    }

    fn sum(&mut self) -> Result<Node, ParseError> {
        let start = self.next;
        let mut left = self.product()?;
        loop {
            let plus = self.is_sign("+");
            if !plus && !self.is_sign("-") {
                return Ok(left);
            }
            self.next += 1;
            let a = Box::new(self.want_term(left, start)?);
            let right_start = self.next;
            let right = self.product()?;
            let b = Box::new(self.want_term(right, right_start)?);
            self.count_node()?;
            left = Node::Term(if plus { Expr::Sum(a, b) } else { Expr::Difference(a, b) });
        }
    }

    fn product(&mut self) -> Result<Node, ParseError> {
        let start = self.next;
        let mut left = self.factor()?;
        loop {
            let divide = self.is_word("div");
            if divide || self.is_word("mod") {
                self.next += 1;
                let divisor = match self.peek() {
                    Some(&Token::Number(d)) if d >= 1 => d,
                    _ => {
                        return Err(self.error(
                            Kind::Unexpected,
                            format!("expected a positive constant, found {}", self.found()),
                            "div and mod take a constant from 1 on",
                        ));
                    }
                };
                self.next += 1;
                let a = Box::new(self.want_term(left, start)?);
                self.count_node()?;
                left = Node::Term(if divide {
                    Expr::Quotient(a, divisor)
                } else {
                    Expr::Remainder(a, divisor)
                });
            } else if self.is_sign("*") {
                self.next += 1;
                let right_start = self.next;
                let right = self.factor()?;
                let right = self.want_term(right, right_start)?;
                let a = self.want_term(left, start)?;
                left = Node::Term(match (a, right) {
                    (Expr::Constant(c), other) | (other, Expr::Constant(c)) => {
                        self.multiple(c, other)?
                    }
                    _ => {
                        self.next = right_start;
                        return Err(self.error(
                            Kind::Unexpected,
                            "a product of two terms",
                            "terms are linear: multiply by constants only",
                        ));
                    }
                });
            } else {
                return Ok(left);
            }
        }
    }

    fn multiple(&mut self, c: i64, a: Expr) -> Result<Expr, ParseError> {
        self.count_node()?;
        Ok(Expr::Multiple(c, Box::new(a)))
    }

    /// A number, a name, a number times a name or parenthesis, or a parenthesis.
    fn factor(&mut self) -> Result<Node, ParseError> {
        self.count_node()?;
        let negative = self.is_sign("-");
        if negative {
            self.next += 1;
        }
        let start = self.next;
        if let Some(Token::Number(c)) = self.peek().cloned() {
            self.next += 1;
            let c = if negative { -c } else { c };
            let follows = match self.peek() {
                Some(Token::Word(w)) => w == "n" || !KEYWORDS.contains(&w.as_str()),
                Some(Token::Sign("(")) => true,
                _ => false,
            };
            if !follows {
                return Ok(Node::Term(Expr::Constant(c)));
            }
            let inner_start = self.next;
            let inner = self.primary()?;
            let inner = self.want_term(inner, inner_start)?;
            Ok(Node::Term(self.multiple(c, inner)?))
        } else {
            let node = self.primary()?;
            if negative {
                let term = self.want_term(node, start)?;
                return Ok(Node::Term(self.multiple(-1, term)?));
            }
            Ok(node)
        }
    }

    fn primary(&mut self) -> Result<Node, ParseError> {
        match self.peek().cloned() {
            Some(Token::Word(word)) if word == "n" => {
                self.next += 1;
                Ok(Node::Term(Expr::Heap))
            }
            Some(Token::Word(word)) if !KEYWORDS.contains(&word.as_str()) => {
                let index = match self.variables.iter().position(|v| *v == word) {
                    Some(index) => index,
                    None if !self.introducing => {
                        return Err(self.error(
                            Kind::Unexpected,
                            format!("variable {word} behind 'if'"),
                            "'if' is about n alone; put conditions on variables behind 'where'",
                        ));
                    }
                    None if self.variables.len() >= MAX_VARIABLES => {
                        return Err(self.error(
                            Kind::TooLong,
                            "too many variables",
                            "at most 16 in one option",
                        ));
                    }
                    None => {
                        self.variables.push(word);
                        self.variables.len() - 1
                    }
                };
                self.next += 1;
                Ok(Node::Term(Expr::Variable(index)))
            }
            Some(Token::Sign("(")) => {
                let open = self.next;
                self.next += 1;
                self.deeper()?;
                let node = self.disjunction()?;
                self.depth -= 1;
                if !self.eat_sign(")") {
                    if self.peek().is_none() {
                        self.next = open;
                        return Err(self.error(Kind::Unbalanced, "'(' without ')'", "close it"));
                    }
                    return Err(self.unexpected("')'"));
                }
                Ok(node)
            }
            _ => Err(self.unexpected("a term")),
        }
    }
}

fn renumber_variables(expr: &mut Expr, renumber: &[usize]) {
    match expr {
        Expr::Constant(_) | Expr::Heap => {}
        Expr::Variable(i) => *i = renumber.get(*i).copied().unwrap_or(*i),
        Expr::Sum(a, b) | Expr::Difference(a, b) => {
            renumber_variables(a, renumber);
            renumber_variables(b, renumber);
        }
        Expr::Multiple(_, a) | Expr::Quotient(a, _) | Expr::Remainder(a, _) => {
            renumber_variables(a, renumber);
        }
    }
}
