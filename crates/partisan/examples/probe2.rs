use sprague_partisan::col::Options;
use sprague_partisan::graph::{Graph, Rules};
use sprague_partisan::{Games, snort};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let g = Graph::parse(&args[0], Rules::Snort).unwrap();
    let t = std::time::Instant::now();
    let mut games = Games::new();
    let v = snort::value(&mut games, &g, &Options::default()).unwrap();
    println!("{:?} {} {:?}", t.elapsed(), games.len(), games.thermograph(v).map(|t| (t.mean.to_string(), t.temperature.to_string())));
    println!("{:?}", games.display(v).map(|s| s.chars().take(200).collect::<String>()));
}
