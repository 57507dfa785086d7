//! The families a census can be taken of.

use crate::error::Error;
use sprague_games::code::Digit;
use sprague_games::{Code, Ruleset, TakeSet};
use std::collections::HashSet;
use std::path::Path;

/// A family may have at most this many games.
const MOST_GAMES: u64 = 1 << 22;

/// What can be written, for help and error messages.
const SYNTAX: &str = "octal:3, 4.octal:2, hex:2, tetral:4, subtraction:max=8, \
                          allbut:max=8,size<=3, cut:max=8, recurring-octal, any of these with '+ pass' behind it, or a file of rules, one per line";

/// Games to survey, in a fixed order and without repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    name: String,
    games: Vec<Ruleset>,
}

impl Family {
    /// Reads the name of a family, or a file of rules.
    ///
    /// - `octal:N`, `hex:N`, `tetral:N`: the codes 0.d_1...d_N with digits to 7, 15, 3;
    ///   `4.octal:N` with these digits before the point.
    /// - `subtraction:max=M`: the non-empty subtraction sets with members to M;
    ///   `allbut:max=M`: all-but games, the empty set included; both take `,size<=K`.
    /// - `cut:max=M`: the non-empty sets of cut numbers to M; a cut number c cuts a heap into c+1
    ///   heaps (Dailly, Duchene, Larsson, Paris 2020, partition games).
    /// - `recurring-octal`: `0.a[b]`, `0.[ab]`, `0.[b]` and `4.[b]` with octal digits.
    /// - any of these followed by `+ pass`: the same games with a pass.
    /// - anything else: a file with one game per line; `#` starts a comment.
    ///
    /// ```
    /// use sprague_atlas::Family;
    /// assert_eq!(Family::read("octal:3")?.games().len(), 512);
    /// assert_eq!(Family::read("4.octal:2")?.games().len(), 64);
    /// assert_eq!(Family::read("subtraction:max=8")?.games().len(), 255);
    /// assert_eq!(Family::read("allbut:max=8,size<=3")?.games().len(), 1 + 8 + 28 + 56);
    /// # Ok::<(), sprague_atlas::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        if let Some(family) = Self::by_name(text)? {
            return Ok(family);
        }
        let path = Path::new(text.strip_prefix('@').unwrap_or(text));
        if !path.exists() {
            return Err(Error::Request(format!(
                "unknown family '{text}', and there is no such file: known are {SYNTAX}"
            )));
        }
        Self::from_file(path)
    }

    /// The family with this name; no file is read.
    pub(crate) fn named(text: &str) -> Result<Self, Error> {
        Self::by_name(text.trim())?
            .ok_or_else(|| Error::Request(format!("unknown family '{text}': known are {SYNTAX}")))
    }

    fn by_name(text: &str) -> Result<Option<Self>, Error> {
        if let Some(base) =
            text.strip_suffix("pass").and_then(|rest| rest.trim_end().strip_suffix('+'))
        {
            let Some(base) = Self::by_name(base.trim_end())? else { return Ok(None) };
            let pass = |game: &Ruleset| format!("{game} + pass").parse().ok();
            // Nothing has two.
            let games: Option<Vec<Ruleset>> = base.games.iter().map(pass).collect();
            let name = format!("{} + pass", base.name);
            return Ok(games.map(|games| Self::new(name, games)));
        }
        if text.eq_ignore_ascii_case("recurring-octal") {
            return Ok(Some(Self::new("recurring-octal".to_owned(), recurring_octal())));
        }
        match text.split_once(':') {
            Some((kind, rest)) => named(&kind.trim().to_ascii_lowercase(), rest.trim()),
            None => Ok(None),
        }
    }

    /// The games of a file: one per line, `#` starts a comment.
    fn from_file(path: &Path) -> Result<Self, Error> {
        let text =
            std::fs::read_to_string(path).map_err(|error| Error::Io(path.to_owned(), error))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Self::from_lines(&name, &path.display().to_string(), &text)
    }

    /// The games of a text from somewhere: one per line, `#` starts a comment.
    pub fn from_lines(name: &str, from: &str, text: &str) -> Result<Self, Error> {
        let mut games = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                games.push(line.parse::<Ruleset>().map_err(|error| {
                    let error = error.to_string().replace('\n', " ");
                    Error::Request(format!("{from}, line {}: {error}", number + 1))
                })?);
            }
        }
        Ok(Self::new(name.to_owned(), games))
    }

    /// A family of these games, under a name of its own.
    pub fn new(name: String, games: Vec<Ruleset>) -> Self {
        let mut seen = HashSet::new();
        let games = games.into_iter().filter(|game| seen.insert(game.to_string())).collect();
        Self { name, games }
    }

    /// The name in canonical form.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The games.
    pub fn games(&self) -> &[Ruleset] {
        &self.games
    }
}

