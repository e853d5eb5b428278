//! The worked examples of the original programs, and the definition by rows and columns.

use minolab_rules::{Board, Game, Piece, Placement, placements, shape, shipped};
use proptest::prelude::*;

use super::{orientation, *};
use crate::{
    Evaluator, EvaluatorSettings, Greedy, Position, Remaining, Search, Ties,
    eval::{EvaluatorFile, on_board},
    testing::Sample,
};

fn settings(agent: &str) -> ContourSettings {
    match Sample::shipped(agent).settings() {
        EvaluatorSettings::Contour(settings) => *settings,
        other => panic!("{other:?}"),
    }
}

fn v1_1() -> ContourSettings {
    settings("analyzer")
}

/// Version 1.3, or 1.2 with another list of hollows.
fn v1_3(hollows: &[f64]) -> ContourSettings {
    let hollow = Series { values: hollows.into(), more: Some(More::Times(0.85)) };
    let rows = RowFactor::default();
    ContourSettings { hollow, rows, floor_width_2: None, ..settings("analyzer-1.4") }
}

fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() < within, "found {found}, expected {expected}");
}

#[test]
fn the_five_row_board() {
    let board: Board = "
        -x---xx---
        -xx-xx-x--
        xxxx-xxx--
    "
    .parse()
    .unwrap();
    let contour = Contour::new(v1_1()).unwrap();
    near(contour.equity(&board, 5), 51.0386, 1e-10);
    let [heights, hollows, areas] = contour.parts(&board, 5);
    near(heights, 20.3, 1e-10);
    near(hollows, 18.2, 1e-10);
    near(areas, 12.5386, 1e-10);
    near(contour.equity(&board, 20), 31.7386, 1e-10);
    near(contour.equity(&Board::EMPTY, 20), 1.0, 1e-10);
}

/// Every number at its bound: the plain way and the fast one agree, and nothing overflows.
#[test]
fn no_sum_overflows_at_the_bound() {
    let rules = shipped::get("tetrais").unwrap();
    let mut luck = minolab_rules::random::SplitMix64(1);
    for sign in [1.0, -1.0] {
        let mut settings = v1_1();
        settings.floor_width_2 = Some(0.0);
        settings.worst = Worst::PerCell(0.0);
        settings.numbers(&mut |name, mut number| match name {
            name if name.starts_with("hollow.values") => number.set(0.0),
            name if name.starts_with("rows.") => number.set(100.0),
            _ => number.set(1000.0 * sign),
        });
        let contour = Contour::new(settings.clone()).unwrap();
        for turn in 0..200 {
            let mut board = Board::empty(10);
            for y in 0..turn % 14 {
                board.set_row(y, (luck.next() as u16 | 1) & !(1 << (turn % 10)));
            }
            let parts: f64 = contour.parts(&board, 20).iter().sum();
            assert_eq!(contour.equity(&board, 20), parts, "{board}");
            let Some(best) = contour.best_drop(rules, &board, Piece::ALL[turn % 7]) else {
                continue;
            };
            let mut after = board;
            let Placement { piece, rotation, x, y, .. } = best.placement;
            after.place(shape::shape(piece, rotation), x, y);
            assert_eq!(-contour.equity(&after, rules.height as usize), best.score, "{board}");
        }
        // One more is refused, and so is what is no number.
        for wrong in [1000.0 + 1e-9, -1001.0, f64::NAN, f64::INFINITY] {
            let mut settings = settings.clone();
            settings.columns = vec![wrong];
            assert!(Contour::new(settings).is_err(), "{wrong}");
        }
    }
}

#[test]
fn the_chequered_board_is_worst() {
    let contour = Contour::new(v1_1()).unwrap();
    near(contour.worst(10, 20), 267.2869780223956, 1e-10);
    let java = Contour::new(settings("analyzer-1.4")).unwrap();
    near(java.worst(10, 20), 229.9, 1e-10);
}

