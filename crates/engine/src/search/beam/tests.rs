use minolab_rules::{
    Choice, Game, Piece, PieceSet, PieceSource, Randomizer, Ruleset, State, placements, shipped,
};
use std::sync::Arc;

use super::{
    ending::Ending,
    growth::Growth,
    tree::{Beam, Bounds, ROUND},
};
use crate::{
    BeamPlayer, BeamSettings, Evaluator, Limits, Outcome, Player, Points, Position, Remaining,
    testing::Sample,
};

fn rules() -> &'static Ruleset {
    shipped::get("capstone").unwrap()
}

fn points(agent: &str) -> Arc<dyn Evaluator> {
    Sample::shipped(agent).evaluator()
}

/// A shipped agent's beam by nodes, changed.
fn player_with(name: &str, nodes: u64, change: impl FnOnce(&mut BeamSettings)) -> Player {
    let sample = Sample::shipped(name);
    let mut settings = BeamSettings { nodes: Some(nodes), ms: None, ..sample.beam() };
    change(&mut settings);
    // The sprint's agent keeps to hard drops.
    let rules = Ruleset { slide: name != "sprint", ..rules().clone() };
    Player::new(&rules, BeamPlayer::new(sample.evaluator(), &settings))
}

fn player(name: &str, nodes: u64) -> Player {
    player_with(name, nodes, |_| ())
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
    let first = play(&mut player("blitz", 3000), 5, 60);
    let mut again = player("blitz", 3000);
    assert_eq!(play(&mut again, 5, 60), first);
    // Earlier searches do not matter either.
    assert_eq!(play(&mut again, 5, 60), first);
    assert_ne!(play(&mut again, 6, 60), first);
}

#[test]
fn threads_change_nothing() {
    let mut several = player("blitz", 5000);
    several.set_threads(3);
    assert_eq!(play(&mut several, 5, 60), play(&mut player("blitz", 5000), 5, 60));
}

/// Without pruning, what is kept from the last search is everything a new one would find.
#[test]
fn a_carried_search_finds_what_a_new_one_does() {
    // So few previews that every search goes beyond them.
    assert_eq!(spared(1), 0, "every position had an unknown current piece");
    assert!(spared(2) > 0, "nothing was kept");
}

/// The positions that carrying saved with this many previews.
fn spared(previews: u8) -> u64 {
    let rules = Ruleset { previews, ..rules().clone() };
    let new = Bounds { depth: 3, keep: 1 << 20, round: ROUND, hopes: 0, carries: false };
    let carries = Bounds { carries: true, ..new };
    let (mut carried, mut fresh) = (Beam::new(points("blitz")), Beam::new(points("blitz")));
    let mut game = Game::new(rules.clone(), 8);
    for done in 0..10 {
        let left = Remaining { pieces: 40 - done, lines: u64::MAX };
        let line = carried.search(&rules, game.state(), left, carries, &mut |_, _| true).unwrap();
        let found = fresh.search(&rules, game.state(), left, new, &mut |_, _| true).unwrap();
        assert_eq!((line.value, line.depth), (found.value, found.depth));
        // The line is one that can be played and is worth what it says.
        let mut state = *game.state();
        let mut value = 0.0;
        for mut choice in carried.choices(line) {
            if state.current.is_none() {
                state.current = state.hold.take();
                choice.hold = false;
            }
            value += play_one(&mut state, &rules, choice);
        }
        assert_eq!(
            value + growth(&rules, points("blitz").as_ref()).value(&state, u32::MAX),
            line.value
        );
        game.play(carried.first(line)).unwrap();
    }
    fresh.nodes() - carried.nodes()
}

fn growth<'a>(rules: &'a Ruleset, evaluator: &'a dyn Evaluator) -> Growth<'a> {
    Growth { rules, evaluator, keys: None }
}

fn play_one(state: &mut State, rules: &Ruleset, choice: Choice) -> f64 {
    let evaluator = points("blitz");
    let mut outcome = Outcome::still(rules, state, Remaining::ENDLESS, choice.placement);
    outcome.play(choice.hold);
    let reward = evaluator.reward(&outcome);
    state.play(rules, choice).unwrap();
    reward
}

