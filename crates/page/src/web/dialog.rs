//! Dialogs over the page.

use leptos::{html, prelude::*};

/// A dialog that is open whenever this says so.
pub fn shown_while(is_open: impl Fn() -> bool + 'static) -> NodeRef<html::Dialog> {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match is_open() {
            true if !dialog.open() => drop(dialog.show_modal()),
            false if dialog.open() => dialog.close(),
            _ => {}
        }
    });
    dialog
}
