//! Datasets: one row per placement and one row per game, for R, pandas, Polars and DuckDB.
//!
//! The columns are declared once, in [`placements::columns`] and [`games::columns`]; both forms
//! are written from there, and docs/FORMATS.md describes them. Rows leave as they are made.

mod column;
#[cfg(not(target_arch = "wasm32"))]
mod columnar;
mod csv;
pub mod games;
pub mod placements;

use std::path::{Path, PathBuf};

pub use column::{Column, Kind, Value};
pub use games::GameRow;
pub use placements::{Measure, PlacementRow};
use thiserror::Error;

use crate::{Games, SourceError, walk};

/// How a dataset is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Parquet, in row groups, compressed.
    #[cfg(not(target_arch = "wasm32"))]
    Parquet,
    /// Comma-separated text with a line of names.
    Csv,
}

/// What an export wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Rows of the table of games.
    pub games: u64,
    /// Rows of the table of placements.
    pub placements: u64,
    /// The file with one row per game.
    pub games_file: PathBuf,
    /// The file with one row per placement.
    pub placements_file: PathBuf,
}

/// An export that failed.
#[derive(Debug, Error)]
pub enum ExportError {
    /// A game could not be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A file could not be written.
    #[error("writing {path:?}: {what}")]
    Write { path: PathBuf, what: String },
}

/// Writes `placements` and `games` with the form's ending into a folder that exists.
///
/// `progress` hears of every game. An invalid game ends the export with an error.
pub fn export(
    games: &Games,
    form: Form,
    folder: &Path,
    progress: &mut dyn FnMut(u64),
) -> Result<Exported, ExportError> {
    let mut placements = Table::create(folder, "placements", form, placements::columns())?;
    let mut table = Table::create(folder, "games", form, games::columns())?;
    let mut measure: Option<Measure> = None;
    for (game, found) in (0..).zip(games.iter()) {
        let (path, replay) = found?;
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
        progress(game + 1);
    }
    let exported = Exported {
        games: table.rows,
        placements: placements.rows,
        games_file: table.path.clone(),
        placements_file: placements.path.clone(),
    };
    placements.finish()?;
    table.finish()?;
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
    #[cfg(not(target_arch = "wasm32"))]
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
            #[cfg(not(target_arch = "wasm32"))]
            Form::Parquet => "parquet",
            Form::Csv => "csv",
        };
        let path = folder.join(format!("{name}.{ending}"));
        let sink = match form {
            #[cfg(not(target_arch = "wasm32"))]
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
            #[cfg(not(target_arch = "wasm32"))]
            Sink::Parquet(table) => {
                table.push(&self.columns, row).map_err(|error| failed(&self.path, &error))
            }
            Sink::Csv(table) => {
                table.push(&self.columns, row).map_err(|error| failed(&self.path, &error))
            }
        }
    }

    fn finish(self) -> Result<(), ExportError> {
        match self.sink {
            #[cfg(not(target_arch = "wasm32"))]
            Sink::Parquet(table) => table.finish().map_err(|error| failed(&self.path, &error)),
            Sink::Csv(table) => table.finish().map_err(|error| failed(&self.path, &error)),
        }
    }
}

fn failed(path: &Path, what: &dyn std::fmt::Display) -> ExportError {
    ExportError::Write { path: path.into(), what: what.to_string() }
}

#[cfg(test)]
mod tests;
