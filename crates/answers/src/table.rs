//! `table`: the classical tables.

use crate::word::Winner;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sprague::partisan::col::{ColValue, tables};
use sprague::partisan::graph::Tint;
use sprague::tables::Table;

/// A classical table, recomputed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "{Row}_table")]
pub struct TableAnswer<Row> {
    /// What the table is about.
    pub title: String,
    /// Its rows.
    pub rows: Vec<Row>,
}

impl<Row: DeserializeOwned> TableAnswer<Row> {
    /// The table, whose columns must be the fields of its rows.
    pub fn new(table: &Table) -> Result<Self, serde_json::Error> {
        let row = |cells: &Vec<String>| {
            let cells = table.columns.iter().zip(cells);
            let fields = cells.map(|(column, cell)| (key(column), Value::from(cell.as_str())));
            serde_json::from_value(Value::Object(fields.collect()))
        };
        let rows = table.rows.iter().map(row).collect::<Result<_, _>>()?;
        Ok(Self { title: table.title.clone(), rows })
    }
}

/// The head of a column as a key: `G-sequence` is `g_sequence`.
fn key(column: &str) -> String {
    column.replace([' ', '-'], "_").to_lowercase()
}

/// Values with the period in brackets, and the saltus behind it as (+s).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(rename = "sequence")]
pub struct Sequence(pub String);

/// A number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Digits(#[schemars(regex(pattern = "^[0-9]+$"))] pub String);

/// A number, or empty where it is not known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(rename = "blank")]
pub struct Blank(#[schemars(regex(pattern = "^[0-9]*$"))] pub String);

/// The theorem that proves the regularity, or 'observed to' or 'open to' with the last heap
/// computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(rename = "status")]
pub struct ProofStatus(pub String);

/// A row of `table subtraction`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "subtraction")]
pub struct SubtractionRow {
    /// The subtraction set.
    pub set: String,
    /// Numbers that may be adjoined to it.
    pub optional_members: String,
    /// The nim-sequence.
    pub g_sequence: Sequence,
    /// The preperiod.
    pub preperiod: Digits,
    /// The period.
    pub period: Digits,
}

/// A row of `table octal`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "octal")]
pub struct OctalRow {
    /// The code.
    pub code: String,
    /// Its first cousin.
    pub first_cousin: String,
    /// Its standard form.
    pub standard_form: String,
    /// The nim-sequence.
    pub g_sequence: Sequence,
    /// The preperiod.
    pub preperiod: Blank,
    /// The period.
    pub period: Blank,
    /// How well it is known.
    pub status: ProofStatus,
}

/// A row of `table octal --guide`: the standard forms of the codes that begin with some digits,
/// by the digit that follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "octal_guide")]
pub struct OctalGuideRow {
    /// The digits it begins with.
    pub digits: String,
    /// Followed by 0.
    #[serde(rename = "0")]
    pub zero: String,
    /// Followed by 1.
    #[serde(rename = "1")]
    pub one: String,
    /// Followed by 2.
    #[serde(rename = "2")]
    pub two: String,
    /// Followed by 3.
    #[serde(rename = "3")]
    pub three: String,
    /// Followed by 4.
    #[serde(rename = "4")]
    pub four: String,
    /// Followed by 5.
    #[serde(rename = "5")]
    pub five: String,
    /// Followed by 6.
    #[serde(rename = "6")]
    pub six: String,
    /// Followed by 7.
    #[serde(rename = "7")]
    pub seven: String,
}

/// A row of `table recurring-octal`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "recurring_octal")]
pub struct RecurringOctalRow {
    /// The code.
    pub code: String,
    /// Its standard form.
    pub standard_form: String,
    /// The nim-sequence.
    pub g_sequence: Sequence,
    /// The preperiod.
    pub preperiod: Blank,
    /// The period.
    pub period: Blank,
    /// The saltus.
    pub saltus: Blank,
    /// How well it is known.
    pub status: ProofStatus,
}

/// A row of `table sedecimal`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "sedecimal")]
pub struct SedecimalRow {
    /// The code.
    pub code: String,
    /// Its standard form.
    pub standard_form: String,
    /// The nim-sequence.
    pub g_sequence: Sequence,
    /// The kind of regularity.
    pub kind: crate::word::KindWord,
    /// The preperiod.
    pub preperiod: Blank,
    /// The period.
    pub period: Blank,
    /// The saltus.
    pub saltus: Blank,
    /// How well it is known.
    pub status: ProofStatus,
}

/// A row of `table grundy-periods`: Grundy's game has no period p with a preperiod before kp.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "grundy_periods")]
pub struct GrundyPeriodRow {
    /// The period p.
    pub p: Digits,
    /// The multiple kp.
    pub kp: Digits,
}

/// A row of `table grundy-frequencies`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "grundy_frequencies")]
pub struct GrundyFrequencyRow {
    /// The value.
    pub value: Digits,
    /// The number of heaps that have it.
    pub frequency: Digits,
}

/// A row of `table triples`: a coprime set {a, b, c} with a+b not c.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "triples")]
pub struct TripleRow {
    /// The least member.
    pub a: Digits,
    /// The member between.
    pub b: Digits,
    /// The greatest member.
    pub c: Digits,
    /// Those of a+b, a+c, b+c that are periods of S(a,b,c), proved; none where none is seen.
    #[schemars(regex(pattern = r"^(none|(a\+b|a\+c|b\+c)( (a\+c|b\+c))*)$"))]
    pub periods: String,
    /// The preperiod.
    pub preperiod: Blank,
}

/// A row of `table mark`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "mark")]
pub struct MarkRow {
    /// The heap.
    pub n: Digits,
    /// Its nim-value in Mark.
    pub mark: Digits,
    /// Who wins it in misere Mark.
    pub mimark: Winner,
    /// Its nim-value in UpMark.
    pub upmark: Blank,
}

/// x, x* or *, with x a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(rename = "col_value")]
pub struct ColText(
    #[schemars(length(min = 1), regex(pattern = r"^(-?[0-9]+(/[0-9]+)?)?\*?$"))] pub String,
);

impl From<&ColValue> for ColText {
    fn from(value: &ColValue) -> Self {
        Self(value.to_string())
    }
}

fn texts(values: &[ColValue]) -> Vec<ColText> {
    values.iter().map(ColText::from).collect()
}

/// A table of Col.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "{Row}_table")]
pub struct ColTable<Row> {
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A row of `table col chains`: a chain with untinted nodes before and after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "col_chains")]
pub struct ColChainRow {
    /// The chain: o untinted, + for Left only, - for Right only.
    #[schemars(regex(pattern = "^[-+o]*$"))]
    pub core: String,
    /// The value with i untinted nodes before it and j after it, by i and then j, each 0 to 3.
    pub values: [[ColText; 4]; 4],
}

