//! Misere quotients: what the library asks for beyond the certificate.

use crate::file::File;
use crate::game::Game;
use crate::{Refusal, list, separated};
use sprague_certificate::{Extent, MisereQuotient, QuotientClaim};
use sprague_games::moves::Condition;
use std::collections::BTreeMap;

/// A search that takes longer than this would be too long for Coq as well.
const MOST_STEPS: u64 = 2_000_000_000;

/// The misere quotient of a whole game, or of its heaps up to some size.
pub(crate) fn export(
    file: &mut File,
    game: &Game,
    claim: &QuotientClaim,
    monoid: &MisereQuotient,
) -> Result<(), Refusal> {
    let QuotientClaim { order, p_order, extent } = claim;
    if game.moves.iter().any(|m| m.heaps >= 2 && m.condition != Condition::Any) {
        return Err(game.not_covered("misere quotients of rules with conditions"));
    }
    let wrong = |what: &str| Refusal::new(format!("{}: {what}", game.rules));
    if monoid.table.len() as u64 != *order {
        return Err(wrong("the classes are not as many as claimed"));
    }
    if monoid.p.len() as u64 != *p_order {
        return Err(wrong("the classes of P-positions are not as many as claimed"));
    }
    let (l, p) = match *extent {
        Extent::All { preperiod, period } => (preperiod, period),
        Extent::Heaps(last) => {
            let quotient = Quotient::new(game, last, 1, monoid).map_err(wrong)?;
            file.define("", "evidence : quotient_evidence", &quotient.words(last)?);
            file.compute("quotient_computed", &format!("check_quotient_to rules {last} evidence"));
            file.theorem(
                &format!(
                    "The misere quotient of the heaps up to {last} has {order} classes, {p_order} of them lost."
                ),
                "quotient",
                format!(
                    "misere_quotient_to game {last} {order} (in_P_of evidence) (class_to evidence {last})"
                ),
                &format!("exact (check_quotient_to_sound rules {last} evidence quotient_computed)."),
            );
            return Ok(());
        }
    };
    let most = game.most_heaps();
    let last = (l.max(1) - 1).saturating_add(p).saturating_mul(most);
    let last = last.saturating_add(game.greatest_take());
    let quotient = Quotient::new(game, l, p, monoid).map_err(wrong)?;
    file.define("", "evidence : quotient_evidence", &quotient.words(last)?);
    file.compute("quotient_computed", &format!("check_quotient rules {l} {p} evidence"));
    file.theorem(
        &format!(
            "The misere quotient has {order} classes, {p_order} of them lost; the classes of heaps have\n    preperiod {l} and period {p}, both least."
        ),
        "quotient",
        format!(
            "misere_quotient game {order} (in_P_of evidence) (class_by evidence {l} {p}) /\\\n  least_regular (repeating (heap_classes evidence) {l} {p}) {l} {p} 0"
        ),
        &format!("exact (check_quotient_sound rules {l} {p} evidence quotient_computed)."),
    );
    Ok(())
}

/// A set of classes.
#[derive(Clone, PartialEq, Eq)]
struct Classes(Vec<u64>);

impl Classes {
    fn none(order: usize) -> Self {
        Self(vec![0; order.div_ceil(64)])
    }

    fn add(&mut self, class: usize) {
        self.0[class / 64] |= 1 << (class % 64);
    }

    fn has(&self, class: usize) -> bool {
        self.0[class / 64] >> (class % 64) & 1 == 1
    }

    fn within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & !other == 0)
    }

    fn members(&self) -> impl Iterator<Item = usize> + '_ {
        (0..64 * self.0.len()).filter(|&class| self.has(class))
    }
}

/// The class of a position, and the classes z for which some option of it with z is in P.
type Pair = (usize, Classes);

struct Quotient<'a> {
    game: &'a Game,
    table: Vec<Vec<usize>>,
    lost: Classes,
    phi: Vec<usize>,
    preperiod: usize,
    period: usize,
    steps: u64,
}

