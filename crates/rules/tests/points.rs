//! Combos, back-to-back, perfect clears and points, exactly as the rulesets say.

mod boards;

use boards::{Random, RandomPlay};
use minolab_rules::{
    Board, Choice, Clear, Falling, Piece, Placement, Rotation, Ruleset, Scoring, Spin, State,
    placements, shipped,
};

fn capstone() -> &'static Ruleset {
    shipped::get("capstone").unwrap()
}

/// Plays one piece onto a drawn board, after a clear that back-to-back counts or not.
fn play(
    rules: &Ruleset,
    board: &str,
    after_difficult: bool,
    falling: Falling,
    spin: Spin,
) -> Clear {
    let mut state = State::new(rules, [falling.piece, Piece::O]);
    state.board = board.parse::<Board>().unwrap();
    state.back_to_back = after_difficult;
    let placement = Placement::new(falling, spin);
    assert!(falling.fits(&state.board) && falling.rests(&state.board), "{board}");
    state.play_unchecked(rules, Choice { hold: false, placement })
}

fn upright_i(x: i8, y: i8) -> Falling {
    Falling { piece: Piece::I, rotation: Rotation::East, x, y }
}

const FOUR_ROWS: &str = "
    XXXXXXXXX.
    XXXXXXXXX.
    XXXXXXXXX.
    XXXXXXXXX.
";
const TRIPLE: &str = "
    .XXXXXXXXX
    ..XXXXXXXX
    .XXXXXXXXX
";

#[test]
fn perfect_clears_of_the_capstone() {
    let four = |chain| play(capstone(), FOUR_ROWS, chain, upright_i(9, 2), Spin::None);
    assert_eq!(four(false).points, 800 + 2000);
    assert_eq!(four(true).points, 4400);
    assert!(four(true).all_clear && four(true).back_to_back && !four(false).back_to_back);

    let t = Falling { piece: Piece::T, rotation: Rotation::East, x: 0, y: 1 };
    assert_eq!(play(capstone(), TRIPLE, false, t, Spin::Full).points, 2800);
    assert_eq!(play(capstone(), TRIPLE, true, t, Spin::Full).points, 1600 * 3 / 2 + 1200);

    let flat_i = Falling { piece: Piece::I, rotation: Rotation::North, x: 1, y: 0 };
    let one = play(capstone(), "....XXXXXX", true, flat_i, Spin::None);
    assert_eq!((one.lines, one.points, one.back_to_back), (1, 100 + 800, false));
    let o = Falling { piece: Piece::O, rotation: Rotation::North, x: 0, y: 0 };
    let two = play(capstone(), "..XXXXXXXX ..XXXXXXXX", false, o, Spin::None);
    assert_eq!((two.lines, two.points), (2, 300 + 1200));
    // Three lines by an L that stands in a gap with a foot.
    let l = Falling { piece: Piece::L, rotation: Rotation::East, x: 0, y: 1 };
    let three = play(capstone(), ".XXXXXXXXX .XXXXXXXXX ..XXXXXXXX", false, l, Spin::None);
    assert_eq!((three.lines, three.points), (3, 500 + 1200));
    let guideline = shipped::get("guideline").unwrap();
    let three = play(guideline, ".XXXXXXXXX .XXXXXXXXX ..XXXXXXXX", false, l, Spin::None);
    assert_eq!(three.points, 500 + 1800);
}

#[test]
fn the_capstones_table() {
    let scoring = &capstone().scoring;
    let points = |lines, spin, back_to_back| {
        scoring.points(&Clear { lines, spin, back_to_back, ..Clear::default() })
    };
    let by_lines = |spin| [0, 1, 2, 3, 4].map(|lines| points(lines, spin, false));
    assert_eq!(by_lines(Spin::None), [0, 100, 300, 500, 800]);
    assert_eq!(by_lines(Spin::Mini)[..3], [100, 200, 400]);
    assert_eq!(by_lines(Spin::Full)[..4], [400, 800, 1200, 1600]);
    assert_eq!(points(4, Spin::None, true), 1200);
    assert_eq!([1, 2, 3].map(|lines| points(lines, Spin::Full, true)), [1200, 1800, 2400]);
    assert_eq!([1, 2].map(|lines| points(lines, Spin::Mini, true)), [300, 600]);
    let tenth = Clear { lines: 1, combo: 9, ..Clear::default() };
    assert_eq!(scoring.points(&tenth), 100 + 9 * 50);
}

/// Two T-spin doubles and a single in between, reached by inputs.
#[test]
fn a_chain_of_spins_breaks_on_a_single() {
    let rules = capstone();
    let mut state = State::new(rules, "TTIT".chars().filter_map(Piece::from_char));
    let slot: Board = "
        XXXX......
        XXX...XXXX
        XXXX.XXXXX
    "
    .parse()
    .unwrap();
    let double: Choice = "T@4,1Sf".parse().unwrap();
    state.board = slot;
    let clear = state.play(rules, double).unwrap();
    assert_eq!((clear.points, clear.combo, clear.back_to_back), (1200, 0, false));
    state.board = slot;
    let clear = state.play(rules, double).unwrap();
    assert_eq!((clear.points, clear.combo, clear.back_to_back), (1800 + 50, 1, true));
    state.board = "XXXXXX....".parse().unwrap();
    let clear = state.play(rules, "I@7,0N".parse().unwrap()).unwrap();
    assert_eq!((clear.points, clear.combo, clear.back_to_back), (100 + 2 * 50 + 800, 2, false));
    state.board = slot;
    let clear = state.play(rules, double).unwrap();
    assert_eq!((clear.points, clear.combo, clear.back_to_back), (1200 + 3 * 50, 3, false));
}

