//! What is seen of a landing for a moment: the flash of the piece, the trail of a drop, the rows
//! that go.

use minolab_rules::{Falling, Piece, Spin};

use crate::Landed;

/// What is seen for a moment; rows and columns are the board's.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The cells of a piece that came to rest.
    Flash(Vec<(i8, i8)>),
    /// Columns through which a piece fell: the column, and from where to where.
    Trail(Piece, Vec<(i8, i8, i8)>),
    /// Rows that were cleared, and whether the clear was one to be proud of.
    Rows(Vec<usize>, bool),
}

/// The effects of the moment.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    running: Vec<(Effect, f64)>,
    bump: Option<f64>,
}

/// How long the board gives way to a drop, in milliseconds.
const BUMP_MS: f64 = 130.0;

impl Effect {
    /// For how long it is seen, in milliseconds.
    const fn lasts(&self) -> f64 {
        match self {
            Effect::Flash(_) => 150.0,
            Effect::Trail(..) => 190.0,
            Effect::Rows(..) => 300.0,
        }
    }
}

impl Effects {
    /// A piece that came to rest; `last` is where it was seen last.
    pub fn land(&mut self, landed: &Landed, last: Option<Falling>, now: f64) {
        let rest = landed.placement.falling();
        let fell = last.filter(|last| {
            (last.piece, last.rotation, last.x) == (rest.piece, rest.rotation, rest.x)
                && last.y > rest.y + 1
        });
        if let Some(last) = fell {
            let mut columns: Vec<(i8, i8, i8)> = Vec::new();
            for ((x, top), (_, bottom)) in last.cells().into_iter().zip(rest.cells()) {
                match columns.iter_mut().find(|column| column.0 == x) {
                    Some(column) => *column = (x, column.1.max(top), column.2.max(bottom)),
                    None => columns.push((x, top, bottom)),
                }
            }
            self.running.push((Effect::Trail(rest.piece, columns), now));
            self.bump = Some(now);
        }
        match landed.rows.is_empty() {
            true => self.running.push((Effect::Flash(rest.cells().to_vec()), now)),
            false => {
                let is_great = landed.clear.lines >= 4 || landed.clear.spin != Spin::None;
                self.running.push((Effect::Rows(landed.rows.clone(), is_great), now));
            }
        }
    }

    /// What is to be seen now, each with the part of its time that is over.
    pub fn at(&mut self, now: f64) -> Vec<(Effect, f64)> {
        self.running.retain(|(effect, since)| now - since < effect.lasts());
        let part = |(effect, since): &(Effect, f64)| {
            (effect.clone(), ((now - since) / effect.lasts()).clamp(0.0, 1.0))
        };
        self.running.iter().map(part).collect()
    }

    /// How far the board gives way, from 0 to 1.
    pub fn give(&mut self, now: f64) -> f64 {
        let Some(since) = self.bump else { return 0.0 };
        let part = (now - since) / BUMP_MS;
        if part >= 1.0 {
            self.bump = None;
            return 0.0;
        }
        (part * std::f64::consts::PI).sin().max(0.0)
    }

    /// Whether there is nothing to be seen.
    pub fn is_still(&self) -> bool {
        self.running.is_empty() && self.bump.is_none()
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Clear, Placement};

    use super::*;

    fn landed(rows: Vec<usize>, lines: u8) -> (Landed, Falling) {
        let placement: Placement = "T@4,0N".parse().unwrap();
        let clear = Clear { lines, spin: Spin::None, ..Clear::default() };
        let last = Falling { y: 12, ..placement.falling() };
        (Landed { tick: 0, placement, clear, rows, totals: (0, 0) }, last)
    }

    #[test]
    fn a_drop_leaves_a_trail_and_a_flash_for_a_moment() {
        let (landed, last) = landed(vec![], 0);
        let mut effects = Effects::default();
        assert!(effects.is_still());
        effects.land(&landed, Some(last), 100.0);
        let seen = effects.at(110.0);
        assert_eq!(seen.len(), 2);
        let Effect::Trail(Piece::T, columns) = &seen[0].0 else { panic!("a trail") };
        assert_eq!(columns.len(), 3);
        assert!(effects.give(150.0) > 0.5);
        assert_eq!((effects.give(400.0), effects.at(400.0).len()), (0.0, 0));
        assert!(effects.is_still());
    }

    #[test]
    fn cleared_rows_are_seen_instead_of_the_piece() {
        let (landed, _) = landed(vec![0, 1], 2);
        let mut effects = Effects::default();
        effects.land(&landed, None, 0.0);
        assert_eq!(effects.at(0.0), [(Effect::Rows(vec![0, 1], false), 0.0)]);
    }
}
