//! `cargo xtask campaign`: what takes too long for every change.

use anyhow::{Result, bail};

use crate::{
    program::{self, Build},
    reference,
};

/// Checks one reference count, or all.
pub fn run(name: Option<&str>) -> Result<()> {
    let mut references = reference::all()?;
    if let Some(name) = name {
        let names: Vec<String> = references.iter().map(|r| r.name.clone()).collect();
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
