//! Proofs by automata made by hand: small ones that hold, each hypothesis broken, and large ones made
//! to exhaust.

use super::forged::cheap;
use super::*;
use sprague_certificate::{Automaton, AutomatonProof, Closure, PowerLaw, ResidueLaw, RulerTerm};

/// An automaton with these roots, every state of which may lead anywhere.
fn dfa(states: u32, letters: u32, roots: Vec<(u32, u64)>) -> Automaton {
    // Even letters (bit 0) stay, odd ones go round: zeros change nothing, every state is live.
    let next = (0..states)
        .flat_map(|s| (0..letters).map(move |a| if a == 0 { s } else { (s + a) % states }))
        .collect();
    Automaton { accepting: vec![0], next, roots }
}

/// Something that looks like a proof for Kayles, changed.
pub(super) fn kayles_with(change: impl Fn(&mut AutomatonProof)) -> AutomatonProof {
    let one = || dfa(1, 4, vec![(0, 1)]);
    let mut proof = AutomatonProof {
        modulus: 1,
        base: 2,
        low_bits: 0,
        gamma: one(),
        sums: vec![one()],
        unequal: None,
        closures: vec![],
        options: one(),
        laws: None,
    };
    change(&mut proof);
    proof
}

/// Evidence of a few kilobytes that would take years or terabytes: many live roots for several
/// heaps at once, a large base with many variables, closures of what is not there.
#[test]
fn automata_that_explode() {
    let spread = |p: &mut AutomatonProof, modulus: u64, base: u64, low_bits: u32, states: u32| {
        (p.modulus, p.base, p.low_bits) = (modulus, base, low_bits);
        let count = modulus << low_bits;
        let roots: Vec<(u32, u64)> =
            (0..count).map(|r| ((r % u64::from(states)) as u32, 1)).collect();
        let big = dfa(states, 2 * base as u32, roots);
        p.gamma = big.clone();
        p.options = big.clone();
        p.unequal = Some(big.clone());
        p.sums = vec![big.clone(), big.clone(), big.clone()];
        p.closures =
            vec![Closure { from: 1, relation: big.clone() }, Closure { from: 3, relation: big }];
    };
    let six = "n -> a+b+c+d+e+f where a+b+c+d+e+f = n and a < b and b < c";
    for (game, modulus, base, low_bits, states, sums) in [
        ("0.77", 1, 64, 0, 40, 1),
        ("0.77", 1, 2, 10, 1000, 1),
        ("0.77", 1 << 13, 2, 0, 7, 1),
        ("0.V", 512, 2, 6, 300, 3),
        ("0.*", 1, 3, 5, 32, 3),
        ("Split(5, distinct)", 1, 64, 0, 40, 0),
        ("Split(5, distinct)", 1, 2, 10, 1000, 0),
        ("Split(5, distinct)", 1 << 13, 2, 0, 7, 0),
        (six, 1, 64, 0, 3, 0),
        (six, 1, 2, 5, 32, 0),
        ("Mark(64)", 1 << 13, 3, 0, 7, 0),
    ] {
        let proof = kayles_with(|p| {
            spread(p, modulus, base, low_bits, states);
            p.sums.truncate(sums);
            if sums == 0 {
                (p.unequal, p.closures) = (None, vec![]);
            }
        });
        assert!(cheap(game, Claim::Automatic, Proof::Automaton(Box::new(proof))).is_err());
    }
    // A long chain of states: (T) closes it in one go.
    let length = 1 << 15;
    let mut chain = dfa(length, 4, vec![(0, 1)]);
    for s in 0..length {
        let next = (s + 1).min(length - 1);
        chain.next[4 * s as usize..4 * s as usize + 4].copy_from_slice(&[s, next, next, next]);
    }
    chain.accepting = vec![length - 1];
    let proof = kayles_with(|p| {
        p.gamma = chain.clone();
        p.sums.clear();
        p.options = dfa(1, 4, vec![(0, 1)]);
        p.options.accepting.clear();
    });
    let rejection = cheap("0.0", Claim::Automatic, Proof::Automaton(Box::new(proof))).unwrap_err();
    assert_eq!(rejection.step(), Step::Hypothesis, "{rejection}");
}

/// Rules with numbers that would overflow the carries of the machine.
#[test]
fn automata_of_rules_with_large_numbers() {
    for rule in [
        "n -> n-1 if n >= 999999999999",
        "n -> n-k where 999999999999k >= n",
        "n -> n-k where k mod 999999999999 = 1",
        "n -> n-k where 1000000k + 1000000k >= 1000000n",
        "n -> 999999999999n - 999999999999n",
    ] {
        let proof = Proof::Automaton(Box::new(kayles_with(|_| ())));
        assert!(cheap(rule, Claim::Automatic, proof).is_err(), "{rule}");
    }
}

