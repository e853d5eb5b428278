//! The original's lists at every level, and what must hold of any search.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use minolab_agents::{Agent, SearchKind};
use minolab_engine::{Limits, Lookahead, Outcome, Position, Remaining, Search, contour};
use minolab_rules::{
    Board, Choice, Game, Piece, PieceSet, Placement, Randomizer, Ruleset, State, placements,
    shipped,
};

fn rules(name: &str) -> &'static Ruleset {
    shipped::get(name).unwrap()
}

/// A shipped agent with settings of its search changed.
fn agent(name: &str, settings: &[(&str, &str)]) -> Agent {
    let settings: Vec<(String, &str)> =
        settings.iter().map(|(name, value)| (format!("search.{name}"), *value)).collect();
    let pairs = settings.iter().map(|(name, value)| (name.as_str(), *value));
    // A depth is for a search that has one.
    let lookahead = [("search.kind", "lookahead")];
    minolab_agents::shipped::get(name)
        .unwrap()
        .with_settings(lookahead.into_iter().chain(pairs))
        .unwrap()
}

fn player(name: &str, settings: &[(&str, &str)]) -> Lookahead {
    let agent = agent(name, settings);
    let SearchKind::Lookahead(settings) = &agent.search.kind else { panic!("another search") };
    Lookahead::new(agent.evaluator(), settings.clone())
}

fn state(rules: &Ruleset, board: &str, pieces: &[Piece]) -> State {
    State { board: board.parse().unwrap(), ..State::new(rules, pieces.iter().copied()) }
}

/// The original's (rotation, x, y): the corner of the box, y from the top of twenty rows.
fn corner(placement: Placement) -> (u8, i8, i8) {
    let (turned, x, top) = contour::order(placement);
    (turned, x, 20 + top)
}

fn ranked(player: &mut dyn Search, rules: &Ruleset, state: &State) -> Vec<(Choice, f64)> {
    let decision =
        player.rank(rules, &Position::new(state), Limits::default(), &mut |_| {}).unwrap();
    decision.ranked.iter().map(|ranked| (ranked.choice, ranked.score)).collect()
}

/// The Scala program's list for two known pieces: the best cost, then how much more.
#[test]
fn l_and_then_s() {
    #[rustfmt::skip]
    let expected = [
        (2, 7, 18, 7.468), (1, 7, 17, 2.392), (2, 5, 18, 3.185), (1, 5, 17, 4.367),
        (2, 6, 18, 4.698), (1, 4, 17, 4.876), (0, 7, 18, 6.256), (1, 6, 17, 6.784),
        (2, 4, 18, 6.792), (1, 0, 16, 7.099), (1, 8, 17, 8.076), (0, 4, 18, 8.822),
        (0, 5, 18, 10.981), (1, 3, 16, 11.572), (2, 3, 17, 11.704), (0, 6, 18, 13.068),
        (0, 0, 17, 16.359), (3, 8, 17, 17.037), (2, 0, 16, 18.621), (3, 3, 17, 19.572),
        (0, 3, 17, 20.080), (2, 2, 16, 21.189), (3, 4, 17, 22.334), (3, 6, 17, 22.397),
        (1, 2, 15, 23.012), (3, 7, 17, 24.036), (3, 5, 17, 24.872), (3, 2, 16, 25.434),
        (0, 1, 17, 26.097), (2, 1, 16, 26.604), (3, 0, 16, 27.289), (1, 1, 15, 28.101),
        (0, 2, 16, 31.472), (3, 1, 15, 48.365),
    ];
    let rules = rules("tengstrand");
    let state = state(rules, "--x------- -xxx------", &[Piece::L, Piece::S]);
    let mut player = player("analyzer", &[]);
    let found = ranked(&mut player, rules, &state);
    assert_eq!(found.len(), 34);
    let best = found[0].1;
    for (index, (&(choice, score), expected)) in found.iter().zip(expected).enumerate() {
        let (rotation, x, y, cost) = expected;
        assert_eq!(corner(choice.placement), (rotation, x, y), "place {index}");
        let more = if index == 0 { -score } else { best - score };
        assert!((more - cost).abs() < 0.000_500_1, "{more}, expected {cost}");
    }
    assert_eq!(player.choose(rules, &Position::new(&state)), Some(found[0].0));
    // The next piece may be known by other means than the queue.
    let alone = State { queue: Default::default(), ..state };
    assert_eq!(
        player.choose(rules, &Position { known: &[Piece::S], ..Position::new(&alone) }),
        Some(found[0].0)
    );
}

