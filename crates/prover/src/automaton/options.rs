//! The option relation of a game, written with a guess for its values.

use sprague_automata::{BitSet, Budget, Dfa, Error};
use sprague_games::moves::{Condition, Move};

use super::clause::{Atom, Clause, at_most_zero, project, zero};
use super::numeration::Numeration;

/// The relations on the way from Γ to the options.
#[derive(Clone, Debug)]
pub struct Relations {
    /// `sums[h - 2]`: the total size and the nim-sum of h non-empty heaps.
    pub sums: Vec<Dfa>,
    /// The total and the nim-sum of two heaps of different sizes, where a move needs it.
    pub unequal: Option<Dfa>,
    /// (n, z): some option of a heap of n has value z.
    pub options: Dfa,
}

/// The relation without the empty heap.
pub fn without_zero(num: Numeration, relation: &Dfa, budget: &Budget) -> Result<Dfa, Error> {
    relation.intersection(&positive(num, false), budget)
}

/// All pairs (n, y) with n > 0; with `zero_valued`, only those with y = 0.
fn positive(num: Numeration, zero_valued: bool) -> Dfa {
    // States: n = 0 so far, n > 0, rejected.
    let mut next = Vec::new();
    for state in 0..3 {
        for letter in 0..num.letters() {
            let (x, z) = (letter / 2, letter % 2);
            next.push(match state {
                _ if state == 2 || (zero_valued && z == 1) => 2,
                0 if x == 0 => 0,
                _ => 1,
            });
        }
    }
    let mut accepting = BitSet::new(3);
    accepting.insert(1);
    let roots = (0..num.roots())
        .map(|root| {
            let (j, c) = (root >> num.low_bits, root & (num.lows() - 1));
            if zero_valued && c != 0 { 2 } else { u32::from(j != 0) }
        })
        .collect();
    Dfa::new(num.letters(), next, accepting, roots)
        .unwrap_or_else(|| unreachable!("three states"))
}

/// The relations of a game that is a finite list of moves.
pub fn relations(
    num: Numeration,
    gamma: &Dfa,
    moves: &[Move],
    budget: &Budget,
) -> Result<Relations, Error> {
    let heap = without_zero(num, gamma, budget)?;
    let zero_heap = positive(num, true);
    let most = moves
        .iter()
        .map(|m| match Shape::of(m) {
            Shape::Sum => m.heaps,
            Shape::UnequalPair => m.heaps - 2,
            _ => 0,
        })
        .max()
        .unwrap_or(0);
    let mut sums: Vec<Dfa> = Vec::new();
    for h in 2..=most as usize {
        let smaller = if h == 2 { &heap } else { &sums[h - 3] };
        let sum = Clause::all(vec![smaller, &heap], vec![zero(&[(0, 1), (1, -1), (2, -1)], 0)]);
        sums.push(project(num, &[sum], budget)?);
    }
    let unequal = if moves.iter().any(|m| Shape::of(m) == Shape::UnequalPair) {
        let pair = Clause::all(
            vec![&heap, &heap],
            vec![zero(&[(0, 1), (1, -1), (2, -1)], 0), at_most_zero(&[(1, 1), (2, -1)], 1)],
        );
        Some(project(num, &[pair], budget)?)
    } else {
        None
    };
    let sum_of = |h: u32| if h == 1 { &heap } else { &sums[h as usize - 2] };

    let clauses: Vec<Clause> = moves
        .iter()
        .map(|m| {
            let (h, u) = (m.heaps as usize, m.take);
            let mut clause = match Shape::of(m) {
                Shape::Nothing => Clause::all(vec![], vec![zero(&[(0, 1)], -u)]),
                Shape::Sum => {
                    Clause::all(vec![sum_of(m.heaps)], vec![zero(&[(0, 1), (1, -1)], -u)])
                }
                Shape::UnequalPair => {
                    let pair = unequal.as_ref().unwrap_or_else(|| unreachable!("built above"));
                    if h == 2 {
                        Clause::all(vec![pair], vec![zero(&[(0, 1), (1, -1)], -u)])
                    } else {
                        Clause::all(
                            vec![pair, sum_of(m.heaps - 2)],
                            vec![zero(&[(0, 1), (1, -1), (2, -1)], -u)],
                        )
                    }
                }
                Shape::Equal => {
                    let one = if h % 2 == 0 { &zero_heap } else { &heap };
                    let mut atoms = vec![zero(&[(0, 1), (1, -(h as i64))], -u)];
                    if u < 0 {
                        atoms.push(at_most_zero(&[(1, 1), (0, -1)], 1));
                    }
                    Clause::all(vec![one], atoms)
                }
                Shape::Tuple => {
                    let mut total = vec![(0, 1)];
                    total.extend((1..=h).map(|v| (v, -1)));
                    let mut atoms = vec![zero(&total, -u)];
                    // Heaps in increasing order; the last one is the largest.
                    let gap = match m.condition {
                        Condition::Distinct => 1,
                        Condition::DifferAtLeast(d) => d as i64,
                        _ => 0,
                    };
                    for v in 1..h {
                        atoms.push(at_most_zero(&[(v, 1), (v + 1, -1)], gap));
                    }
                    if u < 0 {
                        atoms.push(at_most_zero(&[(h, 1), (0, -1)], 1));
                    }
                    if m.condition == Condition::NotAllEqual {
                        atoms.push(at_most_zero(&[(1, 1), (h, -1)], 1));
                    }
                    Clause::all(vec![&heap; h], atoms)
                }
            };
            if m.smallest > 1 {
                add(&mut clause, at_most_zero(&[(0, -1)], m.smallest as i64));
            }
            clause
        })
        .collect();
    let options = project(num, &clauses, budget)?;
    drop(clauses);
    Ok(Relations { sums, unequal, options })
}

fn add(clause: &mut Clause, atom: Atom) {
    clause.atoms.push(atom);
    clause.formula =
        super::clause::Formula::And((0..clause.atoms.len()).map(super::clause::Formula::Atom).collect());
}

/// How a move is expressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Nothing is left.
    Nothing,
    /// h heaps without a condition: from the relation of h-fold sums.
    Sum,
    /// Not all heaps are equal: two unequal ones and h - 2 more.
    UnequalPair,
    /// All heaps are equal: one heap, h-fold.
    Equal,
    /// All h heaps are guessed at once, in increasing order.
    Tuple,
}

impl Shape {
    fn of(m: &Move) -> Self {
        let h = i64::from(m.heaps);
        // With total n - u each of h heaps is smaller than n as soon as the h - 1 others
        // are more than -u, which is certain when h - 1 > -u.
        let fits = m.take > 0 || h - 1 > -m.take;
        match (m.heaps, m.condition) {
            (0, _) => Self::Nothing,
            (1, _) => Self::Sum,
            (_, Condition::Any | Condition::DifferAtLeast(0)) if fits => Self::Sum,
            (_, Condition::NotAllEqual) if fits => Self::UnequalPair,
            (2, Condition::Distinct | Condition::DifferAtLeast(1)) if fits => Self::UnequalPair,
            (_, Condition::AllEqual) => Self::Equal,
            _ => Self::Tuple,
        }
    }
}
