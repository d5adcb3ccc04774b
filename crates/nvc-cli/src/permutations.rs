//! `nvc batch`: compiles the shader permutations that a manifest lists.

use crate::args::messages::Messages;
use crate::depfile::{self, Depfile};
use crate::guard::Guard;
use crate::status::Status;
use crate::{files, naming, progress, report, validator};
use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::ProgressBar;
use nvc::{CompileError, Compiled, Compiler, SourceMap, render};
use nvc_batch::{Batch, Failure, Host, Outcome, Patterns, Variant};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Arguments of `nvc batch`.
#[derive(Args, Debug)]
pub(crate) struct Permutations {
    /// Manifest: a TOML file that lists shaders and their permutations
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,

    /// Write outputs below DIR [default: the current directory]
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,

    /// Number of variants to compile in parallel [default: number of CPUs]
    #[arg(short, long, value_name = "N", value_parser = crate::args::jobs)]
    jobs: Option<u16>,

    /// Compile only variants whose name matches PATTERN (`*`, `?`; `!` at the start excludes); may be repeated
    #[arg(long, value_name = "PATTERN")]
    only: Vec<String>,

    /// Compile variants even if nothing changed
    #[arg(long)]
    force: bool,

    /// Print the output files instead of compiling
    #[arg(long, conflicts_with = "commands")]
    list: bool,

    /// Print an equivalent `nvc compile` command line for each variant instead of compiling
    #[arg(long)]
    commands: bool,

    /// Print the name of each variant that is compiled, and their number
    #[arg(short, long)]
    verbose: bool,

    /// Write a make dependency file with all sources and includes to FILE (also -MF FILE)
    #[arg(long, value_name = "FILE", help_heading = "Dependencies")]
    depfile: Option<PathBuf>,

    /// Use TARGET instead of the outputs as the rule's target; may be repeated (also -MT, -MQ)
    #[arg(
        long,
        value_name = "TARGET",
        requires = "depfile",
        allow_hyphen_values = true,
        help_heading = "Dependencies"
    )]
    depfile_target: Vec<String>,

    /// Add a phony target for each file, so that deleting one does not break make (also -MP)
    #[arg(long, requires = "depfile", help_heading = "Dependencies")]
    depfile_phony: bool,

    #[command(flatten)]
    messages: Messages,
}

impl Permutations {
    /// Returns the output folder.
    fn folder(&self) -> &Path {
        self.out_dir.as_deref().unwrap_or(Path::new(""))
    }
}

