//! The licences of everything in the program, and whether they are compatible with ours.

use std::{fmt::Write, fs};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::metadata::Package;

/// The licences that `deny.toml` allows.
fn allowed() -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Deny {
        licenses: Licenses,
    }
    #[derive(Deserialize)]
    struct Licenses {
        allow: Vec<String>,
    }
    let deny: Deny = toml::from_str(include_str!("../../../deny.toml")).context("deny.toml")?;
    Ok(deny.licenses.allow)
}

/// Whether all parts of at least one choice are allowed.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let plain = expression.replace(['(', ')'], "");
    plain.split(" OR ").any(|choice| {
        choice.split(" AND ").all(|licence| allowed.iter().any(|one| one == licence.trim()))
    })
}

/// The packages with their licences in full; an error if one cannot be used with ours.
pub fn text(parts: &[&Package]) -> Result<String> {
    let mut text = String::from(
        "minolab is under MIT or Apache-2.0, as you like. The program and its page contain:\n\n",
    );
    let allowed = allowed()?;
    for part in parts {
        let licence = part.licence()?;
        ensure!(
            is_allowed(&licence, &allowed),
            "{} is under {licence}, which we cannot use",
            part.name
        );
        writeln!(text, "{} {}: {licence}", part.name, part.version)?;
    }
    for part in parts {
        let folder = part.manifest_path.parent().context("a manifest is in a folder")?;
        let mut files: Vec<_> = fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect::<std::io::Result<Vec<_>>>()?;
        files.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            let is_one = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];
            path.is_file() && is_one.iter().any(|start| name.starts_with(start))
        });
        files.sort();
        for path in files {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let words = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
            let words = String::from_utf8_lossy(&words);
            write!(
                text,
                "\n==== {} {}: {name}\n\n{}\n",
                part.name,
                part.version,
                words.trim_end()
            )?;
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_enough_and_a_part_is_not() {
        let allowed = allowed().unwrap();
        for good in ["MIT", "MIT OR GPL-3.0", "(MIT OR Apache-2.0) AND Unicode-3.0", "MIT AND Zlib"]
        {
            assert!(is_allowed(good, &allowed), "{good}");
        }
        for bad in ["GPL-3.0", "MIT AND GPL-3.0", "MPL-2.0", ""] {
            assert!(!is_allowed(bad, &allowed), "{bad}");
        }
    }
}
