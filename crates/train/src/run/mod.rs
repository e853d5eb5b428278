//! A training run without threads or a clock.

use std::{
    collections::{BTreeMap, VecDeque},
    ops::Range,
    sync::Arc,
};

use minolab_agents::Agent;
use serde::{Deserialize, Serialize};

use crate::{
    Candidate, Estimate, Genome, GenomeError, Optimizer, OptimizerState, Training,
    TrainingCheckpointError, TrainingError, VERSION,
    checkpoint::{COUNT, ensure},
    ground::{Score, Task},
    race,
    record::{Begin, Generation, LogLine, Told, TrainingEnd},
    seeds::Purpose,
};

/// A training run: its settings and its state.
///
/// It requests games and is told their results. It does not matter who plays them, where and in
/// what order: the result follows from the settings alone.
pub struct TrainingRun {
    training: Training,
    genome: Genome,
    standing: Standing,
    // The players by key, and how many games were requested.
    players: BTreeMap<u64, (Arc<Agent>, u64)>,
    tasks: VecDeque<Task>,
}

/// The state of a run: everything needed to continue to exactly the same end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    optimizer: OptimizerState,
    // Games played for what is not decided yet, by key.
    scores: BTreeMap<u64, Vec<Option<Score>>>,
    // Candidates told but not logged yet, by generation.
    told: BTreeMap<u64, Vec<Answered>>,
    // Whether the first line is logged, and how many generations are.
    has_begun: bool,
    generations: u64,
    champion: Option<Champion>,
    challenger: Option<(Vec<f64>, Estimate)>,
    games: u64,
    pieces: u64,
    end: Option<TrainingEnd>,
}

/// Fitness, weights and occupancy. Not the log's type, which omits empty fields: the checkpoint's
/// format may not.
type Answered = (f64, Vec<f64>, Vec<u64>);

/// The champion so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    pub point: Vec<f64>,
    /// The generation that proposed it.
    pub generation: u64,
    /// Its result on the validation games.
    pub validation: Estimate,
}

/// What a run does next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// It has an event; there may be more.
    Line(LogLine),
    /// It waits for requested games.
    Wait,
    /// It is complete.
    End,
}

/// Keys of games that are not a candidate's.
const CHALLENGER: u64 = u64::MAX;
const CHAMPION: u64 = u64::MAX - 1;
const GIVEN: u64 = u64::MAX - 2;

impl Standing {
    /// Whether a run with these settings can be in this state: a file may say anything.
    pub(crate) fn check(&self, training: &Training) -> Result<(), TrainingCheckpointError> {
        let genome = training.check().map_err(|_| TrainingCheckpointError::Settings)?;
        let space = genome.space();
        self.optimizer.check(&training.optimizer, space)?;
        let (generations, measured) = (self.generations, self.optimizer.generation());
        let (last, next) = (training.generations, generations.saturating_add(1));
        ensure(generations <= last, "complete generations:", generations, last)?;
        let is_next = measured == generations || measured == next;
        ensure(is_next, "an optimiser at generation", measured, generations)?;
        ensure(self.games <= COUNT, "games:", self.games, COUNT)?;
        ensure(self.pieces <= COUNT, "pieces:", self.pieces, COUNT)?;
        for (&key, scores) in &self.scores {
            let most = match key {
                CHAMPION | GIVEN => training.held_out,
                CHALLENGER => training.validation,
                _ => training.games,
            };
            ensure(scores.len() as u64 <= most, "games of one player:", scores.len(), most)?;
            for score in scores.iter().flatten() {
                ensure(score.pieces <= GAME, "pieces of a game:", score.pieces, GAME)?;
                ensure(score.fitness.is_finite(), "a fitness of", score.fitness, "a number")?;
                check_occupancy(&score.occupancy)?;
            }
        }
        for (_, point, occupancy) in self.told.values().flatten() {
            space.check_length("a candidate of", point)?;
            check_occupancy(occupancy)?;
        }
        let has_told = self.told.get(&generations).is_some_and(|told| !told.is_empty());
        ensure(measured == generations || has_told, "a generation", "without candidates", "some")?;
        if let Some(champion) = &self.champion {
            space.check_length("a champion of", &champion.point)?;
        }
        if let Some((point, _)) = &self.challenger {
            space.check_length("a challenger of", point)?;
        }
        let has_champion = generations == 0 || self.champion.is_some();
        ensure(has_champion, "no champion after", generations, "one")?;
        let is_over = self.end.is_none() || generations == last;
        ensure(is_over, "an end after", generations, last)
    }
}

