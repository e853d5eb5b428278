//! TetrAIs' game log: every board of a game, as Python prints a list of lists.
//!
//! One line per board, the top row first: `None` for an empty cell and a `#`, coloured or not, for a filled one. A
//! placement that fills rows has two lines, with the rows and without them. Pieces, seed and points are missing, so
//! reading one means working out which placement leads from each board to the next.

use std::fmt::Write;

use minolab_rules::{
    Board, Choice, Game, Mode, Painted, Piece, Placement, Randomizer, Ruleset, placements, shipped,
};

use super::{GameEvent, Replay, ReplayError};

/// How a log begins.
pub(super) const FIRST: &str = "[[";
/// The agent named for its games, which do not name one.
const AGENT: &str = "tetrais-log";

impl Replay {
    /// Writes the game as TetrAIs' program logs it, for its own replay.
    ///
    /// An error if the boards do not determine the game under TetrAIs' rules: it has hold, garbage, another board, or
    /// placements that no hard drop reaches.
    pub fn to_tetrais_log(&self) -> Result<String, ReplayError> {
        let not_told = |why: String| ReplayError::Log { line: 0, why };
        let (mut text, mut board) = (String::new(), self.rules.empty_board());
        let mut painted = Painted::new(self.rules.width as usize);
        for event in &self.events {
            let Some(Choice { placement, .. }) = event.choice() else {
                return Err(not_told("garbage came in, which TetrAIs does not know".into()));
            };
            let mut landed = painted.clone();
            landed.land(&self.rules, placement);
            painted.place(&self.rules, placement);
            let lines = self.rules.land(&mut board, placement).lines;
            let top = self.rules.height as usize;
            for painted in [&landed, &painted].into_iter().take(if lines > 0 { 2 } else { 1 }) {
                write_board(&mut text, painted, top);
            }
        }
        // It is a log of this game only if it reads back as the same boards.
        let told = Replay::from_tetrais_log(&text)?;
        let (wanted, found) = (self.placements(), told.placements());
        if wanted != found || told.boards().ne(self.boards()) {
            return Err(not_told(format!(
                "its boards do not tell the game by TetrAIs' rules: {found} placements, expected \
                 {wanted}; expected a game by rules tetrais"
            )));
        }
        Ok(text)
    }

    /// Reads a log; the pieces are inferred from its boards.
    pub fn from_tetrais_log(text: &str) -> Result<Replay, ReplayError> {
        let rules = shipped::get("tetrais").expect("TetrAIs' rules are shipped");
        let mut board = rules.empty_board();
        let mut found: Vec<Placement> = Vec::new();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            let wrong = |why: String| ReplayError::Log { line, why };
            let next = read_board(text, rules).map_err(wrong)?;
            if cleared(&board) == next && board != next {
                board = next;
                continue;
            }
            // Full rows that are still there are cleared before the next piece.
            let before = cleared(&board);
            let placement = between(&before, &next, rules).ok_or_else(|| {
                wrong("no hard drop of one piece leads here from the board before".into())
            })?;
            found.push(placement);
            board = next;
        }
        let pieces: Vec<Piece> = found.iter().map(|placement| placement.piece).collect();
        if pieces.is_empty() {
            return Err(ReplayError::Log { line: 1, why: "no placement, expected one".into() });
        }
        let rules = Ruleset {
            name: AGENT.into(),
            description: "TetrAIs' rules with the pieces of a log".into(),
            randomizer: Randomizer::List(pieces),
            ..rules.clone()
        };
        let mut game = Game::new(rules, 0);
        let mut replay = Replay::new(&game, AGENT, Mode::Marathon);
        for (index, placement) in (1..).zip(found) {
            let choice = Choice { hold: false, placement };
            game.play(choice).map_err(|error| ReplayError::Log {
                line: index,
                why: format!("placement {index} is not allowed: {error}"),
            })?;
            replay.push(choice);
        }
        replay.set_result(&game);
        Ok(replay)
    }

    /// The board after each placement.
    fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        self.events.iter().filter_map(GameEvent::choice).scan(
            self.rules.empty_board(),
            |board, choice| {
                self.rules.land(board, choice.placement);
                Some(*board)
            },
        )
    }
}

