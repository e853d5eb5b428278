//! State shared by the threads of a run.

use std::{collections::BTreeMap, path::Path};

use minolab_rules::SnapshotError;
use serde::{Deserialize, Serialize};

use super::{GameRun, RunError, RunProgress, recorder};
use crate::{Lane, LaneSettings, LaneSnapshot, Plan, Tally};

/// Lanes to be played and the counts so far.
///
/// It is consistent whenever it is not locked: a lane's snapshot and the tally change together,
/// after a slice of play. So a copy of it is a checkpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pool {
    pub plan: Plan,
    // The first lane that has not begun.
    next: u64,
    // Lanes that have begun and are not done, by number.
    begun: BTreeMap<u64, Begun>,
    pub tally: Tally,
    // Games that a lane left unfinished when its share of pieces was used up.
    left_midway: u64,
    cpu_nanos: u64,
    pub seconds: f64,
    // Packed choices of lanes that no thread holds; replays and checkpoints exclude each other.
    #[serde(skip)]
    records: BTreeMap<u64, Vec<u16>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Begun {
    snapshot: LaneSnapshot,
    played: u64,
    midway: bool,
    clock_nanos: u64,
    #[serde(skip)]
    is_taken: bool,
}

/// A lane that a thread is playing.
pub struct Taken {
    pub id: u64,
    pub lane: Lane,
    /// Pieces it has played.
    pub played: u64,
    /// Time its game has taken, where a clock ends games.
    pub clock_nanos: u64,
    /// Its game's packed choices, where replays are kept.
    pub record: Vec<u16>,
}

impl Pool {
    pub fn new(plan: Plan) -> Pool {
        Pool {
            plan,
            next: 0,
            begun: BTreeMap::new(),
            tally: Tally::default(),
            left_midway: 0,
            cpu_nanos: 0,
            seconds: 0.0,
            records: BTreeMap::new(),
        }
    }

    /// A lane to play, or `None` if all are done or taken.
    ///
    /// With a limit on pieces all lanes advance together; otherwise a lane is finished before
    /// another begins.
    pub fn take(&mut self, settings: &LaneSettings) -> Result<Option<Taken>, SnapshotError> {
        let waiting = self.begun.iter().filter(|(_, begun)| !begun.is_taken);
        let least = waiting.min_by_key(|(_, begun)| begun.played).map(|(&id, _)| id);
        let can_begin = self.next < self.plan.lanes();
        let id = match least {
            Some(id) if self.plan.pieces().is_none() || !can_begin => id,
            _ if can_begin => {
                self.next += 1;
                self.next - 1
            }
            _ => return Ok(None),
        };
        let Some(begun) = self.begun.get(&id) else {
            let lane = Lane::new(settings, self.plan.share(id));
            return Ok(Some(Taken { id, lane, played: 0, clock_nanos: 0, record: Vec::new() }));
        };
        let lane = Lane::resume(settings, self.plan.share(id), &begun.snapshot)?;
        let (played, clock_nanos) = (begun.played, begun.clock_nanos);
        self.begun.entry(id).and_modify(|begun| begun.is_taken = true);
        let record = self.records.remove(&id).unwrap_or_default();
        let taken = Taken { id, lane, played, clock_nanos, record };
        Ok(Some(taken))
    }

    /// Records the result of a slice of play; `is_taken` keeps the lane, otherwise any thread may
    /// take it next.
    pub fn note(&mut self, taken: &mut Taken, fresh: Tally, cpu_nanos: u64, is_taken: bool) {
        self.tally.merge(fresh);
        self.cpu_nanos += cpu_nanos;
        let midway = taken.lane.is_midway();
        if taken.lane.is_done() {
            self.begun.remove(&taken.id);
            self.left_midway += midway as u64;
            return;
        }
        let begun = Begun {
            snapshot: taken.lane.snapshot(),
            played: taken.played,
            midway,
            clock_nanos: taken.clock_nanos,
            is_taken,
        };
        self.begun.insert(taken.id, begun);
        if !is_taken {
            self.records.insert(taken.id, std::mem::take(&mut taken.record));
        }
    }

