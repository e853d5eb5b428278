//! Building the page: WebAssembly and the few files around it.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::{
    count::Count,
    program::{self, Build},
    system::{self, WASM},
    tool,
};

/// Where the page is put unless told otherwise.
pub fn folder() -> PathBuf {
    tool::built("page-files", "")
}

/// Builds the page as a folder for any static file server.
pub fn dist(out: &Path) -> Result<()> {
    system::install_wasm()?;
    tool::side_by_side(vec![
        ("page", &mut compile()?),
        ("bundle", tool::cargo().args(["build", "-p", "minolab-bundle", "--profile", "quick"])),
    ])?;
    bind(Build::Quick, out)
}

/// The command that compiles the page, and the golden games for its tests, which share all they
/// depend on.
pub fn compile() -> Result<Command> {
    let mut cargo = cargo()?;
    cargo.args(["build", "-p", "minolab-page", "-p", "minolab-golden", "--lib"]);
    cargo.args(["--profile", "page", "--target", WASM]);
    Ok(cargo)
}

/// The cargo for all that compiles for the page: with the same flags nothing is compiled twice.
///
/// Build paths are private, and would make every page differ.
fn cargo() -> Result<Command> {
    let flag = tool::renamed(&tool::cargo_home()?, "cargo");
    let mut cargo = tool::cargo();
    cargo.arg("--config").arg(format!("target.{WASM}.rustflags=[{flag:?}]"));
    Ok(cargo)
}

fn compiled(name: &str) -> PathBuf {
    tool::built(&format!("{WASM}/page"), name)
}

/// Binds the compiled page to the browser, with the bundler of that build, and copies its other files; does nothing if
/// the page is up to date.
pub fn bind(bundler: Build, out: &Path) -> Result<()> {
    let wasm = compiled("minolab_page.wasm");
    let mut inputs = vec![wasm.clone()];
    inputs.extend(files(&tool::root().join("crates/page/static"))?);
    if is_newer(&out.join("index.html"), &inputs)? {
        return Ok(());
    }
    fs::create_dir_all(out).with_context(|| format!("making {}", out.display()))?;
    let mut bundle = Command::new(program::path(bundler, "minolab-bundle"));
    tool::run(bundle.arg(&wasm).arg(out))?;
    let version = version(&inputs)?;
    // The page itself last: it marks the others as complete.
    inputs.sort_by_key(|path| path.file_name() == Some(OsStr::new("index.html")));
    for path in inputs.iter().filter(|&path| *path != wasm) {
        let copy = out.join(path.file_name().context("a file")?);
        let text =
            fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        let text = text.replace("?v=VERSION", &format!("?v={version}"));
        fs::write(&copy, text.replace("'VERSION'", &format!("'{version}'")))
            .with_context(|| format!("writing {}", copy.display()))?;
    }
    let mut size = 0;
    for path in files(out)? {
        size += path.metadata()?.len();
    }
    eprintln!("the page is in {} ({} kB)", out.display(), size / 1000);
    Ok(())
}

/// A checksum of these files: addresses carry it, so that browsers cache files until it changes.
fn version(files: &[PathBuf]) -> Result<String> {
    let mut files = files.to_vec();
    files.sort();
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for path in files {
        for byte in fs::read(&path).with_context(|| format!("reading {}", path.display()))? {
            hash = (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
    Ok(format!("{hash:016x}"))
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    Ok(entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?)
}

/// Whether a file exists and is newer than all of these.
fn is_newer(file: &Path, inputs: &[PathBuf]) -> Result<bool> {
    let Ok(written) = file.metadata().and_then(|data| data.modified()) else { return Ok(false) };
    for input in inputs {
        if input.metadata()?.modified()? >= written {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The accessibility checker that the page is tested with, and its version.
const AXE: &str = "axe-core@4.14.0";

/// The checker's file, fetched by npm if available; without it the tests use our own checks.
fn axe() -> Option<PathBuf> {
    let folder = tool::built("axe", "");
    let file = folder.join("package/axe.min.js");
    if file.is_file() {
        return Some(file);
    }
    fs::create_dir_all(&folder).ok()?;
    let pack = Command::new("npm").current_dir(&folder).args(["pack", "--silent", AXE]).output();
    let name = pack.ok().filter(|pack| pack.status.success());
    let name = name.and_then(|pack| String::from_utf8(pack.stdout).ok());
    let unpacked = name.is_some_and(|name| {
        tool::works(Command::new("tar").current_dir(&folder).args(["xzf", name.trim()]))
    });
    if !unpacked {
        eprintln!(
            "{AXE} is missing and npm could not fetch it: accessibility is only partly checked"
        );
    }
    file.is_file().then_some(file)
}

/// The page's lints, and its tests in a real browser.
pub fn test(count: &mut Count) -> Result<()> {
    system::install_wasm()?;
    let lints = ["clippy", "-p", "minolab-page", "--lib", "--profile", "page", "--target", WASM];
    tool::run(cargo()?.args(lints).args(["--", "-D", "warnings"]))?;
    let mut test = tool::cargo();
    ready(&mut test)?;
    if let Some(axe) = axe() {
        test.env("MINOLAB_AXE", axe);
    }
    // As part of the whole workspace, so that what they share with the program is built once.
    test.args(["test", "--workspace", "--test", "page", "--", "--test-threads=2"]);
    tool::run_tests(&mut test, count)
}

/// Pictures of every screen at four sizes, dark and light, for people to look at.
pub fn screens() -> Result<()> {
    system::install_wasm()?;
    let example = ["--workspace", "--example", "screens"];
    tool::run(tool::cargo().arg("build").args(example))?;
    let out = tool::built("screens", "");
    let mut screens = Command::new(tool::built("debug/examples", "screens"));
    ready(screens.arg(&out))?;
    tool::run(&mut screens)?;
    println!("{}", out.join("index.html").display());
    Ok(())
}

/// Builds the page and the program and installs a browser, and tells a command where they are.
fn ready(command: &mut Command) -> Result<()> {
    tool::run(&mut compile()?)?;
    program::build(Build::Checked)?;
    let out = folder();
    bind(Build::Checked, &out)?;
    system::install_browser()?;
    command.env("MINOLAB_PROGRAM", program::path(Build::Checked, "minolab"));
    command.env("MINOLAB_PAGE_FOLDER", &out);
    command.env("MINOLAB_GOLDEN", compiled("minolab_golden.wasm"));
    Ok(())
}
