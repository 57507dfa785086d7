//! From a request to a response.

use crate::cache::Cache;
use crate::page::{ASSETS, BOARD, EMBED, Packing};
use crate::work::{Finished, Running, Seat, Workers};
use crate::{Config, log};
use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Method, Request, Response, StatusCode};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde_json::{Value, json};
use sprague_answers::{AnswerError, Budget};
use sprague_questions::status::NoAnswer;
use sprague_questions::{Answer, Asked, Limits, endpoints, openapi};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;

/// The server without its sockets: a request in, a response out.
#[derive(Clone)]
pub struct App(Arc<Shared>);

struct Shared {
    config: Config,
    workers: Workers,
    cache: Cache,
    openapi: Bytes,
    /// Becomes true when the server stops.
    stopping: watch::Sender<bool>,
}

/// Scripts, styles, pictures and connections from this server alone; the page is never
/// framed and sends no forms. [`EMBED`] alone may be framed, by whoever wants to.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Who may hold on to a window that opened this one.
const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Who may load what is served here into a page of theirs.
const RESOURCES: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Headers of every response, but for the exceptions in [`security`].
const SECURITY: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (OPENER, "same-origin"),
    (RESOURCES, "same-origin"),
];

/// A header of the response to a path: the usual one, but for what others may frame and load.
fn security(path: &str, name: &HeaderName, usual: &'static str) -> Option<HeaderValue> {
    match path {
        EMBED if name == header::X_FRAME_OPTIONS => None,
        EMBED if name == header::CONTENT_SECURITY_POLICY => {
            let policy = usual.replace("frame-ancestors 'none'", "frame-ancestors *");
            HeaderValue::from_str(&policy).ok()
        }
        BOARD if name == RESOURCES => Some(HeaderValue::from_static("cross-origin")),
        _ => Some(HeaderValue::from_static(usual)),
    }
}

/// How often a job tells how far it is.
const TICK: Duration = Duration::from_millis(200);

impl App {
    /// A server with this configuration.
    pub fn new(config: Config) -> Self {
        let workers = Workers::new(&config);
        let cache = Cache::new(config.cache);
        let openapi = Bytes::from(openapi::document().to_string());
        let (stopping, _) = watch::channel(false);
        Self(Arc::new(Shared { config, workers, cache, openapi, stopping }))
    }

    /// Ends jobs under way.
    pub fn stop(&self) {
        // Unlike `send`, this is also seen by jobs that begin to listen later.
        self.0.stopping.send_replace(true);
    }