/// A family `kind:rest`; `None` if the kind is unknown.
fn named(kind: &str, rest: &str) -> Result<Option<Family>, Error> {
    let (prefix, base) = kind.split_once('.').unwrap_or(("0", kind));
    let radix: u64 = match base {
        "octal" => 8,
        "hex" | "hexadecimal" | "sedecimal" => 16,
        "tetral" => 4,
        "subtraction" | "allbut" | "cut" if prefix == "0" => return sets(base, rest).map(Some),
        _ => return Ok(None),
    };
    let digits: u32 = rest.parse().ok().filter(|n| *n >= 1).ok_or_else(|| {
        Error::Request(format!("'{rest}' is no number of digits: write {base}:3, say"))
    })?;
    let before = format!("{prefix}.0").parse::<Ruleset>().ok().and_then(|rules| rules.as_code());
    let before = match before {
        Some(code) if code.after().is_empty() && code.is_finite() => code.before().to_vec(),
        _ => {
            return Err(Error::Request(format!(
                "'{prefix}' cannot stand before the point: write 4.{base}:{digits}, say"
            )));
        }
    };
    let count = radix.checked_pow(digits).filter(|count| *count <= MOST_GAMES);
    let Some(count) = count else {
        return Err(Error::Request(format!(
            "{base}:{digits} has more than {MOST_GAMES} games: give a smaller family or a file"
        )));
    };
    let games = (0..count).map(|number| {
        let mut number = number;
        let mut after = vec![Digit::plain(0); digits as usize];
        for digit in after.iter_mut().rev() {
            *digit = Digit::plain(number % radix);
            number /= radix;
        }
        Ruleset::from(Code::new(before.clone(), after, Vec::new()))
    });
    let base = if radix == 16 { "hex" } else { base };
    let name = match prefix {
        "0" => format!("{base}:{digits}"),
        _ => format!("{prefix}.{base}:{digits}"),
    };
    Ok(Some(Family::new(name, games.collect())))
}

/// `max=M` and `size<=K`.
fn sets(kind: &str, rest: &str) -> Result<Family, Error> {
    let (mut max, mut size) = (None, None);
    for part in rest.split(',') {
        let part: String = part.chars().filter(|c| !c.is_whitespace()).collect();
        if let Some(number) = part.strip_prefix("max=") {
            max = number.parse::<u32>().ok().filter(|max| (1..=40).contains(max));
        } else if let Some(number) = part.strip_prefix("size<=") {
            size = number.parse::<u32>().ok();
            if size.is_none() {
                max = None;
                break;
            }
        } else {
            max = None;
            break;
        }
    }
    let Some(max) = max else {
        return Err(Error::Request(format!(
            "'{rest}' is not understood: write {kind}:max=8 or {kind}:max=8,size<=3, max at most 40"
        )));
    };
    let size = size.unwrap_or(max).min(max);
    let mut count: u64 = 0;
    let mut choose: u64 = 1;
    for k in 0..=u64::from(size) {
        count += choose;
        choose = choose * (u64::from(max) - k) / (k + 1);
    }
    if count > MOST_GAMES {
        return Err(Error::Request(format!(
            "that is {count} games, more than {MOST_GAMES}: add a smaller size<="
        )));
    }
    let mut games = Vec::new();
    let mut set = Vec::new();
    subsets(max, size as usize, &mut set, &mut |set| {
        let text = set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        if kind == "cut" {
            // Without a member it is no game.
            games.extend(format!("Cut({text})").parse::<Ruleset>().ok());
        } else if kind == "allbut" {
            games.extend(format!("AllBut({text})").parse::<Ruleset>().ok());
        } else if let Some(take) = TakeSet::new(set.to_vec())
            && !set.is_empty()
        {
            games.extend(Ruleset::subtraction(take));
        }
    });
    let name = if size == max {
        format!("{kind}:max={max}")
    } else {
        format!("{kind}:max={max},size<={size}")
    };
    Ok(Family::new(name, games))
}

