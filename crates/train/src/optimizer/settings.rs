//! Which optimiser, with which numbers.

use serde::{Deserialize, Serialize};

use super::{
    Cem, CemSettings, Cmaes, CmaesSettings, Es, EsSettings, Ga, GaSettings, Pso, PsoSettings,
    SettingsError, Space, State, Sweep, SweepSettings,
};

/// An optimiser's settings, as in a run file: `kind = "es"` and the numbers that differ from the
/// default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Settings {
    /// The genetic algorithm of the browser seed.
    Ga(GaSettings),
    /// The capstone's evolution strategy.
    Es(EsSettings),
    /// The particle swarm of Hidamari.
    Pso(PsoSettings),
    /// The noisy cross-entropy method.
    Cem(CemSettings),
    /// Covariance matrix adaptation.
    Cmaes(CmaesSettings),
    /// One number at several values.
    Sweep(SweepSettings),
}

impl Settings {
    /// The name in run files.
    pub fn name(&self) -> &'static str {
        match self {
            Settings::Ga(_) => "ga",
            Settings::Es(_) => "es",
            Settings::Pso(_) => "pso",
            Settings::Cem(_) => "cem",
            Settings::Cmaes(_) => "cmaes",
            Settings::Sweep(_) => "sweep",
        }
    }

    /// Whether these settings make sense in this space.
    pub fn check(&self, space: &Space) -> Result<(), SettingsError> {
        space.check()?;
        match self {
            Settings::Ga(settings) => settings.check(),
            Settings::Es(settings) => settings.check(),
            Settings::Pso(settings) => settings.check(),
            Settings::Cem(settings) => settings.check(),
            Settings::Cmaes(settings) => settings.check(),
            Settings::Sweep(settings) => settings.check(space),
        }
    }

    /// A fresh optimiser; everything it will ever draw follows from the seed.
    pub fn build(&self, space: &Space, seed: u64) -> Result<State, SettingsError> {
        self.check(space)?;
        Ok(match self {
            Settings::Ga(settings) => State::Ga(Ga::new(settings, space, seed)),
            Settings::Es(settings) => State::Es(Es::new(settings, space, seed)),
            Settings::Pso(settings) => State::Pso(Pso::new(settings, space, seed)),
            Settings::Cem(settings) => State::Cem(Cem::new(settings, space, seed)),
            Settings::Cmaes(settings) => State::Cmaes(Cmaes::new(settings, space, seed)),
            Settings::Sweep(settings) => State::Sweep(Sweep::new(settings, space)),
        })
    }
}
