//! The T-slots that the capstone's blitz program knows.
//!
//! Each kind is a picture over a few columns, tried from left to right. Its rows are relative to
//! the height of one column, and the heights of the columns beside it keep the entrance open.

use minolab_rules::{Board, Falling, Piece, Rotation, shape};

use crate::Heights;

/// A kind of slot that opens to the left; its mirror image opens to the right.
struct Kind {
    /// How many columns' heights are checked.
    columns: i8,
    /// The column whose height the rows are relative to.
    hangs_on: i8,
    /// The column whose height keeps the entrance open, and how much higher it may be.
    open: (i8, i32),
    /// Whether the T rotates about the two cells beyond, which must be both filled or both empty.
    turns: bool,
    /// Rows above that height where the first row of the picture is.
    above: i8,
    /// The picture, top row first: `#` filled, `.` empty, a space for either.
    rows: &'static [&'static str],
    /// The T's centre, from that height.
    centre: (i8, i8),
    facing: Rotation,
}

/// Under a roof on the far side, with the near side open: a T facing down.
const SKY: Kind = Kind {
    columns: 3,
    hangs_on: 0,
    open: (1, -1),
    turns: false,
    above: 1,
    rows: &["  #", "  .", "  #"],
    centre: (1, 0),
    facing: Rotation::South,
};

/// A shaft under a roof that a T rotates into by the last kick.
const TWIST: Kind = Kind {
    columns: 3,
    hangs_on: 1,
    open: (0, 0),
    turns: true,
    above: 1,
    rows: &["  #", "  .", "  .", " ..", "  ."],
    centre: (2, -2),
    facing: Rotation::West,
};

/// Two columns under a roof, the far one a row deeper.
const FIN: Kind = Kind {
    columns: 4,
    hangs_on: 1,
    open: (0, 1),
    turns: false,
    above: 2,
    rows: &["  ## ", "  .. ", "  ..#", "  .. ", "  #.#"],
    centre: (3, -1),
    facing: Rotation::West,
};

/// The slot that the program takes first.
pub fn first(board: &Board) -> Option<Falling> {
    let heights = Heights::new(board);
    let find = |kind: &Kind, side: Side| kind.find(board, heights.as_slice(), side);
    find(&SKY, Side::Left)
        .or_else(|| find(&SKY, Side::Right))
        .or_else(|| {
            let twist = find(&TWIST, Side::Left).or_else(|| find(&TWIST, Side::Right))?;
            cave(board, twist).or_else(|| is_spin_place(board, twist).then_some(twist))
        })
        .or_else(|| find(&FIN, Side::Left))
        .or_else(|| find(&FIN, Side::Right))
}

/// Puts the T there and returns how many lines it clears.
pub fn fill(board: &mut Board, slot: Falling) -> u32 {
    board.place(shape::shape(slot.piece, slot.rotation), slot.x, slot.y)
}

/// Which way a kind opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Kind {
    fn find(&self, board: &Board, heights: &[u8], side: Side) -> Option<Falling> {
        let columns = 0..=heights.len() as i8 - self.columns;
        columns.into_iter().find_map(|left| self.at(board, heights, side, left))
    }

    /// The T if the kind stands with its leftmost column here.
    fn at(&self, board: &Board, heights: &[u8], side: Side, left: i8) -> Option<Falling> {
        let column = |dx: i8| match side {
            Side::Left => left + dx,
            Side::Right => left + self.columns - 1 - dx,
        };
        let height = |dx: i8| heights[column(dx) as usize] as i32;
        let hang = height(self.hangs_on);
        let (open, more) = self.open;
        if height(open) > hang + more {
            return None;
        }
        let hang = hang as i8;
        if self.turns
            && is_filled(board, column(-1), hang) != is_filled(board, column(-1), hang + 1)
        {
            return None;
        }
        let fits = self.rows.iter().zip(0..).all(|(row, below)| {
            row.bytes().zip(0..).all(|(cell, dx)| {
                cell == b' '
                    || is_filled(board, column(dx), hang + self.above - below) == (cell == b'#')
            })
        });
        let (dx, dy) = self.centre;
        let rotation = match (side, self.facing) {
            (Side::Right, Rotation::West) => Rotation::East,
            (_, facing) => facing,
        };
        fits.then(|| Falling { piece: Piece::T, rotation, x: column(dx), y: hang + dy })
    }
}

