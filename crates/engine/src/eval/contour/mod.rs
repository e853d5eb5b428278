//! Tetris Analyzer's evaluator: the cost of a board from its contour.
//!
//! It has three sums: the cost of each column's height, of the hollows row by row, and of the areas
//! between walls by their width and height. Lower is better; a score is the negated cost. The
//! numbers are in agent files, so every version of the original is data.

mod drops;
mod orientation;
mod settings;
mod surface;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use minolab_rules::{Above, Board, Entry, Piece, Ruleset, shape};
pub use orientation::order;
pub use settings::{ContourSettings, Guard, More, RowFactor, Series, Worst};
use surface::Surface;
use tables::Tables;

use super::{BestDrop, Evaluator, EvaluatorError, Terms};
use crate::{Outcome, Position};

/// The smallest difference between two costs: 2⁻⁴⁰.
///
/// Costs below 8192 are exact as floating-point numbers too.
const UNIT: f64 = 1.0 / (1u64 << 40) as f64;

/// Widths and heights a ruleset can have.
const WIDTHS: std::ops::RangeInclusive<usize> = 4..=16;
const HEIGHTS: std::ops::RangeInclusive<usize> = 4..=40;

/// The contour evaluator for every board size.
///
/// Tables are built when a size is first used; clones share them.
#[derive(Clone, Debug)]
pub struct Contour {
    settings: ContourSettings,
    sizes: Arc<[OnceLock<Fitted>]>,
}

/// The evaluator for one board size.
#[derive(Debug)]
struct Fitted {
    tables: Tables,
    worst: i64,
}

impl Contour {
    /// The evaluator with these numbers.
    pub fn new(settings: ContourSettings) -> Result<Contour, EvaluatorError> {
        settings.check()?;
        let sizes = WIDTHS.count() * HEIGHTS.count();
        Ok(Contour { settings, sizes: (0..sizes).map(|_| OnceLock::new()).collect() })
    }

    /// The numbers it was made from.
    pub fn settings(&self) -> &ContourSettings {
        &self.settings
    }

    /// The cost of a board on a field of this height; lower is better.
    ///
    /// Ignores the next pieces: see [`Guard`].
    pub fn equity(&self, board: &Board, height: usize) -> f64 {
        self.fitted(board.width(), height).cost(board) as f64 * UNIT
    }

    /// The three parts of a board's cost: heights, hollows and areas.
    pub fn parts(&self, board: &Board, height: usize) -> [f64; 3] {
        let tables = &self.fitted(board.width(), height).tables;
        let surface = Surface::<0>::new(board, height);
        let costs = [
            surface.heights_cost(tables),
            surface.hollows_cost(tables),
            surface.areas_cost(tables),
        ];
        costs.map(|cost| cost as f64 * UNIT)
    }

    /// The cost of topping out.
    pub fn worst(&self, width: usize, height: usize) -> f64 {
        self.fitted(width, height).worst as f64 * UNIT
    }

    #[inline]
    fn fitted(&self, width: usize, height: usize) -> &Fitted {
        let height = height.clamp(*HEIGHTS.start(), *HEIGHTS.end());
        let index = (width - WIDTHS.start()) * HEIGHTS.count() + height - HEIGHTS.start();
        self.sizes[index].get_or_init(|| Fitted::new(&self.settings, width, height))
    }

    /// The score after checking whether the next pieces have room.
    fn guarded(&self, rules: &Ruleset, board: &Board, score: f64) -> f64 {
        let has_room = |piece: &Piece| rules.spawn(*piece).fits(board);
        let room = Piece::ALL.iter().filter(|piece| has_room(piece)).count() as f64;
        if room == 7.0 {
            return score;
        }
        (room * score + (7.0 - room) * self.lost(rules)) / 7.0
    }
}

/// Two evaluators with the same numbers are equal.
impl PartialEq for Contour {
    fn eq(&self, other: &Contour) -> bool {
        self.settings == other.settings
    }
}

impl Evaluator for Contour {
    fn reward(&self, outcome: &Outcome) -> f64 {
        if !self.is_guarded(outcome) {
            return 0.0;
        }
        let score = self.value(outcome.rules, &outcome.position());
        self.guarded(outcome.rules, &outcome.after.board, score) - score
    }

    fn value(&self, rules: &Ruleset, position: &Position) -> f64 {
        let board = &position.state.board;
        let score = -self.equity(board, rules.height as usize);
        match self.settings.guard {
            Guard::Always => self.guarded(rules, board, score),
            Guard::Never | Guard::TopRows => score,
        }
    }

    fn lost(&self, rules: &Ruleset) -> f64 {
        -self.worst(rules.width as usize, rules.height as usize)
    }

