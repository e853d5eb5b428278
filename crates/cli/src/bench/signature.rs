//! `minolab bench signatures`: checksums of behaviour.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use minolab_agents::Agent;
use minolab_arena::{GameResult, Goal, Lane, LaneSettings, Observer, Share, Tally, checksum_on};
use minolab_rules::{
    Board, Choice, Game, Mode, Piece, Placement, Ruleset, placements, shape, shipped,
};
use serde_json::{Map, Value};

use crate::{Outcome, boards, output, ruleset};

/// Prints a signature of the rules and one of each shipped agent's play
///
/// The rules' signature is a checksum of all placements of every piece under every shipped ruleset
/// on a hundred boards, in order. An agent's is a checksum of every choice in its first games,
/// searching by nodes. A change that preserves behaviour preserves them all; one that is meant to
/// change it updates data/bench.txt, which the tests compare with.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab bench signatures
  minolab bench signatures --expect data/bench.txt
  minolab bench signatures > data/bench.txt")]
pub struct Arguments {
    /// Fail with exit code 1 unless the signatures are those of this file
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Nodes per choice of an agent that searches by nodes.
const NODES: u64 = 500;
/// Pieces of such an agent, and of any other.
const PIECES: [u64; 2] = [300, 5000];

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let mut found = vec![("rules".to_string(), of_rules(&boards::midgame()?))];
    for agent in minolab_agents::shipped::all() {
        found.push((agent.name.clone(), of_play(agent)?));
    }
    let found: Vec<(String, String)> =
        found.into_iter().map(|(name, hash)| (name, format!("{hash:016x}"))).collect();
    if arguments.json {
        let object: Map<String, Value> =
            found.iter().map(|(name, hash)| (name.clone(), hash.as_str().into())).collect();
        output::json(&Value::Object(object))?;
    } else {
        for (name, hash) in &found {
            output::line(format_args!("{name:16} {hash}"))?;
        }
    }
    let Some(path) = &arguments.expect else { return Ok(Outcome::Success) };
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let expected: Vec<(&str, &str)> =
        text.lines().filter_map(|line| line.split_once(' ')).map(|(a, b)| (a, b.trim())).collect();
    let mut is_same = true;
    for (name, hash) in &found {
        let entry = expected.iter().find(|entry| entry.0 == name);
        if entry.map(|entry| entry.1) != Some(hash) {
            is_same = false;
            let wanted = entry.map_or("none", |entry| entry.1);
            eprintln!("{name}: the signature is {hash}, expected {wanted}");
        }
    }
    for (name, _) in &expected {
        if !found.iter().any(|(found, _)| found == name) {
            is_same = false;
            eprintln!("{name}: in the file, but there is no such agent");
        }
    }
    Ok(if is_same { Outcome::Success } else { Outcome::Failed })
}

/// All placements of every piece under every shipped ruleset on these boards, and the resulting
/// boards.
pub fn of_rules(boards: &[Board]) -> u64 {
    let mut hash = checksum_on(None, &[]);
    for rules in shipped::all() {
        for board in boards.iter().filter(|board| board.width() == rules.width as usize) {
            for piece in Piece::ALL {
                for &placement in &placements::all(board, rules, piece) {
                    let Placement { piece, rotation, x, y, spin } = placement;
                    let mut next = *board;
                    let lines = next.place(shape::shape(piece, rotation), x, y);
                    let bytes = [rotation as u8, x as u8, y as u8, spin as u8, lines as u8];
                    hash = checksum_on(Some(hash), &bytes);
                    hash = checksum_on(Some(hash), &[next.top() as u8]);
                }
            }
        }
    }
    hash
}

/// Every choice of an agent in its first games, by its own ruleset and mode.
fn of_play(agent: &Agent) -> Result<u64> {
    let mut agent = agent.clone();
    let by_nodes = agent.search.has_budget();
    if by_nodes {
        agent.search.limit_nodes(NODES);
    }
    let pieces = PIECES[usize::from(!by_nodes)];
    let goal = Goal::from(agent.mode.parse::<Mode>()?);
    Ok(play(&agent, &ruleset::load(&agent.rules)?, goal, pieces)?.0)
}

/// Plays this many pieces in games from seed 1 on; returns the signature of all choices, and the
/// nodes.
pub fn play(agent: &Agent, rules: &Ruleset, goal: Goal, pieces: u64) -> Result<(u64, u64)> {
    let settings = LaneSettings::new(rules, goal, 1, None, false);
    let share = Share { first: 0, stride: 1, end: u64::MAX, pieces };
    let (mut choices, mut tally) = (Choices(checksum_on(None, &[])), Tally::default());
    let mut player = agent.player(&settings.rules);
    let mut lane = Lane::new(&settings, share);
    lane.play(&mut player, pieces, &mut tally, &mut choices, &mut |_| false)?;
    Ok((choices.0, tally.nodes))
}

/// The checksum of all choices and of the ends of games.
struct Choices(u64);

impl Observer for Choices {
    fn choice(&mut self, _: &Game, choice: Choice) {
        let Placement { piece, rotation, x, y, spin } = choice.placement;
        let bytes = [choice.hold as u8, piece as u8, rotation as u8, x as u8, y as u8, spin as u8];
        self.0 = checksum_on(Some(self.0), &bytes);
    }

    fn end(&mut self, _: &Game, _: &GameResult) {
        self.0 = !self.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_counts() {
        let board: Board = "X.XXXXXXXX X.XXXXXXXX X.XXXXXXXX".parse().unwrap();
        let mut other = board;
        other.set(0, 0, false);
        assert_eq!(of_rules(&[board]), of_rules(&[board]));
        assert_ne!(of_rules(&[board]), of_rules(&[other]));
    }
}
