//! The table with one row per game.

use std::path::Path;

use minolab_arena::replay::{GameEnd, Replay};
use minolab_engine::Feature;
use minolab_rules::{Board, Spin};

use super::{Column, Kind, PlacementRow, Value};

/// One game.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// From 0, in the order of the files.
    pub game: u64,
    file: String,
    rules: String,
    mode: String,
    replay: Summary,
    keys: u64,
    holds: u64,
    clears: [[u64; 5]; 3],
    all_clears: u64,
    back_to_backs: u64,
    max_combo: u8,
    max_height: f64,
    sum_height: f64,
    sum_holes: f64,
    max_well_depth: u8,
    wells: [u64; Board::MAX_WIDTH],
    placements: u64,
    time: Option<u64>,
}

/// What a replay says of itself.
#[derive(Clone, Debug)]
struct Summary {
    agent: String,
    board: [u8; 2],
    seed: u64,
    pieces: u64,
    lines: u64,
    score: u64,
    clear_score: u64,
    end: GameEnd,
}

impl GameRow {
    /// A game without a placement yet.
    pub fn new(game: u64, path: &Path, replay: &Replay) -> GameRow {
        let totals = replay.result.totals;
        GameRow {
            game,
            file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            rules: replay.rules.name.clone(),
            mode: replay.mode.to_string(),
            replay: Summary {
                agent: replay.agent.clone(),
                board: [replay.rules.width, replay.rules.height],
                seed: replay.seed,
                pieces: totals.pieces,
                lines: totals.lines,
                score: totals.score,
                clear_score: totals.clear_score,
                end: replay.result.end,
            },
            keys: 0,
            holds: 0,
            clears: [[0; 5]; 3],
            all_clears: 0,
            back_to_backs: 0,
            max_combo: 0,
            max_height: 0.0,
            sum_height: 0.0,
            sum_holes: 0.0,
            max_well_depth: 0,
            wells: [0; Board::MAX_WIDTH],
            placements: 0,
            time: None,
        }
    }

    /// Counts one of its placements.
    pub fn add(&mut self, row: &PlacementRow) {
        let height = row.features[Feature::MaxHeight.index()];
        self.keys += row.keys;
        self.holds += row.choice.hold as u64;
        self.clears[row.clear.spin as usize][row.clear.lines.min(4) as usize] += 1;
        self.all_clears += row.clear.all_clear as u64;
        self.back_to_backs += row.clear.back_to_back as u64;
        self.max_combo = self.max_combo.max(row.clear.combo);
        self.max_height = self.max_height.max(height);
        self.sum_height += row.features[Feature::MeanHeight.index()];
        self.sum_holes += row.features[Feature::Holes.index()];
        if let Some(well) = row.well {
            self.max_well_depth = self.max_well_depth.max(well.depth);
            self.wells[well.column as usize] += 1;
        }
        self.placements += 1;
        self.time = row.time.or(self.time);
    }

    /// The column that was the well most often, and how often; the leftmost of equals.
    fn main_well(&self) -> Option<(usize, u64)> {
        let wells = self.wells.iter().copied().enumerate();
        wells.rev().max_by_key(|&(_, count)| count).filter(|&(_, count)| count > 0)
    }

    fn mean(&self, sum: f64) -> Value<'_> {
        if self.placements == 0 { Value::None } else { Value::Real(sum / self.placements as f64) }
    }
}

