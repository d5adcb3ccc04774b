//! Converts a command line of glslc to compile jobs: what to compile, and where to write it.

use super::line::{Dependencies, Emit, Input, Language, Line};
use crate::batch;
use crate::compile::Job;
use crate::depfile::{self, Depfile};
use crate::encoding::Encoding;
use crate::files::{self, STANDARD};
use crate::naming;
use crate::stage::{Stage, has_shader_extension};
use anyhow::{Result, bail, ensure};
use nvc::{BindRule, BindingScheme, Environment, Options, Warnings};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Output file of a command line without `-c`.
const LINKED: &str = "a.spv";
/// File name extension of SPIR-V assembly, which glslc accepts as input.
const SPIRV_ASSEMBLY: &str = "spvasm";
/// The warnings that glslc has too: unknown extensions, and ignored directives.
const WARNINGS: [&str; 2] = ["unknown-extension", "doubtful-directive"];

/// The compilation that a command line describes.
pub(super) struct Plan {
    pub options: Options,
    pub jobs: Vec<Job>,
    /// Messages for the inputs that cannot be compiled.
    pub refused: Vec<String>,
    /// Maximum number of parallel jobs; 0 means the number of CPUs.
    pub max_parallel: u16,
}

/// Plans the jobs of a command line.
///
/// # Errors
/// If options contradict each other, there is no input, or a file would overwrite another output or an input.
pub(super) fn plan(line: &Line) -> Result<Plan> {
    check(line)?;
    let mut plan = Plan { options: options(line)?, jobs: Vec::new(), refused: Vec::new(), max_parallel: 0 };
    for input in &line.inputs {
        match unsupported(input) {
            Some(reason) => plan.refused.push(format!("'{}': {reason}", input.path.display())),
            None => plan.jobs.push(job(line, &input.path)?),
        }
    }
    let is_standard = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new(STANDARD));
    let prints = |job: &Job| {
        is_standard(&job.output) || is_standard(&job.depfile.as_ref().map(|file| file.path.clone()))
    };
    if plan.jobs.iter().any(prints) {
        // Sequential, so that outputs are printed in the order of the inputs.
        plan.max_parallel = 1;
    }
    refuse_collisions(&plan.jobs)?;
    Ok(plan)
}

/// Fails if options contradict each other, or there is no input.
fn check(line: &Line) -> Result<()> {
    let several = line.inputs.len() > 1;
    let output = line.output.as_deref();
    let preprocesses = line.emit == Emit::Preprocessed;
    ensure!(!line.inputs.is_empty(), "no input files");
    ensure!(
        !several || !line.linked,
        "linking multiple files is not supported. Use -c to compile files individually."
    );
    let one_file = output.is_some_and(|path| !preprocesses || path != Path::new(STANDARD));
    ensure!(!several || !one_file, "cannot specify -o when generating multiple output files");
    match line.dependencies {
        Dependencies::None => {
            let unused = line.depfile.is_some() || line.depfile_target.is_some();
            ensure!(!unused, "to generate dependencies you must specify either -M (-MM) or -MD");
        }
        _ if several => {
            ensure!(line.depfile.is_none(), "cannot specify -MF when compiling several files");
            ensure!(line.depfile_target.is_none(), "cannot specify -MT when compiling several files");
        }
        _ => {}
    }
    if line.encoding.is_some() && line.emit != Emit::Spirv {
        bail!("-mfmt needs SPIR-V binary output: it excludes -S, -E and -M");
    }
    Ok(())
}

/// Returns the library's options.
fn options(line: &Line) -> Result<Options> {
    let mut warnings = Warnings::new();
    for setting in
        std::iter::once("no-all").chain(WARNINGS).chain(line.warnings_are_errors.then_some("error"))
    {
        warnings.set(setting)?;
    }
    if line.silent {
        warnings.silence();
    }
    let own = Environment::from(line.target_env);
    let spirv = line.target_spv.unwrap_or(own.spirv_version());
    let rule = |(class, base): &(nvc::ResourceClass, u32)| format!("{}=0:{base}", class.name()).parse();
    let rules: Result<Vec<BindRule>, _> = line.binding_bases.iter().map(rule).collect();
    Ok(Options::new()
        .with_language(nvc::Language::Glsl)
        .with_emit(match line.emit {
            Emit::Spirv => nvc::Emit::Spirv,
            Emit::Assembly => nvc::Emit::SpvAsm,
            Emit::Preprocessed => nvc::Emit::Preprocessed,
        })
        .with_target_env(Environment::with_spirv_version(line.target_env, spirv).unwrap_or(own))
        .with_warnings(warnings)
        .with_opt_level(line.opt_level)
        .with_bindings(BindingScheme::Vulkan)
        .with_bind_rules(rules?)
        .with_macros(line.macros.clone())
        .with_glsl_flavour(nvc::Flavour::Vulkan)
        .with_glsl_version(line.version)
        .with_glsl_limits(line.limits.clone())
        .with_workarounds(line.workarounds)
        .with_debug(line.debug))
}

