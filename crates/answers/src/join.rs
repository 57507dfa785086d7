//! `join`: how a class reaches the page.

use schemars::JsonSchema;
use serde::Serialize;

/// How others reach this server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct JoinAnswer {
    /// The address to type; null where the server is not in class mode.
    pub address: Option<String>,
    /// Further addresses of the same machine, for those who are in another of its networks.
    pub others: Vec<String>,
    /// The address, with what was asked for behind it, as a QR code in SVG.
    pub qr: Option<String>,
}
