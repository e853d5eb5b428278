//! Rulesets: everything a game needs to know, as data.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    Board, Falling, Piece, ROWS, Randomizer, Rotation, RotationSystem, Scoring, Timing, Turn, shape,
};

/// Board size, rotation system, spawn, spins, hold, previews, randomizer, timing, scoring and top-out.
///
/// A person's preferences (keys, repeat rates, colours) are not rules. It is checked whenever it is read: every
/// `Ruleset` can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RulesetFile", into = "RulesetFile")]
pub struct Ruleset {
    /// What `--rules` calls it.
    pub name: String,
    /// One line on what it is.
    pub description: String,
    /// Columns.
    pub width: u8,
    /// Rows a player sees; pieces may rest above them unless [`Ruleset::top_out`] forbids it.
    pub height: u8,
    /// How pieces rotate.
    pub rotation: RotationSystem,
    /// Which rotations the player may use.
    pub turns: Turns,
    /// How a piece enters.
    pub entry: Entry,
    /// Whether a piece may still move once it has begun to fall.
    pub slide: bool,
    /// Where and how pieces appear.
    pub spawn: Spawn,
    /// What counts as a spin.
    pub spins: SpinRule,
    /// Whether a piece can be held.
    pub hold: bool,
    /// How many pieces past the current one are shown.
    pub previews: u8,
    /// Where pieces come from.
    pub randomizer: Randomizer,
    /// Gravity and lock delay.
    pub timing: Timing,
    /// Points.
    pub scoring: Scoring,
    /// What counts as topping out.
    pub top_out: TopOutRule,
}

/// Which rotations a player may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turns {
    /// Clockwise and counter-clockwise.
    Quarter,
    /// Clockwise, counter-clockwise and 180.
    All,
    /// Counter-clockwise only.
    Ccw,
    /// Clockwise only.
    Cw,
}

impl Turns {
    /// Whether this turn is among them.
    #[inline]
    pub const fn allows(self, turn: Turn) -> bool {
        match turn {
            Turn::Cw => !matches!(self, Turns::Ccw),
            Turn::Ccw => !matches!(self, Turns::Cw),
            Turn::Flip => matches!(self, Turns::All),
        }
    }
}

/// How a piece enters the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// At its spawn, from where it must travel.
    Spawn,
    /// From above the board in any rotation over any column, as the literature has it.
    Above,
}

/// Where and how pieces appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spawn {
    /// What [`Spawn::row`] places.
    pub anchor: Anchor,
    /// The anchor's row, counted from the lowest row above the visible board.
    pub row: i8,
    /// Which way pieces face.
    pub rotation: SpawnRotation,
}

/// The point of a piece that the spawn fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchor {
    /// The rotation centre, on the middle column or the one left of the middle.
    Centre,
    /// The top left corner of the piece, one column left of the board's middle.
    Corner,
}

/// Which way pieces face when they appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpawnRotation {
    /// Flat side down, as in the guideline.
    North,
    /// T, L and J flat side up, as in the older games; the others as north.
    FlatUp,
}

/// What counts as a spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpinRule {
    /// Nothing.
    None,
    /// A T whose last move was a rotation and that has three of its four corners filled: full if both corners it points
    /// at are, or if kick 5 took it there; mini otherwise.
    T,
    /// As `T`; any other piece but the O whose last move was a rotation and that is immobile (can move neither left,
    /// right nor up) is a mini spin.
    All,
}

/// What counts as topping out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopOutRule {
    /// Block out: a new piece that overlaps the stack at its spawn ends the game.
    pub block_out: bool,
    /// Lock out: when cells above the limit end the game.
    pub above: Above,
    /// Rows below the limit; the visible height if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
}

/// Lock out: when cells above the limit end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Above {
    /// Never.
    Never,
    /// When a piece locks wholly above it.
    Wholly,
    /// When a piece locks partly above it, even if it clears lines.
    BeforeClear,
    /// When a cell is above it after line clears.
    AfterClear,
    /// Cells above it wrap around to the lowest rows; the game ends when one of them meets a filled cell there (TetrAIs
    /// counts rows from the top, and row -1 of its list is the last).
    Wraps,
}

/// How a game topped out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TopOut {
    /// Block out: the next piece had no room at its spawn.
    BlockOut,
    /// Lock out: a piece locked too high.
    LockOut,
    /// No placement was possible.
    NoMove,
    /// Garbage pushed the stack too high.
    GarbageOut,
}

impl TopOut {
    /// Every reason.
    pub const ALL: [TopOut; 4] =
        [TopOut::BlockOut, TopOut::LockOut, TopOut::NoMove, TopOut::GarbageOut];

