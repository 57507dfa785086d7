//! `sprague table col`

use crate::board::watched;
use crate::failure::Failure;
use crate::output::{Common, Format, aligned, csv_text, write_all};
use clap::ValueEnum;
use serde::Serialize;
use sprague::partisan::col::{BoardSearch, tables};
use sprague_answers::table::{
    ColChainRow, ColCycleRow, ColGridRow, ColPage, ColTable, ColText, ColTreeRow,
};
use std::fmt::Write;
use std::process::ExitCode;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sprague table col                 Table 2.3 with chains A of up to 4 nodes
  sprague table col chains --to 7
  sprague table col trees --to 9
  sprague table col cycles --to 30
  sprague table col grids --to 36
  sprague table col page            all of them as a Markdown page")]
pub struct Args {
    /// Which boards
    #[arg(value_enum, default_value_t = What::Chains)]
    what: What,
    /// How far: nodes of the chain A (default 4), of a tree (9), of a cycle (20), of a grid
    /// (30); of everything on the page
    #[arg(long, value_name = "N")]
    to: Option<usize>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
enum What {
    /// Chains o^i (A) o^j, Table 2.3
    Chains,
    /// All trees, untinted and with one black node
    Trees,
    /// Cycles, untinted and with one or two tinted nodes
    Cycles,
    /// Grids, untinted and with a black corner
    Grids,
    /// All of them as a Markdown page
    Page,
}

/// A table: its head and its rows, each with how it is shown.
struct Sheet<Row> {
    head: Vec<String>,
    rows: Vec<Row>,
    cells: fn(&Row) -> Vec<String>,
}

/// There are 123867 trees of so many nodes, and of each further one some three times more.
const MOST_TREE_NODES: usize = 18;

/// Beyond this a black corner takes long: the value is a number to be found, not only 0
/// or *.
const CORNER_NODES: usize = 30;

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let format = common.format;
    let text = watched(common, |options| match args.what {
        What::Page => page(args.to.unwrap_or(usize::MAX), options, format),
        What::Chains => Ok(chains(args.to.unwrap_or(4), options)?.print(format)),
        What::Trees => Ok(trees(args.to.unwrap_or(9), options)?.print(format)),
        What::Cycles => Ok(cycles(args.to.unwrap_or(20), options)?.print(format)),
        What::Grids => Ok(grids(args.to.unwrap_or(30), options)?.print(format)),
    })?;
    write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn joined(values: &[ColText]) -> String {
    values.iter().map(|value| value.0.as_str()).collect::<Vec<_>>().join(" ")
}

fn chains(to: usize, options: &BoardSearch) -> Result<Sheet<ColChainRow>, Failure> {
    let rows = tables::chains(to, options).map_err(Failure::input)?;
    let mut head = vec!["A".to_owned()];
    let part = |n: usize| "o".repeat(n);
    for i in 0..4 {
        for j in 0..4 {
            head.push(format!("{}(A){}", part(i), part(j)));
        }
    }
    let cells = |row: &ColChainRow| {
        let values = row.values.iter().flatten().map(|value| value.0.clone());
        std::iter::once(row.core.clone()).chain(values).collect()
    };
    Ok(Sheet { head, rows: rows.iter().map(ColChainRow::from).collect(), cells })
}

fn trees(to: usize, options: &BoardSearch) -> Result<Sheet<ColTreeRow>, Failure> {
    if to > MOST_TREE_NODES {
        return Err(Failure::input(format!(
            "there are too many trees of {to} nodes: at most {MOST_TREE_NODES} nodes"
        )));
    }
    let mut rows = Vec::new();
    for n in 1..=to {
        let trees = tables::trees(n, options).map_err(Failure::input)?;
        rows.extend(trees.iter().map(ColTreeRow::from));
    }
    let head = ["nodes", "parents of nodes 1, 2, ..", "untinted", "node 0, 1, .. black"];
    let cells = |row: &ColTreeRow| {
        let parents: Vec<String> = row.parents.iter().map(ToString::to_string).collect();
        vec![
            row.nodes.to_string(),
            parents.join(" "),
            row.untinted.0.clone(),
            joined(&row.one_black),
        ]
    };
    Ok(Sheet { head: head.map(str::to_owned).to_vec(), rows, cells })
}

fn cycles(to: usize, options: &BoardSearch) -> Result<Sheet<ColCycleRow>, Failure> {
    let rows = tables::cycles(to, options).map_err(Failure::input)?;
    let head = [
        "nodes",
        "untinted",
        "one black",
        "two black at distance 1, 2, ..",
        "black and white at distance 1, 2, ..",
    ];
    let cells = |row: &ColCycleRow| {
        vec![
            row.nodes.to_string(),
            row.untinted.0.clone(),
            row.one_black.0.clone(),
            joined(&row.two_black),
            joined(&row.black_white),
        ]
    };
    let head = head.map(str::to_owned).to_vec();
    Ok(Sheet { head, rows: rows.iter().map(ColCycleRow::from).collect(), cells })
}

fn grids(to: usize, options: &BoardSearch) -> Result<Sheet<ColGridRow>, Failure> {
    let rows = tables::grids(to, to.min(CORNER_NODES), options).map_err(Failure::input)?;
    let head = ["grid", "untinted", "known by", "black corner"].map(str::to_owned).to_vec();
    let cells = |row: &ColGridRow| {
        vec![
            format!("{}x{}", row.rows, row.columns),
            row.untinted.0.clone(),
            row.known_by.text().to_owned(),
            row.black_corner.as_ref().map_or(String::new(), |value| value.0.clone()),
        ]
    };
    Ok(Sheet { head, rows: rows.iter().map(ColGridRow::from).collect(), cells })
}

impl<Row: Serialize> Sheet<Row> {
    /// The table in the format asked for.
    fn print(self, format: Format) -> String {
        match format {
            Format::Json => sprague_answers::json(&self.table()) + "\n",
            Format::Csv => self.csv(),
            Format::Latex => self.latex(),
            _ => self.text(),
        }
    }

