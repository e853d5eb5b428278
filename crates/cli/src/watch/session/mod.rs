//! A watching session: games, speed and the moves to choose from; no screen.

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use minolab_agents::{Agent, SearchKind};
use minolab_arena::Round;
use minolab_engine::{Leveled, Limits, Player, Ranked};
use minolab_rules::{Choice, Falling, Game, Mode, Ruleset, Setup, State, placements};

use super::{levels::LevelSteps, thinker::Thinker};
use crate::screen::Painted;

/// An agent's games and the person's view of them.
pub struct Session {
    agent: Agent,
    player: Player,
    rules: Arc<Ruleset>,
    mode: Mode,
    seed: u64,
    // Where every game starts, if not on an empty board.
    start: Option<State>,
    round: Round,
    painted: Painted,
    counts: Counts,
    // Counts of the last seconds, oldest first.
    recent: VecDeque<Counts>,
    // Previews when the next piece is shown.
    previews: u8,
    /// Whether it is paused.
    pub is_paused: bool,
    speed: usize,
    owed: Duration,
    moves: Option<Moves>,
    // As loaded; levels change its depth.
    loaded: Agent,
    level: Option<u32>,
    thinker: Option<Thinker>,
    steps: LevelSteps,
    // Whether a piece was requested during the search.
    is_awaited: bool,
}

/// Totals over the games since the last change of settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games that ended.
    pub games: u64,
    /// Lines of all games.
    pub rows: u64,
    /// Pieces of all games.
    pub pieces: u64,
    /// Fewest lines of a finished game.
    pub min: Option<u64>,
    /// Most lines of a finished game.
    pub max: Option<u64>,
    /// Time spent playing.
    pub time: Duration,
}

/// The valid moves of the position, best first.
pub struct Moves {
    /// The ranked moves.
    pub ranked: Vec<Ranked>,
    /// The selected one; the agent's own is the first.
    pub chosen: usize,
}

/// Milliseconds per piece, slowest first; the last is full speed.
const SPEEDS: [u64; 16] = [1000, 500, 333, 250, 200, 150, 100, 75, 50, 35, 24, 16, 8, 4, 1, 0];

/// The period over which rates are measured.
const RECENT: Duration = Duration::from_secs(3);

impl Session {
    /// The start of the first game.
    pub fn new(agent: Agent, rules: Ruleset, mode: Mode, seed: u64) -> Session {
        let rules = Arc::new(rules);
        let round = Round::new(Game::new(Arc::clone(&rules), seed), mode);
        let painted = Painted::new(rules.width as usize);
        let player = agent.player(&rules);
        let (counts, recent) = (Counts::default(), VecDeque::new());
        let previews = rules.previews.max(1);
        let (is_paused, speed, owed, moves) = (false, 7, Duration::ZERO, None);
        Session {
            loaded: agent.clone(),
            level: None,
            thinker: None,
            steps: LevelSteps::default(),
            is_awaited: false,
            agent,
            player,
            rules,
            mode,
            seed,
            start: None,
            round,
            painted,
            counts,
            recent,
            previews,
            is_paused,
            speed,
            owed,
            moves,
        }
    }

    /// Starts this game and later ones from a position, as long as the rules allow it.
    pub fn start_at(&mut self, state: State) {
        self.start = Some(state);
        self.begin();
    }

    /// Plays one piece: the selected move if the list is shown, else the agent's. Starts the next
    /// game if this one is over.
    pub fn step(&mut self) {
        if self.is_over() {
            self.next_game();
            return;
        }
        if self.goes_by_levels() {
            self.is_awaited = true;
            self.await_thinker();
            return;
        }
        let choice = match self.chosen() {
            Some(choice) => Some(choice),
            None => self.player.choose(&self.round.position()),
        };
        match choice {
            Some(choice) => self.play(choice),
            None => self.next_game(),
        }
        if self.moves.is_some() {
            self.rank();
        }
    }

    /// The selected choice, if the list is shown.
    fn chosen(&self) -> Option<Choice> {
        let moves = self.moves.as_ref()?;
        match &self.thinker {
            Some(thinker) => thinker.found().get(moves.chosen).map(|leveled| leveled.choice),
            None => moves.ranked.get(moves.chosen).map(|ranked| ranked.choice),
        }
    }

    /// Sets the depth, level by level if the agent's search supports that; an error if it cannot go
    /// this deep.
    pub fn set_level(&mut self, level: u32) -> Result<(), String> {
        let search = self.loaded.search.at_depth(level).map_err(|error| error.to_string())?;
        let known = self.game().state().queue.len();
        if let Some(needed) = search.needs_known(false).filter(|&needed| needed > known) {
            return Err(format!("level {level} needs {needed} known pieces, found {known}"));
        }
        self.level = Some(level);
        self.agent.search = search;
        self.player = self.agent.player(&self.rules);
        self.steps = LevelSteps::default();
        self.rethink();
        Ok(())
    }

    /// The requested level, if any.
    pub fn level(&self) -> Option<u32> {
        self.level
    }

    /// Statistics of the levels, over the pieces played at this level.
    pub fn steps(&self) -> &LevelSteps {
        &self.steps
    }

