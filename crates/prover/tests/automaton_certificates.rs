//! Certificates of proofs by automata: the independent checker accepts them and rejects
//! what is forged.

use sprague_budget::Budget;
use sprague_certificate::{
    Automaton, AutomatonProof, Certificate, Claim, Proof, Regularity, Theorem,
};
use sprague_checker::{check, default_budget};
use sprague_prover::automaton::{Decided, SearchEnd, prove};

fn proved(text: &str) -> Decided {
    match prove(&text.parse().unwrap(), &Budget::unlimited()).unwrap() {
        SearchEnd::Decided(proved) => *proved,
        SearchEnd::Open(open) => panic!("{text} stays open: {open:?}"),
    }
}

fn accepted(certificate: &Certificate) -> bool {
    check(certificate, None, &default_budget()).is_ok()
}

fn proof(certificate: &mut Certificate) -> &mut AutomatonProof {
    match &mut certificate.proof {
        Proof::Automaton(proof) => proof,
        other => panic!("{}", other.theorem()),
    }
}

/// A small generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

#[test]
fn certificates_verify() {
    for text in [
        "0.2048",
        "0.404008",
        "0.123456789",
        "0.137F",
        "0.3F",
        "0.205200C",
        "0.5[2]",
        "0.5[3]",
        "4.[3]",
        "0.77",
        "Mark",
        "Mark(3)",
        "Mark(6)",
        "UpMark",
        "UpMark(5)",
        "AllBut(1,2,8)",
        "0.*",
        "0.{0,2!,3+}",
        "44.3",
        "Split(2, differ>=2)",
        "0.3V",
        "0.8[3]",
        "n -> n-1 | n div 3",
        "n -> n-k where k is power of 2",
        "n -> n-k where not (k is power of 2)",
        "n -> n-1 | n-k where k mod 3 = 1 and k > 4",
        "n -> a+a where 2a = n-1 | n-1",
        "n -> a+b where a+b = n-1 | n-1",
    ] {
        let proved = proved(text);
        let certificate = proved.certificate();
        let read = Certificate::from_json(certificate.to_json().as_bytes()).unwrap();
        assert_eq!(read, certificate);
        let verified = check(&read, Some(&proved.rules.to_string()), &default_budget());
        let verified = verified.unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!((verified.claim(), verified.theorem()), (&proved.claim, Theorem::Automaton));
    }
}

/// The larger games of the table. A minute in release:
/// `cargo test --release -p sprague-prover --test automaton_certificates -- --ignored`.
#[test]
#[ignore = "a minute"]
fn large_certificates_verify() {
    for text in [
        "0.200048",
        "0.20000048",
        "0.31711188",
        "0.9138B835B",
        "0.321432132900903213",
        "0.211317809532",
        "0.18C",
        "0.28",
        "0.169",
        "0.83C",
        "0.386F2131",
        "0.156",
        "0.644",
        "Mark(10)",
        "UpMark(10)",
    ] {
        assert!(accepted(&proved(text).certificate()), "{text}");
    }
}

/// One random edit of a table, the accepting states or the roots.
fn edit(automaton: &mut Automaton, random: &mut Random) {
    let states = *automaton.next.iter().max().unwrap() as usize + 1;
    match random.below(3) {
        0 => {
            let at = random.below(automaton.next.len());
            automaton.next[at] = random.below(states) as u32;
        }
        1 => {
            let at = random.below(automaton.roots.len());
            automaton.roots[at].0 = random.below(states) as u32;
        }
        _ => {
            let s = random.below(states) as u32;
            if automaton.accepting.contains(&s) {
                automaton.accepting.retain(|t| *t != s);
            } else {
                automaton.accepting.push(s);
                automaton.accepting.sort_unstable();
            }
        }
    }
}

