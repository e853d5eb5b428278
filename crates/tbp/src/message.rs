//! The messages, as in JSON.

use minolab_rules::{Piece, PieceSet};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Resting;

/// What a frontend tells a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToBot {
    /// The rules of the next games.
    Rules(RulesMessage),
    /// A position to think about.
    Start(Box<StartMessage>),
    /// A request for a move.
    Suggest,
    /// The move that was played; hold is inferred from the piece.
    Play {
        /// The move.
        #[serde(rename = "move")]
        resting: Resting,
    },
    /// One more piece at the end of the queue.
    NewPiece { piece: Piece },
    /// Stop thinking.
    Stop,
    /// Exit.
    Quit,
    /// An unknown type, to be ignored.
    #[serde(other, skip_serializing)]
    Unknown,
}

/// What a bot tells a frontend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromBot {
    /// Its identity; sent at once.
    Info(Info),
    /// It can play by these rules.
    Ready,
    /// It cannot.
    Error {
        /// `unsupported_rules`.
        #[serde(default)]
        reason: String,
    },
    /// What to play.
    Suggestion(Suggestion),
    /// An unknown type, to be ignored.
    #[serde(other, skip_serializing)]
    Unknown,
}

/// The rules of the next games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RulesMessage {
    /// How pieces are drawn: `uniform`, `seven_bag`, `general_bag` or `unknown`.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub randomizer: Value,
    /// Incoming garbage, which we do not support.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub garbage: Value,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartMessage {
    /// The piece on hold.
    #[serde(default)]
    pub hold: Option<Piece>,
    /// The known pieces; the first is the current one.
    pub queue: Vec<Piece>,
    /// Consecutive clearing placements so far.
    #[serde(default)]
    pub combo: u64,
    /// Whether the last line clear was one that back-to-back counts.
    #[serde(default)]
    pub back_to_back: bool,
    /// Forty rows of ten cells, lowest first: `null` is empty, a piece's letter or `G` filled.
    pub board: Vec<Vec<Option<char>>>,
    /// What is left in the bag after the queue: `type` and `bag_state`.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub randomizer: Value,
}

/// A bot's identity.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Info {
    /// Its name.
    pub name: String,
    /// Which version.
    pub version: String,
    /// Who made it.
    pub author: String,
    /// The extensions it supports.
    pub features: Vec<String>,
}

/// What to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Suggestion {
    /// Best first; the first legal one is played.
    pub moves: Vec<Offered>,
    /// How much was searched: `nodes`, `nps`, `depth`, `extra`.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub move_info: Value,
}

/// One of several suggestions: one that cannot be read does not affect the others.
///
/// Of a duplicate key the last one counts, so that it reads the same after writing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, from = "Value")]
pub enum Offered {
    /// A placement.
    Resting(Resting),
    /// Anything else.
    Unreadable(Value),
}

impl From<Value> for Offered {
    fn from(value: Value) -> Offered {
        match Resting::deserialize(&value) {
            Ok(resting) => Offered::Resting(resting),
            Err(_) => Offered::Unreadable(value),
        }
    }
}

/// What is known about the pieces after the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Supply {
    /// Nothing: any piece may come.
    Unknown,
    /// 7-bag; what is left of the open bag, if given.
    SevenBag(Option<PieceSet>),
}

impl RulesMessage {
    pub(crate) fn supply(&self) -> Supply {
        match self.randomizer.as_str() {
            Some("seven_bag") => Supply::SevenBag(None),
            _ => Supply::Unknown,
        }
    }
}

impl StartMessage {
    /// Its randomizer, if it has one.
    pub(crate) fn supply(&self) -> Option<Supply> {
        let kind = self.randomizer.get("type")?.as_str()?;
        if kind != "seven_bag" {
            return Some(Supply::Unknown);
        }
        let letters = self.randomizer.get("bag_state").and_then(Value::as_array);
        let piece = |value: &Value| Piece::deserialize(value).ok();
        let left: Option<PieceSet> = letters.and_then(|all| all.iter().map(piece).collect());
        Some(Supply::SevenBag(left.filter(|left| !left.is_empty())))
    }

