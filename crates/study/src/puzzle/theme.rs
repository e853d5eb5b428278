//! What a puzzle is about.

use minolab_arena::Metric;
use minolab_rules::{Piece, Spin};
use serde::{Deserialize, Serialize};

use super::OpenPuzzle;
use crate::coach::{PlacementEffect, slot};

/// What a puzzle is about: the first of these that its key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleTheme {
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

impl PuzzleTheme {
    /// All of them.
    pub const ALL: [PuzzleTheme; 8] = [
        PuzzleTheme::Finish,
        PuzzleTheme::PerfectClear,
        PuzzleTheme::TSpin,
        PuzzleTheme::Quad,
        PuzzleTheme::TSlot,
        PuzzleTheme::Downstack,
        PuzzleTheme::Hold,
        PuzzleTheme::Stacking,
    ];

    /// What players call it.
    pub const fn title(self) -> &'static str {
        match self {
            PuzzleTheme::Finish => "Finish",
            PuzzleTheme::PerfectClear => "Perfect clear",
            PuzzleTheme::TSpin => "T-spin",
            PuzzleTheme::Quad => "Quad",
            PuzzleTheme::TSlot => "T-slot",
            PuzzleTheme::Downstack => "Downstack",
            PuzzleTheme::Hold => "Hold",
            PuzzleTheme::Stacking => "Stacking",
        }
    }

    pub(super) fn of(puzzle: &OpenPuzzle) -> PuzzleTheme {
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
            _ if lines >= remaining.lines => PuzzleTheme::Finish,
            _ if is_emptied => PuzzleTheme::PerfectClear,
            _ if is_t_spin && effect.clear.lines > 0 => PuzzleTheme::TSpin,
            _ if effect.clear.lines == 4 => PuzzleTheme::Quad,
            _ if Metric::of(*mode) == Metric::ClearScore && makes_slot() => PuzzleTheme::TSlot,
            _ if effect.opened > 0 => PuzzleTheme::Downstack,
            _ if key.hold => PuzzleTheme::Hold,
            _ => PuzzleTheme::Stacking,
        }
    }
}
