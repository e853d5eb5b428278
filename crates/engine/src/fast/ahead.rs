//! Lookahead inside the kernel.

use minolab_rules::{Board, Piece, PieceSet, Placement};

#[cfg(target_arch = "x86_64")]
use super::wide;
use super::{
    BOTH, Kernel, NINE, STRONG, Which, all_places,
    change::{NOWHERE, Place, Places},
    ground::Ground,
    lanes::Lanes,
    orientations::ORIENTATIONS,
    pair, placement,
    request::Ahead,
    scale::{Frame, Scale},
};

/// More places than any piece has.
const MOST: usize = 48;

/// The search tree under one board.
struct Tree<'a> {
    scale: &'a Scale,
    frame: Frame,
    ahead: Ahead<'a>,
    /// The value of topping out, as a whole number.
    lost: f64,
    nodes: u64,
    /// A buffer of the kernel where only the best score counts.
    places: [Places; 4],
    /// Whether a board overflowed the lanes.
    is_cramped: bool,
}

impl Kernel {
    /// Leaves the best placements of a piece, with the value that the plain search finds; returns
    /// how many were scored. `None` where the plain search must be used.
    ///
    /// `false` with the count if values are only approximate, and several are too close to the best
    /// to tell apart.
    pub fn look(
        &self,
        ahead: Ahead,
        board: &Board,
        piece: Piece,
        values: &mut Vec<(Placement, f64)>,
    ) -> Option<(u64, bool)> {
        let lanes = self.lanes(ahead.rules, board, ahead.level)?;
        // Rounded scores could select other placements to expand.
        if self.scale.tolerance > 0 && !ahead.width.is_empty() {
            return None;
        }
        let (scale, frame) = (&self.scale, Frame::of(ahead.rules));
        let lost = ahead.lost * scale.factor;
        let mut tree = Tree {
            scale,
            frame,
            ahead,
            lost,
            nodes: 0,
            places: [Places::NONE; 4],
            is_cramped: false,
        };
        tree.look(lanes, board, piece, values);
        if tree.is_cramped
            && let Some(wider) = lanes.wider()
        {
            tree.look(wider, board, piece, values);
        }
        if tree.is_cramped {
            // The results so far do not help the plain search.
            values.clear();
            return None;
        }
        let best = values.iter().fold(f64::NEG_INFINITY, |best, &(_, value)| best.max(value));
        let slack = tree.slack();
        let near = values.iter().filter(|&&(_, value)| value >= best - slack).count();
        let is_sure = scale.tolerance == 0 || near == 1;
        let least = if is_sure { best } else { best - slack };
        values.retain(|&(_, value)| value >= least);
        for (_, value) in values.iter_mut() {
            *value /= scale.factor;
        }
        (!values.is_empty()).then_some((tree.nodes, is_sure))
    }
}

