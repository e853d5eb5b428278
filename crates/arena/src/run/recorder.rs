//! Replays of the games of a run.

use std::{io::Write, path::Path};

use minolab_rules::{Choice, Game};

use super::{GameRun, RunError};
use crate::{
    FileWriter, GameResult, Observer,
    replay::{GameEnd, Header, ReplayResult, binary, pack},
};

/// Packs the choices and writes each game when it ends.
pub struct Recorder<'a> {
    run: &'a GameRun,
    folder: &'a Path,
    record: Vec<u16>,
    trouble: Result<(), RunError>,
}

impl<'a> Recorder<'a> {
    /// Resumes the record of a game.
    pub fn new(run: &'a GameRun, folder: &'a Path, record: Vec<u16>) -> Recorder<'a> {
        Recorder { run, folder, record, trouble: Ok(()) }
    }

    /// The record of the unfinished game, or the error of writing a finished one.
    pub fn finish(self) -> Result<Vec<u16>, RunError> {
        self.trouble.map(|()| self.record)
    }
}

impl Observer for Recorder<'_> {
    #[inline]
    fn choice(&mut self, game: &Game, choice: Choice) {
        self.record.push(pack(game.state(), choice));
    }

    fn end(&mut self, game: &Game, result: &GameResult) {
        let record = std::mem::take(&mut self.record);
        if self.trouble.is_ok() {
            let (run, folder) = (self.run, self.folder);
            // It has ended: by its clock, if nothing else shows why.
            let mut came_to = ReplayResult::at_time_up(game, run.mode);
            if result.lost && !came_to.end.is_end() {
                // The player found no move, which the position need not show.
                came_to.end = GameEnd::ToppedOut;
            }
            self.trouble = write(run, folder, game, &came_to, result.index, &record);
        }
    }
}

/// Writes the replay of a game that has not ended.
pub fn write_midway(
    run: &GameRun,
    folder: &Path,
    game: &Game,
    index: u64,
    record: &[u16],
) -> Result<(), RunError> {
    write(run, folder, game, &ReplayResult::of(game, run.mode), index, record)
}

/// Writes the replay of one game, `game-INDEX.mino`.
fn write(
    run: &GameRun,
    folder: &Path,
    game: &Game,
    result: &ReplayResult,
    index: u64,
    record: &[u16],
) -> Result<(), RunError> {
    let header = Header::new(game.rules(), game.seed(), &run.agent, run.mode, result);
    let path = folder.join(format!("game-{index:08}.mino"));
    let bytes = binary::encode(binary::PLAIN, &header, record);
    let written = FileWriter::create(&path).and_then(|mut file| {
        file.write_all(&bytes)?;
        file.finish_unsynced()
    });
    written.map_err(|error| RunError::Replay { path, error })
}
