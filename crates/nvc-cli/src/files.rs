//! Reading inputs and writing outputs.

use anyhow::{Context, Result, anyhow};
use std::fs;
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::path::Path;

/// The path for standard input or output.
pub(crate) const STANDARD: &str = "-";

/// The name of standard input in messages.
const STANDARD_INPUT: &str = "<stdin>";

/// The name of an input in messages; `standard` overrides that of standard input.
pub(crate) fn shown_name(path: &Path, standard: Option<&str>) -> String {
    match path == Path::new(STANDARD) {
        true => standard.unwrap_or(STANDARD_INPUT).to_owned(),
        false => path.to_string_lossy().into_owned(),
    }
}

/// Reads a file or standard input, up to one byte more than the library accepts, so that it can report
/// input that is too long.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    if path != Path::new(STANDARD) {
        return nvc::read_file(path).with_context(|| format!("cannot read {}", path.display()));
    }
    let limit = nvc::MAX_INPUT_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(limit).read_to_end(&mut bytes).context("cannot read standard input")?;
    Ok(bytes)
}

/// Writes an output to a file, or to standard output if the path is `-`.
pub(crate) fn write(path: &Path, bytes: &[u8], is_binary: bool) -> Result<()> {
    if path != Path::new(STANDARD) {
        return write_whole(path, bytes).map_err(|error| {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty() && !parent.exists());
            match parent {
                Some(parent) => {
                    anyhow!("cannot write {}: {} does not exist", path.display(), parent.display())
                }
                None => anyhow!("cannot write {}: {}", path.display(), cause(&error)),
            }
        });
    }
    if is_binary && std::io::stdout().is_terminal() {
        anyhow::bail!("refusing to write SPIR-V to a terminal; pass `-o FILE` or `--emit spvasm`");
    }
    write_stdout(bytes)
}

/// Prints to standard output. A closed pipe is not an error.
pub(crate) fn write_stdout(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done.context("cannot write to standard output"),
    }
}

/// What the system said, without the name of the temporary file that the error may carry.
fn cause(error: &std::io::Error) -> String {
    let inner = error.get_ref().and_then(|inner| inner.source());
    inner.map_or_else(|| error.to_string(), ToString::to_string)
}

/// Writes a file atomically, by renaming a temporary file. A file that already has this content is not
/// touched, so that build systems do not rebuild its dependents.
fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // A symbolic link is kept; its target is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        // Devices and pipes cannot be replaced.
        Ok(known) if !known.is_file() => return fs::write(&target, bytes),
        Ok(known) if known.len() == bytes.len() as u64 && fs::read(&target)? == bytes => return Ok(()),
        _ => {}
    }
    let parent = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        // Subject to the umask. The default, 0600, would hide outputs from other users.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut temporary = builder.prefix(".nvc-").suffix(".tmp").tempfile_in(parent)?;
    temporary.write_all(bytes)?;
    temporary.persist(&target).map_err(|e| e.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir).expect("a directory");
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn writes_are_atomic_and_skipped_for_equal_content() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("x.spv");
        write_whole(&path, b"one").expect("written");
        let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        fs::File::options().write(true).open(&path).and_then(|f| f.set_modified(old)).expect("dated");
        let modified = || fs::metadata(&path).and_then(|m| m.modified()).expect("a date");
        write_whole(&path, b"one").expect("written");
        assert_eq!(modified(), old);
        write_whole(&path, b"two").expect("written");
        assert_ne!(modified(), old);
        assert_eq!(fs::read(&path).expect("read"), b"two");
        assert_eq!(names(dir.path()), ["x.spv"]);
    }

    #[test]
    fn failed_writes_leave_no_temporary_file() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("x.spv");
        fs::create_dir(&path).expect("made");
        assert!(write_whole(&path, b"one").is_err());
        assert!(write_whole(&dir.path().join("none/x.spv"), b"one").is_err());
        assert_eq!(names(dir.path()), ["x.spv"]);
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_and_devices_are_not_replaced() {
        let dir = tempfile::tempdir().expect("a folder");
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        fs::write(&file, b"one").expect("written");
        std::os::unix::fs::symlink(&file, &link).expect("linked");
        write_whole(&link, b"two").expect("written");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!(fs::read(&file).expect("read"), b"two");
        write_whole(Path::new("/dev/null"), b"two").expect("written");
        assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    }
}
