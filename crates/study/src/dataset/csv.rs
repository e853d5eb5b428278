//! Tables as text.

use std::{
    borrow::Cow,
    io::{self, BufWriter, IntoInnerError, Write},
    path::Path,
};

use minolab_arena::FileWriter;

use super::{Column, Kind, Value};

/// Writes a table as RFC 4180 has it: a line of names, then a line a row.
pub struct CsvTable {
    out: BufWriter<FileWriter>,
    line: Vec<u8>,
}

impl CsvTable {
    /// Begins a file with the names of the columns.
    pub fn create<R>(path: &Path, columns: &[Column<R>]) -> io::Result<CsvTable> {
        let mut out = BufWriter::with_capacity(1 << 16, FileWriter::create(path)?);
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        writeln!(out, "{}", names.join(","))?;
        Ok(CsvTable { out, line: Vec::new() })
    }

    /// Writes a row.
    pub fn push<R>(&mut self, columns: &[Column<R>], row: &R) -> io::Result<()> {
        self.line.clear();
        for (index, column) in columns.iter().enumerate() {
            if index > 0 {
                self.line.push(b',');
            }
            match column.value(row) {
                Value::None => {}
                Value::Count(number) => write!(self.line, "{number}")?,
                Value::Whole(number) => write!(self.line, "{number}")?,
                // The same precision as in the other form, so that both read alike.
                Value::Real(number) if column.kind == Kind::F32 => {
                    write!(self.line, "{}", number as f32)?;
                }
                Value::Real(number) => write!(self.line, "{number}")?,
                Value::Bool(yes) => write!(self.line, "{yes}")?,
                Value::Text(text) => write_text(&mut self.line, text)?,
            }
        }
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }

    /// All of the file, ready to take its name.
    pub fn close(self) -> io::Result<FileWriter> {
        self.out.into_inner().map_err(IntoInnerError::into_error)
    }
}

/// Quotes what must be quoted. A spreadsheet would take a cell that begins like a formula for one
/// and work it out, so that such a cell gets an apostrophe first.
fn write_text(line: &mut Vec<u8>, text: &str) -> io::Result<()> {
    let harmless = match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    };
    let text = harmless.as_ref();
    if text.contains(['"', ',', '\n', '\r']) {
        write!(line, "\"{}\"", text.replace('"', "\"\""))
    } else {
        line.write_all(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_with_commas_and_quotes_is_quoted() {
        let mut line = Vec::new();
        write_text(&mut line, "say \"a, b\"").unwrap();
        assert_eq!(line, b"\"say \"\"a, b\"\"\"");
    }

    #[test]
    fn no_cell_is_a_formula() {
        for text in ["=1+1", "+1", "-1", "@sum", "\t=1"] {
            let mut line = Vec::new();
            write_text(&mut line, text).unwrap();
            assert_eq!(String::from_utf8(line).unwrap(), format!("'{text}"));
        }
        let mut line = Vec::new();
        write_text(&mut line, "=a,b").unwrap();
        assert_eq!(line, b"\"'=a,b\"");
    }
}
