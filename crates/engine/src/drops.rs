//! A player that keeps to straight falls.

use minolab_rules::{Choice, Piece, Ruleset, State};

use crate::{Decision, Left, Limits, Player, Report};

/// Lets a player see no placement but those of a straight fall, whatever the rules allow.
pub struct Drops<P>(pub P);

impl<P: Player> Player for Drops<P> {
    fn choose(&mut self, rules: &Ruleset, state: &State, known: &[Piece]) -> Option<Choice> {
        self.0.choose(&without_slides(rules), state, known)
    }

    fn rank(
        &mut self,
        rules: &Ruleset,
        state: &State,
        known: &[Piece],
        limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        self.0.rank(&without_slides(rules), state, known, limits, report)
    }

    fn left(&mut self, left: Left) {
        self.0.left(left);
    }

    fn threads(&mut self, threads: usize) {
        self.0.threads(threads);
    }

    fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

fn without_slides(rules: &Ruleset) -> Ruleset {
    Ruleset { slide: false, ..rules.clone() }
}