/// Edited certificates are rejected, unless the edited automaton still reads the same
/// relation; then its values are the old ones.
#[test]
fn edited_automata_are_rejected() {
    let mut random = Random(0xfeed);
    let mut rejected = 0;
    for text in ["0.2048", "0.3F", "0.205200C", "0.5[3]", "Mark(3)", "0.{0,2!,3+}"] {
        let original = proved(text).certificate();
        for i in 0..50 {
            let mut forged = original.clone();
            let evidence = proof(&mut forged);
            match i % 5 {
                0 | 1 => edit(&mut evidence.gamma, &mut random),
                2 => edit(&mut evidence.options, &mut random),
                3 if !evidence.sums.is_empty() => {
                    let at = random.below(evidence.sums.len());
                    edit(&mut evidence.sums[at], &mut random);
                }
                _ if evidence.unequal.is_some() => {
                    edit(evidence.unequal.as_mut().unwrap(), &mut random);
                }
                _ => edit(&mut evidence.gamma, &mut random),
            }
            if !accepted(&forged) {
                rejected += 1;
                continue;
            }
            // What is accepted must still be the nim-sequence.
            let values = sprague_engine::values(
                &text.parse().unwrap(),
                300,
                &sprague_engine::Budget::unlimited(),
            );
            let evidence = proof(&mut forged);
            for (n, &y) in values.unwrap().iter().enumerate() {
                assert!(reads(evidence, n as u64, u64::from(y)), "{text}: edit {i}, G({n})");
                assert!(!reads(evidence, n as u64, u64::from(y) + 1));
            }
        }
    }
    assert!(rejected > 150, "only {rejected} of 300 edits were rejected");
}

/// Whether Γ of a certificate holds of (n, y): a third reading of the format.
fn reads(evidence: &AutomatonProof, n: u64, y: u64) -> bool {
    let (p, b, t) = (evidence.modulus, evidence.base, evidence.low_bits);
    let root = (n % p) << t | (y & ((1 << t) - 1));
    let mut runs = evidence.gamma.roots.iter();
    let mut left = root;
    let mut state = loop {
        let &(state, count) = runs.next().unwrap();
        if left < count {
            break state;
        }
        left -= count;
    };
    let (mut k, mut l) = (n / p, y >> t);
    while k > 0 || l > 0 {
        let letter = 2 * (k % b) + l % 2;
        state = evidence.gamma.next[(u64::from(state) * 2 * b + letter) as usize];
        k /= b;
        l /= 2;
    }
    evidence.gamma.accepting.contains(&state)
}

#[test]
fn false_claims_are_rejected() {
    let change = |text: &str, changes: &[&dyn Fn(Regularity) -> Regularity]| {
        let original = proved(text).certificate();
        assert!(accepted(&original), "{text}");
        for (i, change) in changes.iter().enumerate() {
            let mut forged = original.clone();
            forged.claim = match forged.claim {
                Claim::Regular(r) => Claim::Regular(change(r)),
                Claim::Sapp { regularity, periodic_residues } => {
                    Claim::Sapp { regularity: change(regularity), periodic_residues }
                }
                other => other,
            };
            assert!(!accepted(&forged), "{text}: change {i}");
        }
    };
    let earlier = |r: Regularity| Regularity { preperiod: r.preperiod - 1, ..r };
    let later = |r: Regularity| Regularity { preperiod: r.preperiod + 1, ..r };
    let twice = |r: Regularity| Regularity { period: 2 * r.period, saltus: 2 * r.saltus, ..r };
    let longer = |r: Regularity| Regularity { period: r.period + 1, ..r };
    let steeper = |r: Regularity| Regularity { saltus: r.saltus + 1, ..r };
    change("0.77", &[&earlier, &later, &twice, &longer, &steeper]);
    change("0.5[3]", &[&earlier, &later, &twice, &longer, &steeper]);
    change("0.205200C", &[&earlier, &later, &twice, &longer, &steeper]);

    // residues of a sapp claim
    let original = proved("0.205200C").certificate();
    let Claim::Sapp { regularity, .. } = original.claim.clone() else { panic!() };
    for residues in [vec![19], vec![39], vec![18, 39], vec![0, 19, 39]] {
        let claim = Claim::Sapp { regularity, periodic_residues: residues };
        assert!(!accepted(&Certificate { claim, ..original.clone() }));
    }
    assert!(!accepted(&Certificate { claim: Claim::Regular(regularity), ..original.clone() }));
    assert!(!accepted(&Certificate { claim: Claim::Ruler, ..original }));

    // ruler needs its laws, and they must hold
    let ruler = proved("0.2048").certificate();
    for i in 0..8 {
        let mut forged = ruler.clone();
        let laws = &mut proof(&mut forged).laws;
        match (i, laws) {
            (0, laws) => *laws = None,
            (1, Some(laws)) => _ = laws.pop(),
            (2, Some(laws)) => laws[2].ruler = None,
            (3, Some(laws)) => laws[2].powers = None,
            (4, Some(laws)) => laws[2].offset += 1,
            (5, Some(laws)) => laws[3].slope += 1,
            (6, Some(laws)) => _ = laws[2].exceptions.pop(),
            (7, Some(laws)) => laws[2].exceptions[1].1 += 1,
            _ => panic!(),
        }
        assert!(!accepted(&forged), "law change {i}");
    }
    let periodic = proved("0.77").certificate();
    assert!(!accepted(&Certificate { claim: Claim::Ruler, ..periodic }));
}

