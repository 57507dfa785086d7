//! The API as a client sees it.

mod common;

use common::{Server, encode};
use serde_json::{Value, json};
use sprague_server::endpoints::ENDPOINTS;
use sprague_server::{Config, openapi};
use std::io::{Read, Write};

fn server() -> Server {
    Server::start(Config::default())
}

#[test]
fn the_answers_are_those_of_the_interface() {
    let server = server();
    let ask = |target: &str| {
        let response = server.get(&format!("/api/{target}"));
        assert_eq!(response.status, 200, "{target}: {}", response.body);
        assert_eq!(response.header("content-type"), Some("application/json"));
        response.json()
    };
    assert_eq!(
        ask("values?game=0.77&from=0&to=20"),
        json!({"game": "0.77", "from": 0, "values": [0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,4,3,2,1]})
    );
    assert_eq!(ask("values?game=Kayles").get("values").unwrap().as_array().unwrap().len(), 100);
    let solved = ask("solve?game=0.77");
    for (key, value) in [
        ("kind", json!("periodic")),
        ("preperiod", json!(71)),
        ("period", json!(12)),
        ("saltus", json!(0)),
        ("status", json!("proved")),
        ("theorem", json!("finite-take-and-break")),
        ("standard_form", json!("0.77")),
        ("shift", json!(0)),
    ] {
        assert_eq!(solved[key], value, "{key}");
    }
    // 10^30 = 4 mod 12.
    let value = ask("value?game=0.77&n=1000000000000000000000000000000");
    assert_eq!(value["n"], json!("1000000000000000000000000000000"));
    assert_eq!(value["value"], json!(1));
    let best = ask(&format!("best?position={}", encode("Nim: 1 2")));
    assert_eq!(best["outcome"], json!("N"));
    assert_eq!(best["value"], json!(3));
    assert_eq!(best["moves"][0]["to"], json!([1]));
    assert_eq!(best["moves"][0]["heap"], json!(2));
    let misere = ask(&format!("best?position={}&misere=true", encode("Nim: 1 1 1")));
    assert_eq!(misere["outcome"], json!("P"));
    assert_eq!(ask("info?game=Kayles")["names"][0], json!("Kayles"));
    let col = ask("col?nodes=3&edges=0-1,1-2&tints=o%2B-");
    assert_eq!(col["outcome"].as_str().unwrap().len(), 1);
    assert_eq!(ask("eval?expr=%7B0%7C1%7D")["value"], json!("1/2"));
    assert_eq!(ask("moves?game=Kayles&n=2")["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn a_certificate_travels_from_solve_to_check() {
    let server = server();
    let certificate = server.get("/api/certificate?game=0.77");
    assert_eq!(certificate.status, 200);
    assert!(certificate.header("content-disposition").unwrap().contains("certificate.json"));
    let verdict = server.request("POST", "/api/check", certificate.body.as_bytes()).json();
    assert_eq!(verdict["verdict"], json!("verified"));
    // The same certificate with a wrong claim.
    let false_claim = certificate.body.replace("\"period\":12", "\"period\":6");
    assert_ne!(false_claim, certificate.body);
    let verdict = server.request("POST", "/api/check", false_claim.as_bytes()).json();
    assert_eq!(verdict["verdict"], json!("rejected"));
    let verdict = server.request("POST", "/api/check", b"{}").json();
    assert_eq!(verdict["verdict"], json!("unreadable"));
    let verdict =
        server.request("POST", "/api/check?game=0.07", certificate.body.as_bytes()).json();
    assert_eq!(verdict["verdict"], json!("rejected"), "it is about another game");
    let nothing = server.get("/api/certificate?game=0.6&limit=1000");
    assert_eq!(nothing.status, 422);
}

#[test]
fn mistakes_are_named_with_their_place() {
    let server = server();
    for (target, status, message, position) in [
        ("/api/values?game=0.7W", 400, "unknown digit 'W'", json!(3)),
        ("/api/values?game=%200.7W", 400, "unknown digit 'W'", json!(4)),
        ("/api/values?game=Kales", 400, "unknown game", json!(0)),
        ("/api/values", 400, "'game' is missing", Value::Null),
        ("/api/values?game=0.77&too=3", 400, "unknown parameter", Value::Null),
        ("/api/values?game=0.77&from=9&to=3", 400, "greater", Value::Null),
        ("/api/values?game=0.77&to=-1", 400, "no whole number", Value::Null),
        ("/api/values?game=0.77&to=3000000", 422, "beyond", Value::Null),
        ("/api/value?game=0.6&n=99999999999999999999999999", 422, "too large", Value::Null),
        ("/api/best?position=0.77:%203%20x", 400, "", json!(8)),
        ("/api/col?nodes=2&edges=0-5", 400, "", Value::Null),
        ("/api/eval?expr=%7B0%7C", 400, "", json!(3)),
        ("/api/moves?game=n%20-%3E%20n%2B1&n=3", 400, "", Value::Null),
        ("/api/atlas?period=many", 400, "no condition", Value::Null),
        ("/api/atlas?period=1;drop", 400, "no condition", Value::Null),
        ("/api/atlas?order=game%20DESC", 400, "is unknown", Value::Null),
        ("/api/atlas?most=100000", 400, "out of range", Value::Null),
        ("/api/atlas-game?game=0.777777", 422, "not in the atlas", Value::Null),
        ("/api/misere?game=0.*&to=2000", 422, "heaps in options", Value::Null),
        ("/api/stats?game=0.77&to=3000000", 422, "beyond", Value::Null),
        ("/api/nonsense", 404, "no such question", Value::Null),
        ("/api/jobs/games", 404, "no such question", Value::Null),
    ] {
        let response = server.get(target);
        assert_eq!(response.status, status, "{target}: {}", response.body);
        let error = &response.json()["error"];
        assert!(error["message"].as_str().unwrap().contains(message), "{target}: {error}");
        if !position.is_null() {
            assert_eq!(error["position"], position, "{target}: {error}");
        }
        assert!(error.get("hint").is_some(), "{target}");
    }
}

#[test]
fn methods_are_kept_apart() {
    let server = server();
    let response = server.request("POST", "/api/values?game=0.77", b"");
    assert_eq!((response.status, response.header("allow")), (405, Some("GET, HEAD")));
    let response = server.get("/api/check");
    assert_eq!((response.status, response.header("allow")), (405, Some("POST")));
    assert_eq!(server.request("DELETE", "/", b"").status, 405);
    let head = server.request("HEAD", "/api/values?game=0.77", b"");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    assert_eq!(head.header("content-length").map(|length| length != "0"), Some(true));
}

#[test]
fn every_response_is_guarded() {
    let server = server();
    for target in ["/", "/page.js", "/api/games", "/api/nonsense", "/nonsense", "/api/openapi.json"]
    {
        let response = server.get(target);
        let policy = response.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{target}");
        assert!(!policy.contains("unsafe"), "{target}");
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"), "{target}");
        assert_eq!(response.header("x-frame-options"), Some("DENY"), "{target}");
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"), "{target}");
        assert_eq!(response.header("access-control-allow-origin"), None, "{target}: CORS is off");
        assert_eq!(response.header("set-cookie"), None, "{target}");
    }
    // No path leads to a file.
    for target in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/page/dist/index.html", "//etc/passwd"]
    {
        assert_eq!(server.get(target).status, 404, "{target}");
    }
}

/// Other pages may frame one page and load one script; nothing else of this server.
#[test]
fn only_what_is_meant_for_other_pages_may_be_framed_and_loaded() {
    let server = server();
    let embed = server.get("/embed.html");
    assert_eq!(embed.status, 200);
    assert_eq!(embed.header("x-frame-options"), None);
    let policy = embed.header("content-security-policy").unwrap();
    assert!(policy.ends_with("frame-ancestors *") && policy.starts_with("default-src 'none'"));
    let board = server.get("/sprague-board.js");
    assert_eq!(board.status, 200);
    assert_eq!(board.header("cross-origin-resource-policy"), Some("cross-origin"));
    for target in
        ["/", "/embed.js", "/sprague-board.js", "/api/games", "/embed.html/", "/EMBED.html"]
    {
        let response = server.get(target);
        assert_eq!(response.header("x-frame-options"), Some("DENY"), "{target}");
        let policy = response.header("content-security-policy").unwrap();
        assert!(policy.ends_with("frame-ancestors 'none'"), "{target}");
    }
    for target in ["/", "/embed.html", "/page.js", "/api/values?game=0.77"] {
        let response = server.get(target);
        assert_eq!(
            response.header("cross-origin-resource-policy"),
            Some("same-origin"),
            "{target}"
        );
    }
}

#[test]
fn the_page_is_served_and_revalidated() {
    let server = server();
    let page = server.get("/");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.body.contains("<title>sprague</title>"));
    let tag = page.header("etag").unwrap().to_owned();
    let mut stream = server.connect();
    write!(
        stream,
        "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nif-none-match: {tag}\r\n\r\n"
    )
    .unwrap();
    let again = common::Response::read(&mut std::io::BufReader::new(stream), true);
    assert_eq!(again.status, 304);
    for asset in ["/page.js", "/common.js", "/page.css", "/icon.svg", "/embed.js"] {
        let response = server.get(asset);
        assert_eq!(response.status, 200);
        assert!(response.body.len() > 100, "{asset}");
    }
}

/// Whether a value has the keys and types a schema asks for (the part of JSON schema that
/// the description uses).
fn conforms(value: &Value, schema: &Value) -> Result<(), String> {
    if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
        return if choices.iter().any(|choice| conforms(value, choice).is_ok()) {
            Ok(())
        } else {
            Err(format!("{value} fits no alternative"))
        };
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return if words.contains(value) {
            Ok(())
        } else {
            Err(format!("{value} not in {words:?}"))
        };
    }
    let kinds: Vec<&str> = match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    };
    if !kinds.iter().any(|kind| is(kind)) {
        return Err(format!("{value} is none of {kinds:?}"));
    }
    if let Some(items) = schema.get("items") {
        for item in value.as_array().into_iter().flatten() {
            conforms(item, items)?;
        }
    }
    // What an object requires says nothing about null.
    let required = schema.get("required").filter(|_| value.is_object());
    for name in required.and_then(Value::as_array).into_iter().flatten() {
        if value.get(name.as_str().unwrap_or("")).is_none() {
            return Err(format!("{name} is missing"));
        }
    }
    for (name, schema) in schema.get("properties").and_then(Value::as_object).into_iter().flatten()
    {
        if let Some(value) = value.get(name) {
            conforms(value, schema).map_err(|e| format!("{name}: {e}"))?;
        }
    }
    Ok(())
}