    fn reward_terms(&self, outcome: &Outcome, each: Terms) {
        let guard = self.reward(outcome);
        if guard != 0.0 {
            each("no room", guard);
        }
    }

    fn value_terms(&self, rules: &Ruleset, position: &Position, each: Terms) {
        let parts = self.parts(&position.state.board, rules.height as usize);
        let [height, hollows, structure] = parts;
        for (name, part) in [("height", height), ("structure", structure), ("hollows", hollows)] {
            each(name, -part);
        }
        if self.settings.guard == Guard::Always {
            let guard = self.value(rules, position) + parts.iter().sum::<f64>();
            if guard != 0.0 {
                each("no room", guard);
            }
        }
    }

    fn is_cost(&self) -> bool {
        true
    }

    fn at_root(&self, outcome: &Outcome, value: f64) -> f64 {
        if self.is_guarded(outcome) {
            self.guarded(outcome.rules, &outcome.after.board, value)
        } else {
            value
        }
    }

    fn changes_root(&self, board: &Board, rules: &Ruleset) -> bool {
        self.settings.guard == Guard::TopRows && board.top() + 6 > rules.height as usize
    }

    /// `None` where pieces do more than drop, or the stack is so high that the guard or a top-out
    /// matters.
    #[inline]
    fn best_drop(&self, rules: &Ruleset, board: &Board, piece: Piece) -> Option<BestDrop> {
        if rules.slide || !is_calm(rules, board) {
            return None;
        }
        let fitted = self.fitted(board.width(), rules.height as usize);
        let found = drops::cheapest(&fitted.tables, board, piece);
        let score = -(found.cost as f64 * UNIT);
        Some(BestDrop { placement: found.placement, score, count: found.count })
    }
}

impl Contour {
    /// Whether the guard checks the next pieces after this placement.
    fn is_guarded(&self, outcome: &Outcome) -> bool {
        if self.settings.guard != Guard::TopRows {
            return false;
        }
        let shape = shape::shape(outcome.placement.piece, outcome.placement.rotation);
        let top = outcome.bottom() + shape.height as usize;
        outcome.rules.height as usize + (outcome.clear.lines as usize) < top + 2
    }
}

impl Fitted {
    fn new(settings: &ContourSettings, width: usize, height: usize) -> Fitted {
        let tables = Tables::new(settings, width, height);
        let mut fitted = Fitted { tables, worst: 0 };
        fitted.worst = match settings.worst {
            Worst::Chequered => fitted.cost(&chequered(width, height)),
            Worst::PerCell(cost) => fixed(cost * (width * (height - 1)) as f64),
            Worst::Cost(cost) => fixed(cost),
        };
        fitted
    }

    fn cost(&self, board: &Board) -> i64 {
        let height = self.tables.height;
        match board.width() {
            10 => Surface::<10>::new(board, height).cost(&self.tables),
            _ => Surface::<0>::new(board, height).cost(&self.tables),
        }
    }
}

/// Whether any piece can drop over any column and lock below the spawn rows, without topping out.
#[inline]
fn is_calm(rules: &Ruleset, board: &Board) -> bool {
    let height = rules.height as usize;
    let mut room = height;
    if rules.entry == Entry::Spawn {
        room = room.min((height as i32 + rules.spawn.row as i32 + 1).max(0) as usize);
    }
    if rules.top_out.above != Above::Never {
        room = room.min(rules.limit());
    }
    board.top() + 6 <= room
}

/// The nearest multiple of [`UNIT`].
#[inline(always)]
fn fixed(cost: f64) -> i64 {
    // Far beyond any shipped setting; keeps sums from overflowing.
    const LIMIT: f64 = 16384.0;
    let units = cost.clamp(-LIMIT, LIMIT) / UNIT;
    (units + if units < 0.0 { -0.5 } else { 0.5 }) as i64
}

/// The same for costs between -2048 and 2048, in a few instructions: adding a number whose last bit
/// is worth one [`UNIT`] rounds the cost and leaves its units in the last bits.
#[inline(always)]
fn fixed_small(cost: f64) -> i64 {
    const MIDDLE: f64 = 6144.0;
    debug_assert!(cost.abs() < 2048.0);
    (cost + MIDDLE).to_bits() as i64 - MIDDLE.to_bits() as i64
}

/// A checkerboard with the top right cell filled: the worst board.
fn chequered(width: usize, height: usize) -> Board {
    let mut board = Board::empty(width);
    for y in 0..height {
        let filled = |x: &usize| (x + y + width + height).is_multiple_of(2);
        board.set_row(y, (0..width).filter(filled).map(|x| 1 << x).sum());
    }
    board
}