/// The graph of the zero game: G(n) = 0 for all n.
fn zero() -> AutomatonProof {
    // State 0: the value is 0 so far; state 1: it is not.
    let gamma =
        Automaton { accepting: vec![0], next: vec![0, 1, 0, 1, 1, 1, 1, 1], roots: vec![(0, 1)] };
    let nothing = Automaton { accepting: vec![], next: vec![0; 4], roots: vec![(0, 1)] };
    kayles_with(|p| {
        p.gamma = gamma.clone();
        p.options = nothing.clone();
        p.sums.clear();
    })
}

/// The smallest proof by automata, and each of its hypotheses broken.
#[test]
fn a_small_automaton() {
    let verdict = |game: &str, claim: Claim, change: &dyn Fn(&mut AutomatonProof)| {
        let mut proof = zero();
        change(&mut proof);
        cheap(game, claim, Proof::Automaton(Box::new(proof))).map_err(|r| r.to_string())
    };
    let good = regular(0, 1, 0);
    assert!(verdict("0.0", good.clone(), &|_| ()).is_ok());
    assert!(verdict("0.0", Claim::Automatic, &|_| ()).is_ok());
    let fails = |game: &str, claim: Claim, change: &dyn Fn(&mut AutomatonProof), reason: &str| {
        let rejection = verdict(game, claim, change).unwrap_err();
        assert!(rejection.contains(reason), "{reason}: {rejection}");
    };
    fails("0.1", good.clone(), &|_| (), "options: not the relation");
    fails("0.0", regular(0, 2, 0), &|_| (), "period is not the least");
    fails("0.0", regular(1, 1, 0), &|_| (), "preperiod is not the least");
    fails("0.0", regular(0, 1, 1), &|_| (), "false");
    fails("0.0", Claim::Ruler, &|_| (), "laws");
    // (T): heaps with an odd k have no value; (A): an option with the value; (B): none below.
    fails("0.0", good.clone(), &|p| p.gamma.next[2] = 1, "(T)");
    fails("0.0", good.clone(), &|p| p.options = p.gamma.clone(), "options: not the relation");
    fails("0.0", good.clone(), &|p| p.gamma.accepting = vec![0, 1], "(B)");
    fails("0.0", good.clone(), &|p| p.gamma.next[0] = 1, "leading zeros");
    fails("0.0", good.clone(), &|p| p.gamma.roots = vec![(1, 1)], "(T)");
    fails("0.0", good.clone(), &|p| p.gamma.roots = vec![(2, 1)], "unknown state");
    fails("0.0", good.clone(), &|p| p.gamma.roots = vec![(0, 2)], "too many roots");
    fails("0.0", good.clone(), &|p| p.gamma.roots = vec![(0, 0)], "too few roots");
    fails("0.0", good.clone(), &|p| p.gamma.accepting = vec![2], "accepting");
    fails("0.0", good.clone(), &|p| p.gamma.next[7] = 2, "unknown state");
    fails("0.0", good.clone(), &|p| p.base = 1, "out of range");
    fails("0.0", good.clone(), &|p| p.base = 65, "out of range");
    fails("0.0", good.clone(), &|p| p.modulus = 0, "out of range");
    fails("0.0", good.clone(), &|p| p.modulus = u64::MAX, "out of range");
    fails("0.0", good.clone(), &|p| p.low_bits = 13, "out of range");
    fails("0.0", good.clone(), &|p| p.low_bits = u32::MAX, "out of range");
    fails("0.0", good.clone(), &|p| (p.modulus, p.low_bits) = (1 << 20, 12), "out of range");
    fails("0.0", good.clone(), &|p| p.sums = vec![p.gamma.clone()], "sums of 2 heaps: not");
    fails("0.0", good.clone(), &|p| p.unequal = Some(p.options.clone()), "unequal pairs: not");
    let closure = |p: &mut AutomatonProof, from| {
        p.closures = vec![Closure { from, relation: p.options.clone() }];
    };
    fails("0.0", good.clone(), &|p| closure(p, 1), "1 or more heaps: not");
    fails("0.0", good.clone(), &|p| closure(p, 0), "missing");
    fails("0.0", good, &|p| closure(p, 2), "missing");
}

/// (A) on its own: G(n) = 0 and an option of value 0, the relation of the options being right.
#[test]
fn an_option_with_the_value_of_its_heap() {
    // 0.[2] under the claim that all values are 0: options (n, 0) for n >= 2.
    let proof = kayles_with(|p| {
        p.gamma = zero().gamma;
        p.sums.clear();
        // 0: n = 0 so far, 1: n = 1, 2: n >= 2, 3: the value is not 0
        p.options = Automaton {
            accepting: vec![2],
            next: vec![4, 3, 1, 3, 1, 3, 2, 3, 2, 3, 2, 3, 3, 3, 3, 3, 4, 3, 2, 3],
            roots: vec![(0, 1)],
        };
    });
    let rejection =
        cheap("0.[2]", Claim::Automatic, Proof::Automaton(Box::new(proof))).unwrap_err();
    assert!(rejection.reason().contains("(A)"), "{rejection}");
}

