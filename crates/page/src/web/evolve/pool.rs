//! Workers that play a population's games.

use std::collections::VecDeque;

use minolab_agents::Agent;
use minolab_train::Task;

use super::{super::link::Link, lab::Lab};
use crate::{Answer, Asked, EvolveOrder, PlayedTask, Request};

/// Workers, and the games that nobody plays yet.
#[derive(Default)]
pub struct Pool {
    workers: Vec<Worker>,
    waiting: VecDeque<Task>,
}

struct Worker {
    link: Link,
    // What it was given and has not answered.
    given: Vec<Task>,
}

/// Games that a worker is given at once.
const MOST: usize = 8;

impl Pool {
    /// So many workers for a population with these settings; games that others had been given
    /// are played again.
    pub fn open(&mut self, count: usize, order: &EvolveOrder, lab: Lab) -> Result<(), String> {
        for worker in self.workers.drain(..) {
            self.waiting.extend(worker.given);
        }
        for index in 0..count.max(1) {
            let link = Link::new(move |answer| match answer {
                Answer::Measured(played) => lab.played(index, played),
                Answer::Error(message) => lab.fail(message),
                _ => {}
            })?;
            link.ask(Request::Prepare(Box::new(order.clone())));
            self.workers.push(Worker { link, given: Vec::new() });
        }
        Ok(())
    }

    /// Forgets all games.
    pub fn clear(&mut self) {
        self.workers.clear();
        self.waiting.clear();
    }

    /// Games to be played.
    pub fn extend(&mut self, tasks: impl Iterator<Item = Task>) {
        self.waiting.extend(tasks);
    }

    /// The first game that a candidate waits for.
    pub fn first(&self) -> Option<&Task> {
        self.waiting.iter().find(|task| task.is_candidate())
    }

    /// Whether a candidate has games that nobody plays yet.
    pub fn is_waiting(&self, key: u64) -> bool {
        self.waiting.iter().any(|task| task.is_candidate() && task.key == key)
    }

    /// Gives games to whoever has none: all of them, or of the candidates only those of one.
    pub fn give(&mut self, only: Option<Option<u64>>) {
        let most = (self.waiting.len() / (2 * self.workers.len().max(1))).clamp(1, MOST);
        for worker in self.workers.iter_mut().filter(|worker| worker.link.is_free()) {
            let mut given = Vec::new();
            while given.len() < most {
                let is_due = |task: &Task| match only {
                    Some(key) => !task.is_candidate() || Some(task.key) == key,
                    None => true,
                };
                let Some(at) = self.waiting.iter().position(is_due) else { break };
                given.extend(self.waiting.remove(at));
            }
            if given.is_empty() {
                return;
            }
            let asked = |task: &Task| Asked {
                key: task.key,
                game: task.game,
                seed: task.seed,
                agent: Agent::clone(&task.agent),
            };
            worker.link.ask(Request::Measure { games: given.iter().map(asked).collect() });
            worker.given = given;
        }
    }

    /// A worker has answered.
    pub fn answered(&mut self, index: usize, played: &[PlayedTask]) {
        if let Some(worker) = self.workers.get_mut(index) {
            worker.given.retain(|task| {
                !played.iter().any(|played| (played.key, played.game) == (task.key, task.game))
            });
        }
    }
}
