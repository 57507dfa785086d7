//! Comment lines for an entry in the On-Line Encyclopedia of Integer Sequences, in the
//! phrases its entries on nim-values use. The sequence a(0), a(1), ... is G(0), G(1), ...,
//! as `sprague values --format bfile` writes it.

use crate::info::Info;
use sprague::rules::words;
use sprague::{Budget, Claim, Findings, Regularity, Status};

/// Sentences about a solved game: what it is, which other games have its values, what is
/// proved and what was only seen.
pub fn comments(solution: &Findings) -> Vec<String> {
    let info = Info::new(solution.game.clone(), &Budget::unlimited());
    let names = info.names();
    let mut lines = vec![format!(
        "Nim-values (Grundy values) of the game {}{}. {}",
        solution.game,
        names.first().map(|name| format!(", {name}")).unwrap_or_default(),
        words::in_words(&solution.game).join(" ")
    )];
    if let Some(form) = info.standard.as_ref().filter(|form| form.shift > 0) {
        // G(n) = G'(n - shift), so G'(n) = a(n + shift).
        lines.push(format!("The game {} has values a(n+{}).", form.code, form.shift));
    }
    if let Some(code) = &info.larger {
        lines.push(format!("The game {code} has values a(n-1)."));
    }
    for (game, _) in &info.equivalent {
        lines.push(format!("The game {game} has values a(n)."));
    }
    lines.extend(regularity(solution));
    lines
}

fn regularity(solution: &Findings) -> Vec<String> {
    let seen = solution.values.len().saturating_sub(1);
    let Some(claim) = solution.claim() else {
        return vec![format!("No period is seen up to n={seen}; nothing is proved.")];
    };
    let mut lines = match claim {
        Claim::Regular(r) => vec![periodic(*r)],
        Claim::LargeRegular(r) => vec![format!("{}.", r.to_string().replace("G(", "a("))],
        Claim::Sapp { regularity: r, periodic_residues } => {
            let list: Vec<String> = periodic_residues.iter().map(u64::to_string).collect();
            vec![format!(
                "a(n+{p}) = a(n) + {} for n >= {}, except that a(n+{p}) = a(n) where n mod {p} is \
                 one of {}.",
                r.saltus,
                r.preperiod,
                list.join(", "),
                p = r.period,
            )]
        }
        _ => solution
            .automaton
            .iter()
            .flat_map(|proved| proved.statement())
            .map(|formula| formula.replace("G(", "a("))
            .collect(),
    };
    lines.push(match (solution.status(), solution.theorem_name()) {
        (Status::Proved, Some(theorem)) => {
            format!("Proved by computation (sprague, theorem {theorem}).")
        }
        _ => format!("Observed up to n={seen}, not proved."),
    });
    lines
}

/// The last exception is the last n with a(n+p) other than a(n) + s: since the preperiod is
/// the least, that is the heap before it.
fn periodic(r: Regularity) -> String {
    let Regularity { preperiod, period, saltus } = r;
    let (kind, growth) = if saltus == 0 {
        ("periodic", String::new())
    } else {
        let formula = format!(" and saltus {saltus}: a(n+{period}) = a(n) + {saltus}");
        ("arithmetic-periodic", formula)
    };
    match preperiod.checked_sub(1) {
        Some(last) => format!(
            "Eventually {kind} with period {period}{growth}; the last exception is at n={last}."
        ),
        None => format!("The sequence is {kind} with period {period}{growth}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(game: &str) -> Vec<String> {
        let budget = Budget::unlimited().values(20_000);
        comments(game.parse::<sprague::Game>().unwrap().solve_within(&budget).unwrap().details())
    }

    #[test]
    fn dawsons_kayles() {
        // A002187 has the values of 0.137 and the comment that the last exception is at 51.
        let lines = of("0.07");
        assert!(lines.contains(&"The game 0.137 has values a(n+1).".to_owned()), "{lines:?}");
        let period = "Eventually periodic with period 34; the last exception is at n=52.";
        assert!(lines.contains(&period.to_owned()), "{lines:?}");
        let cousin = "The game 0.07 has values a(n-1).";
        assert!(of("0.137").contains(&cousin.to_owned()), "{:?}", of("0.137"));
    }

    #[test]
    fn every_kind() {
        let last = |game: &str| of(game).last().cloned().unwrap();
        assert!(last("S(1,2)").starts_with("Proved by computation"));
        assert!(of("S(1,2)").contains(&"The sequence is periodic with period 3.".to_owned()));
        assert!(of("0.3F").iter().any(|line| line.contains("a(n+6) = a(n) + 3")));
        assert_eq!(last("Grundy"), "No period is seen up to n=19999; nothing is proved.");
    }
}