/// Nim: G(n) = n, and every smaller value is that of an option.
fn nim() -> AutomatonProof {
    kayles_with(|p| {
        p.sums.clear();
        // 0: value and heap agree, 1: they do not
        p.gamma = Automaton {
            accepting: vec![0],
            next: vec![0, 1, 1, 0, 1, 1, 1, 1],
            roots: vec![(0, 1)],
        };
        // 0: equal so far, 1: the value is less, 2: it is greater; the last digit decides
        p.options = Automaton {
            accepting: vec![1],
            next: vec![0, 2, 1, 0, 1, 2, 1, 1, 2, 2, 1, 2],
            roots: vec![(0, 1)],
        };
    })
}

fn law(slope: u64, offset: i64, exceptions: &[(u64, u64)]) -> ResidueLaw {
    ResidueLaw { slope, offset, ruler: None, powers: None, exceptions: exceptions.to_vec() }
}

/// Laws and claims about Nim, true and false.
#[test]
fn laws_of_nim() {
    let verdict = |claim: Claim, laws: &[ResidueLaw]| {
        let mut proof = nim();
        proof.laws = (!laws.is_empty()).then(|| laws.to_vec());
        cheap("0.[3]", claim, Proof::Automaton(Box::new(proof))).map_err(|r| r.reason().to_owned())
    };
    assert!(verdict(regular(0, 1, 1), &[]).is_ok());
    assert!(verdict(regular(0, 1, 1), &[law(1, 0, &[])]).is_ok());
    assert!(verdict(Claim::Automatic, &[law(1, 0, &[(3, 3)])]).is_ok());
    let fails = |claim: Claim, laws: &[ResidueLaw], reason: &str| {
        let text = verdict(claim, laws).unwrap_err();
        assert!(text.contains(reason), "{reason}: {text}");
    };
    fails(regular(0, 1, 0), &[], "false");
    fails(regular(0, 2, 2), &[], "period is not the least");
    fails(regular(1, 1, 1), &[], "preperiod is not the least");
    fails(regular(0, 2, 1), &[], "false");
    let automatic = || Claim::Automatic;
    fails(automatic(), &[law(1, 0, &[]), law(1, 0, &[])], "one law is needed");
    fails(automatic(), &[law(2, 0, &[])], "does not hold for all k");
    fails(automatic(), &[law(1, 1, &[])], "does not hold for all k");
    fails(automatic(), &[law(0, 0, &[(1, 1), (2, 2)])], "does not hold for all k");
    fails(automatic(), &[law(1, 0, &[(3, 4)])], "G(3) is not 4");
    fails(automatic(), &[law(1 << 41, 0, &[])], "too large");
    fails(automatic(), &[law(1, i64::MIN, &[])], "too large");
    fails(automatic(), &[law(1, 0, &[(u64::MAX, 0)])], "too large");
    let ruler = |centre, factor, exceptions: &[(u64, u64)]| ResidueLaw {
        ruler: Some(RulerTerm { centre, factor }),
        ..law(1, 0, exceptions)
    };
    assert!(verdict(Claim::Automatic, &[ruler(2, 0, &[(0, 0), (1, 1), (2, 2)])]).is_ok());
    fails(automatic(), &[ruler(2, 0, &[(0, 0), (1, 1), (3, 3)])], "up to a centre");
    fails(automatic(), &[ruler(u64::MAX, 0, &[(0, 0)])], "up to a centre");
    fails(automatic(), &[ruler(0, 1, &[(0, 0)])], "does not hold for all k");
    fails(Claim::Ruler, &[], "needs its laws");
    fails(Claim::Ruler, &[law(1, 0, &[])], "no residue class follows a ruler");
    fails(Claim::Ruler, &[ruler(0, 0, &[(0, 0)])], "no residue class follows a ruler");
    let powers = |slope, offset| ResidueLaw {
        powers: Some(PowerLaw { centre: 0, slope, offset }),
        ..law(1, 0, &[(0, 0)])
    };
    assert!(verdict(Claim::Automatic, &[powers(1, 0)]).is_ok());
    fails(automatic(), &[powers(2, 0)], "does not hold for all k");
    // Residues are those of the automaton.
    let sapp = Claim::Sapp {
        regularity: Regularity { preperiod: 0, period: 2, saltus: 2 },
        periodic_residues: vec![1],
    };
    fails(sapp, &[], "multiple of the period");
    // Nothing grows in the game without moves: no ruler.
    let mut proof = zero();
    proof.laws = Some(vec![law(0, 0, &[])]);
    let rejection = cheap("0.0", Claim::Ruler, Proof::Automaton(Box::new(proof))).unwrap_err();
    assert!(rejection.reason().contains("do not grow alike"), "{rejection}");
}

