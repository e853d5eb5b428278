//! Habits as a page.

use super::{HabitRow, Habits};
use crate::{
    chart::{Bar, Bars, escape, short},
    coach::amount,
    html,
};

/// The page: where results are lost, by what can be told apart, of one person or several.
pub fn html(people: &[(String, Habits)]) -> String {
    let mut body = String::from("<h1>Habits</h1>\n");
    body += "<p>Which moves lose most, compared with the reference agent's own choices: shares of all that is lost in a game, \
             with 95 % intervals over games.</p>\n<!--contents-->\n";
    for (name, habits) in people {
        body += &format!("<h2>{}</h2>\n<p>{}</p>\n", escape(name), escape(&habits.to_string()));
        body += "<div class=\"charts\">\n";
        for group in &habits.groups {
            body += &picture(group.title, &group.rows, &habits.unit);
        }
        body += "</div>\n";
    }
    html::page("Habits", &html::with_contents(&body))
}

fn picture(title: &str, rows: &[HabitRow], unit: &str) -> String {
    let percent = |[low, high]: [f64; 2]| [100.0 * low, 100.0 * high];
    let bar = |row: &HabitRow| {
        Some(Bar { value: 100.0 * row.share.mean, interval: row.share.ci95.map(percent) })
    };
    let bars = Bars {
        label: format!("Share of what is lost by {title}"),
        unit: "% of what is lost".into(),
        labels: rows.iter().map(|row| row.name.clone()).collect(),
        series: vec![("lost".into(), rows.iter().map(bar).collect())],
    };
    let line = |row: &HabitRow| {
        vec![
            row.name.clone(),
            row.placements.to_string(),
            format!("{:.0} %", 100.0 * row.share.mean),
            interval(row.share.ci95.map(percent)),
            short(row.loss.mean),
            interval(row.loss.ci95),
        ]
    };
    let lost = format!("{unit} per move");
    let rows: Vec<Vec<String>> = rows.iter().map(line).collect();
    let data = html::table(&["", "moves", "share", "95 %", &lost, "95 %"], &rows);
    html::figure(&format!("By {title}"), &bars.svg(), "", &data)
}

fn interval(ends: Option<[f64; 2]>) -> String {
    ends.map_or("–".into(), |[low, high]| format!("{} to {}", short(low), short(high)))
}

impl std::fmt::Display for Habits {
    /// A sentence or two.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let games = if self.games == 1 { "game" } else { "games" };
        write!(f, "{} {games}, accuracy {:.1} %", self.games, 100.0 * self.accuracy.mean)?;
        if self.result.n > 0 {
            write!(f, ", {} per game", amount(self.result.mean, &self.unit))?;
        }
        write!(f, ".")?;
        if let [first, rest @ ..] = &self.costliest(2)[..] {
            let share = |row: &HabitRow| format!("{:.0} %", 100.0 * row.share.mean);
            write!(f, " Most is lost where a move {} ({} of all)", first.name, share(first))?;
            if let [second] = rest {
                write!(f, " or {} ({})", second.name, share(second))?;
            }
            write!(f, ".")?;
        }
        if let Some(progress) = &self.progress {
            let change = if progress.is_sure() { "" } else { ", which may be chance" };
            write!(
                f,
                " Accuracy was {:.1} % in the earlier half of the games and {:.1} % in the later{change}.",
                100.0 * progress.then.mean,
                100.0 * progress.now.mean
            )?;
        }
        Ok(())
    }
}
