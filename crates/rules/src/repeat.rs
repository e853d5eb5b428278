//! Keys held down, and when they repeat.

use crate::{Handling, Input, Key};

/// How far a repeat goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pulse {
    /// One step.
    One,
    /// Until something stops the piece.
    All,
}

/// A key that repeats: the milliseconds until it next does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    wait_ms: u16,
}

impl Repeat {
    pub fn pressed(das_ms: u16) -> Repeat {
        Repeat { wait_ms: das_ms }
    }

    /// A millisecond passes without the key taking effect.
    fn charge(&mut self) {
        self.wait_ms = self.wait_ms.saturating_sub(1);
    }

    /// A millisecond passes.
    pub fn pass(&mut self, arr_ms: u16) -> Option<Pulse> {
        self.charge();
        if self.wait_ms > 0 {
            return None;
        }
        self.wait_ms = arr_ms;
        Some(if arr_ms == 0 { Pulse::All } else { Pulse::One })
    }
}

/// The two keys that move a piece sideways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sideways {
    left: Option<Repeat>,
    right: Option<Repeat>,
    // The one pressed last, if it is still down, or else the other.
    active: Option<Side>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    /// Which side a key is for.
    pub fn of(key: Key) -> Option<Side> {
        match key {
            Key::Left => Some(Side::Left),
            Key::Right => Some(Side::Right),
            _ => None,
        }
    }

    /// The piece's input for a pulse to this side.
    pub fn input(self, pulse: Pulse) -> Input {
        match (self, pulse) {
            (Side::Left, Pulse::One) => Input::Left,
            (Side::Left, Pulse::All) => Input::FarLeft,
            (Side::Right, Pulse::One) => Input::Right,
            (Side::Right, Pulse::All) => Input::FarRight,
        }
    }

    fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

impl Sideways {
    fn key(&mut self, side: Side) -> &mut Option<Repeat> {
        match side {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        }
    }

    pub fn press(&mut self, side: Side, handling: &Handling) {
        *self.key(side) = Some(Repeat::pressed(handling.das_ms));
        self.active = Some(side);
        if handling.cancel
            && let Some(other) = self.key(side.other())
        {
            *other = Repeat::pressed(handling.das_ms);
        }
    }

    pub fn release(&mut self, side: Side) {
        *self.key(side) = None;
        if self.active == Some(side) {
            self.active = self.key(side.other()).map(|_| side.other());
        }
    }

    /// A new piece spawns.
    pub fn cut(&mut self, handling: &Handling) {
        for repeat in [&mut self.left, &mut self.right].into_iter().flatten() {
            repeat.wait_ms = repeat.wait_ms.max(handling.cut_ms);
        }
    }

    /// A millisecond passes.
    pub fn pass(&mut self, handling: &Handling) -> Option<(Side, Pulse)> {
        let side = self.active?;
        if !handling.cancel
            && let Some(other) = self.key(side.other())
        {
            other.charge();
        }
        let pulse = self.key(side).as_mut()?.pass(handling.arr_ms)?;
        Some((side, pulse))
    }
}
