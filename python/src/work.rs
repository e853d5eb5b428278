//! `run`, `merge`, `compare` and `review`.

use std::{num::NonZeroUsize, path::PathBuf, sync::Arc, thread};

use minolab_arena::{
    Checkpoint, Extent, GameResult, GameRun, Metric, RunProgress, RunReport, Shard, join,
};
use minolab_engine::KeyCounter;
use minolab_rules::{Mode, Ruleset};
use minolab_study::{
    calibrate,
    compare::{Comparison, Contest},
    review as reviews,
};
use pyo3::{prelude::*, types::PyDict};
use serde_json::json;

use crate::{
    agent::AgentLike,
    error::{value, whole},
    json::to_python,
    replay::Replay,
    rules::{RulesetLike, named},
    stop::Stop,
};

/// The threads asked for, or one for each core.
pub fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// The rules asked for, or those of the agent.
fn rules(
    asked: Option<RulesetLike<'_>>,
    agent: &minolab_agents::Agent,
    board: Option<(usize, usize)>,
) -> PyResult<Ruleset> {
    let rules = match asked {
        Some(rules) => Arc::unwrap_or_clone(rules.get()?),
        None => named(&agent.rules)?,
    };
    match board {
        Some((width, height)) => rules.with_size(width, height).map_err(whole),
        None => Ok(rules),
    }
}

fn mode(asked: Option<&str>, agent: &minolab_agents::Agent) -> PyResult<Mode> {
    asked.unwrap_or(&agent.mode).parse().map_err(value)
}

/// Says if an agent cannot look as far as it is asked to.
fn check_known(
    agent: &minolab_agents::Agent,
    rules: &Ruleset,
    known: Option<usize>,
) -> PyResult<()> {
    let seen = known.unwrap_or(rules.previews as usize);
    match agent.search.needs_known(rules.hold) {
        Some(needed) if needed > seen => Err(value(format!(
            "{} needs {needed} known pieces to reach its depth, but sees {seen}: give known={needed}",
            agent.name
        ))),
        _ => Ok(()),
    }
}

/// Plays games without a screen; the figures are those of `minolab run --json`.
#[pyfunction]
#[pyo3(signature = (
    agent, *, ruleset=None, mode=None, board=None, games=None, pieces=None, seed=1, known=None,
    threads=None, save=None, checkpoint=None, shard=None, keys=None, progress=None
))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub fn run<'py>(
    py: Python<'py>,
    agent: AgentLike<'py>,
    ruleset: Option<RulesetLike<'py>>,
    mode: Option<&str>,
    board: Option<(usize, usize)>,
    games: Option<u64>,
    pieces: Option<u64>,
    seed: u64,
    known: Option<usize>,
    threads: Option<NonZeroUsize>,
    save: Option<PathBuf>,
    checkpoint: Option<PathBuf>,
    shard: Option<&str>,
    keys: Option<bool>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let agent = agent.get()?;
    let rules = rules(ruleset, &agent, board)?;
    check_known(&agent, &rules, known)?;
    let extent = match (games, pieces) {
        (None, None) => Extent { games: Some(10), pieces: Some(10_000_000) },
        (games, pieces) => Extent { games, pieces },
    };
    // Elsewhere a path takes longer to find than a one-ply decision.
    let counts_keys = KeyCounter::is_quick(&rules) || rules.hold || save.is_some();
    let run = GameRun {
        agent: agent.name.clone(),
        identity: agent.to_toml(),
        mode: self::mode(mode, &agent)?,
        seed,
        known,
        counts_keys: keys.unwrap_or(counts_keys),
        save,
        extent,
        shard: shard.map_or(Ok(Shard::WHOLE), |shard| shard.parse().map_err(value))?,
        threads: self::threads(threads),
        checkpoint,
        rules,
    };
    let (stop, progress) = (Stop::default(), progress.map(Bound::unbind));
    let played = py.detach(|| {
        run.play(&|rules| agent.player(rules), &stop.flag, &mut |told| {
            stop.ask(|py| match &progress {
                Some(progress) => {
                    let fields = PyDict::new(py);
                    fields.set_item("games", told.games)?;
                    fields.set_item("pieces", told.pieces)?;
                    fields.set_item("lines", told.lines)?;
                    fields.set_item("fraction", told.fraction)?;
                    progress.call1(py, (fields,)).map(|_| ())
                }
                None => Ok(()),
            });
        })
    });
    let played = played.map_err(whole)?;
    stop.check()?;
    to_python(py, &RunReport::new(&run, &played))
}

