//! Games played one after the other.

use std::sync::Arc;

use minolab_engine::{KeyCounter, Player};
use minolab_rules::{Choice, Clear, End, Game, GameSnapshot, PlayError, Ruleset, SnapshotError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    GameResult, Goal, Tally,
    plan::Share,
    round::{Observer, Round, SHOWN},
    tally::Clears,
};

/// One lane of a [`crate::Plan`]: its share, and its current game.
///
/// Knows neither threads nor clocks; its caller decides how many pieces to play at a time, which
/// does not affect the games.
pub struct Lane {
    share: Share,
    seed: u64,
    index: u64,
    left: u64,
    round: Round,
    cells: u64,
    // Key presses of the current game, where they are counted.
    keys: Option<u64>,
    counter: Option<Arc<KeyCounter>>,
}

/// What is played and what is counted; the same for every lane of a run.
#[derive(Clone, Debug)]
pub struct LaneSettings {
    /// By which rules.
    pub rules: Arc<Ruleset>,
    /// What ends a game other than a top-out.
    pub goal: Goal,
    /// The run's seed: game `g` has `seed + g`.
    pub seed: u64,
    /// How many pieces a player sees beyond the previews.
    hidden: usize,
    /// Counts the key presses, if they are wanted.
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

/// How many pieces apart choices are checked in a long game.
const APART: u64 = 1 << 20;

/// A player made an illegal choice: a bug, which invalidates every figure of the run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "game {game} (seed {seed}), placement {index}: the player chose {choice}, which is illegal: {error}; \
     this is a bug, and no figure of the run can be trusted"
)]
pub struct IllegalChoice {
    /// The game's number in the run.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    /// The placement, counted from 1.
    pub index: u64,
    /// What was chosen.
    pub choice: Choice,
    /// What the rules say.
    pub error: PlayError,
}

impl IllegalChoice {
    fn new(index: u64, game: &Game, choice: Choice, error: PlayError) -> IllegalChoice {
        let (seed, pieces) = (game.seed(), game.totals().pieces);
        IllegalChoice { game: index, seed, index: pieces + 1, choice, error }
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

    /// Names a value of a snapshot from a file that no lane of this share can have.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn unsound(&self, played: u64) -> Option<&'static str> {
        let Share { first, stride, end, pieces } = self.share;
        let game = self.game();
        let (totals, dealt) = (game.totals(), game.source().dealt());
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
        let cells = game.state().board.cells() as u64;
        let LaneSettings { goal, seed, hidden, .. } = *settings;
        let round = Round::new(game, goal).with_hidden(hidden);
        let counter = settings.counter.clone();
        let keys = counter.is_some().then_some(keys.unwrap_or(0));
        Lane { share, seed, index, left, round, cells, keys, counter }
    }

    /// The lane as plain values.
    pub fn snapshot(&self) -> LaneSnapshot {
        LaneSnapshot {
            index: self.index,
            left: self.left,
            keys: self.keys,
            game: self.game().snapshot(),
        }
    }

    /// The current game.
    pub fn game(&self) -> &Game {
        self.round.game()
    }

    /// Whether its share has been played.
    pub fn is_done(&self) -> bool {
        self.left == 0 || self.index >= self.share.end
    }

    /// The number of the current game.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Whether its game has begun and not ended.
    pub fn is_midway(&self) -> bool {
        self.game().totals().pieces > 0
    }

