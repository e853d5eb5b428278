//! Heights, bumpiness and holes after two drops, without a board: all columns that a piece can drop
//! into, computed side by side.

#[cfg(target_arch = "x86_64")]
mod wide;

#[cfg(target_arch = "x86_64")]
use minolab_rules::cpu;
use minolab_rules::{Board, Piece, Rotation, shape};

use minolab_engine::{Evaluator, Feature, Measured, Rounding};

/// The columns of a board of ten, row 0 in bit 0.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    bits: [u32; PLACES],
    cells: i32,
}

const WIDTH: usize = 10;
/// Lanes computed side by side: somewhat more than the ten columns, to fill vectors.
const LANES: usize = 12;
/// Lanes and what the widest piece reaches beyond them.
const PLACES: usize = LANES + 4;

/// Bumpiness, sum of heights and holes.
type Measures = [i32; 3];

/// A piece facing one way, column by column.
#[derive(Clone, Copy, Debug)]
pub struct Silhouette {
    width: usize,
    /// The lowest cell of each column, one past the highest, and all of them as bits.
    bottoms: [i32; 4],
    tops: [i32; 4],
    bits: [u32; 4],
    /// The sum of the steps between the tops.
    steps: i32,
}

/// Every piece facing every way.
const PROFILES: [[Silhouette; 4]; 7] = {
    let mut all = [[Silhouette::new(Piece::I, Rotation::North); 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut rotation = 0;
        while rotation < 4 {
            all[piece][rotation] = Silhouette::new(Piece::ALL[piece], Rotation::ALL[rotation]);
            rotation += 1;
        }
        piece += 1;
    }
    all
};

impl Silhouette {
    /// The profile of a piece that faces this way.
    #[inline]
    pub fn of(piece: Piece, rotation: Rotation) -> &'static Silhouette {
        &PROFILES[piece.index()][rotation.index()]
    }

    const fn new(piece: Piece, rotation: Rotation) -> Silhouette {
        let shape = shape::shape(piece, rotation);
        let (width, profile) = (shape.width as usize, shape.profile());
        let (mut bottoms, mut tops, mut bits) = ([0; 4], [0; 4], [0; 4]);
        let mut i = 0;
        while i < 4 {
            bottoms[i] = profile.bottoms[i] as i32;
            tops[i] = profile.tops[i] as i32;
            bits[i] = profile.columns[i] as u32;
            i += 1;
        }
        let (mut steps, mut x) = (0, 1);
        while x < width {
            steps += (tops[x] - tops[x - 1]).abs();
            x += 1;
        }
        Silhouette { width, bottoms, tops, bits, steps }
    }
}

impl Columns {
    /// The columns of a board that is ten wide and so low that two more pieces stay below row 32.
    pub fn new(board: &Board) -> Columns {
        let (mut bits, mut cells) = ([0; PLACES], 0);
        for (y, &row) in board.rows()[..board.top()].iter().enumerate() {
            for (x, bits) in bits[..WIDTH].iter_mut().enumerate() {
                *bits |= (row as u32 >> x & 1) << y;
            }
            cells += (row & ((1 << WIDTH) - 1)).count_ones() as i32;
        }
        Columns { bits, cells }
    }

    /// The row where a piece with its leftmost column at `x` lands.
    #[inline]
    pub fn landing(&self, profile: &Silhouette, x: usize) -> i32 {
        let columns = self.bits[x..].iter().zip(profile.bottoms).take(profile.width);
        columns.fold(0, |y, (&bits, bottom)| y.max(height(bits) - bottom))
    }

    /// The best board that a drop of `next`, other than facing west, leads to after a piece is
    /// placed here, and how many drops there are; `None` if a column then reaches above `low`.
    pub fn best(
        &self,
        (profile, x, y): (&Silhouette, usize, i32),
        next: Piece,
        three: &ThreeTerms,
        low: i32,
    ) -> Option<(f64, u64)> {
        #[cfg(target_arch = "x86_64")]
        if cpu::has(cpu::Level::V4) {
            // SAFETY: the level has every feature it is compiled for.
            return unsafe { wide::best(self, (profile, x, y), next, three, low) };
        }
        // Elsewhere rounding may be a call.
        match cfg!(target_arch = "wasm32") {
            true => self.best_by((profile, x, y), next, three, low, f64::trunc),
            false => self.best_by((profile, x, y), next, three, low, truncated),
        }
    }

