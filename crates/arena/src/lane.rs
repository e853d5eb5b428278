//! Games played one after the other.

use std::sync::Arc;

use minolab_engine::{KeyCounter, Player, Position};
use minolab_rules::{
    Choice, Clear, Game, GameSnapshot, Piece, PieceSource, Queue, Ruleset, SnapshotError,
};
use serde::{Deserialize, Serialize};

use crate::{GameResult, Goal, Tally, plan::Share, tally::Clears};

/// One lane of a [`crate::Plan`]: its share, and the game it is at.
///
/// Knows neither threads nor clocks; whoever drives it decides how many pieces to play at a
/// time, which changes nothing about the games.
pub struct Lane {
    share: Share,
    seed: u64,
    goal: Goal,
    index: u64,
    left: u64,
    game: Game,
    cells: u64,
    // Key presses of the game it is at, where they are counted.
    keys: Option<u64>,
    counter: Option<Arc<KeyCounter>>,
    ahead: Option<Ahead>,
}

/// What is played and how it is looked at; the same for every lane of a run.
#[derive(Clone, Debug)]
pub struct LaneSettings {
    /// By which rules.
    pub rules: Arc<Ruleset>,
    /// What ends a game that is not lost.
    pub goal: Goal,
    /// The run's seed: game `g` has `seed + g`.
    pub seed: u64,
    /// How many of the pieces after the current one a player sees beyond those shown.
    hidden: usize,
    /// What counts the key presses, if they are to be counted.
    counter: Option<Arc<KeyCounter>>,
}

impl LaneSettings {
    /// Settings for a player that sees `known` pieces after the current one, or as many as the
    /// ruleset shows if `None`.
    ///
    /// Counting key presses takes longer than a one-ply decision, unless
    /// [`KeyCounter::is_quick`] by these rules.
    pub fn new(
        rules: &Ruleset,
        goal: Goal,
        seed: u64,
        known: Option<usize>,
        counts_keys: bool,
    ) -> LaneSettings {
        let mut rules = rules.clone();
        if let Some(known) = known {
            rules.previews = known.min(SHOWN) as u8;
        }
        let hidden = known.unwrap_or(0).saturating_sub(SHOWN);
        let counter = counts_keys.then(|| Arc::new(KeyCounter::new(&rules)));
        LaneSettings { rules: Arc::new(rules), goal, seed, hidden, counter }
    }

    /// The same with another seed.
    pub fn with_seed(&self, seed: u64) -> LaneSettings {
        LaneSettings { seed, ..self.clone() }
    }
}

/// A [`Lane`] as plain values.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LaneSnapshot {
    index: u64,
    left: u64,
    keys: Option<u64>,
    game: GameSnapshot,
}

/// What watches a lane's games, for those who keep a record.
///
/// The fast loop is compiled without it.
pub trait Witness {
    /// A choice that is about to be played.
    fn choice(&mut self, game: &Game, choice: Choice);
    /// A game ended; `game` is as it was left.
    fn end(&mut self, game: &Game, result: &GameResult);
}

/// Nobody watches.
impl Witness for () {
    #[inline(always)]
    fn choice(&mut self, _: &Game, _: Choice) {}
    #[inline(always)]
    fn end(&mut self, _: &Game, _: &GameResult) {}
}

impl Lane {
    /// The start of a lane.
    pub fn new(settings: &LaneSettings, share: Share) -> Lane {
        let seed = settings.seed.wrapping_add(share.first);
        let game = Game::new(Arc::clone(&settings.rules), seed);
        Lane::at(game, settings, share, share.first, share.pieces, None)
    }

    /// A lane where a snapshot of it was taken.
    pub fn resume(
        settings: &LaneSettings,
        share: Share,
        snapshot: &LaneSnapshot,
    ) -> Result<Lane, SnapshotError> {
        let game = Game::resume(Arc::clone(&settings.rules), &snapshot.game)?;
        Ok(Lane::at(game, settings, share, snapshot.index, snapshot.left, snapshot.keys))
    }

