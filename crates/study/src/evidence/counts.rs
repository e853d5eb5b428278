//! What is counted of one game.

use minolab_rules::{Board, ClearKind, Piece, Spin};

use crate::{Presses, ReplayStep, Well, stack::is_central};

/// Kinds of placements: lines and spin in one index, then what is counted beside them.
pub const KINDS: usize = ClearKind::COUNT;
/// The index of a placement that left the board empty.
pub const ALL_CLEAR: usize = KINDS;
/// The index of one that earned back-to-back; of drop points among points.
pub const BACK_TO_BACK: usize = KINDS + 1;
/// Heights that are told apart.
pub const HEIGHTS: usize = 25;
/// Depths of wells that are told apart.
pub const DEPTHS: usize = 13;
/// Parts of a game.
pub const PARTS: usize = 20;
/// Gaps between spins that are told apart.
pub const GAPS: usize = 21;
/// Lengths of runs of spins in one column that are told apart.
pub const RUNS: usize = 9;
/// Placements within which an empty board belongs to the opening: ten pieces fill four rows.
pub const OPENING: u32 = 11;

/// One game's counts.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    pub(super) placements: u32,
    pub(super) kinds: [u32; 17],
    pub(super) points: [u32; 17],
    pub(super) score: u64,
    pub(super) keys: u32,
    pub(super) wells: [u32; 17],
    pub(super) with_well: u32,
    pub(super) central: u32,
    pub(super) stays: u32,
    pub(super) held: [u32; 7],
    pub(super) in_hand: [u32; 7],
    pub(super) on_hold: [u32; 8],
    pub(super) columns: [[u32; Board::MAX_WIDTH]; 7],
    pub(super) rotations: [[u32; 4]; 7],
    pub(super) placed: [u32; 7],
    pub(super) depths: [u32; DEPTHS],
    pub(super) heights: [u32; HEIGHTS],
    pub(super) height_at: [u32; PARTS],
    pub(super) holes_at: [u32; PARTS],
    pub(super) count_at: [u32; PARTS],
    pub(super) max_height: u32,
    pub(super) max_depth: u32,
    pub(super) spins: Spins,
    pub(super) opening: [u8; 3],
    pub(super) first_empty: Option<u32>,
    length: u32,
    last_well: Option<u8>,
}

/// What is counted of clears by a T-spin.
#[derive(Clone, Debug, Default)]
pub(super) struct Spins {
    pub(super) count: u32,
    /// What Ts are used for: spins with none to three lines, mini spins with a line, lines
    /// without a spin, nothing.
    pub(super) uses: [u32; 7],
    pub(super) columns: [u32; Board::MAX_WIDTH],
    pub(super) facing: [u32; 4],
    /// Pieces placed right before, and before that.
    pub(super) before: [[u32; 7]; 2],
    /// The kind of clear before, by [`KINDS`]; the last stands for none.
    pub(super) after: [u32; 16],
    /// Spins after another spin, and those in its column.
    pub(super) again: [u32; 2],
    pub(super) gaps: [u32; GAPS],
    pub(super) gap_sum: u32,
    /// Spins by the length of the run in one column that they are in.
    pub(super) runs: [u32; RUNS],
    last: Option<(u32, i8)>,
    run: u32,
    last_clear: Option<(usize, bool)>,
    recent: [Option<Piece>; 2],
}

impl Counts {
    /// Nothing yet of a game with so many placements.
    pub(super) fn new(length: usize) -> Counts {
        Counts {
            placements: 0,
            kinds: [0; 17],
            points: [0; 17],
            score: 0,
            keys: 0,
            wells: [0; 17],
            with_well: 0,
            central: 0,
            stays: 0,
            held: [0; 7],
            in_hand: [0; 7],
            on_hold: [0; 8],
            columns: [[0; Board::MAX_WIDTH]; 7],
            rotations: [[0; 4]; 7],
            placed: [0; 7],
            depths: [0; DEPTHS],
            heights: [0; HEIGHTS],
            height_at: [0; PARTS],
            holes_at: [0; PARTS],
            count_at: [0; PARTS],
            max_height: 0,
            max_depth: 0,
            spins: Spins::default(),
            opening: [7; 3],
            first_empty: None,
            length: length as u32,
            last_well: None,
        }
    }

