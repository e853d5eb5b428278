//! The colours of the pieces.

use minolab_rules::Piece;
use serde::{Deserialize, Serialize};

/// Which colours the pieces have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Palette {
    /// The usual ones.
    #[default]
    Usual,
    /// Muted ones.
    Soft,
    /// Seven that people who see colours differently can tell apart (after Okabe and Ito);
    /// cells carry the piece's letter too.
    ColourBlind,
}

impl Palette {
    /// Every palette.
    pub const ALL: [Palette; 3] = [Palette::Usual, Palette::Soft, Palette::ColourBlind];

    /// The name in stored settings.
    pub const fn name(self) -> &'static str {
        match self {
            Palette::Usual => "usual",
            Palette::Soft => "soft",
            Palette::ColourBlind => "colour-blind",
        }
    }

    /// What it is called on the screen.
    pub const fn label(self) -> &'static str {
        match self {
            Palette::Usual => "Usual",
            Palette::Soft => "Soft",
            Palette::ColourBlind => "Colour-blind (with letters)",
        }
    }

    /// Reads the name.
    pub fn from_name(name: &str) -> Option<Palette> {
        Palette::ALL.into_iter().find(|palette| palette.name() == name)
    }

    /// A piece's colour as red, green and blue.
    pub fn rgb(self, piece: Piece) -> (u8, u8, u8) {
        let hex = self.colour(piece);
        let part = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap_or(0);
        (part(1), part(3), part(5))
    }

    /// A piece's colour, as pages write it.
    pub const fn colour(self, piece: Piece) -> &'static str {
        let row = match self {
            Palette::Usual => {
                ["#22b8cf", "#f0c419", "#a55eea", "#f28c28", "#4a69e0", "#4cb944", "#e5484d"]
            }
            Palette::Soft => {
                ["#7fb8c4", "#d8c78a", "#b09ac8", "#d3a27f", "#8b9cc9", "#94bd92", "#cc8f93"]
            }
            Palette::ColourBlind => {
                ["#56b4e9", "#f0e442", "#cc79a7", "#e69f00", "#0072b2", "#009e73", "#d55e00"]
            }
        };
        row[piece as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_the_same_in_both_forms() {
        for palette in Palette::ALL {
            for piece in Piece::ALL {
                let (red, green, blue) = palette.rgb(piece);
                let hex = format!("#{red:02x}{green:02x}{blue:02x}");
                assert_eq!(hex, palette.colour(piece));
            }
        }
    }
}
