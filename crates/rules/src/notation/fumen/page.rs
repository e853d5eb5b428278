//! One page of a fumen.

use super::{Field, Quiz};
use crate::{Falling, Queue, Setup};

/// A field, the piece placed on it and a comment. Placing the piece gives the next page's field,
/// unless that was edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FumenPage {
    /// The field before the piece is placed.
    pub field: Field,
    /// The piece, about its SRS centre.
    pub piece: Option<Falling>,
    /// The comment. `#Q=` begins a quiz, whose pieces are used up from page to page.
    pub comment: String,
    /// Whether the piece locks and full rows clear. Without it the field does not change.
    pub lock: bool,
    /// Whether the row of garbage is then pushed in.
    pub rise: bool,
    /// Whether the field is then mirrored.
    pub mirror: bool,
    /// Whether pieces have their guideline colours; editors read it from the first page.
    pub colorize: bool,
}

impl FumenPage {
    /// A page without a piece or comment. The first page of a fumen should be colourised.
    pub fn new(field: Field) -> FumenPage {
        FumenPage {
            field,
            piece: None,
            comment: String::new(),
            lock: true,
            rise: false,
            mirror: false,
            colorize: false,
        }
    }

    /// The field that results.
    pub fn next_field(&self) -> Field {
        let mut field = self.field;
        if self.lock {
            self.piece.into_iter().for_each(|piece| field.put(piece));
            field.clear_lines();
            if self.rise {
                field.rise();
            }
            if self.mirror {
                field.mirror();
            }
        }
        field
    }

    /// The position it shows: the board, and the pieces of the quiz if the comment is one, else
    /// just the piece. Where the piece is drawn does not matter, and a long quiz is cut to the
    /// capacity of a queue.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::new(self.field.board());
        match Quiz::new(&self.comment).ok().filter(Quiz::is_running).and_then(|q| q.settled().ok())
        {
            Some(quiz) if quiz.is_running() => {
                (setup.current, setup.hold) = (quiz.current(), quiz.hold());
                setup.queue = quiz.queue();
                setup.queue.truncate(Queue::CAPACITY);
            }
            _ => setup.current = self.piece.map(|piece| piece.piece),
        }
        setup
    }
}
