//! `nvc compile`, `nvc check` and `nvc reflect`. Other commands use the compile jobs defined here.

use crate::args::common::Common;
use crate::args::{Check, Compile};
use crate::batch::{self, Input};
use crate::depfile::{self, Depfile};
use crate::encoding::Encoding;
use crate::files::STANDARD;
use crate::guard::Guard;
use crate::naming::{self, Destination};
use crate::reflect::Reflect;
use crate::status::Status;
use crate::{files, progress, report, validator, watch};
use anyhow::{Context, Result, bail, ensure};
use nvc::{CompileError, Compiled, Compiler, Diagnostics, Folders, Options, SourceMap, render};
use std::path::{Path, PathBuf};

/// One input with its output files. `check` has no output files.
#[derive(Default)]
pub(crate) struct Job {
    pub input: PathBuf,
    /// Further compilation units to link with the input.
    pub others: Vec<PathBuf>,
    pub output: Option<PathBuf>,
    /// Encoding of a SPIR-V module.
    pub encoding: Encoding,
    /// Path of the reflection file.
    pub reflection: Option<PathBuf>,
    pub depfile: Option<Depfile>,
    pub make_folders: bool,
}

/// The settings that apply to all jobs of a command line.
pub(crate) struct Request<'a> {
    pub options: Options,
    /// Include folders.
    pub include: &'a [PathBuf],
    /// Whether only files in these folders are included.
    pub include_jail: bool,
    /// Name of standard input in messages.
    pub stdin_name: Option<&'a str>,
    pub style: render::Style,
    /// Prefix of error messages that do not concern a source.
    pub error: &'static str,
    /// Whether to run an installed validator if none is built in.
    pub installed_validator: bool,
    /// Maximum number of parallel jobs; 0 means the number of CPUs.
    pub max_parallel: u16,
    /// Whether to print only errors and warnings.
    pub quiet: bool,
    /// Whether to recompile when a file changes.
    pub watch: bool,
}

impl<'a> Request<'a> {
    /// Creates the request of `nvc compile` and similar commands.
    fn new(options: Options, common: &'a Common, max_parallel: Option<u16>) -> Self {
        Request {
            options,
            include: &common.reading.include,
            include_jail: common.reading.include_jail,
            stdin_name: common.reading.stdin_name.as_deref(),
            style: common.style(),
            error: report::ERROR,
            installed_validator: true,
            max_parallel: max_parallel.unwrap_or(0),
            quiet: common.messages.quiet(),
            watch: false,
        }
    }
}

/// The result of one job.
pub(crate) struct Outcome {
    pub status: Status,
    /// Files that were read, as far as known.
    pub read: Vec<PathBuf>,
    diagnostics: Diagnostics,
    text: String,
    /// Whether validation was requested but no validator is available.
    not_validated: bool,
}

