//! The server answers with the bytes that the program prints.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn sprague() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sprague"))
}

/// `sprague serve` on a free port.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let mut child = sprague()
            .args(["serve", "--addr", "127.0.0.1:0", "--quiet"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, address }
    }

    fn ask(&self, method: &str, target: &str, body: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        write!(
            stream,
            "{method} {target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
            body.len()
        )
        .unwrap();
        stream.write_all(body).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
        (status, body.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Text for a query string.
fn encode(text: &str) -> String {
    text.bytes()
        .map(|b| match b {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' | b'_' => {
                char::from(b).to_string()
            }
            _ => format!("%{b:02X}"),
        })
        .collect()
}

/// A question to the server and the same question to the program.
struct Same {
    name: &'static str,
    query: &'static [(&'static str, &'static str)],
    program: &'static [&'static str],
}

const SAME: &[Same] = &[
    Same { name: "games", query: &[], program: &["games"] },
    Same { name: "info", query: &[("game", "0.07")], program: &["info", "0.07"] },
    Same { name: "info", query: &[("game", "S(1,2,4)")], program: &["info", "S(1,2,4)"] },
    Same { name: "values", query: &[("game", "Kayles")], program: &["values", "Kayles"] },
    Same {
        name: "values",
        query: &[("game", "Mark"), ("from", "50")],
        program: &["values", "Mark", "--from", "50"],
    },
    Same {
        name: "values",
        query: &[("game", "0.6"), ("from", "6000"), ("to", "6100")],
        program: &["values", "0.6", "--from", "6000", "--to", "6100"],
    },
    Same {
        name: "value",
        query: &[("game", "0.77"), ("n", "123456789012345678901234567890")],
        program: &["value", "0.77", "123456789012345678901234567890"],
    },
    Same {
        name: "value",
        query: &[("game", "0.77"), ("n", "1000")],
        program: &["value", "0.77", "1000"],
    },
    Same {
        name: "moves",
        query: &[("game", "0.77 + pass"), ("n", "6")],
        program: &["moves", "0.77 + pass", "6"],
    },
    Same {
        name: "moves",
        query: &[("game", "0.3F"), ("n", "9")],
        program: &["moves", "0.3F", "9"],
    },
    Same { name: "solve", query: &[("game", "0.77")], program: &["solve", "0.77"] },
    Same { name: "solve", query: &[("game", "S(3,4,6,10)")], program: &["solve", "S(3,4,6,10)"] },
    Same {
        name: "solve",
        query: &[("game", "0.6"), ("limit", "2000")],
        program: &["solve", "0.6", "--limit", "2000"],
    },
    Same {
        name: "best",
        query: &[("position", "0.77: 3 5 7; Nim: 4")],
        program: &["best", "0.77: 3 5 7; Nim: 4"],
    },
    Same {
        name: "best",
        query: &[("position", "Kayles: 5 6 9"), ("misere", "true")],
        program: &["best", "Kayles: 5 6 9", "--misere"],
    },
    Same { name: "misere", query: &[("game", "Kayles")], program: &["misere", "Kayles"] },
    Same {
        name: "misere",
        query: &[("game", "0.7 + pass"), ("to", "9")],
        program: &["misere", "0.7 + pass", "--to", "9"],
    },
    Same {
        name: "misere",
        query: &[("game", "0.77"), ("quotient", "true")],
        program: &["misere", "0.77", "--quotient"],
    },
    Same {
        name: "stats",
        query: &[("game", "0.16"), ("to", "6000")],
        program: &["stats", "0.16", "--to", "6000"],
    },
    Same {
        name: "col",
        query: &[("nodes", "4"), ("edges", "0-1,1-2,2-3"), ("tints", "o+-o"), ("moves", "true")],
        program: &["col", "--nodes", "4", "--edges", "0-1,1-2,2-3", "--tints", "o+-o", "--moves"],
    },
    Same { name: "col", query: &[("graph", "grid 2x3")], program: &["col", "grid 2x3"] },
    Same { name: "snort", query: &[("graph", "path 4")], program: &["snort", "path 4"] },
    Same { name: "eval", query: &[("expr", "{0|1} + *2")], program: &["eval", "{0|1} + *2"] },
    Same { name: "eval", query: &[("expr", "up > *")], program: &["eval", "up > *"] },
];

#[test]
fn the_same_json_byte_for_byte() {
    let server = Server::start(&[]);
    for Same { name, query, program } in SAME {
        let output = sprague().args(*program).args(["--format", "json"]).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(!said.is_empty(), "{program:?}: {}", String::from_utf8_lossy(&output.stderr));
        let query: Vec<String> = query.iter().map(|(k, v)| format!("{k}={}", encode(v))).collect();
        let target = format!("/api/{name}?{}", query.join("&"));
        let (status, answer) = server.ask("GET", &target, b"");
        assert_eq!(status, 200, "{target}: {answer}");
        assert_eq!(answer, said.trim_end(), "{target}");
    }
}