/// The placement that leads from one board to the next, with full rows still there or cleared.
fn between(board: &Board, next: &Board, rules: &Ruleset) -> Option<Placement> {
    let mut found = None;
    for piece in Piece::ALL {
        placements::for_each(board, rules, piece, &mut |placement| {
            let (mut landed, mut after) = (*board, *board);
            rules.fill(&mut landed, placement);
            rules.land(&mut after, placement);
            if found.is_none() && (landed == *next || after == *next) {
                found = Some(placement);
            }
        });
    }
    found
}

/// The board without its full rows.
fn cleared(board: &Board) -> Board {
    let mut cleared = Board::empty(board.width());
    let rows = (0..board.top()).map(|y| board.row(y)).filter(|&row| row != board.field());
    rows.enumerate().for_each(|(y, row)| cleared.set_row(y, row));
    cleared
}

fn write_board(text: &mut String, painted: &Painted, height: usize) {
    let cell = |x: usize, y: usize| match (painted.is_filled(x, y), painted.get(x, y)) {
        (false, _) => "None".into(),
        (true, piece) => format!("\x1b[{}m#\x1b[39m", colour(piece)),
    };
    let row = |y: usize| {
        let cells: Vec<String> = (0..painted.width()).map(|x| cell(x, y)).collect();
        format!("[{}]", cells.join(", "))
    };
    let rows: Vec<String> = (0..height).rev().map(row).collect();
    writeln!(text, "[{}]", rows.join(", ")).expect("writing to a string cannot fail");
}

/// The terminal colour of a piece.
fn colour(piece: Option<Piece>) -> u32 {
    match piece {
        Some(Piece::Z) => 31,
        Some(Piece::S) => 32,
        Some(Piece::O) => 33,
        Some(Piece::J) => 34,
        Some(Piece::T) => 35,
        Some(Piece::I) => 36,
        _ => 37,
    }
}

fn read_board(text: &str, rules: &Ruleset) -> Result<Board, String> {
    let inner = text.trim().strip_prefix("[[").and_then(|text| text.strip_suffix("]]"));
    let inner = inner.ok_or("expected a list of rows: [[…], …]")?;
    let rows: Vec<&str> = inner.split("], [").collect();
    let (width, height) = (rules.width as usize, rules.height as usize);
    if rows.len() != height {
        return Err(format!("{} rows, expected {height}", rows.len()));
    }
    let mut board = rules.empty_board();
    for (index, row) in rows.iter().enumerate() {
        let cells: Vec<&str> = row.split(',').map(str::trim).collect();
        if cells.len() != width {
            return Err(format!("row {} has {} cells, expected {width}", index + 1, cells.len()));
        }
        for (x, cell) in cells.into_iter().enumerate() {
            let filled = match plain(cell).as_str() {
                "None" => false,
                "#" => true,
                found => {
                    let found: String = found.chars().take(20).collect();
                    return Err(format!("row {}: {found:?}, expected None or #", index + 1));
                }
            };
            board.set(x, height - 1 - index, filled);
        }
    }
    Ok(board)
}

/// A cell without its colour and the quotes that some versions of Python put around it.
fn plain(cell: &str) -> String {
    let mut plain = String::new();
    let mut rest = cell.trim_matches(['\'', '"']).replace("\\x1b", "\x1b");
    while let Some(at) = rest.find('\x1b') {
        plain += &rest[..at];
        let end = rest[at..].find('m').map_or(rest.len(), |end| at + end + 1);
        rest = rest[end..].to_string();
    }
    plain + &rest
}

#[cfg(test)]
mod tests {
    use minolab_agents::shipped as agents;
    use minolab_engine::Position;

    use super::*;
    use crate::replay::read;

