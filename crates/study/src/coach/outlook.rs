//! Why one placement is better than another by what comes of it: both are played on as well as the
//! engine can, as far as the pieces are known.

use minolab_rules::{Choice, ClearKind, Piece, Ruleset, Spin, State};

use super::{
    effect::{Slot, covered, slot, wells},
    fact::{Fact, FactKind},
};

/// Points that are worth a word.
const POINTS: u64 = 300;

/// Rows of height that are.
const ROWS: usize = 3;

/// Where a line of play leads.
struct Outlook {
    /// The clear worth most, its piece, and how many pieces before it.
    best: Option<(ClearKind, Piece, usize)>,
    points: u64,
    holes: usize,
    wells: usize,
    height: usize,
    slot: Option<Slot>,
}

impl Outlook {
    /// After these choices; `None` if one of them cannot be played.
    fn of(rules: &Ruleset, before: &State, line: &[Choice]) -> Option<Outlook> {
        let (mut state, mut points) = (*before, 0);
        let mut best: Option<(ClearKind, Piece, usize)> = None;
        for (wait, &choice) in line.iter().enumerate() {
            let clear = state.play(rules, choice).ok()?;
            points += clear.points as u64;
            let kind = clear.kind();
            if worth(kind) > best.map_or(0, |(kind, ..)| worth(kind)) {
                best = Some((kind, choice.placement.piece, wait));
            }
        }
        let board = &state.board;
        Some(Outlook {
            best,
            points,
            holes: covered(board),
            wells: wells(board).len(),
            height: board.top(),
            slot: slot(rules, board),
        })
    }
}

/// Of clears that a player plans for, the greater; nothing of others.
fn worth(kind: ClearKind) -> u8 {
    match (kind.spin, kind.lines) {
        (Spin::Full, lines @ 2..) => 2 * lines + 1,
        (_, 4) => 6,
        _ => 0,
    }
}

/// What speaks for the better one of two lines from the same position, what matters most first.
/// Clears are worth a word only where points count.
pub fn line_facts(
    rules: &Ruleset,
    before: &State,
    played: &[Choice],
    better: &[Choice],
    for_points: bool,
) -> Vec<Fact> {
    let pieces = played.len().min(better.len());
    let mut found = Vec::new();
    let outlook = |line: &[Choice]| Outlook::of(rules, before, &line[..pieces]);
    let (2.., Some(ours), Some(theirs)) = (pieces, outlook(played), outlook(better)) else {
        return found;
    };
    let mut say = |kind: FactKind, cells| found.push(Fact { kind, cells });
    if for_points {
        let is_worth =
            |best: &Option<(ClearKind, Piece, usize)>| best.map_or(0, |(kind, ..)| worth(kind));
        match theirs.best {
            // What the better one clears at once is said of it alone.
            Some((kind, piece, wait))
                if wait > 0 && is_worth(&theirs.best) > is_worth(&ours.best) =>
            {
                say(FactKind::LineClears { kind, piece, wait }, Vec::new());
            }
            _ if theirs.points >= ours.points + POINTS => {
                let [played, better] = [ours.points, theirs.points];
                say(FactKind::LinePoints { pieces, played, better }, Vec::new());
            }
            _ => {}
        }
        if let (Some(slot), None) = (&theirs.slot, &ours.slot) {
            let (columns, lines) = (slot.columns(), slot.lines);
            say(FactKind::LineSlot { pieces, columns, lines }, Vec::new());
        }
    }
    if ours.holes > theirs.holes {
        let [played, better] = [ours.holes, theirs.holes];
        say(FactKind::LineHoles { pieces, played, better }, Vec::new());
    }
    if ours.wells > theirs.wells.max(1) {
        let [played, better] = [ours.wells, theirs.wells];
        say(FactKind::LineWells { pieces, played, better }, Vec::new());
    }
    if ours.height >= theirs.height + ROWS {
        let [played, better] = [ours.height, theirs.height];
        say(FactKind::LineHeight { pieces, played, better }, Vec::new());
    }
    found
}
