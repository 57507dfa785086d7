//! The JSON form. Reading is strict: every field is known, present and in range, so that
//! a certificate means one thing only.

use crate::{
    Certificate, Claim, Cousin, Extent, Proof, QuotientClaim, ReadError, ReadErrorKind as Kind,
    Regularity,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the format written and read.
pub const VERSION: u64 = 1;
/// The greatest size of a certificate in bytes.
pub const MAX_BYTES: usize = 1 << 28;
/// How deeply certificates may be nested (a cousin's standard form).
const MAX_NESTING: usize = 4;
/// The mark of a certificate.
const MARK: &str = "sprague";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    certificate: String,
    version: u64,
    game: String,
    claim: ClaimForm,
    theorem: String,
    #[serde(default)]
    evidence: Option<Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimForm {
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    order: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    p_order: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heaps: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    preperiod: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    period: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    saltus: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    periodic_residues: Option<Vec<u64>>,
}

pub(crate) fn read(bytes: &[u8]) -> Result<Certificate, ReadError> {
    if bytes.len() > MAX_BYTES {
        let message = format!("{} bytes: a certificate has at most {MAX_BYTES}", bytes.len());
        return Err(ReadError::new(Kind::TooLarge, message));
    }
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|e| ReadError::new(Kind::Syntax, format!("not JSON: {e}")))?;
    certificate(value, MAX_NESTING)
}

fn certificate(value: Value, nesting: usize) -> Result<Certificate, ReadError> {
    if value.get("certificate").and_then(Value::as_str) != Some(MARK) {
        let message = format!("not a certificate: the field \"certificate\" must be \"{MARK}\"");
        return Err(ReadError::new(Kind::NotACertificate, message));
    }
    if let Some(version) = value.get("version").and_then(Value::as_u64)
        && version != VERSION
    {
        let message = format!("format version {version}: this program reads version {VERSION}");
        return Err(ReadError::new(Kind::Version, message));
    }
    let document: Document = parse(value, "certificate")?;
    let claim = claim(&document.claim)?;
    let proof = proof(&document.theorem, document.evidence, nesting)?;
    debug_assert!(document.certificate == MARK && document.version == VERSION);
    Ok(Certificate { game: document.game, claim, proof })
}

fn parse<T: DeserializeOwned>(value: Value, what: &str) -> Result<T, ReadError> {
    serde_json::from_value(value)
        .map_err(|e| ReadError::new(Kind::Field, format!("in the {what}: {e}")))
}

fn field(message: impl Into<String>) -> ReadError {
    ReadError::new(Kind::Field, message)
}

fn claim(form: &ClaimForm) -> Result<Claim, ReadError> {
    let regularity = || {
        let (Some(preperiod), Some(period)) = (form.preperiod, form.period) else {
            return Err(field("in the claim: preperiod and period are needed"));
        };
        if period == 0 {
            return Err(field("in the claim: the period is 0, it must be at least 1"));
        }
        Ok(Regularity { preperiod, period, saltus: form.saltus.unwrap_or(0) })
    };
    let residues = form.periodic_residues.clone().unwrap_or_default();
    if form.kind == "misere-quotient" {
        return quotient_claim(form);
    }
    if form.order.is_some() || form.p_order.is_some() || form.heaps.is_some() {
        return Err(field("in the claim: order, p_order and heaps belong to kind misere-quotient"));
    }
    match form.kind.as_str() {
        "periodic" | "arithmetic-periodic" => {
            let regularity = regularity()?;
            if (form.kind == "periodic") != (regularity.saltus == 0) {
                return Err(field(format!(
                    "in the claim: kind {} with saltus {}",
                    form.kind, regularity.saltus
                )));
            }
            if !residues.is_empty() {
                return Err(field("in the claim: periodic_residues belong to kind sapp"));
            }
            Ok(Claim::Regular(regularity))
        }
        "sapp" => {
            let regularity = regularity()?;
            let ordered = residues.windows(2).all(|pair| pair[0] < pair[1])
                && residues.iter().all(|&r| r < regularity.period);
            if regularity.saltus == 0 || residues.is_empty() || !ordered {
                return Err(field(
                    "in the claim: sapp needs a positive saltus and increasing periodic_residues below the period",
                ));
            }
            if residues.len() as u64 >= regularity.period {
                return Err(field("in the claim: with all residues periodic the kind is periodic"));
            }
            Ok(Claim::Sapp { regularity, periodic_residues: residues })
        }
        "ruler" | "automatic" => {
            if form.preperiod.is_some()
                || form.period.is_some()
                || form.saltus.is_some()
                || form.periodic_residues.is_some()
            {
                return Err(field(format!(
                    "in the claim: kind {} has no further fields",
                    form.kind
                )));
            }
            Ok(if form.kind == "ruler" { Claim::Ruler } else { Claim::Automatic })
        }
        other => Err(field(format!("in the claim: unknown kind \"{other}\""))),
    }
}

