//! Heat maps.

use std::fmt::Write;

use super::{WIDTH, escape, open};

/// Shares by row and column; each row is shaded by its own greatest share.
#[derive(Clone, Debug, Default)]
pub struct Heat {
    /// What it shows, for those who do not see it.
    pub label: String,
    /// Names at the left.
    pub rows: Vec<String>,
    /// Names at the top.
    pub columns: Vec<String>,
    /// Shares between 0 and 1, row by row; `None` where there is nothing to say.
    pub shares: Vec<Vec<Option<f64>>>,
}

impl Heat {
    pub fn svg(&self) -> String {
        const ROW: f64 = 24.0;
        let longest = self.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let left = 14.0 + 7.2 * longest as f64;
        let width = (WIDTH - left) / self.columns.len().max(1) as f64;
        let height = 22.0 + ROW * self.rows.len() as f64;
        let mut out = open(WIDTH, height, &self.label);
        for (index, column) in self.columns.iter().enumerate() {
            let middle = left + width * (index as f64 + 0.5);
            let _ = write!(
                out,
                "<text class=\"dim\" x=\"{middle:.1}\" y=\"13\" text-anchor=\"middle\">{}</text>",
                escape(column)
            );
        }
        for (number, (row, shares)) in self.rows.iter().zip(&self.shares).enumerate() {
            let top = 20.0 + ROW * number as f64;
            let most = shares.iter().flatten().copied().fold(0.0, f64::max);
            let _ = write!(out, "<text x=\"2\" y=\"{:.1}\">{}</text>", top + 16.0, escape(row));
            for (index, share) in shares.iter().enumerate() {
                let Some(share) = *share else { continue };
                let x = left + width * index as f64;
                let strength = if most > 0.0 { share / most } else { 0.0 };
                let percent = 100.0 * share;
                let text = match percent {
                    0.0 => String::new(),
                    percent if percent < 0.5 => "·".into(),
                    percent => format!("{percent:.0}"),
                };
                let _ = write!(
                    out,
                    "<rect class=\"empty\" x=\"{x:.1}\" y=\"{top}\" width=\"{w:.1}\" height=\"{h}\"/>\
                     <rect class=\"cell\" x=\"{x:.1}\" y=\"{top}\" width=\"{w:.1}\" height=\"{h}\" \
                     opacity=\"{:.2}\"><title>{}, {}: {percent:.1} %</title></rect>\
                     <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" pointer-events=\"none\">{text}</text>",
                    0.62 * strength,
                    escape(row),
                    escape(self.columns.get(index).map_or("", String::as_str)),
                    x + width / 2.0,
                    top + 16.0,
                    w = width - 2.0,
                    h = ROW - 2.0,
                );
            }
        }
        out + "</svg>"
    }
}
