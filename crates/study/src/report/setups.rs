//! Named set-ups.

use minolab_arena::stats::share;
use serde_json::{Map, Value, json};

use super::figures::{count, text};
use crate::{
    chart::{self, BoardMark, escape},
    evidence::{Evidence, SetupCount},
    html,
    setups::{self, SetupEnd},
};

/// The section.
pub fn section(groups: &[Evidence]) -> String {
    let mut out = String::from("<h2>Set-ups</h2>\n");
    for group in groups {
        let name = escape(&group.name);
        let Some(found) = &group.setups else {
            out += &format!(
                "<p>{name}: no set-ups are defined for a board {} wide, only for {}.</p>\n",
                group.board[0],
                setups::WIDTH
            );
            continue;
        };
        let seen = || found.iter().filter(|count| count.appearances() > 0);
        let never: Vec<&str> = found
            .iter()
            .filter(|count| count.appearances() == 0)
            .map(|count| count.setup.title.as_str())
            .collect();
        out += &format!("<h3>{name}</h3>\n");
        let shapes: Vec<&SetupCount> = seen().filter(|count| !count.setup.is_stack()).collect();
        let stacks: Vec<&SetupCount> = seen().filter(|count| count.setup.is_stack()).collect();
        if !shapes.is_empty() {
            out += &shape_table(&shapes);
        }
        for chain in shapes.iter().filter(|count| count.setup.is_chain()) {
            out += &chain_sentence(chain);
        }
        if !stacks.is_empty() {
            out += &stack_table(&stacks);
        }
        if !never.is_empty() {
            out += &format!("<p>Never seen: {}.</p>\n", escape(&never.join(", ")));
        }
    }
    out + &examples(groups)
        + "<p class=\"note\">A slot appears when it opens; it is made when a T is spun into it and lost when it is filled, \
           covered or cleared in another way; the rest were open when their game ended. An opener appears once a game at most, and a chain counts only T-spins \
           that were made. X–Y stacking is a stretch of at least ten positions in which one column is lower than all \
           others, with X columns to its left and Y to its right, or the other way round.</p>\n"
}

fn shape_table(shapes: &[&SetupCount]) -> String {
    let row = |found: &&SetupCount| {
        let made = match found.setup.is_pair() {
            true => format!("{}, both clears {}", found.made(), found.ended(SetupEnd::Both)),
            false => count(found.made() as f64),
        };
        vec![
            found.setup.title.clone(),
            count(found.appearances() as f64),
            text(&found.rate, 100.0),
            games(found),
            made,
            count(found.ended(SetupEnd::Lost) as f64),
        ]
    };
    let rows: Vec<Vec<String>> = shapes.iter().map(row).collect();
    html::table(
        &["", "appearances", "per 100 pieces (95 %)", "games, % (95 %)", "made", "lost"],
        &rows,
    )
}

fn stack_table(stacks: &[&SetupCount]) -> String {
    let row = |found: &&SetupCount| {
        vec![
            found.setup.title.clone(),
            text(&found.held, 100.0),
            text(&found.span, 100.0),
            count(found.appearances() as f64),
            games(found),
            found.lengths.last_key_value().map_or(0, |(length, _)| *length).to_string(),
        ]
    };
    let rows: Vec<Vec<String>> = stacks.iter().map(row).collect();
    html::table(
        &[
            "",
            "positions with that well, %",
            "placements from first to last, %",
            "stretches",
            "games, % (95 %)",
            "longest, placements",
        ],
        &rows,
    )
}

/// How many chains have how many spins.
fn chain_sentence(found: &SetupCount) -> String {
    let lengths: Vec<String> =
        found.lengths.iter().map(|(spins, chains)| format!("{chains} of {spins}")).collect();
    format!(
        "<p>{}: chains by their number of T-spin doubles: {}.</p>\n",
        escape(&found.setup.title),
        lengths.join(", ")
    )
}

fn games(found: &SetupCount) -> String {
    let percent = 100.0 * found.games_with as f64 / found.games.max(1) as f64;
    let ends = share(found.games_with, found.games).unwrap_or([0.0, 1.0]);
    let [low, high] = ends.map(|end| 100.0 * end);
    format!("{}: {percent:.1} ({low:.1}–{high:.1})", count(found.games_with as f64))
}

/// A picture of each set-up that appeared, from the first group that has it.
fn examples(groups: &[Evidence]) -> String {
    let mut out = String::new();
    for number in 0..setups::all().len() {
        let found =
            groups.iter().filter_map(|group| Some((group, &group.setups.as_ref()?[number])));
        let with_example = found.filter_map(|(group, found)| {
            found.example.as_ref().map(|example| (group, found, example))
        });
        let Some((group, found, example)) = with_example.into_iter().next() else { continue };
        let marks: Vec<_> =
            example.spin().map(|spin| (spin, BoardMark::Best)).into_iter().collect();
        let title = &found.setup.title;
        let picture = chart::board(&example.board, &marks, &format!("an example of {title}"));
        out += &format!(
            "<div class=\"card\"><strong>{}</strong>{picture}<p class=\"note\">{}</p><p class=\"note\">{}, after \
             placement {}{}.</p></div>\n",
            escape(title),
            escape(&found.setup.about),
            escape(&group.name),
            example.first,
            length(found, example.count)
        );
    }
    match out.is_empty() {
        true => out,
        false => format!(
            "<p>An example of each; the outline is where the T goes.</p><div class=\"boards\">\n{out}</div>\n"
        ),
    }
}

fn length(found: &SetupCount, count: u32) -> String {
    match found.setup.is_chain() {
        true => format!("; {count} T-spin doubles followed"),
        false if found.setup.is_stack() => format!(" and on, {count} placements in all"),
        false => String::new(),
    }
}

/// The same figures for programs; null for a board without set-ups.
pub fn json(group: &Evidence) -> Value {
    let Some(found) = &group.setups else { return Value::Null };
    let one = |found: &SetupCount| {
        let setup = found.setup;
        let counts = |map: Vec<(String, u64)>| {
            map.into_iter().map(|(name, count)| (name, json!(count))).collect::<Map<_, _>>()
        };
        let forms = counts(found.forms.iter().map(|(form, n)| (form.to_string(), *n)).collect());
        let mut value = json!({
            "appearances": found.appearances(),
            "games": found.games_with,
            "games_ci95": share(found.games_with, found.games),
            "per_piece": super::ratio(found.rate),
            "forms": forms,
        });
        if setup.is_stack() {
            value["held"] = super::ratio(found.held);
            value["span"] = super::ratio(found.span);
            value["longest"] = json!(found.lengths.last_key_value().map(|(length, _)| length));
        } else {
            value["made"] = json!(found.made());
            value["both"] = json!(found.ended(SetupEnd::Both));
            value["lost"] = json!(found.ended(SetupEnd::Lost));
        }
        if setup.is_chain() {
            let chains = found.lengths.iter().map(|(spins, n)| (spins.to_string(), *n)).collect();
            value["chains"] = Value::Object(counts(chains));
        }
        (setup.name.clone(), value)
    };
    Value::Object(found.iter().map(one).collect())
}
