//! A board as lines of text, where there is no screen.

use std::{fmt, io::IsTerminal};

use minolab_rules::Piece;

use super::{GARBAGE, Painted, colour};
use crate::color::Color;

/// A board with this many visible rows.
pub struct Frame<'a> {
    /// The cells.
    pub painted: &'a Painted,
    /// Visible rows.
    pub height: usize,
    /// Whether to write colours.
    pub in_colour: bool,
}

impl<'a> Frame<'a> {
    /// A frame, in colour if `--color` says so.
    pub fn new(painted: &'a Painted, height: usize) -> Frame<'a> {
        Frame { painted, height, in_colour: Color::chosen().is_on() }
    }

    /// Whether standard input and output are a terminal with colours, so that a screen makes sense.
    pub fn has_screen() -> bool {
        // A screen without colours would show empty boards.
        let has_colour = Color::chosen() != Color::Never;
        has_colour && std::io::stdout().is_terminal() && std::io::stdin().is_terminal()
    }
}

impl fmt::Display for Frame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.height).rev() {
            f.write_str("|")?;
            for x in 0..self.painted.width() {
                if !self.painted.is_filled(x, y) {
                    f.write_str(" .")?;
                    continue;
                }
                let piece = self.painted.get(x, y);
                if self.in_colour {
                    let (r, g, b) = piece.map_or(GARBAGE, colour);
                    write!(f, "\x1b[48;2;{r};{g};{b}m  \x1b[0m")?;
                } else {
                    let letter = piece.map_or('G', Piece::letter);
                    write!(f, "{letter}{letter}")?;
                }
            }
            writeln!(f, "|")?;
        }
        write!(f, "+{}+", "-".repeat(2 * self.painted.width()))
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;

    use super::*;

    #[test]
    fn a_board_as_text() {
        let mut painted = Painted::new(4);
        painted.place(shipped::get("classic").unwrap(), "T@1,0N".parse().unwrap());
        let text = |in_colour| Frame { painted: &painted, height: 2, in_colour }.to_string();
        assert_eq!(text(false), "| .TT . .|\n|TTTTTT .|\n+--------+");
        let (red, green, blue) = crate::screen::colour(minolab_rules::Piece::T);
        assert!(text(true).contains(&format!("\x1b[48;2;{red};{green};{blue}m")));
    }
}
