//! What was found elsewhere and is taken in: files of surveys, certificates, hunts; and what is asked
//! about what is there.

use sprague_atlas::find::Asked;
use sprague_atlas::import::import;
use sprague_atlas::{
    Atlas, CertificateText, Family, Row, Survey, Verdict, census, default_budget, seed, survey,
    verify,
};
use sprague_budget::Budget;
use sprague_certificate::Certificate;
use sprague_hunt::{Hunt, HuntEnd, HuntSettings};
use std::fs;

fn budget() -> Budget {
    sprague_checker::default_budget().threads(1)
}

fn games(atlas: &Atlas, asked: &Asked) -> Vec<String> {
    let (sql, parameters) = asked.search(atlas).unwrap().query("game");
    let rows = atlas.query_json(&sql, &parameters).unwrap();
    rows.iter().map(|row| row["game"].as_str().unwrap().to_owned()).collect()
}

/// An atlas written as one file and taken in again says the same; what is forged is left out.
#[test]
fn an_atlas_as_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut atlas = Atlas::open_or_create(&path("one.db")).unwrap();
    let limits = default_budget().values(2000).threads(1);
    for family in ["octal:2", "subtraction:max=4"] {
        census(&mut atlas, &Family::read(family).unwrap(), &limits, &mut |_| ()).unwrap();
    }
    // A file of rules is a family of its folder alone.
    fs::write(path("some.txt"), "0.137\n").unwrap();
    let own = path("some.txt");
    census(&mut atlas, &Family::read(own.to_str().unwrap()).unwrap(), &limits, &mut |_| ())
        .unwrap();
    let file = path("atlas.jsonl.gz");
    seed::write(&atlas, &mut fs::File::create(&file).unwrap()).unwrap();
    let mut other = Atlas::open_or_create(&path("other.db")).unwrap();
    let imported = import(&mut other, &file, &budget()).unwrap();
    assert_eq!(imported.left_out, []);
    let rows = |atlas: &Atlas| {
        let sql = "SELECT * FROM game ORDER BY game";
        let rows = atlas.query_json(sql, &[]).unwrap();
        assert!(rows.len() > 60);
        assert!(rows.iter().all(|row| (row["status"] == "proved") != row["sequence"].is_null()));
        rows
    };
    assert_eq!(rows(&atlas), rows(&other));
    assert_eq!(other.families().unwrap(), ["octal:2", "subtraction:max=4"]);
    let report = verify(&other, &budget(), &mut |_, _| ()).unwrap();
    assert!(report.wrong.is_empty() && report.missing == 0, "{report:?}");
    // Kayles with another period, and 0.07 without its certificate.
    let mut forged = survey(&"0.77".parse().unwrap(), &limits).unwrap();
    forged.row.period = Some(24);
    let mut bare = survey(&"0.4".parse().unwrap(), &limits).unwrap();
    bare.certificate = None;
    let line = |survey| serde_json::json!({"survey": survey, "relatives": []}).to_string();
    let text = [line(&forged), line(&bare)].join("\n");
    fs::write(path("forged.jsonl"), text).unwrap();
    let mut empty = Atlas::open_or_create(&path("empty.db")).unwrap();
    let imported = import(&mut empty, &path("forged.jsonl"), &budget()).unwrap();
    assert_eq!((imported.games, imported.left_out.len()), (0, 2), "{imported:?}");
    for (name, text) in [("no.jsonl", "{}"), ("words.jsonl", "Kayles"), ("no.jsonl.gz", "plain")] {
        fs::write(path(name), text).unwrap();
        assert!(import(&mut empty, &path(name), &budget()).is_err(), "{name}");
    }
    assert!(import(&mut empty, &path("nowhere"), &budget()).is_err());
    assert!(import(&mut empty, folder.path(), &budget()).is_err());
}