#[test]
fn lists_go_on_for_other_sizes() {
    let v = v1_1();
    let height = |rows: usize| (0..=rows).map(|y| v.height.at_row(y, rows + 1)).collect::<Vec<_>>();
    assert_eq!(height(5), [7.0, 7.0, 2.5, 2.2, 1.8, 1.3]);
    let expected = [
        7.0, 7.0, 7.0, 7.0, 7.0, 7.0, 2.5, 2.2, 1.8, 1.3, 1.0, 0.9, 0.7, 0.6, 0.5, 0.4, 0.3, 0.25,
        0.2, 0.15, 0.1, 0.1, 0.1, 0.1, 0.1, 0.09,
    ];
    assert_eq!(height(25), expected);
    assert_eq!(height(20)[19..], [0.1, 0.1]);
    // By filled cells, as the original lists it: the emptiest row first.
    let hollow = |width: usize| {
        (0..width).map(|filled| v.hollow.get(width - filled - 1, 0.0)).collect::<Vec<_>>()
    };
    let expected = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.553];
    assert_eq!(hollow(15), expected);
    assert_eq!(hollow(8), [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.553]);
    let width = |columns: usize| (0..columns).map(|w| v.area_width.held(w)).collect::<Vec<_>>();
    let expected =
        [4.25, 2.39, 3.1, 2.21, 2.05, 1.87, 1.52, 1.34, 1.18, 1.0, 0.85, 0.72, 0.61, 0.52, 0.44];
    assert_eq!(width(15), expected);
    let tall = |rows: usize| (0..rows).map(|h| v.area_height.held(h)).collect::<Vec<_>>();
    assert_eq!(tall(4), [0.5, 1.19, 2.3, 3.1]);
    assert_eq!(tall(10), [0.5, 1.19, 2.3, 3.1, 4.6, 5.6, 6.6, 7.6, 8.6, 9.6]);
}

/// The original's (rotation, x, y): the corner of the box, y from the top of twenty rows.
fn corner(placement: Placement) -> (u8, i8, i8) {
    let (turned, x, top) = orientation::order(placement);
    (turned, x, 20 + top)
}

/// All placements by cost, then by the original's order.
fn ranked(contour: &Contour, board: &Board, piece: Piece) -> Vec<((u8, i8, i8), f64)> {
    let rules = shipped::get("tengstrand").unwrap();
    let score = |placement: &Placement| {
        let mut board = *board;
        board.place(shape::shape(piece, placement.rotation), placement.x, placement.y);
        (corner(*placement), contour.equity(&board, 20))
    };
    let mut list: Vec<_> = placements::all(board, rules, piece).iter().map(score).collect();
    list.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    list
}

