//! Bars, side by side for each label, with whiskers.

use std::fmt::Write;

use super::{Scale, WIDTH, escape, legend, open, short};

/// A bar chart.
#[derive(Clone, Debug, Default)]
pub struct Bars {
    /// What it shows, for those who do not see it.
    pub label: String,
    /// What the height of a bar is.
    pub unit: String,
    /// Below the bars.
    pub labels: Vec<String>,
    /// A name and a bar for each label.
    pub series: Vec<(String, Vec<Option<Bar>>)>,
}

/// One bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// How high it is.
    pub value: f64,
    /// The ends of its whisker.
    pub interval: Option<[f64; 2]>,
}

/// About as wide as a letter is.
const LETTER: f64 = 6.6;

/// Room that a slanted label takes, and an upright one.
const SLANTED: f64 = 15.0;
const UPRIGHT: f64 = 11.0;

impl Bars {
    pub fn svg(&self) -> String {
        const HEIGHT: f64 = 240.0;
        let names: Vec<&str> = self.series.iter().map(|(name, _)| name.as_str()).collect();
        let top = if names.len() > 1 { 44.0 } else { 26.0 };
        let longest = self.labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let room = (WIDTH - 52.0) / self.labels.len().max(1) as f64;
        // Labels that do not fit stand aslant, or upright where even that takes too much room. Of
        // more bars than that some go without, which only numbers in a row can bear.
        let fits = longest as f64 * LETTER + 4.0 <= room;
        let is_slanted = !fits && room >= SLANTED;
        let is_upright = !fits && !is_slanted && room >= UPRIGHT;
        let below = match (is_slanted, is_upright) {
            (true, _) => 14.0 + 4.6 * longest as f64,
            (_, true) => 10.0 + LETTER * longest as f64,
            _ => 24.0,
        };
        let bottom = HEIGHT - below;
        let values = || self.series.iter().flat_map(|(_, bars)| bars.iter().flatten());
        let ends = |bar: &Bar| {
            let [low, high] = bar.interval.unwrap_or([bar.value; 2]);
            [low.min(bar.value), high.max(bar.value)]
        };
        let low = values().map(|bar| ends(bar)[0]).fold(0.0, f64::min);
        let high = values().map(|bar| ends(bar)[1]).fold(0.0, f64::max);
        let y = Scale::new([low, high], [bottom, top], 4.0);

        let mut out = open(WIDTH, HEIGHT, &self.label);
        out += &legend(&names, 14.0);
        let _ = write!(
            out,
            "<text class=\"dim\" x=\"4\" y=\"{}\">{}</text>",
            top - 10.0,
            escape(&self.unit)
        );
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
        let apart = longest as f64 * LETTER + 8.0;
        let every = match fits || is_slanted || is_upright {
            true => 1,
            false => {
                [2, 3, 4, 5, 10, 20].into_iter().find(|&n| n as f64 * room >= apart).unwrap_or(50)
            }
        };
        let width = (room * 0.82 / self.series.len().max(1) as f64).min(46.0);
        for (index, label) in self.labels.iter().enumerate() {
            let middle = 48.0 + room * (index as f64 + 0.5);
            let left = middle - width * self.series.len() as f64 / 2.0;
            for (number, (name, bars)) in self.series.iter().enumerate() {
                let Some(bar) = bars.get(index).copied().flatten() else { continue };
                let x = left + width * number as f64;
                let (from, to) = (y.at(0.0), y.at(bar.value));
                let _ = write!(
                    out,
                    "<rect class=\"s{}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}: \
                     {} {}</title></rect>",
                    number % 4,
                    x,
                    from.min(to),
                    width.max(1.5) - 1.0,
                    (from - to).abs(),
                    escape(label),
                    escape(name),
                    short(bar.value)
                );
                if let Some([low, high]) = bar.interval {
                    let middle = x + width / 2.0 - 0.5;
                    let (low, high) = (y.at(low), y.at(high));
                    let _ = write!(
                        out,
                        "<path class=\"whisker\" d=\"M{middle:.1} {low:.1}V{high:.1}\"/>"
                    );
                }
            }
            if index % every > 0 {
                continue;
            }
            if is_slanted || is_upright {
                let (x, at, angle) = match is_slanted {
                    true => (middle, bottom + 12.0, 38),
                    false => (middle + 4.0, bottom + 6.0, 90),
                };
                let _ = write!(
                    out,
                    "<text x=\"{x:.1}\" y=\"{at:.1}\" text-anchor=\"end\" \
                     transform=\"rotate(-{angle} {x:.1} {at:.1})\">{}</text>",
                    escape(label)
                );
            } else {
                let _ = write!(
                    out,
                    "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                    bottom + 16.0,
                    escape(label)
                );
            }
        }
        let zero = y.at(0.0);
        let _ = write!(
            out,
            "<line class=\"axis\" x1=\"44\" x2=\"{WIDTH}\" y1=\"{zero:.1}\" y2=\"{zero:.1}\"/></svg>"
        );
        out
    }
}
