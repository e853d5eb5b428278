//! Games that agents play in the background, each run in its own folder for studies to
//! read.

use std::{
    fs,
    path::{Path, PathBuf},
};

use minolab_agents::{Agent, catalog::Source};
use minolab_api::{GameCounts, GamesOrder, GamesState, Phase};
use minolab_arena::{Checkpoint, Extent, GameRun, RunReport, Shard, join, replace_file};
use minolab_rules::{Mode, Ruleset};
use serde_json::json;

use minolab_arena::crew::lock;

use super::{
    Job, Kind, Runs, RunsError, going, has_room, is_folder, is_name, is_plain_file, name, rounded,
};

/// The order as requested; it marks the folder.
const ORDER: &str = "games.json";
/// The counts that a run writes at its end.
const COUNTED: &str = "run-1-of-1.part";
/// The most games a page may request at once: each is a file.
const MOST_GAMES: u64 = 100_000;
/// Pieces that end games of agents that do not top out, as on the command line.
const MOST_PIECES: u64 = 10_000_000;

impl Runs {
    /// Starts playing games; returns the name of their folder.
    pub fn play(&self, text: &str) -> Result<String, RunsError> {
        let wrong = |error: &dyn ToString| RunsError::Text(error.to_string());
        let mut order: GamesOrder = serde_json::from_str(text).map_err(|error| wrong(&error))?;
        if !(1..=MOST_GAMES).contains(&order.games) {
            let found = order.games;
            return Err(wrong(&format!("{found} games, expected 1 to {MOST_GAMES}")));
        }
        let agent = self.agent(&order.agent)?;
        let mode: Mode = match order.mode {
            Some(mode) => mode,
            None => agent.mode.parse().map_err(|error| wrong(&error))?,
        };
        order.mode = Some(mode);
        let rules: Ruleset = Source::Shipped.named(&agent.rules).map_err(|error| {
            wrong(&format!("{} plays by rules of its own: {error}", agent.name))
        })?;
        let mut jobs = lock(&self.jobs);
        has_room(&jobs)?;
        let stem = name::stem(&agent.name, &mode.to_string().replace('=', "-"));
        let name = self.free_name(&jobs, &stem, "");
        let folder = self.folder.join(&name);
        fs::create_dir_all(&folder)?;
        replace_file(&folder.join(ORDER), json!(order).to_string().as_bytes())?;
        let run = GameRun {
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
                let counts = GameCounts {
                    games: progress.games,
                    deaths: Some(progress.deaths),
                    pieces: Some(progress.pieces),
                    lines: Some(progress.lines),
                };
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
        if !is_plain_file(&path) {
            return Err(RunsError::Text(format!("{name:?} has no champion yet")));
        }
        let mut agent = Agent::from_toml(&fs::read_to_string(path)?)
            .map_err(|error| RunsError::Text(format!("the champion of {name:?}: {error}")))?;
        // Champions of several runs may have the same name.
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

    /// Stops playing; finished games are kept.
    pub fn stop_games(&self, name: &str) -> Result<(), RunsError> {
        self.games_path(name)?;
        self.stop_job(name, Kind::Games)
    }

    /// The state of games.
    pub(super) fn describe_games(&self, name: &str) -> GamesState {
        let path = self.folder.join(name);
        let job = self.job(name, Kind::Games);
        let mut games = match &job {
            Some((is_stopping, state)) if !state.is_over => GamesState {
                state: going(*is_stopping),
                counts: state.counts,
                fraction: Some(rounded(state.fraction)),
                ..asked(&path).unwrap_or_default()
            },
            _ => {
                let games = lock(&self.summaries).games(&path);
                let is_complete = games.complete == Some(true);
                GamesState {
                    state: if is_complete { Phase::Done } else { Phase::Stopped },
                    ..games
                }
            }
        };
        games.name = name.into();
        games.error = job.and_then(|(_, state)| state.error).or(games.error);
        games
    }
}

/// Whether games of a run are in this folder.
pub fn is_games(path: &Path) -> bool {
    is_plain_file(&path.join(ORDER)) || is_plain_file(&path.join(COUNTED))
}

/// The file that changes when the summary of games that are not being played does.
pub fn stamped(path: &Path) -> PathBuf {
    let counted = path.join(COUNTED);
    if is_plain_file(&counted) { counted } else { path.into() }
}

/// The summary of games that are not being played, without their name and state.
pub fn read(path: &Path) -> GamesState {
    let mut games = asked(path).unwrap_or_default();
    let counted = path.join(COUNTED);
    if !is_plain_file(&counted) {
        // The server ended before the run did.
        let is_replay = |name: &str| name.ends_with(".mino");
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        games.counts.games = names.filter(|name| is_replay(name)).count() as u64;
        return games;
    }
    match report(&counted) {
        Ok(report) => GamesState {
            agent: Some(report.agent),
            mode: Some(report.mode),
            rules: Some(report.rules),
            seed: Some(report.seed),
            counts: GameCounts {
                games: report.games,
                deaths: Some(report.deaths),
                pieces: Some(report.pieces),
                lines: Some(report.lines),
            },
            unfinished: Some(report.unfinished),
            score: Some(report.score),
            lines_per_game: Some(report.lines_per_game),
            complete: Some(report.complete),
            ..games
        },
        Err(error) => GamesState { error: Some(error), ..games },
    }
}

fn report(path: &Path) -> Result<RunReport, String> {
    let part = Checkpoint::read(path).map_err(|error| error.to_string())?;
    let (report, _) = join(vec![part]).map_err(|error| error.to_string())?;
    Ok(report)
}

fn asked(path: &Path) -> Option<GamesState> {
    let path = path.join(ORDER);
    let text = is_plain_file(&path).then(|| fs::read_to_string(path).ok())??;
    let order: GamesOrder = serde_json::from_str(&text).ok()?;
    Some(GamesState {
        agent: Some(order.agent),
        mode: order.mode.map(|mode| mode.to_string()),
        seed: Some(order.seed),
        wanted: Some(order.games),
        ..GamesState::default()
    })
}
