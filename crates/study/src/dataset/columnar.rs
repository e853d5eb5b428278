//! Tables as Parquet.

use std::{fs::File, path::Path, sync::Arc};

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{
        BooleanBuilder, Float32Builder, Float64Builder, Int8Builder, StringBuilder, UInt8Builder,
        UInt32Builder, UInt64Builder,
    },
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::{
    arrow::ArrowWriter,
    basic::Compression,
    errors::ParquetError,
    file::properties::{EnabledStatistics, WriterProperties},
};

use super::{Column, Kind, Value};

/// Rows handed to the writer at a time.
const BATCH: usize = 1 << 13;
/// Rows of a row group: as much as is in memory at once.
const GROUP: usize = 1 << 18;

/// Writes a table as a Parquet file, row group by row group.
pub struct ParquetTable {
    schema: SchemaRef,
    cells: Vec<Cells>,
    rows: usize,
    writer: ArrowWriter<File>,
}

impl ParquetTable {
    /// Begins a file.
    pub fn create<R>(path: &Path, columns: &[Column<R>]) -> Result<ParquetTable, ParquetError> {
        let fields: Vec<Field> = columns
            .iter()
            .map(|column| Field::new(column.name, data_type(column.kind), column.nullable))
            .collect();
        let schema = Arc::new(Schema::new(fields));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_max_row_group_row_count(Some(GROUP))
            .build();
        let file = File::create(path)?;
        let writer = ArrowWriter::try_new(file, Arc::clone(&schema), Some(properties))?;
        let cells = columns.iter().map(|column| Cells::new(column.kind)).collect();
        Ok(ParquetTable { schema, cells, rows: 0, writer })
    }

    /// Adds a row.
    pub fn push<R>(&mut self, columns: &[Column<R>], row: &R) -> Result<(), ParquetError> {
        for (cells, column) in self.cells.iter_mut().zip(columns) {
            cells.push(column.value(row));
        }
        self.rows += 1;
        if self.rows == BATCH {
            self.flush()?;
        }
        Ok(())
    }

    /// Ends the file.
    pub fn finish(mut self) -> Result<(), ParquetError> {
        self.flush()?;
        self.writer.close().map(drop)
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        let arrays = self.cells.iter_mut().map(Cells::take).collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), arrays)?;
        self.rows = 0;
        self.writer.write(&batch)
    }
}

fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::U8 => DataType::UInt8,
        Kind::U32 => DataType::UInt32,
        Kind::U64 => DataType::UInt64,
        Kind::I8 => DataType::Int8,
        Kind::F32 => DataType::Float32,
        Kind::F64 => DataType::Float64,
        Kind::Bool => DataType::Boolean,
        Kind::Text => DataType::Utf8,
    }
}

/// The cells of one column that wait to be written.
enum Cells {
    U8(UInt8Builder),
    U32(UInt32Builder),
    U64(UInt64Builder),
    I8(Int8Builder),
    F32(Float32Builder),
    F64(Float64Builder),
    Bool(BooleanBuilder),
    Text(StringBuilder),
}

impl Cells {
    fn new(kind: Kind) -> Cells {
        match kind {
            Kind::U8 => Cells::U8(UInt8Builder::with_capacity(BATCH)),
            Kind::U32 => Cells::U32(UInt32Builder::with_capacity(BATCH)),
            Kind::U64 => Cells::U64(UInt64Builder::with_capacity(BATCH)),
            Kind::I8 => Cells::I8(Int8Builder::with_capacity(BATCH)),
            Kind::F32 => Cells::F32(Float32Builder::with_capacity(BATCH)),
            Kind::F64 => Cells::F64(Float64Builder::with_capacity(BATCH)),
            Kind::Bool => Cells::Bool(BooleanBuilder::with_capacity(BATCH)),
            Kind::Text => Cells::Text(StringBuilder::with_capacity(BATCH, 8 * BATCH)),
        }
    }

    /// Adds a cell; one that does not fit the column's type is left empty.
    #[inline]
    fn push(&mut self, value: Value) {
        let count = match value {
            Value::Count(number) => Some(number),
            _ => None,
        };
        let real = match value {
            Value::Real(number) => Some(number),
            _ => None,
        };
        match self {
            Cells::U8(cells) => cells.append_option(count.and_then(|n| u8::try_from(n).ok())),
            Cells::U32(cells) => cells.append_option(count.and_then(|n| u32::try_from(n).ok())),
            Cells::U64(cells) => cells.append_option(count),
            Cells::I8(cells) => match value {
                Value::Whole(number) => cells.append_option(i8::try_from(number).ok()),
                _ => cells.append_null(),
            },
            Cells::F32(cells) => cells.append_option(real.map(|number| number as f32)),
            Cells::F64(cells) => cells.append_option(real),
            Cells::Bool(cells) => match value {
                Value::Bool(yes) => cells.append_value(yes),
                _ => cells.append_null(),
            },
            Cells::Text(cells) => match value {
                Value::Text(text) => cells.append_value(text),
                _ => cells.append_null(),
            },
        }
    }

    fn take(&mut self) -> ArrayRef {
        match self {
            Cells::U8(cells) => Arc::new(cells.finish()),
            Cells::U32(cells) => Arc::new(cells.finish()),
            Cells::U64(cells) => Arc::new(cells.finish()),
            Cells::I8(cells) => Arc::new(cells.finish()),
            Cells::F32(cells) => Arc::new(cells.finish()),
            Cells::F64(cells) => Arc::new(cells.finish()),
            Cells::Bool(cells) => Arc::new(cells.finish()),
            Cells::Text(cells) => Arc::new(cells.finish()),
        }
    }
}
