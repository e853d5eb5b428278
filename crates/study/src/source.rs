//! Where games come from: replays and folders of them.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use minolab_arena::replay::{self, ReadError, Replay, VerifyError};
use thiserror::Error;

use crate::walk;

/// The replays in some files and folders, in order of name; opened one at a time.
///
/// A file may also be a person's game of keys, as the page saves it.
#[derive(Clone, Debug)]
pub struct Games {
    folders: Vec<(PathBuf, Vec<Box<str>>)>,
}

/// Games that could not be read or are invalid.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The system could not read it.
    #[error("reading {path:?}: {error}")]
    Io {
        /// Which file or folder.
        path: PathBuf,
        error: io::Error,
    },
    /// A folder without a replay.
    #[error("no file in {path:?} ends in .mino")]
    Empty { path: PathBuf },
    /// Not a game, or an invalid one.
    #[error("in {path:?}: {error}")]
    Replay { path: PathBuf, error: ReadError },
    /// A replay whose game does not come out as it says.
    #[error("in {path:?}: {error}")]
    Invalid {
        path: PathBuf,
        /// The first thing that is wrong.
        error: VerifyError,
    },
}

impl SourceError {
    /// What is wrong, without the file's name.
    pub fn what(&self) -> String {
        match self {
            SourceError::Io { error, .. } => error.to_string(),
            SourceError::Empty { .. } => "no file in it ends in .mino".into(),
            SourceError::Replay { error, .. } => error.to_string(),
            SourceError::Invalid { error, .. } => error.to_string(),
        }
    }

    /// Why a replay is invalid; `None` if there is no replay at all, or it cannot be read.
    pub fn mismatch(&self) -> Option<String> {
        match self {
            SourceError::Io { .. } | SourceError::Empty { .. } => None,
            SourceError::Replay { error, .. } => error.mismatch(),
            SourceError::Invalid { error, .. } => Some(error.to_string()),
        }
    }
}

impl Games {
    /// Finds the replays; folders stand for the `.mino` files in them.
    pub fn find(paths: &[impl AsRef<Path>]) -> Result<Games, SourceError> {
        let mut folders = Vec::new();
        for path in paths {
            let path = path.as_ref();
            if path.is_dir() {
                folders.push((path.to_path_buf(), replays_in(path)?));
                continue;
            }
            // A name that is no text is read all the same, as its own folder.
            match (path.parent(), path.file_name().and_then(|name| name.to_str())) {
                (Some(folder), Some(name)) => folders.push((folder.into(), vec![name.into()])),
                _ => folders.push((path.into(), vec!["".into()])),
            }
        }
        Ok(Games { folders })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.folders.iter().map(|(_, names)| names.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Their files.
    pub fn paths(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let inside = |(folder, names): &(PathBuf, Vec<Box<str>>)| {
            let folder = folder.clone();
            names.clone().into_iter().map(move |name| match &*name {
                "" => folder.clone(),
                name => folder.join(name),
            })
        };
        self.folders.iter().flat_map(inside)
    }

    /// Reads them one after the other. The placements are legal; whether the totals match
    /// [`crate::walk`] finds out.
    pub fn iter(&self) -> impl Iterator<Item = Result<(PathBuf, Replay), SourceError>> + '_ {
        self.paths().map(|path| read(&path).map(|replay| (path, replay)))
    }

    /// Reads them one after the other and makes sure that each comes to what it says.
    pub fn verified(&self) -> impl Iterator<Item = Result<(PathBuf, Replay), SourceError>> + '_ {
        self.iter().map(|found| {
            let (path, replay) = found?;
            match walk(&replay, |_| ()) {
                Ok(_) => Ok((path, replay)),
                Err(error) => Err(SourceError::Invalid { path, error }),
            }
        })
    }
}

/// Reads the game in a file, in whichever form it is; every placement is legal.
pub fn read(path: &Path) -> Result<Replay, SourceError> {
    let bytes = fs::read(path).map_err(|error| SourceError::Io { path: path.into(), error })?;
    replay::read(&bytes).map_err(|error| SourceError::Replay { path: path.into(), error })
}

fn replays_in(path: &Path) -> Result<Vec<Box<str>>, SourceError> {
    let failed = |error| SourceError::Io { path: path.into(), error };
    let mut names = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        if let Some(name) = name.to_str().filter(|name| name.ends_with(".mino")) {
            names.push(name.into());
        }
    }
    if names.is_empty() {
        return Err(SourceError::Empty { path: path.into() });
    }
    names.sort_unstable();
    Ok(names)
}
