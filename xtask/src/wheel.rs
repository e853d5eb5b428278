//! The Python package: built, installed into an empty environment, and tested.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use anyhow::{Context, Result, ensure};

use crate::{count::Count, python::Environment, tool};

/// What builds the package, and what its tests use.
pub const PYTHON: Environment = Environment {
    name: "wheel",
    packages: &[
        "maturin==1.16.0",
        "numpy==2.4.6",
        "gymnasium==1.4.0",
        "pytest==9.2.0",
        "pyarrow==26.0.1",
        "mypy==2.4.1",
        "ray==2.60.0",
    ],
};

/// What the examples with PyTorch and the others' environments need: gigabytes, so the tests do
/// without.
const LEARNING: Environment = Environment {
    name: "learning",
    packages: &[
        "numpy==2.4.6",
        "gymnasium==1.4.0",
        "pytest==9.2.0",
        "torch==2.15.0",
        "sb3-contrib==2.9.2",
        "nbclient==0.11.0",
        "ipykernel==7.4.0",
        "matplotlib==3.11.2",
        "tetris-gymnasium==0.3.1",
    ],
};

/// The maximum size of a wheel in bytes, and the time it may take to install and answer.
const WHEEL: u64 = 10_000_000;
const SECONDS: f64 = 10.0;

/// Builds the package as the tests build everything, installs it and runs its tests.
pub fn test(count: &mut Count) -> Result<()> {
    let python = PYTHON.install()?;
    let wheel = build(&python, "dev")?;
    first_steps(&wheel)?;
    count.passed += 1;
    install(&python, &wheel)?;
    stubs(&python)?;
    count.passed += 1;
    pytest(&python, "tests", &[], count)
}

/// The fast wheel, its speed, the longer tests and the examples that learn for minutes.
pub fn campaign() -> Result<()> {
    let (python, learning) = (PYTHON.install()?, LEARNING.install()?);
    let wheel = build(&python, "release")?;
    first_steps(&wheel)?;
    for python in [&python, &learning] {
        install(python, &wheel)?;
    }
    script(&learning, "benchmarks/speed.py")?;
    script(&python, "benchmarks/cluster.py")?;
    let mut count = Count::default();
    let long = [("MINOLAB_STEPS", "100000"), ("MINOLAB_LONG", "1")];
    pytest(&python, "tests", &long, &mut count)?;
    pytest(&learning, "tests/test_learning.py", &[], &mut count)?;
    println!("{count}");
    Ok(())
}

/// Runs a program of the package's folder.
fn script(python: &Path, name: &str) -> Result<()> {
    let mut command = Command::new(python);
    // Nothing of Ray's leaves the machine.
    command.current_dir(tool::built("python", "")).env("RAY_USAGE_STATS_ENABLED", "0");
    tool::run(command.arg(tool::root().join("python").join(name)))
}

/// Builds a wheel with this profile, in an empty folder.
fn build(python: &Path, profile: &str) -> Result<PathBuf> {
    let folder = tool::built("python", "wheels").join(profile);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("emptying {folder:?}"))?;
    }
    let mut maturin = Command::new(python);
    maturin.current_dir(tool::root()).args(["-m", "maturin", "build", "--quiet", "--locked"]);
    maturin.args(["--profile", profile, "--manifest-path", "python/Cargo.toml", "--interpreter"]);
    tool::run(maturin.arg(python).arg("--out").arg(&folder))?;
    let mut wheels = fs::read_dir(&folder).with_context(|| format!("reading {folder:?}"))?;
    let wheel = wheels.next().context("maturin wrote no wheel")??.path();
    let size = wheel.metadata()?.len();
    println!("{}: {:.1} MB", wheel.display(), size as f64 / 1e6);
    ensure!(size <= WHEEL, "the wheel has {size} bytes, expected at most {WHEEL}");
    Ok(wheel)
}

/// Installs a wheel, replacing the old one.
fn install(python: &Path, wheel: &Path) -> Result<()> {
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    tool::run(Command::new(python).args(pip).arg("--force-reinstall").arg(wheel))
}

/// From an empty environment to running the example of the package's README.
fn first_steps(wheel: &Path) -> Result<()> {
    let readme = tool::root().join("python/README.md");
    let text = fs::read_to_string(&readme).with_context(|| format!("reading {readme:?}"))?;
    let example = text.split("```python\n").nth(1).and_then(|rest| rest.split("```").next());
    let example = example.context("python/README.md begins with an example")?;
    let folder = tool::built("python", "empty");
    tool::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    let python = folder.join("bin").join("python");
    let began = Instant::now();
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    tool::run(Command::new(&python).args(pip).arg(wheel))?;
    tool::run(Command::new(&python).args(["-c", example]))?;
    let seconds = began.elapsed().as_secs_f64();
    println!("installed and answered in {seconds:.1} s");
    // A slow network or machine says nothing about the package.
    if seconds > SECONDS {
        println!("more than {SECONDS} s");
    }
    Ok(())
}

/// The stubs match the native half.
fn stubs(python: &Path) -> Result<()> {
    let mut stubtest = Command::new(python);
    // In the package's own folder the sources would be found instead.
    stubtest.current_dir(tool::built("python", ""));
    stubtest.args(["-m", "mypy.stubtest", "minolab._core", "--allowlist"]);
    tool::run(stubtest.arg(tool::root().join("python/tests/stubtest.txt")))
}

/// The package's tests, or some of them, with settings for the longer ones.
fn pytest(python: &Path, which: &str, settings: &[(&str, &str)], count: &mut Count) -> Result<()> {
    let mut pytest = Command::new(python);
    pytest.current_dir(tool::built("python", ""));
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--durations=5"]);
    pytest.arg(tool::root().join("python").join(which)).envs(settings.iter().copied());
    // Nothing of Ray's leaves the machine.
    pytest.env("RAY_USAGE_STATS_ENABLED", "0");
    tool::run_tests(&mut pytest, count)
}
