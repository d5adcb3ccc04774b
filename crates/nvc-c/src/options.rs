//! `nvc_options_t`: options that are set by name, include directories, and the include callback.

use crate::include::{Callback, IncludeCallback, ReleaseCallback};
use crate::status::NvcStatus;
use crate::text::{Text, string};
use nvc::InvalidOption;
use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

/// The options of a compiler. Threads must not use the same options at the same time.
pub struct Options {
    pub(crate) options: nvc::Options,
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) callback: Option<Arc<Callback>>,
    error: Text,
}

impl Options {
    pub(crate) fn new() -> Self {
        Options { options: nvc::Options::new(), folders: Vec::new(), callback: None, error: Text::new("") }
    }

    /// Stores the message of a failure.
    fn fail(&mut self, status: NvcStatus, message: &str) -> NvcStatus {
        self.error = Text::new(message);
        status
    }

    fn set(&mut self, name: &str, value: &str) -> NvcStatus {
        // Unwind-safe: after a panic in a setter, every field still has a valid value, though perhaps not
        // the intended one.
        let outcome = catch_unwind(AssertUnwindSafe(|| self.options.set(name, value)));
        match outcome {
            Ok(Ok(())) => NvcStatus::NvcStatusOk,
            Ok(Err(error)) => {
                let status = match error {
                    InvalidOption::UnknownName { .. } => NvcStatus::NvcStatusUnknownOption,
                    _ => NvcStatus::NvcStatusInvalidValue,
                };
                self.fail(status, &error.to_string())
            }
            Err(_) => self.fail(NvcStatus::NvcStatusInternalError, "internal compiler error: nvc panicked"),
        }
    }
}

/// Creates options with the defaults of the command `nvc compile`.
///
/// Never returns NULL: like the whole library, it ends the process if memory is exhausted. Destroy them with
/// `nvc_options_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_options_create() -> Box<Options> {
    Box::new(Options::new())
}

/// Copies options, with the callback for includes and its user data. NULL gives the defaults.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_options_clone(options: Option<&Options>) -> Box<Options> {
    Box::new(match options {
        None => Options::new(),
        Some(from) => Options {
            options: from.options.clone(),
            folders: from.folders.clone(),
            callback: from.callback.clone(),
            error: Text::new(""),
        },
    })
}

/// Destroys options. Compilers made from them are not affected. NULL does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_options_destroy(options: Option<Box<Options>>) {
    drop(options);
}

/// Sets an option by its name, such as "target-env" to "vulkan1.3". Names and values are those of the command's long
/// options; the page "C and C++" of the book lists them. An option that the command takes several times is added to, such as
/// "bind"; any other is replaced.
///
/// Both strings end in a NUL and are UTF-8; they are copied. On failure the options are as before, and
/// `nvc_options_error` has the reason.
///
/// Returns NVC_STATUS_OK, NVC_STATUS_UNKNOWN_OPTION, NVC_STATUS_INVALID_VALUE, or NVC_STATUS_INVALID_ARGUMENT if a pointer
/// is NULL or a string is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvc_options_set(
    options: Option<&mut Options>,
    name: *const c_char,
    value: *const c_char,
) -> NvcStatus {
    let Some(options) = options else { return NvcStatus::NvcStatusInvalidArgument };
    // SAFETY: the header requires NUL-terminated strings.
    let (name, value) = unsafe { (string(name), string(value)) };
    match (name, value) {
        (Some(name), Some(value)) => options.set(name, value),
        (None, _) => {
            options.fail(NvcStatus::NvcStatusInvalidArgument, "the option's name is NULL or not UTF-8")
        }
        (_, None) => {
            options.fail(NvcStatus::NvcStatusInvalidArgument, "the option's value is NULL or not UTF-8")
        }
    }
}

/// Defines a GLSL macro, as the option "define" does, from its name and value in two strings. The name may have
/// parameters, as in "SQUARE(x)". NULL as value defines the macro as 1.
///
/// Returns NVC_STATUS_OK, or NVC_STATUS_INVALID_ARGUMENT if the name is NULL, empty or has an `=`, or a string is not
/// UTF-8. The preprocessor reports a name that is not an identifier.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvc_options_define(
    options: Option<&mut Options>,
    name: *const c_char,
    value: *const c_char,
) -> NvcStatus {
    let Some(options) = options else { return NvcStatus::NvcStatusInvalidArgument };
    // SAFETY: the header requires NUL-terminated strings.
    let (name, given) = unsafe { (string(name), string(value)) };
    let value = if value.is_null() { Some("1") } else { given };
    match (name.filter(|name| !name.is_empty() && !name.contains('=')), value) {
        (Some(name), Some(value)) => options.set("define", &format!("{name}={value}")),
        _ => options.fail(NvcStatus::NvcStatusInvalidArgument, "not the name and value of a macro"),
    }
}

/// Adds a directory that is searched for included files, after the directory of the including file
/// (`#include "..."`) and the directories added before. Without a directory or a callback no file is read. The path is
/// UTF-8 and ends in a NUL.
///
/// Returns NVC_STATUS_OK, or NVC_STATUS_INVALID_ARGUMENT if the path is NULL or not UTF-8. A directory that does not exist
/// is searched without success.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvc_options_add_include_directory(
    options: Option<&mut Options>,
    path: *const c_char,
) -> NvcStatus {
    let Some(options) = options else { return NvcStatus::NvcStatusInvalidArgument };
    // SAFETY: the header requires a NUL-terminated string.
    let Some(path) = (unsafe { string(path) }) else {
        return options.fail(NvcStatus::NvcStatusInvalidArgument, "the path is NULL or not UTF-8");
    };
    options.folders.push(path.into());
    NvcStatus::NvcStatusOk
}

/// Sets the callback that finds included files, replacing any previous one. It is called before the include directories
/// are searched. A NULL callback removes it; the other arguments are then not used.
///
/// `user_data` is passed to every call. `release`, unless NULL, is called with it once, when no options and no compiler
/// use it any more, by the thread that destroys or changes the last of them.
///
/// The callback runs in the thread that calls `nvc_compile`, and must be safe to call from as many threads at a time as
/// compile. Neither function may leave by an exception or `longjmp`.
///
/// Returns NVC_STATUS_OK, or NVC_STATUS_INVALID_ARGUMENT if the options are NULL, in which case nothing is called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvc_options_set_include_callback(
    options: Option<&mut Options>,
    callback: IncludeCallback,
    user_data: *mut c_void,
    release: ReleaseCallback,
) -> NvcStatus {
    let Some(options) = options else { return NvcStatus::NvcStatusInvalidArgument };
    // SAFETY: the header states how the functions are called, and that any thread may call them.
    options.callback =
        callback.map(|callback| Arc::new(unsafe { Callback::new(callback, user_data, release) }));
    NvcStatus::NvcStatusOk
}

/// The message of the last function that failed on these options, in English; "" if none has failed. Valid until the
/// next call with the same options. NULL if the options are NULL.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_options_error(options: Option<&Options>) -> *const c_char {
    options.map_or(std::ptr::null(), |options| options.error.as_ptr())
}
