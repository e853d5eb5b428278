//! What every kind of optimiser must provide, so that adding one takes one file and one entry in a list.

/// Declares the kinds of optimiser: [`OptimizerSettings`](super::OptimizerSettings) and
/// [`OptimizerState`](super::OptimizerState) with everything that depends on the kind.
///
/// An entry is the name in run files, a name for people, the optimiser and its settings. The settings have defaults,
/// `check(&self, space)` and `set_population(&mut self, count)`; the optimiser has `new(settings, space, seed)` and
/// `check(&self, settings, space)`, which validates one from a file. The order of the list is part of the checkpoint's
/// format: new kinds go to the end.
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

            /// The default settings of the kind with this name.
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

            /// The name for people.
            pub fn title(&self) -> &'static str {
                match self {
                    $(OptimizerSettings::$Kind(_) => $title,)+
                }
            }

            /// Sets the number of candidates per generation.
            pub fn set_population(&mut self, count: usize) -> Result<(), SettingsError> {
                match self {
                    $(OptimizerSettings::$Kind(settings) => settings.set_population(count),)+
                }
            }

            /// Whether these settings are valid in this space.
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

        /// The whole state of an optimiser, settings and random stream included.
        ///
        /// Saved after any ask or tell and loaded again, it continues bit for bit: candidates that were asked and not
        /// yet told are still awaited. Save it in a format that keeps every bit of a number and supports infinity, as
        /// postcard does and JSON does not.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum OptimizerState {
            $($(#[doc = $doc])+ $Kind($Kind),)+
        }

        impl OptimizerState {
            /// Whether an optimiser from a file fits these settings and this space, and can continue.
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
