//! The JSON form. Reading is strict: every field is known, present and in range, so that
//! a certificate means one thing only.

use crate::{
    Certificate, Claim, Cousin, Extent, Kind as ClaimKind, LargeRegularity, LeadClaim, Proof,
    QuotientClaim, ReadError, ReadErrorKind as Kind, Records, Regularity, Theorem,
};
use serde::de::{DeserializeOwned, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// The version of the format written and read.
pub const VERSION: u64 = 1;
/// The greatest size of a certificate in bytes.
pub const MAX_BYTES: usize = 1 << 28;
/// How deeply certificates may be nested (a cousin's standard form).
const MAX_NESTING: usize = 4;
/// The mark of a certificate.
pub(crate) const MARK: &str = "sprague";

/// A claim as it is written.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum ClaimForm {
    Periodic(LargeRegularity),
    ArithmeticPeriodic(LargeRegularity),
    Sapp {
        preperiod: u64,
        period: u64,
        saltus: u64,
        periodic_residues: Vec<u64>,
    },
    ClosedForm(Records),
    Ruler {},
    Automatic {},
    MisereQuotient {
        order: u64,
        p_order: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heaps: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        preperiod: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        period: Option<u64>,
    },
    MisereLead(LeadClaim),
}

pub(crate) fn read(bytes: &[u8]) -> Result<Certificate, ReadError> {
    if bytes.len() > MAX_BYTES {
        let message = format!("{} bytes: a certificate has at most {MAX_BYTES}", bytes.len());
        return Err(ReadError::new(Kind::TooLarge, message));
    }
    let Unambiguous(value) = serde_json::from_slice(bytes).map_err(|e| {
        // The only data refused here are repeated fields.
        if e.is_data() {
            field(e.to_string())
        } else {
            ReadError::new(Kind::Syntax, format!("not JSON: {e}"))
        }
    })?;
    certificate(value, MAX_NESTING)
}

fn certificate(value: Value, nesting: usize) -> Result<Certificate, ReadError> {
    if value.get("certificate").and_then(Value::as_str) != Some(MARK) {
        let message = format!("not a certificate: the field \"certificate\" must be \"{MARK}\"");
        return Err(ReadError::new(Kind::NotACertificate, message));
    }
    let Value::Object(mut fields) = value else { return Err(field("not an object")) };
    fields.remove("certificate");
    let mut take = |name: &str| {
        fields
            .remove(name)
            .ok_or_else(|| field(format!("in the certificate: the field \"{name}\" is missing")))
    };
    let version: u64 = parse(&take("version")?, "version")?;
    if version != VERSION {
        let message = format!("format version {version}: this program reads version {VERSION}");
        return Err(ReadError::new(Kind::Version, message));
    }
    let game = parse(&take("game")?, "game")?;
    let claim = claim(parse(&take("claim")?, "claim")?)?;
    let theorem: String = parse(&take("theorem")?, "theorem")?;
    let evidence = fields.remove("evidence");
    if let Some(name) = fields.keys().next() {
        return Err(field(format!("in the certificate: unknown field \"{name}\"")));
    }
    Ok(Certificate { game, claim, proof: proof(&theorem, evidence, nesting)? })
}

/// Reads what [`write`](crate::write) would write in the same way, apart from the order of the fields: no
/// null for what is absent, no list for an object.
fn parse<T: DeserializeOwned + Serialize>(value: &Value, what: &str) -> Result<T, ReadError> {
    let data = T::deserialize(value).map_err(|e| field(format!("in the {what}: {e}")))?;
    match serde_json::to_value(&data) {
        Ok(again) if again == *value => Ok(data),
        _ => Err(field(format!(
            "in the {what}: a null, a list in place of an object, or a number of 64 bits as text"
        ))),
    }
}

fn field(message: impl Into<String>) -> ReadError {
    ReadError::new(Kind::Field, message)
}

