//! Games of a population, played in a worker.

use minolab_agents::Agent;
use minolab_engine::Player;
use minolab_train::Play;

use crate::{Asked, EvolveOrder, PlayedTask};

/// By which rules and for what games are played here.
pub struct Bench {
    play: Play,
}

impl Bench {
    /// For a population with these settings.
    pub fn new(order: &EvolveOrder) -> Result<Bench, String> {
        Ok(Bench { play: Play::new(&order.training()?) })
    }

    /// Plays games to their ends.
    pub fn measure(&self, games: &[Asked]) -> Result<Vec<PlayedTask>, String> {
        let mut last: Option<(&Agent, Player)> = None;
        let mut played = Vec::new();
        for asked in games {
            let player = match &mut last {
                Some((agent, player)) if **agent == asked.agent => player,
                other => &mut other.insert((&asked.agent, self.play.player(&asked.agent))).1,
            };
            let score = self.play.one(asked.seed, player, &mut || Some(u64::MAX));
            let score = score.ok_or("a game had no end")?;
            played.push(PlayedTask { key: asked.key, game: asked.game, score });
        }
        Ok(played)
    }
}