#[test]
fn the_description_is_served_and_its_examples_conform() {
    let server = server();
    let document = server.get("/api/openapi.json").json();
    assert_eq!(document, openapi::document());
    assert_eq!(document["openapi"], json!("3.1.0"));
    for endpoint in ENDPOINTS.iter().filter(|e| !e.body) {
        // All parameters at once, but for the two ways to give a board and to draw.
        let query: Vec<String> = endpoint
            .parameters
            .iter()
            .filter(|p| {
                endpoint.name == "atlas"
                    || ![
                        "graph", "table", "wrap", "color", "modulus", "log", "period", "saltus",
                        "oeis",
                    ]
                    .contains(&p.name)
            })
            .map(|p| format!("{}={}", p.name, encode(p.example)))
            .collect();
        let response = server.get(&format!("/api/{}?{}", endpoint.name, query.join("&")));
        assert_eq!(response.status, 200, "{}: {}", endpoint.name, response.body);
        assert_eq!(
            response.header("content-type"),
            Some(endpoint.content_type),
            "{}",
            endpoint.name
        );
        if endpoint.content_type == "application/json" {
            conforms(&response.json(), &(endpoint.schema)())
                .unwrap_or_else(|e| panic!("{}: {e}", endpoint.name));
        } else {
            assert!(response.body.starts_with("<svg"), "{}", endpoint.name);
        }
    }
    let error = server.get("/api/values?game=%3F").json();
    conforms(&error, &document["components"]["schemas"]["Error"]).unwrap();
}

