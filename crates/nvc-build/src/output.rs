//! Writes files below `OUT_DIR`.

use crate::Error;
use std::path::{Component, Path, PathBuf};

/// Resolves a relative path below `OUT_DIR`. Fails if the path is absolute or contains `..`.
pub(crate) fn below(out_dir: &Path, path: &Path) -> Result<PathBuf, Error> {
    let stays = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !stays || path.file_name().is_none() {
        return Err(Error::OutsideOutDir(path.to_owned()));
    }
    Ok(out_dir.join(path))
}

/// Writes a file atomically. A file that already has this content is not touched.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    let failed = |source| Error::Write { path: path.to_owned(), source };
    nvc_batch::write(path, text.as_bytes()).map_err(failed)
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
