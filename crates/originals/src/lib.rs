//! Players that find and choose placements exactly as their original programs do, quirks included.
//!
//! Their weights are in their agent files; here is which placements they consider, in which order, and what they take
//! for the result of one.
//!
//! ```
//! use std::sync::Arc;
//!
//! use minolab_engine::{Feature, Linear, Player, Position, Weights};
//! use minolab_originals::Capstone;
//! use minolab_rules::{Game, shipped};
//!
//! let weights: Weights = [(Feature::AggregateHeight, -1.66), (Feature::Holes, -1.25)].into_iter().collect();
//! let evaluator = Linear::new(weights, &[], Default::default());
//! let rules = shipped::get("capstone").unwrap();
//! let mut player = Player::new(rules, Capstone::new(Arc::new(evaluator)));
//! let game = Game::new(rules.clone(), 7);
//! assert!(player.choose(&Position::new(game.state())).is_some());
//! ```

#![warn(missing_docs)]

mod blitz;
mod capstone;
mod heights;
mod hidamari;
mod mzmousa;
mod tetrais;

pub use blitz::CapstoneBlitz;
pub use capstone::Capstone;
pub use hidamari::Hidamari;
pub use mzmousa::Mzmousa;
pub use tetrais::Tetrais;

use minolab_rules::{Choice, Piece, Placement, Ruleset, State};

use minolab_engine::{Decision, Evaluator, Outcome, Ranked, Remaining, Report, eval::Shares};

/// A choice without hold: most of these programs have none.
fn choice(placement: Placement) -> Choice {
    Choice { hold: false, placement }
}

/// The pieces after the current one, shown or known, next first.
fn coming<'a>(state: &'a State, known: &'a [Piece]) -> impl Iterator<Item = Piece> + 'a {
    state.queue.iter().chain(known.iter().copied())
}

/// A placement with the program's score and each feature's share.
fn ranked(
    evaluator: &dyn Evaluator,
    rules: &Ruleset,
    state: &State,
    placement: Placement,
    score: f64,
) -> Ranked {
    let choice = choice(placement);
    let outcome = Outcome::new(rules, state, Remaining::ENDLESS, placement);
    let mut reasons = Shares::of_score(evaluator, &outcome).into_reasons();
    // The score is that of the line's last board, the shares are those of the first.
    let ahead = score - reasons.iter().map(|(_, share)| share).sum::<f64>();
    if ahead.abs() > 1e-9 * score.abs().max(1.0) {
        reasons.push(("ahead", ahead));
    }
    Ranked { choice, score, line: vec![choice], reasons }
}

/// A decision from the candidates: best first, equal ones in the order found.
fn decision(
    mut ranked: Vec<Ranked>,
    nodes: u64,
    depth: u32,
    report: &mut dyn FnMut(&Report),
) -> Option<Decision> {
    ranked.sort_by(|a, b| b.score.partial_cmp(&a.score).unwrap_or(std::cmp::Ordering::Equal));
    let best = ranked.first()?;
    report(&Report { depth, nodes, score: best.score, line: best.line.clone() });
    Some(Decision { ranked, nodes, depth })
}
