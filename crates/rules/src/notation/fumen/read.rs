//! Reading a fumen.

use std::{collections::VecDeque, str::FromStr};

use super::{Field, Fumen, FumenError, FumenPage, LETTERS, Quiz, comment, flag};
use crate::{Cell, Falling, Piece, Rotation};

impl FromStr for Fumen {
    type Err = FumenError;

    /// Reads what follows `v115@`, up to the end or a `&`; `?` and white space in it are line
    /// breaks.
    fn from_str(text: &str) -> Result<Fumen, FumenError> {
        let (at, height) = version(text)?;
        let mut data = Data::new(text, at);
        let mut reader =
            Reader { height, field: Field::EMPTY, repeats: 0, quiz: None, comment: String::new() };
        let mut fumen = Fumen::default();
        while !data.is_empty() {
            let page = reader.page(&mut data)?;
            fumen.pages.push(page);
        }
        Ok(fumen)
    }
}

/// Where the data of a fumen starts, in characters, and the version it says.
pub fn start(text: &str) -> Option<(usize, &str)> {
    let ends = text.char_indices().enumerate().filter(|&(_, (_, c))| c == '@');
    let mut found = None;
    for (index, (byte, _)) in ends {
        let digits = text[..byte].bytes().rev().take_while(u8::is_ascii_digit).count();
        let (before, number) = text[..byte].split_at(byte - digits);
        if digits == 3 && before.ends_with(['v', 'm', 'd']) {
            // An address may have similar words before it.
            if number == "115" {
                return Some((index + 1, number));
            }
            found = found.or(Some((index + 1, number)));
        }
    }
    found
}

fn version(text: &str) -> Result<(usize, usize), FumenError> {
    match start(text) {
        None => Err(FumenError::Missing),
        Some((at, "115")) => Ok((at, Field::HEIGHT)),
        Some((at, "110")) => Ok((at, 21)),
        Some((at, found)) => Err(FumenError::Version { at: at - 4, found: found.into() }),
    }
}

/// The data's values, each with its position.
struct Data {
    left: VecDeque<(usize, char)>,
    end: usize,
}

impl Data {
    fn new(text: &str, start: usize) -> Data {
        let data = text.chars().enumerate().skip(start).take_while(|&(_, c)| c != '&');
        let left: VecDeque<_> = data
            .filter(|&(_, c)| c != '?' && !c.is_whitespace())
            .map(|(index, c)| (index + 1, c))
            .collect();
        let end = left.back().map_or(start, |&(at, _)| at) + 1;
        Data { left, end }
    }

    fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// The position of the next value.
    fn at(&self) -> usize {
        self.left.front().map_or(self.end, |&(at, _)| at)
    }

    /// A number of this many letters, least significant first.
    fn number(&mut self, letters: u32, expected: &'static str) -> Result<u32, FumenError> {
        let mut number = 0;
        for place in 0..letters {
            let at = self.at();
            let found = self.left.pop_front().map(|(_, c)| c);
            let letter = found.and_then(|c| LETTERS.iter().position(|&l| char::from(l) == c));
            let Some(value) = letter else {
                return Err(FumenError::Unexpected { at, found, expected });
            };
            number += (value as u32) << (6 * place);
        }
        Ok(number)
    }
}

/// What a page inherits from those before it.
struct Reader {
    height: usize,
    field: Field,
    repeats: u32,
    quiz: Option<Quiz>,
    comment: String,
}

impl Reader {
    fn page(&mut self, data: &mut Data) -> Result<FumenPage, FumenError> {
        if self.repeats > 0 {
            self.repeats -= 1;
        } else if !self.changes(data)? {
            self.repeats = data.number(1, "how many pages share the field")?;
        }
        let cells = (self.height as u32 + 1) * 10;
        let at = data.at();
        let number = data.number(3, "a page's piece and flags")?;
        let flags = number / 32 / cells;
        let is = |flag| flags & flag != 0;
        let piece = self.piece(at, number % 8, number / 8 % 4, number / 32 % cells)?;
        if is(flag::COMMENT) {
            self.comment = read_comment(data)?;
            let is_quiz = Quiz::is_in(&self.comment);
            self.quiz = is_quiz.then(|| Quiz::new(&self.comment).ok()).flatten();
        }
        let mut page = FumenPage {
            field: self.field,
            piece,
            comment: self.comment.clone(),
            lock: !is(flag::UNLOCKED),
            rise: is(flag::RISE),
            mirror: is(flag::MIRROR),
            colorize: is(flag::COLORIZE),
        };
        if let Some(quiz) = &self.quiz {
            if !is(flag::COMMENT) {
                page.comment = quiz.settled().map_or(String::new(), |quiz| quiz.to_string());
            }
            if quiz.is_running() && page.lock {
                self.quiz = quiz.played(piece.map(|piece| piece.piece)).ok();
            }
        }
        self.field = page.next_field();
        Ok(page)
    }

