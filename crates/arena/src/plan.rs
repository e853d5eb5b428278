//! Which games a run plays, and how they are distributed.

use serde::{Deserialize, Serialize};

use crate::Shard;

/// How much to play.
///
/// With both limits a run stops at whichever comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Extent {
    /// This many games.
    pub games: Option<u64>,
    /// This many pieces in all, with new games starting as others end.
    pub pieces: Option<u64>,
}

/// A run distributed over lanes.
///
/// A lane plays its games one after the other. The lanes depend on the extent alone, never on
/// threads, so any number of threads plays the same games. Game `g` of a run has the seed `base +
/// g`, wrapping.
///
/// Without a limit on pieces, each lane gets a block of consecutive games. With a limit of `P`
/// pieces there are between 8 and 64 lanes, one for every 4 million pieces; lane `l` of `L` plays
/// the games `l`, `l + L`, `l + 2L` … and stops after its share of `P`, so that players that never
/// top out still keep many threads busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    // Of the whole run, like the games and pieces.
    lanes: u64,
    games: u64,
    pieces: Option<u64>,
    shard: Shard,
}

/// What one lane has to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The first game.
    pub first: u64,
    /// From one game to the next.
    pub stride: u64,
    /// One past the last game.
    pub end: u64,
    /// Pieces it may place.
    pub pieces: u64,
}

impl Plan {
    const MOST_BLOCKS: u64 = 1024;

    /// Distributes an extent; an empty one is a single game.
    pub fn new(extent: Extent) -> Plan {
        let games = match extent {
            Extent { games: None, pieces: None } => 1,
            Extent { games, .. } => games.unwrap_or(u64::MAX),
        };
        let lanes = match extent.pieces {
            Some(pieces) => pieces.div_ceil(4_000_000).clamp(8, 64).min(games).min(pieces),
            None => games.min(Plan::MOST_BLOCKS),
        };
        Plan { lanes, games, pieces: extent.pieces, shard: Shard::WHOLE }
    }

    /// Whether it is the plan of some extent, rather than arbitrary numbers from a file.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn is_sound(&self) -> bool {
        let extent = Extent { games: Some(self.games), pieces: self.pieces };
        self.shard.is_sound() && *self == Plan::new(extent).of_shard(self.shard)
    }

    /// The part of the plan that a shard plays: every n-th lane.
    pub fn of_shard(self, shard: Shard) -> Plan {
        Plan { shard, ..self }
    }

    /// How many lanes there are.
    pub fn lanes(&self) -> u64 {
        self.lanes.saturating_sub(self.shard.index()).div_ceil(self.shard.count())
    }

    /// The games to play, if their number is limited.
    pub fn games(&self) -> Option<u64> {
        let games = |share: Share| share.end.saturating_sub(share.first).div_ceil(share.stride);
        let lanes = 0..self.lanes();
        (self.games != u64::MAX).then(|| lanes.map(|lane| games(self.share(lane))).sum())
    }

    /// The pieces to play, if their number is limited.
    pub fn pieces(&self) -> Option<u64> {
        self.pieces?;
        Some((0..self.lanes()).map(|lane| self.share(lane).pieces).sum())
    }

    /// What a lane has to play.
    pub fn share(&self, lane: u64) -> Share {
        let lane = self.shard.index() + lane * self.shard.count();
        let part =
            |total: u64, lane: u64| (total as u128 * lane as u128 / self.lanes as u128) as u64;
        match self.pieces {
            Some(pieces) => Share {
                first: lane,
                stride: self.lanes,
                end: self.games,
                pieces: part(pieces, lane + 1) - part(pieces, lane),
            },
            None => Share {
                first: part(self.games, lane),
                stride: 1,
                end: part(self.games, lane + 1),
                pieces: u64::MAX,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(games: Option<u64>, pieces: Option<u64>) -> Plan {
        Plan::new(Extent { games, pieces })
    }

    #[test]
    fn every_game_is_in_one_lane() {
        for games in [0, 1, 7, 1024, 1025, 5000] {
            let plan = plan(Some(games), None);
            let mut seen = Vec::new();
            for lane in 0..plan.lanes() {
                let share = plan.share(lane);
                seen.extend((share.first..share.end).step_by(share.stride as usize));
            }
            assert_eq!(seen, (0..games).collect::<Vec<_>>());
        }
    }

    #[test]
    fn shards_are_the_lanes_of_the_whole() {
        for (games, pieces) in
            [(Some(5000), None), (Some(3), None), (None, Some(1003)), (Some(20), Some(999))]
        {
            let whole = plan(games, pieces);
            let key = |share: &Share| (share.first, share.stride, share.end, share.pieces);
            let mut expected: Vec<_> = (0..whole.lanes()).map(|lane| whole.share(lane)).collect();
            expected.sort_by_key(key);
            for count in [1, 2, 3, 7, 70] {
                let (mut shares, mut games, mut pieces) = (Vec::new(), 0, 0);
                for index in 1..=count {
                    let shard = whole.of_shard(Shard::new(index, count).unwrap());
                    shares.extend((0..shard.lanes()).map(|lane| shard.share(lane)));
                    games += shard.games().unwrap_or(0);
                    pieces += shard.pieces().unwrap_or(0);
                }
                shares.sort_by_key(key);
                assert_eq!(shares, expected);
                assert_eq!(games, whole.games().unwrap_or(0));
                assert_eq!(pieces, whole.pieces().unwrap_or(0));
            }
        }
    }

    #[test]
    fn shares_add_up_to_the_pieces() {
        for (games, pieces) in
            [(None, 0), (None, 5), (None, 1_000_003), (Some(3), 1000), (None, 1 << 40)]
        {
            let plan = plan(games, Some(pieces));
            let shares = (0..plan.lanes()).map(|lane| plan.share(lane));
            assert_eq!(shares.map(|share| share.pieces).sum::<u64>(), pieces);
            assert!(plan.lanes() <= 64);
        }
        assert_eq!(plan(None, Some(2_500_000_000)).lanes(), 64);
        assert_eq!(plan(None, Some(1_000_000)).lanes(), 8);
        assert_eq!(plan(Some(3), Some(1_000_000)).lanes(), 3);
        assert_eq!(plan(None, None).games(), Some(1));
    }
}
