//! Placements with the fewest presses, one after the other.

use minolab_rules::{
    Board, Input, Piece, Placement, Ruleset, Setup, State, path, placements, random::SplitMix64,
};

/// A place for a piece on an empty board, and how it went so far.
#[derive(Clone, Debug)]
pub struct FinesseDrill {
    rules: Ruleset,
    random: SplitMix64,
    target: Placement,
    keys: Vec<Input>,
    /// Placements asked for, and those without a fault.
    pub asked: u64,
    pub right: u64,
    /// Those without a fault since the last one, and the most there ever were.
    pub streak: u64,
    pub best_streak: u64,
}

/// How a placement was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinesseAnswer {
    /// Where it was asked for, with the fewest presses.
    Right,
    /// There, with so many presses too many.
    Extra(u64),
    /// Somewhere else.
    Elsewhere,
}

impl FinesseDrill {
    /// Placements by these rules; every seed has its own.
    pub fn new(rules: &Ruleset, seed: u64) -> FinesseDrill {
        let mut drill = FinesseDrill {
            rules: rules.clone(),
            random: SplitMix64(seed),
            target: Placement::new(rules.spawn(Piece::I), minolab_rules::Spin::None),
            keys: Vec::new(),
            asked: 0,
            right: 0,
            streak: 0,
            best_streak: 0,
        };
        drill.next();
        drill
    }

    /// Where the piece is to be put.
    pub fn target(&self) -> Placement {
        self.target
    }

    /// The fewest keys to there, without the drop.
    pub fn keys(&self) -> &[Input] {
        &self.keys
    }

    /// The empty board with the piece in hand.
    pub fn state(&self) -> Option<State> {
        let mut setup = Setup::new(Board::empty(self.rules.width as usize));
        setup.queue = vec![self.target.piece];
        State::from_setup(&self.rules, setup).ok()
    }

    /// Another placement. One that needs no press at all would teach nothing.
    pub fn next(&mut self) {
        let board = Board::empty(self.rules.width as usize);
        loop {
            let piece = Piece::ALL[(self.random.next() % 7) as usize];
            let all = placements::drops(&board, &self.rules, piece);
            let target = all[(self.random.next() % all.len().max(1) as u64) as usize];
            let Some(path) = path(&board, &self.rules, target) else { continue };
            let steering = path.split_last().map_or(&[][..], |(_, steering)| steering);
            if !steering.is_empty() && target != self.target {
                (self.target, self.keys) = (target, steering.to_vec());
                return;
            }
        }
    }

    /// A piece came to rest after so many presses too many. After a right one comes the next.
    pub fn answer(&mut self, placed: Placement, extra: u64) -> FinesseAnswer {
        let is_there = placed.falling().canonical() == self.target.falling().canonical();
        let answer = match (is_there, extra) {
            (false, _) => FinesseAnswer::Elsewhere,
            (true, 0) => FinesseAnswer::Right,
            (true, extra) => FinesseAnswer::Extra(extra),
        };
        self.asked += 1;
        if answer == FinesseAnswer::Right {
            self.right += 1;
            self.streak += 1;
            self.best_streak = self.best_streak.max(self.streak);
            self.next();
        } else {
            self.streak = 0;
        }
        answer
    }
}

/// Keys as people say them: a key that is held to the wall is one press.
pub fn said_keys(keys: &[Input]) -> String {
    let word = |input: &Input| match input {
        Input::Left => "left",
        Input::Right => "right",
        Input::FarLeft => "hold left",
        Input::FarRight => "hold right",
        Input::Cw => "rotate CW",
        Input::Ccw => "rotate CCW",
        Input::Flip => "rotate 180",
        _ => "down",
    };
    let mut all: Vec<&str> = keys.iter().map(word).collect();
    all.push("hard drop");
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use minolab_engine::Finesse;
    use minolab_rules::shipped;

    use super::*;

    #[test]
    fn placements_are_asked_for_with_their_fewest_keys() {
        for rules in ["guideline", "capstone", "tetrio"] {
            let rules = shipped::get(rules).unwrap();
            let mut drill = FinesseDrill::new(rules, 3);
            let mut seen = Vec::new();
            for _ in 0..200 {
                let (target, keys) = (drill.target(), drill.keys().to_vec());
                assert!((1..=4).contains(&keys.len()), "{target} {keys:?}");
                // The same number is no fault by the count that games are graded by, one more is.
                let board = Board::empty(rules.width as usize);
                let mut finesse = Finesse::default();
                finesse.add(rules, &board, target, keys.len() as u64);
                assert_eq!(finesse.faults, 0, "{target}");
                finesse.add(rules, &board, target, keys.len() as u64 + 1);
                assert_eq!(finesse.extra_presses, 1, "{target}");
                assert_eq!(drill.state().unwrap().current, Some(target.piece));
                seen.push(target);
                assert_eq!(drill.answer(target, 0), FinesseAnswer::Right);
            }
            assert_eq!((drill.right, drill.streak, drill.best_streak), (200, 200, 200));
            seen.dedup();
            assert_eq!(seen.len(), 200);
        }
    }

    #[test]
    fn a_fault_is_asked_again() {
        let mut drill = FinesseDrill::new(shipped::get("guideline").unwrap(), 5);
        let target = drill.target();
        assert_eq!(drill.answer(target, 2), FinesseAnswer::Extra(2));
        let mut wrong = target;
        wrong.x = if target.x > 4 { target.x - 1 } else { target.x + 1 };
        assert_eq!(drill.answer(wrong, 0), FinesseAnswer::Elsewhere);
        assert_eq!((drill.target(), drill.asked, drill.streak), (target, 2, 0));
        assert_eq!(said_keys(&[Input::Cw, Input::FarLeft]), "rotate CW, hold left, hard drop");
    }
}
