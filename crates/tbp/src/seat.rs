//! A bot's seat in a contest, and its games.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use minolab_arena::{
    GameResult, Observer, Round, Tally,
    replay::{Replay, ReplayResult},
    stats::Moments,
};
use minolab_rules::{Choice, Clear, End, Game, Mode, Piece, Placement, Randomizer, Ruleset, State};
use serde_json::{Value, json};

use crate::{
    BotLine, Forfeit, FromBot, Info, Offered, Resting, RulesMessage, StartMessage, ToBot,
    forfeit::Refused,
    process::{Heard, Process},
};

/// The game, and how long a bot may take.
#[derive(Clone, Debug)]
pub struct ContestTerms {
    pub rules: Arc<Ruleset>,
    /// How a game ends.
    pub mode: Mode,
    /// How long a bot may ponder before it is asked.
    pub thinking: Duration,
    /// How long it may take to answer.
    pub timeout: Duration,
}

/// A bot's seat: its command, and its process while it runs.
pub struct Seat<'a> {
    words: &'a [String],
    terms: &'a ContestTerms,
    stop: &'a AtomicBool,
    process: Option<Process>,
    info: Info,
    // Unexpected lines in the current game.
    skipped: u64,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Its counts.
    pub tally: Tally,
    /// The game itself.
    pub replay: Replay,
    /// Why the bot forfeited it, if it did.
    pub forfeit: Option<Forfeit>,
    /// Response times, in microseconds.
    pub answers: Moments,
    /// Unexpected lines.
    pub skipped: u64,
    /// The bot's identity, as far as it gave one.
    pub info: Info,
}

impl Observer for GameRecord {
    fn choice(&mut self, game: &Game, choice: Choice) {
        self.replay.choice(game, choice);
    }

    fn clear(&mut self, _: &Game, clear: &Clear) {
        self.tally.add_clear(clear);
    }
}

/// How many unexpected lines are tolerated in a game.
const SKIPPED: u64 = 1000;

/// Why waiting ended without the awaited message.
enum Trouble {
    Forfeit(Forfeit),
    /// The contest is being stopped.
    Stopped,
}

impl From<Forfeit> for Trouble {
    fn from(forfeit: Forfeit) -> Trouble {
        Trouble::Forfeit(forfeit)
    }
}

