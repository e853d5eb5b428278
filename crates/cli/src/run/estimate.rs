//! `--estimate splitting`: lines per top-out of agents that do not top out in a test.

use std::{fmt, sync::atomic::AtomicBool};

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use minolab_agents::Agent;
use minolab_arena::{
    GameRun,
    splitting::{Splitting, SplittingError, SplittingEstimate, SplittingProgress},
};
use minolab_rules::Mode;

use super::table::number;
use crate::output::grouped;

/// The flags of estimates.
#[derive(Clone, Debug, clap::Args)]
pub struct Flags {
    /// Also estimate lines per top-out, for agents that almost never top out.
    #[arg(long, value_name = "METHOD")]
    estimate: Option<Method>,
    /// Crossings to collect at every level of the estimate.
    #[arg(long, value_name = "N", default_value_t = Splitting::CROSSINGS, requires = "estimate")]
    crossings: u64,
    /// Independent repetitions of the estimate.
    #[arg(long, value_name = "R", default_value_t = Splitting::REPLICAS, requires = "estimate")]
    replicas: u64,
    /// Roughly how many pieces the estimate may place, with fewer crossings if necessary.
    #[arg(long, value_name = "P", requires = "estimate")]
    estimate_pieces: Option<u64>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Method {
    /// Multilevel splitting on the height of the stack.
    Splitting,
}

impl Flags {
    /// Refuses what cannot be estimated, before anything is played.
    pub fn check(&self, run: &GameRun) -> Result<()> {
        if self.estimate.is_some() && !matches!(run.mode, Mode::Marathon | Mode::Practice) {
            bail!("--estimate splitting needs --mode marathon, not {}", run.mode);
        }
        if self.is_asked() {
            self.splitting(run).check()?;
        }
        Ok(())
    }

    fn splitting(&self, run: &GameRun) -> Splitting {
        Splitting {
            rules: run.rules.clone(),
            known: run.known,
            seed: run.seed,
            threads: run.threads,
            crossings: self.crossings,
            replicas: self.replicas,
            pieces: self.estimate_pieces,
        }
    }

    /// Whether to make an estimate.
    pub fn is_asked(&self) -> bool {
        self.estimate.is_some()
    }

    /// The estimate, if requested and not stopped.
    pub fn make(
        &self,
        agent: &Agent,
        run: &GameRun,
        stop: &AtomicBool,
    ) -> Result<Option<SplittingEstimate>> {
        let Some(Method::Splitting) = self.estimate else { return Ok(None) };
        let splitting = self.splitting(run);
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
            bar.set_style(style);
        }
        let mut tell = |progress: SplittingProgress| {
            let of = progress.stages.map_or(String::new(), |stages| format!(" of {stages}"));
            let part = match progress.replica {
                0 => "choosing levels".into(),
                replica => format!("replica {replica} of {}", progress.replicas),
            };
            bar.set_message(format!(
                "splitting: {part}, stage {}{of}, {} pieces",
                progress.stage + 1,
                grouped(progress.pieces)
            ));
            bar.tick();
        };
        let estimate = splitting.estimate(&|rules| agent.player(rules), stop, &mut tell);
        bar.finish_and_clear();
        match estimate {
            Err(SplittingError::Stopped) => {
                eprintln!("the estimate was stopped early");
                Ok(None)
            }
            estimate => Ok(Some(estimate?)),
        }
    }
}

/// An estimate for people.
pub struct Table<'a>(pub &'a SplittingEstimate);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let estimate = self.0;
        let se = estimate.se.map_or(String::new(), |se| format!(" ± {} (s.e.)", number(se)));
        writeln!(f)?;
        writeln!(
            f,
            "by splitting: {}{se} lines per top-out, {} crossings per level",
            number(estimate.lines_per_death),
            grouped(estimate.crossings)
        )?;
        let replicas: Vec<String> = estimate.replicas.iter().copied().map(number).collect();
        writeln!(f, "replicas  {}", replicas.join(", "))?;
        writeln!(
            f,
            "levels    from at most {} to {} rows every {} lines",
            estimate.base,
            estimate.levels.first().map_or(0, |level| level.from),
            number(estimate.lines_per_excursion)
        )?;
        for level in &estimate.levels {
            let to = level.to.map_or("top-out".into(), |to| to.to_string());
            writeln!(
                f,
                "          {:>2} to {to:7}  {:.4} of {} trials",
                level.from,
                level.share,
                grouped(level.trials)
            )?;
        }
        write!(
            f,
            "cost      {} pieces, {:.1} CPU s",
            grouped(estimate.pieces),
            estimate.cpu_seconds
        )
    }
}
