//! A game: a state, the hidden pieces and the totals so far.

use std::sync::Arc;

use crate::{
    Board, Choice, Clear, Falling, GameSnapshot, GarbageRow, PieceSource, PlayError, Ruleset,
    SnapshotError, State, TopOut, placements,
};

/// A [`State`], the hidden piece source and the totals so far.
///
/// No window, no clock and no history: a caller that wants a record keeps one.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    // Shared, so that copies for undo are cheap.
    rules: Arc<Ruleset>,
    seed: u64,
    state: State,
    source: PieceSource,
    totals: Totals,
}

/// Counters since the start of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// Pieces placed.
    pub pieces: u64,
    /// Lines cleared.
    pub lines: u64,
    /// Points by the ruleset.
    pub score: u64,
    /// Points without those for drops and for spins without a line.
    pub clear_score: u64,
}

impl Game {
    /// The start of the game with this seed.
    pub fn new(rules: impl Into<Arc<Ruleset>>, seed: u64) -> Game {
        let rules = rules.into();
        let mut source = PieceSource::new(rules.randomizer.clone(), seed);
        let shown = rules.previews as usize + 1;
        let state = State::new(&rules, (0..shown).map(|_| source.deal()));
        Game { rules, seed, state, source, totals: Totals::default() }
    }

    /// A game that starts from a position; the pieces it does not show come from this seed.
    ///
    /// The queue is filled up to the ruleset's previews; if the position shows more, they stay.
    pub fn from_state(rules: impl Into<Arc<Ruleset>>, state: State, seed: u64) -> Game {
        let rules = rules.into();
        let source = PieceSource::after(rules.randomizer.clone(), seed, state.bag);
        let mut game = Game { rules, seed, state, source, totals: Totals::default() };
        game.refill();
        game
    }

    /// Restarts the game with another seed, by the same rules.
    pub fn restart(&mut self, seed: u64) {
        self.seed = seed;
        self.source = PieceSource::new(self.rules.randomizer.clone(), seed);
        let shown = self.rules.previews as usize + 1;
        self.state = State::new(&self.rules, (0..shown).map(|_| self.source.deal()));
        self.totals = Totals::default();
    }

    /// Everything but the rules as plain values, hidden pieces included.
    pub fn snapshot(&self) -> GameSnapshot {
        GameSnapshot::new(self.seed, &self.state, self.totals, self.source.snapshot())
    }

    /// Resumes from a snapshot of a game by these rules.
    pub fn resume(
        rules: impl Into<Arc<Ruleset>>,
        snapshot: &GameSnapshot,
    ) -> Result<Game, SnapshotError> {
        let rules = rules.into();
        let (seed, state, totals, source) = snapshot.open(&rules)?;
        Ok(Game { rules, seed, state, source, totals })
    }

    /// The stream of the pieces not yet shown; a player must not see it.
    pub fn source(&self) -> &PieceSource {
        &self.source
    }

    /// Its rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The seed it was started from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The position.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The totals so far.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Swaps the current piece with the hold.
    pub fn swap(&mut self) -> Result<(), PlayError> {
        self.state.swap(&self.rules)?;
        self.refill();
        Ok(())
    }

    /// Plays a choice after checking it, as an agent does: dropped from the spawn.
    pub fn play(&mut self, choice: Choice) -> Result<Clear, PlayError> {
        let before = self.state.board;
        let clear = self.state.play(&self.rules, choice)?;
        self.count(&clear, self.drop_points(&before, choice));
        Ok(clear)
    }

    /// Plays a choice that a generator just produced for this position.
    #[inline]
    pub fn play_unchecked(&mut self, choice: Choice) -> Clear {
        let drop_points = self.drop_points(&self.state.board, choice);
        self.lock(choice, drop_points)
    }

    /// Pushes rows of garbage in from below, as [`State::receive`] does.
    pub fn receive(&mut self, rows: &[GarbageRow]) -> Result<(), PlayError> {
        self.state.receive(&self.rules, rows)
    }

    /// What a hard drop can reach scores as a hard drop, everything else as a sonic drop.
    #[inline]
    fn drop_points(&self, board: &Board, choice: Choice) -> u64 {
        let scoring = &self.rules.scoring;
        if scoring.hard_drop == 0 && scoring.sonic_drop == 0 {
            return 0;
        }
        let spawn = self.rules.spawn(choice.placement.piece);
        let rows = (spawn.y - choice.placement.y).max(0) as u64;
        let straight = placements::is_drop(board, choice.placement.falling());
        rows * if straight { scoring.hard_drop } else { scoring.sonic_drop } as u64
    }

    /// Ends the game for a reason that the position alone does not show.
    pub(crate) fn lose(&mut self, reason: TopOut) {
        self.state.over = Some(reason);
    }

    /// Locks a piece that was moved by inputs, whose drops earned these points.
    #[inline]
    pub(crate) fn lock(&mut self, choice: Choice, drop_points: u64) -> Clear {
        let clear = self.state.play_unchecked(&self.rules, choice);
        self.count(&clear, drop_points);
        clear
    }

    #[inline]
    fn count(&mut self, clear: &Clear, drop_points: u64) {
        let lock = self.rules.scoring.lock as u64;
        self.totals.pieces += 1;
        self.totals.lines += clear.lines as u64;
        self.totals.score += clear.points as u64 + drop_points + lock;
        self.totals.clear_score += (clear.points - clear.idle_spin_points) as u64;
        self.refill();
    }

    /// Fills the queue up to the ruleset's previews.
    #[inline]
    fn refill(&mut self) {
        while self.state.queue.len() < self.rules.previews as usize
            || self.state.current.is_none() && self.state.over.is_none()
        {
            let piece = self.source.deal();
            self.state.reveal(&self.rules, piece);
            self.state.advance(&self.rules);
        }
    }

    /// Where the current piece spawns.
    pub fn spawn(&self) -> Option<Falling> {
        self.state.spawn(&self.rules)
    }
}