const SCREENSHOT: &str = "
    .........x
    x........x
    x........x
    xxx......x
    xxxxxxx..x
    xxxxxxxx.x
";

/// The C++ program's list at every level: (rotation, x counted from 1), costs by level.
fn screenshot(depth: usize) {
    let expected: [((u8, i8), &[f64]); 9] = [
        ((3, 1), &[8.899, 8.702, 8.581, 8.500, 8.361, 8.342]),
        ((2, 4), &[10.524, 9.166, 8.834, 8.554, 8.342, 8.292]),
        ((1, 2), &[10.516, 10.138, 9.809, 9.671]),
        ((1, 4), &[11.164, 10.477, 10.171]),
        ((2, 5), &[12.842, 11.701]),
        ((3, 8), &[11.951, 12.204]),
        ((1, 6), &[13.964, 13.133]),
        ((1, 8), &[14.125, 14.593]),
        ((1, 5), &[14.670]),
    ];
    let rules = rules("tengstrand-sliding");
    let state = state(rules, SCREENSHOT, &[Piece::L]);
    let depth_text = depth.to_string();
    let mut player = player("analyzer", &[("unknown", "true"), ("depth", &depth_text)]);
    let found = player.levels(rules, &Position::new(&state), &mut |_| ()).unwrap();
    assert_eq!(found.len(), 34);
    let mut expected: Vec<_> =
        expected.into_iter().map(|(at, costs)| (at, &costs[..costs.len().min(depth)])).collect();
    // Those searched deeper come first; then the better at its last level.
    expected.sort_by(|a, b| {
        let last = |costs: &[f64]| *costs.last().unwrap();
        b.1.len().cmp(&a.1.len()).then(last(a.1).total_cmp(&last(b.1)))
    });
    for (found, (at, costs)) in found.iter().zip(expected) {
        let (rotation, x, _) = corner(found.choice.placement);
        assert_eq!((rotation, x + 1), at);
        assert_eq!(found.values.len(), costs.len(), "{at:?}");
        for (index, (&(level, value), cost)) in found.values.iter().zip(costs).enumerate() {
            assert_eq!(level as usize, index + 1);
            assert!((-value - cost).abs() < 0.000_500_1, "{at:?}: {value}, expected {cost}");
        }
    }
    let worst = found.iter().map(|leveled| -leveled.values[0].1).fold(0.0, f64::max);
    assert!((worst - 8.899 - 81.864).abs() < 0.001);
    assert_eq!(player.choose(rules, &Position::new(&state)), Some(found[0].choice));
}

#[test]
fn levels_of_the_screenshot() {
    (1..=4).for_each(screenshot);
}

/// Fifteen million boards.
#[test]
fn deep_levels_of_the_screenshot() {
    (5..=6).for_each(screenshot);
}

/// Values by definition: every placement of every piece, without pruning.
fn by_hand(
    agent: &Agent,
    rules: &Ruleset,
    state: &State,
    known: &[Piece],
    depth: u32,
    bag: PieceSet,
) -> f64 {
    let evaluator = agent.evaluator();
    let one = |piece: Piece, rest: &[Piece], bag: PieceSet| {
        let value = |placement: &Placement| {
            let outcome = Outcome::new(rules, state, Remaining::ENDLESS, *placement);
            if outcome.is_lost() {
                evaluator.lost(rules)
            } else if depth == 1 {
                evaluator.verdict(&outcome)
            } else {
                let ahead = by_hand(agent, rules, &outcome.after, rest, depth - 1, bag);
                evaluator.reward(&outcome) + ahead
            }
        };
        let all = placements::all(&state.board, rules, piece);
        all.iter().map(value).reduce(f64::max).unwrap_or(evaluator.lost(rules))
    };
    match known.split_first() {
        Some((&piece, rest)) => one(piece, rest, bag),
        None => {
            let after = |piece| match bag.without(piece) {
                _ if !rules.randomizer.deals_bags() => bag,
                PieceSet::EMPTY => PieceSet::ALL,
                rest => rest,
            };
            let sum: f64 = bag.iter().map(|piece| one(piece, &[], after(piece))).sum();
            sum / bag.len() as f64
        }
    }
}

