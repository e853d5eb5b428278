//! The loop of a training run.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use minolab_arena::LaneSettings;
use minolab_engine::Agent;
use serde::{Deserialize, Serialize};

use crate::{
    Candidate, Figure, Genome, GenomeError, Optimizer, Settings, State, Training, TrainingError,
    VERSION,
    ground::{Ground, Play, Score, Task},
    race,
    record::{Begin, End, Generation, Line, Told},
    seeds::Purpose,
};

/// A training run: what it follows, and where it stands.
pub struct Trainer {
    training: Training,
    genome: Genome,
    standing: Standing,
}

/// Where a run stands: all that is needed to go on to exactly the same end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    optimizer: State,
    // Games played for what is not decided yet, by who asked for them.
    scores: BTreeMap<u64, Vec<Option<Score>>>,
    // Candidates told and not logged yet, by generation.
    told: BTreeMap<u64, Vec<Answered>>,
    // Whether the first line is logged, and how many generations are.
    has_begun: bool,
    generations: u64,
    champion: Option<Champion>,
    challenger: Option<(Vec<f64>, Figure)>,
    games: u64,
    pieces: u64,
    end: Option<End>,
}

/// Fitness, weights and occupancy. Not what the log has, which leaves out what is empty: where a
/// run is saved, nothing may be.
type Answered = (f64, Vec<f64>, Vec<u64>);

/// The best so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    /// Its weights.
    pub point: Vec<f64>,
    /// The generation that proposed it.
    pub generation: u64,
    /// How it did in the validation games.
    pub validation: Figure,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Generations complete.
    pub generations: u64,
    /// The part of the run that is played, between 0 and 1.
    pub fraction: f64,
    /// Games since this part of the run began.
    pub fresh_games: u64,
    /// Wall time since then.
    pub elapsed: Duration,
}

