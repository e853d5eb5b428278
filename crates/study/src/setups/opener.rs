//! Openers: stacks on the floor in the first placements of a game.

use super::{
    appearance::{Appearance, SetupEnd},
    drawing::{Drawing, Place},
    field::Landed,
    table::{NamedSetup, Opener},
};

/// Placements after an opener in which its clears are waited for: three bags.
const WAIT: u32 = 21;
/// Ten pieces fill four rows: a perfect clear after more of them is not the opener's.
const PERFECT: u32 = 10;

/// Looks for one opener. It appears once in a game at most.
pub(super) struct OpenerWatch {
    setup: &'static NamedSetup,
    rule: &'static Opener,
    drawings: Vec<Drawing>,
    has_cleared: bool,
    seen: Option<Appearance>,
    /// How many of its clears were made, and whether no more can be.
    made: usize,
    is_decided: bool,
}

impl OpenerWatch {
    pub(super) fn new(setup: &'static NamedSetup, rule: &'static Opener) -> OpenerWatch {
        OpenerWatch {
            setup,
            rule,
            drawings: Drawing::all(&rule.shapes, setup.mirrored),
            has_cleared: false,
            seen: None,
            made: 0,
            is_decided: false,
        }
    }

    pub(super) fn add(&mut self, landed: &Landed) {
        self.follow(landed);
        self.has_cleared |= landed.kind.lines > 0;
        if landed.index > self.rule.within {
            return;
        }
        for drawing in &self.drawings {
            let shape = drawing.shape;
            let is_due = landed.index <= shape.within.unwrap_or(self.rule.within)
                && shape.after.as_deref().is_none_or(|after| landed.kind.name() == Some(after))
                && (shape.cleared || !self.has_cleared);
            let is_other = |seen: &Appearance| seen.is_mirrored != drawing.is_mirrored;
            if !is_due
                || self.seen.as_ref().is_some_and(is_other)
                || drawing.places(&landed.field, Place::Floor).is_empty()
            {
                continue;
            }
            let seen = self.seen.get_or_insert_with(|| {
                let board = *landed.field.board;
                Appearance::new(self.setup, &shape.form, drawing.is_mirrored, landed.index, board)
            });
            seen.last = landed.index;
        }
    }

    /// Compares clears after the opener with those it is for.
    fn follow(&mut self, landed: &Landed) {
        let Some(seen) = self.seen.as_mut().filter(|_| !self.is_decided) else { return };
        if self.rule.made == ["all-clear"] {
            self.is_decided = landed.index >= PERFECT;
            if landed.index <= PERFECT && landed.field.board.top() == 0 {
                (self.made, self.is_decided) = (1, true);
                seen.made_at = Some(landed.index);
            }
            return;
        }
        if landed.index > seen.first + WAIT {
            self.is_decided = true;
        } else if landed.kind.lines > 0 {
            if landed.kind.name() == Some(&self.rule.made[self.made]) {
                self.made += 1;
                seen.made_at = Some(landed.index);
                self.is_decided = self.made == self.rule.made.len();
            } else {
                self.is_decided = true;
            }
        }
    }

    pub(super) fn finish(self) -> Option<Appearance> {
        let mut seen = self.seen?;
        seen.end = match self.made {
            0 => SetupEnd::Lost,
            made if made > 1 && made == self.rule.made.len() => SetupEnd::Both,
            _ => SetupEnd::Made,
        };
        Some(seen)
    }
}
