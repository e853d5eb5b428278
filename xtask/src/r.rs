//! `cargo xtask campaign r`: docs/r.md, followed literally.

use std::{env, fs, process::Command};

use anyhow::{Context, Result, ensure};

use crate::{
    program::{self, Build},
    system, tool,
};

/// What Debian calls R and what the document uses of it.
const PACKAGES: [&str; 4] = ["r-base-core", "r-cran-readr", "r-cran-dplyr", "r-cran-ggplot2"];

/// How every PNG begins.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Runs the document's blocks in their order in an empty folder, and looks at the picture.
pub fn run() -> Result<()> {
    let mut has_them = Command::new("Rscript");
    if !tool::works(has_them.args(["-e", "library(readr); library(dplyr); library(ggplot2)"])) {
        system::install(&PACKAGES).context("R is missing")?;
    }
    program::build(Build::Release)?;
    let document = fs::read_to_string(tool::root().join("docs/r.md"))?;
    let folder = tool::built("r", "");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("emptying {folder:?}"))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("making {folder:?}"))?;
    // What the document calls minolab is what was just built.
    let program = program::path(Build::Release, "minolab");
    let own = program.parent().context("a program is in a folder")?.to_path_buf();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([own].into_iter().chain(env::split_paths(&others)))?;
    let blocks = blocks(&document);
    ensure!(blocks.len() >= 2, "docs/r.md has {} blocks: are they marked?", blocks.len());
    for (kind, text) in blocks {
        let mut command = match kind {
            Kind::Shell => Command::new("sh"),
            Kind::R => Command::new("Rscript"),
        };
        let flag = if kind == Kind::Shell { "-ec" } else { "-e" };
        tool::run(command.args([flag, text]).current_dir(&folder).env("PATH", &path))?;
    }
    let picture = fs::read(folder.join("pieces.png")).context("no picture was drawn")?;
    ensure!(picture.starts_with(PNG), "the picture is none");
    // What is printed in the document has points, a line and letters; an empty one has not.
    let printed = fs::metadata(tool::root().join("docs/pictures/r-sprint.png"))?.len() as usize;
    ensure!(
        picture.len() > printed / 2,
        "the picture has {} bytes, that of the document {printed}: what is missing?",
        picture.len()
    );
    println!("docs/r.md works; its picture is {}", folder.join("pieces.png").display());
    Ok(())
}

/// What runs a block.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Shell,
    R,
}

/// The blocks that are marked `sh` and `r`.
fn blocks(document: &str) -> Vec<(Kind, &str)> {
    let parts = document.split("\n```").skip(1).step_by(2);
    parts
        .filter_map(|part| match part.split_once('\n')? {
            ("sh", text) => Some((Kind::Shell, text)),
            ("r", text) => Some((Kind::R, text)),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_marked_blocks_are_followed() {
        let document = "a\n```sh\none\n```\nb\n```text\nno\n```\n```r\ntwo\nthree\n```\nend\n";
        assert_eq!(blocks(document), [(Kind::Shell, "one"), (Kind::R, "two\nthree")]);
    }
}
