//! `col`, `snort`, `eval`: partisan values.

use crate::{AnswerError, Budget};
use num_traits::ToPrimitive;
use schemars::JsonSchema;
use serde::Serialize;
use sprague::partisan::Outcome;
use sprague::partisan::col::{self, BoardSearch, ColValue, Move, Player};
use sprague::partisan::dyadic::Dyadic;
use sprague::partisan::error::{Error, ErrorKind};
use sprague::partisan::game::{Game, Games, Relation};
use sprague::partisan::graph::{Graph, Rules};
use sprague::partisan::notation::Evaluated;
use sprague::partisan::snort;
use sprague::partisan::thermograph::{Point, Thermograph, Wall};
use sprague_plot::thermograph::Corner;
use sprague_plot::{PlotError, Scene};

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

/// Who wins a partisan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(inline)]
pub enum OutcomeLetter {
    /// Left wins, whoever starts.
    L,
    /// Right wins, whoever starts.
    R,
    /// The first player wins.
    N,
    /// The second player wins.
    P,
}

impl From<Outcome> for OutcomeLetter {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Left => Self::L,
            Outcome::Right => Self::R,
            Outcome::Next => Self::N,
            Outcome::Previous => Self::P,
        }
    }
}

/// A best move: a node, and the value it leads to (null where it is too long to write).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BoardMove {
    /// Where to paint.
    pub node: usize,
    /// The value of the position after it; null where it is too long to write.
    pub value: Option<String>,
}

/// The best moves of both players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BestMoves {
    /// Left's.
    pub left: Vec<BoardMove>,
    /// Right's.
    pub right: Vec<BoardMove>,
}

/// The value of a Col position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ColAnswer {
    /// The value: x or x*, with x a number.
    pub value: String,
    /// Who wins.
    pub outcome: OutcomeLetter,
    /// The number x.
    pub number: String,
    /// Whether star is added.
    pub star: bool,
    /// How many nodes the board has.
    pub nodes: usize,
    /// The best moves, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<BestMoves>,
}

impl ColAnswer {
    /// The value of a board.
    pub fn new(graph: &Graph, value: &ColValue, best: Option<BestMoves>) -> Self {
        Self {
            value: value.to_string(),
            outcome: value.outcome().into(),
            number: value.number().to_string(),
            star: value.has_star(),
            nodes: graph.nodes(),
            best,
        }
    }
}

/// The best moves of both players in Col.
pub fn col_moves(graph: &Graph, options: &BoardSearch) -> Result<BestMoves, Error> {
    let list = |player| -> Result<Vec<BoardMove>, Error> {
        let moves = col::best_moves(graph, player, options)?;
        let told = |m: &Move| BoardMove { node: m.node, value: Some(m.value.to_string()) };
        Ok(moves.iter().map(told).collect())
    };
    Ok(BestMoves { left: list(Player::Left)?, right: list(Player::Right)? })
}

/// Positions a request may remember: about 100 bytes each.
const POSITIONS: u64 = 1_000_000;
/// Values a request may hold.
const VALUES: usize = 200_000;
/// Steps an expression may take: a second or two.
const STEPS: u64 = 20_000_000;

fn options(budget: &Budget) -> BoardSearch {
    BoardSearch::new(&stopped_by(budget).steps(POSITIONS))
}

/// No limit but the caller's stop.
fn stopped_by(budget: &Budget) -> Budget {
    Budget::unlimited().stopped_by(&budget.stop_handle())
}

/// `col` within a budget.
pub fn col_answer(
    board: &Board<'_>,
    moves: bool,
    budget: &Budget,
) -> Result<ColAnswer, AnswerError> {
    let graph = board.graph(Rules::Col)?;
    let options = options(budget);
    let value = col::value(&graph, &options)?;
    let best = if moves { Some(col_moves(&graph, &options)?) } else { None };
    Ok(ColAnswer::new(&graph, &value, best))
}

