//! The compilers whose generated code is timed.

use crate::cases;
use anyhow::{Context as _, Result, ensure};
use nvc::{BindingMap, BindingScheme};
use nvc_exec::case::{self, Folder, Mapping};
use nvc_exec::{Times, Timing};
use nvc_lab::cases::Language;
use nvc_lab::opengl::Context;
use nvc_vulkan::Device;
use std::path::Path;

/// A compiler together with the graphics API that runs its output.
pub(super) trait Compiler {
    /// Returns the name of the compiler in the report.
    fn name(&self) -> &str;
    /// Times the program of the case in `dir`, whose data is `folder`.
    fn time(&self, dir: &Path, folder: &Folder, timing: Timing) -> Result<Times>;
}

/// NVIDIA's OpenGL driver, which assembles the recorded listing.
pub(super) struct Listing;

impl Listing {
    /// Checks that NVIDIA's driver can be opened and has an assembler. Returns the driver's name too.
    pub(super) fn open() -> Result<(Self, String)> {
        let context = Context::open()?;
        ensure!(context.has_assembler(), "{} has no assembler", context.name());
        Ok((Listing, context.name()))
    }
}

impl Compiler for Listing {
    fn name(&self) -> &str {
        "driver"
    }

    fn time(&self, dir: &Path, folder: &Folder, timing: Timing) -> Result<Times> {
        // A program that exceeds the driver's time limit loses the context, so each case gets its own.
        let context = Context::open()?;
        let program = context.assembly(&read(dir, Language::Assembly)?)?;
        Ok(context.time(&program, &folder.case, &folder.map, timing)?)
    }
}

/// nvc, on Vulkan.
pub(super) struct Nvc<'d> {
    pub(super) device: &'d Device,
    pub(super) language: Language,
    /// Whether peer compilers are timed too. If so, GLSL is compiled with the same bindings as their modules.
    pub(super) peers: bool,
}

impl Compiler for Nvc<'_> {
    fn name(&self) -> &str {
        "nvc"
    }

    fn time(&self, dir: &Path, folder: &Folder, timing: Timing) -> Result<Times> {
        let mut options = cases::options(folder);
        let mut bindings = BindingMap::classes();
        if self.peers && self.language == Language::Glsl {
            options = options.with_bindings(BindingScheme::Vulkan);
            bindings = BindingMap::vulkan();
        }
        let source = read(dir, self.language)?;
        let compiled = nvc::Compiler::new(options).compile_bytes(self.language.file(), source.as_bytes())?;
        let words = compiled.artifact.words().unwrap_or_default();
        on_vulkan(self.device, words, &bindings, folder, self.language, timing)
    }
}

/// Another compiler, represented by a folder of SPIR-V modules that it compiled from the GLSL.
pub(super) struct Peer<'d> {
    pub(super) device: &'d Device,
    pub(super) name: &'d str,
    pub(super) dir: &'d Path,
}

impl Compiler for Peer<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn time(&self, dir: &Path, folder: &Folder, timing: Timing) -> Result<Times> {
        let path = self.dir.join(dir.file_name().unwrap_or_default()).with_extension("spv");
        let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
        let (words, rest) = bytes.as_chunks();
        ensure!(rest.is_empty(), "{}: not a whole number of words", path.display());
        let words: Vec<u32> = words.iter().copied().map(u32::from_le_bytes).collect();
        on_vulkan(self.device, &words, &BindingMap::vulkan(), folder, Language::Glsl, timing)
    }
}

fn on_vulkan(
    device: &Device,
    words: &[u32],
    bindings: &BindingMap,
    folder: &Folder,
    language: Language,
    timing: Timing,
) -> Result<Times> {
    let case = &folder.case;
    let mapping = match language {
        Language::Assembly => Mapping::assembly(case, &folder.map)?,
        Language::Glsl => Mapping::glsl(case)?,
    };
    let mut session = device.session();
    let lengths: Vec<usize> = case.memory.iter().map(|memory| memory.bytes).collect();
    let addresses = session.reserve(&lengths)?;
    ensure!(
        addresses.len() == lengths.len(),
        "the device returned {} addresses for {} buffers",
        addresses.len(),
        lengths.len()
    );
    let memory = case::resources_at(case, &mapping, &addresses);
    Ok(session.time(words, &case::dispatch(case), bindings, &memory, timing)?)
}

fn read(dir: &Path, language: Language) -> Result<String> {
    let path = dir.join(language.file());
    std::fs::read_to_string(&path).with_context(|| path.display().to_string())
}
