//! `cargo xtask campaign kills`: long commands are killed, run out of disk or asked to stop, and
//! their output is compared with that of an undisturbed run.
//!
//! docs/RELIABILITY.md has the table that this prints.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    program::{self, Build},
    tool,
};

mod disk;

/// Kills of each command.
const KILLS: u32 = 30;
/// The kind of build does not matter here; this one exists after `cargo xtask test`.
const BUILD: Build = Build::Checked;

/// A command that takes seconds, and what must hold for its files.
struct Victim {
    name: &'static str,
    arguments: &'static [&'static str],
    /// Its files, compared byte by byte with an undisturbed run in the end.
    results: &'static [&'static str],
    /// Whether a file must be either completely old or completely new after a kill: tables and
    /// reports.
    is_replaced: bool,
    /// A command that must succeed after every kill, if its file exists.
    check: Option<(&'static str, &'static [&'static str])>,
    /// The command that resumes after a kill; the command itself if `None`.
    resume: Option<&'static [&'static str]>,
}

const RUN: [&str; 7] = ["run", "--agent", "lee", "--mode", "moves=60", "--threads", "2"];

const VICTIMS: [Victim; 5] = [
    Victim {
        name: "run --save",
        arguments: &["--games", "6000", "--save", "games"],
        results: &["games"],
        is_replaced: false,
        check: Some(("games/run-1-of-1.part", &["replay", "--verify", "games"])),
        resume: None,
    },
    Victim {
        name: "run --checkpoint",
        arguments: &["--games", "80000", "--checkpoint", "long.run"],
        results: &[],
        is_replaced: false,
        check: Some(("long.run", &["merge", "--json", "long.run"])),
        resume: None,
    },
    Victim {
        name: "export",
        arguments: &["export", "games", "--to", "parquet", "--out", "tables"],
        results: &["tables"],
        is_replaced: true,
        check: None,
        resume: None,
    },
    Victim {
        name: "study --out",
        arguments: &["study", "games", "--out", "report.html"],
        results: &["report.html"],
        is_replaced: true,
        check: None,
        resume: None,
    },
    Victim {
        name: "train",
        arguments: &[
            "train",
            "--agent",
            "bcts",
            "--board",
            "10x8",
            "--optimizer",
            "cmaes",
            "--games",
            "4",
            "--generations",
            "60",
            "--validation",
            "40",
            "--out",
            "trained",
        ],
        results: &["trained"],
        is_replaced: false,
        check: Some(("trained/run.toml", &["runs", "show", "trained"])),
        resume: Some(&["train", "--resume", "trained"]),
    },
];

/// Runs everything and prints the table.
pub fn run() -> Result<()> {
    program::build(BUILD)?;
    let place = tool::built("kills", "");
    let _ = fs::remove_dir_all(&place);
    let (calm, rough) = (place.join("calm"), place.join("rough"));
    fs::create_dir_all(&calm)?;
    fs::create_dir_all(&rough)?;
    let mut table = vec!["| command | tried | left behind |".into(), "|---|---|---|".into()];
    let mut chance = Chance(1);
    for victim in &VICTIMS {
        let line = victim.suffer(&calm, &rough, &mut chance);
        table.push(line.with_context(|| format!("killing {}", victim.name))?);
        eprintln!("{}", table[table.len() - 1]);
    }
    table.extend(signals(&place.join("signals"))?);
    table.extend(disk::full(&place.join("disk"), &rough.join("games"))?);
    println!("{}", table.join("\n"));
    fs::remove_dir_all(&place).with_context(|| format!("removing {place:?}"))
}

