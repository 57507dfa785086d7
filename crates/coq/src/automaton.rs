//! Sequences that are read by automata, and the laws read off them.

use crate::file::File;
use crate::game::Game;
use crate::regular::least;
use crate::{Refusal, list, number, separated};
use sprague_certificate::{Automaton, AutomatonProof, Claim, Regularity, ResidueLaw};
use std::collections::HashSet;

/// A table of roots, or of first values, that is longer than this is not written.
const MOST: u64 = 1_000_000;

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
    let graph = words(*t, &evidence.gamma).ok_or_else(|| too_long(game))?;
    let spelled = format!("Reads (n, G(n)), spelled n = {p} k + j, y = {lows} l + c.");
    file.define(&spelled, "graph : automaton", &graph);
    let needed = game.most_heaps() - 1;
    let mut names = Vec::new();
    for (heaps, sum) in (2..=needed + 1).zip(&evidence.sums) {
        let sum = words(*t, sum).ok_or_else(|| too_long(game))?;
        let comment = format!("Totals and nim-sums of {heaps} heaps.");
        file.define(&comment, &format!("sum{heaps} : automaton"), &sum);
        names.push(format!("sum{heaps}"));
    }
    let (sums, fuel) = (list(names), file.options.fuel);
    file.compute("sequence_computed", &format!("check_graph rules {p} {t} graph {sums} {fuel}"));
    file.theorem(
        "The automaton reads the nim-sequence.",
        "sequence",
        format!(r"decreasing game /\ reads_nim_values game {p} {t} graph"),
        &format!("exact (check_graph_sound rules {p} {t} graph {sums} {fuel} sequence_computed)."),
    );
    file.ends("sequence");
    // What is computed of the graph with these arguments, and the theorem that uses it.
    let graph = Reading { p: *p, t: *t, fuel };
    match claim {
        Claim::Regular(law) => regular(file, game, law, &graph)?,
        Claim::Sapp { regularity, periodic_residues } => {
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
        Claim::Ruler if evidence.laws.is_none() => {
            return Err(Refusal::new(format!("{}: a ruler without laws", game.rules)));
        }
        Claim::Ruler | Claim::Automatic => {}
        _ => return Err(game.not_covered(&format!("automata that prove {}", claim.kind()))),
    }
    if let (Some(laws), Claim::Ruler | Claim::Automatic) = (&evidence.laws, claim) {
        file.define(
            &format!("One law for each residue of n modulo {p}."),
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
    file.play();
    Ok(())
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
        let Self { p, t, fuel } = self;
        file.compute(computed, &format!("{check} {p} {t} graph {arguments} {fuel}"));
        format!(
            "exact ({check}_sound game {p} {t} graph {arguments} {fuel} (proj2 sequence) {computed})."
        )
    }
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
    let proof = graph.read(file, "law_computed", "check_regularity", &arguments);
    file.theorem(&least(law), "law", format!("least_regular (G game) {l} {q} {s}"), &proof);
    Ok(())
}

/// An automaton in the words of the library, whose states are counted from 1; `None` where it is
/// too long.
fn words(t: u32, automaton: &Automaton) -> Option<String> {
    let roots = automaton.roots.iter().try_fold(0u64, |sum, (_, count)| sum.checked_add(*count))?;
    if roots > MOST || automaton.next.len() as u64 > 4 * MOST {
        return None;
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
    Some(format!("make {t}\n  {}\n  {}", list(rows), list(roots)))
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