#[test]
fn s_on_an_empty_board() {
    let contour = Contour::new(v1_1()).unwrap();
    let found = ranked(&contour, &Board::EMPTY, Piece::S);
    let expected = [
        ((0, 7, 18), 12.430),
        ((1, 0, 17), 0.755),
        ((0, 0, 18), 2.504),
        ((0, 5, 18), 3.374),
        ((0, 2, 18), 3.755),
        ((1, 8, 17), 3.777),
        ((0, 3, 18), 3.855),
        ((0, 1, 18), 4.115),
        ((0, 4, 18), 4.389),
        ((0, 6, 18), 5.323),
        ((1, 2, 17), 7.052),
        ((1, 6, 17), 7.265),
        ((1, 4, 17), 7.308),
        ((1, 5, 17), 8.079),
        ((1, 7, 17), 8.319),
        ((1, 3, 17), 9.075),
        ((1, 1, 17), 10.824),
    ];
    assert_eq!(found.len(), expected.len());
    for (index, (&found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(found.0, expected.0);
        let best = if index == 0 { 0.0 } else { ranked(&contour, &Board::EMPTY, Piece::S)[0].1 };
        near(found.1 - best, expected.1, 0.000_500_1);
    }
}

#[test]
fn newer_versions_on_an_empty_board() {
    let best = |settings: ContourSettings| {
        ranked(&Contour::new(settings).unwrap(), &Board::EMPTY, Piece::S)[0].1
    };
    near(best(v1_3(&[0.533, 0.6])), 11.433, 0.0005);
    near(best(v1_3(&[0.46, 0.51])), 11.574754, 5e-7);
    near(best(v1_3(&[0.46, 0.51, 0.5, 0.4])), 11.508740, 5e-7);
    near(best(settings("analyzer-1.4")), 11.742021, 5e-7);
}

#[test]
fn the_guard_asks_whether_the_next_pieces_have_room() {
    let rules = shipped::get("tengstrand").unwrap();
    let contour = Contour::new(v1_1()).unwrap();
    let stack = |height: usize| {
        let mut board = Board::EMPTY;
        (0..height).for_each(|y| board.set(4, y, true));
        board
    };
    let upright = |height: usize, x: i8, y: i8| {
        let i = orientation::orientations(Piece::I)[1].placement(x as usize, y as usize);
        let state = on_board(rules, &stack(height));
        let outcome = Outcome::new(rules, &state, Remaining::ENDLESS, i);
        let plain = -contour.equity(&outcome.after.board, 20);
        (contour.score(&outcome), plain, contour.at_root(&outcome, -5.0))
    };
    // On row 18 the O, S and L have no room.
    let worst = contour.worst(10, 20);
    let (score, plain, root) = upright(15, 4, 15);
    near(score, (4.0 * plain - 3.0 * worst) / 7.0, 1e-10);
    near(root, (4.0 * -5.0 - 3.0 * worst) / 7.0, 1e-10);
    // A row lower they have, and a stack that was there before is not checked.
    let (score, plain, root) = upright(14, 4, 14);
    assert_eq!((score, root), (plain, -5.0));
    let (score, plain, root) = upright(19, 0, 0);
    assert_eq!((score, root), (plain, -5.0));
    // The newer program asks about every board.
    let newer = Contour::new(settings("analyzer-1.4")).unwrap();
    let (board, worst) = (stack(19), newer.worst(10, 20));
    let plain = -newer.equity(&board, 20);
    near(
        (&newer as &dyn Evaluator).board_value(rules, &board),
        (4.0 * plain - 3.0 * worst) / 7.0,
        1e-10,
    );
}

#[test]
fn drops_are_what_the_plain_player_chooses() {
    let rules = shipped::get("tengstrand").unwrap();
    for agent in ["analyzer", "analyzer-1.4"] {
        let contour = Contour::new(settings(agent)).unwrap();
        let mut plain = Greedy::new(Arc::new(contour.clone()), Ties::Corner);
        let mut game = Game::new(rules.clone(), 1);
        for _ in 0..2000 {
            let state = game.state();
            let choice = plain.choose(rules, &Position::new(state)).unwrap();
            let found = contour.best_drop(rules, &state.board, state.current.unwrap());
            assert_eq!(found.map(|drop| drop.placement), Some(choice.placement));
            game.play(choice).unwrap();
        }
        assert!(contour.best_drop(rules, &chequered(10, 15), Piece::T).is_none());
    }
}

/// The definition, read off the board cell by cell.
fn by_definition(settings: &ContourSettings, board: &Board, height: usize) -> f64 {
    let width = board.width();
    let outline: Vec<usize> =
        (0..width).map(|x| height - board.column_height(x)).chain([0]).collect();
    let min = (0..width).map(|x| outline[x]).min().unwrap();
    let filled = |x: usize, y: usize| board.is_filled(x as i8, (height - 1 - y) as i8);
    let m = |y: usize| settings.rows.top - settings.rows.step * y as f64;
    let f = |y: usize| {
        let empty = (0..width).filter(|&x| !filled(x, y)).count();
        settings.hollow.get(empty - 1, 0.0)
    };
    let mut cost = 0.0;
    for (x, &row) in outline[..width].iter().enumerate() {
        let column = settings.columns.get(x).copied().unwrap_or(1.0);
        cost += settings.height.at_row(row, height + 1) * column;
    }
    for y in min..height {
        let covers = (0..width).filter(|&x| !filled(x, y) && outline[x] < y).map(|x| outline[x]);
        if let Some(top) = covers.min() {
            let through: f64 = (top..=y).map(f).product();
            cost += (1.0 - through) * width as f64 * m(y);
        }
    }
    for x in 1..=width {
        let start = if x == width { min } else { outline[x] };
        let width_at = |y: usize| (0..x).rev().take_while(|&c| outline[c] > y).count();
        let level = (0..x).all(|c| outline[c] == outline[0]);
        let mut y = start;
        let mut first = true;
        while y < height && width_at(y) > 0 {
            let w = width_at(y);
            let h = (y..height).take_while(|&y| width_at(y) == w).count();
            let equal = first && w < x && outline[x - w - 1] == outline[x];
            let by_height = if equal { &settings.area_height_equal } else { &settings.area_height };
            let by_width = match settings.floor_width_2 {
                Some(floor) if level && w == 2 && x == 2 => floor,
                _ => settings.area_width.held(w - 1),
            };
            cost += by_width * by_height.held(h - 1) * m(y);
            y += h;
            first = false;
        }
    }
    cost
}

fn boards() -> impl Strategy<Value = (Board, usize)> {
    (4usize..=16, 4usize..=30).prop_flat_map(|(width, height)| {
        let rows = prop::collection::vec((any::<u16>(), any::<u16>(), 0u8..4), 0..=height);
        rows.prop_map(move |rows| {
            let mut board = Board::empty(width);
            for (y, (a, b, kind)) in rows.into_iter().enumerate() {
                let cells = [a, a | b, a & b, a | b | a.rotate_left(5)][kind as usize];
                let full = cells & board.field() == board.field();
                board.set_row(y, if full { cells & !(1 << (b % width as u16)) } else { cells });
            }
            (board, height)
        })
    })
}

/// The newest version, with heights that count differently by column.
fn newest() -> ContourSettings {
    ContourSettings { columns: vec![1.1, 1.0, 0.9], ..settings("analyzer-1.4") }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn sums_follow_the_definition((board, height) in boards()) {
        for settings in [v1_1(), newest()] {
            let contour = Contour::new(settings.clone()).unwrap();
            let expected = by_definition(&settings, &board, height);
            let found = contour.equity(&board, height);
            prop_assert!((found - expected).abs() < 1e-9, "{found} {expected}\n{board}");
        }
    }

    #[test]
    fn the_cheapest_drop_is_found_by_changes((board, height) in boards()) {
        let height = height + 6;
        for settings in [v1_1(), newest()] {
            let contour = Contour::new(settings).unwrap();
            let fitted = contour.fitted(board.width(), height);
            for piece in Piece::ALL {
                let (mut best, mut count) = (None, 0);
                for orientation in orientation::orientations(piece) {
                    for x in 0..=board.width() - orientation.width {
                        let high = orientation.placement(x, height);
                        let dropped = high.falling().dropped(&board);
                        let placement = Placement { y: dropped.y, ..high };
                        let mut after = board;
                        let shape = shape::shape(piece, placement.rotation);
                        after.place(shape, placement.x, placement.y);
                        let cost = (fitted.cost(&after), orientation::order(placement), placement);
                        best = Some(best.map_or(cost, |best| cost.min(best)));
                        count += 1;
                    }
                }
                let (cost, _, placement) = best.unwrap();
                let expected = drops::Cheapest { placement, cost, count };
                prop_assert_eq!(drops::cheapest(&fitted.tables, &board, piece), expected);
                prop_assert_eq!(drops::cheapest_plain(&fitted.tables, &board, piece), expected);
            }
        }
    }
}
