//! Checksums, in the form that `sha256sum --check` reads.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// A line for every file in a folder and its subfolders, except the checksums themselves.
pub fn of(folder: &Path) -> Result<String> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let mut text = String::new();
    for path in files {
        let name = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
        if name == "SHA256SUMS" {
            continue;
        }
        let bytes = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        for byte in Sha256::digest(&bytes) {
            write!(text, "{byte:02x}")?;
        }
        writeln!(text, "  {name}")?;
    }
    Ok(text)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        match path.is_dir() {
            true => collect(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_its_line() {
        let folder = std::env::temp_dir().join(format!("minolab-sums-{}", std::process::id()));
        fs::create_dir_all(folder.join("b")).unwrap();
        fs::write(folder.join("b/c"), "abc").unwrap();
        fs::write(folder.join("SHA256SUMS"), "old").unwrap();
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b/c\n";
        assert_eq!(of(&folder).unwrap(), expected);
        fs::remove_dir_all(folder).unwrap();
    }
}