/// Spins without lines earn their points, end a combo and leave the chain.
#[test]
fn a_spin_without_lines_keeps_the_chain() {
    let rules = capstone();
    let mut state = State::new(rules, [Piece::T, Piece::T]);
    state.board = "
        XXXX......
        XXX...XXX.
        XXXX.XXXX.
    "
    .parse()
    .unwrap();
    (state.back_to_back, state.combo) = (true, 5);
    let clear = state.play(rules, "T@4,1Sf".parse().unwrap()).unwrap();
    assert_eq!((clear.points, clear.idle_spin_points, clear.back_to_back), (400, 400, false));
    assert_eq!((state.back_to_back, state.combo), (true, 0));
}

#[test]
fn twice_four_lines_are_worth_twice_without_a_chain_bonus() {
    for name in ["classic", "hidamari", "mzmousa", "tengstrand"] {
        let rules = shipped::get(name).unwrap();
        let four = |chain| play(rules, FOUR_ROWS, chain, upright_i(9, 2), Spin::None).points;
        assert_eq!((four(false), four(true)), (rules.scoring.lines[3], rules.scoring.lines[3]));
    }
}

/// Every ruleset's games against a separate calculation.
#[test]
fn whole_games_add_up() {
    for (seed, rules) in shipped::all().iter().enumerate() {
        let mut random = Random(seed as u64 + 100);
        let mut play = RandomPlay::new(rules, &mut random);
        let (mut combo, mut chain, mut lines) = (0, false, 0);
        for _ in 0..4_000 {
            let mut game = play.next(&mut random).clone();
            if game.totals().pieces == 0 {
                (combo, chain) = (0, false);
            }
            // A combo and a chain of our own making, so that long ones are seen too.
            let mut state = *game.state();
            (state.combo, state.back_to_back) = (combo, chain);
            let Some(piece) = state.current.filter(|_| state.over.is_none()) else { continue };
            let list = placements::all(&state.board, rules, piece);
            let best = list.iter().max_by_key(|p| {
                let mut board = state.board;
                let shape = minolab_rules::shape::shape(p.piece, p.rotation);
                (board.place(shape, p.x, p.y), p.spin, std::cmp::Reverse((p.y, p.x)))
            });
            let Some(&placement) = best else { continue };
            let before = state;
            let clear = state.play(rules, Choice { hold: false, placement }).unwrap();
            let expected = reckon(&rules.scoring, &before, &state.board, &clear, placement.spin);
            assert_eq!(clear.points, expected, "{} {clear:?}", rules.name);
            assert_eq!(clear.combo, if clear.lines > 0 { combo } else { 0 });
            combo = if clear.lines > 0 { combo + 1 } else { 0 };
            assert_eq!(state.combo, combo);
            if clear.lines > 0 {
                chain = clear.lines == 4 || placement.spin != Spin::None;
            }
            assert_eq!(state.back_to_back, chain);
            lines += clear.lines as u32;

            // The game's totals add drops and what every piece earns.
            let totals = game.totals();
            let clear = game.play(Choice { hold: false, placement }).unwrap();
            let fallen = rules.spawn(piece).y as i64 - placement.y as i64;
            let straight = placements::is_drop(&before.board, placement.falling());
            let per_row = match straight {
                true => rules.scoring.hard_drop,
                false => rules.scoring.sonic_drop,
            };
            let drop = fallen.max(0) as u64 * per_row as u64 + rules.scoring.lock as u64;
            assert_eq!(game.totals().score, totals.score + clear.points as u64 + drop);
            assert_eq!(game.totals().lines, totals.lines + clear.lines as u64);
            assert_eq!(game.totals().pieces, totals.pieces + 1);
        }
        assert!(lines > 50, "{}: only {lines} lines", rules.name);
    }
}

/// The points of a clear, from the table and the state before it.
fn reckon(scoring: &Scoring, before: &State, after: &Board, clear: &Clear, spin: Spin) -> u32 {
    let lines = clear.lines as usize;
    let alone = match (spin, lines) {
        (Spin::None, 0) => 0,
        (Spin::None, lines) => scoring.lines[lines - 1],
        (Spin::Mini, lines) => scoring.mini[lines],
        (Spin::Full, lines) => scoring.spin[lines],
    };
    if lines == 0 {
        return alone;
    }
    let chained = before.back_to_back && (lines == 4 || spin != Spin::None);
    let alone = if chained { alone * scoring.back_to_back_percent / 100 } else { alone };
    let empty = match after.cells() {
        0 if chained && lines == 4 => scoring.all_clear_back_to_back,
        0 => scoring.all_clear[lines - 1],
        _ => 0,
    };
    alone + before.combo as u32 * scoring.combo + empty
}