impl Victim {
    fn words(&self, resumed: bool) -> Vec<&'static str> {
        match (resumed, self.resume) {
            (true, Some(words)) => words.to_vec(),
            _ if self.name.starts_with("run ") => [&RUN, self.arguments].concat(),
            _ => self.arguments.to_vec(),
        }
    }

    /// Runs it undisturbed, then kills it at random moments, and finally lets it finish.
    fn suffer(&self, calm: &Path, rough: &Path, chance: &mut Chance) -> Result<String> {
        let began = Instant::now();
        let figures = succeed(calm, &self.words(false))?;
        let lasts = began.elapsed();
        if self.is_replaced {
            succeed(rough, &self.words(false))?;
        }
        let expected = self.contents(calm)?;
        let (mut killed, mut seen, mut kept) = (0, 0, None);
        while killed < KILLS {
            let has_begun = self.check.is_some_and(|(file, _)| rough.join(file).exists());
            let mut child = minolab(rough, &self.words(has_begun))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()?;
            thread::sleep(lasts.mul_f64(chance.share()));
            let is_over = child.try_wait()?.is_some();
            child.kill()?;
            child.wait()?;
            killed += !is_over as u32;
            if self.is_replaced {
                ensure!(self.contents(rough)? == expected, "a table or report is not whole");
            }
            if let Some((file, words)) = self.check.filter(|(file, _)| rough.join(file).exists()) {
                // Replays may not be there yet.
                let is_empty = file.starts_with("games") && replays(&rough.join("games"))? == 0;
                if !is_empty {
                    seen += 1;
                    let said = succeed(rough, words);
                    let now = pieces(&said.with_context(|| format!("after {killed} kills"))?);
                    ensure!(now >= kept, "{now:?} pieces after {kept:?}");
                    kept = now;
                }
            }
            if is_over && self.resume.is_some() {
                // It finished before it could be killed often enough.
                fs::remove_dir_all(rough.join("trained"))?;
            }
            if is_over && self.name == "run --checkpoint" {
                fs::remove_file(rough.join("long.run"))?;
                kept = None;
            }
        }
        let has_begun = self.check.is_some_and(|(file, _)| rough.join(file).exists());
        let last = succeed(rough, &self.words(has_begun))?;
        ensure!(self.contents(rough)? == expected, "the results differ from an undisturbed run's");
        if self.results.is_empty() {
            ensure!(
                counts(&last) == counts(&figures),
                "{} is not {}",
                counts(&last),
                counts(&figures)
            );
        }
        let checked = match seen {
            0 => "old file whole after every kill".into(),
            seen => format!("valid in {seen} of {seen} looks in between"),
        };
        let same = "the end the same as undisturbed";
        Ok(format!(
            "| `{}` | {killed} × SIGKILL at random moments | {checked}; {same} |",
            self.name
        ))
    }

    /// The files with its results, by name, without temporary files and times.
    fn contents(&self, folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
        let mut found = BTreeMap::new();
        for result in self.results {
            let path = folder.join(result);
            let mut files = Vec::new();
            match path.is_dir() {
                true => {
                    for entry in fs::read_dir(&path)? {
                        files.push(entry?.path());
                    }
                }
                false => files.push(path),
            }
            for file in files {
                let ending = file.extension().and_then(|ending| ending.to_str());
                if !matches!(ending, Some("new" | "lock" | "part")) {
                    let bytes = fs::read(&file).with_context(|| format!("reading {file:?}"))?;
                    found.insert(file.strip_prefix(folder)?.into(), bytes);
                }
            }
        }
        Ok(found)
    }
}

/// Each signal stops a run, which saves its state and exits with the right code.
#[cfg(unix)]
fn signals(place: &Path) -> Result<Vec<String>> {
    fs::create_dir_all(place)?;
    let endless =
        ["run", "--agent", "bcts", "--pieces", "100000000000", "--checkpoint", "long.run"];
    let mut lines = Vec::new();
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        for _ in 0..10 {
            let mut child =
                minolab(place, &endless).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
            while !place.join("long.run.lock").exists() {
                thread::sleep(Duration::from_millis(5));
            }
            tool::run(Command::new("kill").args(["-s", signal, &child.id().to_string()]))?;
            let status = child.wait()?;
            ensure!(status.code() == Some(code), "SIG{signal}: {status}, expected {code}");
            succeed(place, &["merge", "long.run"])?;
        }
        lines.push(format!(
            "| `run --checkpoint` | 10 × SIG{signal} | exit code {code}, resumable |"
        ));
    }
    Ok(lines)
}

#[cfg(not(unix))]
fn signals(_: &Path) -> Result<Vec<String>> {
    Ok(vec!["| signals | not tried | there are none on this system |".into()])
}

fn minolab(folder: &Path, words: &[&str]) -> Command {
    let mut command = program::built(BUILD);
    command.current_dir(folder).args(words);
    command
}

fn output(folder: &Path, words: &[&str]) -> Result<Output> {
    let output = minolab(folder, words).output();
    output.with_context(|| format!("starting minolab {}", words.join(" ")))
}

/// Runs a command that must succeed; returns its output.
fn succeed(folder: &Path, words: &[&str]) -> Result<String> {
    let Output { status, stdout, stderr } = output(folder, words)?;
    let text = String::from_utf8_lossy(&stdout);
    if !status.success() {
        let said = String::from_utf8_lossy(&stderr);
        bail!("minolab {}: {status}\n{text}\n{said}", words.join(" "));
    }
    Ok(text.into_owned())
}

/// The line of a report with the counts of games, pieces and lines.
fn counts(report: &str) -> &str {
    report.lines().nth(1).unwrap_or_default()
}

/// The pieces of a report in JSON, which must not decrease.
fn pieces(report: &str) -> Option<u64> {
    let line = report.lines().find_map(|line| line.trim().strip_prefix("\"pieces\": "))?;
    line.trim_end_matches(',').parse().ok()
}

fn replays(folder: &Path) -> Result<usize> {
    let mut count = 0;
    for entry in fs::read_dir(folder)? {
        count += entry?.path().extension().is_some_and(|ending| ending == "mino") as usize;
    }
    Ok(count)
}

/// Reproducible random moments.
struct Chance(u64);

impl Chance {
    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}
