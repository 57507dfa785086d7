//! Query strings, checked against the parameters of an endpoint.

use crate::question::{Form, Parameter};
use sprague_answers::AnswerError;
use std::fmt::Write;

/// The parameters of a request, all valid.
#[derive(Clone, Debug, Default)]
pub struct Query {
    given: Vec<(&'static str, String)>,
}

impl Query {
    /// Reads a query string: no unknown name, none twice, every value of its form.
    pub fn parse(text: &str, parameters: &'static [Parameter]) -> Result<Self, AnswerError> {
        let mut given: Vec<(&'static str, String)> = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (decode(name)?, decode(value)?);
            let Some(parameter) = parameters.iter().find(|p| p.name == name) else {
                let names: Vec<&str> = parameters.iter().map(|p| p.name).collect();
                let hint = match names.len() {
                    0 => "there are none here".to_owned(),
                    _ => format!("known here: {}", names.join(", ")),
                };
                return Err(AnswerError::malformed(
                    format!("unknown parameter '{}'", short(&name)),
                    hint,
                ));
            };
            if given.iter().any(|(known, _)| *known == parameter.name) {
                return Err(AnswerError::malformed(
                    format!("parameter '{name}' is given twice"),
                    "give it once",
                ));
            }
            parameter.check(&value)?;
            given.push((parameter.name, value));
        }
        for parameter in parameters.iter().filter(|p| p.required) {
            if !given.iter().any(|(name, _)| *name == parameter.name) {
                return Err(AnswerError::malformed(
                    format!("parameter '{}' is missing", parameter.name),
                    parameter.about,
                ));
            }
        }
        given.sort_unstable();
        Ok(Self { given })
    }

    /// A text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.given.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// A number that was checked to be one.
    pub fn integer(&self, name: &str) -> Option<u64> {
        self.text(name).and_then(|digits| digits.parse().ok())
    }

    /// Whether a flag is set.
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == Some("true")
    }

    /// One text for equal questions.
    pub fn key(&self, endpoint: &str) -> String {
        let mut key = endpoint.to_owned();
        for (name, value) in &self.given {
            // Lengths keep values apart that contain the separators.
            let _ = write!(key, "&{name}={}:{value}", value.len());
        }
        key
    }
}

impl Parameter {
    /// Whether a value has the parameter's form.
    pub fn check(&self, value: &str) -> Result<(), AnswerError> {
        let wrong = |what: String, hint: String| {
            Err(AnswerError::malformed(format!("parameter '{}': {what}", self.name), hint))
        };
        match self.form {
            Form::Text { most } => {
                if value.chars().count() > most {
                    return wrong("too long".into(), format!("at most {most} characters are read"));
                }
            }
            Form::Digits { most } => {
                if value.is_empty() || !value.bytes().all(|b| b.is_ascii_digit()) {
                    return wrong(
                        format!("'{}' is no whole number", short(value)),
                        "write digits only".into(),
                    );
                }
                if value.len() > most {
                    return wrong(
                        format!("a number of {} digits", value.len()),
                        format!("at most {most} digits are read"),
                    );
                }
            }
            Form::Integer { least, most, .. } => {
                let number =
                    value.parse::<u64>().ok().filter(|_| value.bytes().all(|b| b.is_ascii_digit()));
                match number {
                    None => {
                        return wrong(
                            format!("'{}' is no whole number", short(value)),
                            format!("write a number from {least} to {most}"),
                        );
                    }
                    Some(n) if !(least..=most).contains(&n) => {
                        return wrong(
                            format!("{n} is out of range"),
                            format!("write a number from {least} to {most}"),
                        );
                    }
                    Some(_) => {}
                }
            }
            Form::Flag => {
                if !["true", "false"].contains(&value) {
                    return wrong(
                        format!("'{}' is neither true nor false", short(value)),
                        "write true or false".into(),
                    );
                }
            }
            Form::Choice(words) => {
                if !words.contains(&value) {
                    return wrong(
                        format!("'{}' is unknown", short(value)),
                        format!("one of {}", words.join(", ")),
                    );
                }
            }
        }
        Ok(())
    }
}

/// The beginning of a text, fit for a message.
fn short(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_default).collect()
}

/// Percent decoding; `+` is a space, as forms write it.
fn decode(text: &str) -> Result<String, AnswerError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digit = |b: Option<u8>| b.and_then(|b| char::from(b).to_digit(16));
                let (high, low) = (digit(rest.next()), digit(rest.next()));
                match (high, low) {
                    (Some(high), Some(low)) => (16 * high + low) as u8,
                    _ => {
                        return Err(AnswerError::malformed(
                            "a '%' in the address is not followed by two hexadecimal digits",
                            "write %25 for a percent sign",
                        ));
                    }
                }
            }
            other => other,
        });
    }
    String::from_utf8(bytes)
        .map_err(|_| AnswerError::malformed("the address is not UTF-8", "encode text as UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMETERS: &[Parameter] = &[
        Parameter::required("game", Form::Text { most: 10 }, "The rules.", "0.77"),
        Parameter::optional(
            "to",
            Form::Integer { least: 1, most: 9, default: 5 },
            "The last heap.",
            "7",
        ),
        Parameter::optional("moves", Form::Flag, "List moves.", "true"),
    ];

    fn parse(text: &str) -> Result<Query, String> {
        Query::parse(text, PARAMETERS).map_err(|e| e.to_string())
    }

    #[test]
    fn values_are_decoded_and_found() {
        let query = parse("game=S%281%2C2%29&to=7").unwrap();
        assert_eq!(query.text("game"), Some("S(1,2)"));
        assert_eq!(query.integer("to"), Some(7));
        assert!(!query.flag("moves"));
        assert_eq!(parse("to=7&game=a").unwrap().key("x"), parse("game=a&to=7").unwrap().key("x"));
        assert_eq!(parse("game=a+b").unwrap().text("game"), Some("a b"));
    }

    #[test]
    fn each_mistake_is_named() {
        for (text, part) in [
            ("to=7", "'game' is missing"),
            ("game=a&game=b", "given twice"),
            ("game=a&tp=7", "unknown parameter 'tp'"),
            ("game=a&to=0", "out of range"),
            ("game=a&to=%2B7", "no whole number"),
            ("game=a&to=99999999999999999999999", "no whole number"),
            ("game=01234567890", "too long"),
            ("game=%zz", "hexadecimal"),
            ("game=%ff", "UTF-8"),
            ("game=a&moves=yes", "true nor false"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
