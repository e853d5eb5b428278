//! The local server: the page, on this machine only.
//!
//! It listens on the loopback address, answers only requests that name it, serves only the
//! files it was built with, and tells the browser to load nothing from anywhere else. With
//! [`Runs`] it also lists, starts and stops training runs in one folder, for its own page only.

mod guard;
mod page;
mod runs;

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
};

use axum::{Router, middleware, routing::get};
pub use page::{Page, PageFile};
pub use runs::{Runs, RunsError, is_name};
use thiserror::Error;
use tokio::net::TcpListener;

/// A server that could not be started, or that broke.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The page was not built in.
    #[error(
        "this program was built without the page; from the project's folder, \
         `cargo xtask run` builds both"
    )]
    NoPage,
    /// The port cannot be had.
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen {
        /// The port asked for; 0 is any.
        port: u16,
        source: io::Error,
    },
    /// Something else about the network.
    #[error("the server broke: {0}")]
    Io(#[from] io::Error),
}

/// Serves a page on the loopback address until the program ends, with training runs if there is
/// a folder for them; says where, once it listens.
///
/// Port 0 is any that is free.
pub fn serve(
    page: Page,
    runs: Option<Runs>,
    port: u16,
    on_ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    if page.files.is_empty() {
        return Err(ServeError::NoPage);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .map_err(|source| ServeError::Listen { port, source })?;
        let address = listener.local_addr()?;
        on_ready(address);
        let router = router(page, runs.map(Arc::new), address.port());
        Ok(axum::serve(listener, router).await?)
    })
}

/// What is answered on this port.
pub fn router(page: Page, runs: Option<Arc<Runs>>, port: u16) -> Router {
    let page: &'static Page = Box::leak(Box::new(page));
    let mut router = Router::new()
        .route("/", get(move || page::answer(page, "index.html".into())))
        .route("/{file}", get(move |file| page::answer(page, file_name(file))));
    if let Some(runs) = runs {
        router = router.merge(runs::routes(runs));
    }
    router
        .fallback(|| async { guard::refuse(404, "there is nothing here") })
        .layer(axum::extract::DefaultBodyLimit::max(guard::MOST_BODY_BYTES))
        .layer(middleware::from_fn(move |request, next| guard::check(port, request, next)))
}

fn file_name(axum::extract::Path(name): axum::extract::Path<String>) -> String {
    name
}

#[cfg(test)]
mod tests;
