//! Why one placement is better than another, as things that can be pointed at.

use std::fmt;

use minolab_rules::{ClearKind, Piece, Ruleset, Spin, State};

use super::{
    effect::{PlacementEffect, Spot, Well, fits_cleanly, slot, wells},
    name,
    summary::amount,
};

/// Something that is so on the board, and speaks for one placement or against another.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    pub kind: FactKind,
    /// The cells it is about, before lines clear; of a placement's own result after.
    pub cells: Vec<Spot>,
}

/// What there is to say. Columns and rows are counted from 0 here, and from 1 in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// The game is lost with it.
    TopsOut,
    /// The better one is the first of so many known pieces that end the game.
    MissesFinish { pieces: usize },
    /// The better one empties the board.
    MissesPerfectClear,
    /// The better one clears more, or by a spin.
    MissesClear { better: ClearKind, piece: Piece },
    /// It covers empty cells in these columns, in so many rows.
    CoversHoles { columns: Vec<u8>, rows: usize },
    /// It covers more than the better one, which covers some too.
    CoversMore { played: usize, better: usize },
    /// The better one opens covered cells.
    LeavesHoles { opened: usize },
    /// It closes the well that was kept for an I.
    ClosesWell { column: u8, depth: u8 },
    /// It makes a gap that only an I fills.
    MakesGap { column: u8, depth: u8 },
    /// It closes the place where a T was to spin in.
    ClosesSlot { columns: (u8, u8), lines: u8 },
    /// The better one has such a place open, and a T comes in so many pieces.
    SlotForT { columns: (u8, u8), lines: u8, wait: usize },
    /// A T is spent although one could spin in.
    SpendsT { columns: (u8, u8), lines: u8 },
    /// Clears that count back to back end with it.
    EndsBackToBack,
    /// The next piece has no place without a hole.
    NoPlaceForNext { piece: Piece },
    /// These pieces have none, should they come, and after the better one they have.
    NoPlaceFor { pieces: Vec<Piece> },
    /// An I is spent although a well waits for it.
    SpendsI { column: u8, depth: u8 },
    /// A T is spent without a spin, and the better one plays another piece and keeps it.
    SavesT { plays: Piece },
    /// The better one plays another piece and keeps this one.
    Keeps { kept: Piece, plays: Piece },
    /// The better one's line makes such a clear so many pieces later, the other's none as good.
    LineClears { kind: ClearKind, piece: Piece, wait: usize },
    /// Of so many pieces of both lines, what they score.
    LinePoints { pieces: usize, played: u64, better: u64 },
    /// A T-slot that stands after so many pieces of the better line only.
    LineSlot { pieces: usize, columns: (u8, u8), lines: u8 },
    /// Covered cells after so many pieces of both lines.
    LineHoles { pieces: usize, played: usize, better: usize },
    /// Columns that need an I after so many pieces of both lines.
    LineWells { pieces: usize, played: usize, better: usize },
    /// Rows of the stack after so many pieces of both lines.
    LineHeight { pieces: usize, played: usize, better: usize },
    /// The stack gets high.
    GrowsHigh { height: usize, better: usize },
    /// A step between two columns that the better one does not leave, nor any as high.
    Step { columns: (u8, u8), rows: u8 },
}

/// How high a stack is that is worth a word, in quarters of the board.
const HIGH: usize = 3;

/// How many facts are worth saying of one placement.
const MOST: usize = 3;

/// What speaks against a placement and for a better one, what matters most first, as far as it is
/// worth saying. Clears and spins are worth a word only where points count.
pub fn facts(
    rules: &Ruleset,
    before: &State,
    played: &PlacementEffect,
    better: &PlacementEffect,
    for_points: bool,
) -> Vec<Fact> {
    let mut found = all_facts(rules, before, played, better, for_points);
    if let [Fact { kind: FactKind::Keeps { .. }, .. }] = found[..] {
        found.extend(step(played, better));
    }
    // Which piece to play instead is no reason where there is one.
    found.sort_by_key(|fact| matches!(fact.kind, FactKind::Keeps { .. }));
    found.truncate(MOST);
    found
}

