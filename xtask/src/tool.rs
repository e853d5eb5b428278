//! Running other programs: cargo, and our own.

use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, IsTerminal, Read, stderr},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    sync::Mutex,
    thread,
};

use anyhow::{Context, Result, bail};

use crate::count::Count;

/// The top folder of the project.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask is a folder of the project").into()
}

/// The path of a build output, such as in the profile folder `debug`.
pub fn built(folder: &str, file: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR");
    root().join(target.as_deref().unwrap_or(OsStr::new("target"))).join(folder).join(file)
}

/// The cargo that runs us.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.current_dir(root());
    command
}

/// Where cargo keeps the sources of what we depend on.
pub fn cargo_home() -> Result<PathBuf> {
    std::env::var_os("CARGO_HOME")
        .map(Into::into)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
        .context("neither CARGO_HOME nor a home folder is known")
}

/// A flag for the compiler: what it says of files in a folder, as in messages of panics, says this
/// instead.
pub fn renamed(from: &Path, to: &str) -> String {
    format!("--remap-path-prefix={}=/{to}", from.display())
}

/// Prints a command, runs it and fails unless it succeeds.
pub fn run(command: &mut Command) -> Result<()> {
    eprintln!("$ {}", line(command));
    let status = command.status().with_context(|| format!("starting `{}`", line(command)))?;
    check(command, status)
}

/// Like [`run`], for a test runner: adds the tests it reports to `count`.
pub fn run_tests(command: &mut Command, count: &mut Count) -> Result<()> {
    eprintln!("$ {}", line(command));
    let total = Mutex::new(Count::default());
    let status = relay(command, &|text| {
        total.lock().expect("no thread of ours panics").read(text);
        eprintln!("{text}");
    })?;
    count.add(total.into_inner().expect("no thread of ours panics"));
    check(command, status)
}

/// Runs commands at the same time; each line they print is preceded by their name.
pub fn side_by_side(commands: Vec<(&str, &mut Command)>) -> Result<()> {
    thread::scope(|scope| {
        let threads: Vec<_> = commands
            .into_iter()
            .map(|(name, command)| {
                eprintln!("$ {}", line(command));
                scope.spawn(move || {
                    let status = relay(command, &|text| eprintln!("{name:>8} | {text}"))?;
                    check(command, status)
                })
            })
            .collect();
        // Wait for all of them, so that no message of one is lost when another fails.
        let results: Vec<Result<()>> =
            threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect();
        results.into_iter().collect()
    })
}

/// Runs a command and passes on its output, line by line.
fn relay(command: &mut Command, each: &(dyn Fn(&str) + Sync)) -> Result<ExitStatus> {
    if stderr().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("starting `{}`", line(command)))?;
    let streams: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|out| Box::new(out) as _),
        child.stderr.take().map(|err| Box::new(err) as _),
    ];
    thread::scope(|scope| {
        for stream in streams.into_iter().flatten() {
            scope.spawn(|| {
                let lines = BufReader::new(stream).split(b'\n');
                lines.map_while(Result::ok).for_each(|text| each(&String::from_utf8_lossy(&text)));
            });
        }
    });
    child.wait().with_context(|| format!("waiting for `{}`", line(command)))
}

fn check(command: &Command, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("`{}` failed ({status})", line(command));
    }
    Ok(())
}

/// Whether a command can be started and succeeds; its output is thrown away.
pub fn works(command: &mut Command) -> bool {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// A command as typed in a shell.
fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
