//! No locked crate has a version that an advisory of the RustSec database affects.
//! Works without a network, from the lock files and the facts in `testdata/advisories.csv`.
//! `cargo deny check advisories` asks the database itself, and knows advisories that are newer
//! than our facts and versions that were yanked; both read what is allowed from `deny.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use toml_edit::DocumentMut;

const LOCK_FILES: [&str; 3] = ["Cargo.lock", "fuzz/Cargo.lock", "tools/bindgen/Cargo.lock"];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A version with the precedence of Semantic Versioning 2.0.0, section 11, which is the derived
/// order: the three numbers, then any pre-release before the release. Build metadata counts for
/// nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    numbers: [u64; 3],
    stage: Stage,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    PreRelease(Vec<Identifier>),
    Release,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Identifier {
    Number(u64),
    Word(String),
}

impl Version {
    fn parse(text: &str) -> Option<Self> {
        let precedence = text.split_once('+').map_or(text, |(before, _build)| before);
        let (numbers, stage) = match precedence.split_once('-') {
            None => (precedence, Stage::Release),
            Some((numbers, pre)) => {
                let identifiers = pre.split('.').map(|one| match one.parse() {
                    Ok(number) => Identifier::Number(number),
                    Err(_) => Identifier::Word(one.to_string()),
                });
                (numbers, Stage::PreRelease(identifiers.collect()))
            }
        };
        let numbers: Vec<u64> =
            numbers.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
        Some(Self { numbers: numbers.try_into().ok()?, stage })
    }

    /// A bound below every pre-release of this version, so that `< 0.3.0` excludes 0.3.0-rc.1:
    /// in doubt a version is affected.
    fn before_pre_releases(numbers: [u64; 3]) -> Self {
        Self { numbers, stage: Stage::PreRelease(Vec::new()) }
    }

    /// The first numbers that Cargo's caret excludes: the leftmost number that is not 0 goes up.
    fn next_incompatible(&self) -> [u64; 3] {
        match self.numbers {
            [0, 0, patch] => [0, 0, patch + 1],
            [0, minor, _] => [0, minor + 1, 0],
            [major, ..] => [major + 1, 0, 0],
        }
    }
}

/// Versions from `from` to before `before`, or up to and with `up_to`.
#[derive(Default)]
struct Range {
    from: Option<Version>,
    before: Option<Version>,
    up_to: Option<Version>,
}

impl Range {
    /// The ranges that the database uses: `>= 1.2.3`, `< 1.2.3`, `<= 1.2.3`, `^1.2.3`, `1.2.3`
    /// (the same as with the caret) and several of them with commas, all of which must hold.
    fn parse(text: &str) -> Result<Self, String> {
        let mut range = Self::default();
        for part in text.split(',').map(str::trim) {
            let split = part.find(|c: char| c.is_ascii_digit()).unwrap_or(part.len());
            let (comparison, version) = part.split_at(split);
            let version = Version::parse(version).ok_or(format!("no version: {part:?}"))?;
            let taken = match comparison.trim() {
                ">=" => range.from.replace(version),
                "<=" => range.up_to.replace(version),
                "<" if version.stage == Stage::Release => {
                    range.before.replace(Version::before_pre_releases(version.numbers))
                }
                "<" => range.before.replace(version),
                "" | "^" => {
                    let next = Version::before_pre_releases(version.next_incompatible());
                    range.from.replace(version).or(range.before.replace(next))
                }
                other => return Err(format!("no comparison: {other:?} in {text:?}")),
            };
            if taken.is_some() {
                return Err(format!("a bound given twice: {text:?}"));
            }
        }
        Ok(range)
    }

    fn contains(&self, version: &Version) -> bool {
        self.from.as_ref().is_none_or(|from| from <= version)
            && self.before.as_ref().is_none_or(|before| version < before)
            && self.up_to.as_ref().is_none_or(|up_to| version <= up_to)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Vulnerability,
    Unsound,
    Unmaintained,
    Notice,
    Withdrawn,
}

struct Advisory {
    id: String,
    name: String,
    date: String,
    kind: Kind,
    patched: String,
    unaffected: String,
}

impl Advisory {
    fn parse(line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split(';').collect();
        let &[id, name, date, kind, patched, unaffected] = fields.as_slice() else {
            return Err(format!("not six fields: {line}"));
        };
        let kind = match kind {
            "vulnerability" => Kind::Vulnerability,
            "unsound" => Kind::Unsound,
            "unmaintained" => Kind::Unmaintained,
            "notice" => Kind::Notice,
            "withdrawn" => Kind::Withdrawn,
            other => return Err(format!("no kind: {other} in {line}")),
        };
        for range in ranges(patched).chain(ranges(unaffected)) {
            range.map_err(|error| format!("{error} in {line}"))?;
        }
        let [id, name, date, patched, unaffected] =
            [id, name, date, patched, unaffected].map(str::to_string);
        Ok(Self { id, name, date, kind, patched, unaffected })
    }

