//! Placements with the fewest presses.

use leptos::prelude::*;
use minolab_rules::{Choice, Painted, shipped};

use super::{
    super::{app::App, screen::new_seed, store},
    mat::{Mat, MatView},
};
use crate::{
    Action, FinesseAnswer, FinesseDrill, Landed, Session, exercise_rules, said_keys, still,
};

/// What its record is kept as.
const NAME: &str = "finesse";

/// One placement after the other on the empty board, by the rules that one plays.
#[component]
pub fn FinesseTrainer() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let name = settings.with_untracked(|settings| settings.rules.clone());
    let rules = shipped::get(&name).unwrap_or_else(exercise_rules).clone();
    let drill = RwSignal::new(FinesseDrill::new(&rules, new_seed()));
    let answer = RwSignal::new(None::<FinesseAnswer>);
    let (mat, shown) = (Mat::new(), RwSignal::new(false));
    let own = StoredValue::new(rules.clone());
    let begin = move || {
        let Some(state) = drill.with_untracked(FinesseDrill::state) else { return };
        let rules = own.get_value();
        let handling = settings.with_untracked(|settings| settings.effective_handling());
        let painted = Painted::new(rules.width as usize);
        let (rules, handling) = still(rules, handling);
        mat.begin(Session::from_state(rules, state, painted, handling, 1));
        mat.target
            .set(Some(Choice { hold: false, placement: drill.with_untracked(|d| d.target()) }));
    };
    begin();
    let on_land = move |landed: &Landed| {
        let extra = mat.session(|session| session.finesse().extra_presses).unwrap_or(0);
        let mut found = None;
        drill.update(|drill| found = Some(drill.answer(landed.placement, extra)));
        answer.set(found);
        let is_right = found == Some(FinesseAnswer::Right);
        if is_right {
            shown.set(false);
        }
        store::add_try(NAME, is_right);
        begin();
    };
    let on_action = move |action: Option<Action>| match action {
        Some(Action::Retry) => begin(),
        Some(Action::Hint) => shown.update(|shown| *shown = !*shown),
        _ => {}
    };
    let keys = move || drill.with(|drill| said_keys(drill.keys()));
    let words = Signal::derive(move || match (answer.get(), shown.get()) {
        (_, true) => keys(),
        (None, _) => "Put the piece where it is outlined, with as few keys as you can.".into(),
        (Some(FinesseAnswer::Right), _) => "Right.".into(),
        (Some(FinesseAnswer::Extra(extra)), _) => {
            let many = if extra == 1 { "1 key".to_string() } else { format!("{extra} keys") };
            format!("{many} too many. Fewest: {}.", keys())
        }
        (Some(FinesseAnswer::Elsewhere), _) => format!("Not there. Fewest: {}.", keys()),
    });
    let about =
        Signal::derive(move || "the fewest keys; a key held to the wall is one".to_string());
    let figures = view! {
        <dl class="stats" aria-label="Counters">
            <dt>"In a row"</dt><dd class="lead" id="streak">{move || drill.with(|drill| drill.streak)}</dd>
            <dt>"Most"</dt><dd id="best-streak">{move || drill.with(|drill| drill.best_streak)}</dd>
            <dt>"Right"</dt><dd id="done">{move || drill.with(|drill| format!("{} of {}", drill.right, drill.asked))}</dd>
        </dl>
    }
    .into_any();
    let tools = view! {
        <div class="tools">
            <button type="button" class="small" id="show" aria-pressed=move || shown.get().to_string() title="Show the keys (H)" on:click=move |_| shown.update(|shown| *shown = !*shown)>"Keys"</button>
            <button type="button" class="small" id="skip" on:click=move |_| { drill.update(FinesseDrill::next); answer.set(None); begin(); }>"Skip"</button>
        </div>
    }
    .into_any();
    view! { <MatView mat rules title="Finesse" about words figures tools on_land on_action/> }
}