#[test]
fn certificates_and_verdicts_are_the_same() {
    let folder = std::env::temp_dir().join(format!("sprague-server-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let server = Server::start(&[]);
    let file = folder.join("certificate");
    let status = sprague()
        .args(["solve", "0.156", "--quiet", "--certificate"])
        .arg(&file)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    let (_, answer) = server.ask("GET", "/api/certificate?game=0.156", b"");
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(answer.trim_end(), written.trim_end());
    for body in [written.clone(), written.replace("\"period\":349", "\"period\":1"), "{".into()] {
        std::fs::write(&file, &body).unwrap();
        let output = sprague()
            .current_dir(&folder)
            .args(["check", "certificate", "--format", "json"])
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let (status, answer) = server.ask("POST", "/api/check", body.as_bytes());
        assert_eq!((status, answer.as_str()), (200, said.trim_end()));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_atlas_is_that_of_the_program() {
    let folder = std::env::temp_dir().join(format!("sprague-atlas-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("atlas.db");
    let atlas = |arguments: &[&str]| {
        let output = sprague()
            .arg("atlas")
            .args(arguments)
            .args(["--format", "json", "--quiet"])
            .env("SPRAGUE_ATLAS", &file)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let server = Server::start(&[]);
    let rows = atlas(&["find", "--kind", "periodic", "--period", ">100", "--order", "game"]);
    let rows: Vec<&str> = rows.lines().collect();
    assert!(rows.len() > 10);
    let mut found = String::new();
    for from in (0..rows.len()).step_by(7) {
        let target = format!("/api/atlas?kind=periodic&period=%3E100&from={from}&most=7");
        let (status, answer) = server.ask("GET", &target, b"");
        assert_eq!(status, 200, "{answer}");
        let start = format!("{{\"total\":{},\"from\":{from},\"rows\":[", rows.len());
        let page = answer.strip_prefix(&start).and_then(|rest| rest.strip_suffix("]}"));
        let page = page.unwrap_or_else(|| panic!("{start}: {answer}"));
        found += &format!("{}{page}", if from == 0 { "" } else { "," });
    }
    assert_eq!(found, rows.join(","));
    let (_, answer) = server.ask("GET", "/api/atlas-game?game=0.16", b"");
    assert_eq!(answer, atlas(&["show", "0.16"]).trim_end());
    // The program's own atlas is served as well.
    let own = Server::start(&["--atlas", file.to_str().unwrap()]);
    assert_eq!(own.ask("GET", "/api/atlas-game?game=0.16", b"").1, answer);
    drop(own);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Class mode tells an address at which the page is, with and without its code.
#[test]
fn a_class_is_told_where_to_go() {
    for quiet in [true, false] {
        let mut child = sprague()
            .args(["serve", "--class", "--port", "0"])
            .args(quiet.then_some("--quiet"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let Some(first) = lines.next() else {
            // A machine without a network says so instead.
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(said.contains("in no network"), "{said}");
            assert_eq!(output.status.code(), Some(2));
            return;
        };
        let first = first.unwrap();
        let address = first.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let server = Server { child, address };
        assert!(!server.address.starts_with("127."), "{first}");
        let (status, page) = server.ask("GET", "/", b"");
        assert_eq!((status, page.contains("<title>sprague</title>")), (200, true));
        let (status, joined) = server.ask("GET", "/api/join?at=%3Fgame%3D0.77", b"");
        assert_eq!(status, 200, "{joined}");
        assert!(joined.contains(&first) && joined.contains("<svg"), "{joined}");
        let (status, refused) = server.ask("GET", "/api/join?at=elsewhere.example", b"");
        assert_eq!(status, 400, "{refused}");
        // The limits of the server hold for a class as well.
        assert_eq!(server.ask("GET", "/api/values?game=0.07&to=99999999999", b"").0, 422);
        if !quiet {
            let code = lines.map_while(Result::ok).find(|line| line.contains('█'));
            assert!(code.is_some(), "the code is printed");
        }
    }
}

/// Bad input of `serve` and `plot`: exit status 2 and one line on stderr.
#[test]
fn serve_and_plot_say_what_is_wrong() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (arguments, says) in [
        (&["serve", "--addr", &address][..], "cannot listen on"),
        (&["serve", "--addr", "192.0.2.1:8017"], "cannot listen on"),
        (&["serve", "--addr", "localhost"], "127.0.0.1:8017"),
        (&["serve", "--class", "--addr", "127.0.0.1:0"], "nobody else can reach 127.0.0.1"),
        (&["serve", "--class", "--addr", "[::1]:0"], "nobody else can reach"),
        (&["serve", "--class", "--port", "70000"], "70000"),
        (&["serve", "--atlas", "/nowhere/atlas.db"], "no atlas at"),
        (&["plot", "0.77", "-o", "picture.gif"], "end the name in .svg or .png"),
        (&["plot", "0.77", "-o", "picture"], "end the name in .svg or .png"),
        (&["plot", "0.77", "-o", "/nowhere/picture.svg"], "cannot write"),
        (&["plot", "", "-o", "-"], "rules"),
        (&["plot", "0.7W", "-o", "-"], "unknown digit"),
        (&["plot", "0.77", "-o", "-", "--from", "9", "--to", "3"], "greater"),
        (&["plot", "0.77", "-o", "-", "--to", "99999999999"], "too far for a picture"),
        (&["plot", "0.77", "-o", "-", "--scale", "1000"], "scale"),
        (&["plot", "0.77", "-o", "-", "--rare", "--mask", "0"], "mask"),
        (&["plot", "0.6", "-o", "-", "--exceptions", "--to", "50"], "exceptions to what?"),
        (&["plot", "0.77", "-o", "-", "--table", "12", "--to", "100000"], "too large to read"),
    ] {
        let output = sprague().args(arguments).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(stderr.contains(says), "{arguments:?}: {stderr}");
    }
}
