//! Sequences that are read by automata, and the laws read off them.

use crate::file::File;
use crate::game::{Game, Words};
use crate::regular::{least, values_and_play};
use crate::{Refusal, list, number, pass, relations, separated};
use sprague_automata::Dfa;
use sprague_certificate::{Automaton, AutomatonProof, Claim, Regularity, ResidueLaw};
use sprague_engine::Budget;
use std::collections::HashSet;

/// A table of roots, or of first values, that is longer than this is not written.
const MOST: u64 = 1_000_000;
/// No more edges than this are followed to find what a certificate does not carry: some seconds.
const MOST_EDGES: u64 = 10_000_000_000;
/// A walk of the library that begins with more pairs of roots than this is for many hours.
const MOST_STARTS: u64 = 10 * MOST;

/// The graph of the nim-sequence and what is claimed of it.
pub(crate) fn export(
    file: &mut File,
    game: &Game,
    claim: &Claim,
    evidence: &AutomatonProof,
) -> Result<(), Refusal> {
    let AutomatonProof { modulus: p, low_bits: t, base, .. } = evidence;
    if *base != 2 {
        return Err(game.not_covered(&format!("automata in base {base}")));
    }
    if !game.is_plain() {
        return Err(game.not_covered("automata for rules with conditions"));
    }
    if *t > 20 {
        return Err(game.not_covered("automata with more than twenty low bits"));
    }
    let lows = 1u64 << t;
    let roots = p.checked_mul(lows).filter(|&roots| roots <= MOST).ok_or_else(|| too_long(game))?;
    let first = if game.pass { format!(" {}", first_move(game, *p)?) } else { String::new() };
    let words = |automaton: &Automaton| words(game, (roots, *t), automaton);
    let graph = words(&evidence.gamma)?;
    let spelled = if game.pass {
        format!("Reads (2n, G(n)) and (2n+1, H(n)), spelled m = {p} k + j, y = {lows} l + c.")
    } else {
        format!("Reads (n, G(n)), spelled n = {p} k + j, y = {lows} l + c.")
    };
    file.define(&spelled, "graph : automaton", &graph);
    let sums = sums(game, evidence)?;
    let mut names = Vec::new();
    for (heaps, sum) in (2..).zip(&sums) {
        let sum = words(sum)?;
        let first = if game.pass { ", all even but for the first, perhaps" } else { "" };
        let comment = format!("Totals and nim-sums of {heaps} heaps{first}.");
        file.define(&comment, &format!("sum{heaps} : automaton"), &sum);
        names.push(format!("sum{heaps}"));
    }
    let fuel = fuel(file.options.fuel, game, evidence, &sums)?;
    let names = list(names);
    let with_pass = if game.pass { "_pass" } else { "" };
    let (check, code, closures) = match &game.words {
        Words::Recurring { before, after, block } => {
            let code = format!("{before} {} {}", list(after), list(block));
            let closures = closures(file, game, block, evidence, &sums)?;
            (format!("check_recurring{with_pass}_graph"), code, format!(" {closures}"))
        }
        _ => (format!("check{with_pass}_graph"), "rules".to_owned(), String::new()),
    };
    let arguments = format!("{code}{first} {p} {t} graph {names}{closures} {fuel}");
    file.compute("sequence_computed", &format!("{check} {arguments}"));
    file.theorem(
        if game.pass {
            "The automaton reads both nim-sequences: a heap m = 2n has lost its pass, m = 2n+1 has it."
        } else {
            "The automaton reads the nim-sequence."
        },
        "sequence",
        format!(r"decreasing game /\ reads_nim_values game {p} {t} graph"),
        &format!("exact ({check}_sound {arguments} sequence_computed)."),
    );
    file.ends("sequence");
    // What is computed of the graph with these arguments, and the theorem that uses it.
    let graph = Reading { p: *p, t: *t, fuel };
    match claim {
        Claim::Regular(law) => regular(file, game, law, &graph)?,
        Claim::Sapp { regularity, periodic_residues } if !game.pass => {
            let Regularity { preperiod: l, period: q, saltus: s } = regularity;
            let residues = list(periodic_residues);
            first_values(file, game, regularity)?;
            let proof = graph.read(
                file,
                "law_computed",
                "check_sapp_law",
                &format!("{l} {q} {s} {residues} first_values"),
            );
            file.theorem(
                &format!(
                    "From {l} on G(n + {q}) = G(n) on these residues, and G(n) + {s} on the others;\n    the preperiod and the period are the least."
                ),
                "law",
                format!("least_sapp (G game) {l} {q} {s} {residues}"),
                &proof,
            );
        }
        Claim::Ruler if evidence.laws.is_none() && !game.pass => {
            return Err(Refusal::new(format!("{}: a ruler without laws", game.rules)));
        }
        Claim::Ruler if !game.pass => {}
        Claim::Automatic => {}
        _ => return Err(game.not_covered(&format!("automata that prove {}", claim.kind()))),
    }
    if let (Some(laws), Claim::Ruler | Claim::Automatic) = (&evidence.laws, claim) {
        file.define(
            &format!(
                "One law for each residue of {} modulo {p}.",
                if game.pass { 'm' } else { 'n' }
            ),
            "laws : list law",
            &format!("[{}]", separated(laws.iter().map(law), ";\n   ")),
        );
        let proof = graph.read(file, "formulas_computed", "check_formulas", "laws");
        file.theorem(
            "The value of every heap.",
            "formulas",
            format!("forall n, Z.of_N (G game n) = by_laws {p} laws n"),
            &proof,
        );
    }
    match claim {
        _ if game.pass => pass::play(file),
        Claim::Regular(law) => values_and_play(file, game, law, "(proj1 law)")?,
        _ => file.play(),
    }
    Ok(())
}

