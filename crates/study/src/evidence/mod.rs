//! Evidence: what many games have in common, in a fixed amount of memory.

mod counts;
mod setups;
mod shares;

use std::collections::BTreeMap;

use counts::Counts;
pub use counts::{ALL_CLEAR, BACK_TO_BACK, DEPTHS, GAPS, HEIGHTS, KINDS, OPENING, PARTS, RUNS};
use minolab_arena::{
    replay::{Replay, VerifyError},
    stats::{Ratio, Sample},
};
use minolab_rules::Board;
pub use setups::SetupCount;
pub use shares::GroupShares;

use crate::{Presses, setups::SetupSpotter, walk};

/// Everything a report says about a group of games.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What the group is called.
    pub name: String,
    pub agent: String,
    pub rules: String,
    pub mode: String,
    /// Whether only finished games have a result: see [`minolab_rules::Mode::is_race`].
    pub is_race: bool,
    /// The board's columns and rows.
    pub board: [usize; 2],
    /// Games that ended. Figures per game are of these alone, those per placement of all.
    pub games: u64,
    /// Games that were interrupted.
    pub unfinished: u64,
    /// Games that were lost.
    pub lost: u64,
    /// Placements.
    pub placements: u64,
    /// Pieces, lines, points and points of clears alone, of each game that has a result.
    pub results: Sample<[u64; 4]>,
    /// The same as means over games.
    pub totals: [Ratio; 4],
    /// Placements by kind, then empty boards and back-to-backs.
    pub kinds: GroupShares,
    /// Points by kind, then those with an empty board, then those of drops.
    pub points: GroupShares,
    /// Key presses a placement.
    pub keys: Ratio,
    /// Positions by the column of their well; 16 for those without.
    pub wells: GroupShares,
    /// Wells in the middle among all wells.
    pub central: Ratio,
    /// Positions with a well for each time that it moved.
    pub stay: Ratio,
    /// The chance that two positions of a game that have a well have different ones, over games:
    /// 0 for one well all game, near 1 for no pattern.
    pub freestyle: Ratio,
    /// The share of positions with the game's most common well.
    pub main_well: Ratio,
    /// Placements after a hold.
    pub held: Ratio,
    /// The same by the piece in hand.
    pub held_by: [Ratio; 7],
    /// Positions by the piece on hold; 7 for none.
    pub on_hold: GroupShares,
    /// For each piece, placements by their leftmost column.
    pub columns: Vec<GroupShares>,
    /// For each piece, placements by rotation.
    pub rotations: Vec<GroupShares>,
    /// Positions by the depth of the well.
    pub depths: GroupShares,
    /// Positions by the height of the stack.
    pub heights: GroupShares,
    /// The mean height in each part of a game.
    pub height_at: Vec<Ratio>,
    /// The mean number of holes in each part of a game.
    pub holes_at: Vec<Ratio>,
    /// The greatest height of a game.
    pub max_height: Ratio,
    /// The deepest well of a game.
    pub max_depth: Ratio,
    /// What Ts are used for.
    pub t_uses: GroupShares,
    /// Clears by a T-spin by column.
    pub spin_columns: GroupShares,
    /// The same by facing.
    pub spin_facing: GroupShares,
    /// The same by the piece placed right before, and before that.
    pub spin_before: [GroupShares; 2],
    /// The same by the clear before.
    pub spin_after: GroupShares,
    /// T-spins in the column of the one before.
    pub spin_again: Ratio,
    /// Placements from one T-spin to the next.
    pub spin_gap: Ratio,
    /// T-spins by that gap.
    pub spin_gaps: GroupShares,
    /// T-spins by the length of their run in one column.
    pub spin_runs: GroupShares,
    /// Games by their first three pieces: how many, with an empty board in the opening, with one
    /// at all.
    pub openings: BTreeMap<[u8; 3], [u64; 3]>,
    /// Games with an empty board in the opening, and with one at all.
    pub emptied: [u64; 2],
    /// Named set-ups, in the order of [`crate::setups::all`]; `None` on a board without any.
    pub setups: Option<Vec<SetupCount>>,
    presses: Presses,
}

