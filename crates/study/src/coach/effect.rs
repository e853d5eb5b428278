//! What one placement does to the stack, seen as a player sees it.

use minolab_rules::{Board, Choice, Clear, Piece, Ruleset, Spin, State, placements, shape};

/// A cell: column and row, both from 0.
pub type Spot = (u8, u8);

/// What one placement does to the stack.
#[derive(Clone, Debug)]
pub struct PlacementEffect {
    pub choice: Choice,
    pub clear: Clear,
    /// The position after it, the next piece in hand.
    pub after: State,
    /// Cells that are newly covered and still are once lines have cleared: where they are before
    /// that.
    pub new_holes: Vec<Spot>,
    /// How many covered cells are open again.
    pub opened: usize,
    /// Wells that only an I fills, after it: column, depth, and its lowest row.
    pub wells: Vec<Well>,
    /// Where a T would spin in and clear two lines or more, after it.
    pub slot: Option<Slot>,
}

/// A column at least three lower than both its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Well {
    pub column: u8,
    pub depth: u8,
    pub bottom: u8,
}

/// Where a T spins in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    pub lines: u8,
    pub cells: Vec<Spot>,
}

/// How deep a well is that only an I fills.
pub const DEEP: u8 = 3;

impl PlacementEffect {
    /// What this choice does.
    pub fn of(rules: &Ruleset, before: &State, choice: Choice) -> PlacementEffect {
        let mut after = *before;
        let clear = after.play_unchecked(rules, choice);
        let filled = with_piece(&before.board, choice);
        let new_holes = new_holes(&before.board, &filled);
        let [covered_before, covered_after] = [&before.board, &after.board].map(covered);
        // What was covered, less what still is and is not new.
        let kept = covered_after.saturating_sub(new_holes.len());
        PlacementEffect {
            choice,
            clear,
            opened: covered_before.saturating_sub(kept),
            new_holes,
            wells: wells(&after.board),
            slot: slot(rules, &after.board),
            after,
        }
    }

    /// One past the highest filled row.
    pub fn height(&self) -> usize {
        self.after.board.top()
    }

    /// Whether it cleared lines by a spin.
    pub fn is_spin_clear(&self) -> bool {
        self.clear.spin != Spin::None && self.clear.lines > 0
    }

    /// How many pieces later a T can be placed: 0 if one is on hold. `None` if none is in sight.
    pub fn wait_for_t(&self) -> Option<usize> {
        if self.after.hold == Some(Piece::T) {
            return Some(0);
        }
        let mut coming = self.after.current.into_iter().chain(self.after.queue.iter());
        coming.position(|piece| piece == Piece::T).map(|place| place + 1)
    }
}

impl Slot {
    /// The first and last column of the T.
    pub fn columns(&self) -> (u8, u8) {
        let columns = || self.cells.iter().map(|cell| cell.0);
        (columns().min().unwrap_or(0), columns().max().unwrap_or(0))
    }
}

/// The board with the piece, before lines clear.
pub fn with_piece(board: &Board, choice: Choice) -> Board {
    let mut filled = *board;
    let placement = choice.placement;
    filled.fill(shape::shape(placement.piece, placement.rotation), placement.x, placement.y);
    filled
}

/// Whether an empty cell has a filled one above it.
fn is_covered(board: &Board, x: u8, y: u8) -> bool {
    !board.is_filled(x as i8, y as i8) && (y as usize) < board.column_height(x as usize)
}

/// How many empty cells have a filled one above them.
pub fn covered(board: &Board) -> usize {
    let columns = 0..board.width() as u8;
    let count = |x| (0..board.top() as u8).filter(|&y| is_covered(board, x, y)).count();
    columns.map(count).sum()
}

/// Cells that the piece covers, but for those that are open again once lines have cleared.
fn new_holes(before: &Board, filled: &Board) -> Vec<Spot> {
    let is_full = |y: u8| filled.row(y as usize) == filled.field();
    let stays_covered = |x: u8, y: u8| {
        let above = y + 1..filled.top() as u8;
        !is_full(y)
            && above
                .into_iter()
                .any(|above| filled.is_filled(x as i8, above as i8) && !is_full(above))
    };
    let columns = 0..filled.width() as u8;
    columns
        .flat_map(|x| (0..filled.top() as u8).map(move |y| (x, y)))
        .filter(|&(x, y)| !before.is_filled(x as i8, y as i8) && !is_covered(before, x, y))
        .filter(|&(x, y)| is_covered(filled, x, y) && stays_covered(x, y))
        .collect()
}

/// Wells that only an I fills, the deepest first.
pub fn wells(board: &Board) -> Vec<Well> {
    let heights: Vec<usize> = (0..board.width()).map(|x| board.column_height(x)).collect();
    let mut found: Vec<Well> = (0..heights.len())
        .filter_map(|x| {
            let side =
                |x: Option<usize>| x.and_then(|x| heights.get(x)).copied().unwrap_or(usize::MAX);
            let walls = side(x.checked_sub(1)).min(side(Some(x + 1)));
            let depth = walls.checked_sub(heights[x])? as u8;
            let well = Well { column: x as u8, depth, bottom: heights[x] as u8 };
            (depth >= DEEP).then_some(well)
        })
        .collect();
    found.sort_by_key(|well| (u8::MAX - well.depth, well.column));
    found
}

/// The best place for a T to spin in and clear two lines or more.
pub fn slot(rules: &Ruleset, board: &Board) -> Option<Slot> {
    let list = placements::all(board, rules, Piece::T);
    let spins = list.iter().filter(|placement| placement.spin == Spin::Full);
    let slots = spins.map(|&placement| {
        let choice = Choice { hold: false, placement };
        let filled = with_piece(board, choice);
        let full = (0..filled.top()).filter(|&y| filled.row(y) == filled.field()).count();
        let cells = placement.falling().cells().map(|(x, y)| (x as u8, y as u8));
        Slot { lines: full as u8, cells: cells.to_vec() }
    });
    slots.filter(|slot| slot.lines >= 2).max_by_key(|slot| slot.lines)
}

/// Whether the piece can be placed without covering a cell.
pub fn fits_cleanly(rules: &Ruleset, board: &Board, piece: Piece) -> bool {
    placements::all(board, rules, piece).iter().any(|&placement| {
        let filled = with_piece(board, Choice { hold: false, placement });
        new_holes(board, &filled).is_empty()
    })
}
