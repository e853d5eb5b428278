//! The survey: many features of a position at once.
//!
//! **How.** Four rows of sixteen columns make one word, so a low board is two or three words and
//! every relation between neighbours is a shift: by one for columns, by sixteen for rows. A
//! prefix-or from the top gives the covered cells; column heights, their differences, wells and
//! holes all follow from it without visiting single columns. "At least three rows deep" is three
//! consecutive rows, because what a contour cuts out of a column is connected.
//!
//! **What it leaves out.** Rarely used features are measured by their own functions. Groups for
//! which an agent has no weight are not computed.
//!
//! **How it is tested.** A test compares every feature with its own function on random boards of
//! every width.

#[cfg(target_arch = "x86_64")]
use minolab_rules::cpu;
use minolab_rules::{Board, ROWS};

use super::{Feature, View, wells::WellCounts};

/// One value for each surveyed feature that was asked for; the others are measured one by one.
pub type Values = [f64; SURVEYED];

/// The first features of the catalogue, up to the last that is surveyed.
const SURVEYED: usize = Feature::AdaptabilityTrue.index() + 1;

/// Groups of features that are computed together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Groups(u16);

impl Groups {
    const HEIGHTS: Groups = Groups(1);
    const TRANSITIONS: Groups = Groups(2);
    const HOLES: Groups = Groups(4);
    const HOLE_COLUMNS: Groups = Groups(8);
    const HOLE_DEPTH: Groups = Groups(16);
    const TOP_HOLE: Groups = Groups(32);
    const WELLS: Groups = Groups(64);
    const CONTOUR: Groups = Groups(128);
    const CONTOUR_WELLS: Groups = Groups(256);
    const FULL_ROWS: Groups = Groups(1024);
    /// Features without a group, measured one by one.
    const RARE: Groups = Groups(512);

    /// The groups these features are in.
    pub fn of(features: impl Iterator<Item = Feature>) -> Groups {
        let group = |feature| match feature {
            Feature::LandingHeight
            | Feature::LandingRows
            | Feature::Lines
            | Feature::ErodedCells => Groups(0),
            Feature::AggregateHeight | Feature::MeanHeight | Feature::Bumpiness => Groups::HEIGHTS,
            Feature::RowTransitions | Feature::ColumnTransitions => Groups::TRANSITIONS,
            Feature::Holes | Feature::RowsWithHoles => Groups::HOLES,
            Feature::EdgeHoles | Feature::SecondHoles | Feature::ThirdHoles => Groups::HOLE_COLUMNS,
            Feature::HoleDepth => Groups::HOLE_DEPTH,
            Feature::TopHoleHeight => Groups::TOP_HOLE,
            Feature::Wells => Groups::WELLS,
            Feature::Diversity | Feature::Adaptability | Feature::AdaptabilityTrue => {
                Groups::CONTOUR
            }
            Feature::WellsNonlinear => Groups::CONTOUR_WELLS,
            Feature::CompleteLines => Groups::FULL_ROWS,
            _ => Groups::RARE,
        };
        Groups(features.fold(0, |groups, feature| groups | group(feature).0))
    }

    #[inline(always)]
    const fn has(self, other: Groups) -> bool {
        self.0 & other.0 != 0
    }
}

/// What to measure and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    groups: Groups,
    rare: Vec<Feature>,
}

impl Survey {
    /// A survey of these features.
    pub fn new(features: impl Iterator<Item = Feature> + Clone) -> Survey {
        let is_rare = |&feature: &Feature| {
            feature.index() < SURVEYED && Groups::of([feature].into_iter()).has(Groups::RARE)
        };
        Survey { groups: Groups::of(features.clone()), rare: features.filter(is_rare).collect() }
    }

    /// Measures the position.
    #[inline]
    pub fn measure(&self, view: &View, values: &mut Values) {
        #[cfg(target_arch = "x86_64")]
        if cpu::has(cpu::Level::V3) {
            // SAFETY: the level has the feature it is compiled for.
            return unsafe { self.measure_popcnt(view, values) };
        }
        self.measure_any(view, values);
    }

    /// The same code with the bit-counting instruction, which the oldest processors lack.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt")]
    fn measure_popcnt(&self, view: &View, values: &mut Values) {
        self.measure_any(view, values);
    }

    #[inline(always)]
    fn measure_any(&self, view: &View, values: &mut Values) {
        match view.board().top() {
            0..=8 => self.words::<2>(view, values),
            9..=12 => self.words::<3>(view, values),
            13..=20 => self.words::<5>(view, values),
            _ => self.words::<{ ROWS / 4 }>(view, values),
        }
        if self.groups.has(Groups::RARE) {
            for &feature in &self.rare {
                values[feature.index()] = feature.of_position(view);
            }
        }
    }

