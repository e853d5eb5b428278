//! `cargo xtask campaign soak`: a billion pieces, and a server under load, watching memory.
//!
//! docs/RELIABILITY.md has the table that this prints. All of it stays on the loopback address.

use std::{
    fs, io,
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use anyhow::{Context, Result, ensure};

use crate::program::{self, Build};

mod server;

/// Pieces to place.
const PIECES: u64 = 1_000_000_000;

/// Memory in bytes that a run may gain once it has settled.
const GROWS: u64 = 8_000_000;

/// Plays, then loads a server.
pub fn run() -> Result<()> {
    program::build(Build::Release)?;
    println!("| what | came to | memory before | after |");
    println!("|---|---|---|---|");
    pieces()?;
    server::run()
}

/// A long run; memory is measured once it has settled, and near the end.
fn pieces() -> Result<()> {
    let mut command = program::built(Build::Release);
    let count = PIECES.to_string();
    command.args(["run", "--agent", "bcts", "--json", "--pieces", &count]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    thread::sleep(Duration::from_secs(5));
    let (mut first, mut last) = (None, 0);
    while child.try_wait()?.is_none() {
        // It may end between the two measurements.
        if let Ok(size) = resident(&child) {
            first.get_or_insert(size);
            last = size;
        }
        thread::sleep(Duration::from_millis(500));
    }
    let mut said = String::new();
    io::Read::read_to_string(&mut child.stdout.take().context("it was piped")?, &mut said)?;
    let first = first.context("it ended at once")?;
    ensure!(said.contains(&format!("\"pieces\": {count}")), "it did not place them: {said}");
    row("`minolab run --agent bcts --pieces 1000000000`", "all of them", first, last);
    ensure!(last < first + GROWS, "memory went from {first} to {last} bytes");
    Ok(())
}

/// A line of the table; memory in bytes.
fn row(what: &str, result: &str, before: u64, after: u64) {
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    println!("| {what} | {result} | {:.1} MB | {:.1} MB |", megabytes(before), megabytes(after));
}

/// The resident memory of a process, in bytes.
fn resident(child: &Child) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    Ok(kilobytes.context("it has ended")? * 1024)
}

/// The processor time of a process so far, in seconds.
fn cpu_seconds(child: &Child) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id()))?;
    // After the name, which may hold anything: user and system time are the 12th and 13th.
    let fields = stat.rsplit_once(')').context("a process has a name")?.1;
    let ticks =
        fields.split_whitespace().skip(11).take(2).filter_map(|text| text.parse::<u64>().ok());
    Ok(ticks.sum::<u64>() as f64 / 100.0)
}
