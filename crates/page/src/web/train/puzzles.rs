//! Puzzles: one clear best move, found on the board.

use leptos::prelude::*;
use minolab_rules::{Choice, Mode, Placement};
use minolab_study::{
    coach::amount,
    puzzle::{self, OpenPuzzle, Puzzle},
};

use super::{
    super::{app::App, screen, store},
    mat::{Mat, MatView},
};
use crate::{Action, Landed, Session, Sheet, exercise_rules, ghosts, in_words_at, still};

/// Where puzzles come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    All,
    Own,
    Shipped,
}

/// What became of the puzzle that is shown.
#[derive(Clone, Debug, Default, PartialEq)]
enum Answered {
    #[default]
    NotYet,
    /// What was said about it, and whether it was right.
    Yes(bool, String),
}

/// One puzzle after the other: what is due again, and new ones about as hard as one is good.
#[component]
pub fn Puzzles() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let mat = Mat::new();
    let origin = RwSignal::new(Origin::All);
    let own = StoredValue::new(store::puzzles());
    let progress = RwSignal::new(store::progress());
    let shown = RwSignal::new(None::<(Puzzle, StoredValue<OpenPuzzle>)>);
    let answered = RwSignal::new(Answered::default());
    let begin = move || {
        let Some((_, open)) = shown.get_untracked() else { return };
        let handling = settings.with_untracked(|settings| settings.effective_handling());
        open.with_value(|open| {
            let sheet = Sheet::new((&open.state).into());
            let painted = sheet.painted().clone();
            let (rules, handling) = still(open.rules.clone(), handling);
            mat.begin(Session::from_state(rules, open.state, painted, handling, 1));
        });
    };
    let next = move || {
        let found = own.with_value(|own| {
            let (own, all) = (own.iter(), puzzle::shipped().iter());
            let from: Vec<&Puzzle> = match origin.get_untracked() {
                Origin::All => own.chain(all).collect(),
                Origin::Own => own.collect(),
                Origin::Shipped => all.collect(),
            };
            progress.with_untracked(|progress| progress.next(&from, today()).cloned())
        });
        answered.set(Answered::NotYet);
        shown.set(found.and_then(|puzzle| {
            let open = StoredValue::new(puzzle.open().ok()?);
            Some((puzzle, open))
        }));
        match shown.with_untracked(Option::is_some) {
            true => begin(),
            false => mat.is_over.set(true),
        }
    };
    next();
    // An answer counts once; after it the board is there to look at.
    let tell = move |choice: Option<Choice>| {
        let Some((puzzle, open)) = shown.get_untracked() else { return };
        if answered.with_untracked(|answered| *answered != Answered::NotYet) {
            return;
        }
        let (is_right, sentence) = open.with_value(|open| verdict(&puzzle, open, choice));
        progress.update(|progress| progress.answer(&puzzle, is_right, today()));
        progress.with_untracked(store::set_progress);
        answered.set(Answered::Yes(is_right, sentence));
        begin();
        mat.line.set(open.with_value(|open| ghosts(&open.state, &open.rules, &open.line)));
        mat.is_over.set(true);
    };
    let on_land = move |landed: &Landed| {
        let Some((_, open)) = shown.get_untracked() else { return };
        let placed = landed.placement;
        let placement = Placement::new(placed.falling().canonical(), placed.spin);
        let hold = open.with_value(|open| open.state.current != Some(placement.piece));
        tell(Some(Choice { hold, placement }));
    };
    let on_action = move |action: Option<Action>| match action {
        Some(Action::Hint) => tell(None),
        Some(Action::Retry) if answered.with_untracked(|now| *now == Answered::NotYet) => begin(),
        None if answered.with_untracked(|now| *now != Answered::NotYet) => next(),
        _ => {}
    };
    let about = Signal::derive(move || {
        shown.with(|shown| match shown {
            None => "nothing is due now".to_string(),
            Some((puzzle, open)) => open.with_value(|open| goal(open.mode, puzzle.lines_left)),
        })
    });
    let enter = if screen::room().is_touch { "Next" } else { "Enter" };
    let words = Signal::derive(move || match (answered.get(), shown.with(Option::is_none)) {
        (_, true) => match own.with_value(Vec::is_empty) && puzzle::shipped().is_empty() {
            true => "There are none yet: review a game, and its mistakes become puzzles.".into(),
            false => "All done for today. What was wrong comes again in ten minutes.".into(),
        },
        (Answered::Yes(_, sentence), _) => format!("{sentence} {enter} for the next one."),
        (Answered::NotYet, _) => format!("Find the best move: {}.", about.get()),
    });
    let rating = move || {
        let skill = progress.with(|progress| progress.skill);
        format!("{:.0} ± {:.0}", skill.rating, 2.0 * skill.deviation)
    };
    let state = move || match (shown.with(Option::is_none), answered.get()) {
        (true, _) => "none",
        (_, Answered::NotYet) => "asked",
        (_, Answered::Yes(true, _)) => "right",
        (_, Answered::Yes(false, _)) => "wrong",
    };
    let figures = view! {
        <dl class="stats" aria-label="Counters" id="puzzle" data-state=state
            data-key=move || shown.with(|shown| shown.as_ref().map(|(puzzle, _)| puzzle.key.clone()))>
            <dt>"Your rating"</dt><dd id="rating">{rating}</dd>
            <dt>"Due"</dt><dd id="due">{move || progress.with(|progress| progress.due(today()))}</dd>
            <dt>"This one"</dt><dd>{move || shown.with(|shown| shown.as_ref().map(|(puzzle, _)| format!("{:.0}", puzzle.rating)))}</dd>
            // What it is about would give it away.
            <dt>"Theme"</dt><dd class="small-figure">{move || match answered.get() {
                Answered::NotYet => "?".to_string(),
                Answered::Yes(..) => shown.with(|shown| shown.as_ref().map_or(String::new(), |(puzzle, _)| puzzle.theme.title().into())),
            }}</dd>
        </dl>
    }
    .into_any();
    let from = |this: Origin, name: &'static str| view! { <option value=name selected=move || origin.get() == this>{name}</option> };
    let tools = view! {
        <div class="tools">
            <select id="origin" aria-label="Puzzles from" on:change=move |event| {
                origin.set(match &event_target_value(&event)[..] { "Own" => Origin::Own, "Shipped" => Origin::Shipped, _ => Origin::All });
                next();
            }>{from(Origin::All, "All")}{from(Origin::Own, "Own")}{from(Origin::Shipped, "Shipped")}</select>
            <button type="button" class="small" id="show" title="Give up and see it (H)" disabled=move || state() != "asked" on:click=move |_| tell(None)>"Show"</button>
            <button type="button" class="small" id="next-puzzle" class:main=move || matches!(state(), "right" | "wrong") on:click=move |_| next()>"Next"</button>
        </div>
    }
    .into_any();
    let rules = move || {
        shown.with(|shown| {
            shown.as_ref().map_or(exercise_rules().clone(), |(_, open)| {
                open.with_value(|open| open.rules.clone())
            })
        })
    };
    view! { <MatView mat rules=rules() title="Puzzles" about words figures tools on_land on_action/> }
}

/// Whether a choice is the key, and what is said of it.
fn verdict(puzzle: &Puzzle, open: &OpenPuzzle, choice: Option<Choice>) -> (bool, String) {
    let name = |choice| in_words_at(choice, &open.state, &open.rules);
    let (key, cost) = (name(open.key), amount(puzzle.second, &puzzle.unit));
    match choice {
        Some(choice) if open.is_solved_by(choice) => {
            (true, format!("Right: {key}. The next best costs about {cost}."))
        }
        Some(choice) => {
            (false, format!("Not {}: {key}. Anything else costs {cost} or more.", name(choice)))
        }
        None => (false, format!("It was {key}. Anything else costs {cost} or more.")),
    }
}

/// What the game is about.
fn goal(mode: Mode, lines_left: Option<u64>) -> String {
    match (mode, lines_left) {
        (_, Some(1)) => "1 line left".into(),
        (_, Some(lines)) => format!("{lines} lines left"),
        (Mode::Blitz | Mode::BlitzSeconds(_) | Mode::Pieces(_), None) => "points count".into(),
        _ => "survival counts".into(),
    }
}

/// The day, counted from 1970.
fn today() -> f64 {
    js_sys::Date::now() / 86_400_000.0
}
