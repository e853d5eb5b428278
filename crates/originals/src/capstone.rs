//! The capstone's sprint player: every hard drop of the current piece, most of the held one's.
//!
//! Kept from the original: counter-clockwise rotations at the spawn, then up to four steps to the
//! left or five to the right as far as there is room, then a hard drop. The held piece, or the next
//! one if nothing is held, is considered after the current one unless it is the same; in its spawn
//! rotation the program mistakes it for the current piece, which never beats the current piece
//! itself, so only its rotated placements count. Of equal placements the first wins. Left out:
//! while nothing is held, every decision of the program loses a piece of the queue.

use std::sync::Arc;

use minolab_rules::{
    Choice, Falling, Input, Placement, Rotation, Ruleset, Spin, State, shape, step,
};

use super::decision;
use minolab_engine::{
    Decision, Evaluator, Limits, Outcome, Position, Ranked, Remaining, Report, Search, eval::Shares,
};

/// Plays as the capstone's sprint player does.
#[derive(Clone, Debug)]
pub struct Capstone {
    evaluator: Arc<dyn Evaluator>,
    nodes: u64,
}

impl Capstone {
    /// A player with this evaluator.
    pub fn new(evaluator: Arc<dyn Evaluator>) -> Capstone {
        Capstone { evaluator, nodes: 0 }
    }

    /// Calls `each` with every choice the program considers and its outcome, in the program's
    /// order.
    fn each(rules: &Ruleset, state: &State, visit: &mut impl FnMut(Choice, &Outcome)) {
        let other = state.after_hold(rules).filter(|&piece| Some(piece) != state.current);
        for (hold, piece) in [(false, state.current), (true, other)] {
            let Some(piece) = piece else { continue };
            let spawn = rules.spawn(piece);
            if !spawn.fits(&state.board) {
                continue;
            }
            for falling in
                reach(rules, state, spawn).skip_while(|falling| hold && is_upright(falling))
            {
                let placement = Placement::new(falling.dropped(&state.board), Spin::None);
                let choice = Choice { hold, placement };
                visit(choice, &Outcome::of_choice(rules, state, Remaining::ENDLESS, choice));
            }
        }
    }
}

/// Whether it is in its spawn rotation.
fn is_upright(falling: &Falling) -> bool {
    falling.rotation == Rotation::North
}

/// Where a piece can be before it drops: every rotation, and in each every shift there is room for.
fn reach(rules: &Ruleset, state: &State, spawn: Falling) -> impl Iterator<Item = Falling> {
    let press = |falling: Falling, key: Input| {
        step(&state.board, rules.rotation, falling, key).map(|step| step.falling)
    };
    let turns = std::iter::successors(Some(spawn), move |&falling| press(falling, Input::Ccw));
    turns.take(shape::distinct(spawn.piece).len()).flat_map(move |turned| {
        let shifts = move |key: Input, most: usize| {
            std::iter::successors(Some(turned), move |&falling| press(falling, key))
                .skip(1)
                .take(most)
        };
        shifts(Input::Left, 4).chain(shifts(Input::Right, 5)).chain([turned])
    })
}

impl Search for Capstone {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        let state = position.state;
        let mut best: Option<(f64, Choice)> = None;
        Capstone::each(rules, state, &mut |choice, outcome| {
            self.nodes += 1;
            let score = self.evaluator.verdict(outcome);
            if best.is_none_or(|best| score > best.0) {
                best = Some((score, choice));
            }
        });
        best.map(|(_, choice)| choice)
    }

    fn rank(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        _limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        let state = position.state;
        let mut ranked: Vec<Ranked> = Vec::new();
        let mut nodes = 0;
        Capstone::each(rules, state, &mut |choice, outcome| {
            nodes += 1;
            // Presses without room lead back to the same place.
            if ranked.iter().all(|ranked| ranked.choice != choice) {
                let score = self.evaluator.verdict(outcome);
                let reasons = Shares::of_score(self.evaluator.as_ref(), outcome).into_reasons();
                ranked.push(Ranked { choice, score, line: vec![choice], reasons });
            }
        });
        self.nodes += nodes;
        decision(ranked, nodes, 1, report)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Game, shipped};

    use minolab_rules::Piece;

    use super::*;

    #[test]
    fn a_held_piece_is_seen_turned_only() {
        let rules = shipped::get("capstone").unwrap();
        let count = |pieces: [Piece; 2], hold: bool| {
            let mut count = 0;
            let state = State::new(rules, pieces);
            Capstone::each(rules, &state, &mut |choice, _| count += (choice.hold == hold) as u32);
            count
        };
        assert_eq!(count([Piece::T, Piece::I], false), 34);
        assert_eq!(count([Piece::T, Piece::I], true), 10);
        assert_eq!(count([Piece::T, Piece::O], true), 0);
        assert_eq!(count([Piece::I, Piece::T], true), 26);
        assert_eq!(count([Piece::T, Piece::T], true), 0);
    }

    #[test]
    fn its_choice_is_legal_and_the_first_of_its_ranking() {
        let agent = minolab_agents::shipped::get("capstone-sprint").unwrap();
        let rules = shipped::get("capstone").unwrap();
        let (mut player, mut game) = (agent.player(rules), Game::new(rules.clone(), 7));
        for _ in 0..30 {
            let choice = player.choose(&Position::new(game.state())).unwrap();
            let ranked = player.rank(&Position::new(game.state()), Limits::default(), &mut |_| ());
            assert_eq!(ranked.unwrap().ranked[0].choice, choice);
            game.play(choice).unwrap();
        }
    }
}