#[test]
fn values_are_those_worked_out_by_hand() {
    let board = "
        X........X
        XX.....X.X
        XXX.XXXX.X
        XXXXX.XXXX
    ";
    let bags = Ruleset { randomizer: Randomizer::Bag, ..rules("classic").clone() };
    let next = rules("classic-next");
    for (rules, queue, known) in [
        (rules("classic"), vec![Piece::T], vec![]),
        (next, vec![Piece::T, Piece::S], vec![]),
        (next, vec![Piece::J, Piece::I], vec![Piece::O]),
        (&bags, vec![Piece::L], vec![Piece::S, Piece::Z]),
    ] {
        let state = state(rules, board, &queue);
        let bag = [Piece::O, Piece::I, Piece::J].into_iter().collect();
        let state = if rules.randomizer.deals_bags() { State { bag, ..state } } else { state };
        let agent = agent("bcts", &[]);
        let pieces: Vec<_> = queue.iter().chain(&known).copied().collect();
        let bag = known.iter().fold(state.bag, |bag, &piece| match rules.randomizer {
            Randomizer::Bag => bag.without(piece),
            _ => bag,
        });
        for depth in 1..=(known.len() as u32 + 2) {
            let mut player = player("bcts", &[("depth", &depth.to_string())]);
            let position = Position { known: &known, ..Position::new(&state) };
            let ranked = player.rank(rules, &position, Limits::default(), &mut |_| {});
            let best = ranked.unwrap().ranked.remove(0);
            let expected = by_hand(&agent, rules, &state, &pieces, depth, bag);
            assert_eq!(best.score, expected, "{} {depth} {pieces:?}", rules.name);
            assert_eq!(best.line.len(), pieces.len().min(depth as usize));
            assert_eq!(player.choose(rules, &position), Some(best.choice));
        }
    }
}

#[test]
fn shares_add_up_and_every_level_is_reported() {
    let rules = rules("classic");
    let state = state(rules, SCREENSHOT, &[Piece::T]);
    let settings = [("depth", "3"), ("thresholds", "[200, 100]")];
    let mut depths = Vec::new();
    let decision = player("bcts", &settings)
        .rank(rules, &Position::new(&state), Limits::default(), &mut |report| {
            depths.push(report.depth)
        })
        .unwrap();
    assert_eq!((decision.depth, decision.ranked.len()), (3, 34));
    assert_eq!(depths, [1, 2, 3, 3]);
    for ranked in &decision.ranked {
        let sum: f64 = ranked.reasons.iter().map(|(_, share)| share).sum();
        assert!((sum - ranked.score).abs() < 1e-9, "{sum} {}", ranked.score);
    }
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let shallow =
        player("bcts", &settings).rank(rules, &Position::new(&state), limits, &mut |_| {});
    assert_eq!(shallow.unwrap().depth, 1);
}

#[test]
fn a_choice_without_rivals_is_not_looked_into() {
    let rules = rules("tengstrand");
    let state = state(rules, SCREENSHOT, &[Piece::L]);
    let settings = [("unknown", "true"), ("depth", "3"), ("thresholds", "[0.5, 0.5]")];
    let found = player("analyzer", &settings).levels(rules, &Position::new(&state), &mut |_| ());
    assert!(found.unwrap().iter().all(|leveled| leveled.values.len() == 1));
}

#[test]
fn a_search_that_is_stopped_answers_with_the_levels_that_are_done() {
    let rules = rules("tengstrand-sliding");
    let state = state(rules, SCREENSHOT, &[Piece::L]);
    let levels = |depth: &str, stop_after: usize| {
        let mut player = player("analyzer", &[("unknown", "true"), ("depth", depth)]);
        let stop = Arc::new(AtomicBool::new(false));
        player.set_stop(Arc::clone(&stop));
        let mut heard = 0;
        let found = player.levels(rules, &Position::new(&state), &mut |_| {
            heard += 1;
            stop.store(heard >= stop_after, Ordering::Relaxed);
        });
        (found.unwrap(), heard)
    };
    let (whole, heard) = levels("3", usize::MAX);
    assert_eq!(heard, 3);
    // Stopped in the middle of the fourth level, which would have taken far longer.
    let (stopped, heard) = levels("4", 3);
    assert_eq!((stopped, heard), (whole, 3));
    // Levels that are all unpruned have the first one to fall back on.
    let mut player = player("bcts", &[("depth", "4")]);
    player.set_stop(Arc::new(AtomicBool::new(true)));
    let found = player.levels(rules, &Position::new(&state), &mut |_| ()).unwrap();
    assert!(found.iter().all(|leveled| leveled.values.len() == 1));
    assert!(found.windows(2).all(|pair| pair[0].values[0].1 >= pair[1].values[0].1));
}

