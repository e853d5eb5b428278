//! Perfect clears: found, counted, drawn and played.

use leptos::prelude::*;
use minolab_agents::catalog::Reference;
use minolab_rules::Choice;

use super::{super::link::Link, Study, engine::strip};
use crate::{Answer, PerfectClears, Request};

/// Positions the finder looks at.
const NODES: u64 = 3_000_000;
/// Ways that are listed.
const LISTED: usize = 12;

/// A button that looks for perfect clears, and the ways to them.
#[component]
pub fn Perfect(study: Study) -> impl IntoView {
    let found = RwSignal::new(None::<PerfectClears>);
    let is_busy = RwSignal::new(false);
    // It thinks apart from the engine, which goes on meanwhile, and is ended when it is not wanted.
    let worker = StoredValue::new_local(None::<Link>);
    let position = Memo::new(move |_| study.sheet(|sheet| sheet.setup().clone()));
    Effect::new(move |_| {
        position.with(|_| ());
        study.rules.track();
        worker.set_value(None);
        found.set(None);
        is_busy.set(false);
    });
    let find = move |_| {
        let link = Link::new(move |answer| match answer {
            Answer::Perfect(clears) => {
                is_busy.try_set(!clears.is_complete);
                // The first way is seen at once.
                if let Some((way, _)) =
                    clears.ways.first().filter(|_| found.with_untracked(Option::is_none))
                {
                    study.preview.try_set(way.clone());
                }
                found.try_set(Some(*clears));
            }
            Answer::Error(message) => {
                is_busy.try_set(false);
                study.error.try_set(message);
            }
            _ => {}
        });
        match link {
            Ok(link) => {
                link.ask(Request::Perfect {
                    rules: Reference::Name(study.rules.get_untracked()),
                    position: position.get_untracked(),
                    nodes: NODES,
                });
                is_busy.set(true);
                found.set(None);
                worker.set_value(Some(link));
            }
            Err(message) => study.error.set(message),
        }
    };
    let stop = move |_| {
        worker.set_value(None);
        is_busy.set(false);
    };
    view! {
        <section class="perfect" aria-label="Perfect clears">
            <p class="engine-head"><button type="button" class="small" id="perfect" on:click=find disabled=move || is_busy.get()>"Find perfect clears"</button>
                <Show when=move || is_busy.get()><button type="button" class="small" on:click=stop>"Stop"</button></Show>
                <span class="note" role="status" id="solution">{move || match found.get() {
                    Some(found) => found.verdict,
                    None if is_busy.get() => "Looking…".into(),
                    None => String::new(),
                }}</span></p>
            <ol class="lines" id="perfect-ways" on:mouseleave=move |_| study.preview.set(Vec::new())>
                {move || found.with(|found| found.as_ref().map(|found| found.ways.iter().take(LISTED).enumerate().map(|(index, (way, names))| {
                    let (whole, seen) = (way.clone(), way.clone());
                    let written = way.iter().map(Choice::to_string).collect::<Vec<String>>().join(" ");
                    view! {
                        <li class="line" data-way=written>
                            <button type="button" class="line-move" on:mouseenter=move |_| study.preview.set(seen.clone()) on:click=move |_| study.play(&whole)>
                                <span class="score">{format!("PC {}", index + 1)}</span><b>{names.first().cloned().unwrap_or_default()}</b></button>
                            {strip(study, way, names)}
                        </li>
                    }
                }).collect_view()))}
            </ol>
        </section>
    }
}
