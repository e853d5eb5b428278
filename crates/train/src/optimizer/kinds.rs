//! What every kind of optimiser has to bring along, so that a kind is one file and one entry of a list.

/// Declares the kinds of optimiser: [`OptimizerSettings`](super::OptimizerSettings) and [`OptimizerState`](super::OptimizerState) with all that
/// depends on the kind.
///
/// An entry is the name in run files, a few words for people, the optimiser and its settings. The settings
/// have defaults, `check(&self, space)` and `set_population(&mut self, count)`; the optimiser has
/// `new(settings, space, seed)` and `check(&self, settings, space)`, which is asked of one from a file. The order
/// of the list is part of the checkpoint's format: a new kind goes to the end.
macro_rules! optimizers {
    ($($(#[doc = $doc:literal])+ $name:tt, $title:literal => $Kind:ident($KindSettings:ident);)+) => {
        /// An optimiser's settings, as in a run file: `kind = "es"` and the numbers that differ from the
        /// default.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum OptimizerSettings {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $Kind($KindSettings),)+
        }

        impl OptimizerSettings {
            /// The name of every kind in run files.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The usual settings of the kind of this name.
            pub fn named(name: &str) -> Option<OptimizerSettings> {
                match name {
                    $($name => Some(OptimizerSettings::$Kind($KindSettings::default())),)+
                    _ => None,
                }
            }

            /// The name in run files.
            pub fn name(&self) -> &'static str {
                match self {
                    $(OptimizerSettings::$Kind(_) => $name,)+
                }
            }

            /// A few words for people.
            pub fn title(&self) -> &'static str {
                match self {
                    $(OptimizerSettings::$Kind(_) => $title,)+
                }
            }

            /// Asks for so many candidates per generation.
            pub fn set_population(&mut self, count: usize) -> Result<(), SettingsError> {
                match self {
                    $(OptimizerSettings::$Kind(settings) => settings.set_population(count),)+
                }
            }

            /// Whether these settings make sense in this space.
            pub fn check(&self, space: &Space) -> Result<(), SettingsError> {
                space.check()?;
                match self {
                    $(OptimizerSettings::$Kind(settings) => settings.check(space),)+
                }
            }

            /// A fresh optimiser; everything it will ever draw follows from the seed.
            pub fn build(&self, space: &Space, seed: u64) -> Result<OptimizerState, SettingsError> {
                self.check(space)?;
                Ok(match self {
                    $(OptimizerSettings::$Kind(settings) => OptimizerState::$Kind($Kind::new(settings, space, seed)),)+
                })
            }
        }

        /// Everything an optimiser knows, settings and random stream included.
        ///
        /// Saved after any ask or tell and loaded again, it continues bit for bit: candidates that were
        /// asked and not yet told stay waited for. To be saved in a format that keeps every bit of a
        /// number and knows infinity, as postcard does; JSON does not.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum OptimizerState {
            $($(#[doc = $doc])+ $Kind($Kind),)+
        }

        impl OptimizerState {
            /// Whether a file's optimiser is one of these settings in this space, and can go on.
            pub(crate) fn check(
                &self,
                settings: &OptimizerSettings,
                space: &Space,
            ) -> Result<(), TrainingCheckpointError> {
                match (self, settings) {
                    $((OptimizerState::$Kind(state), OptimizerSettings::$Kind(settings)) => {
                        state.check(settings, space)
                    })+
                    _ => ensure(false, "an optimiser", "of another kind", settings.name()),
                }
            }

            fn inner(&self) -> &dyn Optimizer {
                match self {
                    $(OptimizerState::$Kind(optimizer) => optimizer,)+
                }
            }

            fn inner_mut(&mut self) -> &mut dyn Optimizer {
                match self {
                    $(OptimizerState::$Kind(optimizer) => optimizer,)+
                }
            }
        }
    };
}

pub(super) use optimizers;
