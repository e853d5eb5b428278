//! A position on the board, drawn by hand.

use minolab_rules::{
    Board, Cell, Falling, NotationError, Painted, Piece, Placement, ROWS, Ruleset, Setup,
    SetupError, Spin, State,
    notation::{self, ParseSetupError},
};

/// A [`Setup`] with the colours of its cells and a comment.
///
/// It may hold nonsense; only [`Sheet::state`] checks it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    setup: Setup,
    painted: Painted,
    /// The comment on it.
    pub comment: String,
    /// A piece that lies on it, as on a page of a fumen.
    pub piece: Option<Falling>,
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

impl Sheet {
    /// This position, all of its cells grey.
    pub fn new(setup: Setup) -> Sheet {
        let painted = grey(&setup.board);
        Sheet { setup, painted, comment: String::new(), piece: None }
    }

    /// This position in these colours, where they fit.
    pub fn coloured(setup: Setup, painted: Painted) -> Sheet {
        let mut sheet = Sheet::new(setup);
        sheet.painted = sheet.coloured_by(|x, y| painted.get(x, y));
        sheet
    }

    /// An empty board of this width.
    pub fn empty(width: usize) -> Sheet {
        let board = Board::empty(width.clamp(Board::MIN_WIDTH, Board::MAX_WIDTH));
        Sheet::new(Setup::new(board))
    }

    /// The position.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The colours of its cells.
    pub fn painted(&self) -> &Painted {
        &self.painted
    }

    /// What a cell is painted with.
    pub fn cell(&self, x: usize, y: usize) -> Cell {
        self.painted.cell(x, y)
    }

    /// The position by these rules.
    pub fn state(&self, rules: &Ruleset) -> Result<State, SetupError> {
        State::from_setup(rules, self.setup.clone())
    }

    /// Reads a position in one line, or a board as a picture, which leaves the pieces as they are.
    pub fn paste(&mut self, text: &str) -> Result<(), ParseSetupError> {
        self.setup = self.setup.clone().redrawn(text)?;
        self.painted = self.recoloured();
        Ok(())
    }

    /// Another position, whose cells keep the colours that these have.
    pub fn set_state(&mut self, state: &State, painted: Painted) {
        self.setup = state.into();
        self.painted = painted;
    }

    /// Paints a cell.
    pub fn paint(&mut self, x: usize, y: usize, paint: Cell) {
        if y >= ROWS || x >= self.setup.board.width() || self.cell(x, y) == paint {
            return;
        }
        self.setup.board.set(x, y, paint != Cell::Empty);
        self.painted = match paint {
            Cell::Of(piece) => {
                let mut painted = self.painted.clone();
                painted.fill(x, y, Some(piece));
                painted
            }
            Cell::Garbage => {
                let mut painted = self.painted.clone();
                painted.fill(x, y, None);
                painted
            }
            Cell::Empty => self.coloured_by(|x, y| self.painted.get(x, y)),
        };
    }

    /// Paints a row but for a hole.
    pub fn paint_row(&mut self, hole: usize, y: usize, paint: Cell) {
        for x in 0..self.setup.board.width() {
            self.paint(x, y, if x == hole { Cell::Empty } else { paint });
        }
    }

