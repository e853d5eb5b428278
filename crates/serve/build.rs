//! Lists the files of the page for embedding, if it has been built.
//!
//! `MINOLAB_PAGE` names its folder; `cargo xtask run` and `cargo xtask dist` set it. Without it
//! the server has no page and says how to get one.

use std::{env, fs, path::PathBuf};

fn main() {
    println!("cargo::rerun-if-env-changed=MINOLAB_PAGE");
    println!("cargo::rerun-if-changed=build.rs");
    let mut list = String::from("&[\n");
    if let Some(folder) = env::var_os("MINOLAB_PAGE").map(PathBuf::from) {
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
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("files.rs");
    fs::write(out, list).expect("cargo's folder can be written to");
}
