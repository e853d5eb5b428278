//! Puzzles from games of agents.

use minolab_engine::{Limits, Player, Position, Ranked};
use minolab_rules::Choice;

use super::{OpenPuzzle, Puzzle};
use crate::{
    Presses,
    calibrate::{Calibration, Gap, Sampling},
    coach::{Difficulty, Glances, Scale},
};

/// How puzzles are found: in positions of games by an agent that now and then errs.
#[derive(Clone, Debug)]
pub struct PuzzleMaker {
    /// Where positions come from, and who says what is best.
    pub sampling: Sampling,
    /// What a difference in evaluation costs.
    pub calibration: Calibration,
}

/// The players of a maker; each thread has its own.
pub struct PuzzlePlayers {
    judge: Player,
    /// The same with more nodes, who must agree.
    careful: Player,
    playing: Player,
    glances: Glances,
    presses: Presses,
}

/// The one choice that is clearly the best.
struct PuzzleKey {
    choice: Choice,
    /// What is expected to follow, itself first.
    line: Vec<Choice>,
    /// What the next best costs.
    margin: f64,
}

/// How many times the nodes of the first look a key must stand.
const CARE: u64 = 5;

impl PuzzleMaker {
    /// Players for one thread.
    pub fn players(&self) -> PuzzlePlayers {
        let Sampling { rules, judge, playing, .. } = &self.sampling;
        let mut careful = judge.clone();
        if let Some(nodes) = careful.search.nodes() {
            careful.search.limit_nodes(nodes * CARE);
        }
        PuzzlePlayers {
            judge: judge.player(rules),
            careful: careful.player(rules),
            playing: playing.player(rules),
            glances: Glances::of(&careful, rules),
            presses: Presses::new(rules),
        }
    }

    /// The puzzle of this number: always the same. `None` if that position is none.
    pub fn make(&self, number: u64, players: &mut PuzzlePlayers) -> Option<Puzzle> {
        let round = self.sampling.position(number, &mut players.playing)?;
        let position = round.position();
        let first = self.key(&position, &mut players.judge)?;
        let PuzzleKey { choice: key, line, margin } = self
            .key(&position, &mut players.careful)
            .filter(|again| again.choice == first.choice)?;
        let state = *position.state;
        let sight = players.glances.sight(&position, &|choice| choice == key);
        let keys = players.presses.count(&state, key);
        let rules = &self.sampling.rules;
        let difficulty = Difficulty::of(rules, &state, key, keys, sight, Some(margin));
        let open = OpenPuzzle {
            rules: rules.clone(),
            mode: self.sampling.mode,
            state,
            key,
            line,
            remaining: position.remaining,
        };
        difficulty.is_for_people().then(|| open.puzzle(&difficulty, &self.calibration.unit))
    }

    /// The one choice that is clearly the best; `None` if there is none.
    fn key(&self, position: &Position, player: &mut Player) -> Option<PuzzleKey> {
        let best = player.choose(position)?;
        let decision = player.rank(position, Limits::default(), &mut |_| ())?;
        let own = decision.ranked.iter().find(|ranked| ranked.choice == best)?;
        let cost = |other: &Ranked| self.calibration.curve.cost(Gap::between(own, other));
        let others = decision.ranked.iter().filter(|other| other.choice != best);
        let margin = others.map(cost).min_by(f64::total_cmp)?;
        let is_clear = margin > Scale::of(&self.calibration.unit).clear();
        // What is lost anyway is no puzzle.
        let is_alive = own.score > -1e8;
        (is_clear && is_alive).then(|| PuzzleKey { choice: best, line: own.line.clone(), margin })
    }
}
