//! The kernel's scores and choices equal the plain evaluation's.

use minolab_rules::{Game, Piece, placements, shipped as rulesets};
use proptest::prelude::*;

use super::*;
use crate::{
    Evaluator, Greedy, Outcome, Position, Remaining, Search, eval::on_board, search::Lookahead,
    testing::Sample,
};

/// Whole-number weights, so that scores must be the same to the last bit.
const WHOLE: &str = "
    name = 'whole'
    description = 'every feature served'
    rules = 'classic'
    [evaluator]
    kind = 'linear'
    wells = { one = 24, two = 60, deep = 36, row = [300, 264, 252, 240] }
    [weights]
    landing_height = -12
    landing_rows = 8
    lines = 5
    eroded_cells = 7
    row_transitions = -9
    column_transitions = -19
    holes = -13
    edge_holes = -3
    second_holes = -2
    third_holes = -1
    hole_depth = -4
    rows_with_holes = -24
    wells = -10
    diversity = 3
    top_hole_height = -6
    wells_nonlinear = -2
";

fn linear(agent: &Sample) -> Linear {
    agent.evaluator().as_linear().expect("a linear agent").clone()
}

/// Every placement the kernel finds, with its score as a plain number.
fn scores(
    kernel: &Kernel,
    rules: &Ruleset,
    board: &Board,
    piece: Piece,
) -> Option<Vec<(Placement, f64)>> {
    let scale = &kernel.scale;
    let mut found = Scores::default();
    if !kernel.score(rules, board, piece, &mut found) {
        return None;
    }
    let orientations = &ORIENTATIONS[piece.index()];
    let mut list = Vec::new();
    let count = shape::distinct(piece).len();
    for (places, o) in found.facing[..count].iter().zip(orientations) {
        for lane in (0..16).filter(|&lane| places.scores[lane] != NOWHERE) {
            let score = places.scores[lane] as f64 / scale.factor;
            list.push((placement(piece, o, lane, places.rows[lane]), score));
        }
    }
    Some(list)
}

/// Compares all scores of all pieces on a board.
fn compare(agent: &Sample, rules: &Ruleset, board: &Board) {
    let linear = linear(agent);
    let kernel = Kernel::new(&linear).expect("served");
    let state = on_board(rules, board);
    for piece in Piece::ALL {
        let mut plain = Vec::new();
        placements::for_each(board, rules, piece, &mut |placement| {
            let outcome = Outcome::new(rules, &state, Remaining::ENDLESS, placement);
            if !outcome.is_lost() {
                plain.push((placement, linear.score(&outcome)));
            }
        });
        plain.sort_by_key(|&(placement, _)| placement);
        for kernel in [kernel, kernel.portable()] {
            let Some(mut fast) = scores(&kernel, rules, board, piece) else {
                assert!(!kernel.vectors || plain.is_empty(), "{piece} is not served on\n{board}");
                continue;
            };
            fast.sort_by_key(|&(placement, _)| placement);
            assert_eq!(fast.len(), plain.len(), "{piece}\n{board}");
            for (fast, plain) in fast.iter().zip(&plain) {
                assert_eq!(fast.0, plain.0);
                let apart = (fast.1 - plain.1).abs() * kernel.scale.factor;
                assert!(
                    apart <= kernel.scale.tolerance as f64 / 2.0,
                    "{:?}: {} is not {} (vectors: {})\n{board}",
                    fast.0,
                    fast.1,
                    plain.1,
                    kernel.vectors
                );
            }
        }
    }
}

fn agents() -> Vec<Sample> {
    let whole = Sample::from_toml(WHOLE);
    let mut agents: Vec<Sample> = [Some("adaptability"), Some("adaptability_true"), None]
        .into_iter()
        .map(|shape| {
            shape.map_or(whole.clone(), |shape| whole.with("weights", &format!("{shape} = 11")))
        })
        .collect();
    for agent in &agents {
        assert_eq!(Kernel::new(&linear(agent)).unwrap().scale.tolerance, 0);
    }
    let names = ["bcts", "dellacherie", "el-tetris", "dt20", "rvce", "misakamm"];
    agents.extend(names.map(Sample::shipped));
    agents
}

fn board() -> impl Strategy<Value = Board> {
    let rows = prop::collection::vec(any::<(u16, u16, u8)>(), 0..20);
    rows.prop_map(|rows| {
        let mut board = Board::empty(10);
        for (y, (a, b, kind)) in rows.into_iter().enumerate() {
            let row = match kind % 4 {
                0 => a,
                1 => a | b,
                2 => !(1 << (a % 10)),
                _ => !(1 << (a % 10) | 1 << (b % 10)),
            };
            let row = row & 0x3FF;
            board.set_row(y, if row == 0x3FF { row & !(1 << (b % 10)) } else { row });
        }
        board
    })
}

