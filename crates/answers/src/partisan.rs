//! `col`, `snort`, `eval`: partisan values.

use crate::{AnswerError, Budget};
use serde_json::{Value, json};
use sprague_partisan::Outcome;
use sprague_partisan::col::{self, ColValue, Move, Options, Player};
use sprague_partisan::error::{Error, ErrorKind};
use sprague_partisan::game::{Game, Games, Relation};
use sprague_partisan::graph::{Graph, Rules};
use sprague_partisan::notation::Evaluated;
use sprague_partisan::snort;

/// A board as `nodes`, `edges` and `tints`, or as a `graph` text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Board<'a> {
    /// A chain, a standard graph or a graph string.
    pub graph: Option<&'a str>,
    /// The number of nodes, with `edges`.
    pub nodes: Option<usize>,
    /// Edges such as `0-1,1-2`.
    pub edges: Option<&'a str>,
    /// One letter per node.
    pub tints: Option<&'a str>,
}

impl Board<'_> {
    /// The graph.
    pub fn graph(&self, rules: Rules) -> Result<Graph, AnswerError> {
        let graph = match (self.graph, self.nodes) {
            (Some(text), None) => Graph::parse(text, rules)?,
            (None, Some(nodes)) => {
                let edges = Graph::parse_edges(self.edges.unwrap_or(""))?;
                Graph::new(nodes, &edges)?
            }
            _ => {
                return Err(AnswerError::malformed(
                    "no graph is given, or two",
                    "give either graph, such as +oo-, or nodes, edges and tints",
                ));
            }
        };
        Ok(match self.tints {
            None => graph,
            Some(text) => Graph::parse_tints(text).and_then(|tints| graph.with_tints(&tints))?,
        })
    }
}

/// The object of `col`: `{"value","outcome","number","star","nodes"}` and, where asked
/// for, `best` moves of both players.
pub fn col_json(graph: &Graph, value: &ColValue, best: Option<(&[Move], &[Move])>) -> Value {
    let mut object = json!({
        "value": value.to_string(),
        "outcome": value.outcome().letter().to_string(),
        "number": value.number().to_string(),
        "star": value.has_star(),
        "nodes": graph.nodes(),
    });
    if let Some((left, right)) = best {
        let list = |moves: &[Move]| -> Vec<Value> {
            moves.iter().map(|m| json!({"node": m.node, "value": m.value.to_string()})).collect()
        };
        object["best"] = json!({"left": list(left), "right": list(right)});
    }
    object
}

/// Positions a request may remember: about 100 bytes each.
const POSITIONS: usize = 1_000_000;
/// Values a request may hold.
const VALUES: usize = 200_000;
/// Steps an expression may take: a second or two.
const STEPS: u64 = 20_000_000;

fn options(budget: &Budget) -> Options {
    Options { cancel: Some(budget.flag()), position_limit: POSITIONS, ..Options::default() }
}

/// `col` within a budget.
pub fn col_answer(board: &Board<'_>, moves: bool, budget: &Budget) -> Result<Value, AnswerError> {
    let graph = board.graph(Rules::Col)?;
    let options = options(budget);
    let value = col::value(&graph, &options)?;
    if !moves {
        return Ok(col_json(&graph, &value, None));
    }
    let left = col::best_moves(&graph, Player::Left, &options)?;
    let right = col::best_moves(&graph, Player::Right, &options)?;
    Ok(col_json(&graph, &value, Some((&left, &right))))
}

/// The best moves of a player: nodes with the values reached (null when too long).
pub type BestMoves = Vec<(usize, Option<String>)>;

/// The object of `snort`: that of `eval` with `nodes` and, where asked for, `best`.
pub fn snort_json(graph: &Graph, facts: &Facts, best: Option<(&BestMoves, &BestMoves)>) -> Value {
    let mut object = facts.json();
    object["nodes"] = json!(graph.nodes());
    if let Some((left, right)) = best {
        let list = |moves: &BestMoves| -> Vec<Value> {
            moves.iter().map(|(node, value)| json!({"node": node, "value": value})).collect()
        };
        object["best"] = json!({"left": list(left), "right": list(right)});
    }
    object
}

/// The best moves of a player in Snort.
pub fn snort_moves(
    games: &mut Games,
    graph: &Graph,
    player: Player,
    options: &Options,
) -> Result<BestMoves, Error> {
    let mut list = Vec::new();
    for m in snort::best_moves(games, graph, player, options)? {
        list.push((m.node, text_of(games, m.value)?));
    }
    Ok(list)
}

