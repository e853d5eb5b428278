//! The report of a run.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{GameRun, PlayedGames, RunLabel};
use crate::{
    CountedGames,
    stats::{self, Interval, Summary},
};

/// The figures of a run, under the names they have in its JSON.
#[derive(Clone, Debug, Serialize)]
pub struct RunReport {
    /// Who played.
    pub agent: String,
    /// By which rules.
    pub rules: String,
    /// Columns and rows of the board.
    pub board: [u8; 2],
    /// Which part of the run, such as `2/4`; absent for a whole run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// In which mode.
    pub mode: String,
    /// From which seed.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
    /// Pieces known after the current one.
    pub known: usize,
    /// Games that ended.
    pub games: u64,
    /// Games still unfinished when the run ended.
    pub unfinished: u64,
    /// Games that topped out.
    pub deaths: u64,
    /// The games that figures per game are over: in a race to a number of lines only those that
    /// finished, elsewhere all that ended.
    pub per_game_over: CountedGames,
    /// Pieces placed, unfinished games included.
    pub pieces: u64,
    /// Lines cleared, unfinished games included.
    pub lines: u64,
    /// Total lines per top-out.
    pub lines_per_death: Option<f64>,
    /// Its 95 % interval; without a top-out there is no upper end.
    pub lines_per_death_ci95: Option<[Option<f64>; 2]>,
    /// Points by the ruleset, per game.
    pub score: Summary,
    /// Points without those for drops and for spins without a line, per game.
    pub clear_score: Summary,
    /// Lines per game.
    pub lines_per_game: Summary,
    /// Pieces per game.
    pub pieces_per_game: Summary,
    /// Key presses per piece, per game; `None` if they were not counted.
    pub keys_per_piece: Option<Summary>,
    /// Key presses in all, unfinished games included; `None` if they were not counted.
    pub keys: Option<u64>,
    /// Placements by what they cleared.
    pub clears: BTreeMap<&'static str, u64>,
    /// Wall time.
    pub seconds: f64,
    /// Processor time of the playing threads.
    pub cpu_seconds: f64,
    /// Pieces by wall time.
    pub pieces_per_second: f64,
    /// Pieces by processor time.
    pub pieces_per_cpu_second: f64,
    /// Evaluated positions by processor time.
    pub nodes_per_cpu_second: f64,
    /// The largest share of the visible board's cells that was filled.
    pub max_fill: f64,
    /// The most memory the program has used.
    pub peak_rss_bytes: Option<u64>,
    /// Whether everything was played, rather than stopped before.
    pub complete: bool,
}

impl RunReport {
    /// The figures of a run that was played.
    pub fn new(run: &GameRun, played: &PlayedGames) -> RunReport {
        RunReport::labelled(&RunLabel::new(run), played)
    }

    pub(super) fn labelled(run: &RunLabel, played: &PlayedGames) -> RunReport {
        let PlayedGames { tally, seconds, cpu_seconds, .. } = played;
        let rate = |count: u64, seconds: f64| count as f64 / seconds.max(1e-9);
        let [width, height] = run.board;
        let finite = |[low, high]: Interval| [Some(low), Some(high).filter(|end| end.is_finite())];
        let died = (tally.lines > 0).then(|| stats::per_death(tally.lines as f64, tally.deaths));
        let games = run.mode.parse().map_or(CountedGames::Ended, CountedGames::of);
        RunReport {
            agent: run.agent.clone(),
            rules: run.rules.clone(),
            board: run.board,
            shard: (!run.shard.is_whole()).then(|| run.shard.to_string()),
            mode: run.mode.clone(),
            seed: run.seed,
            threads: run.threads,
            known: run.known,
            games: tally.games,
            unfinished: played.unfinished,
            deaths: tally.deaths,
            per_game_over: games,
            pieces: tally.pieces,
            lines: tally.lines,
            lines_per_death: tally.lines_per_death(),
            lines_per_death_ci95: died.map(finite),
            score: tally.score(games),
            clear_score: tally.clear_score(games),
            lines_per_game: tally.lines_per_game(games),
            pieces_per_game: tally.pieces_per_game(games),
            keys_per_piece: run.counts_keys.then(|| tally.keys_per_piece(games)),
            keys: run.counts_keys.then_some(tally.keys),
            clears: tally.clear_counts(),
            seconds: *seconds,
            cpu_seconds: *cpu_seconds,
            pieces_per_second: rate(tally.pieces, *seconds),
            pieces_per_cpu_second: rate(tally.pieces, *cpu_seconds),
            nodes_per_cpu_second: rate(tally.nodes, *cpu_seconds),
            max_fill: tally.most_cells as f64 / (width as f64 * height as f64),
            peak_rss_bytes: peak_rss(),
            complete: played.is_complete,
        }
    }
}

/// The most memory this process has used, in bytes, where the system tells.
pub fn peak_rss() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
