//! Quizzes: comments that list the pieces and keep up with them.

use std::fmt;

use crate::Piece;

/// `#Q=[hold](current)queue`, and after a `;` what follows when those pieces are used up.
///
/// Works on the text as `tetris-fumen` does, so that odd quizzes mean what they do elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quiz(String);

/// An invalid quiz, or pieces that it does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoQuiz;

const EMPTY: &str = "#Q=[]()";

impl Quiz {
    /// Reads a comment. One that does not start with `#Q=` is a quiz without pieces.
    pub fn new(comment: &str) -> Result<Quiz, NoQuiz> {
        if !comment.starts_with("#Q=") || comment == EMPTY {
            return Ok(Quiz(comment.into()));
        }
        // What JavaScript counts as white space, which includes the byte order mark.
        let is_space = |c: char| (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}';
        let text: String = comment.chars().filter(|&c| !is_space(c)).collect();
        let is_piece = |c: char| Piece::from_char(c.to_ascii_uppercase()).is_some();
        let rest = text.strip_prefix("#Q=[").ok_or(NoQuiz)?;
        let rest = rest.strip_prefix(is_piece).unwrap_or(rest).strip_prefix("](").ok_or(NoQuiz)?;
        rest.strip_prefix(is_piece).unwrap_or(rest).strip_prefix(')').ok_or(NoQuiz)?;
        Ok(Quiz(text))
    }

    /// A quiz with this piece on hold and this queue.
    pub fn of(hold: Option<Piece>, pieces: impl IntoIterator<Item = Piece>) -> Quiz {
        let mut pieces = pieces.into_iter().map(Piece::letter);
        let letter = |piece: Option<char>| piece.map(String::from).unwrap_or_default();
        let (hold, current) = (letter(hold.map(Piece::letter)), letter(pieces.next()));
        let queue: String = pieces.collect();
        Quiz(format!("#Q=[{hold}]({current}){queue}"))
    }

    /// Whether a comment is meant as one.
    pub fn is_in(comment: &str) -> bool {
        comment.starts_with("#Q=")
    }

    /// Whether there are pieces left.
    pub fn is_running(&self) -> bool {
        let text = self.0.strip_prefix("#Q=[]();").unwrap_or(&self.0);
        text.starts_with("#Q=") && text != EMPTY
    }

    /// The piece on hold.
    pub fn hold(&self) -> Option<Piece> {
        self.after('[').and_then(piece)
    }

    /// The current piece.
    pub fn current(&self) -> Option<Piece> {
        self.after('(').and_then(piece)
    }

    /// The pieces after it, up to a `;`.
    pub fn queue(&self) -> Vec<Piece> {
        self.rest().chars().map_while(piece).collect()
    }

    /// The quiz after this piece was placed; unchanged if it does not mention the piece.
    pub fn played(&self, piece: Option<Piece>) -> Result<Quiz, NoQuiz> {
        let next = piece.ok_or(NoQuiz).and_then(|piece| self.ended()?.used(piece.letter()));
        next.or_else(|_| self.settled())
    }

    /// The quiz as a comment: the next one if this is used up, with a current piece if there is
    /// one.
    pub fn settled(&self) -> Result<Quiz, NoQuiz> {
        let quiz = self.ended()?;
        if quiz.0 == EMPTY {
            return Ok(Quiz(String::new()));
        }
        if !Quiz::is_in(&quiz.0) || quiz.letter('(').is_some() {
            return Ok(quiz);
        }
        if let Some(hold) = quiz.letter('[') {
            return Quiz::new(&format!("#Q=[]({hold}){}", quiz.rest()));
        }
        match split(quiz.rest()) {
            None => Ok(Quiz(String::new())),
            Some((';', after)) => Quiz::new(after),
            Some((first, after)) => Quiz::new(&format!("#Q=[]({first}){after}")),
        }
    }

    fn ended(&self) -> Result<Quiz, NoQuiz> {
        self.0.strip_prefix("#Q=[]();").map_or_else(|| Ok(self.clone()), Quiz::new)
    }

    fn used(&self, used: char) -> Result<Quiz, NoQuiz> {
        let (hold, current) = (self.letter('['), self.letter('('));
        let next = self.after(')').filter(|&next| next != ';');
        let letter = |letter: Option<char>| letter.map(String::from).unwrap_or_default();
        // Everything after the next piece.
        let rest = self.rest();
        let later = if rest.starts_with(';') { rest } else { split(rest).map_or("", |it| it.1) };
        let (held, first, queue) = if current == Some(used) {
            (hold, next, later)
        } else if hold == Some(used) {
            (current, next, later)
        } else if hold.is_none() && next == Some(used) {
            let (first, queue) = split(later).map_or((None, ""), |(c, rest)| (Some(c), rest));
            (current, first, queue)
        } else if current.is_none() && next == Some(used) {
            let (first, queue) = split(later).ok_or(NoQuiz)?;
            (hold, Some(first), queue)
        } else {
            return Err(NoQuiz);
        };
        Quiz::new(&format!("#Q=[{}]({}){queue}", letter(held), letter(first)))
    }

    /// The letter between brackets, if there is one.
    fn letter(&self, bracket: char) -> Option<char> {
        self.after(bracket).filter(|&c| c != ']' && c != ')')
    }

    fn after(&self, bracket: char) -> Option<char> {
        self.0.split_once(bracket).map_or(self.0.as_str(), |(_, after)| after).chars().next()
    }

    /// Everything after the current piece.
    fn rest(&self) -> &str {
        self.0.split_once(')').map_or(self.0.as_str(), |(_, rest)| rest)
    }
}

impl fmt::Display for Quiz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn piece(letter: char) -> Option<Piece> {
    Piece::from_char(letter.to_ascii_uppercase())
}

fn split(text: &str) -> Option<(char, &str)> {
    let first = text.chars().next()?;
    Some((first, &text[first.len_utf8()..]))
}