    /// Whether to give back a lane with this many pieces because one that is behind waits.
    pub fn should_yield(&self, played: u64) -> bool {
        self.plan.pieces().is_some()
            && (self.next < self.plan.lanes()
                || self.begun.values().any(|begun| !begun.is_taken && begun.played < played))
    }

    /// Whether nothing is left to play.
    pub fn is_done(&self) -> bool {
        self.next >= self.plan.lanes() && self.begun.is_empty()
    }

    /// Games that have begun and not ended.
    pub fn unfinished(&self) -> u64 {
        self.left_midway + self.begun.values().filter(|begun| begun.midway).count() as u64
    }

    pub fn cpu_seconds(&self) -> f64 {
        self.cpu_nanos as f64 * 1e-9
    }

    pub fn progress(&self) -> RunProgress {
        let part = |done: u64, all: Option<u64>| {
            all.map_or(0.0, |all| if all == 0 { 1.0 } else { done as f64 / all as f64 })
        };
        let by_games = part(self.tally.games, self.plan.games());
        RunProgress {
            games: self.tally.games,
            deaths: self.tally.deaths,
            pieces: self.tally.pieces,
            lines: self.tally.lines,
            fraction: by_games.max(part(self.tally.pieces, self.plan.pieces())),
            ..RunProgress::default()
        }
    }

    /// Writes replays of the games that have begun and not ended.
    pub fn save_midway(&self, run: &GameRun, folder: &Path) -> Result<(), RunError> {
        let settings = run.lane_settings();
        for (&id, record) in self.records.iter().filter(|(_, record)| !record.is_empty()) {
            let Some(begun) = self.begun.get(&id) else { continue };
            let lane = Lane::resume(&settings, self.plan.share(id), &begun.snapshot)?;
            recorder::write_midway(run, folder, lane.game(), lane.index(), record)?;
        }
        Ok(())
    }

    /// Whether every lane of a pool from a file can be resumed.
    pub fn check(&self, settings: &LaneSettings) -> Result<(), RunError> {
        self.begun.iter().try_for_each(|(&id, begun)| {
            let lane = Lane::resume(settings, self.plan.share(id), &begun.snapshot)?;
            match lane.unsound(begun.played) {
                Some(what) => Err(RunError::Lane { lane: id, what }),
                None => Ok(()),
            }
        })
    }

    /// Names a value of a pool from a file that no run can have, with what was found and expected.
    pub fn unsound(&self) -> Option<(&'static str, String, String)> {
        if !self.plan.is_sound() {
            return Some(("a plan", "one without a sense".into(), "one of a run".into()));
        }
        let (lanes, most) = (self.plan.lanes(), Tally::MOST);
        let last = self.begun.keys().next_back().map_or(0, |id| id.saturating_add(1));
        let counts = [
            ("lanes that have begun", self.next, lanes),
            ("a lane that has not begun", last, self.next),
            ("games left unfinished", self.left_midway, lanes),
            ("nanoseconds of processor time", self.cpu_nanos, 1 << 62),
        ];
        for (what, found, most) in counts {
            if found > most {
                return Some((what, found.to_string(), format!("{most} at most")));
            }
        }
        for begun in self.begun.values() {
            // Longer than a month, and far from where the clock would overflow.
            if begun.clock_nanos > 1 << 52 {
                let found = begun.clock_nanos.to_string();
                return Some(("nanoseconds of a game", found, format!("{} at most", 1u64 << 52)));
            }
        }
        if !(self.seconds.is_finite() && self.seconds >= 0.0) {
            return Some(("seconds", self.seconds.to_string(), "0 or more".into()));
        }
        let what = self.tally.unsound()?;
        Some((what, "counts that do not agree".into(), format!("those of a run, {most} at most")))
    }
}
