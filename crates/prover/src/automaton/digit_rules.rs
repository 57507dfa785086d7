//! What an automaton says, for readers: rules by the digits of the heap.
//!
//! A bounded nim-sequence that an automaton reads is told by a machine that reads the digits of
//! n in base b from the last one on and ends in a state that has the value. From it come two sorts of
//! sentences, both decided for all heaps by walks through that machine:
//!
//! - by ending digits: which value n has when it ends in so many zeros behind such a digit;
//! - recurrences: G(mk + r) for all k as a function of G(m'k + r') with a smaller modulus, until every
//!   residue class is covered (the kernel of a b-automatic sequence is finite).

use super::gamma::Gamma;
use super::paper_table::{Cell, PaperTable};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

/// Values beyond this are not told by digits.
const LARGEST_VALUE: u64 = 63;
/// Heaps on which the greatest value is looked for, and the machine compared with Γ.
const LOOK: u64 = 1 << 12;
/// Larger machines have no rule that anybody would read.
const MOST_STATES: usize = 2048;
/// A table has at most so many rows.
const MOST_ROWS: usize = 200;
/// With more recurrences nobody reads them.
const MOST_RULES: usize = 24;

/// A machine that reads digits, the least significant first, and tells a value at every state; zeros
/// at the end change nothing.
#[derive(Clone, Debug)]
struct Machine {
    base: usize,
    /// The successor of state q under digit x at `q * base + x`.
    next: Vec<usize>,
    value: Vec<u64>,
    /// Where the reading of k begins for n = pk + j.
    starts: Vec<usize>,
}

/// What the automaton says in words and formulas; nothing where the sequence is not bounded or no
/// short form was found.
pub(super) fn lines(gamma: &Gamma) -> Vec<String> {
    let Some(mut machine) = Machine::of(gamma) else { return Vec::new() };
    let mut modulus = gamma.numeration().modulus;
    if let Some(whole) = machine.reading_residues(modulus) {
        (machine, modulus) = (whole, 1);
    }
    let mut lines = Vec::new();
    let mut whole = false;
    if modulus == 1 {
        for centre in 0..=1 {
            let endings = machine.behind(centre).endings(centre);
            if endings.lines.len() > lines.len() {
                (lines, whole) = (endings.lines, endings.whole);
            }
        }
    }
    if !whole && let Some(rules) = machine.recurrences(modulus as u64) {
        lines.extend(rules);
    }
    lines
}

/// A table by ending digits: a row for every state of the machine, called after the shortest ending
/// that leads there; nothing where the sequence is not bounded or the table would be too long.
pub(super) fn table(gamma: &Gamma) -> Option<PaperTable> {
    let mut machine = Machine::of(gamma)?;
    let mut modulus = gamma.numeration().modulus;
    if let Some(whole) = machine.reading_residues(modulus) {
        (machine, modulus) = (whole, 1);
    }
    machine.paper_table(modulus)
}

/// How many bits of a value were read, and where Γ is with each value.
type Key = (usize, Vec<u32>);

impl Machine {
    /// The machine of Γ, if the sequence is bounded: then exactly one value is accepted in each state.
    fn of(gamma: &Gamma) -> Option<Self> {
        let (num, dfa) = (gamma.numeration(), gamma.automaton());
        let greatest = (0..LOOK).map(|n| gamma.value_u64(n)).max()?;
        if greatest > LARGEST_VALUE {
            return None;
        }
        let values: Vec<u64> = (0..=greatest).collect();
        let places = (64 - (greatest >> num.low_bits).leading_zeros()) as usize;
        let bit = |y: u64, place: usize| (y >> num.low_bits >> place & 1) as usize;
        let mut index: HashMap<Key, usize> = HashMap::new();
        let mut keys: Vec<Key> = Vec::new();
        let mut number = |key: Key, keys: &mut Vec<Key>| {
            *index.entry(key.clone()).or_insert_with(|| {
                keys.push(key);
                keys.len() - 1
            })
        };
        let low = |y: u64| (y % num.lows() as u64) as usize;
        let starts = (0..num.modulus)
            .map(|j| {
                let at = values.iter().map(|&y| dfa.roots()[num.root(j, low(y))]).collect();
                number((0, at), &mut keys)
            })
            .collect();
        let (mut next, mut value) = (Vec::new(), Vec::new());
        let mut done = 0;
        while done < keys.len() {
            if keys.len() > MOST_STATES {
                return None;
            }
            let (place, at) = keys[done].clone();
            let accepted = |&y: &u64| {
                let end = (place..places).fold(at[y as usize], |state, place| {
                    dfa.next(state, num.letter(0, bit(y, place)))
                });
                dfa.accepting(end)
            };
            let mut told = values.iter().copied().filter(accepted);
            let (Some(only), None) = (told.next(), told.next()) else { return None };
            value.push(only);
            for x in 0..num.base {
                let letter = |y: u64| num.letter(x, if place < places { bit(y, place) } else { 0 });
                let to = values.iter().map(|&y| dfa.next(at[y as usize], letter(y))).collect();
                next.push(number(((place + 1).min(places), to), &mut keys));
            }
            done += 1;
        }
        let machine = Self { base: num.base, next, value, starts }.minimal();
        let agrees = |n: u64| {
            machine.read(n / num.modulus as u64, (n % num.modulus as u64) as usize)
                == gamma.value_u64(n)
        };
        (0..LOOK).all(agrees).then_some(machine)
    }