    #[inline(always)]
    fn best_by(
        &self,
        (profile, x, y): (&Silhouette, usize, i32),
        next: Piece,
        three: &ThreeTerms,
        low: i32,
        trunc: impl Fn(f64) -> f64 + Copy,
    ) -> Option<(f64, u64)> {
        let surface = Surface::new(self.with(profile, x, y));
        if surface.heights.iter().any(|&height| height > low) {
            return None;
        }
        let (mut best, mut drops) = (f64::NEG_INFINITY, 0);
        for &rotation in shape::distinct(next).iter().filter(|&&to| to != Rotation::West) {
            let profile = Silhouette::of(next, rotation);
            let worth = match profile.width {
                1 => surface.best::<1>(profile, three, trunc),
                2 => surface.best::<2>(profile, three, trunc),
                3 => surface.best::<3>(profile, three, trunc),
                _ => surface.best::<4>(profile, three, trunc),
            };
            best = if worth > best { worth } else { best };
            drops += (WIDTH + 1 - profile.width) as u64;
        }
        Some((best, drops))
    }

    /// The columns with a piece, without the rows it fills.
    #[inline(always)]
    fn with(&self, profile: &Silhouette, x: usize, y: i32) -> Columns {
        let Columns { mut bits, mut cells } = *self;
        for (bits, piece) in bits[x..x + 4].iter_mut().zip(profile.bits) {
            *bits |= piece << y;
        }
        cells += 4;
        let mut full = bits[..WIDTH].iter().fold(!0, |full, bits| full & bits);
        while full != 0 {
            // The highest one first, so that the others stay where they are.
            let below = (1u32 << (31 - full.leading_zeros())) - 1;
            bits = bits.map(|bits| bits & below | bits >> 1 & !below);
            full &= below;
            cells -= WIDTH as i32;
        }
        Columns { bits, cells }
    }
}

/// One past the highest row of a column.
#[inline(always)]
fn height(bits: u32) -> i32 {
    32 - bits.leading_zeros() as i32
}

/// What evaluating drops on columns needs.
struct Surface {
    columns: Columns,
    /// The columns' heights, shifted right by one so that all have neighbours.
    heights: [i32; PLACES + 2],
    /// The step from the previous column, 0 at both walls.
    steps: [i32; PLACES + 2],
    /// The rows that all columns before one have, and those that it and all after it have.
    before: [u32; PLACES],
    after: [u32; PLACES],
    measures: Measures,
}

impl Surface {
    #[inline(always)]
    fn new(columns: Columns) -> Surface {
        let (mut heights, mut steps) = ([0; PLACES + 2], [0; PLACES + 2]);
        for x in 0..WIDTH {
            heights[x + 1] = height(columns.bits[x]);
        }
        for x in 1..WIDTH {
            steps[x] = (heights[x + 1] - heights[x]).abs();
        }
        let (mut before, mut after) = ([!0; PLACES], [!0; PLACES]);
        for x in 0..WIDTH {
            before[x + 1] = before[x] & columns.bits[x];
            after[WIDTH - 1 - x] = after[WIDTH - x] & columns.bits[WIDTH - 1 - x];
        }
        let measures = measures(&columns, &heights, &steps);
        Surface { columns, heights, steps, before, after, measures }
    }

    /// The best score after a drop of the piece.
    #[inline(always)]
    fn best<const W: usize>(
        &self,
        profile: &Silhouette,
        three: &ThreeTerms,
        trunc: impl Fn(f64) -> f64 + Copy,
    ) -> f64 {
        let (mut landed, mut raised, mut between) = ([0; LANES], [0; LANES], [0; LANES]);
        for i in 0..W {
            let heights = lanes(&self.heights, i + 1);
            for x in 0..LANES {
                landed[x] = landed[x].max(heights[x] - profile.bottoms[i]);
                raised[x] -= heights[x];
            }
        }
        for i in 0..=W {
            let steps = lanes(&self.steps, i);
            for x in 0..LANES {
                between[x] += steps[x];
            }
        }
        let [steps, sum, holes] = self.measures;
        let (left, right) = (lanes(&self.heights, 0), lanes(&self.heights, W + 1));
        let tops: i32 = profile.tops[..W].iter().sum();
        let mut measures = [[0; LANES]; 3];
        for x in 0..LANES {
            let raised = raised[x] + W as i32 * landed[x] + tops;
            measures[1][x] = sum + raised;
            // Four of the raised height are the piece's cells.
            measures[2][x] = holes + raised - 4;
            // The steps to both neighbours and those in between change.
            let to_left = (landed[x] + profile.tops[0] - left[x]).abs() & -((x > 0) as i32);
            let to_right =
                (landed[x] + profile.tops[W - 1] - right[x]).abs() & -((x + W < WIDTH) as i32);
            measures[0][x] = steps - between[x] + profile.steps + to_left + to_right;
        }
        let scores = three.sums(&measures, trunc);
        // A row is full if all columns beside the piece have it, and those of the piece have it or get it.
        let mut full = *lanes(&self.before, 0);
        let after = lanes(&self.after, W);
        for x in 0..LANES {
            full[x] &= after[x];
        }
        for i in 0..W {
            let bits = lanes(&self.columns.bits, i);
            for x in 0..LANES {
                full[x] &= bits[x] | profile.bits[i] << (landed[x] & 31);
            }
        }
        let (mut best, mut fills) = (f64::NEG_INFINITY, false);
        for x in 0..WIDTH + 1 - W {
            let score = if full[x] == 0 { scores[x] } else { f64::NEG_INFINITY };
            best = if score > best { score } else { best };
            fills |= full[x] != 0;
        }
        if fills {
            for x in (0..WIDTH + 1 - W).filter(|&x| full[x] != 0) {
                let [score] = three.sums(&self.cleared(profile, x, landed[x]), trunc);
                best = if score > best { score } else { best };
            }
        }
        best
    }

