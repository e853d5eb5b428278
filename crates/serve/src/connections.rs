//! Connections, limited in number and in idle time.
//!
//! `axum::serve` sets no timeouts: a client that never finishes its request would hold its
//! connection forever.

use std::{sync::Arc, time::Duration};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{net::TcpListener, sync::Semaphore};

use crate::ServeError;

/// Connections at a time, including event listeners; others wait until one ends.
pub const MOST_CONNECTIONS: usize = 512;

/// How long a client may take to send its request headers, and how long it may stay idle.
pub const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves every connection, until the program ends.
pub async fn accept(listener: TcpListener, router: Router) -> Result<(), ServeError> {
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return Ok(()) };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // Out of file descriptors, or the client is gone already: both are temporary.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
            // Errors of a client that disconnects do not matter.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
            drop(permit);
        });
    }
}
