//! Which optimiser, with which numbers.

use serde::{Deserialize, Serialize};

use super::{Es, EsSettings, Ga, GaSettings, SettingsError, Space, State};

/// An optimiser's settings, as in a run file: `kind = "es"` and the numbers that differ from the
/// default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Settings {
    /// The genetic algorithm of the browser seed.
    Ga(GaSettings),
    /// The capstone's evolution strategy.
    Es(EsSettings),
}

impl Settings {
    /// The name in run files.
    pub fn name(&self) -> &'static str {
        match self {
            Settings::Ga(_) => "ga",
            Settings::Es(_) => "es",
        }
    }

    /// Whether these settings make sense in this space.
    pub fn check(&self, space: &Space) -> Result<(), SettingsError> {
        space.check()?;
        match self {
            Settings::Ga(settings) => settings.check(),
            Settings::Es(settings) => settings.check(),
        }
    }

    /// A fresh optimiser; everything it will ever draw follows from the seed.
    pub fn build(&self, space: &Space, seed: u64) -> Result<State, SettingsError> {
        self.check(space)?;
        Ok(match self {
            Settings::Ga(settings) => State::Ga(Ga::new(settings, space, seed)),
            Settings::Es(settings) => State::Es(Es::new(settings, space, seed)),
        })
    }
}