/// Joins the checkpoints of a run's shards: the figures of the whole run.
#[pyfunction]
#[pyo3(signature = (*checkpoints))]
pub fn merge(py: Python<'_>, checkpoints: Vec<PathBuf>) -> PyResult<Bound<'_, PyAny>> {
    let parts = checkpoints.iter().map(|path| Checkpoint::read(path));
    let parts = parts.collect::<Result<Vec<_>, _>>().map_err(whole)?;
    let (report, _) = py.detach(|| join(parts)).map_err(whole)?;
    to_python(py, &report)
}

/// Paired games of two agents and a sequential test.
#[pyfunction]
#[pyo3(signature = (
    a, b, *, ruleset=None, mode=None, board=None, by=None, wins=false, alpha=0.05, margin=None,
    pairs=1000, seed=1, known=None, threads=None, progress=None, executor=None
))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub fn compare<'py>(
    py: Python<'py>,
    a: AgentLike<'py>,
    b: AgentLike<'py>,
    ruleset: Option<RulesetLike<'py>>,
    mode: Option<&str>,
    board: Option<(usize, usize)>,
    by: Option<&str>,
    wins: bool,
    alpha: f64,
    margin: Option<f64>,
    pairs: u64,
    seed: u64,
    known: Option<usize>,
    threads: Option<NonZeroUsize>,
    progress: Option<Bound<'py, PyAny>>,
    executor: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if !(1e-9..0.5).contains(&alpha) {
        return Err(value(format!("alpha is {alpha}, expected a chance between 0 and 0.5")));
    }
    let agents = [a.get()?, b.get()?];
    let rules = rules(ruleset, &agents[0], board)?;
    let mode = self::mode(mode, &agents[0])?;
    agents.iter().try_for_each(|agent| check_known(agent, &rules, known))?;
    let metric = by.map_or(Ok(Metric::of(mode)), |by| Metric::compared(by).map_err(value))?;
    let contest = Contest {
        rules,
        mode,
        seed,
        known,
        threads: self::threads(threads),
        metric,
        by_wins: wins,
        alpha,
        margin,
        most: pairs,
    };
    let (stop, progress) = (Stop::default(), progress.map(Bound::unbind));
    let both = [&agents[0], &agents[1]];
    let executor = executor.map(Bound::unbind);
    let found = py.detach(|| {
        let mut tell = |found: &Comparison| {
            let pairs = found.n();
            stop.ask(|py| match &progress {
                Some(progress) => progress.call1(py, (pairs,)).map(|_| ()),
                None => Ok(()),
            });
        };
        match &executor {
            None => contest.hold(both, &stop.flag, &mut tell).map_err(whole),
            Some(executor) => {
                let rules = contest.rules.to_toml();
                let play = &mut |agent: &minolab_agents::Agent, from: u64, games| {
                    Python::attach(|py| {
                        let (mode, seed) = (contest.mode.to_string(), seed.wrapping_add(from));
                        let keys = metric.counts_keys();
                        let games = (agent.to_toml(), &rules, mode, seed, games, known, keys);
                        let played: Vec<Played> =
                            executor.call_method1(py, "play", games)?.extract(py)?;
                        Ok(played.into_iter().map(result).collect())
                    })
                };
                contest.hold_on(both, &stop.flag, play, &mut tell)
            }
        }
    });
    stop.check()?;
    let found = found?;
    let report = json!({
        "a": agents[0].name,
        "b": agents[1].name,
        "rules": contest.rules.name,
        "mode": contest.mode.to_string(),
        "seed": seed,
        "by": if wins { "wins" } else { metric.compared_name() },
        "alpha": alpha,
        "margin": margin,
        "verdict": contest.verdict(&found),
        "pairs": found.n(),
        "difference": found.difference(),
        "interval": found.interval(alpha),
        "wins": found.wins(alpha),
        "results": [found.side(0), found.side(1)],
    });
    to_python(py, &report)
}

/// A game as Python has it: number, pieces, lines, score, clear score, keys and whether it was lost.
type Played = (u64, u64, u64, u64, u64, Option<u64>, bool);

fn result((index, pieces, lines, score, clear_score, keys, lost): Played) -> GameResult {
    GameResult { index, pieces, lines, score, clear_score, keys, lost }
}

/// Plays games of consecutive seeds on this thread, for a comparison that others hold.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "a worker's settings, each by its place")]
pub fn play_games(
    py: Python<'_>,
    agent: &str,
    rules: &str,
    mode: &str,
    seed: u64,
    games: u64,
    known: Option<usize>,
    keys: bool,
) -> PyResult<Vec<Played>> {
    let agent = minolab_agents::Agent::from_toml(agent).map_err(whole)?;
    let run = GameRun {
        agent: agent.name.clone(),
        identity: agent.to_toml(),
        rules: Ruleset::from_toml(rules).map_err(whole)?,
        mode: mode.parse().map_err(value)?,
        seed,
        known,
        extent: Extent { games: Some(games), pieces: None },
        shard: Shard::WHOLE,
        threads: 1,
        counts_keys: keys,
        save: None,
        checkpoint: None,
    };
    let stop = Stop::default();
    let tell = &mut |_: &RunProgress| stop.ask(|_| Ok(()));
    let played = py.detach(|| run.play(&|rules| agent.player(rules), &stop.flag, tell));
    let played = played.map_err(whole)?;
    stop.check()?;
    let mut games: Vec<GameResult> = played.tally.sample().iter().copied().collect();
    games.sort_unstable_by_key(|game| game.index);
    let played = |game: GameResult| {
        let GameResult { index, pieces, lines, score, clear_score, keys, lost } = game;
        (index, pieces, lines, score, clear_score, keys, lost)
    };
    Ok(games.into_iter().map(played).collect())
}

/// Grades each placement of a game.
#[pyfunction]
#[pyo3(signature = (replay, agent=None))]
pub fn review<'py>(
    py: Python<'py>,
    replay: &Bound<'py, Replay>,
    agent: Option<AgentLike<'py>>,
) -> PyResult<Bound<'py, PyAny>> {
    let replay = &replay.get().0;
    let mut judge = match agent {
        Some(agent) => agent.get()?,
        None => named(reviews::usual_judge(&replay.rules, replay.mode))?,
    };
    let curve = calibrate::shipped::of(&judge, replay.mode);
    // Nodes give the same verdict every time.
    if judge.search.ms().is_some() && judge.search.nodes().is_none() {
        judge.search.limit_nodes(curve.and_then(|curve| curve.nodes).unwrap_or(10_000));
    }
    let found =
        py.detach(|| reviews::review(replay, &judge, curve, &mut |_, _| ())).map_err(whole)?;
    let report = reviews::json(&found, replay);
    to_python(py, &report)
}
