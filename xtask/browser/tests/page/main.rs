//! The page in a real browser, from a folder of plain files.

mod accessibility;
mod analyse;
mod coach;
mod devices;
mod ends;
mod evolve;
mod golden;
mod learn;
mod offline;
mod play;
mod runs;
mod screens;
mod server;
mod watch;
