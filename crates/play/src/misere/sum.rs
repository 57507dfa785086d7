//! Outcome and winning moves of a position under misere play, by whatever reaches far
//! enough: Nim's closed form, tame pairs, a misere quotient, or search.

use super::genus::Pair;
use super::heap_game::MAX_ENTRIES;
use super::lead::{LeadRule, Weighed};
use super::outcome::OutcomeSearch;
use super::periodicity::{Period, Window};
use super::quotient::{self, Open, Presentation, Quotient, QuotientSize};
use super::{HeapGame, MisereError, tame};
use crate::best::{Analysis, Convention, HeapMoves, Outcome, distinct_heaps};
use crate::error::PlayError;
use crate::options::{self, HeapOption, OptionSet, Sequence, Wanted};
use crate::values::{self, is_nim};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use sprague_budget::Budget;
use sprague_games::{Position, Ruleset};

/// How large the tables of misere play may become, beside the limits of a [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MisereSize {
    /// Heaps up to this size are looked at one by one.
    pub largest: u32,
    /// That of a misere quotient.
    pub quotient: QuotientSize,
    /// How many sums a search may remember.
    pub search: usize,
    /// How many heap sizes the options of all heaps may list (about 20 bytes each).
    pub entries: usize,
}

impl Default for MisereSize {
    fn default() -> Self {
        Self {
            largest: 2000,
            quotient: QuotientSize { classes: 400, sums: 1_000_000, pairs: 100_000 },
            search: 4_000_000,
            entries: MAX_ENTRIES,
        }
    }
}

/// What decides misere sums of some games.
pub struct MisereSum {
    games: Vec<Ruleset>,
    method: Method,
    budget: Budget,
}

enum Method {
    /// All parts are Nim.
    Nim,
    /// Labels of heaps, one sequence for every lane.
    Labels { lanes: Vec<Sequence>, algebra: Algebra },
    /// Weights and reaches of one game, proved for all sums.
    Lead(Box<LeadRule>),
    /// By search.
    Search { game: HeapGame, limit: usize },
}

/// How labels of heaps add up.
enum Algebra {
    /// 2g for a fickle pair, 2g + 1 for a firm one.
    Tame { proved_for_all: bool },
    /// Classes of a quotient.
    Quotient { quotient: Quotient, proved_for_all: bool },
}

impl Algebra {
    fn add(&self, a: u32, b: u32) -> u32 {
        match self {
            Self::Tame { .. } => ((a ^ b) & !1) | ((a | b) & 1),
            Self::Quotient { quotient, .. } => u32::from(quotient.product(a as u16, b as u16)),
        }
    }

    fn is_p(&self, label: u32) -> bool {
        match self {
            // fickle with g = 1, or firm with g = 0
            Self::Tame { .. } => label == 1 || label == 2,
            Self::Quotient { quotient, .. } => quotient.is_p(label as u16),
        }
    }
}

fn tame_label(pair: Pair) -> u32 {
    2 * pair.g + u32::from(!pair.is_fickle())
}

/// The labels of all heaps of these games, if they are tame for ever and their nim-values are proved
/// to be periodic. `pairs` has the first heaps, those of all games in turn.
fn tame_for_ever(
    games: &[Ruleset],
    pairs: &[Pair],
    largest: &BigUint,
    budget: &Budget,
) -> Result<Option<Vec<Sequence>>, PlayError> {
    let mut lanes = Vec::new();
    for (lane, rules) in games.iter().enumerate() {
        let own: Vec<Pair> = pairs.iter().skip(lane).step_by(games.len()).copied().collect();
        let Some(proved) = tame::for_ever(rules, &own) else { return Ok(None) };
        let Some(regular) = values::periodic(rules, largest, budget)? else { return Ok(None) };
        let preperiod = regular.preperiod.max(u64::from(proved.fickle_to) + 1);
        let value = |n: u64| {
            let beyond = n.checked_sub(regular.preperiod).map(|n| n % regular.period);
            regular.values.get(beyond.map_or(n, |rest| regular.preperiod + rest) as usize)
        };
        let label = |n: u64| match own.get(n as usize) {
            Some(&pair) if n <= proved.fickle_to.into() => Some(tame_label(pair)),
            _ => value(n).map(|&g| tame_label(Pair { g, misere: g })),
        };
        let end = preperiod.saturating_add(regular.period);
        let labels: Option<Vec<u32>> = (0..end).map(label).collect();
        lanes.extend(
            labels.and_then(|labels| Sequence::periodic(labels, preperiod, regular.period)),
        );
    }
    Ok((lanes.len() == games.len()).then_some(lanes))
}

