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
    pytest(&python, &[], count)
}

/// The fast wheel, its speed and the longer tests.
pub fn campaign() -> Result<()> {
    let python = PYTHON.install()?;
    let wheel = build(&python, "release")?;
    install(&python, &wheel)?;
    let mut speed = Command::new(&python);
    speed.current_dir(tool::built("python", ""));
    tool::run(speed.arg(tool::root().join("python/benchmarks/speed.py")))?;
    let mut count = Count::default();
    pytest(&python, &[("MINOLAB_STEPS", "100000"), ("MINOLAB_LONG", "1")], &mut count)?;
    println!("{count}");
    Ok(())
}

/// Builds a wheel with this profile, in an empty folder.
pub fn build(python: &Path, profile: &str) -> Result<PathBuf> {
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
pub fn install(python: &Path, wheel: &Path) -> Result<()> {
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

/// The package's tests, with settings for the longer ones.
pub fn pytest(python: &Path, settings: &[(&str, &str)], count: &mut Count) -> Result<()> {
    let mut pytest = Command::new(python);
    pytest.current_dir(tool::built("python", ""));
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--durations=5"]);
    pytest.arg(tool::root().join("python/tests")).envs(settings.iter().copied());
    // Nothing of Ray's leaves the machine.
    pytest.env("RAY_USAGE_STATS_ENABLED", "0");
    tool::run_tests(&mut pytest, count)
}
