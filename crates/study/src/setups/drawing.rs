//! One drawing of a set-up, ready to be compared with boards.

use minolab_rules::{Board, Piece};

use super::{
    WIDTH,
    field::{Cells, Field},
    table::WrittenShape,
};

/// A drawing, or its mirror image.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    pub(super) shape: &'static WrittenShape,
    pub(super) is_mirrored: bool,
    width: i8,
    height: usize,
    /// What each cell must be, from the lower left.
    signs: Vec<(i8, i8, Sign)>,
    /// Rows that the T fills, with the columns it takes.
    full: Vec<(i8, u16)>,
    t: Cells,
    u: Cells,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Filled,
    Empty,
    /// Empty, and so is its column above.
    Open,
    By(Piece),
}

/// Where a drawing may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// On the floor, with nothing above it.
    Floor,
    /// At the left wall; a mirrored one at the right wall.
    Wall,
    Anywhere,
}

impl Drawing {
    /// The drawings of some shapes, each followed by its mirror image if that counts and differs.
    pub(super) fn all(shapes: &'static [WrittenShape], mirrored: bool) -> Vec<Drawing> {
        let mut all = Vec::new();
        for shape in shapes {
            let rows: Vec<String> = shape.rows.split_whitespace().map(String::from).collect();
            let mirror: Vec<String> = rows.iter().map(|row| mirror(row)).collect();
            let differs = mirror != rows;
            all.push(Drawing::new(shape, false, &rows));
            if mirrored && differs {
                all.push(Drawing::new(shape, true, &mirror));
            }
        }
        all
    }

    fn new(shape: &'static WrittenShape, is_mirrored: bool, rows: &[String]) -> Drawing {
        let width = rows.first().map_or(0, |row| row.chars().count()) as i8;
        let (mut signs, mut t, mut u) = (Vec::new(), Cells::new(), Cells::new());
        for (y, row) in rows.iter().rev().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let (x, y) = (x as i8, y as i8);
                let sign = match letter {
                    '?' => continue,
                    '#' => Sign::Filled,
                    '^' => Sign::Open,
                    't' => {
                        t.push((x, y));
                        Sign::Empty
                    }
                    'u' => {
                        u.push((x, y));
                        Sign::Empty
                    }
                    letter => Piece::from_char(letter).map_or(Sign::Empty, Sign::By),
                };
                signs.push((x, y, sign));
            }
        }
        t.sort_unstable();
        u.sort_unstable();
        let mut full: Vec<(i8, u16)> = Vec::new();
        for &(x, y) in &t {
            match full.iter_mut().find(|row| row.0 == y) {
                Some(row) => row.1 |= 1 << x,
                None => full.push((y, 1 << x)),
            }
        }
        Drawing { shape, is_mirrored, width, height: rows.len(), signs, full, t, u }
    }

    /// Where it matches, as columns and rows of its lower left corner.
    pub(super) fn places(&self, field: &Field, place: Place) -> Vec<(i8, i8)> {
        let top = field.board.top();
        let (left, right) = match place {
            Place::Floor => (0, 0),
            Place::Wall if self.is_mirrored => (WIDTH as i8 - self.width, WIDTH as i8 - self.width),
            Place::Wall => (0, 0),
            Place::Anywhere => (1 - self.width, WIDTH as i8 - 1),
        };
        let highest = match place {
            Place::Floor if top > self.height => return Vec::new(),
            Place::Floor => 0,
            Place::Wall | Place::Anywhere => top as i8,
        };
        let places = (left..=right).flat_map(|x| (0..=highest).map(move |y| (x, y)));
        places.filter(|&(x, y)| self.matches(field, x, y)).collect()
    }

    /// Its filled cells from the floor up, with the piece where that is drawn; `None` if it is not as
    /// wide as the board, or shows where a T is to go.
    pub(super) fn blueprint(&self) -> Option<Vec<(i8, i8, Option<Piece>)>> {
        if self.width as usize != WIDTH || !self.t.is_empty() || !self.u.is_empty() {
            return None;
        }
        let filled = self.signs.iter().filter_map(|&(x, y, sign)| match sign {
            Sign::Filled => Some((x, y, None)),
            Sign::By(piece) => Some((x, y, Some(piece))),
            Sign::Empty | Sign::Open => None,
        });
        Some(filled.collect())
    }

    /// A board with nothing but this drawing, the rows of its T full, and where that T goes.
    #[cfg(test)]
    pub(super) fn filled(&self, at_wall: bool) -> (Board, Option<Cells>) {
        let left = match at_wall || self.width > 5 {
            true if self.is_mirrored => WIDTH as i8 - self.width,
            true => 0,
            false => 3,
        };
        let mut board = Board::empty(WIDTH);
        for &(y, columns) in &self.full {
            board.set_row(y as usize, ALL & !(columns << left));
        }
        for &(x, y, sign) in &self.signs {
            let is_filled = matches!(sign, Sign::Filled | Sign::By(_));
            board.set((left + x) as usize, y as usize, is_filled);
        }
        (board, (!self.t.is_empty()).then(|| self.slot((left, 0))))
    }

    fn matches(&self, field: &Field, left: i8, bottom: i8) -> bool {
        // Hardly any row is full but for a T, so these are asked first.
        let is_full = |&(y, columns): &(i8, u16)| {
            let taken = if left < 0 { columns >> -left } else { columns << left };
            row(field.board, bottom + y) == (ALL & !taken)
        };
        self.full.iter().all(is_full)
            && self.signs.iter().all(|&(x, y, sign)| fits(field, left + x, bottom + y, sign))
    }

    /// The cells of its T with the drawing at this place.
    pub(super) fn slot(&self, place: (i8, i8)) -> Cells {
        moved(&self.t, place)
    }

    /// The cells of its second T.
    pub(super) fn second(&self, place: (i8, i8)) -> Cells {
        moved(&self.u, place)
    }
}

/// Every column.
const ALL: u16 = (1 << WIDTH) - 1;

fn row(board: &Board, y: i8) -> u16 {
    if (y as usize) < board.top() { board.row(y as usize) } else { 0 }
}

fn fits(field: &Field, x: i8, y: i8, sign: Sign) -> bool {
    if !(0..WIDTH as i8).contains(&x) {
        return sign == Sign::Filled;
    }
    let is_filled = row(field.board, y) >> x & 1 == 1;
    match sign {
        Sign::Filled => is_filled,
        Sign::Empty => !is_filled,
        Sign::Open => field.heights[x as usize] <= y as usize,
        Sign::By(piece) => field.owners.get(x as usize, y as usize) == Some(piece),
    }
}

fn moved(cells: &Cells, (x, y): (i8, i8)) -> Cells {
    cells.iter().map(|&(column, row)| (column + x, row + y)).collect()
}

/// A row seen in a mirror: L and J are each other's image, and so are S and Z.
fn mirror(row: &str) -> String {
    let turned = row.chars().rev().map(|letter| match letter {
        'L' => 'J',
        'J' => 'L',
        'S' => 'Z',
        'Z' => 'S',
        letter => letter,
    });
    turned.collect()
}
