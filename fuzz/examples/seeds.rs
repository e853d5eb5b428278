//! Writes the good inputs that fuzzing starts from: `seeds DIR` makes a folder for each parser.

use std::{env, fs, io, path::PathBuf};

use minolab_fuzz::TARGETS;

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("expected a folder to write to"))?;
    for target in TARGETS {
        let folder = folder.join(target.name);
        fs::create_dir_all(&folder)?;
        for (number, seed) in (target.seeds)().iter().enumerate() {
            fs::write(folder.join(format!("seed-{number:03}")), seed)?;
        }
        println!("{}", target.name);
    }
    Ok(())
}
