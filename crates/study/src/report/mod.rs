//! A report: what many games teach, as one page that needs nothing else.

mod figures;
mod results;
mod sections;
mod setups;
mod summary;
mod training;
mod weights;

use minolab_agents::Agent;
use minolab_arena::stats::Ratio;
pub use sections::pictures;
use serde_json::{Value, json};
pub use training::{ReportedRun, training};

use crate::{chart::escape, evidence::Evidence, html};

/// The page on these groups of games, at least one; `agents` are those whose weights are known,
/// `left_out` says which games are not counted and why.
pub fn html(groups: &[Evidence], agents: &[Agent], left_out: &[String], command: &str) -> String {
    let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
    let title = match names.as_slice() {
        [one] => format!("{}: {one}", groups[0].mode),
        names => names.join(" and "),
    };
    let mut body = format!("<h1>{}</h1>\n", escape(&title));
    for group in groups {
        body += &format!(
            "<p class=\"sub\">{}: {} games of {} by {}{}, {} placements, rules {}, board {}x{}.</p>\n",
            escape(&group.name),
            figures::count(group.games as f64),
            escape(&group.mode),
            escape(&group.agent),
            unfinished(group),
            figures::count(group.placements as f64),
            escape(&group.rules),
            group.board[0],
            group.board[1],
        );
    }
    for game in left_out {
        body += &format!("<p class=\"note\">Left out: {}.</p>\n", escape(game));
    }
    body += &summary::sentences(groups);
    body += &format!("<p class=\"note\">Made by <code>{}</code>.</p>\n", escape(command));
    body += "<!--contents-->\n";
    body += &results::section(groups);
    body += &sections::points(groups);
    body += &sections::stacking(groups);
    body += &sections::placements(groups);
    body += &sections::hold(groups);
    body += &sections::heights(groups);
    body += &sections::spins(groups);
    body += &sections::empty_boards(groups);
    body += &setups::section(groups);
    body += &weights::section(agents);
    body += "<h2>How this was counted</h2><p>Every game was rebuilt through the rules, placement by placement. Unfinished \
             games count in figures per placement and in none per game; of races to a number of lines only finished games have \
             a result. Intervals are \
             95 % and treat games as independent: shares of placements are ratios of sums over games with Student's t, or \
             exact ones (Korn and Graubard) of what was seen fewer than thirty times; shares \
             of games are by Wilson's score, medians by the bootstrap. Each interval holds for its figure alone; among a \
             hundred of them, five are expected to miss.</p>\n";
    html::page(&title, &html::with_contents(&body))
}

/// A remark on games that count only placement by placement.
fn unfinished(group: &Evidence) -> String {
    match group.unfinished {
        0 => String::new(),
        games => format!(" (and {} unfinished)", figures::count(games as f64)),
    }
}

/// A ratio for programs.
fn ratio(ratio: Ratio) -> Value {
    json!({ "value": ratio.value(), "ci95": ratio.interval(), "n": ratio.whole })
}

/// The main figures of a group.
pub fn json(group: &Evidence) -> Value {
    let wells: serde_json::Map<String, Value> = (0..group.board[0])
        .map(|column| {
            let name = crate::pattern(column, group.board[0]).to_string();
            (name, ratio(group.wells.get(column)))
        })
        .chain([("none".to_string(), ratio(group.wells.get(16)))])
        .collect();
    let kinds: serde_json::Map<String, Value> = group
        .kinds
        .seen()
        .map(|index| {
            let name = match index {
                15 => "all-clear".into(),
                16 => "back-to-back".into(),
                index => sections::kind(index),
            };
            (name, ratio(group.kinds.get(index)))
        })
        .collect();
    json!({
        "name": group.name,
        "agent": group.agent,
        "rules": group.rules,
        "mode": group.mode,
        "games": group.games,
        "unfinished": group.unfinished,
        "lost": group.lost,
        "placements": group.placements,
        "pieces": ratio(group.totals[0]),
        "lines": ratio(group.totals[1]),
        "score": ratio(group.totals[2]),
        "clear_score": ratio(group.totals[3]),
        "keys": ratio(group.keys),
        "held": ratio(group.held),
        "freestyle": ratio(group.freestyle),
        "main_well": ratio(group.main_well),
        "central_wells": ratio(group.central),
        "stay": ratio(group.stay),
        "wells": wells,
        "clears": kinds,
        "max_height": ratio(group.max_height),
        "max_well_depth": ratio(group.max_depth),
        "spins": group.spins(),
        "spin_gap": ratio(group.spin_gap),
        "spin_again": ratio(group.spin_again),
        "emptied_early": group.emptied[0],
        "emptied": group.emptied[1],
        "setups": setups::json(group),
    })
}

#[cfg(test)]
mod tests;
