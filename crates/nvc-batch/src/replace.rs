//! Writes files atomically.

use same_file::Handle;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Maximum length in bytes of a file name that is kept in the temporary name; longer names are hashed. File
/// systems allow 255 bytes.
const LONGEST_NAME: usize = 200;

/// Writes a file atomically and creates its folder if needed. A file that already has this content is not
/// touched.
///
/// # Errors
/// If the folder cannot be created or the file cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    replace(path, bytes)
}

/// Writes a file atomically: writes a temporary file `.nvc-NAME.tmp` in the same folder and renames it. A
/// file that already has this content is not touched, so that build systems do not rebuild its dependents.
/// Symbolic links are followed. Devices and pipes are written directly.
///
/// If the process is killed, the temporary file may remain; the next write of the same file reuses it.
///
/// # Errors
/// If the file cannot be written. The old content is then unchanged.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(known) if !known.is_file() => return fs::write(&target, bytes),
        Ok(known) if known.len() == bytes.len() as u64 && fs::read(&target)? == bytes => {
            remove_leftover(&temporary(&target));
            return Ok(());
        }
        _ => {}
    }
    let temporary = temporary(&target);
    let mut file = lock(&temporary)?;
    let written =
        file.set_len(0).and_then(|()| file.write_all(bytes)).and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        // Ignored, because the first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Returns the path of the temporary file.
fn temporary(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default();
    let mut hidden = std::ffi::OsString::from(".nvc-");
    if name.len() <= LONGEST_NAME {
        hidden.push(name);
    } else {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        hidden.push(hasher.finish().to_string());
    }
    hidden.push(".tmp");
    target.with_file_name(hidden)
}

/// Removes the temporary file that a killed process left, unless another process is writing it. Errors are
/// ignored, since a leftover file is harmless.
fn remove_leftover(path: &Path) {
    if let Ok(file) = File::options().write(true).open(path)
        && file.try_lock().is_ok()
    {
        let _ = fs::remove_file(path);
    }
}

/// Creates the temporary file and locks it for this process. Another process that writes the same output may
/// rename or remove the file while this one waits for the lock. The locked file then no longer has this
/// name, and another one is opened.
fn lock(path: &Path) -> io::Result<File> {
    loop {
        let file = File::options().create(true).truncate(false).write(true).open(path)?;
        match file.lock() {
            // The file system does not support locks; the last writer wins.
            Err(error) if error.kind() == ErrorKind::Unsupported => return Ok(file),
            locked => locked?,
        }
        let own = Handle::from_file(file.try_clone()?)?;
        match Handle::from_path(path) {
            Ok(named) if named == own => return Ok(file),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir).expect("a directory");
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn other_content_is_replaced_and_equal_content_not_touched() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("x.spv");
        replace(&path, b"one").expect("written");
        let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        File::options().write(true).open(&path).and_then(|f| f.set_modified(old)).expect("dated");
        let modified = || fs::metadata(&path).and_then(|m| m.modified()).expect("a date");
        replace(&path, b"one").expect("written");
        assert_eq!(modified(), old);
        replace(&path, b"two").expect("written");
        assert_ne!(modified(), old);
        assert_eq!(fs::read(&path).expect("read"), b"two");
        assert_eq!(names(dir.path()), ["x.spv"]);
    }

    #[test]
    fn failed_writes_leave_no_temporary_file() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("x.spv");
        fs::create_dir(&path).expect("made");
        assert!(replace(&path, b"one").is_err());
        assert!(replace(&dir.path().join("none/x.spv"), b"one").is_err());
        assert_eq!(names(dir.path()), ["x.spv"]);
        write(&dir.path().join("new/x.spv"), b"one").expect("the folder is created");
    }

    #[test]
    fn a_leftover_temporary_file_is_reused_or_removed() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("x.spv");
        fs::write(dir.path().join(".nvc-x.spv.tmp"), b"half of a longer file").expect("written");
        replace(&path, b"whole").expect("written");
        assert_eq!(fs::read(&path).expect("read"), b"whole");
        assert_eq!(names(dir.path()), ["x.spv"]);
        fs::write(dir.path().join(".nvc-x.spv.tmp"), b"half").expect("written");
        replace(&path, b"whole").expect("nothing to write");
        assert_eq!(names(dir.path()), ["x.spv"]);
    }

    #[test]
    fn concurrent_writers_leave_one_complete_file() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("x.spv");
        std::thread::scope(|scope| {
            for number in 0..8u8 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..50 {
                        replace(path, &vec![number; 1000 + usize::from(number)]).expect("written");
                    }
                });
            }
        });
        let left = fs::read(&path).expect("read");
        assert!(left.iter().all(|&byte| byte == left[0]) && left.len() == 1000 + usize::from(left[0]));
        assert_eq!(names(dir.path()), ["x.spv"]);
    }

    #[test]
    fn long_names() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("x".repeat(255));
        replace(&path, b"one").expect("written");
        assert_eq!(fs::read(&path).expect("read"), b"one");
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_and_devices_are_not_replaced() {
        let dir = tempfile::tempdir().expect("a folder");
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        fs::write(&file, b"one").expect("written");
        std::os::unix::fs::symlink(&file, &link).expect("linked");
        replace(&link, b"two").expect("written");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!(fs::read(&file).expect("read"), b"two");
        replace(Path::new("/dev/null"), b"two").expect("written");
        assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    }
}