/// Certificates alone, one on a line.
#[test]
fn certificates() {
    let folder = tempfile::tempdir().unwrap();
    let limits = default_budget().values(4000);
    let mut lines = Vec::new();
    for game in ["0.77", "0.83C", "0.3F", "0.2048", "0.07"] {
        let found = survey(&game.parse().unwrap(), &limits).unwrap();
        let text = found.certificate.unwrap_or_else(|| panic!("{game}")).json;
        lines.push(text.replace('\n', " "));
    }
    fs::write(folder.path().join("some.jsonl"), lines.join("\n")).unwrap();
    let mut atlas = Atlas::open_or_create(&folder.path().join("some.db")).unwrap();
    let imported = import(&mut atlas, &folder.path().join("some.jsonl"), &budget()).unwrap();
    assert_eq!(imported.proved, 3, "{imported:?}");
    // Others represent these two.
    assert_eq!(
        imported.left_out.iter().map(|(game, _)| game).collect::<Vec<_>>(),
        ["0.2048", "0.07"]
    );
    let row = atlas.get(&"0.83C".parse().unwrap()).unwrap().unwrap();
    assert_eq!((row.kind.as_str(), row.checked, row.sequence.is_some()), ("ruler", true, true));
    verify(&atlas, &budget(), &mut |row, verdict| {
        assert_eq!(*verdict, Verdict::Verified, "{}", row.game);
    })
    .unwrap();
}

/// A hunt that has found the period, and one that has not.
#[test]
fn hunts() {
    let folder = tempfile::tempdir().unwrap();
    let mut atlas = Atlas::open_or_create(&folder.path().join("hunts.db")).unwrap();
    for (game, to) in [("0.156", 100_000), ("0.3714", 100_000), ("0.143", 70_000)] {
        let directory = folder.path().join(game);
        let rules: sprague_games::Ruleset = game.parse().unwrap();
        let moves = rules.finite_moves().unwrap();
        let settings = HuntSettings::default();
        let unlimited = Budget::unlimited();
        let mut hunt = Hunt::open(&directory, game, &moves, settings, &unlimited).unwrap();
        let end = hunt.run(to, &unlimited).unwrap();
        assert_eq!(matches!(end, HuntEnd::Periodic(_)), game != "0.143");
        drop(hunt);
        assert_eq!(import(&mut atlas, &directory, &budget()).unwrap().games, 1);
    }
    let row = atlas.get(&"0.156".parse().unwrap()).unwrap().unwrap();
    assert_eq!((row.preperiod, row.period, row.checked), (Some(3479), Some(349), true));
    // Where the first period ends early, equal sequences have equal hashes, whoever found them.
    for game in ["0.156", "0.3714"] {
        let rules = game.parse().unwrap();
        let surveyed = survey(&rules, &default_budget().values(100_000)).unwrap().row;
        let own = atlas.get(&rules).unwrap().unwrap();
        assert!(own.preperiod < Some(32_768) && own.sequence.is_some(), "{game}");
        assert_eq!(own.sequence, surveyed.sequence, "{game}");
    }
    // As a file it comes in again, with the hash of its values, and with that of its name only,
    // which older files have; with that of another game it does not.
    let hunted = survey(&"0.156".parse().unwrap(), &default_budget().values(100_000)).unwrap();
    let other = survey(&"0.77".parse().unwrap(), &default_budget()).unwrap().row.sequence;
    let name = own_name("0.156");
    let file = folder.path().join("hunted.jsonl");
    for (sequence, comes) in [(hunted.row.sequence.clone(), 1), (Some(name), 1), (other, 0)] {
        let row = Row { sequence, ..hunted.row.clone() };
        let survey = Survey { row, certificate: hunted.certificate.clone() };
        let line = serde_json::json!({"survey": survey, "relatives": []}).to_string();
        fs::write(&file, line).unwrap();
        let mut fresh = Atlas::open_or_create(&folder.path().join("fresh.db")).unwrap();
        assert_eq!(import(&mut fresh, &file, &budget()).unwrap().games, comes);
        let taken = fresh.get(&"0.156".parse().unwrap()).unwrap();
        assert_eq!(
            taken.map(|row| row.sequence),
            (comes == 1).then(|| hunted.row.sequence.clone())
        );
        drop(fresh);
        fs::remove_file(folder.path().join("fresh.db")).unwrap();
    }
    let open = atlas.get(&"0.143".parse().unwrap()).unwrap().unwrap();
    assert_eq!((open.status.as_str(), open.computed), ("open", 70_001));
    assert!(open.rares.is_some() && open.nearness.is_some() && open.sequence.is_none());
    // What a survey sees in the same values.
    let near = survey(&"0.143".parse().unwrap(), &default_budget().values(70_001)).unwrap().row;
    assert_eq!(
        (open.rares, open.last_rare, open.max_at),
        (near.rares, near.last_rare, near.max_at)
    );
    assert_eq!((open.near_period, open.sub_share), (near.near_period, near.sub_share));
}

