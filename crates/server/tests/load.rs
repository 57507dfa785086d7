//! Clients that ask much, ask slowly, send too much, or go away.

mod common;

use common::{ENDLESS, Response, Server, read_head};
use sprague_server::Config;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc;
use std::time::Duration;

#[test]
fn ten_thousand_requests() {
    let server = Server::start(Config::default());
    std::thread::scope(|scope| {
        for client in 0..20 {
            let server = &server;
            scope.spawn(move || {
                // One connection, kept alive.
                let mut reader = BufReader::new(server.connect());
                for i in 0..500 {
                    let to = 10 + (client + i) % 50;
                    write!(
                        reader.get_mut(),
                        "GET /api/values?game=0.77&to={to} HTTP/1.1\r\nhost: x\r\n\r\n"
                    )
                    .unwrap();
                    let response = Response::read(&mut reader, false);
                    assert_eq!(response.status, 200);
                    assert_eq!(response.json()["values"].as_array().unwrap().len(), to + 1);
                }
            });
        }
    });
}

#[test]
fn a_large_body_is_refused() {
    let server = Server::start(Config { body: 1000, ..Config::default() });
    let response = server.request("POST", "/api/check", &[b' '; 1001]);
    assert_eq!(response.status, 413);
    assert!(response.body.contains("larger than 1000 bytes"));
    assert_eq!(response.header("connection"), Some("close"));
    // A body that only claims to be huge is not waited for.
    let mut stream = server.connect();
    write!(stream, "POST /api/check HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999\r\n\r\n")
        .unwrap();
    let _ = stream.write_all(&[b' '; 5000]);
    assert_eq!(read_head(&mut BufReader::new(stream)).0, 413);
}

#[test]
fn large_and_many_headers_are_refused() {
    let server = Server::start(Config::default());
    for head in [
        format!("GET / HTTP/1.1\r\nhost: x\r\nx-long: {}\r\n\r\n", "y".repeat(200_000)),
        format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "y".repeat(200_000)),
        format!("GET / HTTP/1.1\r\nhost: x\r\n{}\r\n", "a: b\r\n".repeat(1000)),
    ] {
        let mut stream = server.connect();
        // The server may answer and close before it has read all.
        let _ = stream.write_all(head.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
            "{}",
            &answer[..answer.len().min(100)]
        );
    }
    assert_eq!(server.get("/api/games").status, 200);
}

#[test]
fn a_slow_head_and_a_slow_body_are_cut_off() {
    let config = Config { read_time: Duration::from_secs(2), ..Config::default() };
    let server = Server::start(config);
    let mut slow = server.connect();
    slow.write_all(b"GET / HT").unwrap();
    let mut rest = Vec::new();
    // The end, not this client's patience.
    if let Err(error) = slow.read_to_end(&mut rest) {
        assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{error}");
    }
    assert!(!String::from_utf8_lossy(&rest).contains("200 OK"));
    let mut slow = server.connect();
    write!(slow, "POST /api/check HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc").unwrap();
    assert_eq!(read_head(&mut BufReader::new(slow)).0, 408);
}

#[test]
fn many_idle_connections_do_no_harm() {
    let config =
        Config { connections: 50, read_time: Duration::from_millis(500), ..Config::default() };
    let server = Server::start(config);
    let idle: Vec<_> = (0..200).map(|_| server.connect()).collect();
    // The idle ones are cut off, and then there is room.
    assert_eq!(server.get("/api/games").status, 200);
    drop(idle);
}