fn quotient_claim(form: &ClaimForm) -> Result<Claim, ReadError> {
    let extent = match (form.heaps, form.preperiod, form.period) {
        (Some(heaps), None, None) => Extent::Heaps(heaps),
        (None, Some(preperiod), Some(period)) if period > 0 => Extent::All { preperiod, period },
        _ => {
            return Err(field(
                "in the claim: misere-quotient needs either heaps, or preperiod and a positive period",
            ));
        }
    };
    match (form.order, form.p_order) {
        (Some(order), Some(p_order))
            if form.saltus.is_none() && form.periodic_residues.is_none() =>
        {
            Ok(Claim::MisereQuotient(QuotientClaim { order, p_order, extent }))
        }
        _ => Err(field("in the claim: misere-quotient has order, p_order and nothing else")),
    }
}

fn proof(theorem: &str, evidence: Option<Value>, nesting: usize) -> Result<Proof, ReadError> {
    let none = |proof: Proof, evidence: Option<Value>| match evidence {
        None => Ok(proof),
        Some(_) => Err(field(format!("theorem {theorem} takes no evidence"))),
    };
    let given = |evidence: Option<Value>| {
        evidence.ok_or_else(|| field(format!("theorem {theorem} needs evidence")))
    };
    Ok(match theorem {
        "finite-take-and-break" => none(Proof::FiniteTakeAndBreak, evidence)?,
        "finite-subtraction" => none(Proof::FiniteSubtraction, evidence)?,
        "all-but" => none(Proof::AllBut, evidence)?,
        "grundy-split" => Proof::GrundySplit(parse(given(evidence)?, "evidence")?),
        "sedecimal-arithmetic" => Proof::SedecimalArithmetic(parse(given(evidence)?, "evidence")?),
        "recurring-octal" => Proof::RecurringOctal(parse(given(evidence)?, "evidence")?),
        "recurring-tetral" => Proof::RecurringTetral(parse(given(evidence)?, "evidence")?),
        "recurring-periodic" => Proof::RecurringPeriodic(parse(given(evidence)?, "evidence")?),
        "automaton" => Proof::Automaton(Box::new(parse(given(evidence)?, "evidence")?)),
        "sparse-window" => Proof::SparseWindow(parse(given(evidence)?, "evidence")?),
        "misere-quotient" => Proof::MisereQuotient(parse(given(evidence)?, "evidence")?),
        "standard-form" => {
            let Value::Object(mut fields) = given(evidence)? else {
                return Err(field("theorem standard-form: the evidence must be an object"));
            };
            let (Some(inner), true) = (fields.remove("of"), fields.is_empty()) else {
                return Err(field("theorem standard-form: the evidence is {\"of\": certificate}"));
            };
            if nesting == 0 {
                return Err(field("certificates are nested too deeply"));
            }
            Proof::StandardForm(Cousin { of: Box::new(certificate(inner, nesting - 1)?) })
        }
        other => {
            return Err(ReadError::new(
                Kind::UnknownTheorem,
                format!("unknown theorem \"{other}\""),
            ));
        }
    })
}

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
    let regularity = certificate.claim.regularity();
    let mut claim = ClaimForm {
        kind: certificate.claim.kind().to_owned(),
        order: None,
        p_order: None,
        heaps: None,
        preperiod: regularity.map(|r| r.preperiod),
        period: regularity.map(|r| r.period),
        saltus: regularity.map(|r| r.saltus),
        periodic_residues: match &certificate.claim {
            Claim::Sapp { periodic_residues, .. } => Some(periodic_residues.clone()),
            _ => None,
        },
    };
    if let Claim::MisereQuotient(QuotientClaim { order, p_order, extent }) = certificate.claim {
        claim.order = Some(order);
        claim.p_order = Some(p_order);
        match extent {
            Extent::Heaps(heaps) => claim.heaps = Some(heaps),
            Extent::All { preperiod, period } => {
                claim.preperiod = Some(preperiod);
                claim.period = Some(period);
            }
        }
    }
    let evidence = match &certificate.proof {
        Proof::FiniteTakeAndBreak | Proof::FiniteSubtraction | Proof::AllBut => None,
        Proof::GrundySplit(multiple)
        | Proof::SedecimalArithmetic(multiple)
        | Proof::RecurringPeriodic(multiple) => Some(text(multiple)),
        Proof::RecurringOctal(recurrence) | Proof::RecurringTetral(recurrence) => {
            Some(text(recurrence))
        }
        Proof::SparseWindow(window) => Some(text(window)),
        Proof::Automaton(proof) => Some(text(proof)),
        Proof::MisereQuotient(quotient) => Some(text(quotient)),
        Proof::StandardForm(cousin) => {
            let inner: Vec<String> = fields(&cousin.of)
                .into_iter()
                .map(|(name, text)| format!("\"{name}\": {text}"))
                .collect();
            Some(format!("{{\"of\": {{{}}}}}", inner.join(", ")))
        }
    };
    let mut fields = vec![
        ("certificate", text(&MARK)),
        ("version", VERSION.to_string()),
        ("game", text(&certificate.game)),
        ("claim", text(&claim)),
        ("theorem", text(&certificate.proof.theorem())),
    ];
    fields.extend(evidence.map(|evidence| ("evidence", evidence)));
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Multiple, Recurrence, Snapshot, SparseWindow};

    fn kayles() -> Certificate {
        Certificate {
            game: "0.77".into(),
            claim: Claim::Regular(Regularity { preperiod: 71, period: 12, saltus: 0 }),
            proof: Proof::FiniteTakeAndBreak,
        }
    }

    #[test]
    fn there_and_back() {
        let regular = |saltus| Claim::Regular(Regularity { preperiod: 3, period: 5, saltus });
        let window = SparseWindow {
            mask: 30,
            position_parity: false,
            rares: vec![1, 4],
            helper: 100,
            sparse_from: 300,
            window_from: 1000,
            snapshots: vec![Snapshot { before: 500, values: "1123".into() }],
        };
        let quotient =
            |extent| Claim::MisereQuotient(QuotientClaim { order: 2, p_order: 1, extent });
        let monoid = Proof::MisereQuotient(crate::MisereQuotient {
            table: vec![vec![0, 1], vec![1, 0]],
            p: vec![1],
            phi: vec![0, 1, 0],
        });
        for (claim, proof) in [
            (regular(0), Proof::FiniteSubtraction),
            (regular(0), Proof::GrundySplit(Multiple { multiple: 2 })),
            (regular(4), Proof::SedecimalArithmetic(Multiple { multiple: 2 })),
            (regular(4), Proof::RecurringOctal(Recurrence { multiple: 2, blocks: 1 })),
            (regular(0), Proof::SparseWindow(window)),
            (regular(0), Proof::StandardForm(Cousin { of: Box::new(kayles()) })),
            (
                Claim::Sapp {
                    regularity: Regularity { preperiod: 4, period: 40, saltus: 16 },
                    periodic_residues: vec![19, 39],
                },
                Proof::AllBut,
            ),
            (Claim::Automatic, Proof::AllBut),
            (quotient(Extent::Heaps(28)), monoid.clone()),
            (quotient(Extent::All { preperiod: 71, period: 12 }), monoid),
            (Claim::Ruler, Proof::AllBut),
        ] {
            let certificate = Certificate { game: "0.77".into(), claim, proof };
            let text = certificate.to_json();
            assert_eq!(Certificate::from_json(text.as_bytes()), Ok(certificate), "{text}");
        }
    }

    #[test]
    fn strict_reading() {
        let text = kayles().to_json();
        for (from, to, kind) in [
            ("\"sprague\"", "\"other\"", Kind::NotACertificate),
            ("\"version\": 1", "\"version\": 2", Kind::Version),
            ("\"version\": 1", "\"version\": \"1\"", Kind::Field),
            ("finite-take-and-break", "octal", Kind::UnknownTheorem),
            ("\"period\":12", "\"period\":0", Kind::Field),
            ("\"period\":12", "\"period\":-12", Kind::Field),
            ("\"period\":12", "\"period\":12.5", Kind::Field),
            ("\"period\":12", "\"period\":12, \"more\":1", Kind::Field),
            ("\"saltus\":0", "\"saltus\":1", Kind::Field),
            ("\"periodic\"", "\"weird\"", Kind::Field),
            ("{", "[", Kind::Syntax),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            let error = Certificate::from_json(changed.as_bytes()).unwrap_err();
            assert_eq!(error.kind(), kind, "{changed}: {error}");
        }
    }
}