    /// Answers a request.
    pub async fn respond<B>(&self, request: Request<B>, peer: Option<SocketAddr>) -> Response<Body>
    where
        B: axum::body::HttpBody<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let start = Instant::now();
        let (parts, body) = request.into_parts();
        let (method, target) = (parts.method.clone(), parts.uri.to_string());
        let mut response = self.route(&parts, Body::new(body), peer).await;
        for (name, value) in SECURITY {
            // Without https, which a class has not, browsers ignore this one and complain.
            if self.0.config.class.is_some() && name == OPENER {
                continue;
            }
            if let Some(value) = security(parts.uri.path(), &name, value) {
                response.headers_mut().insert(name, value);
            }
        }
        if let Some(write) = &self.0.config.log {
            let peer = peer.map_or_else(|| "-".to_owned(), |peer| peer.ip().to_string());
            let status = response.status().as_u16();
            write(&log::line(&peer, method.as_str(), &target, status, start.elapsed()));
        }
        response
    }

    async fn route(
        &self,
        parts: &axum::http::request::Parts,
        body: Body,
        peer: Option<SocketAddr>,
    ) -> Response<Body> {
        let path = parts.uri.path();
        let query = parts.uri.query().unwrap_or("");
        let reads = [Method::GET, Method::HEAD].contains(&parts.method);
        if let Some(name) = path.strip_prefix("/api/") {
            let (name, job) = match name.strip_prefix("jobs/") {
                Some(name) => (name, true),
                None => (name, false),
            };
            if name == "openapi.json" && !job {
                if !reads {
                    return no_answer(&NoAnswer::Method { allowed: "GET, HEAD" });
                }
                return bytes_response(StatusCode::OK, "application/json", self.0.openapi.clone());
            }
            let Some(endpoint) = endpoints::find(name).filter(|e| !job || e.job) else {
                return no_answer(&NoAnswer::Unknown);
            };
            let seat = match peer.map(|peer| self.0.workers.seat(peer.ip())).transpose() {
                Ok(seat) => seat,
                Err(error) => return no_answer(&error),
            };
            let body = match (endpoint.body, &parts.method) {
                (false, _) if reads => None,
                (true, &Method::POST) => match self.read(body).await {
                    Ok(body) => Some(body),
                    Err(response) => return response,
                },
                _ => return no_answer(&NoAnswer::Method { allowed: endpoint.methods() }),
            };
            let asked = match Asked::read(endpoint, query, body) {
                Ok(asked) => asked,
                Err(error) => return no_answer(&error),
            };
            return if job {
                self.job(asked, parts.method == Method::HEAD, seat)
            } else {
                self.ask(asked).await
            };
        }
        match ASSETS.iter().find(|asset| asset.path == path) {
            Some(_) if !reads => no_answer(&NoAnswer::Method { allowed: "GET, HEAD" }),
            Some(asset) => {
                let packing = Packing::accepted(&parts.headers);
                let tag = asset.entity_tag(packing);
                let known = parts
                    .headers
                    .get(header::IF_NONE_MATCH)
                    .and_then(|value| value.to_str().ok())
                    .is_some_and(|tags| tags.split(',').any(|t| t.trim() == tag));
                let mut response = if known {
                    let mut response = Response::new(Body::empty());
                    *response.status_mut() = StatusCode::NOT_MODIFIED;
                    response
                } else {
                    let body = Bytes::from_static(asset.packed(packing));
                    let mut response = bytes_response(StatusCode::OK, asset.content_type, body);
                    if let Some(name) = packing.name() {
                        let name = HeaderValue::from_static(name);
                        response.headers_mut().insert(header::CONTENT_ENCODING, name);
                    }
                    response
                };
                let vary = HeaderValue::from_static("accept-encoding");
                response.headers_mut().insert(header::VARY, vary);
                if let Ok(tag) = HeaderValue::from_str(&tag) {
                    response.headers_mut().insert(header::ETAG, tag);
                }
                response
            }
            None => bytes_response(
                StatusCode::NOT_FOUND,
                "text/plain; charset=utf-8",
                Bytes::from_static(
                    b"There is nothing here. The page is at /, the API at /api/openapi.json.\n",
                ),
            ),
        }
    }

    /// Reads a body of bounded size in bounded time.
    async fn read(&self, body: Body) -> Result<Vec<u8>, Response<Body>> {
        let config = &self.0.config;
        match tokio::time::timeout(config.read_time, to_bytes(body, config.body)).await {
            Ok(Ok(bytes)) => Ok(bytes.to_vec()),
            Ok(Err(_)) => Err(closing(error_response(
                StatusCode::PAYLOAD_TOO_LARGE,
                &AnswerError::refused(format!("the body is larger than {} bytes", config.body)),
            ))),
            Err(_) => Err(closing(error_response(
                StatusCode::REQUEST_TIMEOUT,
                &AnswerError::refused("the body did not arrive in time"),
            ))),
        }
    }

    fn budget(&self, time: Duration) -> Budget {
        let config = &self.0.config;
        // Several questions share the cores.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = cores / config.workers.max(1);
        Limits { heaps: config.heaps, memory: config.memory, threads }.budget(time)
    }

    async fn ask(&self, asked: Asked) -> Response<Body> {
        if let Some(answer) = asked.key().and_then(|key| self.0.cache.get(&key)) {
            return answer_response(&answer);
        }
        let time = self.0.config.time;
        match tokio::time::timeout(time, self.compute(asked)).await {
            Ok(Ok(answer)) => answer_response(&answer),
            Ok(Err(error)) => no_answer(&error),
            Err(_) => no_answer(&NoAnswer::Late(time)),
        }
    }

    /// Computes an answer; dropping the future stops the computation.
    async fn compute(&self, asked: Asked) -> Result<Arc<Answer>, NoAnswer> {
        let key = asked.key();
        let mut running = self.0.workers.start(asked, self.budget(self.0.config.time)).await?;
        let finished = running.finish().await?;
        Ok(self.keep(key, finished))
    }

    /// Keeps an answer for whoever asks next, unless time may have cut it short: a job, or
    /// another moment, may find more.
    fn keep(&self, key: Option<String>, Finished { answer, in_time }: Finished) -> Arc<Answer> {
        let answer = Arc::new(answer);
        if let Some(key) = key.filter(|_| in_time) {
            self.0.cache.put(key, Arc::clone(&answer));
        }
        answer
    }

    /// A job: progress events, then the result or an error.
    fn job(&self, asked: Asked, head: bool, seat: Option<Seat>) -> Response<Body> {
        let (sender, receiver) = mpsc::channel::<Result<Event, Infallible>>(4);
        if !head {
            let app = self.clone();
            tokio::spawn(async move {
                app.run_job(asked, sender).await;
                drop(seat);
            });
        }
        let mut response = Sse::new(ReceiverStream::new(receiver))
            .keep_alive(KeepAlive::new().interval(Duration::from_secs(5)))
            .into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }

    async fn run_job(&self, asked: Asked, events: mpsc::Sender<Result<Event, Infallible>>) {
        let key = asked.key();
        let last = if let Some(answer) = key.as_deref().and_then(|key| self.0.cache.get(key)) {
            result_event(&answer)
        } else {
            let time = self.0.config.job_time;
            let budget = self.budget(time);
            let mut stopping = self.0.stopping.subscribe();
            let work = async {
                let mut running = self.0.workers.start(asked, budget).await?;
                report(&mut running, &events).await
            };
            tokio::select! {
                done = tokio::time::timeout(time, work) => match done {
                    Ok(Ok(finished)) => result_event(&self.keep(key, finished)),
                    Ok(Err(error)) => error_event(&error),
                    Err(_) => error_event(&NoAnswer::Late(time)),
                },
                // The client has gone: dropping `work` stops the computation.
                () = events.closed() => return,
                _ = stopping.wait_for(|&stop| stop) => error_event(&NoAnswer::Busy),
            }
        };
        let _ = events.send(Ok(last)).await;
    }
}

