//! The settings as tables for one board size.

use minolab_rules::ROWS;

use super::{ContourSettings, fixed};

/// Areas are indexed by top, then by whether their walls are equal, width and height.
const HEIGHT_BITS: u32 = 6;
const WIDTH_BITS: u32 = 5;
const TALLEST: usize = (1 << HEIGHT_BITS) - 1;
const WIDEST: usize = (1 << WIDTH_BITS) - 1;

/// Areas of one top.
pub const BLOCK: usize = 2 << (HEIGHT_BITS + WIDTH_BITS);

/// Where an area is in its block.
#[inline(always)]
pub fn area_index(tall: usize, wide: usize, equal: bool) -> usize {
    let index = (equal as usize) << (HEIGHT_BITS + WIDTH_BITS)
        | (wide & WIDEST) << HEIGHT_BITS
        | tall & TALLEST;
    index % BLOCK
}

/// Costs of everything the evaluator adds up, each rounded to a multiple of 2⁻⁴⁰.
///
/// Sums of such numbers are exact in any order, so a placement scored by what it changes and the
/// same board scored from scratch cost the same to the last bit, on every machine.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The board's height.
    pub height: usize,
    /// By column and height; heights above the board cost what the top row costs.
    pub heights: Box<[[i64; 64]; 16]>,
    /// How much of a hollow a row lets through, by its empty cells.
    pub hollow: [f64; 32],
    /// The most that the hollows of a row can cost: the width times the row's factor.
    pub hollow_rows: [f64; 64],
    /// The least that a row with hollows can cost.
    pub hollow_least: i64,
    /// Whether two level columns at the left edge cost differently than other areas.
    pub has_floor: bool,
    /// Whether no cost is negative, which lets a search stop adding early.
    pub positive: bool,
    areas: Vec<[i64; BLOCK]>,
    floor: Vec<i64>,
    // 0 where rows make no difference, so that the table stays small.
    top_mask: usize,
}

impl Tables {
    pub fn new(settings: &ContourSettings, width: usize, height: usize) -> Tables {
        let row = |level: usize| height.saturating_sub(level);
        let rows =
            |level: usize| (settings.rows.top - settings.rows.step * row(level) as f64).max(0.0);
        let column = |x: usize| settings.columns.get(x).copied().unwrap_or(1.0);
        let mut heights = Box::new([[0; 64]; 16]);
        for (x, costs) in heights.iter_mut().enumerate() {
            for (level, cost) in costs.iter_mut().enumerate() {
                *cost = fixed(settings.height.at_row(row(level), height + 1) * column(x));
            }
        }

        let hollow: [f64; 32] = std::array::from_fn(|empty| match empty {
            0 => 0.0,
            _ => settings.hollow.get(empty - 1, 0.0).clamp(0.0, 1.0),
        });
        // Row `y` from below is row `height - 1 - y` from the top.
        let hollow_rows: [f64; 64] = std::array::from_fn(|y| width as f64 * rows(y + 1));
        // A hollow is hidden by at least its own row and the one above it.
        let most = hollow.iter().copied().fold(0.0, f64::max);
        let least = hollow_rows[..height].iter().copied().fold(f64::MAX, f64::min);
        let hollow_least = fixed((1.0 - most * most) * least) - 1;

        let by_row = settings.rows.step != 0.0 || settings.rows.top != 1.0;
        let top_mask = if by_row { 63 } else { 0 };
        let factor = |top: usize| if by_row { rows(top) } else { 1.0 };
        let mut areas = vec![[0; BLOCK]; top_mask + 1];
        for (top, block) in areas.iter_mut().enumerate() {
            // An area as wide as the board has no walls: it is how the highest column looks.
            for (wide, tall) in
                (1..width).flat_map(|wide| (1..=TALLEST).map(move |tall| (wide, tall)))
            {
                let by_width = settings.area_width.held(wide - 1) * factor(top);
                for (equal, heights) in
                    [(false, &settings.area_height), (true, &settings.area_height_equal)]
                {
                    block[area_index(tall, wide, equal)] = fixed(by_width * heights.held(tall - 1));
                }
            }
        }

        let positive = areas.iter().flatten().all(|&cost| cost >= 0)
            && heights.iter().flatten().all(|&cost| cost >= 0)
            && settings.floor_width_2.is_none_or(|factor| factor >= 0.0);
        let mut tables = Tables {
            height,
            heights,
            hollow,
            hollow_rows,
            hollow_least,
            has_floor: settings.floor_width_2.is_some(),
            positive,
            areas,
            floor: Vec::new(),
            top_mask,
        };
        if let Some(by_width) = settings.floor_width_2 {
            let change = |index: usize| {
                let (top, tall) = (index >> HEIGHT_BITS, index & TALLEST);
                if tall == 0 {
                    return 0;
                }
                let cost = by_width * settings.area_height.held(tall - 1) * factor(top);
                fixed(cost) - tables.area(top, tall, 2, false)
            };
            let floor = (0..(ROWS + 1) << HEIGHT_BITS).map(change).collect();
            tables.floor = floor;
        }
        tables
    }

    /// The cost of an area whose lower wall ends at level `top`.
    #[inline(always)]
    pub fn area(&self, top: usize, tall: usize, wide: usize, equal: bool) -> i64 {
        self.block(top)[area_index(tall, wide, equal)]
    }

    /// The costs of all areas whose lower wall ends at level `top`.
    #[inline(always)]
    pub fn block(&self, top: usize) -> &[i64; BLOCK] {
        &self.areas[top & self.top_mask]
    }

    /// Whether all blocks are the same.
    #[inline(always)]
    pub fn is_flat(&self) -> bool {
        self.top_mask == 0
    }

    /// How much more an area of two level columns at the left edge costs.
    #[inline(always)]
    pub fn floor_change(&self, top: usize, tall: usize) -> i64 {
        self.floor[top << HEIGHT_BITS | tall]
    }
}
