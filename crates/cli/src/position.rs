//! `--position FILE|TEXT`, `--queue` and `--hold`: the position in question.

use std::{fs, path::Path};

use anyhow::{Context, Result, bail, ensure};
use minolab_rules::{
    Board, Piece, Ruleset, Setup, State,
    notation::{self, Fumen},
};

/// A position: the board, the queue and the held piece.
#[derive(Clone, Debug, clap::Args)]
pub struct PositionFlags {
    /// A position in one line, a board as a picture (`.` and `X`, top row first, `/` or a space
    /// between rows), a fumen (v115@…, alone or in an address), or a file with one of these [default: the empty
    /// board].
    #[arg(long, value_name = "FILE|TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// The page of the fumen to take [default: the first].
    #[arg(long, value_name = "N", requires = "position")]
    page: Option<usize>,
    /// The active piece and those after it, as letters of IOTLJSZ. They replace those of the
    /// position.
    #[arg(long, value_name = "PIECES")]
    queue: Option<String>,
    /// The held piece, or `-` for none. It replaces that of the position.
    #[arg(long, value_name = "PIECE", allow_hyphen_values = true)]
    hold: Option<String>,
}

impl PositionFlags {
    /// The position, if one was given.
    pub fn given(&self, rules: &Ruleset) -> Result<Option<State>> {
        let is_given = self.position.is_some() || self.queue.is_some() || self.hold.is_some();
        is_given.then(|| self.state(rules)).transpose()
    }

    /// The position, if the rules allow it.
    pub fn state(&self, rules: &Ruleset) -> Result<State> {
        let setup = self.setup(rules)?;
        State::from_setup(rules, setup).with_context(|| format!("not a position by {}", rules.name))
    }

    /// The same just after a piece has landed: full rows are not yet cleared.
    pub fn landed(&self, rules: &Ruleset) -> Result<State> {
        let setup = self.setup(rules)?;
        let board = setup.board;
        let mut cleared = Board::empty(board.width());
        let rows = (0..board.top()).map(|y| board.row(y)).filter(|&row| row != board.field());
        rows.enumerate().for_each(|(y, row)| cleared.set_row(y, row));
        let state = State::from_setup(rules, Setup { board: cleared, ..setup });
        let state = state.with_context(|| format!("not a position by {}", rules.name))?;
        Ok(State { board, ..state })
    }

    fn setup(&self, rules: &Ruleset) -> Result<Setup> {
        let mut setup = match &self.position {
            Some(position) => read(position, self.page)?,
            None => Setup::new(rules.empty_board()),
        };
        if let Some(queue) = &self.queue {
            setup.queue = notation::parse_pieces(queue).context("in --queue")?;
            // The bag depends on them.
            (setup.current, setup.bag) = (None, None);
        }
        if let Some(hold) = &self.hold {
            (setup.hold, setup.hold_used) = (read_hold(hold).context("in --hold")?, false);
        }
        Ok(setup)
    }
}

/// Reads a position from a file if the text is the name of one.
fn read(position: &str, page: Option<usize>) -> Result<Setup> {
    if !Path::new(position).is_file() {
        let found = turned(position, page);
        if found.is_err() && is_file_name(position) {
            bail!("{position:?} is neither a file nor a position");
        }
        return found.context("in --position");
    }
    let text = fs::read_to_string(position).with_context(|| format!("reading {position:?}"))?;
    turned(&text, page).with_context(|| format!("in {position:?}"))
}

/// A page of a fumen, or any position.
fn turned(text: &str, page: Option<usize>) -> Result<Setup> {
    let Some(page) = page else { return Ok(Setup::from_any(text)?) };
    ensure!(Fumen::is_in(text), "--page is {page}, and only a fumen has pages");
    let blank = Setup::new(Board::EMPTY);
    Ok(blank.turned_to(&text.parse()?, page)?)
}

/// Whether a text that is not a position ends like a file name: in a dot and a word.
fn is_file_name(text: &str) -> bool {
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_word = ending.chars().all(|letter| letter.is_ascii_alphanumeric());
    is_word && ending.contains(|letter: char| letter.is_ascii_alphabetic() && letter != 'X')
}

fn read_hold(text: &str) -> Result<Option<Piece>> {
    let pieces = notation::parse_pieces(text)?;
    anyhow::ensure!(pieces.len() <= 1, "{} pieces, expected one or -", pieces.len());
    Ok(pieces.first().copied())
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;

    use super::*;

    fn state(position: &str, queue: Option<&str>, hold: Option<&str>) -> Result<String> {
        let flags = PositionFlags {
            position: Some(position.into()),
            page: None,
            queue: queue.map(Into::into),
            hold: hold.map(Into::into),
        };
        flags.state(shipped::get("guideline").unwrap()).map(|state| state.to_string())
    }

    #[test]
    fn lines_and_pictures_are_the_same() {
        let line = state("x9/xx8 T S IO", None, None).unwrap();
        for picture in
            ["X.........\nXX........\n", "X........./XX........", "; my\nX......... XX........"]
        {
            assert_eq!(state(picture, Some("TIO"), Some("S")).unwrap(), line);
        }
        assert_eq!(state("x9/xx8 L J ZZ", Some("TIO"), Some("S")).unwrap(), line);
    }

    #[test]
    fn a_page_of_a_fumen_is_a_position() {
        let address = "https://fumen.zui.jp/?v115@vhBVPJAAA";
        let page = |page, queue: Option<&str>| {
            let (position, queue) = (Some(address.into()), queue.map(Into::into));
            let flags = PositionFlags { position, page, queue, hold: None };
            flags.state(shipped::get("guideline").unwrap()).map(|state| state.to_string())
        };
        assert_eq!(page(None, None).unwrap(), "10 T - - IOTLJSZ 0 -");
        assert_eq!(page(Some(2), Some("SZ")).unwrap(), "2x7/1xxx6 S - Z IOTLJSZ 0 -");
        let error = format!("{:#}", page(Some(3), None).unwrap_err());
        assert!(error.ends_with("page 3 of a fumen with 2"), "{error}");
        assert!(
            state("v115@vhA!", None, None).is_err_and(|e| format!("{e:#}").contains("character 9"))
        );
    }

    #[test]
    fn errors_say_where() {
        let error =
            |position, queue, hold| format!("{:#}", state(position, queue, hold).unwrap_err());
        assert!(error("X.../X.?.", None, None).contains("in --position: row 2"));
        assert!(error("x9 Q", None, None).contains("in --position: character 4: 'Q'"));
        assert!(error("x9", Some("TX"), None).contains("in --queue: character 2: 'X'"));
        assert!(error("x9", None, Some("TT")).contains("in --hold: 2 pieces"));
        let missing = "\"nofile.txt\" is neither a file nor a position";
        assert_eq!(error("nofile.txt", None, None), missing);
        assert!(error("x8", None, None).contains("not a position by guideline: the board is 9"));
    }
}
