use sprague_automata::*;
use sprague_games::moves::*;
use sprague_prover::automaton::*;
use std::time::Instant;
fn parse(code: &str) -> Vec<Move> {
    let mut m = vec![];
    for (i, ch) in code.strip_prefix("0.").unwrap().chars().enumerate() {
        let d = ch.to_digit(32).unwrap();
        for h in 0..5 {
            if d >> h & 1 == 1 {
                m.push(Move {
                    take: i as i64 + 1,
                    heaps: h,
                    condition: Condition::Any,
                    smallest: 1,
                });
            }
        }
    }
    m
}
fn main() {
    for code in std::env::args().skip(1) {
        let moves = parse(&code);
        let t0 = Instant::now();
        'n: for n in [4096, 16384] {
            let v = values::values(&moves, n);
            let tv = t0.elapsed();
            let law = guess::find_law(&v);
            let mut cands = vec![];
            if let Some(l) = &law {
                let g = l.saltus.iter().filter(|s| **s > 0).map(|s| s.trailing_zeros()).min();
                let most = *v.iter().max().unwrap();
                let t = g.unwrap_or(32 - most.leading_zeros()).min(8);
                cands.push(numeration::Numeration { modulus: l.period, base: 2, low_bits: t });
            }
            let data = guess::Data { values: v.clone(), law };
            cands.extend(guess::candidates(&v));
            println!(
                "{code} N={n} values {tv:?} law {:?} cands {:?}",
                data.law.as_ref().map(|l| (l.period, l.from, l.saltus.iter().max().copied())),
                cands.iter().map(|c| (c.modulus, c.low_bits)).collect::<Vec<_>>()
            );
            for num in cands.into_iter() {
                for points in [16, 32, 64] {
                    let t1 = Instant::now();
                    match guess::guess(&data, guess::Plan { num, points, states: 1000 }) {
                        Err(e) => {
                            println!("  p={} t={} M={points}: {e:?}", num.modulus, num.low_bits);
                            if e != guess::Failure::Inconsistent {
                                break;
                            }
                        }
                        Ok(g) => {
                            let tg = t1.elapsed();
                            let b = Budget::default();
                            let r = options::relations(num, &g, &moves, &b);
                            match r {
                                Err(e) => println!(
                                    "  p={} t={} M={points} states {} : {e}",
                                    num.modulus,
                                    num.low_bits,
                                    g.states()
                                ),
                                Ok(r) => {
                                    let to = t1.elapsed();
                                    let v = decide::decide(num, &g, &r.options, &b);
                                    println!(
                                        "  p={} t={} M={points} states {} sums {:?} opt {} guess {tg:?} opt {to:?} decide {:?} : {v:?}",
                                        num.modulus,
                                        num.low_bits,
                                        g.states(),
                                        r.sums.iter().map(|s| s.states()).collect::<Vec<_>>(),
                                        r.options.states(),
                                        t1.elapsed()
                                    );
                                    if v == Ok(decide::Verdict::Proved) {
                                        break 'n;
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        println!("{code} total {:?}", t0.elapsed());
    }
}