    /// The name in files and results.
    pub const fn name(self) -> &'static str {
        match self {
            TopOut::BlockOut => "block-out",
            TopOut::LockOut => "lock-out",
            TopOut::NoMove => "no-move",
            TopOut::GarbageOut => "garbage-out",
        }
    }
}

/// A ruleset that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesetError {
    /// Not the TOML a ruleset is written in.
    #[error("not a ruleset: {0}")]
    Toml(String),
    /// A number outside its bounds.
    #[error("{field} is {found}, expected {expected}")]
    Number {
        /// Where.
        field: &'static str,
        /// What stood there.
        found: i64,
        /// What may stand there.
        expected: &'static str,
    },
    /// An unknown word.
    #[error("{field} is {found:?}, expected one of {expected}")]
    Word {
        /// Where.
        field: &'static str,
        /// What stood there.
        found: String,
        /// What may stand there.
        expected: String,
    },
    /// A board size that a ruleset does not allow.
    #[error("{0}")]
    Size(String),
}

impl Ruleset {
    /// Whether a piece may spawn: it has room, or the rules do not require any.
    #[inline]
    pub fn can_spawn(&self, board: &Board, piece: Piece) -> bool {
        !self.top_out.block_out || self.spawn(piece).fits(board)
    }

    /// Where a piece spawns.
    #[inline]
    pub fn spawn(&self, piece: Piece) -> Falling {
        let rotation = match self.spawn.rotation {
            SpawnRotation::FlatUp if matches!(piece, Piece::T | Piece::L | Piece::J) => {
                Rotation::South
            }
            _ => Rotation::North,
        };
        let row = self.height as i8 + self.spawn.row;
        let (x, y) = match self.spawn.anchor {
            Anchor::Centre => ((self.width as i8 - 1) / 2, row),
            Anchor::Corner => {
                let shape = shape::shape(piece, rotation);
                let left = if self.width <= 4 { 0 } else { (self.width as i8 - 2) / 2 };
                (left - shape.left, row - shape.bottom - shape.height + 1)
            }
        };
        Falling { piece, rotation, x, y }
    }

    /// Where a piece is when its first input comes, in a person's game as in a path.
    ///
    /// Its spawn. Where the rules let pieces enter from above, the spawn raised clear of the stack: any rotation over
    /// any column must be possible there, and an upright I hangs up to three rows below (by the corner rotation) and
    /// rises up to two above. A stack that leaves no such room below the ceiling may be in the way.
    pub fn entry_place(&self, board: &Board, piece: Piece) -> Falling {
        let spawn = self.spawn(piece);
        match self.entry {
            Entry::Spawn => spawn,
            Entry::Above => {
                let clear = spawn.y.max(board.top() as i8 + 3);
                Falling { y: clear.min(ROWS as i8 - 3), ..spawn }
            }
        }
    }

    /// An empty board of this ruleset's width.
    pub fn empty_board(&self) -> Board {
        Board::empty(self.width as usize)
    }

    /// How many rows are below the top-out limit.
    #[inline]
    pub fn limit(&self) -> usize {
        self.top_out.limit.unwrap_or(self.height) as usize
    }

    /// The same rules on a board of another size.
    pub fn with_size(mut self, width: usize, height: usize) -> Result<Ruleset, RulesetError> {
        let rows_above_limit = self.top_out.limit.map(|limit| self.height as i64 - limit as i64);
        check("width", width as i64, 4..=16, "4 to 16")?;
        check("height", height as i64, 4..=40, "4 to 40")?;
        (self.width, self.height) = (width as u8, height as u8);
        self.top_out.limit = rows_above_limit.map(|rows| (height as i64 - rows).max(1) as u8);
        self.check_spawn()?;
        self.check_limit()?;
        Ok(self)
    }

    /// Every piece must spawn inside the board's rows and columns.
    fn check_spawn(&self) -> Result<(), RulesetError> {
        let board = self.empty_board();
        for piece in Piece::ALL {
            let spawn = self.spawn(piece);
            if !spawn.fits(&board) {
                return Err(RulesetError::Size(format!(
                    "{piece} appears at x={} y={}, outside a board {} wide and {} high",
                    spawn.x, spawn.y, self.width, self.height
                )));
            }
        }
        Ok(())
    }

    /// Where cells wrap around, an upright piece must not meet itself.
    fn check_limit(&self) -> Result<(), RulesetError> {
        if self.top_out.above == Above::Wraps {
            check("top_out.limit", self.limit() as i64, 4..=44, "4 to 44 where cells wrap")?;
        }
        Ok(())
    }

