//! `State`.

use std::sync::Arc;

use minolab_rules::{Cell, Piece, Setup, notation, placements};
use minolab_study::film::{Ink, Look, Still, svg};
use pyo3::{prelude::*, types::PyType};

use crate::{
    board::{Board, hashed},
    error::{value, whole},
    placement::{Clear, Placement, piece},
    rules::{Ruleset, RulesetLike},
};

/// A position by some rules: board, current piece, hold, queue, bag, combo and back-to-back.
#[pyclass(frozen, eq, module = "minolab")]
#[derive(Clone, PartialEq)]
pub struct State {
    pub rules: Arc<minolab_rules::Ruleset>,
    // In a box: Python allocates its objects less aligned than a board is.
    pub state: Box<minolab_rules::State>,
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (ruleset, position=None, *, queue=None, hold=None, page=1))]
    fn new(
        ruleset: RulesetLike<'_>,
        position: Option<&str>,
        queue: Option<&str>,
        hold: Option<&str>,
        page: usize,
    ) -> PyResult<State> {
        let rules = ruleset.get()?;
        let mut setup = match position {
            None => Setup::new(rules.empty_board()),
            Some(text) if notation::Fumen::is_in(text) => {
                let fumen = text.parse().map_err(value)?;
                Setup::new(rules.empty_board()).turned_to(&fumen, page).map_err(value)?
            }
            Some(_) if page != 1 => {
                return Err(value(format!("page is {page}, and only a fumen has pages")));
            }
            Some(text) => Setup::from_any(text).map_err(value)?,
        };
        if let Some(queue) = queue {
            setup.queue = notation::parse_pieces(queue).map_err(value)?;
            // What may follow depends on them.
            (setup.current, setup.bag) = (None, None);
        }
        if let Some(hold) = hold {
            (setup.hold, setup.hold_used) = (Some(piece(hold)?), false);
        }
        State::checked(rules, setup)
    }

    /// What `pickle` makes a position of.
    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        ruleset: &Bound<'_, Ruleset>,
        line: &str,
        bag: &str,
    ) -> PyResult<State> {
        let mut setup: Setup = line.parse().map_err(value)?;
        // Pieces that no bag deals are taken only without one.
        setup.bag = None;
        let mut state = State::checked(Arc::clone(&ruleset.get().0), setup)?;
        state.state.bag = bag.parse().map_err(value)?;
        Ok(state)
    }

    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset(Arc::clone(&self.rules))
    }

    #[getter]
    fn board(&self) -> Board {
        Board(Box::new(self.state.board))
    }

    /// The current piece's letter.
    #[getter]
    fn current(&self) -> Option<char> {
        self.state.current.map(Piece::letter)
    }

    /// The held piece's letter.
    #[getter]
    fn hold(&self) -> Option<char> {
        self.state.hold.map(Piece::letter)
    }

    /// Whether hold was used since the last placement.
    #[getter]
    fn hold_used(&self) -> bool {
        self.state.hold_used
    }

    /// The pieces shown after the current one.
    #[getter]
    fn queue(&self) -> String {
        self.state.queue.iter().map(Piece::letter).collect()
    }

    /// The pieces that may come after the queue.
    #[getter]
    fn bag(&self) -> String {
        self.state.bag.iter().map(Piece::letter).collect()
    }

    #[getter]
    fn combo(&self) -> u8 {
        self.state.combo
    }

    #[getter]
    fn back_to_back(&self) -> bool {
        self.state.back_to_back
    }

    /// Why the game is lost, if it is.
    #[getter]
    fn over(&self) -> Option<&'static str> {
        self.state.over.map(minolab_rules::TopOut::name)
    }

    /// Everything that can be played: the current piece's placements, then those after a hold.
    fn placements(&self) -> Vec<Placement> {
        let mut list = Vec::new();
        if self.state.over.is_none() {
            let each = &mut |choice| list.push(Placement(choice));
            placements::for_each_choice(&self.rules, &self.state, each);
        }
        list
    }

    /// The position after a placement; the queue moves up.
    fn play(&self, placement: &Bound<'_, Placement>) -> PyResult<State> {
        let mut next = self.clone();
        next.state.play(&self.rules, placement.get().0).map_err(value)?;
        Ok(next)
    }

    /// What a placement would clear and earn.
    fn clear(&self, placement: &Bound<'_, Placement>) -> PyResult<Clear> {
        let mut next = *self.state;
        next.play(&self.rules, placement.get().0).map(Clear::from).map_err(value)
    }

    /// The position as a fumen of one page, with its pieces as a quiz.
    fn to_fumen(&self) -> PyResult<String> {
        let field = notation::Field::of_board(&self.state.board).map_err(value)?;
        let mut page = notation::FumenPage::new(field);
        let pieces = self.state.current.into_iter().chain(self.state.queue.iter());
        page.comment = match self.state.current.is_none() && self.state.hold.is_none() {
            true => String::new(),
            false => notation::Quiz::of(self.state.hold, pieces).to_string(),
        };
        page.colorize = true;
        notation::Fumen { pages: vec![page] }.to_text().map_err(value)
    }

    fn __str__(&self) -> String {
        self.state.to_string()
    }

    fn __repr__(&self) -> String {
        let State { rules, state } = self;
        let letter = |piece: Option<Piece>| piece.map_or('-', Piece::letter);
        let over = state.over.map_or(String::new(), |why| format!(", {why}"));
        let (current, hold, queue) = (letter(state.current), letter(state.hold), self.queue());
        format!(
            "<State {}: {current}, hold {hold}, queue {queue}{over}\n{}>",
            rules.name, state.board
        )
    }

    fn _repr_html_(&self) -> String {
        let board = &self.state.board;
        drawing(&Setup::from(&*self.state), self.rules.height as usize, |x, y| {
            (board.row(y) >> x & 1 == 1).then_some(Cell::Garbage)
        })
    }

    fn __hash__(&self) -> u64 {
        hashed((&self.state, &self.rules.name))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.get_type::<State>().getattr("_restore")?;
        Ok((restore, (self.ruleset(), self.state.to_string(), self.state.bag.to_string())))
    }
}

type Reduced<'py> = (Bound<'py, PyAny>, (Ruleset, String, String));

impl State {
    fn checked(rules: Arc<minolab_rules::Ruleset>, setup: Setup) -> PyResult<State> {
        let state = minolab_rules::State::from_setup(&rules, setup).map_err(whole)?;
        Ok(State { rules, state: Box::new(state) })
    }
}

/// A position as a drawing for a notebook's cell.
pub fn drawing(setup: &Setup, rows: usize, cell: impl Fn(usize, usize) -> Option<Cell>) -> String {
    let size = (setup.board.width(), rows);
    let cells = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
    let ink = |(x, y)| match cell(x, y) {
        Some(Cell::Of(piece)) => Ink::Of(piece),
        Some(Cell::Garbage) => Ink::Garbage,
        Some(Cell::Empty) | None => Ink::Empty,
    };
    let still = Still {
        size,
        cells: cells.map(ink).collect(),
        hold: setup.hold.map(Some),
        queue: setup.current.into_iter().chain(setup.queue.iter().copied()).collect(),
        is_flash: false,
    };
    svg(&[still], &Look::default())
}
