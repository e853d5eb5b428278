//! A position being typed in.

use minolab_rules::{
    Board, NotationError, Piece, ROWS, Ruleset, Setup, SetupError, State,
    notation::{self, ParseSetupError},
};

/// A [`Setup`] with the changes made to it, to take back and make again.
///
/// It may hold nonsense; only [`Editor::state`] checks it.
#[derive(Clone, Debug, PartialEq)]
pub struct Editor {
    setup: Setup,
    past: Vec<Setup>,
    future: Vec<Setup>,
}

/// Where the stack is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Push {
    /// One column left; what leaves the board is gone.
    Left,
    /// One column right.
    Right,
    /// One row up.
    Up,
    /// One row down.
    Down,
}

impl Editor {
    /// Begins with this position.
    pub fn new(setup: Setup) -> Editor {
        Editor { setup, past: Vec::new(), future: Vec::new() }
    }

    /// An empty board of this width.
    pub fn empty(width: usize) -> Editor {
        let board = Board::empty(width.clamp(Board::MIN_WIDTH, Board::MAX_WIDTH));
        Editor::new(Setup::new(board))
    }

    /// The position.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position by these rules.
    pub fn state(&self, rules: &Ruleset) -> Result<State, SetupError> {
        State::from_setup(rules, self.setup.clone())
    }

    /// Reads a position in one line, or a board as a picture, which leaves the pieces as they are.
    pub fn paste(&mut self, text: &str) -> Result<(), ParseSetupError> {
        let setup = self.setup.clone().redrawn(text)?;
        self.change(|now| *now = setup);
        Ok(())
    }

    /// Fills or empties a cell.
    pub fn paint(&mut self, x: usize, y: usize, filled: bool) {
        if y < ROWS && x < self.setup.board.width() {
            self.change(|setup| setup.board.set(x, y, filled));
        }
    }

    /// Swaps left and right, pieces too.
    pub fn flip(&mut self) {
        let mirrored = |piece: Piece| match piece {
            Piece::L => Piece::J,
            Piece::J => Piece::L,
            Piece::S => Piece::Z,
            Piece::Z => Piece::S,
            other => other,
        };
        self.change(|setup| {
            let width = setup.board.width();
            setup.board = moved(&setup.board, |x, y| Some((width - 1 - x, y)));
            setup.current = setup.current.map(mirrored);
            setup.hold = setup.hold.map(mirrored);
            setup.queue.iter_mut().for_each(|piece| *piece = mirrored(*piece));
            setup.bag = None;
        });
    }

    /// Pushes the stack.
    pub fn push(&mut self, push: Push) {
        self.change(|setup| {
            setup.board = moved(&setup.board, |x, y| match push {
                Push::Left => Some((x.checked_sub(1)?, y)),
                Push::Right => Some((x + 1, y)),
                Push::Up => Some((x, y + 1)),
                Push::Down => Some((x, y.checked_sub(1)?)),
            });
        });
    }

    /// Empties the board.
    pub fn clear(&mut self) {
        self.change(|setup| setup.board = Board::empty(setup.board.width()));
    }

    /// A row from below, with a gap in this column.
    pub fn garbage(&mut self, gap: usize) {
        self.change(|setup| {
            let mut board = moved(&setup.board, |x, y| Some((x, y + 1)));
            board.set_row(0, board.field() & !(1 << gap.min(board.width() - 1)));
            setup.board = board;
        });
    }

    /// Sets the pieces to come, the first of them in hand.
    pub fn set_queue(&mut self, text: &str) -> Result<(), NotationError> {
        let queue = notation::parse_pieces(&text.trim().to_uppercase())?;
        self.change(|setup| {
            (setup.current, setup.queue, setup.bag) = (None, queue, None);
        });
        Ok(())
    }

    /// Sets the piece on hold.
    pub fn set_hold(&mut self, hold: Option<Piece>) {
        self.change(|setup| {
            (setup.hold, setup.hold_used, setup.bag) = (hold, false, None);
        });
    }

