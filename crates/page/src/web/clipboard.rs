//! Texts and pictures to the clipboard.

use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ClipboardItem, HtmlCanvasElement};

use super::files;

/// Puts a text on the clipboard; says whether that was allowed.
pub fn copy(text: String, on_done: impl FnOnce(bool) + 'static) {
    let Some(window) = web_sys::window() else { return };
    // Where the page does not come by a safe way there is no clipboard at all.
    if !has_clipboard(&window) {
        return on_done(false);
    }
    let written = window.navigator().clipboard().write_text(&text);
    wasm_bindgen_futures::spawn_local(async move {
        on_done(JsFuture::from(written).await.is_ok());
    });
}

/// Puts a picture on the clipboard, or saves it where that is not allowed.
pub fn copy_picture(canvas: &HtmlCanvasElement, on_done: impl FnOnce(bool) + 'static) {
    let mut on_done = Some(on_done);
    let take = Closure::once_into_js(move |blob: JsValue| {
        let (Ok(blob), Some(on_done)) = (blob.dyn_into::<Blob>(), on_done.take()) else { return };
        wasm_bindgen_futures::spawn_local(async move {
            let is_copied = write(&blob).await.is_ok();
            if !is_copied {
                files::save_blob("board.png", &blob);
            }
            on_done(is_copied);
        });
    });
    let _ = canvas.to_blob(take.unchecked_ref());
}

async fn write(blob: &Blob) -> Result<(), JsValue> {
    let window = web_sys::window().ok_or("no window")?;
    if !has_clipboard(&window) {
        return Err("no clipboard".into());
    }
    let parts = js_sys::Object::new();
    js_sys::Reflect::set(&parts, &"image/png".into(), blob)?;
    let item = ClipboardItem::new_with_record_from_str_to_blob_promise(&parts)?;
    let items = js_sys::Array::of1(&item);
    JsFuture::from(window.navigator().clipboard().write(&items)).await?;
    Ok(())
}

fn has_clipboard(window: &web_sys::Window) -> bool {
    js_sys::Reflect::get(&window.navigator(), &"clipboard".into())
        .is_ok_and(|clipboard| !clipboard.is_undefined())
}
