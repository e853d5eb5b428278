//! Positions checked against rules.

use minolab_rules::{
    Choice, Game, Handling, Key, Mode, Realtime, Ruleset, Setup, SetupError, State, placements,
    shipped,
};

/// A position that the rules allow survives a round trip, and can be played on.
///
/// The first character selects the ruleset; the rest is the position.
pub fn fuzz_setup(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((first, line)) = text.split_at_checked(1) else { return };
    let Ok(setup) = line.parse::<Setup>() else { return };
    let number = first.as_bytes()[0] as usize;
    let rules = &shipped::all()[number % shipped::all().len()];
    // Every width has its turn.
    let rules = rules.clone().with_size(setup.board.width(), rules.height as usize);
    let Ok(rules) = rules else { return };
    let had_bag = setup.bag.is_some();
    match State::from_setup(&rules, setup) {
        Ok(state) => {
            let written = state.to_string();
            let read = State::from_setup(&rules, written.parse().expect("it was just written"));
            match read {
                // Pieces that no bag deals are accepted only if no bag is given.
                Err(SetupError::BagOrder { .. }) if !had_bag => {}
                read => assert_eq!(read, Ok(state), "written as {written}"),
            }
            play(rules, state);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Plays on for a few pieces, by choices and by keys.
fn play(rules: Ruleset, state: State) {
    let mut game = Game::from_state(rules, state, 3);
    let mut realtime = Realtime::new(game.clone(), Mode::Marathon, Handling::CAPSTONE_ADVANCED);
    for turn in 0..6 {
        let keys = [Key::Cw, Key::Left, Key::SonicDrop, Key::Ccw, Key::Hold, Key::HardDrop];
        keys.iter().skip(turn % 3).for_each(|key| _ = realtime.tick(&[key.press(), key.release()]));
        let state = *game.state();
        let Some(piece) = state.current.filter(|_| state.over.is_none()) else { return };
        if turn % 2 == 1 && game.swap().is_ok() {
            continue;
        }
        let list = placements::all(&state.board, game.rules(), piece);
        let Some(&placement) = list.last() else { return };
        game.play(Choice { hold: false, placement }).expect("it was just listed");
    }
}

pub(crate) fn seeds() -> Vec<String> {
    let positions = crate::notation::position_seeds();
    let games = shipped::all().iter().map(|rules| Game::new(rules.clone(), 9).state().to_string());
    positions
        .into_iter()
        .chain(games)
        .enumerate()
        .map(|(index, line)| format!("{}{line}", (b'A' + index as u8) as char))
        .collect()
}
