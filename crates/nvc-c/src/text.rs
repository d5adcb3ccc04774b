//! Strings and bytes across the border: reads the caller's, keeps those that the caller reads.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

/// A string that C reads: with a NUL at its end, and perhaps others inside, which the length tells.
#[derive(Debug)]
pub(crate) struct Text(Box<[u8]>);

impl Text {
    /// A copy of a string.
    pub fn new(text: &str) -> Self {
        Text([text.as_bytes(), &[0]].concat().into())
    }

    /// The first byte.
    pub fn as_ptr(&self) -> *const c_char {
        self.0.as_ptr().cast()
    }

    /// The first byte; stores the length without the NUL where the caller asks for it.
    pub fn with_length(&self, length: Option<&mut MaybeUninit<usize>>) -> *const c_char {
        store(length, self.0.len() - 1);
        self.as_ptr()
    }
}

/// The text, or null with length 0.
pub(crate) fn optional(text: Option<&Text>, length: Option<&mut MaybeUninit<usize>>) -> *const c_char {
    match text {
        Some(text) => text.with_length(length),
        None => {
            store(length, 0);
            std::ptr::null()
        }
    }
}

/// Stores a length where the caller asks for it. Callers pass variables without a value.
pub(crate) fn store(to: Option<&mut MaybeUninit<usize>>, length: usize) {
    if let Some(to) = to {
        to.write(length);
    }
}

/// The caller's string; `None` if the pointer is null or the string is not UTF-8.
///
/// # Safety
/// The pointer is null, or that of a string with a NUL at its end that nothing changes during `'a`.
pub(crate) unsafe fn string<'a>(pointer: *const c_char) -> Option<&'a str> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: by this function's contract.
    unsafe { CStr::from_ptr(pointer) }.to_str().ok()
}

/// The caller's bytes; `None` if the pointer is null and the length is not 0, or the length is that of no object.
///
/// # Safety
/// The pointer is null, or that of as many bytes, which nothing changes during `'a`.
pub(crate) unsafe fn bytes<'a>(pointer: *const c_char, length: usize) -> Option<&'a [u8]> {
    if length == 0 {
        return Some(&[]);
    }
    if pointer.is_null() || isize::try_from(length).is_err() {
        return None;
    }
    // SAFETY: by this function's contract; no larger than an object can be.
    Some(unsafe { std::slice::from_raw_parts(pointer.cast(), length) })
}