/// A slot below a twist where the T ends up facing down, if there is one.
fn cave(board: &Board, twist: Falling) -> Option<Falling> {
    let Falling { x, y, rotation, .. } = twist.dropped(board);
    // As seen from a T that faces east.
    let side = if rotation == Rotation::East { 1 } else { -1 };
    let filled = |dx: i8, dy: i8| is_filled(board, x + side * dx, y + dy);
    let all = |cells: &[(i8, i8)]| cells.iter().all(|&(dx, dy)| filled(dx, dy));
    let none = |cells: &[(i8, i8)]| cells.iter().all(|&(dx, dy)| !filled(dx, dy));
    let (x, y) = if none(&[(-1, 0)]) && all(&[(-1, -1), (1, -1), (-1, 1)]) {
        (x, y)
    } else if none(&[(1, -1), (2, -1), (1, -2)]) && all(&[(-1, 0), (2, 0), (0, -2), (2, -2)]) {
        (x + side, y - 1)
    } else {
        return None;
    };
    Some(Falling { piece: Piece::T, rotation: Rotation::South, x, y })
}

/// Whether a T rests there with three of its corners filled.
fn is_spin_place(board: &Board, t: Falling) -> bool {
    let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    let filled = corners.into_iter().filter(|&(dx, dy)| is_filled(board, t.x + dx, t.y + dy));
    filled.count() >= 3 && t.rests(board)
}

/// Walls and floor count as filled, cells above the board do not.
fn is_filled(board: &Board, x: i8, y: i8) -> bool {
    (y as usize) < board.top() && board.is_filled(x, y) || y < 0 || !is_column(board, x)
}

fn is_column(board: &Board, x: i8) -> bool {
    (0..board.width() as i8).contains(&x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(picture: &str) -> Option<(Rotation, i8, i8)> {
        let board: Board = picture.parse().unwrap();
        first(&board).map(|slot| {
            assert!(slot.fits(&board), "{board}");
            (slot.rotation, slot.x, slot.y)
        })
    }

    /// The board as seen in a mirror.
    fn mirrored(picture: &str) -> String {
        let rows = picture.split_whitespace();
        rows.map(|row| row.chars().rev().collect::<String>()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn sky_slots() {
        let slot = "
            XX........
            X...XXXXXX
            XX.XXXXXXX
        ";
        assert_eq!(found(slot), Some((Rotation::South, 2, 1)));
        assert_eq!(found(&mirrored(slot)), Some((Rotation::South, 7, 1)));
        let without_roof = "
            X...XXXXXX
            XX.XXXXXXX
        ";
        assert_eq!(found(without_roof), None);
    }

    #[test]
    fn a_twist_needs_ground() {
        let triple = "
            XX........
            X.........
            X.XXXXXXXX
            X..XXXXXXX
            X.XXXXXXXX
        ";
        assert_eq!(found(triple), Some((Rotation::East, 1, 1)));
        assert_eq!(found(&mirrored(triple)), Some((Rotation::West, 8, 1)));
        let mut board: Board = triple.parse().unwrap();
        assert_eq!(first(&board).map(|slot| fill(&mut board, slot)), Some(3));
        let without_ground = "
            XX........
            X.........
            X.XXXXXXXX
            X..XXXXXXX
            X..XXXXXXX
            X.XXXXXXXX
        ";
        assert_eq!(found(without_ground), None);
        // One of the two cells beyond the way in is filled.
        let blocked = "
            XX..X.....
            X.........
            X.XX......
            X..XXXXXXX
            X.XXXXXXXX
        ";
        assert_eq!(found(blocked), None);
    }

    #[test]
    fn a_cave_below_a_twist() {
        let cave = "
            .XX.......
            .X........
            .X.XXXXXXX
            XX..XXXXXX
            X...XXXXXX
            XX.XXXXXXX
        ";
        assert_eq!(found(cave), Some((Rotation::South, 2, 1)));
        assert_eq!(found(&mirrored(cave)), Some((Rotation::South, 7, 1)));
        let beside = "
            XX........
            X.........
            X.XXXXXXXX
            X..XXXXXXX
            X.X.XXXXXX
        ";
        assert_eq!(found(beside), Some((Rotation::East, 1, 1)));
    }

    #[test]
    fn fins() {
        let fin = "
            XXX.......
            X.........
            X.........
            X..XXXXXXX
            X.XXXXXXXX
        ";
        assert_eq!(found(fin), Some((Rotation::East, 1, 1)));
        assert_eq!(found(&mirrored(fin)), Some((Rotation::West, 8, 1)));
        assert_eq!(found(&fin.replacen("X..XXXXXXX", "X.XXXXXXXX", 1)), None);
    }
}
