//! Lists the files of the page for embedding.
//!
//! `MINOLAB_PAGE` names the folder they are in, or is `none`. If it is unset, a release build, such
//! as that of `cargo install`, builds the page here; any other has no page and says how to get one.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

fn main() {
    println!("cargo::rerun-if-env-changed=MINOLAB_PAGE");
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let folder = match env::var_os("MINOLAB_PAGE") {
        Some(none) if none == "none" => None,
        Some(folder) => Some(PathBuf::from(folder)),
        None if is_release(&out) => build(&out),
        None => None,
    };
    let mut list = String::from("&[\n");
    if let Some(folder) = folder {
        println!("cargo::rerun-if-changed={}", folder.display());
        let entries = fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("MINOLAB_PAGE is {}: {error}", folder.display()));
        let mut files: Vec<PathBuf> = entries
            .map(|entry| entry.expect("a folder that can be read").path())
            .filter(|path| path.is_file())
            .collect();
        files.sort();
        for path in files {
            println!("cargo::rerun-if-changed={}", path.display());
            let name = path.file_name().expect("a file").to_string_lossy();
            let path = fs::canonicalize(&path).expect("a file that is there");
            list += &format!("({name:?}, include_bytes!({:?}) as &[u8]),\n", path.display());
        }
    }
    list += "]\n";
    fs::write(out.join("files.rs"), list).expect("cargo's folder can be written to");
}

/// Whether the profile is `release` itself: `PROFILE` is the same for all that inherit from it.
fn is_release(out: &Path) -> bool {
    // target/PROFILE/build/minolab-serve-HASH/out
    out.ancestors().nth(3).is_some_and(|folder| folder.ends_with("release"))
}

/// Builds the page in a target folder of its own, since cargo holds the lock of this one.
fn build(out: &Path) -> Option<PathBuf> {
    let root = fs::canonicalize("../..").expect("the project's folder");
    for what in ["crates", "data", "xtask", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={}", root.join(what).display());
    }
    let target = out.ancestors().nth(4).expect("five folders deep").join("page-build");
    let pages = out.join("page");
    let mut cargo = Command::new(env::var_os("CARGO").expect("cargo sets it"));
    // Settings meant for the program must not reach the page.
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        let is_ours = name.contains("RUSTFLAGS")
            || name.starts_with("CARGO_PROFILE_")
            || name.starts_with("CARGO_CFG_")
            || name.starts_with("CARGO_FEATURE_")
            || ["CARGO_BUILD_TARGET", "TARGET", "HOST", "PROFILE"].contains(&name.as_str());
        if is_ours {
            cargo.env_remove(name);
        }
    }
    cargo.current_dir(&root).env("CARGO_TARGET_DIR", target);
    cargo.args(["run", "--package", "xtask", "--", "dist", "--page", "--out"]).arg(&pages);
    let output = cargo.output().expect("cargo can be started again");
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().rev().find(|line| line.contains("error")).unwrap_or_default();
        println!("cargo::warning=built without the page, which says how to get it: {last}");
        return None;
    }
    Some(pages)
}
