//! Proof by automata.
//!
//! Addition of heap sizes and the nim-sum of values are both computed digit by digit with
//! a bounded carry. So if the graph {(n, G(n))} of a nim-sequence is read by a finite
//! automaton Γ, then so is the relation "some option of a heap of n has value z", and it
//! can be decided whether Γ really is the graph: for every heap size at once, by walks
//! through finite automata. This proves periodic, arithmetic-periodic, sapp and ruler
//! regularity and others that have no name.
//!
//! The way to a proof: compute values, guess Γ from them ([`guess`]), build the option
//! relation from the rules and Γ ([`options`]), decide ([`decide`]); where the guess
//! fails, guess again with more values. Then the name of the regularity and its formulas
//! are read off Γ, and [`Decided`] offers values of heaps of any size, drawings and the
//! certificate. `docs/automata.md` tells the whole story with a worked example.

mod certify;
pub mod clause;
pub mod decide;
mod digit_rules;
mod draw;
mod find;
pub mod game;
mod gamma;
pub mod guess;
pub mod numeration;
pub mod options;
mod paper_table;
pub mod pass;
mod regularity;
pub mod statement;
pub mod values;

use std::fmt;

use crate::values::Computed;
use find::{GuessesEnd, find, heaps};
pub use gamma::Gamma;
use num_bigint::BigUint;
pub use paper_table::{Cell, PaperTable};
use sprague_budget::{Budget, Spent};
use sprague_certificate::{Certificate, Claim, ResidueLaw};
use sprague_games::{RuleError, Ruleset};

/// What [`prove`] came to.
#[derive(Clone, Debug)]
pub enum SearchEnd {
    /// The nim-sequence is known for all heaps.
    Decided(Box<Decided>),
    /// Nothing was proved within the limits. This says nothing about the game.
    Open(Open),
}

/// A nim-sequence whose graph is read by an automaton, proved for all heap sizes.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The rules. With a pass Γ, its laws and relations are those of the [doubled](pass) game,
    /// whose odd heaps are heaps with their pass; the claim is about these.
    pub rules: Ruleset,
    /// What the regularity is called, with preperiod, period, saltus and periodic residues
    /// where they exist; read off Γ and decided for all heap sizes.
    pub claim: Claim,
    /// The graph of the nim-sequence.
    pub gamma: Gamma,
    /// G(p·k + j) in formulas, for each residue j mod the modulus of Γ, if every class has
    /// such a form; decided for all k.
    pub laws: Option<Vec<ResidueLaw>>,
    /// The values Γ was guessed from reach to this heap.
    pub computed: usize,
    /// The relations between Γ and the options, which the certificate carries.
    pub relations: options::Relations,
}

/// What is left when no proof was found.
#[derive(Clone, Debug)]
pub struct Open {
    /// Values were computed to this heap.
    pub computed: usize,
    /// How many guesses agreed with all values and were refuted.
    pub refuted: usize,
    /// The limit that ended the last decision, if one did.
    pub limit: Option<sprague_automata::Error>,
}

/// How often the modulus is doubled to find formulas.
const REFINEMENTS: usize = 3;
/// With more roots the search for formulas is given up.
const MOST_ROOTS_FOR_FORMULAS: usize = 1 << 16;

impl Decided {
    /// A class without a formula may fall into classes that have one when the modulus is
    /// doubled. The relations stay the same; only their roots move on by one letter.
    fn look_for_formulas(&mut self, budget: &Budget) -> Result<(), ProveError> {
        if self.claim != Claim::Automatic || self.laws.is_some() {
            return Ok(());
        }
        let (mut gamma, mut relations) = (self.gamma.clone(), self.relations.clone());
        for _ in 0..REFINEMENTS {
            let num = gamma.numeration();
            if num.base != 2 || num.refined().roots() > MOST_ROOTS_FOR_FORMULAS {
                break;
            }
            let Some(finer) = num.refine(gamma.automaton()) else { break };
            let Some(finer_relations) = relations.refine(num) else { break };
            gamma = Gamma::new(num.refined(), finer);
            relations = finer_relations;
            match regularity::read_off(&gamma, budget) {
                Ok((claim, Some(laws))) => {
                    (self.claim, self.laws) = (claim, Some(laws));
                    (self.gamma, self.relations) = (gamma, relations);
                    break;
                }
                Ok((_, None)) => {}
                Err(error) => match error.over() {
                    Some(spent) => return Err(spent.into()),
                    None => break,
                },
            }
        }
        Ok(())
    }