/// Returns why an input cannot be compiled; `None` if it can.
fn unsupported(input: &Input) -> Option<String> {
    let path = &input.path;
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let hlsl = input.language.map_or(extension == "hlsl", |language| language == Language::Hlsl);
    if hlsl {
        return Some("HLSL is not supported".to_owned());
    }
    if extension == SPIRV_ASSEMBLY && input.stage.is_none() {
        return Some("SPIR-V assembly is not supported as input".to_owned());
    }
    let stage = input.stage.or_else(|| Stage::of_file(path));
    let stage = match stage {
        Some(stage) => Some(stage),
        None if path == Path::new(STANDARD) => {
            return Some("-fshader-stage required when input is from standard input".to_owned());
        }
        // A file that cannot be read is reported by its job.
        None => match files::read(path) {
            Ok(source) => Stage::of_source(&source),
            Err(_) => return None,
        },
    };
    match stage {
        Some(stage) if stage.is_compute() => None,
        Some(stage) => Some(format!("{} shaders are not supported, only compute shaders", stage.name())),
        None if has_shader_extension(path) => {
            Some(format!(".{extension} file encountered but no -fshader-stage specified ahead"))
        }
        None => Some("file not recognized: File format not recognized".to_owned()),
    }
}

/// Creates the job of an input.
fn job(line: &Line, path: &Path) -> Result<Job> {
    let named = named_after(line, path);
    let output = match (&line.output, line.emit) {
        (Some(output), _) => output.clone(),
        (None, Emit::Preprocessed) => STANDARD.into(),
        (None, _) if line.linked => LINKED.into(),
        (None, _) => named.clone(),
    };
    let mut job = Job { input: path.to_owned(), ..Job::default() };
    if line.dependencies != Dependencies::None {
        let target = match &line.depfile_target {
            Some(target) => target.clone(),
            None => depfile::name(&named)?.to_owned(),
        };
        let path = match (line.dependencies, &line.depfile) {
            (Dependencies::Only, _) => output.clone(),
            (_, Some(file)) => file.clone(),
            (_, None) => {
                let mut name = named.into_os_string();
                name.push(".d");
                name.into()
            }
        };
        job.depfile = Some(Depfile { path, targets: vec![target], phony: false, one_line: true });
    }
    if line.dependencies != Dependencies::Only {
        job.output = Some(output);
        job.encoding = line.encoding.unwrap_or(Encoding::Binary);
    }
    Ok(job)
}

/// Returns the file that the dependency rule of an input names as target, even if another file is written: that of `-o`
/// or, when preprocessing or without `-o`, one that is named after the input (`x.comp.spv` for `x.comp`, `x.spv` for
/// `x.glsl`).
fn named_after(line: &Line, path: &Path) -> PathBuf {
    if let (Some(output), true) = (&line.output, line.emit != Emit::Preprocessed) {
        return output.clone();
    }
    let extension = if line.emit == Emit::Assembly { "spvasm" } else { "spv" };
    let name = match Stage::of_file(path) {
        Some(_) => path.file_name(),
        None => path.file_stem(),
    };
    let mut name = name.unwrap_or(path.as_os_str()).to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// Fails if two jobs write the same file, or a job overwrites an input.
fn refuse_collisions(jobs: &[Job]) -> Result<()> {
    let input = |job: &Job| batch::Input { path: job.input.clone(), folder: None };
    let inputs: Vec<_> = jobs.iter().map(input).collect();
    for files in [
        jobs.iter().map(|job| job.output.clone()).collect::<Option<Vec<_>>>(),
        jobs.iter().map(|job| Some(job.depfile.as_ref()?.path.clone())).collect(),
    ] {
        naming::refuse_collisions(&inputs, &files.unwrap_or_default())?;
    }
    Ok(())
}