fn claim(form: ClaimForm) -> Result<Claim, ReadError> {
    let (named, claim) = match form {
        ClaimForm::Periodic(regularity) => (ClaimKind::Periodic, regularity.into()),
        ClaimForm::ArithmeticPeriodic(regularity) => {
            (ClaimKind::ArithmeticPeriodic, regularity.into())
        }
        ClaimForm::ClosedForm(records) => (ClaimKind::ClosedForm, Claim::Records(records)),
        ClaimForm::Sapp { preperiod, period, saltus, periodic_residues } => {
            let regularity = Regularity { preperiod, period, saltus };
            (ClaimKind::Sapp, Claim::Sapp { regularity, periodic_residues })
        }
        ClaimForm::Ruler {} => (ClaimKind::Ruler, Claim::Ruler),
        ClaimForm::Automatic {} => (ClaimKind::Automatic, Claim::Automatic),
        ClaimForm::MisereQuotient { order, p_order, heaps, preperiod, period } => {
            let extent = match (heaps, preperiod, period) {
                (Some(heaps), None, None) => Extent::Heaps(heaps),
                (None, Some(preperiod), Some(period)) => Extent::All { preperiod, period },
                _ => {
                    return Err(field(
                        "in the claim: misere-quotient needs either heaps, or preperiod and period",
                    ));
                }
            };
            let claim = QuotientClaim { order, p_order, extent };
            (ClaimKind::MisereQuotient, Claim::MisereQuotient(claim))
        }
        ClaimForm::MisereLead(claim) => (ClaimKind::MisereLead, Claim::MisereLead(claim)),
    };
    if claim.kind() != named {
        return Err(field(format!("in the claim: the saltus makes it {}", claim.kind())));
    }
    claim.well_formed().map_err(|reason| field(format!("in the claim: {reason}")))?;
    Ok(claim)
}