    /// Plays at most `pieces` pieces and counts them; an error if a check finds an illegal choice.
    ///
    /// `is_time_up` ends the current game when it says so; it is asked only if the goal has a
    /// clock.
    pub fn play<O: Observer>(
        &mut self,
        player: &mut Player,
        pieces: u64,
        tally: &mut Tally,
        observer: &mut O,
        is_time_up: &mut dyn FnMut(&Game) -> bool,
    ) -> Result<(), IllegalChoice> {
        let mut budget = pieces.min(self.left);
        let before = player.nodes();
        let mut clears = [0; 128];
        while budget > 0 && self.index < self.share.end {
            let start = self.game().totals();
            let ended = match self.until_check() {
                0 => {
                    self.play_on::<O, true>(1, player, &mut clears, tally, observer, is_time_up)?
                }
                most => {
                    let most = budget.min(most);
                    self.play_on::<O, false>(
                        most,
                        player,
                        &mut clears,
                        tally,
                        observer,
                        is_time_up,
                    )?
                }
            };
            let end = self.game().totals();
            let played = end.pieces - start.pieces;
            tally.pieces += played;
            tally.lines += end.lines - start.lines;
            budget -= played;
            self.left -= played;
            if let Some(why) = ended {
                let lost = matches!(why, End::TopOut(_));
                let result = GameResult::new(self.index, end, self.keys, lost);
                observer.end(self.game(), &result);
                tally.add_game(result);
                self.next_game();
            }
        }
        tally.add_clears(&clears);
        tally.nodes += player.nodes() - before;
        Ok(())
    }

    /// Pieces until the next choice to check against the rules: those at powers of two in their
    /// lane, and after that one in a million. All others are trusted, which is what makes players
    /// fast; without these checks a bug in a player would give wrong figures silently.
    ///
    /// Which ones depends only on the lane, so every run checks the same.
    fn until_check(&self) -> u64 {
        let played = self.share.pieces - self.left;
        let at = match played {
            0..APART => played.next_power_of_two(),
            _ => played.next_multiple_of(APART),
        };
        at - played
    }

    /// Plays the current game; returns why it ended, if it did. `CHECKED` checks every choice
    /// against the rules.
    #[inline]
    fn play_on<O: Observer, const CHECKED: bool>(
        &mut self,
        budget: u64,
        player: &mut Player,
        clears: &mut [u64; 128],
        tally: &mut Tally,
        observer: &mut O,
        is_time_up: &mut dyn FnMut(&Game) -> bool,
    ) -> Result<Option<End>, IllegalChoice> {
        let index = self.index;
        let (round, counter) = (&mut self.round, self.counter.as_deref());
        let width = round.game().state().board.width() as u64;
        let has_clock = round.goal().seconds.is_some();
        let (cells, most) = (self.cells, tally.most_cells);
        let mut counts = Counts { observer, counter, clears, width, cells, most, keys: 0 };
        let mut ended = None;
        for _ in 0..budget {
            ended = match CHECKED {
                false => round.step(player, &mut counts),
                true => round.step_checked(player, &mut counts).map_err(|(choice, error)| {
                    IllegalChoice::new(index, round.game(), choice, error)
                })?,
            };
            if ended.is_none() && has_clock && is_time_up(round.game()) {
                ended = Some(End::Goal);
            }
            if ended.is_some() {
                break;
            }
        }
        let keys = counts.keys;
        (self.cells, tally.most_cells) = (counts.cells, counts.most);
        self.keys = self.keys.map(|before| before + keys);
        tally.keys += keys;
        Ok(ended)
    }

    fn next_game(&mut self) {
        self.index = self.index.saturating_add(self.share.stride);
        self.round.restart(self.seed.wrapping_add(self.index));
        self.cells = 0;
        self.keys = self.keys.map(|_| 0);
    }
}

/// Counts for the lane's tally, beside any other observer.
struct Counts<'a, O> {
    observer: &'a mut O,
    counter: Option<&'a KeyCounter>,
    clears: &'a mut [u64; 128],
    width: u64,
    cells: u64,
    most: u64,
    keys: u64,
}

impl<O: Observer> Observer for Counts<'_, O> {
    #[inline]
    fn choice(&mut self, game: &Game, choice: Choice) {
        self.observer.choice(game, choice);
        if let Some(counter) = self.counter {
            self.keys += counter.count(game.rules(), game.state(), choice);
        }
    }

    #[inline]
    fn clear(&mut self, game: &Game, clear: &Clear) {
        self.observer.clear(game, clear);
        // A piece adds four cells and a line removes as many as the board is wide.
        self.cells += 4;
        self.cells -= self.width * clear.lines as u64;
        self.most = self.most.max(self.cells);
        self.clears[Clears::index(clear)] += 1;
    }
}