/// The value of a Snort position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SnortAnswer {
    /// What is said about the value.
    #[serde(flatten)]
    pub facts: Facts,
    /// How many nodes the board has.
    pub nodes: usize,
    /// The best moves, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<BestMoves>,
}

/// The best moves of both players in Snort.
pub fn snort_moves(
    games: &mut Games,
    graph: &Graph,
    options: &BoardSearch,
) -> Result<BestMoves, Error> {
    let mut list = |player| -> Result<Vec<BoardMove>, Error> {
        let moves = snort::best_moves(games, graph, player, options)?;
        moves
            .iter()
            .map(|m| Ok(BoardMove { node: m.node, value: text_of(games, m.value)? }))
            .collect()
    };
    Ok(BestMoves { left: list(Player::Left)?, right: list(Player::Right)? })
}

/// `snort` within a budget.
pub fn snort_answer(
    board: &Board<'_>,
    moves: bool,
    budget: &Budget,
) -> Result<SnortAnswer, AnswerError> {
    let graph = board.graph(Rules::Snort)?;
    let options = options(budget);
    let mut games = arena(budget);
    let value = snort::value(&mut games, &graph, &options)?;
    let facts = Facts::of(&mut games, value)?;
    let best = if moves { Some(snort_moves(&mut games, &graph, &options)?) } else { None };
    Ok(SnortAnswer { facts, nodes: graph.nodes(), best })
}

fn arena(budget: &Budget) -> Games {
    let mut games = Games::new();
    games.set_budget(&stopped_by(budget));
    games.set_node_limit(VALUES);
    games
}

/// A value in canonical form, or whether a comparison holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum EvalAnswer {
    /// What is said about a value.
    Value(Facts),
    /// Whether a comparison holds.
    Comparison(Comparison),
}

/// Whether a comparison holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Comparison {
    /// Whether it does.
    pub holds: bool,
    /// How the two sides compare.
    pub relation: RelationSign,
    /// The left side in canonical form; null where it is too long to write.
    pub left: Option<String>,
    /// The right side in canonical form; null where it is too long to write.
    pub right: Option<String>,
}

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub enum RelationSign {
    /// Less.
    #[serde(rename = "<")]
    Less,
    /// Equal.
    #[serde(rename = "=")]
    Equal,
    /// Greater.
    #[serde(rename = ">")]
    Greater,
    /// Confused: neither.
    #[serde(rename = "||")]
    Fuzzy,
}

impl From<Relation> for RelationSign {
    fn from(relation: Relation) -> Self {
        match relation {
            Relation::Less => Self::Less,
            Relation::Equal => Self::Equal,
            Relation::Greater => Self::Greater,
            Relation::Fuzzy => Self::Fuzzy,
        }
    }
}

impl RelationSign {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::Equal => "=",
            Self::Greater => ">",
            Self::Fuzzy => "||",
        }
    }
}

impl EvalAnswer {
    /// What is said about what an expression came to.
    pub fn of(games: &mut Games, evaluated: &Evaluated) -> Result<Self, Error> {
        Ok(match evaluated {
            Evaluated::Value(game) => Self::Value(Facts::of(games, *game)?),
            Evaluated::Comparison { left, right, relation, holds, .. } => {
                Self::Comparison(Comparison {
                    holds: *holds,
                    relation: (*relation).into(),
                    left: text_of(games, *left)?,
                    right: text_of(games, *right)?,
                })
            }
        })
    }
}

/// `eval` within a budget; `thermograph` asks for its corners, too.
pub fn eval_answer(
    expr: &str,
    thermograph: bool,
    budget: &Budget,
) -> Result<EvalAnswer, AnswerError> {
    let mut games = arena(budget);
    games.set_budget(&stopped_by(budget).steps(STEPS));
    let evaluated = games.evaluate(expr)?;
    let mut answer = EvalAnswer::of(&mut games, &evaluated)?;
    if let (true, EvalAnswer::Value(facts), Evaluated::Value(game)) =
        (thermograph, &mut answer, &evaluated)
    {
        facts.thermograph = Some((&games.thermograph(*game)?).into());
    }
    Ok(answer)
}

