//! Summaries of runs and games, read again only when their files have changed.

use std::{collections::HashMap, fs, path::Path, time::SystemTime};

use minolab_api::GamesState;
use minolab_train::{Folder, RunSummary};

use super::games;

/// The last summary of each run and of games.
#[derive(Default)]
pub struct Summaries {
    runs: Kept<Result<RunSummary, String>>,
    games: Kept<GamesState>,
}

/// The summary of each folder, with the state of its files.
type Kept<T> = HashMap<String, (Stamp, T)>;

/// What identifies the state of a file.
type Stamp = (u64, Option<SystemTime>);

impl Summaries {
    /// The run in a folder, with its curve.
    pub fn run(&mut self, path: &Path) -> Result<RunSummary, String> {
        is_plain(path, &["run.toml", "log.jsonl", "checkpoint", "champion.toml"])?;
        known(&mut self.runs, path, &path.join("log.jsonl"), |path| {
            Folder::summary(path).map_err(|error| error.to_string())
        })
    }

    /// The games in a folder, which are not being played.
    pub fn games(&mut self, path: &Path) -> GamesState {
        known(&mut self.games, path, &games::stamped(path), games::read)
    }
}

/// Names the first of these that is not a regular file: links are not followed, and a pipe would
/// hang.
pub fn is_plain(folder: &Path, names: &[&str]) -> Result<(), String> {
    let found = names.iter().find(|name| {
        let found = fs::symlink_metadata(folder.join(name));
        found.is_ok_and(|found| !found.is_file())
    });
    found.map_or(Ok(()), |name| Err(format!("{name} is a link or a pipe, expected a file")))
}

fn known<T: Clone>(
    kept: &mut Kept<T>,
    path: &Path,
    stamped: &Path,
    read: impl FnOnce(&Path) -> T,
) -> T {
    let key = path.display().to_string();
    let found = fs::metadata(stamped).ok();
    let stamp = found.map_or((0, None), |found| (found.len(), found.modified().ok()));
    if let Some((_, value)) = kept.get(&key).filter(|(then, _)| *then == stamp) {
        return value.clone();
    }
    let value = read(path);
    kept.insert(key, (stamp, value.clone()));
    value
}
