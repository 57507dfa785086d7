//! The questions: one table for routing, validation and description.

use crate::query::Query;
use crate::question::{Answer, Endpoint, Form, Parameter, Question};
use serde_json::json;
use sprague::rules::MAX_TEXT;
use sprague_answers::atlas::ROWS;
use sprague_answers::number::{MAX_DIGITS, parse_big};
use sprague_answers::partisan::Board;
use sprague_answers::picture::{Colouring, Picture};
use sprague_answers::schema::inline;
use sprague_answers::solve::SolveAnswer;
use sprague_answers::{AnswerError, parse_rules};
use sprague_atlas::find::RowSearch;

const GAME: Parameter = Parameter::required(
    "game",
    Form::Text { most: MAX_TEXT },
    "The rules: a code, a set, a name, or a rule of the rule language.",
    "0.77",
);
/// The most characters behind the address that a class types.
pub const BEHIND: usize = 1000;
const BIG: u64 = (1 << 53) - 1;
const fn heap(name: &'static str, about: &'static str, default: u64) -> Parameter {
    Parameter::optional(name, Form::Integer { least: 0, most: BIG, default }, about, "20")
}
const N: Parameter =
    Parameter::required("n", Form::Integer { least: 0, most: BIG, default: 0 }, "The heap.", "9");
const LIMIT: Parameter = Parameter::optional(
    "limit",
    Form::Integer { least: 0, most: BIG, default: BIG },
    "The greatest number of values computed.",
    "20000",
);
const EXPR: Parameter =
    Parameter::required("expr", Form::Text { most: 10_000 }, "A value.", "{0|1} + *2");
const CONDITION: &str = "A condition: 12, >100, <=7 or 10..20.";
const fn words(name: &'static str, about: &'static str, example: &'static str) -> Parameter {
    Parameter::optional(name, Form::Text { most: 200 }, about, example)
}
/// The columns of the atlas with conditions.
const CONDITIONS: [&str; 11] = [
    "kind",
    "status",
    "theorem",
    "class",
    "game",
    "preperiod",
    "period",
    "saltus",
    "max_value",
    "computed",
    "rares",
];
/// The columns of the atlas to sort by.
const ORDERS: [&str; 7] =
    ["game", "preperiod", "period", "saltus", "max_value", "computed", "rares"];
const BOARD: [Parameter; 5] = [
    Parameter::optional(
        "graph",
        Form::Text { most: 10_000 },
        "A chain (+oo-), a standard graph (grid 3x4, path 5, cycle 6, star 4) or a graph string.",
        "path 5",
    ),
    Parameter::optional(
        "nodes",
        Form::Integer { least: 0, most: 1000, default: 0 },
        "The number of nodes, instead of graph.",
        "3",
    ),
    Parameter::optional(
        "edges",
        Form::Text { most: 20_000 },
        "Edges between the nodes 0 to nodes-1, such as 0-1,1-2.",
        "0-1,1-2",
    ),
    Parameter::optional(
        "tints",
        Form::Text { most: 1000 },
        "One letter per node: o untinted, + for Left (black) only, - for Right (white) only.",
        "o+-",
    ),
    Parameter::optional("moves", Form::Flag, "List the best moves of both players.", "true"),
];

/// The question of this name.
pub fn find(name: &str) -> Option<&'static Endpoint> {
    ENDPOINTS.iter().find(|endpoint| endpoint.name == name)
}