/// `snort` within a budget.
pub fn snort_answer(board: &Board<'_>, moves: bool, budget: &Budget) -> Result<Value, AnswerError> {
    let graph = board.graph(Rules::Snort)?;
    let options = options(budget);
    let mut games = arena(budget);
    let value = snort::value(&mut games, &graph, &options)?;
    let facts = Facts::of(&mut games, value)?;
    if !moves {
        return Ok(snort_json(&graph, &facts, None));
    }
    let left = snort_moves(&mut games, &graph, Player::Left, &options)?;
    let right = snort_moves(&mut games, &graph, Player::Right, &options)?;
    Ok(snort_json(&graph, &facts, Some((&left, &right))))
}

fn arena(budget: &Budget) -> Games {
    let mut games = Games::new();
    games.set_cancel(budget.flag());
    games.set_node_limit(VALUES);
    games
}

/// The object of a comparison: `{"holds","relation","left","right"}`.
pub fn comparison_json(
    holds: bool,
    relation: Relation,
    left: Option<&str>,
    right: Option<&str>,
) -> Value {
    json!({"holds": holds, "relation": sign(relation), "left": left, "right": right})
}

/// A relation as it is written.
pub fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => "<",
        Relation::Equal => "=",
        Relation::Greater => ">",
        Relation::Fuzzy => "||",
    }
}

/// `eval` within a budget.
pub fn eval_answer(expr: &str, budget: &Budget) -> Result<Value, AnswerError> {
    let mut games = arena(budget);
    games.set_step_limit(STEPS);
    Ok(match games.evaluate(expr)? {
        Evaluated::Value(game) => Facts::of(&mut games, game)?.json(),
        Evaluated::Comparison { left, right, relation, holds, .. } => {
            let left = text_of(&mut games, left)?;
            let right = text_of(&mut games, right)?;
            comparison_json(holds, relation, left.as_deref(), right.as_deref())
        }
    })
}

/// The canonical form, unless it is too long to write.
pub fn text_of(games: &mut Games, game: Game) -> Result<Option<String>, Error> {
    match games.display(game) {
        Ok(text) => Ok(Some(text)),
        Err(e) if matches!(e.kind(), ErrorKind::TooLarge(_)) => Ok(None),
        Err(e) => Err(e),
    }
}

/// What is said about a value.
pub struct Facts {
    /// The canonical form, unless it is too long to write.
    pub value: Option<String>,
    /// Its options, unless they are too long to write.
    pub options: Option<String>,
    /// Who wins.
    pub outcome: Outcome,
    /// Where Left moving first stops.
    pub left_stop: String,
    /// Where Right moving first stops.
    pub right_stop: String,
    /// The mean value.
    pub mean: String,
    /// The temperature.
    pub temperature: String,
    /// The day it is born.
    pub birthday: String,
}

impl Facts {
    /// The facts about a value.
    pub fn of(games: &mut Games, game: Game) -> Result<Self, Error> {
        let thermograph = games.thermograph(game)?;
        // The options only where the value has a name of its own; they are the value
        // otherwise.
        let options = match games.options(game) {
            Ok(options) => {
                let mut side = |side: &[Game]| -> Result<Option<String>, Error> {
                    let mut texts = Vec::new();
                    for &option in side {
                        match text_of(games, option)? {
                            Some(text) => texts.push(text),
                            None => return Ok(None),
                        }
                    }
                    Ok(Some(texts.join(",")))
                };
                match (side(&options.left)?, side(&options.right)?) {
                    (Some(left), Some(right)) => Some(format!("{{{left} | {right}}}")),
                    _ => None,
                }
            }
            // A nimber too large to list.
            Err(e) if matches!(e.kind(), ErrorKind::TooLarge(_)) => None,
            Err(e) => return Err(e),
        };
        Ok(Self {
            value: text_of(games, game)?,
            options,
            outcome: games.outcome(game)?,
            left_stop: games.left_stop(game).to_string(),
            right_stop: games.right_stop(game).to_string(),
            mean: thermograph.mean.to_string(),
            temperature: thermograph.temperature.to_string(),
            birthday: games.birthday(game)?.to_string(),
        })
    }

    /// The object of `eval`; `value` is null where the canonical form is too long to write.
    pub fn json(&self) -> Value {
        json!({
            "value": self.value,
            "outcome": self.outcome.letter().to_string(),
            "left_stop": self.left_stop,
            "right_stop": self.right_stop,
            "mean": self.mean,
            "temperature": self.temperature,
            "birthday": self.birthday,
        })
    }
}
