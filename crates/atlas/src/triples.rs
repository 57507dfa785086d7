//! A census of the subtraction games S(a,b,c): millions of small sets in a file with a line for each c.
//!
//! Rows of an atlas would take gigabytes, and each of these games is proved again in microseconds. So
//! a line has counts and the SHA-256 of the list of what was found: for every coprime a < b < c with
//! a+b not c, by b and then a, a line `a b sums preperiod`, where sums has 1 for a+b, 2 for a+c and
//! 4 for b+c, added up for those that are periods (0: none is seen). Whoever computes the list by
//! other means compares the sums.

use crate::error::Error;
use sha2::{Digest, Sha256};
use sprague_budget::{Budget, Progress};
use sprague_certificate::{Certificate, Claim, Proof};
use sprague_prover::triple::{Periods, SUMS, Search, Triple, by_definition};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest c: beyond it a line takes minutes.
pub const MOST: u64 = 4096;

/// The head of the file.
const HEAD: &str = "c,sets,a+b,a+c,b+c,none,preperiod,a,b,sha256";

/// All sets with one c.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TripleLine {
    /// The greatest member.
    pub c: u64,
    /// How many coprime sets with a+b not c there are.
    pub sets: u64,
    /// For how many of them a+b, a+c, b+c is a period; a set may count more than once.
    pub sums: [u64; 3],
    /// For how many none of these is seen to be one.
    pub none: u64,
    /// The longest preperiod, with a and b of the first set that has it.
    pub longest: (u64, [u64; 2]),
    /// The hash of the list.
    pub sha256: String,
}

impl TripleLine {
    /// The line of c, with what `find` says about each set.
    fn new(c: u64, mut find: impl FnMut(Triple) -> Option<Periods>) -> Self {
        let mut line =
            Self { c, sets: 0, sums: [0; 3], none: 0, longest: (0, [0; 2]), sha256: String::new() };
        let mut hash = Sha256::new();
        let mut text = String::new();
        for b in 2..c {
            text.clear();
            for triple in (1..b).filter_map(|a| Triple::new(a, b, c)) {
                if triple.is_additive() || !triple.is_coprime() {
                    continue;
                }
                let [a, ..] = triple.members();
                let found = find(triple);
                let bits = found.map_or(0, |found| found.sums.bits());
                let preperiod = found.map_or(0, |found| found.preperiod);
                line.sets += 1;
                line.none += u64::from(bits == 0);
                for (i, count) in line.sums.iter_mut().enumerate() {
                    *count += u64::from(bits >> i & 1);
                }
                if preperiod > line.longest.0 {
                    line.longest = (preperiod, [a, b]);
                }
                let _ = writeln!(text, "{a} {b} {bits} {preperiod}");
            }
            hash.update(&text);
        }
        line.sha256 = format!("{:x}", hash.finalize());
        line
    }

    /// The line of c.
    pub fn of(c: u64) -> Self {
        let mut search = Search::default();
        Self::new(c, |triple| search.periods(triple))
    }

    /// The same value by value from the definition: slow, and independent of [`of`](Self::of).
    pub fn by_definition(c: u64) -> Self {
        Self::new(c, by_definition)
    }

    /// `None` if this is no line of a record.
    fn read(text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.split(',').collect();
        let [c, sets, ab, ac, bc, none, preperiod, a, b, sha256] = fields[..] else { return None };
        let number = |text: &str| text.parse::<u64>().ok();
        Some(Self {
            c: number(c)?,
            sets: number(sets)?,
            sums: [number(ab)?, number(ac)?, number(bc)?],
            none: number(none)?,
            longest: (number(preperiod)?, [number(a)?, number(b)?]),
            sha256: (sha256.len() == 64).then(|| sha256.to_owned())?,
        })
    }

    fn text(&self) -> String {
        let Self { c, sets, sums: [ab, ac, bc], none, longest, sha256 } = self;
        let (preperiod, [a, b]) = longest;
        format!("{c},{sets},{ab},{ac},{bc},{none},{preperiod},{a},{b},{sha256}\n")
    }
}

/// What a record holds, and what a census added to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TripleSummary {
    /// The lines, c = 3, 4, ...
    pub lines: Vec<TripleLine>,
    /// How many of them were there before.
    pub before: usize,
    /// Whether it was stopped.
    pub stopped: bool,
}

impl TripleSummary {
    /// How many sets there are.
    pub fn sets(&self) -> u64 {
        self.lines.iter().map(|line| line.sets).sum()
    }

