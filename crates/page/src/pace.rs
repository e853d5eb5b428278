//! How far a game was at each of its clears, and against the best one.

use minolab_rules::{Mode, Timing};
use serde::{Deserialize, Serialize};

use crate::stopwatch;

/// Where a game stood after each clear.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace(Vec<Mark>);

/// Ticks, lines and points.
type Mark = (u64, u64, u64);

/// How far ahead of another game one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// Milliseconds, behind if negative.
    Time(i64),
    /// Points, behind if negative.
    Points(i64),
}

/// A part of a game: how far, what it took, and what it took in the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// Lines, or the time.
    pub name: String,
    /// The time, or the points.
    pub value: String,
    /// How far ahead of the best that was, if there is one.
    pub lead: Option<Lead>,
}

impl Lead {
    /// Whether one is not behind.
    pub fn is_ahead(self) -> bool {
        matches!(self, Lead::Time(lead) | Lead::Points(lead) if lead >= 0)
    }

    /// As it is read: a time ahead has a minus before it, as on any stopwatch.
    pub fn text(self) -> String {
        match self {
            Lead::Time(lead) => {
                let sign = if lead >= 0 { '−' } else { '+' };
                format!("{sign}{:.2} s", lead.unsigned_abs() as f64 / 1000.0)
            }
            Lead::Points(lead) => {
                format!("{}{}", if lead >= 0 { '+' } else { '−' }, lead.unsigned_abs())
            }
        }
    }
}

/// The whole of a mode: lines, or ticks.
fn whole(mode: Mode) -> Option<(bool, u64)> {
    match mode {
        Mode::Sprint => Some((true, Mode::SPRINT_LINES)),
        Mode::Lines(lines) => Some((true, lines)),
        Mode::Blitz => Some((false, Mode::BLITZ_SECONDS * Timing::TICKS_PER_SECOND)),
        Mode::BlitzSeconds(seconds) => {
            Some((false, seconds.saturating_mul(Timing::TICKS_PER_SECOND)))
        }
        Mode::Practice | Mode::Marathon | Mode::Pieces(_) => None,
    }
}

impl Pace {
    /// Notes where the game stands after a placement.
    pub fn note(&mut self, ticks: u64, lines: u64, score: u64) {
        if self.0.last().is_none_or(|last| (last.1, last.2) != (lines, score)) {
            self.0.push((ticks, lines, score));
        }
    }

    /// When so many lines were cleared.
    fn at_lines(&self, lines: u64) -> Option<u64> {
        self.0.iter().find(|mark| mark.1 >= lines).map(|mark| mark.0)
    }

    /// The points at a tick.
    fn at_tick(&self, tick: u64) -> u64 {
        self.0.iter().take_while(|mark| mark.0 <= tick).last().map_or(0, |mark| mark.2)
    }

    /// How far ahead of the best game this one is now.
    pub fn lead(&self, best: &Pace, mode: Mode, ticks: u64) -> Option<Lead> {
        match whole(mode)? {
            (true, _) => {
                let &(here, lines, _) = self.0.iter().rfind(|mark| mark.1 > 0)?;
                // The last mark may be no clear: since when there are so many lines counts.
                let since = self.at_lines(lines).unwrap_or(here);
                Some(Lead::Time(best.at_lines(lines)? as i64 - since as i64))
            }
            (false, _) => {
                let points = self.at_tick(ticks) as i64 - best.at_tick(ticks) as i64;
                Some(Lead::Points(points))
            }
        }
    }

    /// The quarters of a game, as far as it came.
    pub fn splits(&self, best: Option<&Pace>, mode: Mode, ticks: u64) -> Vec<Split> {
        let Some((by_lines, whole)) = whole(mode) else { return Vec::new() };
        let mut ends: Vec<u64> = (1..=4).map(|part| whole * part / 4).collect();
        ends.dedup();
        let split = |end: u64| {
            if end == 0 {
                return None;
            }
            if by_lines {
                let time = self.at_lines(end)?;
                let lead = best.and_then(|best| best.at_lines(end));
                let lead = lead.map(|best| Lead::Time(best as i64 - time as i64));
                return Some(Split { name: format!("{end} lines"), value: stopwatch(time), lead });
            }
            let points = self.at_tick(end);
            let lead = best.map(|best| Lead::Points(points as i64 - best.at_tick(end) as i64));
            let name = format!("{} s", end / Timing::TICKS_PER_SECOND);
            (end <= ticks).then(|| Split { name, value: points.to_string(), lead })
        };
        ends.into_iter().filter_map(split).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(marks: &[Mark]) -> Pace {
        let mut pace = Pace::default();
        marks.iter().for_each(|&(ticks, lines, score)| pace.note(ticks, lines, score));
        pace
    }

    #[test]
    fn a_sprint_is_ahead_in_time() {
        let best = pace(&[(1000, 4, 800), (9000, 10, 2000), (20_000, 20, 4000)]);
        let now = pace(&[(900, 4, 800), (1500, 4, 802), (8000, 10, 1900)]);
        assert_eq!(now.lead(&best, Mode::Sprint, 8500), Some(Lead::Time(1000)));
        assert_eq!(now.lead(&best, Mode::Sprint, 8500).unwrap().text(), "−1.00 s");
        let slow = pace(&[(1250, 4, 800)]);
        assert_eq!(slow.lead(&best, Mode::Sprint, 3000).unwrap().text(), "+0.25 s");
        assert_eq!(pace(&[]).lead(&best, Mode::Sprint, 10), None);
        let splits = now.splits(Some(&best), Mode::Sprint, 8500);
        assert_eq!(splits.len(), 1);
        assert_eq!((&splits[0].name[..], &splits[0].value[..]), ("10 lines", "0:08.00"));
        assert_eq!(splits[0].lead, Some(Lead::Time(1000)));
    }

    #[test]
    fn a_blitz_is_ahead_in_points() {
        let best = pace(&[(1000, 1, 100), (40_000, 4, 900)]);
        let now = pace(&[(2000, 1, 300)]);
        assert_eq!(now.lead(&best, Mode::Blitz, 3000), Some(Lead::Points(200)));
        assert_eq!(now.lead(&best, Mode::Blitz, 45_000).unwrap().text(), "−600");
        let splits = now.splits(None, Mode::Blitz, 50_000);
        assert_eq!((splits.len(), &splits[0].name[..], splits[0].lead), (1, "45 s", None));
        assert!(now.splits(None, Mode::Practice, 50_000).is_empty());
    }

    #[test]
    fn it_is_kept_as_json() {
        let best = pace(&[(1000, 1, 100), (40_000, 4, 900)]);
        let text = serde_json::to_string(&best).unwrap();
        assert_eq!(serde_json::from_str::<Pace>(&text).unwrap(), best);
    }
}
