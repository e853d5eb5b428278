//! Positions, placements, pieces and modes in one line.

use std::{fmt::Display, str::FromStr};

use minolab_rules::{Choice, Game, Mode, PieceSet, Placement, Queue, Setup, shipped};

/// A position that can be read survives a round trip, also with underscores for spaces.
pub fn fuzz_notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Some(setup) = reads_back::<Setup>(text) {
        let line = setup.to_string();
        assert_eq!(line.replace(' ', "_").parse(), Ok(setup), "written as {line}");
    }
}

/// Placements, choices and lists of pieces that can be read survive a round trip.
pub fn fuzz_placement(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    reads_back::<Choice>(text);
    if let Some(placement) = reads_back::<Placement>(text) {
        // Every facing of the same cells is one placement.
        assert_eq!(Placement::new(placement.falling(), placement.spin), placement);
    }
    reads_back::<Queue>(text);
    reads_back::<PieceSet>(text);
}

/// A mode that can be read survives a round trip.
pub fn fuzz_mode(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Some(mode) = reads_back::<Mode>(text) {
        let totals = Game::new(shipped::all()[0].clone(), 1).totals();
        mode.is_over(&totals, u64::MAX, text.len() % 2 == 0);
    }
}

/// The value, if there is one; an error must have a message.
fn reads_back<T>(text: &str) -> Option<T>
where
    T: FromStr<Err: Display + std::fmt::Debug + PartialEq> + Display + std::fmt::Debug + PartialEq,
{
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let read = written.parse::<T>();
            assert_eq!(read.as_ref(), Ok(&value), "written as {written}");
            Some(value)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

pub(crate) fn position_seeds() -> Vec<String> {
    let tallest = ["x2x"; minolab_rules::ROWS].join("/");
    let lines = [
        "10",
        "10 T - IOLJS IOLJSZ 0 -",
        "x2x6/xx1xxxxxxx T l IOZSJ IOTLJSZ 1 b2b",
        "x9/10/3xx5 - Z - ? 255 - lock-out",
        "x14x/1xxxxxxxxxxxxxxx_S_-_TTTT",
        "4x5/4x5 I ! O - 12 b2b block-out",
        &format!("{tallest} J S L IO"),
    ];
    lines.map(String::from).into()
}

pub(crate) fn placement_seeds() -> Vec<String> {
    let texts = ["T@4,0N", "hT@2,1Sf", "I@15,45E", "S@4,1Sm", "O@0,0W", "IOTLJSZ", "TTISZ", "-"];
    texts.map(String::from).into()
}

pub(crate) fn mode_seeds() -> Vec<String> {
    let names = ["sprint", "lines=40", "blitz", "blitz=120", "practice", "marathon", "moves=1000"];
    names.map(String::from).into()
}
