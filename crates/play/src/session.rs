//! A game against the computer: the board, moves as people type them, hints, undo. No
//! input or output here.

use crate::best::{Analysis, Convention, Outcome, analyse};
use crate::error::PlayError;
use crate::explain::{heaps_left, short};
use crate::legal::{is_option, some_option};
use crate::misere::sum::MisereSum;
use crate::options::{HeapOption, total_left};
use crate::random::Random;
use crate::values::Sources;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use sprague_games::{Part, Position, RuleError, Ruleset};
use std::fmt;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Never loses a won game, as long as a winning move is found (see
    /// [`OptionSet::exhaustive`](crate::OptionSet)).
    Perfect,
    /// Plays any move one time in three.
    Beatable,
}

/// A move in one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The part of the position.
    pub part: usize,
    /// The heap, by its place in the part.
    pub place: usize,
    /// What it becomes.
    pub option: HeapOption,
}

/// Why a typed move was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TurnError {
    /// The text is no move.
    Syntax(String),
    /// There is no such heap.
    NoSuchHeap(String),
    /// The rules do not allow it.
    Illegal(String),
    /// It could not be judged.
    Play(PlayError),
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(text) | Self::NoSuchHeap(text) | Self::Illegal(text) => f.write_str(text),
            Self::Play(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TurnError {}

impl From<PlayError> for TurnError {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

/// A game in progress.
pub struct Session {
    sources: Sources,
    position: Position,
    convention: Convention,
    level: Level,
    misere: Option<MisereSum>,
    random: Random,
    history: Vec<Position>,
}

/// At most this many single winning moves are kept to choose from.
const KEEP: usize = 10_000;

impl Session {
    /// A game from this position. The seed decides the computer's free choices.
    pub fn new(
        position: &Position,
        convention: Convention,
        level: Level,
        seed: u64,
        sources: Sources,
    ) -> Result<Self, PlayError> {
        let mut position = position.clone();
        // Heaps that use up their pass move to a part of the same game without one.
        for i in 0..position.parts.len() {
            let rules = position.parts[i].rules.clone();
            if rules.has_pass() {
                let plain = rules.without_pass();
                if !position.parts.iter().any(|part| part.rules == plain) {
                    position.parts.push(Part { rules: plain, heaps: Vec::new() });
                }
            }
        }
        let mut session = Self {
            sources,
            position,
            convention,
            level,
            misere: None,
            random: Random::new(seed),
            history: Vec::new(),
        };
        session.analyse(0)?; // fail now rather than in the middle of a game
        Ok(session)
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How the game ends.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Outcome and winning moves now.
    pub fn analyse(&mut self, keep: usize) -> Result<Analysis, PlayError> {
        if self.convention == Convention::Normal {
            return analyse(&self.position, self.convention, &mut self.sources, keep);
        }
        let heaps: usize = self.position.parts.iter().map(|part| part.heaps.len()).sum();
        let mark = |part: &Part| part.rules.as_mark().is_some();
        if heaps <= 1 && self.position.parts.iter().filter(|part| !part.heaps.is_empty()).all(mark)
        {
            return analyse(&self.position, self.convention, &mut self.sources, keep);
        }
        let misere = match self.misere.take() {
            Some(misere) => misere,
            None => {
                MisereSum::new(&self.position, self.sources.misere(), &self.sources.question())?
            }
        };
        let analysis = misere.analyse(&self.position, keep);
        self.misere = Some(misere);
        analysis
    }

    /// Why the position is won or lost, in words.
    pub fn explain(&mut self) -> Result<String, PlayError> {
        let analysis = self.analyse(1)?;
        let steps = self.misere.as_ref().map(|m| m.steps(&self.position)).unwrap_or_default();
        Ok(crate::explain::explain(&self.position, &analysis, &steps))
    }

    /// Whether no move is left.
    pub fn is_over(&self) -> Result<bool, PlayError> {
        for part in &self.position.parts {
            for heap in &part.heaps {
                if has_option(&part.rules, heap)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Reads a move: `5 -> 2+2`, `5 -> 0`, `5 -> pass`, `5 -> 2* + 2` (the star marks the
    /// heap that keeps the pass); `b: 5 -> 3` for a heap of the second part.
    pub fn parse(&self, text: &str) -> Result<Turn, TurnError> {
        let syntax = |what: String| TurnError::Syntax(what);
        let example = "type a move as 5 -> 2+2, or 5 -> 0 to take the whole heap";
        let (part, rest) = match text.split_once(':') {
            None => (None, text),
            Some((name, rest)) => {
                let letter = name.trim().to_ascii_lowercase();
                let index = match letter.as_bytes() {
                    [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a')),
                    _ => letter.parse::<usize>().ok().and_then(|i| i.checked_sub(1)),
                };
                let index = index.filter(|&i| i < self.position.parts.len()).ok_or_else(|| {
                    syntax(format!("there is no part '{}'", letter.escape_default()))
                })?;
                (Some(index), rest)
            }
        };
        let (from, to) = rest.split_once("->").ok_or_else(|| syntax(example.to_owned()))?;
        let number = |text: &str| {
            let digits = text.trim();
            let plain = !digits.is_empty()
                && digits.len() <= sprague_games::MAX_HEAP_DIGITS
                && digits.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| BigUint::parse_bytes(digits.as_bytes(), 10)).flatten().ok_or_else(|| {
                let shown: String =
                    digits.chars().take(20).flat_map(char::escape_default).collect();
                syntax(format!("'{shown}' is no number: {example}"))
            })
        };
        let from = number(from)?;
        let (part, place) = self.find(&from, part)?;
        let rules = &self.position.parts[part].rules;
        if to.trim().eq_ignore_ascii_case("pass") {
            if !rules.has_pass() {
                return Err(TurnError::Illegal("this heap has no pass".to_owned()));
            }
            if !has_option(rules, &from)? {
                return Err(TurnError::Illegal("a heap without a move cannot pass".to_owned()));
            }
            let option = HeapOption { to: vec![from], keeper: None };
            return Ok(Turn { part, place, option });
        }
        let mut heaps: Vec<(BigUint, bool)> = Vec::new();
        for piece in to.split('+') {
            let piece = piece.trim();
            let (digits, star) = match piece.strip_suffix('*') {
                Some(digits) => (digits, true),
                None => (piece, false),
            };
            let heap = number(digits)?;
            if !heap.is_zero() {
                heaps.push((heap, star));
            }
        }
        heaps.sort();
        let stars = heaps.iter().filter(|(_, star)| *star).count();
        let mut keeper = heaps.iter().position(|(_, star)| *star);
        if !rules.has_pass() && stars > 0 {
            return Err(TurnError::Illegal("this heap has no pass to keep".to_owned()));
        }
        if rules.has_pass() && !heaps.is_empty() && stars != 1 {
            if heaps.len() > 1 {
                return Err(TurnError::Illegal(
                    "mark the one heap that keeps the pass, as in 5 -> 2*+2".to_owned(),
                ));
            }
            keeper = Some(0);
        }
        let to: Vec<BigUint> = heaps.into_iter().map(|(heap, _)| heap).collect();
        if !is_option(rules, &from, &to)? {
            let option = HeapOption { to, keeper };
            return Err(TurnError::Illegal(format!(
                "{} does not allow {} -> {}",
                rules,
                short(&from),
                heaps_left(&option, short)
            )));
        }
        Ok(Turn { part, place, option: HeapOption { to, keeper } })
    }

    /// The heap of this size; of several parts that have one, the part must be named.
    fn find(&self, size: &BigUint, part: Option<usize>) -> Result<(usize, usize), TurnError> {
        let mut found = self.position.parts.iter().enumerate().filter_map(|(i, content)| {
            let place = content.heaps.iter().position(|heap| heap == size)?;
            (part.is_none() || part == Some(i)).then_some((i, place))
        });
        match (found.next(), found.next()) {
            (Some(first), None) => Ok(first),
            (Some(_), Some(_)) => Err(TurnError::NoSuchHeap(format!(
                "more than one part has a heap of {}: write the part in front, as in a: {} -> ...",
                short(size),
                short(size)
            ))),
            (None, _) => Err(TurnError::NoSuchHeap(format!("there is no heap of {}", short(size)))),
        }
    }

    /// Makes a move that [`parse`](Self::parse) or [`choose`](Self::choose) gave.
    pub fn make(&mut self, turn: &Turn) {
        self.history.push(self.position.clone());
        let rules = self.position.parts[turn.part].rules.clone();
        let heaps = &mut self.position.parts[turn.part].heaps;
        if turn.place < heaps.len() {
            heaps.remove(turn.place);
        }
        let plain = if rules.has_pass() {
            let plain = rules.without_pass();
            self.position.parts.iter().position(|part| part.rules == plain).unwrap_or(turn.part)
        } else {
            turn.part
        };
        for (i, heap) in turn.option.to.iter().enumerate() {
            let part = if turn.option.keeper == Some(i) { turn.part } else { plain };
            self.position.parts[part].heaps.push(heap.clone());
        }
        for part in &mut self.position.parts {
            part.heaps.sort();
        }
    }

    /// Takes back the last move; false at the start.
    pub fn undo(&mut self) -> bool {
        match self.history.pop() {
            Some(position) => {
                self.position = position;
                true
            }
            None => false,
        }
    }

    /// How many moves were made.
    pub fn moves_made(&self) -> usize {
        self.history.len()
    }

    /// A winning move now, if there is one.
    pub fn hint(&mut self) -> Result<Option<Turn>, PlayError> {
        let analysis = self.analyse(1)?;
        let first = analysis.moves(1).into_iter().next();
        Ok(first.map(|(heap, option)| self.turn(heap.part, &heap.heap, option)))
    }

    fn turn(&self, part: usize, heap: &BigUint, option: HeapOption) -> Turn {
        let place = self.position.parts[part].heaps.iter().position(|h| h == heap).unwrap_or(0);
        Turn { part, place, option }
    }

    /// The computer's move; `None` when the game is over. At the perfect level a winning
    /// move whenever one is found.
    pub fn choose(&mut self) -> Result<Option<Turn>, PlayError> {
        let careless = self.level == Level::Beatable && self.random.below(3) == 0;
        if !careless {
            let analysis = self.analyse(KEEP)?;
            if analysis.outcome == Outcome::N {
                let heaps: Vec<_> =
                    analysis.heaps.iter().filter(|h| !h.winning.progressions.is_empty()).collect();
                if !heaps.is_empty() {
                    let heap = heaps[self.random.index(heaps.len())];
                    let list = &heap.winning.progressions;
                    let progression = &list[self.random.index(list.len())];
                    let count = progression.count.to_u64().unwrap_or(u64::MAX);
                    let option = progression.get(self.random.below(count.max(1)));
                    return Ok(Some(self.turn(heap.part, &heap.heap, option)));
                }
            }
        }
        self.any_move()
    }

    /// Any legal move.
    pub fn any_move(&mut self) -> Result<Option<Turn>, PlayError> {
        let mut heaps: Vec<(usize, BigUint)> = self
            .position
            .parts
            .iter()
            .enumerate()
            .flat_map(|(part, content)| content.heaps.iter().map(move |h| (part, h.clone())))
            .collect();
        while !heaps.is_empty() {
            let (part, heap) = heaps.swap_remove(self.random.index(heaps.len()));
            let rules = self.position.parts[part].rules.clone();
            if let Some(option) = any_option(&rules, &heap, &mut self.random)? {
                return Ok(Some(self.turn(part, &heap, option)));
            }
        }
        Ok(None)
    }
}

/// Whether a heap of any size has an option.
fn has_option(rules: &Ruleset, heap: &BigUint) -> Result<bool, PlayError> {
    match heap.to_u64() {
        Some(n) => Ok(rules.has_option(n)?),
        None => Ok(some_option(rules, heap)?.is_some()),
    }
}

/// Some option of a heap, chosen without care.
fn any_option(
    rules: &Ruleset,
    heap: &BigUint,
    random: &mut Random,
) -> Result<Option<HeapOption>, PlayError> {
    const MOST: usize = 2000;
    let plain = |to: Vec<BigUint>, random: &mut Random| {
        let keeper = (rules.has_pass() && !to.is_empty()).then(|| random.index(to.len()));
        HeapOption { to, keeper }
    };
    if let Some(n) = heap.to_u64() {
        let mut list: Vec<Vec<BigUint>> = Vec::new();
        let stopped = rules.try_for_each_option(n, &mut |to| {
            list.push(to.iter().map(|&h| h.into()).collect());
            list.len() < MOST
        });
        if !matches!(stopped, Err(RuleError::Stopped)) {
            stopped?;
        }
        if list.is_empty() {
            return Ok(None);
        }
        if rules.has_pass() && random.index(list.len() + 1) == 0 {
            return Ok(Some(HeapOption { to: vec![heap.clone()], keeper: None }));
        }
        let to = list.swap_remove(random.index(list.len()));
        return Ok(Some(plain(to, random)));
    }
    // Too large to list: guess, and ask the rules.
    let without_pass = rules.without_pass();
    let (moves, mark) = (without_pass.finite_moves(), without_pass.as_mark());
    for _ in 0..200 {
        let mut guess: Vec<BigUint> = match (mark, &moves) {
            (_, Some(moves)) if !moves.is_empty() => {
                let m = moves[random.index(moves.len())];
                let Some(mut rest) = total_left(&m, heap) else { continue };
                let mut parts = Vec::new();
                for _ in 1..m.heaps {
                    if rest <= BigUint::one() {
                        break;
                    }
                    let part = random.part_of(&rest);
                    rest -= &part;
                    parts.push(part);
                }
                parts.push(rest);
                parts.retain(|part| !part.is_zero());
                parts
            }
            (Some((t, _)), _) => {
                let take = BigUint::from(1 + random.below(t - 1));
                vec![heap - take]
            }
            _ => {
                let take = random.part_of(heap);
                vec![heap - take]
            }
        };
        guess.sort();
        if is_option(&without_pass, heap, &guess)? {
            return Ok(Some(plain(guess, random)));
        }
    }
    Ok(some_option(&without_pass, heap)?.map(|to| plain(to, random)))
}