/// One sequence for every lane from labels in heap order.
fn split_lanes(labels: &[u32], width: usize, period: Option<&[Period]>) -> Vec<Sequence> {
    (0..width)
        .map(|lane| {
            let own: Vec<u32> = labels.iter().skip(lane).step_by(width).copied().collect();
            let periodic = period.and_then(|list| {
                let p = list[lane];
                Sequence::periodic(own.clone(), p.preperiod.into(), p.period.into())
            });
            periodic.unwrap_or_else(|| Sequence::table(own))
        })
        .collect()
}

impl MisereSum {
    /// Finds out how to decide this position and all that can follow from it.
    pub fn new(position: &Position, most: &MisereSize, budget: &Budget) -> Result<Self, PlayError> {
        let mut games: Vec<Ruleset> = Vec::new();
        for part in position.parts.iter().filter(|part| !part.heaps.is_empty()) {
            if !games.contains(&part.rules) {
                games.push(part.rules.clone());
            }
        }
        // A heap that has used its pass is played by the rules without it.
        for part in &position.parts {
            let plain = part.rules.without_pass();
            if let Some(i) = games.iter().position(|g| *g == plain)
                && games.iter().any(|g| g.has_pass() && g.without_pass() == plain)
            {
                games.remove(i);
            }
        }
        if games.iter().all(is_nim) {
            return Ok(Self { games, method: Method::Nim, budget: budget.clone() });
        }
        let largest = position.largest();
        let within = largest.to_u32().filter(|&n| n <= most.largest);
        let to = within.unwrap_or(most.largest);
        // Tame as far as needed, or for ever?
        let mut game = HeapGame::limited_sum(&games, to.min(64), most.entries, budget)?;
        let width = game.lanes().len();
        let mut pairs = tame::tame_pairs(&game);
        if pairs.first_wild.is_none() {
            game.extend_to(to)?;
            pairs = tame::tame_pairs(&game);
        }
        if pairs.first_wild.is_none() {
            if within.is_none()
                && let Some(lanes) = tame_for_ever(&games, &pairs.pairs, &largest, budget)?
            {
                let algebra = Algebra::Tame { proved_for_all: true };
                let method = Method::Labels { lanes, algebra };
                return Ok(Self { games, method, budget: budget.clone() });
            }
            let labels: Vec<u32> = pairs.pairs.iter().map(|&p| tame_label(p)).collect();
            let period = Window::new(&game).extend(&labels);
            if within.is_some() || period.is_some() {
                let lanes = split_lanes(&labels, width, period.as_deref());
                let algebra = Algebra::Tame { proved_for_all: period.is_some() };
                let method = Method::Labels { lanes, algebra };
                return Ok(Self { games, method, budget: budget.clone() });
            }
        }
        // A small quotient explains most and costs least; then a short search; then the
        // whole budget for either.
        let small = QuotientSize { classes: 100, sums: 100_000, pairs: 10_000 };
        let mut reached = 0;
        for (size, search) in [(small, 200_000), (most.quotient, most.search)] {
            let solved = quotient::solve(&mut game, to, size, budget)?;
            if let Err(Open::Infinite(rule)) = solved.period {
                return Ok(Self { games, method: Method::Lead(rule), budget: budget.clone() });
            }
            reached = (solved.quotient.pretending_function().len() / width) as u32 - 1;
            if solved.period.is_ok() || within.is_some_and(|n| n <= reached) {
                let classes = solved.quotient.pretending_function();
                let labels: Vec<u32> = classes.iter().map(|&c| c.into()).collect();
                let period = solved.period.ok();
                let lanes = split_lanes(&labels, width, period.as_deref());
                let algebra = Algebra::Quotient {
                    quotient: solved.quotient,
                    proved_for_all: period.is_some(),
                };
                let method = Method::Labels { lanes, algebra };
                return Ok(Self { games, method, budget: budget.clone() });
            }
            if let Some(n) = within {
                game.extend_to(n)?;
                let method = Method::Search { game, limit: search };
                let sum = Self { games, method, budget: budget.clone() };
                match sum.analyse(position, 0) {
                    Ok(_) => return Ok(sum),
                    Err(PlayError::Misere(MisereError::Limit { .. })) => {}
                    Err(error) => return Err(error),
                }
                games = sum.games;
                let Method::Search { game: same, .. } = sum.method else { break };
                game = same;
            }
        }
        budget.go_on().map_err(MisereError::from)?;
        Err(PlayError::out_of_reach(
            &games[0],
            &largest,
            format!("its misere quotient is known to heap {reached} only (open)"),
        ))
    }

