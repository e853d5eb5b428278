//! The examples of `data/setups/examples.toml`, and the drawings themselves.

use std::collections::BTreeSet;

use minolab_rules::{
    Board, Choice, ClearKind, Painted, Piece, Placement, Ruleset, Spin, placements, shape, shipped,
};
use serde::Deserialize;

use super::{
    drawing::{Drawing, Place},
    field::Field,
    *,
};

#[derive(Deserialize)]
struct Examples {
    examples: Vec<Example>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    name: String,
    #[serde(rename = "of")]
    _of: String,
    #[serde(rename = "note")]
    _note: String,
    #[serde(default)]
    board: String,
    #[serde(default = "seven")]
    index: u32,
    after: Option<String>,
    placements: Option<String>,
    expect: BTreeSet<String>,
    spins: Option<BTreeSet<u8>>,
    #[serde(default)]
    build: bool,
}

fn seven() -> u32 {
    7
}

fn examples() -> Vec<Example> {
    let text = include_str!("../../../../data/setups/examples.toml");
    toml::from_str::<Examples>(text).unwrap().examples
}

/// Rows from the top, letters for the pieces that filled them.
fn draw(picture: &str) -> (Board, Painted) {
    let (mut board, mut owners) = (Board::empty(WIDTH), Painted::new(WIDTH));
    for (y, row) in picture.split_whitespace().rev().enumerate() {
        for (x, letter) in row.chars().enumerate().filter(|&(_, letter)| letter != '.') {
            board.set(x, y, true);
            owners.fill(x, y, Piece::from_char(letter));
        }
    }
    (board, owners)
}

/// Guideline rules: SRS, and all the room that the examples need.
fn rules() -> &'static Ruleset {
    shipped::get("guideline").unwrap()
}

/// What one position shows: openers and slots, neither chains nor stacks.
fn shown(example: &Example) -> BTreeSet<String> {
    let (board, owners) = draw(&example.board);
    let field = Field::new(&board, &owners);
    let is_shown = |setup: &&'static NamedSetup| match &setup.kind {
        SetupKind::Opener(rule) => {
            Drawing::all(&rule.shapes, setup.mirrored).iter().any(|drawing| {
                let shape = drawing.shape;
                example.index <= shape.within.unwrap_or(rule.within)
                    && (shape.after.is_none() || shape.after == example.after)
                    && (shape.cleared || example.after.is_none())
                    && !drawing.places(&field, Place::Floor).is_empty()
            })
        }
        SetupKind::Slot(rule) if rule.repeat.is_none() => {
            Drawing::all(&rule.shapes, setup.mirrored)
                .iter()
                .any(|drawing| !drawing.places(&field, Place::Anywhere).is_empty())
        }
        _ => false,
    };
    all().iter().filter(is_shown).map(|setup| setup.name.clone()).collect()
}

/// What a stretch of play has.
fn played(board: &str, placements: &str) -> Vec<Appearance> {
    let (mut board, owners) = draw(board);
    let mut spotter = SetupSpotter::from(owners);
    for (index, word) in placements.split_whitespace().enumerate() {
        let placement = word.parse::<Choice>().unwrap().placement;
        let shape = shape::shape(placement.piece, placement.rotation);
        let lines = board.place(shape, placement.x, placement.y) as u8;
        let kind = ClearKind { lines, spin: placement.spin };
        spotter.place(rules(), index as u32 + 1, placement, kind, &board);
    }
    spotter.finish()
}

#[test]
fn examples_show_what_they_say() {
    let examples = examples();
    assert!(examples.len() >= 127, "{}", examples.len());
    for example in &examples {
        let found = match &example.placements {
            Some(placements) => {
                let found = played(&example.board, placements);
                found.iter().map(|seen| seen.setup.name.clone()).collect()
            }
            None => shown(example),
        };
        assert_eq!(found, example.expect, "{}", example.name);
    }
    // Every set-up is found somewhere, and is left out somewhere.
    for setup in all() {
        assert!(examples.iter().any(|example| example.expect.contains(&setup.name)));
        assert!(examples.iter().any(|example| !example.expect.contains(&setup.name)));
    }
}

/// The full T-spins that a board allows, found by the move generator: lines and cells.
fn spins(board: &Board) -> Vec<(u8, Vec<(i8, i8)>)> {
    let list = placements::all(board, rules(), Piece::T);
    let spins = list.iter().filter(|placement| placement.spin == Spin::Full);
    let spin = |placement: &Placement| {
        let mut cells = placement.falling().cells().to_vec();
        cells.sort_unstable();
        let shape = shape::shape(Piece::T, placement.rotation);
        ({ *board }.place(shape, placement.x, placement.y) as u8, cells)
    };
    spins.map(spin).collect()
}

/// Whether whole pieces, one of each letter, can be placed one after another to make this board.
fn can_be_built(board: &Board, target: &Painted, left: u8) -> bool {
    left == 0
        || Piece::ALL.iter().filter(|piece| left >> piece.index() & 1 == 1).any(|&piece| {
            placements::all(board, rules(), piece).iter().any(|placement| {
                let is_there =
                    |&(x, y): &(i8, i8)| target.get(x as usize, y as usize) == Some(piece);
                let mut next = *board;
                placement.falling().cells().iter().all(is_there) && {
                    let shape = shape::shape(piece, placement.rotation);
                    next.fill(shape, placement.x, placement.y);
                    can_be_built(&next, target, left & !(1 << piece.index()))
                }
            })
        })
}

#[test]
fn examples_are_sound() {
    for example in examples() {
        let (board, owners) = draw(&example.board);
        if let Some(lines) = &example.spins {
            let found: BTreeSet<u8> =
                spins(&board).into_iter().map(|(lines, _)| lines).filter(|&n| n > 1).collect();
            assert_eq!(found, *lines, "{}", example.name);
        }
        if example.build {
            let letters = Piece::ALL.iter().filter(|piece| example.board.contains(piece.letter()));
            let used = letters.fold(0, |used, piece| used | 1 << piece.index());
            assert!(can_be_built(&Board::empty(WIDTH), &owners, used), "{}", example.name);
        }
    }
}

/// The T of every drawing can be spun in, and clears as many rows as it has.
#[test]
fn drawn_slots_can_be_spun_into() {
    let mut slots = 0;
    for setup in all() {
        let (shapes, wall) = match &setup.kind {
            SetupKind::Opener(rule) => (&rule.shapes, false),
            SetupKind::Slot(rule) => (&rule.shapes, rule.at.is_some()),
            SetupKind::Stack(_) => continue,
        };
        for drawing in Drawing::all(shapes, setup.mirrored) {
            let (board, slot) = drawing.filled(wall);
            if let Some(slot) = slot {
                let rows = slot.iter().map(|&(_, y)| y).collect::<BTreeSet<_>>().len() as u8;
                assert!(spins(&board).contains(&(rows, slot)), "{} {board}", setup.name);
                slots += 1;
            }
        }
    }
    assert_eq!(slots, 32);
}
