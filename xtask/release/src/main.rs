//! `minolab-release DIR`: licences, a bill of materials and checksums for a release folder.
//!
//! Reads `cargo metadata` from standard input. Nothing it writes depends on when or where it runs,
//! so two releases of the same sources are the same bytes.

mod licences;
mod metadata;
mod sums;

use std::{fs, io, path::Path};

use anyhow::{Context, Result, bail};
use metadata::Metadata;
use serde_json::json;

fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [folder] = &arguments[..] else {
        bail!("{} arguments, expected 1: minolab-release DIR", arguments.len());
    };
    let folder = Path::new(folder);
    let metadata: Metadata =
        serde_json::from_reader(io::stdin().lock()).context("reading cargo metadata")?;
    let parts = metadata.parts_of("minolab")?;
    write(&folder.join("THIRD-PARTY.txt"), &licences::text(&parts)?)?;
    write(&folder.join("minolab.cdx.json"), &bill(&parts)?)?;
    write(&folder.join("SHA256SUMS"), &sums::of(folder)?)
}

/// The bill of materials in CycloneDX format: few fields, so written by hand.
fn bill(parts: &[&metadata::Package]) -> Result<String> {
    let components: Vec<_> = parts
        .iter()
        .map(|part| {
            Ok(json!({
                "type": "library",
                "name": part.name,
                "version": part.version,
                "purl": format!("pkg:cargo/{}@{}", part.name, part.version),
                "licenses": [{ "expression": part.licence()? }],
            }))
        })
        .collect::<Result<_>>()?;
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "name": "minolab",
            "version": env!("CARGO_PKG_VERSION"),
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
        } },
        "components": components,
    });
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("writing {}", path.display()))
}
