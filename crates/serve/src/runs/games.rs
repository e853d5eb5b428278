//! Games that agents play without a screen, kept in a folder each for studies to read.

use std::{
    fs,
    path::{Path, PathBuf},
};

use minolab_arena::{Checkpoint, Extent, Run, RunReport, Shard, join};
use minolab_engine::{Agent, catalog::Source};
use minolab_rules::{Mode, Ruleset};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Job, Kind, Runs, RunsError, has_room, is_folder, is_name, job::lock, name};

/// What a page asks for.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GamesOrder {
    /// A shipped agent, or a training run in the folder, which stands for its champion.
    agent: String,
    /// The agent's usual mode if absent.
    #[serde(default)]
    mode: Option<String>,
    games: u64,
    #[serde(default = "first_seed")]
    seed: u64,
}

/// What is played, as it was asked for; it marks the folder.
const ORDER: &str = "games.json";
/// What a run writes at its end.
const COUNTED: &str = "run-1-of-1.part";
/// Games a page may ask for at once: each is a file.
const MOST_GAMES: u64 = 100_000;
/// Pieces that end games of agents that do not lose, as on the command line.
const MOST_PIECES: u64 = 10_000_000;

fn first_seed() -> u64 {
    1
}

impl Runs {
    /// Begins to play games; the name of their folder.
    pub fn play(&self, text: &str) -> Result<String, RunsError> {
        let wrong = |error: &dyn ToString| RunsError::Text(error.to_string());
        let mut order: GamesOrder = serde_json::from_str(text).map_err(|error| wrong(&error))?;
        if !(1..=MOST_GAMES).contains(&order.games) {
            let found = order.games;
            return Err(wrong(&format!("{found} games, expected 1 to {MOST_GAMES}")));
        }
        let agent = self.agent(&order.agent)?;
        let usual = || agent.mode.clone();
        let mode: Mode = order.mode.unwrap_or_else(usual).parse().map_err(|error| wrong(&error))?;
        order.mode = Some(mode.to_string());
        let rules: Ruleset = Source::Shipped.named(&agent.rules).map_err(|error| {
            wrong(&format!("{} plays by rules of its own: {error}", agent.name))
        })?;
        let mut jobs = lock(&self.jobs);
        has_room(&jobs)?;
        let stem = name::stem(&agent.name, &mode.to_string().replace('=', "-"));
        let name = self.free_name(&jobs, &stem, "");
        let folder = self.folder.join(&name);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(ORDER), json!(order).to_string())?;
        let run = Run {
            agent: agent.name.clone(),
            identity: agent.to_toml(),
            rules,
            mode,
            seed: order.seed,
            known: None,
            extent: Extent { games: Some(order.games), pieces: Some(MOST_PIECES) },
            shard: Shard::WHOLE,
            threads: self.threads,
            counts_keys: true,
            save: Some(folder),
            checkpoint: None,
        };
        let job = Job::start(Kind::Games, move |stop, teller| {
            let played = run.play(&|rules| agent.player(rules), stop, &mut |progress| {
                let counts = json!({
                    "games": progress.games,
                    "deaths": progress.deaths,
                    "pieces": progress.pieces,
                    "lines": progress.lines,
                });
                teller.tell(progress.fraction, counts);
            });
            played.map(drop).map_err(|error| error.to_string())
        });
        jobs.insert(name.clone(), job);
        Ok(name)
    }

    /// The shipped agent of this name, or the champion of the run of this name.
    pub(super) fn agent(&self, name: &str) -> Result<Agent, RunsError> {
        if let Ok(agent) = Source::Shipped.named(name) {
            return Ok(agent);
        }
        let path = self.path(name)?.join("champion.toml");
        if !fs::symlink_metadata(&path).is_ok_and(|found| found.is_file()) {
            return Err(RunsError::Text(format!("{name:?} has no champion yet")));
        }
        let mut agent = Agent::from_toml(&fs::read_to_string(path)?)
            .map_err(|error| RunsError::Text(format!("the champion of {name:?}: {error}")))?;
        // Champions of several runs may be called the same.
        agent.name = name.into();
        Ok(agent)
    }

    /// The folder of games of this name, if there is one.
    pub(super) fn games_path(&self, name: &str) -> Result<PathBuf, RunsError> {
        if !is_name(name) {
            return Err(RunsError::Name(name.into()));
        }
        let path = self.folder.join(name);
        match is_folder(&path) && is_games(&path) {
            true => Ok(path),
            false => Err(RunsError::Unknown(name.into())),
        }
    }

    /// Stops playing games; those that were played are kept.
    pub fn stop_games(&self, name: &str) -> Result<(), RunsError> {
        self.games_path(name)?;
        self.stop_job(name, Kind::Games)
    }

    /// Games in a few words.
    pub(super) fn describe_games(&self, name: &str) -> Value {
        let path = self.folder.join(name);
        let job = self.job(name, Kind::Games);
        let mut value = match &job {
            Some((_, state)) if !state.is_over => {
                let mut value = asked(&path).unwrap_or_default();
                if let (Some(value), Some(counts)) =
                    (value.as_object_mut(), state.counts.as_object())
                {
                    value.extend(counts.clone());
                }
                // Whoever listens need not hear of every piece.
                value["fraction"] = ((state.fraction * 1000.0).round() / 1000.0).into();
                value
            }
            _ => lock(&self.summaries).games(&path),
        };
        value["state"] = match &job {
            Some((true, state)) if !state.is_over => "stopping",
            Some((_, state)) if !state.is_over => "running",
            _ if value["complete"] == true => "done",
            _ => "stopped",
        }
        .into();
        value["name"] = name.into();
        if let Some(error) = job.and_then(|(_, state)| state.error) {
            value["error"] = error.into();
        }
        value
    }
}

