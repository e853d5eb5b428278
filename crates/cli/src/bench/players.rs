//! `minolab bench classic` and `minolab bench search`: how fast shipped agents play.

use anyhow::{Context, Result};
use minolab_engine::{Agent, Position, shipped};
use minolab_rules::{Choice, Game};
use serde_json::{Map, Value, json};

use crate::{
    Outcome,
    output::{self, grouped},
    ruleset,
    stopwatch::{Elapsed, Stopwatch},
};

/// Plays a fixed number of pieces with each agent, on one thread
///
/// The signature is a checksum of every choice: a change that means to keep behaviour keeps it.
#[derive(clap::Args)]
pub struct Arguments {
    /// How many times the usual number of pieces.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    times: u64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// An agent with its settings changed, and how many pieces it plays.
struct Player {
    name: &'static str,
    agent: &'static str,
    settings: &'static [(&'static str, &'static str)],
    known: usize,
    pieces: u64,
}

/// A classic agent as it is.
const fn classic(agent: &'static str, pieces: u64) -> Player {
    Player { name: agent, agent, settings: &[], known: 0, pieces }
}

const CLASSIC: &[Player] = &[
    classic("bcts", 2_000_000),
    classic("dt20", 2_000_000),
    classic("misakamm", 1_000_000),
    classic("analyzer", 400_000),
    classic("marathon", 400_000),
];

/// Nodes, never time: the signature is of a fixed search.
const SEARCH: &[Player] = &[
    Player {
        name: "bcts, next known",
        agent: "bcts",
        settings: &[("search.kind", "lookahead"), ("search.depth", "2")],
        known: 1,
        pieces: 100_000,
    },
    Player {
        name: "blitz, 20000 nodes",
        agent: "blitz",
        settings: &[("search.nodes", "20000")],
        known: 0,
        pieces: 360,
    },
    Player {
        name: "blitz, 400000 nodes",
        agent: "blitz",
        settings: &[("search.nodes", "400000")],
        known: 0,
        pieces: 36,
    },
    Player {
        name: "sprint, 20000 nodes",
        agent: "sprint",
        settings: &[("search.nodes", "20000")],
        known: 0,
        pieces: 200,
    },
];

/// What one agent's pieces took.
struct Figures {
    pieces: u64,
    nodes: u64,
    elapsed: Elapsed,
    signature: u64,
}

/// Runs `bench classic`.
pub fn classic_players(arguments: &Arguments) -> Result<Outcome> {
    run(CLASSIC, arguments)
}

/// Runs `bench search`.
pub fn searching_players(arguments: &Arguments) -> Result<Outcome> {
    run(SEARCH, arguments)
}

fn run(players: &[Player], arguments: &Arguments) -> Result<Outcome> {
    let mut all = Map::new();
    for player in players {
        let figures = player.play(arguments.times)?;
        let (pieces, nodes) = (
            figures.elapsed.per_cpu_second(figures.pieces),
            figures.elapsed.per_cpu_second(figures.nodes),
        );
        if arguments.json {
            let value = json!({
                "pieces": figures.pieces,
                "nodes": figures.nodes,
                "cpu_seconds": figures.elapsed.cpu_seconds,
                "pieces_per_cpu_second": pieces,
                "nodes_per_cpu_second": nodes,
                "signature": format!("{:016x}", figures.signature),
            });
            all.insert(player.name.into(), value);
        } else {
            output::line(format_args!(
                "{:20} {:>11} pieces, {:>12} nodes a CPU second   {:016x}",
                player.name,
                grouped(pieces as u64),
                grouped(nodes as u64),
                figures.signature
            ))?;
        }
    }
    if arguments.json {
        output::json(&Value::Object(all))?;
    }
    Ok(Outcome::Success)
}

impl Player {
    fn agent(&self) -> Result<Agent> {
        let mut agent = shipped::get(self.agent).context("a shipped agent is missing")?.clone();
        for (name, value) in self.settings {
            agent = agent.with_setting(name, value)?;
        }
        agent.search.ms = None;
        Ok(agent)
    }

    /// Games one after the other from seed 1 on.
    fn play(&self, times: u64) -> Result<Figures> {
        let agent = self.agent()?;
        let mut rules = ruleset::load(&agent.rules)?;
        rules.previews = rules.previews.max(self.known as u8);
        let (mut player, mut seed) = (agent.player(&rules), 1);
        let mut game = Game::new(rules, seed);
        let (pieces, mut signature) = (self.pieces * times, 0xCBF2_9CE4_8422_2325);
        let stopwatch = Stopwatch::start();
        for _ in 0..pieces {
            let choice = player.choose(&Position::new(game.state()));
            match choice {
                Some(choice) => {
                    signature = take(signature, choice);
                    game.play_unchecked(choice);
                }
                None => signature = !signature,
            }
            if choice.is_none() || game.state().over.is_some() {
                seed += 1;
                game.restart(seed);
            }
        }
        let elapsed = stopwatch.elapsed();
        Ok(Figures { pieces, nodes: player.nodes(), elapsed, signature })
    }
}

/// FNV-1a over a choice.
fn take(hash: u64, choice: Choice) -> u64 {
    let placement = choice.placement;
    let bytes = [
        choice.hold as u8,
        placement.piece as u8,
        placement.rotation as u8,
        placement.x as u8,
        placement.y as u8,
        placement.spin as u8,
    ];
    let fold = |hash: u64, byte: u8| (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01B3);
    bytes.into_iter().fold(hash, fold)
}
