//! Fumens.

use minolab_rules::{
    Setup,
    notation::{Fumen, ParseSetupError},
};

/// A fumen that can be read survives a round trip, and each page is a position.
pub fn fuzz_fumen(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let fumen = match text.parse::<Fumen>() {
        Ok(fumen) => fumen,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(!Fumen::is_in(text) || error.to_string().starts_with("character "), "{error}");
            return;
        }
    };
    let written = fumen.to_text().expect("what was read can be written");
    // Unescaped letters become escaped when written, and long comments are cut.
    let is_short = |text: &str| text.encode_utf16().count() * 6 <= 4095;
    if fumen.pages.iter().all(|page| is_short(&page.comment)) {
        assert_eq!(written.parse(), Ok(fumen.clone()), "written as {written}");
    }
    for page in 0..fumen.pages.len() {
        let blank = Setup::from_any("10").expect("a board");
        let setup = blank.turned_to(&fumen, page + 1).expect("a page");
        assert_eq!(setup.board.width(), 10);
    }
    match Setup::from_any(text) {
        Ok(setup) => assert_eq!(setup.board, fumen.pages[0].field.board()),
        Err(error) => assert!(matches!(error, ParseSetupError::Fumen(_)) && fumen.pages.is_empty()),
    }
}

pub(crate) fn seeds() -> Vec<String> {
    // The field of each is written whole, so that a few letters changed are still a fumen.
    let reference = include_str!("../../data/fumen/reference.jsonl");
    let fumens = reference.lines().filter_map(|line| line.split('"').nth(1));
    let short = fumens.filter(|text| text.len() < 400).map(String::from);
    let others = [
        "v115@",
        "v110@7eAgH",
        "https://fumen.zui.jp/?v115@vhBVPJAAA",
        "v115@vhAAgWqAlvs2A1sDfEToABBlvs2AWDEfET4J6Alvs2?AWJEfE0H3KBlvtHB00AAA",
    ];
    short.chain(others.map(String::from)).collect()
}
