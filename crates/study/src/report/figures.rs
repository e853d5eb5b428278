//! Figures with their intervals, as text, as bars and as rows of tables.

use minolab_arena::{figures, stats::Ratio};

use crate::{
    chart::{Bar, Bars, short},
    evidence::{Evidence, GroupShares},
    html,
};

/// `12.3 (11.9–12.7)`, every number times `unit`.
pub fn text(ratio: &Ratio, unit: f64) -> String {
    let Some(value) = ratio.value() else { return "–".into() };
    let value = unit * value;
    match ratio.interval() {
        Some(ends) => {
            let [low, high] = ends.map(|end| unit * end);
            let digits = digits(high - low);
            format!("{value:.digits$} ({low:.digits$}–{high:.digits$})")
        }
        None => number(value),
    }
}

/// As many digits as show an interval of this width with two of its own.
fn digits(width: f64) -> usize {
    if width > 0.0 { (1.0 - width.log10().floor()).clamp(0.0, 4.0) as usize } else { 2 }
}

/// A number with as many digits as a table needs.
pub fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 1e4 => format!("{value:.0}"),
        size if size >= 100.0 => format!("{value:.1}"),
        size if size >= 1.0 || value == 0.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// A whole number with its thousands apart.
pub fn count(value: f64) -> String {
    figures::grouped(value, '\u{202f}')
}

/// The bar of a ratio, times `unit`.
pub fn bar(ratio: &Ratio, unit: f64) -> Option<Bar> {
    let interval = ratio.interval().map(|ends| ends.map(|end| unit * end));
    ratio.value().map(|value| Bar { value: unit * value, interval })
}

/// A chart of the same ratios for every group, with its data.
pub struct Compared<'a> {
    /// The title.
    pub title: &'a str,
    /// What the height of a bar is.
    pub unit: &'a str,
    /// What is to be seen.
    pub caption: &'a str,
    /// Times this.
    pub times: f64,
    /// What the ratios are of, in the table.
    pub whole: &'a str,
}

impl Compared<'_> {
    /// The figure: `items` are names and, for each group, a ratio.
    pub fn figure(&self, groups: &[Evidence], items: &[(String, Vec<Ratio>)]) -> String {
        html::figure(self.title, &self.svg(groups, items), self.caption, &self.data(groups, items))
    }

    /// The picture alone.
    pub fn svg(&self, groups: &[Evidence], items: &[(String, Vec<Ratio>)]) -> String {
        let series = |(index, group): (usize, &Evidence)| {
            let bars = items.iter().map(|(_, ratios)| bar(&ratios[index], self.times)).collect();
            (group.name.clone(), bars)
        };
        Bars {
            label: self.title.into(),
            unit: self.unit.into(),
            labels: items.iter().map(|(name, _)| name.clone()).collect(),
            series: groups.iter().enumerate().map(series).collect(),
        }
        .svg()
    }

    fn data(&self, groups: &[Evidence], items: &[(String, Vec<Ratio>)]) -> String {
        let mut head: Vec<String> = vec![String::new()];
        for group in groups {
            head.push(format!("{}, {} (95 %)", group.name, self.unit));
            head.push(format!("of {}", self.whole));
        }
        let row = |(name, ratios): &(String, Vec<Ratio>)| {
            let cells =
                ratios.iter().flat_map(|ratio| [text(ratio, self.times), count(ratio.whole)]);
            std::iter::once(name.clone()).chain(cells).collect()
        };
        let rows: Vec<Vec<String>> = items.iter().map(row).collect();
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        html::table(&head, &rows)
    }
}

/// The same shares of every group under names; those that nobody has are left out.
pub fn items(
    groups: &[Evidence],
    shares: impl Fn(&Evidence) -> &GroupShares,
    indices: impl Iterator<Item = usize>,
    name: impl Fn(usize) -> String,
) -> Vec<(String, Vec<Ratio>)> {
    let item = |index: usize| {
        (name(index), groups.iter().map(|group| shares(group).get(index)).collect::<Vec<_>>())
    };
    indices.map(item).filter(|(_, ratios)| ratios.iter().any(|ratio| ratio.part > 0.0)).collect()
}

/// A number in few characters, with its sign.
pub fn signed(value: f64) -> String {
    format!("{}{}", if value < 0.0 { "−" } else { "+" }, short(value.abs()))
}
