use minolab_rules::{
    Board, Choice, Game, Piece, PieceSet, PieceSource, Randomizer, Ruleset, Spin, State,
    placements, shipped,
};
use proptest::prelude::*;

use super::{
    Modern,
    beam::{Beam, Bounds},
    ending::Ending,
    slots::Slot,
    stack::Rows,
};
use crate::{Agent, Limits, Player, Position, Remaining};

fn rules() -> &'static Ruleset {
    shipped::get("capstone").unwrap()
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
            let all = placements::all(&board, rules(), Piece::T);
            let is_slot = |placement| {
                let mut after = board;
                let lines = rules().land(&mut after, placement).lines;
                lines == slot.lines as u32
                    && Rows::new(&after).filled == Rows::new(&board).filled_with(&slot).filled
            };
            let spin = all.iter().find(|placement| placement.spin == Spin::Full && is_slot(**placement));
            prop_assert!(spin.is_some(), "{board} {slot:?}");
        }
    }

    /// Vectors change nothing.
    #[test]
    fn every_machine_judges_alike(board in boards(), hold in 0..7usize) {
        let judge = judge("blitz");
        let mut state = State::new(rules(), [Piece::I]);
        (state.board, state.hold) = (board, Some(Piece::from_index(hold)));
        let mut plain = 0;
        judge.potential_terms(&state, 9, &mut |_, share| plain += share);
        prop_assert_eq!(judge.potential(&state, 9), plain);
    }
}

fn judge(agent: &str) -> Modern {
    match &crate::shipped::get(agent).unwrap().evaluator {
        crate::EvaluatorSettings::Modern(judge) => judge.as_ref().clone(),
        _ => panic!("not modern"),
    }
}

fn agent(name: &str, nodes: u64) -> Agent {
    let agent = crate::shipped::get(name).unwrap();
    let mut agent = agent.with_setting("search.nodes", &nodes.to_string()).unwrap();
    agent.search.ms = None;
    agent
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
    assert_eq!(slot("XXX.XXXXXX"), None);
}

/// Plays some pieces and says what was played.
fn play(player: &mut Player, seed: u64, pieces: u64) -> Vec<Choice> {
    let mut game = Game::new(rules().clone(), seed);
    let mut played = Vec::new();
    for done in 0..pieces {
        let remaining = Remaining { pieces: pieces - done, lines: u64::MAX };
        let position = Position::new(game.state()).with_remaining(remaining);
        let choice = player.choose(&position).unwrap();
        game.play(choice).unwrap();
        played.push(choice);
    }
    played
}

#[test]
fn the_same_nodes_make_the_same_game() {
    let agent = agent("blitz", 3000);
    let first = play(&mut agent.player(rules()), 5, 60);
    let mut again = agent.player(rules());
    assert_eq!(play(&mut again, 5, 60), first);
    // What it saw before does not matter either.
    assert_eq!(play(&mut again, 5, 60), first);
    assert_ne!(play(&mut again, 6, 60), first);
}

#[test]
fn threads_change_nothing() {
    let agent = agent("blitz", 5000);
    let mut several = agent.player(rules());
    several.set_threads(3);
    assert_eq!(play(&mut several, 5, 60), play(&mut agent.player(rules()), 5, 60));
}

/// With nothing left out, what is kept of the last search is all that a new one would find.
#[test]
fn a_carried_search_finds_what_a_new_one_does() {
    // So few are shown that every search reaches past them.
    assert_eq!(spared(1), 0, "every position had an unknown piece in hand");
    assert!(spared(2) > 0, "nothing was kept");
}

/// The positions that carrying on saved with this many pieces shown.
fn spared(previews: u8) -> u64 {
    let rules = Ruleset { previews, ..rules().clone() };
    let new = Bounds { depth: 3, keep: 1 << 20, hopes: 0, carries: false };
    let carries = Bounds { carries: true, ..new };
    let (mut carried, mut fresh) = (Beam::new(judge("blitz")), Beam::new(judge("blitz")));
    let mut game = Game::new(rules.clone(), 8);
    for done in 0..10 {
        let left = Remaining { pieces: 40 - done, lines: u64::MAX };
        let line = carried.search(&rules, game.state(), left, carries, &mut |_, _| true).unwrap();
        let found = fresh.search(&rules, game.state(), left, new, &mut |_, _| true).unwrap();
        assert_eq!((line.value, line.depth), (found.value, found.depth));
        // The line is one that can be played and is worth what it says.
        let mut state = *game.state();
        let mut value = 0;
        for mut choice in carried.choices(line) {
            if state.current.is_none() {
                state.current = state.hold.take();
                choice.hold = false;
            }
            value += play_one(&mut state, &rules, choice);
        }
        assert_eq!(value + judge("blitz").potential(&state, u32::MAX), line.value);
        game.play(carried.first(line)).unwrap();
    }
    fresh.nodes() - carried.nodes()
}

fn play_one(state: &mut State, rules: &Ruleset, choice: Choice) -> i32 {
    let clear = state.play(rules, choice).unwrap();
    judge("blitz").reward(choice.placement, &clear, 0)
}

/// The best line over every sequence of choices, by trying them all.
fn best_of_all(judge: &Modern, state: &State, depth: usize, reward: i32) -> Option<i32> {
    if depth == 0 {
        return Some(reward + judge.potential(state, u32::MAX));
    }
    let mut best = None;
    let mut swapped = *state;
    let holds = swapped.swap(rules()).is_ok();
    for (hold, from) in [(false, *state), (true, swapped)] {
        let (Some(piece), true) = (from.current, !hold || holds) else { continue };
        for &placement in placements::all(&from.board, rules(), piece).iter() {
            let mut after = from;
            let clear = after.play_unchecked(rules(), Choice { hold: false, placement });
            if after.over.is_none() {
                let reward = reward + judge.reward(placement, &clear, 0);
                best = best.max(best_of_all(judge, &after, depth - 1, reward));
            }
        }
    }
    best
}

