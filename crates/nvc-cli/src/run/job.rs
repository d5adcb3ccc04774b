//! A program, and what it runs over.

use super::args::Run;
use crate::files;
use anyhow::{Context, Result};
use nvc::{Language, Options, Source};
use nvc_exec::case::{Folder, Mapping};
use nvc_exec::{Dispatch, Resources};
use std::path::PathBuf;

/// What is to be run.
pub(crate) struct Job {
    /// What messages call the program.
    pub name: String,
    /// The content of its file.
    pub bytes: Vec<u8>,
    pub dispatch: Dispatch,
    memory: Memory,
}

/// Where the memory comes from.
enum Memory {
    /// The command line.
    Given(Box<Resources>),
    /// A case, whose record the run must leave.
    Recorded(Box<Folder>, Mapping),
}

impl Job {
    /// What the arguments ask for.
    pub fn new(args: &Run, options: &Options) -> Result<Self> {
        let stdin_name = args.common.reading.stdin_name.as_deref();
        let Some(dir) = &args.case else {
            let input = args.input.as_deref().context("there is no input")?;
            let (dispatch, memory) = (args.dispatch(), Memory::Given(Box::new(args.resources()?)));
            return Ok(Job {
                name: files::shown_name(input, stdin_name),
                bytes: files::read(input)?,
                dispatch,
                memory,
            });
        };
        let folder = Folder::load(dir).context("the case cannot be read")?;
        let input: PathBuf = dir.join(args.input_of_case.as_deref().unwrap_or("driver.nvcp".as_ref()));
        let (name, bytes) = (files::shown_name(&input, None), files::read(&input)?);
        let source = Source::new(&*name, String::from_utf8_lossy(&bytes).into_owned());
        // Assembly has indices of its own, GLSL the bindings that the case names.
        let mapping = match options.language().unwrap_or_else(|| Language::of(&source)) {
            Language::NvAsm => Mapping::assembly(&folder.case, &folder.map),
            Language::Glsl => Mapping::glsl(&folder.case),
        };
        let mapping = mapping.context("the case cannot be run")?;
        let dispatch = nvc_exec::case::dispatch(&folder.case);
        Ok(Job { name, bytes, dispatch, memory: Memory::Recorded(Box::new(folder), mapping) })
    }

    /// The case that is run, if one is.
    pub fn case(&self) -> Option<&Folder> {
        match &self.memory {
            Memory::Given(_) => None,
            Memory::Recorded(folder, _) => Some(folder),
        }
    }

    /// The memory before the run, where the interpreter has it.
    pub fn resources(&self) -> Resources {
        match &self.memory {
            Memory::Given(resources) => (**resources).clone(),
            Memory::Recorded(folder, mapping) => nvc_exec::case::resources(&folder.case, mapping),
        }
    }

    /// Lengths of the buffers that only their addresses lead to.
    pub fn reserved(&self) -> Vec<usize> {
        let case = self.case().map(|folder| &folder.case);
        case.map_or_else(Vec::new, |case| case.memory.iter().map(|memory| memory.bytes).collect())
    }

    /// The memory before the run, where those buffers have these addresses.
    pub fn resources_at(&self, addresses: &[u64]) -> Resources {
        match &self.memory {
            Memory::Given(resources) => (**resources).clone(),
            Memory::Recorded(folder, mapping) => {
                nvc_exec::case::resources_at(&folder.case, mapping, addresses)
            }
        }
    }
}
