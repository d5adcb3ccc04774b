//! The version of the library, and the constants of the interface.

#![allow(clippy::enum_variant_names, reason = "C has no scopes for constants")]

use std::ffi::c_char;

/// The outcome of a function or a compilation. Later versions may add values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum NvcStatus {
    /// Success; there may be warnings.
    NvcStatusOk = 0,
    /// The source has errors.
    NvcStatusCompilationError = 1,
    /// An argument of the function is wrong: a null pointer, or text that is not UTF-8.
    NvcStatusInvalidArgument = 2,
    /// No option has this name.
    NvcStatusUnknownOption = 3,
    /// The option does not take this value.
    NvcStatusInvalidValue = 4,
    /// A bug in nvc, which may also have written a line to standard error. Please report it, with the source.
    NvcStatusInternalError = 5,
}

/// The severity of a diagnostic. Later versions may add values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum NvcSeverity {
    /// The program compiles, but is probably not what was meant.
    NvcSeverityWarning = 1,
    /// The program does not compile.
    NvcSeverityError = 2,
    /// A bug in nvc.
    NvcSeverityBug = 3,
}

/// How `nvc_result_messages` writes diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum NvcFormat {
    /// The message, the line of the source with a marker, notes and help.
    NvcFormatHuman = 0,
    /// Like NVC_FORMAT_HUMAN, with ANSI colours for a terminal.
    NvcFormatHumanColor = 1,
    /// `FILE:LINE:COLUMN: error[CODE]: MESSAGE`, one line for each diagnostic.
    NvcFormatShort = 2,
    /// One JSON object on a line for each diagnostic.
    NvcFormatJson = 3,
}

/// The version of the library that runs, such as "0.1.0". The macros NVC_VERSION and NVC_VERSION_MAJOR, _MINOR and
/// _PATCH have the version of the header. Until 1.0, libraries of different minor versions are not compatible; the file
/// name of the shared library has the version, so that a program does not start with another.
///
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_version() -> *const c_char {
    VERSION.as_ptr().cast()
}

/// NUL-terminated version string.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