    fn step(&self, state: usize, digit: usize) -> usize {
        self.next[state * self.base + digit]
    }

    fn read(&self, mut k: u64, j: usize) -> u64 {
        let mut state = self.starts[j];
        while k > 0 {
            state = self.step(state, (k % self.base as u64) as usize);
            k /= self.base as u64;
        }
        self.value[state]
    }

    /// The same with states that tell the same for ever as one (Moore).
    fn minimal(&self) -> Self {
        let states = self.value.len();
        let mut class: Vec<usize> = self.value.iter().map(|&v| v as usize).collect();
        let mut count = 0;
        loop {
            let mut index: HashMap<Vec<usize>, usize> = HashMap::new();
            let finer: Vec<usize> = (0..states)
                .map(|q| {
                    let mut key = vec![class[q]];
                    key.extend((0..self.base).map(|x| class[self.step(q, x)]));
                    let new = index.len();
                    *index.entry(key).or_insert(new)
                })
                .collect();
            let same = index.len() == count;
            (class, count) = (finer, index.len());
            if same {
                break;
            }
        }
        let mut first = vec![0; count];
        for q in (0..states).rev() {
            first[class[q]] = q;
        }
        Self {
            base: self.base,
            next: first
                .iter()
                .flat_map(|&q| (0..self.base).map(move |x| (q, x)))
                .map(|(q, x)| class[self.step(q, x)])
                .collect(),
            value: first.iter().map(|&q| self.value[q]).collect(),
            starts: self.starts.iter().map(|&q| class[q]).collect(),
        }
    }

    /// The same with the residue modulo p read as digits too, where p > 1 is a power of the base.
    fn reading_residues(&self, modulus: usize) -> Option<Self> {
        let mut power = 1;
        while power < modulus {
            power *= self.base;
        }
        if power != modulus || modulus == 1 {
            return None;
        }
        let states = self.value.len();
        let (mut next, mut value) = (self.next.clone(), self.value.clone());
        // What is read of the residue: the part below `read` is `rest`. A node for each, layer by
        // layer, the last layer being the states where k begins.
        let mut first = states;
        let mut read = 1;
        while read < modulus {
            let below = first + read;
            for rest in 0..read {
                value.push(self.value[self.starts[rest]]);
                next.extend((0..self.base).map(|x| {
                    let more = rest + x * read;
                    if read * self.base == modulus { self.starts[more] } else { below + more }
                }));
            }
            first = below;
            read *= self.base;
        }
        Some(Self { base: self.base, next, value, starts: vec![states] }.minimal())
    }

    /// The machine of n -> G(n + c), c = 0 or 1, where the modulus is 1.
    fn behind(&self, c: usize) -> Self {
        if c == 0 {
            return self.clone();
        }
        let states = self.value.len();
        // State q + states * carry.
        let next = (0..2)
            .flat_map(|carry| (0..states).map(move |q| (carry, q)))
            .flat_map(|(carry, q)| (0..self.base).map(move |x| (carry + x, q)))
            .map(|(sum, q)| self.step(q, sum % self.base) + states * (sum / self.base))
            .collect();
        let carried = (0..states).map(|q| self.value[self.step(q, 1)]);
        let value = self.value.iter().copied().chain(carried).collect();
        let starts = self.starts.iter().map(|q| q + states * c).collect();
        Self { base: self.base, next, value, starts }.minimal()
    }

