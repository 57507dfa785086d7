//! The answers of `sprague` over HTTP, and a page that shows them.
//!
//! What can be asked is one table ([`endpoints`], in `sprague-questions`), which the module for
//! browsers reads, too. Here is what HTTP needs: routing, workers, a cache, a log, the page.
//!
//! What keeps a public address safe:
//!
//! - only game computations happen; no request names a file or a command;
//! - each computation has a budget of heaps, memory and time and is stopped when its
//!   client goes; at most as many run at once as there are workers, and a queue of
//!   bounded length waits;
//! - in class mode a client has a bounded number of questions under way;
//! - requests have bounded headers and bodies and must arrive within seconds, and the
//!   number of connections is bounded;
//! - a strict content security policy, no CORS, no cookies, no inline script.
//!
//! ```no_run
//! # async fn run() -> std::io::Result<()> {
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
//! sprague_server::serve(listener, sprague_server::Config::default(), std::future::pending()).await
//! # }
//! ```

mod cache;
pub mod class;
mod handle;
mod log;
mod page;
mod work;

pub use handle::App;
pub use sprague_questions::{endpoints, openapi};

use hyper::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use sprague_questions::Limits;
use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_http::CompressionLevel;
use tower_http::compression::Compression;

/// Where a line of the request log goes.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// How the server behaves.
#[derive(Clone)]
pub struct Config {
    /// The largest heap counted up to.
    pub heaps: u64,
    /// Bytes a computation may take.
    pub memory: u64,
    /// Time for a plain request.
    pub time: Duration,
    /// Time for a job.
    pub job_time: Duration,
    /// Computations at once.
    pub workers: usize,
    /// Requests that may wait for a worker.
    pub queue: usize,
    /// Connections at once.
    pub connections: usize,
    /// Time for the head and for the body of a request to arrive.
    pub read_time: Duration,
    /// The longest a connection may last; it ends clients that do not read their answers.
    pub connection_time: Duration,
    /// The most bytes of a body.
    pub body: usize,
    /// Bytes of answers kept.
    pub cache: usize,
    /// The atlas that is browsed: the seed, unless another was opened.
    pub atlas: sprague_answers::atlas::Shared,
    /// How a class reaches the server, in class mode.
    pub class: Option<class::Class>,
    /// Requests of one client that are worked on or wait at once.
    pub per_client: usize,
    /// The request log.
    pub log: Option<Log>,
}

impl Default for Config {
    fn default() -> Self {
        let limits = Limits::default();
        Self {
            heaps: limits.heaps,
            memory: limits.memory,
            time: Duration::from_secs(10),
            job_time: Duration::from_secs(120),
            workers: std::thread::available_parallelism().map_or(2, usize::from),
            queue: 512,
            connections: 1024,
            read_time: Duration::from_secs(10),
            connection_time: Duration::from_secs(900),
            body: 8 << 20,
            cache: 64 << 20,
            atlas: sprague_answers::atlas::Shared::default(),
            class: None,
            per_client: usize::MAX,
            log: None,
        }
    }
}

/// The most bytes of a request's head.
const HEAD: usize = 64 << 10;
/// The most header lines of a request.
const HEADERS: usize = 64;
/// How long open requests may take to end when the server stops.
const GRACE: Duration = Duration::from_secs(5);

/// Serves until `shutdown` ends; then refuses new connections, stops running jobs and
/// waits a few seconds for requests under way.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let app = App::new(config.clone());
    let connections = Arc::new(Semaphore::new(config.connections));
    let graceful = GracefulShutdown::new();
    let lifetime = config.connection_time;
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener, &connections) => accepted,
            () = &mut shutdown => break,
        };
        let (stream, permit) = stream;
        let app = app.clone();
        let answers = tower::service_fn(move |request: Request<Incoming>| {
            let app = app.clone();
            async move { Ok::<_, Infallible>(app.respond(request, Some(peer)).await) }
        });
        // Events of jobs and pictures of pixels go as they are.
        let service = Compression::new(answers).quality(CompressionLevel::Fastest);
        let mut builder = hyper::server::conn::http1::Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(config.read_time)
            .max_buf_size(HEAD)
            .max_headers(HEADERS);
        let connection = graceful.watch(
            builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service)),
        );
        tokio::spawn(async move {
            // A connection that breaks is the client's affair.
            let _ = tokio::time::timeout(lifetime, connection).await;
            drop(permit);
        });
    }
    drop(listener);
    app.stop();
    let _ = tokio::time::timeout(GRACE, graceful.shutdown()).await;
    Ok(())
}

type Accepted = ((tokio::net::TcpStream, tokio::sync::OwnedSemaphorePermit), SocketAddr);

/// The next connection, when there is room for one.
async fn accept(listener: &TcpListener, room: &Arc<Semaphore>) -> Accepted {
    loop {
        let Ok(permit) = Arc::clone(room).acquire_owned().await else {
            // The semaphore is never closed.
            std::future::pending::<()>().await;
            continue;
        };
        match listener.accept().await {
            Ok((stream, peer)) => {
                // An answer is written in one piece: do not wait for more.
                let _ = stream.set_nodelay(true);
                return ((stream, permit), peer);
            }
            // Out of descriptors, or a connection that broke before it was accepted.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}