/// All that speaks against it.
pub fn all_facts(
    rules: &Ruleset,
    before: &State,
    played: &PlacementEffect,
    better: &PlacementEffect,
    for_points: bool,
) -> Vec<Fact> {
    let mut found = Vec::new();
    let mut say = |kind: FactKind, cells: Vec<Spot>| found.push(Fact { kind, cells });
    if played.after.over.is_some() && better.after.over.is_none() {
        say(FactKind::TopsOut, Vec::new());
    }
    if better.clear.all_clear && !played.clear.all_clear {
        say(FactKind::MissesPerfectClear, placed(better));
    } else if for_points {
        clears(before, played, better, &mut say);
        slots(rules, before, played, better, &mut say);
    }
    holes(played, better, &mut say);
    gaps(before, played, better, &mut say);
    if let Some(piece) = played.after.current
        && better.after.current == Some(piece)
        && !fits_cleanly(rules, &played.after.board, piece)
        && fits_cleanly(rules, &better.after.board, piece)
    {
        say(FactKind::NoPlaceForNext { piece }, Vec::new());
    }
    let (height, lower) = (played.height(), better.height());
    if height > lower + 1 && height * 4 >= rules.height as usize * HIGH {
        say(FactKind::GrowsHigh { height, better: lower }, Vec::new());
    }
    if let Some(fact) = spent_i(before, played, better) {
        found.push(fact);
    }
    if found.is_empty()
        && let Some(fact) = fewer_fit(rules, played, better)
    {
        found.push(fact);
    }
    if played.choice.hold != better.choice.hold
        && let Some(fact) = kept(played, better, for_points)
    {
        found.push(fact);
    }
    if found.is_empty()
        && let Some(fact) = step(played, better)
    {
        found.push(fact);
    }
    found
}

type Say<'a> = dyn FnMut(FactKind, Vec<Spot>) + 'a;

/// A line of play that ends the game, which this placement lets go of.
pub fn missed_finish(pieces: usize, better: &PlacementEffect) -> Fact {
    Fact { kind: FactKind::MissesFinish { pieces }, cells: placed(better) }
}

/// What the better one clears.
fn clears(before: &State, played: &PlacementEffect, better: &PlacementEffect, say: &mut Say) {
    let worth = |effect: &PlacementEffect| {
        let kind = effect.clear.kind();
        (kind.spin == Spin::Full && kind.lines > 0, kind.lines)
    };
    if worth(better) > worth(played) && better.clear.lines >= 2 {
        let (kind, piece) = (better.clear.kind(), better.choice.placement.piece);
        say(FactKind::MissesClear { better: kind, piece }, placed(better));
    }
    if before.back_to_back && !played.after.back_to_back && better.after.back_to_back {
        say(FactKind::EndsBackToBack, Vec::new());
    }
}

/// What becomes of the place where a T spins in.
fn slots(
    rules: &Ruleset,
    before: &State,
    played: &PlacementEffect,
    better: &PlacementEffect,
    say: &mut Say,
) {
    let is_t = |effect: &PlacementEffect| effect.choice.placement.piece == Piece::T;
    match slot(rules, &before.board) {
        Some(open) => {
            let (columns, lines) = (open.columns(), open.lines);
            if is_t(played) && !played.is_spin_clear() && (!is_t(better) || better.is_spin_clear())
            {
                say(FactKind::SpendsT { columns, lines }, open.cells);
            } else if !is_t(played)
                && played.slot.is_none()
                && (better.slot.is_some() || better.is_spin_clear())
            {
                say(FactKind::ClosesSlot { columns, lines }, open.cells);
            }
        }
        None => {
            if let (Some(made), None) = (&better.slot, &played.slot)
                && !played.is_spin_clear()
                && let Some(wait) = better.wait_for_t()
            {
                let (columns, lines) = (made.columns(), made.lines);
                say(FactKind::SlotForT { columns, lines, wait }, made.cells.clone());
            }
        }
    }
}

/// What is covered, and what is opened.
fn holes(played: &PlacementEffect, better: &PlacementEffect, say: &mut Say) {
    let (covers, less) = (played.new_holes.len(), better.new_holes.len());
    if covers > 0 && less == 0 {
        let mut columns: Vec<u8> = played.new_holes.iter().map(|cell| cell.0).collect();
        let mut rows: Vec<u8> = played.new_holes.iter().map(|cell| cell.1).collect();
        columns.dedup();
        rows.sort_unstable();
        rows.dedup();
        say(FactKind::CoversHoles { columns, rows: rows.len() }, played.new_holes.clone());
    } else if covers > less {
        let kind = FactKind::CoversMore { played: covers, better: less };
        say(kind, played.new_holes.clone());
    }
    if better.opened > played.opened {
        say(FactKind::LeavesHoles { opened: better.opened }, placed(better));
    }
}

/// What becomes of wells and gaps.
fn gaps(before: &State, played: &PlacementEffect, better: &PlacementEffect, say: &mut Say) {
    let find =
        |wells: &[Well], column: u8| wells.iter().copied().find(|well| well.column == column);
    let kept = wells(&before.board);
    // A well is kept on purpose if it is the only one.
    if let [well] = kept[..]
        && well.depth >= 4
        && played.choice.placement.piece != Piece::I
        && played.clear.lines == 0
        && find(&played.wells, well.column).is_none()
        && find(&better.wells, well.column).is_some()
    {
        let cells = (well.bottom..well.bottom + well.depth).map(|y| (well.column, y)).collect();
        say(FactKind::ClosesWell { column: well.column, depth: well.depth }, cells);
    }
    let is_new = |well: &&Well| {
        find(&kept, well.column).is_none() && find(&better.wells, well.column).is_none()
    };
    // The first is the one that an I is kept for.
    let others = played.wells.len() > 1 || !kept.is_empty();
    if let Some(gap) = played.wells.iter().find(is_new)
        && others
        && better.wells.len() < played.wells.len()
    {
        let cells = (gap.bottom..gap.bottom + gap.depth).map(|y| (gap.column, y)).collect();
        say(FactKind::MakesGap { column: gap.column, depth: gap.depth }, cells);
    }
}

