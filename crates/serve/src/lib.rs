//! The local server: the page, on this machine only.
//!
//! It listens on the loopback address, answers only requests with its own host name, serves only
//! the files it was built with, and tells the browser to load nothing from elsewhere. With [`Runs`]
//! it also lists, starts and stops training runs in one folder, for its own page only.
//!
//! ```
//! use std::{
//!     io::{Read, Write},
//!     net::TcpStream,
//!     sync::mpsc::channel,
//!     thread,
//! };
//!
//! use minolab_serve::{Page, PageFile, serve};
//!
//! let page = Page::new(vec![PageFile::new("index.html", b"<h1>Sprint</h1>")]);
//! let (ready, address) = channel();
//! thread::spawn(move || serve(page, None, 0, |address| ready.send(address).unwrap()));
//!
//! let address = address.recv().unwrap();
//! let mut stream = TcpStream::connect(address).unwrap();
//! write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
//! let mut answer = String::new();
//! stream.read_to_string(&mut answer).unwrap();
//! assert!(answer.ends_with("<h1>Sprint</h1>"));
//! ```

mod connections;
mod guard;
mod page;
mod runs;

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
};

use axum::{
    Router,
    extract::{Path, Query},
    http::HeaderMap,
    middleware,
    routing::get,
};
pub use page::{Page, PageFile};
pub use runs::{Runs, RunsError, is_name};
use thiserror::Error;
use tokio::net::TcpListener;

/// A server that could not be started, or that failed.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The port is not available.
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen {
        /// The port asked for; 0 is any.
        port: u16,
        source: io::Error,
    },
    /// Another network error.
    #[error("the server failed: {0}")]
    Io(#[from] io::Error),
}

/// Serves a page on the loopback address until the program ends, with training runs if there is a
/// folder for them; `on_ready` gets the address.
///
/// Port 0 is any that is free.
pub fn serve(
    page: Page,
    runs: Option<Runs>,
    port: u16,
    on_ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .map_err(|source| ServeError::Listen { port, source })?;
        let address = listener.local_addr()?;
        on_ready(address);
        let router = router(page, runs.map(Arc::new), address.port());
        connections::accept(listener, router).await
    })
}

/// The routes of this port.
pub fn router(page: Page, runs: Option<Arc<Runs>>, port: u16) -> Router {
    let page: &'static Page = Box::leak(Box::new(page));
    let mut router = Router::new()
        .route("/", get(move |headers| page::answer(page, "index.html".into(), None, headers)))
        .route(
            "/{file}",
            get(move |Path(file): Path<String>, Query(asked): Query<Asked>, headers: HeaderMap| {
                page::answer(page, file, asked.v, headers)
            }),
        );
    if let Some(runs) = runs {
        router = router.merge(runs::routes(runs));
    }
    router
        .fallback(|| async { guard::refuse(404, "not found") })
        .layer(axum::extract::DefaultBodyLimit::max(guard::MOST_BODY_BYTES))
        .layer(middleware::from_fn(move |request, next| guard::check(port, request, next)))
}

/// Query parameters of a file's address.
#[derive(serde::Deserialize)]
struct Asked {
    /// Which version of it.
    v: Option<String>,
}

#[cfg(test)]
mod tests;
