//! Worked examples of every original program, and the survey against the plain functions.

use minolab_rules::{Board, Piece, Ruleset, Spin, placements, shipped};
use proptest::prelude::*;

use super::*;
use crate::{Evaluator, Linear, LinearSettings, Position, eval::on_board, testing::Sample};

fn classic(height: usize) -> Ruleset {
    shipped::get("classic").unwrap().clone().with_size(10, height).unwrap()
}

/// Reads a picture in which rows may be full.
fn landed(picture: &str) -> Board {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let mut board = Board::empty(rows[0].len());
    for (y, row) in rows.iter().rev().enumerate() {
        let cells = row.chars().enumerate().filter(|&(_, cell)| cell == '#');
        board.set_row(y, cells.fold(0, |cells, (x, _)| cells | 1 << x));
    }
    board
}

fn measure(feature: Feature, board: &Board, rules: &Ruleset) -> f64 {
    let state = on_board(rules, board);
    feature.of_position(&View::new(rules, &Position::new(&state), &WellCosts::default()))
}

/// All of these features of a board.
fn check(board: &Board, rules: &Ruleset, expected: &[(Feature, f64)]) {
    for &(feature, value) in expected {
        assert_eq!(measure(feature, board, rules), value, "{}", feature.name());
    }
}

/// A shipped agent's evaluation of a board of its rules.
fn verdict(agent: &str, board: &Board) -> f64 {
    Sample::shipped(agent).evaluator().board_value(shipped::get("tetrais").unwrap(), board)
}

#[test]
fn the_sprint_players_example() {
    let board = landed(
        "
        #.........
        #.........
        ##...#..#.
        ##..##..##
        ##########
        ##########
        #.#####.##
        ##########
        #######.##
        ",
    );
    assert_eq!(Heights::new(&board).as_slice(), [9, 7, 5, 5, 6, 7, 5, 5, 7, 6]);
    check(
        &board,
        &classic(20),
        &[
            (Feature::AggregateHeight, 62.0),
            (Feature::Holes, 3.0),
            (Feature::CompleteLines, 3.0),
            (Feature::Bumpiness, 11.0),
        ],
    );
    let score = |weights: [f64; 4]| {
        let features =
            [Feature::AggregateHeight, Feature::CompleteLines, Feature::Holes, Feature::Bumpiness];
        let weights = features.into_iter().zip(weights).collect();
        let linear = Linear::new(weights, &[], LinearSettings::default());
        (&linear as &dyn Evaluator).board_value(&classic(20), &board)
    };
    let trained =
        [-1.6576130390167236, 0.7060774564743042, -1.2531158924102783, -0.38837742805480957];
    assert_eq!((score(trained) * 1e3).round(), -108_685.0);
    assert!((score(trained) - -108.685_275_435_447_69).abs() < 1e-13);
    assert!((score([-1.65, 0.71, -1.25, -0.39]) - -108.21).abs() < 1e-13);
}

#[test]
fn the_lookahead_programs_example() {
    let board = landed(
        "
        .###......
        ####......
        #####....#
        #####....#
        #####..###
        .#########
        #.#######.
        ",
    );
    assert_eq!(Heights::new(&board).as_slice(), [6, 7, 7, 7, 5, 2, 2, 3, 3, 5]);
    check(
        &board,
        &classic(20),
        &[
            (Feature::MeanHeight, 4.7),
            (Feature::MaxHeight, 7.0),
            (Feature::Holes, 3.0),
            (Feature::Bumpiness, 9.0),
            (Feature::Valleys, 0.0),
        ],
    );
    assert_eq!(verdict("tetrais-complex", &board), -2.6865);
    assert_eq!(verdict("tetrais-simple", &board), -41.7);
}

/// A valley counts every place where three of its cells in a row are empty: the open part up
/// to the top, and what is hidden under an overhang.
#[test]
fn valleys_count_open_and_hidden_cells() {
    let board = landed(
        "
        #.###.####
        #.###.####
        #.###.####
        #####.####
        #.###.####
        #.###.####
        #.###.####
        #.########
        ",
    );
    let rules = classic(20);
    assert_eq!(Heights::new(&board).as_slice(), [8, 5, 8, 8, 8, 1, 8, 8, 8, 8]);
    // Column 1: 15 open cells make 13, four hidden ones 2. Column 5: 19 open cells make 17.
    check(&board, &rules, &[(Feature::Valleys, 13.0 + 2.0 + 17.0)]);
    // The document counts cells within the neighbours' height: one above the overhang in column 1,
    // two below it, and five in column 5.
    check(&board, &rules, &[(Feature::ValleyCells, 1.0 + 2.0 + 5.0)]);
    // At a wall one neighbour is enough; a column two lower is none.
    let edges = landed("#......... #........# #.......## .#.....#.#");
    check(&edges, &rules, &[(Feature::ValleyCells, 0.0)]);
    let walls = landed(".#........ .#........ .#........");
    check(&walls, &rules, &[(Feature::ValleyCells, 1.0)]);
}