/// Compiles the inputs.
pub(crate) fn compile(args: &Compile) -> Result<Status> {
    let emit = if args.preprocess { nvc::Emit::Preprocessed } else { args.emit };
    let rule_only = args.dependencies.depfile_only;
    let options = args.common.options();
    let validate = options.validate() && !rule_only;
    let options = options
        .with_emit(emit)
        .with_print_after(passes(&args.print_after)?)
        .with_specialization(args.specialise.specialization())
        .with_validate(validate)
        .with_reflect(args.reflect.is_wanted());
    let destination = match (&args.output, &args.out_dir) {
        // The rule's target is the output file that would be written.
        _ if rule_only => Destination::Default,
        (Some(file), _) => Destination::File(file),
        (None, Some(dir)) => Destination::Directory(dir),
        (None, None) if args.preprocess => Destination::File(Path::new(STANDARD)),
        (None, None) => Destination::Default,
    };
    args.common.refuse_foreign(&args.inputs)?;
    let mut inputs = batch::inputs(&args.inputs)?;
    // Linked units are one input, which has the name of the first unit.
    let others = if args.link { inputs.split_off(1) } else { Vec::new() };
    ensure!(
        inputs.len() == 1 || !args.preprocess || args.out_dir.is_some(),
        "{} inputs cannot be written to one place; preprocess one at a time, or use `--out-dir DIR`",
        inputs.len()
    );
    let outputs = naming::outputs(&inputs, destination, emit.extension())?;
    if !others.is_empty() {
        naming::refuse_collisions(&[&*inputs, &*others].concat(), &outputs)?;
    }
    let others: Vec<PathBuf> = others.into_iter().map(|input| input.path).collect();
    let make_folders = args.out_dir.is_some();
    let reflections = args.reflect.paths(&inputs, &outputs, make_folders)?;
    let mut jobs = Vec::with_capacity(inputs.len());
    for ((Input { path, .. }, output), reflection) in inputs.iter().zip(&outputs).zip(reflections) {
        let depfile = dependencies(args, output)?;
        // A default name is derived from the output's name, which has been checked already.
        if let (Some(file), true) = (&depfile, args.dependencies.depfile.is_some() || rule_only) {
            naming::refuse_over(&inputs, if rule_only { &[] } else { &outputs }, &file.path)?;
        }
        let output = (!rule_only).then(|| output.clone());
        jobs.push(Job {
            input: path.clone(),
            others: others.clone(),
            output,
            encoding: Encoding::Binary,
            reflection,
            depfile,
            make_folders,
        });
    }
    ensure!(!args.watch || !jobs.iter().any(Job::reads_standard), "standard input cannot be watched");
    checked(
        &jobs,
        Request { watch: args.watch, ..Request::new(options, &args.common, args.jobs) },
        &args.common,
    )
}

/// Returns the dependency file of an output, if one is requested.
fn dependencies(args: &Compile, output: &Path) -> Result<Option<Depfile>> {
    let wanted = &args.dependencies;
    if !wanted.is_wanted() {
        let unused = wanted.depfile_phony || !wanted.depfile_target.is_empty();
        ensure!(!unused, "`-MT` and `-MP` need a dependency file; add `-MD` or `-MF FILE`");
        return Ok(None);
    }
    ensure!(output != Path::new(STANDARD), "a dependency file needs an output file; add `-o FILE`");
    let rule_file = || match wanted.depfile_only {
        true => Some(args.output.clone().unwrap_or_else(|| STANDARD.into())),
        false => None,
    };
    let path = wanted.depfile.clone().or_else(rule_file).unwrap_or_else(|| {
        let mut name = output.as_os_str().to_owned();
        name.push(".d");
        name.into()
    });
    let targets = match &wanted.depfile_target[..] {
        [] => vec![depfile::name(output)?.to_owned()],
        targets => targets.to_vec(),
    };
    Ok(Some(Depfile { path, targets, phony: wanted.depfile_phony, one_line: false }))
}

/// Compiles the inputs only for their diagnostics.
pub(crate) fn check(args: &Check) -> Result<Status> {
    let options = args.common.options().with_specialization(args.specialise.specialization());
    args.common.refuse_foreign(&args.inputs)?;
    let inputs = batch::inputs(&args.inputs)?.into_iter();
    let job = |input: Input| Job { input: input.path, ..Job::default() };
    let request = Request::new(options, &args.common, args.jobs);
    checked(&inputs.map(job).collect::<Vec<_>>(), request, &args.common)
}

/// Prints the reflection of an input.
pub(crate) fn reflect(args: &Reflect) -> Result<Status> {
    let options =
        args.common.options().with_specialization(args.specialise.specialization()).with_reflect(true);
    args.common.refuse_foreign(std::slice::from_ref(&args.input))?;
    let reflection = Some(PathBuf::from(STANDARD));
    let job = Job { input: args.input.clone(), reflection, ..Job::default() };
    checked(&[job], Request::new(options, &args.common, None), &args.common)
}

/// Returns the passes named by `--print-after`.
fn passes(wanted: &[String]) -> Result<Vec<String>> {
    let known = nvc::pass_names();
    if wanted.iter().any(|name| name == "all") {
        return Ok(known.into_iter().map(str::to_owned).collect());
    }
    if let Some(wrong) = wanted.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("unknown pass `{wrong}`; the passes are {}", known.join(", "));
    }
    Ok(wanted.to_vec())
}

/// Checks the options and runs all jobs.
fn checked(jobs: &[Job], request: Request<'_>, common: &Common) -> Result<Status> {
    match common.check() {
        Status::Done => run(jobs, request),
        status => Ok(status),
    }
}

