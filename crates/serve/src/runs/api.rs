//! The HTTP API of runs.
//!
//! Everything here is behind [`crate::guard`]: all changes come from our own page, with bodies of
//! limited size.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{Path, State},
    http::{HeaderValue, StatusCode, header},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
    routing::{get, post},
};
use futures_util::stream;
use minolab_api::{Begun, Refusal, RunList};
use serde::Serialize;

use super::{Runs, RunsError};

/// How often the folder is scanned for listeners.
const LOOK: Duration = Duration::from_millis(400);

/// Reports have inline styles, and no scripts.
const STUDY_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";

/// The routes of runs.
pub(crate) fn routes(runs: Arc<Runs>) -> Router {
    Router::new()
        .route("/api/runs", get(list).post(start))
        .route("/api/runs/{name}", get(show))
        .route("/api/runs/{name}/stop", post(stop))
        .route("/api/runs/{name}/resume", post(resume))
        .route("/api/games", post(play))
        .route("/api/games/{name}/stop", post(stop_games))
        .route("/api/studies", post(start_study))
        .route("/api/studies/{name}/stop", post(stop_study))
        .route("/api/events", get(events))
        .route("/studies/{name}", get(study))
        .with_state(runs)
}

/// Runs blocking work on files and locks off the async threads.
async fn aside<T: Send + 'static>(
    runs: Arc<Runs>,
    work: impl FnOnce(&Runs) -> Result<T, RunsError> + Send + 'static,
) -> Result<T, RunsError> {
    let done = tokio::task::spawn_blocking(move || work(&runs)).await;
    done.unwrap_or_else(|_| Err(RunsError::Text("the server failed; see the terminal".into())))
}

async fn list(State(runs): State<Arc<Runs>>) -> Response {
    answer(aside(runs, Runs::list).await)
}

async fn show(State(runs): State<Arc<Runs>>, Path(name): Path<String>) -> Response {
    answer(aside(runs, move |runs| runs.show(&name)).await)
}

async fn start(State(runs): State<Arc<Runs>>, text: String) -> Response {
    let started = aside(runs, move |runs| runs.start(&text)).await;
    answer(started.map(|name| Begun { name }))
}

async fn stop(State(runs): State<Arc<Runs>>, Path(name): Path<String>) -> Response {
    answer(aside(runs, move |runs| runs.stop(&name)).await.map(|()| Done {}))
}

async fn resume(State(runs): State<Arc<Runs>>, Path(name): Path<String>) -> Response {
    answer(aside(runs, move |runs| runs.resume(&name)).await.map(|()| Done {}))
}

async fn play(State(runs): State<Arc<Runs>>, text: String) -> Response {
    let started = aside(runs, move |runs| runs.play(&text)).await;
    answer(started.map(|name| Begun { name }))
}

async fn stop_games(State(runs): State<Arc<Runs>>, Path(name): Path<String>) -> Response {
    answer(aside(runs, move |runs| runs.stop_games(&name)).await.map(|()| Done {}))
}

async fn start_study(State(runs): State<Arc<Runs>>, text: String) -> Response {
    let started = aside(runs, move |runs| runs.start_study(&text)).await;
    answer(started.map(|name| Begun { name }))
}

async fn stop_study(State(runs): State<Arc<Runs>>, Path(name): Path<String>) -> Response {
    answer(aside(runs, move |runs| runs.stop_study(&name)).await.map(|()| Done {}))
}

/// The list, at once and after every change. One watcher serves all listeners.
async fn events(State(runs): State<Arc<Runs>>) -> Response {
    let listener = runs.listen();
    if listener.is_first {
        tokio::spawn(watch(Arc::clone(&runs)));
    }
    let changes = stream::unfold((listener.lists, true), |(mut lists, is_first)| async move {
        // The last known list is sent at once, if there is one.
        if !is_first || lists.borrow().is_empty() {
            lists.changed().await.ok()?;
        }
        let event = Event::default().data(lists.borrow_and_update().as_str());
        Some((Ok::<Event, Infallible>(event), (lists, false)))
    });
    Sse::new(changes).keep_alive(KeepAlive::default()).into_response()
}

/// Watches the folder as long as there are listeners.
async fn watch(runs: Arc<Runs>) {
    loop {
        let found = aside(Arc::clone(&runs), Runs::list).await;
        let list = found.unwrap_or_else(|error| RunList {
            error: Some(error.to_string()),
            ..RunList::default()
        });
        if !runs.tell(written(&list)) {
            return;
        }
        tokio::time::sleep(LOOK).await;
    }
}

async fn study(State(runs): State<Arc<Runs>>, Path(name): Path<String>) -> Response {
    match aside(runs, move |runs| runs.study(&name)).await {
        Ok(bytes) => {
            let mut response = Response::new(Body::from(bytes));
            let fixed = [
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::CONTENT_SECURITY_POLICY, STUDY_POLICY),
                (header::CACHE_CONTROL, "no-cache"),
            ];
            for (name, value) in fixed {
                response.headers_mut().insert(name, HeaderValue::from_static(value));
            }
            response
        }
        Err(error) => answer::<Done>(Err(error)),
    }
}

/// An empty answer.
#[derive(Serialize)]
struct Done {}

fn answer<T: Serialize>(result: Result<T, RunsError>) -> Response {
    let (status, text) = match result {
        Ok(value) => (StatusCode::OK, written(&value)),
        Err(error) => (status(&error), written(&Refusal { error: error.to_string() })),
    };
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("messages have only plain values")
}

fn status(error: &RunsError) -> StatusCode {
    match error {
        RunsError::Unknown(_) => StatusCode::NOT_FOUND,
        RunsError::Name(_) | RunsError::Text(_) => StatusCode::BAD_REQUEST,
        RunsError::Running(_) | RunsError::Idle(_) | RunsError::Many => StatusCode::CONFLICT,
        RunsError::Folder(_) | RunsError::Io(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