impl From<&tables::ChainRow> for ColChainRow {
    fn from(row: &tables::ChainRow) -> Self {
        let value = |i: usize, j: usize| ColText::from(&row.values[i][j]);
        Self {
            core: row.core.iter().map(|tint: &Tint| tint.letter()).collect(),
            values: std::array::from_fn(|i| std::array::from_fn(|j| value(i, j))),
        }
    }
}

/// A row of `table col trees`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "col_trees")]
pub struct ColTreeRow {
    /// The number of nodes.
    #[schemars(range(min = 1))]
    pub nodes: usize,
    /// The parents of the nodes 1, 2, ...
    pub parents: Vec<usize>,
    /// The value without tints.
    pub untinted: ColText,
    /// The values with the node 0, 1, ... black.
    pub one_black: Vec<ColText>,
}

impl From<&tables::TreeRow> for ColTreeRow {
    fn from(row: &tables::TreeRow) -> Self {
        Self {
            nodes: row.parents.len() + 1,
            parents: row.parents.clone(),
            untinted: (&row.untinted).into(),
            one_black: texts(&row.one_black),
        }
    }
}

/// A row of `table col cycles`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "col_cycles")]
pub struct ColCycleRow {
    /// The number of nodes.
    #[schemars(range(min = 1))]
    pub nodes: usize,
    /// The value without tints.
    pub untinted: ColText,
    /// The value with one black node.
    pub one_black: ColText,
    /// The values with two black nodes at distance 1, 2, ...
    pub two_black: Vec<ColText>,
    /// The values with a black and a white node at distance 1, 2, ...
    pub black_white: Vec<ColText>,
}

impl From<&tables::CycleRow> for ColCycleRow {
    fn from(row: &tables::CycleRow) -> Self {
        Self {
            nodes: row.nodes,
            untinted: (&row.untinted).into(),
            one_black: (&row.one_black).into(),
            two_black: texts(&row.two_black),
            black_white: texts(&row.black_white),
        }
    }
}

/// A row of `table col grids`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "col_grids")]
pub struct ColGridRow {
    /// The number of rows.
    #[schemars(range(min = 1))]
    pub rows: usize,
    /// The number of columns.
    #[schemars(range(min = 1))]
    pub columns: usize,
    /// The value without tints.
    pub untinted: ColText,
    /// Why.
    pub known_by: KnownBy,
    /// The value with a black corner; null where it takes long.
    pub black_corner: Option<ColText>,
}

/// Why the value of a grid is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum KnownBy {
    /// The second player answers at the opposite node.
    Mirror,
    /// A search.
    Search,
}

impl KnownBy {
    /// In a word.
    pub fn text(self) -> &'static str {
        match self {
            Self::Mirror => "mirror",
            Self::Search => "search",
        }
    }
}

impl From<&tables::GridRow> for ColGridRow {
    fn from(row: &tables::GridRow) -> Self {
        Self {
            rows: row.rows,
            columns: row.columns,
            untinted: (&row.untinted).into(),
            known_by: match row.reason {
                tables::Reason::Mirror => KnownBy::Mirror,
                tables::Reason::Search => KnownBy::Search,
            },
            black_corner: row.black_corner.as_ref().map(ColText::from),
        }
    }
}

/// All tables of Col.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "col_page")]
pub struct ColPage {
    /// Chains.
    pub chains: ColTable<ColChainRow>,
    /// Trees.
    pub trees: ColTable<ColTreeRow>,
    /// Cycles.
    pub cycles: ColTable<ColCycleRow>,
    /// Grids.
    pub grids: ColTable<ColGridRow>,
}