/// Runs all jobs in parallel, and prints their messages in the order of the inputs.
pub(crate) fn run(jobs: &[Job], request: Request<'_>) -> Result<Status> {
    let guard = Guard::install();
    let (include, watched) = (request.include, request.watch);
    let runner = Runner {
        compiler: Compiler::new(request.options)
            .with_loader(Folders::new(request.include).jailed(request.include_jail)),
        stdin_name: request.stdin_name,
        style: request.style,
        error: request.error,
        installed_validator: request.installed_validator,
        max_parallel: usize::from(request.max_parallel),
        quiet: request.quiet,
        guard: &guard,
    };
    if watched {
        return watch::watch(jobs, include, &runner);
    }
    let outcomes = runner.all(&jobs.iter().collect::<Vec<_>>())?;
    runner.print(&outcomes);
    Ok(outcomes.iter().map(|o| o.status).max().unwrap_or(Status::Done))
}

impl Job {
    /// Returns the input and the units linked with it.
    fn inputs(&self) -> Vec<PathBuf> {
        std::iter::once(&self.input).chain(&self.others).cloned().collect()
    }

    /// Returns whether standard input is one of the inputs.
    fn reads_standard(&self) -> bool {
        std::iter::once(&self.input).chain(&self.others).any(|path| path == Path::new(STANDARD))
    }

    /// Returns the paths of all output files.
    pub fn outputs(&self) -> impl Iterator<Item = &Path> {
        let depfile = self.depfile.as_ref().map(|file| &file.path);
        self.output.iter().chain(&self.reflection).chain(depfile).map(PathBuf::as_path)
    }
}

/// Runs jobs. Contains what they share.
pub(crate) struct Runner<'a> {
    compiler: Compiler,
    stdin_name: Option<&'a str>,
    style: render::Style,
    error: &'static str,
    installed_validator: bool,
    max_parallel: usize,
    pub quiet: bool,
    guard: &'a Guard,
}