#[test]
fn the_public_players_test_position() {
    let board = landed(
        "
        ...#......
        #..##.....
        ##.###..#.
        ##.#.##.##
        ####.#####
        ",
    );
    let rules = classic(10);
    assert_eq!(Heights::new(&board).as_slice(), [4, 3, 1, 5, 4, 3, 2, 1, 3, 2]);
    check(
        &board,
        &rules,
        &[
            (Feature::RowTransitions, 32.0),
            (Feature::ColumnTransitions, 12.0),
            (Feature::Holes, 2.0),
            (Feature::EdgeHoles, 0.0),
            (Feature::SecondHoles, 0.0),
            (Feature::ThirdHoles, 0.0),
            (Feature::TopHoleHeight, 4.0),
            (Feature::Adaptability, 30.0),
        ],
    );
    let wells = measure(Feature::WellsNonlinear, &board, &rules);
    assert!((wells - 316.8).abs() < 1e-9, "{wells}");
    // The original's integers are sixtieths: -5173.8.
    let evaluator = Sample::shipped("misakamm").evaluator();
    assert_eq!(evaluator.board_value(&rules, &board), -310_428.0);
}

#[test]
fn the_documented_wells() {
    let board = landed(
        "
        ...#....
        ...##...
        .#.##...
        .#####.#
        .#####.#
        #####..#
        ...###.#
        #.#..#.#
        ",
    );
    assert_eq!(wells::cumulative(&board), 20);
}

#[test]
fn holes_have_a_depth_and_a_distance_from_the_walls() {
    let board = landed(
        "
        ##.......#
        #.#.....#.
        ##......##
        .##....##.
        ",
    );
    check(
        &board,
        &classic(20),
        &[
            (Feature::Holes, 5.0),
            (Feature::EdgeHoles, 3.0),
            (Feature::SecondHoles, 1.0),
            (Feature::ThirdHoles, 1.0),
            (Feature::RowsWithHoles, 3.0),
            (Feature::HoleDepth, 3.0 + 1.0 + 1.0 + 2.0),
            (Feature::TopHoleHeight, 4.0),
            (Feature::RelativeHeight, 4.0),
            (Feature::WeightedHeight, 8.0),
            (Feature::Diversity, 4.0),
        ],
    );
}

#[test]
fn an_empty_board() {
    let board = Board::EMPTY;
    check(
        &board,
        &classic(20),
        &[
            (Feature::RowTransitions, 40.0),
            (Feature::ColumnTransitions, 10.0),
            (Feature::Wells, 0.0),
            (Feature::Diversity, 1.0),
            (Feature::TopHoleHeight, 0.0),
        ],
    );
}

