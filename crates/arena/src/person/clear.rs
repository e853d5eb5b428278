//! Names of clears.

use minolab_rules::{Clear, Piece, Spin};

/// The name of a clear while it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownClear {
    /// Its name.
    pub name: String,
    /// Whether it was back-to-back, which is shown in gold.
    pub is_back_to_back: bool,
    /// The tick from which it is no longer shown.
    pub until: u64,
}

impl ShownClear {
    /// How long it is shown: two seconds.
    pub const TICKS: u64 = 2000;
}

/// The name of what a placement did; nothing if it did nothing.
pub fn clear_name(piece: Piece, clear: &Clear) -> Option<String> {
    let mut words = Vec::new();
    if clear.back_to_back {
        words.push("Back-to-back".to_string());
    }
    match clear.spin {
        Spin::None => {}
        Spin::Mini => words.push(format!("{piece}-spin mini")),
        Spin::Full => words.push(format!("{piece}-spin")),
    }
    if let Some(lines) = clear.kind().lines_name() {
        let (first, rest) = lines.split_at(1);
        words.push(first.to_uppercase() + rest);
    }
    if words.is_empty() {
        return None;
    }
    let mut name = words.join(" ");
    if clear.combo > 0 {
        name += &format!(" · combo {}", clear.combo);
    }
    if clear.all_clear {
        name += " · perfect clear";
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clears_have_their_names() {
        let clear = Clear::default();
        assert_eq!(clear_name(Piece::T, &clear), None);
        let quad = Clear { lines: 4, back_to_back: true, ..clear };
        assert_eq!(clear_name(Piece::I, &quad).unwrap(), "Back-to-back Quad");
        let spin = Clear { spin: Spin::Mini, ..clear };
        assert_eq!(clear_name(Piece::T, &spin).unwrap(), "T-spin mini");
        let all = Clear { lines: 2, spin: Spin::Full, combo: 3, all_clear: true, ..clear };
        assert_eq!(clear_name(Piece::T, &all).unwrap(), "T-spin Double · combo 3 · perfect clear");
    }
}