#[test]
fn sequences_are_looked_up() {
    let server = server();
    let games = |query: &str| server.get(&format!("/api/lookup?{query}")).json()["games"].clone();
    assert_eq!(games("begins=1,2,3,1,4,3,2,1,4,2,6")[0], json!("0.77"));
    assert_eq!(games("begins=0,1,2,3,1,4,3,2,1,4,2,6")[0], json!("0.77"));
    // Grundy's game is not in the seed, but has a name.
    assert_eq!(games("begins=0,0,0,1,0,2,1,0,2,1,0,2,1,3")[0], json!("4!.0"));
    assert_eq!(games("begins=9,9,9,9"), json!([]));
    assert_eq!(games("oeis=A002186"), json!(["0.77"]));
    assert_eq!(games("oeis=A000045"), json!([]));
    for (wrong, status) in [
        ("", 400),
        ("begins=1,2,3,4&oeis=A002186", 400),
        ("begins=1,x,3,4", 400),
        ("begins=1,2", 422),
        ("begins=", 400),
        ("begins=1,2,3,99999999999999999999", 400),
        ("oeis=A1", 400),
        ("oeis=%C3%A9", 400),
    ] {
        let response = server.get(&format!("/api/lookup?{wrong}"));
        assert_eq!(response.status, status, "{wrong}: {}", response.body);
    }
    let many = vec!["0"; 101].join(",");
    assert_eq!(server.get(&format!("/api/lookup?begins={many}")).status, 422);
}

