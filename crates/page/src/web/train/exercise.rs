//! Exercises that the engine makes: T-spins, perfect clears, downstacking.

use leptos::prelude::*;
use minolab_agents::catalog::Reference;
use minolab_rules::Setup;

use super::{
    super::{
        app::App,
        link::Link,
        screen::{self, new_seed},
        store,
    },
    mat::{Mat, MatView},
};
use crate::{
    Action, Answer, Attempt, Drill, Exercise, ExerciseState, Landed, Request, Session,
    exercise_rules, ghosts, still,
};

/// Positions that the solver looks at after each piece.
const SOLVER_NODES: u64 = 400_000;

/// One exercise after the other, of one skill.
#[component]
pub fn Exercises(skill: Drill) -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let mat = Mat::new();
    let (exercise, error) = (RwSignal::new(None::<Exercise>), RwSignal::new(String::new()));
    let attempt = RwSignal::new(Attempt::default());
    let tries = move || store::progress().trained.get(skill.name()).copied().unwrap_or_default();
    let (record, streak) = (RwSignal::new(tries()), RwSignal::new(0u64));
    let level = RwSignal::new(skill.levels().first().map_or(0, |&(level, _)| level));
    let chance = RwSignal::new(String::new());
    let begin = move || {
        let Some((rules, state, painted)) = exercise.with_untracked(|one| one.as_ref()?.start())
        else {
            return;
        };
        let seed = exercise.with_untracked(|one| one.as_ref().map_or(0, |one| one.seed));
        let handling = settings.with_untracked(|settings| settings.effective_handling());
        attempt.set(Attempt::default());
        let (rules, handling) = still(rules, handling);
        mat.begin(Session::from_state(rules, state, painted, handling, seed));
    };
    let maker = Link::new(move |answer| match answer {
        Answer::Exercise(found) => {
            exercise.try_set(Some(*found));
            begin();
        }
        Answer::Error(message) => {
            error.try_set(message);
        }
        _ => {}
    });
    let maker = StoredValue::new_local(maker.map_err(|message| error.set(message)).ok());
    let next = move || {
        exercise.set(None);
        mat.is_over.set(true);
        let request =
            Request::Exercise { skill, level: level.get_untracked(), seed: new_seed() % 1_000_000 };
        maker.with_value(|maker| maker.iter().for_each(|maker| maker.ask(request.clone())));
    };
    next();
    if skill == Drill::PerfectClears {
        watch_chance(mat, exercise, chance);
    }
    let on_land = move |landed: &Landed| {
        let (placed, clear) = (landed.placement, landed.clear);
        let effect = (placed.piece, placed.spin, clear.lines, clear.all_clear);
        let before = attempt.with_untracked(|attempt| attempt.outcome);
        exercise.with_untracked(|one| {
            let Some(one) = one else { return };
            mat.session(|session| attempt.update(|now| now.land(one, effect, session.painted())));
        });
        let has_topped_out =
            mat.session(|session| session.realtime().end().is_some()) == Some(true);
        if has_topped_out {
            attempt.update(|attempt| attempt.outcome = ExerciseState::Missed);
        }
        let outcome = attempt.with_untracked(|attempt| attempt.outcome);
        if outcome != before {
            mat.is_over.set(true);
            let is_done = outcome == ExerciseState::Done;
            store::add_try(skill.name(), is_done);
            record.set(tries());
            streak.update(|streak| *streak = if is_done { *streak + 1 } else { 0 });
        }
    };
    let show = move || {
        let shown = exercise.with_untracked(|one| {
            let one = one.as_ref()?;
            let (rules, state, _) = one.start()?;
            Some(ghosts(&state, &rules, &one.line))
        });
        begin();
        mat.line.set(shown.unwrap_or_default());
    };
    let on_action = move |action: Option<Action>| match action {
        Some(Action::Retry | Action::Undo) => begin(),
        Some(Action::Hint) => show(),
        None if attempt.with_untracked(|attempt| attempt.outcome) == ExerciseState::Done => next(),
        None => begin(),
        _ => {}
    };
    let about = Signal::derive(move || {
        exercise.with(|one| one.as_ref().map_or("the engine makes one…".into(), Exercise::task))
    });
    let enter = if screen::room().is_touch { "Next" } else { "Enter" };
    let again = if screen::room().is_touch { "Again" } else { "Enter" };
    let words = Signal::derive(move || {
        let error = error.get();
        let engine = exercise.with(|one| one.as_ref().map_or(0, |one| one.line.len()));
        let Attempt { pieces, outcome } = attempt.get();
        match (outcome, skill) {
            _ if !error.is_empty() => error,
            (ExerciseState::Done, Drill::Downstacking) => {
                format!("Done in {pieces} pieces, the engine's {engine}. {enter} for the next one.")
            }
            (ExerciseState::Done, _) => format!("Done. {enter} for the next one."),
            (ExerciseState::Missed, _) => {
                format!("Missed. {again} to try again, or look at a solution.")
            }
            (ExerciseState::Going, _) if mat.line.with(Vec::is_empty) => about.get(),
            (ExerciseState::Going, _) => exercise
                .with(|one| {
                    one.as_ref()
                        .map(|one| one.names.iter().take(4).cloned().collect::<Vec<_>>().join("; "))
                })
                .unwrap_or_default(),
        }
    });
    let state = move || match attempt.with(|attempt| attempt.outcome) {
        _ if exercise.with(Option::is_none) => "making",
        ExerciseState::Going => "going",
        ExerciseState::Done => "done",
        ExerciseState::Missed => "missed",
    };
    let figures = view! {
        <dl class="stats" aria-label="Counters" id="attempt" data-state=state
            data-line=move || exercise.with(|one| one.as_ref().map(|one| one.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")))>
            <dt>{if skill == Drill::Downstacking { "Pieces" } else { "Pieces left" }}</dt>
            <dd class="lead" id="pieces">{move || {
                let pieces = attempt.with(|attempt| attempt.pieces);
                let most = exercise.with(|one| one.as_ref().map_or(0, |one| one.line.len() as u64));
                if skill == Drill::Downstacking { pieces } else { most.saturating_sub(pieces) }
            }}</dd>
            {(skill == Drill::Downstacking).then(|| view! { <dt>"Engine"</dt><dd id="par">{move || exercise.with(|one| one.as_ref().map(|one| one.line.len()))}</dd> })}
            {(skill == Drill::PerfectClears).then(|| view! { <dt>"Chance left"</dt><dd id="chance">{move || match attempt.with(|attempt| attempt.outcome) { ExerciseState::Done => "done".into(), _ => chance.get() }}</dd> })}
            <dt>"Done"</dt><dd id="done">{move || record.with(|record| format!("{} of {}", record.right, record.tries))}</dd>
            <dt>"In a row"</dt><dd id="streak">{move || streak.get()}</dd>
        </dl>
    }
    .into_any();
    let tools = view! {
        <div class="tools">
            <select id="level" aria-label="Level" on:change=move |event| if let Ok(value) = event_target_value(&event).parse() { level.set(value); next(); }>
                {skill.levels().iter().map(|&(value, name)| view! { <option value=value.to_string() selected=move || level.get() == value>{name}</option> }).collect_view()}
            </select>
            <button type="button" class="small" id="show" title="Show a solution (H)" on:click=move |_| show()>"Solution"</button>
            <button type="button" class="small" id="retry" title="Try again (R)" on:click=move |_| begin()>"Again"</button>
            <button type="button" class="small" id="next-exercise" class:main=move || attempt.with(|attempt| attempt.outcome == ExerciseState::Done) on:click=move |_| next()>"Next"</button>
        </div>
    }
    .into_any();
    let rules = exercise_rules().clone();
    view! { <MatView mat rules title=skill.title() about words figures tools on_land on_action/> }
}

/// Asks the solver after each piece what can still come of it, by what is in sight.
fn watch_chance(mat: Mat, exercise: RwSignal<Option<Exercise>>, chance: RwSignal<String>) {
    let solver = Link::new(move |answer| {
        let Answer::Perfect(found) = answer else { return };
        let is_late =
            found.position.as_ref().map(ToString::to_string) != mat.position.try_get_untracked();
        if is_late {
            return;
        }
        chance.try_set(match (found.ways.is_empty(), found.chance) {
            (false, _) => "100 %".into(),
            (true, Some((solved, orders, _))) => {
                format!("{:.0} %", 100.0 * solved as f64 / orders.max(1) as f64)
            }
            (true, None) if !found.is_complete => "…".into(),
            (true, None) if found.verdict.starts_with("None was found") => "not known".into(),
            (true, None) => "none".into(),
        });
    });
    let solver = StoredValue::new_local(solver.ok());
    Effect::new(move |_| {
        let position = mat.position.get();
        let rules = exercise.with_untracked(|one| one.as_ref().map(|one| one.rules.clone()));
        let (Some(rules), Ok(position)) = (rules, position.parse::<Setup>()) else { return };
        chance.set("…".into());
        solver.with_value(|solver| {
            solver.iter().for_each(|solver| {
                solver.ask(Request::Perfect {
                    rules: Reference::Name(rules.clone()),
                    position: position.clone(),
                    nodes: SOLVER_NODES,
                });
            });
        });
    });
}
