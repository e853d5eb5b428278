//! Talking to the server that the page came from, if it is ours.

use leptos::prelude::{document, window};
use minolab_api::Refusal;
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{EventSource, MessageEvent, RequestInit, Response};

/// A question that was not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Nobody is there who knows of runs.
    NoServer,
    /// It cannot be done, and why.
    Said(String),
}

/// Whether the page came from our own server, which says so in it. Any other has nothing to be asked
/// for, and a question would be an error in its log and in the browser's.
pub fn is_served() -> bool {
    let root = document().document_element();
    root.and_then(|root| root.get_attribute("data-server")).as_deref() == Some("minolab")
}

/// Asks for something, or for something to be done if there is a body.
pub async fn ask(path: &str, body: Option<&str>) -> Result<String, Trouble> {
    let said = |error: JsValue| Trouble::Said(format!("the server cannot be reached: {error:?}"));
    let init = RequestInit::new();
    if let Some(body) = body {
        init.set_method("POST");
        init.set_body(&JsValue::from_str(body));
    }
    let answer = JsFuture::from(window().fetch_with_str_and_init(path, &init)).await;
    let answer: Response = answer.map_err(said)?.unchecked_into();
    let kind = answer.headers().get("content-type").ok().flatten().unwrap_or_default();
    // Any other server has nothing at these addresses, or a page that says so.
    if !kind.starts_with("application/json") {
        return Err(Trouble::NoServer);
    }
    let text = JsFuture::from(answer.text().map_err(said)?).await.map_err(said)?;
    let text = text.as_string().unwrap_or_default();
    if answer.ok() {
        return Ok(text);
    }
    let refusal = serde_json::from_str::<Refusal>(&text).map(|refusal| refusal.error);
    Err(Trouble::Said(refusal.unwrap_or_else(|_| "the server refused".into())))
}

/// What the server tells on its own; it ends with this value.
pub struct Events {
    source: EventSource,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl Events {
    /// Listens; every message is handed over.
    pub fn listen(path: &str, mut on_text: impl FnMut(String) + 'static) -> Option<Events> {
        let source = EventSource::new(path).ok()?;
        let on_message = Closure::new(move |event: MessageEvent| {
            on_text(event.data().as_string().unwrap_or_default());
        });
        source.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Some(Events { source, _on_message: on_message })
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.source.set_onmessage(None);
        self.source.close();
    }
}