    /// A version is affected unless it is in a patched or an unaffected range.
    fn affects(&self, version: &Version) -> bool {
        self.kind != Kind::Withdrawn
            && !ranges(&self.patched)
                .chain(ranges(&self.unaffected))
                .any(|range| range.is_ok_and(|range| range.contains(version)))
    }
}

fn ranges(field: &str) -> impl Iterator<Item = Result<Range, String>> {
    field.split('|').filter(|one| !one.trim().is_empty()).map(Range::parse)
}

/// The lines that say something, without comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn advisories() -> Vec<Advisory> {
    let text = read("testdata/advisories.csv");
    let mut lines = lines(&text);
    assert_eq!(lines.next(), Some("id;crate;date;kind;patched;unaffected"));
    lines.map(|line| Advisory::parse(line).unwrap()).collect()
}

/// The names whose advisories were looked up, each with the date of the look-up.
fn looked_up() -> BTreeSet<String> {
    let text = read("testdata/advisories-looked-up.txt");
    let name = |line: &str| {
        let (name, date) = line.split_once(' ').unwrap_or_else(|| panic!("no date: {line}"));
        assert!(is_date(date), "no date: {line}");
        name.to_string()
    };
    lines(&text).map(name).collect()
}

/// Whether a text has the form 2026-11-15.
fn is_date(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(place, byte)| match place {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

/// A crate of a lock file that came from elsewhere than this repository.
#[derive(Debug, PartialEq, Eq)]
struct Locked {
    file: &'static str,
    name: String,
    version: String,
}

fn locked(file: &'static str, text: &str) -> Vec<Locked> {
    let lock: DocumentMut = text.parse().unwrap();
    let packages = lock["package"].as_array_of_tables().unwrap();
    let text = |item: &toml_edit::Item| item.as_str().unwrap().to_string();
    packages
        .iter()
        .filter(|package| package.contains_key("source"))
        .map(|package| Locked {
            file,
            name: text(&package["name"]),
            version: text(&package["version"]),
        })
        .collect()
}

fn all_locked() -> Vec<Locked> {
    LOCK_FILES.into_iter().flat_map(|file| locked(file, &read(file))).collect()
}

/// `advisories.ignore` of a `deny.toml`: the advisories that we live with, and why. An entry
/// without a reason has an empty one; entries for yanked crates have no id and are left out.
fn allowed(deny: &str) -> BTreeMap<String, String> {
    let deny: DocumentMut = deny.parse().unwrap();
    let Some(ignore) = deny["advisories"].get("ignore") else { return BTreeMap::new() };
    let entry = |value: &toml_edit::Value| match (value.as_str(), value.as_inline_table()) {
        (Some(id), _) => Some((id.to_string(), String::new())),
        (_, Some(table)) => {
            let field = |key: &str| table.get(key).and_then(|v| v.as_str()).map(str::to_string);
            Some((field("id")?, field("reason").unwrap_or_default()))
        }
        _ => panic!("neither id nor table: {value}"),
    };
    ignore.as_array().unwrap().iter().filter_map(entry).collect()
}

/// What has to be done, one line for each locked version that an advisory affects and for each
/// entry of the allowed ones that does not deserve its place.
fn complaints(
    locked: &[Locked],
    advisories: &[Advisory],
    allowed: &BTreeMap<String, String>,
) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut needed = BTreeSet::new();
    for Locked { file, name, version } in locked {
        let Some(parsed) = Version::parse(version) else {
            complaints.push(format!("{file}: {name} {version}: this version cannot be read"));
            continue;
        };
        for advisory in advisories.iter().filter(|a| a.name == *name && a.affects(&parsed)) {
            let Advisory { id, date, kind, patched, .. } = advisory;
            let excuse = allowed.get(id).map(|reason| reason.trim());
            needed.insert(id.clone());
            let problem = match excuse {
                Some("") => "allowed in deny.toml without a reason",
                Some(_) if *kind == Kind::Vulnerability => "a vulnerability cannot be allowed",
                Some(_) => continue,
                None => "affected",
            };
            let remedy = if patched.is_empty() {
                "no version is patched: replace the crate".to_string()
            } else {
                format!("take {patched}: cargo update -p {name}@{version}")
            };
            complaints.push(format!(
                "{file}: {name} {version}: {problem}: {id} of {date} ({kind:?}); {remedy}"
            ));
        }
    }
    complaints.extend(
        allowed
            .keys()
            .filter(|id| !needed.contains(*id))
            .map(|id| format!("deny.toml: {id} affects no locked version: take it off the list")),
    );
    complaints
}

/// The names in the lock files that nobody has looked up.
fn not_looked_up<'a>(locked: &'a [Locked], looked_up: &BTreeSet<String>) -> BTreeSet<&'a str> {
    locked.iter().map(|one| one.name.as_str()).filter(|name| !looked_up.contains(*name)).collect()
}

