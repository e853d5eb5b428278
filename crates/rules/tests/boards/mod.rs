//! Random positions for the property tests, each a function of its seed.

#![allow(dead_code, reason = "each test file uses its own part")]

use minolab_rules::{Board, Choice, Game, Piece, ROWS, Ruleset, placements, random::SplitMix64};

/// Numbers for the tests.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        let mut random = SplitMix64(self.0);
        let next = random.next();
        self.0 = random.0;
        next
    }

    pub fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u32 as u64 * bound as u64) >> 32) as usize
    }

    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn piece(&mut self) -> Piece {
        Piece::from_index(self.below(7))
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// An endless walk: a game played at random, restarted when it tops out.
pub struct RandomPlay {
    game: Game,
    careful: bool,
}

impl RandomPlay {
    pub fn new(rules: &Ruleset, random: &mut Random) -> RandomPlay {
        RandomPlay { game: Game::new(rules.clone(), random.next()), careful: random.chance(50) }
    }

    /// The game after one more random choice; half of the games take the lowest of a few
    /// placements, so that they last and clear lines.
    pub fn next(&mut self, random: &mut Random) -> &Game {
        let state = *self.game.state();
        let rules = self.game.rules();
        let hold = random.chance(20) && state.after_hold(rules).is_some();
        let piece = if hold { state.after_hold(rules) } else { state.current };
        let list = piece.map(|piece| placements::all(&state.board, rules, piece));
        let played = match list {
            Some(list) if state.over.is_none() && !list.is_empty() => {
                let tries = if self.careful { 4 } else { 1 };
                let placement = (0..tries).map(|_| random.pick(&list)).min_by_key(|p| p.y);
                let choice = Choice { hold, placement: placement.expect("at least one try") };
                self.game.play(choice).is_ok()
            }
            _ => false,
        };
        if !played {
            *self = RandomPlay::new(&self.game.rules().clone(), random);
        }
        &self.game
    }
}

/// Random cells: full of overhangs and holes, of any density, up to a random row of
/// `height` and sometimes beyond it up to the ceiling.
pub fn noise(width: usize, height: usize, random: &mut Random) -> Board {
    let mut board = Board::empty(width);
    let limit = if random.chance(10) { ROWS } else { (height + 4).min(ROWS) };
    let top = random.below(limit + 1);
    let density = random.between(10, 95);
    let thin_top = random.chance(50);
    for y in 0..top {
        let here = if thin_top { density * (top - y) / top } else { density };
        set_row(&mut board, y, random, |_, random| random.chance(here));
    }
    board
}

/// Columns of random heights with holes in them, and roofs that jut out over the gaps.
pub fn hills(width: usize, height: usize, random: &mut Random) -> Board {
    let mut board = Board::empty(width);
    let base = random.below(height + 1);
    let rough = random.between(0, 8);
    let holes = random.pick(&[0, 0, 5, 15, 40]);
    let heights: Vec<usize> =
        (0..width).map(|_| (base + random.between(0, rough)).min(ROWS)).collect();
    for y in 0..base + rough {
        if y < ROWS {
            set_row(&mut board, y, random, |x, random| y < heights[x] && !random.chance(holes));
        }
    }
    for _ in 0..random.between(0, 3) {
        let y = random.between(base.saturating_sub(6), base + 2).min(ROWS - 1);
        let (from, len) = (random.below(width), random.between(1, 4));
        let roof = (from..(from + len).min(width)).fold(0, |row, x| row | 1 << x);
        let row = board.row(y) | roof;
        if row != board.field() {
            board.set_row(y, row);
        }
    }
    board
}

/// Fills a row cell by cell; a row is never left full.
fn set_row(
    board: &mut Board,
    y: usize,
    random: &mut Random,
    mut filled: impl FnMut(usize, &mut Random) -> bool,
) {
    let mut row = 0;
    for x in 0..board.width() {
        row |= (filled(x, random) as u16) << x;
    }
    if row == board.field() {
        row &= !(1 << random.below(board.width()));
    }
    board.set_row(y, row);
}
