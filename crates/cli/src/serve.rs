//! `minolab` and `minolab serve`: the page, on this machine.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result};
use clap::Args;
use minolab_serve::{Page, Runs};

use crate::{Outcome, run::threads};

/// Serves the page on 127.0.0.1
///
/// The page lists the training runs, games and reports in a folder, starts and stops them there, and
/// resumes runs. Ctrl-C ends the server; interrupted runs can be resumed.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  minolab                      serves the page and opens it\n  \
    minolab serve --port 8000    serves it on this port, without opening it\n  \
    minolab serve --data runs    the runs, games and reports in this folder"
)]
pub struct Arguments {
    #[command(flatten)]
    pub place: Place,
}

/// Where to listen, and what to show.
#[derive(Args, Clone)]
pub struct Place {
    /// The port; a free one if absent
    #[arg(long, value_name = "P")]
    port: Option<u16>,
    /// The folder of training runs, games and reports
    #[arg(long, value_name = "DIR", default_value = "runs")]
    data: PathBuf,
    /// Serve the page in this folder, as written by `cargo xtask dist --page`, instead of the built-in one
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
}

impl Place {
    /// Whether any of these was given.
    pub fn is_given(&self) -> bool {
        self.port.is_some() || self.page.is_some() || self.data != Path::new("runs")
    }
}

/// The server alone.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    serve(&arguments.place, false)
}

/// Serves the page until the program is ended, and opens it if asked.
pub fn serve(place: &Place, open: bool) -> Result<Outcome> {
    let page = match &place.page {
        Some(folder) => Page::in_folder(folder).with_context(|| format!("reading {folder:?}"))?,
        None => Page::built_in(),
    };
    let runs = Runs::new(&place.data, threads(None));
    minolab_serve::serve(page, Some(runs), place.port.unwrap_or(0), |address| {
        println!("http://{address}/");
        if open && !open_in_browser(&format!("http://{address}/")) {
            eprintln!("no browser could be started: open the address above");
        }
    })?;
    Ok(Outcome::Success)
}

/// Opens an address with the system's default program.
fn open_in_browser(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
