//! `nvc_result_t`: the result of a compilation, and the functions that read it.

use crate::diagnostic::Finding;
use crate::status::{NvcFormat, NvcStatus};
use crate::text::{Text, optional, store};
use nvc::{
    Artifact, Code, CompileError, Compiled, Diagnostic, Diagnostics, Report, Severity, SourceMap, render,
};
use std::ffi::{c_char, c_int};
use std::mem::MaybeUninit;

/// The result of a compilation. Threads may read one at the same time. It owns all that the functions of this group
/// return, until it is destroyed.
pub struct Compilation {
    status: NvcStatus,
    errors: usize,
    warnings: usize,
    words: Option<Vec<u32>>,
    text: Option<Text>,
    reflection: Option<Text>,
    findings: Vec<Finding>,
    /// The messages in each of the formats of [`FORMATS`]; empty if there are no messages.
    messages: Vec<Text>,
    dependencies: Vec<Text>,
}

/// The formats of messages with the corresponding render styles.
const FORMATS: [(NvcFormat, render::Style); 4] = {
    use render::{Format, Style};
    [
        (NvcFormat::NvcFormatHuman, Style { format: Format::Human, color: false }),
        (NvcFormat::NvcFormatHumanColor, Style { format: Format::Human, color: true }),
        (NvcFormat::NvcFormatShort, Style { format: Format::Short, color: false }),
        (NvcFormat::NvcFormatJson, Style { format: Format::Json, color: false }),
    ]
};

impl Compilation {
    /// Creates a result from the outcome of the library.
    pub(crate) fn new(outcome: Result<Compiled, CompileError>) -> Self {
        match outcome {
            Err(error) => Compilation::of_report(NvcStatus::NvcStatusCompilationError, error.report()),
            Ok(compiled) => {
                let mut result = Compilation::of_report(NvcStatus::NvcStatusOk, &compiled.report);
                let reflection = compiled.reflection.map(|reflection| reflection.to_json());
                result.reflection = reflection.and_then(Result::ok).map(|json| Text::new(&json));
                (result.words, result.text) = match compiled.artifact {
                    Artifact::Spirv(words) => (Some(words), None),
                    Artifact::Code { text, words } => (Some(words), Some(Text::new(&text))),
                    Artifact::Text(text) => (None, Some(Text::new(&text))),
                    _ => (None, None),
                };
                result
            }
        }
    }

    /// Creates the result of a call with an invalid argument. It has messages, but no diagnostics.
    pub(crate) fn invalid(message: &str) -> Self {
        let text = format!("error: {message}\n");
        Compilation { messages: FORMATS.map(|_| Text::new(&text)).into(), ..Compilation::failed() }
    }

    /// Creates the result of a compilation that panicked.
    pub(crate) fn panicked(message: &str) -> Self {
        let mut diagnostics = Diagnostics::new();
        diagnostics.report(
            Diagnostic::new(Code::N0901, None, "internal compiler error: nvc panicked")
                .note(message)
                .help("this is a bug in nvc; please report it with the source file"),
        );
        let status = NvcStatus::NvcStatusInternalError;
        Compilation { status, ..Compilation::of(&diagnostics, &SourceMap::new()) }
    }

    fn of_report(status: NvcStatus, report: &Report) -> Self {
        let is_bug = report.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Bug);
        Compilation {
            status: if is_bug { NvcStatus::NvcStatusInternalError } else { status },
            dependencies: report.dependencies().map(Text::new).collect(),
            ..Compilation::of(&report.diagnostics, &report.sources)
        }
    }

    /// Creates a result that contains the diagnostics. Their messages are rendered here, so that threads can
    /// read them without a lock. The cost is small because most results have no diagnostics.
    fn of(diagnostics: &Diagnostics, sources: &SourceMap) -> Self {
        let styles = FORMATS.iter().filter(|_| !diagnostics.is_empty());
        Compilation {
            errors: diagnostics.error_count(),
            warnings: diagnostics.len() + diagnostics.dropped() - diagnostics.error_count(),
            findings: diagnostics.iter().map(|diagnostic| Finding::new(diagnostic, sources)).collect(),
            messages: styles
                .map(|&(_, style)| Text::new(&render::all(diagnostics, sources, style)))
                .collect(),
            ..Compilation::failed()
        }
    }

    /// Creates a result without diagnostics or outputs, with the status of an invalid argument.
    fn failed() -> Self {
        Compilation {
            status: NvcStatus::NvcStatusInvalidArgument,
            errors: 1,
            warnings: 0,
            words: None,
            text: None,
            reflection: None,
            findings: Vec::new(),
            messages: Vec::new(),
            dependencies: Vec::new(),
        }
    }
}

