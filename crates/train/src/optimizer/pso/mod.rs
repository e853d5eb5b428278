//! Particle swarm optimisation, as in Hidamari.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::batch::worth;
use super::draw::Draw;
use super::error::{at_least, at_most, points, value};
use super::ga::uniform;
use super::{Candidate, Optimizer, SettingsError, Space};
use crate::checkpoint::{COUNT, TrainingCheckpointError, ensure};

/// When particles move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PsoMode {
    /// All together, once all are evaluated.
    Generational,
    /// Each as soon as it is evaluated; the next to evaluate is the idle particle with the fewest iterations, so that
    /// none waits for a long game.
    Asynchronous,
}

/// Settings of the particle swarm; the defaults are Hidamari's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PsoSettings {
    /// Particles in the swarm.
    pub population: usize,
    /// The fraction of its velocity a particle keeps.
    pub inertia: f64,
    /// The pull towards the best point the particle has seen.
    pub personal: f64,
    /// The pull towards the best point any particle has seen.
    pub global: f64,
    /// The maximum initial speed, in spreads of the space.
    pub speed: f64,
    /// The random factors are 0, 1/grain, 2/grain, … 1.
    pub grain: u64,
    /// When particles move.
    pub mode: PsoMode,
    /// The most particles evaluated at once in an asynchronous swarm. Unlike the number of threads it affects the
    /// result: a particle moves knowing the results told before.
    pub window: usize,
}

impl Default for PsoSettings {
    fn default() -> PsoSettings {
        PsoSettings {
            population: 200,
            inertia: 0.8,
            personal: 0.1,
            global: 0.2,
            speed: 2.0,
            grain: 1000,
            mode: PsoMode::Asynchronous,
            window: 4,
        }
    }
}

impl PsoSettings {
    pub(crate) fn set_population(&mut self, count: usize) -> Result<(), SettingsError> {
        self.population = count;
        Ok(())
    }

    pub(crate) fn check(&self, _: &Space) -> Result<(), SettingsError> {
        points(self.population, 2)?;
        let kept = (0.0..1.0).contains(&self.inertia);
        value("inertia", self.inertia, kept, "at least 0 and below 1")?;
        value("personal", self.personal, self.personal >= 0.0, "at least 0")?;
        value("global", self.global, self.global >= 0.0, "at least 0")?;
        value("speed", self.speed, self.speed >= 0.0, "at least 0")?;
        at_least("grain", self.grain as usize, 1, "at least 1")?;
        at_most("grain", self.grain as usize, 1_000_000_000, "at most 1000000000")?;
        at_least("window", self.window, 1, "at least 1")
    }
}