    /// The measures after a drop that clears lines.
    #[inline(always)]
    fn cleared(&self, profile: &Silhouette, x: usize, y: i32) -> [[i32; 1]; 3] {
        let columns = self.columns.with(profile, x, y);
        let (mut heights, mut steps) = ([0; PLACES + 2], [0; PLACES + 2]);
        for x in 0..WIDTH {
            heights[x + 1] = height(columns.bits[x]);
        }
        for x in 1..WIDTH {
            steps[x] = (heights[x + 1] - heights[x]).abs();
        }
        measures(&columns, &heights, &steps).map(|measure| [measure])
    }
}

#[inline(always)]
fn measures(columns: &Columns, heights: &[i32; PLACES + 2], steps: &[i32; PLACES + 2]) -> Measures {
    let sum: i32 = heights.iter().sum();
    [steps.iter().sum(), sum, sum - columns.cells]
}

/// The lanes from this place on.
#[inline(always)]
fn lanes<T>(all: &[T], from: usize) -> &[T; LANES] {
    all[from..].first_chunk().expect("there is room on both sides")
}

/// A weighted sum of only bumpiness, heights and holes.
#[derive(Clone, Debug)]
pub struct ThreeTerms {
    /// The order of the three measures and their weights; 0 for those not in the sum.
    terms: [(usize, f64); 3],
    truncates: bool,
    scale: f64,
}

impl ThreeTerms {
    /// The evaluator's sum, if it is one of these.
    pub fn new(evaluator: &dyn Evaluator) -> Option<ThreeTerms> {
        let linear = evaluator.as_linear()?;
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

    /// The sums, bit for bit as the evaluator adds them.
    #[inline(always)]
    fn sums<const N: usize>(
        &self,
        measures: &[[i32; N]; 3],
        trunc: impl Fn(f64) -> f64 + Copy,
    ) -> [f64; N] {
        let mut sums = [0.0; N];
        for (which, weight) in self.terms {
            for (sum, &measure) in sums.iter_mut().zip(&measures[which]) {
                *sum += weight * measure as f64;
            }
            if self.truncates {
                sums = sums.map(trunc);
            }
        }
        sums.map(|sum| sum * self.scale)
    }
}

/// `f64::trunc`, which is a call where the processor is not known to have it; beyond these
/// limits every number is whole.
#[inline]
fn truncated(number: f64) -> f64 {
    if number.abs() < 9e15 { number as i64 as f64 } else { number }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Vectors give the same results as the plain code, rounded or not.
        #[test]
        fn vectors_change_nothing(
            rows in proptest::collection::vec((0..0x3FFu16, 0..9u32, any::<bool>()), 0..18),
            weights in [-3.0..3.0, -3.0..3.0, -3.0..3.0f64],
            truncates in any::<bool>(),
        ) {
            let mut board = Board::EMPTY;
            for (y, &(row, gap, is_clean)) in rows.iter().enumerate() {
                board.set_row(y, if is_clean { 0x3FF ^ 0x3 << gap } else { row });
            }
            let terms = [(2, weights[0]), (0, weights[1]), (1, weights[2])];
            let three = ThreeTerms { terms, truncates, scale: -1.0 };
            let columns = Columns::new(&board);
            for piece in Piece::ALL {
                for &rotation in shape::distinct(piece) {
                    let profile = Silhouette::of(piece, rotation);
                    for x in 0..=WIDTH - profile.width {
                        let place = (profile, x, columns.landing(profile, x));
                        let next = Piece::ALL[(piece.index() + x) % 7];
                        prop_assert_eq!(
                            columns.best(place, next, &three, 19),
                            columns.best_by(place, next, &three, 19, truncated)
                        );
                    }
                }
            }
        }
    }
}
