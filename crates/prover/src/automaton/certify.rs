//! The certificate of a proof by automata.

use sprague_automata::Dfa;
use sprague_certificate::{
    Automaton, AutomatonProof, Certificate, Claim, Closure, Proof, ResidueLaw,
};
use sprague_games::Ruleset;

use super::gamma::Gamma;
use super::options::Relations;

/// The certificate for Γ, the relations and the claim.
pub(super) fn certificate(
    rules: &Ruleset,
    gamma: &Gamma,
    relations: &Relations,
    claim: &Claim,
    laws: Option<&[ResidueLaw]>,
) -> Certificate {
    let num = gamma.numeration();
    let proof = AutomatonProof {
        modulus: num.modulus as u64,
        base: num.base as u64,
        low_bits: num.low_bits,
        gamma: automaton(gamma.automaton()),
        sums: relations.sums.iter().map(automaton).collect(),
        unequal: relations.unequal.as_ref().map(automaton),
        closures: relations
            .closures
            .iter()
            .map(|(from, relation)| Closure { from: *from, relation: automaton(relation) })
            .collect(),
        options: automaton(&relations.options),
        laws: laws.map(<[_]>::to_vec),
    };
    Certificate {
        game: rules.to_string(),
        claim: claim.clone(),
        proof: Proof::Automaton(Box::new(proof)),
    }
}

fn automaton(dfa: &Dfa) -> Automaton {
    let mut roots: Vec<(u32, u64)> = Vec::new();
    for &root in dfa.roots() {
        match roots.last_mut() {
            Some((state, count)) if *state == root => *count += 1,
            _ => roots.push((root, 1)),
        }
    }
    let states = 0..dfa.states() as u32;
    Automaton {
        accepting: states.clone().filter(|&s| dfa.accepting(s)).collect(),
        next: states.flat_map(|s| (0..dfa.letters()).map(move |a| dfa.next(s, a))).collect(),
        roots,
    }
}
