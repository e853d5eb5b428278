//! A Python environment with the packages that checks need.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result};

use crate::{system, tool};

/// A virtual environment under `target`, made on first use.
pub struct Environment {
    /// The name of its folder.
    pub name: &'static str,
    /// What pip installs into it.
    pub packages: &'static [&'static str],
}

impl Environment {
    fn folder(&self) -> PathBuf {
        tool::built("python", self.name)
    }

    fn python(&self) -> PathBuf {
        self.folder().join("bin").join("python")
    }

    /// Whether it exists with exactly these packages.
    pub fn is_ready(&self) -> bool {
        let found = std::fs::read_to_string(self.folder().join("packages.txt"));
        found.is_ok_and(|found| found == self.packages.join("\n"))
            && tool::works(Command::new(self.python()).arg("--version"))
    }

    /// Its Python. Debian keeps `venv` in a package of its own, which is installed if missing.
    pub fn install(&self) -> Result<PathBuf> {
        let python = self.python();
        if self.is_ready() {
            return Ok(python);
        }
        let make = || {
            let mut command = Command::new("python3");
            command.args(["-m", "venv", "--clear"]).arg(self.folder());
            command
        };
        if !tool::works(&mut make()) {
            system::install(&["python3-venv"]).context("Python's venv is missing")?;
            tool::run(&mut make())?;
        }
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        tool::run(Command::new(&python).args(pip).args(self.packages))?;
        let marker = self.folder().join("packages.txt");
        std::fs::write(&marker, self.packages.join("\n"))
            .with_context(|| format!("writing {}", marker.display()))?;
        Ok(python)
    }
}
