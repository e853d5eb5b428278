//! The pieces as the contour sees them: their undersides and tops.

use std::sync::LazyLock;

use minolab_rules::{
    Piece, Placement, Rotation, Spin,
    shape::{self, Profile},
};

/// How far below and above the row a piece lands on [`Orientation::steps`] reaches.
const SPAN: usize = 64;

/// One orientation of a piece, with its profiles from the left.
#[derive(Clone, Debug)]
pub struct Orientation {
    pub piece: Piece,
    pub rotation: Rotation,
    /// Columns it spans.
    pub width: usize,
    /// In each column, how far its lowest cell is above its lowest row.
    pub bottoms: [u8; 4],
    /// In each column, one past its highest cell.
    pub tops: [u8; 4],
    /// Its cells in each row, lowest first.
    pub row_cells: [u8; 4],
    /// Four rows of sixteen bits, lowest first.
    pub mask: u64,
    /// By level counted from its lowest row and [`SPAN`]: which of its columns reach that
    /// level, and 32 bits higher which of them reach past it.
    steps: [u64; 2 * SPAN],
    dx: i8,
    dy: i8,
}

impl Orientation {
    fn new(piece: Piece, rotation: Rotation) -> Orientation {
        let shape = shape::shape(piece, rotation);
        let Profile { bottoms, tops, row_cells, .. } = shape.profile();
        let width = shape.width as usize;
        let columns = |reached: &dyn Fn(i32) -> bool| {
            (0..width).filter(|&x| reached(tops[x] as i32)).map(|x| 1u64 << x).sum::<u64>()
        };
        let steps = std::array::from_fn(|index| {
            let level = index as i32 - SPAN as i32;
            columns(&|top| top >= level) | columns(&|top| top > level) << 32
        });
        Orientation {
            piece,
            rotation,
            width,
            bottoms,
            tops,
            row_cells,
            mask: shape.mask,
            steps,
            dx: shape.left,
            dy: shape.bottom,
        }
    }

    /// Which columns reach `level` and past it when the piece rests on row `y`.
    #[inline(always)]
    pub fn steps(&self, level: usize, y: usize) -> u64 {
        self.steps[(level + SPAN - y) % (2 * SPAN)]
    }

    /// The placement with its left column at `x` and its lowest row at `y`.
    #[inline(always)]
    pub fn placement(&self, x: usize, y: usize) -> Placement {
        Placement {
            piece: self.piece,
            rotation: self.rotation,
            x: x as i8 - self.dx,
            y: y as i8 - self.dy,
            spin: Spin::None,
        }
    }
}

/// The distinct orientations of a piece, in Tetris Analyzer's order: as it spawns, flat side up,
/// then rotating counter-clockwise.
pub fn orientations(piece: Piece) -> &'static [Orientation] {
    static ALL: LazyLock<[Vec<Orientation>; 7]> = LazyLock::new(|| {
        Piece::ALL.map(|piece| {
            let distinct = shape::distinct(piece);
            let order = [Rotation::South, Rotation::East, Rotation::North, Rotation::West];
            let flat = [Rotation::North, Rotation::East];
            let order = if distinct.len() == 4 { &order[..] } else { &flat[..distinct.len()] };
            order.iter().map(|&rotation| Orientation::new(piece, rotation)).collect()
        })
    });
    &ALL[piece.index()]
}

/// The rank of a placement in Tetris Analyzer's order: rotation, column, row from the top.
pub fn order(placement: Placement) -> (u8, i8, i8) {
    let turned = match (placement.piece, placement.rotation) {
        (Piece::T | Piece::L | Piece::J, rotation) => [2, 1, 0, 3][rotation.index()],
        (_, rotation) => rotation as u8,
    };
    let shape = shape::shape(placement.piece, placement.rotation);
    (turned, placement.x + shape.left, -(placement.y + shape.bottom + shape.height))
}
