//! Writing a fumen.

use super::{
    Field, Fumen, FumenError, FumenPage, LETTERS, Quiz, comment, flag,
    read::{ROTATIONS, color, offset},
};
use crate::Cell;

/// The most letters of an escaped comment.
const COMMENT: usize = 4095;
/// A shorter fumen has no line breaks; a longer one has the first after this many letters of its
/// data, and the others after this many.
const SHORT: usize = 41;
const FIRST_LINE: usize = 42;
const LINE: usize = 47;

impl Fumen {
    /// Writes it as `v115@` and its data. A comment of more than 4095 letters (an umlaut is three,
    /// a Chinese character six) is cut off there.
    pub fn to_text(&self) -> Result<String, FumenError> {
        let mut writer = Writer::default();
        for (index, page) in self.pages.iter().enumerate() {
            writer.page(index, page)?;
        }
        let letters: String =
            writer.values.iter().map(|&value| LETTERS[value as usize] as char).collect();
        let mut text = String::from("v115@");
        if letters.len() < SHORT {
            text.push_str(&letters);
            return Ok(text);
        }
        let (first, rest) = letters.split_at(letters.len().min(FIRST_LINE));
        text.push_str(first);
        for line in rest.as_bytes().chunks(LINE) {
            text.push('?');
            text.extend(line.iter().map(|&letter| letter as char));
        }
        Ok(text)
    }
}

struct Writer {
    values: Vec<u8>,
    field: Field,
    /// Position of the number of pages that share a field.
    repeats: Option<usize>,
    comment: String,
    quiz: Option<Quiz>,
}

impl Default for Writer {
    fn default() -> Writer {
        let (values, comment) = (Vec::new(), String::new());
        Writer { values, field: Field::EMPTY, repeats: None, comment, quiz: None }
    }
}

impl Writer {
    fn page(&mut self, index: usize, page: &FumenPage) -> Result<(), FumenError> {
        let outside = page.piece.filter(|&piece| !Field::holds(piece));
        if let Some(piece) = outside {
            return Err(FumenError::PagePiece { page: index + 1, piece });
        }
        self.field(page.field);
        let comment = self.changed_comment(index, page);
        self.number(3, piece(page) + 32 * 240 * flags(page, comment.is_some()));
        if let Some(text) = comment {
            self.comment(text);
        }
        self.field = page.next_field();
        Ok(())
    }

    fn number(&mut self, letters: u32, number: u32) {
        self.values.extend((0..letters).map(|place| (number >> (6 * place) & 63) as u8));
    }

    fn field(&mut self, mut field: Field) {
        let mut before = self.field;
        let pairs = field.in_order(Field::HEIGHT).zip(before.in_order(Field::HEIGHT));
        let differences: Vec<u32> =
            pairs.map(|(new, old)| (color(*new) + 8 - color(*old)) as u32).collect();
        let is_changed = differences.iter().any(|&difference| difference != 8);
        if let Some(place) = self.repeats.filter(|_| !is_changed)
            && self.values[place] < 63
        {
            self.values[place] += 1;
            return;
        }
        for run in differences.chunk_by(|a, b| a == b) {
            self.number(2, run[0] * 240 + run.len() as u32 - 1);
        }
        self.repeats = None;
        if !is_changed {
            self.repeats = Some(self.values.len());
            self.values.push(0);
        }
    }

    /// The comment, unless it is what a reader expects: the previous one, or the quiz in its
    /// current state.
    fn changed_comment<'a>(&mut self, index: usize, page: &'a FumenPage) -> Option<&'a str> {
        let text = page.comment.as_str();
        if index == 0 && text.is_empty() {
            return None;
        }
        let quiz = self.quiz.take();
        let followed = quiz.as_ref().and_then(|quiz| quiz.settled().ok());
        let is_followed = followed.is_some_and(|quiz| quiz.to_string() == text);
        let changed = if Quiz::is_in(text) {
            self.quiz = if is_followed { quiz } else { Quiz::new(text).ok() };
            !is_followed
        } else {
            !is_followed && self.comment != text
        };
        if changed || !Quiz::is_in(text) {
            self.comment = text.into();
        }
        if page.lock
            && let Some(quiz) = self.quiz.take_if(|quiz| quiz.is_running())
        {
            self.quiz = quiz.played(page.piece.map(|piece| piece.piece)).ok();
        }
        changed.then_some(text)
    }

    fn comment(&mut self, text: &str) {
        let escaped = comment::escape(text);
        let letters = &escaped.as_bytes()[..escaped.len().min(COMMENT)];
        self.number(2, letters.len() as u32);
        for four in letters.chunks(4) {
            let digits = four.iter().rev().map(|&letter| u32::from(letter - b' '));
            self.number(5, digits.fold(0, |number, digit| number * 96 + digit));
        }
    }
}

fn piece(page: &FumenPage) -> u32 {
    let Some(falling) = page.piece else { return 0 };
    let (dx, dy) = offset(falling.piece, falling.rotation);
    // A piece inside the field has its centre inside, too: it is one of its cells.
    let place = (Field::HEIGHT as i32 - 1 - (falling.y + dy) as i32) * 10 + (falling.x + dx) as i32;
    let rotation = ROTATIONS.iter().position(|&rotation| rotation == falling.rotation);
    color(Cell::Of(falling.piece)) as u32 + 8 * rotation.unwrap_or(0) as u32 + 32 * place as u32
}

fn flags(page: &FumenPage, has_comment: bool) -> u32 {
    [
        (flag::RISE, page.rise),
        (flag::MIRROR, page.mirror),
        (flag::COLORIZE, page.colorize),
        (flag::COMMENT, has_comment),
        (flag::UNLOCKED, !page.lock),
    ]
    .into_iter()
    .filter_map(|(flag, is_set)| is_set.then_some(flag))
    .sum()
}