    /// Counts a placement.
    pub(super) fn add(&mut self, step: &ReplayStep, presses: &Presses) {
        let (placement, clear) = (step.choice.placement, step.clear);
        let (piece, board) = (placement.piece.index(), &step.after.board);
        let kind = clear.kind().index();
        self.placements += 1;
        self.kinds[kind] += 1;
        self.kinds[ALL_CLEAR] += clear.all_clear as u32;
        self.kinds[BACK_TO_BACK] += clear.back_to_back as u32;
        let drops = step.points as u32 - clear.points;
        self.points[if clear.all_clear { ALL_CLEAR } else { kind }] += clear.points;
        self.points[BACK_TO_BACK] += drops;
        self.score += step.points;
        self.keys += match step.typed {
            Some(typed) => typed.presses as u32,
            None => presses.count(step.before, step.choice) as u32,
        };

        let width = board.width();
        let well = Well::of(board);
        self.wells[well.map_or(16, |well| well.column as usize)] += 1;
        if let Some(well) = well {
            let is_central = is_central(well.column as usize, width);
            self.with_well += 1;
            self.central += is_central as u32;
            // A position without a well does not end a stay: a piece on top hides it for a while.
            self.stays += (self.last_well != Some(well.column)) as u32;
            self.last_well = Some(well.column);
            self.max_depth = self.max_depth.max(well.depth as u32);
        }
        self.depths[well.map_or(0, |well| (well.depth as usize).min(DEPTHS - 1))] += 1;
        let height = board.top();
        self.heights[height.min(HEIGHTS - 1)] += 1;
        self.max_height = self.max_height.max(height as u32);
        let part = (step.index - 1) as usize * PARTS / self.length.max(1) as usize;
        let part = part.min(PARTS - 1);
        self.height_at[part] += height as u32;
        self.holes_at[part] += holes(board);
        self.count_at[part] += 1;

        if let Some(current) = step.before.current {
            self.in_hand[current.index()] += 1;
            self.held[current.index()] += step.choice.hold as u32;
        }
        self.on_hold[step.after.hold.map_or(7, Piece::index)] += 1;
        let shape = minolab_rules::shape::shape(placement.piece, placement.rotation);
        let left = (placement.x + shape.left).clamp(0, Board::MAX_WIDTH as i8 - 1);
        self.columns[piece][left as usize] += 1;
        self.rotations[piece][placement.rotation.index()] += 1;
        self.placed[piece] += 1;
        if let Some(slot) = self.opening.get_mut(step.index as usize - 1) {
            *slot = piece as u8;
        }
        if clear.all_clear && self.first_empty.is_none() {
            self.first_empty = Some(step.index);
        }
        self.spins.add(step, kind);
    }

    /// The chance that two positions of the game that have a well have different ones: 0 for one
    /// well all game. How often there is a well at all is another question.
    pub(super) fn freestyle(&self) -> Option<f64> {
        let n = self.with_well as f64;
        let same = self.wells[..16].iter().map(|&w| w as f64 * (w as f64 - 1.0)).sum::<f64>();
        (n > 1.0).then(|| 1.0 - same / (n * (n - 1.0)))
    }

    /// The share of positions with the game's most common well.
    pub(super) fn main_well(&self) -> u32 {
        self.wells[..16].iter().copied().max().unwrap_or(0)
    }

    /// Ends what is still going on.
    pub(super) fn finish(&mut self) {
        self.spins.end_run();
    }
}

impl Spins {
    fn add(&mut self, step: &ReplayStep, kind: usize) {
        let (placement, clear) = (step.choice.placement, step.clear);
        if placement.piece == Piece::T {
            let used = match (clear.spin, clear.lines) {
                (Spin::Full, lines) => lines.min(3) as usize,
                (Spin::Mini, 1..) => 4,
                (_, 1..) => 5,
                _ => 6,
            };
            self.uses[used] += 1;
        }
        let is_spin = placement.piece == Piece::T && clear.spin != Spin::None && clear.lines > 0;
        if is_spin {
            self.count += 1;
            self.columns[placement.x.clamp(0, 15) as usize] += 1;
            self.facing[placement.rotation.index()] += 1;
            for (before, piece) in self.before.iter_mut().zip(self.recent) {
                if let Some(piece) = piece {
                    before[piece.index()] += 1;
                }
            }
            self.after[self.last_clear.map_or(15, |(kind, _)| kind)] += 1;
            let mut goes_on = false;
            if let Some((index, column)) = self.last {
                let gap = step.index - index;
                self.gaps[(gap as usize).min(GAPS - 1)] += 1;
                self.gap_sum += gap;
                self.again[0] += 1;
                self.again[1] += (column == placement.x) as u32;
                // Another clear in between ends the run.
                goes_on = column == placement.x && self.last_clear.is_some_and(|(_, spin)| spin);
            }
            if !goes_on {
                self.end_run();
            }
            self.run += 1;
            self.last = Some((step.index, placement.x));
        }
        if clear.lines > 0 {
            self.last_clear = Some((kind, is_spin));
        }
        self.recent = [Some(placement.piece), self.recent[0]];
    }

    fn end_run(&mut self) {
        self.runs[(self.run as usize).min(RUNS - 1)] += self.run;
        self.run = 0;
    }
}

fn holes(board: &Board) -> u32 {
    let mut covered = 0;
    let mut holes = 0;
    for y in (0..board.top()).rev() {
        let row = board.row(y);
        holes += (covered & !row).count_ones();
        covered |= row;
    }
    holes
}
