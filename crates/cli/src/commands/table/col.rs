//! `sprague table col`

use crate::board::watched;
use crate::failure::Failure;
use crate::output::{Common, Format, aligned, write_all};
use clap::ValueEnum;
use serde_json::{Value, json};
use sprague_partisan::col::{ColValue, Options, tables};
use sprague_partisan::graph::Tint;
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

/// A table: its head and its lines, and the same lines as JSON objects.
struct Sheet {
    head: Vec<String>,
    lines: Vec<Vec<String>>,
    objects: Vec<Value>,
}

/// There are 123867 trees of so many nodes, and of each further one some three times more.
const MOST_TREE_NODES: usize = 18;

/// Beyond this a black corner takes long: the value is a number to be found, not only 0
/// or *.
const CORNER_NODES: usize = 30;

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let text = watched(common, |options| {
        let sheet = match args.what {
            What::Page => return page(args.to.unwrap_or(usize::MAX), options, common.format),
            What::Chains => chains(args.to.unwrap_or(4), options),
            What::Trees => trees(args.to.unwrap_or(9), options),
            What::Cycles => cycles(args.to.unwrap_or(20), options),
            What::Grids => grids(args.to.unwrap_or(30), options),
        }?;
        Ok(match common.format {
            Format::Json => format!("{}\n", sheet.json()),
            Format::Csv => sheet.csv(),
            Format::Latex => sheet.latex(),
            Format::Text | Format::Bfile => sheet.text(),
        })
    })?;
    write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn letters(tints: &[Tint]) -> String {
    tints.iter().map(|t| t.letter()).collect()
}

