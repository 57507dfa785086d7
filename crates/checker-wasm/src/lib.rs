//! The checker alone, for a browser's tab: a certificate in, a verdict out.
//!
//! What judges is `sprague-checker`; long subtraction games are judged by `sprague-fast-checker`,
//! and the verdict says so. There is no engine and no prover in the module that could take part.
//!
//! ```
//! let certificate = r#"{"certificate": "sprague", "version": 1, "game": "0.77",
//!     "claim": {"kind": "periodic", "preperiod": 71, "period": 12, "saltus": 0},
//!     "theorem": "finite-take-and-break"}"#;
//! let verdict = sprague_checker_wasm::judge(certificate);
//! assert!(verdict.ok, "{}", verdict.text);
//! let wrong = sprague_checker_wasm::judge("{}");
//! assert!(!wrong.ok && wrong.text.starts_with("not a certificate"));
//! ```
#![forbid(unsafe_code)]

#[cfg(target_family = "wasm")]
pub mod bindings;

use sprague_certificate::Certificate;

/// What became of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it proves its claim.
    pub ok: bool,
    /// The statement that was verified and what proves it, or why it is not.
    pub text: String,
}

/// Memory that a check may take: what a tab has at most, less the module and its stack.
const BYTES: u64 = 3 << 30;

/// Judges the text of a certificate. There is no limit on time: whoever waits may stop waiting.
pub fn judge(certificate: &str) -> Verdict {
    let read = match Certificate::from_json(certificate.as_bytes()) {
        Ok(read) => read,
        Err(error) => return Verdict { ok: false, text: error.to_string() },
    };
    let budget = sprague_checker::default_budget().bytes(BYTES).threads(1);
    match sprague_fast_checker::check(&read, None, &budget) {
        Ok(verified) => {
            let (theorem, values) = (verified.theorem(), verified.values());
            let how = if verified.is_plain() { "" } else { " as runs, by the fast checker" };
            let text = format!("{verified} ({theorem}; {values} values recomputed{how})");
            Verdict { ok: true, text }
        }
        Err(rejection) => {
            let text = format!("{}: {}: {rejection}", read.game, read.claim);
            Verdict { ok: false, text }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KAYLES: &str = r#"{"certificate":"sprague","version":1,"game":"0.77","claim":{"kind":"periodic","preperiod":71,"period":12,"saltus":0},"theorem":"finite-take-and-break"}"#;

    #[test]
    fn what_is_verified_is_said_exactly() {
        let verdict = judge(KAYLES);
        assert_eq!(
            verdict.text,
            "0.77: G(n+12)=G(n) for all n>=71; the period 12 and the preperiod 71 are the least \
             (finite-take-and-break; 167 values recomputed)"
        );
        assert!(verdict.ok);
    }

    #[test]
    fn a_false_claim_is_not_verified() {
        for (from, to) in [
            ("71", "70"),
            ("71", "72"),
            ("12", "24"),
            ("\"saltus\":0", "\"saltus\":1"),
            ("0.77", "0.7"),
        ] {
            let verdict = judge(&KAYLES.replacen(from, to, 1));
            assert!(!verdict.ok, "{from} {to}: {}", verdict.text);
        }
        assert!(!judge("").ok && !judge("[]").ok && !judge(&KAYLES[1..]).ok);
    }
}
