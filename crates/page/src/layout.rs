//! How large boards are in a window: nothing one plays with may lie below its edge.

/// Rows shown above the board, where pieces appear.
pub const ABOVE: usize = 2;

/// The window, as far as the size of a board depends on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// Pixels across.
    pub width: f64,
    /// Pixels down.
    pub height: f64,
    /// Whether it is touched, and has buttons for thumbs.
    pub is_touch: bool,
}

/// The bar above a game, and the buttons for thumbs below it.
const BAR: f64 = 52.0;
const THUMBS: f64 = 154.0;

impl Room {
    /// Whether it is a phone held upright.
    pub fn is_narrow(self) -> bool {
        self.width < 700.0
    }

    /// Whether it is a phone on its side.
    pub fn is_short(self) -> bool {
        self.height <= 500.0
    }

    /// The cells of a board that is played on, with so many pixels left below it.
    pub fn play_cell(self, (columns, rows): (usize, usize), below: f64) -> f64 {
        let thumbs = if self.is_touch { THUMBS } else { 0.0 };
        let (across, down) = match (self.is_short(), self.is_narrow()) {
            // Thumbs are beside the board there, and the bar is over its sides.
            (true, _) if self.is_touch => (2.0 * 236.0, 4.0),
            (true, _) => (2.0 * 140.0, 4.0 + below),
            (false, true) => (2.0 * 50.0 + 10.0, BAR + thumbs + below),
            (false, false) => (2.0 * 176.0, BAR + thumbs + below),
        };
        let wide = (self.width - across) / columns as f64;
        let high = (self.height - down) / (rows + ABOVE) as f64;
        wide.min(high).floor().clamp(6.0, 72.0)
    }

    /// The cells of hold and next beside such a board.
    pub fn mini_cell(self, cell: f64) -> f64 {
        match (self.is_narrow(), self.is_short()) {
            (true, false) => 11.0,
            (_, true) => 12.0,
            _ => (cell * 0.6).round().clamp(12.0, 34.0),
        }
    }

    /// The cells of a board beside other things, in a share of the window's width.
    pub fn shown_cell(self, (columns, rows): (usize, usize), share: f64, taken: f64) -> f64 {
        let high = (self.height - taken) / (rows + ABOVE) as f64;
        (share / columns as f64).min(high).floor().clamp(6.0, 62.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(width: f64, height: f64, is_touch: bool) -> f64 {
        Room { width, height, is_touch }.play_cell((10, 20), 0.0)
    }

    #[test]
    fn a_board_is_as_large_as_its_window_allows() {
        assert_eq!(cell(390.0, 844.0, true), 28.0);
        assert_eq!(cell(844.0, 390.0, true), 17.0);
        assert_eq!(cell(1440.0, 900.0, false), 38.0);
        assert_eq!(cell(2560.0, 1440.0, false), 63.0);
        assert!(cell(320.0, 568.0, true) * 10.0 + 110.0 <= 320.0);
    }

    #[test]
    fn nothing_is_below_the_edge() {
        for (width, height) in [(320.0, 568.0), (390.0, 844.0), (844.0, 390.0), (1280.0, 720.0)] {
            for rows in [20, 24, 40] {
                let room = Room { width, height, is_touch: width < 1000.0 };
                let cell = room.play_cell((10, rows), 0.0);
                assert!(cell <= 6.0 || cell * (rows + ABOVE) as f64 <= height, "{room:?} {rows}");
            }
        }
    }
}
