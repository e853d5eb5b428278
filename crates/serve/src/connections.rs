//! Connections, so many and no longer than they say something.
//!
//! By hand, because `axum::serve` sets no timer: a client that never finishes its request would
//! hold its connection for ever.

use std::{sync::Arc, time::Duration};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{net::TcpListener, sync::Semaphore};

use crate::ServeError;

/// Connections at a time, listeners to events among them; others wait until one ends.
pub const MOST_CONNECTIONS: usize = 512;

/// How long a client may take to say what it wants, and how long it may say nothing at all.
pub const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// Answers whoever connects, until the program ends.
pub async fn accept(listener: TcpListener, router: Router) -> Result<(), ServeError> {
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return Ok(()) };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // Out of files, or the client is gone already: neither lasts.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
            // A client that breaks off has its reasons.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
            drop(permit);
        });
    }
}
