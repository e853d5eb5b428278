//! Numbers of an agent that its search and evaluator would never read.
//!
//! A weight that changes nothing is worse than none: one who sets it believes in it, and a training
//! run learns noise.

use minolab_engine::{
    EvaluatorSettings, Feature, LinearSettings, LookaheadSettings, Measured, Subject, Weights,
    search::LineValue,
};
use minolab_rules::Piece;

use crate::SearchKind;

/// A number that is not read, and why.
pub struct Unread {
    pub what: String,
    pub why: String,
}

/// How much of a placement a search evaluates.
#[derive(Clone, Copy, PartialEq)]
enum Sight {
    /// The placement, the position it leaves, and the key presses it takes.
    All,
    /// The same without key presses.
    NoPresses,
    /// Only the positions at the ends of lines.
    Leaves,
    /// Only the boards at the ends of lines, and which piece was last.
    Boards,
}

/// The first of an agent's numbers that nothing reads.
pub fn unread<'a>(
    search: &SearchKind,
    evaluator: &EvaluatorSettings,
    weights: &'a Weights,
    pieces: impl Iterator<Item = &'a (Piece, Weights)> + Clone,
) -> Option<Unread> {
    let (sight, name) = sight(search);
    let EvaluatorSettings::Linear(settings) = evaluator else {
        let counts_clears = !matches!(evaluator, EvaluatorSettings::Contour(_));
        let is_unread = counts_clears && matches!(sight, Sight::Leaves | Sight::Boards);
        return is_unread.then(|| Unread {
            what: format!("what evaluator kind {} counts of a placement", evaluator.kind()),
            why: format!("{name} evaluates boards only"),
        });
    };
    let of_pieces = pieces.clone().flat_map(|(_, weights)| weights.as_slice());
    let features =
        || weights.as_slice().iter().chain(of_pieces.clone()).map(|&(feature, _)| feature);
    for feature in features() {
        if let Some(why) = never_read(feature, sight, name, search, settings) {
            return Some(Unread { what: feature.name().into(), why });
        }
    }
    let says = |what: &str, why: String| Some(Unread { what: what.into(), why });
    let usual = LinearSettings::default();
    if sight == Sight::Leaves && pieces.clone().next().is_some() {
        return says(
            "[weights_for]",
            format!("{name} does not know which piece led to a position"),
        );
    }
    if settings.board == Measured::Landed && matches!(sight, Sight::Leaves | Sight::Boards) {
        return says("evaluator.board = \"landed\"", format!("{name} sees no full rows"));
    }
    if settings.wells != usual.wells
        && !features().any(|feature| feature == Feature::WellsNonlinear)
    {
        let why = "it is read by the feature wells_nonlinear, which has no weight".into();
        return says("evaluator.wells", why);
    }
    if settings.lost != usual.lost && ignores_lost(search) {
        return says("evaluator.lost", format!("{name} leaves out placements that top out"));
    }
    None
}

fn sight(search: &SearchKind) -> (Sight, &'static str) {
    match search {
        SearchKind::Greedy(_) | SearchKind::Beam(_) => (Sight::All, "its search"),
        SearchKind::Lookahead(LookaheadSettings { line: LineValue::Leaf, .. }) => {
            (Sight::Leaves, "a lookahead with line = \"leaf\"")
        }
        SearchKind::Lookahead(_) => (Sight::All, "its search"),
        SearchKind::Tetrais(_) => (Sight::Boards, "search kind tetrais"),
        SearchKind::Hidamari(_) => (Sight::Boards, "search kind hidamari"),
        SearchKind::Mzmousa => (Sight::NoPresses, "search kind mzmousa"),
        SearchKind::Capstone => (Sight::NoPresses, "search kind capstone"),
        SearchKind::CapstoneBlitz => (Sight::NoPresses, "search kind capstone-blitz"),
    }
}

fn ignores_lost(search: &SearchKind) -> bool {
    matches!(search, SearchKind::Tetrais(_) | SearchKind::Hidamari(_) | SearchKind::CapstoneBlitz)
}

fn never_read(
    feature: Feature,
    sight: Sight,
    name: &str,
    search: &SearchKind,
    settings: &LinearSettings,
) -> Option<String> {
    // Full rows are not cleared in TetrAIs' later plies.
    let sees_full_rows = settings.board == Measured::Landed
        || matches!(search, SearchKind::Tetrais(depth) if *depth > 1);
    match sight {
        _ if feature == Feature::CompleteLines && !sees_full_rows => Some(
            "there is no full row once lines are cleared; with evaluator.board=landed there is, \
                  and lines counts those cleared"
                .into(),
        ),
        Sight::NoPresses if feature == Feature::Keys => Some(format!("{name} counts no presses")),
        Sight::Leaves | Sight::Boards if !counts(feature, sight) => {
            let counted = Feature::ALL.into_iter().filter(|&other| {
                counts(other, sight) && (other != Feature::CompleteLines || sees_full_rows)
            });
            let names: Vec<&str> = counted.map(Feature::name).collect();
            Some(format!("{name} evaluates boards only; what counts: {}", names.join(", ")))
        }
        _ => None,
    }
}

/// Whether a search that sees only boards or leaves can measure a feature.
fn counts(feature: Feature, sight: Sight) -> bool {
    // These depend on the position, but not on its board.
    let is_beside = matches!(feature, Feature::BackToBack | Feature::HeldT | Feature::Beyond);
    feature.subject() == Subject::Position && !(sight == Sight::Boards && is_beside)
}
