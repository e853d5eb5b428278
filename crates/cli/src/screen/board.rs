//! A board drawn in the terminal.

use minolab_rules::Falling;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Style},
    widgets::{Block, Widget},
};

use super::{GARBAGE, Painted, colour};

/// A board with its visible rows, and what is shown on it.
pub struct BoardView<'a> {
    /// The cells.
    pub painted: &'a Painted,
    /// Visible rows.
    pub height: usize,
    /// A piece to show where it might go.
    pub ghost: Option<Falling>,
    /// What stands above the board.
    pub title: String,
}

impl BoardView<'_> {
    /// Columns and rows of the terminal that it wants: two columns a cell, and a border.
    pub fn size(&self) -> (u16, u16) {
        (2 * self.painted.width() as u16 + 2, self.height as u16 + 2)
    }

    /// Whether two rows have to share a line.
    fn is_squeezed(&self, area: Rect) -> bool {
        (area.height as usize) < self.height + 2
    }
}

impl Widget for BoardView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let squeezed = self.is_squeezed(area);
        let lines = if squeezed { self.height.div_ceil(2) } else { self.height };
        let area = Rect { height: area.height.min(lines as u16 + 2), ..area };
        let block = Block::bordered().title(self.title.as_str());
        let inner = block.inner(area);
        block.render(area, buffer);
        let ghost: Vec<(i8, i8)> =
            self.ghost.map_or(Vec::new(), |falling| falling.cells().to_vec());
        let cell = |x: usize, y: usize| {
            let rgb = |(r, g, b)| Color::Rgb(r, g, b);
            match self.painted.get(x, y) {
                Some(piece) => Some(rgb(colour(piece))),
                None if self.painted.is_filled(x, y) => Some(rgb(GARBAGE)),
                None if ghost.contains(&(x as i8, y as i8)) => Some(Color::Rgb(95, 95, 95)),
                None => None,
            }
        };
        // Where not even that is enough room, the bottom is what matters.
        let shown = if squeezed { self.height.min(2 * inner.height as usize) } else { self.height };
        for line in 0..inner.height as usize {
            for x in 0..self.painted.width().min(inner.width as usize / 2) {
                let column = inner.x + 2 * x as u16;
                let row = inner.y + line as u16;
                if squeezed {
                    // Two rows of the board in one line, so that tall boards fit.
                    let Some(upper) = shown.checked_sub(2 * line + 1) else { break };
                    let lower = upper.checked_sub(1).and_then(|y| cell(x, y));
                    let style = Style::new()
                        .fg(cell(x, upper).unwrap_or(Color::Reset))
                        .bg(lower.unwrap_or(Color::Reset));
                    let text = if cell(x, upper).is_some() { "▀▀" } else { "  " };
                    buffer.set_string(column, row, text, style);
                    continue;
                }
                let Some(y) = shown.checked_sub(line + 1) else { break };
                match cell(x, y) {
                    Some(colour) => buffer.set_string(column, row, "  ", Style::new().bg(colour)),
                    None => buffer.set_string(column, row, " ·", Style::new().fg(Color::DarkGray)),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;

    use super::*;

    /// The picture of a T on the floor of a board 4 wide: a letter for the colours of each cell.
    fn drawn(height: usize, lines: u16) -> Vec<String> {
        let mut painted = Painted::new(4);
        painted.place(shipped::get("classic").unwrap(), "T@1,0N".parse().unwrap());
        let area = Rect::new(0, 0, 10, lines);
        let mut buffer = Buffer::empty(area);
        BoardView { painted: &painted, height, ghost: None, title: "t".into() }
            .render(area, &mut buffer);
        let cell = |x, y| {
            let cell = &buffer[(x, y)];
            match (cell.symbol(), cell.bg != Color::Reset) {
                ("▀", true) => "H",
                ("▀", false) => "^",
                (" ", true) => "X",
                (symbol, _) => symbol,
            }
            .to_string()
        };
        (0..lines).map(|y| (0..10).map(|x| cell(x, y)).collect()).collect()
    }

    #[test]
    fn boards_are_squeezed_where_there_is_no_room() {
        let whole = ["┌t───────┐", "│ · · · ·│", "│ ·XX · ·│", "│XXXXXX ·│", "└────────┘"];
        assert_eq!(drawn(3, 5), whole);
        let squeezed = ["┌t───────┐", "│        │", "│XXHHXX  │", "└────────┘"];
        assert_eq!(drawn(4, 4), squeezed);
        assert_eq!(drawn(40, 4), squeezed);
    }
}