/// The first heap with a move, of a game with a pass: from there on heaps may pass. The library asks for it twice
/// in the modulus p.
fn first_move(game: &Game, p: u64) -> Result<u64, Refusal> {
    if p % 2 == 1 {
        return Err(game.not_covered("automata of games with a pass whose modulus is odd"));
    }
    let plain = game.rules.without_pass();
    (0..=p / 2).find(|&n| plain.has_option(n).unwrap_or(false)).ok_or_else(|| {
        game.not_covered("automata of games with a pass whose first move comes behind the modulus")
    })
}

/// The sums of two heaps, three heaps, ... that the moves of the game leave. With a pass certificates may leave them
/// out: they are one heap of 2 or more and then even ones.
fn sums(game: &Game, evidence: &AutomatonProof) -> Result<Vec<Automaton>, Refusal> {
    let AutomatonProof { modulus: p, low_bits: t, gamma, sums, .. } = evidence;
    let needed = game.most_heaps() as usize - 1;
    let mut sums: Vec<Automaton> = sums.iter().take(needed).cloned().collect();
    if !game.pass || sums.len() == needed {
        return Ok(sums);
    }
    let roots = p << t;
    // Every root of one heap meets every root of the other.
    if roots.checked_mul(roots).is_none_or(|met| met > 100 * MOST) {
        return Err(too_long(game));
    }
    let (graph, budget) = (relations::read(gamma, roots), most_work());
    let heaps = |even: bool| relations::heaps_from(graph.as_ref()?, *t, 2, |j| !even || j % 2 == 0);
    let (one, more) = heaps(false).zip(heaps(true)).ok_or_else(|| malformed(game))?;
    while sums.len() < needed {
        let fewer = match sums.last() {
            None => one.clone(),
            Some(sum) => relations::read(sum, roots).ok_or_else(|| malformed(game))?,
        };
        let sum = relations::sum(&fewer, &more, (*p, *t), &budget)
            .map_err(|error| Refusal::new(format!("{}: its sums of heaps: {error}", game.rules)))?;
        sums.push(of_dfa(&sum));
    }
    Ok(sums)
}

