//! Tables as Parquet.
//!
//! By the column writers of the `parquet` crate, without its Arrow layer: that layer doubles what
//! has to be compiled and adds nothing to the file.

use std::{path::Path, sync::Arc};

use minolab_arena::FileWriter;
use parquet::{
    basic::{Compression, LogicalType, Repetition, Type as PhysicalType},
    data_type::{
        BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type,
    },
    errors::ParquetError,
    file::{
        properties::{EnabledStatistics, WriterProperties},
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    schema::types::{Type, TypePtr},
};

use super::{Column, Kind, Value};

/// Rows of a row group: as much as is in memory at once.
const GROUP: usize = 1 << 16;

/// Writes a table as a Parquet file, row group by row group.
pub struct ParquetTable {
    cells: Vec<Cells>,
    rows: usize,
    writer: SerializedFileWriter<FileWriter>,
}

impl ParquetTable {
    /// Begins a file.
    pub fn create<R>(path: &Path, columns: &[Column<R>]) -> Result<ParquetTable, ParquetError> {
        let fields = columns.iter().map(field).collect::<Result<Vec<TypePtr>, ParquetError>>()?;
        let schema = Type::group_type_builder("schema").with_fields(fields).build()?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .build();
        let file = FileWriter::create(path)?;
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))?;
        let cells = columns.iter().map(Cells::new).collect();
        Ok(ParquetTable { cells, rows: 0, writer })
    }

    /// Adds a row.
    pub fn push<R>(&mut self, columns: &[Column<R>], row: &R) -> Result<(), ParquetError> {
        for (cells, column) in self.cells.iter_mut().zip(columns) {
            cells.push(column.value(row));
        }
        self.rows += 1;
        if self.rows == GROUP {
            self.flush()?;
        }
        Ok(())
    }

    /// All of the file, ready to take its name.
    pub fn close(mut self) -> Result<FileWriter, ParquetError> {
        if self.rows > 0 {
            self.flush()?;
        }
        self.writer.into_inner()
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        self.cells.iter_mut().try_for_each(|cells| cells.write(&mut group))?;
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

/// A column as the file declares it: narrow whole numbers are 32 bits with a note of their width.
fn field<R>(column: &Column<R>) -> Result<TypePtr, ParquetError> {
    let whole = |bit_width, is_signed| Some(LogicalType::integer(bit_width, is_signed));
    let (physical, logical) = match column.kind {
        Kind::U8 => (PhysicalType::INT32, whole(8, false)),
        Kind::U32 => (PhysicalType::INT32, whole(32, false)),
        Kind::U64 => (PhysicalType::INT64, whole(64, false)),
        Kind::I8 => (PhysicalType::INT32, whole(8, true)),
        Kind::F32 => (PhysicalType::FLOAT, None),
        Kind::F64 => (PhysicalType::DOUBLE, None),
        Kind::Bool => (PhysicalType::BOOLEAN, None),
        Kind::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let repetition = if column.nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let builder = Type::primitive_type_builder(column.name, physical);
    Ok(Arc::new(builder.with_logical_type(logical).with_repetition(repetition).build()?))
}

/// The cells of one column that wait to be written.
struct Cells {
    kind: Kind,
    values: Values,
    /// For each row 1 if it has a value and 0 if not; only where cells may be empty.
    present: Option<Vec<i16>>,
}

/// As the file holds them.
enum Values {
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Float(Vec<f32>),
    Double(Vec<f64>),
    Bool(Vec<bool>),
    Bytes(Vec<ByteArray>),
}

impl Cells {
    fn new<R>(column: &Column<R>) -> Cells {
        let values = match column.kind {
            Kind::U8 | Kind::U32 | Kind::I8 => Values::Int32(Vec::new()),
            Kind::U64 => Values::Int64(Vec::new()),
            Kind::F32 => Values::Float(Vec::new()),
            Kind::F64 => Values::Double(Vec::new()),
            Kind::Bool => Values::Bool(Vec::new()),
            Kind::Text => Values::Bytes(Vec::new()),
        };
        Cells { kind: column.kind, values, present: column.nullable.then(Vec::new) }
    }

    /// Adds a cell; one that does not fit the column's type is left empty.
    #[inline]
    fn push(&mut self, value: Value) {
        // Unsigned numbers are written as the signed ones with the same bits.
        let fits = match (&mut self.values, self.kind, value) {
            (Values::Int32(cells), Kind::U8, Value::Count(n)) => {
                u8::try_from(n).map(|n| cells.push(n.into())).is_ok()
            }
            (Values::Int32(cells), Kind::U32, Value::Count(n)) => {
                u32::try_from(n).map(|n| cells.push(n.cast_signed())).is_ok()
            }
            (Values::Int32(cells), Kind::I8, Value::Whole(n)) => {
                i8::try_from(n).map(|n| cells.push(n.into())).is_ok()
            }
            (Values::Int64(cells), _, Value::Count(n)) => {
                cells.push(n.cast_signed());
                true
            }
            (Values::Float(cells), _, Value::Real(number)) => {
                cells.push(number as f32);
                true
            }
            (Values::Double(cells), _, Value::Real(number)) => {
                cells.push(number);
                true
            }
            (Values::Bool(cells), _, Value::Bool(yes)) => {
                cells.push(yes);
                true
            }
            (Values::Bytes(cells), _, Value::Text(text)) => {
                cells.push(text.into());
                true
            }
            _ => false,
        };
        if let Some(present) = &mut self.present {
            present.push(fits.into());
        }
    }

    /// Writes and forgets them.
    fn write(
        &mut self,
        group: &mut SerializedRowGroupWriter<FileWriter>,
    ) -> Result<(), ParquetError> {
        let present = self.present.as_mut();
        match &mut self.values {
            Values::Int32(cells) => write::<Int32Type>(group, cells, present),
            Values::Int64(cells) => write::<Int64Type>(group, cells, present),
            Values::Float(cells) => write::<FloatType>(group, cells, present),
            Values::Double(cells) => write::<DoubleType>(group, cells, present),
            Values::Bool(cells) => write::<BoolType>(group, cells, present),
            Values::Bytes(cells) => write::<ByteArrayType>(group, cells, present),
        }
    }
}

fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<FileWriter>,
    cells: &mut Vec<T::T>,
    present: Option<&mut Vec<i16>>,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("more columns than were declared".into());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    let levels = present.as_deref().map(Vec::as_slice);
    column.typed::<T>().write_batch(cells, levels, None)?;
    column.close()?;
    cells.clear();
    if let Some(present) = present {
        present.clear();
    }
    Ok(())
}
