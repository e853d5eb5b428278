//! The output buffers of a step.

use minolab_rules::{Board, Falling, Ruleset, State};

use crate::{ActionKind, actions::piece_number};

/// The layout of observations: what is written of a position, and its size per game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Rows of the board.
    pub rows: usize,
    /// Its columns.
    pub width: usize,
    /// Planes: the filled cells, and with key actions the falling piece.
    pub planes: usize,
    /// The current piece, the hold and the queue.
    pub pieces: usize,
}

impl Layout {
    /// The layout for these rules and this task.
    pub fn new(rules: &Ruleset, task: ActionKind) -> Layout {
        Layout {
            rows: rules.height as usize,
            width: rules.width as usize,
            planes: 1 + matches!(task, ActionKind::Keys { .. }) as usize,
            pieces: 2 + rules.previews as usize,
        }
    }

    /// Hold used, combo (at most 255) and back-to-back.
    pub const STATUS: usize = 3;

    /// Bytes of one plane.
    pub const fn cells(&self) -> usize {
        self.rows * self.width
    }

    /// Bytes of the vector: planes, then eight for each piece (none, I, O, T, L, J, S, Z), then
    /// the status.
    pub const fn vector(&self) -> usize {
        self.planes * self.cells() + 8 * self.pieces + Layout::STATUS
    }
}

/// Slices to write into, one section per game; empty slices are skipped.
#[derive(Debug, Default)]
pub struct Output<'a> {
    /// 1 for each filled cell, the top row first; with key actions followed by the falling piece.
    pub planes: &'a mut [u8],
    /// The same as bits, bit `x` of a row for column `x`.
    pub rows: &'a mut [u16],
    /// Current piece, hold and queue: 0 for none, then I, O, T, L, J, S, Z.
    pub pieces: &'a mut [u8],
    /// See [`Layout::STATUS`].
    pub status: &'a mut [u8],
    /// See [`Layout::vector`].
    pub vector: &'a mut [u8],
    /// Features of the position, or of all successors.
    pub features: &'a mut [f32],
    /// Boards of all successors as planes.
    pub boards: &'a mut [u8],
    /// 1 for each legal action.
    pub mask: &'a mut [u8],
    /// The reward of the step.
    pub reward: &'a mut [f64],
    /// Whether the game ended by its rules or its mode.
    pub terminated: &'a mut [u8],
    /// Whether it was truncated.
    pub truncated: &'a mut [u8],
    /// Totals since the start of the game: pieces, lines, score and steps.
    pub totals: &'a mut [i64],
}

/// How many elements of each slice are one game's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strides {
    planes: usize,
    rows: usize,
    pieces: usize,
    status: usize,
    vector: usize,
    features: usize,
    boards: usize,
    mask: usize,
    reward: usize,
    terminated: usize,
    truncated: usize,
    totals: usize,
}

macro_rules! each_field {
    ($with:ident) => {
        $with!(
            planes, rows, pieces, status, vector, features, boards, mask, reward, terminated,
            truncated, totals
        )
    };
}

impl<'a> Output<'a> {
    /// The strides of an output for this many games.
    pub(crate) fn strides(&self, games: usize) -> Strides {
        macro_rules! strides {
            ($($field:ident),+) => { Strides { $($field: self.$field.len() / games),+ } };
        }
        each_field!(strides)
    }

    /// The first games' part and the rest.
    pub(crate) fn into_parts(self, first: usize, strides: &Strides) -> (Output<'a>, Output<'a>) {
        macro_rules! parts {
            ($($field:ident),+) => {{
                $(let $field = self.$field.split_at_mut(first * strides.$field);)+
                (Output { $($field: $field.0),+ }, Output { $($field: $field.1),+ })
            }};
        }
        each_field!(parts)
    }
}

