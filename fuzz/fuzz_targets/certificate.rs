//! The certificate reader and the checker: no text makes them panic or hang, what is read is
//! written and read again, and what is verified is true on the values of small heaps.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_certificate::{Certificate, Claim};
use sprague_checker::{check, default_budget};

fuzz_target!(|bytes: &[u8]| {
    let Ok(certificate) = Certificate::from_json(bytes) else { return };
    let again = Certificate::from_json(certificate.to_json().as_bytes());
    assert_eq!(again.as_ref(), Ok(&certificate));
    let limits = default_budget().values(5000).steps(2_000_000).bytes(1 << 26).threads(1);
    let Ok(verified) = check(&certificate, None, &limits) else { return };
    let Claim::Regular(r) = verified.claim() else { return };
    let to = 120;
    let rules = verified.game().parse().expect("what is verified can be read");
    let Ok(values) = sprague_engine::reference::values(&rules, to) else { return };
    for n in r.preperiod..to.saturating_sub(r.period).max(r.preperiod) {
        let (now, later) = (values[n as usize], values[(n + r.period) as usize]);
        assert_eq!(u64::from(later), u64::from(now) + r.saltus, "{verified} at {n}");
    }
});
