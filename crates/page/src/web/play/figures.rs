//! The figures beside a game: clock, lines, points, speed and faults.

use leptos::prelude::*;
use minolab_rules::Mode;

use super::end::lead;
use crate::{Counters, Lead};

/// What is counted, the figure that decides the mode in large.
#[component]
pub fn Figures(
    counters: RwSignal<Counters>,
    ahead: RwSignal<Option<Lead>>,
    /// Whether there is a best game to be compared with.
    has_best: bool,
    mode: Mode,
) -> impl IntoView {
    let word = move |pick: fn(&Counters) -> String| move || counters.with(pick);
    let is_lines = matches!(mode, Mode::Sprint | Mode::Lines(_));
    view! {
        <dl class="stats" aria-label="Counters">
            <dt>"Time"</dt><dd id="time" class="lead">{word(|c| c.time.clone())}</dd>
            <dt>{if is_lines { "Lines left" } else { "Lines" }}</dt>
            <dd id="lines" class:lead=is_lines>{word(|c| c.lines.to_string())}</dd>
            <dt>"Score"</dt><dd id="score" class:lead=!is_lines>{word(|c| c.score.to_string())}</dd>
            <dt>{if matches!(mode, Mode::Pieces(_)) { "Pieces left" } else { "Pieces" }}</dt>
            <dd id="pieces">{word(|c| c.pieces.to_string())}</dd>
            <dt class="extra"><abbr title="pieces per second">"PPS"</abbr></dt><dd id="pps" class="extra">{word(|c| c.pps.clone())}</dd>
            <dt class="extra"><abbr title="keys per piece">"KPP"</abbr></dt><dd id="kpp" class="extra">{word(|c| c.kpp.clone())}</dd>
            <dt class="extra"><abbr title="pieces placed with more presses than needed">"Finesse faults"</abbr></dt><dd id="faults" class="extra">{word(|c| c.faults.to_string())}</dd>
            {has_best.then(|| view! {
                <dt>"Against best"</dt><dd class="pace" id="pace">{move || ahead.get().map(lead)}</dd>
            })}
        </dl>
    }
}
