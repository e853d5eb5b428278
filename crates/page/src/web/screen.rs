//! The window: its size, its likes, and where its keys go.

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;

use crate::Room;

/// The window as it is now. A phone says a wider one if something sticks out, so the document's
/// own width is asked for.
pub fn room() -> Room {
    let height = window().inner_height().ok().and_then(|height| height.as_f64());
    let width = document().document_element().map(|root| root.client_width() as f64);
    Room {
        width: width.unwrap_or(600.0),
        height: height.unwrap_or(600.0),
        is_touch: matches("(pointer: coarse)"),
    }
}

/// The window, followed as its size changes; for as long as the screen that asks is there.
pub fn followed() -> RwSignal<Room> {
    let signal = RwSignal::new(room());
    let resized = window_event_listener(ev::resize, move |_| signal.set(room()));
    on_cleanup(move || resized.remove());
    signal
}

/// Whether the person would rather see things stand still.
pub fn is_still() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

fn matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|query| query.matches())
}

fn target(event: &ev::KeyboardEvent) -> Option<web_sys::Element> {
    event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok())
}

/// Whether the person is writing somewhere.
pub fn is_typing(event: &ev::KeyboardEvent) -> bool {
    target(event)
        .is_some_and(|target| matches!(&target.tag_name()[..], "INPUT" | "SELECT" | "TEXTAREA"))
}

/// Whether a key was pressed on something that it presses.
pub fn is_on_button(event: &ev::KeyboardEvent) -> bool {
    target(event).is_some_and(|target| matches!(&target.tag_name()[..], "BUTTON" | "A" | "SUMMARY"))
}

/// Takes the keyboard away from whatever button was pressed: it belongs to the game.
pub fn blur() {
    let active = document().active_element();
    if let Some(element) =
        active.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok())
    {
        let _ = element.blur();
    }
}

/// A button that has the keyboard so many milliseconds after it is there.
pub fn focused(after: u64) -> NodeRef<html::Button> {
    let button = NodeRef::<html::Button>::new();
    let focus = move || {
        if let Some(button) = button.try_get_untracked().flatten() {
            let _ = button.focus();
        }
    };
    set_timeout(focus, std::time::Duration::from_millis(after));
    button
}

/// Gives the page the whole screen, or takes it away again.
pub fn toggle_full_screen() {
    match document().fullscreen_element() {
        Some(_) => document().exit_fullscreen(),
        None => {
            if let Some(root) = document().document_element() {
                let _ = root.request_fullscreen();
            }
        }
    }
}

/// A seed that nobody chose.
pub fn new_seed() -> u64 {
    (js_sys::Math::random() * (1u64 << 52) as f64) as u64
}