/// An I beside the well that is kept for it.
fn spent_i(before: &State, played: &PlacementEffect, better: &PlacementEffect) -> Option<Fact> {
    let is_i = |effect: &PlacementEffect| effect.choice.placement.piece == Piece::I;
    let well = *wells(&before.board).first()?;
    let is_kept = played.wells.iter().any(|other| other.column == well.column);
    let cells = (well.bottom..well.bottom + well.depth).map(|y| (well.column, y)).collect();
    let kind = FactKind::SpendsI { column: well.column, depth: well.depth };
    let is_spent = is_i(played) && is_kept && played.clear.lines == 0;
    let fills =
        better.choice.placement.falling().cells().iter().all(|cell| cell.0 as u8 == well.column);
    (is_spent && (!is_i(better) || fills)).then_some(Fact { kind, cells })
}

/// Pieces that fit without a hole after the better one only.
fn fewer_fit(rules: &Ruleset, played: &PlacementEffect, better: &PlacementEffect) -> Option<Fact> {
    let fits = |effect: &PlacementEffect, piece| fits_cleanly(rules, &effect.after.board, piece);
    let misfits = |effect: &PlacementEffect, other: &PlacementEffect| -> Vec<Piece> {
        let all = Piece::ALL.into_iter();
        all.filter(|&piece| !fits(effect, piece) && fits(other, piece)).collect()
    };
    let pieces = misfits(played, better);
    // If others fit only after this one, it is a matter of taste.
    let is_worse = pieces.len() > misfits(better, played).len();
    is_worse.then_some(Fact { kind: FactKind::NoPlaceFor { pieces }, cells: Vec::new() })
}

/// What the better one keeps by holding, or by not holding.
fn kept(played: &PlacementEffect, better: &PlacementEffect, for_points: bool) -> Option<Fact> {
    let piece = |effect: &PlacementEffect| effect.choice.placement.piece;
    let (kept, plays) = (piece(played), piece(better));
    let kind = match kept {
        Piece::T if for_points && !played.is_spin_clear() => FactKind::SavesT { plays },
        _ => FactKind::Keeps { kept, plays },
    };
    let is_kept = kept != plays && better.after.hold == Some(kept);
    is_kept.then(|| Fact { kind, cells: placed(better) })
}

/// The highest step, if the better one leaves none as high and is smoother all in all.
fn step(played: &PlacementEffect, better: &PlacementEffect) -> Option<Fact> {
    let steps = |effect: &PlacementEffect| -> Vec<u32> {
        let board = &effect.after.board;
        let height = |x: usize| board.column_height(x) as i32;
        (1..board.width()).map(|x| height(x).abs_diff(height(x - 1))).collect()
    };
    let [theirs, ours] = [played, better].map(steps);
    let highest = |steps: &[u32]| steps.iter().copied().max().unwrap_or(0);
    let rows = highest(&theirs);
    let is_smoother = ours.iter().sum::<u32>() < theirs.iter().sum();
    let at = theirs.iter().position(|&step| step == rows)? as u8;
    let kind = FactKind::Step { columns: (at, at + 1), rows: rows as u8 };
    (rows >= 3 && rows > highest(&ours) && is_smoother).then_some(Fact { kind, cells: Vec::new() })
}

fn placed(effect: &PlacementEffect) -> Vec<Spot> {
    effect.choice.placement.falling().cells().map(|(x, y)| (x as u8, y as u8)).to_vec()
}