    /// As an answer.
    fn table(self) -> ColTable<Row> {
        ColTable { rows: self.rows }
    }

    /// The rows as they are shown.
    fn lines(&self) -> impl Iterator<Item = Vec<String>> {
        self.rows.iter().map(self.cells)
    }

    fn text(&self) -> String {
        let rows: Vec<Vec<String>> =
            std::iter::once(self.head.clone()).chain(self.lines()).collect();
        aligned(&rows, |_| false)
    }

    fn csv(&self) -> String {
        csv_text(std::iter::once(self.head.clone()).chain(self.lines()))
    }

    fn latex(&self) -> String {
        let cell = |c: &String| {
            let c = c.replace('*', "{*}").replace('_', "\\_");
            format!("${c}$")
        };
        let mut text =
            format!("\\begin{{tabular}}{{{}}}\n\\toprule\n", "l".repeat(self.head.len()));
        let _ = writeln!(text, "{} \\\\\n\\midrule", self.head.join(" & "));
        for line in self.lines() {
            let cells: Vec<String> = line.iter().map(cell).collect();
            let _ = writeln!(text, "{} \\\\", cells.join(" & "));
        }
        text + "\\bottomrule\n\\end{tabular}\n"
    }

    fn markdown(&self) -> String {
        markdown(&self.head, self.lines())
    }
}

fn markdown(head: &[String], lines: impl Iterator<Item = Vec<String>>) -> String {
    // A star alone would start a list or emphasis, so every cell is code.
    let cell = |c: &String| {
        if c.is_empty() { String::new() } else { format!("`{c}`") }
    };
    let mut text = format!("| {} |\n", head.join(" | "));
    let _ = writeln!(text, "|{}", " --- |".repeat(head.len()));
    for line in lines {
        let cells: Vec<String> = line.iter().map(cell).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

/// How far the page goes.
const PAGE_CHAINS: usize = 6;
const PAGE_TREES: usize = 9;
const PAGE_CYCLES: usize = 24;
const PAGE_GRIDS: usize = 36;

/// All tables, none beyond `to` nodes: a page in Markdown, or one JSON object.
fn page(to: usize, options: &BoardSearch, format: Format) -> Result<String, Failure> {
    if !matches!(format, Format::Text | Format::Json) {
        return Err(Failure::input("the page of all tables is printed as text or json"));
    }
    let (chain_nodes, tree_nodes) = (PAGE_CHAINS.min(to), PAGE_TREES.min(to));
    let chains = chains(chain_nodes, options)?;
    let trees = trees(tree_nodes, options)?;
    let cycles = cycles(PAGE_CYCLES.min(to), options)?;
    let grids = grids(PAGE_GRIDS.min(to), options)?;
    if format == Format::Json {
        let page = ColPage {
            chains: chains.table(),
            trees: trees.table(),
            cycles: cycles.table(),
            grids: grids.table(),
        };
        return Ok(sprague_answers::json(&page) + "\n");
    }
    let mut text = String::new();
    let _ = write!(
        text,
        "# Values of Col

Written by `sprague table col page > results/col.md`.

Letters: `o` an untinted node, `+` a node left to Left (Black), `-` one left to Right
(White). Every value is x or x + `*` with x a number (Austin 1976, Theorem 2.3).

## Chains: Table 2.3 continued

For a chain A the table has the values of A with i untinted nodes before it and j after
it, 0 <= i, j <= 3. By Theorem 2.6 three or more make no further difference. A runs over
all chains of up to {chain_nodes} nodes with tinted ends and without explosive edges (`+` next to
`-`), one of each class under reversal and exchange of the colours: {} chains.

{}
## Trees

All {} trees of up to {tree_nodes} nodes. An untinted board equals its negative, so its value is
`0` or `*`. The last column has the value with one node tinted black, node by node.

{}
{}
## Cycles

{}
## Grids

Grids of an even number of nodes are 0: the second player answers at the opposite node
with the other colour. The others are searched. The black corner is given up to
{CORNER_NODES} nodes.

{}",
        chains.rows.len(),
        chains.markdown(),
        trees.rows.len(),
        tree_summary(&trees, tree_nodes),
        trees.markdown(),
        cycles.markdown(),
        grids.markdown(),
    );
    Ok(text)
}

/// How many trees of each size are * and how many 0.
fn tree_summary(trees: &Sheet<ColTreeRow>, most: usize) -> String {
    let head = ["nodes", "trees", "`0`", "`*`"].map(str::to_owned).to_vec();
    let lines = (1..=most).map(|n| {
        let of_size = trees.rows.iter().filter(|row| row.nodes == n);
        let (stars, zeros): (Vec<_>, Vec<_>) = of_size.partition(|row| row.untinted.0 == "*");
        [n, stars.len() + zeros.len(), zeros.len(), stars.len()].map(|x| x.to_string()).to_vec()
    });
    markdown(&head, lines)
}
