//! `plot`: the nim-sequence drawn.

use crate::AnswerError;
use crate::solve::caption;
use sprague::rules::{Ruleset, names};
use sprague::stats::Space;
use sprague::{Claim, Findings, Regularity};
use sprague_plot::scale::GrundyScale;
pub use sprague_plot::scale::LARGEST_HEAP as LARGEST_SCALE;
use sprague_plot::scale::MARGIN;
use sprague_plot::scatter::{Class, Scatter};
use sprague_plot::table::Table;
use sprague_plot::{PlotError, Scene};

/// What the colours of a scatter plot say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Colouring {
    /// Nothing: one colour.
    #[default]
    Plain,
    /// Rare and common values, by this mask or by the best one.
    Rare(Option<u32>),
    /// n modulo this.
    Residues(u64),
    /// Where the regularity fails: before the preperiod of a solved game, or anywhere for
    /// a period and saltus that were given.
    Exceptions,
}

/// How to draw.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The first heap.
    pub from: u64,
    /// n mod this on the horizontal axis.
    pub wrap: Option<u64>,
    /// A table with this many columns instead of a scatter plot.
    pub table: Option<u64>,
    /// What the colours say.
    pub colouring: Colouring,
    /// The period and saltus to judge exceptions by, where they are not the solution's.
    pub period: Option<(u64, u64)>,
    /// log(1+n) instead of n.
    pub log_x: bool,
    /// log(1+G(n)) instead of G(n).
    pub log_y: bool,
    /// The first line instead of the rules.
    pub title: Option<String>,
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
}

impl Default for Picture {
    fn default() -> Self {
        Self {
            from: 0,
            wrap: None,
            table: None,
            colouring: Colouring::Plain,
            period: None,
            log_x: false,
            log_y: false,
            title: None,
            width: 960,
            height: 540,
        }
    }
}

impl From<PlotError> for AnswerError {
    fn from(error: PlotError) -> Self {
        Self::refused(error)
    }
}

/// The rules with their name: `Kayles, 0.77`.
pub fn titled(rules: &Ruleset) -> String {
    match names::names_of(rules).first() {
        Some(game) => format!("{}, {rules}", game.name),
        None => rules.to_string(),
    }
}

impl Picture {
    /// The picture of G(0), G(1), ... (as far as `values` go) from heap `from` on.
    /// `solution` is what is known about the game.
    pub fn scene(
        &self,
        rules: &Ruleset,
        values: &[u32],
        solution: Option<&Findings>,
    ) -> Result<Scene, AnswerError> {
        let last = values.len() as u64;
        if self.from >= last {
            return Err(AnswerError::malformed("from is greater than to", "swap them or raise to"));
        }
        let shown = &values[self.from as usize..];
        let title = self.title.clone().unwrap_or_else(|| {
            format!("{}: G(n) for {} ≤ n ≤ {}", titled(rules), self.from, last - 1)
        });
        let subtitle = solution.map_or_else(|| format!("{} values", shown.len()), caption);
        let exceptional = self.exceptional(values, solution);
        if let Some(columns) = self.table {
            let marked = |n: u64| {
                self.colouring == Colouring::Exceptions
                    && exceptional.as_ref().is_some_and(|e| e(n))
            };
            let table =
                Table { title, subtitle, values: shown, from: self.from, columns, marked: &marked };
            return Ok(table.scene()?);
        }
        let mut classes = vec![Class::new("values", 0)];
        let mut class_of: Box<dyn Fn(u64, u32) -> usize> = Box::new(|_, _| 0);
        match self.colouring {
            Colouring::Plain => {}
            Colouring::Rare(mask) => {
                let space = space(rules, values, mask)?;
                let largest = values.iter().copied().max().unwrap_or(0);
                let parity = if space.is_twisted() { ", with the parity of n" } else { "" };
                let name = format!("rare by the mask {:#x}{parity}", space.shown_mask(largest));
                classes = vec![Class::new("common", 0), Class::new(name, 1).marked()];
                class_of = Box::new(move |n, v| usize::from(!space.is_common(n, v)));
            }
            Colouring::Residues(m) => {
                if !(1..=31).contains(&m) {
                    return Err(AnswerError::malformed(
                        format!("{m} residue classes"),
                        "use 1 to 31",
                    ));
                }
                classes =
                    (0..m as usize).map(|r| Class::new(format!("n mod {m} = {r}"), r)).collect();
                class_of = Box::new(move |n, _| (n % m) as usize);
            }
            Colouring::Exceptions => {
                let Some(exceptional) = exceptional else {
                    return Err(AnswerError::refused(
                        "exceptions to what? No regularity is known for this game",
                    )
                    .with_hint("give the period and the saltus to compare with"));
                };
                classes = vec![Class::new("regular", 0), Class::new("exceptions", 1).marked()];
                class_of = Box::new(move |n, _| usize::from(exceptional(n)));
            }
        }
        let scatter = Scatter {
            title,
            subtitle,
            values: shown,
            from: self.from,
            wrap: self.wrap,
            classes,
            class_of: &*class_of,
            log_x: self.log_x,
            log_y: self.log_y,
            width: self.width,
            height: self.height,
        };
        Ok(scatter.scene()?)
    }