/// A particle swarm.
///
/// Results are applied in the order of the ids, whatever order they come in, and the next candidates depend on the
/// results alone: neither the number of threads nor the time of asking matters. The original has no bounds; where the
/// space has some, a particle stops at them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pso {
    settings: PsoSettings,
    space: Space,
    draw: Draw,
    particles: Vec<Particle>,
    /// The best point any particle has seen, and its fitness.
    best: Option<(f64, Vec<f64>)>,
    /// Particles to be evaluated, in the order of the ids.
    queue: VecDeque<Measurement>,
    /// The id of the queue's front.
    first_id: u64,
    /// How many from the front of the queue were asked.
    asked: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Particle {
    position: Vec<f64>,
    velocity: Vec<f64>,
    best: Vec<f64>,
    best_fitness: f64,
    iteration: u64,
    queued: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Measurement {
    particle: usize,
    fitness: Option<f64>,
}

impl Pso {
    pub(crate) fn new(settings: &PsoSettings, space: &Space, seed: u64) -> Pso {
        let mut draw = Draw::new(seed);
        let particles = (0..settings.population)
            .map(|_| {
                let position = uniform(space, &mut draw);
                let velocity = (space.spread.iter())
                    .map(|spread| settings.speed * spread * draw.between(-1.0, 1.0))
                    .collect();
                let best = position.clone();
                let best_fitness = f64::NEG_INFINITY;
                Particle { position, velocity, best, best_fitness, iteration: 0, queued: false }
            })
            .collect();
        let mut pso = Pso {
            settings: settings.clone(),
            space: space.clone(),
            draw,
            particles,
            best: None,
            queue: VecDeque::new(),
            first_id: 0,
            asked: 0,
        };
        pso.refill();
        pso
    }

    /// Whether a swarm from a file fits these settings and this space.
    pub(crate) fn check(
        &self,
        settings: &PsoSettings,
        space: &Space,
    ) -> Result<(), TrainingCheckpointError> {
        let is_ours = self.settings == *settings && self.space == *space;
        ensure(is_ours, "an optimiser", "of other settings", "those of the run")?;
        self.draw.check()?;
        let (count, expected) = (self.particles.len(), settings.population);
        ensure(count == expected, "particles:", count, expected)?;
        for particle in &self.particles {
            let Particle { position, velocity, best, iteration, .. } = particle;
            for list in [position, velocity, best] {
                space.check_length("a particle of", list)?;
            }
            ensure(*iteration <= COUNT, "a particle's iteration", iteration, COUNT)?;
        }
        if let Some((_, best)) = &self.best {
            space.check_length("a best point of", best)?;
        }
        ensure(self.first_id <= COUNT, "a first id of", self.first_id, COUNT)?;
        let mut queued = vec![false; count];
        for &Measurement { particle, .. } in &self.queue {
            let is_new = queued.get(particle) == Some(&false);
            ensure(is_new, "a queue with particle", particle, "each there is once")?;
            queued[particle] = true;
        }
        let is_noted =
            self.particles.iter().zip(&queued).all(|(one, &queued)| one.queued == queued);
        ensure(is_noted, "particles", "queued that are not", "those of the queue")?;
        ensure(self.asked <= self.queue.len(), "particles asked:", self.asked, self.queue.len())?;
        let is_early = self.queue.iter().skip(self.asked).any(|one| one.fitness.is_some());
        ensure(!is_early, "a result", "before it was asked for", "none")?;
        // A result at the front would have been counted.
        let is_waiting = self.queue.front().is_some_and(|front| front.fitness.is_none());
        ensure(is_waiting, "a queue", "that waits for nothing", "a particle to be measured")?;
        // Particles advance in turn: those a step behind are evaluated first. In any other order a run would wait for a particle that is never evaluated.
        let behind = self.generation();
        let is_behind = |one: &Particle| one.iteration == behind;
        let is_near =
            self.particles.iter().all(|one| is_behind(one) || one.iteration == behind + 1);
        ensure(is_near, "a particle", "more than a step ahead", behind + 1)?;
        let mut queue = self.queue.iter().map(|one| &self.particles[one.particle]);
        let in_front = queue.by_ref().take_while(|one| is_behind(one)).count();
        let is_sorted = in_front > 0 && !queue.any(is_behind);
        ensure(is_sorted, "a queue", "out of turn", "those behind first")?;
        let is_left_out = self.particles.iter().any(|one| is_behind(one) && !one.queued);
        let may_leave_out = self.settings.mode == PsoMode::Asynchronous;
        let is_in_turn = !is_left_out || (may_leave_out && in_front == self.queue.len());
        ensure(is_in_turn, "a queue", "without a particle that is behind", "it in the queue")
    }

    /// Queues the idle particles with the fewest iterations, up to the window.
    ///
    /// This happens when a result is applied, not on asking, so that the time of asking does not matter.
    fn refill(&mut self) {
        let window = match self.settings.mode {
            PsoMode::Generational => self.particles.len(),
            PsoMode::Asynchronous => self.settings.window,
        };
        while self.queue.len() < window {
            let idle = (0..self.particles.len()).filter(|&index| !self.particles[index].queued);
            // The first of equals: ties go to the lowest index.
            let Some(index) = idle.min_by_key(|&index| self.particles[index].iteration) else {
                break;
            };
            self.particles[index].queued = true;
            self.queue.push_back(Measurement { particle: index, fitness: None });
        }
    }

    /// Applies the result at the front.
    fn count(&mut self, index: usize, fitness: f64) {
        let particle = &mut self.particles[index];
        particle.queued = false;
        particle.iteration += 1;
        if fitness > particle.best_fitness {
            particle.best_fitness = fitness;
            particle.best.clone_from(&particle.position);
        }
        if self.best.as_ref().is_none_or(|(best, _)| fitness > *best) {
            self.best = Some((fitness, particle.position.clone()));
        }
        match self.settings.mode {
            PsoMode::Asynchronous => {
                self.fly(index);
                self.refill();
            }
            PsoMode::Generational if self.queue.is_empty() => {
                (0..self.particles.len()).for_each(|index| self.fly(index));
                self.refill();
            }
            PsoMode::Generational => {}
        }
    }

    fn fly(&mut self, index: usize) {
        let Some((_, global_best)) = &self.best else { return };
        let Particle { position, velocity, best, .. } = &mut self.particles[index];
        for i in 0..position.len() {
            let grain = self.settings.grain;
            let mut random = || self.draw.below(grain + 1) as f64 / grain as f64;
            let (r1, r2) = (random(), random());
            // v ← ω v + φ_p r₁ (p − x) + φ_g r₂ (g − x)
            velocity[i] = self.settings.inertia * velocity[i]
                + self.settings.personal * r1 * (best[i] - position[i])
                + self.settings.global * r2 * (global_best[i] - position[i]);
            // x ← x + v
            let free = position[i] + velocity[i];
            position[i] = free.clamp(self.space.low[i], self.space.high[i]);
            if position[i] != free {
                velocity[i] = 0.0;
            }
        }
    }

    fn candidate(&self, place: usize) -> Candidate {
        let particle = &self.particles[self.queue[place].particle];
        Candidate {
            id: self.first_id + place as u64,
            generation: particle.iteration,
            point: particle.position.clone(),
        }
    }
}

impl Optimizer for Pso {
    fn ask(&mut self) -> Option<Candidate> {
        if self.asked == self.queue.len() {
            return None;
        }
        self.asked += 1;
        Some(self.candidate(self.asked - 1))
    }

    fn tell(&mut self, id: u64, fitness: f64) {
        let place = id.checked_sub(self.first_id).map_or(usize::MAX, |place| place as usize);
        if place >= self.asked || self.queue[place].fitness.is_some() {
            return;
        }
        self.queue[place].fitness = Some(worth(fitness));
        while let Some(&Measurement { particle, fitness: Some(fitness) }) = self.queue.front() {
            self.queue.pop_front();
            self.first_id += 1;
            self.asked -= 1;
            self.count(particle, fitness);
        }
    }

    fn outstanding(&self) -> Vec<Candidate> {
        (0..self.asked)
            .filter(|&place| self.queue[place].fitness.is_none())
            .map(|place| self.candidate(place))
            .collect()
    }

    fn generation(&self) -> u64 {
        self.particles.iter().map(|particle| particle.iteration).min().unwrap_or(0)
    }

    /// The best point any particle has seen.
    fn recommended(&self) -> Vec<f64> {
        self.best.as_ref().map_or_else(|| self.space.start.clone(), |(_, point)| point.clone())
    }

    fn population(&self) -> usize {
        self.particles.len()
    }
}

#[cfg(test)]
mod tests;