    /// For how many of them a+b, a+c, b+c is a period.
    pub fn sums(&self) -> [(&'static str, u64); 3] {
        std::array::from_fn(|i| (SUMS[i], self.lines.iter().map(|line| line.sums[i]).sum()))
    }

    /// For how many none of them is seen to be one, and the first c that has such a set.
    pub fn none(&self) -> (u64, Option<u64>) {
        let first = self.lines.iter().find(|line| line.none > 0).map(|line| line.c);
        (self.lines.iter().map(|line| line.none).sum(), first)
    }

    /// The longest preperiod, and a, b, c.
    pub fn longest(&self) -> Option<(u64, [u64; 3])> {
        let longest = self.lines.iter().rev().max_by_key(|line| line.longest.0)?;
        let (preperiod, [a, b]) = longest.longest;
        Some((preperiod, [a, b, longest.c]))
    }
}

/// The greatest c of a family `triples:max=C`; `None` for another family.
pub fn triples_family(text: &str) -> Option<Result<u64, Error>> {
    let rest = text.trim().to_ascii_lowercase();
    let rest = rest.strip_prefix("triples")?.trim_start();
    let number = rest.strip_prefix(':').and_then(|rest| rest.trim().strip_prefix("max="));
    let most = number.and_then(|n| n.trim().parse().ok()).filter(|n| (3..=MOST).contains(n));
    Some(most.ok_or_else(|| {
        Error::Request(format!(
            "'{text}' is not understood: write triples:max=220, with a number from 3 to {MOST}"
        ))
    }))
}

/// The lines of a record, and how many bytes of the file they take: a line that was not written whole
/// does not count.
fn read(path: &Path) -> Result<(Vec<TripleLine>, u64), Error> {
    let io = |error| Error::Io(path.to_owned(), error);
    if !path.exists() {
        return Ok((Vec::new(), 0));
    }
    let text = std::fs::read_to_string(path).map_err(io)?;
    if text.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let wrong = |number: usize| {
        Error::Request(format!(
            "{}, line {number} is no record of triples: name another file",
            path.display()
        ))
    };
    let mut lines = Vec::new();
    let mut bytes = 0;
    for (i, line) in text.split_inclusive('\n').enumerate() {
        let Some(whole) = line.strip_suffix('\n') else { break };
        if i == 0 {
            if whole != HEAD {
                return Err(wrong(1));
            }
        } else {
            let line = TripleLine::read(whole).filter(|line| line.c == i as u64 + 2);
            lines.push(line.ok_or_else(|| wrong(i + 1))?);
        }
        bytes += line.len() as u64;
    }
    // What does not even begin as one belongs to somebody else.
    if bytes == 0 && !HEAD.starts_with(text.trim_end()) {
        return Err(wrong(1));
    }
    Ok((lines, bytes))
}

/// Works through c = from, ..., to on the threads of the budget and hands every line over, in order.
fn in_order<T: Send>(
    (from, to): (u64, u64),
    budget: &Budget,
    work: impl Fn(u64) -> T + Sync,
    take: impl FnMut(T) -> Result<(), Error> + Send,
) -> Result<bool, Error> {
    // The time a c takes grows as its square: so is the bar.
    let share = |c: u64| c.saturating_pow(3);
    let total = Some(share(to) - share(from - 1));
    let next = AtomicU64::new(from);
    let done = Mutex::new((BTreeMap::new(), from, take, Ok(())));
    let worker = || {
        while !budget.is_spent() {
            let c = next.fetch_add(1, Ordering::Relaxed);
            if c > to {
                break;
            }
            let line = work(c);
            let Ok(mut done) = done.lock() else { break };
            let (waiting, first, take, result) = &mut *done;
            waiting.insert(c, line);
            while let Some(line) = waiting.remove(first) {
                if result.is_ok() {
                    *result = take(line);
                }
                *first += 1;
            }
            let at = share(*first - 1) - share(from - 1);
            if result.is_err()
                || budget.report(Progress { done: at, total, unit: "steps" }).is_err()
            {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..budget.thread_count().max(1) {
            if std::thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
    let Ok((_, first, _, result)) = done.into_inner() else { return Ok(true) };
    result?;
    Ok(first <= to)
}

/// Takes the census of all sets with c <= `to` into the record `path`: goes on behind its last line.
pub fn triples_census(path: &Path, to: u64, budget: &Budget) -> Result<TripleSummary, Error> {
    let io = |error| Error::Io(path.to_owned(), error);
    let (mut lines, bytes) = read(path)?;
    let before = lines.len();
    let from = before as u64 + 3;
    if from > to {
        return Ok(TripleSummary { lines, before, stopped: false });
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(io)?;
    file.set_len(bytes).map_err(io)?;
    if bytes == 0 {
        file.write_all(format!("{HEAD}\n").as_bytes()).map_err(io)?;
    }
    let stopped = in_order((from, to), budget, TripleLine::of, |line| {
        file.write_all(line.text().as_bytes()).map_err(io)?;
        lines.push(line);
        Ok(())
    })?;
    Ok(TripleSummary { lines, before, stopped })
}

/// Writes a certificate for every set with c <= `to`, one in a line, by c, then b, then a; how many, and whether it was
/// stopped. Sets of which no period is seen have none.
pub fn triple_certificates(
    out: &mut (dyn std::io::Write + Send),
    to: u64,
    budget: &Budget,
) -> Result<(u64, bool), Error> {
    let mut written = 0;
    let stopped = in_order((3, to), budget, certificates, |(count, text)| {
        written += count;
        out.write_all(text.as_bytes()).map_err(|error| Error::Io("certificates".into(), error))
    })?;
    Ok((written, stopped))
}

/// The certificates of one c.
fn certificates(c: u64) -> (u64, String) {
    let (mut search, mut count, mut text) = (Search::default(), 0, String::new());
    for triple in (2..c).flat_map(|b| (1..b).filter_map(move |a| Triple::new(a, b, c))) {
        let counts = !triple.is_additive() && triple.is_coprime();
        let Some(regularity) = counts.then(|| search.regularity(triple)).flatten() else {
            continue;
        };
        let [a, b, c] = triple.members();
        let certificate = Certificate {
            game: format!("S({a},{b},{c})"),
            claim: Claim::Regular(regularity),
            proof: Proof::FiniteSubtraction,
        };
        text.extend(certificate.to_json().lines().map(str::trim));
        text.push('\n');
        count += 1;
    }
    (count, text)
}

/// Computes the lines of a record again, value by value from the definition, to c <= `to`, and tells
/// the first that differs.
pub fn verify_triples(path: &Path, to: u64, budget: &Budget) -> Result<TripleSummary, Error> {
    let (lines, _) = read(path)?;
    let last = lines.len() as u64 + 2;
    if lines.is_empty() || last < to {
        return Err(Error::Request(format!(
            "{} has no line for c = {to}: take the census first",
            path.display()
        )));
    }
    let mut checked = Vec::new();
    let stopped = in_order((3, to), budget, TripleLine::by_definition, |line| {
        if line != lines[line.c as usize - 3] {
            return Err(Error::Request(format!(
                "{}: the line of c = {} is wrong: computed from the definition it is\n{}",
                path.display(),
                line.c,
                line.text().trim_end()
            )));
        }
        checked.push(line);
        Ok(())
    })?;
    let before = checked.len();
    Ok(TripleSummary { lines: checked, before, stopped })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_what_the_definition_says() {
        for c in 3..=40 {
            let line = TripleLine::of(c);
            assert_eq!(line, TripleLine::by_definition(c));
            assert_eq!(TripleLine::read(line.text().trim_end()), Some(line));
        }
    }

    #[test]
    fn a_census_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("triples.csv");
        let budget = Budget::unlimited().threads(3);
        let whole = triples_census(&path, 30, &budget).unwrap();
        assert_eq!((whole.lines.len(), whole.before, whole.stopped), (28, 0, false));
        assert_eq!(whole.none(), (0, None));
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(verify_triples(&path, 30, &budget).unwrap().lines, whole.lines);
        assert!(verify_triples(&path, 31, &budget).is_err());
        // Cut anywhere, even in the middle of a line, it ends the same.
        for cut in [0, 1, HEAD.len(), HEAD.len() + 1, 200, 1000, bytes.len() - 1, bytes.len()] {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let again = triples_census(&path, 30, &budget).unwrap();
            assert_eq!(again.lines, whole.lines);
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "cut at {cut}");
        }
        // Stopped before it begins, it does nothing; a smaller one neither.
        budget.stop();
        assert!(triples_census(&path, 35, &budget).unwrap().stopped);
        assert_eq!(triples_census(&path, 10, &budget).unwrap().lines.len(), 28);
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn wrong_records_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("triples.csv");
        let budget = Budget::unlimited().threads(1);
        triples_census(&path, 12, &budget).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let other = text.replacen("4,", "5,", 1);
        for wrong in ["something else", "something\nelse\n", &other] {
            std::fs::write(&path, wrong).unwrap();
            assert!(matches!(triples_census(&path, 20, &budget), Err(Error::Request(_))));
            assert_eq!(std::fs::read_to_string(&path).unwrap(), wrong, "left as it was");
        }
        // One number changed: the definition finds it.
        let lines: Vec<&str> = text.lines().collect();
        let mut fields: Vec<String> = lines[8].split(',').map(str::to_owned).collect();
        fields[6] = "77".to_owned();
        let forged = text.replacen(lines[8], &fields.join(","), 1);
        std::fs::write(&path, forged).unwrap();
        let error = verify_triples(&path, 12, &budget).unwrap_err().to_string();
        assert!(error.contains("c = 10 is wrong"), "{error}");
    }

    #[test]
    fn names() {
        assert_eq!(triples_family("triples:max=512").unwrap().unwrap(), 512);
        assert_eq!(triples_family(" Triples: max=12 ").unwrap().unwrap(), 12);
        assert!(triples_family("octal:3").is_none());
        for wrong in ["triples", "triples:12", "triples:max=2", "triples:max=5000", "triples:max=x"]
        {
            assert!(triples_family(wrong).unwrap().is_err(), "{wrong}");
        }
    }
}
