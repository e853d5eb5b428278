//! Everything that touches the browser.

mod analyse;
mod analysis;
mod app;
mod canvas;
mod custom;
mod driver;
mod end;
mod evolve;
mod files;
mod frames;
mod grading;
mod hint;
mod lane;
mod link;
mod measure;
mod menu;
mod play;
mod playback;
mod records;
mod review;
mod runs;
mod settings;
mod sound;
mod store;
mod watch;
mod worker;

use wasm_bindgen::prelude::*;

/// Shows the page; called once, when everything is loaded.
#[wasm_bindgen]
pub fn page() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
