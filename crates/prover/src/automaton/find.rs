//! From rules to a proof: guess, decide, and guess again.

use sprague_automata::{Dfa, Error};
use sprague_budget::{Budget, Spent};

use super::ProveError;
use super::decide::{Refutation, Verdict, decide};
use super::game::Game;
use super::guess::{Data, Failure, GuessSettings, Law, candidates, find_law, guess};
use super::numeration::Numeration;
use super::options::{Obstacle, Relations, relations};
use super::values::extend;
use crate::values::Computed;

/// A decided game: Γ is the graph of its nim-sequence.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// How heap sizes and values are spelled.
    pub num: Numeration,
    /// Γ, minimal.
    pub gamma: Dfa,
    /// The relations between Γ and the options.
    pub relations: Relations,
    /// The values the guess was made from reach to this heap.
    pub computed: usize,
}

/// What a search came to.
#[derive(Clone, Debug)]
pub(super) enum GuessesEnd {
    /// A proof.
    Found(Box<Found>),
    /// None within the limits.
    Open {
        /// Values were computed up to this heap.
        computed: usize,
        /// Guesses that were decided and refuted, the last one last.
        refuted: Vec<Refutation>,
        /// The last limit met while deciding a guess.
        limit: Option<Error>,
    },
}

/// A guess that agrees with all values.
struct Candidate {
    num: Numeration,
    points: usize,
    gamma: Dfa,
}

/// The most roots a numeration may have.
const MOST_ROOTS: usize = 1 << 21;
/// A guess with more states is not tried: its sums would exceed the limits.
const MOST_STATES: usize = 400;
/// How many guesses are decided for one list of values.
const MOST_TRIES: usize = 6;

/// Values computed for the first guesses; each round computes four times as many.
pub(super) const FIRST_VALUES: usize = 4096;
/// No more values than these are computed.
const MOST_VALUES: u64 = 16_384;

/// The heaps to which values are computed: for the first guesses, and at most.
pub(super) fn heaps(game: &Game, first: usize, budget: &Budget) -> (usize, usize) {
    let most = budget.most_values().min(MOST_VALUES) as usize;
    // Where an option is a single heap, values cost next to nothing.
    (first.min(most).max(63), most * if game.single_heaps() { 16 } else { 1 })
}

/// Searches for Γ with more and more values.
pub(super) fn find(
    game: &Game,
    computed: &mut Computed,
    first: usize,
    budget: &Budget,
) -> Result<GuessesEnd, ProveError> {
    let mut refuted = Vec::new();
    let mut limit = None;
    let mut known = 1;
    let (mut bound, most) = heaps(game, first, budget);
    loop {
        extend(game, computed, bound, budget).map_err(ProveError::Rules)?;
        budget.go_on()?;
        let more = computed.values();
        let more = &more[..more.len().min(bound + 1)];
        let exhausted = more.len() <= bound || bound >= most;
        if more.len() <= known || more.len() < 48 {
            break;
        }
        let data = Data { values: more.to_vec(), law: find_law(more) };
        let mut tried: Vec<(Numeration, Dfa)> = Vec::new();
        for candidate in consistent_guesses(game, &data, budget)? {
            if tried.len() >= MOST_TRIES {
                break;
            }
            if tried.iter().any(|(num, gamma)| *num == candidate.num && *gamma == candidate.gamma) {
                continue;
            }
            match attempt(game, &candidate, budget) {
                Ok((Verdict::Proved, relations)) => {
                    let Candidate { num, gamma, .. } = candidate;
                    let computed = data.values.len() - 1;
                    return Ok(GuessesEnd::Found(Box::new(Found {
                        num,
                        gamma,
                        relations,
                        computed,
                    })));
                }
                Ok((Verdict::Refuted(refutation), _)) => refuted.push(refutation),
                Err(Obstacle::Automata(error)) => match error.over() {
                    Some(spent) => return Err(spent.into()),
                    None => limit = Some(error),
                },
                Err(Obstacle::Inexpressible(_)) => {}
                Err(Obstacle::NotSmaller) => return Err(ProveError::NotSmaller),
            }
            tried.push((candidate.num, candidate.gamma));
        }
        known = data.values.len();
        if exhausted {
            break;
        }
        bound = bound.saturating_mul(4).min(most);
    }
    Ok(GuessesEnd::Open { computed: known - 1, refuted, limit })
}

