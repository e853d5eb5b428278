//! Fumens are read and written as the npm package `tetris-fumen` does.

use std::{env, fs};

use minolab_rules::{
    Cell, Falling, Piece, Rotation, Setup,
    notation::{Field, Fumen, FumenError, FumenPage},
};
use serde_json::Value;

/// `data/fumen/reference.jsonl`, or the file that MINOLAB_FUMENS names: `xtask/src/fumen/reference.js`
/// writes them.
#[test]
fn fumens_are_what_others_make_of_them() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/fumen/reference.jsonl");
    let path = env::var("MINOLAB_FUMENS").unwrap_or(data.into());
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let (mut fumens, mut pages, mut pieces, mut quizzes) = (0, 0, 0, 0);
    for line in text.lines() {
        let line: Vec<Value> = serde_json::from_str(line).unwrap();
        let written = line[0].as_str().unwrap();
        let read: Fumen = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
        let expected: Vec<FumenPage> = line[1].as_array().unwrap().iter().map(page).collect();
        assert_eq!(read.pages.len(), expected.len(), "{written}");
        for (number, (read, expected)) in read.pages.iter().zip(&expected).enumerate() {
            assert_eq!(read, expected, "page {} of {written}", number + 1);
            pieces += read.piece.is_some() as u32;
            quizzes += read.comment.starts_with("#Q=") as u32;
        }
        let again = line.get(2).map_or(written, |again| again.as_str().unwrap());
        assert_eq!(read.to_text().as_deref(), Ok(again));
        fumens += 1;
        pages += read.pages.len();
    }
    println!("{fumens} fumens, {pages} pages, {pieces} pieces, {quizzes} with a quiz");
    assert!(fumens >= 50 && pieces > fumens && quizzes > fumens, "{fumens}, {pieces}, {quizzes}");
}

/// `[field, piece, flags, comment]` as the reference prints them.
fn page(page: &Value) -> FumenPage {
    let [field, piece, flags, comment] = [0, 1, 2, 3].map(|index| page[index].as_str().unwrap());
    let has = |flag| flags.contains(flag);
    let mut drawn = Field::EMPTY;
    for (row, cells) in field.split('/').rev().enumerate() {
        for (x, cell) in cells.chars().enumerate() {
            let cell = match cell {
                '_' => Cell::Empty,
                'X' => Cell::Garbage,
                letter => Cell::Of(Piece::from_char(letter).unwrap()),
            };
            match row.checked_sub(1) {
                None => drawn.garbage_mut()[x] = cell,
                Some(y) => assert!(drawn.set(x, y, cell)),
            }
        }
    }
    let piece = (piece != "-").then(|| {
        let (place, rotation) = piece[2..].split_at(piece.len() - 3);
        let (x, y) = place.split_once(',').unwrap();
        Falling {
            piece: Piece::from_char(piece.chars().next().unwrap()).unwrap(),
            rotation: Rotation::from_char(rotation.chars().next().unwrap()).unwrap(),
            x: x.parse().unwrap(),
            y: y.parse().unwrap(),
        }
    });
    let comment = comment.to_owned();
    FumenPage {
        piece,
        comment,
        lock: has('l'),
        rise: has('r'),
        mirror: has('m'),
        colorize: has('c'),
        ..FumenPage::new(drawn)
    }
}

/// The first page's position.
fn position(text: &str) -> String {
    Setup::from_any(text).unwrap().to_string()
}

#[test]
fn a_page_is_a_position() {
    assert_eq!(position("v115@vhAAgH"), "10 - - - ? 0 -");
    assert_eq!(position("https://fumen.zui.jp/?v115@vhAVPJ"), "10 T - - ? 0 -");
    assert_eq!(position("https://harddrop.com/fumen/?v115@RhA8ceAgH&x=1 "), "x9/10 - - - ? 0 -");
    let mut page = FumenPage::new(Field::EMPTY);
    page.field.set(3, 0, Cell::Garbage);
    page.comment = "#Q=[S](T)IOLJ;#Q=[](Z)".into();
    let text = Fumen { pages: vec![page.clone()] }.to_text().unwrap();
    assert_eq!(position(&text), "3x6 T S IOLJ ? 0 -");
    page.comment = "#Q=[]()ZI".into();
    assert_eq!(page.setup().to_string(), "3x6 Z - I ? 0 -");
}

#[test]
fn errors_name_the_character() {
    let error = |text: &str| text.parse::<Fumen>().unwrap_err().to_string();
    assert_eq!(
        error("v15@vhAAgH"),
        "no fumen, expected v115@ and its data, alone or in an address"
    );
    assert_eq!(error("?v105@7eA"), "character 2: a fumen of version 105, expected v115 or v110");
    let data = "a page's piece and flags";
    assert_eq!(error("v115@vhA A!H"), format!("character 11: '!', expected {data}"));
    assert_eq!(error("v115@vhAAg"), format!("character 11: nothing more, expected {data}"));
    // A run of empty cells longer than the field, and a negative colour.
    assert!(error("v115@AhAhvhAAgH").starts_with("character 8: "), "{}", error("v115@AhAhvhAAgH"));
    assert_eq!(error("v115@//AAgH"), "character 6: 9, expected a colour from 0 to 8");
    // An I facing north at the right wall.
    let mut page = FumenPage::new(Field::EMPTY);
    let falling = Falling { piece: Piece::I, rotation: Rotation::North, x: 8, y: 0 };
    page.piece = Some(falling);
    let fumen = Fumen { pages: vec![page] };
    assert_eq!(fumen.to_text(), Err(FumenError::PagePiece { page: 1, piece: falling }));
    let reaches = "I facing N at 8,0 reaches out of the field, which is 10 wide and 23 high";
    assert_eq!(fumen.to_text().unwrap_err().to_string(), format!("page 1: {reaches}"));
    let number = 1 + 8 * 2 + 32 * 228;
    let letter = |place: u32| {
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
            [(number >> place) as usize & 63] as char
    };
    let text: String = "v115@vhA".chars().chain([0, 6, 12].map(letter)).collect();
    assert_eq!(error(&text), format!("character 9: {reaches}"));
}
