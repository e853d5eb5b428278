//! What a placement did, and what it is worth.

use serde::{Deserialize, Serialize};

use crate::{
    Spin,
    ruleset::{RulesetError, check},
};

/// What one placement did; not whether it ended the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clear {
    /// Lines cleared.
    pub lines: u8,
    /// Whether the piece locked by a spin.
    pub spin: Spin,
    /// The combo: consecutive clearing placements before this one; 0 on the first.
    pub combo: u8,
    /// Whether it earned the back-to-back bonus.
    pub back_to_back: bool,
    /// Whether it was a perfect clear.
    pub all_clear: bool,
    /// Points for all of this; drop points are separate.
    pub points: u32,
    /// The part of the points that a spin without a line earned.
    pub idle_spin_points: u32,
}

/// A table of points; what a ruleset leaves out is worth nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scoring {
    /// A cell of soft drop.
    pub soft_drop: u32,
    /// A cell of hard drop.
    pub hard_drop: u32,
    /// A cell of sonic drop.
    pub sonic_drop: u32,
    /// Any piece that locks.
    pub lock: u32,
    /// One to four lines without a spin.
    pub lines: [u32; 4],
    /// A full spin with none to four lines.
    pub spin: [u32; 5],
    /// A mini spin with none to four lines.
    pub mini: [u32; 5],
    /// What a back-to-back clear is worth, in percent of the same clear alone.
    pub back_to_back_percent: u32,
    /// Per combo step: each consecutive clear after the first.
    pub combo: u32,
    /// A perfect clear with one to four lines.
    pub all_clear: [u32; 4],
    /// A perfect clear by a back-to-back quad, instead of the above.
    pub all_clear_back_to_back: u32,
}

/// No points for anything, and no back-to-back bonus.
impl Default for Scoring {
    fn default() -> Scoring {
        Scoring {
            soft_drop: 0,
            hard_drop: 0,
            sonic_drop: 0,
            lock: 0,
            lines: [0; 4],
            spin: [0; 5],
            mini: [0; 5],
            back_to_back_percent: 100,
            combo: 0,
            all_clear: [0; 4],
            all_clear_back_to_back: 0,
        }
    }
}

impl Scoring {
    /// Whether a clear starts or keeps a back-to-back chain.
    ///
    /// Any other line clear breaks the chain; placements without a line leave it.
    #[inline]
    pub const fn is_difficult(lines: u32, spin: Spin) -> bool {
        lines == 4 || lines > 0 && !matches!(spin, Spin::None)
    }

    /// Bounds that keep every sum of points far from overflowing.
    pub(crate) fn check(&self) -> Result<(), RulesetError> {
        let percent = self.back_to_back_percent as i64;
        check("scoring.back_to_back_percent", percent, 0..=1000, "0 to 1000")?;
        let points: [(&'static str, &[u32]); 10] = [
            ("scoring.soft_drop", &[self.soft_drop]),
            ("scoring.hard_drop", &[self.hard_drop]),
            ("scoring.sonic_drop", &[self.sonic_drop]),
            ("scoring.lock", &[self.lock]),
            ("scoring.lines", &self.lines),
            ("scoring.spin", &self.spin),
            ("scoring.mini", &self.mini),
            ("scoring.combo", &[self.combo]),
            ("scoring.all_clear", &self.all_clear),
            ("scoring.all_clear_back_to_back", &[self.all_clear_back_to_back]),
        ];
        for (field, points) in points {
            for &points in points {
                check(field, points as i64, 0..=1_000_000, "0 to 1000000")?;
            }
        }
        Ok(())
    }

    /// Points for a placement.
    #[inline]
    pub fn points(&self, clear: &Clear) -> u32 {
        let lines = clear.lines as usize;
        let base = match clear.spin {
            Spin::None if lines == 0 => return 0,
            Spin::None => self.lines[lines - 1],
            Spin::Mini => self.mini[lines],
            Spin::Full => self.spin[lines],
        };
        let base = if clear.back_to_back { base * self.back_to_back_percent / 100 } else { base };
        if lines == 0 {
            return base;
        }
        let all_clear = match clear.all_clear {
            false => 0,
            true if clear.back_to_back && lines == 4 && self.all_clear_back_to_back > 0 => {
                self.all_clear_back_to_back
            }
            true => self.all_clear[lines - 1],
        };
        base + self.combo * clear.combo as u32 + all_clear
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_bonus_back_to_back_is_worth_the_clear() {
        let scoring = Scoring { lines: [1, 2, 3, 4], ..Scoring::default() };
        let quad = Clear { lines: 4, back_to_back: true, ..Clear::default() };
        assert_eq!(scoring.points(&quad), 4);
    }
}