/// Whether games of a run are in this folder.
pub fn is_games(path: &Path) -> bool {
    path.join(ORDER).is_file() || path.join(COUNTED).is_file()
}

/// The file that changes when there is more to say of games that are not being played.
pub fn stamped(path: &Path) -> PathBuf {
    let counted = path.join(COUNTED);
    if counted.is_file() { counted } else { path.into() }
}

/// What can be said of games that are not being played.
pub fn read(path: &Path) -> Value {
    let mut value = asked(path).unwrap_or_else(|| json!({}));
    let counted = path.join(COUNTED);
    if !counted.is_file() {
        // The server ended before the run did.
        let is_replay = |name: &str| name.ends_with(".mino");
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        value["games"] = names.filter(|name| is_replay(name)).count().into();
        return value;
    }
    match report(&counted) {
        Ok(report) => {
            let (agent, mode) = (report.agent.clone(), report.mode.clone());
            let known = json!({
                "agent": agent, "mode": mode, "rules": report.rules, "seed": report.seed,
                "games": report.games, "unfinished": report.unfinished, "deaths": report.deaths,
                "pieces": report.pieces, "lines": report.lines, "score": report.score,
                "lines_per_game": report.lines_per_game, "complete": report.complete,
            });
            if let (Some(value), Value::Object(known)) = (value.as_object_mut(), known) {
                value.extend(known);
            }
        }
        Err(error) => value["error"] = error.into(),
    }
    value
}

fn report(path: &Path) -> Result<RunReport, String> {
    let part = Checkpoint::read(path).map_err(|error| error.to_string())?;
    let (report, _) = join(vec![part]).map_err(|error| error.to_string())?;
    Ok(report)
}

/// What was asked for: the games wanted are `wanted`, those played are `games`.
fn asked(path: &Path) -> Option<Value> {
    let text = fs::read_to_string(path.join(ORDER)).ok()?;
    let order: GamesOrder = serde_json::from_str(&text).ok()?;
    Some(json!({
        "agent": order.agent, "mode": order.mode, "seed": order.seed,
        "wanted": order.games, "games": 0,
    }))
}
