//! Parallel coordinates: many numbers of many things at once.

use std::fmt::Write;

use super::{WIDTH, escape, open, short};

/// One upright axis for each number, and a thread through all axes for each thing.
#[derive(Clone, Debug, Default)]
pub struct Parallel {
    /// What it shows, for those who do not see it.
    pub label: String,
    /// The names of the numbers.
    pub axes: Vec<String>,
    /// A strength between 0 and 1, and the numbers; the last is drawn on top.
    pub threads: Vec<(f64, Vec<f64>)>,
    /// What each axis shows at least, so that it stands still while threads come and go.
    pub least: Vec<[f64; 2]>,
}

impl Parallel {
    /// The picture; the last thread is marked.
    pub fn svg(&self) -> String {
        // Long names stand aslant.
        let longest = self.axes.iter().map(|axis| axis.chars().count()).max().unwrap_or(0);
        let room = (WIDTH - 60.0) / self.axes.len().saturating_sub(1).max(1) as f64;
        let is_slanted = longest as f64 * 6.6 > room;
        let below = if is_slanted { 30.0 + 4.4 * longest as f64 } else { 42.0 };
        let (top, bottom) = (20.0, 190.0);
        let mut out = open(WIDTH, bottom + below, &self.label);
        let x = |index: usize| match self.axes.len() {
            0 | 1 => WIDTH / 2.0,
            _ => 30.0 + room * index as f64,
        };
        let ranges: Vec<[f64; 2]> = (0..self.axes.len()).map(|axis| self.range(axis)).collect();
        let y = |axis: usize, value: f64| {
            let [low, high] = ranges[axis];
            bottom - (value - low) / (high - low) * (bottom - top)
        };
        for (axis, name) in self.axes.iter().enumerate() {
            let [low, high] = ranges[axis];
            let at = x(axis);
            let _ = write!(
                out,
                "<line class=\"axis\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{top}\" y2=\"{bottom}\"/>\
                 <text class=\"dim\" x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>\
                 <text class=\"dim\" x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                top - 6.0,
                short(high),
                bottom + 14.0,
                short(low)
            );
            if low < 0.0 && high > 0.0 {
                let (zero, left, right) = (y(axis, 0.0), at - 4.0, at + 4.0);
                let _ = write!(
                    out,
                    "<line class=\"axis\" x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{zero:.1}\" y2=\"{zero:.1}\"/>"
                );
            }
            let (low, name) = (bottom + 32.0, escape(name));
            let _ = match is_slanted {
                true => write!(
                    out,
                    "<text x=\"{at:.1}\" y=\"{low}\" text-anchor=\"end\" transform=\"rotate(-38 {at:.1} {low})\">{name}</text>"
                ),
                false => write!(
                    out,
                    "<text x=\"{at:.1}\" y=\"{low}\" text-anchor=\"middle\">{name}</text>"
                ),
            };
        }
        for (number, (strength, values)) in self.threads.iter().enumerate() {
            if values.len() != self.axes.len() || values.iter().any(|value| !value.is_finite()) {
                continue;
            }
            let mut path = String::new();
            for (axis, &value) in values.iter().enumerate() {
                let letter = if axis == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{letter}{:.1} {:.1}", x(axis), y(axis, value));
            }
            let is_last = number + 1 == self.threads.len();
            let class = if is_last { "line l1" } else { "thread l0" };
            let opacity = if is_last { 1.0 } else { 0.12 + 0.5 * strength.clamp(0.0, 1.0) };
            let _ = write!(out, "<path class=\"{class}\" opacity=\"{opacity:.2}\" d=\"{path}\"/>");
        }
        out + "</svg>"
    }

    fn range(&self, axis: usize) -> [f64; 2] {
        let values = self.threads.iter().filter_map(|(_, values)| values.get(axis));
        let least = self.least.get(axis).into_iter().flatten();
        let [low, high] = values
            .chain(least)
            .filter(|value| value.is_finite())
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], &value| {
                [low.min(value), high.max(value)]
            });
        match low < high {
            true => [low, high],
            false if low.is_finite() => [low - 1.0, low + 1.0],
            false => [-1.0, 1.0],
        }
    }
}