prop_compose! {
    /// Rows of any density, most of the upper ones empty, as boards are.
    fn any_board()(
        width in 4usize..=16,
        rows in prop::collection::vec((any::<u16>(), any::<u16>(), any::<u8>()), 0..48),
    ) -> Board {
        let mut board = Board::empty(width);
        for (y, (a, b, kind)) in rows.into_iter().enumerate() {
            let row = match kind % 4 {
                0 => a & b,
                1 => a | b,
                2 => a,
                _ => u16::MAX,
            };
            board.set_row(y, row);
        }
        board
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn the_survey_measures_what_the_functions_do(board in any_board(), height in 4usize..=40) {
        let rules = shipped::get("classic").unwrap().clone();
        let rules = rules.with_size(board.width(), height).unwrap();
        let costs = WellCosts { one: 1.0, two: 7.0, deep: 3.0, row: [11.0, 5.0, 2.0, 1.0] };
        let survey = Survey::new(Feature::ALL.into_iter());
        let mut values = Values::default();
        let state = on_board(&rules, &board);
        let position = Position::new(&state);
        let view = View::new(&rules, &position, &costs);
        survey.measure(&view, &mut values);
        for (feature, surveyed) in Feature::ALL.into_iter().zip(values) {
            if feature.subject() == Subject::Position {
                prop_assert_eq!(surveyed, feature.of_position(&view), "{}", feature.name());
            }
        }
    }
}

/// Stacks with few holes: full rows with a bite taken out of each.
fn boards() -> impl Strategy<Value = Board> {
    let row =
        (any::<u16>(), 0..10u32, 1..6u32, any::<bool>()).prop_map(|(noise, at, wide, rough)| {
            let bite = (1u16 << wide).wrapping_sub(1).rotate_left(at);
            if rough { noise } else { !bite }
        });
    proptest::collection::vec(row, 0..18).prop_map(|rows| {
        let mut board = Board::EMPTY;
        for (y, row) in rows.into_iter().enumerate() {
            let cells = row & 0x3FF;
            board.set_row(y, if cells == 0x3FF { 0x3FE } else { cells });
        }
        board
    })
}

fn filled(board: &Board, x: i8, y: i8) -> bool {
    board.is_filled(x, y)
}

proptest! {
    /// Cell by cell, as the fields are described.
    #[test]
    fn a_stack_is_counted_right(board in boards()) {
        let stack = Rows::new(&board).measure();
        let heights: Vec<i32> = (0..10).map(|x| board.column_height(x) as i32).collect();
        let open = |x: i8, y: i8| (0..10).contains(&x) && y as i32 >= heights[x as usize];
        let (mut cavities, mut overhangs, mut covered, mut squared) = (0, 0, 0, 0);
        let (mut transitions, mut spoiled) = (0, 0);
        for y in 0..board.top() as i8 {
            let holes: Vec<i8> =
                (0..10).filter(|&x| !filled(&board, x, y) && !open(x, y)).collect();
            spoiled += !holes.is_empty() as i32;
            for &x in &holes {
                if open(x - 1, y) || open(x + 1, y) { overhangs += 1 } else { cavities += 1 }
                let deep = heights[x as usize] - y as i32 - 1;
                if deep >= 2 {
                    covered += deep.min(6);
                    squared += deep.min(6) * deep.min(6);
                }
            }
            transitions +=
                (-1..10).filter(|&x| filled(&board, x, y) != filled(&board, x + 1, y)).count();
        }
        prop_assert_eq!(stack.height, board.top() as i32);
        prop_assert_eq!(stack.cells, board.cells() as i32);
        prop_assert_eq!((stack.cavities, stack.overhangs), (cavities, overhangs));
        prop_assert_eq!((stack.covered, stack.covered_squared), (covered, squared));
        prop_assert_eq!(stack.row_transitions, transitions as i32);
        prop_assert_eq!(stack.spoiled_rows, spoiled);
        let roughness: i32 = heights.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum();
        prop_assert_eq!(stack.roughness, roughness);
        prop_assert!(Rows::new(&board).heights().eq(heights.iter().copied()));
        let lowest = heights.iter().min().unwrap();
        let wells: Vec<usize> = (0..10).filter(|&x| heights[x] == *lowest).collect();
        prop_assert_eq!(stack.well, (wells.len() == 1).then(|| wells[0] as u8));
        if let [well] = wells[..] {
            let lacks_only = |y: &i8| (0..10).all(|x| x == well as i8 || filled(&board, x, *y));
            let depth = (*lowest as i8..).take_while(lacks_only).count();
            prop_assert_eq!(stack.well_depth, depth as i32);
        }
    }

    /// A slot is a place the generator reaches by a full spin, and clears what it says.
    #[test]
    fn a_slot_is_a_spin(board in boards()) {
        prop_assume!(board.top() <= 16);
        if let Some(slot) = Rows::new(&board).slot() {
            let all = placements::all(&board, shipped::get("capstone").unwrap(), Piece::T);
            let is_slot = |placement| {
                let mut after = board;
                let lines = shipped::get("capstone").unwrap().land(&mut after, placement).lines;
                lines == slot.lines as u32
                    && Rows::new(&after).filled == Rows::new(&board).filled_with(&slot).filled
            };
            let spin = all.iter().find(|placement| placement.spin == Spin::Full && is_slot(**placement));
            prop_assert!(spin.is_some(), "{board} {slot:?}");
        }
    }
}

fn slot(board: &str) -> Option<Slot> {
    Rows::new(&board.parse().unwrap()).slot()
}

#[test]
fn slots_of_both_kinds_are_found() {
    let double = slot(
        "
        XX........
        X...XXXXXX
        XX.XXXXXXX
        ",
    );
    assert_eq!(double.map(|slot| (slot.lines, slot.lacking)), Some((2, 0)));
    let triple = slot(
        "
        XX........
        X.........
        X.XXXXXXXX
        X..XXXXXXX
        X.XXXXXXXX
        ",
    );
    assert_eq!(triple.map(|slot| (slot.lines, slot.lacking)), Some((3, 0)));
    let unfinished = slot(
        "
        XX........
        X...XXXX..
        XX.XXXXX.X
        ",
    );
    assert_eq!(unfinished.map(|slot| (slot.lines, slot.lacking)), Some((0, 3)));
    // On a ledge of two columns no T comes down that could slide under the roof.
    let narrow = slot(
        "
        X...XXXXXX
        .X....XX.X
        ..XX.XXX..
        .....XXXXX
        XXXX.XXXXX
        ",
    );
    assert_eq!(narrow, None);
    assert_eq!(slot("XXX.XXXXXX"), None);
}
