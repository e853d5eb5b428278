//! A real browser, driven over its own debugging protocol, and a server of plain files.
//!
//! The protocol is JSON over two pipes (`--remote-debugging-pipe`), so that neither a driver
//! program nor a network library is needed; what is here is the small part of it that the page's
//! tests use.

mod browser;
mod folder;
mod plan;
mod server;
mod tab;

pub use browser::Browser;
pub use folder::Folder;
pub use plan::Plan;
pub use server::Server;
pub use tab::{Look, Tab};
