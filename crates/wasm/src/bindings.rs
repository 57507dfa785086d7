//! What JavaScript calls.

use js_sys::Function;
use sprague_answers::atlas::Shared;
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

thread_local! {
    /// Who is told how far the work is. A budget wants what any thread may call; here is only one
    /// thread, and the function stays with it.
    static PROGRESS: RefCell<Option<Function>> = const { RefCell::new(None) };
    /// The seed atlas, read when it is first asked for.
    static ATLAS: Shared = Shared::default();
}

/// What a question gets.
#[wasm_bindgen]
pub struct Answer(crate::Told);

#[wasm_bindgen]
impl Answer {
    /// As HTTP says it: 200, or why there is no answer.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// The kind of content.
    #[wasm_bindgen(getter)]
    pub fn content_type(&self) -> String {
        self.0.content_type.to_owned()
    }

    /// The answer, or the error as JSON.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> Vec<u8> {
        self.0.body.to_vec()
    }
}

#[wasm_bindgen]
extern "C" {
    /// The console of the worker.
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Says on the console where a fault of ours happened; the trap that follows says nothing.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|fault| error(&fault.to_string())));
}

/// Gives the program the file `seed.bin` of its atlas, before the first question. Without it, or with
/// another file, questions to the atlas say that it is not here, and all others are answered.
#[wasm_bindgen]
pub fn plant(seed: Vec<u8>) {
    sprague_answers::atlas::give_seed(seed);
}

/// Answers a question within so many seconds and bytes; see `ask`. `progress(done, total)` is
/// called some ten times a second while there is work, with total 0 where it is not known.
#[wasm_bindgen]
pub fn answer(
    name: &str,
    query: &str,
    body: Option<String>,
    progress: &Function,
    seconds: f64,
    bytes: f64,
) -> Answer {
    PROGRESS.set(Some(progress.clone()));
    let tell = |progress: &sprague::Progress| {
        let (done, total) = (progress.done as f64, progress.total.unwrap_or(0) as f64);
        PROGRESS.with_borrow(|function| {
            if let Some(function) = function {
                // A report that fails is no reason to stop.
                let _ = function.call2(&JsValue::NULL, &done.into(), &total.into());
            }
        });
    };
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    let told = ATLAS.with(|atlas| crate::ask(name, query, body, time, bytes as u64, atlas, tell));
    PROGRESS.set(None);
    Answer(told)
}

/// The version of sprague.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Seconds that a kernel (`auto`, `scalar`, `simd128`) takes for the values of the heaps below
/// `heaps`, and their checksum, as text: `1.25 0123456789abcdef`; see `speed`.
#[wasm_bindgen]
pub fn speed(game: &str, heaps: f64, kernel: &str) -> Result<String, JsValue> {
    let speed = crate::speed::speed(game, heaps as u64, kernel)?;
    Ok(format!("{} {:016x}", speed.seconds, speed.checksum))
}