    /// Paints the empty cells around this one, but none above it.
    pub fn fill(&mut self, x: usize, y: usize, paint: Cell) {
        let mut waiting = vec![(x, y)];
        while let Some((x, below)) = waiting.pop() {
            let is_inside = x < self.setup.board.width() && below <= y;
            if !is_inside || self.cell(x, below) != Cell::Empty || paint == Cell::Empty {
                continue;
            }
            self.paint(x, below, paint);
            waiting.extend([(x + 1, below), (x, below + 1)]);
            waiting.extend(x.checked_sub(1).map(|x| (x, below)));
            waiting.extend(below.checked_sub(1).map(|below| (x, below)));
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
        let width = self.setup.board.width();
        self.move_cells(|x, y| Some((width - 1 - x, y)), mirrored);
        let setup = &mut self.setup;
        setup.current = setup.current.map(mirrored);
        setup.hold = setup.hold.map(mirrored);
        setup.queue.iter_mut().for_each(|piece| *piece = mirrored(*piece));
        setup.bag = None;
    }

    /// Pushes the stack.
    pub fn push(&mut self, push: Push) {
        self.move_cells(
            |x, y| match push {
                Push::Left => Some((x.checked_sub(1)?, y)),
                Push::Right => Some((x + 1, y)),
                Push::Up => Some((x, y + 1)),
                Push::Down => Some((x, y.checked_sub(1)?)),
            },
            |piece| piece,
        );
    }

    /// Empties the board.
    pub fn clear(&mut self) {
        self.setup.board = Board::empty(self.setup.board.width());
        self.painted = grey(&self.setup.board);
    }

    /// Another board, the lowest row first; the pieces to come stay as they are.
    pub fn set_cells(&mut self, rows: &[Vec<Cell>]) {
        self.clear();
        for (y, row) in rows.iter().enumerate() {
            for (x, &cell) in row.iter().enumerate() {
                self.paint(x, y, cell);
            }
        }
    }

    /// A row from below, with a hole in this column.
    pub fn garbage(&mut self, hole: usize) {
        self.push(Push::Up);
        let hole = hole.min(self.setup.board.width() - 1);
        self.paint_row(hole, 0, Cell::Garbage);
    }

    /// Sets the pieces to come, the first of them in hand.
    pub fn set_queue(&mut self, text: &str) -> Result<(), NotationError> {
        let queue = notation::parse_pieces(&text.trim().to_uppercase())?;
        self.set_pieces(queue);
        Ok(())
    }

    fn set_pieces(&mut self, queue: Vec<Piece>) {
        (self.setup.current, self.setup.queue, self.setup.bag) = (None, queue, None);
    }

    /// The pieces to come, the one in hand first.
    pub fn pieces(&self) -> Vec<Piece> {
        self.setup.current.iter().chain(&self.setup.queue).copied().collect()
    }

    /// One more piece at the end of the queue.
    pub fn append(&mut self, piece: Piece) {
        let mut pieces = self.pieces();
        pieces.push(piece);
        self.set_pieces(pieces);
    }

    /// Takes a piece out of the queue.
    pub fn take(&mut self, index: usize) {
        let mut pieces = self.pieces();
        if index < pieces.len() {
            pieces.remove(index);
            self.set_pieces(pieces);
        }
    }

    /// Sets the piece on hold.
    pub fn set_hold(&mut self, hold: Option<Piece>) {
        (self.setup.hold, self.setup.hold_used, self.setup.bag) = (hold, false, None);
    }

    /// The pieces to come as text, the one in hand first.
    pub fn queue(&self) -> String {
        self.pieces().iter().map(|piece| piece.letter()).collect()
    }

    /// Another width; cells outside it are gone.
    pub fn resize(&mut self, width: usize) {
        if width != self.setup.board.width() {
            let mut board = Board::empty(width);
            for y in 0..self.setup.board.top() {
                board.set_row(y, self.setup.board.row(y));
            }
            self.setup.board = board;
            self.painted = self.recoloured();
        }
    }

    /// The colours in one line, row by row from the top, as the board itself is written, and behind
    /// a `;` the piece that lies on it. Empty if all is grey and there is no piece.
    pub fn colours(&self) -> String {
        let piece = self.piece.map(|piece| format!(";{}", Placement::new(piece, Spin::None)));
        self.cells_in_colour() + &piece.unwrap_or_default()
    }

    fn cells_in_colour(&self) -> String {
        let board = &self.setup.board;
        let cells = || (0..board.top()).flat_map(|y| (0..board.width()).map(move |x| (x, y)));
        if cells().all(|(x, y)| self.painted.get(x, y).is_none()) {
            return String::new();
        }
        let row = |y: usize| {
            let mut text = String::new();
            let mut empty = 0;
            let end = |text: &mut String, empty: &mut usize| {
                if *empty > 0 {
                    *text += &empty.to_string();
                    *empty = 0;
                }
            };
            for x in 0..board.width() {
                match self.cell(x, y) {
                    Cell::Empty => empty += 1,
                    Cell::Garbage => {
                        end(&mut text, &mut empty);
                        text.push('x');
                    }
                    Cell::Of(piece) => {
                        end(&mut text, &mut empty);
                        text.push(piece.letter());
                    }
                }
            }
            end(&mut text, &mut empty);
            text
        };
        (0..board.top()).rev().map(row).collect::<Vec<_>>().join("/")
    }

    /// The same position in these colours, written as [`Sheet::colours`] does.
    pub fn with_colours(mut self, text: &str) -> Result<Sheet, String> {
        let (text, piece) = text.split_once(';').unwrap_or((text, ""));
        if !piece.is_empty() {
            let placement: Placement =
                piece.parse().map_err(|error| format!("the piece {piece:?}: {error}"))?;
            self.piece = Some(placement.falling());
        }
        let rows: Vec<&str> = text.split('/').filter(|row| !row.is_empty()).collect();
        for (y, row) in rows.iter().rev().enumerate() {
            let mut x = 0;
            let mut digits = String::new();
            for letter in row.chars().chain(['.']) {
                if letter.is_ascii_digit() {
                    digits.push(letter);
                    continue;
                }
                x += digits.parse::<usize>().unwrap_or(0).min(ROWS);
                digits.clear();
                match (letter, Piece::from_char(letter)) {
                    ('.', _) => break,
                    ('x', _) => {}
                    (_, Some(piece)) if self.setup.board.is_filled(x as i8, y as i8) => {
                        self.painted.fill(x, y, Some(piece));
                    }
                    (_, Some(_)) => {
                        return Err(format!("a colour in row {} on an empty cell", y + 1));
                    }
                    _ => return Err(format!("{letter:?} is no colour, expected a piece or x")),
                }
                x += 1;
            }
        }
        Ok(self)
    }

    /// The cells of the board in these colours.
    fn coloured_by(&self, colour: impl Fn(usize, usize) -> Option<Piece>) -> Painted {
        let board = &self.setup.board;
        let mut painted = Painted::new(board.width());
        for y in 0..board.top() {
            for x in (0..board.width()).filter(|&x| board.is_filled(x as i8, y as i8)) {
                painted.fill(x, y, colour(x, y));
            }
        }
        painted
    }

    fn recoloured(&self) -> Painted {
        self.coloured_by(|x, y| self.painted.get(x, y))
    }

    /// Moves every cell to where this says, if anywhere, in another colour.
    fn move_cells(
        &mut self,
        to: impl Fn(usize, usize) -> Option<(usize, usize)>,
        recolour: impl Fn(Piece) -> Piece,
    ) {
        let before = self.setup.board;
        let mut after = Board::empty(before.width());
        let mut painted = Painted::new(before.width());
        for y in 0..before.top() {
            for x in (0..before.width()).filter(|&x| before.is_filled(x as i8, y as i8)) {
                let Some((to_x, to_y)) = to(x, y) else { continue };
                if to_x < before.width() && to_y < ROWS {
                    after.set(to_x, to_y, true);
                    painted.fill(to_x, to_y, self.painted.get(x, y).map(&recolour));
                }
            }
        }
        (self.setup.board, self.painted) = (after, painted);
    }
}

/// A board, all of its cells grey.
fn grey(board: &Board) -> Painted {
    let mut painted = Painted::new(board.width());
    for y in 0..board.top() {
        for x in (0..board.width()).filter(|&x| board.is_filled(x as i8, y as i8)) {
            painted.fill(x, y, None);
        }
    }
    painted
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;

    use super::*;

    fn sheet(text: &str) -> Sheet {
        Sheet::new(text.parse().unwrap())
    }

    fn line(sheet: &Sheet) -> String {
        sheet.setup().board.to_string().replace('\n', "/")
    }

    #[test]
    fn boards_are_drawn_pushed_and_flipped() {
        let mut sheet = sheet("4/x3/xx1x T S LJ");
        sheet.flip();
        assert_eq!(line(&sheet), "...X/X.XX");
        assert_eq!(sheet.setup().to_string(), "3x/x1xx T Z JL ? 0 -");
        sheet.push(Push::Left);
        assert_eq!(line(&sheet), "..X./.XX.");
        sheet.push(Push::Up);
        sheet.push(Push::Down);
        sheet.push(Push::Down);
        assert_eq!(line(&sheet), "..X.");
        sheet.garbage(1);
        assert_eq!(line(&sheet), "..X./X.XX");
        sheet.paint(0, 2, Cell::Garbage);
        assert_eq!(line(&sheet), "X.../..X./X.XX");
        sheet.clear();
        assert!(sheet.setup().board.is_empty());
    }

    #[test]
    fn cells_have_colours_that_move_with_them() {
        let mut sheet = sheet("4/x3/xx1x T S LJ");
        sheet.paint(1, 0, Cell::Of(Piece::L));
        sheet.paint(2, 0, Cell::Of(Piece::T));
        assert_eq!(sheet.colours(), "x3/xLTx");
        sheet.flip();
        assert_eq!(sheet.colours(), "3x/xTJx");
        sheet.paint(1, 0, Cell::Empty);
        assert_eq!((sheet.colours(), line(&sheet)), ("3x/x1Jx".into(), "...X/X.XX".into()));
        sheet.garbage(3);
        assert_eq!(sheet.colours(), "3x/x1Jx/xxx1");
        let again = Sheet::new(sheet.setup().clone()).with_colours(&sheet.colours());
        assert_eq!(again.as_ref(), Ok(&sheet));
        sheet.piece = "T@1,4N".parse::<Placement>().ok().map(Placement::falling);
        assert_eq!(sheet.colours(), "3x/x1Jx/xxx1;T@1,4N");
        let again = Sheet::new(sheet.setup().clone()).with_colours(&sheet.colours());
        assert_eq!(again.as_ref(), Ok(&sheet));
        let wrong = Sheet::new(sheet.setup().clone()).with_colours("xxxT");
        assert!(wrong.unwrap_err().contains("empty cell"));
    }

    #[test]
    fn rows_and_hollows_are_filled() {
        let mut sheet = sheet("4/x2x/x2x T S LJ");
        sheet.fill(1, 1, Cell::Of(Piece::O));
        assert_eq!(sheet.colours(), "xOOx/xOOx");
        sheet.paint_row(2, 2, Cell::Garbage);
        assert_eq!(line(&sheet), "XX.X/XXXX/XXXX");
    }

    #[test]
    fn pieces_are_typed_and_clicked() {
        let rules = shipped::get("guideline").unwrap();
        let mut sheet = Sheet::empty(10);
        sheet.set_queue("tioj").unwrap();
        sheet.set_hold(Some(Piece::S));
        let state = sheet.state(rules).unwrap();
        assert_eq!((state.current, state.hold), (Some(Piece::T), Some(Piece::S)));
        assert_eq!(sheet.queue(), "TIOJ");
        assert!(sheet.set_queue("TX").is_err());
        assert_eq!(sheet.queue(), "TIOJ");
        sheet.append(Piece::Z);
        sheet.take(1);
        assert_eq!(sheet.queue(), "TOJZ");
    }

    #[test]
    fn lines_and_pictures_are_pasted() {
        let mut sheet = Sheet::empty(10);
        sheet.paste("x9/xx8 T S IO").unwrap();
        assert_eq!(sheet.setup().to_string(), "x9/xx8 T S IO ? 0 -");
        sheet.paste("X.........\nXXX.......").unwrap();
        assert_eq!(sheet.setup().to_string(), "x9/xxx7 T S IO ? 0 -");
        // A picture may have no dot, and say something about itself.
        sheet.paste("; mine\nX--------- XX--------").unwrap();
        assert_eq!(sheet.setup().to_string(), "x9/xx8 T S IO ? 0 -");
        assert!(sheet.paste("not a board").is_err());
        sheet.resize(8);
        assert_eq!(sheet.setup().board.width(), 8);
    }
}
