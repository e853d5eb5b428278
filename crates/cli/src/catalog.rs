//! Listing and showing agents and rulesets.

use std::{fs, io, path::Path};

use anyhow::Result;
use minolab_agents::catalog::{CatalogItem, Source};
use serde_json::{Value, json};

use crate::output;

/// `NAME|FILE`: a shipped name, or a file.
pub const FILES: Source = Source::Files(&read);

fn read(name: &str) -> Option<io::Result<String>> {
    let path = Path::new(name);
    path.exists().then(|| fs::read_to_string(path))
}

/// Lists what is shipped: everything in JSON, or the name, what `more` adds, and the description.
pub fn list<T: CatalogItem>(is_json: bool, more: fn(&T) -> Option<&str>) -> Result<()> {
    if is_json {
        let values = T::shipped().iter().map(value).collect::<Result<Vec<Value>>>()?;
        return output::json(&json!({ T::KINDS: values }));
    }
    let width = |text: fn(&T) -> &str| T::shipped().iter().map(|item| text(item).len()).max();
    let name = width(T::name).unwrap_or(0);
    let extra = T::shipped().iter().filter_map(more).map(str::len).max().unwrap_or(0);
    for item in T::shipped() {
        let more = more(item).map_or(String::new(), |more| format!("{more:extra$}  "));
        output::line(format_args!("{:name$}  {more}{}", item.name(), item.description()))?;
    }
    Ok(())
}

/// Shows one in full, as a file that could be loaded, or in JSON.
pub fn show<T: CatalogItem>(item: &T, is_json: bool) -> Result<()> {
    match is_json {
        true => output::json(&value(item)?),
        false => output::line(item.to_file().trim_end()),
    }
}

/// The same names and values as in its file.
fn value<T: CatalogItem>(item: &T) -> Result<Value> {
    Ok(serde_json::to_value(toml::Table::try_from(item)?)?)
}

#[cfg(test)]
mod tests {
    use minolab_agents::Agent;
    use minolab_rules::Ruleset;

    use super::*;

    fn what_is_shown_can_be_loaded<T: CatalogItem + PartialEq + std::fmt::Debug>() {
        for item in T::shipped() {
            assert_eq!(&T::from_file(&item.to_file()).unwrap(), item);
            // What a file leaves out is also left out of the JSON.
            let file: Value = toml::from_str(&item.to_file()).unwrap();
            assert_eq!(value(item).unwrap(), file);
        }
    }

    #[test]
    fn what_is_shown_can_be_loaded_for_agents() {
        what_is_shown_can_be_loaded::<Agent>();
    }

    #[test]
    fn what_is_shown_can_be_loaded_for_rulesets() {
        what_is_shown_can_be_loaded::<Ruleset>();
    }
}
