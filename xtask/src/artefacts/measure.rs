//! Measures the size, compressed size and start-up time of an artefact.

use super::What;
use crate::dist::target::TARGETS;
use crate::dist::{archive, runner};
use crate::timing;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The measurements of an artefact; `None` means not measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// Installed size in bytes.
    pub size: Option<u64>,
    /// Download size in bytes: that of the wheel, package or archive itself, or of the files compressed one by one with gzip.
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

/// JavaScript module that loads the npm package and prints the CPU seconds that loading took.
const LOAD_NPM: &str = "const start = process.cpuUsage(); const { load } = await import(process.argv[1]); await load(); \
                        const { user, system } = process.cpuUsage(start); console.log((user + system) / 1e6);";

/// Measures an artefact. Returns `None` if it does not exist because it was not built or, for shaderc, not installed.
pub fn measure(
    what: &What,
    directory: &Path,
    shaderc: Option<&Path>,
    python: &Path,
) -> Result<Option<Measured>> {
    let path = match what {
        What::Shaderc => shaderc.map(Path::to_path_buf).or_else(installed_shaderc),
        What::Wheel(folder) => find(&directory.join(folder), ".whl"),
        What::Debian(folder, end) => find(&directory.join(folder), end),
        What::Command(name)
        | What::Emulated(name, _)
        | What::File(name)
        | What::Library(name)
        | What::Npm(name)
        | What::Folder(name)
        | What::Zip(name) => Some(directory.join(name)),
    };
    let Some(path) = path.filter(|path| path.exists()) else { return Ok(None) };
    let (size, compressed) = match what {
        What::Wheel(_) | What::Zip(_) => (unzipped(&path)?, std::fs::metadata(&path)?.len()),
        What::Debian(..) => (unpacked(&path)?, std::fs::metadata(&path)?.len()),
        _ => sizes(&path)?,
    };
    let start = match what {
        What::Command(_) => Some(timing::median(RUNS, || version(Command::new(&path)))?),
        What::Emulated(_, triple) => {
            let target = TARGETS.iter().find(|target| target.triple == *triple);
            let target = target.with_context(|| format!("`{triple}` is not a release target"))?;
            Some(timing::median(RUNS, || version(runner::command(target, &path)))?)
        }
        What::Library(_) | What::Shaderc => {
            Some(printed(python, &["-c".as_ref(), LOAD.as_ref(), path.as_os_str()])?)
        }
        What::Wheel(_) => {
            // In the virtual environment that `cargo xtask python` created beside the folder of the wheel.
            let python = path.parent().unwrap_or(&path).with_file_name("env").join("bin/python");
            Some(printed(&python, &["-c".as_ref(), IMPORT.as_ref()])?)
        }
        What::Npm(_) => {
            let module = path.join("node.js");
            let line =
                ["--input-type=module".as_ref(), "--eval".as_ref(), LOAD_NPM.as_ref(), module.as_os_str()];
            Some(printed(Path::new("node"), &line)?)
        }
        What::File(_) | What::Folder(_) | What::Debian(..) | What::Zip(_) => None,
    };
    Ok(Some(Measured { size: Some(size), compressed: Some(compressed), start }))
}

fn version(mut command: Command) -> Command {
    command.arg("--version");
    command
}

/// Returns the first file of a folder, in the order of names, whose name ends with `end`.
fn find(folder: &Path, end: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    let paths = entries.flatten().map(|entry| entry.path());
    paths.filter(|path| path.to_string_lossy().ends_with(end)).min()
}

/// Returns the size of a file, or of all files of a folder, and their size after compression with gzip.
fn sizes(path: &Path) -> Result<(u64, u64)> {
    let (mut size, mut compressed) = (0, 0);
    for file in files(path)? {
        let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        size += bytes.len() as u64;
        compressed += archive::gzip(&bytes)?.len() as u64;
    }
    Ok((size, compressed))
}

/// Returns the size of the files in a ZIP archive.
fn unzipped(path: &Path) -> Result<u64> {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(path)?)?;
    (0..archive.len()).map(|index| Ok(archive.by_index(index)?.size())).sum()
}

/// Returns the size of the files in a Debian package, as its control file states it in KiB.
fn unpacked(path: &Path) -> Result<u64> {
    let output = Command::new("dpkg-deb").arg("--field").arg(path).arg("Installed-Size").output();
    let output = output.context("cannot start dpkg-deb")?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.trim().parse::<u64>().context("the package does not state its size")? * 1024)
}

/// Runs an interpreter [`RUNS`] times. Returns the median of the numbers that it prints.
fn printed(interpreter: &Path, line: &[&std::ffi::OsStr]) -> Result<f64> {
    let mut times = Vec::new();
    for _ in 0..RUNS {
        // Python imports from the current folder first, and the sources contain a package `nvc` too.
        let output = Command::new(interpreter).args(line).current_dir(std::env::temp_dir()).output();
        let output = output.with_context(|| format!("cannot start {}", interpreter.display()))?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8_lossy(&output.stdout);
        let time = text.trim().parse();
        times.push(time.with_context(|| format!("{} did not print a number", interpreter.display()))?);
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
