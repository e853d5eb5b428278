//! `--rules NAME|FILE`.

use std::{fs, path::Path};

use anyhow::{Context, Result, bail};
use minolab_rules::{Ruleset, shipped};

/// The shipped ruleset of this name, or the one in this file.
///
/// A shipped name wins over a file of the same name; `./name` means the file.
pub fn load(name: &str) -> Result<Ruleset> {
    if let Some(rules) = shipped::get(name) {
        return Ok(rules.clone());
    }
    let path = Path::new(name);
    if !path.exists() {
        let names = shipped::NAMES.join(", ");
        bail!("no ruleset {name:?}: expected a file or one of {names}");
    }
    let text = fs::read_to_string(path).with_context(|| format!("reading ruleset {name:?}"))?;
    Ruleset::from_toml(&text).with_context(|| format!("in ruleset {name:?}"))
}