impl Tree<'_> {
    /// Computes the values of the placements of a piece.
    fn look(
        &mut self,
        lanes: Which,
        board: &Board,
        piece: Piece,
        values: &mut Vec<(Placement, f64)>,
    ) {
        values.clear();
        self.is_cramped = false;
        let (scale, frame) = (self.scale, self.frame);
        with_lanes!(lanes, L => match scale.set {
            NINE => self.root(&L::ground_of::<NINE>(scale, frame, board), piece, values),
            STRONG => self.root(&L::ground_of::<STRONG>(scale, frame, board), piece, values),
            _ => self.root(&L::ground_of::<BOTH>(scale, frame, board), piece, values),
        });
    }

    fn root<L: Lanes, const SET: u8>(
        &mut self,
        ground: &Ground<L, SET>,
        piece: Piece,
        values: &mut Vec<(Placement, f64)>,
    ) {
        self.is_cramped |= !ground.fits();
        let mut chosen = Chosen::new();
        self.list(ground, piece, 0, &mut chosen);
        // A good one first, so that most others need not be expanded.
        chosen.lift_best();
        let slack = self.slack();
        let mut best = f64::NEG_INFINITY;
        for &place in chosen.iter() {
            let below = L::after(self.scale, self.frame, ground, place);
            let floor = best - slack - below.action as f64;
            let value = self.board(&below, 1, self.ahead.level - 1, self.ahead.bag, floor);
            best = best.max(below.action as f64 + value);
            let o = &ORIENTATIONS[place.piece][place.facing];
            let placement = placement(piece, o, place.lane, place.row);
            values.push((placement, below.action as f64 + value));
        }
    }

    /// The placements of a piece to expand.
    fn list<L: Lanes, const SET: u8>(
        &mut self,
        ground: &Ground<L, SET>,
        piece: Piece,
        ply: usize,
        chosen: &mut Chosen,
    ) {
        all_places(self.scale, self.frame, ground, piece, &mut self.places);
        self.nodes += super::COUNTS[piece.index()];
        chosen.fill(piece, &self.places, self.ahead.width.get(ply).map(|&width| width as usize));
    }

    /// How far below the best score a placement may be and still be the best.
    fn slack(&self) -> f64 {
        2.0 * self.scale.tolerance as f64
    }

    /// The value of a board with this many pieces to come; any number below `floor` if it is below
    /// it.
    fn board<L: Lanes, const SET: u8>(
        &mut self,
        ground: &Ground<L, SET>,
        ply: usize,
        level: u32,
        bag: PieceSet,
        floor: f64,
    ) -> f64 {
        self.is_cramped |= !ground.fits();
        if let Some(&piece) = self.ahead.known.get(ply - 1) {
            return self.piece(ground, piece, ply, level, bag, floor);
        }
        let mut sum = 0.0;
        for piece in bag.iter() {
            let bag = self.ahead.rules.randomizer.bag_after(bag, piece);
            sum += self.piece(ground, piece, ply, level, bag, f64::NEG_INFINITY);
        }
        sum / bag.len() as f64
    }

    fn piece<L: Lanes, const SET: u8>(
        &mut self,
        ground: &Ground<L, SET>,
        piece: Piece,
        ply: usize,
        level: u32,
        bag: PieceSet,
        floor: f64,
    ) -> f64 {
        if level == 1 {
            self.nodes += super::COUNTS[piece.index()];
            let (scale, frame, index) = (self.scale, self.frame, piece.index());
            // The conversion saturates.
            let best = match SET == NINE && floor > self.lost {
                true => L::clears(scale, frame, ground, index, floor as i32),
                false => None,
            };
            let best =
                best.unwrap_or_else(|| all_places(scale, frame, ground, piece, &mut self.places));
            return if best == NOWHERE { self.lost } else { best as f64 };
        }
        let mut chosen = Chosen::new();
        self.list(ground, piece, ply, &mut chosen);
        let mut best = self.lost;
        for &place in chosen.iter() {
            let below = L::after(self.scale, self.frame, ground, place);
            let floor = best - below.action as f64;
            let value = self.board(&below, ply + 1, level - 1, bag, floor);
            best = best.max(below.action as f64 + value);
        }
        best
    }
}

/// A few placements, best first by static score unless it has all of them.
struct Chosen {
    len: usize,
    list: [(i32, Place); MOST],
}

impl Chosen {
    fn new() -> Chosen {
        let none = Place { piece: 0, facing: 0, lane: 0, row: 0 };
        Chosen { len: 0, list: [(NOWHERE, none); MOST] }
    }

    fn iter(&self) -> impl Iterator<Item = &Place> {
        self.list[..self.len].iter().map(|(_, place)| place)
    }

    /// Moves the one with the best static score to the front.
    fn lift_best(&mut self) {
        let mut best = 0;
        for i in 1..self.len {
            if self.list[i].0 > self.list[best].0 {
                best = i;
            }
        }
        self.list.swap(0, best);
    }

    /// Takes the placements of a piece, or the best of them; of equals the first.
    fn fill(&mut self, piece: Piece, all: &[Places; 4], width: Option<usize>) {
        let facing = minolab_rules::shape::distinct(piece).len();
        for (facing, places) in all[..facing].iter().enumerate() {
            for lane in 0..16 {
                let score = places.scores[lane];
                if score != NOWHERE {
                    let row = places.rows[lane];
                    self.list[self.len] =
                        (score, Place { piece: piece.index(), facing, lane, row });
                    self.len += 1;
                }
            }
        }
        let Some(width) = width.filter(|&width| width < self.len) else { return };
        for kept in 0..width {
            let mut best = kept;
            for i in kept + 1..self.len {
                if self.list[i].0 > self.list[best].0 {
                    best = i;
                }
            }
            self.list[kept..=best].rotate_right(1);
        }
        self.len = width;
    }
}
