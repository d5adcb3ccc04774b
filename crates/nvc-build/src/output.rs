//! Writes files below `OUT_DIR`.

use crate::Error;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Resolves a relative path below `OUT_DIR`.
pub(crate) fn below(out_dir: &Path, path: &Path) -> Result<PathBuf, Error> {
    let stays = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !stays || path.file_name().is_none() {
        return Err(Error::OutsideOutDir(path.to_owned()));
    }
    Ok(out_dir.join(path))
}

/// Writes a file atomically. A file that already has this content keeps its modification time.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    let failed = |source| Error::Write { path: path.to_owned(), source };
    if std::fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    let parent = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).map_err(failed)?;
    replace(parent, path, text).map_err(failed)
}

fn replace(parent: &Path, path: &Path, text: &str) -> io::Result<()> {
    // cargo runs one build script at a time over an `OUT_DIR`, so the name is free.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = parent.join(format!(".nvc-{name}.tmp"));
    let written = std::fs::write(&temporary, text).and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_below_the_folder() {
        let out = Path::new("out");
        assert_eq!(below(out, Path::new("gen/a.rs")).ok(), Some(PathBuf::from("out/gen/a.rs")));
        for wrong in ["", ".", "/a.rs", "../a.rs", "gen/../../a.rs"] {
            assert!(matches!(below(out, Path::new(wrong)), Err(Error::OutsideOutDir(_))), "{wrong}");
        }
    }

    #[test]
    fn equal_files_keep_their_time_stamps() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/shaders.rs");
        write(&path, "one").expect("written");
        let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        std::fs::File::options().write(true).open(&path).and_then(|f| f.set_modified(old)).expect("dated");
        let modified = || std::fs::metadata(&path).and_then(|m| m.modified()).expect("a date");
        write(&path, "one").expect("written");
        assert_eq!(modified(), old);
        write(&path, "two").expect("written");
        assert_ne!(modified(), old);
        assert_eq!(std::fs::read_to_string(&path).expect("read"), "two");
    }
}