    /// Reads a ruleset file.
    pub fn from_toml(text: &str) -> Result<Ruleset, RulesetError> {
        let file: RulesetFile =
            toml::from_str(text).map_err(|error| RulesetError::Toml(error.to_string()))?;
        file.try_into()
    }

    /// Writes a ruleset file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a ruleset has only plain values")
    }
}

/// A ruleset as read from a file, not yet checked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesetFile {
    name: String,
    description: String,
    width: i64,
    height: i64,
    rotation: String,
    turns: Turns,
    entry: Entry,
    slide: bool,
    spins: SpinRule,
    hold: bool,
    previews: i64,
    randomizer: String,
    spawn: Spawn,
    top_out: TopOutRule,
    timing: Timing,
    scoring: Scoring,
}

impl TryFrom<RulesetFile> for Ruleset {
    type Error = RulesetError;

    fn try_from(file: RulesetFile) -> Result<Ruleset, RulesetError> {
        let width = check("width", file.width, 4..=16, "4 to 16")? as u8;
        let height = check("height", file.height, 4..=40, "4 to 40")? as u8;
        let previews = check("previews", file.previews, 0..=20, "0 to 20")? as u8;
        check("spawn.row", file.spawn.row as i64, -4..=4, "-4 to 4")?;
        if let Some(limit) = file.top_out.limit {
            check("top_out.limit", limit as i64, 1..=44, "1 to 44")?;
        }
        file.scoring.check()?;
        file.timing.check()?;
        let rotation = RotationSystem::from_name(&file.rotation).ok_or_else(|| {
            let names = RotationSystem::ALL.map(RotationSystem::name).join(", ");
            RulesetError::Word { field: "rotation", found: file.rotation, expected: names }
        })?;
        let randomizer = Randomizer::from_name(&file.randomizer).ok_or_else(|| {
            let expected = "bag, kind-bag, uniform, s-or-z, analyzer-scala, analyzer-java, \
                            browser, list:PIECES";
            RulesetError::Word {
                field: "randomizer",
                found: file.randomizer,
                expected: expected.into(),
            }
        })?;
        let ruleset = Ruleset {
            name: file.name,
            description: file.description,
            width,
            height,
            rotation,
            turns: file.turns,
            entry: file.entry,
            slide: file.slide,
            spawn: file.spawn,
            spins: file.spins,
            hold: file.hold,
            previews,
            randomizer,
            timing: file.timing,
            scoring: file.scoring,
            top_out: file.top_out,
        };
        ruleset.check_spawn()?;
        ruleset.check_limit()?;
        Ok(ruleset)
    }
}

impl From<Ruleset> for RulesetFile {
    fn from(rules: Ruleset) -> RulesetFile {
        RulesetFile {
            name: rules.name,
            description: rules.description,
            width: rules.width as i64,
            height: rules.height as i64,
            rotation: rules.rotation.name().into(),
            turns: rules.turns,
            entry: rules.entry,
            slide: rules.slide,
            spins: rules.spins,
            hold: rules.hold,
            previews: rules.previews as i64,
            randomizer: rules.randomizer.name(),
            spawn: rules.spawn,
            top_out: rules.top_out,
            timing: rules.timing,
            scoring: rules.scoring,
        }
    }
}

/// A number inside its bounds, or an error.
pub(crate) fn check(
    field: &'static str,
    found: i64,
    bounds: std::ops::RangeInclusive<i64>,
    expected: &'static str,
) -> Result<i64, RulesetError> {
    if bounds.contains(&found) {
        Ok(found)
    } else {
        Err(RulesetError::Number { field, found, expected })
    }
}

/// The shipped rulesets, compiled in.
pub mod shipped {
    use std::sync::LazyLock;

    use super::Ruleset;

    macro_rules! shipped {
        ($($name:literal),* $(,)?) => {
            /// The names of the shipped rulesets.
            pub const NAMES: &[&str] = &[$($name),*];
            const TEXTS: &[&str] = &[$(include_str!(
                concat!("../../../data/rulesets/", $name, ".toml")
            )),*];
        };
    }

    shipped!(
        "guideline",
        "capstone",
        "classic",
        "classic-next",
        "tengstrand",
        "tengstrand-sliding",
        "hidamari",
        "tetrais",
        "mzmousa",
        "tetrio",
    );

    static ALL: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
        let parse = |text: &&str| Ruleset::from_toml(text).expect("shipped rulesets are sound");
        TEXTS.iter().map(parse).collect()
    });

    /// Every shipped ruleset.
    pub fn all() -> &'static [Ruleset] {
        &ALL
    }

    /// The shipped ruleset of this name.
    pub fn get(name: &str) -> Option<&'static Ruleset> {
        ALL.iter().find(|ruleset| ruleset.name == name)
    }
}
