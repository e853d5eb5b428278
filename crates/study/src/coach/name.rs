//! Placements and clears as people say them.

use minolab_rules::{ClearKind, Piece, Spin};

/// `quad`, `T-spin double`, `mini T-spin single`; `no lines` if none.
pub fn clear(kind: ClearKind, piece: Piece) -> String {
    let lines = kind.lines_name();
    match (kind.spin, lines) {
        (Spin::None, lines) => lines.unwrap_or("no lines").into(),
        (Spin::Full, Some(lines)) => format!("{piece}-spin {lines}"),
        (Spin::Full, None) => format!("{piece}-spin"),
        (Spin::Mini, Some(lines)) => format!("mini {piece}-spin {lines}"),
        (Spin::Mini, None) => format!("mini {piece}-spin"),
    }
}

/// With `a` or `an` before it: some letters are said with a vowel.
pub fn article(what: &str) -> String {
    let has_vowel = what.starts_with(['I', 'O', 'L', 'S', 'a', 'e', 'i', 'o', 'u']);
    format!("{} {what}", if has_vowel { "an" } else { "a" })
}

/// `S`, `S and Z`, `I, S and Z`.
pub fn list<T: ToString>(things: &[T]) -> String {
    let names: Vec<String> = things.iter().map(ToString::to_string).collect();
    match &names[..] {
        [first @ .., one, last] => {
            let first: String = first.iter().map(|name| format!("{name}, ")).collect();
            format!("{first}{one} and {last}")
        }
        names => names.concat(),
    }
}

/// `column 4`, `columns 4 and 7`; counted from 0 here, from 1 there.
pub fn columns(columns: &[u8]) -> String {
    let numbers: Vec<u8> = columns.iter().map(|column| column + 1).collect();
    match numbers.len() {
        0 => "no column".into(),
        1 => format!("column {}", list(&numbers)),
        _ => format!("columns {}", list(&numbers)),
    }
}

/// `column 4`, `columns 3–5`.
pub fn span((first, last): (u8, u8)) -> String {
    match first == last {
        true => format!("column {}", first + 1),
        false => format!("columns {}–{}", first + 1, last + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_said_as_people_say_them() {
        let kind = |lines, spin| ClearKind { lines, spin };
        assert_eq!(clear(kind(4, Spin::None), Piece::I), "quad");
        assert_eq!(article(&clear(kind(2, Spin::Full), Piece::T)), "a T-spin double");
        assert_eq!(article(&clear(kind(2, Spin::Full), Piece::S)), "an S-spin double");
        assert_eq!(columns(&[3]), "column 4");
        assert_eq!(columns(&[0, 3, 8]), "columns 1, 4 and 9");
        assert_eq!(list(&[Piece::S]), "S");
        assert_eq!(list(&[Piece::I, Piece::S, Piece::Z]), "I, S and Z");
        assert_eq!(span((2, 4)), "columns 3–5");
    }
}
