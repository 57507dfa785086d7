//! JSON schemas of the answers, from a few words.

use serde_json::{Value, json};

/// A text.
pub fn text() -> Value {
    json!({"type": "string"})
}

/// A whole number.
pub fn whole() -> Value {
    json!({"type": "integer", "minimum": 0})
}

/// A number that is a string when it may exceed 2^53.
pub fn big() -> Value {
    json!({"type": ["integer", "string"]})
}

/// The same, or nothing.
pub fn big_or_null() -> Value {
    json!({"type": ["integer", "string", "null"]})
}

/// Of this kind, or nothing.
pub fn nullable(kind: &str) -> Value {
    json!({"type": [kind, "null"]})
}

/// A list of these.
#[allow(clippy::needless_pass_by_value)] // reads as the literal it is given
pub fn list(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

/// An object that has at least these keys.
#[allow(clippy::needless_pass_by_value)] // reads as the literal it is given
pub fn object(properties: Value) -> Value {
    let names: Vec<String> =
        properties.as_object().map(|o| o.keys().cloned().collect()).unwrap_or_default();
    json!({"type": "object", "required": names, "properties": properties})
}

/// What is told about a value of a short game.
pub fn value_facts() -> Value {
    object(json!({
        "value": nullable("string"), "outcome": {"enum": ["L", "R", "N", "P"]},
        "left_stop": text(), "right_stop": text(), "mean": text(), "temperature": text(),
        "birthday": text(),
    }))
}
