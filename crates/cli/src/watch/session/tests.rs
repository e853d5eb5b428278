//! Games that are watched, without a screen.

use minolab_rules::shipped;

use super::*;

fn session() -> Session {
    let agent = minolab_agents::shipped::get("lee").unwrap().clone();
    let rules = shipped::get("classic").unwrap().clone().with_size(6, 8).unwrap();
    Session::new(agent, rules, Mode::Marathon, 5)
}

#[test]
fn games_follow_each_other_and_are_counted() {
    let mut session = session();
    while session.counts().games < 3 {
        session.step();
    }
    let Counts { rows, pieces, min, max, .. } = session.counts();
    assert!(pieces > 30 && rows > 3 && min <= max && min.is_some());
    assert_eq!(session.game().seed(), 8);
    session.change_seed(-1);
    assert_eq!(session.game().seed(), 7);
    assert_eq!(session.counts(), Counts::default());
}

#[test]
fn time_plays_pieces() {
    let mut session = session();
    session.pass(Duration::from_millis(80), Duration::from_secs(1));
    assert_eq!(session.game().totals().pieces, 1);
    assert_eq!(session.due(), Duration::from_millis(70));
    assert_eq!(session.rates()[1].round(), 0.0);
    // However often it is called, it is 75 ms per piece.
    for _ in 0..60 {
        session.pass(Duration::from_millis(40), Duration::from_millis(33));
    }
    // Starting a game takes as long as a piece.
    assert_eq!(session.counts().pieces + session.counts().games, (80 + 60 * 40) / 75);
    assert!((11.0..15.0).contains(&session.rates()[1]), "{:?}", session.rates());
    session.is_paused = true;
    let before = session.counts();
    session.pass(Duration::from_secs(10), Duration::from_secs(1));
    assert_eq!(session.counts(), before);
    session.is_paused = false;
    session.max_speed();
    session.pass(Duration::ZERO, Duration::from_millis(20));
    assert!(session.counts().pieces > before.pieces + 20);
    assert_eq!(session.speed(), (16, 0));
    session.change_speed(-100);
    assert_eq!(session.speed(), (1, 1000));
}

#[test]
fn the_chosen_move_is_played() {
    let mut session = session();
    session.toggle_moves();
    let moves = session.moves().unwrap();
    assert!(moves.ranked.len() > 3);
    assert!(moves.ranked.windows(2).all(|pair| pair[0].score >= pair[1].score));
    session.choose(2);
    let chosen = session.moves().unwrap().ranked[2].choice;
    assert_eq!(session.ghost(), Some(chosen.placement.falling()));
    session.step();
    for (x, y) in chosen.placement.falling().cells() {
        assert_eq!(session.painted().get(x as usize, y as usize), Some(chosen.placement.piece));
    }
    assert_eq!(session.moves().unwrap().chosen, 0);
    session.choose(-5);
    session.choose(isize::MAX);
    session.step();
    assert_eq!(session.game().totals().pieces, 2);
}

#[test]
fn levels_are_searched_beside_the_screen_and_played() {
    let agent = minolab_agents::shipped::get("analyzer").unwrap().clone();
    let rules = shipped::get(&agent.rules).unwrap().clone();
    let mut session = Session::new(agent, rules, Mode::Marathon, 5);
    session.is_paused = true;
    session.set_level(3).unwrap();
    session.toggle_moves();
    let wait = |session: &mut Session| {
        while session.progress().is_some() {
            session.pass(Duration::ZERO, Duration::ZERO);
        }
    };
    wait(&mut session);
    let found = session.leveled().unwrap();
    assert_eq!(found[0].values.len(), 3);
    assert!(found.iter().any(|leveled| leveled.values.len() < 3), "nothing is pruned");
    let best = found[0].choice;
    session.step();
    assert_eq!(session.game().totals().pieces, 1);
    assert_eq!(
        session.painted().get(best.placement.x as usize, best.placement.y as usize),
        Some(best.placement.piece)
    );
    assert_eq!(session.steps().0.len(), 2);
    assert_eq!(session.threshold(1), Some(5.6));
    wait(&mut session);
    session.choose(1);
    let second = session.leveled().unwrap()[1].choice;
    assert_eq!(session.ghost(), Some(second.placement.falling()));
    session.step();
    assert_eq!(session.game().totals().pieces, 2);
    // Without the list and unpaused, pieces still follow each other.
    session.toggle_moves();
    session.is_paused = false;
    while session.game().totals().pieces < 4 {
        session.pass(Duration::from_millis(200), Duration::from_millis(1));
    }
    session.set_level(1).unwrap();
    assert!(!session.goes_by_levels());
    assert!(session.set_level(60).unwrap_err().contains("expected 1 to 51"));
}

#[test]
fn settings_change_the_rules() {
    let mut session = session();
    session.toggle_next();
    assert_eq!(session.game().state().queue.len(), 1);
    session.toggle_next();
    assert_eq!(session.game().state().queue.len(), 0);
    session.toggle_sliding();
    assert!(session.rules().slide);
    assert!(session.resize(2, 4));
    assert_eq!((session.rules().width, session.rules().height), (8, 12));
    assert!(!session.resize(100, 0));
    assert_eq!(session.rules().width, 8);
}

#[test]
fn every_shipped_agent_can_be_watched() {
    for agent in minolab_agents::shipped::all() {
        let name = &agent.name;
        let rules = shipped::get(&agent.rules).unwrap().clone();
        let mode = agent.mode.parse().unwrap();
        let mut session = Session::new(agent.clone(), rules, mode, 3);
        let changes: [fn(&mut Session); 5] = [
            |_| (),
            Session::toggle_next,
            Session::toggle_sliding,
            |session| assert!(session.resize(-2, -4)),
            |session| session.change_seed(5),
        ];
        for (number, change) in changes.into_iter().enumerate() {
            change(&mut session);
            for _ in 0..6 {
                session.step();
            }
            session.toggle_moves();
            let ranked = &session.moves().unwrap().ranked;
            assert!(ranked.len() > 1, "{name}, change {number}");
            assert!(!ranked[0].reasons.is_empty(), "{name}, change {number}");
            assert!(ranked.windows(2).all(|pair| pair[0].score >= pair[1].score), "{name}");
            session.choose(1);
            session.step();
            session.toggle_moves();
            assert!(session.counts().pieces >= 7, "{name}, change {number}");
        }
    }
}
