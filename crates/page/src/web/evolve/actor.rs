//! Whose game is shown.

use minolab_agents::catalog::Reference;
use minolab_train::Purpose;

use super::pool::Pool;
use crate::{Evolution, Table};

/// Whose game is shown next.
pub struct Actor {
    /// The candidate, if its game is one that counts.
    pub key: Option<u64>,
    /// Who it is, in words.
    pub title: String,
    /// Its weights.
    pub weights: Vec<f64>,
    /// Its game.
    pub table: Table,
}

/// What was shown before.
#[derive(Clone, Copy)]
pub struct Seen {
    /// How many games.
    pub games: u64,
    /// Whether one is there now.
    pub has_game: bool,
}

impl Actor {
    /// A game of these weights, with the first pieces that are for this.
    pub fn table(evolution: &Evolution, weights: &[f64], purpose: Purpose) -> Option<Table> {
        let (run, order) = (evolution.run(), evolution.order());
        let mut agent = run.genome().agent(weights).ok()?;
        let goal = run.training().objective.goal();
        agent.mode = match goal.lines {
            u64::MAX => format!("moves={}", goal.pieces),
            lines => format!("lines={lines}"),
        };
        Some(Table {
            agent: Reference::whole(agent),
            rules: order.rules.clone().map(Reference::Name),
            board: order.board,
            next: None,
            slide: None,
            seed: purpose.first_seed(order.seed),
            position: None,
        })
    }

    /// The candidate that is measured next, if the shown game is `awaited`; otherwise the best of
    /// the last generation, or after the last one the champion's next game.
    pub fn next(evolution: &Evolution, awaited: Option<&Pool>, seen: Seen) -> Option<Actor> {
        let (run, order) = (evolution.run(), evolution.order());
        let generation = run.generations();
        let candidates = run.candidates();
        let first_seed = |purpose: Purpose| purpose.first_seed(order.seed);
        let (key, title, weights, seed) = if let Some(end) = evolution.end() {
            let champion = run.champion()?;
            let title = format!("Champion of generation {}", champion.generation - 1);
            let seed = first_seed(Purpose::HeldOut).wrapping_add(seen.games % end.held_out.n);
            (None, title, champion.point.clone(), seed)
        } else if let Some(task) = awaited.and_then(Pool::first) {
            let candidate = candidates.iter().find(|candidate| candidate.id == task.key)?;
            let size = evolution.population() as u64;
            let (number, of) = (candidate.id % size + 1, candidate.generation);
            let title = format!("Generation {of}, individual {number} of {size}");
            (Some(task.key), title, candidate.point.clone(), task.seed)
        } else if awaited.is_some() && seen.has_game {
            // The next generation is not there yet.
            return None;
        } else if let Some(last) = evolution.measured().last() {
            let best = last.iter().max_by(|a, b| a.fitness.total_cmp(&b.fitness))?;
            let seed = first_seed(Purpose::Training(generation - 1));
            (None, format!("Best of generation {}", generation - 1), best.point.clone(), seed)
        } else {
            let first = candidates.first()?;
            let seed = first_seed(Purpose::Training(first.generation));
            (None, "Generation 0, individual 1".into(), first.point.clone(), seed)
        };
        let table = Table { seed, ..Actor::table(evolution, &weights, Purpose::HeldOut)? };
        Some(Actor { key, title, weights, table })
    }
}
