//! A kept game played again.

use std::sync::Arc;

use leptos::{ev, html, prelude::*};
use minolab_arena::{Scene, Timeline};
use minolab_rules::{Event, Painted, Realtime};

use super::{
    app::{App, Nothing},
    canvas::{Canvas, Picture},
    frames,
    icons::{Icon, Sign},
    screen::{self, is_on_button, is_typing},
    store,
};
use crate::{ABOVE, KeyReplay, Route, mode_title, rules_title, stopwatch};

/// A kept game at one of its ticks.
#[derive(Clone)]
struct Moment {
    replay: Arc<KeyReplay>,
    realtime: Realtime,
    painted: Painted,
    // Keys that have acted.
    keys: usize,
}

/// A kept game that is looked at: where it is, and its moments just after each piece.
struct Viewer {
    moment: Moment,
    // The last step is from the last piece to the end.
    timeline: Timeline<Moment>,
}

/// Pieces between two moments that are kept.
const APART: usize = 16;

/// On to the next piece.
impl Scene for Moment {
    type Step = ();

    fn advance(&mut self, (): &()) {
        self.pass(u64::MAX, true);
    }
}

impl Moment {
    /// Goes on to this tick, or to the next piece.
    fn pass(&mut self, until: u64, to_next_piece: bool) {
        let pieces = self.pieces();
        while self.realtime.ticks() < until.min(self.replay.until())
            && self.realtime.end().is_none()
        {
            let tick = self.realtime.ticks();
            let due = self.replay.keys[self.keys..].iter().take_while(|key| key.tick <= tick);
            let now: Vec<_> = due.map(|key| key.event).collect();
            self.keys += now.len();
            let events = self.realtime.tick(&now).to_vec();
            for event in events {
                if let Event::Locked { placement, .. } = event {
                    self.painted.place(&self.replay.rules, placement);
                }
            }
            if to_next_piece && self.pieces() > pieces {
                return;
            }
        }
    }

    fn pieces(&self) -> u64 {
        self.realtime.game().totals().pieces
    }

    fn is_over(&self) -> bool {
        self.realtime.end().is_some() || self.realtime.ticks() >= self.replay.until()
    }
}

impl Viewer {
    fn new(replay: KeyReplay) -> Viewer {
        let (realtime, pieces) = (replay.start(), replay.totals.pieces);
        let painted = Painted::new(replay.rules.width as usize);
        let moment = Moment { replay: Arc::new(replay), realtime, painted, keys: 0 };
        let steps = std::iter::repeat_n((), pieces as usize + 1);
        let timeline = Timeline::new(moment.clone(), APART).with_future(steps);
        Viewer { moment, timeline }
    }

    fn restart(&mut self) {
        self.timeline.seek(0);
        self.moment = self.timeline.present().clone();
    }

    /// Goes to just after this many pieces; after as many as now, it stays where it is.
    fn seek(&mut self, pieces: u64) {
        if pieces == self.moment.pieces() {
            return;
        }
        self.timeline.seek(usize::try_from(pieces).unwrap_or(usize::MAX));
        self.moment = self.timeline.present().clone();
    }

    fn is_over(&self) -> bool {
        self.moment.is_over()
    }
}

/// A kept game, to be watched at any speed and piece by piece.
#[component]
pub fn Playback(index: usize) -> impl IntoView {
    match store::replays().into_iter().nth(index) {
        Some(replay) => view! { <Screen replay/> }.into_any(),
        None => view! { <Nothing message="There is no such game any more."/> }.into_any(),
    }
}

const SPEEDS: [f64; 6] = [0.25, 0.5, 1.0, 2.0, 4.0, 16.0];

