#![allow(dead_code)] // each test file uses its own part

//! A server on a free port and a plain HTTP client, for tests that look at the wire.

use sprague_server::{Config, serve};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use tokio::sync::oneshot;

/// A running server; it ends when this is dropped.
pub struct Server {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Server {
    pub fn start(config: Config) -> Self {
        let (tell, hear) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let ended = async {
                    let _ = stopped.await;
                };
                serve(listener, config, ended).await.unwrap();
            });
            runtime.shutdown_background();
        });
        let address = hear.recv().unwrap();
        Self { address, stop: Some(stop), thread: Some(thread) }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// Sends a request on a connection of its own.
    pub fn request(&self, method: &str, target: &str, body: &[u8]) -> Response {
        let mut stream = self.connect();
        write!(
            stream,
            "{method} {target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
            body.len()
        )
        .unwrap();
        stream.write_all(body).unwrap();
        Response::read(&mut BufReader::new(stream), method == "HEAD")
    }

    pub fn get(&self, target: &str) -> Response {
        self.request("GET", target, b"")
    }

    /// Asks the server to end and waits for it.
    pub fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Response {
    pub fn read(reader: &mut BufReader<TcpStream>, head: bool) -> Self {
        let (status, headers) = read_head(reader);
        let header = |name: &str| {
            headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
        };
        let mut body = Vec::new();
        if !head {
            match header("content-length").and_then(|length| length.parse().ok()) {
                Some(length) => {
                    body.resize(length, 0);
                    reader.read_exact(&mut body).unwrap();
                }
                None => {
                    let _ = reader.read_to_end(&mut body);
                }
            }
        }
        Self { status, headers, body: String::from_utf8(body).unwrap() }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }
}

/// The status and the headers of a response.
pub fn read_head(reader: &mut BufReader<TcpStream>) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap() == 0 || line.trim().is_empty() {
            return (status, headers);
        }
        let (name, value) = line.split_once(':').unwrap();
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
}

/// Text for a query string.
pub fn encode(text: &str) -> String {
    text.bytes()
        .map(|b| match b {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' | b'_' => {
                char::from(b).to_string()
            }
            _ => format!("%{b:02X}"),
        })
        .collect()
}

/// A question that takes for ever: options of a heap grow as its cube. (Three heaps would be refused at
/// once: the engine for them knows what memory it would need.)
pub const ENDLESS: &str =
    "values?game=n%20-%3E%20a%2Bb%2Bc%2Bd%20where%20a%2Bb%2Bc%2Bd%20%3D%20n&to=2000000";
