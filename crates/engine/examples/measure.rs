//! Plays games by one agent and prints rows per game and speed, on one thread.
//!
//! `cargo run --release -p minolab-engine --example measure -- AGENT [WxH] [GAMES] [SEED]`

use std::{env, time::Instant};

use minolab_engine::shipped;
use minolab_rules::{Game, shipped as rulesets};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |index: usize, default: u64| {
        arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let agent = shipped::get(&arguments[0]).expect("a shipped agent");
    let mut rules = rulesets::get(&agent.rules).expect("a shipped ruleset").clone();
    if let Some((width, height)) = arguments.get(1).and_then(|size| size.split_once('x')) {
        let size = (width.parse().expect("a width"), height.parse().expect("a height"));
        rules = rules.with_size(size.0, size.1).expect("a size the rules allow");
    }
    let (games, seed) = (number(2, 1000), number(3, 1));
    let mut player = agent.player();
    let (mut lines, mut squares, mut pieces) = (0.0, 0.0, 0);
    let start = Instant::now();
    for game in 0..games {
        let mut game = Game::new(rules.clone(), seed + game);
        while game.state().over.is_none() {
            let Some(choice) = player.choose(&rules, game.state(), &[]) else { break };
            game.play_unchecked(choice);
        }
        let rows = game.totals().lines as f64;
        lines += rows;
        squares += rows * rows;
        pieces += game.totals().pieces;
    }
    let seconds = start.elapsed().as_secs_f64();
    let count = games as f64;
    let mean = lines / count;
    let error = ((squares / count - mean * mean) / count).sqrt();
    println!(
        "{} {}x{}: {mean:.2} +- {error:.2} rows a game, {games} games, {:.0} pieces/s",
        agent.name,
        rules.width,
        rules.height,
        pieces as f64 / seconds
    );
}
