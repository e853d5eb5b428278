//! What the coach knows of openers and of many games, worked out in a worker.

use minolab_agents::{Agent, catalog::Reference};
use minolab_arena::replay;
use minolab_rules::{Ruleset, Setup, State};
use minolab_study::{
    Figure,
    calibrate::shipped,
    habits::{HabitCollector, Habits},
    review::{review, usual_judge},
    setups::opener_plans,
};

use super::lane::found;
use crate::{Answer, HabitFigure, HabitLine, HabitSums, OpenerWay, in_words_at};

/// Openers that the pieces of a position may build.
pub fn openers(rules: &Reference<Ruleset>, position: &Setup) -> Result<Answer, String> {
    let rules = found(rules)?;
    let state = State::from_setup(&rules, position.clone()).map_err(|error| error.to_string())?;
    let plans = opener_plans(&rules, &state).into_iter().map(|plan| {
        let mut now = state;
        let names = plan.choices.iter().map(|&choice| {
            let name = in_words_at(choice, &now, &rules);
            let _ = now.play(&rules, choice);
            name
        });
        let mirrored = if plan.is_mirrored { ", mirrored" } else { "" };
        OpenerWay {
            title: plan.setup.title.clone(),
            form: format!("{}{mirrored}", plan.form),
            about: plan.setup.about.clone(),
            names: names.collect(),
            pieces: plan.pieces,
            choices: plan.choices,
            chance: plan.chance,
        }
    });
    Ok(Answer::Openers(position.clone(), plans.collect()))
}

/// Reviews games one after the other, and says after each what they have in common so far.
pub fn habits(games: &[String], nodes: u64, mut on_game: impl FnMut(Answer)) -> Answer {
    let mut reviewed = Vec::new();
    let mut last = HabitSums { games: games.len(), ..HabitSums::default() };
    for (index, game) in games.iter().enumerate() {
        // A game that cannot be judged is left out; the number of those that count is told.
        if let Some(found) = judged(game, nodes) {
            reviewed.push(found);
        }
        let mut collector = HabitCollector::default();
        for (review, replay) in &reviewed {
            let _ = collector.add(review, replay);
        }
        if let Some(habits) = collector.finish() {
            last = sums(&habits);
        }
        (last.done, last.games) = (index + 1, games.len());
        if index + 1 < games.len() {
            on_game(Answer::Habits(Box::new(last.clone())));
        }
    }
    last.is_complete = true;
    Answer::Habits(Box::new(last))
}

fn judged(game: &str, nodes: u64) -> Option<(minolab_study::review::Review, replay::Replay)> {
    let replay = replay::read(game.as_bytes()).ok()?;
    let name = usual_judge(&replay.rules, replay.mode);
    let mut judge: Agent = found(&Reference::Name(name.into())).ok()?;
    if judge.search.has_budget() {
        judge.search.limit_nodes(nodes);
    }
    let curve = shipped::of(&judge, replay.mode);
    let review = review(&replay, &judge, curve, &mut |_, _| ()).ok()?;
    Some((review, replay))
}

fn sums(habits: &Habits) -> HabitSums {
    let figure = |figure: &Figure| HabitFigure { mean: figure.mean, ci95: figure.ci95 };
    let group = |group: &minolab_study::habits::HabitGroup| {
        let line = |row: &minolab_study::habits::HabitRow| HabitLine {
            name: row.name.clone(),
            placements: row.placements,
            share: figure(&row.share),
            loss: figure(&row.loss),
        };
        (group.title.to_string(), group.rows.iter().map(line).collect())
    };
    HabitSums {
        counted: habits.games,
        unit: habits.unit.clone(),
        result: figure(&habits.result),
        loss: figure(&habits.loss),
        accuracy: figure(&habits.accuracy),
        extra_presses: habits.extra_presses.as_ref().map(figure),
        groups: habits.groups.iter().map(group).collect(),
        progress: habits
            .progress
            .as_ref()
            .map(|found| (figure(&found.then), figure(&found.now), found.is_sure())),
        ..HabitSums::default()
    }
}
