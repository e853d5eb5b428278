//! A board drawn in the terminal.

use minolab_rules::Falling;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Style},
    widgets::{Block, Borders, Widget},
};

use super::{GARBAGE, Painted, colour};

/// A board with its visible rows, pieces and title.
pub struct BoardView<'a> {
    /// The cells.
    pub painted: &'a Painted,
    /// Visible rows.
    pub height: usize,
    /// Spawn rows above them, shown without a border.
    pub above: usize,
    /// The active piece.
    pub active: Option<Falling>,
    /// The ghost, or where a piece might go.
    pub ghost: Option<Falling>,
    /// The title above the board.
    pub title: String,
}

impl BoardView<'_> {
    /// The columns and rows of the terminal it takes, out of these: at least two columns and one
    /// row per cell plus a border, and multiples of that if there is room.
    pub fn size_in(&self, area: Rect) -> (u16, u16) {
        let scale = self.scale(area);
        let (columns, rows) = (2 * scale * self.painted.width() as u16, scale * self.rows() as u16);
        (columns + 2, rows + self.frame())
    }

    /// Rows that are shown.
    fn rows(&self) -> usize {
        self.height + self.above
    }

    /// Lines of the border.
    fn frame(&self) -> u16 {
        if self.above > 0 { 1 } else { 2 }
    }

    /// Lines per row.
    fn scale(&self, area: Rect) -> u16 {
        let lines = area.height.saturating_sub(self.frame()) / self.rows().max(1) as u16;
        let columns = area.width.saturating_sub(2) / (2 * self.painted.width()) as u16;
        lines.min(columns).max(1)
    }

    /// Whether two rows have to share a line.
    fn is_squeezed(&self, area: Rect) -> bool {
        area.height < self.rows() as u16 + self.frame()
    }

    fn cell(&self, x: usize, y: usize) -> Option<Color> {
        let rgb = |(r, g, b)| Color::Rgb(r, g, b);
        let covers = |falling: &Falling| falling.cells().contains(&(x as i8, y as i8));
        if let Some(active) = self.active.filter(covers) {
            return Some(rgb(colour(active.piece)));
        }
        match self.painted.get(x, y) {
            Some(piece) => Some(rgb(colour(piece))),
            None if self.painted.is_filled(x, y) => Some(rgb(GARBAGE)),
            None => self.ghost.filter(covers).map(|_| Color::Rgb(95, 95, 95)),
        }
    }
}

impl Widget for BoardView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let squeezed = self.is_squeezed(area);
        let scale = if squeezed { 1 } else { self.scale(area) };
        let rows = self.rows();
        let lines = if squeezed { rows.div_ceil(2) as u16 } else { scale * rows as u16 };
        let area = Rect { height: area.height.min(lines + self.frame()), ..area };
        let borders =
            if self.above > 0 { Borders::ALL.difference(Borders::TOP) } else { Borders::ALL };
        let block = Block::new().borders(borders);
        // Even an empty title takes a line.
        let block = match self.title.as_str() {
            "" => block,
            title => block.title(title),
        };
        let inner = block.inner(area);
        block.render(area, buffer);
        // If even squeezing does not make enough room, the bottom is what matters.
        let shown = if squeezed { rows.min(2 * inner.height as usize) } else { rows };
        for line in 0..inner.height as usize {
            for x in 0..self.painted.width().min((inner.width / (2 * scale)) as usize) {
                let column = inner.x + 2 * scale * x as u16;
                let row = inner.y + line as u16;
                if squeezed {
                    // Two rows of the board in one line, so that tall boards fit.
                    let Some(upper) = shown.checked_sub(2 * line + 1) else { break };
                    let lower = upper.checked_sub(1).and_then(|y| self.cell(x, y));
                    let style = Style::new()
                        .fg(self.cell(x, upper).unwrap_or(Color::Reset))
                        .bg(lower.unwrap_or(Color::Reset));
                    let text = if self.cell(x, upper).is_some() { "▀▀" } else { "  " };
                    buffer.set_string(column, row, text, style);
                    continue;
                }
                let Some(y) = shown.checked_sub(line / scale as usize + 1) else { break };
                let blank = " ".repeat(2 * scale as usize);
                match self.cell(x, y) {
                    Some(colour) => buffer.set_string(column, row, &blank, Style::new().bg(colour)),
                    // One dot per cell, on its last line.
                    None if y < self.height && (line + 1).is_multiple_of(scale as usize) => {
                        let dot = Style::new().fg(Color::DarkGray);
                        buffer.set_string(column + scale, row, "·", dot)
                    }
                    None => {}
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
        drawn_on(height, Rect::new(0, 0, 10, lines))
    }

    fn drawn_on(height: usize, area: Rect) -> Vec<String> {
        let mut painted = Painted::new(4);
        painted.place(shipped::get("classic").unwrap(), "T@1,0N".parse().unwrap());
        let mut buffer = Buffer::empty(area);
        let (active, ghost, above) = (None, None, 0);
        BoardView { painted: &painted, height, above, active, ghost, title: "t".into() }
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
        (0..area.height).map(|y| (0..area.width).map(|x| cell(x, y)).collect()).collect()
    }

    #[test]
    fn boards_are_squeezed_where_there_is_no_room() {
        let whole = ["┌t───────┐", "│ · · · ·│", "│ ·XX · ·│", "│XXXXXX ·│", "└────────┘"];
        assert_eq!(drawn(3, 5), whole);
        let squeezed = ["┌t───────┐", "│        │", "│XXHHXX  │", "└────────┘"];
        assert_eq!(drawn(4, 4), squeezed);
        assert_eq!(drawn(40, 4), squeezed);
    }

    #[test]
    fn boards_grow_where_there_is_room() {
        let expected = [
            "┌t───────────────┐",
            "│    XXXX        │",
            "│  · XXXX  ·   · │",
            "│XXXXXXXXXXXX    │",
            "│XXXXXXXXXXXX  · │",
            "└────────────────┘",
        ];
        assert_eq!(drawn_on(2, Rect::new(0, 0, 18, 6)), expected);
    }

    #[test]
    fn a_piece_is_seen_above_the_board() {
        let painted = Painted::new(4);
        let active = "T@1,2N".parse::<minolab_rules::Placement>().unwrap().falling();
        let view = BoardView {
            painted: &painted,
            height: 2,
            above: 2,
            active: Some(active),
            ghost: None,
            title: String::new(),
        };
        let area = Rect::new(0, 0, 10, 5);
        assert_eq!(view.size_in(area), (10, 5));
        let mut buffer = Buffer::empty(area);
        view.render(area, &mut buffer);
        let filled = |y| (0..10).filter(|&x| buffer[(x, y)].bg != Color::Reset).count();
        assert_eq!([0, 1, 2, 3, 4].map(filled), [2, 6, 0, 0, 0]);
    }
}