    fn paper_table(&self, modulus: usize) -> Option<PaperTable> {
        let b = self.base;
        // By width first: every state by the shortest ending that leads to it.
        let mut names: Vec<Option<Cell>> = vec![None; self.value.len()];
        let mut order: Vec<(usize, String)> = Vec::new();
        for &state in &self.starts {
            if names[state].is_some() {
                continue;
            }
            let residues = (0..modulus).filter(|&j| self.starts[j] == state);
            let list: Vec<String> = residues.map(|j| j.to_string()).collect();
            names[state] = Some(match modulus {
                1 => Cell::plain("begin"),
                p => Cell::plain(format!("n mod {p} = {}", list.join(", "))),
            });
            let prefix = if modulus == 1 { String::new() } else { format!("{}:", list[0]) };
            order.push((state, prefix));
        }
        let mut done = 0;
        let mut endings: HashMap<usize, Vec<usize>> = HashMap::new();
        while done < order.len() {
            let (state, prefix) = order[done].clone();
            for x in 0..b {
                let to = self.step(state, x);
                if names[to].is_none() {
                    let mut ending = vec![x];
                    ending.extend(endings.get(&state).into_iter().flatten());
                    let digits: Vec<String> = ending.iter().map(ToString::to_string).collect();
                    let digits = digits.join(if b > 10 { "," } else { "" });
                    names[to] = Some(Cell {
                        text: format!("{prefix}..{digits}"),
                        latex: format!("${prefix}\\ldots {digits}$"),
                    });
                    endings.insert(to, ending);
                    order.push((to, prefix.clone()));
                }
            }
            done += 1;
        }
        if order.len() > MOST_ROWS {
            return None;
        }
        let name = |state: usize| names[state].clone();
        let rows = order
            .iter()
            .map(|(state, _)| {
                let next = (0..b).map(|x| name(self.step(*state, x)));
                let value = Cell::formula(self.value[*state].to_string());
                std::iter::once(name(*state)).chain(next).chain([Some(value)]).collect()
            })
            .collect::<Option<_>>()?;
        let mut caption = vec![match modulus {
            1 => format!(
                "Read the digits of n in base {b}, the last one first, from the row 'begin' on:"
            ),
            p => format!(
                "Read the digits in base {b} of k, where n = {p}k + j, the last one first, from the row of j on:"
            ),
        }];
        caption.push(
            "a digit leads to the row in its column, called after an ending; G(n) is in the row where the digits end."
                .to_owned(),
        );
        let mut head = vec![Cell::plain("ending")];
        head.extend((0..b).map(|x| Cell::plain(x.to_string())));
        head.push(Cell::formula("G(n)"));
        Some(PaperTable { caption, head, rows })
    }

    /// The states that can be reached from one, itself included.
    fn reached(&self, from: usize) -> BTreeSet<usize> {
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(q) = open.pop() {
            open.extend((0..self.base).map(|x| self.step(q, x)).filter(|&to| seen.insert(to)));
        }
        seen
    }

    /// Values by ending digits of n - centre, where this is the machine of n -> G(n + centre).
    fn endings(&self, centre: usize) -> Endings {
        let b = self.base;
        // The states after so many zeros: from `path[back]` on they come again.
        let mut path = vec![self.starts[0]];
        let back = loop {
            let to = self.step(path[path.len() - 1], 0);
            match path.iter().position(|&q| q == to) {
                Some(at) => break at,
                None => path.push(to),
            }
        };
        let period = path.len() - back;
        let possible: Vec<Vec<BTreeSet<u64>>> = (path.iter())
            .map(|&q| {
                let told =
                    |d| self.reached(self.step(q, d)).iter().map(|&to| self.value[to]).collect();
                (1..b).map(told).collect()
            })
            .collect();
        let all: BTreeSet<u64> = possible.iter().flatten().flatten().copied().collect();
        let mut lines = Vec::new();
        for &v in &all {
            // With every ending the value is v for ever or never.
            let decided = |told: &BTreeSet<u64>| !told.contains(&v) || told.len() == 1;
            if !possible.iter().flatten().all(decided) {
                continue;
            }
            // For each digit the numbers of zeros before it; digits that have the same together.
            let mut together: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
            for d in 1..b {
                let zeros = (0..path.len()).filter(|&i| possible[i][d - 1].contains(&v)).collect();
                together.entry(zeros).or_default().push(d);
            }
            let what = if centre == 0 { "n".to_owned() } else { format!("n-{centre}") };
            let cases: Vec<String> = (together.iter())
                .filter(|(zeros, _)| !zeros.is_empty())
                .map(|(zeros, digits)| {
                    let mut text = in_words(zeros, back, period);
                    if digits.len() < b - 1 {
                        let list: Vec<String> = digits.iter().map(ToString::to_string).collect();
                        _ = write!(text, " behind the digit {}", list.join(" or "));
                    }
                    text
                })
                .collect();
            let cases = cases.join(", or in ");
            lines.push(format!("in base {b}: G(n) = {v} where {what} > 0 ends in {cases}"));
        }
        if !lines.is_empty() {
            let first: Vec<String> = (0..=centre as u64)
                .map(|n| format!("G({n}) = {}", self.small(n, centre)))
                .collect();
            lines.push(first.join(", "));
        }
        Endings { whole: all.len() + 1 == lines.len(), lines }
    }