    /// Says what a snapshot from a file has that no lane of this share comes to.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn unsound(&self, played: u64) -> Option<&'static str> {
        let Share { first, stride, end, pieces } = self.share;
        let (totals, dealt) = (self.game.totals(), self.game.source().dealt());
        let sums = [totals.pieces, totals.lines, totals.score, totals.clear_score, dealt];
        let is_in_lane =
            (first..end).contains(&self.index) && (self.index - first).is_multiple_of(stride);
        [
            ("a game of another lane", is_in_lane),
            ("pieces that are not its share", self.left.checked_add(played) == Some(pieces)),
            ("nothing left to play", self.left > 0),
            ("a game too long", sums.iter().all(|&sum| sum <= Tally::MOST)),
            ("too many keys", self.keys.unwrap_or(0) <= Tally::MOST),
        ]
        .into_iter()
        .find_map(|(what, is_right)| (!is_right).then_some(what))
    }

    fn at(
        game: Game,
        settings: &LaneSettings,
        share: Share,
        index: u64,
        left: u64,
        keys: Option<u64>,
    ) -> Lane {
        let ahead = (settings.hidden > 0).then(|| Ahead::new(&game, settings.hidden));
        let cells = game.state().board.cells() as u64;
        let LaneSettings { goal, seed, .. } = *settings;
        let counter = settings.counter.clone();
        let keys = counter.is_some().then_some(keys.unwrap_or(0));
        Lane { share, seed, goal, index, left, game, cells, keys, counter, ahead }
    }

    /// The lane as plain values.
    pub fn snapshot(&self) -> LaneSnapshot {
        LaneSnapshot {
            index: self.index,
            left: self.left,
            keys: self.keys,
            game: self.game.snapshot(),
        }
    }

    /// The game it is at.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether its share is played.
    pub fn is_done(&self) -> bool {
        self.left == 0 || self.index >= self.share.end
    }

    /// The number of the game it is at.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Whether its game has begun and not ended.
    pub fn is_midway(&self) -> bool {
        self.game.totals().pieces > 0
    }

    /// Plays at most `pieces` pieces and counts them.
    ///
    /// `is_time_up` ends the game it is at when it says so; it is asked only if the goal has a
    /// clock.
    pub fn play<W: Witness>(
        &mut self,
        player: &mut Player,
        pieces: u64,
        tally: &mut Tally,
        witness: &mut W,
        is_time_up: &mut dyn FnMut(&Game) -> bool,
    ) {
        let mut budget = pieces.min(self.left);
        let before = player.nodes();
        let mut clears = [0; 128];
        while budget > 0 && self.index < self.share.end {
            let start = self.game.totals();
            let ended = self.play_on(player, budget, &mut clears, tally, witness, is_time_up);
            let end = self.game.totals();
            let played = end.pieces - start.pieces;
            tally.pieces += played;
            tally.lines += end.lines - start.lines;
            budget -= played;
            self.left -= played;
            if let Some(lost) = ended {
                let result = GameResult::new(self.index, end, self.keys, lost);
                witness.end(&self.game, &result);
                tally.add_game(result);
                self.next_game();
            }
        }
        tally.add_clears(&clears);
        tally.nodes += player.nodes() - before;
    }

    /// Plays the game it is at; says whether it was lost if it ended.
    #[inline]
    fn play_on<W: Witness>(
        &mut self,
        player: &mut Player,
        budget: u64,
        clears: &mut [u64; 128],
        tally: &mut Tally,
        witness: &mut W,
        is_time_up: &mut dyn FnMut(&Game) -> bool,
    ) -> Option<bool> {
        let game = &mut self.game;
        let width = game.state().board.width() as u64;
        let (goal, mut cells, mut most) = (self.goal, self.cells, tally.most_cells);
        let has_clock = goal.seconds.is_some();
        let has_end = goal.pieces != u64::MAX || goal.lines != u64::MAX;
        let mut keys = 0;
        let mut ended = None;
        for _ in 0..budget {
            let mut position = Position::new(game.state());
            if has_end {
                position.remaining = goal.remaining(&game.totals());
            }
            if let Some(ahead) = &self.ahead {
                position.known = ahead.pieces();
            }
            let Some(choice) = player.choose(&position) else {
                ended = Some(true);
                break;
            };
            witness.choice(game, choice);
            if let Some(counter) = &self.counter {
                keys += counter.count(game.rules(), game.state(), choice);
            }
            let clear: Clear = game.play_unchecked(choice);
            // A piece brings four cells and a line takes as many as the board is wide.
            cells += 4;
            cells -= width * clear.lines as u64;
            most = most.max(cells);
            clears[Clears::index(&clear)] += 1;
            if let Some(ahead) = &mut self.ahead {
                ahead.follow(game);
            }
            if goal.is_reached(&game.totals()) {
                ended = Some(false);
                break;
            }
            if game.state().over.is_some() {
                ended = Some(true);
                break;
            }
            if has_clock && is_time_up(game) {
                ended = Some(false);
                break;
            }
        }
        (self.cells, tally.most_cells) = (cells, most);
        self.keys = self.keys.map(|before| before + keys);
        tally.keys += keys;
        ended
    }

    fn next_game(&mut self) {
        self.index = self.index.saturating_add(self.share.stride);
        self.game.restart(self.seed.wrapping_add(self.index));
        self.cells = 0;
        self.keys = self.keys.map(|_| 0);
        if let Some(ahead) = &mut self.ahead {
            *ahead = Ahead::new(&self.game, ahead.count);
        }
    }
}

/// Previews a state has room for; pieces known beyond them come to the player on the side.
const SHOWN: usize = Queue::CAPACITY - 1;

/// Pieces past those a state shows.
struct Ahead {
    count: usize,
    // A copy of the game's source that runs `count` pieces ahead of it.
    source: PieceSource,
    dealt: u64,
    // The window is at the end; what is before it has been dealt.
    pieces: Vec<Piece>,
}

impl Ahead {
    fn new(game: &Game, count: usize) -> Ahead {
        let mut source = game.source().clone();
        let dealt = source.dealt();
        let pieces = (0..count).map(|_| source.deal()).collect();
        Ahead { count, source, dealt, pieces }
    }

    #[inline]
    fn pieces(&self) -> &[Piece] {
        &self.pieces[self.pieces.len() - self.count..]
    }

    /// Moves on by as many pieces as the game has dealt.
    #[inline]
    fn follow(&mut self, game: &Game) {
        while self.dealt < game.source().dealt() {
            if self.pieces.len() >= 2 * self.count + 64 {
                self.pieces.drain(..self.pieces.len() - self.count);
            }
            self.pieces.push(self.source.deal());
            self.dealt += 1;
        }
    }
}
