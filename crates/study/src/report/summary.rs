//! What a report says first: its main figures in sentences.

use super::{
    figures::{count, text},
    results::measures,
    sections::kind,
};
use crate::{
    chart::escape,
    evidence::{Evidence, KINDS},
    pattern,
};

/// A paragraph for each group.
pub fn sentences(groups: &[Evidence]) -> String {
    let paragraph = |group: &Evidence| {
        let parts = [games(group), result(group), clears(group), well(group), setups(group)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("<p><strong>{}.</strong> {}</p>\n", escape(&group.name), escape(&parts.join(" ")))
    };
    groups.iter().map(paragraph).collect()
}

fn games(group: &Evidence) -> Option<String> {
    let unfinished = match group.unfinished {
        0 => String::new(),
        games => format!(" {} more did not end.", count(games as f64)),
    };
    Some(match (group.games, group.lost) {
        (0, _) => format!("No game ended.{unfinished}"),
        (1, lost) => {
            let end = if lost == 1 { "It topped out." } else { "It did not top out." };
            format!("One game. {end}{unfinished}")
        }
        (games, 0) => format!("None of {} games topped out.{unfinished}", count(games as f64)),
        (games, lost) if games == lost => {
            format!("All {} games topped out.{unfinished}", count(games as f64))
        }
        (games, lost) => {
            format!(
                "{} of {} games topped out.{unfinished}",
                count(lost as f64),
                count(games as f64)
            )
        }
    })
}

/// What games are judged by.
fn result(group: &Evidence) -> Option<String> {
    let &(place, name) = measures(&group.mode).first()?;
    let total = &group.totals[place];
    total.value()?;
    let which = if group.is_race { "A finished game" } else { "A game" };
    let verb = match place {
        0 => "takes",
        1 => "clears",
        _ => "scores",
    };
    let presses = match group.keys.value() {
        Some(_) => format!(", with {} keys per piece", text(&group.keys, 1.0)),
        None => String::new(),
    };
    Some(format!("{which} {verb} {} {name} on average{presses}.", text(total, 1.0)))
}

/// The clear that is most common.
fn clears(group: &Evidence) -> Option<String> {
    let share = |index: usize| group.kinds.get(index).part;
    let most = (1..KINDS)
        .filter(|index| index % 5 > 0 && share(*index) > 0.0)
        .max_by(|&a, &b| share(a).total_cmp(&share(b)))?;
    let spins = match group.spins() {
        0.0 => "No T-spin clears lines.".into(),
        spins => {
            let placements = group.placements as f64;
            format!("A T-spin clears lines once in {:.1} pieces.", placements / spins)
        }
    };
    Some(format!(
        "The most common clear is the {}, {} per 100 pieces. {spins}",
        kind(most),
        text(&group.kinds.get(most), 100.0)
    ))
}

fn well(group: &Evidence) -> Option<String> {
    let none = group.wells.get(16);
    let share = |column: usize| group.wells.get(column).part;
    let most = (0..group.board[0]).max_by(|&a, &b| share(a).total_cmp(&share(b)))?;
    none.value()?;
    Some(match share(most) {
        0.0 => "There is never a well.".into(),
        _ => format!(
            "{} % of positions have no well; the most common one is {}, in {} %.",
            text(&none, 100.0),
            pattern(most, group.board[0]),
            text(&group.wells.get(most), 100.0)
        ),
    })
}

/// Set-ups other than plain slots, which say little alone.
fn setups(group: &Evidence) -> Option<String> {
    let found = group.setups.as_ref()?.iter().filter(|found| {
        found.appearances() > 0 && (!found.setup.is_slot() || found.setup.is_chain())
    });
    let of = count((group.games + group.unfinished) as f64);
    let named: Vec<String> = found
        .enumerate()
        .map(|(number, found)| {
            let (title, games) = (&found.setup.title, count(found.games_with as f64));
            if number == 0 {
                format!("{title} in {games} of {of} games")
            } else {
                format!("{title} in {games}")
            }
        })
        .collect();
    (!named.is_empty()).then(|| format!("Set-ups seen: {}.", named.join(", ")))
}
