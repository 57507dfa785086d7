//! The board of `sprague col` and `sprague snort`: how it is given, and errors that show
//! where the text is wrong.

use crate::failure::Failure;
use crate::input::read_at_most;
use crate::output::Common;
use indicatif::ProgressDrawTarget;
use sprague::Budget;
use sprague::partisan::Outcome;
use sprague::partisan::col::BoardSearch;
use sprague::partisan::error::{Error, ErrorKind};
use sprague::partisan::graph::{Graph, Rules};
use sprague::rules::with_caret;
use sprague_answers::partisan::BoardMove;
use std::io::{IsTerminal, Read};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A tinted graph on the command line.
#[derive(clap::Args)]
pub struct Board {
    /// A chain (`+oo-`), a standard graph (`grid 3x4`, `path 5`, `cycle 6`, `star 4`,
    /// `complete 4`, `tree 0,0,1`) or a graph string of CGSuite (`R-.-L`)
    #[arg(allow_hyphen_values = true)]
    graph: Option<String>,
    /// The size, where GRAPH is a name
    #[arg(allow_hyphen_values = true)]
    size: Option<String>,
    /// Number of nodes, with --edges
    #[arg(long, value_name = "N", conflicts_with_all = ["graph", "file"])]
    nodes: Option<usize>,
    /// Edges between the nodes 0 to N-1
    #[arg(long, value_name = "A-B,..", requires = "nodes")]
    edges: Option<String>,
    /// One letter per node: o untinted, + for Left (black) only, - for Right (white) only
    #[arg(long, value_name = "TINTS", allow_hyphen_values = true)]
    tints: Option<String>,
    /// Read the graph from a DIMACS or edge-list file (`-` for standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "graph")]
    file: Option<PathBuf>,
    /// List the best moves of both players
    #[arg(long)]
    pub moves: bool,
}

/// Largest file read.
const FILE_LIMIT: u64 = 64 << 20;

impl Board {
    /// The graph that was given.
    pub fn graph(&self, rules: Rules) -> Result<Graph, Failure> {
        let graph = if let Some(nodes) = self.nodes {
            let text = self.edges.as_deref().unwrap_or("");
            let edges = Graph::parse_edges(text).map_err(|e| explain(&e, text))?;
            Graph::new(nodes, &edges).map_err(|e| explain(&e, text))?
        } else if let Some(path) = &self.file {
            let text = read(path)?;
            Graph::parse_file(&text)
                .map_err(|e| Failure::input(format!("{}: {e}", path.display())))?
        } else if let Some(first) = &self.graph {
            let text = match &self.size {
                Some(size) => format!("{first} {size}"),
                None => first.clone(),
            };
            return parse(&text, self.tints.as_deref(), rules);
        } else {
            return Err(Failure::input(
                "no graph is given: write a chain such as +oo-, a name such as grid 3x4, or \
                 --nodes, --edges and --tints, or --file",
            ));
        };
        tinted(graph, self.tints.as_deref())
    }
}

/// Reads a graph and its tints, if they are given apart.
pub fn parse(text: &str, tints: Option<&str>, rules: Rules) -> Result<Graph, Failure> {
    let graph = Graph::parse(text, rules).map_err(|e| explain(&e, text))?;
    tinted(graph, tints)
}

fn tinted(graph: Graph, tints: Option<&str>) -> Result<Graph, Failure> {
    match tints {
        None => Ok(graph),
        Some(text) => Graph::parse_tints(text)
            .and_then(|tints| graph.with_tints(&tints))
            .map_err(|e| explain(&e, text)),
    }
}

fn read(path: &PathBuf) -> Result<String, Failure> {
    let fail = |e: std::io::Error| Failure::input(format!("{}: {e}", path.display()));
    let source: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(path).map_err(fail)?)
    };
    let bytes = read_at_most(source, FILE_LIMIT).map_err(fail)?;
    String::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("{}: no text (UTF-8)", path.display())))
}

/// A failure in one line that shows the text with a caret before the offending character.
pub fn explain(error: &Error, text: &str) -> Failure {
    match error.kind() {
        ErrorKind::Syntax { message, position } => {
            let column = position + 1;
            let shown = with_caret(text, column);
            Failure::input(format!("{message} at column {column} ({shown})"))
        }
        _ => Failure::input(error),
    }
}

/// Runs a computation; if it takes over a second, a count of the positions looked at
/// appears on stderr (only on a terminal and unless `--quiet`).
pub fn watched<T>(common: &Common, work: impl FnOnce(&BoardSearch) -> T) -> T {
    let spinner = indicatif::ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    let (shown, begun) = (spinner.clone(), Instant::now());
    let visible = !common.quiet && std::io::stderr().is_terminal();
    let budget = Budget::unlimited().progress(move |progress| {
        if visible && begun.elapsed() > Duration::from_secs(1) {
            if shown.is_hidden() {
                shown.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
            }
            shown.set_message(progress.to_string());
            shown.tick();
        }
    });
    let result = work(&BoardSearch::new(&budget));
    spinner.finish_and_clear();
    result
}

/// Moves in a line: each node, and the value it leads to.
pub fn moves_text(moves: &[BoardMove]) -> String {
    let told = |BoardMove { node, value }: &BoardMove| {
        format!("{node} (to {})", value.as_deref().unwrap_or("..."))
    };
    let list: Vec<String> = moves.iter().map(told).collect();
    if list.is_empty() { "no move".into() } else { list.join(", ") }
}

/// An outcome in words.
pub fn words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Left => "Left wins, whoever starts",
        Outcome::Right => "Right wins, whoever starts",
        Outcome::Next => "the first player wins",
        Outcome::Previous => "the second player wins",
    }
}