/// Waits for the answer and tells how far the computation is.
async fn report(
    running: &mut Running,
    events: &mpsc::Sender<Result<Event, Infallible>>,
) -> Result<Finished, NoAnswer> {
    let told = Arc::clone(&running.told);
    let mut tick = tokio::time::interval(TICK);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            finished = running.finish() => return finished,
            _ = tick.tick() => {
                let (done, total) = told.get();
                let event = Event::default()
                    .event("progress")
                    .data(json!({"done": done, "total": total}).to_string());
                // When nobody listens any more, the caller notices.
                let _ = events.send(Ok(event)).await;
            }
        }
    }
}

fn result_event(answer: &Answer) -> Event {
    Event::default().event("result").data(one_line(&String::from_utf8_lossy(&answer.body)))
}

/// A JSON text without line ends, which server-sent events would split.
fn one_line(body: &str) -> String {
    if !body.contains(['\n', '\r']) {
        return body.to_owned();
    }
    serde_json::from_str::<Value>(body)
        .map_or_else(|_| body.replace(['\n', '\r'], " "), |value| value.to_string())
}

fn error_event(error: &NoAnswer) -> Event {
    let (_, error) = error.describe();
    Event::default().event("error").data(sprague_answers::json(&error.answer()))
}

fn no_answer(error: &NoAnswer) -> Response<Body> {
    let (status, told) = error.describe();
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = error_response(status, &told);
    let headers = response.headers_mut();
    match error {
        NoAnswer::Busy => {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        NoAnswer::Method { allowed } => {
            headers.insert(header::ALLOW, HeaderValue::from_static(allowed));
        }
        _ => {}
    }
    response
}

fn error_response(status: StatusCode, error: &AnswerError) -> Response<Body> {
    bytes_response(status, "application/json", Bytes::from(sprague_answers::json(&error.answer())))
}

/// The rest of the request is not read: the connection cannot be used again.
fn closing(mut response: Response<Body>) -> Response<Body> {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn answer_response(answer: &Answer) -> Response<Body> {
    let mut response = bytes_response(StatusCode::OK, answer.content_type, answer.body.clone());
    if let Some(name) = answer.file_name
        && let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""))
    {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

fn bytes_response(status: StatusCode, content_type: &'static str, body: Bytes) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a question is kept when its search has this long.
    fn is_kept(time: Duration) -> bool {
        let app = App::new(Config { time, ..Config::default() });
        let asked = Asked::read(endpoints::find("games").unwrap(), "", None).unwrap();
        let key = asked.key().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let answer = runtime.block_on(app.compute(asked));
        assert!(answer.is_ok_and(|answer| answer.body.starts_with(b"{\"games\"")));
        app.0.cache.get(&key).is_some()
    }

    /// A search ends with what it has when its time is up: a job, or another moment, may find
    /// more.
    #[test]
    fn an_answer_that_time_may_have_cut_short_is_not_kept() {
        assert!(is_kept(Duration::from_secs(3600)));
        assert!(!is_kept(Duration::ZERO));
    }
}
