//! The agent's search on a separate thread, so that a deep level never freezes the screen.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use minolab_agents::Agent;
use minolab_engine::{Leveled, Position, Remaining};
use minolab_rules::{Piece, Ruleset, State};

/// A running search, or its answer.
pub struct Thinker {
    answers: Receiver<Vec<Leveled>>,
    stop: Arc<AtomicBool>,
    started: Instant,
    found: Vec<Leveled>,
    is_done: bool,
}

impl Thinker {
    /// Starts an agent that searches level by level on a position.
    pub fn start(agent: &Agent, rules: &Ruleset, position: &Position) -> Thinker {
        let (agent, rules) = (agent.clone(), rules.clone());
        let Position { state, known, remaining } = *position;
        let (state, known) = (*state, known.to_vec());
        let (to, answers) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        thread::spawn(move || search(&agent, &rules, &state, &known, remaining, flag, &to));
        let started = Instant::now();
        Thinker { answers, stop, started, found: Vec::new(), is_done: false }
    }

    /// Collects new results; returns whether the search is over.
    pub fn is_done(&mut self) -> bool {
        loop {
            match self.answers.try_recv() {
                Ok(found) => self.found = found,
                Err(TryRecvError::Empty) => return self.is_done,
                Err(TryRecvError::Disconnected) => {
                    self.is_done = true;
                    return true;
                }
            }
        }
    }

    /// Whether it was over at the last check.
    pub fn was_done(&self) -> bool {
        self.is_done
    }

    /// Ends the search, keeping the completed levels.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Every choice at every completed level, best first.
    pub fn found(&self) -> &[Leveled] {
        &self.found
    }

    /// The deepest completed level, and how long the search has been running.
    pub fn progress(&self) -> (u32, Duration) {
        let last = self.found.first().and_then(|best| best.values.last());
        (last.map_or(0, |value| value.0), self.started.elapsed())
    }
}

/// A search stops with the last handle on it.
impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn search(
    agent: &Agent,
    rules: &Ruleset,
    state: &State,
    known: &[Piece],
    remaining: Remaining,
    stop: Arc<AtomicBool>,
    to: &Sender<Vec<Leveled>>,
) {
    let mut player = agent.player(rules);
    player.set_stop(stop);
    let position = Position { state, known, remaining };
    // The session may be gone already.
    let found = player.levels(&position, &mut |found| drop(to.send(found.to_vec())));
    let _ = to.send(found.unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Game, shipped};

    use super::*;

    #[test]
    fn a_deep_search_can_be_stopped() {
        let agent = minolab_agents::shipped::get("analyzer").unwrap();
        let mut deep = agent.clone();
        deep.search = agent.search.at_depth(9).unwrap();
        let rules = shipped::get("tengstrand").unwrap();
        let game = Game::new(rules.clone(), 3);
        let mut thinker = Thinker::start(&deep, rules, &Position::new(game.state()));
        while thinker.progress().0 < 1 {
            assert!(!thinker.is_done(), "nine levels are not searched that fast");
            thread::yield_now();
        }
        thinker.stop();
        while !thinker.is_done() {
            thread::yield_now();
        }
        assert!(!thinker.found().is_empty());
        let (level, _) = thinker.progress();
        assert!((1..9).contains(&level), "{level}");
    }
}