impl Runner<'_> {
    /// Runs jobs in parallel.
    pub fn all(&self, jobs: &[&Job]) -> Result<Vec<Outcome>> {
        if let [job] = jobs {
            // A single job runs in this thread, because starting a thread would take longer than compiling.
            return Ok(vec![self.one(job)]);
        }
        let bar = progress::bar(jobs.len(), !self.quiet && self.style.format == render::Format::Human);
        let outcomes = nvc::parallel::map(jobs, self.max_parallel, |job| {
            let outcome = self.one(job);
            bar.set_message(report::line("", &job.input.to_string_lossy()));
            bar.inc(1);
            outcome
        });
        bar.finish_and_clear();
        outcomes.context("cannot start threads")
    }

    /// Prints the messages of the jobs and a summary.
    pub fn print(&self, outcomes: &[Outcome]) {
        for outcome in outcomes {
            report::print(&outcome.text);
        }
        if self.style.format == render::Format::Glslc {
            report::print(&render::generated(outcomes.iter().map(|o| &o.diagnostics)));
        }
        if self.style.format != render::Format::Human || self.quiet {
            return;
        }
        if outcomes.iter().any(|o| o.not_validated) {
            report::print(&format!("{}, or pass --no-validate\n", validator::NOT_VALIDATED));
        }
        let mut summary = render::summary(outcomes.iter().map(|o| &o.diagnostics));
        let failed = outcomes.iter().filter(|o| o.status != Status::Done).count();
        if outcomes.len() > 1 && failed > 0 {
            let separator = if summary.is_empty() { "" } else { "; " };
            summary.push_str(&format!("{separator}{failed} of {} inputs failed", outcomes.len()));
        }
        if !summary.is_empty() {
            report::print(&format!("{summary}\n"));
        }
    }

    /// Compiles one input and writes its output files.
    fn one(&self, job: &Job) -> Outcome {
        let mut contents = Vec::with_capacity(1 + job.others.len());
        for path in std::iter::once(&job.input).chain(&job.others) {
            match files::read(path) {
                Ok(bytes) => contents.push((files::shown_name(path, self.stdin_name), bytes)),
                Err(error) => return self.environment(job, Diagnostics::new(), String::new(), &error),
            }
        }
        let mut units = contents.iter().map(|(name, bytes)| (&**name, &**bytes));
        let first = units.next().unwrap_or_default();
        let others: Vec<_> = units.collect();
        let name = first.0;
        let compiled = match self.guard.run(|| self.compiled(first, &others)) {
            Ok(compiled) => compiled,
            Err(diagnostics) => {
                let mut sources = SourceMap::new();
                sources.add(nvc::Source::new(name, ""));
                let text = render::all(&diagnostics, &sources, self.style);
                return Outcome {
                    status: Status::Fault,
                    read: job.inputs(),
                    diagnostics,
                    text,
                    not_validated: false,
                };
            }
        };
        let report = match &compiled {
            Ok((compiled, _)) => &compiled.report,
            Err(error) => error.report(),
        };
        let mut read = job.inputs();
        read.extend(report.dependencies().skip(1).map(PathBuf::from));
        let mut text = String::new();
        for dump in &report.dumps {
            text.push_str(&format!("; {name} after {}\n{}\n", dump.pass, dump.text));
        }
        text.push_str(&report.messages(self.style));
        let (compiled, validated) = match compiled {
            Ok(done) => done,
            Err(error) => {
                let diagnostics = error.into_report().diagnostics;
                return Outcome { status: Status::Input, read, diagnostics, text, not_validated: false };
            }
        };
        match write(job, &compiled) {
            Ok(()) => {
                let diagnostics = compiled.report.diagnostics;
                Outcome { status: Status::Done, read, diagnostics, text, not_validated: !validated }
            }
            Err(error) => self.environment(job, compiled.report.diagnostics, text, &error),
        }
    }

    /// Creates the outcome of a job whose input or output cannot be read or written.
    fn environment(
        &self,
        job: &Job,
        diagnostics: Diagnostics,
        mut text: String,
        error: &anyhow::Error,
    ) -> Outcome {
        text.push_str(&report::line(self.error, &format!("{error:#}")));
        Outcome { status: Status::Environment, read: job.inputs(), diagnostics, text, not_validated: false }
    }

    /// Compiles the sources. The flag is true if validation is complete: done, or not requested.
    fn compiled(
        &self,
        first: (&str, &[u8]),
        others: &[(&str, &[u8])],
    ) -> Result<(Compiled, bool), CompileError> {
        let compiled = self.compiler.link_bytes(first, others)?;
        let options = self.compiler.options();
        match self.installed_validator && options.validate() && compiled.validator.is_none() {
            true => validator::validate(compiled, options.target_env()),
            false => Ok((compiled, true)),
        }
    }
}

/// Writes the output, then the reflection and the dependency file.
fn write(job: &Job, compiled: &Compiled) -> Result<()> {
    let artifact = &compiled.artifact;
    // The rule is formatted before anything is written, because formatting fails for some file names. The
    // first dependency is skipped: it is the input, perhaps under another name.
    let included: Vec<&str> = compiled.dependencies().skip(1).collect();
    let rule = job.depfile.as_ref().map(|file| file.text(&job.input, &included)).transpose()?;
    let interface = compiled.reflection.as_ref().map(|reflection| reflection.to_json()).transpose()?;
    if let Some(path) = &job.output {
        make_folder(job, path)?;
        let bytes = job.encoding.bytes(artifact);
        let is_binary = matches!(artifact, nvc::Artifact::Spirv(_)) && job.encoding == Encoding::Binary;
        files::write(path, &bytes, is_binary)?;
    }
    if let (Some(path), Some(interface)) = (&job.reflection, interface) {
        make_folder(job, path)?;
        files::write(path, interface.as_bytes(), false)?;
    }
    if let (Some(file), Some(rule)) = (&job.depfile, rule) {
        files::write(&file.path, rule.as_bytes(), false)?;
    }
    Ok(())
}

/// With `--out-dir`, creates the directory of an output.
fn make_folder(job: &Job, path: &Path) -> Result<()> {
    match path.parent() {
        Some(parent) if job.make_folders => std::fs::create_dir_all(parent)
            .with_context(|| format!("cannot create the directory {}", parent.display())),
        _ => Ok(()),
    }
}