/// A board as in games: nearly all cells below the heights are filled.
fn stack() -> impl Strategy<Value = Board> {
    let heights = prop::array::uniform10(0usize..6);
    let holes = prop::collection::vec((0usize..10, 0usize..12), 0..6);
    (heights, holes, 0usize..12, 0usize..10).prop_map(|(heights, holes, lift, open)| {
        let mut columns = heights.map(|height| (1u32 << (height + lift)) - 1);
        for (x, y) in holes {
            let beside = |x: usize| columns.get(x).is_none_or(|column| column >> y != 0);
            if columns[x] >> y > 1 && beside(x.wrapping_sub(1)) && beside(x + 1) {
                columns[x] &= !(1 << y);
            }
        }
        let mut board = Board::empty(10);
        for y in 0..18 {
            let mut row = 0;
            for (x, column) in columns.iter().enumerate() {
                row |= ((column >> y & 1) << x) as u16;
            }
            board.set_row(y, if row == 0x3FF { row & !(1 << open) } else { row });
        }
        board
    })
}

/// Whether a board is closed, counted cell by cell.
fn is_closed(board: &Board) -> bool {
    let is_filled = |x: usize, y: usize| board.rows()[y] >> x & 1 == 1;
    let height = |x: usize| (0..20).rev().find(|&y| is_filled(x, y)).map_or(0, |y| y + 1);
    (0..10usize).all(|x| {
        let beside = [x.wrapping_sub(1), x + 1].into_iter().filter(|&x| x < 10);
        let least = beside.map(height).min().unwrap();
        (least..height(x)).all(|y| is_filled(x, y))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn scores_on_stacks(board in stack(), height in 16usize..24) {
        let height = height.max(board.top());
        let rules = rulesets::get("classic").unwrap().clone().with_size(10, height).unwrap();
        for agent in agents() {
            compare(&agent, &rules, &board);
            let kernel = Kernel::new(&linear(&agent)).unwrap();
            if kernel.scale.set == NINE && kernel.vectors && board.top() <= 15 {
                let frame = Frame::of(&rules);
                let ground = wide::Wide::ground_of::<NINE>(&kernel.scale, frame, &board);
                prop_assert_eq!(ground.is_closed, is_closed(&board));
            }
        }
    }

    #[test]
    fn scores_on_any_board(board in board(), height in 16usize..24) {
        let height = height.max(board.top());
        let rules = rulesets::get("classic").unwrap().clone().with_size(10, height).unwrap();
        for agent in agents() {
            compare(&agent, &rules, &board);
        }
    }
}

#[test]
fn deep_wells_are_not_cut_off() {
    let rules = rulesets::get("classic").unwrap();
    for (left, right) in [(0, 9), (0, 5), (1, 8), (3, 9)] {
        for height in 1..17 {
            let mut board = Board::empty(10);
            (0..height).for_each(|y| board.set_row(y, 0x3FF & !(1 << left | 1 << right)));
            for agent in agents() {
                compare(&agent, rules, &board);
            }
        }
    }
}

#[test]
fn looking_ahead_finds_the_same() {
    let base = Sample::shipped("misakamm");
    let expected = base.with("search", "depth = 2\nwidth = [4]");
    let danger = base.with(
        "search",
        "deepen = [{ room = 16, depth = 2, width = [5] }, { room = 12, depth = 3, width = [3, 2] }]",
    );
    let known = ["bcts", "dt20", "dellacherie"]
        .map(|name| (Sample::shipped(name).with("search", "depth = 2\nunknown = false"), 1, 400));
    let three = base.with("search", "depth = 3\nwidth = [6, 4]");
    let bcts = Sample::shipped("bcts").with("search", "depth = 3");
    let others = [(expected, 0, 400), (danger, 0, 400), (three, 1, 60), (bcts, 2, 8)];
    for (agent, queue, pieces) in known.into_iter().chain(others) {
        let mut rules = rulesets::get("classic").unwrap().clone();
        rules.previews = queue;
        let player = |change: fn(Kernel) -> Option<Kernel>| {
            Lookahead::new(agent.evaluator(), agent.lookahead()).with_kernel(change)
        };
        let mut plain = player(|_| None);
        let mut fast = [player(Some), player(|kernel| Some(kernel.portable()))];
        let mut game = Game::new(rules.clone(), 5);
        // A stack to start with, so that there is danger.
        for y in 0..6 {
            let mut state = *game.state();
            state.board.set_row(y, 0x3FF & !(1 << (3 * y % 10)));
            game = Game::from_state(rules.clone(), state, 5);
        }
        for _ in 0..pieces {
            let state = *game.state();
            if state.over.is_some() {
                break;
            }
            let choice = plain.choose(&rules, &Position::new(&state));
            for fast in &mut fast {
                assert_eq!(fast.choose(&rules, &Position::new(&state)), choice, "{}", state.board);
            }
            let Some(choice) = choice else { break };
            game.play_unchecked(choice);
        }
        assert!(fast[0].nodes() > 0);
    }
}

#[test]
fn a_look_that_gives_up_leaves_nothing_behind() {
    let agent = Sample::shipped("misakamm");
    let kernel = Kernel::new(&linear(&agent)).unwrap().portable();
    let rules = rulesets::get("classic").unwrap();
    let look = |board: &Board, level| {
        let ahead = Ahead {
            rules,
            known: &[],
            bag: minolab_rules::PieceSet::ALL,
            width: &[4],
            level,
            lost: -1e9,
        };
        let mut values = Vec::new();
        let found = kernel.look(ahead, board, Piece::T, &mut values);
        (found.is_some(), values.is_empty())
    };
    let stack = |rows: usize, row: u16| {
        let mut board = Board::empty(10);
        (0..rows).for_each(|y| board.set_row(y, row));
        board
    };
    let (no_well, well) = (0x3FC, 0x3FE);
    assert_eq!(look(&stack(7, no_well), 2), (true, false));
    // Too high for two pieces more.
    assert_eq!(look(&stack(8, no_well), 2), (false, true));
    // A well that costs more than the lanes hold.
    assert_eq!(look(&stack(2, well), 2), (true, false));
    assert_eq!(look(&stack(7, well), 2), (false, true));

    // The plain search chooses then.
    let agent = agent.with("search", "depth = 2\nwidth = [4]");
    let player = |change: fn(Kernel) -> Option<Kernel>| {
        Lookahead::new(agent.evaluator(), agent.lookahead()).with_kernel(change)
    };
    for board in [stack(8, no_well), stack(7, well)] {
        let mut state = *Game::new(rules.clone(), 3).state();
        state.board = board;
        let plain = player(|_| None).choose(rules, &Position::new(&state));
        assert!(plain.is_some());
        assert_eq!(
            player(|kernel| Some(kernel.portable())).choose(rules, &Position::new(&state)),
            plain
        );
    }
}

#[test]
fn misakamm_is_exact() {
    let kernel = Kernel::new(&linear(&Sample::shipped("misakamm"))).unwrap();
    assert_eq!((kernel.scale.tolerance, kernel.scale.factor), (0, 1.0));
}

/// Plays games by the plain player and asks both kernels at every step.
fn agrees(agent: &str, height: usize, pieces: u64) {
    let rules = rulesets::get("classic").unwrap().clone().with_size(10, height).unwrap();
    let agent = Sample::shipped(agent);
    let evaluator = agent.evaluator();
    let mut plain = Greedy::plain(evaluator.clone(), agent.ties());
    let mut fast = [false, true]
        .map(|portable| Greedy::new(evaluator.clone(), agent.ties()).portable(portable));
    let mut seed = 1;
    let mut game = Game::new(rules.clone(), seed);
    for _ in 0..pieces {
        let state = *game.state();
        let Some(choice) =
            plain.choose(&rules, &Position::new(&state)).filter(|_| state.over.is_none())
        else {
            seed += 1;
            game = Game::new(rules.clone(), seed);
            continue;
        };
        for fast in &mut fast {
            assert_eq!(
                fast.choose(&rules, &Position::new(&state)),
                Some(choice),
                "{}",
                state.board
            );
        }
        game.play_unchecked(choice);
        if game.state().over.is_some() {
            seed += 1;
            game = Game::new(rules.clone(), seed);
        }
    }
}

#[test]
fn same_games() {
    for agent in ["bcts", "dellacherie", "el-tetris", "dt10", "dt20", "rvce", "misakamm"] {
        agrees(agent, 10, 10_000);
        agrees(agent, 20, 10_000);
    }
}

/// Weights at which a top-out would beat some boards are not supported, and those just short of
/// that are played as the plain player plays.
#[test]
fn weights_of_any_size_are_played_alike() {
    let rules = rulesets::get("classic").unwrap();
    for holes in [1e5, 1e6, 1.9e6, 3e7, 1e8, 1e12] {
        let agent = Sample::shipped("bcts").with("weights", &format!("holes = -{holes:?}"));
        assert_eq!(Kernel::new(&linear(&agent)).is_some(), holes < 2e6, "{holes}");
        let mut plain = Greedy::plain(agent.evaluator(), agent.ties());
        let mut fast = [false, true]
            .map(|portable| Greedy::new(agent.evaluator(), agent.ties()).portable(portable));
        // Many holes under a high stack, so that some placements top out.
        for seed in 0..200u64 {
            let mut state = *Game::new(rules.clone(), seed).state();
            for y in 0..15 + seed as usize % 4 {
                let bits = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (y % 50);
                state
                    .board
                    .set_row(y, (bits as u16 | 1 << (y % 10)) & 0x3FF & !(1 << (y * 7 % 10)));
            }
            let position = Position::new(&state);
            let choice = plain.choose(rules, &position);
            for fast in &mut fast {
                assert_eq!(fast.choose(rules, &position), choice, "{holes} {}", state.board);
            }
        }
    }
}