#[test]
fn a_narrow_search_looks_into_the_best_few() {
    let rules = rules("classic");
    let state = state(rules, SCREENSHOT, &[Piece::T]);
    let wide = ranked(&mut player("bcts", &[("depth", "2")]), rules, &state);
    let all = ranked(&mut player("bcts", &[("depth", "2"), ("width", "[99]")]), rules, &state);
    assert_eq!(wide, all);
    let few = ranked(&mut player("bcts", &[("depth", "2"), ("width", "[6]")]), rules, &state);
    let first = ranked(&mut player("bcts", &[("kind", "lookahead")]), rules, &state);
    let mut expected: Vec<_> = first[..6].iter().map(|(choice, _)| *choice).collect();
    let mut found: Vec<_> = few.iter().map(|(choice, _)| *choice).collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    for (choice, score) in few {
        assert!(wide.contains(&(choice, score)));
    }
}

/// It searches unknown pieces only where little room is left.
#[test]
fn danger_deepens() {
    let rules = rules("classic");
    let deepen = "[{ room = 12, depth = 2, width = [6] }, { room = 6, depth = 3, width = [3, 2] }]";
    let mut player = player("bcts", &[("deepen", deepen)]);
    let mut depth = |rows: usize| {
        let mut board = Board::EMPTY;
        (0..rows).for_each(|y| board.set_row(y, 0b11_1111_1110));
        let state = State { board, ..State::new(rules, [Piece::O]) };
        let decision =
            player.rank(rules, &Position::new(&state), Limits::default(), &mut |_| {}).unwrap();
        assert_eq!(player.choose(rules, &Position::new(&state)), Some(decision.ranked[0].choice));
        decision.depth
    };
    // The O lies two rows high.
    assert_eq!([6, 7, 12, 13].map(&mut depth), [1, 2, 2, 3]);
}

#[test]
fn choosing_is_taking_the_first_of_the_ranking() {
    let deepen = "[{ room = 16, depth = 2, width = [3] }]";
    for (name, ruleset, settings) in [
        ("analyzer", "tengstrand", &[][..]),
        ("analyzer", "tengstrand-sliding", &[]),
        ("analyzer-1.4", "tengstrand", &[]),
        ("analyzer", "classic-next", &[]),
        ("analyzer", "tengstrand", &[("unknown", "true")]),
        ("bcts", "classic-next", &[("depth", "2")]),
        ("bcts", "guideline", &[("depth", "2"), ("width", "[4]")]),
        ("dt20", "classic", &[("deepen", deepen)]),
    ] {
        let rules = rules(ruleset);
        let mut player = player(name, settings);
        let mut game = Game::new(rules.clone(), 5);
        for _ in 0..60 {
            let choice = player.choose(rules, &Position::new(game.state()));
            let ranked =
                player.rank(rules, &Position::new(game.state()), Limits::default(), &mut |_| {});
            assert_eq!(choice, ranked.map(|decision| decision.ranked[0].choice), "{name}");
            game.play(choice.unwrap()).unwrap();
        }
    }
}

#[test]
fn nothing_to_place_is_no_choice() {
    let rules = rules("tengstrand");
    let mut board = Board::EMPTY;
    (0..20).for_each(|y| board.set_row(y, 0b01_1111_1110));
    let state = State { board, ..State::new(rules, [Piece::T]) };
    let mut player = player("analyzer", &[]);
    assert_eq!(player.choose(rules, &Position::new(&state)), None);
    assert_eq!(player.rank(rules, &Position::new(&state), Limits::default(), &mut |_| {}), None);
}

#[test]
fn errors_name_what_was_found() {
    let error = |name: &str, value: &str| {
        let analyzer = minolab_agents::shipped::get("analyzer").unwrap();
        analyzer.with_setting(&format!("search.{name}"), value).unwrap_err().to_string()
    };
    assert_eq!(error("depth", "0"), "search depth is 0, expected 1 to 51");
    assert_eq!(
        error("deepen", "[{ room = 3, depth = 99 }]"),
        "search depth is 99, expected 1 to 51"
    );
    assert_eq!(error("width", "[3, 0]"), "search width is 0, expected at least 1");
    assert_eq!(error("thresholds", "[1, nan]"), "search threshold is NaN, expected 0 or more");
}