/// What the atlas writes for a sequence that is known by the name of its game only.
fn own_name(game: &str) -> String {
    CertificateText::new(format!("the sequence of {game}, offset 0, scale 1")).hash
}

/// A subtraction game whose certificate the fast checker alone can judge: it is judged when it comes
/// in and by `verify`, and a row that says more is refused and found wrong.
#[test]
fn the_fast_checker_where_only_it_can() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = |period| {
        format!(
            "{{\"certificate\":\"sprague\",\"version\":1,\"game\":\"S(100000000,100000007)\",\
             \"claim\":{{\"kind\":\"periodic\",\"preperiod\":0,\"period\":{period},\"saltus\":0}},\
             \"theorem\":\"finite-subtraction\"}}"
        )
    };
    let take = |period| {
        let file = folder.path().join("long.json");
        fs::write(&file, certificate(period)).unwrap();
        let path = folder.path().join(format!("{period}.db"));
        let mut atlas = Atlas::open_or_create(&path).unwrap();
        let imported = import(&mut atlas, &file, &budget()).unwrap();
        (atlas, imported)
    };
    let (atlas, imported) = take(200_000_007);
    assert_eq!((imported.games, imported.proved), (1, 1), "{imported:?}");
    let row = atlas.get(&"S(100000000,100000007)".parse().unwrap()).unwrap().unwrap();
    assert!(row.is_proved() && row.checked && row.rests_on_fast_checker());
    assert!(row.verified_by().starts_with("verified by the fast checker on 2"));
    let plain = Certificate::from_json(certificate(200_000_007).as_bytes()).unwrap();
    let few = sprague_checker::default_budget().values(1 << 26);
    assert!(sprague_checker::check(&plain, None, &few).is_err());
    let report = verify(&atlas, &budget(), &mut |_, _| ()).unwrap();
    assert_eq!((report.verified, report.wrong.len()), (1, 0), "{report:?}");
    for period in [200_000_006, 200_000_008, 400_000_014] {
        let (atlas, imported) = take(period);
        assert_eq!((imported.games, imported.left_out.len()), (0, 1), "{period}: {imported:?}");
        drop(atlas);
    }
    assert!(
        !survey(&"S(2,3)".parse().unwrap(), &default_budget()).unwrap().row.rests_on_fast_checker()
    );
}