    /// How the answers are found, in words.
    pub fn method(&self) -> String {
        let range = |all: bool| if all { "for heaps of every size" } else { "for these heaps" };
        match &self.method {
            Method::Nim => "misere Nim".to_owned(),
            Method::Labels { algebra: Algebra::Tame { proved_for_all }, .. } => {
                format!("tame (sums behave like Nim), proved {}", range(*proved_for_all))
            }
            Method::Labels { algebra: Algebra::Quotient { quotient, proved_for_all }, .. } => {
                format!(
                    "misere quotient of order {}, proved {}",
                    quotient.order(),
                    range(*proved_for_all)
                )
            }
            Method::Lead(_) => {
                "weights and reaches (the quotient is infinite), proved for heaps of every size"
                    .to_owned()
            }
            Method::Search { .. } => "exhaustive search".to_owned(),
        }
    }

    /// How the outcome of a position follows, line by line.
    pub fn steps(&self, position: &Position) -> Vec<String> {
        if let Method::Lead(rule) = &self.method {
            return lead_steps(rule, position);
        }
        let Method::Labels { lanes, algebra } = &self.method else { return Vec::new() };
        let presentation = match algebra {
            Algebra::Quotient { quotient, .. } => Some(quotient.presentation()),
            Algebra::Tame { .. } => None,
        };
        let show = |label: u32| {
            let g = label >> 1;
            let misere = if label & 1 == 1 { g } else { g ^ 1 };
            presentation.as_ref().map_or_else(
                || Pair { g, misere }.to_string(),
                |p| Presentation::word(&p.words[label as usize]),
            )
        };
        let mut lines = Vec::new();
        let mut total = 0;
        for (part, heap, copies) in distinct_heaps(position) {
            let rules = &position.parts[part].rules;
            let label = self.lane(rules).and_then(|lane| lanes[lane].get(&heap));
            let Some(label) = label else { return lines };
            total = (0..copies).fold(total, |t, _| algebra.add(t, label));
            let times = if copies > 1 { format!(", {copies} of them") } else { String::new() };
            if lines.len() < 24 {
                lines.push(format!(
                    "  {rules}, heap {}{times}: {}",
                    crate::explain::short(&heap),
                    show(label)
                ));
            }
        }
        match &presentation {
            Some(p) => {
                let members: Vec<String> =
                    p.p.iter().take(24).map(|word| Presentation::word(word)).collect();
                let more = if p.p.len() > 24 { ", ..." } else { "" };
                lines.push(format!(
                    "  the product is {}, which is {} the P-portion {{{}{more}}}",
                    show(total),
                    if algebra.is_p(total) { "in" } else { "not in" },
                    members.join(", ")
                ));
            }
            None => {
                lines
                    .push(format!("  the sum is {}; the P-positions are 1^0 and 0^0", show(total)));
            }
        }
        lines
    }

    /// Whether a sum of heaps, given by part of `position` and size, is a P-position.
    /// `None` where only a search can tell.
    pub fn quick(&self, position: &Position, heaps: &[(usize, u64)]) -> Option<bool> {
        if let Method::Lead(rule) = &self.method {
            let sum = heaps
                .iter()
                .fold(Weighed::default(), |sum, &(_, size)| sum.plus(&rule.heap(&size.into())));
            return Some(rule.is_p(&sum));
        }
        let Method::Labels { lanes, algebra } = &self.method else { return None };
        let mut total = 0;
        for &(part, size) in heaps {
            let lane = self.lane(&position.parts[part].rules)?;
            total = algebra.add(total, lanes[lane].get(&size.into())?);
        }
        Some(algebra.is_p(total))
    }

