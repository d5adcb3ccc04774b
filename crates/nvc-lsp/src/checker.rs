//! Compiles documents in a separate thread to get their diagnostics, so that slow compilations do not delay
//! answers.

use crate::loader::OpenFiles;
use crossbeam_channel::{Receiver, Sender, unbounded};
use nvc::{Code, Compiler, Diagnostic, Emit, Language, Options, Report, Source};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Stack size of the thread. Most systems give the main thread a stack of this size, for which the compiler's nesting
/// limits are chosen.
const STACK_BYTES: usize = 8 << 20;

/// A document to compile.
pub(crate) struct Job {
    pub(crate) uri: String,
    pub(crate) version: i64,
    pub(crate) source: Source,
    pub(crate) options: Options,
    pub(crate) open: OpenFiles,
}

/// The result of a [`Job`].
pub(crate) struct Checked {
    pub(crate) uri: String,
    pub(crate) version: i64,
    pub(crate) report: Report,
}

/// The compiling thread, as seen from the server.
pub(crate) struct Checker {
    pub(crate) jobs: Sender<Job>,
    pub(crate) results: Receiver<Checked>,
}

impl Checker {
    /// Starts the thread. The thread ends when the checker is dropped.
    pub(crate) fn start() -> std::io::Result<Checker> {
        let (jobs, work) = unbounded::<Job>();
        let (done, results) = unbounded();
        let run = move || {
            while let Ok(first) = work.recv() {
                // Documents may have changed several times during the last compilation. Only the last
                // version is compiled.
                let mut jobs = vec![first];
                for job in work.try_iter() {
                    jobs.retain(|older| older.uri != job.uri);
                    jobs.push(job);
                }
                if jobs.into_iter().any(|job| done.send(check(job)).is_err()) {
                    break;
                }
            }
        };
        std::thread::Builder::new().name("checker".into()).stack_size(STACK_BYTES).spawn(run)?;
        Ok(Checker { jobs, results })
    }
}

/// Compiles a document. The job contains the open documents, because includes are resolved here.
fn check(job: Job) -> Checked {
    let Job { uri, version, source, options, open } = job;
    let report = if cannot_be_compiled(&source, &options) {
        Report::default()
    } else {
        report(&source, options, open)
    };
    Checked { uri, version, report }
}

/// Returns the diagnostics of a source. The module is not validated, since validation only finds bugs in
/// nvc.
pub(crate) fn report(source: &Source, options: Options, open: OpenFiles) -> Report {
    let options = options.with_emit(Emit::Spirv).with_validate(false);
    let compiler = Compiler::new(options).with_loader(open);
    match catch_unwind(AssertUnwindSafe(|| compiler.compile(source))) {
        Ok(Ok(compiled)) => compiled.report,
        Ok(Err(error)) => error.into_report(),
        Err(_) => {
            let mut report = Report::default();
            let finding =
                Diagnostic::new(Code::N0901, None, "internal compiler error: the compiler panicked");
            report
                .diagnostics
                .report(finding.help("this is a bug in nvc; please report it with the source file"));
            report
        }
    }
}

/// File name extensions of other shader stages. Editors send such files to every GLSL server.
const OTHER_STAGES: [&str; 15] = [
    "vert", "frag", "geom", "tesc", "tese", "mesh", "task", "rgen", "rint", "rahit", "rchit", "rmiss",
    "rcall", "vs", "fs",
];

/// Returns whether a document cannot be compiled on its own: GLSL without `#version`, which is meant to be
/// included, and shaders of other stages. Files named `.comp` are always compiled.
fn cannot_be_compiled(source: &Source, options: &Options) -> bool {
    if options.language().unwrap_or_else(|| Language::of(source)) != Language::Glsl {
        return false;
    }
    let extension = source.name.rsplit('.').next().unwrap_or_default();
    let has_version = || {
        source.text.lines().any(|line| {
            let directive = line.trim_start().strip_prefix('#');
            directive.is_some_and(|rest| rest.trim_start().starts_with("version"))
        })
    };
    extension != "comp" && (OTHER_STAGES.contains(&extension) || !has_version())
}
