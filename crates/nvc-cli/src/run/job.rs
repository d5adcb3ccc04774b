//! Prepares a program with its dispatch and memory, from the command line or a recorded case.

use super::args::Run;
use crate::files;
use anyhow::{Context, Result};
use nvc::{BindingMap, Language, Options, Source};
use nvc_exec::case::{Folder, Mapping};
use nvc_exec::{Dispatch, Resources};
use std::path::PathBuf;

/// A program to run.
pub(crate) struct Job {
    /// Name of the program in messages.
    pub name: String,
    /// Content of the program's file.
    pub bytes: Vec<u8>,
    /// Names and contents of the other compilation units to link.
    linked: Vec<(String, Vec<u8>)>,
    pub dispatch: Dispatch,
    memory: Memory,
}

/// Where the initial memory comes from.
enum Memory {
    /// Arguments on the command line.
    Given(Box<Resources>),
    /// A recorded case, whose recorded memory the run must reproduce.
    Recorded(Box<Folder>, Mapping),
}

/// Returns the language of a program.
fn language(options: &Options, name: &str, bytes: &[u8]) -> Language {
    let source = || Source::new(name, String::from_utf8_lossy(bytes).into_owned());
    options.language().unwrap_or_else(|| Language::of(&source()))
}

impl Job {
    /// Creates the job that the arguments describe.
    pub fn new(args: &Run, options: &Options) -> Result<Self> {
        let stdin_name = args.common.reading.stdin_name.as_deref();
        let Some(dir) = &args.case else {
            let input = args.input.as_deref().context("no input given")?;
            let (dispatch, memory) = (args.dispatch(), Memory::Given(Box::new(args.resources()?)));
            let unit = |path: &PathBuf| Ok((files::shown_name(path, stdin_name), files::read(path)?));
            return Ok(Job {
                name: files::shown_name(input, stdin_name),
                bytes: files::read(input)?,
                linked: args.link.iter().map(unit).collect::<Result<_>>()?,
                dispatch,
                memory,
            });
        };
        let folder = Folder::load(dir).context("cannot read the case")?;
        let input: PathBuf = dir.join(args.input_of_case.as_deref().unwrap_or("driver.nvcp".as_ref()));
        let (name, bytes) = (files::shown_name(&input, None), files::read(&input)?);
        // In assembly, resources have the driver's indices, which `map.toml` maps to the case's bindings.
        // GLSL uses the case's bindings directly.
        let mapping = match language(options, &name, &bytes) {
            Language::NvAsm => Mapping::assembly(&folder.case, &folder.map),
            _ => Mapping::glsl(&folder.case),
        };
        let mapping = mapping.context("cannot run the case")?;
        let dispatch = nvc_exec::case::dispatch(&folder.case);
        Ok(Job {
            name,
            bytes,
            linked: Vec::new(),
            dispatch,
            memory: Memory::Recorded(Box::new(folder), mapping),
        })
    }

    /// Returns the name and content of the program.
    pub fn unit(&self) -> (&str, &[u8]) {
        (&self.name, &self.bytes)
    }

    /// Returns the compilation units to link with the program.
    pub fn linked(&self) -> Vec<(&str, &[u8])> {
        self.linked.iter().map(|(name, bytes)| (&**name, &**bytes)).collect()
    }

    /// Returns the mapping of the program's resources to bindings.
    pub fn bindings(&self, options: &Options) -> BindingMap {
        options.binding_map(language(options, &self.name, &self.bytes))
    }

    /// Returns the recorded case, if there is one.
    pub fn case(&self) -> Option<&Folder> {
        match &self.memory {
            Memory::Given(_) => None,
            Memory::Recorded(folder, _) => Some(folder),
        }
    }

    /// Returns the initial memory, with the interpreter's buffer addresses.
    pub fn resources(&self) -> Resources {
        match &self.memory {
            Memory::Given(resources) => (**resources).clone(),
            Memory::Recorded(folder, mapping) => nvc_exec::case::resources(&folder.case, mapping),
        }
    }

    /// Returns the sizes in bytes of the buffers that are accessed only by address.
    pub fn reserved(&self) -> Vec<usize> {
        let case = self.case().map(|folder| &folder.case);
        case.map_or_else(Vec::new, |case| case.memory.iter().map(|memory| memory.bytes).collect())
    }

    /// Returns the initial memory, with the buffers of [`Job::reserved`] at these addresses.
    pub fn resources_at(&self, addresses: &[u64]) -> Resources {
        match &self.memory {
            Memory::Given(resources) => (**resources).clone(),
            Memory::Recorded(folder, mapping) => {
                nvc_exec::case::resources_at(&folder.case, mapping, addresses)
            }
        }
    }
}