fn strings(values: &[ColValue]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

fn chains(to: usize, options: &Options) -> Result<Sheet, Failure> {
    let rows = tables::chains(to, options).map_err(Failure::input)?;
    let mut head = vec!["A".to_owned()];
    let part = |n: usize| "o".repeat(n);
    for i in 0..4 {
        for j in 0..4 {
            head.push(format!("{}(A){}", part(i), part(j)));
        }
    }
    let lines = rows
        .iter()
        .map(|row| {
            let mut line = vec![letters(&row.core)];
            line.extend(row.values.iter().flatten().map(ToString::to_string));
            line
        })
        .collect();
    let objects = rows
        .iter()
        .map(|row| {
            let values: Vec<Vec<String>> = row.values.iter().map(|v| strings(v)).collect();
            json!({"core": letters(&row.core), "values": values})
        })
        .collect();
    Ok(Sheet { head, lines, objects })
}

fn trees(to: usize, options: &Options) -> Result<Sheet, Failure> {
    if to > MOST_TREE_NODES {
        return Err(Failure::input(format!(
            "there are too many trees of {to} nodes: at most {MOST_TREE_NODES} nodes"
        )));
    }
    let mut lines = Vec::new();
    let mut objects = Vec::new();
    for n in 1..=to {
        for row in tables::trees(n, options).map_err(Failure::input)? {
            let parents: Vec<String> = row.parents.iter().map(ToString::to_string).collect();
            lines.push(vec![
                n.to_string(),
                parents.join(" "),
                row.untinted.to_string(),
                strings(&row.one_black).join(" "),
            ]);
            objects.push(json!({
                "nodes": n,
                "parents": row.parents,
                "untinted": row.untinted.to_string(),
                "one_black": strings(&row.one_black),
            }));
        }
    }
    let head = ["nodes", "parents of nodes 1, 2, ..", "untinted", "node 0, 1, .. black"];
    Ok(Sheet { head: head.map(str::to_owned).to_vec(), lines, objects })
}

fn cycles(to: usize, options: &Options) -> Result<Sheet, Failure> {
    let rows = tables::cycles(to, options).map_err(Failure::input)?;
    let lines = rows
        .iter()
        .map(|row| {
            vec![
                row.nodes.to_string(),
                row.untinted.to_string(),
                row.one_black.to_string(),
                strings(&row.two_black).join(" "),
                strings(&row.black_white).join(" "),
            ]
        })
        .collect();
    let objects = rows
        .iter()
        .map(|row| {
            json!({
                "nodes": row.nodes,
                "untinted": row.untinted.to_string(),
                "one_black": row.one_black.to_string(),
                "two_black": strings(&row.two_black),
                "black_white": strings(&row.black_white),
            })
        })
        .collect();
    let head = [
        "nodes",
        "untinted",
        "one black",
        "two black at distance 1, 2, ..",
        "black and white at distance 1, 2, ..",
    ];
    Ok(Sheet { head: head.map(str::to_owned).to_vec(), lines, objects })
}

fn grids(to: usize, options: &Options) -> Result<Sheet, Failure> {
    let rows = tables::grids(to, to.min(CORNER_NODES), options).map_err(Failure::input)?;
    let reason = |row: &tables::GridRow| match row.reason {
        tables::Reason::Mirror => "mirror",
        tables::Reason::Search => "search",
    };
    let lines = rows
        .iter()
        .map(|row| {
            vec![
                format!("{}x{}", row.rows, row.columns),
                row.untinted.to_string(),
                reason(row).to_owned(),
                row.black_corner.map_or(String::new(), |v| v.to_string()),
            ]
        })
        .collect();
    let objects = rows
        .iter()
        .map(|row| {
            json!({
                "rows": row.rows,
                "columns": row.columns,
                "untinted": row.untinted.to_string(),
                "known_by": reason(row),
                "black_corner": row.black_corner.map(|v| v.to_string()),
            })
        })
        .collect();
    let head = ["grid", "untinted", "known by", "black corner"];
    Ok(Sheet { head: head.map(str::to_owned).to_vec(), lines, objects })
}

impl Sheet {
    fn text(&self) -> String {
        let rows: Vec<Vec<String>> =
            std::iter::once(&self.head).chain(&self.lines).cloned().collect();
        aligned(&rows, |_| false)
    }

    fn csv(&self) -> String {
        let quote = |cell: &String| {
            if cell.contains([',', '"', ' ']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.clone()
            }
        };
        let mut text = String::new();
        for line in std::iter::once(&self.head).chain(&self.lines) {
            let cells: Vec<String> = line.iter().map(quote).collect();
            let _ = writeln!(text, "{}", cells.join(","));
        }
        text
    }

    fn json(&self) -> Value {
        json!({ "rows": self.objects })
    }

    fn latex(&self) -> String {
        let cell = |c: &String| {
            let c = c.replace('*', "{*}").replace('_', "\\_");
            format!("${c}$")
        };
        let mut text =
            format!("\\begin{{tabular}}{{{}}}\n\\toprule\n", "l".repeat(self.head.len()));
        let _ = writeln!(text, "{} \\\\\n\\midrule", self.head.join(" & "));
        for line in &self.lines {
            let cells: Vec<String> = line.iter().map(cell).collect();
            let _ = writeln!(text, "{} \\\\", cells.join(" & "));
        }
        text + "\\bottomrule\n\\end{tabular}\n"
    }

    fn markdown(&self) -> String {
        // A star alone would start a list or emphasis, so every cell is code.
        let cell = |c: &String| {
            if c.is_empty() { String::new() } else { format!("`{c}`") }
        };
        let mut text = format!("| {} |\n", self.head.join(" | "));
        let _ = writeln!(text, "|{}", " --- |".repeat(self.head.len()));
        for line in &self.lines {
            let cells: Vec<String> = line.iter().map(cell).collect();
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text
    }
}

/// How far the page goes.
const PAGE_CHAINS: usize = 6;
const PAGE_TREES: usize = 9;
const PAGE_CYCLES: usize = 24;
const PAGE_GRIDS: usize = 36;

/// All tables, none beyond `to` nodes: a page in Markdown, or one JSON object.
fn page(to: usize, options: &Options, format: Format) -> Result<String, Failure> {
    if !matches!(format, Format::Text | Format::Json) {
        return Err(Failure::input("the page of all tables is printed as text or json"));
    }
    let (chain_nodes, tree_nodes) = (PAGE_CHAINS.min(to), PAGE_TREES.min(to));
    let chains = chains(chain_nodes, options)?;
    let trees = trees(tree_nodes, options)?;
    let cycles = cycles(PAGE_CYCLES.min(to), options)?;
    let grids = grids(PAGE_GRIDS.min(to), options)?;
    if format == Format::Json {
        let object = json!({
            "chains": chains.json(), "trees": trees.json(), "cycles": cycles.json(),
            "grids": grids.json(),
        });
        return Ok(format!("{object}\n"));
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
        chains.lines.len(),
        chains.markdown(),
        trees.lines.len(),
        tree_summary(&trees, tree_nodes),
        trees.markdown(),
        cycles.markdown(),
        grids.markdown(),
    );
    Ok(text)
}

/// How many trees of each size are * and how many 0.
fn tree_summary(trees: &Sheet, most: usize) -> String {
    let head = ["nodes", "trees", "`0`", "`*`"].map(str::to_owned).to_vec();
    let lines = (1..=most)
        .map(|n| {
            let of_size = trees.lines.iter().filter(|l| l[0] == n.to_string());
            let (stars, zeros): (Vec<_>, Vec<_>) = of_size.partition(|l| l[2] == "*");
            [n, stars.len() + zeros.len(), zeros.len(), stars.len()].map(|x| x.to_string()).to_vec()
        })
        .collect();
    Sheet { head, lines, objects: Vec::new() }.markdown()
}
