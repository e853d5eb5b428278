//! Rebuilding the experiments of `docs/experiments` from scratch.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use crate::{
    program::{self, Build},
    tool,
};

/// An experiment: games to play, and which of them a report is about.
pub struct Experiment {
    /// Its name for `cargo xtask campaign`; `docs/experiments/NAME.md` describes it.
    pub name: &'static str,
    /// A folder's name, an agent and how it plays.
    runs: &'static [(&'static str, &'static [&'static str])],
    /// A report's name, and the folders it is about.
    reports: &'static [(&'static str, &'static [&'static str])],
}

/// All of them.
pub const ALL: [Experiment; 1] = [Experiment {
    name: "0001-human-advice",
    runs: &[
        ("sprint", &["--games", "1000", "--limit", "nodes=20000"]),
        ("sprint-keys", &["--games", "1000", "--limit", "nodes=20000"]),
        ("capstone-sprint", &["--games", "1000"]),
        ("blitz", &["--games", "300", "--limit", "nodes=20000"]),
    ],
    reports: &[("sprint", &["sprint", "sprint-keys", "capstone-sprint"]), ("blitz", &["blitz"])],
}];

impl Experiment {
    /// Plays the missing games, and writes the reports under `target` and the figures and pictures
    /// under `docs`.
    pub fn run(&self) -> Result<()> {
        program::build(Build::Release)?;
        let work = tool::built("experiments", self.name);
        let docs = tool::root().join("docs/experiments").join(self.name);
        fs::create_dir_all(&work).with_context(|| format!("making {work:?}"))?;
        fs::create_dir_all(&docs).with_context(|| format!("making {docs:?}"))?;
        for (agent, how) in self.runs {
            let folder = work.join(agent);
            if is_played(&folder) {
                println!("{agent}: played before");
                continue;
            }
            let mut play = program::built(Build::Release);
            play.args(["run", "--agent", agent]).args(*how).arg("--save").arg(&folder);
            tool::run(&mut play)?;
        }
        for (report, folders) in self.reports {
            let figures = docs.join(format!("{report}.json"));
            let file =
                fs::File::create(&figures).with_context(|| format!("writing {figures:?}"))?;
            let mut study = program::built(Build::Release);
            study.current_dir(&work).arg("study").args(*folders).arg("--json");
            study.args(["--out", &format!("{report}.html"), "--figures", "--pictures"]);
            tool::run(study.arg(docs.join(report)).stdout(file))?;
            println!("{}: the whole report", work.join(format!("{report}.html")).display());
        }
        Ok(())
    }
}

/// Whether a run is complete, from the counts beside its replays.
fn is_played(folder: &Path) -> bool {
    let merged = program::built(Build::Release).args(["merge", "--json"]).arg(folder).output();
    merged
        .is_ok_and(|merged| String::from_utf8_lossy(&merged.stdout).contains("\"complete\": true"))
}