/// A certificate that nobody has checked makes no proof, and is kept: one of 0.106 whose check costs too
/// much, and that of 0.156, whose check is made when it comes in.
#[test]
fn unchecked_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let seed = seed::in_memory().unwrap();
    let taken = |atlas: &Atlas, game: &str| {
        let row = atlas.get(&game.parse().unwrap()).unwrap().unwrap();
        let certificate = atlas.certificate(row.certificate.as_ref().unwrap()).unwrap();
        Survey { row, certificate }
    };
    let mut atlas = Atlas::open_or_create(&folder.path().join("unchecked.db")).unwrap();
    // Without snapshots neither checker can judge it.
    let text = CertificateText::new(SHORT.to_owned());
    for status in ["observed", "proved"] {
        let row = taken(&seed, "0.106").row;
        let row = Row {
            status: status.to_owned(),
            checked: false,
            checked_on: None,
            sequence: None,
            certificate: Some(text.hash.clone()),
            ..row
        };
        let longest = Survey { row, certificate: Some(text.clone()) };
        atlas.accept(&longest, &[], Some(&budget())).unwrap();
        let row = taken(&atlas, "0.106").row;
        assert_eq!((row.status.as_str(), row.checked, &row.sequence), ("observed", false, &None));
        assert_eq!(row.theorem.as_deref(), Some("sparse-window"));
    }
    let report = verify(&atlas, &budget(), &mut |_, _| ()).unwrap();
    assert_eq!((report.too_costly, report.verified, report.wrong.len()), (1, 0, 0));
    let mut seen = taken(&seed, "0.156");
    seen.row = Row { status: "observed".into(), checked: false, sequence: None, ..seen.row };
    atlas.accept(&seen, &[], Some(&budget())).unwrap();
    let row = taken(&atlas, "0.156").row;
    assert!(row.is_proved() && row.checked && row.sequence.is_some());
    // A row that says more than its certificate is refused.
    let open = Row { status: "open".into(), ..seen.row.clone() };
    let other = Row { period: Some(698), ..seen.row.clone() };
    let hashed = Row { sequence: row.sequence, ..seen.row.clone() };
    for row in [open, other, hashed] {
        let forged = Survey { row, ..seen.clone() };
        assert!(atlas.accept(&forged, &[], Some(&budget())).is_err());
    }
}

/// The certificate of 0.106 without its snapshots.
const SHORT: &str = r#"{"certificate":"sprague","version":1,"game":"0.106","claim":{"kind":"periodic","preperiod":465384263797,"period":328226140474,"saltus":0},"theorem":"sparse-window","evidence":{"mask":4294967277,"position_parity":true,"rares":[3,7,10,26,68,84,96,101,320,345,359,473,563,993,1103],"helper":16384,"sparse_from":32772,"window_from":465384263797,"snapshots":[]}}"#;

/// A proof whose certificate is in no file of many is believed where the seed of the program has it, and
/// nothing else of it.
#[test]
fn a_certificate_too_long_for_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("longest.jsonl");
    let known = seed::in_memory().unwrap().get(&"0.106".parse().unwrap()).unwrap().unwrap();
    let import_row = |row: &Row| {
        let survey = Survey { row: row.clone(), certificate: None };
        let line = serde_json::json!({"survey": survey, "relatives": []}).to_string();
        fs::write(&file, line).unwrap();
        let mut atlas = Atlas::open_or_create(&folder.path().join("long.db")).unwrap();
        let imported = import(&mut atlas, &file, &budget()).unwrap();
        let taken = atlas.get(&"0.106".parse().unwrap()).unwrap();
        drop(atlas);
        fs::remove_file(folder.path().join("long.db")).unwrap();
        (imported.proved, taken)
    };
    assert_eq!(import_row(&known), (1, Some(known.clone())));
    // What else the line says is not believed.
    let more = Row { max_value: 77, last_rare: Some(5), seconds: 0.0, ..known.clone() };
    assert_eq!(import_row(&more), (1, Some(known.clone())));
    let hash = known.certificate.as_ref().unwrap();
    let other = format!("{}{}", if hash.starts_with('0') { '1' } else { '0' }, &hash[1..]);
    let statement = known.statement.as_ref().unwrap().replace("465384263797", "465384263796");
    for forged in [
        Row { certificate: Some(other), ..known.clone() },
        Row { statement: Some(statement), ..known.clone() },
        Row { game: "0.6".into(), representative: "0.6".into(), ..known.clone() },
        Row { certificate: None, ..known.clone() },
    ] {
        assert_eq!(import_row(&forged), (0, None), "{forged:?}");
    }
}