    /// Reads the difference to the previous field; returns whether there can be one.
    fn changes(&mut self, data: &mut Data) -> Result<bool, FumenError> {
        let cells = (self.height as u32 + 1) * 10;
        let mut left = cells;
        let mut in_order = self.field.in_order(self.height);
        while left > 0 {
            let at = data.at();
            let number = data.number(2, "a page's cells")?;
            let (difference, count) = (number as i32 / cells as i32 - 8, number % cells + 1);
            if count > left {
                let expected = "no more cells than the field has left";
                return Err(FumenError::Value { at, found: count as i32, expected });
            }
            for cell in in_order.by_ref().take(count as usize) {
                let found = color(*cell) as i32 + difference;
                *cell = usize::try_from(found).ok().and_then(of_color).ok_or({
                    let expected = "a colour from 0 to 8";
                    FumenError::Value { at, found, expected }
                })?;
            }
            if count == cells {
                return Ok(difference != 0);
            }
            left -= count;
        }
        Ok(true)
    }

    fn piece(
        &self,
        at: usize,
        kind: u32,
        rotation: u32,
        place: u32,
    ) -> Result<Option<Falling>, FumenError> {
        let Some(Cell::Of(piece)) = of_color(kind as usize) else { return Ok(None) };
        let rotation = ROTATIONS[rotation as usize];
        let (dx, dy) = offset(piece, rotation);
        let (x, y) = ((place % 10) as i8, self.height as i8 - 1 - (place / 10) as i8);
        let falling = Falling { piece, rotation, x: x - dx, y: y - dy };
        if Field::holds(falling) {
            Ok(Some(falling))
        } else {
            Err(FumenError::Piece { at, piece: falling })
        }
    }
}

fn read_comment(data: &mut Data) -> Result<String, FumenError> {
    let length = data.number(2, "a comment's length")?;
    let mut escaped = String::new();
    while (escaped.len() as u32) < length {
        let at = data.at();
        let mut number = data.number(5, "four letters of a comment")?;
        for _ in 0..(length - escaped.len() as u32).min(4) {
            let letter = number % 96;
            if letter == 95 {
                let expected = "a letter of a comment from 0 to 94";
                return Err(FumenError::Value { at, found: 95, expected });
            }
            escaped.push((letter as u8 + b' ') as char);
            number /= 96;
        }
    }
    Ok(comment::unescape(&escaped))
}

/// The rotations in a fumen's order.
pub const ROTATIONS: [Rotation; 4] =
    [Rotation::South, Rotation::East, Rotation::North, Rotation::West];

/// The offset of a fumen's piece from its SRS centre.
pub const fn offset(piece: Piece, rotation: Rotation) -> (i8, i8) {
    match (piece, rotation) {
        (Piece::S, Rotation::East) => (1, 0),
        (Piece::Z, Rotation::West) | (Piece::O | Piece::I, Rotation::South) => (-1, 0),
        (Piece::O, Rotation::West) => (-1, 1),
        (Piece::S | Piece::Z | Piece::O, Rotation::North) | (Piece::I, Rotation::West) => (0, 1),
        _ => (0, 0),
    }
}

/// The number of a cell.
pub const fn color(cell: Cell) -> usize {
    match cell {
        Cell::Empty => 0,
        Cell::Of(Piece::I) => 1,
        Cell::Of(Piece::L) => 2,
        Cell::Of(Piece::O) => 3,
        Cell::Of(Piece::Z) => 4,
        Cell::Of(Piece::T) => 5,
        Cell::Of(Piece::J) => 6,
        Cell::Of(Piece::S) => 7,
        Cell::Garbage => 8,
    }
}

fn of_color(number: usize) -> Option<Cell> {
    let pieces = Piece::ALL.into_iter().map(Cell::Of);
    let mut cells = pieces.chain([Cell::Empty, Cell::Garbage]);
    cells.find(|&cell| color(cell) == number)
}
