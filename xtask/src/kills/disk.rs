//! Running out of disk.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Result, ensure};

use super::{output, replays, succeed};

/// A file system of one megabyte, unmounted when dropped.
struct Disk(PathBuf);

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

/// Lets every command that writes run out of disk. Needs permission to mount, and says so
/// otherwise.
pub fn full(place: &Path, games: &Path) -> Result<Vec<String>> {
    fs::create_dir_all(place)?;
    let mount = ["-t", "tmpfs", "-o", "size=1m", "tmpfs"];
    let mounted = Command::new("mount").args(mount).arg(place).output();
    if !mounted.is_ok_and(|mounted| mounted.status.success()) {
        return Ok(vec!["| a full disk | not tried | no right to mount one |".into()]);
    }
    let disk = Disk(place.into());
    let few = disk.0.join("few");
    fs::create_dir_all(&few)?;
    for number in 0..3 {
        let name = format!("game-{number:08}.mino");
        fs::copy(games.join(&name), few.join(&name))?;
    }
    // The files before the disk is full.
    let report = ["study", "few", "--out", "report.html"];
    let tables = ["export", "few", "--to", "csv", "--out", "tables"];
    let run = ["run", "--agent", "lee", "--mode", "moves=60", "--games"];
    let kept = [&run[..], &["1000", "--checkpoint", "a.run"]].concat();
    let train = ["train", "--agent", "bcts", "--board", "10x6", "--generations", "100000"];
    let train = [&train[..], &["--validation", "2", "--out", "trained"]].concat();
    succeed(place, &report)?;
    succeed(place, &tables)?;
    succeed(place, &kept)?;
    let names = ["report.html", "tables/games.csv", "tables/placements.csv", "a.run"];
    let read = || names.map(|name| fs::read(place.join(name)).ok());
    let before = read();
    let mut lines = Vec::new();
    let mut fails = |name: &str, words: &[&str], left: &str| -> Result<()> {
        let done = output(place, words)?;
        let said = String::from_utf8_lossy(&done.stderr);
        ensure!(done.status.code() == Some(2), "{words:?}: {}\n{said}", done.status);
        ensure!(said.contains("No space left"), "{words:?}: {said}");
        lines.push(format!("| `{name}` | a full disk (1 MB) | exit code 2, the reason; {left} |"));
        Ok(())
    };
    // Replays until the disk is full: there is room for some.
    fails("run --save", &[&run[..], &["100000", "--save", "games"]].concat(), "replays valid")?;
    ensure!(replays(&place.join("games"))? > 0, "no replay was saved");
    succeed(place, &["replay", "--verify", "games"])?;
    fs::remove_dir_all(place.join("games"))?;
    // A training run until its log fills the disk.
    fails("train", &train, "the run readable")?;
    succeed(place, &["runs", "show", "trained"])?;
    fill(place)?;
    fails("study --out", &report, "the old report")?;
    fails("export", &tables, "the old tables")?;
    let other = [&run[..], &["1000", "--checkpoint", "b.run"]].concat();
    fails("run --checkpoint", &other, "no file, and others as they were")?;
    ensure!(read() == before, "what was on the disk has changed");
    ensure!(!place.join("b.run").exists(), "part of a checkpoint is there");
    Ok(lines)
}

/// Fills the rest of the disk, to the last byte.
fn fill(place: &Path) -> Result<()> {
    let mut size = 1 << 20;
    for number in 0.. {
        let name = place.join(format!("filler-{number}"));
        while size > 0 && fs::write(&name, vec![0; size]).is_err() {
            size /= 2;
        }
        if size == 0 {
            break;
        }
    }
    Ok(())
}