    /// The lane of heaps with these rules.
    fn lane(&self, rules: &Ruleset) -> Option<usize> {
        let mut lane = 0;
        for game in &self.games {
            if game == rules {
                return Some(lane + usize::from(game.has_pass()));
            }
            if game.has_pass() && game.without_pass() == *rules {
                return Some(lane);
            }
            lane += if game.has_pass() { 2 } else { 1 };
        }
        None
    }

    /// Judges a position of the same games with heaps no larger.
    pub fn analyse(&self, position: &Position, keep: usize) -> Result<Analysis, PlayError> {
        let heaps = distinct_heaps(position);
        let lane = |part: usize| {
            let rules = &position.parts[part].rules;
            self.lane(rules).ok_or_else(|| {
                PlayError::out_of_reach(rules, &BigUint::zero(), "it is no part of the sum")
            })
        };
        let mut list: Vec<HeapMoves> = Vec::new();
        let outcome = match &self.method {
            Method::Nim => {
                let all: Vec<&BigUint> = position.parts.iter().flat_map(|p| &p.heaps).collect();
                for (part, heap, copies) in heaps {
                    let winning = nim_moves(&all, &heap);
                    list.push(HeapMoves { part, heap, copies, value: None, winning });
                }
                Outcome::p_if(nim_is_p(&all))
            }
            Method::Labels { lanes, algebra } => {
                let mut labels = Vec::new();
                for (part, heap, _) in &heaps {
                    let rules = &position.parts[*part].rules;
                    let label = lanes[lane(*part)?].get(heap).ok_or_else(|| {
                        PlayError::out_of_reach(rules, heap, "its class is not known")
                    })?;
                    labels.push(label);
                }
                let power = |label: u32, e: usize| {
                    // square and multiply
                    let (mut result, mut base, mut e) = (0, label, e);
                    while e > 0 {
                        if e % 2 == 1 {
                            result = algebra.add(result, base);
                        }
                        base = algebra.add(base, base);
                        e /= 2;
                    }
                    result
                };
                let all: Vec<u32> =
                    heaps.iter().zip(&labels).map(|((_, _, c), &l)| power(l, *c)).collect();
                let mut after = vec![0; all.len() + 1];
                for i in (0..all.len()).rev() {
                    after[i] = algebra.add(after[i + 1], all[i]);
                }
                let mut before = 0;
                for (i, (part, heap, copies)) in heaps.into_iter().enumerate() {
                    let others = algebra.add(before, after[i + 1]);
                    let rest = algebra.add(others, power(labels[i], copies - 1));
                    before = algebra.add(before, all[i]);
                    let wanted = Wanted {
                        add: &|a, b| algebra.add(a, b),
                        accept: &|label| algebra.is_p(algebra.add(rest, label)),
                    };
                    let rules = &position.parts[part].rules;
                    let own = lane(part)?;
                    let winning = if rules.has_pass() {
                        let (plain, passing) = (&lanes[own - 1], &lanes[own]);
                        options::find_with_pass(rules, &heap, plain, passing, &wanted, keep)?
                    } else {
                        options::find(rules, &heap, &lanes[own], &wanted, keep)?
                    };
                    list.push(HeapMoves { part, heap, copies, value: None, winning });
                }
                Outcome::p_if(algebra.is_p(after[0]))
            }
            Method::Lead(rule) => {
                let all: Vec<(Weighed, usize)> =
                    heaps.iter().map(|(_, heap, copies)| (rule.heap(heap), *copies)).collect();
                let without = |taken: Option<usize>| {
                    all.iter().enumerate().fold(Weighed::default(), |sum, (i, (heap, copies))| {
                        sum.plus(&heap.times(copies - usize::from(taken == Some(i))))
                    })
                };
                let outcome = Outcome::p_if(rule.is_p(&without(None)));
                for (i, (part, heap, copies)) in heaps.into_iter().enumerate() {
                    let rules = &position.parts[part].rules;
                    lane(part)?;
                    let winning = rule.winning(rules, &heap, &without(Some(i)), keep);
                    list.push(HeapMoves { part, heap, copies, value: None, winning });
                }
                outcome
            }
            Method::Search { game, limit } => {
                let mut search = OutcomeSearch::new(game, *limit).within(&self.budget);
                let mut all: Vec<u32> = Vec::new();
                for (part, content) in position.parts.iter().enumerate() {
                    for heap in &content.heaps {
                        let size = heap.to_u32().unwrap_or(u32::MAX);
                        all.push(game.heap(lane(part)?, size));
                    }
                }
                for (part, heap, copies) in heaps {
                    let own_lane = lane(part)?;
                    let number = game.heap(own_lane, heap.to_u32().unwrap_or(u32::MAX));
                    let mut winning = OptionSet::default();
                    for option in game.options(number) {
                        let mut next = all.clone();
                        if let Some(at) = next.iter().position(|&h| h == number) {
                            next.swap_remove(at);
                        }
                        next.extend(option.iter());
                        if search.is_p(&next)? {
                            winning.push(Self::decode(game, option, own_lane), keep);
                        }
                    }
                    list.push(HeapMoves { part, heap, copies, value: None, winning });
                }
                Outcome::p_if(search.is_p(&all)?)
            }
        };
        Ok(Analysis {
            convention: Convention::Misere,
            outcome,
            value: None,
            heaps: list,
            method: Some(self.method()),
        })
    }

