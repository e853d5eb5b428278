//! The browser genetic algorithm: forty-four key sequences, some of them skipped by mistake.
//!
//! Kept from the original: up to three clockwise rotations and up to five steps to a side at the
//! spawn, where presses without room have no effect; after the first sequence of a rotation, those
//! that end in the spawn column of the *next* piece are skipped; a placement after which the next
//! piece has no room costs what the agent file calls `lost`, and the cells that piece overlaps are
//! missing when the board is evaluated; of equal placements the first wins. Left out: the program's
//! lookahead, which adds the same number to every placement.

use std::sync::Arc;

use minolab_rules::{
    Choice, Falling, Input, Piece, Placement, Rotation, Ruleset, Spin, State, shape, step,
};

use super::{choice, coming, decision, ranked};
use minolab_engine::{
    Decision, Evaluator, Limits, Outcome, Position, Ranked, Remaining, Report, Search,
};

/// Plays as the browser program does.
#[derive(Clone, Debug)]
pub struct Mzmousa {
    evaluator: Arc<dyn Evaluator>,
    nodes: u64,
}

/// One of the program's placements.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rated {
    turns: usize,
    shift: i8,
    placement: Placement,
    rating: f64,
}

/// The most steps to a side.
const STEPS: i8 = 5;

impl Mzmousa {
    /// A player with this evaluator.
    pub fn new(evaluator: Arc<dyn Evaluator>) -> Mzmousa {
        Mzmousa { evaluator, nodes: 0 }
    }

    /// Calls `each` with every placement that the program rates, in its order.
    fn each(
        &mut self,
        rules: &Ruleset,
        state: &State,
        known: &[Piece],
        visit: &mut impl FnMut(Rated),
    ) {
        let Some(piece) = state.current else { return };
        let (board, spawn) = (&state.board, rules.spawn(piece));
        let next = coming(state, known).next().map(|piece| rules.spawn(piece));
        let skipped = next.map(box_left);
        let press = |falling: Falling, key: Input| {
            step(board, rules.rotation, falling, key).map_or(falling, |step| step.falling)
        };
        let mut turned = spawn;
        for turns in 0..4 {
            for shift in -STEPS..=STEPS {
                let key = if shift < 0 { Input::Left } else { Input::Right };
                let falling = (0..shift.abs()).fold(turned, |falling, _| press(falling, key));
                if shift > -STEPS && Some(box_left(falling)) == skipped {
                    continue;
                }
                let placement = Placement::new(falling.dropped(board), Spin::None);
                let rating = self.rate(rules, state, placement, next);
                visit(Rated { turns, shift, placement, rating });
            }
            turned = press(turned, Input::Cw);
        }
    }

    fn rate(
        &mut self,
        rules: &Ruleset,
        state: &State,
        placement: Placement,
        next: Option<Falling>,
    ) -> f64 {
        self.nodes += 1;
        let mut outcome = Outcome::new(rules, state, Remaining::ENDLESS, placement);
        let is_lost = next.is_some_and(|next| !next.fits(&outcome.after.board));
        if let Some(next) = next.filter(|_| is_lost) {
            for (x, y) in next.cells() {
                outcome.after.board.set(x as usize, y as usize, false);
            }
        }
        let rating = match self.evaluator.as_linear() {
            Some(linear) => linear.in_order(&outcome),
            None => self.evaluator.score(&outcome),
        };
        if is_lost { rating + self.evaluator.lost(rules) } else { rating }
    }
}

/// The left edge of the box a piece rotates in.
fn box_left(falling: Falling) -> i8 {
    match (falling.piece, falling.rotation) {
        // The O's centre moves around within the square as it rotates.
        (Piece::O, rotation) => falling.x + shape::shape(Piece::O, rotation).left,
        (Piece::I, Rotation::East | Rotation::South) => falling.x - 2,
        _ => falling.x - 1,
    }
}

impl Search for Mzmousa {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        let Position { state, known, .. } = *position;
        let mut best: Option<Rated> = None;
        self.each(rules, state, known, &mut |rated| {
            if best.is_none_or(|best| rated.rating > best.rating) {
                best = Some(rated);
            }
        });
        best.map(|rated| choice(rated.placement))
    }

    fn rank(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        _limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        let Position { state, known, .. } = *position;
        let before = self.nodes;
        let evaluator = self.evaluator.clone();
        let mut all: Vec<Ranked> = Vec::new();
        self.each(rules, state, known, &mut |rated| {
            let Rated { placement, rating, .. } = rated;
            if all.iter().all(|other| other.choice.placement != placement) {
                all.push(ranked(evaluator.as_ref(), rules, state, placement, rating));
            }
        });
        decision(all, self.nodes - before, 1, report)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::{PieceSource, Randomizer, shipped};

    use super::*;

    /// The program's first game after its evolved archive is loaded: it discards a bag and one
    /// piece of the next, and lets the first piece fall untouched.
    #[test]
    fn the_first_game_of_the_evolved_archive() {
        let rules = shipped::get("mzmousa").unwrap();
        let evaluator = minolab_agents::shipped::get("genetic").unwrap().evaluator();
        let mut player = Mzmousa::new(evaluator);
        let mut source = PieceSource::new(Randomizer::Browser, 164_697);
        assert_eq!(source.deal(), Piece::T);
        let first = [source.deal(), source.deal()];
        assert_eq!(first, [Piece::O, Piece::S]);
        let mut state = State::new(rules, first);

        let (mut points, mut lines, mut pieces) = (0, 0, 0);
        let mut trace = Vec::new();
        while let Some(piece) = state.current.filter(|_| state.over.is_none()) {
            let mut best: Option<Rated> = None;
            player.each(rules, &state, &[], &mut |rated| {
                if best.is_none_or(|best| rated.rating > best.rating) {
                    best = Some(rated);
                }
            });
            let mut best = best.unwrap();
            let spawn = rules.spawn(piece);
            if pieces == 0 {
                best.placement = Placement::new(spawn.dropped(&state.board), Spin::None);
                best.turns = 0;
            } else if trace.len() < 12 {
                let rating = (best.rating * 1e6).round() / 1e6;
                trace.push((piece.letter(), best.turns, best.shift, rating, points));
            }
            // The program counts the rows that its box falls; after a 180 the placement's centre is one row below where it was in the box.
            let twin = matches!(piece, Piece::I | Piece::S | Piece::Z);
            let lowered = (twin && best.turns == 2) as u32;
            let clear = state.play_unchecked(rules, choice(best.placement));
            points += (spawn.y - best.placement.y) as u32 - lowered + 1 + clear.points;
            lines += clear.lines as u32;
            pieces += 1;
            state.reveal(rules, source.deal());
        }
        let expected = [
            ('S', 0, -2, -5.706966, 19),
            ('J', 0, 3, -8.168057, 38),
            ('L', 2, -2, -10.719403, 57),
            ('I', 1, -5, -13.222258, 74),
            ('Z', 0, 3, -15.726521, 91),
            ('J', 2, -1, -18.230785, 109),
            ('Z', 1, 1, -20.809489, 125),
            ('T', 3, 5, -11.19625, 141),
            ('O', 0, 3, -14.065542, 1158),
            ('I', 1, -4, -8.686243, 1176),
            ('L', 3, 5, -11.351434, 1592),
            ('S', 1, -2, -7.306003, 1610),
        ];
        assert_eq!(trace, expected);
        assert_eq!((points, pieces, lines), (76_140, 368, 131));
    }
}
