//! What a puzzle is about.

use minolab_arena::Metric;
use minolab_rules::{Piece, Spin};
use serde::{Deserialize, Serialize};

use super::OpenPuzzle;
use crate::coach::{PlacementEffect, slot};

/// What a puzzle is about: the first of these that its key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The known pieces end the race.
    Finish,
    /// The line empties the board.
    PerfectClear,
    /// A T-spin that clears lines.
    TSpin,
    /// Four lines at once.
    Quad,
    /// It makes room for a T-spin.
    TSlot,
    /// It opens covered cells.
    Downstack,
    /// The piece on hold is the better one.
    Hold,
    /// A place where the pieces to come still fit.
    Stacking,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 8] = [
        Theme::Finish,
        Theme::PerfectClear,
        Theme::TSpin,
        Theme::Quad,
        Theme::TSlot,
        Theme::Downstack,
        Theme::Hold,
        Theme::Stacking,
    ];

    /// What players call it.
    pub const fn title(self) -> &'static str {
        match self {
            Theme::Finish => "Finish",
            Theme::PerfectClear => "Perfect clear",
            Theme::TSpin => "T-spin",
            Theme::Quad => "Quad",
            Theme::TSlot => "T-slot",
            Theme::Downstack => "Downstack",
            Theme::Hold => "Hold",
            Theme::Stacking => "Stacking",
        }
    }

    pub(super) fn of(puzzle: &OpenPuzzle) -> Theme {
        let OpenPuzzle { rules, mode, state, key, line, remaining } = puzzle;
        let effect = PlacementEffect::of(rules, state, *key);
        let (mut after, mut lines, mut is_emptied) = (*state, 0, false);
        for &choice in line {
            let Ok(clear) = after.play(rules, choice) else { break };
            lines += clear.lines as u64;
            is_emptied |= clear.all_clear;
        }
        let is_t_spin = key.placement.piece == Piece::T && effect.clear.spin == Spin::Full;
        let makes_slot = || effect.slot.is_some() && slot(rules, &state.board).is_none();
        match () {
            _ if lines >= remaining.lines => Theme::Finish,
            _ if is_emptied => Theme::PerfectClear,
            _ if is_t_spin && effect.clear.lines > 0 => Theme::TSpin,
            _ if effect.clear.lines == 4 => Theme::Quad,
            _ if Metric::of(*mode) == Metric::ClearScore && makes_slot() => Theme::TSlot,
            _ if effect.opened > 0 => Theme::Downstack,
            _ if key.hold => Theme::Hold,
            _ => Theme::Stacking,
        }
    }
}
