//! A choice in sixteen bits.

use minolab_rules::{Choice, Falling, Placement, ROWS, Rotation, Ruleset, Spin, State, placements};

/// Packs a choice for this position.
///
/// From the lowest bit: rotation (2 bits), column of the centre (4), hold (1), spin (2), and the
/// row of the centre plus one (7), which is 0 for a hard drop. The piece is left out: the position
/// has it.
pub fn pack(state: &State, choice: Choice) -> u16 {
    let Placement { rotation, x, y, spin, .. } = choice.placement;
    let is_drop = placements::is_drop(&state.board, choice.placement.falling());
    let row = if is_drop { 0 } else { (y as u16 & 0x3F) + 1 };
    rotation as u16
        | (x as u16 & 0xF) << 2
        | (choice.hold as u16) << 6
        | (spin as u16) << 7
        | row << 9
}

/// The choice that was packed for this position; `None` if it cannot be one.
///
/// Whether the rules allow it is not checked.
pub fn unpack(state: &State, rules: &Ruleset, bits: u16) -> Option<Choice> {
    let hold = bits >> 6 & 1 == 1;
    let piece = if hold { state.after_hold(rules)? } else { state.current? };
    let rotation = Rotation::ALL[bits as usize & 3];
    let spin = *Spin::ALL.get(bits as usize >> 7 & 3)?;
    let (x, row) = ((bits >> 2 & 0xF) as i8, (bits >> 9) as i8);
    let y = match row {
        0 => Falling { piece, rotation, x, y: ROWS as i8 }.dropped(&state.board).y,
        row => row - 1,
    };
    Some(Choice { hold, placement: Placement { piece, rotation, x, y, spin } })
}
