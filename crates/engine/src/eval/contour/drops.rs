//! The best hard drop on an open board, scored by what each placement changes.

#[cfg(target_arch = "x86_64")]
use minolab_rules::cpu;
use minolab_rules::{Board, Piece, Placement, shape};

use super::{
    orientation::{Orientation, orientations},
    surface::{Basins, Resting, Surface},
    tables::Tables,
};

/// The cheapest placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cheapest {
    pub placement: Placement,
    pub cost: i64,
    /// How many placements there were.
    pub count: u32,
}

/// The cheapest placement; of equal costs the first in Tetris Analyzer's order.
///
/// Every orientation must be able to drop over every column, and none may lock in the spawn rows.
pub fn cheapest(tables: &Tables, board: &Board, piece: Piece) -> Cheapest {
    #[cfg(target_arch = "x86_64")]
    if cpu::has(cpu::Level::V3) {
        // SAFETY: the level has every feature it is compiled for.
        return unsafe { cheapest_native(tables, board, piece) };
    }
    cheapest_plain(tables, board, piece)
}

/// The same code with the instructions that count bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn cheapest_native(tables: &Tables, board: &Board, piece: Piece) -> Cheapest {
    cheapest_sized(tables, board, piece)
}

pub(super) fn cheapest_plain(tables: &Tables, board: &Board, piece: Piece) -> Cheapest {
    cheapest_sized(tables, board, piece)
}

#[inline(always)]
fn cheapest_sized(tables: &Tables, board: &Board, piece: Piece) -> Cheapest {
    // The standard width as a constant lets its loops unroll.
    match board.width() {
        10 => search::<10>(tables, board, piece),
        _ => search::<0>(tables, board, piece),
    }
}

#[inline(always)]
fn search<const WIDTH: usize>(tables: &Tables, board: &Board, piece: Piece) -> Cheapest {
    let mut surface = Surface::<WIDTH>::new(board, tables.height);
    let basins = surface.all_basins(tables);
    let mut waiting = [Waiting { covered: 0, cost: 0, order: 0, y: 0 }; MOST];
    let base = surface.heights_cost(tables);
    let drops = Drops {
        tables,
        board,
        surface: &mut surface,
        basins: &basins,
        base,
        cost: i64::MAX,
        order: u32::MAX,
        y: 0,
        waiting: &mut waiting,
        waits: 0,
        count: 0,
    };
    drops.cheapest(orientations(piece))
}

/// More than any piece has: four orientations over at most sixteen columns.
const MOST: usize = 64;

struct Drops<'a, const WIDTH: usize> {
    tables: &'a Tables,
    board: &'a Board,
    surface: &'a mut Surface<WIDTH>,
    basins: &'a Basins,
    /// The cost of the columns before the piece.
    base: i64,
    /// The best so far: its cost, its index in the order and its row.
    cost: i64,
    order: u32,
    y: usize,
    // Kept outside, because moving them would take longer than some pieces do.
    waiting: &'a mut [Waiting; MOST],
    waits: usize,
    count: u32,
}

/// A placement that covers empty cells. It rarely beats one that does not, so it is checked after
/// those and mostly rejected at once.
#[derive(Clone, Copy)]
struct Waiting {
    covered: u64,
    /// The cost of the columns with the piece.
    cost: i64,
    order: u32,
    y: u32,
}

impl<const WIDTH: usize> Drops<'_, WIDTH> {
    #[inline(always)]
    fn cheapest(mut self, all: &[Orientation]) -> Cheapest {
        for (index, orientation) in all.iter().enumerate() {
            match orientation.width {
                1 => self.columns::<1>(index, orientation),
                2 => self.columns::<2>(index, orientation),
                3 => self.columns::<3>(index, orientation),
                _ => self.columns::<4>(index, orientation),
            }
        }
        for i in 0..self.waits {
            let Waiting { covered, cost, order, y } = self.waiting[i];
            let least = self.surface.hollows_least_with(self.tables, covered);
            if !self.is_above(cost + least) {
                let (orientation, x) = (&all[(order >> 8) as usize], (order & 0xFF) as usize);
                let resting = Resting { orientation, x, y: y as usize, covered };
                match orientation.width {
                    1 => self.score::<1>(resting, cost, least, order),
                    2 => self.score::<2>(resting, cost, least, order),
                    3 => self.score::<3>(resting, cost, least, order),
                    _ => self.score::<4>(resting, cost, least, order),
                }
            }
        }
        let orientation = &all[(self.order >> 8) as usize];
        let placement = orientation.placement((self.order & 0xFF) as usize, self.y);
        Cheapest { placement, cost: self.cost, count: self.count }
    }

    /// Drops the piece over every column.
    #[inline(always)]
    fn columns<const SPAN: usize>(&mut self, index: usize, orientation: &Orientation) {
        let columns = self.board.width() + 1 - SPAN;
        self.count += columns as u32;
        for x in 0..columns {
            let (resting, change) = self.surface.dropped::<SPAN>(self.tables, orientation, x);
            let order = (index << 8 | x) as u32;
            if self.surface.clears(resting) {
                self.take(cleared(self.tables, self.board, resting), order, resting.y);
            } else if resting.covered != 0 {
                let (cost, y) = (self.base + change, resting.y as u32);
                let covered = resting.covered;
                self.waiting[self.waits % MOST] = Waiting { covered, cost, order, y };
                self.waits += 1;
            } else {
                let least = self.surface.hollows_least_with(self.tables, 0);
                self.score::<SPAN>(resting, self.base + change, least, order);
            }
        }
    }

    /// Whether even this cost is too high.
    #[inline(always)]
    fn is_above(&self, cost: i64) -> bool {
        self.tables.positive && cost > self.cost
    }

    /// Adds areas and hollows to the cost of the columns; `least` is a lower bound on the hollows'
    /// cost.
    #[inline(always)]
    fn score<const SPAN: usize>(
        &mut self,
        resting: Resting,
        mut cost: i64,
        least: i64,
        order: u32,
    ) {
        let most = self.cost.saturating_sub(cost.saturating_add(least));
        cost += self.surface.areas_cost_with::<SPAN>(self.tables, self.basins, resting, most);
        if !self.is_above(cost + least) {
            cost += self.surface.hollows_cost_with(self.tables, resting);
            self.take(cost, order, resting.y);
        }
    }

    #[inline(always)]
    fn take(&mut self, cost: i64, order: u32, y: usize) {
        if cost < self.cost || cost == self.cost && order < self.order {
            (self.cost, self.order, self.y) = (cost, order, y);
        }
    }
}

/// Line clears move everything, so such a board is scored from scratch.
#[inline(never)]
fn cleared(tables: &Tables, board: &Board, resting: Resting) -> i64 {
    let placement = resting.orientation.placement(resting.x, resting.y);
    let mut after = *board;
    let shape = shape::shape(placement.piece, placement.rotation);
    after.place(shape, placement.x, placement.y);
    match board.width() {
        10 => Surface::<10>::new(&after, tables.height).cost(tables),
        _ => Surface::<0>::new(&after, tables.height).cost(tables),
    }
}
