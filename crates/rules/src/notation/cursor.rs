//! Reading a text character by character, keeping track of the position.

use super::NotationError;

/// A place in a text.
#[derive(Clone)]
pub struct Cursor<'a> {
    rest: std::str::Chars<'a>,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { rest: text.chars(), at: 1 }
    }

    /// The text's fields, each with its place in the text, separated by one space or underscore.
    pub fn fields(text: &'a str) -> Vec<Cursor<'a>> {
        let mut at = 1;
        text.split([' ', '_'])
            .map(|field| {
                let cursor = Cursor { rest: field.chars(), at };
                at += field.chars().count() + 1;
                cursor
            })
            .collect()
    }

    /// The number of the next character, from 1.
    pub fn at(&self) -> usize {
        self.at
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'a str {
        self.rest.as_str()
    }

    pub fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    pub fn next(&mut self) -> Option<char> {
        let next = self.rest.next();
        self.at += next.is_some() as usize;
        next
    }

    /// Reads this character if it is the next.
    pub fn skip(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.next();
        }
        found
    }

    /// Reads the next character as something.
    pub fn read<T>(
        &mut self,
        expected: &'static str,
        as_what: impl FnOnce(char) -> Option<T>,
    ) -> Result<T, NotationError> {
        match self.peek().and_then(as_what) {
            Some(value) => {
                self.next();
                Ok(value)
            }
            None => Err(self.unexpected(expected)),
        }
    }

    /// Reads decimal digits as a number of at most `max`, without leading zeros.
    pub fn number(&mut self, max: u64, expected: &'static str) -> Result<u64, NotationError> {
        let at = self.at;
        let digit = |c: char| c.to_digit(10).map(u64::from);
        let mut found = self.read(expected, digit)?;
        while let Some(digit) = self.peek().and_then(digit) {
            if found == 0 {
                return Err(self.unexpected("no digit after a 0"));
            }
            found = found.saturating_mul(10).saturating_add(digit);
            self.next();
        }
        if found <= max { Ok(found) } else { Err(NotationError::Number { at, found, expected }) }
    }

    /// Expects the end of the text.
    pub fn end(&self) -> Result<(), NotationError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("nothing more")),
        }
    }

    pub fn unexpected(&self, expected: &'static str) -> NotationError {
        NotationError::Unexpected { at: self.at, found: self.peek(), expected }
    }
}
