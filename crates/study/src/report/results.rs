//! The distribution of results.

use std::fmt::Write;

use minolab_arena::stats::{Ratio, bootstrap, median, share};

use super::figures::{self, count, number, text};
use crate::{
    chart::{Bar, Bars, escape, short},
    evidence::Evidence,
    html,
};

/// What games are judged by, most telling first: its place among the results and its name.
pub fn measures(mode: &str) -> &'static [(usize, &'static str)] {
    if mode == "sprint" || mode.starts_with("lines") {
        &[(0, "pieces"), (2, "points")]
    } else if mode.starts_with("blitz") || mode.starts_with("moves") {
        &[(3, "points for clears"), (1, "lines")]
    } else {
        &[(1, "lines"), (0, "pieces")]
    }
}

/// The section.
pub fn section(groups: &[Evidence]) -> String {
    let mut out = String::from("<h2>Results</h2>\n");
    let mode = &groups[0].mode;
    let mut rows = Vec::new();
    for (place, name) in [(0, "pieces"), (1, "lines"), (2, "points"), (3, "points for clears")] {
        for group in groups {
            rows.push(row(group, place, name));
        }
    }
    for group in groups {
        let interval = share(group.lost, group.games).unwrap_or([0.0, 1.0]);
        let share = group.lost as f64 / group.games.max(1) as f64;
        let mut cells = vec![format!("games that topped out, {}", group.name)];
        cells.push(format!(
            "{:.1} % ({:.1}–{:.1})",
            100.0 * share,
            100.0 * interval[0],
            100.0 * interval[1]
        ));
        cells.extend(vec![String::new(); 5]);
        cells.push(group.games.to_string());
        rows.push(cells);
        let mut cells = vec![format!("keys per piece, {}", group.name)];
        cells.push(text(&group.keys, 1.0));
        cells.extend(vec![String::new(); 5]);
        cells.push(group.games.to_string());
        rows.push(cells);
    }
    out += &html::table(
        &[
            if groups.iter().all(|group| group.is_race) { "per finished game" } else { "per game" },
            "mean (95 %)",
            "sd",
            "median (95 %)",
            "min",
            "quartiles",
            "max",
            "n",
        ],
        &rows,
    );
    if let [a, b] = groups {
        out += &difference(a, b);
    }
    out += "<div class=\"charts\">\n";
    for &(place, name) in measures(mode) {
        out += &histogram(groups, place, name);
    }
    out + "</div>\n"
}

/// The values of one result, in order.
fn values(group: &Evidence, place: usize) -> Vec<f64> {
    let mut values: Vec<f64> = group.results.iter().map(|result| result[place] as f64).collect();
    values.sort_unstable_by(f64::total_cmp);
    values
}

fn row(group: &Evidence, place: usize, name: &str) -> Vec<String> {
    let values = values(group, place);
    let n = values.len();
    let at = |part: f64| values.get(((n as f64 * part) as usize).min(n.saturating_sub(1))).copied();
    let show = |value: Option<f64>| value.map_or("–".into(), number);
    let middle = |values: &[f64]| median(values.iter().copied()).unwrap_or(f64::NAN);
    // More would take long and change nothing.
    let some = &values[..];
    let thinned: Vec<f64> = some.iter().step_by(n.div_ceil(4000).max(1)).copied().collect();
    let interval = match n {
        0..4001 => bootstrap(&thinned, 1, middle),
        _ => None,
    };
    let half = show(median(values.iter().copied()));
    let middle = match interval {
        Some([low, high]) => format!("{half} ({}–{})", number(low), number(high)),
        None => half,
    };
    let total = &group.totals[place];
    let sd = total.se().map(|se| se * (total.games as f64).sqrt());
    vec![
        format!("{name}, {}", group.name),
        text(total, 1.0),
        show(sd),
        middle,
        show(at(0.0)),
        format!("{}–{}", show(at(0.25)), show(at(0.75))),
        show(values.last().copied()),
        count(total.games as f64),
    ]
}

/// What the second has more than the first.
fn difference(a: &Evidence, b: &Evidence) -> String {
    let mut out = String::new();
    let mut say = |name: &str, a_ratio: &Ratio, b_ratio: &Ratio| {
        let (Some(x), Some(y)) = (a_ratio.value(), b_ratio.value()) else { return };
        let (Some(s), Some(t)) = (a_ratio.se(), b_ratio.se()) else { return };
        let reach = 1.96 * (s * s + t * t).sqrt();
        let _ = write!(
            out,
            "<li>{name}: {} (95 %: {} to {})</li>",
            figures::signed(y - x),
            figures::signed(y - x - reach),
            figures::signed(y - x + reach)
        );
    };
    for &(place, name) in measures(&a.mode) {
        say(name, &a.totals[place], &b.totals[place]);
    }
    say("keys per piece", &a.keys, &b.keys);
    format!(
        "<p>What {} has more than {}, games taken as unpaired:</p><ul>{out}</ul>\n",
        escape(&b.name),
        escape(&a.name)
    )
}

fn histogram(groups: &[Evidence], place: usize, name: &str) -> String {
    let all: Vec<Vec<f64>> = groups.iter().map(|group| values(group, place)).collect();
    if all.iter().all(Vec::is_empty) {
        return String::new();
    }
    let low = all.iter().filter_map(|values| values.first()).copied().fold(f64::MAX, f64::min);
    let high = all.iter().filter_map(|values| values.last()).copied().fold(0.0, f64::max);
    // Bins of a round width, whole numbers apart where there are few.
    let rough = (high - low).max(1.0) / 30.0;
    let unit = 10f64.powf(rough.log10().floor());
    let width = [1.0, 2.0, 5.0, 10.0].map(|times| times * unit);
    let width = width.into_iter().find(|&width| width >= rough).unwrap_or(rough).max(1.0);
    let first = (low / width).floor() * width;
    let bins = ((high - first) / width) as usize + 1;
    let mut counts = vec![vec![0u64; bins]; groups.len()];
    for (counts, values) in counts.iter_mut().zip(&all) {
        for value in values {
            counts[((value - first) / width) as usize] += 1;
        }
    }
    let label = |bin: usize| short(first + width * bin as f64);
    let bar = |count: u64, n: usize| {
        let interval = share(count, n as u64).map(|ends| ends.map(|end| 100.0 * end));
        Some(Bar { value: 100.0 * count as f64 / n.max(1) as f64, interval })
    };
    let series = groups.iter().enumerate().map(|(index, group)| {
        let n = all[index].len();
        (group.name.clone(), counts[index].iter().map(|&count| bar(count, n)).collect())
    });
    let picture = Bars {
        label: format!("Distribution of {name}"),
        unit: "% of games".into(),
        labels: (0..bins).map(label).collect(),
        series: series.collect(),
    };
    let mut head = vec!["from".to_string()];
    head.extend(groups.iter().map(|group| format!("games, {}", group.name)));
    let rows: Vec<Vec<String>> = (0..bins)
        .map(|bin| {
            let cells = counts.iter().map(|counts| counts[bin].to_string());
            std::iter::once(label(bin)).chain(cells).collect()
        })
        .collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let caption = match width {
        1.0 => format!("Games by {name}; whiskers are 95 % intervals."),
        width => {
            format!("Games by {name}, in steps of {}; whiskers are 95 % intervals.", short(width))
        }
    };
    let title = format!("Distribution of {name}");
    html::figure(&title, &picture.svg(), &caption, &html::table(&head, &rows))
}
