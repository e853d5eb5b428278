//! `train`, and the games of a run for others to play.

use std::{fs, num::NonZeroUsize, path::PathBuf, sync::Arc, time::Duration};

use minolab_agents::catalog::Source;
use minolab_train::{Folder, LogLine, Play, RunFile, Score, Task, TrainerEvent, Training, Workers};
use pyo3::{exceptions::PyKeyboardInterrupt, prelude::*};
use serde_json::{Value, json};

use crate::{
    error::{value, whole},
    json::{from_python, to_python},
    stop::Stop,
    work::threads,
};

/// A run's settings: a run file's path, or what it would say.
fn training(settings: &Bound<'_, PyAny>) -> PyResult<Training> {
    let read = |path: &str| match fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        read => Some(read),
    };
    let file: RunFile = match settings.extract::<PathBuf>() {
        Ok(path) => {
            let text = fs::read_to_string(&path)
                .map_err(|error| value(format!("reading {path:?}: {error}")))?;
            RunFile::from_toml(&text).map_err(whole)?
        }
        Err(_) => from_python(settings)?,
    };
    file.training(Source::Files(&read)).map_err(whole)
}

/// Follows a training run in a folder, which holds what `minolab train` keeps there.
#[pyfunction]
#[pyo3(signature = (
    settings=None, *, out=None, resume=None, threads=None, callback=None, executor=None
))]
pub fn train<'py>(
    py: Python<'py>,
    settings: Option<&Bound<'py, PyAny>>,
    out: Option<PathBuf>,
    resume: Option<PathBuf>,
    threads: Option<NonZeroUsize>,
    callback: Option<Bound<'py, PyAny>>,
    executor: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut folder = match (settings, out, resume) {
        (Some(settings), Some(out), None) => Folder::create(&out, training(settings)?),
        (None, None, Some(folder)) => Folder::resume(&folder),
        _ => return Err(value("expected settings and out for a new run, or resume alone")),
    }
    .map_err(whole)?;
    if executor.is_some() && threads.is_some() {
        return Err(value("threads are for a run without an executor"));
    }
    let (stop, callback) = (Stop::default(), callback.map(Bound::unbind));
    let executor = executor.map(Bound::unbind);
    let is_complete = py.detach(|| {
        let mut each = |event: &TrainerEvent| {
            stop.ask(|py| match (event, &callback) {
                (TrainerEvent::Line(LogLine::Generation(line)), Some(callback)) => {
                    callback.call1(py, (to_python(py, line)?,)).map(|_| ())
                }
                _ => Ok(()),
            });
        };
        match &executor {
            None => folder.run(self::threads(threads), &stop.flag, &mut each),
            Some(executor) => {
                let mut workers = Executor { executor, stop: &stop, done: Vec::new() };
                folder.run_on(&mut workers, &mut each)
            }
        }
    });
    let is_complete = is_complete.map_err(whole)?;
    // What was reached is saved by now.
    stop.check()?;
    let mut report = json!({ "out": folder.path(), "complete": is_complete });
    if let Some(end) = folder.trainer().end() {
        report["games"] = json!(end.games);
        report["pieces"] = json!(end.pieces);
        report["champion_generation"] = json!(folder.trainer().champion_generation());
        report["champion"] = Value::from(folder.path().join("champion.toml").to_string_lossy());
        report["held_out"] = json!(end.held_out);
        report["given"] = json!(end.given);
        report["gain"] = json!(end.gain);
        report["gain_ci95"] = json!(end.gain_ci95);
    }
    if !is_complete {
        return Err(PyKeyboardInterrupt::new_err("the run was stopped; it can be resumed"));
    }
    to_python(py, &report)
}

/// Games played by an object of Python's.
struct Executor<'a> {
    executor: &'a Py<PyAny>,
    stop: &'a Stop,
    done: Vec<(u64, u64, Score)>,
}

/// As Python has them: key, game, fitness, pieces, lines and occupancy.
type Played = (u64, u64, f64, u64, u64, Vec<u64>);

impl Workers for Executor<'_> {
    fn ask(&mut self, tasks: Vec<Task>) {
        self.stop.ask(|py| {
            // Games of one candidate follow each other.
            for group in tasks.chunk_by(|a, b| Arc::ptr_eq(&a.agent, &b.agent)) {
                let games: Vec<_> = group.iter().map(|t| (t.key, t.game, t.seed)).collect();
                let agent = group[0].agent.to_toml();
                self.executor.call_method1(py, "ask", (agent, games))?;
            }
            Ok(())
        });
    }

    fn next(&mut self, within: Duration) -> Option<(u64, u64, Score)> {
        if self.done.is_empty() {
            let done = &mut self.done;
            self.stop.ask(|py| {
                let found = self.executor.call_method1(py, "next", (within.as_secs_f64(),))?;
                let found: Vec<Played> = found.extract(py)?;
                done.extend(found.into_iter().rev().map(
                    |(key, game, fitness, pieces, lines, occupancy)| {
                        (key, game, Score { fitness, pieces, lines, occupancy })
                    },
                ));
                Ok(())
            });
        }
        self.done.pop()
    }

    fn is_stopped(&self) -> bool {
        self.stop.flag.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// Plays games of a training run: its settings as in run.toml, the candidate's agent file, and
/// for each game who asked, its number and its seed.
#[pyfunction]
pub fn play_tasks(
    py: Python<'_>,
    training: &str,
    agent: &str,
    games: Vec<(u64, u64, u64)>,
) -> PyResult<Vec<Played>> {
    let training = Training::from_toml(training).map_err(whole)?;
    let agent = minolab_agents::Agent::from_toml(agent).map_err(whole)?;
    let stop = Stop::default();
    let played = py.detach(|| {
        let play = Play::new(&training);
        let mut player = play.player(&agent);
        let mut pace = || {
            stop.ask(|_| Ok(()));
            (!stop.flag.load(std::sync::atomic::Ordering::Relaxed)).then_some(10_000)
        };
        let mut played = Vec::with_capacity(games.len());
        for (key, game, seed) in games {
            let Some(score) = play.one(seed, &mut player, &mut pace) else { break };
            let Score { fitness, pieces, lines, occupancy } = score;
            played.push((key, game, fitness, pieces, lines, occupancy));
        }
        played
    });
    stop.check()?;
    Ok(played)
}