#[test]
fn a_client_that_does_not_read_is_cut_off() {
    let config = Config {
        connections: 1,
        connection_time: Duration::from_secs(2),
        read_time: Duration::from_secs(3600),
        ..Config::default()
    };
    let server = Server::start(config);
    let mut deaf = server.connect();
    // Far more than the buffers between the two hold.
    for _ in 0..20 {
        write!(deaf, "GET /api/values?game=S(1,2)&to=2000000 HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    }
    // There is room for one connection only: the next is served when the first has ended.
    assert_eq!(server.get("/api/games").status, 200);
    drop(deaf);
}

/// With a single worker, a cheap question is answered only when the worker is free.
fn worker_is_free(server: &Server) {
    assert_eq!(server.get("/api/moves?game=0.77&n=7").status, 200);
}

/// No limit on time ends a computation here within the patience of a client.
fn one_worker() -> Config {
    let hour = Duration::from_secs(3600);
    Config { workers: 1, time: hour, job_time: hour, ..Config::default() }
}

/// Reads events until one has this name; its data.
fn event(reader: &mut BufReader<std::net::TcpStream>, name: &str) -> String {
    let mut here = false;
    loop {
        let mut line = String::new();
        assert_ne!(reader.read_line(&mut line).unwrap(), 0, "the stream ended before {name}");
        here |= line.trim_end() == format!("event: {name}");
        if let Some(data) = line.strip_prefix("data: ")
            && here
        {
            return data.trim_end().to_owned();
        }
    }
}

#[test]
fn a_job_tells_its_progress_and_stops_when_the_client_goes() {
    let server = Server::start(one_worker());
    let mut reader = BufReader::new(server.connect());
    write!(reader.get_mut(), "GET /api/jobs/{ENDLESS} HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let (status, headers) = read_head(&mut reader);
    assert_eq!(status, 200);
    assert!(headers.contains(&("content-type".into(), "text/event-stream".into())));
    let mut done = Vec::new();
    // However long it takes: events come until there is progress.
    while done.len() < 4 || done.last() == done.first() {
        let progress: serde_json::Value =
            serde_json::from_str(&event(&mut reader, "progress")).unwrap();
        assert!(progress.get("total").is_some(), "{progress}");
        done.push(progress["done"].as_u64().unwrap());
    }
    assert!(done.is_sorted(), "{done:?}");
    drop(reader);
    worker_is_free(&server);
}

#[test]
fn a_plain_request_stops_when_the_client_goes() {
    let server = Server::start(one_worker());
    let mut stream = server.connect();
    write!(stream, "GET /api/{ENDLESS} HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    drop(stream);
    worker_is_free(&server);
}

#[test]
fn a_job_ends_with_its_result_or_its_error() {
    let server = Server::start(Config::default());
    let job = |target: &str| {
        let mut reader = BufReader::new(server.connect());
        write!(
            reader.get_mut(),
            "GET /api/jobs/{target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        )
        .unwrap();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        text
    };
    let text = job("solve?game=0.77");
    assert!(text.contains("event: result\ndata: {\"game\":\"0.77\""), "{text}");
    // Refused before it starts: a plain error.
    assert!(job("solve?game=0.7W").starts_with("HTTP/1.1 200"), "the rules are read by the job");
    let text = job("solve?game=0.7W");
    assert!(
        text.contains(
            "event: error\ndata: {\"error\":{\"message\":\"unknown digit 'W'\",\"position\":3"
        ),
        "{text}"
    );
    assert!(job("solve").starts_with("HTTP/1.1 400"));
    // A certificate has several lines; an event has one.
    let text = job("certificate?game=0.77");
    assert!(text.contains("event: result\ndata: {\"certificate\":\"sprague\""), "{text}");
}

#[test]
fn the_time_of_a_request_is_bounded() {
    let config = Config { time: Duration::from_millis(300), ..one_worker() };
    let server = Server::start(config);
    let response = server.get(&format!("/api/{ENDLESS}"));
    assert_eq!(response.status, 422);
    assert!(response.body.contains("no answer within 0.3 seconds"), "{}", response.body);
    // The worker is free again: a job, which has an hour, is answered.
    let mut reader = BufReader::new(server.connect());
    write!(reader.get_mut(), "GET /api/jobs/moves?game=0.77&n=7 HTTP/1.1\r\nhost: x\r\n\r\n")
        .unwrap();
    assert!(event(&mut reader, "result").contains("\"heap\":7"));
}

#[test]
fn the_queue_is_bounded() {
    let config = Config { queue: 1, ..one_worker() };
    let server = Server::start(config);
    let ask = || {
        let mut reader = BufReader::new(server.connect());
        write!(reader.get_mut(), "GET /api/jobs/{ENDLESS} HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        reader
    };
    let mut running = ask();
    event(&mut running, "progress");
    // Of two more one waits, and the other, whichever it is, is refused.
    let (tell, hear) = mpsc::channel();
    let streams: Vec<_> = (0..2)
        .map(|_| {
            let mut reader = ask();
            let stream = reader.get_ref().try_clone().unwrap();
            let tell = tell.clone();
            std::thread::spawn(move || {
                let mut text = String::new();
                while reader.read_line(&mut text).is_ok_and(|bytes| bytes > 0) {
                    if text.contains("data: {\"error\"") && text.ends_with('\n') {
                        let _ = tell.send(text);
                        return;
                    }
                }
            });
            stream
        })
        .collect();
    let refused = hear.recv_timeout(Duration::from_secs(120)).unwrap();
    assert!(refused.contains("busy"), "{refused}");
    let response = server.get("/api/info?game=0.77");
    assert_eq!(response.status, 503);
    assert_eq!(response.header("retry-after"), Some("2"));
    for stream in streams {
        stream.shutdown(std::net::Shutdown::Both).unwrap();
    }
    drop(running);
    // The one that waited may be noticed a little later than the one that ran.
    while server.get("/api/moves?game=0.77&n=7").status == 503 {
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// In a class one client cannot keep all the others waiting.
#[test]
fn a_client_has_so_many_questions_under_way() {
    let server = Server::start(Config { per_client: 2, workers: 4, ..one_worker() });
    let job = || {
        let mut stream = server.connect();
        write!(stream, "GET /api/jobs/{ENDLESS} HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        let mut reader = BufReader::new(stream);
        event(&mut reader, "progress");
        reader
    };
    let (first, second) = (job(), job());
    let response = server.get("/api/moves?game=0.77&n=7");
    assert_eq!(response.status, 503, "{}", response.body);
    assert_eq!(response.header("retry-after"), Some("2"));
    // The page itself always comes.
    assert_eq!(server.get("/").status, 200);
    drop(first);
    // The place is free when the server has seen that the client is gone.
    let answered = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        server.get("/api/moves?game=0.77&n=7").status == 200
    });
    assert!(answered);
    drop(second);
}

#[test]
fn stopping_ends_jobs_and_lets_requests_finish() {
    let mut server = Server::start(Config::default());
    let mut reader = BufReader::new(server.connect());
    write!(reader.get_mut(), "GET /api/jobs/{ENDLESS} HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    assert_eq!(read_head(&mut reader).0, 200);
    server.stop();
    let mut text = String::new();
    let _ = reader.read_to_string(&mut text);
    assert!(text.contains("event: error"), "{text}");
    assert!(std::net::TcpStream::connect(server.address).is_err(), "nobody listens any more");
}

/// A certificate whose check lists some 10^10 options before it fails.
fn endless_check() -> String {
    let phi = vec!["0"; 5001].join(",");
    format!(
        r#"{{"certificate":"sprague","version":1,"game":"n -> a+b+c where a+b+c = n","claim":{{"kind":"misere-quotient","order":1,"p_order":0,"heaps":5000}},"theorem":"misere-quotient","evidence":{{"table":[[0]],"p":[],"phi":[{phi}]}}}}"#
    )
}

#[test]
fn a_check_stops_when_the_client_goes() {
    let server = Server::start(one_worker());
    let body = endless_check();
    for path in ["/api/jobs/check", "/api/check"] {
        let mut reader = BufReader::new(server.connect());
        write!(
            reader.get_mut(),
            "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        if path.contains("jobs") {
            event(&mut reader, "progress");
        }
        drop(reader);
        worker_is_free(&server);
    }
    // A check that ends is a job like others.
    let mut reader = BufReader::new(server.connect());
    write!(
        reader.get_mut(),
        "POST /api/jobs/check HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{{}}"
    )
    .unwrap();
    assert!(event(&mut reader, "result").contains("unreadable"));
}
