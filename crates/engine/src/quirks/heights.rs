//! Heights, bumpiness and holes after a drop, without the board: all columns that a piece can
//! fall into side by side.

use minolab_rules::{Board, Piece, Placement, Rotation, Spin, shape};

use crate::{Evaluator, Feature, Measured, Rounding};

/// The columns of a board of ten, with all that a dropped piece changes about them.
#[derive(Clone, Copy, Debug)]
pub struct Heights {
    /// The columns, each one place further right than on the board so that all have neighbours.
    columns: [i32; PLACES],
    /// The steps left of each column, in the same places.
    steps_before: [i32; PLACES],
    measures: Measures,
    /// The lowest rows that a piece might fill.
    nearly_full: [NearlyFull; ROWS],
    rows: usize,
}

const WIDTH: usize = 10;
/// A full row; the columns beyond it are filled too.
const FULL: u16 = 0x3FF;
/// What is computed side by side: somewhat more than the ten columns, so that vectors are filled.
const LANES: usize = 12;
/// Lanes, what the widest piece reaches beyond them, and a neighbour on both sides.
const PLACES: usize = LANES + 4 + 2;
/// More rows that four cells could fill than a board has.
const ROWS: usize = minolab_rules::ROWS;

/// Bumpiness, sum of heights and holes.
type Measures = [i32; 3];

/// A row and what it lacks.
#[derive(Clone, Copy, Debug)]
struct NearlyFull {
    row: i16,
    lacking: u16,
}

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

impl Heights {
    /// The columns of a board that is ten wide.
    #[inline(always)]
    pub fn new(board: &Board) -> Heights {
        // A byte for each column: how many rows are covered there. Adding takes no guess where
        // the top of a column is.
        let mut heights = [0u64; 2];
        let mut nearly_full = [NearlyFull { row: 0, lacking: 0 }; ROWS];
        let mut rows = 0;
        let (mut covered, mut holes) = (0u16, 0);
        for (y, row) in board.rows()[..board.top()].iter().enumerate().rev() {
            let row = row & FULL;
            let lacking = row ^ FULL;
            nearly_full[rows % ROWS] = NearlyFull { row: y as i16, lacking };
            // Covered gaps are out of reach; the others must be next to one another.
            rows += (lacking & covered == 0 && (lacking as u32) >> lacking.trailing_zeros() < 16)
                as usize;
            holes += (covered & lacking).count_ones() as i32;
            covered |= row;
            heights[0] += apart(covered as u8);
            heights[1] += apart((covered >> 8) as u8);
        }
        let mut columns = [0; PLACES];
        let bytes = heights.map(u64::to_le_bytes);
        for (column, &height) in columns[1..=WIDTH].iter_mut().zip(bytes.as_flattened()) {
            *column = height as i32;
        }
        let mut steps_before = [0; PLACES];
        let (mut steps, mut sum) = (0, columns[1]);
        for x in 2..=WIDTH {
            steps += (columns[x] - columns[x - 1]).abs();
            sum += columns[x];
            steps_before[x] = steps;
        }
        steps_before[WIDTH + 1..].fill(steps);
        Heights { columns, steps_before, measures: [steps, sum, holes], nearly_full, rows }
    }