    /// G(n) for n <= centre <= 1, where this is the machine of n -> G(n + centre): G(0) = 0.
    fn small(&self, n: u64, centre: usize) -> u64 {
        match n.checked_sub(centre as u64) {
            Some(k) => self.read(k, 0),
            None => 0,
        }
    }

    /// The function that turns what one state tells into what another one tells, for all digits read,
    /// if there is one.
    fn turns(&self, from: usize, to: usize) -> Option<BTreeMap<u64, u64>> {
        let mut map = BTreeMap::new();
        let mut seen = BTreeSet::from([(from, to)]);
        let mut open = vec![(from, to)];
        while let Some((p, q)) = open.pop() {
            if *map.entry(self.value[p]).or_insert(self.value[q]) != self.value[q] {
                return None;
            }
            let both = (0..self.base).map(|x| (self.step(p, x), self.step(q, x)));
            open.extend(both.filter(|&pair| seen.insert(pair)));
        }
        Some(map)
    }

    /// Every residue class by a class with a smaller modulus; `None` where that takes too many lines.
    fn recurrences(&self, modulus: u64) -> Option<Vec<String>> {
        struct Class {
            modulus: u64,
            residue: u64,
            state: usize,
        }
        let mut basis: Vec<Class> = Vec::new();
        let mut lines = Vec::new();
        let mut place = |class: Class, basis: &mut Vec<Class>| {
            let heap = linear(class.modulus, class.residue);
            let told: BTreeSet<u64> =
                self.reached(class.state).iter().map(|&q| self.value[q]).collect();
            if let (Some(only), 1) = (told.first(), told.len()) {
                lines.push(format!("G({heap}) = {only}"));
                return;
            }
            let from = |known: &Class| {
                let map = self.turns(known.state, class.state)?;
                Some((linear(known.modulus, known.residue), map))
            };
            let found: Vec<_> = basis.iter().filter_map(from).collect();
            let same = |(_, map): &&(String, BTreeMap<u64, u64>)| map.iter().all(|(a, b)| a == b);
            match found.iter().find(same).or(found.first()) {
                Some((known, map)) => lines.push(format!("G({heap}) = {}", applied(map, known))),
                None => basis.push(class),
            }
        };
        for (j, &state) in self.starts.iter().enumerate() {
            place(Class { modulus, residue: j as u64, state }, &mut basis);
        }
        let mut done = 0;
        while done < basis.len() {
            let Class { modulus, residue, state } = basis[done];
            let larger = modulus.checked_mul(self.base as u64)?;
            for x in 0..self.base {
                let residue = residue.checked_add(modulus.checked_mul(x as u64)?)?;
                place(Class { modulus: larger, residue, state: self.step(state, x) }, &mut basis);
            }
            if basis.len() > MOST_RULES {
                return None;
            }
            done += 1;
        }
        (lines.len() <= MOST_RULES).then_some(lines)
    }
}

/// Sentences by ending digits, and whether they tell every heap.
struct Endings {
    lines: Vec<String>,
    whole: bool,
}

