//! What an automaton says as a table for papers: by ending digits, or by residues.

use std::fmt::Write as _;

/// A cell, as text and as LaTeX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// In plain letters.
    pub text: String,
    /// For LaTeX, in text mode.
    pub latex: String,
}

impl Cell {
    /// The same in both.
    pub(super) fn plain(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { latex: text.clone(), text }
    }

    /// A formula without anything that LaTeX would write otherwise.
    pub(super) fn formula(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { latex: format!("${text}$"), text }
    }
}

/// A table that gives the nim-value of every heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperTable {
    /// How it is read, in sentences.
    pub caption: Vec<String>,
    /// The heads of the columns.
    pub head: Vec<Cell>,
    /// The rows, a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

impl PaperTable {
    /// In columns, the caption above.
    pub fn text(&self) -> String {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let width = |i: usize| lines().map(|row| row[i].text.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let mut text = self.caption.join("\n") + "\n\n";
        for row in lines() {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                _ = write!(line, "{:<width$}  ", cell.text);
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// With booktabs, the caption as a comment above.
    pub fn latex(&self) -> String {
        let mut text = String::new();
        for sentence in &self.caption {
            _ = writeln!(text, "% {sentence}");
        }
        let line = |row: &[Cell]| {
            let cells: Vec<&str> = row.iter().map(|cell| cell.latex.as_str()).collect();
            format!("{} \\\\\n", cells.join(" & "))
        };
        text.push_str("% needs \\usepackage{booktabs}\n");
        _ = writeln!(text, "\\begin{{tabular}}{{{}}}", "l".repeat(self.head.len()));
        text.push_str("\\toprule\n");
        text.push_str(&line(&self.head));
        text.push_str("\\midrule\n");
        for row in &self.rows {
            text.push_str(&line(row));
        }
        text.push_str("\\bottomrule\n\\end{tabular}\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::decided;
    use super::*;
    use sprague_budget::Budget;

    /// Reads the table as its caption says.
    fn read(table: &PaperTable, base: u64, modulus: u64, n: u64) -> u64 {
        let row = |name: &str| table.rows.iter().find(|row| row[0].text == name);
        let start = |row: &&Vec<Cell>| {
            let list = row[0].text.strip_prefix("n mod ").and_then(|rest| rest.split_once(" = "));
            list.is_some_and(|(_, list)| {
                list.split(", ").any(|j| j.parse::<u64>().unwrap() == n % modulus)
            })
        };
        let mut at =
            row("begin").or_else(|| table.rows.iter().find(start)).expect("a place to begin");
        let mut k = n / modulus;
        while k > 0 {
            at = row(&at[1 + (k % base) as usize].text).expect("a row for every cell");
            k /= base;
        }
        at.last().unwrap().text.parse().unwrap()
    }

    #[test]
    fn tables_by_digits_tell_every_value() {
        for (game, base) in
            [("Mark", 2), ("Mark(3)", 3), ("UpMark(3)", 3), ("8=.0", 3), ("n -> n-2 | n div 2", 2)]
        {
            let table = decided(game).paper_table().unwrap();
            assert_eq!(table.head.len(), base + 2, "{game}");
            let modulus = table.caption.iter().find_map(|line| {
                line.split_once("of k, where n = ")?.1.split_once("k + j")?.0.parse().ok()
            });
            let values =
                sprague_engine::values(&game.parse().unwrap(), 3000, &Budget::unlimited()).unwrap();
            for (n, value) in (0..).zip(values) {
                let told = read(&table, base as u64, modulus.unwrap_or(1), n);
                assert_eq!(told, u64::from(value), "{game} at {n}");
            }
        }
    }

    #[test]
    fn mark_for_a_paper() {
        let table = decided("Mark").paper_table().unwrap();
        assert!(table.text().contains("ending  0      1     G(n)"), "{}", table.text());
        let latex = table.latex();
        assert!(latex.contains("ending & 0 & 1 & $G(n)$ \\\\"), "{latex}");
        assert!(latex.contains("$\\ldots 1$"), "{latex}");
        let rows = latex.lines().filter(|line| line.ends_with("\\\\")).count();
        assert_eq!(rows, table.rows.len() + 1);
    }

    #[test]
    fn ruler_games_by_residues() {
        let table = decided("0.2048").paper_table().unwrap();
        assert_eq!(table.rows.len(), 13);
        assert_eq!(table.rows[2][0].text, "13k+2");
        assert!(table.rows[2][1].text.starts_with("4k-2-2^(m+3), m = v2(k-1), except 4k+1 when"));
        let latex = &table.rows[2][1].latex;
        assert!(latex.starts_with("$4k-2-2^{m+3}$, $m = \\nu_2(k-1)$, except $4k+1$"), "{latex}");
        assert!(latex.ends_with("($k \\ge 2$); $G(2) = 1$, $G(15) = 5$"), "{latex}");
    }
}
