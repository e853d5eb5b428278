//! Games or training runs in folders, made into a report.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use minolab_agents::{Agent, shipped};
use minolab_arena::replay::Replay;
use minolab_train::{Folder, FolderError};
use thiserror::Error;

use crate::{Games, SourceError, evidence::Evidence, report};

/// What a report is to be on.
///
/// It is made, not written: where the page goes is up to whoever asks.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// Folders of replays and replays, or folders of training runs.
    pub paths: Vec<PathBuf>,
    /// Takes games of the same agent, rules and mode together, whichever folder they are in.
    pub join: bool,
    /// What to call the groups or runs, in order; those after the last have names of their own.
    pub names: Vec<String>,
    /// Agents whose weights to show, beside the shipped ones that played.
    pub agents: Vec<Agent>,
    /// What makes the report again.
    pub command: String,
}

/// What a study came to.
#[derive(Debug)]
pub struct Studied {
    /// The page, which needs nothing from elsewhere.
    pub page: String,
    /// What it is on.
    pub subject: StudySubject,
    /// Games that could not be read or are invalid; the page names them and counts none.
    pub skipped: Vec<SourceError>,
}

/// What a report is on.
#[derive(Clone, Debug)]
pub enum StudySubject {
    /// Games, in groups.
    Games(Vec<Evidence>),
    /// Training runs.
    Training(Vec<report::ReportedRun>),
}

/// A report that cannot be made.
#[derive(Debug, Error)]
pub enum StudyError {
    /// Some of the one and some of the other.
    #[error("found games and training runs, expected either: a report is on one or the other")]
    Mixed,
    /// More groups than colours.
    #[error("more than {MOST_GROUPS} groups of games: {0:?} begins another")]
    Many(PathBuf),
    /// Not one game could be read; this is what was wrong with the first.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A training run that cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// It was stopped before the end.
    #[error("stopped before the end")]
    Stopped,
}

/// More could not be told apart.
const MOST_GROUPS: usize = 4;

/// What tells groups apart: the place among the paths, agent, rules and mode.
type Key = (usize, String, String, String);

impl Study {
    /// Whether a folder holds a training run.
    pub fn is_training(path: &Path) -> bool {
        path.join("run.toml").is_file()
    }

    /// Makes the report; tells how many games of how many are read, and ends early if `stop` is
    /// set.
    pub fn make(
        &self,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Studied, StudyError> {
        match self.paths.iter().filter(|path| Study::is_training(path)).count() {
            0 => {}
            runs if runs == self.paths.len() => return self.training(),
            _ => return Err(StudyError::Mixed),
        }
        let mut skipped = Vec::new();
        let mut groups = self.gather(stop, progress, &mut skipped)?;
        if groups.is_empty()
            && let Some(error) = skipped.drain(..).next()
        {
            return Err(error.into());
        }
        self.name(&mut groups);
        let mut evidence: Vec<Evidence> = groups.into_iter().map(|(_, group)| group).collect();
        for (group, name) in evidence.iter_mut().zip(&self.names) {
            group.name = name.clone();
        }
        let left_out: Vec<String> = skipped.iter().map(ToString::to_string).collect();
        let page = report::html(&evidence, &self.agents(&evidence), &left_out, &self.command);
        Ok(Studied { page, subject: StudySubject::Games(evidence), skipped })
    }

    fn training(&self) -> Result<Studied, StudyError> {
        let mut runs = Vec::new();
        for (at, path) in self.paths.iter().enumerate() {
            let folder = path.file_name().unwrap_or(path.as_os_str());
            let name = self.names.get(at).cloned();
            runs.push(report::ReportedRun {
                name: name.unwrap_or_else(|| folder.to_string_lossy().into_owned()),
                training: Folder::training(path)?,
                log: Folder::lines(path)?,
            });
        }
        let page = report::training(&runs, &self.command);
        Ok(Studied { page, subject: StudySubject::Training(runs), skipped: Vec::new() })
    }

    fn gather(
        &self,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64, u64),
        skipped: &mut Vec<SourceError>,
    ) -> Result<Vec<(Key, Evidence)>, StudyError> {
        let sources: Vec<Games> = self
            .paths
            .iter()
            .map(|path| Games::find(&[path]))
            .collect::<Result<_, SourceError>>()?;
        let total = sources.iter().map(Games::len).sum::<usize>() as u64;
        let mut read = 0;
        let mut groups: Vec<(Key, Evidence)> = Vec::new();
        for (place, games) in sources.iter().enumerate() {
            for found in games.verified() {
                if stop.load(Ordering::Relaxed) {
                    return Err(StudyError::Stopped);
                }
                read += 1;
                progress(read, total);
                let (path, replay) = match found {
                    Ok(found) => found,
                    Err(error) => {
                        skipped.push(error);
                        continue;
                    }
                };
                let key = key(if self.join { 0 } else { place }, &replay);
                let at = match groups.iter().position(|(known, _)| *known == key) {
                    Some(at) => at,
                    None if groups.len() == MOST_GROUPS => return Err(StudyError::Many(path)),
                    None => {
                        groups.push((key, Evidence::new(&replay.agent, &replay)));
                        groups.len() - 1
                    }
                };
                groups[at].1.add(&replay).map_err(|error| SourceError::Invalid { path, error })?;
            }
        }
        Ok(groups)
    }

    /// Groups of one agent need longer names.
    fn name(&self, groups: &mut [(Key, Evidence)]) {
        let keys: Vec<Key> = groups.iter().map(|(key, _)| key.clone()).collect();
        for (key, evidence) in groups {
            let (place, agent, _, mode) = key;
            let twins = keys.iter().filter(|other| other.1 == *agent).count();
            let same_mode =
                keys.iter().filter(|other| other.1 == *agent && other.3 == *mode).count();
            if twins > 1 {
                let folder = self.paths[*place].file_name().map(Path::new);
                let folder = folder.map_or(String::new(), |name| name.display().to_string());
                evidence.name = match same_mode {
                    1 => format!("{agent} ({mode})"),
                    _ => format!("{agent} ({folder})"),
                };
            }
        }
    }

    /// The agents whose weights are known, each once.
    fn agents(&self, groups: &[Evidence]) -> Vec<Agent> {
        let mut agents = self.agents.clone();
        for group in groups {
            let is_new = agents.iter().all(|agent| agent.name != group.agent);
            agents.extend(shipped::get(&group.agent).filter(|_| is_new).cloned());
        }
        agents
    }
}

fn key(place: usize, replay: &Replay) -> Key {
    (place, replay.agent.clone(), replay.rules.name.clone(), replay.mode.to_string())
}