/// Numbers of zeros in words: those below `back` as they are, the others modulo `period`.
fn in_words(zeros: &[usize], back: usize, period: usize) -> String {
    let all = back + period;
    if zeros.len() == all {
        return "any number of zeros".into();
    }
    if zeros == [0] && back > 0 {
        return "no zero".into();
    }
    let from = |least: usize| zeros.iter().copied().eq(least..all);
    if back > 0 && period == 1 && (1..all).any(from) {
        return match zeros[0] {
            1 => "a zero".into(),
            least => format!("{least} zeros or more"),
        };
    }
    if period == 2 && back <= 1 {
        // Few zeros follow the same rule, or are told apart.
        let odd = |parity: usize| zeros.iter().copied().eq((0..all).filter(|i| i % 2 == parity));
        if odd(1) {
            return "an odd number of zeros".into();
        }
        if odd(0) {
            return "an even number of zeros, or none".into();
        }
    }
    let list = |numbers: Vec<usize>| {
        numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let few: Vec<usize> = zeros.iter().copied().filter(|&i| i < back).collect();
    let mut rest: Vec<usize> = zeros.iter().filter(|&&i| i >= back).map(|i| i % period).collect();
    rest.sort_unstable();
    let mut parts = Vec::new();
    if !few.is_empty() {
        parts.push(format!("{} zeros", list(few)));
    }
    if !rest.is_empty() {
        let beyond = if back > 0 { format!(", z >= {back}") } else { String::new() };
        let modulo =
            if period > 1 { format!(", z mod {period} = {}", list(rest)) } else { String::new() };
        parts.push(format!("z zeros{modulo}{beyond}"));
    }
    parts.join(" or ")
}

/// mk + r.
fn linear(modulus: u64, residue: u64) -> String {
    match (modulus, residue) {
        (1, 0) => "k".into(),
        (m, 0) => format!("{m}k"),
        (1, r) => format!("k+{r}"),
        (m, r) => format!("{m}k+{r}"),
    }
}

/// A function of the value of a known class, as short as it can be written.
fn applied(map: &BTreeMap<u64, u64>, known: &str) -> String {
    let all = |f: &dyn Fn(i64) -> i64| map.iter().all(|(&a, &b)| f(a as i64) == b as i64);
    let (Some((&a, &b)), g) = (map.first_key_value(), format!("G({known})")) else {
        return String::new();
    };
    let (a, b) = (a as i64, b as i64);
    if all(&|v| v) {
        return g;
    }
    if all(&|v| v + b - a) {
        return format!("{g}{:+}", b - a);
    }
    if all(&|v| a + b - v) {
        return format!("{}-{g}", a + b);
    }
    if all(&|v| v ^ a ^ b) {
        return format!("{g} xor {}", a ^ b);
    }
    let list =
        |numbers: Vec<&u64>| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    format!("{} where {g} = {}", list(map.values().collect()), list(map.keys().collect()))
}

#[cfg(test)]
mod tests {
    use super::super::{SearchEnd, decided, prove};
    use sprague_budget::Budget;
    use std::collections::BTreeSet;

    #[test]
    fn mark_by_its_digits() {
        assert_eq!(
            decided("Mark").statement(),
            [
                "in base 2: G(n) = 0 where n > 0 ends in an odd number of zeros",
                "G(0) = 0",
                "G(4k) = G(k)",
                "G(4k+2) = 0",
                "G(4k+1) = G(2k+1)",
                "G(4k+3) = 3-G(2k+1)",
            ]
        );
        assert_eq!(
            decided("8=.0").statement(),
            [
                "in base 3: G(n) = 0 where n > 0 ends in an even number of zeros, or none",
                "in base 3: G(n) = 1 where n > 0 ends in an odd number of zeros",
                "G(0) = 0",
            ]
        );
    }

    /// Reads the sentences as a student would, and asks whether they hold for the values that the
    /// definition gives; recurrences must cover every heap.
    #[test]
    fn sentences_are_true() {
        for text in [
            "Mark",
            "Mark(3)",
            "Mark(4)",
            "Mark(5)",
            "UpMark",
            "UpMark(3)",
            "UpMark(4)",
            "8=.0",
            "n -> n-1 | n-2 | n div 2",
            "n -> n div 2 | n div 3",
            "n -> n-1 | n-3 | n div 2",
            "{5}=.0",
            "n -> n-2 | n div 2",
        ] {
            let Ok(SearchEnd::Decided(found)) =
                prove(&text.parse().unwrap(), &Budget::new().started())
            else {
                continue;
            };
            let rules = text.parse().unwrap();
            let values = sprague_engine::values(&rules, 5000, &Budget::unlimited()).unwrap();
            let at = |n: u64| u64::from(values[n as usize]);
            let lines = found.statement();
            let mut told = BTreeSet::new();
            for line in &lines {
                if let Some(rest) = line.strip_prefix("in base ") {
                    ends_as_said(text, rest, &at);
                } else if line.contains('k') {
                    recurs_as_said(text, line, &at, &mut told);
                }
            }
            if lines.iter().any(|line| line.contains('k')) {
                let untold = (0..4000).find(|n| !told.contains(n));
                assert_eq!(untold, None, "{text}: {lines:?}");
            }
        }
    }

    fn ends_as_said(text: &str, rest: &str, at: &dyn Fn(u64) -> u64) {
        let (base, rest) = rest.split_once(": G(n) = ").unwrap();
        let (value, rest) = rest.split_once(" where ").unwrap();
        let (base, value): (u64, u64) = (base.parse().unwrap(), value.parse().unwrap());
        let (who, how) = rest.split_once(" > 0 ends in ").unwrap();
        let centre = who.strip_prefix("n-").map_or(0, |c| c.parse().unwrap());
        for n in centre + 1..5000 {
            let (mut rest, mut zeros) = (n - centre, 0);
            while rest % base == 0 {
                (rest, zeros) = (rest / base, zeros + 1);
            }
            let said = how.split(", or in ").any(|case| {
                let (count, digits) = case.split_once(" behind the digit ").unwrap_or((case, ""));
                let last = (rest % base).to_string();
                let digit = digits.is_empty() || digits.split(" or ").any(|d| d == last);
                digit
                    && match count {
                        "an odd number of zeros" => zeros % 2 == 1,
                        "an even number of zeros, or none" => zeros % 2 == 0,
                        "any number of zeros" => true,
                        "no zero" => zeros == 0,
                        "a zero" => zeros >= 1,
                        other => other.split(" or ").any(|part| counts_as_said(part, zeros)),
                    }
            });
            assert_eq!(at(n) == value, said, "{text} at {n}: {how}");
        }
    }

    /// `2, 3 zeros`, `4 zeros or more` (its first half) or `z zeros, z mod 2 = 0, z >= 1`.
    fn counts_as_said(part: &str, zeros: u64) -> bool {
        let numbers = |text: &str| -> Vec<u64> {
            text.split(", ").map(|number| number.parse().unwrap()).collect()
        };
        let Some(conditions) = part.strip_prefix("z zeros") else {
            return part.strip_suffix(" zeros").is_some_and(|list| numbers(list).contains(&zeros));
        };
        let (modulo, least) = conditions.split_once(", z >= ").unwrap_or((conditions, "0"));
        let right = modulo.strip_prefix(", z mod ").is_none_or(|modulo| {
            let (period, list) = modulo.split_once(" = ").unwrap();
            numbers(list).contains(&(zeros % period.parse::<u64>().unwrap()))
        });
        right && zeros >= least.parse().unwrap()
    }

    fn recurs_as_said(text: &str, line: &str, at: &dyn Fn(u64) -> u64, told: &mut BTreeSet<u64>) {
        let (left, right) = line.split_once(" = ").unwrap();
        let term = |text: &str| -> (u64, u64) {
            let (slope, rest) = text.split_once('k').unwrap();
            let number =
                |text: &str, none| if text.is_empty() { none } else { text.parse().unwrap() };
            (number(slope, 1), number(rest.trim_start_matches('+'), 0))
        };
        let inside = |text: &str| {
            let from = text.find("G(")? + 2;
            let to = from + text[from..].find(')')?;
            Some((term(&text[from..to]), text[..from - 2].to_owned(), text[to + 1..].to_owned()))
        };
        let ((m, r), ..) = inside(left).unwrap();
        for k in 0..(5000 - r) / m {
            told.insert(m * k + r);
            let here = at(m * k + r);
            let said = match inside(right) {
                None => right.parse().unwrap(),
                Some(((m, r), before, after)) => {
                    let known = at(m * k + r);
                    if let Some(list) = before.strip_suffix(" where ") {
                        let froms = after.strip_prefix(" = ").unwrap();
                        let place = froms.split(", ").position(|v| v == known.to_string());
                        list.split(", ").nth(place.unwrap()).unwrap().parse().unwrap()
                    } else if let Some(sum) = before.strip_suffix('-') {
                        sum.parse::<u64>().unwrap() - known
                    } else if let Some(xor) = after.strip_prefix(" xor ") {
                        known ^ xor.parse::<u64>().unwrap()
                    } else if after.is_empty() {
                        known
                    } else {
                        known.checked_add_signed(after.parse().unwrap()).unwrap()
                    }
                }
            };
            assert_eq!(here, said, "{text}: {line} for k = {k}");
        }
    }
}
