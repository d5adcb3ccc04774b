//! Measures the size, compressed size and start-up time of an artefact.

use super::What;
use crate::dist::archive;
use crate::timing;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The measurements of an artefact; `None` means not measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// Installed size in bytes.
    pub size: Option<u64>,
    /// Download size in bytes: of the wheel, or of the files compressed with gzip.
    pub compressed: Option<u64>,
    /// CPU seconds to start the command, load the library or import the package.
    pub start: Option<f64>,
}

/// Number of runs for each start-up time, which is their median.
const RUNS: usize = 51;

/// Python program that loads a library and prints the CPU seconds that loading took.
const LOAD: &str = "import ctypes, os, sys, time; start = time.process_time(); \
                    ctypes.CDLL(sys.argv[1], mode=os.RTLD_NOW); print(time.process_time() - start)";

/// Python program that imports the package and prints the CPU seconds that the import took.
const IMPORT: &str =
    "import time; start = time.process_time(); import nvc; print(time.process_time() - start)";

/// Measures an artefact. Returns `None` if it was not built.
pub fn measure(
    what: &What,
    directory: &Path,
    shaderc: Option<&Path>,
    python: &Path,
) -> Result<Option<Measured>> {
    let (path, start): (PathBuf, Option<f64>) = match what {
        What::Command(name) | What::File(name) | What::Library(name) => {
            let path = directory.join(name);
            if !path.exists() {
                return Ok(None);
            }
            let start = match what {
                What::Command(_) => Some(timing::median(RUNS, || version(&path))?),
                What::Library(_) => Some(printed(python, &[LOAD.as_ref(), path.as_os_str()])?),
                _ => None,
            };
            (path, start)
        }
        What::Shaderc => {
            let Some(path) = shaderc.map(Path::to_path_buf).or_else(installed_shaderc) else {
                return Ok(None);
            };
            let start = printed(python, &[LOAD.as_ref(), path.as_os_str()])?;
            (path, Some(start))
        }
        What::Wheel(folder) => return wheel(&directory.join(folder)),
        What::Folder(name) => {
            let path = directory.join(name);
            if !path.exists() {
                return Ok(None);
            }
            (path, None)
        }
    };
    let files = files(&path)?;
    let mut measured = Measured { size: Some(0), compressed: Some(0), start };
    for file in files {
        let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        measured.size = measured.size.map(|size| size + bytes.len() as u64);
        let compressed = compressed(&bytes)?;
        measured.compressed = measured.compressed.map(|size| size + compressed);
    }
    Ok(Some(measured))
}

fn version(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg("--version");
    command
}

/// Measures the wheel in a folder. The import is measured in the virtual environment that `cargo xtask python` created
/// beside the folder.
fn wheel(folder: &Path) -> Result<Option<Measured>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(None) };
    let Some(path) =
        entries.flatten().map(|entry| entry.path()).find(|path| path.extension().is_some_and(|e| e == "whl"))
    else {
        return Ok(None);
    };
    let mut archive = zip::ZipArchive::new(std::fs::File::open(&path)?)?;
    let mut size = 0;
    for index in 0..archive.len() {
        size += archive.by_index(index)?.size();
    }
    let python = folder.with_file_name("env").join("bin/python");
    let start = printed(&python, &[IMPORT.as_ref()])?;
    let compressed = std::fs::metadata(&path)?.len();
    Ok(Some(Measured { size: Some(size), compressed: Some(compressed), start: Some(start) }))
}

/// Runs a Python program [`RUNS`] times. Returns the median of the numbers that it prints.
fn printed(python: &Path, line: &[&std::ffi::OsStr]) -> Result<f64> {
    let mut times = Vec::new();
    for _ in 0..RUNS {
        // Python imports from the current folder first, and the sources contain a package `nvc` too.
        let output = Command::new(python).arg("-c").args(line).current_dir(std::env::temp_dir()).output();
        let output = output.with_context(|| format!("cannot start {}", python.display()))?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        times.push(
            String::from_utf8_lossy(&output.stdout)
                .trim()
                .parse()
                .context("Python did not print a number")?,
        );
    }
    Ok(timing::middle(&mut times))
}

/// Returns the library of Debian's package `libshaderc1`, if it is installed.
fn installed_shaderc() -> Option<PathBuf> {
    let path = PathBuf::from(format!("/usr/lib/{}-linux-gnu/libshaderc.so.1", std::env::consts::ARCH));
    path.exists().then_some(path)
}

/// Returns the path itself if it is a file, or all files below it if it is a folder.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))? {
        found.extend(files(&entry?.path())?);
    }
    Ok(found)
}

/// Returns the number of bytes after compression with gzip.
fn compressed(bytes: &[u8]) -> Result<u64> {
    Ok(archive::gzip(bytes)?.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_artefacts_are_not_measured() {
        let nowhere = Path::new("no such folder");
        for row in super::super::ROWS.iter().filter(|row| !matches!(row.what, What::Shaderc)) {
            assert_eq!(
                measure(&row.what, nowhere, None, Path::new("python3")).ok(),
                Some(None),
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn sizes_of_a_folder_add_up() {
        let folder = std::env::temp_dir().join(format!("nvc-artefacts-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("page/deep")).expect("a folder");
        std::fs::write(folder.join("page/a"), [0; 100_000]).expect("a file");
        std::fs::write(folder.join("page/deep/b"), "b").expect("a file");
        let found = measure(&What::Folder("page"), &folder, None, Path::new("python3"))
            .expect("measured")
            .expect("a folder");
        std::fs::remove_dir_all(&folder).expect("removed");
        assert_eq!((found.size, found.start), (Some(100_001), None));
        assert!(found.compressed.is_some_and(|size| size < 1000));
    }
}
