//! Another program at the other end of two pipes.

use std::{
    io::{BufReader, Read, Result, Write},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel},
    thread,
    time::{Duration, Instant},
};

use crate::{BotLine, BotLines, ToBot};

/// A running bot. It is ended, with whatever it started, when this is dropped.
///
/// Threads of their own write and read: a bot that reads nothing or writes without end holds up
/// nobody, and takes no more memory than a few lines.
pub struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<(Instant, Heard)>,
}

/// What comes from a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line(BotLine),
    /// Nothing more.
    End,
}

impl Process {
    /// Starts a program with its arguments; its standard error is ours.
    pub fn start(words: &[String]) -> Result<Process> {
        let mut command = Command::new(words.first().map_or("", String::as_str));
        command.args(words.iter().skip(1)).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own, so that what it starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (input, lines) = channel::<String>();
        let (heard, output) = sync_channel(16);
        let process = Process { child, input, output };
        if let Some(mut stdin) = stdin {
            thread::Builder::new().name("to bot".into()).spawn(move || {
                for line in lines {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            })?;
        }
        if let Some(stdout) = stdout {
            let mut lines = BotLines::new(BufReader::new(stdout));
            thread::Builder::new().name("from bot".into()).spawn(move || {
                loop {
                    let event = next(&mut lines);
                    let is_end = event == Heard::End;
                    if heard.send((Instant::now(), event)).is_err() || is_end {
                        return;
                    }
                }
            })?;
        }
        Ok(process)
    }

    /// Sends a message. A bot that has ended does not hear it; the silence will tell.
    pub fn send(&self, message: &ToBot) {
        if let Ok(line) = serde_json::to_string(message) {
            let _ = self.input.send(line + "\n");
        }
    }

    /// What comes next, and when it came; `None` if nothing does until then.
    pub fn hear(&self, until: Instant) -> Option<(Instant, Heard)> {
        match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some((Instant::now(), Heard::End)),
        }
    }

    /// What has come already.
    pub fn pending(&self) -> Option<Heard> {
        self.output.try_recv().ok().map(|(_, heard)| heard)
    }

    /// Asks it to exit and gives it a moment to do so.
    pub fn quit(self) {
        self.send(&ToBot::Quit);
        let until = Instant::now() + Duration::from_millis(500);
        // Not even one that goes on talking is waited for longer.
        while Instant::now() < until {
            if matches!(self.hear(until), None | Some((_, Heard::End))) {
                return;
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Not waited for before, so that its number is still its own.
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn next(lines: &mut BotLines<BufReader<impl Read>>) -> Heard {
    match lines.read() {
        Ok(Some(line)) => Heard::Line(line),
        Ok(None) | Err(_) => Heard::End,
    }
}