/// What researchers ask.
#[test]
fn questions() {
    let atlas = seed::in_memory().unwrap();
    let ask = |change: fn(&mut Asked)| {
        let mut asked = Asked::default();
        change(&mut asked);
        games(&atlas, &asked)
    };
    // All that is published and proved here is proved by us; with less work less is.
    assert_eq!(ask(|asked| asked.literature = Some("theirs".into())), [""; 0]);
    let folder = tempfile::tempdir().unwrap();
    let mut little = Atlas::open_or_create(&folder.path().join("little.db")).unwrap();
    let short = survey(&"0.16".parse().unwrap(), &default_budget().values(5000)).unwrap();
    little.accept(&short, &[], None).unwrap();
    let theirs = Asked { literature: Some("theirs".into()), ..Asked::default() };
    assert_eq!(games(&little, &theirs), ["0.16"]);
    let ours = ask(|asked| {
        asked.literature = Some("ours".into());
        asked.representatives = true;
    });
    assert!(!ours.is_empty() && !ours.contains(&"0.77".to_owned()));
    assert_eq!(ask(|asked| asked.literature = Some("contradicts".into())), [""; 0]);
    assert!(ask(|asked| asked.literature = Some("agrees".into())).len() > 100);
    let mut wrong = Asked { literature: Some("mine".into()), ..Asked::default() };
    assert!(wrong.search(&atlas).unwrap_err().to_string().contains("theirs, ours"));
    wrong = Asked { family: Some("octal:9".into()), ..Asked::default() };
    assert!(wrong.search(&atlas).unwrap_err().to_string().contains("octal:3"));
    wrong = Asked { same_as: Some("0.7x".into()), ..Asked::default() };
    assert!(wrong.search(&atlas).is_err());
    // The nearest to regular first, and only what is open has a nearness.
    let near = Asked { order: Some("nearness".into()), ..Asked::default() };
    let (sql, parameters) = near.search(&atlas).unwrap().query("game, status, nearness");
    let rows = atlas.query_json(&sql, &parameters).unwrap();
    let nearness: Vec<Option<f64>> = rows.iter().map(|row| row["nearness"].as_f64()).collect();
    let open = rows.iter().filter(|row| row["status"] != "proved").count();
    assert!(open > 100 && nearness[..open].windows(2).all(|w| w[0] >= w[1]));
    assert!(nearness[open..].iter().all(Option::is_none));
    assert!(nearness[..open].iter().flatten().all(|share| (0.0..=1.0).contains(share)));
    // 0.F6: what the lists of unsolved problems quote.
    let row = atlas.get(&"0.F6".parse().unwrap()).unwrap().unwrap();
    assert_eq!((row.near_period, row.near_saltus), (Some(43), Some(32)));
    assert_eq!((row.near_from, row.near_to), (Some(604), Some(1885)));
    // Records by class: the longest that are proved.
    let stats = atlas.stats().unwrap();
    let octal = stats.by_class.iter().find(|class| class.class == "finite octal").unwrap();
    assert_eq!(octal.longest_period.as_deref(), Some("0.106"));
    assert_eq!((octal.period, octal.preperiod), (Some(328_226_140_474), Some(465_384_263_797)));
    // A class by its whole name, commas and all; what is no class is refused with what may be meant.
    let class = |name: &str| {
        let mut asked = Asked::default();
        asked.conditions.push(("class".into(), name.into()));
        asked.search(&atlas).map(|search| {
            let (sql, parameters) = search.query("class");
            let rows = atlas.query_json(&sql, &parameters).unwrap();
            rows.iter().map(|row| row["class"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        })
    };
    let with_pass = class("finite octal, with a pass").unwrap();
    assert!(with_pass.len() > 400 && with_pass.iter().all(|c| c == "finite octal, with a pass"));
    assert!(class("*octal*").unwrap().len() > with_pass.len());
    let refused = class("finite octel").unwrap_err().to_string();
    assert!(refused.contains("did you mean finite octal?"), "{refused}");
}
