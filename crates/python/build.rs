//! Lets the extension module link on macOS, where symbols of Python stay open.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
