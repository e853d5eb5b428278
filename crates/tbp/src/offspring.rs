//! What a bot started and left behind.
//!
//! Killing a bot's process group ends what stayed in it. A program may leave its group (`setsid`)
//! and its parent, and then nothing but its environment says whose it is.

use std::process::Command;

/// The mark of one bot in the environment of everything it starts.
pub struct Offspring(String);

/// Takes in every program below this one that loses its parent, and ends those that are left when this is dropped:
/// what wiped the mark out of its environment is found that way.
///
/// Only for a program that starts nothing but bots: whatever else it started would be ended too.
#[must_use]
pub struct Household(());

impl Offspring {
    /// A mark that no other bot has.
    pub fn of(command: &mut Command) -> Offspring {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}.{number}", std::process::id());
        command.env(VARIABLE, &mark);
        Offspring(format!("{VARIABLE}={mark}"))
    }

    /// Ends all that bears the mark.
    pub fn end(&self) {
        linux::end(|process| process.has_variable(&self.0));
    }
}

/// Where the mark is.
const VARIABLE: &str = "MINOLAB_BOT";

impl Household {
    /// From now on.
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
            // Gone, or somebody else's: not ours to end.
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
        // Where the kernel has no such thing, they go to the first process as ever.
        let _ = rustix::process::set_child_subreaper(Some(getpid()));
    }

    /// Ends all processes of a kind, until there are none: one may have started another meanwhile.
    pub fn end(is_one: impl Fn(&Process) -> bool) {
        for _ in 0..ROUNDS {
            let found: Vec<Process> = processes().filter(&is_one).collect();
            if found.is_empty() {
                return;
            }
            for Process(number) in found {
                let _ = kill_process(number, Signal::KILL);
                // If it is our child it is waited for; if not, that is an error at once.
                let _ = waitpid(Some(number), WaitOptions::empty());
            }
        }
    }

    /// More than any bot's children have children.
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
    /// There is no list of processes to search.
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
