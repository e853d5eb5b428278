//! Where a person's games and personal bests are saved.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use etcetera::BaseStrategy;
use minolab_arena::{
    person::{Best, BestStanding, Bests},
    replace_file,
    typed::KeyReplay,
};

/// A folder of key replays, `sprint-0001.json` and so on, and `bests.json`.
#[derive(Debug)]
pub struct Shelf {
    folder: PathBuf,
}

const BESTS: &str = "bests.json";

impl Shelf {
    /// This folder, or the one in the person's data folder; it is created if necessary.
    pub fn open(folder: Option<&Path>) -> Result<Shelf> {
        let folder = match folder {
            Some(folder) => folder.to_path_buf(),
            None => etcetera::choose_base_strategy()
                .context("there is no data folder to save games in; name one with --save DIR")?
                .data_dir()
                .join("minolab")
                .join("games"),
        };
        fs::create_dir_all(&folder).with_context(|| format!("making {folder:?}"))?;
        Ok(Shelf { folder })
    }

    /// Saves a game under the next free number of its mode.
    pub fn keep(&self, game: &KeyReplay) -> Result<PathBuf> {
        let mode = game.mode.to_string().replace('=', "-");
        let path = (1..)
            .map(|number| self.folder.join(format!("{mode}-{number:04}.json")))
            .find(|path| !path.exists())
            .context("no number is free")?;
        replace_file(&path, game.to_json().as_bytes())
            .with_context(|| format!("writing {path:?}"))?;
        Ok(path)
    }

    /// Records a game among the personal bests, and returns how it compares.
    pub fn note(&self, game: Best) -> Result<BestStanding> {
        let path = self.folder.join(BESTS);
        let mut bests = match fs::read(&path) {
            Ok(bytes) => {
                serde_json::from_slice(&bytes).with_context(|| format!("reading {path:?}"))?
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Bests::default(),
            Err(error) => return Err(error).with_context(|| format!("reading {path:?}")),
        };
        let standing = bests.note(game);
        if standing.is_best() {
            replace_file(&path, &serde_json::to_vec_pretty(&bests)?)
                .with_context(|| format!("writing {path:?}"))?;
        }
        Ok(standing)
    }
}

#[cfg(test)]
mod tests {
    use minolab_arena::person::Session;
    use minolab_rules::{Handling, Mode, shipped};

    use super::*;

    #[test]
    fn games_are_numbered_and_bests_are_kept() {
        let folder = std::env::temp_dir().join(format!("minolab-shelf-{}", std::process::id()));
        let shelf = Shelf::open(Some(&folder)).unwrap();
        let rules = shipped::get("capstone").unwrap().clone();
        let session = Session::new(rules, Mode::Lines(20), Handling::TETRIO, 1);
        let names: Vec<PathBuf> = (0..2).map(|_| shelf.keep(&session.replay(0)).unwrap()).collect();
        assert_eq!(names[0], folder.join("lines-20-0001.json"));
        assert_eq!(names[1], folder.join("lines-20-0002.json"));
        assert!(KeyReplay::from_json(&fs::read_to_string(&names[1]).unwrap()).is_ok());
        let best = |ticks| Best {
            mode: "sprint".into(),
            rules: "capstone 10x20".into(),
            ticks,
            score: 0,
            lines: 40,
            pieces: 100,
            played_ms: 0,
        };
        assert_eq!(shelf.note(best(70_000)).unwrap(), BestStanding::First);
        assert_eq!(shelf.note(best(60_000)).unwrap(), BestStanding::Better(best(70_000)));
        assert_eq!(shelf.note(best(65_000)).unwrap(), BestStanding::Behind(best(60_000)));
        fs::write(folder.join(BESTS), "no bests").unwrap();
        assert!(shelf.note(best(1)).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
