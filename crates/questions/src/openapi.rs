//! The OpenAPI description, made from the table of questions and the types of their answers.

use crate::endpoints::ENDPOINTS;
use crate::question::{Endpoint, Form, Parameter};
use serde_json::{Map, Value, json};
use sprague_answers::ErrorAnswer;
use sprague_answers::schema::inline;

/// The OpenAPI 3.1 document.
pub fn document() -> Value {
    let mut paths = Map::new();
    for endpoint in ENDPOINTS {
        let method = if endpoint.body { "post" } else { "get" };
        paths.insert(format!("/api/{}", endpoint.name), json!({method: operation(endpoint)}));
        if endpoint.job {
            paths.insert(format!("/api/jobs/{}", endpoint.name), json!({method: job(endpoint)}));
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "sprague",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Impartial heap games: nim-sequences computed, proved and played. The same objects as the program's --format json. Long work is asked of /api/jobs/NAME, which sends server-sent events: 'progress' {done, total}, then one 'result' with the object or one 'error'; closing the stream stops the work.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": {"Error": inline::<ErrorAnswer<'_>>()}},
    })
}

fn operation(endpoint: &Endpoint) -> Value {
    let mut operation = json!({
        "operationId": endpoint.name,
        "summary": endpoint.about,
        "parameters": endpoint.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "responses": responses(endpoint.content_type, Some((endpoint.schema)())),
    });
    with_body(endpoint, &mut operation);
    operation
}

/// The body of a question, and what may be wrong with it.
fn with_body(endpoint: &Endpoint, operation: &mut Value) {
    if endpoint.body {
        operation["requestBody"] = json!({
            "required": true,
            "content": {"application/json": {"schema": {"type": "object"}}},
        });
        operation["responses"]["408"] = error("The body did not arrive in time.");
        operation["responses"]["413"] = error("The body is too large.");
    }
}

fn job(endpoint: &Endpoint) -> Value {
    let mut operation = json!({
        "operationId": format!("job-{}", endpoint.name),
        "summary": format!("As /api/{}, with progress events.", endpoint.name),
        "parameters": endpoint.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "responses": responses("text/event-stream", None),
    });
    with_body(endpoint, &mut operation);
    operation
}

fn responses(content_type: &str, schema: Option<Value>) -> Value {
    let content = schema.map_or_else(|| json!({}), |schema| json!({"schema": schema}));
    json!({
        "200": {"description": "The answer.", "content": {content_type: content}},
        "400": error("The question is not well-formed."),
        "422": error("The question is well-formed, but there is no answer or it costs too much."),
        "414": {"description": "The address is too long."},
        "431": {"description": "The address or the headers are too long."},
        "503": error("Too many requests wait; try again."),
    })
}

fn error(description: &str) -> Value {
    json!({
        "description": description,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    })
}

fn parameter(parameter: &Parameter) -> Value {
    let schema = match parameter.form {
        Form::Text { most } => json!({"type": "string", "maxLength": most}),
        Form::Digits { most } => {
            json!({"type": "string", "pattern": "^[0-9]+$", "maxLength": most})
        }
        Form::Integer { least, most, default } => {
            let mut schema = json!({"type": "integer", "minimum": least, "maximum": most});
            if !parameter.required {
                schema["default"] = json!(default);
            }
            schema
        }
        Form::Flag => json!({"type": "boolean", "default": false}),
        Form::Choice(words) => json!({"type": "string", "enum": words}),
    };
    let example = match parameter.form {
        Form::Integer { .. } => json!(parameter.example.parse::<u64>().unwrap_or(0)),
        Form::Flag => json!(parameter.example == "true"),
        _ => json!(parameter.example),
    };
    json!({
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.about,
        "schema": schema,
        "example": example,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_has_its_form() {
        for endpoint in ENDPOINTS {
            for parameter in endpoint.parameters {
                assert!(
                    parameter.check(parameter.example).is_ok(),
                    "{} {}",
                    endpoint.name,
                    parameter.name
                );
            }
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = ENDPOINTS.iter().map(|e| e.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ENDPOINTS.len());
    }
}
