//! Lines from an untrusted sender.

use std::io::{BufRead, ErrorKind, Result};

/// The longest line that is read, in bytes; a position takes about five thousand.
pub const LINE_LIMIT: usize = 1 << 20;

/// One line, or why it could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotLine {
    /// Text, without the line ending.
    Text(String),
    /// More than [`LINE_LIMIT`] bytes; the rest of it is skipped.
    TooLong,
    /// Not UTF-8.
    NotText,
}

/// Reads line by line in a bounded amount of memory.
pub struct BotLines<R> {
    input: R,
    // Whether to skip the rest of a line that was too long.
    skips: bool,
}

impl<R: BufRead> BotLines<R> {
    /// The lines of this input.
    pub fn new(input: R) -> BotLines<R> {
        BotLines { input, skips: false }
    }

    /// The next line that is not empty; `None` at the end.
    ///
    /// A line is reported as too long before its end has come.
    pub fn read(&mut self) -> Result<Option<BotLine>> {
        let mut line = Vec::new();
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let is_end = buffer.is_empty();
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let is_too_long = !self.skips && line.len() + part.len() > LINE_LIMIT;
            if !self.skips && !is_too_long {
                line.extend_from_slice(part);
            }
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(used);
            if is_too_long {
                self.skips = end.is_none();
                return Ok(Some(BotLine::TooLong));
            }
            if is_end || end.is_some() {
                let skipped = std::mem::take(&mut self.skips);
                if !skipped && !line.trim_ascii().is_empty() {
                    let text = String::from_utf8(std::mem::take(&mut line));
                    return Ok(Some(text.map_or(BotLine::NotText, BotLine::Text)));
                }
                line.clear();
            }
            if is_end {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_one_line() {
        let mut bytes = b"one\n\n\xFF\xFE\n".to_vec();
        bytes.extend(vec![b'x'; 10 << 20]);
        bytes.extend(b"\ntwo\r\nthree");
        // A small buffer, so that lines come in parts.
        let mut lines = BotLines::new(std::io::BufReader::with_capacity(100, bytes.as_slice()));
        let mut next = || lines.read().unwrap();
        assert_eq!(next(), Some(BotLine::Text("one".into())));
        assert_eq!(next(), Some(BotLine::NotText));
        assert_eq!(next(), Some(BotLine::TooLong));
        assert_eq!(next(), Some(BotLine::Text("two\r".into())));
        assert_eq!(next(), Some(BotLine::Text("three".into())));
        assert_eq!((next(), next()), (None, None));
    }

    #[test]
    fn a_line_of_just_the_limit_is_read() {
        let mut bytes = vec![b'x'; LINE_LIMIT];
        bytes.extend(b"\n");
        bytes.extend(vec![b'x'; LINE_LIMIT + 1]);
        let mut lines = BotLines::new(bytes.as_slice());
        assert!(
            matches!(lines.read().unwrap(), Some(BotLine::Text(text)) if text.len() == LINE_LIMIT)
        );
        assert_eq!(lines.read().unwrap(), Some(BotLine::TooLong));
        assert_eq!(lines.read().unwrap(), None);
    }
}
