//! A thread that thinks while the bot listens.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Instant,
};

use minolab_engine::{Limits, Player, Position};
use minolab_rules::{Choice, Ruleset, State};
use serde_json::{Value, json};

use crate::{Offered, SearchTask, Suggestion};

/// How many moves a suggestion has at most.
const MOST: usize = 5;

/// The result of thinking.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// Best first; none if nothing can be placed.
    pub choices: Vec<Choice>,
    nodes: u64,
    seconds: f64,
    depth: u32,
}

/// Makes a player for these rules; called again for other rules, or if a player panics.
pub type MakePlayer = Box<dyn Fn(&Ruleset) -> Player + Send>;

pub struct Minds {
    /// Makes the player whose choice is suggested.
    pub make: MakePlayer,
    /// Its depth in pieces if they are known, the current one included.
    pub depth: u32,
    /// Makes a fast player that ranks the moves after the first: a thorough one takes as long again
    /// to rank all as to choose one.
    pub make_quick: MakePlayer,
}

/// Starts the thread: it thinks about the newest task and reports the result with the task's
/// number.
pub fn start(
    minds: Minds,
    tell: impl Fn(u64, Thought) + Send + 'static,
) -> std::io::Result<Sender<(u64, SearchTask)>> {
    let (sender, receiver) = channel();
    thread::Builder::new().name("thinker".into()).spawn(move || work(&minds, &receiver, tell))?;
    Ok(sender)
}

fn work(minds: &Minds, tasks: &Receiver<(u64, SearchTask)>, tell: impl Fn(u64, Thought)) {
    let mut players: Option<(Arc<Ruleset>, [Player; 2])> = None;
    while let Ok(mut newest) = tasks.recv() {
        while let Ok(newer) = tasks.try_recv() {
            newest = newer;
        }
        let (number, task) = newest;
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let (_, [player, quick]) = match &mut players {
                Some(players) if players.0 == task.rules => players,
                other => {
                    let both = [(minds.make)(&task.rules), (minds.make_quick)(&task.rules)];
                    other.insert((Arc::clone(&task.rules), both))
                }
            };
            let thought = think(player, quick, &task);
            Thought { depth: minds.depth.min(known(&task.state)), ..thought }
        }));
        // A frontend may show an impossible position: an answer without moves is better than none.
        let thought = thought.unwrap_or_else(|_| {
            players = None;
            Thought::default()
        });
        tell(number, thought);
    }
}

/// The pieces that can be placed without a new one.
fn known(state: &State) -> u32 {
    (1 + state.queue.len() + state.hold.iter().len()) as u32
}

/// The player's choice, followed by the best of a quick ranking, in case the frontend does not
/// allow the first.
fn think(player: &mut Player, quick: &mut Player, task: &SearchTask) -> Thought {
    let position = Position::new(&task.state).with_remaining(task.remaining);
    let (clock, before) = (Instant::now(), player.nodes());
    let Some(best) = player.choose(&position) else { return Thought::default() };
    let (nodes, seconds) = (player.nodes() - before, clock.elapsed().as_secs_f64());
    let ranked = quick.rank(&position, Limits::default(), &mut |_| ());
    let others = ranked.into_iter().flat_map(|decision| decision.ranked);
    let others = others.map(|ranked| ranked.choice).filter(|&choice| choice != best);
    let choices = std::iter::once(best).chain(others.take(MOST - 1)).collect();
    Thought { choices, nodes, seconds, depth: 0 }
}

impl Thought {
    /// The result in the protocol's JSON.
    pub fn suggestion(&self) -> Suggestion {
        let offered = |choice: &Choice| Offered::Resting(choice.placement.into());
        let nps = (self.nodes as f64 / self.seconds.max(1e-6)).round();
        let move_info = match self.choices.is_empty() {
            true => Value::Null,
            false => json!({ "nodes": self.nodes, "nps": nps, "depth": self.depth }),
        };
        Suggestion { moves: self.choices.iter().map(offered).collect(), move_info }
    }
}
