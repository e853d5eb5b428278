//! Kinds of clears and their names.

use crate::{Clear, Spin};

/// A kind of clear: how many lines, and whether by a spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClearKind {
    /// Lines cleared.
    pub lines: u8,
    /// Whether by a spin.
    pub spin: Spin,
}

/// One to four lines.
const LINES: [&str; 4] = ["single", "double", "triple", "quad"];

impl ClearKind {
    /// How many kinds there are: none to four lines, without a spin, by a mini and by a full one.
    pub const COUNT: usize = 15;

    /// Its index among all kinds, ordered by lines, then by spin.
    pub const fn index(self) -> usize {
        let lines = if self.lines < 4 { self.lines as usize } else { 4 };
        self.spin as usize * 5 + lines
    }

    /// The kind with this index.
    ///
    /// # Panics
    /// If there is no such kind.
    pub const fn from_index(index: usize) -> ClearKind {
        ClearKind { lines: (index % 5) as u8, spin: Spin::ALL[index / 5] }
    }

    /// The name of its line count: `single` to `quad`; `None` if it cleared none.
    pub fn lines_name(self) -> Option<&'static str> {
        LINES.get((self.lines.min(4) as usize).checked_sub(1)?).copied()
    }

    /// The name in results: `single` to `quad`, `mini-…` and `spin-…` before them for spins,
    /// `mini` and `spin` alone for those without a line; `None` for a placement that cleared
    /// nothing.
    pub fn name(self) -> Option<&'static str> {
        const MINI: [&str; 5] = ["mini", "mini-single", "mini-double", "mini-triple", "mini-quad"];
        const FULL: [&str; 5] = ["spin", "spin-single", "spin-double", "spin-triple", "spin-quad"];
        let lines = self.lines.min(4) as usize;
        match self.spin {
            Spin::None => self.lines_name(),
            Spin::Mini => Some(MINI[lines]),
            Spin::Full => Some(FULL[lines]),
        }
    }
}

impl Clear {
    /// Its lines and its spin.
    pub const fn kind(&self) -> ClearKind {
        ClearKind { lines: self.lines, spin: self.spin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_places_and_names() {
        let names: Vec<_> =
            (0..ClearKind::COUNT).map(|index| ClearKind::from_index(index).name()).collect();
        assert_eq!(names[..2], [None, Some("single")]);
        assert_eq!(names[4..7], [Some("quad"), Some("mini"), Some("mini-single")]);
        assert_eq!(names[14], Some("spin-quad"));
        for index in 0..ClearKind::COUNT {
            assert_eq!(ClearKind::from_index(index).index(), index);
        }
        // Names are their spin's and their lines'.
        for kind in (5..ClearKind::COUNT).map(ClearKind::from_index) {
            let word = if kind.spin == Spin::Mini { "mini" } else { "spin" };
            let dashed = kind.lines_name().map(|lines| format!("{word}-{lines}"));
            assert_eq!(kind.name(), Some(dashed.as_deref().unwrap_or(word)));
        }
    }
}
