//! t
use minolab_rules::{Piece, perft::perft, shipped};
fn main() {
    let mut rules = shipped::get("guideline").unwrap().clone();
    rules.spawn.row = -1;
    rules.spins = minolab_rules::SpinRule::None;
    let arg = std::env::args().nth(1).unwrap();
    if std::env::args().nth(2).is_some() {
        rules.spins = minolab_rules::SpinRule::T;
    }
    let queue: Vec<Piece> = arg.chars().map(|c| Piece::from_char(c).unwrap()).collect();
    for d in 1..=queue.len() {
        let t = std::time::Instant::now();
        let n = perft(&rules.empty_board(), &rules, &queue[..d]);
        println!("{} {} {:.0} Mn/s", d, n, n as f64 / t.elapsed().as_secs_f64() / 1e6);
    }
}
