//! How hard a placement is to find and to play.

use minolab_agents::{Agent, SearchKind, SearchSettings};
use minolab_engine::{Player, Position, Ties};
use minolab_rules::{Choice, Input, Ruleset, Spin, State, path};
use serde::{Deserialize, Serialize};

/// How far one has to look before a placement is seen to be the best, or as good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// The board after it says so.
    AtOnce,
    /// A piece or two ahead.
    Ahead,
    /// Several pieces ahead, as a strong player who takes time does.
    Deep,
    /// Only the engine's whole search finds it.
    EngineOnly,
}

impl Sight {
    /// The name in results.
    pub const fn name(self) -> &'static str {
        match self {
            Sight::AtOnce => "at-once",
            Sight::Ahead => "ahead",
            Sight::Deep => "deep",
            Sight::EngineOnly => "engine-only",
        }
    }
}

/// Nodes of a search that sees no further than [`Sight::Ahead`] and [`Sight::Deep`]; a board of
/// capstone's rules has about 50 placements, hold included.
const BUDGETS: [(Sight, u64); 3] = [(Sight::AtOnce, 1), (Sight::Ahead, 250), (Sight::Deep, 2000)];

/// The same evaluation at shorter range: who sees no further than a person.
pub struct Glances {
    players: Vec<(Sight, Player)>,
    /// What it takes beyond those.
    beyond: Sight,
}

impl Glances {
    /// Those of an agent that searches further than they do.
    pub fn of(agent: &Agent, rules: &Ruleset) -> Glances {
        let player = |search: SearchSettings| {
            let mut shorter = agent.clone();
            shorter.search = search;
            shorter.player(rules)
        };
        if let Some(nodes) = agent.search.nodes() {
            let shorter = BUDGETS.iter().filter(|&&(_, budget)| budget < nodes);
            let players = shorter.map(|&(sight, budget)| {
                let mut search = agent.search.clone();
                search.limit_nodes(budget);
                (sight, player(search))
            });
            return Glances { players: players.collect(), beyond: Sight::EngineOnly };
        }
        let is_lookahead = matches!(agent.search.kind, SearchKind::Lookahead(_));
        if agent.search.depth() < 2 || !is_lookahead {
            return Glances { players: Vec::new(), beyond: Sight::AtOnce };
        }
        let kind = SearchKind::Greedy(Ties::First);
        let greedy = player(SearchSettings { kind, drops: agent.search.drops });
        Glances { players: vec![(Sight::AtOnce, greedy)], beyond: Sight::Ahead }
    }

    /// The shortest range whose choice is as good as the best.
    pub fn sight(&mut self, position: &Position, is_good: &dyn Fn(Choice) -> bool) -> Sight {
        let mut players = self.players.iter_mut();
        let found = players.find_map(|(sight, player)| {
            player.choose(position).is_some_and(is_good).then_some(*sight)
        });
        found.unwrap_or(self.beyond)
    }
}

/// What it takes to find and to play a placement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difficulty {
    /// Key presses it takes at least, hold included.
    pub keys: u64,
    /// Whether it is not simply dropped into: it slides or rotates in below something.
    pub is_tuck: bool,
    /// Whether it is a spin.
    pub is_spin: bool,
    pub sight: Sight,
    /// What the next best costs, in the game's result; `None` if there is no other.
    pub margin: Option<f64>,
}

impl Difficulty {
    /// Of a choice that takes so many presses.
    pub fn of(
        rules: &Ruleset,
        state: &State,
        choice: Choice,
        keys: u64,
        sight: Sight,
        margin: Option<f64>,
    ) -> Difficulty {
        let is_spin = choice.placement.spin != Spin::None;
        let is_tuck = !is_spin && is_tuck(rules, state, choice);
        Difficulty { keys, is_tuck, is_spin, sight, margin }
    }

    /// Whether a person could be expected to find it.
    pub fn is_for_people(&self) -> bool {
        self.sight != Sight::EngineOnly
    }

    /// What makes it hard, in words; empty where nothing does.
    pub fn words(&self) -> String {
        let seen = match self.sight {
            Sight::AtOnce | Sight::Ahead => None,
            Sight::Deep => Some("it pays off only several pieces later"),
            Sight::EngineOnly => Some("only the engine's whole search finds it"),
        };
        let played = match (self.is_spin, self.is_tuck) {
            (true, _) => Some("it is a spin"),
            (false, true) => Some("it is a tuck"),
            _ if self.keys > 5 => Some("it takes many keys"),
            _ => None,
        };
        seen.into_iter().chain(played).collect::<Vec<_>>().join(", and ")
    }
}

/// Whether the shortest way in goes down before it drops.
pub fn is_tuck(rules: &Ruleset, state: &State, choice: Choice) -> bool {
    let way = path(&state.board, rules, choice.placement);
    let Some((_drop, steering)) = way.as_ref().and_then(|way| way.split_last()) else {
        return false;
    };
    steering.iter().any(|input| matches!(input, Input::Down | Input::Sonic))
}

#[cfg(test)]
mod tests {
    use minolab_agents::shipped;
    use minolab_rules::Setup;

    use super::*;

    fn state(text: &str) -> State {
        let rules = minolab_rules::shipped::get("capstone").unwrap();
        State::from_setup(rules, Setup::from_any(text).unwrap()).unwrap()
    }

    #[test]
    fn spins_tucks_and_drops_are_told_apart() {
        let rules = minolab_rules::shipped::get("capstone").unwrap();
        let state = state("xxx7/x3xxxxxx/xx1xxxxxxx T");
        let of = |choice: &str| {
            Difficulty::of(rules, &state, choice.parse().unwrap(), 4, Sight::AtOnce, None)
        };
        let spin = of("T@2,1Sf");
        assert!(spin.is_spin && !spin.is_tuck);
        assert_eq!(spin.words(), "it is a spin");
        let flat = of("T@8,2N");
        assert!(!flat.is_spin && !flat.is_tuck);
        assert_eq!(flat.words(), "");
    }

    #[test]
    fn an_obvious_move_is_seen_at_once_and_a_greedy_agent_sees_nothing_else() {
        let rules = minolab_rules::shipped::get("capstone").unwrap();
        let mut judge = shipped::get("sprint").unwrap().clone();
        judge.search.limit_nodes(5000);
        // Four rows wait for the I at the right wall.
        let state = state("xxxxxxxxx1/xxxxxxxxx1/xxxxxxxxx1/xxxxxxxxx1 I - LOJST");
        let position = Position::new(&state);
        let best = judge.player(rules).choose(&position).unwrap();
        let mut glances = Glances::of(&judge, rules);
        assert_eq!(glances.sight(&position, &|choice| choice == best), Sight::AtOnce);
        assert_eq!(glances.sight(&position, &|_| false), Sight::EngineOnly);
        let mut glances = Glances::of(shipped::get("bcts").unwrap(), rules);
        assert_eq!(glances.sight(&position, &|_| false), Sight::AtOnce);
    }
}
