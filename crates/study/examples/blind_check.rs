//! Whether accuracy orders players of known strength by single games.
//!
//! Each player plays some sprints; every game is reviewed by itself, and games of any two players are compared: does the
//! stronger one's game have the higher accuracy? Strength is the mean number of pieces over more games.
//!
//! `cargo run --release -p minolab-study --example blind_check -- [GAMES] [NODES]`

use std::{env, thread};

use minolab_agents::{Agent, shipped};
use minolab_arena::{Round, crew, replay::Replay};
use minolab_engine::{Limits, Player};
use minolab_rules::{Game, Mode, random::SplitMix64};
use minolab_study::{calibrate, review::review};

/// Who plays, and how many of a hundred placements are slips: one of the ten best instead of the best.
const PLAYERS: [(&str, Option<u64>, u64); 5] = [
    ("capstone-sprint", None, 0),
    ("sprint", Some(100), 0),
    ("sprint", Some(2000), 0),
    ("sprint", Some(20_000), 0),
    ("sprint", Some(2000), 20),
];
const STRENGTH_GAMES: u64 = 200;

fn agent((name, nodes, _): (&str, Option<u64>, u64)) -> Agent {
    let mut agent = shipped::get(name).expect("a shipped agent").clone();
    if let Some(nodes) = nodes {
        agent.search.limit_nodes(nodes);
    }
    agent
}

fn play(player: &mut Player, agent: &Agent, slips: u64, seed: u64) -> Replay {
    let rules = minolab_rules::shipped::get("capstone").expect("a shipped ruleset");
    let mut random = SplitMix64(seed);
    let mut round = Round::new(Game::new(rules.clone(), seed), Mode::Sprint);
    let mut replay = Replay::new(round.game(), &agent.name, Mode::Sprint);
    while round.end_or_stuck().is_none() {
        let position = round.position();
        let mut choice = player.choose(&position);
        if random.next() % 100 < slips
            && let Some(found) = player.rank(&position, Limits::default(), &mut |_| ())
        {
            let among = found.ranked.len().min(10) as u64;
            choice = Some(found.ranked[(random.next() % among) as usize].choice);
        }
        let Some(choice) = choice else { break };
        replay.push(choice);
        round.play(choice, &mut ());
    }
    replay.set_result(round.game());
    replay
}

fn main() {
    let number = |at: usize, usual: u64| {
        env::args().nth(at).and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (games, nodes) = (number(1, 20), number(2, 10_000));
    let rules = minolab_rules::shipped::get("capstone").expect("a shipped ruleset");
    let mut judge = shipped::get("sprint").expect("a shipped agent").clone();
    judge.search.limit_nodes(nodes);
    let curve = calibrate::shipped::of(&judge, Mode::Sprint);
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    let stop = Default::default();
    let mut found: Vec<(String, f64, Vec<f64>)> = Vec::new();
    for (index, &player) in PLAYERS.iter().enumerate() {
        let agent = agent(player);
        let mut workers: Vec<Player> = (0..threads).map(|_| agent.player(rules)).collect();
        // No two players share a seed.
        let first = 1_000_000 * (index as u64 + 1);
        let strength = crew::each(&mut workers, STRENGTH_GAMES, &stop, |number, worker| {
            play(worker, &agent, player.2, first + number).result.totals.pieces as f64
        });
        let pieces = strength.iter().map(|game| game.1).sum::<f64>() / strength.len() as f64;
        let accuracies = crew::each(&mut workers, games, &stop, |number, worker| {
            let replay = play(worker, &agent, player.2, first + 500_000 + number);
            let found = review(&replay, &judge, curve, &mut |_, _| ()).expect("a legal game");
            found.accuracy.expect("the judge has a curve")
        });
        let name = match (player.1, player.2) {
            (Some(nodes), 0) => format!("{} {nodes}", player.0),
            (Some(nodes), slips) => format!("{} {nodes}, {slips} % slips", player.0),
            _ => player.0.into(),
        };
        found.push((name, pieces, accuracies.into_iter().map(|game| game.1).collect()));
    }
    found.sort_by(|a, b| a.1.total_cmp(&b.1));
    for (name, pieces, accuracies) in &found {
        let mean = accuracies.iter().sum::<f64>() / accuracies.len() as f64;
        println!("{name:28} {pieces:6.2} pieces   accuracy {:5.1} %", 100.0 * mean);
    }
    let (mut right, mut all) = (0.0, 0.0);
    for (at, (strong, _, theirs)) in found.iter().enumerate() {
        for (weak, _, others) in &found[at + 1..] {
            let pairs = theirs.iter().flat_map(|a| others.iter().map(move |b| (a, b)));
            // Equal accuracies are half right.
            let score: f64 =
                pairs.map(|(a, b)| if a > b { 1.0 } else { 0.5 * (a == b) as u8 as f64 }).sum();
            let count = (theirs.len() * others.len()) as f64;
            println!("{strong:28} above {weak:28} in {:5.1} %", 100.0 * score / count);
            (right, all) = (right + score, all + count);
        }
    }
    println!("{:.1} % of {all} pairs in the right order", 100.0 * right / all);
}
