//! What JavaScript calls.

use wasm_bindgen::prelude::wasm_bindgen;

/// What became of a certificate.
#[wasm_bindgen]
pub struct Verdict(crate::Verdict);

#[wasm_bindgen]
impl Verdict {
    /// Whether it proves its claim.
    #[wasm_bindgen(getter)]
    pub fn ok(&self) -> bool {
        self.0.ok
    }

    /// The statement that was verified and what proves it, or why it is not.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.0.text.clone()
    }
}

/// Judges the text of a certificate.
#[wasm_bindgen]
pub fn check(certificate: &str) -> Verdict {
    Verdict(crate::judge(certificate))
}

/// The version of sprague.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
