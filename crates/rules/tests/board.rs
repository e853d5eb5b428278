//! Placing a piece conserves cells and clears lines like a naive implementation.

mod boards;

use boards::Random;
use minolab_rules::{Board, Falling, Piece, ROWS, Rotation, placements, shape::shape, shipped};

#[test]
fn placing_equals_the_naive_way() {
    let mut random = Random(1);
    let mut cleared = [0; 5];
    for _ in 0..20_000 {
        let width = random.between(Board::MIN_WIDTH, Board::MAX_WIDTH);
        let mut board = match random.chance(50) {
            true => boards::noise(width, 24, &mut random),
            false => boards::hills(width, 24, &mut random),
        };
        let Some(falling) = somewhere(&board, &mut random) else { continue };
        // Fill up some of the rows around the piece, so that lines are common.
        for (_, y) in falling.cells() {
            if random.chance(70) {
                let mut row = board.field();
                for (x, _) in falling.cells().into_iter().filter(|cell| cell.1 == y) {
                    row &= !(1 << x);
                }
                board.set_row(y as usize, row);
            }
        }
        let (after, lines) = placed(&board, falling);
        let mut fast = board;
        let shape = shape(falling.piece, falling.rotation);
        assert_eq!(fast.place(shape, falling.x, falling.y), lines, "{falling:?} on\n{board}");
        assert_eq!(grid(&fast), after, "{falling:?} on\n{board}");
        check_sums(&fast, &after);
        assert_eq!(board.cells() + 4, fast.cells() + lines * width as u32);
        cleared[lines as usize] += 1;
    }
    assert!(cleared.iter().all(|&count| count > 100), "{cleared:?}");
}

#[test]
fn rising_equals_the_naive_way() {
    let mut random = Random(3);
    let mut stopped = 0;
    for _ in 0..20_000 {
        let width = random.between(Board::MIN_WIDTH, Board::MAX_WIDTH);
        let height = random.between(4, ROWS);
        let board = match random.chance(50) {
            true => boards::noise(width, height, &mut random),
            false => boards::hills(width, height, &mut random),
        };
        let cells = random.next() as u16 & board.field();
        let cells = if cells == board.field() { 0 } else { cells };
        let (mut risen, mut expected) = (board, grid(&board));
        let has_room = !expected[ROWS - 1].contains(&true);
        if has_room {
            expected.pop();
            expected.insert(0, (0..width).map(|x| cells >> x & 1 == 1).collect());
        }
        assert_eq!(risen.rise(cells), has_room, "{board}");
        assert_eq!(grid(&risen), expected, "{cells:b} under\n{board}");
        check_sums(&risen, &expected);
        assert!(risen.rows().iter().all(|row| row & !board.field() == !board.field()));
        stopped += !has_room as usize;
    }
    assert!(stopped > 50, "{stopped}");
}

#[test]
fn long_games_conserve_cells() {
    for (seed, rules) in shipped::all().iter().enumerate() {
        let mut random = Random(seed as u64);
        let mut play = boards::RandomPlay::new(rules, &mut random);
        let mut pieces = 0;
        for _ in 0..2_000 {
            let game = play.next(&mut random);
            let (cells, totals) = (game.state().board.cells() as u64, game.totals());
            assert_eq!(cells, totals.pieces * 4 - totals.lines * rules.width as u64);
            check_sums(&game.state().board, &grid(&game.state().board));
            pieces += totals.pieces.min(1);
        }
        assert!(pieces > 1_000, "{}", rules.name);
    }
}

#[test]
fn a_straight_fall_is_a_drop() {
    let mut random = Random(2);
    let rules = shipped::get("classic").unwrap();
    for _ in 0..2_000 {
        let board = boards::hills(10, 20, &mut random);
        let piece = random.piece();
        for placement in &placements::reachable(&board, rules, piece) {
            let open = placement.falling().cells().iter().all(|&(x, y)| {
                (y + 1..ROWS as i8).all(|above| board.row(above as usize) >> x & 1 == 0)
            });
            assert_eq!(placements::is_drop(&board, placement.falling()), open);
        }
    }
}

/// A random place where a random piece fits.
fn somewhere(board: &Board, random: &mut Random) -> Option<Falling> {
    (0..100).find_map(|_| {
        let falling = Falling {
            piece: Piece::from_index(random.below(7)),
            rotation: Rotation::ALL[random.below(4)],
            x: random.below(board.width()) as i8,
            y: random.below((board.top() + 3).min(ROWS)) as i8,
        };
        falling.fits(board).then_some(falling)
    })
}

type Grid = Vec<Vec<bool>>;

fn grid(board: &Board) -> Grid {
    let cell = |x, y| board.is_filled(x as i8, y as i8);
    (0..ROWS).map(|y| (0..board.width()).map(|x| cell(x, y)).collect()).collect()
}

/// Fills the cells, takes out the full rows and puts empty ones on top.
fn placed(board: &Board, falling: Falling) -> (Grid, u32) {
    let mut grid = grid(board);
    for (x, y) in falling.cells() {
        assert!(!grid[y as usize][x as usize]);
        grid[y as usize][x as usize] = true;
    }
    grid.retain(|row| !row.iter().all(|&cell| cell));
    let lines = ROWS - grid.len();
    grid.resize(ROWS, vec![false; board.width()]);
    (grid, lines as u32)
}

/// The board's own figures against those counted cell by cell.
fn check_sums(board: &Board, grid: &Grid) {
    let highest = |filled: &dyn Fn(usize) -> bool| (0..ROWS).rev().find(|&y| filled(y));
    let top = highest(&|y| grid[y].contains(&true)).map_or(0, |y| y + 1);
    assert_eq!(board.top(), top, "{board}");
    assert_eq!(board.is_empty(), top == 0);
    let columns = 0..board.width();
    for x in columns {
        let height = highest(&|y| grid[y].get(x) == Some(&true)).map_or(0, |y| y + 1);
        assert_eq!(board.column_height(x), height, "column {x} of\n{board}");
    }
    let cells = grid.iter().flatten().filter(|&&cell| cell).count();
    assert_eq!(board.cells() as usize, cells);
}