fn attempt(
    game: &Game,
    candidate: &Candidate,
    budget: &Budget,
) -> Result<(Verdict, Relations), Obstacle> {
    let relations = relations(candidate.num, &candidate.gamma, game, budget)?;
    let verdict = decide(candidate.num, &candidate.gamma, &relations.options, budget)?;
    Ok((verdict, relations))
}

/// The guesses that agree with all values, in the order in which to try them.
///
/// A larger modulus usually makes Γ smaller, a smaller one makes its statement simpler:
/// the least modulus comes first whose automaton is at most twice as large as the
/// smallest one and not large, then the others by size. Multiples of a conjectured period go before
/// other moduli.
fn consistent_guesses(game: &Game, data: &Data, budget: &Budget) -> Result<Vec<Candidate>, Spent> {
    let mut found: Vec<Candidate> = Vec::new();
    for &base in &game.bases {
        let mut nums = Vec::new();
        if let Some(law) = &data.law {
            nums.extend(law_numerations(data, law, base));
        }
        for num in candidates(&data.values, base) {
            if !nums.contains(&num) {
                nums.push(num);
            }
        }
        let most = data.values.iter().max().copied().unwrap_or(0);
        let plain = Numeration { modulus: 1, base, low_bits: u32::BITS - most.leading_zeros() };
        if plain.low_bits <= 8 && !nums.contains(&plain) {
            nums.push(plain);
        }
        if game.pass.is_some() {
            // Odd heaps stay odd.
            for num in &mut nums {
                num.modulus *= 1 + num.modulus % 2;
            }
        }
        for num in nums.into_iter().filter(|num| num.roots() <= MOST_ROOTS) {
            // Fewer than b² points do not see the interplay of two digits.
            let points =
                if base == 2 { [8, 16, 32, 64] } else { [1, 2, 4, 8].map(|m| m * base * base) };
            for points in points {
                budget.go_on()?;
                match guess(data, GuessSettings { num, points, states: MOST_STATES }) {
                    Ok(gamma) => found.push(Candidate { num, points, gamma }),
                    Err(Failure::Inconsistent) => {}
                    Err(Failure::OutOfData | Failure::TooManyStates) => break,
                }
            }
        }
    }
    // Guesses from very few points are a last resort and set no standard.
    let solid = found.iter().filter(|c| c.points >= 16);
    let least = solid.map(|c| c.gamma.states()).min().unwrap_or(0);
    let period = data.law.as_ref().map(|law| law.period);
    found.sort_by_key(|c| {
        let states = c.gamma.states();
        let lawful = period.is_some_and(|p| c.num.modulus.is_multiple_of(p));
        let small = if lawful {
            states <= (2 * least).max(36)
        } else {
            states <= 2 * least && states <= least.max(24)
        };
        let size = if small { c.num.modulus } else { states };
        (!small, !lawful, size, std::cmp::Reverse(c.points))
    });
    Ok(found)
}

/// Numerations for values that follow a law: its period times powers of two, until the
/// irregular values all lie in the first block.
fn law_numerations(data: &Data, law: &Law, base: usize) -> Vec<Numeration> {
    let most = data.values.iter().max().copied().unwrap_or(0);
    let growth = law.saltus.iter().filter(|&&s| s > 0).map(|s| s.trailing_zeros()).min();
    let low_bits = growth.unwrap_or(u32::BITS - most.leading_zeros()).min(8);
    let mut found = Vec::new();
    let mut modulus = law.period;
    while modulus << low_bits <= MOST_ROOTS {
        found.push(Numeration { modulus, base, low_bits });
        if modulus > law.from {
            break;
        }
        modulus *= base;
    }
    found
}