    #[inline(always)]
    fn words<const N: usize>(&self, view: &View, values: &mut Values) {
        let (board, rules) = (view.board(), view.rules);
        let mut set = |feature: Feature, value: u32| values[feature.index()] = value as f64;
        let groups = self.groups;
        let (field, empty) = (lanes(board.field()), lanes(!board.field()));
        let rows: [u64; N] = load(board);

        if groups.has(Groups::TRANSITIONS) {
            let mut row_changes = 0;
            let mut column_changes = 0;
            for i in 0..N {
                let right_wall = !rows[i] & lanes(0x8000);
                row_changes += ((rows[i] << 1 | LOW) ^ rows[i]).count_ones();
                row_changes += right_wall.count_ones();
                column_changes += (rows[i] ^ up(&rows, i, empty)).count_ones();
            }
            let counted = 4 * N as u32;
            let height = (rules.height as u32).max(board.top() as u32);
            set(Feature::RowTransitions, row_changes + 2 * height - 2 * counted);
            set(Feature::ColumnTransitions, column_changes + (!rows[0] as u16).count_ones());
        }

        if groups.has(Groups::WELLS) {
            let mut wells: [u64; N] =
                std::array::from_fn(|i| (rows[i] << 1 | LOW) & (rows[i] >> 1 | HIGH) & !rows[i]);
            let mut sum = 0;
            loop {
                let mut any = 0;
                for word in wells {
                    sum += word.count_ones();
                    any |= word;
                }
                if any == 0 {
                    break;
                }
                for i in 0..N {
                    wells[i] = up(&wells, i, 0) & !rows[i];
                }
            }
            set(Feature::Wells, sum);
        }

        if groups.has(Groups::FULL_ROWS) {
            let open: u32 = rows.iter().map(|&word| marked_rows(!word)).sum();
            set(Feature::CompleteLines, 4 * N as u32 - open);
        }

        // Which cells are filled or have a filled one above.
        let mut covered = rows;
        for i in (0..N).rev() {
            let above = if i + 1 < N { covered[i + 1] & 0xFFFF } else { 0 };
            covered[i] |= covered[i] >> 16;
            covered[i] |= (covered[i] >> 32) | (above * LOW);
        }

        if groups.has(Groups::HEIGHTS) {
            let pairs = lanes(board.field() >> 1);
            let (mut sum, mut bumps) = (0, 0);
            for word in covered {
                sum += (word & field).count_ones();
                bumps += ((word ^ word >> 1) & pairs).count_ones();
            }
            set(Feature::AggregateHeight, sum);
            set(Feature::Bumpiness, bumps);
            values[Feature::MeanHeight.index()] = sum as f64 / board.width() as f64;
        }

        if groups.has(Groups(
            Groups::HOLES.0 | Groups::HOLE_COLUMNS.0 | Groups::HOLE_DEPTH.0 | Groups::TOP_HOLE.0,
        )) {
            self.holes(board, &rows, &covered, values);
        }
        if groups.has(Groups::CONTOUR) {
            contour(board, &covered, values);
        }
        if groups.has(Groups::CONTOUR_WELLS) {
            let counts = contour_wells(board, &covered);
            values[Feature::WellsNonlinear.index()] = counts.cost(view.costs);
        }
    }

    #[inline(always)]
    fn holes<const N: usize>(
        &self,
        board: &Board,
        rows: &[u64; N],
        covered: &[u64; N],
        values: &mut Values,
    ) {
        let mut set = |feature: Feature, value: u32| values[feature.index()] = value as f64;
        let groups = self.groups;
        let holes: [u64; N] = std::array::from_fn(|i| covered[i] & !rows[i]);
        let (mut count, mut rows_with) = (0, 0);
        for word in holes {
            count += word.count_ones();
            rows_with += marked_rows(word);
        }
        set(Feature::Holes, count);
        set(Feature::RowsWithHoles, rows_with);

        if groups.has(Groups::HOLE_COLUMNS) {
            let features = [Feature::EdgeHoles, Feature::SecondHoles, Feature::ThirdHoles];
            for (distance, feature) in features.into_iter().enumerate() {
                let columns = lanes(super::holes::at_distance(board, distance));
                set(feature, holes.iter().map(|word| (word & columns).count_ones()).sum());
            }
        }
        if groups.has(Groups::HOLE_DEPTH) {
            let (mut depth, mut below) = (0, 0);
            for i in 0..N {
                let mut so_far = holes[i] | holes[i] << 16;
                so_far |= (so_far << 32) | (below * LOW);
                depth += (rows[i] & (so_far << 16 | below)).count_ones();
                below = so_far >> 48;
            }
            set(Feature::HoleDepth, depth);
        }
        if groups.has(Groups::TOP_HOLE) {
            let highest = holes.iter().rev().find(|&&word| word != 0);
            let height = highest.map_or(0, |&word| {
                let lane = word.leading_zeros() / 16;
                let columns = lanes((word >> (48 - 16 * lane)) as u16);
                let tops = (0..N).rev().find(|&i| covered[i] & columns != 0);
                tops.map_or(0, |i| 4 * i as u32 + 4 - (covered[i] & columns).leading_zeros() / 16)
            });
            set(Feature::TopHoleHeight, height);
        }
    }
}

