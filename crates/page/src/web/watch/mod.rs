//! Agents at play, watched.

mod choices;
mod seat;
mod sitting;
mod table;

use leptos::{ev, prelude::*};

use self::{
    choices::{Choices, go},
    seat::Seat,
    sitting::Sitting,
    table::SeatView,
};
use super::{
    frames,
    icons::{Icon, Sign},
    screen::{is_on_button, is_typing},
};
use crate::{Request, WatchOrder};

/// Pieces a second, slowest first, and what each is for; the last is as fast as possible.
const SPEEDS: [(f64, &str); 8] = [
    (1.0, "guess its moves"),
    (2.0, "follow its thoughts"),
    (4.0, "read its moves"),
    (10.0, "see its style"),
    (30.0, "see the stack live"),
    (120.0, "a game a minute"),
    (1000.0, "statistics"),
    (f64::INFINITY, "all this machine has"),
];
/// The fastest at which ranked moves can still be read.
const READABLE: f64 = 4.0;
/// What a round of many pieces should take, in milliseconds: a frame.
const ROUND_MS: f64 = 14.0;

/// Agents at play, one or two on the same pieces and in step: neither is a piece ahead.
#[component]
pub fn Watch(order: WatchOrder) -> impl IntoView {
    let Sitting { order, seats, paused, speed } = Sitting::of(order);
    let (count, first) = (seats.len(), seats[0]);
    let seats = StoredValue::new(seats);
    let each = move |act: &dyn Fn(Seat)| {
        seats.with_value(|seats| seats.iter().for_each(|seat| act(*seat)))
    };
    let is_over = Memo::new(move |_| {
        seats.with_value(|seats| {
            seats.iter().all(|seat| {
                seat.view.with(|view| view.as_ref().is_some_and(|view| view.over.is_some()))
            })
        })
    });
    let pause = move |on: bool| {
        paused.set(on);
        each(&|seat| seat.rate.set(None));
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
    // A move chosen for one is a piece for the other too.
    let also = move |chooser: Seat| {
        each(&|seat| {
            if seat.view != chooser.view {
                seat.ask(Request::Play { most: 1, ms: 0.0, rank: true });
            }
        });
    };
    let back = move || {
        paused.set(true);
        each(&|seat| {
            seat.rate.set(None);
            seat.ask(Request::Back { pieces: 1 });
        });
    };
    let faster = move |by: isize| {
        speed.update(|speed| *speed = speed.saturating_add_signed(by).min(SPEEDS.len() - 1));
        each(&|seat| seat.rate.set(None));
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
            "Space" if is_on_button(&event) => return,
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
    let mut round = Round::default();
    frames::on_frame(move |now| {
        let ms = (now - last).clamp(0.0, 200.0);
        last = now;
        if paused.try_get_untracked() == Some(false) {
            let speed = SPEEDS[speed.get_untracked()].0;
            seats.with_value(|seats| round.pass(seats, now, ms, speed));
        }
    });
    let pace = move || match SPEEDS[speed.get()].0 {
        speed if speed.is_infinite() => "max".to_string(),
        speed => format!("{speed}/s"),
    };
    let state = move || match (is_over.get(), paused.get()) {
        (true, _) => "Finished",
        (false, true) => "Play",
        (false, false) => "Pause",
    };
    let again = {
        let order = order.clone();
        move |by: u64| {
            go(&WatchOrder { seed: order.seed.wrapping_add(by), position: None, ..order.clone() })
        }
    };
    view! {
        <section class="watch" aria-label="Watch">
            <h1 class="unseen">{format!("Watch {}", order.agent)}</h1>
            <div class="seats" class:two=count == 2>
                {seats.with_value(|seats| seats.iter().map(|seat| view! { <SeatView seat=*seat count paused on_choose=also/> }).collect_view())}
            </div>
            <div class="bar" role="toolbar" aria-label="Play">
                <button type="button" id="back" aria-label="Back one piece" title="Back one piece" on:click=move |_| back()><Icon sign=Sign::Left/></button>
                <button type="button" id="pause" class="main" disabled=move || is_over.get() on:click=move |_| pause(!paused.get_untracked())>{state}</button>
                <button type="button" id="step" aria-label="On one piece" title="On one piece" disabled=move || is_over.get() on:click=move |_| step()><Icon sign=Sign::Right/></button>
                <button type="button" id="slower" aria-label="Slower" on:click=move |_| faster(-1)>"−"</button>
                <output id="speed" aria-label="Speed">{pace}</output>
                <button type="button" id="faster" aria-label="Faster" on:click=move |_| faster(1)>"+"</button>
                <button type="button" id="max" on:click=move |_| faster(SPEEDS.len() as isize)>"Max"</button>
                <button type="button" id="again" on:click=move |_| again(1)>"New game"</button>
                <span class="note" id="meaning">{move || SPEEDS[speed.get()].1}</span>
            </div>
            <Choices order/>
        </section>
    }
}

/// Pieces handed out to all seats at once, the next when all have played the last.
struct Round {
    owed: f64,
    // Pieces in a round at the highest speed, and when the last one began.
    pieces: u32,
    began: f64,
}

impl Default for Round {
    fn default() -> Round {
        Round { owed: 0.0, pieces: 1, began: 0.0 }
    }
}

impl Round {
    fn pass(&mut self, seats: &[Seat], now: f64, ms: f64, speed: f64) {
        if seats.iter().any(|seat| seat.is_over().is_none()) {
            return;
        }
        let playing: Vec<Seat> =
            seats.iter().copied().filter(|seat| seat.is_over() == Some(false)).collect();
        self.owed = (self.owed + speed * ms / 1000.0).min((speed / 20.0).max(1.0));
        if playing.is_empty() || !playing.iter().all(|seat| seat.is_free()) {
            return;
        }
        let rank = speed <= READABLE;
        if let [seat] = playing[..]
            && speed.is_infinite()
        {
            // Alone it plays as long as a frame allows.
            seat.ask(Request::Play { most: u32::MAX, ms: ROUND_MS, rank });
            return;
        }
        let most = match speed.is_infinite() {
            true => {
                let took = now - self.began;
                self.pieces = match took {
                    took if took < 1.5 * ROUND_MS => self.pieces.saturating_mul(2).min(1 << 20),
                    took if took > 3.0 * ROUND_MS => (self.pieces / 2).max(1),
                    _ => self.pieces,
                };
                self.pieces
            }
            false => self.owed as u32,
        };
        if most == 0 {
            return;
        }
        self.owed = (self.owed - most as f64).clamp(0.0, 1.0);
        self.began = now;
        // Who is behind, as after a move chosen by hand, catches up.
        let ahead = playing.iter().map(|seat| seat.pieces()).max().unwrap_or(0);
        for seat in playing {
            let behind = (ahead - seat.pieces()).min(u32::MAX as u64) as u32;
            let most = most.saturating_add(behind);
            seat.ask(Request::Play { most, ms: 1e9, rank });
        }
    }
}