    /// The pieces to come as text, the one in hand first.
    pub fn queue(&self) -> String {
        self.setup.current.iter().chain(&self.setup.queue).map(|piece| piece.letter()).collect()
    }

    /// Another width; cells outside it are gone.
    pub fn resize(&mut self, width: usize) {
        if width != self.setup.board.width() {
            self.change(|setup| {
                let mut board = Board::empty(width);
                for y in 0..setup.board.top() {
                    board.set_row(y, setup.board.row(y));
                }
                setup.board = board;
            });
        }
    }

    /// Takes the last change back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.past.pop() else { return false };
        self.future.push(std::mem::replace(&mut self.setup, past));
        true
    }

    /// Makes it again; whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(next) = self.future.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.setup, next));
        true
    }

    fn change(&mut self, change: impl FnOnce(&mut Setup)) {
        let before = self.setup.clone();
        change(&mut self.setup);
        if self.setup != before {
            self.past.push(before);
            self.future.clear();
        }
    }
}

/// The board with every cell moved to where this says, if anywhere.
fn moved(board: &Board, to: impl Fn(usize, usize) -> Option<(usize, usize)>) -> Board {
    let mut after = Board::empty(board.width());
    for y in 0..board.top() {
        for x in 0..board.width() {
            if board.is_filled(x as i8, y as i8)
                && let Some((x, y)) = to(x, y).filter(|&(x, y)| x < board.width() && y < ROWS)
            {
                after.set(x, y, true);
            }
        }
    }
    after
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;

    use super::*;

    fn editor(text: &str) -> Editor {
        Editor::new(text.parse().unwrap())
    }

    fn line(editor: &Editor) -> String {
        editor.setup().board.to_string().replace('\n', "/")
    }

    #[test]
    fn boards_are_drawn_pushed_and_flipped() {
        let mut editor = editor("4/x3/xx1x T S LJ");
        editor.flip();
        assert_eq!(line(&editor), "...X/X.XX");
        assert_eq!(editor.setup().to_string(), "3x/x1xx T Z JL ? 0 -");
        editor.push(Push::Left);
        assert_eq!(line(&editor), "..X./.XX.");
        editor.push(Push::Up);
        editor.push(Push::Down);
        editor.push(Push::Down);
        assert_eq!(line(&editor), "..X.");
        editor.garbage(1);
        assert_eq!(line(&editor), "..X./X.XX");
        editor.paint(0, 2, true);
        assert_eq!(line(&editor), "X.../..X./X.XX");
        while editor.undo() {}
        assert_eq!(line(&editor), "X.../XX.X");
        while editor.redo() {}
        assert_eq!(line(&editor), "X.../..X./X.XX");
        editor.clear();
        assert!(editor.setup().board.is_empty());
    }

    #[test]
    fn pieces_are_typed() {
        let rules = shipped::get("guideline").unwrap();
        let mut editor = Editor::empty(10);
        editor.set_queue("tioj").unwrap();
        editor.set_hold(Some(Piece::S));
        let state = editor.state(rules).unwrap();
        assert_eq!((state.current, state.hold), (Some(Piece::T), Some(Piece::S)));
        assert_eq!(editor.queue(), "TIOJ");
        assert!(editor.set_queue("TX").is_err());
        assert_eq!(editor.queue(), "TIOJ");
    }

    #[test]
    fn lines_and_pictures_are_pasted() {
        let mut editor = Editor::empty(10);
        editor.paste("x9/xx8 T S IO").unwrap();
        assert_eq!(editor.setup().to_string(), "x9/xx8 T S IO ? 0 -");
        editor.paste("X.........\nXXX.......").unwrap();
        assert_eq!(editor.setup().to_string(), "x9/xxx7 T S IO ? 0 -");
        // A picture may have no dot, and say something about itself.
        editor.paste("; mine\nX--------- XX--------").unwrap();
        assert_eq!(editor.setup().to_string(), "x9/xx8 T S IO ? 0 -");
        assert!(editor.paste("not a board").is_err());
        editor.resize(8);
        assert_eq!(editor.setup().board.width(), 8);
    }
}
