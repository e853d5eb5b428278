//! A Python of our own with the packages that checks need.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result};

use crate::tool;

/// The Python of a virtual environment under `target` that has these packages.
///
/// It is made on first use. Debian keeps `venv` in a package of its own, which is installed if
/// it is missing.
pub fn with(name: &str, packages: &[&str]) -> Result<PathBuf> {
    let folder = tool::built("python", name);
    let python = folder.join("bin").join("python");
    let marker = folder.join("packages.txt");
    let wanted = packages.join("\n");
    if std::fs::read_to_string(&marker).is_ok_and(|found| found == wanted) && works(&python) {
        return Ok(python);
    }
    let make = || {
        let mut command = Command::new("python3");
        command.args(["-m", "venv", "--clear"]).arg(&folder);
        command
    };
    if !tool::works(&mut make()) {
        let mut apt = match tool::works(Command::new("sudo").args(["-n", "true"])) {
            true => Command::new("sudo"),
            false => Command::new("env"),
        };
        tool::run(apt.args(["apt-get", "install", "-y", "python3-venv"]))
            .context("Python's venv is missing")?;
        tool::run(&mut make())?;
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    tool::run(Command::new(&python).args(pip).args(packages))?;
    std::fs::write(&marker, wanted).with_context(|| format!("writing {marker:?}"))?;
    Ok(python)
}

fn works(python: &PathBuf) -> bool {
    tool::works(Command::new(python).arg("--version"))
}
