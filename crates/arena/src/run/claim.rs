//! Reserves the place where a run saves its games or checkpoint.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{Checkpoint, CheckpointError, GameRun, RunError, checkpoint};
use crate::{FileLock, file::with_ending};

impl GameRun {
    /// The file that says how far the run is: the checkpoint, or one among the replays.
    pub(super) fn kept(&self) -> Option<PathBuf> {
        let part = || format!("run-{}-of-{}.part", self.shard.index() + 1, self.shard.count());
        self.checkpoint.clone().or_else(|| Some(self.save.as_ref()?.join(part())))
    }

    /// Runs a function while no other process can work on the same checkpoint or the same part of the same folder.
    pub(super) fn claimed<T>(
        &self,
        work: impl FnOnce() -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        if self.save.is_some() && self.checkpoint.is_some() {
            return Err(RunError::Both);
        }
        if let Some(folder) = &self.save {
            let failed = |error| RunError::Replay { path: folder.clone(), error };
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let Some(kept) = self.kept() else { return work() };
        let lock = FileLock::take(&with_ending(&kept, ".lock")).map_err(|error| {
            let path = kept.clone();
            match error.kind() {
                io::ErrorKind::WouldBlock => RunError::Busy { path },
                _ => CheckpointError::File { path, error }.into(),
            }
        })?;
        let done = match &self.save {
            Some(folder) => self.check_folder(folder).and_then(|()| work()),
            None => work(),
        };
        // A left-over lock file does no harm: only a process that has it open blocks others.
        let _ = lock.remove();
        done
    }

    /// Refuses a folder with games of another run. Other parts of this run may be there, and leftovers of an earlier
    /// attempt at this part, which is played again.
    fn check_folder(&self, folder: &Path) -> Result<(), RunError> {
        let failed = |error| RunError::Replay { path: folder.into(), error };
        let taken = |what| RunError::Taken { folder: folder.into(), what };
        let (mut replays, mut parts) = (0, 0);
        for entry in fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            match path.extension().and_then(|ending| ending.to_str()) {
                Some("mino") => replays += 1,
                Some("part") => {
                    parts += 1;
                    let part = Checkpoint::read(&path).map_err(|error| taken(error.to_string()))?;
                    self.check_part(&part).map_err(taken)?;
                }
                _ => {}
            }
        }
        match (replays, parts) {
            (1, 0) => Err(taken("a replay of another run".into())),
            (2.., 0) => Err(taken(format!("{replays} replays of another run"))),
            _ => Ok(()),
        }
    }

    fn check_part(&self, part: &Checkpoint) -> Result<(), String> {
        let differs =
            |found, expected| format!("a run with {found}, where this one has {expected}");
        match checkpoint::compare(&part.settings, &checkpoint::settings(self)) {
            Err(CheckpointError::Settings { found, expected }) => {
                return Err(differs(found, expected));
            }
            Err(error) => return Err(error.to_string()),
            Ok(()) => {}
        }
        if part.label.shard.count() != self.shard.count() {
            let text = |shard| format!("shard {shard}");
            return Err(differs(text(part.label.shard), text(self.shard)));
        }
        Ok(())
    }
}