/// G(25) = 1 and all other values 0: spelled with n = 32k + j, the value in the root.
fn one_heap_with_a_move() -> AutomatonProof {
    // 0: the rest of the value is 0; 1: and k is 0; 2: k is not 0; 3: rejected
    let next = vec![0, 3, 0, 3, 1, 3, 3, 3, 2, 3, 0, 3, 3, 3, 3, 3];
    let before = [(0, 1), (3, 1)].repeat(25);
    let behind = [(0, 1), (3, 1)].repeat(6);
    let gamma = [before, vec![(2, 1), (1, 1)], behind].concat();
    let options = vec![(3, 50), (1, 1), (3, 13)];
    kayles_with(|p| {
        (p.modulus, p.low_bits) = (32, 1);
        p.sums.clear();
        let accepting = vec![0, 1];
        p.gamma =
            Automaton { accepting: accepting.clone(), next: next.clone(), roots: gamma.clone() };
        p.options = Automaton { accepting, next: next.clone(), roots: options.clone() };
    })
}

/// The claim from its first heap on, and a rule whose relation is right but whose heap grows.
#[test]
fn one_heap() {
    let verdict = |rule: &str, claim: Claim| {
        let proof = Proof::Automaton(Box::new(one_heap_with_a_move()));
        cheap(rule, claim, proof).map_err(|rejection| rejection.reason().to_owned())
    };
    let down = "n -> n-1 if n = 25";
    assert!(verdict(down, regular(26, 1, 0)).is_ok());
    assert!(verdict(down, regular(25, 1, 0)).unwrap_err().contains("is false"));
    assert!(verdict(down, regular(27, 1, 0)).unwrap_err().contains("preperiod"));
    assert!(verdict(down, regular(26, 2, 0)).unwrap_err().contains("period is not"));
    assert!(verdict("n -> n-1 if n = 57", regular(26, 1, 0)).unwrap_err().contains("options"));
    let up = "n -> n+1 if n = 25";
    assert!(verdict(up, regular(26, 1, 0)).unwrap_err().contains("not smaller"));
    // "or more" heaps that could be as large as the whole
    let proof = Proof::Automaton(Box::new(zero()));
    let rejection = cheap("{3+}00.0", Claim::Automatic, proof).unwrap_err();
    assert!(rejection.reason().contains("not covered"), "{rejection}");
}

/// Games of period 2: the values are in the roots, n = 2k + j.
#[test]
fn parities() {
    // 0: the rest of the value is 0; 1: and k is 0; 2: k is not 0; 3: rejected; 4: k is above 1, one
    // digit of it read, 5, or none
    let next = vec![0, 3, 0, 3, 1, 3, 3, 3, 2, 3, 0, 3, 3, 3, 3, 3, 5, 3, 5, 3, 5, 3, 0, 3];
    let automaton = |roots: [u32; 4]| Automaton {
        accepting: vec![0, 1],
        next: next.clone(),
        roots: roots.map(|state| (state, 1)).to_vec(),
    };
    let proof = |gamma, options| {
        let proof = kayles_with(|p| {
            (p.modulus, p.low_bits) = (2, 1);
            p.sums.clear();
            (p.gamma, p.options) = (automaton(gamma), automaton(options));
        });
        Proof::Automaton(Box::new(proof))
    };
    // 40.0: two heaps of together n+1, each below n. So G(n) = 1 for odd n from 3 on.
    let two = proof([0, 3, 1, 2], [3, 4, 2, 3]);
    assert!(cheap("40.0", regular(2, 2, 0), two.clone()).is_ok());
    assert!(cheap("4.0", regular(2, 2, 0), two).is_err());
    // A variable is at least 1: this is taking one.
    let one = proof([0, 3, 3, 0], [3, 2, 0, 3]);
    for rule in ["n -> n-k where k <= 1", "n -> n-k where 2k < 4", "S(1)", "0.3"] {
        assert!(cheap(rule, regular(0, 2, 0), one.clone()).is_ok(), "{rule}");
    }
    for rule in ["n -> n-k where k <= 2", "n -> n-k where 2k = 4", "S(1,2)", "0.33", "0.2", "0.[1]"]
    {
        assert!(cheap(rule, regular(0, 2, 0), one.clone()).is_err(), "{rule}");
    }
}
