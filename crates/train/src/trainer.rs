//! A training run on threads.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use minolab_agents::Agent;

use crate::{
    GenomeError, LogLine, Next, Standing, Training, TrainingError, TrainingRun,
    ground::{Ground, Play, Workers},
    record::TrainingEnd,
};

/// Plays a training run on threads.
pub struct Trainer {
    run: TrainingRun,
}

/// The progress of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingProgress {
    /// Generations complete.
    pub generations: u64,
    /// The fraction of the run that has been played, between 0 and 1.
    pub fraction: f64,
    /// Games since this part of the run began.
    pub fresh_games: u64,
    /// Wall time since then.
    pub elapsed: Duration,
}

/// An event of a run.
#[derive(Debug)]
pub enum TrainerEvent<'a> {
    /// A line for the log.
    Line(&'a LogLine),
    /// Some games ended; about ten times a second.
    Progress(&'a TrainingProgress),
    /// A good moment to save: log and state agree.
    Pause(&'a Standing),
}

/// How often progress is reported.
const TELL: Duration = Duration::from_millis(100);

impl Trainer {
    /// A new run.
    pub fn new(training: Training) -> Result<Trainer, TrainingError> {
        Ok(Trainer { run: TrainingRun::new(training)? })
    }

    /// A resumed run.
    pub fn resume(training: Training, standing: Standing) -> Result<Trainer, TrainingError> {
        Ok(Trainer { run: TrainingRun::resume(training, standing)? })
    }

    /// Its settings.
    pub fn training(&self) -> &Training {
        self.run.training()
    }

    /// Its state.
    pub fn standing(&self) -> &Standing {
        self.run.standing()
    }

    /// Its result, if it is complete.
    pub fn end(&self) -> Option<&TrainingEnd> {
        self.run.end()
    }

    /// Runs to the end or until `stop` is set, on this many threads.
    ///
    /// An error of `each` ends it at once.
    pub fn run<E>(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        each: &mut dyn FnMut(TrainerEvent) -> Result<(), E>,
    ) -> Result<(), E> {
        let play = Play::new(self.run.training());
        Ground::with(threads, &play, stop, |ground| self.run_on(&mut &*ground, each))
    }

    /// The same with games played by other workers.
    pub fn run_on<E>(
        &mut self,
        workers: &mut dyn Workers,
        each: &mut dyn FnMut(TrainerEvent) -> Result<(), E>,
    ) -> Result<(), E> {
        let (began, mut told, mut fresh_games) = (Instant::now(), Instant::now(), 0);
        loop {
            match self.run.advance() {
                Next::Line(line) => {
                    each(TrainerEvent::Line(&line))?;
                    each(TrainerEvent::Pause(self.run.standing()))?;
                    continue;
                }
                Next::Wait => {}
                Next::End => break,
            }
            workers.ask(std::iter::from_fn(|| self.run.task()).collect());
            if workers.is_stopped() {
                break;
            }
            let mut within = TELL;
            while let Some((key, game, score)) = workers.next(within) {
                fresh_games += 1;
                self.run.note(key, game, score);
                within = Duration::ZERO;
            }
            if told.elapsed() >= TELL {
                told = Instant::now();
                let (generations, fraction) = (self.run.generations(), self.run.fraction());
                let elapsed = began.elapsed();
                each(TrainerEvent::Progress(&TrainingProgress {
                    generations,
                    fraction,
                    fresh_games,
                    elapsed,
                }))?;
                each(TrainerEvent::Pause(self.run.standing()))?;
            }
        }
        each(TrainerEvent::Pause(self.run.standing()))
    }

    /// The generation the champion so far comes from.
    pub fn champion_generation(&self) -> Option<u64> {
        self.run.champion().map(|champion| champion.generation)
    }

    /// The champion as an agent, with its provenance; `None` before the end.
    pub fn champion(&self) -> Option<Result<Agent, GenomeError>> {
        self.end().and_then(|_| self.run.agent())
    }
}
