//! A population that learns, watched.

mod actor;
mod charts;
mod choices;
mod film;
mod lab;
mod pool;
mod stage;
mod standing;
mod swarm;

use leptos::{ev, html, prelude::*};

use self::{
    charts::{Fitness, Threads},
    choices::Choices,
    film::Film,
    lab::{Lab, SPEEDS},
    stage::StageView,
    swarm::Swarm,
};
use super::{
    files, frames,
    screen::{is_on_button, is_typing},
};
use crate::EvolveOrder;

/// Generations of players, from random weights on.
#[component]
pub fn Evolve(order: EvolveOrder) -> impl IntoView {
    let lab = Lab::new();
    lab.open(order);
    let input = NodeRef::<html::Input>::new();
    let load = move |_| {
        let Some(input) = input.get_untracked() else { return };
        files::read(&input, move |text| match text {
            Ok(text) => lab.load(&text),
            Err(error) => lab.error.set(error),
        });
    };
    listen(lab);
    let mut last = frames::now();
    frames::on_frame(move |now| {
        let ms = (now - last).clamp(0.0, 200.0);
        last = now;
        lab.frame(now, ms);
    });
    on_cleanup(move || lab.keep());
    let pace = move || match SPEEDS[lab.speed.get()] {
        speed if speed.is_infinite() => "max".to_string(),
        speed => format!("{speed}/s"),
    };
    let has_champion = move || lab.shown.with(|shown| shown.champion.is_some());
    view! {
        <section class="evolve" aria-label="Evolve"
            data-generation=move || lab.shown.with(|shown| shown.generation.to_string())
            data-champion=move || lab.shown.with(|shown| shown.weights())>
            <h1>"Evolve"</h1>
            <p class="intro"><b>"Here players learn to play from nothing."</b>" Each one is a handful of weights that say how much it minds holes, height and the like; every player of a generation plays the same games, and the better it scores, the more it hands on to the next. The curve shows the scores, the threads show the weights agreeing, and the strip shows the champion's game getting better."</p>
            <div class="breeding">
                <StageView lab/>
                <div class="controls">
                    <div class="bar" role="toolbar" aria-label="Evolution">
                        <button type="button" id="pause" class="main" aria-label="Pause or go on" on:click=move |_| lab.pause(!lab.paused.get_untracked())>{move || if lab.paused.get() { "Play" } else { "Pause" }}</button>
                        <button type="button" id="step" aria-label="On one generation" on:click=move |_| lab.step()>"Generation"</button>
                        <button type="button" id="slower" aria-label="Slower" on:click=move |_| lab.faster(-1)>"−"</button>
                        <output id="speed" aria-label="Pieces per second">{pace}</output>
                        <button type="button" id="faster" aria-label="Faster" on:click=move |_| lab.faster(1)>"+"</button>
                        <button type="button" id="max" on:click=move |_| lab.faster(SPEEDS.len() as isize)>"Max"</button>
                    </div>
                    <div class="bar" role="toolbar" aria-label="Population">
                        <button type="button" id="evolved" on:click=move |_| lab.evolved()>"Evolved (Shift)"</button>
                        <button type="button" id="save" on:click=move |_| lab.save()>"Save"</button>
                        <label class="button" for="population-file">"Load"</label>
                        <input id="population-file" class="unseen" type="file" accept=".json" aria-label="Load a population" node_ref=input on:change=load/>
                        <button type="button" id="to-watch" disabled=move || !has_champion() on:click=move |_| lab.watch()>"Watch the champion"</button>
                        <button type="button" id="agent-toml" disabled=move || !has_champion() on:click=move |_| lab.download()>"Agent file"</button>
                    </div>
                </div>
                <div class="views">
                    <Fitness lab/>
                    <Swarm lab/>
                    <Film lab/>
                    <Threads lab/>
                </div>
            </div>
            <p class="note" role="status" id="message">{move || lab.message.get()}</p>
            <p class="error" role="alert" id="error">{move || lab.error.get()}</p>
            <Choices lab/>
            <p class="note">"Space pauses, G goes on one generation, + and − change the speed, M is as fast as possible, Shift loads a population that was evolved for 25 generations."</p>
        </section>
    }
}

/// The keys of the screen.
fn listen(lab: Lab) {
    // Shift acts when it comes up and nothing was pressed with it: it is also half of Shift+Tab.
    let is_alone = StoredValue::new(false);
    let down = window_event_listener(ev::keydown, move |event| {
        let is_shift = event.code().starts_with("Shift");
        is_alone.set_value(is_shift && !is_typing(&event));
        let has_modifier = event.ctrl_key() || event.meta_key() || event.alt_key();
        if is_shift || has_modifier || is_typing(&event) {
            return;
        }
        match &event.code()[..] {
            "Space" if is_on_button(&event) => return,
            "Space" | "KeyP" => lab.pause(!lab.paused.get_untracked()),
            "KeyG" => lab.step(),
            "Equal" | "NumpadAdd" => lab.faster(1),
            "Minus" | "NumpadSubtract" => lab.faster(-1),
            "KeyM" => lab.faster(SPEEDS.len() as isize),
            _ => return,
        }
        event.prevent_default();
    });
    let up = window_event_listener(ev::keyup, move |event| {
        if event.code().starts_with("Shift") && is_alone.get_value() {
            is_alone.set_value(false);
            lab.evolved();
        }
    });
    on_cleanup(move || {
        down.remove();
        up.remove();
    });
}