/// A JSON value in which no object names a field twice: readers differ in which one counts.
struct Unambiguous(Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Build;

        impl<'de> Visitor<'de> for Build {
            type Value = Unambiguous;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON value")
            }

            fn visit_unit<E>(self) -> Result<Unambiguous, E> {
                Ok(Unambiguous(Value::Null))
            }

            fn visit_bool<E>(self, value: bool) -> Result<Unambiguous, E> {
                Ok(Unambiguous(value.into()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Unambiguous, E> {
                Ok(Unambiguous(value.into()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Unambiguous, E> {
                Ok(Unambiguous(value.into()))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Unambiguous, E> {
                Ok(Unambiguous(value.into()))
            }

            fn visit_str<E>(self, value: &str) -> Result<Unambiguous, E> {
                Ok(Unambiguous(value.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Unambiguous, A::Error> {
                let mut values = Vec::new();
                while let Some(Unambiguous(value)) = list.next_element()? {
                    values.push(value);
                }
                Ok(Unambiguous(Value::Array(values)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Unambiguous, A::Error> {
                let mut fields = Map::new();
                while let Some(name) = object.next_key::<String>()? {
                    if fields.contains_key(&name) {
                        return Err(A::Error::custom(format!("the field \"{name}\" twice")));
                    }
                    let Unambiguous(value) = object.next_value()?;
                    fields.insert(name, value);
                }
                Ok(Unambiguous(Value::Object(fields)))
            }
        }

        deserializer.deserialize_any(Build)
    }
}

fn proof(name: &str, evidence: Option<Value>, nesting: usize) -> Result<Proof, ReadError> {
    let theorem = Theorem::from_name(name).ok_or_else(|| {
        ReadError::new(Kind::UnknownTheorem, format!("unknown theorem \"{name}\""))
    })?;
    let proof = match theorem {
        Theorem::FiniteTakeAndBreak => Some(Proof::FiniteTakeAndBreak),
        Theorem::FiniteSubtraction => Some(Proof::FiniteSubtraction),
        Theorem::AllBut => Some(Proof::AllBut),
        Theorem::Mark => Some(Proof::Mark),
        _ => None,
    };
    if let Some(proof) = proof {
        let none = evidence.is_none().then_some(proof);
        return none.ok_or_else(|| field(format!("theorem {name} takes no evidence")));
    }
    let given = evidence.ok_or_else(|| field(format!("theorem {name} needs evidence")))?;
    let what = "evidence";
    Ok(match theorem {
        Theorem::GrundySplit => Proof::GrundySplit(parse(&given, what)?),
        Theorem::SedecimalArithmetic => Proof::SedecimalArithmetic(parse(&given, what)?),
        Theorem::RecurringOctal => Proof::RecurringOctal(parse(&given, what)?),
        Theorem::RecurringTetral => Proof::RecurringTetral(parse(&given, what)?),
        Theorem::RecurringPeriodic => Proof::RecurringPeriodic(parse(&given, what)?),
        Theorem::Pass => Proof::Pass(parse(&given, what)?),
        Theorem::Tiling => Proof::Tiling(Box::new(parse(&given, what)?)),
        Theorem::Automaton => Proof::Automaton(Box::new(parse(&given, what)?)),
        Theorem::SparseWindow => Proof::SparseWindow(parse(&given, what)?),
        Theorem::MisereQuotient => Proof::MisereQuotient(parse(&given, what)?),
        Theorem::MisereLead => Proof::MisereLead(parse(&given, what)?),
        Theorem::StandardForm => {
            let Value::Object(mut fields) = given else {
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
        _ => return Err(field(format!("theorem {name} takes no evidence"))),
    })
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
        let numbers = |numbers: &[i128]| -> Vec<crate::Integer> {
            numbers.iter().map(|number| (*number).into()).collect()
        };
        let point = crate::Point { tile: 0, at: numbers(&[-3]) };
        let there = crate::Argument::There(crate::There {
            tile: 0,
            at: vec![numbers(&[1, -1])],
            choice: 1,
            because: vec![numbers(&[1, 0])],
        });
        let never = crate::Argument::Never(numbers(&[1, 2, 1 << 100]));
        let divided =
            crate::Argument::Divide(numbers(&[0, 1]), 2_u64.into(), Box::new(never.clone()));
        let tiling = crate::Tiling {
            tiles: vec![crate::Tile {
                within: vec![numbers(&[0, -(1 << 63) - 1]), vec![]],
                heap: numbers(&[-1, 2]),
                value: vec![],
                period: numbers(&[1]),
                natural: [numbers(&[1, 0]), numbers(&[1, u64::MAX.into()])],
                next: crate::Argument::Split(numbers(&[-1]), Box::new([there, divided])),
                options: vec![never.clone()],
                values: never.clone(),
                least: never,
            }],
            start: point.clone(),
            heaps: vec![point],
        };
        let large = |period: i128, saltus: i128| {
            let (period, saltus) = (period.into(), saltus.into());
            Claim::LargeRegular(LargeRegularity { preperiod: 0, period, saltus })
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
            (regular(0), Proof::Pass(crate::Pass { from: 4, multiple: 2 })),
            (regular(4), Proof::RecurringOctal(Recurrence { multiple: 2, blocks: 1 })),
            (regular(4), Proof::Tiling(Box::new(tiling.clone()))),
            (large(1 << 64, 0), Proof::Tiling(Box::new(tiling.clone()))),
            (large(1 << 100, 1 << 64), Proof::Tiling(Box::new(tiling))),
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
            (Claim::Records(Records { base: 1 << 32, first: 1 }), Proof::Mark),
            (quotient(Extent::Heaps(28)), monoid.clone()),
            (quotient(Extent::All { preperiod: 71, period: 12 }), monoid),
            (
                Claim::MisereLead(LeadClaim { preperiod: 1, period: 2, value: 3 }),
                Proof::MisereLead(crate::Lead {
                    weights: vec![0, 1, 2],
                    reaches: vec![0, 0, 3],
                    step: 2,
                    parity: 2,
                }),
            ),
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
            ("\"period\":12", "\"period\":12.0", Kind::Field),
            ("\"period\":12", "\"period\":1.2e1", Kind::Field),
            ("\"period\":12", "\"period\":\"12\"", Kind::Field),
            ("\"period\":12", "\"period\":18446744073709551616", Kind::Field),
            ("\"period\":12", "\"period\":\"018446744073709551616\"", Kind::Field),
            ("\"period\":12", "\"period\":\"-18446744073709551616\"", Kind::Field),
            ("\"period\":12", "\"period\":\"1844674407370955161x\"", Kind::Field),
            ("\"saltus\":0", "\"saltus\":\"18446744073709551616\"", Kind::Field),
            ("\"saltus\":0", "\"saltus\":-1", Kind::Field),
            ("\"saltus\":0", "\"saltus\":\"-18446744073709551616\"", Kind::Field),
            ("\"period\":12", "\"period\":012", Kind::Syntax),
            ("\"period\":12", "\"period\":12, \"period\":12", Kind::Field),
            ("\"period\":12", "\"period\":12, \"kind\":\"periodic\"", Kind::Field),
            ("\"period\":12", "\"period\":12, \"periodic_residues\":[]", Kind::Field),
            ("\"period\":12", "\"period\":12, \"heaps\":null", Kind::Field),
            ("\"period\":12,", "", Kind::Field),
            (",\"saltus\":0", "", Kind::Field),
            ("\"saltus\":0", "\"saltus\":null", Kind::Field),
            ("\"saltus\":0", "\"saltus\":-0", Kind::Field),
            ("\"game\": \"0.77\"", "\"game\": \"0.77\", \"game\": \"0.7\"", Kind::Field),
            ("\"game\": \"0.77\"", "\"game\": 0.77", Kind::Field),
            ("\"game\": \"0.77\",", "", Kind::Field),
            ("\"version\": 1,", "", Kind::Field),
            ("\"version\": 1", "\"version\": 1, \"Version\": 1", Kind::Field),
            ("\"version\": 1", "\"version\": 1, \"evidence\": null", Kind::Field),
            ("\"version\": 1", "\"version\": 1, \"evidence\": {}", Kind::Field),
            ("break\"\n}", "break\"\n} {}", Kind::Syntax),
            ("\"saltus\":0", "\"saltus\":1", Kind::Field),
            ("\"periodic\"", "\"weird\"", Kind::Field),
            ("{", "[", Kind::Syntax),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            let error = Certificate::from_json(changed.as_bytes()).unwrap_err();
            assert_eq!(error.kind(), kind, "{changed}: {error}");
        }
        let list = br#"["sprague", 1, "0.77"]"#;
        assert_eq!(Certificate::from_json(list).unwrap_err().kind(), Kind::NotACertificate);
        let deep = "[".repeat(100_000);
        assert_eq!(Certificate::from_json(deep.as_bytes()).unwrap_err().kind(), Kind::Syntax);
    }

    /// Evidence is read as strictly: fields once, none left out, none too many, objects where
    /// objects belong.
    #[test]
    fn strict_evidence() {
        let with = |claim: &str, theorem: &str, evidence: &str| {
            let text = format!(
                r#"{{"certificate":"sprague","version":1,"game":"0.77","claim":{claim},
                "theorem":"{theorem}","evidence":{evidence}}}"#
            );
            Certificate::from_json(text.as_bytes()).map_err(|error| error.kind())
        };
        let periodic = r#"{"kind":"periodic","preperiod":1,"period":2,"saltus":0}"#;
        assert!(with(periodic, "grundy-split", r#"{"multiple":2}"#).is_ok());
        for evidence in [
            "null",
            "2",
            "[2]",
            "{}",
            r#"{"multiple":-1}"#,
            r#"{"multiple":null}"#,
            r#"{"multiple":1,"multiple":2}"#,
            r#"{"multiple":1,"blocks":2}"#,
        ] {
            assert_eq!(with(periodic, "grundy-split", evidence), Err(Kind::Field), "{evidence}");
        }
        let automaton = |more: &str| {
            let dfa = r#"{"accepting":[0],"next":[0,0,0,0],"roots":[[0,1]]}"#;
            let evidence = format!(
                r#"{{"modulus":1,"base":2,"low_bits":0,"gamma":{dfa},"sums":[],"options":{dfa}{more}}}"#
            );
            with(r#"{"kind":"automatic"}"#, "automaton", &evidence)
        };
        assert!(automaton("").is_ok());
        for more in [
            r#","unequal":null"#,
            r#","laws":null"#,
            r#","closures":[]"#,
            r#","closures":[[1,{"accepting":[],"next":[],"roots":[]}]]"#,
            r#","base":2"#,
        ] {
            assert_eq!(automaton(more), Err(Kind::Field), "{more}");
        }
        let claims = [
            "[\"periodic\",1,2,0]",
            "null",
            r#"{"kind":"periodic","preperiod":1,"period":2,"saltus":1}"#,
            r#"{"kind":"arithmetic-periodic","preperiod":1,"period":2,"saltus":0}"#,
            r#"{"kind":"ruler","preperiod":1}"#,
            r#"{"kind":"closed-form","base":1,"first":0}"#,
            r#"{"kind":"closed-form","base":3}"#,
            r#"{"kind":"closed-form","base":3,"first":-1}"#,
            r#"{"kind":"closed-form","base":3,"first":0,"period":1}"#,
            r#"{"kind":"automatic","saltus":null}"#,
            r#"{"kind":"sapp","preperiod":0,"period":2,"saltus":0,"periodic_residues":[0]}"#,
            r#"{"kind":"sapp","preperiod":0,"period":2,"saltus":1,"periodic_residues":[]}"#,
            r#"{"kind":"sapp","preperiod":0,"period":2,"saltus":1,"periodic_residues":[2]}"#,
            r#"{"kind":"sapp","preperiod":0,"period":2,"saltus":1,"periodic_residues":[0,1]}"#,
            r#"{"kind":"sapp","preperiod":0,"period":3,"saltus":1,"periodic_residues":[1,0]}"#,
            r#"{"kind":"sapp","preperiod":0,"period":3,"saltus":1,"periodic_residues":[1,1]}"#,
            r#"{"kind":"misere-quotient","order":1,"p_order":1,"heaps":1,"period":2}"#,
            r#"{"kind":"misere-quotient","order":1,"p_order":1,"preperiod":1,"period":0}"#,
            r#"{"kind":"misere-quotient","order":1,"p_order":1,"preperiod":1}"#,
            r#"{"kind":"misere-quotient","order":1,"p_order":1,"heaps":1,"saltus":0}"#,
            r#"{"kind":"misere-lead","preperiod":1,"period":0,"value":2}"#,
            r#"{"kind":"misere-lead","preperiod":1,"period":2}"#,
            r#"{"kind":"misere-lead","preperiod":1,"period":2,"value":-2}"#,
            r#"{"kind":"misere-lead","preperiod":1,"period":2,"value":2,"order":2}"#,
        ];
        for claim in claims {
            assert_eq!(
                with(claim, "grundy-split", r#"{"multiple":2}"#),
                Err(Kind::Field),
                "{claim}"
            );
        }
        let inner = kayles().to_json();
        assert!(with(periodic, "standard-form", &format!(r#"{{"of":{inner}}}"#)).is_ok());
        for evidence in [
            format!(r#"{{"of":{inner},"of":{inner}}}"#),
            format!(r#"{{"of":{inner},"to":{inner}}}"#),
            format!("[{inner}]"),
            inner.clone(),
        ] {
            assert_eq!(with(periodic, "standard-form", &evidence), Err(Kind::Field), "{evidence}");
        }
    }
}
