//! What is evolved, how and for what.

use minolab_agents::{
    Agent,
    catalog::{Reference, Source},
    shipped as agents,
};
use minolab_engine::Feature;
use minolab_rules::BoardSize;
use minolab_train::{
    Genome, Learn, Objective, ObjectiveKind, OptimizerSettings, RunFile, Start, Training, by_name,
    names_of,
};
use serde::{Deserialize, Serialize};

use crate::query::pairs;

/// The choices of a run: all of it is in the address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvolveOrder {
    /// Whose weights are learned: a shipped agent.
    pub agent: String,
    /// The ruleset; the agent's usual one if absent.
    pub rules: Option<String>,
    /// Columns and rows; the ruleset's if absent.
    pub board: Option<BoardSize>,
    /// Who proposes: one of [`optimizers`].
    pub optimizer: String,
    /// What for: one of [`objectives`].
    pub objective: String,
    /// Pieces that end a game.
    pub pieces: u64,
    /// Games each individual plays in a generation.
    pub games: u64,
    /// Individuals; as many as the optimiser usually has if absent.
    pub population: Option<usize>,
    /// How many generations.
    pub generations: u64,
    /// Games that decide who is champion.
    pub validation: u64,
    /// Games that say in the end how good it is.
    pub held_out: u64,
    /// Whether generation 0 is drawn at random rather than around the agent's own weights.
    pub random: bool,
    /// The weights to learn; those that the agent has if empty.
    pub weights: Vec<String>,
    /// Where all randomness comes from.
    pub seed: u64,
}

/// Who may propose, with a few words for people.
pub fn optimizers() -> impl Iterator<Item = (&'static str, &'static str)> {
    let kinds = OptimizerSettings::NAMES.iter().filter_map(|name| OptimizerSettings::named(name));
    // A sweep sets values side by side, and no population learns.
    let learning = kinds.filter(|settings| !matches!(settings, OptimizerSettings::Sweep(_)));
    learning.map(|settings| (settings.name(), settings.title()))
}

/// What games may be played for, with a few words for people.
pub fn objectives() -> impl Iterator<Item = (&'static str, &'static str)> {
    const WORDS: [(&str, &str); 5] = [
        (SCORE_WITH_DROPS, "Points with drops"),
        ("score", "Points of clears"),
        ("lines", "Lines"),
        ("sprint", "Few pieces to 40 lines"),
        ("keys", "Few keys to 40 lines"),
    ];
    let others = names_of::<ObjectiveKind>().iter().filter(|name| {
        // Points per position mean little to a viewer.
        **name != ObjectiveKind::ScorePerCpu.name() && WORDS.iter().all(|(known, _)| known != *name)
    });
    WORDS.into_iter().chain(others.map(|name| (*name, *name)))
}

/// What the page calls points of which those for dropping are a part.
const SCORE_WITH_DROPS: &str = "score-drops";

/// Positions a choice for agents that look at as many as they may: a population has to play.
const NODES: u64 = 200;

/// The run that people watched in the browser, which is also the default here.
const USUAL: &str = include_str!("../../../../docs/experiments/browser-genetic.toml");

fn usual() -> RunFile {
    RunFile::from_toml(USUAL).expect("the shipped experiment is read by a test")
}

impl Default for EvolveOrder {
    fn default() -> EvolveOrder {
        let training = usual().training(Source::Shipped).expect("read by a test likewise");
        let Training { objective, optimizer, .. } = &training;
        let objective_name = match objective.drop_points {
            true => SCORE_WITH_DROPS,
            false => objective.kind.name(),
        };
        EvolveOrder {
            rules: None,
            board: None,
            optimizer: optimizer.name().into(),
            objective: objective_name.into(),
            pieces: objective.pieces.unwrap_or(500),
            games: training.games,
            population: None,
            generations: training.generations,
            validation: training.validation,
            held_out: training.held_out,
            random: true,
            weights: Vec::new(),
            seed: training.seed,
            agent: training.agent.name,
        }
    }
}

impl EvolveOrder {
    /// The settings that differ from the default, as the end of an address.
    pub fn query(&self) -> String {
        let usual = EvolveOrder::default();
        let mut pairs = Vec::new();
        let mut put = |name: &str, value: String, is_usual: bool| {
            if !is_usual {
                pairs.push(format!("{name}={value}"));
            }
        };
        put("agent", self.agent.clone(), self.agent == usual.agent);
        put("rules", self.rules.clone().unwrap_or_default(), self.rules.is_none());
        let board = self.board.map_or_else(String::new, |board| board.to_string());
        put("board", board, self.board.is_none());
        put("optimizer", self.optimizer.clone(), self.optimizer == usual.optimizer);
        put("objective", self.objective.clone(), self.objective == usual.objective);
        put("pieces", self.pieces.to_string(), self.pieces == usual.pieces);
        put("games", self.games.to_string(), self.games == usual.games);
        let population = self.population.unwrap_or_default();
        put("population", population.to_string(), self.population.is_none());
        put("generations", self.generations.to_string(), self.generations == usual.generations);
        put("validation", self.validation.to_string(), self.validation == usual.validation);
        put("held-out", self.held_out.to_string(), self.held_out == usual.held_out);
        put("start", "agent".into(), self.random);
        put("weights", self.weights.join(","), self.weights.is_empty());
        put("seed", self.seed.to_string(), self.seed == usual.seed);
        pairs.join("&")
    }