/// The best line over every sequence of choices, by trying them all.
fn best_of_all(growth: Growth, state: &State, depth: usize, reward: f64) -> Option<f64> {
    if depth == 0 {
        return Some(reward + growth.value(state, u32::MAX));
    }
    let mut best: Option<f64> = None;
    let mut swapped = *state;
    let holds = swapped.swap(rules()).is_ok();
    for (hold, from) in [(false, *state), (true, swapped)] {
        let (Some(piece), true) = (from.current, !hold || holds) else { continue };
        for &placement in placements::all(&from.board, rules(), piece).iter() {
            let mut outcome = Outcome::still(rules(), &from, Remaining::ENDLESS, placement);
            outcome.play(false);
            if !outcome.is_lost() {
                let reward = reward + growth.evaluator.reward(&outcome);
                let found = best_of_all(growth, &outcome.after, depth - 1, reward);
                best = found.into_iter().chain(best).reduce(f64::max);
            }
        }
    }
    best
}

#[test]
fn with_time_enough_nothing_better_is_missed() {
    let evaluator = points("blitz");
    for seed in 0..3 {
        let mut player = player_with("blitz", 1 << 40, |beam| (beam.depth, beam.hopes) = (2, 0));
        let mut source = PieceSource::new(Randomizer::Bag, seed);
        let state = State::new(rules(), (0..4).map(|_| source.deal()));
        let decision = player.rank(&Position::new(&state), Limits::default(), &mut |_| ());
        let found = decision.unwrap().ranked[0].score;
        let growth = growth(rules(), evaluator.as_ref());
        assert_eq!(Some(found), best_of_all(growth, &state, 2, 0.0));
    }
}

#[test]
fn a_search_shallower_than_the_queue_averages_over_nothing() {
    let game = Game::new(rules().clone(), 3);
    for depth in 1..4 {
        let choice = |hopes| {
            let change = |beam: &mut BeamSettings| (beam.depth, beam.hopes) = (depth, hopes);
            let mut player = player_with("blitz", 2000, change);
            player.choose(&Position::new(game.state())).unwrap()
        };
        assert_eq!(choice(8), choice(0));
    }
}

#[test]
fn a_ranking_is_sorted_and_adds_up() {
    // An average over what may come is not the sum of one line's shares.
    let mut player = player_with("blitz", 2000, |beam| beam.hopes = 0);
    let mut game = Game::new(rules().clone(), 3);
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

/// A ranking costs what it was given, but for one evaluation of each choice at least.
#[test]
fn a_ranking_keeps_to_its_nodes() {
    for name in ["blitz", "sprint"] {
        let mut game = Game::new(rules().clone(), 5);
        for _ in 0..4 {
            let (state, mut last) = (*game.state(), 0);
            for nodes in [1, 100, 3000, 20_000, 100_000, 400_000] {
                let mut player = player_with(name, nodes, |_| ());
                let limits = Limits::default();
                let decision = player.rank(&Position::new(&state), limits, &mut |_| ()).unwrap();
                let least = decision.ranked.len() as u64;
                let (found, most) = (decision.nodes, (nodes + nodes / 4).max(least));
                assert!((least..=most).contains(&found), "{name}: {found} of {nodes}");
                assert!(found >= last && (nodes < 20_000 || found > nodes / 3), "{name}: {found}");
                last = found;
            }
            let choice = player(name, 500).choose(&Position::new(&state)).unwrap();
            game.play(choice).unwrap();
        }
    }
}

#[test]
fn a_sprint_ends_without_leftovers_when_it_can() {
    let mut player = player("sprint", 1000);
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
    let evaluator = Points::default();
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
    let ending =
        Ending { rules: &rules, state: &state, lines: 2, evaluator: &evaluator, limit: 10_000 };
    let choice = ending.choose().0.unwrap();
    assert!(choice.hold && choice.placement.piece == Piece::I, "{choice}");
    // Without a hold there is no other way.
    let rules = Ruleset { hold: false, ..rules.clone() };
    assert_eq!(Ending { rules: &rules, ..ending }.choose().0, None);
}

#[test]
fn a_choice_depends_on_nothing_that_was_chosen_before() {
    let mut experienced = player("sprint", 300);
    // Short games are mostly endings, where the solver runs out of nodes: anything remembered would take it further.
    for seed in 1..=20 {
        let mut game = Game::new(rules().clone(), seed);
        while game.totals().lines < 6 {
            let remaining = Remaining { pieces: u64::MAX, lines: 6 - game.totals().lines };
            let position = Position::new(game.state()).with_remaining(remaining);
            let mut newcomer = player("sprint", 300);
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
    let mut player = player("blitz", 500);
    let choice = player.choose(&Position::new(&state)).unwrap();
    assert!(state.play(rules(), choice).is_ok());
}
