//! `bindgen MODULE.wasm NAME DIRECTORY`: writes `NAME.js`, `NAME.d.ts` and `NAME_bg.wasm`.
//!
//! What `wasm-bindgen --target web` does, built from the library alone: the program of that name
//! brings a test runner, an HTTP server and a client, and takes twice as long to build.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, name, directory] = arguments.as_slice() else {
        eprintln!("usage: bindgen MODULE.wasm NAME DIRECTORY");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(true);
    // Names of functions are for debuggers and a tenth of the module.
    bindgen.remove_name_section(true).remove_producers_section(true);
    if let Err(error) = bindgen.web(true).and_then(|bindgen| bindgen.generate(directory)) {
        eprintln!("bindgen: {error:#}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