    /// The JSON for 7-bag with these pieces left.
    pub(crate) fn seven_bag(left: PieceSet) -> Value {
        let letters: Vec<Value> = left.iter().map(|piece| piece.to_string().into()).collect();
        let mut randomizer = Map::new();
        randomizer.insert("type".into(), "seven_bag".into());
        randomizer.insert("bag_state".into(), letters.into());
        randomizer.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ToBot, serde_json::Error> {
        serde_json::from_str(text)
    }

    #[test]
    fn types_and_attributes_that_are_not_known_are_ignored() {
        assert_eq!(read(r#"{"type":"suggest","why":[1]}"#).unwrap(), ToBot::Suggest);
        assert_eq!(read(r#"{"type":"dance","with":{"a":2}}"#).unwrap(), ToBot::Unknown);
        let rules = ToBot::Rules(RulesMessage::default());
        assert_eq!(read(r#"{"type":"rules","kicks":"mine"}"#).unwrap(), rules);
        assert!(read(r#"{"kind":"suggest"}"#).is_err());
        assert!(read(r#"{"type":"new_piece","piece":"X"}"#).is_err());
        assert!(read("[]").is_err());
    }

    #[test]
    fn messages_are_written_as_the_protocol_has_them() {
        let text = |message: &ToBot| serde_json::to_string(message).unwrap();
        assert_eq!(text(&ToBot::Rules(RulesMessage::default())), r#"{"type":"rules"}"#);
        let piece = ToBot::NewPiece { piece: Piece::S };
        assert_eq!(text(&piece), r#"{"type":"new_piece","piece":"S"}"#);
        let play = r#"{"type":"play","move":{"location":{"type":"T","orientation":"south","x":4,"y":1},"spin":"full"}}"#;
        assert_eq!(text(&read(play).unwrap()), play);
    }

    #[test]
    fn one_bad_suggestion_does_not_spoil_the_others() {
        let text = r#"{"type":"suggestion","moves":[{"location":7},{"location":{"type":"O","orientation":"north","x":0,"y":0},"spin":"none"}],"move_info":3}"#;
        let FromBot::Suggestion(found) = serde_json::from_str(text).unwrap() else { panic!() };
        assert!(matches!(found.moves[..], [Offered::Unreadable(_), Offered::Resting(_)]));
        let twice = r#"{"location":{"x":7,"type":"O","orientation":"north","x":0,"y":0}}"#;
        let found: Offered = serde_json::from_str(twice).unwrap();
        let written = serde_json::to_string(&found).unwrap();
        assert_eq!(serde_json::from_str::<Offered>(&written).unwrap(), found, "{written}");
    }

    #[test]
    fn bags_are_what_is_left() {
        let start = |randomizer: &str| {
            let text =
                format!(r#"{{"type":"start","queue":[],"board":[],"randomizer":{randomizer}}}"#);
            let ToBot::Start(start) = read(&text).unwrap() else { panic!() };
            start.supply()
        };
        let left: PieceSet = [Piece::I, Piece::T].into_iter().collect();
        let bag = r#"{"type":"seven_bag","bag_state":["T","I"]}"#;
        assert_eq!(start(bag), Some(Supply::SevenBag(Some(left))));
        assert_eq!(start(&StartMessage::seven_bag(left).to_string()), start(bag));
        for odd in [r#"{"type":"seven_bag","bag_state":[]}"#, r#"{"type":"seven_bag"}"#] {
            assert_eq!(start(odd), Some(Supply::SevenBag(None)));
        }
        assert_eq!(start(r#"{"type":"uniform"}"#), Some(Supply::Unknown));
        assert_eq!((start("null"), start("[4]")), (None, None));
    }
}
