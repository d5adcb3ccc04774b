//! `nvc compile` and `nvc check`.

use super::args::{Check, Common, Compile};
use super::guard::Guard;
use super::include::Folders;
use super::naming::{self, Destination};
use super::{Status, files, report, validator};
use anyhow::{Context, Result, bail};
use nvc::{Diagnostics, Options, SourceMap, render};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Stack of the threads that compile several inputs: what the first thread has on most systems, so
/// that an input does not fail for the company it is in.
const STACK_BYTES: usize = 8 << 20;

/// One input, where its result goes (nowhere when checking), and what became of it.
struct Job<'a> {
    input: &'a Path,
    output: Option<PathBuf>,
    make_folders: bool,
}

/// What one input leaves to be said.
struct Outcome {
    status: Status,
    diagnostics: Diagnostics,
    text: String,
    /// A validator was wanted, and there was none.
    not_validated: bool,
}

/// Compiles the inputs.
pub(crate) fn compile(args: &Compile) -> Result<Status> {
    let mut options = args.common.options();
    options.emit = if args.preprocess { nvc::Emit::Preprocessed } else { args.emit };
    options.print_after = passes(&args.print_after)?;
    let destination = match (&args.output, &args.out_dir) {
        (Some(file), _) => Destination::File(file),
        (None, Some(dir)) => Destination::Directory(dir),
        (None, None) if args.preprocess => Destination::File(Path::new(files::STANDARD)),
        (None, None) => Destination::Default,
    };
    let outputs = naming::outputs(&args.inputs, destination, options.emit.extension())?;
    let jobs: Vec<_> = std::iter::zip(&args.inputs, outputs)
        .map(|(input, output)| Job { input, output: Some(output), make_folders: args.out_dir.is_some() })
        .collect();
    run(&jobs, &options, &args.common)
}

/// Compiles the inputs for their diagnostics only.
pub(crate) fn check(args: &Check) -> Result<Status> {
    naming::refuse_second_standard_input(&args.inputs)?;
    let jobs: Vec<_> =
        (args.inputs.iter()).map(|input| Job { input, output: None, make_folders: false }).collect();
    run(&jobs, &args.common.options(), &args.common)
}

/// The passes that `--print-after` names.
fn passes(wanted: &[String]) -> Result<Vec<String>> {
    let known = nvc::pass_names();
    if wanted.iter().any(|name| name == "all") {
        return Ok(known.into_iter().map(str::to_owned).collect());
    }
    if let Some(wrong) = wanted.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("no pass is called {wrong}; the passes are {}", known.join(", "));
    }
    Ok(wanted.to_vec())
}

/// Runs all jobs and prints what they say, in the order of the inputs.
fn run(jobs: &[Job<'_>], options: &Options, common: &Common) -> Result<Status> {
    let style = common.style();
    let guard = Guard::install();
    let loader = Folders { folders: &common.reading.include };
    let outcomes: Vec<_> = if let [job] = jobs {
        // Starting threads would take longer than compiling.
        vec![one(job, options, &loader, style, &guard)]
    } else {
        let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK_BYTES).build();
        let pool = pool.context("cannot start threads")?;
        pool.install(|| jobs.par_iter().map(|job| one(job, options, &loader, style, &guard)).collect())
    };
    for outcome in &outcomes {
        report::print(&outcome.text);
    }
    if style.format == render::Format::Human && outcomes.iter().any(|o| o.not_validated) {
        report::print(validator::NOT_VALIDATED);
    }
    let summary = render::summary(outcomes.iter().map(|o| &o.diagnostics));
    if style.format == render::Format::Human && !summary.is_empty() {
        report::print(&format!("{summary}\n"));
    }
    Ok(outcomes.iter().map(|o| o.status).max().unwrap_or(Status::Done))
}

/// Compiles one input and writes its result.
fn one(
    job: &Job<'_>,
    options: &Options,
    loader: &Folders<'_>,
    style: render::Style,
    guard: &Guard,
) -> Outcome {
    let bytes = match files::read(job.input) {
        Ok(bytes) => bytes,
        Err(error) => return Outcome::environment(Diagnostics::new(), String::new(), &error),
    };
    let shown = files::shown_name(job.input);
    let name = &*shown;
    let mut output = match guard.run(|| nvc::compile_bytes_with(name, &bytes, options, loader)) {
        Ok(output) => output,
        Err(diagnostics) => {
            let mut sources = SourceMap::new();
            sources.add(nvc::Source::new(name, ""));
            let text = render::all(&diagnostics, &sources, style);
            return Outcome { status: Status::Fault, diagnostics, text, not_validated: false };
        }
    };
    let not_validated =
        options.validate && !output.validated && !validator::ask(&mut output, options.target_env);
    let mut text = String::new();
    for dump in &output.dumps {
        text.push_str(&format!("; {name} behind {}\n{}\n", dump.pass, dump.text));
    }
    text.push_str(&output.messages(style));
    let Some(artifact) = &output.artifact else {
        return Outcome { status: Status::Input, diagnostics: output.diagnostics, text, not_validated };
    };
    if let Some(path) = &job.output {
        let is_binary = matches!(artifact, nvc::Artifact::Spirv(_));
        let written =
            make_folder(job, path).and_then(|()| files::write(path, &artifact.to_bytes(), is_binary));
        if let Err(error) = written {
            return Outcome::environment(output.diagnostics, text, &error);
        }
    }
    Outcome { status: Status::Done, diagnostics: output.diagnostics, text, not_validated }
}

impl Outcome {
    fn environment(diagnostics: Diagnostics, mut text: String, error: &anyhow::Error) -> Self {
        text.push_str(&report::error_line(error));
        Outcome { status: Status::Environment, diagnostics, text, not_validated: false }
    }
}

/// Makes the folder of an output below `--out-dir`, once there is something to put there.
fn make_folder(job: &Job<'_>, path: &Path) -> Result<()> {
    match path.parent() {
        Some(parent) if job.make_folders => std::fs::create_dir_all(parent)
            .with_context(|| format!("cannot make the folder {}", parent.display())),
        _ => Ok(()),
    }
}