    fn played(agent: &str, pieces: u64) -> Replay {
        let agent = agents::get(agent).unwrap();
        let rules = shipped::get(&agent.rules).unwrap();
        let mut game = Game::new(rules.clone(), 3);
        let mut replay = Replay::new(&game, &agent.name, Mode::Marathon);
        let mut player = agent.player(rules);
        while game.totals().pieces < pieces && game.state().over.is_none() {
            let Some(choice) = player.choose(&Position::new(game.state())) else { break };
            game.play(choice).unwrap();
            replay.push(choice);
        }
        replay.set_result(&game);
        replay
    }

    #[test]
    fn a_log_is_read_back() {
        // To the end, where cells above the top enter again from below.
        for agent in ["tetrais-simple", "tetrais-complex"] {
            let replay = played(agent, 300);
            let text = replay.to_tetrais_log().unwrap();
            let log = read(text.as_bytes()).unwrap();
            assert_eq!(log.placements(), replay.placements());
            assert_eq!(log.result.totals.lines, replay.result.totals.lines);
            assert!(log.boards().eq(replay.boards()));
            assert!(log.verify().is_ok());
            // Without colours, and without the boards on which full rows stand.
            let bare: String = text.lines().map(|line| format!("{}\n", plain_line(line))).collect();
            assert!(Replay::from_tetrais_log(&bare).unwrap() == log);
            let is_full = |line: &str| line.contains(&["#"; 10].join(", "));
            assert!(bare.lines().any(is_full));
            let sparse: Vec<&str> = bare.lines().filter(|line| !is_full(line)).collect();
            // Several placements may clear to the same board.
            let told = Replay::from_tetrais_log(&sparse.join("\n")).unwrap();
            assert!(told.boards().eq(log.boards()));
        }
    }

    fn plain_line(line: &str) -> String {
        line.split(", ").map(plain).collect::<Vec<_>>().join(", ")
    }

    /// The figure of the document: a J that fills a row, and the row gone.
    #[test]
    fn the_second_line_of_a_clear_is_no_placement() {
        let line = |picture: &str| {
            let board = Board::drawn(picture).unwrap();
            let row = |y: usize| {
                let cell = |x: usize| if board.row(y) >> x & 1 == 1 { "#" } else { "None" };
                format!("[{}]", (0..10).map(cell).collect::<Vec<_>>().join(", "))
            };
            format!("[{}]", (0..20).rev().map(row).collect::<Vec<_>>().join(", "))
        };
        let text = [
            line("####......"),
            line("########.."),
            line("........## ##########"),
            line("........##"),
        ];
        let log = Replay::from_tetrais_log(&text.join("\n")).unwrap();
        let pieces: Vec<char> =
            log.choices().map(|choice| choice.placement.piece.letter()).collect();
        assert_eq!((pieces, log.result.totals.lines), (vec!['I', 'I', 'O'], 1));
    }

    #[test]
    fn errors_say_which_line() {
        let error = |text: &str| Replay::from_tetrais_log(text).unwrap_err().to_string();
        let empty = format!("[{}]", vec![format!("[{}]", ["None"; 10].join(", ")); 20].join(", "));
        assert!(error("[[None]]").contains("line 1: 1 rows, expected 20"));
        assert!(error(&empty.replacen("None", "X", 1)).contains("\"X\", expected None or #"));
        assert!(error(&format!("{empty}\n{empty}")).contains("no hard drop"));
        let mut garbage = played("tetrais-simple", 3);
        garbage.push_garbage(&["xxx1xxxxxx".parse().unwrap()]);
        assert!(garbage.to_tetrais_log().unwrap_err().to_string().contains("garbage"));
        // Another board.
        let other = Replay {
            rules: garbage.rules.with_size(8, 20).unwrap(),
            ..played("tetrais-simple", 0)
        };
        let choice = played("tetrais-simple", 1).choices().next().unwrap();
        let other = Replay { events: vec![choice.into()], ..other };
        assert!(other.to_tetrais_log().unwrap_err().to_string().contains("8 cells, expected 10"));
    }
}