    /// The search's threshold after a level, if it prunes.
    pub fn threshold(&self, level: usize) -> Option<f64> {
        let SearchKind::Lookahead(settings) = &self.agent.search.kind else { return None };
        let known = 1 + self.game().state().queue.len();
        let (list, from) = match known {
            1 => (&settings.thresholds, 1),
            _ => (&settings.thresholds_next, known),
        };
        level.checked_sub(from).and_then(|index| list.get(index)).copied()
    }

    /// Whether a separate thread searches, level after level.
    pub fn goes_by_levels(&self) -> bool {
        self.level.is_some_and(|level| level > 1)
            && matches!(self.agent.search.kind, SearchKind::Lookahead(_))
    }

    /// Whether a choice takes more than shifts, rotations and a hard drop.
    pub fn is_slid(&self, choice: Choice) -> bool {
        let board = &self.game().state().board;
        let drops = Ruleset { slide: false, ..(*self.rules).clone() };
        !placements::all(board, &drops, choice.placement.piece).contains(choice.placement)
    }

    /// Every choice at every level, if that is how it is searched and the list is shown.
    pub fn leveled(&self) -> Option<&[Leveled]> {
        self.moves.as_ref()?;
        self.thinker.as_ref().map(Thinker::found)
    }

    /// The deepest completed level and the time since the start, during a search.
    pub fn progress(&self) -> Option<(u32, Duration)> {
        let thinker = self.thinker.as_ref().filter(|thinker| !thinker.was_done())?;
        Some(thinker.progress())
    }

    /// Ends a search, keeping the completed levels.
    pub fn stop_thinking(&self) {
        if let Some(thinker) = &self.thinker {
            thinker.stop();
        }
    }

    /// Collects the search's results, and plays a requested piece.
    pub fn await_thinker(&mut self) {
        if self.thinker.is_none()
            && self.goes_by_levels()
            && (self.is_awaited || self.moves.is_some())
        {
            self.think();
        }
        let is_chosen = self.moves.as_ref().is_some_and(|moves| moves.chosen > 0);
        let Some(thinker) = &mut self.thinker else { return };
        let is_done = thinker.is_done();
        if !self.is_awaited || !(is_done || is_chosen) {
            return;
        }
        let chosen = self.moves.as_ref().map_or(0, |moves| moves.chosen);
        let Some(choice) = thinker.found().get(chosen).map(|leveled| leveled.choice) else {
            self.next_game();
            return;
        };
        if is_done {
            self.steps.add(thinker.found());
        }
        self.is_awaited = false;
        self.thinker = None;
        self.play(choice);
        if self.moves.is_some() && !self.is_over() {
            self.rank();
        }
    }

    fn think(&mut self) {
        let position = self.round.position();
        self.thinker = Some(Thinker::start(&self.agent, &self.rules, &position));
    }

    /// Searches the current position again.
    fn rethink(&mut self) {
        self.thinker = None;
        self.is_awaited = false;
        if self.moves.is_some() {
            self.rank();
        }
    }

    fn play(&mut self, choice: Choice) {
        let clear = self.round.play(choice, &mut ());
        self.painted.place(&self.rules, choice.placement);
        self.counts.pieces += 1;
        self.counts.rows += clear.lines as u64;
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.round.end().is_some()
    }

    fn next_game(&mut self) {
        let rows = self.game().totals().lines;
        self.counts.games += 1;
        self.counts.min = Some(self.counts.min.map_or(rows, |min| min.min(rows)));
        self.counts.max = self.counts.max.max(Some(rows));
        self.seed = self.seed.wrapping_add(1);
        self.begin();
    }

    fn begin(&mut self) {
        let rules = Arc::clone(&self.rules);
        let width = rules.width as usize;
        self.painted = Painted::new(width);
        // Under other rules, as on another board, it may no longer be a valid position.
        let setup = self.start.map(|state| Setup { bag: None, ..Setup::from(&state) });
        let start = setup.and_then(|setup| State::from_setup(&rules, setup).ok());
        let game = match start {
            None => Game::new(rules, self.seed),
            Some(state) => {
                let rows = 0..state.board.top();
                let cells = rows.flat_map(|y| (0..width).map(move |x| (x, y)));
                let filled = cells.filter(|&(x, y)| state.board.row(y) >> x & 1 == 1);
                filled.for_each(|(x, y)| self.painted.fill(x, y, None));
                Game::from_state(rules, state, self.seed)
            }
        };
        self.round = Round::new(game, self.mode);
        self.rethink();
    }

    /// Lets time pass and plays the pieces that are due, for at most `most`.
    pub fn pass(&mut self, time: Duration, most: Duration) {
        self.await_thinker();
        if self.is_paused || self.is_awaited {
            return;
        }
        let started = Instant::now();
        let each = Duration::from_millis(SPEEDS[self.speed]);
        // A backlog is dropped.
        self.owed = self.owed.min(most.max(each)) + time.min(Duration::from_secs(1));
        // Full speed still checks the clock, so that the screen gets drawn.
        let mut played = 0u32;
        while each.is_zero() || self.owed >= each {
            self.step();
            self.owed = self.owed.saturating_sub(each);
            played += 1;
            if self.is_awaited || played.is_multiple_of(8) && started.elapsed() >= most {
                break;
            }
        }
        // The time of these pieces counts in the next call.
        self.counts.time += time;
        self.note();
    }

