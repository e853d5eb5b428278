//! `cargo xtask campaign fumen`: fumens as the npm package `tetris-fumen` writes and reads them.

use std::{fs, process::Command};

use anyhow::{Context, Result};

use crate::tool;

/// The reference, and how many fumens are compared.
const PACKAGE: &str = "tetris-fumen@1.1.3";
const COUNT: &str = "10000";

/// Has the package write new random fumens, and reads and writes them again.
pub fn run() -> Result<()> {
    let folder = tool::built("fumen", "");
    fs::create_dir_all(&folder).with_context(|| format!("making {folder:?}"))?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-save", "--silent", "--prefix"]).arg(&folder).arg(PACKAGE);
    tool::run(&mut npm).context("the reference needs Node.js and npm")?;
    let file = folder.join("fumens.jsonl");
    let seed = std::process::id().to_string();
    println!("{COUNT} fumens of seed {seed}");
    let mut node = Command::new("node");
    node.arg(tool::root().join("xtask/src/fumen/reference.js")).args([COUNT, &seed]);
    node.env("NODE_PATH", folder.join("node_modules"));
    node.stdout(fs::File::create(&file).with_context(|| format!("writing {file:?}"))?);
    tool::run(&mut node)?;
    let tests = ["test", "-q", "-p", "minolab-rules", "--test", "fumen", "--", "--nocapture"];
    tool::run(tool::cargo().args(tests).env("MINOLAB_FUMENS", &file))
}
