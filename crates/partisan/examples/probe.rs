use sprague_partisan::col::{self, Options};
use sprague_partisan::graph::{Graph, Rules};
fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let tints = if args.len() > 1 { args.pop() } else { None };
    let mut g = Graph::parse(&args[0], Rules::Col).unwrap();
    if let Some(t) = tints {
        g = g.with_tints(&Graph::parse_tints(&t).unwrap()).unwrap();
    }
    let t = std::time::Instant::now();
    let o = Options { symmetry: false, ..Options::default() };
    println!("{:?} {:?}", col::value_with_statistics(&g, &o).map(|(v, s)| (v.to_string(), s)), t.elapsed());
}