/// Every question.
pub static ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        name: "games",
        body: false,
        about: "The named games.",
        parameters: &[],
        content_type: "application/json",
        schema: inline::<sprague_answers::games::GamesAnswer>,
        job: false,
        answer: |_| Ok(Answer::json(&sprague_answers::games::answer())),
    },
    Endpoint {
        name: "info",
        body: false,
        about: "The rules in words, the standard form, cousins, equivalent codes, names.",
        parameters: &[GAME],
        content_type: "application/json",
        schema: inline::<sprague_answers::info::InfoAnswer>,
        job: true,
        answer: |Question { query, budget, .. }| {
            let rules = parse_rules(query.text("game").unwrap_or(""))?;
            Ok(Answer::json(&sprague_answers::info::answer(rules, budget)?))
        },
    },
    Endpoint {
        name: "values",
        body: false,
        about: "The nim-sequence G(from), ..., G(to).",
        parameters: &[GAME, heap("from", "The first heap.", 0), heap("to", "The last heap.", 99)],
        content_type: "application/json",
        schema: inline::<sprague_answers::values::ValuesAnswer>,
        job: true,
        answer: |Question { query, budget, .. }| {
            let rules = parse_rules(query.text("game").unwrap_or(""))?;
            let from = query.integer("from").unwrap_or(0);
            let last = if from < 100 { 99 } else { from.saturating_add(99) };
            let to = query.integer("to").unwrap_or(last);
            Ok(Answer::json(&sprague_answers::values::answer(&rules, from, to, budget)?))
        },
    },
    Endpoint {
        name: "value",
        body: false,
        about: "The nim-value of one heap, of any size once the game is solved.",
        parameters: &[
            GAME,
            Parameter::required(
                "n",
                Form::Digits { most: MAX_DIGITS },
                "The heap.",
                "1000000000000000000000",
            ),
        ],
        content_type: "application/json",
        schema: inline::<sprague_answers::value::ValueAnswer>,
        job: true,
        answer: |Question { query, budget, .. }| {
            let rules = parse_rules(query.text("game").unwrap_or(""))?;
            let n = parse_big(query.text("n").unwrap_or(""))?;
            Ok(Answer::json(&sprague_answers::value::answer(&rules, &n, budget)?))
        },
    },
    Endpoint {
        name: "moves",
        body: false,
        about: "The options of a heap with their nim-values.",
        parameters: &[GAME, N],
        content_type: "application/json",
        schema: inline::<sprague_answers::moves::MovesAnswer<'_>>,
        job: true,
        answer: |Question { query, budget, .. }| {
            let rules = parse_rules(query.text("game").unwrap_or(""))?;
            let n = query.integer("n").unwrap_or(0);
            Ok(Answer::text(sprague_answers::moves::answer(&rules, n, budget)?))
        },
    },
    Endpoint {
        name: "best",
        body: false,
        about: "Who wins a position, its nim-value, and the winning moves.",
        parameters: &[
            Parameter::required(
                "position",
                Form::Text { most: MAX_TEXT },
                "RULES: 3 5 7, or several such parts joined by ';'.",
                "0.77: 3 5 7",
            ),
            Parameter::optional(
                "misere",
                Form::Flag,
                "Misere play: whoever makes the last move loses.",
                "false",
            ),
        ],
        content_type: "application/json",
        schema: inline::<sprague_answers::best::BestAnswer>,
        job: true,
        answer: |Question { query, budget, .. }| {
            let position = query.text("position").unwrap_or("");
            let misere = query.flag("misere");
            Ok(Answer::json(&sprague_answers::best::answer(position, misere, budget)?))
        },
    },
    Endpoint {
        name: "solve",
        body: false,
        about: "The regularity of the nim-sequence, and what proves it.",
        parameters: &[GAME, LIMIT],
        content_type: "application/json",
        schema: inline::<SolveAnswer>,
        job: true,
        answer: |Question { query, budget, .. }| {
            let rules = parse_rules(query.text("game").unwrap_or(""))?;
            let limit = query.integer("limit").unwrap_or(u64::MAX);
            let solution = sprague_answers::solve::solve(&rules, limit, budget)?;
            Ok(Answer::json(&SolveAnswer::new(solution.details())))
        },
    },
    Endpoint {
        name: "automaton",
        body: false,
        about: "A proof by automata: the formula of each residue class, and the automaton drawn.",
        parameters: &[Parameter { example: "0.2048", ..GAME }],
        content_type: "application/json",
        schema: inline::<sprague_answers::automaton::AutomatonAnswer>,
        job: true,
        answer: |Question { query, budget, .. }| {
            let rules = parse_rules(query.text("game").unwrap_or(""))?;
            Ok(Answer::json(&sprague_answers::automaton::answer(&rules, budget)?))
        },
    },
    Endpoint {
        name: "certificate",
        body: false,
        about: "The proof as a certificate, for `sprague check` or /api/check.",
        parameters: &[GAME, LIMIT],
        content_type: "application/json",
        schema: || json!({"type": "object", "required": ["game"]}),
        job: true,
        answer: |Question { query, budget, .. }| {
            let rules = parse_rules(query.text("game").unwrap_or(""))?;
            let limit = query.integer("limit").unwrap_or(u64::MAX);
            let certificate = sprague_answers::solve::certificate(&rules, limit, budget)?;
            Ok(Answer {
                file_name: Some("certificate.json"),
                ..Answer::text(certificate.to_string())
            })
        },
    },
    Endpoint {
        name: "check",
        body: true,
        about: "The verdict of the independent checker on the certificate in the body.",
        parameters: &[Parameter::optional(
            "game",
            Form::Text { most: MAX_TEXT },
            "The rules the certificate must be about.",
            "0.77",
        )],
        content_type: "application/json",
        schema: inline::<sprague_answers::check::CheckAnswer>,
        job: true,
        answer: |Question { query, body, budget, .. }| {
            let game = query.text("game").map(parse_rules).transpose()?;
            Ok(Answer::json(&sprague_answers::check::answer(body, game.as_ref(), budget)?))
        },
    },
    Endpoint {
        name: "misere",
        body: false,
        about: "Misere play: nim-values, genus and outcomes of heaps, and the misere quotient.",
        parameters: &[
            GAME,
            Parameter::optional(
                "to",
                Form::Integer { least: 1, most: 2000, default: 30 },
                "The largest heap; with quotient, as far as it takes to find a period.",
                "12",
            ),
            Parameter::optional(
                "quotient",
                Form::Flag,
                "Find and prove the misere quotient.",
                "true",
            ),
        ],
        content_type: "application/json",
        schema: inline::<sprague_answers::misere::MisereAnswer>,
        job: true,
        answer: |Question { query, budget, .. }| {
            let rules = parse_rules(query.text("game").unwrap_or(""))?;
            let to = query.integer("to").map(|to| to as u32);
            let quotient = query.flag("quotient");
            Ok(Answer::json(&sprague_answers::misere::answer(&rules, to, quotient, budget)?))
        },
    },
    Endpoint {
        name: "stats",
        body: false,
        about: "What the nim-sequence looks like: the sparse space, rare heaps, records, frequencies.",
        parameters: &[GAME, heap("to", "The last heap.", sprague_answers::stats::HEAPS)],
        content_type: "application/json",
        schema: inline::<sprague_answers::stats::StatsAnswer>,
        job: true,
        answer: |Question { query, budget, .. }| {
            let rules = parse_rules(query.text("game").unwrap_or(""))?;
            let to = query.integer("to").unwrap_or(sprague_answers::stats::HEAPS);
            Ok(Answer::json(&sprague_answers::stats::answer(&rules, to, budget)?))
        },
    },
    Endpoint {
        name: "atlas",
        body: false,
        about: "The games of the atlas that satisfy conditions, some at a time.",
        parameters: &[
            words(
                "kind",
                "periodic, arithmetic-periodic, sapp, ruler, automatic, open; several with commas.",
                "periodic",
            ),
            words("status", "proved, observed or open.", "proved"),
            words("theorem", "The theorem that proves it.", "finite-take-and-break"),
            words("class", "The class, with * and ? as in file names.", "*octal*"),
            words("game", "The game, with * and ? as in file names.", "0.1*"),
            words("family", "A family that was surveyed.", "octal:3"),
            words("preperiod", CONDITION, ">10"),
            words("period", CONDITION, "1..100"),
            words("saltus", CONDITION, "0"),
            words("max_value", CONDITION, "<=100"),
            words("computed", CONDITION, ">=10"),
            words("rares", CONDITION, ">=0"),
            Parameter::optional(
                "representatives",
                Form::Flag,
                "One row for games that are the same by known theorems.",
                "true",
            ),
            Parameter::optional("order", Form::Choice(&ORDERS), "The column to sort by.", "period"),
            Parameter::optional("descending", Form::Flag, "The greatest first.", "true"),
            Parameter::optional(
                "from",
                Form::Integer { least: 0, most: BIG, default: 0 },
                "How many rows to skip.",
                "0",
            ),
            Parameter::optional(
                "most",
                Form::Integer { least: 1, most: ROWS, default: 50 },
                "How many rows to list.",
                "10",
            ),
        ],
        content_type: "application/json",
        schema: inline::<sprague_answers::atlas::AtlasPage>,
        job: false,
        answer: rows,
    },
    Endpoint {
        name: "atlas-game",
        body: false,
        about: "All that the atlas knows about one game: its row, cousins, literature.",
        parameters: &[Parameter { example: "0.16", ..GAME }],
        content_type: "application/json",
        schema: inline::<sprague_answers::atlas::AtlasGame>,
        job: false,
        answer: |Question { query, atlas, budget, .. }| {
            let rules = parse_rules(query.text("game").unwrap_or(""))?;
            Ok(Answer::json(&sprague_answers::atlas::show(atlas, &rules, budget)?))
        },
    },
    Endpoint {
        name: "lookup",
        body: false,
        about: "The games whose nim-sequence begins with given values, or has a number in the OEIS.",
        parameters: &[
            Parameter::optional(
                "begins",
                Form::Text { most: 2000 },
                "The first values, from heap 0 on or, where the first is not 0, from heap 1 on.",
                "1,2,3,1,4,3",
            ),
            Parameter::optional(
                "oeis",
                Form::Text { most: 20 },
                "A number such as A002186.",
                "A002186",
            ),
        ],
        content_type: "application/json",
        schema: inline::<sprague_answers::atlas::LookupAnswer>,
        job: false,
        answer: |Question { query, atlas, budget, .. }| {
            let found = match (query.text("begins"), query.text("oeis")) {
                (Some(values), None) => sprague_answers::atlas::begins(atlas, values, budget),
                (None, Some(number)) => sprague_answers::atlas::of_oeis(number),
                _ => Err(AnswerError::malformed(
                    "no sequence is given, or two",
                    "give either begins, such as 1,2,3,1,4,3, or oeis",
                )),
            };
            Ok(Answer::json(&found?))
        },
    },
    Endpoint {
        name: "join",
        body: false,
        about: "In class mode: the address that people in the same network type, as a QR code, too.",
        parameters: &[Parameter::optional(
            "at",
            Form::Text { most: BEHIND },
            "What comes behind the address.",
            "?game=0.77&view=play",
        )],
        content_type: "application/json",
        schema: inline::<sprague_answers::join::JoinAnswer>,
        job: false,
        answer: |Question { query, join, .. }| {
            let behind = query.text("at").unwrap_or("");
            let answer = join.map(|join| join(behind)).transpose()?;
            Ok(Answer::json(&answer.unwrap_or_default()))
        },
    },
    Endpoint {
        name: "col",
        body: false,
        about: "The value of a Col position: Left paints black, Right white, no two adjacent nodes alike.",
        parameters: &BOARD,
        content_type: "application/json",
        schema: inline::<sprague_answers::partisan::ColAnswer>,
        job: true,
        answer: |Question { query, budget, .. }| {
            let answer =
                sprague_answers::partisan::col_answer(&board(query), query.flag("moves"), budget)?;
            Ok(Answer::json(&answer))
        },
    },
    Endpoint {
        name: "snort",
        body: false,
        about: "The value of a Snort position: as Col, but no two adjacent nodes in different colours.",
        parameters: &BOARD,
        content_type: "application/json",
        schema: inline::<sprague_answers::partisan::SnortAnswer>,
        job: true,
        answer: |Question { query, budget, .. }| {
            let answer = sprague_answers::partisan::snort_answer(
                &board(query),
                query.flag("moves"),
                budget,
            )?;
            Ok(Answer::json(&answer))
        },
    },
    Endpoint {
        name: "eval",
        body: false,
        about: "A partisan value in canonical form, or whether a comparison holds.",
        parameters: &[
            Parameter { about: "A value or a comparison of values.", ..EXPR },
            Parameter::optional(
                "thermograph",
                Form::Flag,
                "The corners of the thermograph, too.",
                "true",
            ),
        ],
        content_type: "application/json",
        schema: inline::<sprague_answers::partisan::EvalAnswer>,
        job: true,
        answer: |Question { query, budget, .. }| {
            let expr = query.text("expr").unwrap_or("");
            let thermograph = query.flag("thermograph");
            Ok(Answer::json(&sprague_answers::partisan::eval_answer(expr, thermograph, budget)?))
        },
    },
    Endpoint {
        name: "thermograph",
        body: false,
        about: "The thermograph of a partisan value drawn.",
        parameters: &[EXPR],
        content_type: "image/svg+xml",
        schema: || json!({"type": "string"}),
        job: false,
        answer: |Question { query, budget, .. }| {
            let expr = query.text("expr").unwrap_or("");
            let scene = sprague_answers::partisan::thermograph_scene(expr, budget)?;
            Ok(Answer::svg(scene.svg()?))
        },
    },
    Endpoint {
        name: "plot",
        body: false,
        about: "The nim-sequence drawn.",
        parameters: &[
            GAME,
            heap("from", "The first heap.", 0),
            heap("to", "The last heap.", 1000),
            Parameter::optional(
                "wrap",
                Form::Integer { least: 1, most: BIG, default: 1 },
                "n mod this on the horizontal axis.",
                "12",
            ),
            Parameter::optional(
                "table",
                Form::Integer { least: 1, most: 400, default: 1 },
                "A table with this many columns.",
                "12",
            ),
            Parameter::optional(
                "color",
                Form::Choice(&["plain", "rare", "residues", "exceptions"]),
                "What the colours say.",
                "exceptions",
            ),
            Parameter::optional(
                "modulus",
                Form::Integer { least: 1, most: 31, default: 2 },
                "The modulus of the residues.",
                "4",
            ),
            Parameter::optional(
                "period",
                Form::Integer { least: 1, most: BIG, default: 1 },
                "With color=exceptions: the period to judge exceptions by.",
                "13",
            ),
            Parameter::optional(
                "saltus",
                Form::Integer { least: 0, most: BIG, default: 0 },
                "With period: the saltus to judge exceptions by.",
                "4",
            ),
            Parameter::optional("log", Form::Choice(&["x", "y", "xy"]), "Logarithmic axes.", "x"),
        ],
        content_type: "image/svg+xml",
        schema: || json!({"type": "string"}),
        job: false,
        answer: plot,
    },
    Endpoint {
        name: "scale",
        body: false,
        about: "The Grundy scale of a game set to a heap.",
        parameters: &[GAME, N],
        content_type: "image/svg+xml",
        schema: || json!({"type": "string"}),
        job: false,
        answer: |Question { query, budget, .. }| {
            let rules = parse_rules(query.text("game").unwrap_or(""))?;
            let heap = query.integer("n").unwrap_or(0);
            if heap > sprague_answers::picture::LARGEST_SCALE {
                return Err(AnswerError::refused("a Grundy scale is drawn for heaps up to 60"));
            }
            let values = sprague_answers::values::counted(&rules, heap, budget)?;
            let scene = sprague_answers::picture::grundy_scale(&rules, heap, &values)?;
            Ok(Answer::svg(scene.svg()?))
        },
    },
];

