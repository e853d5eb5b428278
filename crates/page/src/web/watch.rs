//! Agents at play, watched.

use leptos::{ev, html, prelude::*};
use minolab_agents::{catalog::Reference, shipped as agents};
use minolab_rules::{BoardSize, Piece, Setup, shipped};

use super::{
    app::App,
    canvas::{ABOVE, Canvas, Picture},
    files, frames,
    link::Link,
    play::{is_typing, mini_size, room},
    store,
};
use crate::{Answer, GameView, RankedLine, Request, Route, Table, WatchOrder};

/// Pieces a second, slowest first; the last is as fast as possible.
const SPEEDS: [f64; 8] = [1.0, 2.0, 4.0, 10.0, 30.0, 120.0, 1000.0, f64::INFINITY];
/// The fastest at which ranked moves can still be read.
const READABLE: f64 = 4.0;
/// What pieces a second are counted over, in milliseconds; after a pause of the longer anew.
const SHORT_MS: f64 = 500.0;
const LONG_MS: f64 = 2500.0;
/// What the fields for the size show until one is changed.
const USUAL_SIZE: BoardSize = BoardSize { width: 10, height: 20 };

/// One agent at play.
#[derive(Clone, Copy)]
struct Seat {
    link: StoredValue<Option<Link>, LocalStorage>,
    view: RwSignal<Option<GameView>>,
    error: RwSignal<Option<String>>,
    /// Pieces a second, lately.
    rate: RwSignal<f64>,
    /// The move that is looked at.
    chosen: RwSignal<usize>,
    owed: StoredValue<f64>,
}

impl Seat {
    fn new(table: Table) -> Seat {
        let (view, error) = (RwSignal::new(None), RwSignal::new(None));
        let (rate, chosen) = (RwSignal::new(0.0), RwSignal::new(0));
        let mut counted = (frames::now(), 0);
        let link = Link::new(move |answer| match answer {
            Answer::View(found) => {
                let (now, (since, before)) = (frames::now(), counted);
                let ms = now - since;
                let is_new = found.pieces < before || ms > LONG_MS;
                if !is_new && ms >= SHORT_MS {
                    rate.try_set((found.pieces - before) as f64 * 1000.0 / ms);
                }
                if is_new || ms >= SHORT_MS {
                    counted = (now, found.pieces);
                }
                chosen.try_set(0);
                view.try_set(Some(*found));
            }
            Answer::Error(message) => {
                error.try_set(Some(message));
            }
            _ => {}
        });
        let link = link.map_err(|message| error.set(Some(message))).ok();
        if let Some(link) = &link {
            link.ask(Request::Open(Box::new(table)));
        }
        let link = StoredValue::new_local(link);
        Seat { link, view, error, rate, chosen, owed: StoredValue::new(0.0) }
    }

    fn ask(self, request: Request) {
        self.error.set(None);
        self.link.with_value(|link| link.iter().for_each(|link| link.ask(request.clone())));
    }

    /// Asks for what is due, if the worker has time.
    fn pass(self, ms: f64, speed: f64) {
        let is_free = self.link.try_with_value(|link| link.as_ref().is_some_and(Link::is_free));
        let is_over = self
            .view
            .try_with_untracked(|view| view.as_ref().is_none_or(|view| view.over.is_some()));
        if is_free != Some(true) || is_over != Some(false) {
            return;
        }
        let most = if speed.is_infinite() {
            u32::MAX
        } else {
            self.owed.update_value(|owed| *owed += speed * ms / 1000.0);
            let most = self.owed.get_value().floor();
            self.owed.update_value(|owed| *owed = (*owed - most).min(1.0));
            most as u32
        };
        if most > 0 {
            self.ask(Request::Play { most, ms: 14.0, rank: speed <= READABLE });
        }
    }
}

