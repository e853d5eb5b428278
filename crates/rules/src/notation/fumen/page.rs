//! One page of a fumen.

use super::{Field, Quiz};
use crate::{Falling, Queue, Setup};

/// A field, the piece that is put down on it and a comment; what happens then leads to the next
/// page's field, unless somebody drew on that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FumenPage {
    /// The field before the piece is put down.
    pub field: Field,
    /// The piece, about its SRS centre.
    pub piece: Option<Falling>,
    /// What is written under it. `#Q=` begins a quiz, whose pieces follow from page to page.
    pub comment: String,
    /// Whether the piece stays and full rows clear. Without it the field does not change.
    pub lock: bool,
    /// Whether the row of garbage is then pushed in.
    pub rise: bool,
    /// Whether the field is then mirrored.
    pub mirror: bool,
    /// Whether pieces have their guideline colours; editors look at the first page's.
    pub colorize: bool,
}

impl FumenPage {
    /// A page without piece and comment. As the first of a fumen it should be colourised.
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

    /// The field that comes of it.
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
    /// the piece alone. Where the piece lies says nothing, and of a long quiz as many pieces are
    /// taken as a queue has room for.
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
