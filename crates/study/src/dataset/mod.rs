//! Datasets: one row per placement and one row per game, for R, pandas, Polars and DuckDB.
//!
//! The columns are declared once, in [`placements::columns`] and [`games::columns`]; both forms
//! are written from there, and docs/FORMATS.md describes them. Rows leave as they are made.

mod column;
mod columnar;
mod csv;
pub mod games;
pub mod placements;

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

pub use column::{Column, Kind, Value};
pub use games::GameRow;
use minolab_arena::FileWriter;
pub use placements::{Measure, PlacementRow};
use thiserror::Error;

use crate::{Games, SourceError, walk};

/// How a dataset is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Parquet, in row groups, compressed.
    Parquet,
    /// Comma-separated text with a line of names.
    Csv,
}

/// What an export wrote.
#[derive(Debug)]
pub struct Exported {
    /// Rows of the table of games.
    pub games: u64,
    /// Those of them that were interrupted.
    pub unfinished: u64,
    /// Rows of the table of placements.
    pub placements: u64,
    /// The file with one row per game.
    pub games_file: PathBuf,
    /// The file with one row per placement.
    pub placements_file: PathBuf,
    /// Games that could not be read or are invalid; they are in no table.
    pub skipped: Vec<SourceError>,
}

/// An export that failed.
#[derive(Debug, Error)]
pub enum ExportError {
    /// Not one game could be read; this is what was wrong with the first.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A file could not be written.
    #[error("writing {path:?}: {what}")]
    Write { path: PathBuf, what: String },
    /// It was stopped before the end.
    #[error("stopped before the end; no file was written")]
    Stopped,
}

/// Writes `placements` and `games` with the form's ending into a folder that exists.
///
/// The files take their names when both are complete. `progress` hears of every game; if `stop` is
/// set the export ends early and leaves no file. Games that are invalid are left out.
pub fn export(
    games: &Games,
    form: Form,
    folder: &Path,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Exported, ExportError> {
    let mut placements = Table::create(folder, "placements", form, placements::columns())?;
    let mut table = Table::create(folder, "games", form, games::columns())?;
    let mut measure: Option<Measure> = None;
    let (mut unfinished, mut skipped) = (0, Vec::new());
    for (number, found) in (1..).zip(games.verified()) {
        if stop.load(Ordering::Relaxed) {
            return Err(ExportError::Stopped);
        }
        progress(number);
        let (path, replay) = match found {
            Ok(found) => found,
            Err(error) => {
                skipped.push(error);
                continue;
            }
        };
        let game = table.rows;
        unfinished += !replay.result.end.is_end() as u64;
        let measure = measure.get_or_insert_with(|| Measure::new(&replay.rules));
        measure.prepare(&replay.rules);
        let mut row = GameRow::new(game, &path, &replay);
        let mut trouble = Ok(());
        walk(&replay, |step| {
            if trouble.is_ok() {
                let placement = measure.row(game, step, &replay.rules);
                row.add(&placement);
                trouble = placements.push(&placement);
            }
        })
        .map_err(|error| SourceError::Invalid { path, error })?;
        trouble?;
        table.push(&row)?;
    }
    if table.rows == 0
        && let Some(error) = skipped.drain(..).next()
    {
        return Err(error.into());
    }
    let exported = Exported {
        games: table.rows,
        unfinished,
        placements: placements.rows,
        games_file: table.path.clone(),
        placements_file: placements.path.clone(),
        skipped,
    };
    let files = [placements.close()?, table.close()?];
    for (file, path) in files.into_iter().zip([&exported.placements_file, &exported.games_file]) {
        file.finish().map_err(|error| failed(path, &error))?;
    }
    Ok(exported)
}

/// A table on its way into a file.
struct Table<R> {
    path: PathBuf,
    columns: Vec<Column<R>>,
    rows: u64,
    sink: Sink,
}

enum Sink {
    Parquet(Box<columnar::ParquetTable>),
    Csv(csv::CsvTable),
}

impl<R> Table<R> {
    fn create(
        folder: &Path,
        name: &str,
        form: Form,
        columns: Vec<Column<R>>,
    ) -> Result<Table<R>, ExportError> {
        let ending = match form {
            Form::Parquet => "parquet",
            Form::Csv => "csv",
        };
        let path = folder.join(format!("{name}.{ending}"));
        let sink = match form {
            Form::Parquet => columnar::ParquetTable::create(&path, &columns)
                .map(|table| Sink::Parquet(Box::new(table)))
                .map_err(|error| failed(&path, &error))?,
            Form::Csv => csv::CsvTable::create(&path, &columns)
                .map(Sink::Csv)
                .map_err(|error| failed(&path, &error))?,
        };
        Ok(Table { path, columns, rows: 0, sink })
    }

    fn push(&mut self, row: &R) -> Result<(), ExportError> {
        self.rows += 1;
        match &mut self.sink {
            Sink::Parquet(table) => {
                table.push(&self.columns, row).map_err(|error| failed(&self.path, &error))
            }
            Sink::Csv(table) => {
                table.push(&self.columns, row).map_err(|error| failed(&self.path, &error))
            }
        }
    }

    fn close(self) -> Result<FileWriter, ExportError> {
        match self.sink {
            Sink::Parquet(table) => table.close().map_err(|error| failed(&self.path, &error)),
            Sink::Csv(table) => table.close().map_err(|error| failed(&self.path, &error)),
        }
    }
}

fn failed(path: &Path, what: &dyn std::fmt::Display) -> ExportError {
    ExportError::Write { path: path.into(), what: what.to_string() }
}

#[cfg(test)]
mod tests;
