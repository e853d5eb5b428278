//! A bot's process and its pipes.

use std::{
    io::{BufReader, Read, Result, Write, stderr},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel},
    thread,
    time::{Duration, Instant},
};

use crate::{BotLine, BotLines, ToBot, offspring::Offspring};

/// A running bot. It is ended, with everything it started, when this is dropped.
///
/// Separate threads write and read: a bot that reads nothing or writes endlessly blocks nothing,
/// and takes no more memory than a few lines.
pub struct Process {
    child: Child,
    offspring: Offspring,
    input: Sender<String>,
    output: Receiver<(Instant, Heard)>,
}

/// What comes from a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line(BotLine),
    /// The end of its output.
    End,
}

impl Process {
    /// Starts a program with its arguments. The first [`MOST_ERRORS`] bytes of its standard error
    /// go to ours.
    pub fn start(words: &[String]) -> Result<Process> {
        let mut command = Command::new(words.first().map_or("", String::as_str));
        command.args(words.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let offspring = Offspring::of(&mut command);
        // A process group of its own, so that its children can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (input, lines) = channel::<String>();
        let (heard, output) = sync_channel(16);
        let errors = child.stderr.take();
        let process = Process { child, offspring, input, output };
        if let Some(errors) = errors {
            let relay = thread::Builder::new().name("bot's errors".into());
            relay.spawn(move || relay_errors(errors, &mut stderr()))?;
        }
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

    /// Sends a message. If the bot has exited, the missing answer will show it.
    pub fn send(&self, message: &ToBot) {
        if let Ok(line) = serde_json::to_string(message) {
            let _ = self.input.send(line + "\n");
        }
    }

    /// The next line and its time of arrival; `None` if none comes until then.
    pub fn hear(&self, until: Instant) -> Option<(Instant, Heard)> {
        match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some((Instant::now(), Heard::End)),
        }
    }

    /// A line that has already arrived.
    pub fn pending(&self) -> Option<Heard> {
        self.output.try_recv().ok().map(|(_, heard)| heard)
    }

    /// Asks it to exit and gives it a moment to do so.
    pub fn quit(self) {
        self.send(&ToBot::Quit);
        let until = Instant::now() + Duration::from_millis(500);
        // A bot that keeps talking is not waited for any longer.
        while Instant::now() < until {
            if matches!(self.hear(until), None | Some((_, Heard::End))) {
                return;
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Not waited for before, so its process id cannot have been reused.
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.offspring.end();
    }
}

/// How many bytes of a bot's standard error are shown.
const MOST_ERRORS: usize = 1 << 16;

/// Shows a bot's standard error up to a limit and discards the rest, so that the bot never blocks
/// on it.
fn relay_errors(mut errors: impl Read, out: &mut impl Write) {
    let (mut shown, mut buffer) = (0, [0; 4096]);
    while let Ok(count @ 1..) = errors.read(&mut buffer) {
        let room = count.min(MOST_ERRORS - shown);
        shown += room;
        // If nothing reads ours, the bot plays on.
        let _ = out.write_all(&buffer[..room]);
        if room > 0 && shown == MOST_ERRORS {
            let _ = writeln!(out, "\n(the bot's further standard error is not shown)");
        }
    }
}

fn next(lines: &mut BotLines<BufReader<impl Read>>) -> Heard {
    match lines.read() {
        Ok(Some(line)) => Heard::Line(line),
        Ok(None) | Err(_) => Heard::End,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_bot_says_on_standard_error_is_bounded() {
        let shown = |said: &[u8]| {
            let mut out = Vec::new();
            relay_errors(said, &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(shown(b"depth 7\n"), "depth 7\n");
        let much = shown(&vec![b'x'; 10 * MOST_ERRORS]);
        let note = "\n(the bot's further standard error is not shown)\n";
        assert_eq!(much.len(), MOST_ERRORS + note.len());
        assert!(much.ends_with(note));
    }

    /// Long before the contest is over.
    #[test]
    #[cfg(target_os = "linux")]
    fn what_left_the_process_group_ends_with_the_bot() {
        let nap = format!("98764.{}", std::process::id());
        let is_napping = || {
            let processes = std::fs::read_dir("/proc").unwrap().flatten();
            let lines =
                processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
            // Not `setsid` itself, which soon ends.
            let sleeps =
                |line: &[u8]| line.starts_with(b"sleep\0") && line[6..].starts_with(nap.as_bytes());
            lines.filter(|line| sleeps(line)).count() > 0
        };
        let words = ["setsid", "--fork", "sleep", &nap].map(String::from);
        let bot = Process::start(&words).unwrap();
        let until = Instant::now() + Duration::from_secs(20);
        while !is_napping() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(is_napping());
        drop(bot);
        assert!(!is_napping());
    }
}
