//! The front page: what this is, and four doors.

use leptos::prelude::*;
use minolab_rules::Mode;

use super::{
    app::App,
    icons::{Icon, Sign},
    live::Live,
    store,
};
use crate::{Order, Route, mode_title, stopwatch};

/// A live board, a sentence, and four doors.
#[component]
pub fn Front() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let bests = StoredValue::new(store::bests());
    let best = move |mode: Mode| {
        let rules = settings.with(|settings| format!("{} 10x20", settings.rules));
        let text = bests.with_value(|bests| {
            bests.get(&mode.to_string(), &rules).map(|best| match mode {
                Mode::Sprint => format!("Best {}", stopwatch(best.ticks)),
                _ => format!("Best {} points", best.score),
            })
        });
        text.unwrap_or_default()
    };
    let blitz = move || match settings.with(|settings| settings.blitz_seconds) {
        180 => Mode::Blitz,
        seconds => Mode::BlitzSeconds(seconds),
    };
    let address = |mode: Mode| Route::Play(Order::new(mode)).address();
    let minutes = move || settings.with(|settings| settings.blitz_seconds / 60);
    let left = store::left().map(|left| {
        let usual = settings.with_untracked(|settings| settings.rules.clone());
        let order = Order {
            rules: Some(left.rules.name.clone()).filter(|name| *name != usual),
            ..Order::new(left.mode)
        };
        let text = format!(
            "Resume {}: {}, {} pieces",
            mode_title(left.mode),
            stopwatch(left.ticks),
            left.totals.pieces
        );
        view! { <a class="button main" id="go-on" href=Route::Play(order).address()><Icon sign=Sign::Play/>{text}</a> }
    });
    view! {
        <div class="front">
            <div class="hero">
                <h1>"Play, understand and train falling-block games."</h1>
                <p class="pitch">"A fast, exact engine in your browser: race it, ask it for the best move in any position, and watch a population learn from nothing."</p>
                {left}
                <ul class="doors">
                    <li class="door"><h2><Icon sign=Sign::Play/>"Play"</h2><p>"40 lines against the clock, or points against time."</p>
                        <div class="ways">
                            <a class="way" id="sprint" href=address(Mode::Sprint)><strong>"Sprint"</strong><span>"40 lines"</span><em>{move || best(Mode::Sprint)}</em></a>
                            <a class="way" id="blitz" href=move || address(blitz())><strong>"Blitz"</strong><span>{move || format!("{} minutes", minutes())}</span><em>{move || best(blitz())}</em></a>
                            <a class="way" id="practice" href=address(Mode::Practice)><strong>"Practice"</strong><span>"undo, hints"</span></a>
                            <a class="way" id="custom" href="#/custom"><strong>"Custom"</strong><span>"your rules"</span></a>
                        </div></li>
                    <li class="door"><h2><Icon sign=Sign::Analyse/>"Watch & Analyse"</h2><p>{format!("See {} agents think, and draw any position to find its best line.", minolab_agents::shipped::NAMES.len())}</p>
                        <div class="ways"><a class="way" href="#/watch"><strong>"Watch"</strong><span>"agents at play"</span></a>
                            <a class="way" href="#/analyse"><strong>"Analyse"</strong><span>"lines, perfect clears"</span></a></div></li>
                    <li class="door"><h2><Icon sign=Sign::Evolve/>"Train"</h2><p>"Let players evolve before your eyes, or run trainings by the hour."</p>
                        <div class="ways"><a class="way" href="#/evolve"><strong>"Evolve"</strong><span>"see it learn"</span></a>
                            <a class="way" href="#/runs"><strong>"Runs"</strong><span>"curves, studies"</span></a></div></li>
                    <li class="door"><h2><Icon sign=Sign::Learn/>"Learn"</h2><p>"Have your games reviewed move by move, and train on what went wrong."</p>
                        <div class="ways"><a class="way" href="#/learn"><strong>"Review"</strong><span>"your games"</span></a>
                            <a class="way" href="#/puzzles"><strong>"Puzzles"</strong><span>"find the best move"</span></a></div></li>
                </ul>
            </div>
            <Live/>
        </div>
    }
}
