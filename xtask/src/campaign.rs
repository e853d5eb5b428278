//! `cargo xtask campaign`: what takes too long for every change.

use anyhow::{Result, bail};

use crate::{
    experiment, kills,
    program::{self, Build},
    reference,
};

/// Checks one reference count, or all; or rebuilds the experiment of this name; or kills commands.
pub fn run(name: Option<&str>) -> Result<()> {
    if name == Some("kills") {
        return kills::run();
    }
    if let Some(found) = experiment::ALL.iter().find(|found| Some(found.name) == name) {
        return found.run();
    }
    let mut references = reference::all()?;
    if let Some(name) = name {
        let mut names: Vec<String> = references.iter().map(|r| r.name.clone()).collect();
        names.push("kills".into());
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
