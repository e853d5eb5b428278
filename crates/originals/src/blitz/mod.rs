//! The capstone's blitz player: one decision per piece, without lookahead.
//!
//! Kept from the original: which placements it finds (see [`reach`]); the held piece is considered if it is of another
//! kind, or the next one if nothing is held, with the queue as if nothing had been taken from it. Of equals the first
//! wins here; the program takes whichever its hash map has first.

mod reach;

use std::sync::Arc;

use minolab_engine::{
    Decision, Evaluator, Limits, Outcome, Position, Ranked, Remaining, Report, Search, eval::Shares,
};
use minolab_rules::{Choice, Ruleset, State};

use super::decision;
use reach::Reach;

/// Plays as the capstone's blitz player does.
#[derive(Clone, Debug)]
pub struct CapstoneBlitz {
    evaluator: Arc<dyn Evaluator>,
    reach: Reach,
    nodes: u64,
}

impl CapstoneBlitz {
    /// A player with this evaluator.
    pub fn new(evaluator: Arc<dyn Evaluator>) -> CapstoneBlitz {
        CapstoneBlitz { evaluator, reach: Reach::default(), nodes: 0 }
    }

    /// Calls `each` with every choice the program considers and its outcome, the current piece's first.
    fn each(&mut self, rules: &Ruleset, state: &State, visit: &mut impl FnMut(Choice, &Outcome)) {
        let other = state
            .after_hold(rules)
            .filter(|&piece| state.hold.is_none() || Some(piece) != state.current)
            .filter(|&piece| rules.can_spawn(&state.board, piece));
        for (hold, piece) in [(false, state.current), (true, other)] {
            let Some(piece) = piece else { continue };
            self.reach.each(&state.board, rules, piece, &mut |placement| {
                self.nodes += 1;
                let choice = Choice { hold, placement };
                let mut outcome = Outcome::of_choice(rules, state, Remaining::ENDLESS, choice);
                outcome.after.queue = state.queue;
                visit(choice, &outcome);
            });
        }
    }
}

impl Search for CapstoneBlitz {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        let evaluator = Arc::clone(&self.evaluator);
        let mut best: Option<(f64, Choice)> = None;
        self.each(rules, position.state, &mut |choice, outcome| {
            let score = evaluator.score(outcome);
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
        let (evaluator, before) = (Arc::clone(&self.evaluator), self.nodes);
        let mut ranked: Vec<Ranked> = Vec::new();
        self.each(rules, position.state, &mut |choice, outcome| {
            let score = evaluator.score(outcome);
            let reasons = Shares::of_score(evaluator.as_ref(), outcome).into_reasons();
            ranked.push(Ranked { choice, score, line: vec![choice], reasons });
        });
        decision(ranked, self.nodes - before, 1, report)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Game, Piece, shipped};

    use super::*;

    fn count(state: &State, hold: bool) -> usize {
        let rules = shipped::get("capstone").unwrap();
        let evaluator = minolab_agents::shipped::get("capstone-blitz").unwrap().evaluator();
        let mut count = 0;
        let mut player = CapstoneBlitz::new(evaluator);
        player.each(rules, state, &mut |choice, _| count += (choice.hold == hold) as usize);
        count
    }

    #[test]
    fn it_sees_the_held_piece_or_the_next() {
        let rules = shipped::get("capstone").unwrap();
        let mut state = State::new(rules, [Piece::T, Piece::I]);
        assert_eq!((count(&state, false), count(&state, true)), (34, 17));
        state.hold = Some(Piece::O);
        assert_eq!(count(&state, true), 9);
        state.hold = Some(Piece::T);
        assert_eq!(count(&state, true), 0);
        // An empty hold is used even for a piece of the same kind.
        assert_eq!(count(&State::new(rules, [Piece::I, Piece::I]), true), 17);
    }

    #[test]
    fn its_choice_is_legal_and_the_first_of_its_ranking() {
        let agent = minolab_agents::shipped::get("capstone-blitz").unwrap();
        let rules = shipped::get("capstone").unwrap();
        let (mut player, mut game) = (agent.player(rules), Game::new(rules.clone(), 7));
        for _ in 0..60 {
            let position = Position::new(game.state());
            let choice = player.choose(&position).unwrap();
            let ranked = player.rank(&position, Limits::default(), &mut |_| ()).unwrap().ranked;
            assert_eq!(ranked[0].choice, choice);
            for ranked in ranked {
                let sum: f64 = ranked.reasons.iter().map(|reason| reason.1).sum();
                assert_eq!(sum, ranked.score, "{}", ranked.choice);
            }
            game.play(choice).unwrap();
        }
    }
}
