//! `minolab study --person`: where results are lost, time and again.

use std::{path::Path, sync::atomic::Ordering};

use anyhow::{Result, anyhow, ensure};
use minolab_agents::shipped as agents;
use minolab_arena::crew;
use minolab_study::{
    Games, SourceError, calibrate,
    habits::{self, HabitCollector, Habits},
    read, review,
};
use serde_json::{Value, json};

use super::Arguments;
use crate::{
    Outcome,
    output::{self, counted, write_file},
    run::{number, threads},
    stop::Stop,
};

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let stop = Stop::listen()?;
    let mut skipped = Vec::new();
    let mut people: Vec<(String, Habits)> = Vec::new();
    for (index, path) in arguments.paths.iter().enumerate() {
        let name = arguments.name.get(index).cloned();
        let name = name.unwrap_or_else(|| path.display().to_string());
        let Some(habits) = habits_of(path, arguments.nodes, &stop, &mut skipped)? else {
            output::note("stopped; no page was written");
            return Ok(stop.outcome());
        };
        people.push((name, habits));
    }
    write_file(&arguments.out, habits::html(&people).as_bytes())?;
    if arguments.json {
        let person = |(name, habits): &(String, Habits)| -> Result<Value> {
            let mut value = serde_json::to_value(habits)?;
            value["name"] = json!(name);
            Ok(value)
        };
        let people = people.iter().map(person).collect::<Result<Vec<_>>>()?;
        output::json(&json!({
            "out": arguments.out, "skipped": output::skipped(&skipped), "people": people,
        }))?;
        return Ok(output::outcome(&skipped));
    }
    for (name, habits) in &people {
        output::line(format_args!("{name}: {habits}"))?;
        for group in &habits.groups {
            output::line(format_args!("by {}", group.title))?;
            for row in group.rows.iter().filter(|row| row.placements > 0) {
                let interval = row.share.ci95.map_or(String::new(), |[low, high]| {
                    format!(" ({:.0} to {:.0})", 100.0 * low.max(0.0), 100.0 * high.min(1.0))
                });
                output::line(format_args!(
                    "  {:30} {:>3.0} % of what is lost{interval:12} {:>8} {} per move in {}",
                    row.name,
                    100.0 * row.share.mean,
                    number(row.loss.mean),
                    habits.unit,
                    counted(row.placements, "move"),
                ))?;
            }
        }
    }
    output::line(format_args!("written to {}", arguments.out.display()))?;
    Ok(output::outcome(&skipped))
}

/// Reviews all games of a path; `None` if it was asked to stop.
fn habits_of(
    path: &Path,
    nodes: u64,
    stop: &Stop,
    skipped: &mut Vec<SourceError>,
) -> Result<Option<Habits>> {
    let files: Vec<_> = Games::find(&[path])?.paths().collect();
    let bar = output::bar(files.len() as u64, "games");
    let mut workers = vec![(); threads(None)];
    let reviewed = crew::each(&mut workers, files.len() as u64, stop, |number, ()| {
        let replay = read(&files[number as usize])?;
        let mut judge = agents::get(review::usual_judge(&replay.rules, replay.mode))
            .expect("the usual judge is shipped")
            .clone();
        if judge.search.has_budget() {
            judge.search.limit_nodes(nodes);
        }
        let curve = calibrate::shipped::of(&judge, replay.mode);
        let found = review::review(&replay, &judge, curve, &mut |_, _| ());
        bar.inc(1);
        let found = found.map_err(|error| SourceError::Invalid {
            path: files[number as usize].clone(),
            error,
        })?;
        Ok((found, replay))
    });
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let mut collector = HabitCollector::default();
    for (number, reviewed) in reviewed {
        match reviewed {
            Ok((found, replay)) => {
                let added = collector.add(&found, &replay);
                added.map_err(|why| anyhow!("in {:?}: {why}", files[number as usize]))?;
            }
            Err(error) => skipped.push(error),
        }
    }
    let habits = collector.finish();
    ensure!(habits.is_some(), "no game in {path:?} could be reviewed");
    Ok(habits)
}