/// No game has more pieces, so that a million games can be added up.
const GAME: u64 = 1 << 40;

/// Whether placements are counted in sixteenths, or not at all.
fn check_occupancy(counts: &[u64]) -> Result<(), TrainingCheckpointError> {
    let is_right = matches!(counts.len(), 0 | 16) && counts.iter().all(|&count| count <= GAME);
    ensure(is_right, "placements counted", format!("{counts:?}"), "16 counts or none")
}

impl TrainingRun {
    /// A new run.
    pub fn new(training: Training) -> Result<TrainingRun, TrainingError> {
        let genome = training.check()?;
        let standing = Standing {
            optimizer: training
                .optimizer
                .build(genome.space(), training.seed)
                .map_err(TrainingError::Optimizer)?,
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
        Ok(TrainingRun::at(training, genome, standing))
    }

    /// A resumed run.
    pub fn resume(training: Training, standing: Standing) -> Result<TrainingRun, TrainingError> {
        let genome = training.check()?;
        Ok(TrainingRun::at(training, genome, standing))
    }

    fn at(training: Training, genome: Genome, standing: Standing) -> TrainingRun {
        TrainingRun { training, genome, standing, players: BTreeMap::new(), tasks: VecDeque::new() }
    }

    /// Its settings.
    pub fn training(&self) -> &Training {
        &self.training
    }

    /// What it learns of the agent.
    pub fn genome(&self) -> &Genome {
        &self.genome
    }

    /// Its state.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Generations complete.
    pub fn generations(&self) -> u64 {
        self.standing.generations
    }

    /// How many candidates a generation has.
    pub fn population(&self) -> usize {
        self.standing.optimizer.population()
    }

    /// Candidates being evaluated, in order.
    pub fn candidates(&self) -> Vec<Candidate> {
        let mut waiting = self.standing.optimizer.outstanding();
        waiting.retain(|candidate| candidate.generation < self.training.generations);
        waiting
    }

    /// The champion so far.
    pub fn champion(&self) -> Option<&Champion> {
        self.standing.champion.as_ref()
    }

    /// Its result, if it is complete.
    pub fn end(&self) -> Option<&TrainingEnd> {
        self.standing.end.as_ref()
    }

    /// The champion so far as an agent, with its provenance; `None` before there is one.
    pub fn agent(&self) -> Option<Result<Agent, GenomeError>> {
        let champion = self.champion()?;
        let agent = self.genome.agent(&champion.point);
        Some(agent.map(|agent| {
            crate::champion::with_provenance(agent, &self.training, champion, self.end())
        }))
    }

    /// The fraction of the run that has been played, between 0 and 1.
    pub fn fraction(&self) -> f64 {
        let standing = &self.standing;
        let of_generation = self.training.games * standing.optimizer.population() as u64;
        let told = standing.told.values().map(Vec::len).sum::<usize>() as u64;
        let played = standing.scores.values().flatten().flatten().count() as u64
            + told * self.training.games;
        let part = (played as f64 / of_generation.max(1) as f64).min(1.0);
        ((standing.generations as f64 + part) / self.training.generations as f64).min(1.0)
    }

    /// Advances as far as it can without further games.
    pub fn advance(&mut self) -> Next {
        if !self.standing.has_begun {
            self.standing.has_begun = true;
            let training = &self.training;
            return Next::Line(LogLine::Begin(Begin {
                version: VERSION.into(),
                agent: training.agent.name.clone(),
                optimizer: training.optimizer.name().into(),
                objective: training.objective.kind.name().into(),
                generations: training.generations,
                weights: self.genome.names().map(String::from).collect(),
            }));
        }
        let line = if self.standing.generations < self.training.generations {
            // Complete already if it was interrupted just before logging.
            while self.standing.optimizer.generation() <= self.standing.generations {
                self.fill();
                let has_told = match self.training.race {
                    Some(_) => self.race(),
                    None => self.tell_first(),
                };
                if !has_told {
                    return Next::Wait;
                }
            }
            self.close_generation()
        } else if self.standing.end.is_none() {
            self.finish()
        } else {
            return Next::End;
        };
        line.map_or(Next::Wait, Next::Line)
    }

    /// The next game that is not being played yet.
    pub fn task(&mut self) -> Option<Task> {
        self.tasks.pop_front()
    }

    /// Tells the result of a requested game.
    pub fn note(&mut self, key: u64, game: u64, score: Score) {
        let scores = self.standing.scores.get_mut(&key);
        if let Some(place) = scores.and_then(|scores| scores.get_mut(game as usize)) {
            *place = Some(score);
        }
    }

    /// Asks for as many candidates as possible, and requests their games unless they race.
    fn fill(&mut self) {
        let last = self.training.generations;
        while let Some(candidate) = self.standing.optimizer.ask() {
            // An asynchronous swarm would otherwise start the next.
            if candidate.generation >= last {
                break;
            }
        }
        if self.training.race.is_some() {
            return;
        }
        for candidate in self.candidates() {
            if !self.players.contains_key(&candidate.id) {
                let games = 0..self.training.games;
                self.ask(candidate.id, &candidate.point, purpose(&candidate), games);
            }
        }
    }

    /// Requests games of a key unless they were played or requested.
    fn ask(&mut self, key: u64, point: &[f64], purpose: Purpose, games: Range<u64>) {
        let scores = self.standing.scores.entry(key).or_default();
        if scores.len() < games.end as usize {
            scores.resize(games.end as usize, None);
        }
        if !self.players.contains_key(&key) {
            // A point that is not a valid agent, such as one with a NaN weight, loses.
            let agent = match key {
                GIVEN => Some(self.training.agent.clone()),
                _ => self.genome.agent(point).ok(),
            };
            let Some(agent) = agent else {
                // JSON knows no infinity.
                let worst = Score { fitness: -1e300, pieces: 0, lines: 0, occupancy: Vec::new() };
                scores.iter_mut().for_each(|score| *score = Some(worst.clone()));
                return;
            };
            self.players.insert(key, (Arc::new(agent), 0));
        }
        let Some((agent, asked)) = self.players.get_mut(&key) else { return };
        let first = purpose.first_seed(self.training.seed);
        let missing = (*asked..games.end).filter(|&game| scores[game as usize].is_none());
        self.tasks.extend(missing.map(|game| {
            let (seed, agent) = (first.wrapping_add(game), Arc::clone(agent));
            Task { key, game, seed, agent }
        }));
        *asked = (*asked).max(games.end);
    }

    /// Whether all games of a key have been played.
    fn is_played(&self, key: u64) -> bool {
        let scores = self.standing.scores.get(&key);
        scores.is_none_or(|scores| scores.iter().all(Option::is_some))
    }

    /// Tells the fitness of the first candidate, if it is known.
    fn tell_first(&mut self) -> bool {
        let Some(first) = self.candidates().into_iter().next() else { return false };
        if !self.is_played(first.id) {
            return false;
        }
        let scores = self.take_scores(first.id);
        let fitness = Estimate::of(scores.iter().map(|score| score.fitness)).mean;
        self.tell(first, fitness, &scores);
        true
    }

    /// Lets the whole generation race, and tells each fitness when it is known.
    ///
    /// Starts with the first round whenever it is called: who stays follows from the scores.
    fn race(&mut self) -> bool {
        let Some(race) = self.training.race else { return false };
        let games = self.training.games;
        let batch = self.candidates();
        let first = race.first.min(games);
        for candidate in &batch {
            if !self.players.contains_key(&candidate.id) {
                // More than the first ones if it was interrupted in a later round.
                let known = self.standing.scores.get(&candidate.id).map_or(0, Vec::len) as u64;
                self.ask(candidate.id, &candidate.point, purpose(candidate), 0..known.max(first));
            }
        }
        if batch.is_empty() || !batch.iter().all(|candidate| self.is_played(candidate.id)) {
            return false;
        }
        let (mut running, mut played) = (vec![true; batch.len()], first);
        loop {
            let at: Vec<usize> = (0..batch.len()).filter(|&at| running[at]).collect();
            for candidate in at.iter().map(|&at| &batch[at]) {
                self.ask(candidate.id, &candidate.point, purpose(candidate), 0..played);
            }
            if !at.iter().all(|&at| self.is_played(batch[at].id)) {
                return false;
            }
            if played >= games {
                break;
            }
            let scores: Vec<Vec<f64>> = at
                .iter()
                .map(|&at| self.fitnesses(batch[at].id)[..played as usize].to_vec())
                .collect();
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
        true
    }

    fn fitnesses(&self, key: u64) -> Vec<f64> {
        let scores = self.standing.scores.get(&key).into_iter().flatten().flatten();
        scores.map(|score| score.fitness).collect()
    }

    /// Takes the games of a key.
    fn take_scores(&mut self, key: u64) -> Vec<Score> {
        self.players.remove(&key);
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

    /// Lets the optimiser's recommendation challenge the champion; returns the generation's log
    /// line once those games are played.
    fn close_generation(&mut self) -> Option<LogLine> {
        let generation = self.standing.generations;
        let point = self.standing.optimizer.recommended();
        let figure = match &self.standing.challenger {
            Some((last, figure)) if *last == point => *figure,
            _ => self.figure_of(CHALLENGER, &point, Purpose::Validation)?,
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
        let spread = Estimate::of(fitnesses());
        let champion = self.standing.champion.as_ref();
        self.standing.generations += 1;
        Some(LogLine::Generation(Generation {
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
        }))
    }

    fn figure_of(&mut self, key: u64, point: &[f64], purpose: Purpose) -> Option<Estimate> {
        self.ask(key, point, purpose, 0..self.training.validation);
        let scores = self.is_played(key).then(|| self.take_scores(key))?;
        Some(Estimate::of(scores.iter().map(|score| score.fitness)))
    }

    /// Measures the champion and the given agent on held-out games.
    fn finish(&mut self) -> Option<LogLine> {
        let champion = self.standing.champion.clone()?;
        let games = self.training.held_out;
        for key in [CHAMPION, GIVEN] {
            self.ask(key, &champion.point, Purpose::HeldOut, 0..games);
        }
        if ![CHAMPION, GIVEN].iter().all(|&key| self.is_played(key)) {
            return None;
        }
        let [champion, given] = [CHAMPION, GIVEN].map(|key| {
            let scores = self.take_scores(key);
            scores.iter().map(|score| score.fitness).collect::<Vec<_>>()
        });
        let gain = Estimate::of(champion.iter().zip(&given).map(|(ours, given)| ours - given));
        let end = TrainingEnd {
            held_out: Estimate::of(champion),
            given: Estimate::of(given),
            gain,
            gain_ci95: gain.ci95(),
            games: self.standing.games,
            pieces: self.standing.pieces,
        };
        self.standing.end = Some(end);
        Some(LogLine::End(end))
    }
}

impl Task {
    /// Whether it is a candidate's, rather than for the champion or the end.
    pub fn is_candidate(&self) -> bool {
        self.key < GIVEN
    }
}

fn purpose(candidate: &Candidate) -> Purpose {
    Purpose::Training(candidate.generation)
}

#[cfg(test)]
mod tests;
