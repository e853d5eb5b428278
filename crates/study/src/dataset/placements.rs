//! The table with one row per placement.

use minolab_engine::{Feature, Outcome, Remaining, Subject, View, WellCosts};
use minolab_rules::{Choice, Clear, Ruleset};

use super::{Column, Kind, Value};
use crate::{Presses, ReplayStep, Well, pattern};

/// One placement with everything that is measured of it.
#[derive(Clone, Debug)]
pub struct PlacementRow {
    /// The game's row in the other table.
    pub game: u64,
    /// Counted from 1.
    pub index: u32,
    /// What was chosen.
    pub choice: Choice,
    pub clear: Clear,
    /// Points, drops included.
    pub points: u64,
    /// The board's columns.
    pub width: u8,
    /// The well after it.
    pub well: Option<Well>,
    /// Every feature.
    pub features: [f64; Feature::ALL.len()],
    /// Key presses.
    pub keys: u64,
    /// Milliseconds since the game began.
    pub time: Option<u64>,
}

/// Measures placements; keeps what games by the same rules share.
pub struct Measure {
    presses: Presses,
}

impl Measure {
    /// Measures games by these rules.
    pub fn new(rules: &Ruleset) -> Measure {
        Measure { presses: Presses::new(rules) }
    }

    /// Gets ready for games by these rules.
    pub fn prepare(&mut self, rules: &Ruleset) {
        if !self.presses.is_for(rules) {
            self.presses = Presses::new(rules);
        }
    }

    /// One placement by the rules it was prepared for.
    pub fn row(&self, game: u64, step: &ReplayStep, rules: &Ruleset) -> PlacementRow {
        let board = &step.after.board;
        let keys = match step.typed {
            Some(typed) => typed.presses,
            None => self.presses.count(step.before, step.choice),
        };
        let outcome = Outcome {
            rules,
            before: step.before,
            placement: step.choice.placement,
            after: *step.after,
            clear: step.clear,
            keys: keys as u32,
            remaining: Remaining::ENDLESS,
        };
        let (position, costs) = (outcome.position(), WellCosts::default());
        let view = View::new(rules, &position, &costs);
        let mut features = Feature::ALL.map(|feature| match feature.subject() {
            Subject::Placement => feature.of_placement(&outcome),
            Subject::Position => feature.of_position(&view),
        });
        // Full rows are gone from the board that everything else is measured on.
        features[Feature::CompleteLines.index()] = step.clear.lines as f64;
        PlacementRow {
            game,
            index: step.index,
            choice: step.choice,
            clear: step.clear,
            points: step.points,
            width: board.width() as u8,
            well: Well::of(board),
            features,
            keys,
            time: step.typed.map(|typed| typed.time),
        }
    }
}

/// The columns.
pub fn columns() -> Vec<Column<PlacementRow>> {
    let mut columns = vec![
        column("game", Kind::U64, "the game's row in `games`, from 0", |row| {
            Value::Count(row.game)
        }),
        column("index", Kind::U32, "the placement in its game, from 1", |row| {
            Value::Count(row.index as u64)
        }),
        column("piece", Kind::Text, "`I`, `O`, `T`, `L`, `J`, `S` or `Z`", |row| {
            const LETTERS: [&str; 7] = ["I", "O", "T", "L", "J", "S", "Z"];
            Value::Text(LETTERS[row.choice.placement.piece.index()])
        }),
        column("held", Kind::Bool, "whether hold was pressed first", |row| {
            Value::Bool(row.choice.hold)
        }),
        column("rotation", Kind::Text, "`N`, `E`, `S` or `W`", |row| {
            Value::Text(["N", "E", "S", "W"][row.choice.placement.rotation.index()])
        }),
        column("x", Kind::I8, "the centre's column, from 0", |row| {
            Value::Whole(row.choice.placement.x as i64)
        }),
        column("y", Kind::I8, "the centre's row, from 0", |row| {
            Value::Whole(row.choice.placement.y as i64)
        }),
        column("spin", Kind::Text, "`none`, `mini` or `full`", |row| {
            Value::Text(row.choice.placement.spin.name())
        }),
        column(
            "clear",
            Kind::Text,
            "`single` to `quad`, `mini` or `spin` alone or before them with a dash; empty if it \
             cleared nothing",
            |row| row.clear.kind().name().map_or(Value::None, Value::Text),
        )
        .or_null(),
        column("all_clear", Kind::Bool, "whether it left the board empty", |row| {
            Value::Bool(row.clear.all_clear)
        }),
        column("points", Kind::U32, "points by the rules, drops included", |row| {
            Value::Count(row.points)
        }),
        column("combo", Kind::U8, "clears in a row before this one", |row| {
            Value::Count(row.clear.combo as u64)
        }),
        column("back_to_back", Kind::Bool, "whether it earned that bonus", |row| {
            Value::Bool(row.clear.back_to_back)
        }),
        column(
            "well_column",
            Kind::U8,
            "the stack's well, from 0: the deepest column, if it is alone and two rows or more \
             below its neighbours",
            |row| row.well.map_or(Value::None, |well| Value::Count(well.column as u64)),
        )
        .or_null(),
        column("well_depth", Kind::U8, "rows it lies below its neighbours, or 0", |row| {
            Value::Count(row.well.map_or(0, |well| well.depth as u64))
        }),
        column(
            "stack",
            Kind::Text,
            "columns left and right of the well, such as `6-3` or `9-0`",
            |row| {
                let name = |well: Well| pattern(well.column as usize, row.width as usize);
                row.well.map_or(Value::None, |well| Value::Text(name(well)))
            },
        )
        .or_null(),
        column(
            "time",
            Kind::U64,
            "milliseconds since the start, where the replay has a person's keys",
            |row| row.time.map_or(Value::None, Value::Count),
        )
        .or_null(),
        column(
            "keys",
            Kind::U32,
            "key presses it took a person, or takes at least, hold included",
            |row| Value::Count(row.keys),
        ),
    ];
    for feature in Feature::ALL {
        let (name, description) = (feature.name(), feature.description());
        columns.push(column(name, Kind::F32, description, move |row| {
            Value::Real(row.features[feature.index()])
        }));
    }
    columns
}

/// A column of this table.
fn column(
    name: &'static str,
    kind: Kind,
    description: &'static str,
    value: impl Fn(&PlacementRow) -> Value<'_> + Send + Sync + 'static,
) -> Column<PlacementRow> {
    Column::new(name, kind, description, value)
}
