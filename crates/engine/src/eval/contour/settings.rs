//! The numbers of the contour evaluator, as in an agent file.

use std::sync::Arc;

use minolab_rules::Piece;
use serde::{Deserialize, Serialize};

use super::{
    super::{Evaluator, EvaluatorError, EvaluatorFile, Number, Weights},
    Contour,
};

/// Every number of the contour evaluator, for any board size.
///
/// The lists are written for the board they were tuned on; [`Series`] says how each continues for a
/// larger one. Nothing here depends on a board: [`super::Contour`] makes the tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContourSettings {
    /// The cost of a column by the row of its highest cell, the top row first and the floor last.
    /// Without `more` the list starts from the top on boards lower than itself, and ends at the
    /// floor of higher ones, with its first value repeated above.
    pub height: Series,
    /// The factor of each column's height, leftmost first; 1 for columns not given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<f64>,
    /// How much of a hollow can be seen through a row, by the row's empty cells, one empty
    /// cell first. Without `more` it is 0 beyond the list.
    pub hollow: Series,
    /// The cost of an area between two walls by its width, from one column up.
    pub area_width: Series,
    /// A factor by its height, from one row up.
    pub area_height: Series,
    /// The same where both walls are equally high.
    pub area_height_equal: Series,
    /// Replaces the width cost of two level columns between the left edge and the first wall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor_width_2: Option<f64>,
    /// The factor of hollows and areas by row.
    #[serde(default)]
    pub rows: RowFactor,
    /// When to check whether the next pieces still have room.
    #[serde(default)]
    pub guard: Guard,
    /// The cost of topping out.
    pub worst: Worst,
}

/// A list of numbers and how it continues.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// The first values.
    pub values: Vec<f64>,
    /// How each further value follows from the previous one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more: Option<More>,
}

/// How a series continues.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum More {
    /// Add this.
    Add(f64),
    /// Multiply by this.
    Times(f64),
    /// Divide by this, and round the result to two decimals.
    DivideRounded(f64),
}

/// A factor by row: `top` at the top row, decreasing by `step` with every row below.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowFactor {
    /// The factor of the top row.
    pub top: f64,
    /// The decrease per row below.
    pub step: f64,
}

impl Default for RowFactor {
    fn default() -> RowFactor {
        RowFactor { top: 1.0, step: 0.0 }
    }
}

/// When to check whether the next pieces still have room to spawn.
///
/// A piece without room costs as much as topping out: the cost becomes the mean over the seven
/// pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Guard {
    /// Never.
    #[default]
    Never,
    /// Only for the placement to be played, if its highest row after line clears is one of the top
    /// two.
    TopRows,
    /// For every board.
    Always,
}

/// The cost of topping out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Worst {
    /// The cost of a checkerboard.
    Chequered,
    /// This for every cell below the top row.
    PerCell(f64),
    /// A number.
    Cost(f64),
}

impl ContourSettings {
    /// Checks the numbers.
    pub fn check(&self) -> Result<(), EvaluatorError> {
        let lists = [
            ("height", &self.height),
            ("hollow", &self.hollow),
            ("area_width", &self.area_width),
            ("area_height", &self.area_height),
            ("area_height_equal", &self.area_height_equal),
        ];
        for (field, series) in lists {
            if series.values.is_empty() {
                return Err(EvaluatorError::Empty(field));
            }
            let more = match series.more {
                Some(More::Add(by) | More::Times(by) | More::DivideRounded(by)) => by,
                None => 0.0,
            };
            // Costs have forty fractional bits, so numbers must not be huge.
            check(field, series.values.iter().copied().chain([more]), -1000, 1000)?;
        }
        check("hollow", self.hollow.values.iter().copied(), 0, 1)?;
        check("columns", self.columns.iter().copied(), -1000, 1000)?;
        check("floor_width_2", self.floor_width_2.into_iter(), -1000, 1000)?;
        check("rows", [self.rows.top, self.rows.step].into_iter(), 0, 100)?;
        match self.worst {
            Worst::Chequered => Ok(()),
            Worst::PerCell(cost) | Worst::Cost(cost) => {
                check("worst", [cost].into_iter(), -1000, 1000)
            }
        }
    }
}

impl EvaluatorFile for ContourSettings {
    fn check(&self) -> Result<(), EvaluatorError> {
        ContourSettings::check(self)
    }

    fn build(&self, _: &Weights, _: &[(Piece, Weights)]) -> Arc<dyn Evaluator> {
        Arc::new(Contour::new(self.clone()).expect("checked when it was read"))
    }

    fn numbers(&mut self, each: &mut dyn FnMut(&str, Number)) {
        let lists = [
            ("height", &mut self.height),
            ("hollow", &mut self.hollow),
            ("area_width", &mut self.area_width),
            ("area_height", &mut self.area_height),
            ("area_height_equal", &mut self.area_height_equal),
        ];
        for (name, series) in lists {
            for (index, number) in series.values.iter_mut().enumerate() {
                each(&format!("{name}.values.{index}"), Number::Real(number));
            }
            let (how, number) = match &mut series.more {
                Some(More::Add(by)) => ("add", by),
                Some(More::Times(by)) => ("times", by),
                Some(More::DivideRounded(by)) => ("divide-rounded", by),
                None => continue,
            };
            each(&format!("{name}.more.{how}"), Number::Real(number));
        }
        for (index, number) in self.columns.iter_mut().enumerate() {
            each(&format!("columns.{index}"), Number::Real(number));
        }
        if let Some(number) = &mut self.floor_width_2 {
            each("floor_width_2", Number::Real(number));
        }
        each("rows.top", Number::Real(&mut self.rows.top));
        each("rows.step", Number::Real(&mut self.rows.step));
        match &mut self.worst {
            Worst::Chequered => {}
            Worst::PerCell(number) => each("worst.per-cell", Number::Real(number)),
            Worst::Cost(number) => each("worst.cost", Number::Real(number)),
        }
    }
}

fn check(
    field: &'static str,
    mut found: impl Iterator<Item = f64>,
    least: i32,
    most: i32,
) -> Result<(), EvaluatorError> {
    let inside = |number: f64| (least as f64..=most as f64).contains(&number);
    match found.find(|&number| !inside(number)) {
        Some(found) => Err(EvaluatorError::Number { field, found: found.to_string(), least, most }),
        None => Ok(()),
    }
}

impl Series {
    /// The value at a position, counted from 0; without `more`, `beyond` past the list.
    pub(super) fn get(&self, index: usize, beyond: f64) -> f64 {
        let last = self.values.len() - 1;
        if index <= last {
            return self.values[index];
        }
        let (value, steps) = (self.values[last], (index - last) as i32);
        match self.more {
            None => beyond,
            Some(More::Add(by)) => value + by * steps as f64,
            Some(More::Times(by)) => (0..steps).fold(value, |value, _| value * by),
            Some(More::DivideRounded(by)) => {
                let exact = (0..steps).fold(value, |value, _| value / by);
                (exact * 100.0).round() / 100.0
            }
        }
    }

    /// The value past the end of the list: the last one.
    pub(super) fn held(&self, index: usize) -> f64 {
        self.get(index, self.values[self.values.len() - 1])
    }

    /// The value of a row of a board, counted from the top, for a list that ends at the
    /// floor of boards higher than itself.
    pub(super) fn at_row(&self, row: usize, rows: usize) -> f64 {
        let above = rows.saturating_sub(self.values.len());
        if self.more.is_some() { self.get(row, 0.0) } else { self.held(row.saturating_sub(above)) }
    }
}
