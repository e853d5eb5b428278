//! Heights, bumpiness and holes after a drop, without the board.

use minolab_rules::{Board, Piece, Placement, Rotation, Spin, shape};

use crate::{Evaluator, Feature, Measured, Rounding};

/// The columns of a board of ten, with all that a dropped piece changes about them.
#[derive(Clone, Copy, Debug)]
pub struct Heights<'a> {
    board: &'a Board,
    columns: [i32; WIDTH],
    /// Sums of the columns left of each place, and of the steps left of it.
    columns_before: [i32; WIDTH + 1],
    steps_before: [i32; WIDTH],
    holes: i32,
}

const WIDTH: usize = 10;
/// A full row; the columns beyond it are filled too.
const FULL: u16 = 0x3FF;

/// Bumpiness, sum of heights and holes, as a sum wants them.
pub type Measures = [f64; 3];

/// A piece facing one way, column by column.
#[derive(Clone, Copy, Debug)]
struct Profile {
    width: usize,
    /// The lowest cell of each column, and one past the highest.
    bottoms: [i32; 4],
    tops: [i32; 4],
    /// Their sums, and the steps between the tops.
    bottom_sum: i32,
    top_sum: i32,
    steps: i32,
    mask: u64,
}

/// Every piece facing every way.
const PROFILES: [[Profile; 4]; 7] = {
    let mut all = [[Profile::of(Piece::I, Rotation::North); 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut rotation = 0;
        while rotation < 4 {
            all[piece][rotation] = Profile::of(Piece::ALL[piece], Rotation::ALL[rotation]);
            rotation += 1;
        }
        piece += 1;
    }
    all
};

impl Profile {
    const fn of(piece: Piece, rotation: Rotation) -> Profile {
        let shape = shape::shape(piece, rotation);
        let width = shape.width as usize;
        let (mut bottoms, mut tops) = ([4; 4], [0; 4]);
        let mut i = 0;
        while i < 4 {
            let (x, y) = shape.cells[i];
            let (x, y) = ((x - shape.left) as usize, (y - shape.bottom) as i32);
            if y < bottoms[x] {
                bottoms[x] = y;
            }
            if y + 1 > tops[x] {
                tops[x] = y + 1;
            }
            i += 1;
        }
        let (mut bottom_sum, mut top_sum, mut steps) = (0, 0, 0);
        let mut x = 0;
        while x < width {
            bottom_sum += bottoms[x];
            top_sum += tops[x];
            if x > 0 {
                steps += (tops[x] - tops[x - 1]).abs();
            }
            x += 1;
        }
        Profile { width, bottoms, tops, bottom_sum, top_sum, steps, mask: shape.mask }
    }
}

impl Heights<'_> {
    /// The columns of a board that is ten wide.
    pub fn new(board: &Board) -> Heights<'_> {
        let mut columns = [0; WIDTH];
        let (mut covered, mut holes) = (0u16, 0);
        for (y, row) in board.rows()[..board.top()].iter().enumerate().rev() {
            let row = row & FULL;
            let mut tops = row & !covered;
            while tops != 0 {
                columns[tops.trailing_zeros() as usize % WIDTH] = y as i32 + 1;
                tops &= tops - 1;
            }
            holes += (covered & !row).count_ones() as i32;
            covered |= row;
        }
        let (mut columns_before, mut steps_before) = ([0; WIDTH + 1], [0; WIDTH]);
        for x in 0..WIDTH {
            columns_before[x + 1] = columns_before[x] + columns[x];
            if x > 0 {
                steps_before[x] = steps_before[x - 1] + (columns[x] - columns[x - 1]).abs();
            }
        }
        Heights { board, columns, columns_before, steps_before, holes }
    }

    /// Hands over what each drop of a piece leaves, facing west excepted, or where it landed if
    /// it fills a row.
    #[inline]
    pub fn each(&self, piece: Piece, visit: &mut impl FnMut(Result<Measures, Placement>)) {
        for &rotation in shape::distinct(piece).iter().filter(|&&to| to != Rotation::West) {
            let profile = &PROFILES[piece as usize][rotation as usize];
            for x in 0..=WIDTH - profile.width {
                visit(self.after(profile, x).map_err(|y| {
                    let shape = shape::shape(piece, rotation);
                    let (x, y) = (x as i8 - shape.left, y as i8 - shape.bottom);
                    Placement { piece, rotation, x, y, spin: Spin::None }
                }));
            }
        }
    }

    #[inline]
    fn after(&self, profile: &Profile, x: usize) -> Result<Measures, usize> {
        let Profile { width, bottoms, tops, .. } = *profile;
        let right = x + width;
        let mut y = 0;
        for (column, bottom) in self.columns[x..right].iter().zip(bottoms) {
            y = y.max(column - bottom);
        }
        if self.fills_row(profile.mask << x, y as usize) {
            return Err(y as usize);
        }
        let under = self.columns_before[right] - self.columns_before[x];
        let wide = width as i32 * y;
        let sum = self.columns_before[WIDTH] - under + wide + profile.top_sum;
        let holes = self.holes + wide + profile.bottom_sum - under;
        // The steps to both neighbours and those between are new.
        let (left_end, right_end) = (x.saturating_sub(1), right.min(WIDTH - 1));
        let mut steps = self.steps_before[WIDTH - 1]
            - (self.steps_before[right_end] - self.steps_before[left_end])
            + profile.steps;
        if x > 0 {
            steps += (y + tops[0] - self.columns[x - 1]).abs();
        }
        if right < WIDTH {
            steps += (y + tops[width - 1] - self.columns[right]).abs();
        }
        Ok([steps as f64, sum as f64, holes as f64])
    }

    #[inline]
    fn fills_row(&self, cells: u64, y: usize) -> bool {
        const ONES: u64 = 0x0001_0001_0001_0001;
        let rows = self.board.rows()[y..].iter().take(4).enumerate();
        let four = rows.fold(0, |four, (at, &row)| four | ((row & FULL) as u64) << (16 * at));
        // A row that is full leaves nothing: a lane of zeros borrows.
        let lacking = (four | cells) ^ (ONES * FULL as u64);
        lacking.wrapping_sub(ONES) & !lacking & (ONES << 15) != 0
    }
}