impl<'a> Quotient<'a> {
    /// Reads a monoid whose numbers are in range; the rest is for Coq to judge.
    fn new(
        game: &'a Game,
        preperiod: u64,
        period: u64,
        monoid: &MisereQuotient,
    ) -> Result<Self, &'static str> {
        let order = monoid.table.len();
        let in_range = |classes: &[u16]| classes.iter().all(|&class| usize::from(class) < order);
        if order == 0
            || !monoid.table.iter().all(|row| row.len() == order && in_range(row))
            || !in_range(&monoid.p)
            || !in_range(&monoid.phi)
        {
            return Err("the table of the quotient has classes that are not there");
        }
        let heaps = preperiod.checked_add(period).and_then(|heaps| usize::try_from(heaps).ok());
        let Some(phi) = heaps.and_then(|heaps| monoid.phi.get(..heaps)) else {
            return Err("the classes of the first heaps are missing");
        };
        let numbers = |row: &[u16]| row.iter().copied().map(usize::from).collect();
        let mut lost = Classes::none(order);
        monoid.p.iter().for_each(|&class| lost.add(class.into()));
        Ok(Self {
            game,
            table: monoid.table.iter().map(|row| numbers(row)).collect(),
            lost,
            phi: numbers(phi),
            preperiod: preperiod as usize,
            period: period as usize,
            steps: 0,
        })
    }

    fn order(&self) -> usize {
        self.table.len()
    }

    /// The class of a heap of n.
    fn heap(&self, n: usize) -> usize {
        let beyond = n.checked_sub(self.preperiod);
        self.phi[beyond.map_or(n, |beyond| self.preperiod + beyond % self.period)]
    }

    /// Counts steps of the search, so that it ends.
    fn spend(&mut self, steps: usize) -> Result<(), Refusal> {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.steps > MOST_STEPS {
            return Err(self.game.not_covered("misere quotients as large as this"));
        }
        Ok(())
    }

    /// The pairs of the heaps up to `last`.
    fn heap_pairs(&mut self, last: usize) -> Result<Vec<Pair>, Refusal> {
        let order = self.order();
        let most = self.game.most_heaps() as usize;
        // sums[h][m]: the classes of h non-empty heaps with total m.
        let mut sums = vec![vec![Classes::none(order); last + 1]; most + 1];
        sums[0][0].add(0);
        for h in 1..=most {
            for m in 1..=last {
                for x in 1..=m {
                    let row = &self.table[self.heap(x)];
                    let mut classes = std::mem::replace(&mut sums[h][m], Classes(Vec::new()));
                    sums[h - 1][m - x].members().for_each(|class| classes.add(row[class]));
                    sums[h][m] = classes;
                }
                self.spend(m * order)?;
            }
        }
        let mut pairs = Vec::new();
        for n in 1..=last {
            let mut options = Classes::none(order);
            for m in &self.game.moves {
                let take = m.take.unsigned_abs() as usize;
                if n >= take && n as u64 >= m.smallest {
                    sums[m.heaps as usize][n - take].members().for_each(|class| options.add(class));
                }
            }
            let mut reach = Classes::none(order);
            for class in options.members() {
                let row = &self.table[class];
                (0..order).filter(|&z| self.lost.has(row[z])).for_each(|z| reach.add(z));
            }
            self.spend(order * order)?;
            if options != Classes::none(order) {
                pairs.push((self.heap(n), reach));
            }
        }
        Ok(pairs)
    }

    /// The pairs of all sums of heaps, from those of heaps; only the least sets.
    fn close(&mut self, pairs: &[Pair]) -> Result<Vec<Pair>, Refusal> {
        let order = self.order();
        let mut kept = Least::default();
        let mut queue = pairs.to_vec();
        while let Some((x, w)) = queue.pop() {
            if !kept.insert(x, &w) {
                continue;
            }
            for (y, v) in pairs {
                let mut product = Classes::none(order);
                let (row_x, row_y) = (&self.table[x], &self.table[*y]);
                (0..order)
                    .filter(|&z| w.has(row_y[z]) || v.has(row_x[z]))
                    .for_each(|z| product.add(z));
                queue.push((row_x[*y], product));
            }
            self.spend(pairs.len() * order)?;
        }
        Ok(kept.pairs())
    }

    /// A position of each class, found from smaller ones.
    fn find_words(&self) -> Vec<Vec<usize>> {
        let mut words: Vec<Option<Vec<usize>>> = vec![None; self.order()];
        words[0] = Some(Vec::new());
        let mut queue = vec![0];
        let mut done = 0;
        while let Some(&class) = queue.get(done) {
            done += 1;
            for n in 1..self.phi.len() {
                let next = self.table[class][self.heap(n)];
                if words[next].is_none() {
                    let mut word = words[class].clone().unwrap_or_default();
                    word.push(n);
                    words[next] = Some(word);
                    queue.push(next);
                }
            }
        }
        words.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// The evidence in the words of the library, which looks at heaps up to `last`.
    fn words(mut self, last: u64) -> Result<String, Refusal> {
        let most = self.game.most_heaps();
        let bits = last.saturating_mul(most + 1).saturating_mul(self.order() as u64);
        if last.saturating_mul(last).saturating_mul(most) > MOST_STEPS || bits > MOST_STEPS {
            return Err(self.game.not_covered("misere quotients as large as this"));
        }
        let mut kept = Least::default();
        for (x, w) in self.heap_pairs(last as usize)? {
            kept.insert(x, &w);
        }
        let pairs = kept.pairs();
        let closure = self.close(&pairs)?;
        let table = separated(self.table.iter().map(list), ";\n     ");
        let pair = |(x, w): &Pair| format!("({x}, {})", list(w.members()));
        let lines = |pairs: &[Pair]| format!("[{}]", separated(pairs.iter().map(pair), ";\n     "));
        let words = list(self.find_words().iter().map(list));
        Ok(format!(
            "Quotient\n    [{table}]\n    {}\n    {}\n    {}\n    {}\n    {words}",
            list(self.lost.members()),
            list(&self.phi),
            lines(&pairs),
            lines(&closure),
        ))
    }
}

/// For each class the sets that contain no other.
#[derive(Default)]
struct Least(BTreeMap<usize, Vec<Classes>>);

impl Least {
    /// Adds a set unless it contains one that is there; whether it was added.
    fn insert(&mut self, class: usize, set: &Classes) -> bool {
        let sets = self.0.entry(class).or_default();
        if sets.iter().any(|own| own.within(set)) {
            return false;
        }
        sets.retain(|own| !set.within(own));
        sets.push(set.clone());
        true
    }

    fn pairs(&self) -> Vec<Pair> {
        let pairs = self.0.iter().flat_map(|(x, sets)| sets.iter().map(|set| (*x, set.clone())));
        pairs.collect()
    }
}
