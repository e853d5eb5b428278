//! A stand-in where there is no kernel: the plain evaluation does all the work.

#[path = "request.rs"]
mod request;

use minolab_rules::{Board, Piece, Placement, Ruleset};
pub use request::Ahead;

use crate::Linear;

/// Never constructed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kernel {}

/// No scores.
#[derive(Clone, Debug, Default)]
pub struct Scores {}

impl Scores {
    /// None.
    pub fn candidates(&self) -> impl Iterator<Item = Placement> {
        std::iter::empty()
    }

    /// Nothing to decide between.
    pub fn is_exact(&self) -> bool {
        true
    }

    /// None.
    pub fn count(&self) -> u64 {
        0
    }
}

impl Kernel {
    /// There is none.
    pub fn new(_: &Linear) -> Option<Kernel> {
        None
    }

    /// Never called.
    pub fn portable(self) -> Kernel {
        self
    }

    /// Never called.
    pub fn score(&self, _: &Ruleset, _: &Board, _: Piece, _: &mut Scores) -> bool {
        match *self {}
    }

    /// Never called.
    pub fn look(
        &self,
        _: Ahead,
        _: &Board,
        _: Piece,
        _: &mut Vec<(Placement, f64)>,
    ) -> Option<(u64, bool)> {
        match *self {}
    }
}