    /// G(n) for a heap of any size.
    pub fn value(&self, n: &BigUint) -> BigUint {
        if self.rules.has_pass() {
            self.gamma.value(&(n * 2u32 + 1u32))
        } else {
            self.gamma.value(n)
        }
    }

    /// The nim-sequence in formulas, one line for each residue class, or by the digits of the heap;
    /// empty where Γ has no such form.
    pub fn statement(&self) -> Vec<String> {
        if self.rules.has_pass() {
            return self.statement_with_pass();
        }
        if self.laws.is_none() && self.claim == Claim::Automatic {
            return digit_rules::lines(&self.gamma);
        }
        let modulus = self.gamma.numeration().modulus;
        let laws = self.laws.iter().flatten().enumerate();
        laws.map(|(j, law)| statement::line(modulus, j, law)).collect()
    }

    /// The same from the odd heaps of the doubled game: its law for 2pk + 2j+1 is that of pk + j.
    fn statement_with_pass(&self) -> Vec<String> {
        let modulus = self.gamma.numeration().modulus;
        if !modulus.is_multiple_of(2) {
            return Vec::new();
        }
        let odd = self.laws.iter().flatten().skip(1).step_by(2).enumerate();
        odd.map(|(j, law)| statement::line(modulus / 2, j, law)).collect()
    }

    /// A table for papers that gives every value: by residues where formulas are known, else by the
    /// digits of the heap; `None` where Γ has no such form, or for games with a pass.
    pub fn paper_table(&self) -> Option<PaperTable> {
        if self.rules.has_pass() {
            return None;
        }
        let Some(laws) = &self.laws else { return digit_rules::table(&self.gamma) };
        let modulus = self.gamma.numeration().modulus;
        let rows =
            laws.iter().enumerate().map(|(j, law)| statement::cells(modulus, j, law).to_vec());
        Some(PaperTable {
            caption: vec![
                "G(n) for all k >= 0; v2(m) is the greatest e with 2^e dividing m.".to_owned(),
            ],
            head: vec![Cell::formula("n"), Cell::formula("G(n)")],
            rows: rows.collect(),
        })
    }

    /// Γ in the language of Graphviz.
    pub fn dot(&self) -> String {
        draw::dot(&self.gamma)
    }

    /// Γ as an SVG image.
    pub fn svg(&self) -> String {
        draw::svg(&self.gamma)
    }

    /// The certificate, which `sprague-checker` verifies from the rules alone.
    pub fn certificate(&self) -> Certificate {
        certify::certificate(
            &self.rules,
            &self.gamma,
            &self.relations,
            &self.claim,
            self.laws.as_deref(),
        )
    }
}

/// What one construction may hold at most, and how many edges it may follow: limits that end
/// every construction within seconds.
const MOST_BYTES: u64 = 1 << 30;
const MOST_STEPS: u64 = 4_000_000_000;

/// Searches for a proof by automata.
///
/// Of the budget, `values` bounds the values computed to guess from (first 4096, then 16384),
/// `bytes` what one construction may hold and `steps` the edges it may follow.
///
/// ```
/// use sprague_budget::Budget;
/// use sprague_prover::automaton::{SearchEnd, prove};
/// let rules = "0.2048".parse()?;
/// let SearchEnd::Decided(decided) = prove(&rules, &Budget::new().started())? else { panic!() };
/// assert_eq!(decided.claim.kind().name(), "ruler");
/// assert_eq!(
///     decided.statement()[2],
///     "G(13k+2) = 4k-2-2^(m+3), m = v2(k-1), except 4k+1 when k-1 is a power of 2 (k >= 2); G(2) = 1, G(15) = 5"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(rules: &Ruleset, budget: &Budget) -> Result<SearchEnd, ProveError> {
    prove_from(rules, find::FIRST_VALUES, budget)
}

