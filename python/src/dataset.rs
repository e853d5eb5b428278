//! `dataset`: games as tables, by the Arrow C data interface.

use std::{path::PathBuf, sync::Arc};

use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Float64Array, Int8Array, RecordBatch,
    RecordBatchIterator, StringArray, UInt8Array, UInt32Array, UInt64Array,
    ffi_stream::FFI_ArrowArrayStream,
};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use minolab_study::{
    Games,
    dataset::{Column, GameRow, Kind, Measure, Value, games, placements},
    walk,
};
use pyo3::{prelude::*, types::PyCapsule};

use crate::{
    error::{value, whole},
    replay::Replay,
};

/// A table that anything which reads Arrow takes without a copy: `pyarrow.table(…)`,
/// `polars.DataFrame(…)`, DuckDB.
#[pyclass(frozen, module = "minolab")]
pub struct Dataset {
    batch: RecordBatch,
}

#[pymethods]
impl Dataset {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The table as an Arrow stream.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface allows a producer to keep to its own schema.
        let _ = requested_schema;
        let batches = [Ok::<_, ArrowError>(self.batch.clone())].into_iter();
        let reader = RecordBatchIterator::new(batches, self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        format!("<Dataset of {} rows: {}>", self.batch.num_rows(), self.columns().join(", "))
    }
}

/// Games or folders of games as a table: one row per placement, or per game.
#[pyfunction]
#[pyo3(signature = (games, table="placements"))]
pub fn dataset(py: Python<'_>, games: Vec<Bound<'_, PyAny>>, table: &str) -> PyResult<Dataset> {
    let mut replays = Vec::new();
    for found in games {
        match found.cast::<Replay>() {
            Ok(replay) => replays.push((PathBuf::new(), replay.get().0.clone())),
            Err(_) => {
                let path: PathBuf = found.extract()?;
                let games = py.detach(|| Games::find(&[path])).map_err(whole)?;
                for game in games.iter() {
                    replays.push(game.map_err(whole)?);
                }
            }
        }
    }
    let is_placements = match table {
        "placements" => true,
        "games" => false,
        _ => return Err(value(format!("table {table:?}, expected placements or games"))),
    };
    let batch = py.detach(|| -> Result<RecordBatch, PyErr> {
        let (placement_columns, game_columns) = (placements::columns(), games::columns());
        let mut placements = Cells::all(&placement_columns);
        let mut games = Cells::all(&game_columns);
        let mut measure: Option<Measure> = None;
        for (number, (path, replay)) in (0..).zip(&replays) {
            let measure = measure.get_or_insert_with(|| Measure::new(&replay.rules));
            measure.prepare(&replay.rules);
            let mut row = GameRow::new(number, path, replay);
            walk(replay, |step| {
                let placement = measure.row(number, step, &replay.rules);
                row.add(&placement);
                if is_placements {
                    placements.iter_mut().zip(&placement_columns).for_each(|(cells, column)| {
                        cells.push(column.value(&placement));
                    });
                }
            })
            .map_err(whole)?;
            games.iter_mut().zip(&game_columns).for_each(|(cells, column)| {
                cells.push(column.value(&row));
            });
        }
        match is_placements {
            true => batch(placements, &placement_columns),
            false => batch(games, &game_columns),
        }
        .map_err(value)
    })?;
    Ok(Dataset { batch })
}

fn batch<R>(cells: Vec<Cells>, columns: &[Column<R>]) -> Result<RecordBatch, ArrowError> {
    let arrays: Vec<ArrayRef> = cells.into_iter().map(Cells::array).collect();
    let fields = arrays
        .iter()
        .zip(columns)
        .map(|(array, column)| Field::new(column.name, array.data_type().clone(), column.nullable));
    let schema = Schema::new(fields.collect::<Vec<Field>>());
    debug_assert!(schema.fields().iter().all(|field| *field.data_type() != DataType::Null));
    RecordBatch::try_new(Arc::new(schema), arrays)
}

/// A column in the making.
enum Cells {
    U8(Vec<Option<u8>>),
    U32(Vec<Option<u32>>),
    U64(Vec<Option<u64>>),
    I8(Vec<Option<i8>>),
    F32(Vec<Option<f32>>),
    F64(Vec<Option<f64>>),
    Bool(Vec<Option<bool>>),
    Text(Vec<Option<String>>),
}

impl Cells {
    fn all<R>(columns: &[Column<R>]) -> Vec<Cells> {
        let cells = |column: &Column<R>| match column.kind {
            Kind::U8 => Cells::U8(Vec::new()),
            Kind::U32 => Cells::U32(Vec::new()),
            Kind::U64 => Cells::U64(Vec::new()),
            Kind::I8 => Cells::I8(Vec::new()),
            Kind::F32 => Cells::F32(Vec::new()),
            Kind::F64 => Cells::F64(Vec::new()),
            Kind::Bool => Cells::Bool(Vec::new()),
            Kind::Text => Cells::Text(Vec::new()),
        };
        columns.iter().map(cells).collect()
    }

    /// Adds a cell; one that does not fit the column's type is left empty.
    fn push(&mut self, found: Value) {
        match (self, found) {
            (Cells::U8(cells), Value::Count(n)) => cells.push(n.try_into().ok()),
            (Cells::U32(cells), Value::Count(n)) => cells.push(n.try_into().ok()),
            (Cells::U64(cells), Value::Count(n)) => cells.push(Some(n)),
            (Cells::I8(cells), Value::Whole(n)) => cells.push(n.try_into().ok()),
            (Cells::F32(cells), Value::Real(n)) => cells.push(Some(n as f32)),
            (Cells::F64(cells), Value::Real(n)) => cells.push(Some(n)),
            (Cells::Bool(cells), Value::Bool(yes)) => cells.push(Some(yes)),
            (Cells::Text(cells), Value::Text(text)) => cells.push(Some(text.into())),
            (Cells::U8(cells), _) => cells.push(None),
            (Cells::U32(cells), _) => cells.push(None),
            (Cells::U64(cells), _) => cells.push(None),
            (Cells::I8(cells), _) => cells.push(None),
            (Cells::F32(cells), _) => cells.push(None),
            (Cells::F64(cells), _) => cells.push(None),
            (Cells::Bool(cells), _) => cells.push(None),
            (Cells::Text(cells), _) => cells.push(None),
        }
    }

    fn array(self) -> ArrayRef {
        match self {
            Cells::U8(cells) => Arc::new(UInt8Array::from(cells)),
            Cells::U32(cells) => Arc::new(UInt32Array::from(cells)),
            Cells::U64(cells) => Arc::new(UInt64Array::from(cells)),
            Cells::I8(cells) => Arc::new(Int8Array::from(cells)),
            Cells::F32(cells) => Arc::new(Float32Array::from(cells)),
            Cells::F64(cells) => Arc::new(Float64Array::from(cells)),
            Cells::Bool(cells) => Arc::new(BooleanArray::from(cells)),
            Cells::Text(cells) => Arc::new(StringArray::from(cells)),
        }
    }
}
