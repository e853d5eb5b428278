//! Pieces typed as letters.

use anyhow::{Result, bail};
use minolab_rules::Piece;

/// Reads a list of pieces such as `IOLJSZT`.
pub fn parse(text: &str) -> Result<Vec<Piece>> {
    if text.is_empty() {
        bail!("no pieces, expected letters of IOTLJSZ");
    }
    let mut pieces = Vec::new();
    for (index, letter) in text.chars().enumerate() {
        match Piece::from_char(letter.to_ascii_uppercase()) {
            Some(piece) => pieces.push(piece),
            None => {
                bail!("letter {} of {text:?} is {letter:?}, expected one of IOTLJSZ", index + 1)
            }
        }
    }
    Ok(pieces)
}

/// The letters of these pieces.
pub fn letters(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.letter()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_round_trip() {
        assert_eq!(letters(&parse("IOLJSZT").unwrap()), "IOLJSZT");
        assert_eq!(letters(&parse("tt").unwrap()), "TT");
    }

    #[test]
    fn errors_say_where() {
        let message = parse("IOX").unwrap_err().to_string();
        assert_eq!(message, r#"letter 3 of "IOX" is 'X', expected one of IOTLJSZ"#);
        assert!(parse("").is_err());
    }
}