/// The columns.
pub fn columns() -> Vec<Column<GameRow>> {
    let mut columns = vec![
        column("game", Kind::U64, "from 0, in the order of the files", |row| {
            Value::Count(row.game)
        }),
        column("file", Kind::Text, "the replay's file name", |row| Value::Text(&row.file)),
        column("agent", Kind::Text, "who chose", |row| Value::Text(&row.replay.agent)),
        column("rules", Kind::Text, "the ruleset's name", |row| Value::Text(&row.rules)),
        column("width", Kind::U8, "the board's columns", |row| {
            Value::Count(row.replay.board[0] as u64)
        }),
        column("height", Kind::U8, "the board's rows", |row| {
            Value::Count(row.replay.board[1] as u64)
        }),
        column("mode", Kind::Text, "the mode's name", |row| Value::Text(&row.mode)),
        column("seed", Kind::U64, "of the pieces", |row| Value::Count(row.replay.seed)),
        column("pieces", Kind::U64, "pieces placed", |row| Value::Count(row.replay.pieces)),
        column("lines", Kind::U64, "lines cleared", |row| Value::Count(row.replay.lines)),
        column("score", Kind::U64, "points", |row| Value::Count(row.replay.score)),
        column(
            "clear_score",
            Kind::U64,
            "points without those for drops and for spins without a line",
            |row| Value::Count(row.replay.clear_score),
        ),
        column("lost", Kind::Bool, "whether it was lost", |row| {
            Value::Bool(row.replay.end == GameEnd::ToppedOut)
        }),
        column(
            "time",
            Kind::U64,
            "milliseconds to the last placement, where the replay has a person's keys",
            |row| row.time.map_or(Value::None, Value::Count),
        )
        .or_null(),
        column("keys", Kind::U64, "key presses", |row| Value::Count(row.keys)),
        column("holds", Kind::U64, "placements after a hold", |row| Value::Count(row.holds)),
        column("all_clears", Kind::U64, "placements that left the board empty", |row| {
            Value::Count(row.all_clears)
        }),
        column("back_to_backs", Kind::U64, "placements that earned that bonus", |row| {
            Value::Count(row.back_to_backs)
        }),
        column("max_combo", Kind::U8, "the longest run of clears, less one", |row| {
            Value::Count(row.max_combo as u64)
        }),
        column("max_height", Kind::F64, "the highest the stack was", |row| {
            Value::Real(row.max_height)
        }),
        column(
            "mean_height",
            Kind::F64,
            "the mean height of its columns, over placements",
            |row| row.mean(row.sum_height),
        )
        .or_null(),
        column("mean_holes", Kind::F64, "the mean number of holes likewise", |row| {
            row.mean(row.sum_holes)
        })
        .or_null(),
        column("max_well_depth", Kind::U8, "the deepest the well was", |row| {
            Value::Count(row.max_well_depth as u64)
        }),
        column("main_well", Kind::U8, "the column that was the well most often", |row| {
            row.main_well().map_or(Value::None, |(column, _)| Value::Count(column as u64))
        })
        .or_null(),
        column("main_well_share", Kind::F64, "in which share of the positions", |row| {
            row.main_well().map_or(Value::None, |(_, count)| row.mean(count as f64))
        })
        .or_null(),
    ];
    for (name, spin, lines) in CLEARS {
        columns.push(column(name, Kind::U64, "how many placements cleared so", move |row| {
            Value::Count(row.clears[spin as usize][lines as usize])
        }));
    }
    columns
        .push(column("end", Kind::Text, "how it ended", |row| Value::Text(row.replay.end.name())));
    columns
}

/// A column of this table.
fn column(
    name: &'static str,
    kind: Kind,
    description: &'static str,
    value: impl Fn(&GameRow) -> Value<'_> + Send + Sync + 'static,
) -> Column<GameRow> {
    Column::new(name, kind, description, value)
}

/// Kinds of clears under the names of their columns: those of `ClearKind::name` with
/// underscores.
const CLEARS: [(&str, Spin, u8); 12] = [
    ("single", Spin::None, 1),
    ("double", Spin::None, 2),
    ("triple", Spin::None, 3),
    ("quad", Spin::None, 4),
    ("mini", Spin::Mini, 0),
    ("mini_single", Spin::Mini, 1),
    ("mini_double", Spin::Mini, 2),
    ("mini_triple", Spin::Mini, 3),
    ("spin", Spin::Full, 0),
    ("spin_single", Spin::Full, 1),
    ("spin_double", Spin::Full, 2),
    ("spin_triple", Spin::Full, 3),
];

#[cfg(test)]
mod tests {
    use minolab_rules::ClearKind;

    use super::*;

    #[test]
    fn clears_have_the_names_they_have_elsewhere() {
        for (name, spin, lines) in CLEARS {
            assert_eq!(ClearKind { lines, spin }.name(), Some(name.replace('_', "-").as_str()));
        }
    }
}