#[test]
fn with_time_enough_nothing_better_is_missed() {
    let judge = judge("blitz");
    for seed in 0..3 {
        let mut agent = agent("blitz", 1 << 40);
        (agent.search.depth, agent.search.hopes) = (2, 0);
        let mut source = PieceSource::new(Randomizer::Bag, seed);
        let state = State::new(rules(), (0..4).map(|_| source.deal()));
        let decision =
            agent.player(rules()).rank(&Position::new(&state), Limits::default(), &mut |_| ());
        let found = decision.unwrap().ranked[0].score;
        assert_eq!(Some(found as i32), best_of_all(&judge, &state, 2, 0));
    }
}

#[test]
fn a_search_shallower_than_the_queue_averages_over_nothing() {
    let game = Game::new(rules().clone(), 3);
    for depth in 1..4 {
        let choice = |hopes| {
            let mut agent = agent("blitz", 2000);
            (agent.search.depth, agent.search.hopes) = (depth, hopes);
            agent.player(rules()).choose(&Position::new(game.state())).unwrap()
        };
        assert_eq!(choice(8), choice(0));
    }
}

#[test]
fn a_ranking_is_sorted_and_adds_up() {
    let mut agent = agent("blitz", 2000);
    // An average over what may come is not the sum of one line's shares.
    agent.search.hopes = 0;
    let mut game = Game::new(rules().clone(), 3);
    let mut player = agent.player(rules());
    for _ in 0..12 {
        let choice = player.choose(&Position::new(game.state())).unwrap();
        let decision = player.rank(&Position::new(game.state()), Limits::default(), &mut |_| ());
        let ranked = decision.unwrap().ranked;
        assert!(ranked.iter().any(|ranked| ranked.choice == choice));
        assert!(ranked.is_sorted_by(|a, b| a.score >= b.score));
        for ranked in ranked {
            let sum: f64 = ranked.reasons.iter().map(|reason| reason.1).sum();
            assert_eq!(sum, ranked.score, "{}", ranked.choice);
        }
        game.play(choice).unwrap();
    }
}

#[test]
fn a_sprint_ends_without_leftovers_when_it_can() {
    let agent = agent("sprint", 1000);
    let mut player = agent.player(rules());
    let rules = Ruleset { slide: false, ..rules().clone() };
    // Two rows to go: the square and two bars fill them.
    let mut state = State::new(&rules, [Piece::O, Piece::I, Piece::I, Piece::T, Piece::S]);
    state.board = "
        ....XXXX..
        ....XXXX..
    "
    .parse()
    .unwrap();
    let mut game = Game::from_state(rules, state, 1);
    while game.totals().lines < 2 {
        let remaining = Remaining { pieces: u64::MAX, lines: 2 - game.totals().lines };
        let position = Position::new(game.state()).with_remaining(remaining);
        let choice = player.choose(&position).unwrap();
        game.play(choice).unwrap();
    }
    assert_eq!((game.totals().pieces, game.state().board.cells()), (3, 0));
}

#[test]
fn the_end_may_need_the_next_piece_instead_of_one_that_is_known() {
    let judge = Modern::default();
    let rules = Ruleset { slide: false, ..rules().clone() };
    // Two bars and a square fill the rows; the T must wait on hold for what comes.
    let mut state = State::new(&rules, [Piece::T, Piece::I, Piece::I]);
    state.bag = PieceSet::ALL;
    state.board = "
        ....XXXX..
        ....XXXX..
    "
    .parse()
    .unwrap();
    let ending = Ending { rules: &rules, state: &state, lines: 2, judge: &judge, limit: 10_000 };
    let choice = ending.choose().0.unwrap();
    assert!(choice.hold && choice.placement.piece == Piece::I, "{choice}");
    // Without a hold there is no other way.
    let rules = Ruleset { hold: false, ..rules.clone() };
    assert_eq!(Ending { rules: &rules, ..ending }.choose().0, None);
}

#[test]
fn a_choice_depends_on_nothing_that_was_chosen_before() {
    let agent = agent("sprint", 300);
    let mut experienced = agent.player(rules());
    // Short games are mostly end, where the solver runs out of positions: whatever it knew from
    // before would take it further.
    for seed in 1..=20 {
        let mut game = Game::new(rules().clone(), seed);
        while game.totals().lines < 6 {
            let remaining = Remaining { pieces: u64::MAX, lines: 6 - game.totals().lines };
            let position = Position::new(game.state()).with_remaining(remaining);
            let mut newcomer = agent.player(rules());
            let [choice, other] =
                [&mut experienced, &mut newcomer].map(|player| player.choose(&position).unwrap());
            assert_eq!(choice, other, "seed {seed}, piece {}", game.totals().pieces);
            game.play(choice).unwrap();
        }
    }
}

#[test]
fn a_lost_position_still_gets_an_answer() {
    let mut state = State::new(rules(), [Piece::O, Piece::I]);
    // Nothing fits under the spawn, and whatever is placed blocks the next piece.
    for y in 0..20 {
        state.board.set_row(y, 0x3FF & !(1 << (y % 2)));
    }
    let mut player = agent("blitz", 500).player(rules());
    let choice = player.choose(&Position::new(&state)).unwrap();
    assert!(state.play(rules(), choice).is_ok());
}
