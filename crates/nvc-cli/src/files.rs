//! Reads inputs and writes outputs.

use anyhow::{Context, Result, anyhow};
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::path::Path;

/// The path that stands for standard input or output.
pub(crate) const STANDARD: &str = "-";

/// The name of standard input in messages.
const STANDARD_INPUT: &str = "<stdin>";

/// Returns the name of an input in messages. `standard` overrides the name of standard input.
pub(crate) fn shown_name(path: &Path, standard: Option<&str>) -> String {
    match path == Path::new(STANDARD) {
        true => standard.unwrap_or(STANDARD_INPUT).to_owned(),
        false => path.to_string_lossy().into_owned(),
    }
}

/// Reads a file or standard input, but at most one byte more than the library accepts. The extra byte lets
/// the library report an input that is too long.
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
        return nvc_batch::replace(path, bytes).map_err(|error| {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty() && !parent.exists());
            match parent {
                Some(parent) => {
                    anyhow!("cannot write {}: {} does not exist", path.display(), parent.display())
                }
                None => anyhow!("cannot write {}: {}", path.display(), error),
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
