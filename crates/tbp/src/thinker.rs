//! A thread that thinks while the bot listens.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::{Receiver, Sender, channel},
    thread,
    time::Instant,
};

use minolab_engine::{Limits, Player};
use minolab_rules::{Choice, State};
use serde_json::{Value, json};

use crate::{Offered, Suggestion, Task};

/// How many moves a suggestion has at most.
const MOST: usize = 5;

/// What came of thinking.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// Best first; none if nothing can be placed.
    pub choices: Vec<Choice>,
    nodes: u64,
    seconds: f64,
    depth: u32,
}

/// Makes a player; called again should one break down.
pub type MakePlayer = Box<dyn Fn() -> Box<dyn Player> + Send>;

/// Who thinks.
pub struct Minds {
    /// Makes the one whose choice is suggested.
    pub make: MakePlayer,
    /// How many pieces it looks ahead if they are known, the one in hand included.
    pub depth: u32,
    /// Makes one that ranks at once, for the moves after the first: a thorough player takes as
    /// long again to rank all as to choose one.
    pub make_quick: MakePlayer,
}

/// Starts the thread: it thinks about the newest task it was given and tells the number with
/// what it thought.
pub fn start(
    minds: Minds,
    tell: impl Fn(u64, Thought) + Send + 'static,
) -> std::io::Result<Sender<(u64, Task)>> {
    let (sender, receiver) = channel();
    thread::Builder::new().name("thinker".into()).spawn(move || work(&minds, &receiver, tell))?;
    Ok(sender)
}

fn work(minds: &Minds, tasks: &Receiver<(u64, Task)>, tell: impl Fn(u64, Thought)) {
    let (mut player, mut quick) = ((minds.make)(), (minds.make_quick)());
    while let Ok(mut newest) = tasks.recv() {
        while let Ok(newer) = tasks.try_recv() {
            newest = newer;
        }
        let (number, task) = newest;
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let thought = think(player.as_mut(), quick.as_mut(), &task);
            Thought { depth: minds.depth.min(known(&task.state)), ..thought }
        }));
        // A frontend may show what no game leads to: an answer without moves is better than none.
        let thought = thought.unwrap_or_else(|_| {
            (player, quick) = ((minds.make)(), (minds.make_quick)());
            Thought::default()
        });
        tell(number, thought);
    }
}

/// The pieces that can be placed without a new one.
fn known(state: &State) -> u32 {
    (1 + state.queue.len() + state.hold.iter().len()) as u32
}

/// The player's choice, and after it what a quick look likes best, should the frontend not allow
/// the first.
fn think(player: &mut dyn Player, quick: &mut dyn Player, task: &Task) -> Thought {
    let Task { rules, state, left } = task;
    let (clock, before) = (Instant::now(), player.nodes());
    player.left(*left);
    let Some(best) = player.choose(rules, state, &[]) else { return Thought::default() };
    let (nodes, seconds) = (player.nodes() - before, clock.elapsed().as_secs_f64());
    let ranked = quick.rank(rules, state, &[], Limits::default(), &mut |_| ());
    let others = ranked.into_iter().flat_map(|decision| decision.ranked);
    let others = others.map(|ranked| ranked.choice).filter(|&choice| choice != best);
    let choices = std::iter::once(best).chain(others.take(MOST - 1)).collect();
    Thought { choices, nodes, seconds, depth: 0 }
}

impl Thought {
    /// The thought in the protocol's words.
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
