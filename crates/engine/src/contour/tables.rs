//! The settings worked out for one board size.

use minolab_rules::ROWS;

use super::{ContourSettings, fixed};

/// Areas are found by top, then by whether their walls are equal, width and height.
const HEIGHT_BITS: u32 = 6;
const WIDTH_BITS: u32 = 5;
const TALLEST: usize = (1 << HEIGHT_BITS) - 1;
const WIDEST: usize = (1 << WIDTH_BITS) - 1;
const TOP_SHIFT: u32 = HEIGHT_BITS + WIDTH_BITS + 1;

/// Costs of everything the evaluator adds up, each rounded to a multiple of 2⁻⁴⁰.
///
/// Sums of such numbers are exact whatever their order, so a placement scored by what it
/// changes and the same board scored anew cost the same to the last bit, on every machine.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Rows of the board they are for.
    pub height: usize,
    /// By column and height; heights above the board cost what the top row costs.
    pub heights: Box<[[i64; 64]; 16]>,
    /// How much of a hollow a row lets through, by its empty cells.
    pub hollow: [f64; 32],
    /// What the hollows of a row cost at most: the width times the row's factor.
    pub hollow_rows: [f64; 64],
    /// What a row with hollows costs at least.
    pub hollow_least: i64,
    /// Whether two level columns at the left edge cost something else than other areas.
    pub has_floor: bool,
    /// Whether no cost is negative, which lets a search stop adding early.
    pub positive: bool,
    areas: Vec<i64>,
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
            _ => settings.hollow.get(empty - 1, 0.0),
        });
        // Row `y` from below is row `height - 1 - y` from the top.
        let hollow_rows: [f64; 64] = std::array::from_fn(|y| width as f64 * rows(y + 1));
        // A hollow is hidden by its own row and the one above it at the very least.
        let most = hollow.iter().copied().fold(0.0, f64::max);
        let least = hollow_rows[..height].iter().copied().fold(f64::MAX, f64::min);
        let hollow_least = fixed((1.0 - most * most) * least) - 1;

        let by_row = settings.rows.step != 0.0 || settings.rows.top != 1.0;
        let top_mask = if by_row { 63 } else { 0 };
        let factor = |top: usize| if by_row { rows(top) } else { 1.0 };
        let mut areas = vec![0; (top_mask + 1) << TOP_SHIFT];
        for (index, cost) in areas.iter_mut().enumerate() {
            let tall = index & TALLEST;
            let wide = index >> HEIGHT_BITS & WIDEST;
            let equal = index >> (HEIGHT_BITS + WIDTH_BITS) & 1 == 1;
            if tall == 0 || wide == 0 || wide >= width {
                continue;
            }
            let by_height = if equal { &settings.area_height_equal } else { &settings.area_height };
            let by_width = settings.area_width.held(wide - 1);
            *cost = fixed(by_width * by_height.held(tall - 1) * factor(index >> TOP_SHIFT));
        }

        let positive = areas.iter().all(|&cost| cost >= 0)
            && heights.iter().flatten().all(|&cost| cost >= 0)
            && hollow.iter().all(|share| (0.0..=1.0).contains(share))
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

    /// What an area costs whose lower wall ends at level `top`.
    #[inline(always)]
    pub fn area(&self, top: usize, tall: usize, wide: usize, equal: bool) -> i64 {
        let index = (top & self.top_mask) << TOP_SHIFT
            | (equal as usize) << (HEIGHT_BITS + WIDTH_BITS)
            | wide << HEIGHT_BITS
            | tall & TALLEST;
        self.areas[index]
    }

    /// How much more an area of two level columns at the left edge costs.
    #[inline(always)]
    pub fn floor_change(&self, top: usize, tall: usize) -> i64 {
        self.floor[top << HEIGHT_BITS | tall]
    }
}