impl Evidence {
    /// Nothing yet, for games like this one.
    pub fn new(name: &str, replay: &Replay) -> Evidence {
        let width = replay.rules.width as usize;
        let shares = |parts: usize, count: usize| vec![GroupShares::new(parts); count];
        Evidence {
            name: name.into(),
            agent: replay.agent.clone(),
            rules: replay.rules.name.clone(),
            mode: replay.mode.to_string(),
            is_race: replay.mode.is_race(),
            board: [width, replay.rules.height as usize],
            games: 0,
            unfinished: 0,
            lost: 0,
            placements: 0,
            results: Sample::default(),
            totals: [Ratio::default(); 4],
            kinds: GroupShares::new(17),
            points: GroupShares::new(17),
            keys: Ratio::default(),
            wells: GroupShares::new(17),
            central: Ratio::share(),
            stay: Ratio::default(),
            freestyle: Ratio::share(),
            main_well: Ratio::share(),
            held: Ratio::share(),
            held_by: [Ratio::share(); 7],
            on_hold: GroupShares::new(8),
            columns: shares(Board::MAX_WIDTH, 7),
            rotations: shares(4, 7),
            depths: GroupShares::new(DEPTHS),
            heights: GroupShares::new(HEIGHTS),
            height_at: vec![Ratio::default(); PARTS],
            holes_at: vec![Ratio::default(); PARTS],
            max_height: Ratio::default(),
            max_depth: Ratio::default(),
            t_uses: GroupShares::new(7),
            spin_columns: GroupShares::new(Board::MAX_WIDTH),
            spin_facing: GroupShares::new(4),
            spin_before: [GroupShares::new(7), GroupShares::new(7)],
            spin_after: GroupShares::new(16),
            spin_again: Ratio::share(),
            spin_gap: Ratio::default(),
            spin_gaps: GroupShares::new(GAPS),
            spin_runs: GroupShares::new(RUNS),
            openings: BTreeMap::new(),
            emptied: [0; 2],
            setups: SetupSpotter::new(&replay.rules).map(|_| SetupCount::all()),
            presses: Presses::new(&replay.rules),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, replay: &Replay) -> Result<(), VerifyError> {
        if !self.presses.is_for(&replay.rules) {
            self.presses = Presses::new(&replay.rules);
        }
        let mut counts = Counts::new(replay.placements());
        let mut spotter = SetupSpotter::new(&replay.rules);
        walk(replay, |step| {
            counts.add(step, &self.presses);
            if let Some(spotter) = &mut spotter {
                spotter.add(&replay.rules, step);
            }
        })?;
        counts.finish();
        if let (Some(setups), Some(spotter)) = (&mut self.setups, spotter) {
            let found = spotter.finish();
            setups.iter_mut().for_each(|setup| setup.add(&found, counts.placements as u64));
        }
        self.count(&counts, replay);
        Ok(())
    }

    fn count(&mut self, counts: &Counts, replay: &Replay) {
        match replay.result.end.is_end() {
            true => self.count_game(counts, replay),
            false => self.unfinished += 1,
        }
        let n = counts.placements as u64;
        self.placements += n;
        self.kinds.add(&counts.kinds, n);
        self.points.add(&counts.points, counts.score);
        self.keys.add(counts.keys as f64, n as f64);
        self.wells.add(&counts.wells, n);
        self.central.add(counts.central as f64, counts.with_well as f64);
        self.stay.add(counts.with_well as f64, counts.stays as f64);
        self.main_well.add(counts.main_well() as f64, n as f64);
        self.held.add(counts.held.iter().sum::<u32>() as f64, n as f64);
        for piece in 0..7 {
            self.held_by[piece].add(counts.held[piece] as f64, counts.in_hand[piece] as f64);
            self.columns[piece].add(&counts.columns[piece], counts.placed[piece] as u64);
            self.rotations[piece].add(&counts.rotations[piece], counts.placed[piece] as u64);
        }
        self.on_hold.add(&counts.on_hold, n);
        self.depths.add(&counts.depths, n);
        self.heights.add(&counts.heights, n);
        let spins = &counts.spins;
        self.t_uses.add(&spins.uses, spins.uses.iter().sum::<u32>() as u64);
        let count = spins.count as u64;
        self.spin_columns.add(&spins.columns, count);
        self.spin_facing.add(&spins.facing, count);
        for (shares, before) in self.spin_before.iter_mut().zip(&spins.before) {
            shares.add(before, before.iter().sum::<u32>() as u64);
        }
        self.spin_after.add(&spins.after, count);
        self.spin_again.add(spins.again[1] as f64, spins.again[0] as f64);
        self.spin_gap.add(spins.gap_sum as f64, spins.again[0] as f64);
        self.spin_gaps.add(&spins.gaps, spins.again[0] as u64);
        self.spin_runs.add(&spins.runs, count);
    }

    /// Counts what a game that ended has come to as a whole.
    fn count_game(&mut self, counts: &Counts, replay: &Replay) {
        let totals = replay.result.totals;
        let results = [totals.pieces, totals.lines, totals.score, totals.clear_score];
        let is_lost = replay.result.is_lost();
        if !(is_lost && self.is_race) {
            self.results.add(self.games, results);
            for (ratio, result) in self.totals.iter_mut().zip(results) {
                ratio.add(result as f64, 1.0);
            }
        }
        self.games += 1;
        self.lost += is_lost as u64;
        if let Some(freestyle) = counts.freestyle() {
            self.freestyle.add(freestyle, 1.0);
        }
        for part in 0..PARTS {
            let count = counts.count_at[part] as f64;
            self.height_at[part].add(counts.height_at[part] as f64, count);
            self.holes_at[part].add(counts.holes_at[part] as f64, count);
        }
        self.max_height.add(counts.max_height as f64, 1.0);
        self.max_depth.add(counts.max_depth as f64, 1.0);
        let early = counts.first_empty.is_some_and(|index| index <= OPENING) as u64;
        let ever = counts.first_empty.is_some() as u64;
        self.emptied[0] += early;
        self.emptied[1] += ever;
        if counts.opening.iter().all(|&piece| piece < 7) {
            let opening = self.openings.entry(counts.opening).or_default();
            opening[0] += 1;
            opening[1] += early;
            opening[2] += ever;
        }
    }

    /// Clears by a T-spin.
    pub fn spins(&self) -> f64 {
        self.spin_columns.whole()
    }
}

#[cfg(test)]
mod tests;