impl fmt::Display for Fact {
    /// A sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row =
            |count: usize| if count == 1 { "the row".into() } else { format!("{count} rows") };
        let spin = |lines: u8| {
            ["T-spin", "T-spin single", "T-spin double", "T-spin triple"][lines.min(3) as usize]
        };
        match &self.kind {
            FactKind::TopsOut => write!(f, "This tops out."),
            FactKind::MissesFinish { pieces: 1 } => write!(f, "The better one finishes at once."),
            FactKind::MissesFinish { pieces } => {
                write!(f, "The better one finishes with the next {pieces} pieces.")
            }
            FactKind::MissesPerfectClear => write!(f, "There was a perfect clear."),
            FactKind::MissesClear { better, piece } => {
                write!(f, "There was {}.", name::article(&name::clear(*better, *piece)))
            }
            FactKind::CoversHoles { columns, rows } => {
                let (hole, these) = match self.cells.len() {
                    1 => ("a hole", "it is"),
                    _ => ("holes", "they are"),
                };
                write!(
                    f,
                    "It leaves {hole} in {}: {} cannot clear until {these} open again.",
                    name::columns(columns),
                    row(*rows)
                )
            }
            FactKind::CoversMore { played, better } => {
                write!(f, "It covers {played} empty cells, the better one {better}.")
            }
            FactKind::LeavesHoles { opened: 1 } => {
                write!(f, "The better one uncovers a hole.")
            }
            FactKind::LeavesHoles { opened } => {
                write!(f, "The better one uncovers {opened} holes.")
            }
            FactKind::ClosesWell { column, depth } => {
                write!(
                    f,
                    "It closes the well in column {}, {depth} deep, that an I would fill.",
                    column + 1
                )
            }
            FactKind::MakesGap { column, depth } => write!(
                f,
                "It makes a gap {depth} deep in column {} that only an I fills.",
                column + 1
            ),
            FactKind::ClosesSlot { columns, lines } => {
                write!(f, "It closes the {} slot in {}.", spin(*lines), name::span(*columns))
            }
            FactKind::SlotForT { columns, lines, wait } => {
                let when = match wait {
                    0 => "the T on hold".into(),
                    1 => "the T that comes next".into(),
                    wait => format!("the T that comes in {wait} pieces"),
                };
                write!(
                    f,
                    "The better one makes a {} slot in {} for {when}.",
                    spin(*lines),
                    name::span(*columns)
                )
            }
            FactKind::SpendsT { columns, lines } => write!(
                f,
                "It spends the T, with a {} open in {}.",
                spin(*lines),
                name::span(*columns)
            ),
            FactKind::EndsBackToBack => write!(f, "It ends the back-to-back."),
            FactKind::NoPlaceForNext { piece } => {
                write!(f, "The next piece, {piece}, then fits nowhere without a hole.")
            }
            FactKind::GrowsHigh { height, better } => {
                write!(f, "The stack is {height} rows high then, {better} with the better one.")
            }
            FactKind::NoPlaceFor { pieces } => {
                let [these, fit] = match pieces.len() {
                    1 => [name::list(pieces), "it does".into()],
                    _ => [name::list(pieces), "they do".into()],
                };
                let verb = if pieces.len() == 1 { "fits" } else { "fit" };
                write!(f, "Then {these} {verb} nowhere without a hole; after the better one {fit}.")
            }
            FactKind::SpendsI { column, depth } => write!(
                f,
                "It spends the I, with a well {depth} deep in column {} that only an I fills.",
                column + 1
            ),
            FactKind::SavesT { plays } => {
                write!(f, "Save the T for a T-spin: play the {plays} now.")
            }
            FactKind::Keeps { kept, plays } => {
                write!(f, "Better to play the {plays} now and save the {kept}.")
            }
            FactKind::LineClears { kind, piece, wait } => {
                let when = match wait {
                    1 => "with the next piece".into(),
                    wait => format!("{wait} pieces later"),
                };
                let what = name::article(&name::clear(*kind, *piece));
                write!(f, "The better one leads to {what} {when}.")
            }
            FactKind::LinePoints { pieces, played, better } => {
                let [played, better] = [played, better].map(|&points| match points {
                    0 => "nothing".into(),
                    points => amount(points as f64, "points"),
                });
                write!(f, "The better line scores {better} in {pieces} pieces, this one {played}.")
            }
            FactKind::LineSlot { pieces, columns, lines } => write!(
                f,
                "The better one leads to a {} slot in {} after {pieces} pieces, this one to none.",
                spin(*lines),
                name::span(*columns)
            ),
            FactKind::LineHoles { pieces, played, better } => {
                let holes = amount(*played as f64, "holes");
                let are = if *played == 1 { "is" } else { "are" };
                let less = if *better == 0 { "none".into() } else { better.to_string() };
                write!(
                    f,
                    "Even played on well, {holes} {are} left after {pieces} pieces; with the better one, {less}."
                )
            }
            FactKind::LineWells { pieces, played, better } => write!(
                f,
                "Even played on well, {played} columns need an I after {pieces} pieces; with the better one, {}.",
                if *better == 0 { "none".into() } else { better.to_string() }
            ),
            FactKind::LineHeight { pieces, played, better } => write!(
                f,
                "Even played on well, the stack is {played} rows high after {pieces} pieces; with the better one, {better}."
            ),
            FactKind::Step { columns, rows } => {
                write!(
                    f,
                    "It leaves a step of {rows} rows between {}.",
                    name::columns(&[columns.0, columns.1])
                )
            }
        }
    }
}
