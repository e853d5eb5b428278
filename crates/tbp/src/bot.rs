//! The bot's side: listens, ponders, answers.

use std::{
    io::{self, BufRead, Write},
    sync::mpsc::{RecvTimeoutError, Sender, SyncSender, sync_channel},
    thread,
    time::Duration,
};

use minolab_arena::Goal;
use minolab_rules::Ruleset;

use crate::{
    BotLine, BotLines, FollowError, Follower, FromBot, Info, SearchTask, ToBot,
    thinker::{self, Minds, Thought},
};

/// How long to wait for the new pieces that usually follow a placement before thinking without
/// them.
const PATIENCE: Duration = Duration::from_millis(20);

/// The bot's identity and settings.
pub struct BotSettings {
    /// The bot as it introduces itself.
    pub info: Info,
    /// The ruleset, except for the randomizer, which is the frontend's.
    pub rules: Ruleset,
    /// How a game ends, which is not part of the protocol.
    pub goal: Goal,
    pub minds: Minds,
}

/// Speaks the protocol until the frontend quits or closes its output.
///
/// What cannot be read or followed is reported to `complain` and skipped. A position that cannot be
/// followed gets a suggestion without moves.
pub fn serve(
    settings: BotSettings,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    complain: &mut dyn FnMut(&str),
) -> io::Result<()> {
    let BotSettings { info, rules, goal, minds } = settings;
    let mut say = |message: &FromBot| -> io::Result<()> {
        serde_json::to_writer(&mut output, message)?;
        output.write_all(b"\n")?;
        output.flush()
    };
    say(&FromBot::Info(info))?;
    // A short queue: a frontend that sends faster than we follow has to wait.
    let (events, heard) = sync_channel(16);
    let told = events.clone();
    let tasks = thinker::start(minds, move |number, thought| {
        // No receiver is left.
        let _ = told.send(Event::Thought(number, thought));
    })?;
    thread::Builder::new().name("listener".into()).spawn(move || listen(input, &events))?;
    let mut session = Session::new(Follower::new(&rules, goal), tasks);
    loop {
        let event = match session.is_due {
            false => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
            true => heard.recv_timeout(PATIENCE),
        };
        match event {
            Ok(Event::Line(BotLine::Text(text))) => match serde_json::from_str(&text) {
                _ if session.is_last => {}
                Ok(ToBot::Quit) => session.is_last = true,
                Ok(message) => {
                    if let Err(error) = session.hear(&message) {
                        complain(&error.to_string());
                    }
                }
                Err(error) => complain(&format!("skipped a line: {error}")),
            },
            Ok(Event::Line(BotLine::TooLong)) => complain("skipped a line that is too long"),
            Ok(Event::Line(BotLine::NotText)) => complain("skipped a line that is not UTF-8"),
            Ok(Event::Thought(number, thought)) => session.note(number, thought),
            Ok(Event::End(Err(error))) => return Err(error),
            Ok(Event::End(Ok(()))) => session.is_last = true,
            Err(RecvTimeoutError::Timeout) => session.think(),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        for message in session.replies.drain(..) {
            say(&message)?;
        }
        // A question before quitting or hanging up still gets an answer.
        if session.is_last && session.asked == 0 {
            return Ok(());
        }
    }
}

enum Event {
    Line(BotLine),
    End(io::Result<()>),
    Thought(u64, Thought),
}

fn listen(input: impl BufRead, events: &SyncSender<Event>) {
    let mut lines = BotLines::new(input);
    loop {
        let event = match lines.read() {
            Ok(Some(line)) => Event::Line(line),
            Ok(None) => Event::End(Ok(())),
            Err(error) => Event::End(Err(error)),
        };
        let is_end = matches!(event, Event::End(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

/// The bot's state, without a clock or I/O.
struct Session {
    follower: Follower,
    tasks: Sender<(u64, SearchTask)>,
    // Counts positions: a result for an older one is discarded.
    number: u64,
    // The position is new and not being searched yet.
    is_due: bool,
    thought: Option<Thought>,
    // Unanswered questions.
    asked: u64,
    is_last: bool,
    replies: Vec<FromBot>,
}

impl Session {
    fn new(follower: Follower, tasks: Sender<(u64, SearchTask)>) -> Session {
        Session {
            follower,
            tasks,
            number: 0,
            is_due: false,
            thought: None,
            asked: 0,
            is_last: false,
            replies: Vec::new(),
        }
    }

    fn hear(&mut self, message: &ToBot) -> Result<(), FollowError> {
        let followed = match message {
            ToBot::Rules(rules) => {
                self.replies.push(match self.follower.rules(rules) {
                    true => FromBot::Ready,
                    false => FromBot::Error { reason: "unsupported_rules".into() },
                });
                self.renew(false);
                Ok(())
            }
            ToBot::Start(start) => {
                self.asked = 0;
                let followed = self.follower.start(start);
                self.renew(true);
                followed
            }
            ToBot::Play { resting } => {
                let followed = self.follower.play(*resting);
                self.renew(true);
                followed
            }
            ToBot::NewPiece { piece } => {
                let followed = self.follower.new_piece(*piece);
                self.renew(true);
                followed
            }
            ToBot::Stop => {
                self.asked = 0;
                self.follower.stop();
                self.renew(false);
                Ok(())
            }
            ToBot::Suggest => {
                self.asked += 1;
                Ok(())
            }
            ToBot::Quit | ToBot::Unknown => Ok(()),
        };
        if self.asked > 0 || self.follower.is_complete() {
            self.think();
        }
        self.answer();
        followed
    }

    /// Discards the result for the previous position.
    fn renew(&mut self, is_due: bool) {
        self.number += 1;
        self.thought = None;
        self.is_due = is_due;
    }

    /// Starts thinking about the position, unless that was done.
    fn think(&mut self) {
        if !std::mem::take(&mut self.is_due) {
            return;
        }
        if let Some(task) = self.follower.task() {
            // The thinker lives as long as the listener.
            let _ = self.tasks.send((self.number, task));
        }
    }

    fn note(&mut self, number: u64, thought: Thought) {
        if number == self.number {
            self.thought = Some(thought);
            self.answer();
        }
    }

    fn answer(&mut self) {
        if self.asked == 0 {
            return;
        }
        let suggestion = match &self.thought {
            Some(thought) => thought.suggestion(),
            None if self.follower.task().is_some() => return,
            None => Thought::default().suggestion(),
        };
        for _ in 0..std::mem::take(&mut self.asked) {
            self.replies.push(FromBot::Suggestion(suggestion.clone()));
        }
    }
}