#[test]
fn no_locked_version_is_affected() {
    let complaints = complaints(&all_locked(), &advisories(), &allowed(&read("deny.toml")));
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
fn every_locked_crate_was_looked_up() {
    let locked = all_locked();
    for file in LOCK_FILES {
        assert!(locked.iter().filter(|one| one.file == file).count() > 30, "{file} was not read");
    }
    let names = not_looked_up(&locked, &looked_up());
    assert!(
        names.is_empty(),
        "look these crates up in the RustSec database, put what it says into \
         testdata/advisories.csv and the names into testdata/advisories-looked-up.txt \
         (CONTRIBUTING.md says how): {names:?}"
    );
}

#[test]
fn the_facts_are_in_order() {
    let advisories = advisories();
    let looked_up = looked_up();
    for Advisory { id, name, date, .. } in &advisories {
        assert!(looked_up.contains(name), "{id}: {name} is not among the names looked up");
        assert!(id.starts_with("RUSTSEC-") && is_date(date), "{id} of {date}");
    }
    let keys: Vec<_> = advisories.iter().map(|a| (&a.name, &a.id)).collect();
    assert!(keys.is_sorted_by(|a, b| a < b), "by crate and id, each once");
}

fn one(name: &str, version: &str) -> Vec<Locked> {
    vec![Locked { file: "Cargo.lock", name: name.to_string(), version: version.to_string() }]
}

/// The ids in the complaints about a single crate when nothing is allowed.
fn affected_by(name: &str, version: &str) -> Vec<String> {
    let ids = |line: String| line[line.find("RUSTSEC").unwrap()..][..17].to_string();
    complaints(&one(name, version), &advisories(), &BTreeMap::new()).into_iter().map(ids).collect()
}

#[test]
fn affected_patched_and_unaffected_versions_are_told_apart() {
    for (version, affected) in [
        ("0.6.5", false), // unaffected: < 0.7.0
        ("0.7.0", true),
        ("0.8.5", true),
        ("0.8.6", false), // patched: >= 0.8.6, < 0.9.0
        ("0.9.0", true),
        ("0.9.2", true),
        ("0.9.3", false),
        ("0.10.0", true),
        ("0.10.1", false),
        ("0.10.3", false),
    ] {
        let ids = if affected { vec!["RUSTSEC-2026-0097"] } else { vec![] };
        assert_eq!(affected_by("rand", version), ids, "{version}");
    }
    assert!(affected_by("rand_xorshift", "0.10.0").is_empty(), "another crate");
    assert_eq!(affected_by("smallvec", "0.6.9").len(), 4, "every advisory is told");
    assert_eq!(affected_by("ttf-parser", "99.0.0"), ["RUSTSEC-2026-0192"], "never patched");
    assert!(affected_by("humantime", "2.1.0").is_empty(), "withdrawn");
}

#[test]
fn an_affected_version_in_a_lock_file_is_found() {
    let lock = "version = 4\n\
        [[package]]\nname = \"bytes\"\nversion = \"0.1.0\"\n\
        [[package]]\nname = \"bytes\"\nversion = \"1.11.0\"\nsource = \"registry\"\n";
    let locked = locked("Cargo.lock", lock);
    assert_eq!(locked, one("bytes", "1.11.0"), "the crate without a source is our own");
    assert_eq!(
        complaints(&locked, &advisories(), &BTreeMap::new()),
        ["Cargo.lock: bytes 1.11.0: affected: RUSTSEC-2026-0007 of 2026-02-03 (Vulnerability); \
          take >= 1.11.1: cargo update -p bytes@1.11.0"]
    );
    let unreadable = complaints(&one("bytes", "1.11"), &advisories(), &BTreeMap::new());
    assert_eq!(unreadable, ["Cargo.lock: bytes 1.11: this version cannot be read"]);
}

#[test]
fn a_new_crate_has_to_be_looked_up() {
    assert!(not_looked_up(&one("bytes", "1.11.1"), &looked_up()).is_empty());
    let new = one("bytes-of-a-new-crate", "1.0.0");
    assert_eq!(not_looked_up(&new, &looked_up()), BTreeSet::from(["bytes-of-a-new-crate"]));
}

#[test]
fn only_what_is_no_vulnerability_is_allowed_and_only_with_a_reason() {
    let deny = |entry: &str| allowed(&format!("[advisories]\nignore = [{entry}]\n"));
    let with = |locked: &[Locked], entry: &str| complaints(locked, &advisories(), &deny(entry));
    let font = one("ttf-parser", "0.25.1");
    let font_id = r#"id = "RUSTSEC-2026-0192""#;

    assert!(with(&font, &format!(r#"{{ {font_id}, reason = "only our font" }}"#)).is_empty());
    for (locked, entry, part) in [
        (&font, String::new(), "no version is patched: replace the crate"),
        (&font, r#""RUSTSEC-2026-0192""#.to_string(), "without a reason"),
        (&font, format!("{{ {font_id} }}"), "without a reason"),
        (&font, format!(r#"{{ {font_id}, reason = " " }}"#), "without a reason"),
        (
            &one("bytes", "1.11.0"),
            r#"{ id = "RUSTSEC-2026-0007", reason = "never mind" }"#.to_string(),
            "a vulnerability cannot be allowed",
        ),
        (
            &one("bytes", "1.11.1"),
            r#"{ id = "RUSTSEC-2026-0007", reason = "of old" }"#.to_string(),
            "take it off the list",
        ),
    ] {
        let complaints = with(locked, &entry);
        assert!(complaints.len() == 1 && complaints[0].contains(part), "{entry}: {complaints:?}");
    }
    assert!(deny(r#"{ crate = "yanked@1.0.0", reason = "no newer one" }"#).is_empty());
    assert!(allowed("[advisories]\nyanked = \"deny\"\n").is_empty());
}

#[test]
fn versions_have_the_order_of_semantic_versioning() {
    let ascending = [
        "0.9.10",
        "0.10.0",
        "1.0.0-2",
        "1.0.0-10",
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-alpha.beta",
        "1.0.0-beta.2",
        "1.0.0-beta.11",
        "1.0.0-rc.1",
        "1.0.0",
        "1.0.1",
    ];
    let versions: Vec<_> = ascending.iter().map(|text| Version::parse(text).unwrap()).collect();
    assert!(versions.is_sorted_by(|a, b| a < b));
    assert_eq!(Version::parse("1.1.2+spec-1.1.0"), Version::parse("1.1.2"));
    for unreadable in ["", "1", "1.2", "1.2.3.4", "1.2.x", "-1.2.3"] {
        assert_eq!(Version::parse(unreadable), None, "{unreadable}");
    }
}

#[test]
fn ranges_are_read_as_cargo_reads_them() {
    for (range, inside, outside) in [
        (">= 0.2.8, < 0.3.0", "0.2.9", "0.3.0"),
        (">= 0.2.8, < 0.3.0", "0.2.8", "0.3.0-rc.1"),
        (">= 0.2.8, < 0.3.0-rc.1", "0.3.0-alpha", "0.3.0-rc.1"),
        (">= 0.3.0-rc.2", "0.3.0", "0.3.0-rc.1"),
        ("< 0.10.0, >= 0.9.18", "0.9.18", "0.9.17"),
        ("<= 0.2.1", "0.2.1", "0.2.2"),
        ("^0.20.2", "0.20.9", "0.21.0"),
        ("^0.20.2", "0.20.2", "0.20.1"),
        ("^0.20.2", "0.20.3-alpha", "0.21.0-alpha"),
        ("0.0.3", "0.0.3", "0.0.4"),
        ("1.2.3", "1.9.0", "2.0.0"),
        (">= 0.9.7, <0.10.0", "0.9.7", "0.10.0"),
    ] {
        let contains = |v| Range::parse(range).unwrap().contains(&Version::parse(v).unwrap());
        assert!(contains(inside), "{inside} is in {range}");
        assert!(!contains(outside), "{outside} is not in {range}");
    }
    for unreadable in
        ["", "> 1.2.3", "~1.2.3", ">= 1.2", "*", ">= 1.2.3, >= 1.3.0", "^1.2.3, < 1.4.0"]
    {
        assert!(Range::parse(unreadable).is_err(), "{unreadable}");
    }
    let line = |kind: &str, patched: &str| {
        Advisory::parse(&format!("RUSTSEC-2026-0007;bytes;2026-02-03;{kind};{patched};"))
    };
    assert!(line("unsound", ">= 1.2.3 | ^0.3.4").is_ok());
    assert!(line("unsound", ">= 1.2.3 | ~0.3.4").is_err());
    assert!(line("rumour", ">= 1.2.3").is_err());
    assert!(line("unsound", ">= 1.2.3;").is_err(), "a field too many");
}
