//! The program's own server.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result};

/// `minolab serve` with the built page; it ends with this value.
pub struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// Serves this folder of runs, games and reports.
    pub fn start(data: &Path) -> Result<Server> {
        let program = std::env::var_os("MINOLAB_PROGRAM").context("MINOLAB_PROGRAM is not set")?;
        let page =
            std::env::var_os("MINOLAB_PAGE_FOLDER").context("MINOLAB_PAGE_FOLDER is not set")?;
        let mut child = Command::new(program)
            .arg("serve")
            .arg("--page")
            .arg(page)
            .arg("--data")
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut address = String::new();
        BufReader::new(child.stdout.take().context("a pipe")?).read_line(&mut address)?;
        Ok(Server { child, address: address.trim().into() })
    }

    /// Where the page is.
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
