//! Reports on games and training runs in the folder.

use std::fs;

use minolab_api::{GameCounts, Phase, StudyOrder, StudyState};
use minolab_study::{Study, StudyError};

use minolab_arena::crew::lock;

use super::{Job, Kind, Runs, RunsError, has_room, is_name};

/// The most groups a report can distinguish.
const MOST_SUBJECTS: usize = 4;

impl Runs {
    /// Starts a report; returns its name.
    pub fn start_study(&self, text: &str) -> Result<String, RunsError> {
        let order: StudyOrder =
            serde_json::from_str(text).map_err(|error| RunsError::Text(error.to_string()))?;
        let count = order.of.len();
        if !(1..=MOST_SUBJECTS).contains(&count) {
            let found = format!("a study of {count}, expected 1 to {MOST_SUBJECTS}");
            return Err(RunsError::Text(found));
        }
        let (mut paths, mut agents) = (Vec::new(), Vec::new());
        for name in &order.of {
            let games = self.games_path(name);
            match (self.path(name), &games) {
                (Ok(path), _) => paths.push(path),
                (Err(_), Ok(path)) => {
                    let player = self.describe_games(name).agent;
                    agents.extend(player.and_then(|player| self.agent(&player).ok()));
                    paths.push(path.clone());
                }
                (Err(error), Err(_)) => return Err(error),
            }
        }
        let runs = paths.iter().filter(|path| Study::is_training(path)).count();
        if runs != 0 && runs != count {
            return Err(RunsError::Text(StudyError::Mixed.to_string()));
        }
        let mut jobs = lock(&self.jobs);
        for name in &order.of {
            // Its last files may be half written.
            let is_going = |job: &Job| job.kind() == Kind::Games && job.is_going();
            if jobs.get(name).is_some_and(is_going) {
                return Err(RunsError::Running(name.clone()));
            }
        }
        has_room(&jobs)?;
        let stem: String = order.of.join("-and-").chars().take(60).collect();
        let name = self.free_name(&jobs, &stem, ".html");
        let out = self.folder.join(&name);
        let listed: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        let command = format!("minolab study {} --out {}", listed.join(" "), out.display());
        let study = Study { paths, join: false, names: Vec::new(), agents, command };
        let job = Job::start(Kind::Study, move |stop, teller| {
            let mut tell = |read, all: u64| {
                teller.tell(read as f64 / all.max(1) as f64, GameCounts::default())
            };
            let studied = study.make(stop, &mut tell).map_err(|error| error.to_string())?;
            // The report appears only when complete.
            let written = minolab_arena::replace_file(&out, studied.page.as_bytes());
            written.map_err(|error| format!("writing {}: {error}", out.display()))
        });
        jobs.insert(name.clone(), job);
        Ok(name)
    }

    /// Stops making a report; nothing of it is kept.
    pub fn stop_study(&self, name: &str) -> Result<(), RunsError> {
        if !is_name(name) {
            return Err(RunsError::Name(name.into()));
        }
        self.stop_job(name, Kind::Study)
    }

    /// A report, as a page.
    pub fn study(&self, name: &str) -> Result<Vec<u8>, RunsError> {
        let path = self.folder.join(name);
        let is_there = is_name(name)
            && name.ends_with(".html")
            && fs::symlink_metadata(&path).is_ok_and(|found| found.is_file());
        if !is_there {
            return Err(RunsError::Unknown(name.into()));
        }
        Ok(fs::read(path)?)
    }

    /// All reports, including those being made and those that failed.
    pub(super) fn describe_studies(&self, mut there: Vec<String>) -> Vec<StudyState> {
        let jobs = lock(&self.jobs);
        let studies = jobs.iter().filter(|(_, job)| job.kind() == Kind::Study);
        let missing = studies.filter(|(name, _)| !there.contains(name)).map(|(name, _)| name);
        let missing: Vec<String> = missing.cloned().collect();
        there.extend(missing);
        there.sort();
        let describe = |name: &String| {
            let job = jobs.get(name).filter(|job| job.kind() == Kind::Study).map(Job::state);
            let (state, fraction, error) = match job {
                Some(job) if !job.is_over => {
                    (Phase::Running, Some((job.fraction * 100.0).round() / 100.0), None)
                }
                Some(job) if job.error.is_some() => (Phase::Failed, None, job.error),
                _ => (Phase::Done, None, None),
            };
            StudyState { name: name.clone(), state, fraction, error }
        };
        there.iter().map(describe).collect()
    }
}