    /// Reads the end of an address.
    pub fn read(query: &str) -> Result<EvolveOrder, String> {
        let mut order = EvolveOrder::default();
        for (name, value) in pairs(query) {
            let number = || {
                value.parse::<u64>().map_err(|_| format!("{name} is {value:?}, expected a number"))
            };
            match name {
                "agent" => order.agent = value.into_owned(),
                "rules" => order.rules = Some(value.into_owned()),
                "board" => {
                    let size = value.parse().map_err(|error| format!("board: {error}"))?;
                    order.board = Some(size);
                }
                "optimizer" => order.optimizer = value.into_owned(),
                "objective" => order.objective = value.into_owned(),
                "pieces" => order.pieces = number()?,
                "games" => order.games = number()?,
                "population" => order.population = Some(number()? as usize),
                "generations" => order.generations = number()?,
                "validation" => order.validation = number()?,
                "held-out" => order.held_out = number()?,
                "start" => {
                    order.random = match &value[..] {
                        "random" => true,
                        "agent" => false,
                        _ => {
                            return Err(format!("start is {value:?}, expected random or agent"));
                        }
                    }
                }
                "weights" => order.weights = value.split(',').map(String::from).collect(),
                "seed" => order.seed = number()?,
                _ => return Err(format!("there is no setting {name:?} of a population")),
            }
        }
        order.training().map(|_| order)
    }

    /// The agent whose weights are learned, as it plays here.
    pub fn player(&self) -> Result<Agent, String> {
        let mut agent: Agent =
            Source::Shipped.named(&self.agent).map_err(|error| error.to_string())?;
        agent.search.limit_nodes(NODES);
        Ok(agent)
    }

    /// Everything that decides the run, checked.
    pub fn training(&self) -> Result<Training, String> {
        // What a page can do in a person's time, and keep.
        within("pieces", self.pieces, 100_000)?;
        within("games", self.games, 1000)?;
        within("generations", self.generations, 10_000)?;
        within("validation", self.validation, 10_000)?;
        within("held-out", self.held_out, 10_000)?;
        within("population", self.population.unwrap_or(2) as u64, 1000)?;
        let agent = self.player()?;
        let mut file = usual();
        let is_usual = file.agent == Some(Reference::Name(self.agent.clone()));
        if !(self.random && self.weights.is_empty() && is_usual) {
            let learn = match self.random {
                true => random(&agent, &self.weights)?,
                false => Learn { weights: self.weights.clone(), ..Learn::default() },
            };
            file.learn = learn.into();
        }
        if file.optimizer().name() != self.optimizer {
            file.optimizer = Some(self.optimizer()?);
        }
        if let Some(population) = self.population {
            file.optimizer().set_population(population).map_err(|error| error.to_string())?;
        }
        let file = RunFile {
            seed: Some(self.seed),
            generations: Some(self.generations),
            games: Some(self.games),
            validation: Some(self.validation),
            held_out: Some(self.held_out),
            objective: Some(self.objective()?),
            agent: Some(Reference::whole(agent)),
            rules: self.rules.clone().map(Reference::Name),
            board: self.board,
            ..file
        };
        file.training(Source::Shipped).map_err(|error| error.to_string())
    }

    /// The agents that have weights to learn.
    pub fn agents() -> impl Iterator<Item = &'static str> {
        let has_weights = |name: &&str| {
            agents::get(name).is_some_and(|agent| names(agent, &Learn::default()).is_some())
        };
        agents::NAMES.iter().copied().filter(has_weights)
    }

    /// The weights that could be learned.
    pub fn features(&self) -> Vec<String> {
        let Ok(agent) = self.player() else { return Vec::new() };
        match agent.evaluator.has_weights() {
            true => Feature::ALL.iter().map(|feature| feature.name().into()).collect(),
            false => names(&agent, &Learn::default()).unwrap_or_default(),
        }
    }

    /// The weights that are learned.
    pub fn learned(&self) -> Vec<String> {
        match (self.weights.is_empty(), self.player()) {
            (true, Ok(agent)) => names(&agent, &Learn::default()).unwrap_or_default(),
            _ => self.weights.clone(),
        }
    }

    fn objective(&self) -> Result<Objective, String> {
        let name = one_of("objective", &self.objective, objectives())?;
        let drop_points = name == SCORE_WITH_DROPS;
        let kind = match drop_points {
            true => ObjectiveKind::Score,
            false => by_name(name).map_err(|error| error.to_string())?,
        };
        Ok(Objective { pieces: Some(self.pieces), drop_points, ..Objective::new(kind) })
    }

    fn optimizer(&self) -> Result<OptimizerSettings, String> {
        let name = one_of("optimizer", &self.optimizer, optimizers())?;
        OptimizerSettings::named(name).ok_or_else(|| format!("there is no optimizer {name:?}"))
    }
}

