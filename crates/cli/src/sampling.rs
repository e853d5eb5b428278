//! Positions from games of agents, taken in number: flags, and a file that grows.

use std::{
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use anyhow::{Context, Result, ensure};
use clap::value_parser;
use minolab_agents::Agent;
use minolab_arena::crew;
use minolab_rules::Mode;
use minolab_study::calibrate::{Sampling, unit};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;

use crate::{
    bounds,
    flags::{Changes, GameFlags, load_agent},
    output,
    run::threads,
    stop::Stop,
};

/// Where positions come from, and how they are played on.
#[derive(clap::Args)]
pub struct SamplingFlags {
    /// A shipped agent's name, or an agent file.
    #[arg(long, value_name = "NAME|FILE")]
    agent: String,
    #[command(flatten)]
    game: GameFlags,
    #[command(flatten)]
    changes: Changes,
    /// Who plays on, and leads up to the positions [default: the agent itself].
    #[arg(long, value_name = "NAME|FILE")]
    playing_on: Option<String>,
    /// Nodes per piece for playing on, where the player has such a limit.
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    playing_nodes: u64,
    /// Pieces to play after each choice [default: to the end in a race to lines, 60 where points
    /// count, 5000 elsewhere].
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    horizon: Option<u64>,
    /// Pieces before a position, at most [default: 110 in a sprint, 300 elsewhere].
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000))]
    lead: Option<u64>,
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads [default: all cores].
    #[arg(long, value_name = "T", value_parser = bounds::threads)]
    threads: Option<NonZeroUsize>,
}

/// Nodes to choose and to rank, for an agent that goes by the clock.
const NODES: u64 = 10_000;
/// Samples between two writes to the file.
const BATCH: u64 = 100;

impl SamplingFlags {
    /// What they say.
    pub fn sampling(&self) -> Result<Sampling> {
        let mut judge = self.changes.apply(load_agent(&self.agent)?)?;
        let mode: Mode = self.game.mode(&judge.mode)?;
        ensure!(!matches!(mode, Mode::BlitzSeconds(_)), "{mode} ends by the clock, expected blitz");
        let rules = self.game.rules(&judge.rules)?;
        if judge.search.ms().is_some() && judge.search.nodes().is_none() {
            // Nodes come to the same answer every time.
            judge.search.limit_nodes(NODES);
        }
        let mut playing = match &self.playing_on {
            Some(name) => load_agent(name)?,
            None => judge.clone(),
        };
        if playing.search.has_budget() {
            playing.search.limit_nodes(self.playing_nodes);
        }
        let horizon = self.horizon.or(match unit(mode) {
            "pieces" => None,
            "points" => Some(60),
            _ => Some(5000),
        });
        self.changes.check_known(&judge, &rules, self.game.seen(&rules))?;
        Ok(Sampling {
            rules,
            mode,
            judge,
            playing,
            horizon: horizon.unwrap_or(u64::MAX),
            lead: self.lead.unwrap_or(if mode == Mode::Sprint { 110 } else { 300 }),
            seed: self.seed,
        })
    }

    /// How many threads to use.
    pub fn threads(&self) -> usize {
        threads(self.threads)
    }
}

/// All that samples depend on, in one line.
pub fn head(sampling: &Sampling) -> String {
    let Sampling { rules, mode, judge, playing, horizon, lead, seed } = sampling;
    let [judge, playing] = [judge, playing].map(Agent::to_toml);
    json!({
        "rules": rules.to_toml(), "mode": mode.to_string(), "judge": judge, "playing": playing,
        "horizon": horizon, "lead": lead, "seed": seed,
    })
    .to_string()
}

/// A file of samples, one per line, that grows until there are enough.
pub struct SampleFile<'a> {
    pub path: &'a Path,
    /// The first line: what they are samples of.
    pub head: String,
    pub stop: &'a Stop,
}

/// Where samples are kept until there are enough for the result.
pub fn beside(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".samples");
    name.into()
}

impl SampleFile<'_> {
    /// Takes the samples that are not in the file yet, until there are so many or the program is
    /// asked to stop. Each worker is a thread. A torn last line is left out and taken again.
    pub fn take<W: Send, T: Serialize + DeserializeOwned + Send>(
        &self,
        count: u64,
        workers: &mut [W],
        sample: impl Fn(u64, &mut W) -> T + Sync,
    ) -> Result<Vec<T>> {
        let SampleFile { path, head, stop } = self;
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            read => read.with_context(|| format!("reading {path:?}"))?,
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines();
        let found = lines.next().unwrap_or(head);
        ensure!(
            found == head,
            "{path:?} has samples of other settings: finish those, or delete it\nfound    {found}\nexpected {head}"
        );
        let read =
            |line: &str| serde_json::from_str(line).with_context(|| format!("{path:?}: {line:?}"));
        let mut samples: Vec<T> = lines.map(read).collect::<Result<_>>()?;
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len(whole.len() as u64)?;
        if whole.is_empty() {
            writeln!(file, "{head}")?;
        }
        let bar = output::bar(count, "positions");
        bar.set_position(samples.len() as u64);
        while (samples.len() as u64) < count && !stop.load(Ordering::Relaxed) {
            let from = samples.len() as u64;
            let batch = crew::each(workers, BATCH.min(count - from), stop, |number, worker| {
                sample(from + number, worker)
            });
            // Without gaps: a later one may be there and an earlier one not.
            let whole = batch.into_iter().zip(0..).take_while(|((number, _), at)| number == at);
            let batch: Vec<T> = whole.map(|((_, sample), _)| sample).collect();
            let mut text = String::new();
            for sample in &batch {
                text += &serde_json::to_string(sample)?;
                text.push('\n');
            }
            file.write_all(text.as_bytes()).with_context(|| format!("writing {path:?}"))?;
            samples.extend(batch);
            bar.set_position(samples.len() as u64);
        }
        bar.finish_and_clear();
        samples.truncate(count as usize);
        Ok(samples)
    }
}