/// The steps that every walk of the library has: `least`, or twice as many as the longest walk has where it begins,
/// or a thousand for every state (0.3DD, with 4705, needs more than a million and fewer than four). The roots of a
/// sum of heaps meet those of one heap more, all of them at the beginning.
fn fuel(
    least: u64,
    game: &Game,
    evidence: &AutomatonProof,
    sums: &[Automaton],
) -> Result<u64, Refusal> {
    let AutomatonProof { low_bits: t, gamma, .. } = evidence;
    // Heaps from here on; the library takes the roots of smaller ones for live before it reads a digit.
    let from = if game.pass { 2 } else { 1 };
    let heap = live_roots(gamma, from << t);
    // (B): every value of every root of the graph meets all low bits of a smaller one.
    let smaller = live_roots(gamma, 0).saturating_mul(1 << t);
    let fewer = std::iter::once(heap).chain(sums.iter().map(|sum| live_roots(sum, 0)));
    let starts = fewer.take(sums.len()).map(|fewer| fewer.saturating_mul(heap));
    let starts = starts.max().unwrap_or(0).max(smaller);
    if starts > MOST_STARTS {
        let what = format!("automata with more than {MOST_STARTS} pairs of roots");
        return Err(game.not_covered(&what));
    }
    let states =
        std::iter::once(gamma).chain(sums).map(|automaton| automaton.next.len() as u64 / 4);
    Ok(least.max(2 * starts).max(1000 * states.sum::<u64>()))
}

/// How many roots do not obviously reject everything, or are among the first ones.
fn live_roots(automaton: &Automaton, first: u64) -> u64 {
    let accepting: HashSet<u32> = automaton.accepting.iter().copied().collect();
    let live = |s: u32| {
        let row = automaton.next.chunks_exact(4).nth(s as usize);
        row.is_some_and(|row| accepting.contains(&s) || row.iter().any(|&next| next != s))
    };
    let mut before = 0u64;
    let mut count = 0u64;
    for &(state, run) in &automaton.roots {
        let among = run.min(first.saturating_sub(before));
        count = count.saturating_add(if live(state) { run } else { among });
        before = before.saturating_add(run);
    }
    count
}

fn most_work() -> Budget {
    Budget::new().bytes(1 << 30).steps(MOST_EDGES)
}

/// Defines what the takes of a recurring block leave: as no heap, one heap, two heaps, ...; the
/// list of their names.
fn closures(
    file: &mut File,
    game: &Game,
    block: &[u64],
    evidence: &AutomatonProof,
    sums: &[Automaton],
) -> Result<String, Refusal> {
    let AutomatonProof { modulus: p, low_bits: t, gamma, .. } = evidence;
    // Every residue of a take meets every residue of a heap.
    let met = p.checked_mul(*p).and_then(|pairs| pairs.checked_mul(1 << t));
    let roots = match met {
        Some(met) if met <= 100 * MOST => p << t,
        _ => return Err(too_long(game)),
    };
    // With a pass all takes are doubled, and heaps begin with 2.
    let (b, least) = if game.pass { (2 * block.len() as u64, 2) } else { (block.len() as u64, 1) };
    let mut names = Vec::new();
    for heaps in 0..block.iter().map(|digit| u64::BITS - digit.leading_zeros()).max().unwrap_or(0) {
        let left = match heaps {
            0 => relations::no_heap(roots),
            1 => relations::read(gamma, roots)
                .and_then(|graph| relations::heaps_from(&graph, *t, least, |_| true)),
            h => sums.get(h as usize - 2).and_then(|sum| relations::read(sum, roots)),
        };
        let left = left.ok_or_else(|| malformed(game))?;
        let closed = relations::closure(&left, (*p, *t, b), &most_work())
            .map_err(|error| Refusal::new(format!("{}: its endless takes: {error}", game.rules)))?;
        let as_heaps = match heaps {
            0 => "nothing".to_owned(),
            1 => "one heap".to_owned(),
            h => format!("{h} heaps"),
        };
        let comment =
            format!("What a take of the block and all that follow it leave as {as_heaps}.");
        let closed = words(game, (roots, *t), &of_dfa(&closed))?;
        file.define(&comment, &format!("endless{heaps} : automaton"), &closed);
        names.push(format!("endless{heaps}"));
    }
    Ok(list(names))
}

/// An automaton as certificates have it.
fn of_dfa(dfa: &Dfa) -> Automaton {
    let states = 0..dfa.states() as u32;
    let mut roots: Vec<(u32, u64)> = Vec::new();
    for &root in dfa.roots() {
        match roots.last_mut() {
            Some((last, count)) if *last == root => *count += 1,
            _ => roots.push((root, 1)),
        }
    }
    Automaton {
        accepting: states.clone().filter(|&s| dfa.accepting(s)).collect(),
        next: states.flat_map(|s| (0..dfa.letters()).map(move |a| dfa.next(s, a))).collect(),
        roots,
    }
}

