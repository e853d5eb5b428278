//! Our datasets, read back by other programs.

use std::{fs, process::Command};

use anyhow::{Context, Result};

use crate::{
    count::Count,
    program::{self, Build},
    python::Environment,
    tool,
};

/// The programs that read them.
pub const PYTHON: Environment =
    Environment { name: "dataset", packages: &["pyarrow==26.0.1", "duckdb==2.0.0"] };

/// Plays some games, exports them in both formats and compares every value.
pub fn run(count: &mut Count) -> Result<()> {
    let python = PYTHON.install()?;
    program::build(Build::Checked)?;
    let folder = tool::built("dataset", "");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("emptying {folder:?}"))?;
    }
    for (agent, more) in [
        ("capstone-sprint", &["--games", "60"][..]),
        ("blitz", &["--games", "4", "--limit", "nodes=500"]),
        ("bcts", &["--games", "6", "--board", "8x10", "--seed", "18446744073709551610"]),
    ] {
        let games = folder.join(agent);
        let mut play = program::built(Build::Checked);
        play.args(["run", "--agent", agent, "--json", "--save"]).arg(&games).args(more);
        // The figures do not matter here.
        tool::run(play.stdout(std::process::Stdio::null()))?;
        for form in ["parquet", "csv"] {
            let mut export = program::built(Build::Checked);
            tool::run(export.arg("export").arg(&games).args(["--to", form]))?;
        }
        let script = tool::root().join("xtask/src/dataset.py");
        tool::run(
            Command::new(&python)
                .arg(script)
                .arg(program::path(Build::Checked, "minolab"))
                .arg(&games),
        )?;
        count.passed += 1;
    }
    Ok(())
}
