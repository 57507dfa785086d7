//! The JSON schemas of the answers, derived from their types: those of `docs/schemas`, and those
//! of the server's description of itself.

use crate::atlas;
use crate::table::{
    ColChainRow, ColCycleRow, ColGridRow, ColPage, ColTable, ColTreeRow, GrundyFrequencyRow,
    GrundyPeriodRow, MarkRow, OctalGuideRow, OctalRow, RecurringOctalRow, SedecimalRow,
    SubtractionRow, TableAnswer, TripleRow,
};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// A schema in `docs/schemas`.
pub struct SchemaFile {
    /// The name of the file, without its ending.
    pub name: &'static str,
    /// The command whose answers it describes.
    pub command: &'static str,
    schema: fn() -> Schema,
}

pub(crate) const fn file(
    name: &'static str,
    command: &'static str,
    schema: fn() -> Schema,
) -> SchemaFile {
    SchemaFile { name, command, schema }
}

impl SchemaFile {
    /// The schema.
    pub fn schema(&self) -> Value {
        let mut schema = (self.schema)();
        schema.insert("title".to_owned(), format!("sprague {}", self.command).into());
        schema.to_value()
    }

    /// What the file has to say.
    pub fn text(&self) -> String {
        format!("{:#}\n", self.schema())
    }
}

/// One of the classical tables; each is one of the definitions.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)] // the type of a schema: each table is printed by itself
pub(crate) enum TableAnswers {
    Subtraction(TableAnswer<SubtractionRow>),
    Octal(TableAnswer<OctalRow>),
    OctalGuide(TableAnswer<OctalGuideRow>),
    RecurringOctal(TableAnswer<RecurringOctalRow>),
    Sedecimal(TableAnswer<SedecimalRow>),
    GrundyPeriods(TableAnswer<GrundyPeriodRow>),
    GrundyFrequencies(TableAnswer<GrundyFrequencyRow>),
    Mark(TableAnswer<MarkRow>),
    Triples(TableAnswer<TripleRow>),
    ColChains(ColTable<ColChainRow>),
    ColTrees(ColTable<ColTreeRow>),
    ColCycles(ColTable<ColCycleRow>),
    ColGrids(ColTable<ColGridRow>),
    ColPage(ColPage),
}

/// Answers of the atlas; those of each subcommand are one of the definitions. find and export
/// print one row per line.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)] // the type of a schema: each answer is printed by itself
pub(crate) enum AtlasAnswers {
    Find(Box<sprague_atlas::Row>),
    Show(Box<atlas::AtlasGame>),
    Stats(sprague_atlas::Stats),
    Verify(sprague_atlas::Report),
}

/// The schema of what a type looks like as JSON.
pub(crate) fn of<T: JsonSchema>() -> Schema {
    let settings =
        SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(exact));
    settings.into_generator().into_root_schema_for::<T>()
}

/// The same in one piece, without references, to stand inside another document.
pub fn inline<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .for_serialize()
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .with_transform(RecursiveTransform(exact));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("title");
    schema.to_value()
}

/// Objects have no keys but those named, and the width of an integer is our affair.
fn exact(schema: &mut Schema) {
    if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    if schema.get("pattern").is_none() {
        schema.remove("format");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{info, solve};

    #[test]
    fn a_schema_in_one_piece_has_no_references() {
        for text in [inline::<info::InfoAnswer>(), inline::<atlas::AtlasGame>()] {
            assert!(!text.to_string().contains("$ref"), "{text}");
        }
    }

    #[test]
    fn what_is_always_there_is_required_and_nothing_else_is_allowed() {
        let schema = inline::<solve::SolveAnswer>();
        let required = schema["required"].as_array().unwrap();
        assert!(required.contains(&"period".into()), "null where there is none");
        assert!(!required.contains(&"limit".into()), "left out where there is none");
        assert_eq!(schema["additionalProperties"], false);
    }
}