#[component]
fn Screen(replay: KeyReplay) -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let (columns, rows) = (replay.rules.width as usize, replay.rules.height as usize);
    let (name, whole) = (mode_title(replay.mode), replay.ticks);
    let about = rules_title(&replay.rules);
    let has_hold = replay.rules.hold;
    let over = RwSignal::new(false);
    let (pieces, review) = (replay.totals.pieces, Route::Review(replay.id()).address());
    let viewer = StoredValue::new_local(Viewer::new(replay));
    let room = screen::followed();
    let cell = Memo::new(move |_| {
        let room = room.get();
        // Its buttons are below the board, for mouse and thumb alike.
        let below = if room.is_short() { 44.0 } else { 126.0 };
        crate::Room { is_touch: false, ..room }.play_cell((columns, rows), below)
    });
    let mini = Memo::new(move |_| room.get().mini_cell(cell.get()));
    let (paused, speed) = (RwSignal::new(false), RwSignal::new(2usize));
    let shown = RwSignal::new((String::new(), 0u64, 0u64, 0u64));
    let (board, next) = (NodeRef::<html::Canvas>::new(), NodeRef::<html::Canvas>::new());
    let hold = NodeRef::<html::Canvas>::new();
    let seek = move |pieces: u64| {
        paused.set(true);
        viewer.update_value(|viewer| viewer.seek(pieces));
    };
    let jump = move |by: i64| {
        paused.set(true);
        viewer.update_value(|viewer| {
            let now = viewer.moment.pieces();
            viewer.seek(now.saturating_add_signed(by));
        });
    };
    let faster = move |by: isize| {
        speed.update(|speed| *speed = speed.saturating_add_signed(by).min(SPEEDS.len() - 1));
    };
    let toggle = move || {
        if viewer.with_value(Viewer::is_over) {
            viewer.update_value(Viewer::restart);
            paused.set(false);
        } else {
            paused.update(|paused| *paused = !*paused);
        }
    };
    let keys = window_event_listener(ev::keydown, move |event| {
        if is_typing(&event) {
            return;
        }
        match &event.code()[..] {
            "Space" if is_on_button(&event) => return,
            "Space" => toggle(),
            "ArrowLeft" => jump(-1),
            "ArrowRight" => jump(1),
            "ArrowUp" => faster(1),
            "ArrowDown" => faster(-1),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
    let mut last = frames::now();
    let mut owed = 0.0;
    frames::on_frame(move |now| {
        let passed = (now - last).clamp(0.0, 100.0);
        last = now;
        let seen = viewer.try_update_value(|viewer| {
            if !paused.get_untracked() {
                owed += passed * SPEEDS[speed.get_untracked()];
                let until = viewer.moment.realtime.ticks() + owed as u64;
                viewer.moment.pass(until, false);
                owed = owed.fract();
            }
            let palette = settings.with_untracked(|settings| settings.palette);
            let size = (columns as f64, (rows + ABOVE) as f64);
            let cell = cell.get_untracked();
            if let Some(board) = board.get_untracked()
                && let Some(canvas) = Canvas::new(&board, size, cell, palette)
            {
                canvas.board(&Picture {
                    width: columns,
                    cell: &|x, y| viewer.moment.painted.get(x, y),
                    is_garbage: &|x, y| viewer.moment.painted.is_filled(x, y),
                    height: rows,
                    falling: viewer.moment.realtime.falling(),
                    ghosts: viewer.moment.realtime.ghost().into_iter().collect(),
                    mark: None,
                });
            }
            if let Some(next) = next.get_untracked()
                && let Some(canvas) = Canvas::new(&next, (4.4, 14.4), mini.get_untracked(), palette)
            {
                let queue = viewer.moment.realtime.game().state().queue;
                for (index, piece) in queue.iter().take(5).enumerate() {
                    canvas.piece(piece, 0.2, 0.4 + 2.8 * index as f64, false);
                }
            }
            let state = viewer.moment.realtime.game().state();
            if let Some(hold) = hold.get_untracked()
                && let Some(canvas) = Canvas::new(&hold, (4.4, 2.8), mini.get_untracked(), palette)
                && let Some(piece) = state.hold
            {
                canvas.piece(piece, 0.2, 0.4, state.hold_used);
            }
            if let Some(hold) = hold.get_untracked() {
                let letter = state.hold.map_or(String::new(), |piece| piece.to_string());
                let _ = hold.set_attribute("data-hold", &letter);
            }
            let is_over = viewer.is_over();
            if over.get_untracked() != is_over {
                over.set(is_over);
            }
            let totals = viewer.moment.realtime.game().totals();
            (stopwatch(viewer.moment.realtime.ticks()), totals.score, totals.lines, totals.pieces)
        });
        if let Some(seen) = seen
            && shown.with_untracked(|shown| *shown != seen)
        {
            shown.set(seen);
        }
    });
    let label = move || match (over.get(), paused.get()) {
        (true, _) => "Again",
        (false, true) => "Play",
        (false, false) => "Pause",
    };
    view! {
        <section class="play replay" aria-label=format!("Replay of {name}") style:--cell=move || format!("{}px", cell.get())>
            <div class="game-bar">
                <a class="icon" href="#/records" aria-label="Records" title="Records"><Icon sign=Sign::Back/></a>
                <h1>{name.clone()}<small>{format!("replay · {about}")}</small></h1>
                <div class="icons"><a class="button small" id="review" href=review>"Review"</a></div>
            </div>
            <div class="stage-area">
            <div class="side left">
                <div class="box">
                    <h2 class="label" id="hold-label">{if has_hold { "Hold" } else { "No hold" }}</h2>
                    <Show when=move || has_hold><canvas class="mini" width="0" height="0" id="hold" node_ref=hold role="img" aria-labelledby="hold-label"></canvas></Show>
                </div>
                <dl class="stats">
                    <dt>"Time"</dt><dd id="time" class="lead">{move || shown.get().0}</dd>
                    <dt class="extra">"of"</dt><dd class="extra">{stopwatch(whole)}</dd>
                    <dt>"Score"</dt><dd id="score">{move || shown.get().1}</dd>
                    <dt>"Lines"</dt><dd id="lines">{move || shown.get().2}</dd>
                    <dt>"Pieces"</dt><dd id="pieces">{move || shown.get().3}</dd>
                </dl>
            </div>
            <div class="well">
                <div class="field" style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
                    <canvas id="board" node_ref=board role="img" aria-label="Board"></canvas>
                    <Show when=move || over.get()><p class="cover over" role="status">"The end"</p></Show>
                </div>
            </div>
            <div class="side right">
                <div class="box">
                    <h2 class="label">"Next"</h2>
                    <canvas class="mini" width="0" height="0" node_ref=next role="img" aria-label="Next pieces"></canvas>
                </div>
            </div>
            <div class="bar" role="toolbar" aria-label="Replay">
                <input class="scrub" id="scrub" type="range" min="0" max=pieces.to_string() step="1" aria-label="Piece"
                    prop:value=move || shown.get().3.to_string()
                    on:input=move |event| if let Ok(to) = event_target_value(&event).parse() { seek(to) }/>
                <button type="button" id="back" aria-label="Back one piece" on:click=move |_| jump(-1)><Icon sign=Sign::Left/></button>
                <button type="button" id="toggle" class="main" on:click=move |_| toggle()>{label}</button>
                <button type="button" id="forward" aria-label="On one piece" on:click=move |_| jump(1)><Icon sign=Sign::Right/></button>
                <button type="button" aria-label="Slower" on:click=move |_| faster(-1)>"−"</button>
                <output id="speed" aria-label="Speed">{move || format!("{}×", SPEEDS[speed.get()])}</output>
                <button type="button" aria-label="Faster" on:click=move |_| faster(1)>"+"</button>
                <button type="button" id="end" aria-label="To the end" on:click=move |_| jump(i64::MAX)><Icon sign=Sign::Last/></button>
            </div>
            </div>
        </section>
    }
}