/// A weighted sum of nothing but bumpiness, heights and holes.
#[derive(Clone, Debug)]
pub struct ThreeTerms {
    /// Which measure comes first, second and third, and its weight; 0 for what is not there.
    terms: [(usize, f64); 3],
    truncates: bool,
    scale: f64,
}

impl ThreeTerms {
    /// The evaluator's sum, if it is one of these.
    pub fn new(evaluator: &Evaluator) -> Option<ThreeTerms> {
        let Evaluator::Linear(linear) = evaluator else { return None };
        let (settings, weights) = (linear.settings(), linear.weights().as_slice());
        if linear.has_exceptions() || settings.board != Measured::Cleared || weights.len() > 3 {
            return None;
        }
        let mut terms = [(0, 0.0); 3];
        for (term, &(feature, weight)) in terms.iter_mut().zip(weights) {
            let which = match feature {
                Feature::Bumpiness => 0,
                Feature::AggregateHeight => 1,
                Feature::Holes => 2,
                _ => return None,
            };
            *term = (which, weight);
        }
        let truncates = settings.rounding == Rounding::Truncate;
        Some(ThreeTerms { terms, truncates, scale: settings.scale })
    }

    /// The sum, to the last bit as the evaluator adds it.
    #[inline]
    pub fn sum(&self, measures: &Measures) -> f64 {
        let sum = self.terms.iter().fold(0.0, |sum, &(which, weight)| {
            let sum: f64 = sum + weight * measures[which];
            if self.truncates { truncated(sum) } else { sum }
        });
        sum * self.scale
    }
}

/// `f64::trunc`, which is a call where the processor is not known to have it; beyond these
/// limits every number is whole.
#[inline]
fn truncated(number: f64) -> f64 {
    if number.abs() < 9e15 { number as i64 as f64 } else { number }
}