impl<'a> Seat<'a> {
    /// A seat for a bot; its process starts with its first game. `stop` ends everything.
    pub fn new(words: &'a [String], terms: &'a ContestTerms, stop: &'a AtomicBool) -> Seat<'a> {
        Seat { words, terms, stop, process: None, info: Info::default(), skipped: 0 }
    }

    /// Plays the game with this number and seed; `None` if it was stopped before its end.
    ///
    /// A bot that forfeits is killed and restarted for the next game.
    pub fn play(&mut self, index: u64, seed: u64) -> Option<GameRecord> {
        let game = Game::new(Arc::clone(&self.terms.rules), seed);
        let mut round = Round::new(game, self.terms.mode);
        let mut record = GameRecord {
            tally: Tally::default(),
            replay: Replay::new(round.game(), "", self.terms.mode),
            forfeit: None,
            answers: Moments::default(),
            skipped: 0,
            info: Info::default(),
        };
        self.skipped = 0;
        match self.play_on(&mut round, &mut record) {
            Ok(()) => self.tell(&ToBot::Stop),
            Err(Trouble::Stopped) => return None,
            Err(Trouble::Forfeit(forfeit)) => {
                record.forfeit = Some(forfeit);
                self.process = None;
            }
        }
        let totals = round.game().totals();
        let is_topped_out = matches!(round.end_or_stuck(), Some(End::TopOut(_)));
        let lost = record.forfeit.is_none() && is_topped_out;
        record.tally.pieces = totals.pieces;
        record.tally.lines = totals.lines;
        record.tally.add_game(GameResult::new(index, totals, None, lost));
        record.info = self.info.clone();
        record.replay.agent = record.info.name.clone();
        record.replay.result = match record.forfeit {
            None => ReplayResult::at_time_up(round.game(), self.terms.mode),
            Some(_) => ReplayResult::of(round.game(), self.terms.mode),
        };
        record.skipped = self.skipped;
        Some(record)
    }

    /// Ends the bot.
    pub fn leave(mut self) {
        if let Some(process) = self.process.take() {
            process.quit();
        }
    }

    fn play_on(&mut self, round: &mut Round, record: &mut GameRecord) -> Result<(), Trouble> {
        self.launch()?;
        let limit = round.goal().seconds.map(Duration::from_secs);
        let clock = Instant::now();
        self.tell(&ToBot::Start(Box::new(start_message(round.game()))));
        while round.end_or_stuck().is_none() && limit.is_none_or(|limit| clock.elapsed() < limit) {
            self.rest(self.terms.thinking)?;
            let (moves, took) = self.ask()?;
            record.answers.add(took.as_micros() as u64);
            let (choice, resting) = first_possible(round.game(), &moves)?;
            let dealt = round.game().source().dealt();
            let played = round.try_play(choice, record);
            played.map_err(|error| illegal(moves.len(), error.into()))?;
            self.tell(&ToBot::Play { resting });
            let game = round.game();
            for piece in fresh(game.state(), (game.source().dealt() - dealt) as usize) {
                self.tell(&ToBot::NewPiece { piece });
            }
        }
        Ok(())
    }

    /// Starts the process and agrees on the rules, unless it is already running.
    fn launch(&mut self) -> Result<(), Trouble> {
        if self.process.is_some() {
            return Ok(());
        }
        self.info = Info::default();
        let started = Process::start(self.words);
        self.process = Some(started.map_err(|error| Forfeit::Launch(error.to_string()))?);
        let (info, _) = self.hear("info", |message| match message {
            FromBot::Info(info) => Some(info),
            _ => None,
        })?;
        self.info = Info {
            name: plain(&info.name),
            version: plain(&info.version),
            author: plain(&info.author),
            features: Vec::new(),
        };
        let randomizer = randomizer(&self.terms.rules.randomizer).into();
        self.tell(&ToBot::Rules(RulesMessage { randomizer, garbage: Value::Null }));
        let (answer, _) = self.hear("ready", |message| match message {
            FromBot::Ready => Some(Ok(())),
            FromBot::Error { reason } => Some(Err(Forfeit::Refusal(plain(&reason)))),
            _ => None,
        })?;
        Ok(answer?)
    }

    /// The answer to `suggest`, and how long it took.
    fn ask(&mut self) -> Result<(Vec<Offered>, Duration), Trouble> {
        // Anything before the question is not an answer to it.
        while let Some(heard) = self.process.as_ref().and_then(Process::pending) {
            match heard {
                Heard::End => return Err(Forfeit::Exit("a suggestion").into()),
                Heard::Line(BotLine::TooLong) => return Err(Forfeit::TooLong.into()),
                Heard::Line(_) => self.skip("before it was asked".into())?,
            }
        }
        let asked = Instant::now();
        self.tell(&ToBot::Suggest);
        let (moves, came) = self.hear("suggestion", |message| match message {
            FromBot::Suggestion(suggestion) => Some(suggestion.moves),
            _ => None,
        })?;
        Ok((moves, came.saturating_duration_since(asked)))
    }

    /// Waits for a message, skipping others; returns it with its time of arrival.
    fn hear<T>(
        &mut self,
        what: &'static str,
        mut wanted: impl FnMut(FromBot) -> Option<T>,
    ) -> Result<(T, Instant), Trouble> {
        let deadline = Instant::now() + self.terms.timeout;
        loop {
            self.check()?;
            let slice = deadline.min(Instant::now() + SLICE);
            let process = self.process.as_ref().ok_or(Forfeit::Exit(what))?;
            let (came, heard) = match process.hear(slice) {
                Some((came, heard)) if came <= deadline => (came, heard),
                None if Instant::now() < deadline => continue,
                _ => {
                    let ms = self.terms.timeout.as_millis();
                    return Err(Forfeit::Timeout { what, ms }.into());
                }
            };
            let text = match heard {
                Heard::End => return Err(Forfeit::Exit(what).into()),
                Heard::Line(BotLine::TooLong) => return Err(Forfeit::TooLong.into()),
                Heard::Line(BotLine::NotText) => {
                    self.skip("not UTF-8".into())?;
                    continue;
                }
                Heard::Line(BotLine::Text(text)) => text,
            };
            match serde_json::from_str::<FromBot>(&text) {
                Ok(message) => match wanted(message) {
                    Some(found) => return Ok((found, came)),
                    None => self.skip(format!("another message than {what}"))?,
                },
                Err(error) => self.skip(error.to_string())?,
            }
        }
    }

    fn skip(&mut self, last: String) -> Result<(), Forfeit> {
        self.skipped += 1;
        match self.skipped > SKIPPED {
            true => Err(Forfeit::Garbage { lines: self.skipped, last: plain(&last) }),
            false => Ok(()),
        }
    }

    fn tell(&self, message: &ToBot) {
        if let Some(process) = &self.process {
            process.send(message);
        }
    }

    /// Sleeps, but wakes up soon if the contest is stopped.
    fn rest(&self, time: Duration) -> Result<(), Trouble> {
        let until = Instant::now() + time;
        loop {
            self.check()?;
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            thread::sleep(left.min(SLICE));
        }
    }

    fn check(&self) -> Result<(), Trouble> {
        if self.stop.load(Ordering::Relaxed) { Err(Trouble::Stopped) } else { Ok(()) }
    }
}

/// How often to check whether the contest is stopped.
const SLICE: Duration = Duration::from_millis(100);

/// The first legal suggestion, as our choice and as the bot wrote it.
fn first_possible(game: &Game, moves: &[Offered]) -> Result<(Choice, Resting), Forfeit> {
    let mut first = None;
    for offered in moves {
        match possible(game, offered) {
            Ok(found) => return Ok(found),
            Err(refused) => first = first.or(Some(refused)),
        }
    }
    Err(first.map_or(Forfeit::NoMoves, |first| illegal(moves.len(), first)))
}

fn illegal(count: usize, first: Refused) -> Forfeit {
    Forfeit::Illegal { count, first }
}

fn possible(game: &Game, offered: &Offered) -> Result<(Choice, Resting), Refused> {
    let resting = match offered {
        Offered::Resting(resting) => *resting,
        Offered::Unreadable(value) => return Err(Refused::Unreadable(plain(&value.to_string()))),
    };
    let placement: Placement = resting.placement()?;
    let hold = game.state().current != Some(placement.piece);
    let choice = Choice { hold, placement };
    let mut after = *game.state();
    after.play(game.rules(), choice)?;
    Ok((choice, resting))
}

/// The last visible pieces.
fn fresh(state: &State, count: usize) -> Vec<Piece> {
    let all: Vec<Piece> = state.current.into_iter().chain(state.queue.iter()).collect();
    all[all.len().saturating_sub(count)..].to_vec()
}

/// The position in the protocol's JSON.
pub(crate) fn start_message(game: &Game) -> StartMessage {
    let (state, rules) = (game.state(), game.rules());
    let cell = |x: usize, y: usize| (state.board.row(y) >> x & 1 == 1).then_some('G');
    StartMessage {
        hold: state.hold,
        queue: state.current.into_iter().chain(state.queue.iter()).collect(),
        combo: state.combo.into(),
        back_to_back: state.back_to_back,
        board: (0..40).map(|y| (0..10).map(|x| cell(x, y)).collect()).collect(),
        randomizer: match randomizer(&rules.randomizer) {
            "seven_bag" => StartMessage::seven_bag(state.bag),
            other => json!({ "type": other }),
        },
    }
}

fn randomizer(randomizer: &Randomizer) -> &'static str {
    match randomizer {
        Randomizer::Uniform => "uniform",
        other if other.deals_bags() => "seven_bag",
        _ => "unknown",
    }
}

/// Untrusted text, shortened and without terminal control characters.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(120).collect()
}
