//! The page, built from `page/` and kept in the program.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;
use std::io::Write;
use std::sync::OnceLock;

/// A file of the page.
pub struct Asset {
    pub path: &'static str,
    pub content_type: &'static str,
    pub bytes: &'static [u8],
    /// The same packed, made when it is first asked for: well, since it is done once.
    brotli: OnceLock<Vec<u8>>,
    gzip: OnceLock<Vec<u8>>,
}

impl Asset {
    const fn new(path: &'static str, content_type: &'static str, bytes: &'static [u8]) -> Self {
        Self { path, content_type, bytes, brotli: OnceLock::new(), gzip: OnceLock::new() }
    }

    /// The bytes as they travel.
    pub fn packed(&'static self, packing: Packing) -> &'static [u8] {
        match packing {
            Packing::None => self.bytes,
            Packing::Brotli => self.brotli.get_or_init(|| packed_by_brotli(self.bytes)),
            Packing::Gzip => self.gzip.get_or_init(|| packed_by_gzip(self.bytes)),
        }
    }

    /// The entity tag of the bytes as they travel: each packing has its own.
    pub fn entity_tag(&self, packing: Packing) -> String {
        // FNV-1a.
        let hash = self.bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!(
            "\"{hash:016x}{}\"",
            packing.name().map(|name| format!("-{name}")).unwrap_or_default()
        )
    }
}

/// How bytes are packed for the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    Brotli,
    Gzip,
    None,
}

impl Packing {
    /// Its name in headers.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::None => None,
        }
    }

    /// The best one that a client says it can unpack.
    pub fn accepted(headers: &HeaderMap) -> Self {
        let lines = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
        let words: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
        let takes = |wanted: &str| {
            words.iter().any(|word| {
                let (name, quality) = word.split_once(';').unwrap_or((word, "q=1"));
                let refused = quality.trim().strip_prefix("q=").is_none_or(|quality| {
                    quality.trim().parse::<f32>().is_ok_and(|quality| quality <= 0.0)
                });
                name.trim().eq_ignore_ascii_case(wanted) && !refused
            })
        };
        if takes("br") {
            Self::Brotli
        } else if takes("gzip") {
            Self::Gzip
        } else {
            Self::None
        }
    }
}

fn packed_by_brotli(bytes: &[u8]) -> Vec<u8> {
    let parameters =
        brotli::enc::BrotliEncoderParams { quality: 9, lgwin: 22, ..Default::default() };
    let mut packed = Vec::new();
    // Memory takes all that is written to it.
    let _ = brotli::BrotliCompress(&mut &*bytes, &mut packed, &parameters);
    packed
}

fn packed_by_gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    // As above.
    let _ = packer.write_all(bytes);
    packer.finish().unwrap_or_default()
}

/// The one page that others may show in a frame.
pub const EMBED: &str = "/embed.html";
/// The one script that other pages may load: it makes such frames.
pub const BOARD: &str = "/sprague-board.js";

/// The files of the page. Their names are fixed, so that this list is, too; browsers ask
/// whether they have changed by their entity tags.
pub static ASSETS: [Asset; 8] = [
    Asset::new("/", "text/html; charset=utf-8", include_bytes!("../page/dist/index.html")),
    Asset::new(
        "/page.js",
        "text/javascript; charset=utf-8",
        include_bytes!("../page/dist/page.js"),
    ),
    Asset::new(
        "/common.js",
        "text/javascript; charset=utf-8",
        include_bytes!("../page/dist/common.js"),
    ),
    Asset::new("/page.css", "text/css; charset=utf-8", include_bytes!("../page/dist/page.css")),
    Asset::new("/icon.svg", "image/svg+xml", include_bytes!("../page/dist/icon.svg")),
    Asset::new(EMBED, "text/html; charset=utf-8", include_bytes!("../page/dist/embed.html")),
    Asset::new(
        "/embed.js",
        "text/javascript; charset=utf-8",
        include_bytes!("../page/dist/embed.js"),
    ),
    Asset::new(
        BOARD,
        "text/javascript; charset=utf-8",
        include_bytes!("../page/dist/sprague-board.js"),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// The page has no fonts; without them it is to weigh less than 250 kB, before it is packed.
    #[test]
    fn the_page_is_light() {
        let plain: usize = ASSETS.iter().map(|asset| asset.bytes.len()).sum();
        let packed: usize = ASSETS.iter().map(|asset| asset.packed(Packing::Brotli).len()).sum();
        assert!(plain < 250_000, "{plain} bytes");
        assert!(packed < 75_000, "{packed} bytes packed");
    }

    #[test]
    fn what_is_packed_is_unpacked_to_the_same() {
        for asset in &ASSETS {
            let mut plain = Vec::new();
            let mut packed = asset.packed(Packing::Brotli);
            brotli::BrotliDecompress(&mut packed, &mut plain).unwrap();
            assert_eq!(plain, asset.bytes, "{}", asset.path);
            plain.clear();
            let packed = asset.packed(Packing::Gzip);
            flate2::read::GzDecoder::new(packed).read_to_end(&mut plain).unwrap();
            assert_eq!(plain, asset.bytes, "{}", asset.path);
        }
        let [br, gzip, none] =
            [Packing::Brotli, Packing::Gzip, Packing::None].map(|p| ASSETS[1].entity_tag(p));
        assert!(br != gzip && gzip != none && none != br);
    }

    #[test]
    fn clients_say_what_they_unpack() {
        let asked = |line: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, axum::http::HeaderValue::from_static(line));
            Packing::accepted(&headers)
        };
        assert_eq!(asked("gzip, deflate, br, zstd"), Packing::Brotli);
        assert_eq!(asked("gzip;q=0.5, BR ; q=0.1"), Packing::Brotli);
        assert_eq!(asked("gzip, br;q=0"), Packing::Gzip);
        assert_eq!(asked("gzip;q=0.0"), Packing::None);
        assert_eq!(asked("*, identity, x, ;;q"), Packing::None);
        assert_eq!(Packing::accepted(&HeaderMap::new()), Packing::None);
    }
}