/// The heap to which [`prove`] computes values at most; 0 where it refuses the game.
pub(crate) fn farthest(rules: &Ruleset, budget: &Budget) -> u64 {
    game::Game::new(rules).map_or(0, |game| heaps(&game, find::FIRST_VALUES, budget).1 as u64)
}

/// The same as [`prove`], from values that are known; those it computes are known afterwards.
pub(crate) fn prove_behind(
    rules: &Ruleset,
    computed: &mut Computed,
    budget: &Budget,
) -> Result<SearchEnd, ProveError> {
    let game = game::Game::new(rules).map_err(|e| ProveError::Unsupported(e.0))?;
    search(&game, computed, find::FIRST_VALUES, budget)
}

/// The same, with this many values for the first guesses.
pub fn prove_from(rules: &Ruleset, first: usize, budget: &Budget) -> Result<SearchEnd, ProveError> {
    if rules.has_pass() {
        let to = pass::VALUES.min(budget.most_values()).max(1) - 1;
        let passing = sprague_engine::values(rules, to, budget).unwrap_or_default();
        let open = Open { computed: passing.len(), refuted: 0, limit: None };
        let found = pass::prove_with_pass(rules, &passing, budget)?;
        return Ok(found.map_or(SearchEnd::Open(open), SearchEnd::Decided));
    }
    let game = game::Game::new(rules).map_err(|e| ProveError::Unsupported(e.0))?;
    let (bound, most) = heaps(&game, first, budget);
    match values::start(&game, bound.max(most), budget) {
        Some(mut computed) => search(&game, &mut computed, first, budget),
        None => Ok(SearchEnd::Open(Open { computed: 0, refuted: 0, limit: None })),
    }
}

fn search(
    game: &game::Game,
    computed: &mut Computed,
    first: usize,
    budget: &Budget,
) -> Result<SearchEnd, ProveError> {
    let (bytes, steps) = (budget.most_bytes().min(MOST_BYTES), budget.most_steps().min(MOST_STEPS));
    let budget = budget.clone().bytes(bytes).steps(steps);
    match find(game, computed, first, &budget)? {
        GuessesEnd::Found(found) => {
            let gamma = Gamma::new(found.num, found.gamma);
            let (claim, laws) = match regularity::read_off(&gamma, &budget) {
                Ok(found) => found,
                Err(error) => match error.over() {
                    Some(spent) => return Err(spent.into()),
                    // Too large to be named; the graph is proved all the same.
                    None => (Claim::Automatic, None),
                },
            };
            let mut decided = Decided {
                rules: game.rules.clone(),
                claim,
                gamma,
                laws,
                computed: found.computed,
                relations: found.relations,
            };
            decided.look_for_formulas(&budget)?;
            Ok(SearchEnd::Decided(Box::new(decided)))
        }
        GuessesEnd::Open { computed, refuted, limit } => {
            Ok(SearchEnd::Open(Open { computed, refuted: refuted.len(), limit }))
        }
    }
}

/// Why a game could not be treated at all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProveError {
    /// The rules have no form the automata can use.
    Unsupported(String),
    /// The rules fail on some heap.
    Rules(RuleError),
    /// A rule leads from some heap to one that is not smaller.
    NotSmaller,
    /// The search was stopped, or its time is up.
    Spent(Spent),
}

impl From<Spent> for ProveError {
    fn from(spent: Spent) -> Self {
        Self::Spent(spent)
    }
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(what) => write!(f, "no proof by automata for {what}"),
            Self::Rules(error) => error.fmt(f),
            Self::NotSmaller => f.write_str(
                "the rule does not terminate: some heap has a move to one that is not smaller",
            ),
            Self::Spent(spent) => spent.fmt(f),
        }
    }
}

impl std::error::Error for ProveError {}

/// What is decided about a game, for tests.
#[cfg(test)]
fn decided(text: &str) -> Decided {
    match prove(&text.parse().unwrap(), &Budget::new().started()).unwrap() {
        SearchEnd::Decided(decided) => *decided,
        SearchEnd::Open(open) => panic!("{text}: {open:?}"),
    }
}
