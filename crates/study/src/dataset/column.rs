//! Columns, each declared once: name, type, meaning and value.

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// Nothing is known.
    None,
    /// A whole number, not negative.
    Count(u64),
    /// A whole number.
    Whole(i64),
    /// A number.
    Real(f64),
    /// Yes or no.
    Bool(bool),
    /// A word.
    Text(&'a str),
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number below 2⁸.
    U8,
    /// A whole number below 2³².
    U32,
    /// A whole number below 2⁶⁴.
    U64,
    /// A whole number from -128 to 127.
    I8,
    /// A number of single precision.
    F32,
    /// A number of double precision.
    F64,
    /// `true` or `false`.
    Bool,
    /// UTF-8.
    Text,
}

impl Kind {
    /// The name in the documentation, which is Arrow's.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::U8 => "uint8",
            Kind::U32 => "uint32",
            Kind::U64 => "uint64",
            Kind::I8 => "int8",
            Kind::F32 => "float",
            Kind::F64 => "double",
            Kind::Bool => "bool",
            Kind::Text => "string",
        }
    }
}

type Getter<R> = Box<dyn Fn(&R) -> Value<'_> + Send + Sync>;

/// One column of a table with rows `R`.
pub struct Column<R> {
    /// The name in the file.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Whether cells may be empty.
    pub nullable: bool,
    /// What it says.
    pub description: &'static str,
    value: Getter<R>,
}

impl<R> Column<R> {
    /// A column that always has a value.
    pub fn new(
        name: &'static str,
        kind: Kind,
        description: &'static str,
        value: impl Fn(&R) -> Value<'_> + Send + Sync + 'static,
    ) -> Column<R> {
        Column { name, kind, nullable: false, description, value: Box::new(value) }
    }

    /// The same, but cells may be empty.
    pub fn or_null(self) -> Column<R> {
        Column { nullable: true, ..self }
    }

    /// Its cell of a row.
    #[inline]
    pub fn value<'a>(&self, row: &'a R) -> Value<'a> {
        (self.value)(row)
    }
}
