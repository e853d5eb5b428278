//! Slots: places into which a T can be spun.

use super::{
    appearance::{Appearance, SetupEnd},
    chain::chains,
    drawing::{Drawing, Place},
    field::{Cells, Landed},
    table::{NamedSetup, SlotPlace, SlotRule},
};

/// Looks for one kind of slot.
pub(super) struct SlotWatch {
    setup: &'static NamedSetup,
    rule: &'static SlotRule,
    drawings: Vec<Drawing>,
    place: Place,
    found: Vec<SlotFound>,
    /// Slots that are open, by their number.
    open: Vec<OpenSlot>,
    /// Second slots of pairs whose first was made.
    waiting: Vec<(usize, Cells)>,
    /// Placements so far that cleared something.
    clears: u32,
}

/// A slot that appeared.
pub(super) struct SlotFound {
    pub(super) appearance: Appearance,
    /// The columns of its T.
    pub(super) columns: Vec<i8>,
    /// The number of the clear that made it.
    pub(super) clear: u32,
}

/// A slot as it is now: rows below it may have gone.
struct OpenSlot {
    number: usize,
    t: Cells,
    u: Cells,
}

impl SlotWatch {
    pub(super) fn new(setup: &'static NamedSetup, rule: &'static SlotRule) -> SlotWatch {
        let place = match rule.at {
            Some(SlotPlace::Wall) => Place::Wall,
            None => Place::Anywhere,
        };
        SlotWatch {
            setup,
            rule,
            drawings: Drawing::all(&rule.shapes, setup.mirrored),
            place,
            found: Vec::new(),
            open: Vec::new(),
            waiting: Vec::new(),
            clears: 0,
        }
    }

    /// Rows were pushed in from below.
    pub(super) fn rise(&mut self, rows: i8) {
        let second = self.waiting.iter_mut().map(|(_, cells)| cells);
        let open = self.open.iter_mut().flat_map(|slot| [&mut slot.t, &mut slot.u]);
        second.chain(open).flatten().for_each(|(_, y)| *y += rows);
    }

    pub(super) fn add(&mut self, landed: &Landed) {
        self.clears += (landed.kind.lines > 0) as u32;
        self.follow_second(landed);
        let mut now: Vec<(Cells, &Drawing, (i8, i8))> = Vec::new();
        for drawing in &self.drawings {
            for place in drawing.places(&landed.field, self.place) {
                let slot = drawing.slot(place);
                if now.iter().all(|(known, ..)| *known != slot) {
                    now.push((slot, drawing, place));
                }
            }
        }
        let mut open = Vec::with_capacity(now.len());
        for slot in self.open.drain(..) {
            let found = &mut self.found[slot.number];
            let seen = &mut found.appearance;
            if landed.spins_into(&slot.t) {
                (seen.end, seen.last) = (SetupEnd::Made, landed.index);
                seen.made_at = Some(landed.index);
                found.clear = self.clears;
                if !slot.u.is_empty() {
                    self.waiting.push((slot.number, landed.sink(&slot.u)));
                }
                continue;
            }
            let t = landed.sink(&slot.t);
            if !landed.clears(&slot.t) && now.iter().any(|(known, ..)| *known == t) {
                seen.last = landed.index;
                open.push(OpenSlot { number: slot.number, t, u: landed.sink(&slot.u) });
            } else {
                seen.end = SetupEnd::Lost;
            }
        }
        for (t, drawing, place) in now {
            if open.iter().any(|slot| slot.t == t) {
                continue;
            }
            let board = *landed.field.board;
            let mut appearance = Appearance::new(
                self.setup,
                &drawing.shape.form,
                drawing.is_mirrored,
                landed.index,
                board,
            );
            appearance.slot = t.clone();
            let mut columns: Vec<i8> = t.iter().map(|&(x, _)| x).collect();
            columns.dedup();
            open.push(OpenSlot { number: self.found.len(), t, u: drawing.second(place) });
            self.found.push(SlotFound { appearance, columns, clear: 0 });
        }
        self.open = open;
    }

    /// Is the second T of a pair spun in, or its place spoilt?
    fn follow_second(&mut self, landed: &Landed) {
        let found = &mut self.found;
        self.waiting.retain_mut(|(number, cells)| {
            if landed.spins_into(cells) {
                let seen = &mut found[*number].appearance;
                (seen.end, seen.last) = (SetupEnd::Both, landed.index);
                seen.made_at = Some(landed.index);
                return false;
            }
            if landed.cells.iter().any(|cell| cells.contains(cell)) || landed.clears(cells) {
                return false;
            }
            *cells = landed.sink(cells);
            true
        });
    }

    pub(super) fn finish(self) -> Vec<Appearance> {
        match &self.rule.repeat {
            Some(repeat) => chains(repeat, self.found),
            None => self.found.into_iter().map(|found| found.appearance).collect(),
        }
    }
}
