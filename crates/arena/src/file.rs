//! Files that are whole or not there.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Writes a file whole, or leaves what was there, even if the power fails: the bytes are on the
/// disk, beside it as `NAME.new`, before they take its name.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_and_nothing_is_left_beside_them() {
        let folder = std::env::temp_dir().join(format!("minolab-file-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.b");
        for text in ["a long first text", "second"] {
            replace_file(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
        assert!(replace_file(&folder.join("nowhere").join("a"), b"").is_err());
    }
}
