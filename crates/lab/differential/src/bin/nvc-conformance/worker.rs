//! The worker process of one column of the results tables, that is, of one engine. Engines run in separate
//! processes because drivers may crash or hang.
//!
//! The worker prints a description of the column ([`Facts`]), then answers each input line ([`Request`])
//! with one line ([`Verdict`]). All lines are JSON.

use crate::cases::options;
use crate::column::Column;
use crate::interpret;
use crate::verdict::Verdict;
use anyhow::{Context as _, Result, anyhow};
use nvc::internals::{self, Phase};
use nvc::{BindingScheme, Compiler, OptLevel, Options, Quirks, Workarounds};
use nvc_exec::case::{Case, Folder, Map, Mapping, Truth};
use nvc_interp::Config;
use nvc_lab::cases::Language;
use nvc_vulkan::{Device, Selector};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

/// Options of the worker.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The column whose engine runs the programs.
    column: Column,
}

/// The description of a column that a worker prints at start-up.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// Title of the column: the name of the device or driver, or [`Column::title`] for the interpreter.
    pub(crate) name: String,
    /// Features of the device, by their Vulkan names.
    pub(crate) features: BTreeSet<String>,
    /// Whether the OpenGL driver has an assembler for NVIDIA's assembly language; false for other engines.
    pub(crate) assembler: bool,
}

/// A request to run one program.
#[derive(Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) dir: PathBuf,
    /// Whether to run the GLSL program of the case instead of the assembly program.
    pub(crate) glsl: bool,
    /// Enabled driver workarounds, in the syntax of `nvc --workarounds`.
    pub(crate) workarounds: String,
    /// Set for the reproducer of a workaround, which has no recorded memory.
    pub(crate) reproducer: Option<Reproducer>,
}

/// How to compile the reproducer of a workaround. The memory after its run is compared with that after a run on the
/// interpreter.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Reproducer {
    /// Whether the driver bug shows only without optimisation.
    pub(crate) unoptimised: bool,
}

/// An opened engine.
enum Opened {
    Interpreter(Column),
    Vulkan(Box<Device>),
    OpenGl(Facts),
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let opened = Opened::new(args.column)?;
    let mut out = std::io::stdout();
    writeln!(out, "{}", serde_json::to_string(&opened.facts(args.column))?)?;
    out.flush()?;
    for line in std::io::stdin().lock().lines() {
        let request: Request = serde_json::from_str(&line?)?;
        let language = if request.glsl { Language::Glsl } else { Language::Assembly };
        let verdict =
            opened.judge(&request, language).unwrap_or_else(|error| Verdict::CannotRun(format!("{error:#}")));
        writeln!(out, "{}", serde_json::to_string(&verdict)?)?;
        out.flush()?;
    }
    Ok(true)
}

impl Opened {
    fn new(column: Column) -> Result<Self> {
        Ok(match column {
            Column::Built | Column::Legal | Column::EachPass => Opened::Interpreter(column),
            Column::Vulkan(index) => Opened::Vulkan(Box::new(Device::open(&Selector::Index(index))?)),
            Column::OpenGl => {
                let context = nvc_lab::opengl::Context::open()?;
                Opened::OpenGl(Facts {
                    name: format!("{}, with its own compiler and assembler", context.name()),
                    features: BTreeSet::new(),
                    assembler: context.has_assembler(),
                })
            }
        })
    }

    fn facts(&self, column: Column) -> Facts {
        match self {
            Opened::Interpreter(_) => Facts { name: column.title().to_owned(), ..Facts::default() },
            Opened::Vulkan(device) => {
                let facts = device.info();
                let features = facts.features.iter().map(|name| (*name).to_owned()).collect();
                Facts { name: facts.name.clone(), features, assembler: false }
            }
            Opened::OpenGl(facts) => facts.clone(),
        }
    }

    fn judge(&self, request: &Request, language: Language) -> Result<Verdict> {
        let dir = &request.dir;
        let file = dir.join(language.file());
        let bytes = std::fs::read(&file).with_context(|| file.display().to_string())?;
        let folder = match request.reproducer {
            Some(_) => reproducer(dir, language, &bytes)?,
            None => Folder::load(dir)?,
        };
        let mut options = options(&folder);
        options = options.with_workarounds(request.workarounds.parse()?);
        if request.reproducer.is_some_and(|reproducer| reproducer.unoptimised) {
            options = options.with_opt_level(OptLevel::None);
        }
        let mapping = mapping(&folder.case, &folder.map, language)?;
        match self {
            Opened::Interpreter(column) => {
                interpret::run(*column, &folder, &mapping, language.file(), &bytes, &options)
            }
            Opened::Vulkan(device) => on_vulkan(device, &folder, &mapping, language.file(), &bytes, &options),
            Opened::OpenGl(_) => {
                // A program that exceeds the driver's time limit loses the context, so each program gets its
                // own.
                let context = nvc_lab::opengl::Context::open()?;
                let source = String::from_utf8(bytes).context("the program is not UTF-8")?;
                let program = match language {
                    Language::Assembly => context.assembly(&source)?,
                    Language::Glsl => context.glsl(&source)?,
                };
                let outputs = context.run(&program, &folder.case, &folder.map)?;
                Ok(Verdict::of(&folder, &outputs))
            }
        }
    }
}

fn mapping(case: &Case, map: &Map, language: Language) -> Result<Mapping> {
    match language {
        Language::Assembly => Mapping::assembly(case, map),
        Language::Glsl => Mapping::glsl(case),
    }
}

/// Builds the case of a workaround's reproducer. The expected memory is that of the interpreter without
/// workarounds.
fn reproducer(dir: &Path, language: Language, bytes: &[u8]) -> Result<Folder> {
    let (case, map) = (Case::load(dir)?, Map::default());
    let compiler = Compiler::new(
        Options::new().with_workarounds(Workarounds::NONE).with_bindings(BindingScheme::Classes),
    );
    let (module, _) = internals::module(&compiler, language.file(), bytes, Phase::Legal)
        .map_err(|error| anyhow!(error.messages(nvc::render::Style::default())))?;
    let mut memory = nvc_exec::case::resources(&case, &mapping(&case, &map, language)?);
    let dispatch = nvc_exec::case::dispatch(&case);
    nvc_interp::run(&module, &dispatch, &mut memory, &Config::default(), None)
        .map_err(|fault| anyhow!("the interpreter: {}", fault.message))?;
    let truth = Truth { blocks: nvc_exec::case::outputs(&case, &memory).blocks };
    Ok(Folder { case, map, truth, quirks: Quirks::Specification })
}

fn on_vulkan(
    device: &Device,
    folder: &Folder,
    mapping: &Mapping,
    name: &str,
    bytes: &[u8],
    options: &Options,
) -> Result<Verdict> {
    let compiled = match Compiler::new(options.clone()).compile_bytes(name, bytes) {
        Ok(compiled) => compiled,
        Err(error) => return Ok(Verdict::CannotRun(error.messages(nvc::render::Style::default()))),
    };
    let words = compiled.artifact.words().unwrap_or_default();
    Ok(Verdict::of(folder, &nvc_vulkan::case::run(device, &folder.case, words, mapping)?))
}