/// The lowest bit of each row.
const LOW: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each row.
const HIGH: u64 = 0x8000_8000_8000_8000;

/// The same row four times.
#[inline(always)]
const fn lanes(row: u16) -> u64 {
    row as u64 * LOW
}

/// How many of a word's four rows have a bit set: the highest bit of each that is not zero.
#[inline(always)]
const fn marked_rows(word: u64) -> u32 {
    ((((word & !HIGH) + !HIGH) | word) & HIGH).count_ones()
}

/// The lowest rows of a board, four to a word.
#[inline(always)]
fn load<const N: usize>(board: &Board) -> [u64; N] {
    std::array::from_fn(|i| {
        let rows = &board.rows()[4 * i..4 * i + 4];
        rows[0] as u64 | (rows[1] as u64) << 16 | (rows[2] as u64) << 32 | (rows[3] as u64) << 48
    })
}

/// For each row of a word, the row above it; above the last word is a row of `sky`.
#[inline(always)]
fn up<const N: usize>(words: &[u64; N], i: usize, sky: u64) -> u64 {
    words[i] >> 16 | if i + 1 < N { words[i + 1] << 48 } else { sky << 48 }
}

/// Columns by their number of marked rows: at least one, two and three.
///
/// The marked rows of a column must be consecutive.
#[inline(always)]
fn depths<const N: usize>(words: &[u64; N]) -> [u16; 3] {
    let two: [u64; N] = std::array::from_fn(|i| words[i] & up(words, i, 0));
    let three: [u64; N] = std::array::from_fn(|i| two[i] & up(words, i, 0) & up(&two, i, 0));
    [any(words), any(&two), any(&three)]
}

/// Columns with a marked row.
#[inline(always)]
fn any<const N: usize>(words: &[u64; N]) -> u16 {
    let all = words.iter().fold(0, |all, word| all | word);
    let all = all | all >> 32;
    (all | all >> 16) as u16
}

#[inline(always)]
fn contour<const N: usize>(board: &Board, covered: &[u64; N], values: &mut Values) {
    let pairs = board.field() >> 1;
    let rises: [u64; N] = std::array::from_fn(|i| covered[i] >> 1 & !covered[i] & lanes(pairs));
    let falls: [u64; N] = std::array::from_fn(|i| covered[i] & !(covered[i] >> 1) & lanes(pairs));
    let ([up_1, up_2, up_3], [down_1, down_2, down_3]) = (depths(&rises), depths(&falls));
    let differences = super::adaptability::Differences {
        level: pairs & !(up_1 | down_1),
        up_one: up_1 & !up_2,
        up_two: up_2 & !up_3,
        down_one: down_1 & !down_2,
        down_two: down_2 & !down_3,
    };
    values[Feature::Diversity.index()] = differences.diversity() as f64;
    values[Feature::Adaptability.index()] = differences.mirrored() as f64;
    values[Feature::AdaptabilityTrue.index()] = differences.real() as f64;
}

#[inline(always)]
fn contour_wells<const N: usize>(board: &Board, covered: &[u64; N]) -> WellCounts {
    let wells: [u64; N] =
        std::array::from_fn(|i| (covered[i] << 1 | LOW) & (covered[i] >> 1 | HIGH) & !covered[i]);
    let [one, two, three] = depths(&wells);
    let mut counts = WellCounts {
        one: (one & !two).count_ones(),
        two: (two & !three).count_ones(),
        deep: three.count_ones(),
        ..WellCounts::default()
    };
    let (width, mut left) = (board.width(), three);
    while left != 0 {
        let x = left.trailing_zeros() as usize;
        left &= left - 1;
        let column = lanes(1 << x);
        let depth: u32 = wells.iter().map(|word| (word & column).count_ones()).sum();
        counts.add_deep_rows(depth as usize - 2, x.min(width - 1 - x));
    }
    counts
}