/// Agents at play, one or two on the same pieces.
#[component]
pub fn Watch(order: WatchOrder) -> impl IntoView {
    let table = |agent: &str| Table {
        agent: store::reference(agent),
        rules: order.rules.clone().map(Reference::Name),
        board: order.board,
        next: order.next,
        slide: order.slide,
        seed: order.seed,
    };
    let first = Seat::new(table(&order.agent));
    // Two agents play by the same rules: those of the first, if none were chosen.
    let usual = agents::get(&order.agent).map(|agent| Reference::Name(agent.rules.clone()));
    let second = order.other.as_deref().map(|agent| {
        let table = table(agent);
        Seat::new(Table { rules: table.rules.clone().or(usual), ..table })
    });
    let seats: Vec<Seat> = [Some(first), second].into_iter().flatten().collect();
    let count = seats.len();
    let (paused, speed) = (RwSignal::new(false), RwSignal::new(2usize));
    let seats = StoredValue::new(seats);
    let each = move |act: &dyn Fn(Seat)| {
        seats.with_value(|seats| seats.iter().for_each(|seat| act(*seat)))
    };
    let pause = move |on: bool| {
        paused.set(on);
        if on {
            each(&|seat| seat.ask(Request::Rank));
        }
    };
    let step = move || {
        paused.set(true);
        each(&|seat| {
            let view = seat.view.get_untracked();
            let chosen = seat.chosen.get_untracked();
            match view.and_then(|view| view.ranked.get(chosen).map(|line| line.choice)) {
                Some(choice) if chosen > 0 => seat.ask(Request::Choose { choice }),
                _ => seat.ask(Request::Play { most: 1, ms: 0.0, rank: true }),
            }
        });
    };
    let back = move || {
        paused.set(true);
        each(&|seat| seat.ask(Request::Back { pieces: 1 }));
    };
    let faster = move |by: isize| {
        speed.update(|speed| *speed = speed.saturating_add_signed(by).min(SPEEDS.len() - 1));
        each(&|seat| seat.rate.set(0.0));
    };
    let look = move |by: isize| {
        if !paused.get_untracked() {
            pause(true);
        }
        first.chosen.update(|chosen| {
            let most =
                first.view.with_untracked(|view| view.as_ref().map_or(0, |v| v.ranked.len()));
            *chosen = chosen.saturating_add_signed(by).min(most.saturating_sub(1));
        });
    };
    let keys = window_event_listener(ev::keydown, move |event| {
        if is_typing(&event) || event.ctrl_key() || event.meta_key() {
            return;
        }
        match &event.code()[..] {
            "Space" | "KeyP" => pause(!paused.get_untracked()),
            "ArrowRight" | "KeyS" => step(),
            "ArrowLeft" => back(),
            "ArrowUp" => look(-1),
            "ArrowDown" => look(1),
            "Equal" | "NumpadAdd" => faster(1),
            "Minus" | "NumpadSubtract" => faster(-1),
            "KeyM" => faster(SPEEDS.len() as isize),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
    let mut last = frames::now();
    frames::on_frame(move |now| {
        let ms = (now - last).clamp(0.0, 200.0);
        last = now;
        if !paused.get_untracked() {
            let speed = SPEEDS[speed.get_untracked()];
            each(&|seat| seat.pass(ms, speed));
        }
    });
    let pace = move || match SPEEDS[speed.get()] {
        speed if speed.is_infinite() => "max".to_string(),
        speed => format!("{speed}/s"),
    };
    let again = {
        let order = order.clone();
        move |by: u64| go(&WatchOrder { seed: order.seed.wrapping_add(by), ..order.clone() })
    };
    view! {
        <section class="watch" aria-label="Watch">
            <div class="seats" class:two=count == 2>
                {seats.with_value(|seats| seats.iter().map(|seat| view! { <SeatView seat=*seat count paused/> }).collect_view())}
            </div>
            <div class="bar" role="toolbar" aria-label="Play">
                <button type="button" id="back" aria-label="Back one piece" on:click=move |_| back()>"Back"</button>
                <button type="button" id="pause" class="main" aria-label="Pause or go on" on:click=move |_| pause(!paused.get_untracked())>{move || if paused.get() { "Play" } else { "Pause" }}</button>
                <button type="button" id="step" aria-label="On one piece" on:click=move |_| step()>"Step"</button>
                <button type="button" id="slower" aria-label="Slower" on:click=move |_| faster(-1)>"−"</button>
                <output id="speed" aria-label="Speed">{pace}</output>
                <button type="button" id="faster" aria-label="Faster" on:click=move |_| faster(1)>"+"</button>
                <button type="button" id="max" on:click=move |_| faster(SPEEDS.len() as isize)>"Max"</button>
                <button type="button" id="again" on:click=move |_| again(1)>"New game"</button>
            </div>
            <Choices order/>
        </section>
    }
}

/// One agent's board, figures and ranked moves.
#[component]
fn SeatView(seat: Seat, count: usize, paused: RwSignal<bool>) -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let (board, next) = (NodeRef::<html::Canvas>::new(), NodeRef::<html::Canvas>::new());
    let size = Memo::new(move |_| {
        seat.view.with(|view| view.as_ref().map_or((10, 20), |view| (view.width, view.height)))
    });
    let resized = RwSignal::new(0u32);
    let listener = window_event_listener(ev::resize, move |_| resized.update(|count| *count += 1));
    on_cleanup(move || listener.remove());
    let cell = Memo::new(move |_| {
        resized.get();
        cell_size(size.get(), count)
    });
    Effect::new(move |_| {
        let palette = settings.with(|settings| settings.palette);
        let (Some(board), Some(next)) = (board.get(), next.get()) else { return };
        let (cell, chosen) = (cell.get(), seat.chosen.get());
        seat.view.with(|view| {
            let (width, height) = size.get();
            let grid = (width as f64, (height + ABOVE) as f64);
            let cells: &[u8] = view.as_ref().map_or(&[], |view| view.cells.as_bytes());
            let line = view.as_ref().and_then(|view| view.ranked.get(chosen));
            let ghost = line.map(|line| line.choice);
            if let Some(canvas) = Canvas::new(&board, grid, cell, palette) {
                canvas.board(&Picture {
                    width,
                    cell: &|x, y| Piece::from_char(*cells.get(y * width + x)? as char),
                    height,
                    falling: None,
                    ghosts: ghost.into_iter().map(|choice| choice.placement.falling()).collect(),
                    is_grey: false,
                    mark: None,
                });
            }
            // Before there is anything to show it is as large as with it.
            let rows = 2.8 * 7.0;
            let canvas = Canvas::new(&next, (4.4, rows), mini_size(cell).min(16.0), palette);
            if let (Some(view), Some(canvas)) = (view, canvas) {
                let _ = board.set_attribute("data-position", &view.position.to_string());
                let Setup { current, hold, queue, .. } = &view.position;
                hold.iter().copied().for_each(|piece| canvas.piece(piece, 0.2, 0.4, true));
                let first = if view.has_hold { 3.2 } else { 0.4 };
                if view.has_hold {
                    canvas.rule(4.4, 2.8);
                }
                for (index, piece) in current.iter().chain(queue).take(6).enumerate() {
                    canvas.piece(*piece, 0.2, first + 2.8 * index as f64, false);
                }
            }
        });
    });
    let figure = move |pick: fn(&GameView) -> String| {
        move || seat.view.with(|view| view.as_ref().map_or(String::new(), pick))
    };
    let row = move |(index, line): (usize, RankedLine), best: Option<RankedLine>| {
        let score = match &best {
            None => format!("{:.2}", line.score),
            Some(best) => format!("{:+.2}", line.score - best.score),
        };
        let because = line.because(best.as_ref(), 3);
        let choice = line.choice;
        view! {
            <li>
                <button type="button" class="move" class:chosen=move || seat.chosen.get() == index
                    aria-pressed=move || (seat.chosen.get() == index).to_string()
                    on:mouseenter=move |_| seat.chosen.set(index)
                    on:focus=move |_| seat.chosen.set(index)
                    on:click=move |_| {
                        paused.set(true);
                        seat.ask(Request::Choose { choice });
                    }>
                    <b>{choice.to_string()}</b><span>{score}</span><small>{because}</small>
                </button>
            </li>
        }
    };
    view! {
        <article class="seat">
            <h2>{figure(|view| view.agent.clone())}<small>{figure(|view| format!("{} {}x{}", view.rules, view.width, view.height))}</small></h2>
            <p class="error" role="alert">{move || seat.error.get()}</p>
            <div class="table">
                <div class="field" style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
                    <canvas class="watched" node_ref=board role="img" aria-label="Board"></canvas>
                    <Show when=move || seat.view.with(|view| view.as_ref().is_some_and(|view| view.over.is_some()))>
                        <p class="cover ready">{figure(|view| view.over.clone().unwrap_or_default())}</p>
                    </Show>
                </div>
                <div class="figures">
                    <dl class="stats">
                        <dt>"Pieces"</dt><dd class="pieces">{figure(|view| view.pieces.to_string())}</dd>
                        <dt>"Lines"</dt><dd class="lines">{figure(|view| view.lines.to_string())}</dd>
                        <dt>"Score"</dt><dd>{figure(|view| view.score.to_string())}</dd>
                        <dt>"Pieces/s"</dt><dd class="rate">{move || match seat.rate.get() {
                            rate if rate >= 1000.0 => format!("{:.0} k", rate / 1000.0),
                            rate => format!("{rate:.0}"),
                        }}</dd>
                    </dl>
                    <canvas class="mini" node_ref=next role="img" aria-label="Hold, active piece and next pieces"></canvas>
                </div>
                <ol class="moves" aria-label="Ranked moves. Best: score. Others: difference to best">
                    {move || seat.view.with(|view| {
                        let ranked = view.as_ref().map_or(Vec::new(), |view| view.ranked.clone());
                        let best = ranked.first().cloned();
                        ranked.into_iter().take(12).enumerate()
                            .map(|(index, line)| row((index, line), best.clone().filter(|_| index > 0)))
                            .collect_view()
                    })}
                </ol>
            </div>
        </article>
    }
}

/// Who plays, and by what.
#[component]
fn Choices(order: WatchOrder) -> impl IntoView {
    let own = RwSignal::new(store::agents());
    let message = RwSignal::new(String::new());
    let input = NodeRef::<html::Input>::new();
    let order = StoredValue::new(order);
    let change = move |change: &dyn Fn(&mut WatchOrder)| {
        let mut new = order.get_value();
        change(&mut new);
        go(&new);
    };
    let load = move |_| {
        let Some(input) = input.get_untracked() else { return };
        files::read(&input, move |text| {
            let agent = text.and_then(|text| {
                let agent = minolab_agents::Agent::from_toml(&text);
                agent.map(|agent| (agent.name, text)).map_err(|error| error.to_string())
            });
            match agent {
                Ok((name, text)) => {
                    let name = format!("own-{name}");
                    store::add_agent(&name, &text);
                    own.set(store::agents());
                    change(&|order| order.agent = name.clone());
                }
                Err(error) => message.set(format!("That is no agent: {error}")),
            }
        });
    };
    let names = move || {
        let shipped = agents::NAMES.iter().map(|name| name.to_string());
        shipped.chain(own.get().into_iter().map(|(name, _)| name)).collect::<Vec<_>>()
    };
    let options = move |chosen: String| {
        names()
            .into_iter()
            .map(|name| {
                let selected = name == chosen;
                view! { <option value=name.clone() selected=selected>{name.clone()}</option> }
            })
            .collect_view()
    };
    let now = order.get_value();
    let BoardSize { width, height } = now.board.unwrap_or(USUAL_SIZE);
    let (chosen, other) = (now.agent.clone(), now.other.clone().unwrap_or_default());
    let rules = now.rules.clone().unwrap_or_default();
    let size = move |event: ev::Event, is_width: bool| {
        if let Ok(value) = event_target_value(&event).parse::<usize>() {
            change(&|order| {
                let size = order.board.unwrap_or(USUAL_SIZE);
                order.board = Some(match is_width {
                    true => BoardSize { width: value.clamp(4, 16), ..size },
                    false => BoardSize { height: value.clamp(4, 40), ..size },
                });
            });
        }
    };
    let three = |value: Option<bool>| match value {
        None => "usual",
        Some(true) => "on",
        Some(false) => "off",
    };
    let read = |event: &ev::Event| match &event_target_value(event)[..] {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    };
    let ways = move |chosen: &'static str| {
        ["usual", "on", "off"]
            .map(|name| view! { <option value=name selected=name == chosen>{name}</option> })
            .into_iter()
            .collect_view()
    };
    view! {
        <div class="choices form">
            <label><span>"Agent"</span><select id="agent" on:change=move |event| { let name = event_target_value(&event); change(&|order| order.agent = name.clone()); }>{move || options(chosen.clone())}</select></label>
            <label><span>"Second agent, same pieces"</span><select id="other" on:change=move |event| { let name = event_target_value(&event); change(&|order| order.other = Some(name.clone()).filter(|name| !name.is_empty())); }><option value="">"none"</option>{move || options(other.clone())}</select></label>
            <label><span>"Rules"</span><select id="rules" on:change=move |event| { let name = event_target_value(&event); change(&|order| order.rules = Some(name.clone()).filter(|name| !name.is_empty())); }>
                <option value="">"default of the agent"</option>
                {shipped::NAMES.iter().map(|name| view! { <option value=*name selected=*name == rules>{*name}</option> }).collect_view()}
            </select></label>
            <label><span>"Next piece"</span><select id="next" on:change=move |event| { let value = read(&event); change(&|order| order.next = value); }>{ways(three(now.next))}</select></label>
            <label><span>"Sliding"</span><select id="slide" on:change=move |event| { let value = read(&event); change(&|order| order.slide = value); }>{ways(three(now.slide))}</select></label>
            <label><span>"Width"</span><input id="width" type="number" min="4" max="16" value=width.to_string() on:change=move |event| size(event, true)/></label>
            <label><span>"Height"</span><input id="height" type="number" min="4" max="40" value=height.to_string() on:change=move |event| size(event, false)/></label>
            <label><span>"Seed"</span><input id="seed" inputmode="numeric" value=now.seed.to_string() on:change=move |event| { if let Ok(seed) = event_target_value(&event).parse() { change(&|order| order.seed = seed); } }/></label>
            <p><label class="button" for="agent-file">"Load an agent file"</label>
                <input id="agent-file" class="unseen" type="file" accept=".toml" node_ref=input on:change=load/></p>
            <p class="note" role="status">{move || message.get()}</p>
            <p class="note">"Space pauses, → and ← step, ↑ and ↓ choose among the moves, + and − change the speed, M is as fast as possible."</p>
        </div>
    }
}

fn go(order: &WatchOrder) {
    let _ = window().location().set_hash(&Route::Watch(order.clone()).address());
}

fn cell_size((columns, rows): (usize, usize), count: usize) -> f64 {
    let (width, height) = room();
    let narrow = width < 560.0;
    let share = if narrow {
        (width - 24.0) - 70.0
    } else {
        ((width.min(1100.0) - 40.0) / count as f64 - 90.0) * if count == 2 { 1.0 } else { 0.6 }
    };
    let cell = (share / columns as f64).min((height - 200.0) / (rows + ABOVE) as f64);
    cell.floor().clamp(6.0, 30.0)
}