/// A name that is in the list.
fn one_of<'a>(
    what: &str,
    name: &'a str,
    list: impl Iterator<Item = (&'static str, &'static str)>,
) -> Result<&'a str, String> {
    let known: Vec<&str> = list.map(|(known, _)| known).collect();
    match known.contains(&name) {
        true => Ok(name),
        false => Err(format!("{what} is {name:?}, expected one of {}", known.join(", "))),
    }
}

/// Around zero; weights that are not features keep the size they have in the agent.
fn random(agent: &Agent, weights: &[String]) -> Result<Learn, String> {
    let around_zero = |spread| Learn {
        weights: weights.to_vec(),
        start: Start::Zero,
        spread,
        ..Learn::default()
    };
    if agent.evaluator.has_weights() {
        return Ok(around_zero(0.5));
    }
    let own = Learn { weights: weights.to_vec(), spread: 1.0, ..Learn::default() };
    let genome = Genome::new(agent, &own).map_err(|error| error.to_string())?;
    let sizes = genome.space().spread.iter().copied();
    let spreads = genome.names().map(String::from).zip(sizes).collect();
    Ok(Learn { spreads, ..around_zero(1.0) })
}

fn names(agent: &Agent, learn: &Learn) -> Option<Vec<String>> {
    let genome = Genome::new(agent, learn).ok()?;
    Some(genome.names().map(String::from).collect())
}

fn within(name: &str, value: u64, most: u64) -> Result<(), String> {
    match value <= most {
        true => Ok(()),
        false => Err(format!("{name} is {value}, expected at most {most}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_the_experiment_that_is_shipped() {
        let order = EvolveOrder::default();
        assert_eq!(order.query(), "");
        let training = order.training().unwrap();
        // The same run as `minolab train docs/experiments/browser-genetic.toml`, to the last byte.
        let usual = usual().training(Source::Shipped).unwrap();
        assert_eq!(training.to_toml(), usual.to_toml());
        assert_eq!(training.learn, usual.learn);
        assert_eq!(training.optimizer, usual.optimizer);
        assert_eq!(training.objective, usual.objective);
        assert_eq!((training.games, training.generations, training.seed), (1, 25, 1));
        assert_eq!(training.agent.name, "genetic");
        assert_eq!(training.rules.name, "mzmousa");
    }

    #[test]
    fn every_agent_can_be_evolved_by_everyone() {
        assert!(EvolveOrder::agents().count() >= 20);
        for agent in EvolveOrder::agents() {
            for (optimizer, _) in optimizers() {
                for random in [true, false] {
                    let (agent, optimizer) = (agent.to_string(), optimizer.to_string());
                    let order = EvolveOrder { agent, optimizer, random, ..EvolveOrder::default() };
                    let read = EvolveOrder::read(&order.query());
                    assert_eq!(read.as_ref(), Ok(&order));
                }
            }
        }
        for (objective, _) in objectives() {
            let order = EvolveOrder { objective: objective.into(), ..EvolveOrder::default() };
            assert!(order.training().is_ok());
        }
    }

    #[test]
    fn the_lists_are_the_trainers() {
        let names: Vec<&str> = optimizers().map(|(name, _)| name).collect();
        assert!(names.starts_with(&["ga", "es", "pso", "cem", "cmaes"]));
        let names: Vec<&str> = objectives().map(|(name, _)| name).collect();
        assert!(names.starts_with(&["score-drops", "score", "lines", "sprint", "keys"]));
        // Not for a page, though the trainer knows them.
        assert!(EvolveOrder::read("objective=score-per-cpu").is_err());
        assert!(EvolveOrder::read("optimizer=sweep").is_err());
    }

    #[test]
    fn addresses_of_any_browser_are_read() {
        let order = EvolveOrder::read("weights=holes%2Cwells&agent=bcts").unwrap();
        assert_eq!(order.weights, ["holes", "wells"]);
        assert_eq!(order.query(), "agent=bcts&weights=holes,wells");
    }

    #[test]
    fn bad_choices_say_why() {
        let error = |query: &str| EvolveOrder::read(query).unwrap_err();
        assert!(error("agent=nobody").contains("nobody"));
        assert!(error("optimizer=luck").contains("expected one of ga"));
        assert!(error("objective=fame").contains("expected one of"));
        assert!(error("pieces=0").contains("pieces"));
        assert!(error("pieces=1e9").contains("number"));
        assert!(error("population=1").contains("population"));
        assert!(error("population=99999").contains("1000"));
        assert!(error("weights=charm").contains("charm"));
        assert!(error("board=99x99").contains("99"));
        assert!(error("start=end").contains("random"));
        assert!(error("speed=9").contains("speed"));
    }
}
