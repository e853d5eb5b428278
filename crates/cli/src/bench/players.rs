//! `minolab bench classic` and `minolab bench search`: how fast shipped agents play.

use anyhow::{Context, Result};
use minolab_agents::{Agent, shipped};
use minolab_arena::Goal;
use serde_json::{Map, Value, json};

use super::signature;
use crate::{
    Outcome,
    output::{self, grouped},
    ruleset,
    stopwatch::{Elapsed, Stopwatch},
};

/// Plays a fixed number of pieces with each agent, on one thread
///
/// The signature is a checksum of every choice: it stays the same as long as behaviour does.
#[derive(clap::Args)]
pub struct Arguments {
    /// A multiple of the default number of pieces.
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

/// A classic agent with its own settings.
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

/// The figures of one agent.
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
                "{:20} {:>11} pieces, {:>12} nodes per CPU second   {:016x}",
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
        agent.search.untime();
        Ok(agent)
    }

    /// Games one after the other, each until it tops out.
    fn play(&self, times: u64) -> Result<Figures> {
        let agent = self.agent()?;
        let mut rules = ruleset::load(&agent.rules)?;
        rules.previews = rules.previews.max(self.known as u8);
        let pieces = self.pieces * times;
        let stopwatch = Stopwatch::start();
        let (signature, nodes) = signature::play(&agent, &rules, Goal::NONE, pieces)?;
        Ok(Figures { pieces, nodes, elapsed: stopwatch.elapsed(), signature })
    }
}
