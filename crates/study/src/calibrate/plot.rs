//! A calibration as a picture.

use super::Calibration;
use crate::chart::{ChartLine, LineChart};

impl Calibration {
    /// What positions that the curve was not fitted to came to, against what it predicted.
    pub fn plot(&self) -> String {
        let right =
            self.held_out.iter().map(|tenth| (tenth.predicted, tenth.realized, Some(tenth.ci95)));
        let exact = self.held_out.iter().map(|tenth| (tenth.predicted, tenth.predicted, None));
        let line = |name: &str, points| ChartLine { name: name.into(), points };
        let chart = LineChart {
            label: format!("{}, {}: {} lost against predicted", self.agent, self.mode, self.unit),
            x_unit: format!("{} predicted", self.unit),
            y_unit: format!("{} lost", self.unit),
            series: vec![
                line("held-out positions, 95 %", right.collect()),
                line("as predicted", exact.collect()),
            ],
            from_zero: true,
            across: None,
        };
        chart.svg()
    }
}
