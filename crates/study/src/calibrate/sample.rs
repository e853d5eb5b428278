//! One position, played on from the best choice and from another.

use minolab_agents::Agent;
use minolab_arena::{GameResult, Metric, Round};
use minolab_engine::{Limits, Player};
use minolab_rules::{
    Choice, End, Game, Mode, Ruleset,
    random::{SplitMix64, part_seed},
};
use serde::{Deserialize, Serialize};

use super::Gap;

/// What one position told.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GapSample {
    /// How far the other choice fell behind by the search.
    pub gap: Gap,
    /// What it cost in the result: less than nothing if it came out ahead.
    pub cost: f64,
    /// Pieces placed before.
    pub placed: u64,
}

/// How positions are found and played on.
#[derive(Clone, Debug)]
pub struct Sampling {
    pub rules: Ruleset,
    pub mode: Mode,
    /// Who ranks the choices, by the nodes that a review takes.
    pub judge: Agent,
    /// Who leads up to a position and plays on from it.
    pub playing: Agent,
    /// Pieces after the choice that count, unless the game ends before.
    pub horizon: u64,
    /// Pieces before the position, at most.
    pub lead: u64,
    pub seed: u64,
}

/// The players of a sampling; each thread has its own.
pub struct Samplers {
    pub(super) judge: Player,
    pub(super) playing: Player,
}

/// Of a hundred placements on the way to a position, so many are not the player's choice: games of
/// people of every strength have such positions.
const ERRORS: [u64; 4] = [0, 4, 12, 30];

/// An error is one of so many of the better choices.
const SLIPS: u64 = 10;

/// How often a game may end before its position is reached.
const TRIES: u64 = 50;

impl Sampling {
    /// Players for one thread.
    pub fn samplers(&self) -> Samplers {
        Samplers {
            judge: self.judge.player(&self.rules),
            playing: self.playing.player(&self.rules),
        }
    }

    /// What a result is counted in.
    pub fn metric(&self) -> Metric {
        Metric::of(self.mode)
    }

    /// The position of this number: always the same. `None` if no game lasted that long.
    pub fn position(&self, number: u64, playing: &mut Player) -> Option<Round> {
        self.drawn(&mut self.random(number), playing)
    }

    fn random(&self, number: u64) -> SplitMix64 {
        SplitMix64(part_seed(self.seed, number))
    }

    fn drawn(&self, random: &mut SplitMix64, playing: &mut Player) -> Option<Round> {
        (0..TRIES).find_map(|_| self.lead_up(random, playing))
    }

    /// The sample of this number: always the same. `None` if the position has no second choice.
    pub fn sample(&self, number: u64, players: &mut Samplers) -> Option<GapSample> {
        let mut random = self.random(number);
        let round = self.drawn(&mut random, &mut players.playing)?;
        let position = round.position();
        let best = players.judge.choose(&position)?;
        let decision = players.judge.rank(&position, Limits::default(), &mut |_| ())?;
        let ranked = decision.ranked;
        let own = ranked.iter().find(|ranked| ranked.choice == best)?;
        // Half of the choices are such as one might make, the others any.
        let others: Vec<_> = ranked.iter().filter(|ranked| ranked.choice != best).collect();
        let near = if random.next().is_multiple_of(2) { SLIPS } else { u64::MAX };
        let among = (others.len() as u64).min(near);
        let other = others.get(random.next().checked_rem(among)? as usize)?;
        let placed = round.game().totals().pieces;
        let [first, second] =
            [best, other.choice].map(|choice| self.play_on(&round, choice, &mut players.playing));
        Some(GapSample { gap: Gap::between(own, other), cost: first - second, placed })
    }

    /// A game up to some position; `None` if it ended before.
    fn lead_up(&self, random: &mut SplitMix64, player: &mut Player) -> Option<Round> {
        let game = Game::new(self.rules.clone(), random.next());
        let mut round = Round::new(game, self.mode);
        let errors = ERRORS[(random.next() % ERRORS.len() as u64) as usize];
        for _ in 0..random.next() % (self.lead + 1) {
            let position = round.position();
            let slips = random.next() % 100 < errors;
            let choice = match slips {
                false => player.choose(&position)?,
                true => {
                    let ranked = player.rank(&position, Limits::default(), &mut |_| ())?.ranked;
                    let among = (ranked.len() as u64).min(SLIPS);
                    ranked.get(random.next().checked_rem(among)? as usize)?.choice
                }
            };
            round.play(choice, &mut ());
            if round.end_or_stuck().is_some() {
                return None;
            }
        }
        Some(round)
    }

    /// The result of playing on after a choice.
    pub(super) fn play_on(&self, round: &Round, choice: Choice, player: &mut Player) -> f64 {
        let mut round = round.clone();
        let from = round.game().totals().pieces;
        round.play(choice, &mut ());
        let mut end = round.end();
        while end.is_none() && round.game().totals().pieces - from < self.horizon {
            end = round.step(player, &mut ());
        }
        let totals = round.game().totals();
        let is_lost = matches!(end, Some(End::TopOut(_)));
        if is_lost && self.mode.is_race() {
            // One starts over: it took these pieces, and then a whole race.
            let cells = round.goal().lines * self.rules.width as u64;
            return -((totals.pieces + cells / 4) as f64);
        }
        let result = GameResult::new(0, totals, None, is_lost);
        self.metric().value(&result, !is_lost, 0)
    }
}
