//! `selftest`: known results, computed anew.

use schemars::JsonSchema;
use serde::Serialize;

/// One check; one object per line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SelftestAnswer<'a> {
    /// The group of checks.
    pub check: &'a str,
    /// Whether all is as it must be.
    pub ok: bool,
    /// What was verified, or what is wrong.
    pub statement: &'a str,
}
