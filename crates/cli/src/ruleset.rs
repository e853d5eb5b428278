//! `--rules NAME|FILE`.

use anyhow::Result;
use minolab_rules::Ruleset;

use crate::catalog::FILES;

/// The shipped ruleset of this name, or the one in this file.
pub fn load(name: &str) -> Result<Ruleset> {
    Ok(FILES.named(name)?)
}