    /// An option by heap numbers as one by sizes.
    fn decode(game: &HeapGame, option: &[u32], lane: usize) -> HeapOption {
        let width = game.lanes().len() as u32;
        let mut heaps: Vec<(u32, bool)> =
            option.iter().map(|&h| (h / width, (h % width) as usize == lane)).collect();
        heaps.sort_unstable();
        let passes = game.lanes().nth(lane).is_some_and(|(_, pass)| pass);
        HeapOption {
            to: heaps.iter().map(|&(size, _)| size.into()).collect(),
            keeper: heaps.iter().position(|&(_, same)| passes && same),
        }
    }
}

/// How the outcome of a sum follows from weights and reaches, line by line.
fn lead_steps(rule: &LeadRule, position: &Position) -> Vec<String> {
    let short = |number: &BigUint| crate::explain::short(number);
    let mut lines = Vec::new();
    let mut total = Weighed::default();
    for (part, heap, copies) in distinct_heaps(position) {
        let one = rule.heap(&heap);
        total = total.plus(&one.times(copies));
        let times = if copies > 1 { format!(", {copies} of them") } else { String::new() };
        if lines.len() < 24 {
            lines.push(format!(
                "  {}, heap {}{times}: nim-value {}, weight {}, reach {}",
                position.parts[part].rules,
                short(&heap),
                one.value,
                short(&one.weight),
                short(&one.reach)
            ));
        }
    }
    let wanted = if total.weight.is_zero() {
        "no weight, so P-positions have the nim-value 1".to_owned()
    } else if total.reach <= total.weight {
        "no heap reaches beyond the weight, so P-positions have the nim-value 0".to_owned()
    } else if total.reach == &total.weight + 1u32 {
        "the reach is one beyond the weight, so it is no P-position".to_owned()
    } else {
        let value = rule.value();
        format!(
            "the reach is two beyond the weight or more, so P-positions have the nim-value {value}"
        )
    };
    lines.push(format!(
        "  in all nim-value {}, weight {}, greatest reach {}: {wanted}",
        total.value,
        short(&total.weight),
        short(&total.reach)
    ));
    lines
}

/// Misere Nim (Bouton 1901): with a heap of two or more the P-positions are those of
/// normal play, without one those with an odd number of heaps.
fn nim_is_p(heaps: &[&BigUint]) -> bool {
    if heaps.iter().all(|heap| **heap <= BigUint::one()) {
        heaps.iter().filter(|heap| heap.is_one()).count() % 2 == 1
    } else {
        heaps.iter().fold(BigUint::zero(), |sum, heap| sum ^ *heap).is_zero()
    }
}

fn nim_moves(heaps: &[&BigUint], heap: &BigUint) -> OptionSet {
    let mut others: Vec<&BigUint> = heaps.to_vec();
    if let Some(at) = others.iter().position(|h| *h == heap) {
        others.swap_remove(at);
    }
    // The only rest that can win: by parity or by nim-sum.
    let ones = others.iter().filter(|h| h.is_one()).count();
    let rest = if others.iter().all(|h| **h <= BigUint::one()) {
        BigUint::from(u32::from(ones % 2 == 0))
    } else {
        others.iter().fold(BigUint::zero(), |sum, h| sum ^ *h)
    };
    let mut set = OptionSet::default();
    if rest < *heap {
        set.push(HeapOption::one_heap(rest), usize::MAX);
    }
    set
}
