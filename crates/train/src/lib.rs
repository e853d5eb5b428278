//! Training: weights in, better weights out.
//!
//! A [`Training`] has all settings, a [`TrainingRun`] executes it, a [`Trainer`] plays its games on threads and a
//! [`Folder`] keeps it on disk. The result follows from the settings alone: threads, interruptions and machines make no
//! difference.
//!
//! An [`Optimizer`] proposes numbers and is told their fitness; it knows no game, starts no thread and reads no clock.
//! Everything it does follows from its settings, the seed and the results, so a run saved at any moment continues bit
//! for bit.
//!
//! ```
//! use minolab_train::{Optimizer, OptimizerSettings, Space};
//!
//! // Two numbers, looked for around (3, 3) at a distance of about one.
//! let space = Space::unbounded(vec![3.0, 3.0], vec![1.0, 1.0])?;
//! let mut optimizer = OptimizerSettings::Es(Default::default()).build(&space, 7)?;
//! while optimizer.generation() < 60 {
//!     // Told at once, there is always a next one; `None` means results are missing.
//!     let Some(candidate) = optimizer.ask() else { break };
//!     let fitness = -candidate.point.iter().map(|x| x * x).sum::<f64>();
//!     optimizer.tell(candidate.id, fitness);
//! }
//! assert!(optimizer.recommended().iter().all(|x| x.abs() < 1e-3));
//! # Ok::<(), minolab_train::SettingsError>(())
//! ```

mod champion;
pub mod checkpoint;
mod figure;
#[cfg(not(target_arch = "wasm32"))]
mod folder;
mod genome;
mod ground;
mod names;
mod objective;
pub mod optimizer;
mod race;
pub mod record;
mod run;
mod run_file;
mod seeds;
mod summary;
mod trainer;
mod training;

pub use checkpoint::TrainingCheckpointError;
pub use figure::Estimate;
#[cfg(not(target_arch = "wasm32"))]
pub use folder::{Folder, FolderError};
pub use genome::{Genome, GenomeError, Learn, Start};
pub use ground::{Play, Score, Task, Workers};
// The kind of an objective, re-exported so that callers need not know the crate that defines it.
pub use minolab_arena::Metric as ObjectiveKind;
pub use names::{by_name, names_of};
pub use objective::{Objective, ObjectiveError};
pub use optimizer::{
    Candidate, Optimizer, OptimizerSettings, OptimizerState, SettingsError, Space,
};
pub use record::{LogLine, TrainingEnd};
pub use run::{Champion, Next, Standing, TrainingRun};
pub use run_file::{LearnSection, RunFile};
pub use seeds::Purpose;
pub use summary::{CurvePoint, RunSummary};
pub use trainer::{Trainer, TrainerEvent, TrainingProgress};
pub use training::{Race, Training, TrainingError, VERSION};
