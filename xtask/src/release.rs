//! `cargo xtask dist`: builds a release.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};

use crate::{
    page,
    program::{self, Build},
    tool,
};

/// Writes the program with the page inside, the page as plain files, completions, manual pages,
/// licences, a bill of materials and checksums; the same bytes from the same sources.
pub fn dist(out: &Path) -> Result<()> {
    let pages = page::folder();
    page::dist(&pages)?;
    let root = tool::root();
    // Build paths are private, and would make every build differ.
    let flags = [tool::renamed(&root, "minolab"), tool::renamed(&tool::cargo_home()?, "cargo")];
    let mut build = tool::cargo();
    build.args(["build", "--release", "--locked", "-p", "minolab"]);
    build.env("MINOLAB_PAGE", &pages).env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    build.env("CARGO_PROFILE_RELEASE_DEBUG", "0").env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    build.env("CARGO_TARGET_DIR", tool::built("release-build", ""));
    tool::run(&mut build)?;

    // An earlier release is removed: its files would get checksums too.
    if out.exists() {
        let is_ours = out.join("SHA256SUMS").is_file() || fs::read_dir(out)?.next().is_none();
        ensure!(is_ours, "{} is not empty and not a release", out.display());
        fs::remove_dir_all(out).with_context(|| format!("emptying {}", out.display()))?;
    }
    for folder in ["page", "completions", "man"] {
        fs::create_dir_all(out.join(folder)).with_context(|| format!("making {folder}"))?;
    }
    let name = format!("minolab{}", std::env::consts::EXE_SUFFIX);
    let minolab = out.join(&name);
    copy(&tool::built("release-build/release", &name), &minolab)?;
    for entry in fs::read_dir(&pages)? {
        let path = entry?.path();
        copy(&path, &out.join("page").join(path.file_name().context("a file")?))?;
    }
    for (shell, file) in [("bash", "minolab.bash"), ("zsh", "_minolab"), ("fish", "minolab.fish")] {
        let text = Command::new(&minolab).args(["completions", shell]).output()?;
        ensure!(text.status.success(), "no completions for {shell}");
        fs::write(out.join("completions").join(file), text.stdout)?;
    }
    tool::run(Command::new(&minolab).arg("man").arg(out.join("man")))?;
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
        copy(&root.join(file), &out.join(file))?;
    }
    account(out)?;
    eprintln!("the release is in {}", out.display());
    Ok(())
}

/// Licences, the bill of materials and the checksums.
fn account(out: &Path) -> Result<()> {
    tool::run(tool::cargo().args(["build", "--profile", "quick", "-p", "minolab-release"]))?;
    let mut metadata = tool::cargo()
        .args(["metadata", "--format-version", "1", "--locked"])
        .stdout(Stdio::piped())
        .spawn()?;
    let input = metadata.stdout.take().context("cargo writes to us")?;
    tool::run(Command::new(program::path(Build::Quick, "minolab-release")).arg(out).stdin(input))?;
    ensure!(metadata.wait()?.success(), "cargo metadata failed");
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to)
        .with_context(|| format!("copying {} to {}", from.display(), to.display()))?;
    Ok(())
}
