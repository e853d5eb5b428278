//! `minolab` and `minolab serve`: the page, on this machine.

use std::process::{Command, Stdio};

use anyhow::Result;
use clap::Args;

use crate::Outcome;

/// Serves the page on 127.0.0.1
#[derive(Args)]
#[command(
    after_help = "Examples:\n  minolab                      serves the page and opens it\n  \
    minolab serve --port 8000    serves it on this port, without opening it"
)]
pub struct Arguments {
    #[command(flatten)]
    pub port: Port,
}

/// Where to listen.
#[derive(Args, Clone, Copy)]
pub struct Port {
    /// The port; a free one if absent
    #[arg(long, value_name = "P")]
    port: Option<u16>,
}

/// The server alone.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    serve(arguments.port, false)
}

/// Serves the page until the program is ended, and opens it if asked.
pub fn serve(port: Port, open: bool) -> Result<Outcome> {
    minolab_serve::serve(port.port.unwrap_or(0), |address| {
        println!("http://{address}/");
        if open && !open_in_browser(&format!("http://{address}/")) {
            eprintln!("no browser could be started: open the address above");
        }
    })?;
    Ok(Outcome::Success)
}

/// Hands an address to whatever the system opens addresses with.
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
