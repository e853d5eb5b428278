//! Where two agents part ways.

use minolab_agents::Agent;
use minolab_arena::Round;
use minolab_engine::{Decision, Limits, Player, Position};
use minolab_rules::{Choice, Game, Mode, State};

use super::Contest;

/// A position in which the two choose differently.
#[derive(Clone, Debug)]
pub struct Parting {
    /// The seed of the game it is from.
    pub seed: u64,
    /// The placement in that game, from 1.
    pub index: u64,
    /// The position.
    pub state: State,
    /// What each would do.
    pub sides: [Side; 2],
    /// How much they differ: the sum of both losses, each in units of its agent's median loss.
    pub weight: f64,
}

/// One agent's view of a parting.
#[derive(Clone, Debug)]
pub struct Side {
    /// What it chooses.
    pub choice: Choice,
    /// What the other's choice would lose it, in its own units; `None` if it does not look at
    /// such placements at all.
    pub loss: Option<f64>,
    /// The features that speak against the other's choice, greatest first: its share for that
    /// choice less that for its own.
    pub reasons: Vec<(&'static str, f64)>,
}

/// Where two agents part ways.
#[derive(Clone, Debug)]
pub struct Partings {
    /// Positions looked at.
    pub positions: u64,
    /// Positions in which they chose differently.
    pub different: u64,
    /// Those in which they differ most, the greatest first.
    pub greatest: Vec<Parting>,
}

/// Asks both agents in every position of some games, which they take turns in leading.
///
/// The first `games` seeds of the contest; `most` partings are kept.
pub fn partings(contest: &Contest, agents: [&Agent; 2], games: u64, most: usize) -> Partings {
    let mut players = agents.map(|agent| agent.player(&contest.rules));
    let (mut positions, mut all) = (0, Vec::new());
    for number in 0..games {
        let seed = contest.seed.wrapping_add(number);
        let mut round = Round::new(Game::new(contest.rules.clone(), seed), contest.mode);
        // A game without an end is looked at for as long as a blitz lasts.
        while round.end().is_none() && round.game().totals().pieces < Mode::BLITZ_PIECES {
            let position = round.position();
            let choices = players.each_mut().map(|player| player.choose(&position));
            let [Some(a), Some(b)] = choices else { break };
            positions += 1;
            if a != b {
                let sides = [
                    side(&mut players[0], &position, a, b),
                    side(&mut players[1], &position, b, a),
                ];
                let (index, state) = (round.game().totals().pieces + 1, *position.state);
                all.push(Parting { seed, index, state, sides, weight: 0.0 });
            }
            round.play(if number % 2 == 0 { a } else { b }, &mut ());
        }
    }
    let different = all.len() as u64;
    let units = [0, 1].map(|side| median(all.iter().filter_map(|p| p.sides[side].loss)));
    for parting in &mut all {
        // A choice that loses the game would drown all others.
        let weight = |(side, unit): (&Side, f64)| {
            (side.loss.unwrap_or(0.0) / unit.max(1e-9)).clamp(0.0, 100.0)
        };
        parting.weight = parting.sides.iter().zip(units).map(weight).sum();
    }
    all.sort_by(|a, b| {
        b.weight.total_cmp(&a.weight).then((a.seed, a.index).cmp(&(b.seed, b.index)))
    });
    all.truncate(most);
    Partings { positions, different, greatest: all }
}

fn side(player: &mut Player, position: &Position, own: Choice, other: Choice) -> Side {
    let ranked = player.rank(position, Limits::default(), &mut |_| ());
    let Some(Decision { ranked, .. }) = ranked else {
        return Side { choice: own, loss: None, reasons: Vec::new() };
    };
    let find = |choice: Choice| ranked.iter().find(|ranked| ranked.choice == choice);
    let (Some(own_rank), Some(other_rank)) = (find(own), find(other)) else {
        return Side { choice: own, loss: None, reasons: Vec::new() };
    };
    let loss = (own_rank.score - other_rank.score).max(0.0);
    let reasons = crate::reasons::against(&own_rank.reasons, &other_rank.reasons);
    Side { choice: own, loss: Some(loss), reasons }
}

/// The median of what is greater than nothing.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.filter(|&value| value > 0.0).collect();
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(1.0)
}