/// The thermograph of a value drawn, within a budget.
pub fn thermograph_scene(expr: &str, budget: &Budget) -> Result<Scene, AnswerError> {
    let mut games = arena(budget);
    games.set_budget(&stopped_by(budget).steps(STEPS));
    match games.evaluate(expr)? {
        Evaluated::Value(game) => {
            let facts = Facts::of(&mut games, game)?;
            Ok(drawn(&facts, &games.thermograph(game)?)?)
        }
        Evaluated::Comparison { .. } => Err(AnswerError::malformed(
            "a comparison has no thermograph",
            "write one of its sides alone",
        )),
    }
}

/// A thermograph drawn, with what is said about its game.
pub fn drawn(facts: &Facts, thermograph: &Thermograph) -> Result<Scene, PlotError> {
    let corners = |wall: &Wall| {
        let corner = |point: &Point| Corner {
            temperature: approximate(&point.temperature),
            value: approximate(&point.value),
            label: point.value.to_string(),
        };
        wall.points().iter().map(corner).collect()
    };
    let picture = sprague_plot::thermograph::Thermograph {
        title: facts.value.clone().unwrap_or_else(|| "a value too long to write out".to_owned()),
        subtitle: format!("mean {}, temperature {}", facts.mean, facts.temperature),
        left: corners(&thermograph.left),
        right: corners(&thermograph.right),
    };
    picture.scene()
}

/// The nearest number a picture can use.
fn approximate(number: &Dyadic) -> f64 {
    // A numerator beyond all floating point numbers is infinite here, and such a picture is refused.
    let numerator = number.numerator().to_f64().unwrap_or(f64::INFINITY);
    numerator * (-f64::from(number.exponent())).exp2()
}

/// The canonical form, unless it is too long to write.
pub fn text_of(games: &mut Games, game: Game) -> Result<Option<String>, Error> {
    match games.display(game) {
        Ok(text) => Ok(Some(text)),
        Err(e) if matches!(e.kind(), ErrorKind::TooLarge(_)) => Ok(None),
        Err(e) => Err(e),
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn letter<S: serde::Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    OutcomeLetter::from(*outcome).serialize(serializer)
}

/// What is said about a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Facts {
    /// The canonical form; null where it is too long to write.
    pub value: Option<String>,
    /// Its options, unless they are too long to write.
    #[serde(skip)]
    pub options: Option<String>,
    /// Who wins.
    #[serde(serialize_with = "letter")]
    #[schemars(with = "OutcomeLetter")]
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
    /// The thermograph, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermograph: Option<ThermographAnswer>,
}

/// The walls of a thermograph, by their corners from temperature 0 up: straight between them, and
/// above the last one the mast, which stands on the mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Thermograph")]
pub struct ThermographAnswer {
    /// The corners of the left wall; the first is the left stop.
    pub left_wall: Vec<CornerAnswer>,
    /// The corners of the right wall; the first is the right stop.
    pub right_wall: Vec<CornerAnswer>,
}

/// A corner of a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Corner")]
pub struct CornerAnswer {
    /// The temperature.
    pub temperature: String,
    /// The value there.
    pub value: String,
}

impl From<&Thermograph> for ThermographAnswer {
    fn from(thermograph: &Thermograph) -> Self {
        let corners = |wall: &Wall| {
            let corner = |point: &Point| CornerAnswer {
                temperature: point.temperature.to_string(),
                value: point.value.to_string(),
            };
            wall.points().iter().map(corner).collect()
        };
        Self { left_wall: corners(&thermograph.left), right_wall: corners(&thermograph.right) }
    }
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
            thermograph: None,
        })
    }
}
