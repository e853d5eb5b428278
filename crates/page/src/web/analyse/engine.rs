//! What the engine thinks: a bar, how far it looked, and its best lines as pieces.

use leptos::prelude::*;
use minolab_arena::figures::short;
use minolab_rules::Choice;

use super::{super::minis, Study};
use crate::{RankedLine, StandingValue};

/// Lines to choose from, and pieces of each that have room.
const LINES: [usize; 4] = [1, 3, 5, 10];
const PIECES: usize = 8;

/// How good the best line is, as a bar.
///
/// Agents count in units of their own. The first answer of an agent sets the scale: the bar is half
/// full at 0, and three quarters at as much as its best move was better than its median one.
#[component]
pub fn Bar(study: Study) -> impl IntoView {
    let scale = StoredValue::new(None::<(String, f64)>);
    let best = Memo::new(move |_| {
        study.analysis.with(|found| {
            let found = found.as_ref()?;
            let (best, median) = (found.ranked.first()?.score, found.median);
            let agent = study.agent.get_untracked();
            let known = scale.get_value().filter(|(name, _)| *name == agent);
            if known.is_none() {
                scale.set_value(Some((agent, (best - median).abs().max(1e-6))));
            }
            Some(best)
        })
    });
    let full = Memo::new(move |last: Option<&f64>| {
        let unit = scale.get_value().map_or(1.0, |(_, unit)| unit);
        let known = best.get().map(|best| 0.5 + (best / unit).atan() / std::f64::consts::PI);
        // Between two answers it stays where it was.
        known.unwrap_or(last.copied().unwrap_or(0.5))
    });
    let text = move || best.get().map_or("…".to_string(), short);
    // Thousands by a letter: the bar is narrow.
    let tiny = move || match best.get() {
        Some(best) if best.abs() >= 1000.0 => format!("{:.1}k", best / 1000.0),
        _ => text(),
    };
    view! {
        <div class="eval-bar" id="eval" role="meter" aria-label="Evaluation of the best line, in the agent's units" aria-valuemin="0" aria-valuemax="100"
            aria-valuenow=move || format!("{:.0}", 100.0 * full.get()) aria-valuetext=text title="Score of the best line, in the agent's own units">
            <div class="eval-fill" style:height=move || format!("{:.1}%", 100.0 * full.get())></div>
            <output>{tiny}</output>
        </div>
    }
}

/// Depth, nodes, speed, and the best lines.
#[component]
pub fn Engine(study: Study) -> impl IntoView {
    let count = RwSignal::new(5usize);
    let notation = RwSignal::new(false);
    let analysis = study.analysis;
    let depth = move || {
        analysis.with(|found| match found {
            None if !study.is_on.get() => "engine is off".into(),
            None => "thinking…".to_string(),
            Some(found) => format!("depth {}, {} nodes", found.depth, found.nodes),
        })
    };
    let rate = move || match study.rate.get() {
        rate if rate <= 0.0 || analysis.with(Option::is_none) => String::new(),
        rate if rate >= 1e6 => format!("{:.1} M nodes/s", rate / 1e6),
        rate => format!("{:.0} k nodes/s", rate / 1e3),
    };
    let best = move || {
        analysis.with(|found| {
            found.as_ref().and_then(|found| found.ranked.first().map(|line| line.score))
        })
    };
    view! {
        <section class="engine" aria-label="Engine">
            <div class="engine-head">
                <button type="button" class="small" id="engine-on" role="switch" aria-checked=move || study.is_on.get().to_string() aria-label="Engine" on:click=move |_| study.is_on.update(|on| *on = !*on)>{move || if study.is_on.get() { "On" } else { "Off" }}</button>
                <output class="big" id="best-score">{move || best().map(short)}</output>
                <p class="note" id="depth">{depth}</p>
                <p class="note" id="nps">{rate}</p>
                <select id="lines" aria-label="Lines" on:change=move |event| if let Ok(lines) = event_target_value(&event).parse() { count.set(lines) }>
                    {LINES.map(|lines| view! { <option value=lines.to_string() selected=lines == 5>{if lines == 1 { "1 line".to_string() } else { format!("{lines} lines") }}</option> }).into_iter().collect_view()}
                </select>
                <button type="button" class="small" id="notation" aria-pressed=move || notation.get().to_string() title="Show the engine's notation and reasons" on:click=move |_| notation.update(|on| *on = !*on)>"Notation"</button>
            </div>
            <ol class="lines" aria-label="Lines by score, the best first" data-nodes=move || analysis.with(|found| found.as_ref().map_or(0, |found| found.asked))
                on:mouseleave=move |_| study.preview.set(Vec::new())>
                {move || analysis.with(|found| {
                    let ranked = found.as_ref().map_or(&[][..], |found| &found.ranked[..]);
                    ranked.iter().take(count.get()).enumerate().map(|(index, line)| row(study, line, ranked.first().filter(|_| index > 0), notation)).collect_view()
                })}
            </ol>
            {move || analysis.with(|found| found.as_ref().map(|found| worth(&found.standing)))}
        </section>
    }
}

fn row(
    study: Study,
    line: &RankedLine,
    best: Option<&RankedLine>,
    notation: RwSignal<bool>,
) -> impl IntoView + use<> {
    let score = line.said_score();
    let because = line.because(best, 3);
    let whole = line.line.iter().map(Choice::to_string).collect::<Vec<_>>().join(" ");
    let first = line.names.first().cloned().unwrap_or_default();
    view! {
        <li class="line" data-choice=line.choice.to_string()>
            <button type="button" class="line-move" on:mouseenter={ let line = line.line.clone(); move |_| study.preview.set(line.clone()) }
                on:focus={ let line = line.line.clone(); move |_| study.preview.set(line.clone()) }
                on:click={ let choice = line.choice; move |_| study.play(&[choice]) }>
                <span class="score">{score}</span><b>{first}</b>
            </button>
            {strip(study, &line.line, &line.names)}
            <Show when=move || notation.get()><p class="notation">{whole.clone()}<small>{because.clone()}</small></p></Show>
        </li>
    }
}

/// The pieces of a line: each shows the line up to it, and plays it.
pub fn strip(study: Study, line: &[Choice], names: &[String]) -> impl IntoView + use<> {
    let piece = |index: usize| {
        let (part, name) = (line[..=index].to_vec(), names.get(index).cloned().unwrap_or_default());
        let (seen, focused) = (part.clone(), part.clone());
        let choice = line[index];
        view! {
            <button type="button" class="line-piece" title=name.clone() aria-label=format!("{}: {name}. Play up to here", index + 1)
                on:mouseenter=move |_| study.preview.set(seen.clone()) on:focus=move |_| study.preview.set(focused.clone())
                on:click=move |_| study.play(&part)>{minis::chosen(choice, 7.0)}</button>
        }
    };
    view! { <span class="line-pieces">{(0..line.len().min(PIECES)).map(piece).collect_view()}</span> }
}

/// What the board is worth as it stands, term by term.
fn worth(standing: &StandingValue) -> impl IntoView + use<> {
    let better = if standing.is_cost { "lower is better" } else { "higher is better" };
    let rows = standing.terms.iter().map(|(name, share)| {
        view! { <tr><th scope="row">{name.replace('_', " ")}</th><td>{exact(*share)}</td></tr> }
    });
    view! {
        <details id="worth">
            <summary>"Board as it stands: "<output>{exact(standing.value)}</output>" ("{better}")"</summary>
            <table><tbody>{rows.collect_view()}</tbody></table>
        </details>
    }
}

/// Four places, as far as they say something.
fn exact(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').replace('-', "−")
}