/// All subsets of 1..=max with at most `size` members, each in increasing order.
fn subsets(max: u32, size: usize, set: &mut Vec<u64>, found: &mut dyn FnMut(&[u64])) {
    found(set);
    if set.len() == size {
        return;
    }
    let next = set.last().copied().unwrap_or(0) + 1;
    for member in next..=u64::from(max) {
        set.push(member);
        subsets(max, size, set, found);
        set.pop();
    }
}

fn recurring_octal() -> Vec<Ruleset> {
    let digit = Digit::plain;
    let mut games = Vec::new();
    for b in 0..8 {
        games.push(Code::new(Vec::new(), Vec::new(), vec![digit(b)]));
        games.push(Code::new(vec![digit(4)], Vec::new(), vec![digit(b)]));
        for a in 0..8 {
            games.push(Code::new(Vec::new(), vec![digit(a)], vec![digit(b)]));
            games.push(Code::new(Vec::new(), Vec::new(), vec![digit(a), digit(b)]));
        }
    }
    games.into_iter().map(Ruleset::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_families_are_refused_with_advice() {
        for text in [
            "octal",
            "octal:",
            "octal:0",
            "octal:99",
            "1.octal:2",
            "hex:-1",
            "subtraction:8",
            "allbut:max=0",
            "subtraction:max=40",
            "subtraction:max=8,size<=x",
            "cut:8",
            "nonsense",
            "",
        ] {
            assert!(matches!(Family::read(text), Err(Error::Request(_))), "{text}");
        }
    }

    #[test]
    fn games_with_a_pass() {
        let family = Family::read("octal:2+pass").unwrap();
        assert_eq!((family.name(), family.games().len()), ("octal:2 + pass", 64));
        assert!(family.games().iter().all(Ruleset::has_pass));
        assert_eq!(Family::read("AllBut:max=2 + pass").unwrap().name(), "allbut:max=2 + pass");
        assert!(Family::read("octal:2 + pass + pass").is_err());
        assert!(Family::read("nonsense + pass").is_err());
    }

    /// A cut number c leaves c+1 heaps.
    #[test]
    fn cut_games() {
        let family = Family::read("cut:max=3").unwrap();
        let games: Vec<String> = family.games().iter().map(ToString::to_string).collect();
        assert_eq!(
            games,
            ["Cut(1)", "Cut(1,2)", "Cut(1,2,3)", "Cut(1,3)", "Cut(2)", "Cut(2,3)", "Cut(3)"]
        );
        assert_eq!(Family::read("cut:max=8").unwrap().games().len(), 255);
    }

    #[test]
    fn recurring_codes_are_all_there() {
        let family = Family::read("Recurring-Octal").unwrap();
        let has = |text: &str| {
            let rules: Ruleset = text.parse().unwrap();
            family.games().contains(&rules)
        };
        for code in ["0.[3]", "0.0[3]", "0.[03]", "4.[2]", "0.6[7]", "0.[76]", "0.1[2]"] {
            assert!(has(code), "{code}");
        }
    }
}