/// Destroys a result and all that its functions returned. NULL does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_result_destroy(result: Option<Box<Compilation>>) {
    drop(result);
}

/// NVC_STATUS_OK if there is an output; else NVC_STATUS_COMPILATION_ERROR, NVC_STATUS_INVALID_ARGUMENT (then there are
/// messages, but no diagnostics) or NVC_STATUS_INTERNAL_ERROR. NVC_STATUS_INVALID_ARGUMENT for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_result_status(result: Option<&Compilation>) -> NvcStatus {
    result.map_or(NvcStatus::NvcStatusInvalidArgument, |result| result.status)
}

/// The number of errors, including those that were not kept because there were too many. It is more than 0 if and only
/// if the status is not NVC_STATUS_OK.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_result_error_count(result: Option<&Compilation>) -> usize {
    result.map_or(0, |result| result.errors)
}

/// The number of warnings, including those that were not kept because there were too many.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_result_warning_count(result: Option<&Compilation>) -> usize {
    result.map_or(0, |result| result.warnings)
}

/// The SPIR-V module, in words of this machine's byte order, as `VkShaderModuleCreateInfo.pCode` takes them. Stores the
/// number of bytes, as `codeSize` takes it, in `size` unless that is NULL. NULL and 0 if there is none: the compilation
/// failed, or the option "emit" asks for text without a module.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_result_spirv(
    result: Option<&Compilation>,
    size: Option<&mut MaybeUninit<usize>>,
) -> *const u32 {
    let words = result.and_then(|result| result.words.as_deref());
    store(size, words.map_or(0, size_of_val));
    words.map_or(std::ptr::null(), <[u32]>::as_ptr)
}

/// The output of the formats of "emit" that are text, with a NUL after its end. Stores the number of bytes without
/// it in `length` unless that is NULL. NULL and 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_result_text(
    result: Option<&Compilation>,
    length: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    optional(result.and_then(|result| result.text.as_ref()), length)
}

/// The shader's interface as JSON, which the page "Reflection" of the book describes, with a NUL after its end. Stores the
/// number of bytes without it in `length` unless that is NULL. NULL and 0 unless the option "reflect" is set.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_result_reflection(
    result: Option<&Compilation>,
    length: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    optional(result.and_then(|result| result.reflection.as_ref()), length)
}

/// All diagnostics as text, in one of the formats of `nvc_format_t`, with a NUL after its end. Stores the number of bytes
/// without it in `length` unless that is NULL. "" if there are none; NULL and 0 for an unknown format.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_result_messages(
    result: Option<&Compilation>,
    format: c_int,
    length: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    let known = FORMATS.iter().position(|&(known, _)| known as c_int == format);
    let (Some(result), Some(at)) = (result, known) else { return optional(None, length) };
    match result.messages.get(at) {
        Some(text) => text.with_length(length),
        None => {
            store(length, 0);
            c"".as_ptr()
        }
    }
}

/// The number of diagnostics that were kept. If there are too many, only the first are kept.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_result_diagnostic_count(result: Option<&Compilation>) -> usize {
    result.map_or(0, |result| result.findings.len())
}

/// A diagnostic, in the order of their places; NULL if there is none with this index.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_result_diagnostic(result: Option<&Compilation>, index: usize) -> Option<&Finding> {
    result.and_then(|result| result.findings.get(index))
}

/// The number of sources that were read: the compiled ones and their includes.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_result_dependency_count(result: Option<&Compilation>) -> usize {
    result.map_or(0, |result| result.dependencies.len())
}

/// The name of a source that was read; NULL if there is none with this index. After a failed compilation, the
/// list ends with the last one read.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_result_dependency(result: Option<&Compilation>, index: usize) -> *const c_char {
    result.and_then(|result| result.dependencies.get(index)).map_or(std::ptr::null(), Text::as_ptr)
}
