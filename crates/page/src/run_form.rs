//! A training run put together from a few choices, as its run file.

use minolab_train::{OptimizerSettings, RunFile};

use crate::EvolveOrder;

/// What is chosen; everything else is as it usually is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunForm {
    /// Whose weights are learned.
    pub agent: String,
    /// What for.
    pub objective: String,
    /// Who proposes.
    pub optimizer: String,
    /// How much is played.
    pub budget: Budget,
    /// Whether it begins from nothing rather than from the agent's own weights.
    pub from_zero: bool,
}

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// To see that it works.
    Taste,
    /// To learn something.
    Usual,
    /// To be as good as it gets.
    Thorough,
}

impl Budget {
    /// Every budget, with what it is in words.
    pub const ALL: [(Budget, &'static str); 3] = [
        (Budget::Taste, "A taste: 8 generations, 4 games each"),
        (Budget::Usual, "Usual: 30 generations, 12 games each"),
        (Budget::Thorough, "Thorough: 150 generations, 24 games each"),
    ];

    /// Generations, games of each individual, games that decide on the champion, and games at the
    /// end.
    const fn counts(self) -> [u64; 4] {
        match self {
            Budget::Taste => [8, 4, 20, 40],
            Budget::Usual => [30, 12, 100, 200],
            Budget::Thorough => [150, 24, 200, 400],
        }
    }
}

impl Default for RunForm {
    fn default() -> RunForm {
        RunForm {
            agent: "bcts".into(),
            objective: "lines".into(),
            optimizer: "cmaes".into(),
            budget: Budget::Taste,
            from_zero: true,
        }
    }
}

/// Pieces that end a training game, so that a good player's does end.
const PIECES: u64 = 2000;

impl RunForm {
    /// The run file, to be read and changed before it runs.
    pub fn written(&self) -> String {
        let [generations, games, validation, held_out] = self.budget.counts();
        let learn = match self.from_zero {
            true => "\n[learn]\nstart = \"zero\"\n",
            false => "",
        };
        // Forty lines end those games by themselves.
        let pieces = match &self.objective[..] {
            "sprint" | "keys" => String::new(),
            _ => format!("pieces = {PIECES}\n"),
        };
        let RunForm { agent, objective, optimizer, .. } = self;
        format!(
            "# {agent} learns by {optimizer}, for {objective}, on a low board so that games are short.\n\
             agent = \"{agent}\"\nboard = \"10x14\"\nseed = 1\ngenerations = {generations}\ngames = {games}\n\
             validation = {validation}\nheld_out = {held_out}\n{learn}\n[optimizer]\nkind = \"{optimizer}\"\n\n\
             [objective]\nkind = \"{objective}\"\n{pieces}"
        )
    }

    /// Agents that can be chosen: those with weights, that look as far as they always do.
    pub fn agents() -> impl Iterator<Item = &'static str> {
        EvolveOrder::agents().filter(|name| {
            minolab_agents::shipped::get(name).is_some_and(|agent| !agent.search.has_budget())
        })
    }

    /// Optimisers that can be chosen, with their names for people.
    pub fn optimizers() -> impl Iterator<Item = (&'static str, &'static str)> {
        let kinds =
            OptimizerSettings::NAMES.iter().filter_map(|name| OptimizerSettings::named(name));
        // A sweep has settings of its own, and no population learns.
        let learning = kinds.filter(|settings| !matches!(settings, OptimizerSettings::Sweep(_)));
        learning.map(|settings| (settings.name(), settings.title()))
    }

    /// Objectives that can be chosen, with a few words.
    pub const OBJECTIVES: [(&str, &str); 4] = [
        ("lines", "Many lines"),
        ("score", "Many points"),
        ("sprint", "40 lines with few pieces"),
        ("keys", "40 lines with few key presses"),
    ];

    /// What is wrong with a run file, in words.
    pub fn fault(text: &str) -> Option<String> {
        let file = RunFile::from_toml(text).map_err(|error| error.to_string());
        let training = file.and_then(|file| {
            let source = minolab_agents::catalog::Source::Shipped;
            file.training(source).map_err(|error| error.to_string())
        });
        training.err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_a_run() {
        let agents: Vec<&str> = RunForm::agents().collect();
        assert!(agents.len() > 5);
        let start = RunForm::default();
        let check = |form: RunForm| assert_eq!(RunForm::fault(&form.written()), None, "{form:?}");
        for agent in agents {
            check(RunForm { agent: agent.into(), ..start.clone() });
            check(RunForm { agent: agent.into(), from_zero: false, ..start.clone() });
        }
        for (optimizer, _) in RunForm::optimizers() {
            check(RunForm { optimizer: optimizer.into(), ..start.clone() });
        }
        for (objective, _) in RunForm::OBJECTIVES {
            check(RunForm { objective: objective.into(), ..start.clone() });
        }
        for (budget, _) in Budget::ALL {
            check(RunForm { budget, ..start.clone() });
        }
        assert!(RunForm::fault("agent = 'nobody'").unwrap().contains("nobody"));
    }
}
