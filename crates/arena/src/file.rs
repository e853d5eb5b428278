//! Files written atomically: complete or not there.
//!
//! Every file is first written as `NAME.new` in the same folder and renamed when complete, so that
//! a file under its own name is always complete. What a killed process leaves is never read, and is
//! replaced the next time the file is written.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Writes a file completely or leaves the old one, even if the power fails.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = FileWriter::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// A file that is written in pieces and takes its name at the end.
///
/// Dropped before [`FileWriter::finish`], it leaves the old file.
///
/// Links are followed. What is not a regular file, such as a pipe or `/dev/null`, cannot be
/// replaced and is written to directly.
#[derive(Debug)]
pub struct FileWriter {
    file: FileLock,
    // The name it takes at the end; none for what is written to directly.
    name: Option<PathBuf>,
}

impl FileWriter {
    /// Begins a file. An error if another process is writing the same one.
    pub fn create(path: &Path) -> io::Result<FileWriter> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let there = fs::metadata(&path).ok();
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            let file = OpenOptions::new().write(true).open(&path)?;
            return Ok(FileWriter { file: FileLock { path, file }, name: None });
        }
        let beside = FileLock::take(&with_ending(&path, ".new"))?;
        let writer = FileWriter { file: beside, name: Some(path) };
        // A killed process may have left one.
        writer.file.file.set_len(0)?;
        if let Some(there) = there {
            writer.file.file.set_permissions(there.permissions())?;
        }
        Ok(writer)
    }

    /// Gives the file its name, once all of it is on the disk.
    pub fn finish(self) -> io::Result<()> {
        if self.name.is_some() {
            self.file.file.sync_all()?;
        }
        self.finish_unsynced()
    }

    /// The same without waiting for the disk: complete after a kill, but not after a power failure.
    ///
    /// For files that come in thousands and whose damage would be noticed.
    pub fn finish_unsynced(mut self) -> io::Result<()> {
        if let Some(name) = &self.name {
            fs::rename(&self.file.path, name)?;
            self.name = None;
        }
        Ok(())
    }
}

impl Write for FileWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.file.flush()
    }
}

impl Drop for FileWriter {
    fn drop(&mut self) {
        if self.name.is_some() {
            // Nothing can be done about a failure, and what is left is never read.
            let _ = fs::remove_file(&self.file.path);
        }
    }
}

/// A file that only one process at a time has open. It is unlocked when dropped or when the process
/// ends, however it does, and is not removed.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    file: File,
}

impl FileLock {
    /// Opens or creates a file and locks it; [`io::ErrorKind::WouldBlock`] if another process has
    /// it.
    pub fn take(path: &Path) -> io::Result<FileLock> {
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let said = format!("{path:?} is in use by another minolab process");
                    return Err(io::Error::new(io::ErrorKind::WouldBlock, said));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The process that had it may have renamed or removed it just before.
            if is_at(path, &file) {
                return Ok(FileLock { path: path.into(), file });
            }
        }
    }

    /// Removes the file, which is no longer needed.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

/// Whether an open file is the one with this name.
#[cfg(unix)]
fn is_at(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (fs::metadata(path), file.metadata()) {
        (Ok(there), Ok(here)) => (there.dev(), there.ino()) == (here.dev(), here.ino()),
        _ => false,
    }
}

/// On other systems another process cannot rename an open file.
#[cfg(not(unix))]
fn is_at(_: &Path, _: &File) -> bool {
    true
}

/// A name with something added to it.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let name = format!("minolab-file-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn files_are_replaced_and_nothing_is_left_beside_them() {
        let folder = folder("replace");
        let path = folder.join("a.b");
        for text in ["a long first text", "second"] {
            replace_file(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
        assert!(replace_file(&folder.join("nowhere").join("a"), b"").is_err());
    }

    #[test]
    fn what_is_not_finished_changes_nothing() {
        let folder = folder("drop");
        let path = folder.join("report");
        replace_file(&path, b"old").unwrap();
        let mut file = FileWriter::create(&path).unwrap();
        file.write_all(b"half of the n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        // Two would mix what they write.
        let said = FileWriter::create(&path).unwrap_err();
        assert_eq!(said.kind(), io::ErrorKind::WouldBlock);
        assert!(said.to_string().contains("another minolab process"), "{said}");
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_stay() {
        let folder = folder("link");
        let (path, link) = (folder.join("report"), folder.join("link"));
        replace_file(&path, b"old").unwrap();
        std::os::unix::fs::symlink("report", &link).unwrap();
        replace_file(&link, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        fs::remove_dir_all(&folder).unwrap();
        let null = Path::new("/dev/null");
        replace_file(null, b"nothing").unwrap();
        assert!(!fs::metadata(null).unwrap().is_file());
    }

    #[test]
    fn what_a_killed_process_left_is_written_over() {
        let folder = folder("left");
        let path = folder.join("report");
        fs::write(folder.join("report.new"), "much longer than what comes now").unwrap();
        replace_file(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
