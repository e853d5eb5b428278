//! Buttons for thumbs, and fingers on the board.

use std::cell::RefCell;

use leptos::{ev, prelude::*};
use minolab_rules::{Key, KeyEvent, Ruleset};

use super::super::icons::{Icon, Sign};
use crate::{Action, Gesture};

const LEFT: [(Key, Option<Sign>); 4] = [
    (Key::Left, Some(Sign::Left)),
    (Key::Right, Some(Sign::Right)),
    (Key::SoftDrop, Some(Sign::Down)),
    (Key::Hold, Some(Sign::Hold)),
];
const RIGHT: [(Key, Option<Sign>); 4] = [
    (Key::Ccw, Some(Sign::Ccw)),
    (Key::Cw, Some(Sign::Cw)),
    // No arrow says it as well.
    (Key::Flip, None),
    (Key::HardDrop, Some(Sign::Drop)),
];

/// Two groups of buttons, one for each thumb; what the rules do not have is grey.
#[component]
pub fn Thumbs(rules: Ruleset, act: impl Fn(Action, bool, f64) + Copy + 'static) -> impl IntoView {
    let button = |(key, sign): (Key, Option<Sign>)| {
        let is_there = super::has_key(&rules, key);
        let down = RwSignal::new(false);
        let press = move |pressed: bool| {
            move |event: ev::PointerEvent| {
                event.prevent_default();
                if down.get_untracked() != pressed {
                    down.set(pressed);
                    act(Action::Game(key), pressed, event.time_stamp());
                }
            }
        };
        view! {
            <button type="button" class="thumb" class:down=move || down.get() tabindex="-1" disabled=!is_there
                aria-label=Action::Game(key).label() data-key=key.name()
                on:pointerdown=press(true) on:pointerup=press(false)
                on:pointercancel=press(false) on:pointerleave=press(false)
                on:contextmenu=move |event| event.prevent_default()>
                {match sign { Some(sign) => view! { <Icon sign/> }.into_any(), None => "180°".into_any() }}
            </button>
        }
    };
    view! {
        <div class="touch">
            <div class="thumbs left" role="group" aria-label="Left thumb">{LEFT.map(button).into_iter().collect_view()}</div>
            <div class="thumbs right" role="group" aria-label="Right thumb">{RIGHT.map(button).into_iter().collect_view()}</div>
        </div>
    }
}

/// A finger on the board, if there is one.
#[derive(Clone, Copy)]
pub struct Finger(StoredValue<RefCell<Option<Gesture>>, LocalStorage>);

impl Finger {
    /// No finger.
    pub fn new() -> Finger {
        Finger(StoredValue::new_local(RefCell::new(None)))
    }

    /// Comes down on a board of this width.
    pub fn down(self, event: &ev::PointerEvent, cell: f64, width: f64) {
        // A mouse has keys beside it.
        if event.pointer_type() == "mouse" {
            return;
        }
        event.prevent_default();
        let place = (event.client_x() as f64, event.client_y() as f64);
        let is_left = (event.offset_x() as f64) < width / 2.0;
        let gesture = Gesture::new(place, event.time_stamp(), cell, is_left);
        self.0.with_value(|finger| finger.replace(Some(gesture)));
    }

    /// Goes on, or leaves; the keys that means.
    pub fn go(self, event: &ev::PointerEvent, is_end: bool) -> Vec<KeyEvent> {
        let place = (event.client_x() as f64, event.client_y() as f64);
        self.0.with_value(|finger| {
            let mut finger = finger.borrow_mut();
            let Some(gesture) = finger.as_mut() else { return Vec::new() };
            if !is_end {
                return gesture.go(place, event.time_stamp());
            }
            let keys = gesture.end(place, event.time_stamp());
            *finger = None;
            keys
        })
    }
}
