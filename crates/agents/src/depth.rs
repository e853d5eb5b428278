//! Changing the depth of a search.

use minolab_engine::{
    BeamSettings, LookaheadSettings, Ties,
    search::{LineValue, SearchError, check_depth},
};

use crate::{SearchKind, SearchSettings};

impl SearchSettings {
    /// The same search at this depth, the current piece included.
    ///
    /// A search that goes no deeper than its original program becomes a lookahead with the same
    /// evaluator when asked for more; at its own depth it plays unchanged.
    pub fn at_depth(&self, depth: u32) -> Result<SearchSettings, SearchError> {
        check_depth(depth)?;
        let lookahead = |ties, line| {
            let settings = LookaheadSettings { ties, depth, line, ..LookaheadSettings::default() };
            SearchKind::Lookahead(settings)
        };
        let mut drops = self.drops;
        let kind = match &self.kind {
            SearchKind::Greedy(ties) if depth > 1 => lookahead(*ties, LineValue::Sum),
            SearchKind::Lookahead(own) => SearchKind::Lookahead(LookaheadSettings {
                depth,
                // Unknown pieces are averaged over, or else it would stop short.
                unknown: own.unknown || depth > 1,
                // The depth applies to every position.
                deepen: Vec::new(),
                ..own.clone()
            }),
            SearchKind::Beam(own) => SearchKind::Beam(BeamSettings { depth, ..own.clone() }),
            SearchKind::Tetrais(_) => SearchKind::Tetrais(depth),
            SearchKind::Hidamari(_) if depth <= 2 => SearchKind::Hidamari(depth),
            // Its boards are evaluated only at the end of a line.
            SearchKind::Hidamari(_) => lookahead(Ties::First, LineValue::Leaf),
            SearchKind::Mzmousa if depth > 1 => lookahead(Ties::First, LineValue::Sum),
            SearchKind::Capstone if depth > 1 => {
                // The program uses only hard drops.
                drops = true;
                lookahead(Ties::First, LineValue::Sum)
            }
            // Points come from combining several pieces with the hold.
            SearchKind::CapstoneBlitz if depth > 1 => {
                SearchKind::Beam(BeamSettings { depth, ..BeamSettings::default() })
            }
            kind @ (SearchKind::Greedy(_)
            | SearchKind::Mzmousa
            | SearchKind::Capstone
            | SearchKind::CapstoneBlitz) => kind.clone(),
        };
        Ok(SearchSettings { kind, drops })
    }

    /// How many pieces after the current one it must know to reach its depth, if unknown pieces end
    /// its search.
    pub fn needs_known(&self, hold: bool) -> Option<usize> {
        match &self.kind {
            SearchKind::Tetrais(depth) | SearchKind::Hidamari(depth) => Some(*depth as usize - 1),
            // The held piece is one more.
            SearchKind::Beam(beam) => Some((beam.depth as usize - 1).saturating_sub(hold as usize)),
            _ => None,
        }
    }

    /// How many pieces after the current one it can use.
    pub fn uses_known(&self, hold: bool) -> usize {
        let hold = hold as usize;
        match &self.kind {
            SearchKind::Greedy(_) | SearchKind::Capstone | SearchKind::CapstoneBlitz => hold,
            SearchKind::Mzmousa => 0,
            SearchKind::Tetrais(depth) | SearchKind::Hidamari(depth) => *depth as usize - 1,
            SearchKind::Lookahead(own) => {
                let deepest = own.deepen.iter().map(|deepen| deepen.depth).max();
                own.depth.max(deepest.unwrap_or(1)) as usize - 1 + hold
            }
            SearchKind::Beam(beam) => beam.depth as usize - 1 + hold,
        }
    }
}
