//! Requests: the first line is the target, the rest the body. Whatever is asked, the server
//! answers within its budget, with a status that is no fault of its own and, on the API, with
//! JSON that says what is wrong.

#![no_main]

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, Uri};
use libfuzzer_sys::fuzz_target;
use sprague_server::{App, Config};
use std::sync::LazyLock;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

static SERVER: LazyLock<(Runtime, App)> = LazyLock::new(|| {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let config = Config {
        heaps: 200,
        memory: 1 << 24,
        time: Duration::from_millis(300),
        job_time: Duration::from_millis(300),
        ..Config::default()
    };
    (runtime, App::new(config))
});

fuzz_target!(|text: &str| {
    let (target, body) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(uri) = target.parse::<Uri>() else { return };
    let method = if body.is_empty() { Method::GET } else { Method::POST };
    let request =
        Request::builder().method(method).uri(uri).body(Body::from(body.to_owned())).unwrap();
    let (runtime, app) = &*SERVER;
    runtime.block_on(async {
        let response = app.respond(request, None).await;
        let status = response.status().as_u16();
        // 503: the budget is used up.
        assert!(status < 500 || status == 503, "{status}: {target}");
        let answer = to_bytes(response.into_body(), 1 << 26).await.unwrap();
        if target.starts_with("/api/") && status >= 400 {
            let error: serde_json::Value = serde_json::from_slice(&answer).unwrap();
            assert!(error["error"]["message"].is_string(), "{target}");
        }
    });
});
