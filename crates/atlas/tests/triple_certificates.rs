//! Certificates of all triples, one in a line.

use sprague_atlas::triples::{TripleLine, triple_certificates};
use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim, Regularity};

/// One for every set of the census, in its order, each verified by the checker; and changed by one it is not.
#[test]
fn certificates_of_all_sets() {
    let mut text = Vec::new();
    let budget = Budget::unlimited().threads(3);
    let (count, stopped) = triple_certificates(&mut text, 24, &budget).unwrap();
    assert_eq!((count, stopped), ((3..=24).map(|c| TripleLine::of(c).sets).sum(), false));
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.lines().count() as u64, count);
    let mut games = Vec::new();
    for line in text.lines() {
        let mut certificate = Certificate::from_json(line.as_bytes()).unwrap();
        let verify = |certificate: &Certificate| {
            sprague_checker::check(certificate, None, &sprague_checker::default_budget())
        };
        verify(&certificate).unwrap();
        let Claim::Regular(claim) = certificate.claim else { panic!("{line}") };
        let Regularity { preperiod, period, .. } = claim;
        for wrong in [
            Regularity { preperiod: preperiod + 1, ..claim },
            Regularity { period: 2 * period, ..claim },
            Regularity { period: period + 1, ..claim },
        ] {
            certificate.claim = Claim::Regular(wrong);
            assert!(verify(&certificate).is_err(), "{line} {wrong:?}");
        }
        games.push(certificate.game);
    }
    assert_eq!(games[..3], ["S(1,2,4)", "S(2,3,4)", "S(1,2,5)"]);
    games.sort();
    games.dedup();
    assert_eq!(games.len() as u64, count);
    budget.stop();
    assert_eq!(triple_certificates(&mut Vec::new(), 24, &budget).unwrap(), (0, true));
}