/// Compiles the variants of a manifest, or lists them.
pub(crate) fn batch(args: &Permutations) -> Result<Status> {
    let style = args.messages.style();
    let path = &args.manifest;
    let variants = nvc_batch::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut variants = match variants {
        Ok(variants) => variants,
        Err(error) => {
            report::print(&error.messages(style));
            return Ok(Status::Input);
        }
    };
    let only = Patterns::new(&args.only);
    variants.retain(|variant| only.matches(&variant.name));
    ensure!(!variants.is_empty(), "no variant matches `--only`");
    refuse_overwriting(&variants, args)?;
    if args.list || args.commands {
        let line = |variant: &Variant| match args.list {
            true => args.folder().join(&variant.output).to_string_lossy().into_owned(),
            false => command_line(variant, args.folder()),
        };
        let text: String = variants.iter().map(|variant| line(variant) + "\n").collect();
        files::write_stdout(text.as_bytes())?;
        return Ok(Status::Done);
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let state = args.folder().join(format!(".{stem}.nvc-state"));
    let job = Batch {
        variants: &variants,
        folder: args.folder(),
        state: &state,
        threads: usize::from(args.jobs.unwrap_or(0)),
        style,
        force: args.force,
        partial: !args.only.is_empty(),
    };
    let quiet = args.messages.quiet();
    let command = Command::new(variants.len(), style, !quiet && !args.verbose);
    let outcomes = nvc_batch::run(&job, &command)
        .with_context(|| format!("cannot start threads or write {}", state.display()))?;
    command.progress.finish_and_clear();
    let status = outcomes.iter().map(|outcome| exit_status(outcome.status)).max().unwrap_or(Status::Done);
    print(&variants, &outcomes, style, args.verbose, quiet);
    if let (Some(file), Status::Done) = (&args.depfile, status) {
        write_depfile(file, args, &variants, &outcomes)?;
    }
    Ok(status)
}

fn exit_status(status: nvc_batch::Status) -> Status {
    match status {
        nvc_batch::Status::Unchanged | nvc_batch::Status::Compiled => Status::Done,
        nvc_batch::Status::Failed => Status::Input,
        nvc_batch::Status::Unreadable => Status::Environment,
        nvc_batch::Status::Fault => Status::Fault,
    }
}

/// Fails if an output or a reflection file is a source or the manifest. Paths are compared without resolving symbolic links.
fn refuse_overwriting(variants: &[Variant], args: &Permutations) -> Result<()> {
    let inputs = variants.iter().map(|variant| &variant.source).chain([&args.manifest]);
    let inputs: BTreeSet<PathBuf> = inputs.map(|path| naming::normal(path)).collect::<Result<_>>()?;
    for variant in variants {
        for file in [Some(variant.output.clone()), variant.reflection()].into_iter().flatten() {
            let output = naming::normal(&args.folder().join(file))?;
            ensure!(
                !inputs.contains(&output),
                "the output of `{}` would overwrite {}, an input",
                variant.name,
                output.display()
            );
        }
    }
    Ok(())
}

/// Returns an equivalent `nvc compile` command line, quoted for a shell.
fn command_line(variant: &Variant, folder: &Path) -> String {
    let arguments = std::iter::once("nvc".to_owned()).chain(variant.command(folder));
    let quoted = arguments.map(|argument| match shlex::try_quote(&argument) {
        Ok(quoted) => quoted.into_owned(),
        // Quoting fails only for a NUL, which no file name or macro contains.
        Err(_) => argument,
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// Prints the messages and a summary. Variants whose messages are all equal are grouped, and
/// their messages are printed once.
fn print(variants: &[Variant], outcomes: &[Outcome], style: render::Style, verbose: bool, quiet: bool) {
    let human = style.format == render::Format::Human;
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut indices = HashMap::new();
    for (variant, outcome) in
        variants.iter().zip(outcomes).filter(|(_, outcome)| !outcome.messages.is_empty())
    {
        let index = *indices.entry(&*outcome.messages).or_insert(groups.len());
        if index == groups.len() {
            groups.push((&outcome.messages, Vec::new()));
        }
        if let Some((_, names)) = groups.get_mut(index) {
            names.push(&variant.name);
        }
    }
    for (messages, names) in &groups {
        report::print(messages);
        if human {
            report::print(&format!("note: in {}\n\n", in_variants(names)));
        }
    }
    let compiled = || variants.iter().zip(outcomes).filter(|(_, o)| o.status == nvc_batch::Status::Compiled);
    if verbose {
        let text: String = compiled().map(|(variant, _)| format!("compiled {}\n", variant.name)).collect();
        report::print(&text);
    }
    if !human || quiet {
        return;
    }
    if outcomes.iter().any(|outcome| !outcome.validated) {
        report::print(&format!("{}\n", validator::NOT_VALIDATED));
    }
    let failed = outcomes.iter().filter(|outcome| exit_status(outcome.status) != Status::Done).count();
    let count = |number: usize, one: &str| match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{number} {one}s")),
    };
    let mut parts: Vec<String> = [
        count(outcomes.iter().map(|outcome| outcome.errors).sum(), "error"),
        count(outcomes.iter().map(|outcome| outcome.warnings).sum(), "warning"),
        (failed > 0).then(|| format!("{failed} of {} variants failed", outcomes.len())),
    ]
    .into_iter()
    .flatten()
    .collect();
    if verbose {
        let unchanged = outcomes.iter().filter(|o| o.status == nvc_batch::Status::Unchanged).count();
        parts.push(format!("{} compiled, {unchanged} unchanged", compiled().count()));
    }
    if !parts.is_empty() {
        report::print(&format!("{}\n", parts.join("; ")));
    }
}

/// Lists the variants to which a message applies: the names of the first three, and the number of the
/// others.
fn in_variants(names: &[&str]) -> String {
    let named: Vec<String> = names.iter().take(3).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > named.len() {
        format!(" and {} more", names.len() - named.len())
    } else {
        String::new()
    };
    format!("variant{} {}{more}", if names.len() == 1 { "" } else { "s" }, named.join(", "))
}

/// Writes a dependency file with one rule for all outputs.
fn write_depfile(file: &Path, args: &Permutations, variants: &[Variant], outcomes: &[Outcome]) -> Result<()> {
    let outputs: Vec<PathBuf> = variants.iter().map(|variant| args.folder().join(&variant.output)).collect();
    let mut included: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    for path in outcomes.iter().flat_map(|outcome| &outcome.read) {
        if seen.insert(path) {
            included.push(depfile::name(path)?);
        }
    }
    let targets = match &args.depfile_target[..] {
        [] => outputs.iter().map(|output| Ok(depfile::name(output)?.to_owned())).collect::<Result<_>>()?,
        targets => targets.to_vec(),
    };
    let rule = Depfile { path: file.to_owned(), targets, phony: args.depfile_phony, one_line: false };
    files::write(file, rule.text(&args.manifest, &included)?.as_bytes(), false)
}

/// Compiles variants for the command: catches panics, validates, and shows progress on a terminal.
struct Command {
    guard: Guard,
    style: render::Style,
    progress: ProgressBar,
}

impl Command {
    fn new(total: usize, style: render::Style, visible: bool) -> Self {
        let progress = progress::bar(total, visible && style.format == render::Format::Human);
        Command { guard: Guard::install(), style, progress }
    }
}

impl Host for Command {
    fn compile(&self, compiler: &Compiler, name: &str, bytes: &[u8]) -> Result<(Compiled, bool), Failure> {
        let work = || -> Result<(Compiled, bool), CompileError> {
            let compiled = compiler.compile_bytes(name, bytes)?;
            let options = compiler.options();
            match options.validate() && compiled.validator.is_none() {
                true => validator::validate(compiled, options.target_env()),
                false => Ok((compiled, true)),
            }
        };
        match self.guard.run(work) {
            Ok(done) => done.map_err(|error| Failure::Errors(Box::new(error))),
            Err(diagnostics) => {
                let mut sources = SourceMap::new();
                sources.add(nvc::Source::new(name, ""));
                Err(Failure::Fault(render::all(&diagnostics, &sources, self.style)))
            }
        }
    }

    fn finished(&self, variant: &Variant, _: &Outcome) {
        self.progress.set_message(report::line("", &variant.name));
        self.progress.inc(1);
    }
}