/// Something happened.
#[derive(Debug)]
pub enum Event<'a> {
    /// A line for the log.
    Line(&'a Line),
    /// Some games ended; about ten times a second.
    Progress(&'a Progress),
    /// A good moment to save: what was logged and where it stands agree.
    Pause(&'a Standing),
}

/// Who asked for a game, when it is not a candidate.
const CHALLENGER: u64 = u64::MAX;
const CHAMPION: u64 = u64::MAX - 1;
const GIVEN: u64 = u64::MAX - 2;

/// How often progress is told.
const TELL: Duration = Duration::from_millis(100);

impl Trainer {
    /// A run at its beginning.
    pub fn new(training: Training) -> Result<Trainer, TrainingError> {
        let genome = training.check()?;
        let standing = Standing {
            optimizer: training.optimizer.build(genome.space(), training.seed)?,
            scores: BTreeMap::new(),
            told: BTreeMap::new(),
            has_begun: false,
            generations: 0,
            champion: None,
            challenger: None,
            games: 0,
            pieces: 0,
            end: None,
        };
        Ok(Trainer { training, genome, standing })
    }

    /// A run where it was left.
    pub fn resume(training: Training, standing: Standing) -> Result<Trainer, TrainingError> {
        Ok(Trainer { genome: training.check()?, training, standing })
    }

    /// What it follows.
    pub fn training(&self) -> &Training {
        &self.training
    }

    /// Where it stands.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// What came of it, if it is at its end.
    pub fn end(&self) -> Option<&End> {
        self.standing.end.as_ref()
    }

    /// Goes on until the end or until `stop` is set, on this many threads.
    ///
    /// An error of `each` ends it at once.
    pub fn run<E>(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        each: &mut dyn FnMut(Event) -> Result<(), E>,
    ) -> Result<(), E> {
        let training = &self.training;
        let lane = LaneSettings::new(
            &training.rules,
            training.objective.goal(),
            0,
            training.known,
            training.objective.counts_keys(),
        );
        // Only a sweep is about how values differ; elsewhere it would fill the log.
        let occupancy = matches!(training.optimizer, Settings::Sweep(_));
        let play = Play { lane, objective: training.objective, occupancy };
        Ground::with(threads, &play, stop, |ground| {
            Session {
                training: &self.training,
                genome: &self.genome,
                standing: &mut self.standing,
                ground,
                agents: BTreeMap::new(),
                began: Instant::now(),
                fresh_games: 0,
                each,
            }
            .run()
        })
    }

    /// The generation that the best so far is of.
    pub fn champion_generation(&self) -> Option<u64> {
        self.standing.champion.as_ref().map(|champion| champion.generation)
    }

    /// The champion as an agent, with where it comes from; `None` before the end.
    pub fn champion(&self) -> Option<Result<Agent, GenomeError>> {
        let (champion, end) = (self.standing.champion.as_ref()?, self.standing.end?);
        Some(
            self.genome.agent(&champion.point).map(|agent| {
                crate::champion::with_provenance(agent, &self.training, champion, &end)
            }),
        )
    }
}

/// A stretch of a run without interruption.
struct Session<'a, E> {
    training: &'a Training,
    genome: &'a Genome,
    standing: &'a mut Standing,
    ground: &'a Ground<'a>,
    // The players of whoever asked for games.
    agents: BTreeMap<u64, Arc<Agent>>,
    began: Instant,
    fresh_games: u64,
    each: &'a mut dyn FnMut(Event) -> Result<(), E>,
}

/// Stopped by the user, or an error of whoever listens.
enum Halt<E> {
    Stopped,
    Failed(E),
}

type Step<T, E> = Result<T, Halt<E>>;

impl<E> Session<'_, E> {
    fn run(mut self) -> Result<(), E> {
        match self.go_on() {
            Ok(()) | Err(Halt::Stopped) => (self.each)(Event::Pause(self.standing)),
            Err(Halt::Failed(error)) => Err(error),
        }
    }

    fn go_on(&mut self) -> Step<(), E> {
        if !self.standing.has_begun {
            self.standing.has_begun = true;
            let training = self.training;
            self.log(Line::Begin(Begin {
                version: VERSION.into(),
                agent: training.agent.name.clone(),
                optimizer: training.optimizer.name().into(),
                objective: training.objective.kind.name().into(),
                generations: training.generations,
                weights: self.genome.names().map(String::from).collect(),
            }))?;
        }
        while self.standing.generations < self.training.generations {
            // Complete already if it was left just before it was logged.
            if self.standing.optimizer.generation() <= self.standing.generations {
                self.fill();
                match self.training.race {
                    Some(_) => self.race()?,
                    None => self.measure_first()?,
                }
            }
            while self.standing.optimizer.generation() > self.standing.generations {
                self.close_generation()?;
            }
        }
        if self.standing.end.is_none() {
            self.finish()?;
        }
        Ok(())
    }

    /// Asks for as many candidates as there are, and for their games unless they race.
    fn fill(&mut self) {
        let last = self.training.generations;
        while let Some(candidate) = self.standing.optimizer.ask() {
            // A swarm without generations would go on to the next.
            if candidate.generation >= last {
                break;
            }
        }
        if self.training.race.is_some() {
            return;
        }
        for candidate in self.waiting() {
            if !self.agents.contains_key(&candidate.id) {
                let games = 0..self.training.games;
                self.ask(candidate.id, &candidate.point, purpose(&candidate), games);
            }
        }
    }

    /// Candidates asked and not told, the first one first.
    fn waiting(&self) -> Vec<Candidate> {
        let mut waiting = self.standing.optimizer.outstanding();
        waiting.retain(|candidate| candidate.generation < self.training.generations);
        waiting
    }

    /// Asks for games of a key unless they were played.
    fn ask(&mut self, key: u64, point: &[f64], purpose: Purpose, games: std::ops::Range<u64>) {
        // A point that makes no agent, such as one with a weight that is no number, loses.
        let agent = match key {
            GIVEN => Some(self.training.agent.clone()),
            _ => self.genome.agent(point).ok(),
        };
        let scores = self.standing.scores.entry(key).or_default();
        if scores.len() < games.end as usize {
            scores.resize(games.end as usize, None);
        }
        let Some(agent) = agent else {
            // JSON knows no infinity.
            let worst = Score { fitness: -1e300, pieces: 0, lines: 0, occupancy: Vec::new() };
            scores.iter_mut().for_each(|score| *score = Some(worst.clone()));
            return;
        };
        let agent = Arc::clone(self.agents.entry(key).or_insert_with(|| Arc::new(agent)));
        let first = purpose.first_seed(self.training.seed);
        let missing = games.filter(|&game| scores[game as usize].is_none());
        let tasks: Vec<Task> = missing
            .map(|game| {
                let (seed, agent) = (first.wrapping_add(game), Arc::clone(&agent));
                Task { key, game, seed, agent }
            })
            .collect();
        self.ground.ask(tasks);
    }

    /// Waits for all games asked for by a key.
    fn wait(&mut self, key: u64) -> Step<(), E> {
        let is_missing = |scores: &Vec<Option<Score>>| scores.iter().any(Option::is_none);
        let mut told = Instant::now();
        while self.standing.scores.get(&key).is_some_and(is_missing) {
            if self.ground.is_stopped() {
                return Err(Halt::Stopped);
            }
            if let Some((key, game, score)) = self.ground.next(TELL) {
                self.fresh_games += 1;
                if let Some(scores) = self.standing.scores.get_mut(&key) {
                    scores[game as usize] = Some(score);
                }
            }
            if told.elapsed() >= TELL {
                told = Instant::now();
                self.tell_progress()?;
                (self.each)(Event::Pause(self.standing)).map_err(Halt::Failed)?;
            }
        }
        Ok(())
    }

    fn tell_progress(&mut self) -> Step<(), E> {
        let of_generation: u64 = self.training.games * self.standing.optimizer.population() as u64;
        let played = self.standing.scores.values().flatten().flatten().count() as f64
            + self.standing.told.values().map(Vec::len).sum::<usize>() as f64
                * self.training.games as f64;
        let part = (played / of_generation.max(1) as f64).min(1.0);
        let done = self.standing.generations;
        let progress = Progress {
            generations: done,
            fraction: ((done as f64 + part) / self.training.generations as f64).min(1.0),
            fresh_games: self.fresh_games,
            elapsed: self.began.elapsed(),
        };
        (self.each)(Event::Progress(&progress)).map_err(Halt::Failed)
    }

    /// Waits for the first candidate and tells what it was worth.
    fn measure_first(&mut self) -> Step<(), E> {
        let Some(first) = self.waiting().into_iter().next() else { return Ok(()) };
        self.wait(first.id)?;
        let scores = self.take_scores(first.id);
        let fitness = Figure::of(scores.iter().map(|score| score.fitness)).mean;
        self.tell(first, fitness, &scores);
        Ok(())
    }

    /// Lets the whole generation race and tells what each was worth.
    fn race(&mut self) -> Step<(), E> {
        let Some(race) = self.training.race else { return Ok(()) };
        let games = self.training.games;
        let batch = self.waiting();
        let mut running = vec![true; batch.len()];
        let mut played = race.first.min(games);
        loop {
            for (candidate, _) in batch.iter().zip(&running).filter(|(_, running)| **running) {
                self.ask(candidate.id, &candidate.point, purpose(candidate), 0..played);
            }
            for (candidate, _) in batch.iter().zip(&running).filter(|(_, running)| **running) {
                self.wait(candidate.id)?;
            }
            if played >= games {
                break;
            }
            let at: Vec<usize> = (0..batch.len()).filter(|&at| running[at]).collect();
            let scores: Vec<Vec<f64>> = at.iter().map(|&at| self.fitnesses(batch[at].id)).collect();
            for (&at, survives) in at.iter().zip(race::survivors(&race, &scores)) {
                running[at] = survives;
            }
            played = (2 * played).min(games);
        }
        let scores: Vec<Vec<f64>> = batch.iter().map(|one| self.fitnesses(one.id)).collect();
        for (candidate, fitness) in batch.into_iter().zip(race::fitness(&scores, games as usize)) {
            let scores = self.take_scores(candidate.id);
            self.tell(candidate, fitness, &scores);
        }
        Ok(())
    }

    fn fitnesses(&self, key: u64) -> Vec<f64> {
        let scores = self.standing.scores.get(&key).into_iter().flatten().flatten();
        scores.map(|score| score.fitness).collect()
    }

    /// The games of a key, which then count as played.
    fn take_scores(&mut self, key: u64) -> Vec<Score> {
        self.agents.remove(&key);
        let scores: Vec<Score> =
            self.standing.scores.remove(&key).into_iter().flatten().flatten().collect();
        self.standing.games += scores.len() as u64;
        self.standing.pieces += scores.iter().map(|score| score.pieces).sum::<u64>();
        scores
    }

    fn tell(&mut self, candidate: Candidate, fitness: f64, scores: &[Score]) {
        self.standing.optimizer.tell(candidate.id, fitness);
        let mut occupancy = Vec::new();
        for counts in scores.iter().map(|score| &score.occupancy) {
            occupancy.resize(counts.len(), 0);
            occupancy.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let told = (fitness, candidate.point, occupancy);
        self.standing.told.entry(candidate.generation).or_default().push(told);
    }

    /// Lets the optimiser's choice challenge the champion, and logs the generation.
    fn close_generation(&mut self) -> Step<(), E> {
        let generation = self.standing.generations;
        let point = self.standing.optimizer.recommended();
        let figure = match &self.standing.challenger {
            Some((last, figure)) if *last == point => *figure,
            _ => {
                let games = 0..self.training.validation;
                self.ask(CHALLENGER, &point, Purpose::Validation, games);
                self.wait(CHALLENGER)?;
                let scores = self.take_scores(CHALLENGER);
                Figure::of(scores.iter().map(|score| score.fitness))
            }
        };
        self.standing.challenger = Some((point.clone(), figure));
        let is_better =
            |champion: &Champion| figure.mean.total_cmp(&champion.validation.mean).is_gt();
        if self.standing.champion.as_ref().is_none_or(is_better) {
            let (point, generation) = (point.clone(), generation + 1);
            self.standing.champion = Some(Champion { point, generation, validation: figure });
        }
        let told = self.standing.told.remove(&generation).unwrap_or_default().into_iter();
        let candidates: Vec<Told> =
            told.map(|(fitness, point, occupancy)| Told { fitness, point, occupancy }).collect();
        let fitnesses = || candidates.iter().map(|told| told.fitness);
        let spread = Figure::of(fitnesses());
        let champion = self.standing.champion.as_ref();
        let line = Line::Generation(Generation {
            generation: generation + 1,
            games: self.standing.games,
            pieces: self.standing.pieces,
            best: fitnesses().fold(f64::NEG_INFINITY, f64::max),
            mean: spread.mean,
            sd: spread.se * (spread.n as f64).sqrt(),
            challenger: figure,
            recommended: point,
            champion: champion.map_or(figure, |champion| champion.validation),
            champion_generation: champion.map_or(0, |champion| champion.generation),
            candidates,
        });
        self.standing.generations += 1;
        self.log(line)?;
        (self.each)(Event::Pause(self.standing)).map_err(Halt::Failed)
    }

    /// Measures the champion, and the agent that was given, by games nobody has seen.
    fn finish(&mut self) -> Step<(), E> {
        let Some(champion) = self.standing.champion.clone() else { return Ok(()) };
        let games = self.training.held_out;
        for key in [CHAMPION, GIVEN] {
            self.ask(key, &champion.point, Purpose::HeldOut, 0..games);
        }
        self.wait(CHAMPION)?;
        self.wait(GIVEN)?;
        let [champion, given] = [CHAMPION, GIVEN].map(|key| self.take_scores(key));
        let fitness =
            |scores: &[Score]| scores.iter().map(|score| score.fitness).collect::<Vec<_>>();
        let (champion, given) = (fitness(&champion), fitness(&given));
        let gain = Figure::of(champion.iter().zip(&given).map(|(ours, given)| ours - given));
        let end = End {
            held_out: Figure::of(champion),
            given: Figure::of(given),
            gain,
            gain_ci95: gain.ci95(),
            games: self.standing.games,
            pieces: self.standing.pieces,
        };
        self.standing.end = Some(end);
        self.log(Line::End(end))
    }

    fn log(&mut self, line: Line) -> Step<(), E> {
        (self.each)(Event::Line(&line)).map_err(Halt::Failed)
    }
}

fn purpose(candidate: &Candidate) -> Purpose {
    Purpose::Training(candidate.generation)
}