/// How the graph is read.
struct Reading {
    p: u64,
    t: u32,
    fuel: u64,
}

impl Reading {
    /// Computes a check of the graph with these arguments; the proof that uses it.
    fn read(&self, file: &mut File, computed: &str, check: &str, arguments: &str) -> String {
        self.read_of(file, computed, check, "game", arguments)
    }

    /// The same, the theorem being about this game: with a pass the one without it.
    fn read_of(
        &self,
        file: &mut File,
        computed: &str,
        check: &str,
        game: &str,
        arguments: &str,
    ) -> String {
        let Self { p, t, fuel } = self;
        file.compute(computed, &format!("{check} {p} {t} graph {arguments} {fuel}"));
        format!(
            "exact ({check}_sound {game} {p} {t} graph {arguments} {fuel} (proj2 sequence) {computed})."
        )
    }
}

fn malformed(game: &Game) -> Refusal {
    Refusal::new(format!("{}: an automaton that is none", game.rules))
}

fn too_long(game: &Game) -> Refusal {
    game.not_covered(&format!("automata with more than {MOST} roots or states"))
}

/// Defines the first values, which show that the preperiod and the period are the least.
fn first_values(file: &mut File, game: &Game, law: &Regularity) -> Result<(), Refusal> {
    let count = law.period.saturating_mul(2).saturating_add(law.preperiod).saturating_add(1);
    if count > MOST {
        return Err(game.not_covered(&format!("tables of more than {MOST} first values")));
    }
    file.define("", "first_values", &list(game.values(count)?));
    Ok(())
}

/// Periodic and arithmetic-periodic sequences.
fn regular(file: &mut File, game: &Game, law: &Regularity, graph: &Reading) -> Result<(), Refusal> {
    let Regularity { preperiod: l, period: q, saltus: s } = law;
    first_values(file, game, law)?;
    let arguments = format!("{l} {q} {s} first_values");
    let (check, about, letter, values) = if game.pass {
        ("check_pass_regularity", "plain", 'H', "value_with_pass plain")
    } else {
        ("check_regularity", "game", 'G', "G game")
    };
    let proof = graph.read_of(file, "law_computed", check, about, &arguments);
    let statement = format!("least_regular ({values}) {l} {q} {s}");
    file.theorem(&least(letter, law), "law", statement, &proof);
    Ok(())
}

/// An automaton in the words of the library, whose states are counted from 1.
fn words(game: &Game, (roots, t): (u64, u32), automaton: &Automaton) -> Result<String, Refusal> {
    let own = automaton.roots.iter().try_fold(0u64, |sum, (_, count)| sum.checked_add(*count));
    if own != Some(roots) {
        return Err(malformed(game));
    }
    if automaton.next.len() as u64 > 4 * MOST {
        return Err(too_long(game));
    }
    let accepting: HashSet<u32> = automaton.accepting.iter().copied().collect();
    let state = |s: u32| u64::from(s) + 1;
    let row = |(s, next): (u32, &[u32])| {
        let accepting = accepting.contains(&s);
        format!("Row {accepting} {}", separated(next.iter().map(|&s| state(s)), " "))
    };
    let rows = (0..).zip(automaton.next.chunks_exact(4)).map(row);
    let roots =
        automaton.roots.iter().map(|&(s, count)| format!("({}%positive, {count})", state(s)));
    Ok(format!("make {t}\n  {}\n  {}", list(rows), list(roots)))
}

/// The law of a residue in the words of the library.
fn law(law: &ResidueLaw) -> String {
    let (centre, factor) = law.ruler.map_or((0, 0), |ruler| (ruler.centre, ruler.factor));
    let powers = law.powers.map_or("None".to_owned(), |powers| {
        let offset = number(powers.offset);
        format!("(Some ({}, {}%Z, {offset}%Z))", powers.centre, powers.slope)
    });
    format!(
        "Law {} {} {centre} {} {powers} {}",
        law.slope,
        number(law.offset),
        number(factor),
        list(law.exceptions.iter().map(|(k, y)| format!("({k}, {y})")))
    )
}