#[test]
fn thermographs_are_given_and_drawn() {
    let server = server();
    let hot = encode("{4|1}");
    let plain = server.get(&format!("/api/eval?expr={hot}")).json();
    assert_eq!(plain.get("thermograph"), None);
    let walls = server.get(&format!("/api/eval?expr={hot}&thermograph=true")).json();
    let corner = json!({"temperature": "3/2", "value": "5/2"});
    assert_eq!(walls["thermograph"]["left_wall"][1], corner);
    let drawn = server.get(&format!("/api/thermograph?expr={hot}"));
    assert_eq!(drawn.header("content-type"), Some("image/svg+xml"));
    assert!(drawn.body.contains("<polyline") && drawn.body.contains("mean 5/2"), "{}", drawn.body);
    for (wrong, status) in [("{4|", 400), ("1 < 2", 400), ("", 400), ("2^1", 200)] {
        let response = server.get(&format!("/api/thermograph?expr={}", encode(wrong)));
        assert_eq!(response.status, status, "{wrong}: {}", response.body);
    }
    let huge = format!("9{}", "0".repeat(400));
    assert_eq!(server.get(&format!("/api/thermograph?expr={huge}")).status, 422);
}

#[test]
fn without_a_class_nobody_is_invited() {
    let nobody = json!({"address": null, "others": [], "qr": null});
    assert_eq!(server().get("/api/join").json(), nobody);
    let class = sprague_server::class::Class::at("192.168.1.7:8017".parse().unwrap());
    let server = Server::start(Config { class, ..Config::default() });
    let joined = server.get("/api/join?at=%3Fgame%3D0.77%26view%3Dplay").json();
    assert_eq!(joined["address"], json!("http://192.168.1.7:8017/"));
    assert!(joined["qr"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(server.get("/api/join?at=javascript:alert(1)").status, 400);
    let long = format!("/api/join?at=%3F{}", "a".repeat(2000));
    assert_eq!(server.get(&long).status, 400);
}

#[test]
fn plots_say_what_is_wrong_with_them() {
    let server = server();
    assert_eq!(server.get("/api/plot?game=0.77&table=12&to=143&color=exceptions").status, 200);
    assert_eq!(server.get("/api/plot?game=0.77&wrap=12&log=xy&color=rare").status, 200);
    let response = server.get("/api/plot?game=S(1,2)&table=12&to=100000");
    assert_eq!(response.status, 422);
    assert!(response.body.contains("too large to read"));
    assert_eq!(server.get("/api/scale?game=0.77&n=61").status, 422);
}

#[test]
fn the_atlas_is_browsed_a_page_at_a_time() {
    let server = server();
    let ask = |query: &str| server.get(&format!("/api/atlas?{query}")).json();
    let all = ask("most=1");
    let total = all["total"].as_u64().unwrap();
    assert!(total > 500 && all["rows"].as_array().unwrap().len() == 1);
    let parts = ["proved", "observed", "open"]
        .map(|status| ask(&format!("status={status}"))["total"].as_u64().unwrap());
    assert_eq!(parts.iter().sum::<u64>(), total);
    let named = ask("order=game&most=200");
    let lengths: Vec<usize> = named["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["game"].as_str().unwrap().len())
        .collect();
    assert!(lengths.is_sorted(), "{lengths:?}");
    let longest = ask("order=period&descending=true&most=3&representatives=true");
    let periods: Vec<u64> =
        longest["rows"].as_array().unwrap().iter().map(|r| r["period"].as_u64().unwrap()).collect();
    assert!(periods.is_sorted_by(|a, b| a >= b), "{periods:?}");
    // 0.16 has period 149459, as Guy and Smith's successors found.
    let sixteen = ask("game=0.16");
    assert_eq!(sixteen["rows"][0]["game"], json!("0.16"));
    // What looks like SQL is a text that no game has.
    let nothing = ask("game=0.1%27%20OR%20%271%27%3D%271");
    assert_eq!(nothing["total"], json!(0));
    assert_eq!(ask("from=9007199254740991")["rows"], json!([]));
}

#[test]
fn answers_are_packed_for_those_who_can_unpack_them() {
    let server = server();
    let ask = |target: &str, extra: &str| {
        let mut stream = server.connect();
        write!(stream, "GET {target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n{extra}\r\n")
            .unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_ascii_lowercase();
        (head, bytes.split_off(end + 4))
    };
    let target = "/api/values?game=0.77&to=3000";
    let (head, plain) = ask(target, "");
    assert!(!head.contains("content-encoding"), "{head}");
    let (head, packed) = ask(target, "accept-encoding: gzip\r\n");
    assert!(head.contains("content-encoding: gzip") && head.contains("vary: accept-encoding"));
    assert!(head.contains("content-security-policy"), "{head}");
    // The body comes in chunks: a length in hexadecimal, the bytes, a line end.
    assert!(head.contains("transfer-encoding: chunked"), "{head}");
    let (mut rest, mut joined) = (&packed[..], Vec::new());
    while let Some(line) = rest.windows(2).position(|two| two == b"\r\n") {
        let length = std::str::from_utf8(&rest[..line]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        joined.extend_from_slice(&rest[line + 2..line + 2 + length]);
        rest = &rest[line + 4 + length..];
    }
    assert!(joined.len() < plain.len() / 2, "{} of {}", joined.len(), plain.len());
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&joined[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain);
    let (head, packed) = ask(target, "accept-encoding: gzip, br\r\n");
    assert!(head.contains("content-encoding: br"), "{head}");
    assert!(packed.len() < plain.len() / 2);
    // The files of the page are packed once, with a length and a tag of their own.
    let (head, whole) = ask("/page.js", "");
    assert!(!head.contains("content-encoding") && head.contains("vary: accept-encoding"));
    let tag = |head: &str| head.lines().find(|line| line.starts_with("etag")).unwrap().to_owned();
    for packing in ["br", "gzip"] {
        let (packed_head, packed) = ask("/page.js", &format!("accept-encoding: {packing}\r\n"));
        assert!(packed_head.contains(&format!("content-encoding: {packing}")), "{packed_head}");
        assert!(packed_head.contains(&format!("content-length: {}", packed.len())));
        assert!(packed.len() < whole.len() / 2, "{packing}: {}", packed.len());
        assert_ne!(tag(&packed_head), tag(&head));
    }
    // Events are read as they come: they are not held back to be packed.
    let (head, _) = ask("/api/jobs/solve?game=0.77", "accept-encoding: gzip\r\n");
    assert!(!head.contains("content-encoding"), "{head}");
}