fn board(query: &Query) -> Board<'_> {
    Board {
        graph: query.text("graph"),
        nodes: query.integer("nodes").map(|nodes| nodes as usize),
        edges: query.text("edges"),
        tints: query.text("tints"),
    }
}

/// One page of the atlas. Every column and order comes from a fixed list and every value is
/// bound, so that no text of a request becomes SQL.
fn rows(Question { query, budget, atlas, .. }: &Question<'_>) -> Result<Answer, AnswerError> {
    let mut search = RowSearch::new();
    for column in CONDITIONS {
        if let Some(wanted) = query.text(column) {
            search
                .condition(column, wanted)
                .map_err(|error| AnswerError::malformed(error, "write 12, >100, <=7 or 10..20"))?;
        }
    }
    if let Some(family) = query.text("family") {
        search.family(family);
    }
    if query.flag("representatives") {
        search.sql("game = representative");
    }
    if let Some(order) = query.text("order") {
        let direction = if query.flag("descending") { "DESC" } else { "ASC" };
        // Short names first: 0.6 before the long codes of cut games.
        let column = if order == "game" { "length(game)" } else { order };
        search.order(&format!("{column} {direction} NULLS LAST, game"));
    }
    let from = query.integer("from").unwrap_or(0);
    let most = query.integer("most").unwrap_or(50);
    Ok(Answer::json(&sprague_answers::atlas::find(atlas, &search, from, most, budget)?))
}

fn plot(Question { query, budget, .. }: &Question<'_>) -> Result<Answer, AnswerError> {
    let rules = parse_rules(query.text("game").unwrap_or(""))?;
    let to = query.integer("to").unwrap_or(1000);
    let values = sprague_answers::values::counted(&rules, to, budget)?;
    let solution = sprague_answers::solve::solve(&rules, 20_000.max(to), budget)?;
    let colouring = match query.text("color") {
        Some("rare") => Colouring::Rare(None),
        Some("residues") => Colouring::Residues(query.integer("modulus").unwrap_or(2)),
        Some("exceptions") => Colouring::Exceptions,
        _ => Colouring::Plain,
    };
    let log = query.text("log").unwrap_or("");
    let picture = Picture {
        from: query.integer("from").unwrap_or(0),
        wrap: query.integer("wrap"),
        table: query.integer("table"),
        colouring,
        period: query.integer("period").map(|p| (p, query.integer("saltus").unwrap_or(0))),
        log_x: log.contains('x'),
        log_y: log.contains('y'),
        ..Picture::default()
    };
    Ok(Answer::svg(picture.scene(&rules, &values, Some(solution.details()))?.svg()?))
}
