//! Include callbacks: the function that finds included files, and the request (`nvc_include_t`) that it answers.

use crate::text::{Text, bytes, string};
use nvc::{Folders, LoadError, Loader, MAX_INPUT_BYTES, Source};
use std::ffi::{c_char, c_void};
use std::sync::Arc;

/// An `#include` that a callback answers. Only valid during the call, in its thread.
pub struct Include {
    path: Text,
    from: Text,
    system: bool,
    /// Path in the directive. It names the file if the callback does not.
    name: String,
    answer: Option<Result<Source, LoadError>>,
}

/// Finds the file that an `#include` names. It reads the request with `nvc_include_path`, `nvc_include_from` and
/// `nvc_include_is_system`, and answers with `nvc_include_found` or `nvc_include_not_found`. If it does neither, the file
/// is not found; if it answers more than once, the last answer is used.
pub type IncludeCallback = Option<unsafe extern "C" fn(user_data: *mut c_void, include: *mut Include)>;

/// Releases the user data of a callback.
pub type ReleaseCallback = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// An include callback with its user data. The user data is released on drop.
pub(crate) struct Callback {
    function: unsafe extern "C" fn(user_data: *mut c_void, include: *mut Include),
    user_data: *mut c_void,
    release: ReleaseCallback,
}

// SAFETY: the pointer is only passed to the caller's functions, which any thread may call by the contract of
// `new`.
unsafe impl Send for Callback {}
// SAFETY: by the contract of `new`, several threads may call the functions at the same time.
unsafe impl Sync for Callback {}

impl Callback {
    /// Creates a callback.
    ///
    /// # Safety
    /// Any thread may call `function` with this user data until `release` is called; several threads may do
    /// so at the same time. Neither function unwinds.
    pub unsafe fn new(
        function: unsafe extern "C" fn(*mut c_void, *mut Include),
        user_data: *mut c_void,
        release: ReleaseCallback,
    ) -> Self {
        Callback { function, user_data, release }
    }

    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, LoadError> {
        let mut include = Include {
            path: Text::new(path),
            from: Text::new(from),
            system,
            name: path.to_owned(),
            answer: None,
        };
        // SAFETY: by the contract of `new`. The user data is not released before `drop`.
        unsafe { (self.function)(self.user_data, &raw mut include) };
        include.answer.unwrap_or(Err(LoadError::NotFound { searched: Vec::new() }))
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: by the contract of `new`. This is the only call.
            unsafe { release(self.user_data) };
        }
    }
}

/// A loader that asks the callback first and then searches the include directories.
pub(crate) struct Includes {
    pub callback: Option<Arc<Callback>>,
    pub folders: Option<Folders>,
}

impl Loader for Includes {
    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, LoadError> {
        let answer = self.callback.as_ref().map(|callback| callback.load(path, system, from));
        match (answer, &self.folders) {
            (Some(Err(LoadError::NotFound { .. })) | None, Some(folders)) => folders.load(path, system, from),
            (Some(answer), _) => answer,
            (None, None) => Err(LoadError::NotFound { searched: Vec::new() }),
        }
    }
}

/// The path as the source has it, between the quotation marks or angle brackets. Valid during the callback.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_include_path(include: Option<&Include>) -> *const c_char {
    include.map_or(std::ptr::null(), |include| include.path.as_ptr())
}

/// The name of the including source: that given to `nvc_compile`, or to `nvc_include_found`. Valid during the callback.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_include_from(include: Option<&Include>) -> *const c_char {
    include.map_or(std::ptr::null(), |include| include.from.as_ptr())
}

/// Whether the source has `#include <...>`, not `#include "..."`.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_include_is_system(include: Option<&Include>) -> bool {
    include.is_some_and(|include| include.system)
}

/// Answers with a file: its name, which messages, dependencies and `nvc_include_from` show, and its text of `length`
/// bytes. Both are copied, so the caller may free them when this function returns. NULL as name: the path of the
/// `#include`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvc_include_found(
    include: Option<&mut Include>,
    name: *const c_char,
    text: *const c_char,
    length: usize,
) {
    let Some(include) = include else { return };
    // SAFETY: the header requires a NUL-terminated `name` and `length` bytes at `text`.
    let (given, text) = unsafe { (string(name), bytes(text, length)) };
    let name = if name.is_null() { Some(include.name.as_str()) } else { given };
    include.answer = Some(match (name, text) {
        (None, _) => Err(LoadError::Other("the name from the include callback is not UTF-8".to_owned())),
        (_, None) => Err(LoadError::Other("the include callback gave no text".to_owned())),
        (Some(name), Some(text)) if text.len() > MAX_INPUT_BYTES => Err(LoadError::Io {
            name: name.to_owned(),
            message: format!("larger than {} MiB", MAX_INPUT_BYTES >> 20),
        }),
        (Some(name), Some(text)) => match std::str::from_utf8(text) {
            Ok(text) => Ok(Source::new(name, text)),
            Err(_) => Err(LoadError::NotUtf8(name.to_owned())),
        },
    });
}

/// Answers that there is no such file. `message`, unless NULL, is the reason in the diagnostic, and no
/// include directory is then searched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvc_include_not_found(include: Option<&mut Include>, message: *const c_char) {
    let Some(include) = include else { return };
    // SAFETY: the header requires a NUL-terminated string.
    let given = unsafe { string(message) };
    include.answer = Some(Err(match given {
        Some(message) => LoadError::Other(message.to_owned()),
        None => LoadError::NotFound { searched: Vec::new() },
    }));
}
