//! Replays of the games of a run.

use std::{fs, path::Path};

use minolab_rules::{Choice, Game};

use super::{GameRun, RunError};
use crate::{
    GameResult, Observer,
    replay::{Header, ReplayResult, binary, pack},
};

/// Packs what is chosen and writes each game when it ends.
pub struct Recorder<'a> {
    run: &'a GameRun,
    folder: &'a Path,
    record: Vec<u16>,
    trouble: Result<(), RunError>,
}

impl<'a> Recorder<'a> {
    /// Goes on with the record of a game.
    pub fn new(run: &'a GameRun, folder: &'a Path, record: Vec<u16>) -> Recorder<'a> {
        Recorder { run, folder, record, trouble: Ok(()) }
    }

    /// The record of the game that has not ended, or what went wrong with one that has.
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
            self.trouble = write(run, folder, game, result.index, &record);
        }
    }
}

/// Writes the replay of one game, `game-INDEX.mino`.
pub fn write(
    run: &GameRun,
    folder: &Path,
    game: &Game,
    index: u64,
    record: &[u16],
) -> Result<(), RunError> {
    let result = ReplayResult::of(game, run.mode);
    let header = Header::new(game.rules(), game.seed(), &run.agent, run.mode, &result);
    let path = folder.join(format!("game-{index:08}.mino"));
    fs::write(&path, binary::encode(binary::PLAIN, &header, record))
        .map_err(|error| RunError::Replay { path, error })
}