    /// How long until the next piece is due.
    pub fn due(&self) -> Duration {
        match self.is_paused {
            true => Duration::MAX,
            false => Duration::from_millis(SPEEDS[self.speed]).saturating_sub(self.owed),
        }
    }

    fn note(&mut self) {
        self.recent.push_back(self.counts);
        let old = self.counts.time.saturating_sub(RECENT);
        while self.recent.len() > 2 && self.recent[1].time <= old {
            self.recent.pop_front();
        }
    }

    /// Lines and pieces per second, over the last seconds of play.
    pub fn rates(&self) -> [f64; 2] {
        let now = self.counts;
        let then = self.recent.front().copied().unwrap_or_default();
        let seconds = (now.time - then.time).as_secs_f64().max(1e-3);
        [now.rows - then.rows, now.pieces - then.pieces].map(|count| count as f64 / seconds)
    }

    /// Faster or slower; the speeds are numbered from 1 to 16.
    pub fn change_speed(&mut self, by: isize) {
        self.set_speed(self.speed.saturating_add_signed(by));
    }

    fn set_speed(&mut self, speed: usize) {
        self.speed = speed.min(SPEEDS.len() - 1);
        // The rates are those of this speed.
        self.recent.clear();
        self.recent.push_back(self.counts);
    }

    /// Full speed.
    pub fn max_speed(&mut self) {
        self.set_speed(SPEEDS.len() - 1);
    }

    /// The speed, from 1 to 16, and its milliseconds per piece.
    pub fn speed(&self) -> (usize, u64) {
        (self.speed + 1, SPEEDS[self.speed])
    }

    /// Shows the ranked moves, or hides them.
    pub fn toggle_moves(&mut self) {
        match self.moves {
            Some(_) => self.moves = None,
            None => self.rank(),
        }
    }

    fn rank(&mut self) {
        if self.goes_by_levels() {
            self.moves = Some(Moves { ranked: Vec::new(), chosen: 0 });
            self.think();
            return;
        }
        let position = self.round.position();
        let decision = self.player.rank(&position, Limits::default(), &mut |_| ());
        let ranked = decision.map_or(Vec::new(), |decision| decision.ranked);
        self.moves = Some(Moves { ranked, chosen: 0 });
    }

    /// Selects another move of the list.
    pub fn choose(&mut self, by: isize) {
        let leveled = self.leveled().map(<[Leveled]>::len);
        if let Some(moves) = &mut self.moves {
            let last = leveled.unwrap_or(moves.ranked.len()).saturating_sub(1);
            moves.chosen = moves.chosen.saturating_add_signed(by).min(last);
        }
    }

    /// The ranked moves, if they are shown.
    pub fn moves(&self) -> Option<&Moves> {
        self.moves.as_ref()
    }

    /// Where the selected move would put its piece.
    pub fn ghost(&self) -> Option<Falling> {
        self.chosen().map(|choice| choice.placement.falling())
    }

    /// Another seed, from the start; totals are reset.
    pub fn change_seed(&mut self, by: i64) {
        self.seed = self.seed.wrapping_add_signed(by);
        self.restart();
    }

    /// Shows or hides the next piece; everything restarts.
    pub fn toggle_next(&mut self) {
        let previews = if self.rules.previews == 0 { self.previews } else { 0 };
        self.change_rules(|rules| rules.previews = previews);
    }

    /// Turns sliding on or off; everything restarts.
    pub fn toggle_sliding(&mut self) {
        self.change_rules(|rules| rules.slide = !rules.slide);
    }

    /// Another board; everything restarts. `false` if the size is not allowed.
    pub fn resize(&mut self, width: isize, height: isize) -> bool {
        let rules = (*self.rules).clone();
        let wide = (rules.width as usize).saturating_add_signed(width);
        let high = (rules.height as usize).saturating_add_signed(height);
        match rules.with_size(wide, high) {
            Ok(rules) => {
                self.rules = Arc::new(rules);
                self.restart();
                true
            }
            Err(_) => false,
        }
    }

    fn change_rules(&mut self, change: impl FnOnce(&mut Ruleset)) {
        let mut rules = (*self.rules).clone();
        change(&mut rules);
        self.rules = Arc::new(rules);
        self.restart();
    }

    fn restart(&mut self) {
        self.counts = Counts::default();
        self.recent.clear();
        self.owed = Duration::ZERO;
        self.player = self.agent.player(&self.rules);
        self.steps = LevelSteps::default();
        self.begin();
    }

    /// The agent.
    pub fn agent(&self) -> &Agent {
        &self.agent
    }

    /// The ruleset.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.round.game()
    }

    /// The cells.
    pub fn painted(&self) -> &Painted {
        &self.painted
    }

    /// Totals over the games.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

#[cfg(test)]
mod tests;
