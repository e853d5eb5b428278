//! `cargo xtask campaign fuzz`: coverage-guided fuzzing of every parser.
//!
//! The programs of `fuzz/fuzz_targets` are built as by `cargo fuzz`, but without its sanitizer, which needs another
//! toolchain: this looks for panics, overflows, hangs and unbounded memory.

use std::{
    collections::VecDeque,
    fs,
    path::Path,
    process::{Command, Stdio},
    sync::Mutex,
    thread,
    time::Instant,
};

use anyhow::{Context, Result, bail, ensure};

use crate::{system, tool};

/// Default seconds for each parser.
pub const USUAL_SECONDS: u64 = 600;

/// Flags for coverage instrumentation, with every check of a debug build.
const FLAGS: [&str; 9] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
    "-Cdebug-assertions",
    "-Coverflow-checks",
];

/// The result of a parser.
struct Fuzzed {
    name: String,
    inputs: u64,
    edges: u64,
    seconds: f64,
}

/// Fuzzes each parser for this long, as many at a time as there are processors.
pub fn run(seconds: u64) -> Result<()> {
    let folder = tool::built("fuzz", "");
    let output = tool::cargo()
        .args(["run", "-q", "-p", "minolab-fuzz", "--example", "seeds"])
        .arg(folder.join("seeds"))
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "the inputs to start from could not be written");
    let names: Vec<String> =
        String::from_utf8_lossy(&output.stdout).lines().map(String::from).collect();
    build(&folder)?;
    println!("{} parsers, {seconds} s each", names.len());
    let (waiting, done) = (Mutex::new(VecDeque::from(names)), Mutex::new(Vec::new()));
    let next = || waiting.lock().expect("no thread of ours panics").pop_front();
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(name) = next() {
                    let fuzzed = fuzz(&folder, &name, seconds);
                    match &fuzzed {
                        Ok(fuzzed) => println!("{}", line(fuzzed)),
                        Err(error) => println!("{name}: {error:#}"),
                    }
                    done.lock().expect("no thread of ours panics").push(fuzzed);
                }
            });
        }
    });
    let done = done.into_inner().expect("no thread of ours panics");
    let broken = done.iter().filter(|fuzzed| fuzzed.is_err()).count();
    let inputs: u64 = done.iter().flatten().map(|fuzzed| fuzzed.inputs).sum();
    println!("{inputs} inputs; {broken} of {} parsers broke", done.len());
    if broken > 0 {
        bail!("{broken} parsers broke");
    }
    Ok(())
}

/// Compiles the fuzzing programs, in a separate target folder since all dependencies are built differently too.
fn build(folder: &Path) -> Result<()> {
    // libFuzzer is C++.
    if !tool::works(Command::new("c++").arg("--version")) {
        system::install(&["g++"]).context("the fuzzer needs a C++ compiler")?;
    }
    let mut build = tool::cargo();
    build.args(["build", "--release", "-p", "minolab-fuzz", "--features", "libfuzzer", "--bins"]);
    build.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_TARGET_DIR", folder.join("build"));
    build.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"));
    // With a target named, build scripts and macros are left as they are.
    tool::run(build.args(["--target", &host()?]))
}

/// The host's target triple.
fn host() -> Result<String> {
    let output = Command::new("rustc").current_dir(tool::root()).arg("-vV").output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(String::from).context("rustc does not say what this machine is")
}

fn fuzz(folder: &Path, name: &str, seconds: u64) -> Result<Fuzzed> {
    let corpus = folder.join("corpus").join(name);
    let artifacts = folder.join("broken").join(name);
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    }
    let start = Instant::now();
    let program = folder.join("build").join(host()?).join("release").join(name);
    let output = Command::new(program)
        .arg(&corpus)
        .arg(folder.join("seeds").join(name))
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .args(["-timeout=20", "-rss_limit_mb=2048", "-max_len=65536", "-print_final_stats=1"])
        .stdin(Stdio::null())
        .output()?;
    let log = folder.join(format!("{name}.log"));
    fs::write(&log, &output.stderr).with_context(|| format!("writing {}", log.display()))?;
    ensure!(
        output.status.success(),
        "broke ({}): see {} and {}",
        output.status,
        log.display(),
        artifacts.display()
    );
    let said = String::from_utf8_lossy(&output.stderr);
    let inputs = said.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    let inputs = inputs.and_then(|number| number.trim().parse().ok());
    let edges = said.lines().rev().find_map(|line| {
        let mut words = line.split_whitespace().skip_while(|&word| word != "cov:");
        words.nth(1)?.parse().ok()
    });
    Ok(Fuzzed {
        name: name.into(),
        inputs: inputs.context("the fuzzer does not say how much it tried")?,
        edges: edges.context("the fuzzer does not say how far it got")?,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// A row of the table in docs/RELIABILITY.md.
fn line(fuzzed: &Fuzzed) -> String {
    let Fuzzed { name, inputs, edges, seconds } = fuzzed;
    format!("| `{name}` | {seconds:.0} s | {inputs} | {edges} |")
}
