//! Converts strings and bytes between C and Rust.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

/// A NUL-terminated string that C reads. It may contain further NULs; the length is then needed.
#[derive(Debug)]
pub(crate) struct Text(Box<[u8]>);

impl Text {
    /// Copies a string.
    pub fn new(text: &str) -> Self {
        Text([text.as_bytes(), &[0]].concat().into())
    }

    /// Returns a pointer to the first byte.
    pub fn as_ptr(&self) -> *const c_char {
        self.0.as_ptr().cast()
    }

    /// Returns a pointer to the first byte, and stores the length without the NUL in `length` if that is
    /// given.
    pub fn with_length(&self, length: Option<&mut MaybeUninit<usize>>) -> *const c_char {
        store(length, self.0.len() - 1);
        self.as_ptr()
    }
}

/// Returns the text like [`Text::with_length`], or null with length 0.
pub(crate) fn optional(text: Option<&Text>, length: Option<&mut MaybeUninit<usize>>) -> *const c_char {
    match text {
        Some(text) => text.with_length(length),
        None => {
            store(length, 0);
            std::ptr::null()
        }
    }
}

/// Stores a length if the caller passed a pointer for it. The variable may be uninitialised.
pub(crate) fn store(to: Option<&mut MaybeUninit<usize>>, length: usize) {
    if let Some(to) = to {
        to.write(length);
    }
}

/// Returns the caller's string; `None` if the pointer is null or the string is not UTF-8.
///
/// # Safety
/// The pointer must be null, or point to a NUL-terminated string that is not modified during `'a`.
pub(crate) unsafe fn string<'a>(pointer: *const c_char) -> Option<&'a str> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: guaranteed by this function's contract.
    unsafe { CStr::from_ptr(pointer) }.to_str().ok()
}

/// Returns the caller's bytes. Returns `None` if the pointer is null but the length is not 0, or if the
/// length exceeds the maximum size of an object.
///
/// # Safety
/// The pointer must be null, or point to `length` bytes that are not modified during `'a`.
pub(crate) unsafe fn bytes<'a>(pointer: *const c_char, length: usize) -> Option<&'a [u8]> {
    if length == 0 {
        return Some(&[]);
    }
    if pointer.is_null() || isize::try_from(length).is_err() {
        return None;
    }
    // SAFETY: guaranteed by this function's contract; the length was checked above.
    Some(unsafe { std::slice::from_raw_parts(pointer.cast(), length) })
}
