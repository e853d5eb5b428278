//! Files to and from the person's disk.

use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use web_sys::{Blob, BlobPropertyBag, FileReader, HtmlAnchorElement, HtmlInputElement, Url};

/// Hands a text to the person as a file of this name.
pub fn save(name: &str, text: &str) {
    let write = || -> Result<(), JsValue> {
        let parts = js_sys::Array::of1(&JsValue::from_str(text));
        let options = BlobPropertyBag::new();
        options.set_type("application/json");
        let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
        save_blob(name, &blob);
        Ok(())
    };
    let _ = write();
}

/// Hands data to the person as a file of this name.
pub fn save_blob(name: &str, blob: &Blob) {
    let write = || -> Result<(), JsValue> {
        let address = Url::create_object_url_with_blob(blob)?;
        let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
        link.set_href(&address);
        link.set_download(name);
        link.click();
        // The browser reads it after this turn.
        leptos::prelude::set_timeout(
            move || {
                let _ = Url::revoke_object_url(&address);
            },
            std::time::Duration::from_secs(10),
        );
        Ok(())
    };
    let _ = write();
}

/// The largest file that is read.
const MOST_BYTES: f64 = 4e6;

/// Reads the files chosen in an input, one call each.
pub fn read(
    input: &HtmlInputElement,
    mut on_text: impl FnMut(Result<String, String>) + Clone + 'static,
) {
    let Some(files) = input.files() else { return };
    for index in 0..files.length() {
        let Some(file) = files.get(index) else { continue };
        if file.size() > MOST_BYTES {
            on_text(Err(format!("{} is larger than 4 MB", file.name())));
            continue;
        }
        let Ok(reader) = FileReader::new() else { continue };
        let (result, mut on_text) = (reader.clone(), on_text.clone());
        let done = Closure::once_into_js(move || {
            let text = result.result().ok().and_then(|value| value.as_string());
            on_text(text.ok_or_else(|| "the file could not be read".to_string()));
        });
        reader.set_onload(Some(done.unchecked_ref()));
        let _ = reader.read_as_text(&file);
    }
    input.set_value("");
}