    /// The best that a drop of the piece leaves, facing west excepted, and how many drops there
    /// are. What a drop leaves that fills a row, `cleared` says.
    pub fn best(
        &self,
        piece: Piece,
        three: &ThreeTerms,
        cleared: &mut impl FnMut(Placement) -> Board,
    ) -> (f64, u64) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor was asked.
            return unsafe { self.best_wide(piece, three, cleared) };
        }
        // Elsewhere rounding may be a call.
        match cfg!(target_arch = "wasm32") {
            true => self.best_by(piece, three, f64::trunc, cleared),
            false => self.best_by(piece, three, truncated, cleared),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn best_wide(
        &self,
        piece: Piece,
        three: &ThreeTerms,
        cleared: &mut impl FnMut(Placement) -> Board,
    ) -> (f64, u64) {
        self.best_by(piece, three, f64::trunc, cleared)
    }

    #[inline(always)]
    fn best_by(
        &self,
        piece: Piece,
        three: &ThreeTerms,
        trunc: impl Fn(f64) -> f64 + Copy,
        cleared: &mut impl FnMut(Placement) -> Board,
    ) -> (f64, u64) {
        let (mut best, mut drops) = (f64::NEG_INFINITY, 0);
        for &rotation in shape::distinct(piece).iter().filter(|&&to| to != Rotation::West) {
            let profile = &PROFILES[piece as usize][rotation as usize];
            let (landed, mut scores) = match profile.width {
                1 => self.facing::<1>(profile, three, trunc),
                2 => self.facing::<2>(profile, three, trunc),
                3 => self.facing::<3>(profile, three, trunc),
                _ => self.facing::<4>(profile, three, trunc),
            };
            let mut filling = self.filling(profile, &landed);
            while filling != 0 {
                let x = filling.trailing_zeros() as usize % LANES;
                filling &= filling - 1;
                let shape = shape::shape(piece, rotation);
                let (at, y) = (x as i8 - shape.left, landed[x] as i8 - shape.bottom);
                let after = cleared(Placement { piece, rotation, x: at, y, spin: Spin::None });
                let measures = Heights::new(&after).measures.map(|measure| [measure]);
                [scores[x]] = three.sums(&measures, trunc);
            }
            let places = WIDTH + 1 - profile.width;
            drops += places as u64;
            for &score in &scores[..places] {
                best = if score > best { score } else { best };
            }
        }
        (best, drops)
    }

    /// The rows where drops of a piece of this width land, and what they are worth if they fill
    /// no row. Only the lanes that the piece can fall into mean anything.
    #[inline(always)]
    fn facing<const W: usize>(
        &self,
        profile: &Profile,
        three: &ThreeTerms,
        trunc: impl Fn(f64) -> f64 + Copy,
    ) -> ([i32; LANES], [f64; LANES]) {
        let Profile { bottoms, tops, .. } = *profile;
        let column = |to: usize| -> &[i32; LANES] {
            self.columns[to..].first_chunk().expect("there is room on both sides")
        };
        let (mut landed, mut under) = ([0; LANES], [0; LANES]);
        for (i, bottom) in bottoms.into_iter().enumerate().take(W) {
            let columns = column(i + 1);
            for x in 0..LANES {
                landed[x] = landed[x].max(columns[x] - bottom);
                under[x] += columns[x];
            }
        }
        let [steps, sum, holes] = self.measures;
        let steps_to: &[i32; LANES] = self.steps_before[W + 1..].first_chunk().expect("as above");
        let steps_from: &[i32; LANES] = self.steps_before.first_chunk().expect("as above");
        let (left, right) = (column(0), column(W + 1));
        let mut measures = [[0; LANES]; 3];
        for x in 0..LANES {
            let wide = W as i32 * landed[x];
            measures[1][x] = sum - under[x] + wide + profile.top_sum;
            measures[2][x] = holes + wide + profile.bottom_sum - under[x];
            // The steps to both neighbours and those between are new.
            let to_left = (landed[x] + tops[0] - left[x]).abs() & -((x > 0) as i32);
            let to_right = (landed[x] + tops[W - 1] - right[x]).abs() & -((x + W < WIDTH) as i32);
            let between = steps_to[x] - steps_from[x];
            measures[0][x] = steps - between + profile.steps + to_left + to_right;
        }
        (landed, three.sums(&measures, trunc))
    }

    /// The places from which a drop fills a row, as bits.
    #[inline(always)]
    fn filling(&self, profile: &Profile, landed: &[i32; LANES]) -> u32 {
        let mut filling = 0;
        for &NearlyFull { row, lacking } in &self.nearly_full[..self.rows] {
            let (first, last) = (lacking.trailing_zeros(), 15 - lacking.leading_zeros());
            let from = (last + 1).saturating_sub(profile.width as u32);
            for x in from..=first.min((WIDTH - profile.width) as u32) {
                let above = row as i32 - landed[x as usize % LANES];
                let cells = match above {
                    0..4 => (profile.mask >> (16 * above) & 0xF) << x,
                    _ => 0,
                };
                filling |= ((lacking as u64 & !cells == 0) as u32) << x;
            }
        }
        filling
    }
}

/// The bits of a byte, each in a byte of its own.
#[inline(always)]
fn apart(byte: u8) -> u64 {
    // Eight copies, of each of which one bit is kept; adding carries it to the front.
    let kept = (byte as u64 * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (kept + 0x007F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101
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

    /// The sums, to the last bit as the evaluator adds them.
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
