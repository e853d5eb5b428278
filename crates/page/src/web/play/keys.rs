//! The keyboard of a game.

use leptos::{ev, prelude::*};

use super::{super::app::App, is_on_button, is_typing};
use crate::Action;

/// Hears every key that means something in the game.
pub fn listen_keys(app: App, act: impl Fn(Action, bool, f64) + Copy + 'static) {
    let handle = move |event: ev::KeyboardEvent, pressed: bool| {
        if is_typing(&event) || app.keys.get_untracked() {
            return;
        }
        let code = event.code();
        let action = match (&code[..], event.ctrl_key() || event.meta_key()) {
            ("KeyZ", true) if event.shift_key() => Some(Action::Redo),
            ("KeyZ", true) => Some(Action::Undo),
            ("KeyY", true) => Some(Action::Redo),
            // The browser's own.
            (_, true) if code != "ControlLeft" => None,
            _ => app.settings.with_untracked(|settings| settings.bindings().action(&code)),
        };
        let Some(action) = action else { return };
        // A button that has the keyboard is pressed by these two, not the game's.
        if matches!(&code[..], "Space" | "Enter") && is_on_button(&event) {
            return;
        }
        event.prevent_default();
        if !event.repeat() {
            act(action, pressed, event.time_stamp());
        }
    };
    let down = window_event_listener(ev::keydown, move |event| handle(event, true));
    let up = window_event_listener(ev::keyup, move |event| handle(event, false));
    on_cleanup(move || {
        down.remove();
        up.remove();
    });
}