    /// Which heaps are exceptions: with a given period p and saltus s, those n >= p with
    /// G(n) != G(n-p) + s; else those before the preperiod of the solution whose value is
    /// not that of the regular part carried back.
    fn exceptional<'a>(
        &self,
        values: &'a [u32],
        solution: Option<&Findings>,
    ) -> Option<Box<dyn Fn(u64) -> bool + 'a>> {
        let at = |n: u64| values.get(n as usize).map(|&v| i64::from(v));
        if let Some((p, s)) = self.period {
            return Some(Box::new(move |n| {
                n.checked_sub(p)
                    .is_some_and(|before| at(n) != at(before).map(|v| v.saturating_add_unsigned(s)))
            }));
        }
        let claim = solution?.claim()?;
        let Regularity { preperiod, period, saltus } = claim.regularity()?;
        let still = match claim {
            Claim::Sapp { periodic_residues, .. } => periodic_residues.clone(),
            _ => Vec::new(),
        };
        Some(Box::new(move |n| {
            if n >= preperiod {
                return false;
            }
            let turns = (preperiod - n).div_ceil(period);
            let grown = if still.contains(&(n % period)) { 0 } else { turns * saltus };
            let later = at(n + turns * period);
            later.is_some() && at(n) != later.map(|v| v - grown as i64)
        }))
    }
}

/// The sparse space of a game: a mask that was given, or the best one for the values.
fn space(rules: &Ruleset, values: &[u32], mask: Option<u32>) -> Result<Space, AnswerError> {
    if let Some(mask) = mask {
        return Space::plain(mask)
            .ok_or_else(|| AnswerError::malformed("the mask is 0", "use a mask with a bit"));
    }
    crate::stats::statistics(rules, values, 0, 0)
        .space
        .ok_or_else(|| AnswerError::refused("these values have no sparse space"))
}

/// The Grundy scale of a game set to a heap; `values` are G(0), ..., G(heap).
pub fn grundy_scale(rules: &Ruleset, heap: u64, values: &[u32]) -> Result<Scene, AnswerError> {
    let mut takes = Vec::new();
    let mut options = Vec::new();
    if heap <= LARGEST_SCALE {
        if rules.has_pass() {
            return Err(AnswerError::refused("a Grundy scale knows no pass"));
        }
        for n in 0..=heap {
            rules
                .for_each_option(n, &mut |heaps| {
                    if heaps.len() <= 1 {
                        takes.push(n - heaps.first().copied().unwrap_or(0));
                    }
                    if n == heap {
                        options.push(heaps.to_vec());
                    }
                })
                .map_err(AnswerError::refused)?;
        }
        // Marks beyond the heap, where the rules name them.
        if let Some(set) = rules.subtraction_set() {
            takes.extend(set.members());
        }
        takes.sort_unstable();
        takes.dedup();
    }
    let exceptions = rules.all_but();
    let all_but = exceptions.is_some();
    if heap <= LARGEST_SCALE
        && let Some(set) = exceptions
    {
        // All that may be taken up to the largest number that may not, as far as it is drawn.
        let drawn = heap + MARGIN + set.members().len() as u64;
        let reach = set.max().min(drawn).max(heap) + 1;
        takes = (1..=reach).filter(|&k| !set.contains(k)).collect();
    }
    let scale = GrundyScale { title: titled(rules), heap, values, takes, options, all_but };
    Ok(scale.scene()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marks far beyond the heap are not drawn and cost nothing.
    #[test]
    fn the_scale_of_an_all_but_game_with_a_huge_member() {
        let rules: Ruleset = "AllBut(2,1000000007)".parse().unwrap();
        let near: Ruleset = "AllBut(2,100)".parse().unwrap();
        let values = [0, 1, 1, 0, 2, 2];
        let drawn = |rules| grundy_scale(rules, 5, &values).unwrap().items.len();
        assert_eq!(drawn(&rules), drawn(&near));
        assert!(grundy_scale(&rules, LARGEST_SCALE + 1, &values).is_err());
    }
}
