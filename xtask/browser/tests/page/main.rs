//! The page in a real browser, from a folder of plain files.

mod analyse;
mod golden;
mod play;
mod screens;
mod server;
mod watch;
