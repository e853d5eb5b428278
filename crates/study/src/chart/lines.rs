//! Lines with bands around them.

use std::fmt::Write;

use super::{Scale, WIDTH, escape, legend, open, short};

/// A line chart.
#[derive(Clone, Debug, Default)]
pub struct LineChart {
    /// What it shows, for those who do not see it.
    pub label: String,
    /// What is to the right.
    pub x_unit: String,
    /// What is up.
    pub y_unit: String,
    /// The lines.
    pub series: Vec<ChartLine>,
    /// Whether 0 is always shown.
    pub from_zero: bool,
    /// What is shown from left to right; as far as the lines reach if absent.
    pub across: Option<[f64; 2]>,
}

/// One line.
#[derive(Clone, Debug, Default)]
pub struct ChartLine {
    pub name: String,
    /// Its points: right, up, and the interval around it.
    pub points: Vec<(f64, f64, Option<[f64; 2]>)>,
}

impl LineChart {
    pub fn svg(&self) -> String {
        const HEIGHT: f64 = 240.0;
        let names: Vec<&str> = self.series.iter().map(|line| line.name.as_str()).collect();
        let top = if names.len() > 1 { 44.0 } else { 26.0 };
        let bottom = HEIGHT - 34.0;
        let points = || self.series.iter().flat_map(|line| &line.points);
        let (range, is_cut) = self.range();
        let y = Scale::new(range, [bottom, top], 4.0);
        let up = |value: f64| y.at(y.clamp(value));
        let [low, high] = self.across.unwrap_or_else(|| ends(points().map(|point| point.0)));
        let right = WIDTH - 8.0;
        let x = |value: f64| 48.0 + (value - low) / (high - low).max(1e-9) * (right - 48.0);

        let mut out = open(WIDTH, HEIGHT, &self.label);
        out += &legend(&names, 14.0);
        let _ = write!(
            out,
            "<text class=\"dim\" x=\"4\" y=\"{}\">{}</text>\
             <text class=\"dim\" x=\"{right}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            top - 10.0,
            escape(&self.y_unit),
            HEIGHT - 4.0,
            escape(&self.x_unit)
        );
        if is_cut {
            let _ = write!(
                out,
                "<text class=\"dim\" x=\"{right}\" y=\"{}\" text-anchor=\"end\">not all of it fits; see the data</text>",
                top - 10.0
            );
        }
        for tick in y.ticks() {
            let at = y.at(tick);
            let _ = write!(
                out,
                "<line class=\"grid\" x1=\"44\" x2=\"{WIDTH}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text class=\"dim\" x=\"40\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                at + 4.0,
                short(tick)
            );
        }
        if low.is_finite() && high > low {
            for tick in Scale::new([low, high], [0.0, 1.0], 5.0).ticks() {
                if tick < low - 1e-9 || tick > high + 1e-9 {
                    continue;
                }
                let _ = write!(
                    out,
                    "<text class=\"dim\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                    x(tick),
                    bottom + 16.0,
                    short(tick)
                );
            }
        }
        for (number, line) in self.series.iter().enumerate() {
            let bands: Vec<_> = line.points.iter().filter_map(|p| Some((p.0, p.2?))).collect();
            if bands.len() > 1 {
                let mut path = String::new();
                let upper = bands.iter().map(|(right, band)| (*right, band[1]));
                let lower = bands.iter().rev().map(|(right, band)| (*right, band[0]));
                for (index, (right, value)) in upper.chain(lower).enumerate() {
                    let letter = if index == 0 { 'M' } else { 'L' };
                    let _ = write!(path, "{letter}{:.1} {:.1}", x(right), up(value));
                }
                let _ = write!(out, "<path class=\"band s{}\" d=\"{path}Z\"/>", number % 4);
            }
            let mut path = String::new();
            for (index, point) in line.points.iter().enumerate() {
                let letter = if index == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{letter}{:.1} {:.1}", x(point.0), up(point.1));
            }
            let _ = write!(out, "<path class=\"line l{}\" d=\"{path}\"/>", number % 4);
        }
        out + "</svg>"
    }

    /// What of the heights is shown, and whether that is not all.
    ///
    /// One line among several that reaches many times as far as all others would flatten them: the
    /// scale is then theirs.
    fn range(&self) -> ([f64; 2], bool) {
        let heights = |line: &ChartLine| {
            let of = |&(_, value, band): &(f64, f64, Option<[f64; 2]>)| {
                let [low, high] = band.unwrap_or([value; 2]);
                [value, low, high]
            };
            let zero = self.from_zero.then_some(0.0);
            line.points.iter().flat_map(of).chain(zero).collect::<Vec<_>>()
        };
        let lines: Vec<Vec<f64>> = self.series.iter().map(heights).collect();
        let size = |[low, high]: [f64; 2]| high - low;
        let whole = ends(lines.iter().flatten().copied());
        let without = |left_out: usize| {
            let rest = lines.iter().enumerate().filter(|(number, _)| *number != left_out);
            ends(rest.flat_map(|(_, line)| line.iter().copied()))
        };
        // Of two lines neither is the odd one out.
        let numbers = if lines.len() > 2 { 0..lines.len() } else { 0..0 };
        let rest = numbers.map(without).min_by(|&a, &b| size(a).total_cmp(&size(b)));
        match rest {
            Some(rest) if size(rest) > 0.0 && size(rest) * FAR < size(whole) => (rest, true),
            _ => (whole, false),
        }
    }
}

/// How many times the range of the rest is too far.
const FAR: f64 = 5.0;

/// The least and the greatest.
fn ends(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let start = [f64::INFINITY, f64::NEG_INFINITY];
    values.fold(start, |[low, high], value| [low.min(value), high.max(value)])
}
