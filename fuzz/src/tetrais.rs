//! TetrAIs' game logs.

use minolab_agents::shipped;
use minolab_arena::replay::{Replay, read};
use minolab_engine::Position;
use minolab_rules::{Game, Mode, shipped as rules};

/// A log that can be read is a valid game, and reads as the same boards once written.
pub fn fuzz_tetrais_log(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Replay::from_tetrais_log(text) {
        Ok(replay) => {
            replay.verify().expect("its placements were just found");
            if text.starts_with("[[") {
                assert_eq!(read(data).as_ref(), Ok(&replay));
            }
            // Several games may show the same boards; to write one is to read it back.
            match replay.to_tetrais_log() {
                Ok(log) => assert_eq!(
                    Replay::from_tetrais_log(&log).expect("it was just written").placements(),
                    replay.placements()
                ),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The first placements of TetrAIs' own players, with their colours and without.
pub(crate) fn seeds() -> Vec<String> {
    let games = ["tetrais-simple", "tetrais-complex"].map(|name| {
        let agent = shipped::get(name).expect("it is shipped");
        let rules = rules::get(&agent.rules).expect("it is shipped");
        let mut game = Game::new(rules.clone(), 3);
        let mut replay = Replay::new(&game, name, Mode::Marathon);
        let mut player = agent.player(rules);
        for _ in 0..12 {
            let choice = player.choose(&Position::new(game.state())).expect("the game is young");
            game.play(choice).expect("an agent plays by the rules");
            replay.push(choice);
        }
        replay.set_result(&game);
        replay.to_tetrais_log().expect("it is by TetrAIs' rules")
    });
    let bare = |log: &String| log.replace("\u{1b}[39m", "").replace("\u{1b}[36m", "");
    games.iter().map(bare).chain(games.clone()).collect()
}
