//! The certificate reader and the checker: no text makes them panic or hang, what is read is
//! written and read again, and what is verified is true on the values of small heaps.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_certificate::{Certificate, Claim, Records};
use sprague_checker::{check, default_budget};

fuzz_target!(|bytes: &[u8]| {
    let Ok(certificate) = Certificate::from_json(bytes) else { return };
    let again = Certificate::from_json(certificate.to_json().as_bytes());
    assert_eq!(again.as_ref(), Ok(&certificate));
    let limits = default_budget().values(5000).steps(2_000_000).bytes(1 << 26).threads(1);
    let Ok(verified) = check(&certificate, None, &limits) else { return };
    let to = 120;
    let rules = verified.game().parse().expect("what is verified can be read");
    let Ok(values) = sprague_engine::reference::values(&rules, to) else { return };
    if let Claim::Records(records) = verified.claim() {
        return obeys(&values, records);
    }
    let Claim::Regular(r) = verified.claim() else { return };
    for n in r.preperiod..to.saturating_sub(r.period).max(r.preperiod) {
        let (now, later) = (values[n as usize], values[(n + r.period) as usize]);
        assert_eq!(u64::from(later), u64::from(now) + r.saltus, "{verified} at {n}");
    }
});

/// Each value is j, or where j is a record of the values before, the next greater record.
fn obeys(values: &[u32], Records { base, first }: &Records) {
    let mut records: Vec<u64> = Vec::new();
    for (n, &value) in (0u64..).zip(values).skip(*first as usize) {
        let (a, j) = ((n - first) / base, (n - first) % base);
        if a > 0 && j == 0 {
            let latest = u64::from(values[(first + a) as usize]);
            records.retain(|record| *record > latest);
            if latest < *base {
                records.insert(0, latest);
            } else {
                records.clear();
            }
        }
        let expected = match records.iter().position(|record| *record == j) {
            Some(i) => records.get(i + 1).unwrap_or(base),
            None => &j,
        };
        assert_eq!(u64::from(value), *expected, "heap {n}, base {base}, first {first}");
    }
}
