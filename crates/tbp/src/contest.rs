//! Contests: bots play the same games.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use minolab_arena::{
    CountedGames, Tally,
    crew::{self, lock},
    replace_file,
    stats::{Moments, Summary},
};
use serde::Serialize;

use crate::{ContestTerms, GameRecord, Info, Seat};

/// A contest of bots on the same games.
#[derive(Clone, Debug)]
pub struct BotContest {
    /// Each bot's command, as words.
    pub bots: Vec<Vec<String>>,
    /// The game and its time limits.
    pub terms: ContestTerms,
    /// Games per bot.
    pub games: u64,
    /// Game `g` has the seed `seed + g` for every bot.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
    /// The folder for replays: `bot-1/game-00000000.mino` and so on.
    pub save: Option<PathBuf>,
}

/// The result of a bot.
#[derive(Clone, Debug, Serialize)]
pub struct BotReport {
    /// Its command.
    pub bot: String,
    /// Its name, by its own account.
    pub name: String,
    /// Which version.
    pub version: String,
    /// Who made it.
    pub author: String,
    /// Games that ended, topped out or not.
    pub games: u64,
    /// Games that topped out.
    pub deaths: u64,
    /// Games it forfeited.
    pub forfeits: u64,
    /// The reasons, one word each.
    pub forfeit_reasons: BTreeMap<&'static str, u64>,
    /// The first forfeit.
    pub first_forfeit: Option<FirstForfeit>,
    /// Pieces placed.
    pub pieces: u64,
    /// Lines cleared.
    pub lines: u64,
    /// Points by the ruleset, per game; a forfeited game counts with the points it had.
    pub score: Summary,
    /// Points without those for drops and for spins without a line, likewise.
    pub clear_score: Summary,
    /// Lines per game.
    pub lines_per_game: Summary,
    /// Pieces per game.
    pub pieces_per_game: Summary,
    /// Placements by what they cleared.
    pub clears: BTreeMap<&'static str, u64>,
    /// Wall time from question to answer.
    pub response_ms: Response,
    /// Unexpected lines from the bot.
    pub skipped_lines: u64,
}

/// An example of a forfeit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FirstForfeit {
    /// The game's number.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    pub reason: String,
}

/// Response times in milliseconds; `None` without an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Response {
    /// The mean.
    pub mean: Option<f64>,
    /// The maximum.
    pub max: Option<f64>,
}

/// The running result of a bot.
#[derive(Default)]
struct Account {
    tally: Tally,
    answers: Moments,
    skipped: u64,
    info: Info,
    reasons: BTreeMap<&'static str, u64>,
    first: Option<FirstForfeit>,
}

impl BotContest {
    /// Plays all games, unless `stop` is set; games that ended before that count.
    ///
    /// `tell` is called for every game that ends, with the bot's and the game's number.
    pub fn play(
        &self,
        stop: &AtomicBool,
        tell: &(dyn Fn(usize, u64, &GameRecord) + Sync),
    ) -> io::Result<Vec<BotReport>> {
        for bot in 0..self.bots.len() {
            if let Some(folder) = self.folder(bot) {
                make_folder(&folder)?;
            }
        }
        let accounts: Vec<Mutex<Account>> = self.bots.iter().map(|_| Mutex::default()).collect();
        let mut seats: Vec<Option<(usize, Seat)>> =
            (0..self.threads.max(1)).map(|_| None).collect();
        let games = (self.bots.len() as u64).saturating_mul(self.games);
        // All games of one bot come before those of the next.
        let played = crew::each(&mut seats, games, stop, |number, seat| {
            let (bot, game) = ((number / self.games) as usize, number % self.games);
            let done = self.play_one(bot, game, seat, &accounts[bot], stop, tell);
            if done.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            done
        });
        // After the last game, unless stopped: dropping a bot kills it.
        if !stop.load(Ordering::Relaxed) {
            let leave = |(_, seat): (usize, Seat), _: &AtomicBool| seat.leave();
            crew::beside(seats.into_iter().flatten(), leave, |_| ());
        }
        played.into_iter().try_for_each(|(_, done)| done)?;
        let reports = self.bots.iter().zip(accounts).map(|(words, account)| {
            let account = account.into_inner().unwrap_or_else(PoisonError::into_inner);
            account.report(words.join(" "))
        });
        Ok(reports.collect())
    }

    /// Plays a game of a bot in an existing seat, or in a new one.
    fn play_one<'a>(
        &'a self,
        bot: usize,
        game: u64,
        seat: &mut Option<(usize, Seat<'a>)>,
        account: &Mutex<Account>,
        stop: &'a AtomicBool,
        tell: &(dyn Fn(usize, u64, &GameRecord) + Sync),
    ) -> io::Result<()> {
        let seed = self.seed.wrapping_add(game);
        if let Some((_, before)) = seat.take_if(|(other, _)| *other != bot) {
            before.leave();
        }
        let fresh = || (bot, Seat::new(&self.bots[bot], &self.terms, stop));
        let (_, seat) = seat.get_or_insert_with(fresh);
        let Some(record) = seat.play(game, seed) else { return Ok(()) };
        if let Some(folder) = self.folder(bot) {
            save(&folder, game, &record)?;
        }
        tell(bot, game, &record);
        lock(account).add(game, seed, record);
        Ok(())
    }

    fn folder(&self, bot: usize) -> Option<PathBuf> {
        self.save.as_ref().map(|folder| folder.join(format!("bot-{}", bot + 1)))
    }
}

/// Creates a folder for a bot's games, unless it holds others.
fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(folder)? {
        if entry?.path().extension().is_some_and(|ending| ending == "mino") {
            let what = "save to a new folder, or delete what is in this one first";
            let said = format!("{folder:?} holds replays of an earlier contest; {what}");
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, said));
        }
    }
    Ok(())
}

fn save(folder: &Path, game: u64, record: &GameRecord) -> io::Result<()> {
    let bytes = record.replay.to_bytes().map_err(io::Error::other)?;
    replace_file(&folder.join(format!("game-{game:08}.mino")), &bytes)
}

impl Account {
    fn add(&mut self, game: u64, seed: u64, record: GameRecord) {
        self.tally.merge(record.tally);
        self.answers.merge(&record.answers);
        self.skipped += record.skipped;
        if self.info.name.is_empty() {
            self.info = record.info;
        }
        let Some(forfeit) = record.forfeit else { return };
        *self.reasons.entry(forfeit.kind()).or_default() += 1;
        if self.first.as_ref().is_none_or(|first| game < first.game) {
            self.first = Some(FirstForfeit { game, seed, reason: forfeit.to_string() });
        }
    }

    fn report(self, bot: String) -> BotReport {
        let answers = self.answers.summary(None, 1000.0);
        let tally = self.tally;
        BotReport {
            bot,
            name: self.info.name,
            version: self.info.version,
            author: self.info.author,
            games: tally.games,
            deaths: tally.deaths,
            forfeits: self.reasons.values().sum(),
            forfeit_reasons: self.reasons,
            first_forfeit: self.first,
            pieces: tally.pieces,
            lines: tally.lines,
            score: tally.score(CountedGames::Ended),
            clear_score: tally.clear_score(CountedGames::Ended),
            lines_per_game: tally.lines_per_game(CountedGames::Ended),
            pieces_per_game: tally.pieces_per_game(CountedGames::Ended),
            clears: tally.clear_counts(),
            response_ms: Response { mean: answers.mean, max: answers.max },
            skipped_lines: self.skipped,
        }
    }
}
