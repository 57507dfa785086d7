//! Writing certificates. Nothing the checker decides depends on this file: it judges what was
//! read, whoever wrote it and however. So `tools/lines.sh` does not count it as trusted.

use crate::json::{ClaimForm, MARK};
use crate::{Certificate, Claim, Extent, Proof, QuotientClaim, VERSION};
use serde::Serialize;

/// The certificate with one field per line, the short ones first.
pub(crate) fn write(certificate: &Certificate) -> String {
    let fields: Vec<String> = fields(certificate)
        .into_iter()
        .map(|(name, text)| format!("  \"{name}\": {text}"))
        .collect();
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

/// Plain data of strings, numbers and lists always has a JSON form.
fn text<T: Serialize>(data: &T) -> String {
    serde_json::to_string(data).unwrap_or_default()
}

/// The fields of a certificate and their JSON texts, in the order in which they are
/// written.
fn fields(certificate: &Certificate) -> Vec<(&'static str, String)> {
    let evidence = match &certificate.proof {
        Proof::StandardForm(cousin) => {
            let inner: Vec<String> = fields(&cousin.of)
                .into_iter()
                .map(|(name, text)| format!("\"{name}\": {text}"))
                .collect();
            Some(format!("{{\"of\": {{{}}}}}", inner.join(", ")))
        }
        // Theorems without evidence are a null.
        proof => Some(text(proof)).filter(|text| text != "null"),
    };
    let mut fields = vec![
        ("certificate", text(&MARK)),
        ("version", VERSION.to_string()),
        ("game", text(&certificate.game)),
        ("claim", text(&ClaimForm::from(&certificate.claim))),
        ("theorem", text(&certificate.proof.theorem().name())),
    ];
    fields.extend(evidence.map(|evidence| ("evidence", evidence)));
    fields
}

impl From<&Claim> for ClaimForm {
    fn from(claim: &Claim) -> Self {
        match claim {
            Claim::Regular(regularity) if regularity.saltus == 0 => {
                Self::Periodic((*regularity).into())
            }
            Claim::Regular(regularity) => Self::ArithmeticPeriodic((*regularity).into()),
            Claim::LargeRegular(regularity) if regularity.saltus.is_zero() => {
                Self::Periodic(regularity.clone())
            }
            Claim::LargeRegular(regularity) => Self::ArithmeticPeriodic(regularity.clone()),
            Claim::Sapp { regularity, periodic_residues } => Self::Sapp {
                preperiod: regularity.preperiod,
                period: regularity.period,
                saltus: regularity.saltus,
                periodic_residues: periodic_residues.clone(),
            },
            Claim::Records(records) => Self::ClosedForm(*records),
            Claim::Ruler => Self::Ruler {},
            Claim::Automatic => Self::Automatic {},
            Claim::MisereQuotient(QuotientClaim { order, p_order, extent }) => {
                let (heaps, preperiod, period) = match *extent {
                    Extent::Heaps(heaps) => (Some(heaps), None, None),
                    Extent::All { preperiod, period } => (None, Some(preperiod), Some(period)),
                };
                Self::MisereQuotient { order: *order, p_order: *p_order, heaps, preperiod, period }
            }
            Claim::MisereLead(claim) => Self::MisereLead(*claim),
        }
    }
}

/// Writes values as hexadecimal digits: first one digit giving the width, then each
/// value in that many digits.
///
/// ```
/// use sprague_certificate::{decode_values, encode_values};
/// assert_eq!(encode_values(&[1, 2, 10]), "112a");
/// assert_eq!(encode_values(&[1, 17]), "20111");
/// assert_eq!(decode_values("20111"), Some(vec![1, 17]));
/// ```
pub fn encode_values(values: &[u32]) -> String {
    let max = values.iter().copied().max().unwrap_or(0);
    let width = (32 - max.leading_zeros()).div_ceil(4).max(1) as usize;
    let mut text = String::with_capacity(1 + width * values.len());
    text.push(char::from_digit(width as u32, 16).unwrap_or('8'));
    for &value in values {
        for digit in (0..width).rev() {
            text.push(char::from_digit(value >> (4 * digit) & 15, 16).unwrap_or('0'));
        }
    }
    text
}
