//! A position, drawn by hand and looked into.

use leptos::{ev, html, prelude::*};
use minolab_agents::{catalog::Reference, shipped as agents};
use minolab_rules::{Choice, Piece, shipped};
use wasm_bindgen::JsValue;

use super::{
    app::App,
    canvas::{ABOVE, Canvas, Picture},
    link::Link,
    play::room,
    store,
};
use crate::{
    AnalyseOrder, Analysis, Answer, Editor, Push, RankedLine, Request, Route, StandingValue,
};

/// Nodes of the first look; every further one has four times as many.
const FIRST: u64 = 1000;
/// Nodes of the last.
const LAST: u64 = 256_000;
/// Positions the perfect-clear finder looks at.
const PERFECT: u64 = 3_000_000;

/// A board to draw on, and what an agent thinks of it.
#[component]
pub fn Analyse(order: AnalyseOrder) -> impl IntoView {
    let width = shipped::get(&order.rules).map_or(10, |rules| rules.width as usize);
    let start = match order.position.as_deref().map(str::parse) {
        Some(Ok(setup)) => Editor::new(setup),
        _ => {
            let mut editor = Editor::empty(width);
            let _ = editor.set_queue("TIOLJS");
            editor
        }
    };
    let editor = RwSignal::new(start);
    let (agent, rules) = (RwSignal::new(order.agent), RwSignal::new(order.rules));
    let analysis = RwSignal::new(None::<Analysis>);
    let perfect = RwSignal::new(None::<(Vec<Choice>, String)>);
    let (error, chosen) = (RwSignal::new(String::new()), RwSignal::new(0usize));
    let nodes = RwSignal::new(FIRST);
    let position = Memo::new(move |_| editor.with(|editor| editor.setup().clone()));

    // What was asked last; answers to anything else are late.
    let ask = StoredValue::new_local(None::<Link>);
    let look = move |count: u64| {
        nodes.set(count);
        let request = Request::Analyse {
            agent: store::reference(&agent.get_untracked()),
            rules: Reference::Name(rules.get_untracked()),
            position: position.get_untracked(),
            nodes: count,
        };
        ask.with_value(|link| link.iter().for_each(|link| link.ask(request.clone())));
    };
    let link = Link::new(move |answer| match answer {
        Answer::Analysis(found) => {
            if position.try_get_untracked().as_ref() != Some(&found.position) {
                return;
            }
            analysis.set(Some(*found));
            let count = nodes.get_untracked();
            if count < LAST {
                look((count * 4).min(LAST));
            }
        }
        Answer::Perfect { choices, verdict } => {
            perfect.try_set(Some((choices, verdict)));
        }
        Answer::Error(message) => {
            error.try_set(message);
        }
        _ => {}
    });
    ask.set_value(link.map_err(|message| error.set(message)).ok());

    Effect::new(move |_| {
        let (agent, rules, position) = (agent.get(), rules.get(), position.get());
        let order = AnalyseOrder { agent, rules, position: Some(position.to_string()) };
        replace_address(&Route::Analyse(order.clone()).address());
        analysis.set(None);
        perfect.set(None);
        chosen.set(0);
        let state = shipped::get(&order.rules)
            .ok_or_else(|| "there are no such rules".to_string())
            .and_then(|rules| {
                let state = editor.with_untracked(|editor| editor.state(rules));
                state.map_err(|error| error.to_string())
            });
        match state {
            Ok(state) if state.current.is_some() => {
                error.set(String::new());
                look(FIRST);
            }
            Ok(_) => error.set("Write the queue: the active piece and what follows.".into()),
            Err(message) => error.set(message),
        }
    });

    let edit = move |change: fn(&mut Editor)| move |_| editor.update(change);
    let keys = window_event_listener(ev::keydown, move |event| {
        if super::play::is_typing(&event) || !(event.ctrl_key() || event.meta_key()) {
            return;
        }
        match (&event.code()[..], event.shift_key()) {
            ("KeyZ", false) => editor.update(|editor| {
                editor.undo();
            }),
            ("KeyY", _) | ("KeyZ", true) => editor.update(|editor| {
                editor.redo();
            }),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
    let find = move |_| {
        perfect.set(Some((Vec::new(), "Looking…".into())));
        let request = Request::Perfect {
            rules: Reference::Name(rules.get_untracked()),
            position: position.get_untracked(),
            nodes: PERFECT,
        };
        ask.with_value(|link| link.iter().for_each(|link| link.ask(request.clone())));
    };
    let typed = RwSignal::new(None::<String>);
    let row = move |index: usize, line: &RankedLine, best: Option<&RankedLine>| {
        let score = match best {
            None => format!("{:.1}", line.score),
            Some(best) => format!("{:+.1}", line.score - best.score),
        };
        let then = listed(line.line.iter().skip(1));
        let because = line.because(best, 3);
        let choice = line.choice;
        view! {
            <li><button type="button" class="move" class:chosen=move || chosen.get() == index
                title=then.clone()
                on:mouseenter=move |_| chosen.set(index) on:focus=move |_| chosen.set(index)
                on:click=move |_| play(editor, rules, choice)>
                <b>{choice.to_string()}</b><span>{score}</span><small>{because}</small>
            </button></li>
        }
    };
    view! {
        <section class="watch analyse" aria-label="Analyse">
            <div class="table">
                <Drawing editor analysis chosen rules/>
                <div class="tools column" role="toolbar" aria-label="Board">
                    <button type="button" class="small" on:click=edit(|editor| { editor.undo(); })>"Undo"</button>
                    <button type="button" class="small" on:click=edit(|editor| { editor.redo(); })>"Redo"</button>
                    <button type="button" class="small" id="flip" on:click=edit(Editor::flip)>"Flip"</button>
                    <button type="button" class="small" aria-label="Push left" on:click=edit(|editor| editor.push(Push::Left))>"←"</button>
                    <button type="button" class="small" aria-label="Push right" on:click=edit(|editor| editor.push(Push::Right))>"→"</button>
                    <button type="button" class="small" aria-label="Push up" on:click=edit(|editor| editor.push(Push::Up))>"↑"</button>
                    <button type="button" class="small" aria-label="Push down" on:click=edit(|editor| editor.push(Push::Down))>"↓"</button>
                    <button type="button" class="small" id="garbage" on:click=move |_| {
                        let gap = (js_sys::Math::random() * 16.0) as usize;
                        editor.update(|editor| { let width = editor.setup().board.width(); editor.garbage(gap % width); });
                    }>"Garbage"</button>
                    <button type="button" class="small" id="clear-board" on:click=edit(Editor::clear)>"Clear"</button>
                </div>
                <div class="thoughts">
                    <p class="note" id="depth">{move || analysis.with(|found| found.as_ref().map_or("…".to_string(), |found| format!("depth {}, {} nodes", found.depth, found.nodes)))}</p>
                    <ol class="moves" aria-label="Ranked moves. Best: score. Others: difference to best" data-nodes=move || analysis.with(|found| found.as_ref().map_or(0, |found| found.asked))>
                        {move || analysis.with(|found| {
                            let ranked = found.as_ref().map_or(&[][..], |found| &found.ranked[..]);
                            ranked.iter().take(10).enumerate().map(|(index, line)| row(index, line, ranked.first().filter(|_| index > 0))).collect_view()
                        })}
                    </ol>
                    {move || analysis.with(|found| found.as_ref().map(|found| worth(&found.standing)))}
                    <p><button type="button" id="perfect" on:click=find>"Find a perfect clear"</button></p>
                    <p class="note" role="status" id="solution">{move || perfect.get().map(|(choices, verdict)| format!("{verdict} {}", listed(choices.iter())))}</p>
                </div>
            </div>
            <p class="error" role="alert" id="error">{move || typed.get().unwrap_or_else(|| error.get())}</p>
            <div class="choices form">
                <label><span>"Queue"<small>"the first is the active piece"</small></span><input id="queue" autocomplete="off" spellcheck="false" prop:value=move || editor.with(Editor::queue)
                    on:change=move |event| {
                        let text = event_target_value(&event);
                        let result = editor.try_update(|editor| editor.set_queue(&text));
                        typed.set(result.and_then(Result::err).map(|error| error.to_string()));
                    }/></label>
                <label><span>"Hold"</span><select id="hold" on:change=move |event| {
                    let hold = event_target_value(&event).chars().next().and_then(Piece::from_char);
                    editor.update(|editor| editor.set_hold(hold));
                }>
                    <option value="" selected=move || editor.with(|editor| editor.setup().hold.is_none())>"nothing"</option>
                    {Piece::ALL.map(|piece| view! { <option value=piece.to_string() selected=move || editor.with(|editor| editor.setup().hold == Some(piece))>{piece.to_string()}</option> }).into_iter().collect_view()}
                </select></label>
                <label><span>"Agent"</span><select id="agent" on:change=move |event| agent.set(event_target_value(&event))>
                    {agents::NAMES.iter().map(|name| name.to_string()).chain(store::agents().into_iter().map(|(name, _)| name)).map(|name| {
                        let this = name.clone();
                        view! { <option value=name.clone() selected=move || agent.with(|agent| *agent == this)>{name.clone()}</option> }
                    }).collect_view()}
                </select></label>
                <label><span>"Rules"</span><select id="rules" on:change=move |event| {
                    let name = event_target_value(&event);
                    if let Some(new) = shipped::get(&name) {
                        editor.update(|editor| editor.resize(new.width as usize));
                    }
                    rules.set(name);
                }>
                    {shipped::NAMES.iter().map(|name| view! { <option value=*name selected=move || rules.with(|rules| rules == name)>{*name}</option> }).collect_view()}
                </select></label>
                <label class="whole"><span>"The position as text"<small>"copy it, or paste one: a line or a picture"</small></span><textarea id="position" rows="2" spellcheck="false" prop:value=move || position.get().to_string()
                    on:change=move |event| {
                        let text = event_target_value(&event);
                        let result = editor.try_update(|editor| editor.paste(&text));
                        typed.set(result.and_then(Result::err).map(|error| error.to_string()));
                    }></textarea></label>
            </div>
        </section>
    }
}

/// The board, drawn on by pointer or by the arrow keys and Space.
#[component]
fn Drawing(
    editor: RwSignal<Editor>,
    analysis: RwSignal<Option<Analysis>>,
    chosen: RwSignal<usize>,
    rules: RwSignal<String>,
) -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let canvas = NodeRef::<html::Canvas>::new();
    let rows = move || shipped::get(&rules.get()).map_or(20, |rules| rules.height as usize);
    let resized = RwSignal::new(0u32);
    let listener = window_event_listener(ev::resize, move |_| resized.update(|count| *count += 1));
    on_cleanup(move || listener.remove());
    let cell = Memo::new(move |_| {
        resized.get();
        let columns = editor.with(|editor| editor.setup().board.width());
        let (width, height) = room();
        let share = if width < 560.0 { width - 110.0 } else { 320.0 };
        (share / columns as f64)
            .min((height - 150.0) / (rows() + ABOVE) as f64)
            .floor()
            .clamp(8.0, 30.0)
    });
    let mark = RwSignal::new(None::<(usize, usize)>);
    // What the pointer is drawing: filled cells, or empty ones.
    let drawing = RwSignal::new(None::<bool>);
    Effect::new(move |_| {
        let Some(element) = canvas.get() else { return };
        let (palette, height) = (settings.with(|settings| settings.palette), rows());
        let ghost = analysis.with(|found| Some(found.as_ref()?.ranked.get(chosen.get())?.choice));
        editor.with(|editor| {
            let board = editor.setup().board;
            let size = (board.width() as f64, (height + ABOVE) as f64);
            let Some(canvas) = Canvas::new(&element, size, cell.get(), palette) else { return };
            canvas.board(&Picture {
                width: board.width(),
                cell: &|x, y| board.is_filled(x as i8, y as i8).then_some(Piece::O),
                height,
                falling: None,
                ghosts: ghost.into_iter().map(|choice| choice.placement.falling()).collect(),
                is_grey: true,
                mark: mark.get(),
            });
        });
    });
    let place = move |event: &ev::PointerEvent| {
        let cell = cell.get_untracked();
        let x = (event.offset_x() as f64 / cell).floor();
        let y = (rows() + ABOVE) as f64 - 1.0 - (event.offset_y() as f64 / cell).floor();
        (x >= 0.0 && y >= 0.0).then_some((x as usize, y as usize))
    };
    let is_filled = move |(x, y): (usize, usize)| {
        editor.with_untracked(|editor| editor.setup().board.is_filled(x as i8, y as i8))
    };
    let put = move |(x, y): (usize, usize), filled: bool| {
        if is_filled((x, y)) != filled {
            editor.update(|editor| editor.paint(x, y, filled));
        }
    };
    let walk = move |event: ev::KeyboardEvent| {
        let width = editor.with_untracked(|editor| editor.setup().board.width());
        let (x, y) = mark.get_untracked().unwrap_or((0, 0));
        let next = match &event.code()[..] {
            "ArrowLeft" => (x.saturating_sub(1), y),
            "ArrowRight" => ((x + 1).min(width - 1), y),
            "ArrowUp" => (x, (y + 1).min(rows() + ABOVE - 1)),
            "ArrowDown" => (x, y.saturating_sub(1)),
            "Space" | "Enter" => {
                put((x, y), !is_filled((x, y)));
                (x, y)
            }
            _ => return,
        };
        event.prevent_default();
        mark.set(Some(next));
    };
    view! {
        <div class="field" style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
            <canvas id="drawing" node_ref=canvas tabindex="0" role="application"
                aria-label="Board to draw on: arrow keys move, Space fills or empties"
                on:keydown=walk
                on:focus=move |_| mark.set(Some((0, 0))) on:blur=move |_| mark.set(None)
                on:pointerdown=move |event| {
                    event.prevent_default();
                    if let Some(at) = place(&event) {
                        let filled = !is_filled(at);
                        drawing.set(Some(filled));
                        put(at, filled);
                    }
                }
                on:pointermove=move |event| {
                    if let (Some(filled), Some(at)) = (drawing.get_untracked(), place(&event)) {
                        put(at, filled);
                    }
                }
                on:pointerup=move |_| drawing.set(None)
                on:pointerleave=move |_| drawing.set(None)></canvas>
        </div>
    }
}

/// What the board is worth as it stands, term by term.
fn worth(standing: &StandingValue) -> impl IntoView + use<> {
    let better = if standing.is_cost { "lower is better" } else { "higher is better" };
    let rows = standing.terms.iter().map(|(name, share)| {
        view! { <tr><th scope="row">{name.clone()}</th><td>{format!("{share:.4}")}</td></tr> }
    });
    view! {
        <details id="worth">
            <summary>"Board as it stands: "<output>{format!("{:.4}", standing.value)}</output>" ("{better}")"</summary>
            <table><tbody>{rows.collect_view()}</tbody></table>
        </details>
    }
}

/// Choices one after the other.
fn listed<'a>(choices: impl Iterator<Item = &'a Choice>) -> String {
    choices.map(Choice::to_string).collect::<Vec<_>>().join(" ")
}

/// Plays a choice on the position.
fn play(editor: RwSignal<Editor>, rules: RwSignal<String>, choice: Choice) {
    let Some(rules) = shipped::get(&rules.get_untracked()) else { return };
    let state = editor.with_untracked(|editor| editor.state(rules));
    if let Ok(mut state) = state
        && state.play(rules, choice).is_ok()
    {
        editor.update(|editor| drop(editor.paste(&state.to_string())));
    }
}

/// The address of the position, without a step in the history for every cell.
pub fn replace_address(address: &str) {
    let call = || -> Result<(), JsValue> {
        let history = js_sys::Reflect::get(&window(), &"history".into())?;
        let replace = js_sys::Reflect::get(&history, &"replaceState".into())?;
        let replace: js_sys::Function = replace.into();
        replace.call3(&history, &JsValue::NULL, &"".into(), &address.into())?;
        Ok(())
    };
    let _ = call();
}
