//! What the files of a run, or of games, say, read again only when they have changed.

use std::{collections::HashMap, fs, path::Path, time::SystemTime};

use minolab_train::{Folder, Line};
use serde_json::{Value, json};

use super::games;

/// What was read last of each run.
#[derive(Default)]
pub struct Summaries(HashMap<String, (Stamp, Value)>);

/// A file that has not changed says nothing new.
type Stamp = (u64, Option<SystemTime>);

impl Summaries {
    /// The run in a folder, with or without the points of its curve.
    pub fn describe(&mut self, path: &Path, with_curve: bool) -> Value {
        let mut value = self.known(path, &path.join("log.jsonl"), |path| {
            read(path).unwrap_or_else(|error| json!({ "error": error }))
        });
        if !with_curve && let Some(value) = value.as_object_mut() {
            value.remove("curve");
        }
        value
    }

    /// The games in a folder, which are not being played.
    pub fn games(&mut self, path: &Path) -> Value {
        self.known(path, &games::stamped(path), games::read)
    }

    fn known(&mut self, path: &Path, stamped: &Path, read: impl FnOnce(&Path) -> Value) -> Value {
        let key = path.display().to_string();
        let found = fs::metadata(stamped).ok();
        let stamp = found.map_or((0, None), |found| (found.len(), found.modified().ok()));
        if let Some((_, value)) = self.0.get(&key).filter(|(then, _)| *then == stamp) {
            return value.clone();
        }
        let value = read(path);
        self.0.insert(key, (stamp, value.clone()));
        value
    }
}

fn read(path: &Path) -> Result<Value, String> {
    let training = Folder::training(path).map_err(|error| error.to_string())?;
    let lines = Folder::lines(path).map_err(|error| error.to_string())?;
    let generations: Vec<_> = lines
        .iter()
        .filter_map(|line| if let Line::Generation(line) = line { Some(line) } else { None })
        .collect();
    let end =
        lines.iter().find_map(|line| if let Line::End(end) = line { Some(end) } else { None });
    let point = |line: &&minolab_train::record::Generation| {
        json!({
            "generation": line.generation,
            "best": line.best,
            "mean": line.mean,
            "challenger": line.challenger,
            "champion": line.champion,
        })
    };
    Ok(json!({
        "agent": training.agent.name,
        "optimizer": training.optimizer.name(),
        "objective": training.objective.kind.name(),
        "generations": training.generations,
        "complete": generations.len(),
        "champion": generations.last().map(|line| line.champion),
        "end": end,
        "curve": generations.iter().map(point).collect::<Vec<Value>>(),
    }))
}
