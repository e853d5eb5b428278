//! Everything that touches the browser.

mod analyse;
mod analysis;
mod app;
mod canvas;
mod clipboard;
mod coach;
mod custom;
mod dialog;
mod evolve;
mod files;
mod frames;
mod front;
mod grading;
mod icons;
mod keysheet;
mod lane;
mod learn;
mod link;
mod live;
mod measure;
mod minis;
mod picture;
mod play;
mod playback;
mod records;
mod review;
mod runs;
mod screen;
mod settings;
mod sound;
mod store;
mod train;
mod watch;
mod worker;

use wasm_bindgen::prelude::*;

/// Shows the page; called once, when everything is loaded.
#[wasm_bindgen]
pub fn page() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
