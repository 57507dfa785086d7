//! Subtraction games with three members: which of a+b, a+c, b+c is a period, as regions of a plane.

use super::Table;
use crate::triple::{Periods, SUMS, Search, Triple};
use sprague_budget::{Budget, Progress, Spent};

/// The sets that are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TripleSlice {
    /// All a < b below this c: a row for each b, a column for each a.
    Largest(u64),
    /// All b < c above this a: a row for each c, a column for each b.
    Least {
        /// a.
        a: u64,
        /// The greatest c.
        to: u64,
    },
}

/// What is known about a set of the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TripleCell {
    /// No set: not a < b < c.
    Blank,
    /// a, b and c have a common divisor.
    Divisible,
    /// a+b = c.
    Additive,
    /// None of the sums is seen to be a period.
    None,
    /// These are.
    Periods(Periods),
}

impl TripleCell {
    fn of(triple: Triple, search: &mut Search) -> Self {
        match () {
            () if triple.is_additive() => Self::Additive,
            () if !triple.is_coprime() => Self::Divisible,
            () => search.periods(triple).map_or(Self::None, Self::Periods),
        }
    }

    /// The sign of the cell in a text: 1, 2, 3 for the least sum that is a period.
    pub fn sign(self) -> char {
        match self {
            Self::Blank => ' ',
            Self::Divisible => '.',
            Self::Additive => '+',
            Self::None => '0',
            Self::Periods(found) => match found.sums.least() {
                Some(0) => '1',
                Some(1) => '2',
                _ => '3',
            },
        }
    }
}

/// The plane of a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TripleRegions {
    /// What it shows.
    pub title: String,
    /// The names of the number of a column and of a row: a and b, or b and c.
    pub axes: [char; 2],
    /// The number of the first column.
    pub first_column: u64,
    /// The number of the first row.
    pub first_row: u64,
    /// The cells, row by row, all rows equally long.
    pub rows: Vec<Vec<TripleCell>>,
    slice: TripleSlice,
}

/// The regions of a slice.
pub fn triples(slice: TripleSlice, budget: &Budget) -> Result<TripleRegions, Spent> {
    let (columns, rows, title, axes) = match slice {
        TripleSlice::Largest(c) => (
            1..c.saturating_sub(1),
            2..c,
            format!("Periods of S(a,b,{c}): which of a+b, a+{c}, b+{c}"),
            ['a', 'b'],
        ),
        TripleSlice::Least { a, to } => (
            a + 1..to,
            a + 2..to + 1,
            format!("Periods of S({a},b,c), c <= {to}: which of {a}+b, {a}+c, b+c"),
            ['b', 'c'],
        ),
    };
    let (first_column, first_row) = (columns.start, rows.start);
    let total = rows.end.saturating_sub(rows.start);
    let mut search = Search::default();
    let mut cells = Vec::new();
    for row in rows {
        let done = row - first_row;
        budget.report(Progress { done, total: Some(total), unit: "rows" })?;
        let cell = |column: u64| match slice.triple(column, row) {
            Some(triple) => TripleCell::of(triple, &mut search),
            None => TripleCell::Blank,
        };
        cells.push(columns.clone().map(cell).collect());
    }
    Ok(TripleRegions { title, axes, first_column, first_row, rows: cells, slice })
}

impl TripleSlice {
    fn triple(self, column: u64, row: u64) -> Option<Triple> {
        match self {
            Self::Largest(c) => Triple::new(column, row, c),
            Self::Least { a, .. } => Triple::new(a, column, row),
        }
    }
}

impl TripleRegions {
    /// The sets with the sums that are periods, one below the other; coprime ones with a+b not c.
    pub fn table(&self) -> Table {
        let mut rows = Vec::new();
        for (row, cells) in (self.first_row..).zip(&self.rows) {
            for (column, cell) in (self.first_column..).zip(cells) {
                let Some(triple) = self.slice.triple(column, row) else { continue };
                let [periods, preperiod] = match cell {
                    TripleCell::Periods(found) => {
                        [found.sums.to_string(), found.preperiod.to_string()]
                    }
                    TripleCell::None => ["none".to_owned(), String::new()],
                    _ => continue,
                };
                let mut cells: Vec<String> = triple.members().iter().map(u64::to_string).collect();
                cells.extend([periods, preperiod]);
                rows.push(cells);
            }
        }
        let columns = vec!["a", "b", "c", "periods", "preperiod"];
        Table { title: self.title.clone(), columns, rows }
    }

    /// How many coprime sets with a+b not c have a+b, a+c, b+c as the least of the sums that are
    /// periods, and how many none of them.
    pub fn counts(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        for cell in self.rows.iter().flatten() {
            match cell {
                TripleCell::Periods(found) => counts[found.sums.least().unwrap_or(3)] += 1,
                TripleCell::None => counts[3] += 1,
                _ => {}
            }
        }
        counts
    }

    /// What the signs mean.
    pub fn legend(&self) -> Vec<(char, String)> {
        let [first, second, third, none] = self.counts();
        let [ab, ac, bc] = SUMS;
        let mut legend = vec![
            ('1', format!("{ab} is a period ({first})")),
            ('2', format!("{ac} is, {ab} is not ({second})")),
            ('3', format!("{bc} is, the others are not ({third})")),
            ('+', "a+b = c".to_owned()),
            ('.', "a common divisor".to_owned()),
        ];
        if none > 0 {
            legend.push(('0', format!("none of them is seen to be one ({none})")));
        }
        legend
    }

    /// The plane as text, with a sign for each set.
    pub fn text(&self) -> String {
        let last = self.first_row + self.rows.len() as u64;
        let wide = last.to_string().len().max(2);
        let columns = self.rows.first().map_or(0, Vec::len);
        let [across, down] = self.axes;
        let mut lines = vec![self.title.clone(), String::new()];
        let number = |i: usize| self.first_column + i as u64;
        // The number of every tenth column, above its last digit.
        let mut head = vec![' '; columns];
        for i in (0..columns).filter(|&i| number(i) % 10 == 0) {
            let digits: Vec<char> = number(i).to_string().chars().collect();
            if let Some(start) = (i + 1).checked_sub(digits.len()) {
                head[start..=i].copy_from_slice(&digits);
            }
        }
        let corner = format!("{down}/{across}");
        lines.push(format!("{corner:>wide$} {}", head.iter().collect::<String>()));
        let wide = wide.max(corner.len());
        for (row, cells) in (self.first_row..).zip(&self.rows) {
            let signs: String = cells.iter().map(|cell| cell.sign()).collect();
            lines.push(format!("{row:>wide$} {}", signs.trim_end()));
        }
        lines.push(String::new());
        lines.extend(self.legend().into_iter().map(|(sign, text)| format!("{sign}  {text}")));
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }
}
