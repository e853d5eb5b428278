//! Lines of the bot protocol.

use minolab_arena::Goal;
use minolab_rules::shipped;
use minolab_tbp::{Follower, FromBot, ToBot};
use serde::{Serialize, de::DeserializeOwned};

/// Messages that can be read survive a round trip, and any sequence of them is followed.
pub fn fuzz_bot(data: &[u8]) {
    let rules = shipped::get("guideline").expect("it is shipped");
    let mut follower = Follower::new(rules, Goal::NONE);
    for line in data.split(|&byte| byte == b'\n') {
        reads_back::<FromBot>(line);
        let Some(message) = reads_back::<ToBot>(line) else { continue };
        let followed = match message {
            ToBot::Rules(rules) => {
                follower.rules(&rules);
                Ok(())
            }
            ToBot::Start(start) => follower.start(&start),
            ToBot::Play { resting } => follower.play(resting),
            ToBot::NewPiece { piece } => follower.new_piece(piece),
            ToBot::Stop => {
                follower.stop();
                Ok(())
            }
            ToBot::Suggest | ToBot::Quit | ToBot::Unknown => Ok(()),
        };
        if let Err(error) = followed {
            assert!(!error.to_string().is_empty());
        }
        follower.is_complete();
        if let Some(task) = follower.task() {
            assert!(task.state.current.is_some());
        }
    }
}

fn reads_back<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(
    line: &[u8],
) -> Option<T> {
    let message: T = serde_json::from_slice(line).ok()?;
    // An unknown type is read but never written.
    if let Ok(written) = serde_json::to_string(&message) {
        let read = serde_json::from_str::<T>(&written);
        assert_eq!(read.as_ref().ok(), Some(&message), "written as {written}");
    }
    Some(message)
}

pub(crate) fn seeds() -> Vec<String> {
    let row = "[null,null,null,null,null,null,null,null,null,null]";
    let low = r#"["G","I","O","T","L","J","S","Z","G",null]"#;
    let board = [&[low, low][..], &[row; 38]].concat().join(",");
    let start = format!(
        r#"{{"type":"start","hold":null,"queue":["T","I","O","L"],"combo":3,"back_to_back":true,"board":[{board}],"randomizer":{{"type":"seven_bag","bag_state":["S","Z","J"]}}}}"#
    );
    let play = r#"{"type":"play","move":{"location":{"type":"T","orientation":"east","x":1,"y":4},"spin":"none"}}"#;
    let lines = [
        r#"{"type":"rules","randomizer":"seven_bag"}"#,
        &start,
        play,
        r#"{"type":"new_piece","piece":"S"}"#,
        r#"{"type":"suggest"}"#,
        r#"{"type":"play","move":{"location":{"type":"O","orientation":"north","x":4,"y":2},"spin":"full"}}"#,
        r#"{"type":"stop"}"#,
        r#"{"type":"quit"}"#,
    ];
    let answers = [
        r#"{"type":"info","name":"a","version":"1","author":"b","features":["move_info"]}"#,
        r#"{"type":"ready"}"#,
        r#"{"type":"error","reason":"unsupported_rules"}"#,
        r#"{"type":"suggestion","moves":[{"location":{"type":"T","orientation":"south","x":4,"y":1},"spin":"mini"},7],"move_info":{"nodes":3,"nps":1.5,"depth":2}}"#,
        r#"{"type":"dance"}"#,
    ];
    vec![lines.join("\n"), lines[1..4].join("\n"), answers.join("\n")]
}
