//! Frames: when to draw.

use std::{
    cell::RefCell,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use leptos::prelude::{on_cleanup, window};
use wasm_bindgen::{JsCast, prelude::Closure};

type Callback = Closure<dyn FnMut(f64)>;
type Shared = Rc<RefCell<Option<Callback>>>;

/// Calls back before every frame, with the time in milliseconds, as long as the screen that
/// asked is there.
pub fn on_frame(mut draw: impl FnMut(f64) + 'static) {
    let alive = Arc::new(AtomicBool::new(true));
    let stop = Arc::clone(&alive);
    on_cleanup(move || stop.store(false, Ordering::Relaxed));
    let again: Shared = Rc::default();
    let itself = Rc::clone(&again);
    *again.borrow_mut() = Some(Closure::new(move |time: f64| {
        if !alive.load(Ordering::Relaxed) {
            // Nothing calls it any more once this call is over.
            let closure = itself.borrow_mut().take();
            drop_later(closure);
            return;
        }
        draw(time);
        request(&itself);
    }));
    request(&again);
}

fn request(closure: &Shared) {
    if let Some(closure) = closure.borrow().as_ref() {
        let _ = window().request_animation_frame(closure.as_ref().unchecked_ref());
    }
}

/// A closure must not be dropped while it runs.
fn drop_later(closure: Option<Callback>) {
    if let Some(closure) = closure {
        leptos::prelude::set_timeout(move || drop(closure), std::time::Duration::ZERO);
    }
}

/// Now, in the milliseconds that events and frames are stamped with.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}
