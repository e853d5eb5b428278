//! Processes that a bot started and left behind.
//!
//! Killing a bot's process group ends what stayed in it. A program may leave its group (`setsid`) and its parent, and
//! then only its environment tells whose it is.

use std::process::Command;

/// The mark of one bot in the environment of everything it starts.
pub struct Offspring(String);

/// Adopts every orphaned descendant of this process, and ends those that are left when dropped: that finds even those
/// that wiped the mark from their environment.
///
/// Only for a program that starts nothing but bots: anything else it started would be ended too.
#[must_use]
pub struct Household(());

impl Offspring {
    /// A new unique mark.
    pub fn of(command: &mut Command) -> Offspring {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}.{number}", std::process::id());
        command.env(VARIABLE, &mark);
        Offspring(format!("{VARIABLE}={mark}"))
    }

    /// Ends every process with the mark.
    pub fn end(&self) {
        linux::end(|process| process.has_variable(&self.0));
    }
}

/// The environment variable of the mark.
const VARIABLE: &str = "MINOLAB_BOT";

impl Household {
    /// Starts adopting.
    pub fn keep() -> Household {
        linux::adopt();
        Household(())
    }
}

impl Drop for Household {
    fn drop(&mut self) {
        linux::end(|process| process.is_child());
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;

    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};

    /// A process, by its number.
    pub struct Process(Pid);

    impl Process {
        fn read(&self, file: &str) -> Vec<u8> {
            // Gone, or another user's: not ours to end.
            let path = format!("/proc/{}/{file}", self.0.as_raw_nonzero());
            fs::read(path).unwrap_or_default()
        }

        pub fn has_variable(&self, setting: &str) -> bool {
            self.read("environ").split(|&byte| byte == 0).any(|found| found == setting.as_bytes())
        }

        pub fn is_child(&self) -> bool {
            let status = self.read("status");
            let status = String::from_utf8_lossy(&status);
            let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
            let ours = getpid().as_raw_nonzero().get();
            parent.and_then(|parent| parent.trim().parse().ok()) == Some(ours)
        }
    }

    /// Orphans below us become our children.
    pub fn adopt() {
        // Without kernel support they go to the init process as usual.
        let _ = rustix::process::set_child_subreaper(Some(getpid()));
    }

    /// Ends all matching processes, repeating until there are none: one may have started another meanwhile.
    pub fn end(is_one: impl Fn(&Process) -> bool) {
        for _ in 0..ROUNDS {
            let found: Vec<Process> = processes().filter(&is_one).collect();
            if found.is_empty() {
                return;
            }
            for Process(number) in found {
                let _ = kill_process(number, Signal::KILL);
                // Waits if it is our child; if not, this fails at once.
                let _ = waitpid(Some(number), WaitOptions::empty());
            }
        }
    }

    /// A bound on the generations of a bot's descendants.
    const ROUNDS: u32 = 100;

    /// All but this one.
    fn processes() -> impl Iterator<Item = Process> {
        let names = fs::read_dir("/proc").into_iter().flatten().flatten();
        names
            .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
            .filter(|&number| number != getpid())
            .map(Process)
    }
}

#[cfg(not(target_os = "linux"))]
mod linux {
    /// There is no process list to search.
    pub enum Process {}

    impl Process {
        pub fn has_variable(&self, _: &str) -> bool {
            match *self {}
        }

        pub fn is_child(&self) -> bool {
            match *self {}
        }
    }

    pub fn adopt() {}

    pub fn end(_: impl Fn(&Process) -> bool) {}
}
