//! The page, built from `page/` and kept in the program.

/// A file of the page.
pub struct Asset {
    pub path: &'static str,
    pub content_type: &'static str,
    pub bytes: &'static [u8],
}

/// The files of the page. Their names are fixed, so that this list is, too; browsers ask
/// whether they have changed by their entity tags.
pub const ASSETS: [Asset; 4] = [
    Asset {
        path: "/",
        content_type: "text/html; charset=utf-8",
        bytes: include_bytes!("../page/dist/index.html"),
    },
    Asset {
        path: "/page.js",
        content_type: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../page/dist/page.js"),
    },
    Asset {
        path: "/page.css",
        content_type: "text/css; charset=utf-8",
        bytes: include_bytes!("../page/dist/page.css"),
    },
    Asset {
        path: "/icon.svg",
        content_type: "image/svg+xml",
        bytes: include_bytes!("../page/dist/icon.svg"),
    },
];

/// An entity tag: FNV-1a of the bytes.
pub fn entity_tag(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("\"{hash:016x}\"")
}
