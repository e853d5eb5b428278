//! `cargo xtask campaign`: checks that take too long for every change.

use anyhow::{Result, bail};

use crate::{
    deny, experiment, fumen, fuzz, kills, page,
    program::{self, Build},
    r, reference, soak, wheel,
};

/// Campaigns that are neither a reference count nor an experiment.
const OTHERS: [&str; 8] =
    ["advisories", "fumen", "fuzz", "kills", "python", "r", "screens", "soak"];

/// Checks one reference count, or all; or rebuilds the experiment of this name; or runs one of
/// the others. Only fuzzing takes a number of seconds.
pub fn run(name: Option<&str>, seconds: Option<u64>) -> Result<()> {
    match name {
        Some("fuzz") => return fuzz::run(seconds.unwrap_or(fuzz::USUAL_SECONDS)),
        _ if seconds.is_some() => bail!("only fuzz takes a number of seconds"),
        Some("advisories") => return deny::advisories(),
        Some("fumen") => return fumen::run(),
        Some("kills") => return kills::run(),
        Some("python") => return wheel::campaign(),
        Some("screens") => return page::screens(),
        Some("r") => return r::run(),
        Some("soak") => return soak::run(),
        _ => {}
    }
    if let Some(found) = experiment::ALL.iter().find(|found| Some(found.name) == name) {
        return found.run();
    }
    let mut references = reference::all()?;
    if let Some(name) = name {
        let mut names: Vec<String> = references.iter().map(|r| r.name.clone()).collect();
        names.extend(OTHERS.map(String::from));
        names.extend(experiment::ALL.iter().map(|experiment| experiment.name.into()));
        references.retain(|reference| reference.name == name);
        if references.is_empty() {
            bail!("no campaign {name:?}: expected one of {}", names.join(", "));
        }
    }
    program::build(Build::Release)?;
    for reference in &references {
        reference.check(Build::Release)?;
    }
    println!("{} reference counts are right", references.len());
    Ok(())
}