#[test]
fn certificates_of_other_games_are_rejected() {
    let original = proved("0.2048").certificate();
    for game in ["0.3048", "0.20048", "0.204", "4.2048", "0.204[8]", "0.2048 + pass"] {
        let forged = Certificate { game: game.into(), ..original.clone() };
        assert!(!accepted(&forged), "{game}");
    }
    // 0.2049 has one move more, to the empty position from a heap of 4, whose value is
    // that of another option: the same certificate proves the same sequence.
    let more = Certificate { game: "0.2049".into(), ..original.clone() };
    let values = |text: &str| {
        sprague_engine::values(&text.parse().unwrap(), 500, &sprague_engine::Budget::unlimited())
            .unwrap()
    };
    assert_eq!(values("0.2048"), values("0.2049"));
    assert!(accepted(&more));
    assert!(check(&original, Some("0.3F"), &default_budget()).is_err());
    let mark = proved("Mark").certificate();
    for game in ["UpMark", "Mark(3)", "n -> n-1 | n div 2 if n > 4"] {
        assert!(!accepted(&Certificate { game: game.into(), ..mark.clone() }), "{game}");
    }
    // The same game by another name is the same game.
    let game = "n -> n-1 | n div 2".to_owned();
    assert!(accepted(&Certificate { game, ..mark.clone() }));
    // A rule that lets a heap grow far out fits no theorem.
    let game = "n -> n-1 | n div 2 | n+1 if n = 1000000".to_owned();
    assert!(!accepted(&Certificate { game, ..mark }));
}

#[test]
fn ill_formed_evidence_is_rejected() {
    let original = proved("0.3F").certificate();
    let spoil: [&dyn Fn(&mut AutomatonProof); 14] = [
        &|p| p.modulus = 0,
        &|p| p.modulus = 1 << 40,
        &|p| p.base = 1,
        &|p| p.base = 3,
        &|p| p.low_bits = 63,
        &|p| p.low_bits = 1,
        &|p| p.gamma.next.clear(),
        &|p| _ = p.gamma.next.pop(),
        &|p| p.gamma.next[0] = u32::MAX,
        &|p| p.gamma.accepting.push(u32::MAX),
        &|p| p.gamma.roots.clear(),
        &|p| p.gamma.roots[0].1 = u64::MAX,
        &|p| p.sums.clear(),
        &|p| p.options = p.gamma.clone(),
    ];
    for (i, spoil) in spoil.iter().enumerate() {
        let mut forged = original.clone();
        spoil(proof(&mut forged));
        assert!(!accepted(&forged), "{i}");
    }
}
