//! The programs of `testdata`, and the functions in the file tests of passes.

use anyhow::{Context as _, Result};
use nvc::{Compiler, Options, internals};
use nvc_ir::{EntryPoint, Extent, Module, Phase};
use std::path::{Path, PathBuf};

/// Folders of programs.
const PROGRAMS: &[&str] = &["corpus", "hardware", "run", "glsl/run", "asm/spirv"];
/// Extensions of programs.
const EXTENSIONS: &[&str] = &["nvcp", "comp", "glsl"];

/// A program.
pub struct Program {
    /// Its path in `testdata`.
    pub name: String,
    /// The IR that the front end builds.
    pub module: Module,
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata")
}

/// Returns the files below a folder, sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the paths of all programs.
pub fn paths() -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for folder in PROGRAMS {
        paths.extend(files(&testdata().join(folder))?.into_iter().filter(|path| {
            path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known))
        }));
    }
    Ok(paths)
}

/// Returns the inputs of the file tests of passes: the name of the pass, which is that of the folder, and the path.
pub fn pass_tests() -> Result<Vec<(String, PathBuf)>> {
    let root = testdata().join("passes");
    let mut tests = Vec::new();
    for path in files(&root)? {
        let name = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        if let Some(name) = name.filter(|_| path.extension().is_some_and(|extension| extension == "nvcir")) {
            tests.push((name, path));
        }
    }
    Ok(tests)
}

/// Returns a path relative to `testdata`.
pub fn name(path: &Path) -> String {
    path.strip_prefix(testdata()).unwrap_or(path).display().to_string()
}

/// Compiles a program to the IR that the front end builds; `None` if that fails, as it does
/// for programs that need options.
pub fn compile(path: &Path) -> Result<Option<Program>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let compiler = Compiler::new(Options::new());
    let built = internals::module(&compiler, &path.to_string_lossy(), &bytes, Phase::Built);
    Ok(built.ok().map(|(module, _)| Program { name: name(path), module }))
}

/// Reads a module in text form; `None` if it cannot be parsed. If the module has no entry point, its first function becomes
/// the entry point.
pub fn parse(path: &Path) -> Result<Option<Program>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let Ok(mut module) = nvc_ir::text::parse(&text) else { return Ok(None) };
    if module.entry.is_none()
        && let Some(function) = module.functions.keys().next()
    {
        module.entry = Some(EntryPoint {
            name: "main".into(),
            function,
            workgroup_size: [Extent::Fixed(32), Extent::Fixed(1), Extent::Fixed(1)],
            derivatives: None,
            khr_derivatives: false,
            modes: Vec::new(),
        });
    }
    Ok(Some(Program { name: name(path), module }))
}
