//! A falling piece in real time: where it is and how long until it locks.

use crate::{Board, Falling, Input, RotationSystem, Ruleset, Spin, Step, Timing, shape, step};

/// A [`Falling`] with the clocks that decide when it falls and when it locks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    pub falling: Falling,
    /// The input that moved the piece last, and its kick if it was a rotation.
    last: (Input, Option<u8>),
    /// Whether it has fallen a row.
    pub has_fallen: bool,
    /// Keys pressed to steer it.
    pub steered: u64,
    /// Microseconds of gravity accumulated towards the next row.
    pub fall_us: u64,
    /// The lowest row it ever covered.
    lowest: i8,
    /// Milliseconds of lock delay used up.
    resting_ms: u32,
    /// Milliseconds since it first rested.
    rested_ms: Option<u32>,
    /// How often a move has reset the lock delay on this row.
    resets: u32,
}

impl Flight {
    pub fn new(falling: Falling) -> Flight {
        Flight {
            falling,
            last: (Input::Down, None),
            has_fallen: false,
            steered: 0,
            fall_us: 0,
            lowest: bottom(falling),
            resting_ms: 0,
            rested_ms: None,
            resets: 0,
        }
    }

    /// Shifts or rotates; whether it could.
    pub fn steer(
        &mut self,
        board: &Board,
        system: RotationSystem,
        timing: &Timing,
        input: Input,
    ) -> bool {
        let Some(step) = step(board, system, self.falling, input) else { return false };
        self.falling = step.falling;
        self.last = (input, step.kick);
        if self.resting_ms > 0 && timing.lock_resets.is_none_or(|most| self.resets < most) {
            self.resting_ms = 0;
            self.resets += 1;
        }
        self.sink();
        true
    }

    /// Falls by at most this many rows; returns how many.
    pub fn fall(&mut self, board: &Board, system: RotationSystem, rows: u32) -> u32 {
        for fallen in 0..rows {
            let Some(step) = step(board, system, self.falling, Input::Down) else {
                return fallen;
            };
            self.falling = step.falling;
            self.last = (Input::Down, None);
            self.has_fallen = true;
            self.sink();
        }
        rows
    }

    /// A new lowest row resets the lock delay and its count of resets.
    fn sink(&mut self) {
        if bottom(self.falling) < self.lowest {
            self.lowest = bottom(self.falling);
            self.resting_ms = 0;
            self.resets = 0;
        }
    }

    /// Which spin it would be to lock here.
    ///
    /// A piece that fell after its last rotation did not end with it.
    pub fn spin(&self, board: &Board, rules: &Ruleset) -> Spin {
        let (input, kick) = self.last;
        let judged = || rules.spins.judge(board, Step { falling: self.falling, kick }, input);
        if rules.slide { judged() } else { Spin::None }
    }

    /// For how many milliseconds, with no key down, only the clocks change: the piece neither falls
    /// nor locks.
    pub fn quiet_ms(&self, board: &Board, timing: &Timing, row_us: u64) -> u32 {
        if !self.falling.rests(board) {
            let left_us = row_us.saturating_sub(self.fall_us);
            return (left_us.div_ceil(1000).saturating_sub(1)).min(u32::MAX as u64) as u32;
        }
        let limit = timing
            .lock_limit_ms
            .map_or(u32::MAX, |limit| limit.saturating_sub(self.rested_ms.unwrap_or(0)));
        timing.lock_delay_ms.saturating_sub(self.resting_ms).min(limit)
    }

    /// Lets that many milliseconds pass.
    pub fn skip(&mut self, board: &Board, ms: u32) {
        if self.falling.rests(board) {
            self.fall_us = 0;
            self.resting_ms += ms;
            self.rested_ms = Some(self.rested_ms.unwrap_or(0).saturating_add(ms));
        } else {
            self.fall_us += 1000 * ms as u64;
            self.rested_ms = self.rested_ms.map(|rested| rested.saturating_add(ms));
        }
    }

    /// A millisecond passes; whether the piece locks at the end of it.
    pub fn locks(&mut self, board: &Board, timing: &Timing) -> bool {
        let rests = self.falling.rests(board);
        if rests {
            self.fall_us = 0;
            let rested_ms = *self.rested_ms.get_or_insert(0);
            if self.resting_ms >= timing.lock_delay_ms
                || timing.lock_limit_ms.is_some_and(|limit| rested_ms >= limit)
            {
                return true;
            }
            self.resting_ms += 1;
        }
        self.rested_ms = self.rested_ms.map(|ms| ms.saturating_add(1));
        false
    }
}

fn bottom(falling: Falling) -> i8 {
    falling.y + shape::shape(falling.piece, falling.rotation).bottom
}