impl Output<'_> {
    /// One game's part.
    #[inline]
    pub(crate) fn game(&mut self, index: usize, strides: &Strides) -> Output<'_> {
        macro_rules! part {
            ($($field:ident),+) => {
                Output { $($field: {
                    let each = strides.$field;
                    &mut self.$field[each * index..each * (index + 1)]
                }),+ }
            };
        }
        each_field!(part)
    }

    /// Writes a position.
    pub(crate) fn position(&mut self, layout: &Layout, state: &State, falling: Option<Falling>) {
        let cells = layout.cells();
        if let Some(planes) = self.planes.get_mut(..layout.planes * cells) {
            write_planes(planes, layout, &state.board, falling);
        }
        if !self.rows.is_empty() {
            for (y, row) in self.rows[..layout.rows].iter_mut().rev().enumerate() {
                *row = state.board.row(y);
            }
            if layout.planes > 1 {
                let flight = &mut self.rows[layout.rows..];
                flight.fill(0);
                for (x, y) in visible(layout, falling) {
                    flight[layout.rows - 1 - y] |= 1 << x;
                }
            }
        }
        let pieces = || {
            let hidden = std::iter::repeat(None);
            let queue = state.queue.iter().map(Some).chain(hidden);
            [state.current, state.hold].into_iter().chain(queue).map(piece_number)
        };
        self.pieces.iter_mut().zip(pieces()).for_each(|(to, number)| *to = number);
        let status = [state.hold_used as u8, state.combo, state.back_to_back as u8];
        if let Some(to) = self.status.first_chunk_mut() {
            *to = status;
        }
        if !self.vector.is_empty() {
            let (planes, rest) = self.vector.split_at_mut(layout.planes * cells);
            write_planes(planes, layout, &state.board, falling);
            let (one_hot, end) = rest.split_at_mut(8 * layout.pieces);
            one_hot.fill(0);
            for (eight, number) in one_hot.chunks_exact_mut(8).zip(pieces()) {
                eight[number as usize] = 1;
            }
            end.copy_from_slice(&status);
        }
    }
}

/// Writes a board, and the falling piece on a board of its own.
fn write_planes(planes: &mut [u8], layout: &Layout, board: &Board, falling: Option<Falling>) {
    let (filled, flight) = planes.split_at_mut(layout.cells());
    write_board(filled, layout, board);
    if !flight.is_empty() {
        flight.fill(0);
        for (x, y) in visible(layout, falling) {
            flight[(layout.rows - 1 - y) * layout.width + x] = 1;
        }
    }
}

/// Writes a board, the top row first.
pub(crate) fn write_board(filled: &mut [u8], layout: &Layout, board: &Board) {
    let (width, top) = (layout.width, board.top().min(layout.rows));
    let (empty, stack) = filled.split_at_mut((layout.rows - top) * width);
    empty.fill(0);
    for (y, row) in stack.chunks_exact_mut(width).rev().enumerate() {
        let bits = board.row(y);
        // Eight columns from the left and eight from the right: where both write they agree.
        let left = spread(bits as u8).to_le_bytes();
        match row.first_chunk_mut::<8>() {
            Some(first) => {
                *first = left;
                if let Some(last) = row.last_chunk_mut::<8>() {
                    *last = spread((bits >> (width - 8)) as u8).to_le_bytes();
                }
            }
            None => row.copy_from_slice(&left[..row.len()]),
        }
    }
}

/// A byte's bits as eight bytes of 0 or 1, the lowest first.
#[inline]
fn spread(bits: u8) -> u64 {
    // Each byte keeps its own bit, which is then carried into the byte's highest.
    let kept = (bits as u64).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (kept + 0x0040_6070_787C_7E7F) >> 7 & 0x0101_0101_0101_0101
}

fn visible(layout: &Layout, falling: Option<Falling>) -> impl Iterator<Item = (usize, usize)> {
    let cells = falling.map(Falling::cells).into_iter().flatten();
    let cells = cells.map(|(x, y)| (x as usize, y as usize));
    let (width, rows) = (layout.width, layout.rows);
    cells.filter(move |&(x, y)| x < width && y < rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_bytes() {
        for bits in 0..=255u8 {
            let bytes = spread(bits).to_le_bytes();
            let expected: [u8; 8] = std::array::from_fn(|place| bits >> place & 1);
            assert_eq!(bytes, expected, "{bits:#010b}");
        }
    }
}
