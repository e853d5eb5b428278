//! Follows a game and says which set-ups appeared in it.

use minolab_rules::{Board, ClearKind, GarbageRow, Painted, Placement, Ruleset};

use super::{
    WIDTH,
    appearance::Appearance,
    field::{Cells, Field, Landed},
    opener::OpenerWatch,
    slot::SlotWatch,
    stack::StackWatch,
    table::{SetupKind, all},
};
use crate::ReplayStep;

/// Looks for every set-up in one game, placement by placement.
pub struct SetupSpotter {
    owners: Painted,
    openers: Vec<OpenerWatch>,
    slots: Vec<SlotWatch>,
    stacks: Vec<StackWatch>,
}

impl SetupSpotter {
    /// At the beginning of a game; `None` on a board for which no set-ups are defined.
    pub fn new(rules: &Ruleset) -> Option<SetupSpotter> {
        (rules.width as usize == WIDTH).then(|| SetupSpotter::from(Painted::new(WIDTH)))
    }

    /// From a drawn board.
    pub(super) fn from(owners: Painted) -> SetupSpotter {
        let (mut openers, mut slots, mut stacks) = (Vec::new(), Vec::new(), Vec::new());
        for setup in all() {
            match &setup.kind {
                SetupKind::Opener(rule) => openers.push(OpenerWatch::new(setup, rule)),
                SetupKind::Slot(rule) => slots.push(SlotWatch::new(setup, rule)),
                SetupKind::Stack(rule) => stacks.extend(StackWatch::all(setup, rule)),
            }
        }
        SetupSpotter { owners, openers, slots, stacks }
    }

    /// Looks at a placement of the game, and at the garbage before it.
    pub fn add(&mut self, rules: &Ruleset, step: &ReplayStep) {
        self.rise(step.garbage);
        let placement = step.choice.placement;
        self.place(rules, step.index, placement, step.clear.kind(), &step.after.board);
    }

    fn rise(&mut self, garbage: &[GarbageRow]) {
        if !garbage.is_empty() {
            self.owners.receive(garbage);
            self.slots.iter_mut().for_each(|slot| slot.rise(garbage.len() as i8));
        }
    }

    pub(super) fn place(
        &mut self,
        rules: &Ruleset,
        index: u32,
        placement: Placement,
        kind: ClearKind,
        after: &Board,
    ) {
        let mut full = self.owners.clone();
        let landed = full.land(rules, placement);
        let mut cells: Cells = landed.iter().map(|&(x, y)| (x as i8, y as i8)).collect();
        cells.sort_unstable();
        let mut cleared: Vec<i8> = cells.iter().map(|&(_, y)| y).collect();
        cleared.sort_unstable();
        cleared.dedup();
        cleared.retain(|&y| (0..WIDTH).all(|x| full.is_filled(x, y as usize)));
        self.owners.place(rules, placement);
        let field = Field::new(after, &self.owners);
        let landed = Landed { index, piece: placement.piece, cells, kind, cleared, field };
        self.openers.iter_mut().for_each(|opener| opener.add(&landed));
        self.slots.iter_mut().for_each(|slot| slot.add(&landed));
        self.stacks.iter_mut().for_each(|stack| stack.add(&landed));
    }

    /// What was found, in the order in which it began.
    pub fn finish(self) -> Vec<Appearance> {
        let mut found: Vec<Appearance> =
            self.openers.into_iter().filter_map(OpenerWatch::finish).collect();
        found.extend(self.slots.into_iter().flat_map(SlotWatch::finish));
        found.extend(self.stacks.into_iter().flat_map(StackWatch::finish));
        found.sort_by_key(|appearance| appearance.first);
        found
    }
}
