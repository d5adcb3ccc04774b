//! Calls every unsafe function of the C interface with pointers that a C program may pass: NULL, empty strings, bytes that are
//! not UTF-8, texts without a terminating NUL, and callbacks. `cargo xtask sanitize` runs it under the address sanitizer.
#![allow(unsafe_code)]

use nvc_c::*;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::null;

/// A program that includes a file.
const INCLUDING: &str = "#version 460\n#extension GL_GOOGLE_include_directive : require\n#include \"a.glsl\"\n\
                         layout(local_size_x = 32) in;\nlayout(std430, binding = 0) buffer B { uint b[]; };\n\
                         void main() { b[0] = VALUE; }\n";

/// Compiles a copy of the text in an allocation of exactly its size, so that the sanitizer finds a read past its end.
fn compile(compiler: &Compiler, name: &CStr, text: &[u8]) -> Box<Compilation> {
    let exact: Box<[u8]> = text.into();
    // SAFETY: the name is NUL-terminated, and the text has the given length.
    unsafe { nvc_compile(Some(compiler), name.as_ptr(), exact.as_ptr().cast(), exact.len()) }
}

/// Reads all strings of a result's diagnostics and dependencies, also at an index after the last. Returns their total length.
fn read(result: &Compilation) -> usize {
    let mut total = 0;
    let mut text = |pointer: *const c_char| {
        if !pointer.is_null() {
            // SAFETY: the strings of a result are NUL-terminated and live as long as it.
            total += unsafe { CStr::from_ptr(pointer) }.count_bytes();
        }
    };
    for at in 0..=nvc_result_diagnostic_count(Some(result)) {
        let finding = nvc_result_diagnostic(Some(result), at);
        text(nvc_diagnostic_code(finding));
        text(nvc_diagnostic_message(finding));
        text(nvc_diagnostic_help(finding));
        text(nvc_diagnostic_file(finding));
        (0..=nvc_diagnostic_note_count(finding)).for_each(|note| text(nvc_diagnostic_note(finding, note)));
    }
    (0..=nvc_result_dependency_count(Some(result)))
        .for_each(|at| text(nvc_result_dependency(Some(result), at)));
    total
}

/// Answers an include directive with a text in an allocation that is freed when the callback returns.
unsafe extern "C" fn answer(user_data: *mut c_void, include: *mut Include) {
    // SAFETY: the test passes a `u32` that outlives the compiler, and the library passes a valid `include`.
    let (calls, include) = unsafe { (&mut *user_data.cast::<u32>(), include.as_mut()) };
    *calls += 1;
    let text: Box<[u8]> = (*b"#define VALUE 7\n").into();
    // SAFETY: the text has the given length.
    unsafe { nvc_include_found(include, null(), text.as_ptr().cast(), text.len()) };
}

/// Answers an include directive with an error.
unsafe extern "C" fn refuse(_: *mut c_void, include: *mut Include) {
    let message = CString::new("not here").expect("no NUL");
    // SAFETY: the library passes a valid `include`; the message is NUL-terminated.
    unsafe { nvc_include_not_found(include.as_mut(), message.as_ptr()) };
}

/// Adds 100 to the number of calls, to record the release.
unsafe extern "C" fn release(user_data: *mut c_void) {
    // SAFETY: the test passes a `u32` that outlives the compiler.
    unsafe { *user_data.cast::<u32>() += 100 };
}

#[test]
fn sources_are_read_within_their_length() {
    let compiler = nvc_compiler_create(None);
    let valid = b"#version 460\nvoid main() {}\n";
    for length in 0..=valid.len() {
        read(&compile(&compiler, c"a.comp", &valid[..length]));
    }
    for text in [&b""[..], b"\0", b"\xff\xfe", b"!!NVcp5.0\nGROUP_SIZE 32;\nEND\n", b"!!NVcp5.0\nMOV R0"] {
        read(&compile(&compiler, c"a", text));
        read(&compile(&compiler, c"\xff", text));
    }
    // SAFETY: NULL is allowed, as the header says.
    let missing = unsafe { nvc_compile(Some(&compiler), null(), null(), 0) };
    assert_ne!(nvc_result_status(Some(&missing)), NvcStatus::NvcStatusOk);
    nvc_result_destroy(Some(missing));
    nvc_compiler_destroy(Some(compiler));
}

#[test]
fn units_are_read_within_their_arrays() {
    let compiler = nvc_compiler_create(None);
    let units =
        ["#version 460\nuint f();\nvoid main() { f(); }\n", "#version 460\nuint f() { return 1u; }\n"];
    let names = [c"a.comp".as_ptr(), c"b.comp".as_ptr()];
    let texts = units.map(|unit| unit.as_ptr().cast::<c_char>());
    let lengths = units.map(str::len);
    for count in 0..=units.len() {
        // SAFETY: the arrays have at least `count` elements.
        let result =
            unsafe { nvc_link(Some(&compiler), count, names.as_ptr(), texts.as_ptr(), lengths.as_ptr()) };
        read(&result);
        nvc_result_destroy(Some(result));
    }
    // SAFETY: NULL is allowed, as the header says.
    let missing = unsafe { nvc_link(Some(&compiler), 1, null(), null(), null()) };
    assert_ne!(nvc_result_status(Some(&missing)), NvcStatus::NvcStatusOk);
    nvc_compiler_destroy(Some(compiler));
}

#[test]
fn callbacks_are_called_and_released_once() {
    let mut calls = 0u32;
    let mut options = nvc_options_create();
    let data = (&raw mut calls).cast();
    // SAFETY: the functions match their types, and `calls` outlives the options and the compiler.
    unsafe { nvc_options_set_include_callback(Some(&mut options), Some(answer), data, Some(release)) };
    let copy = nvc_options_clone(Some(&options));
    let compiler = nvc_compiler_create(Some(&options));
    nvc_options_destroy(Some(options));
    nvc_options_destroy(Some(copy));
    let result = compile(&compiler, c"a.comp", INCLUDING.as_bytes());
    assert_eq!(nvc_result_status(Some(&result)), NvcStatus::NvcStatusOk);
    assert!(read(&result) > 0, "a dependency is named");
    nvc_compiler_destroy(Some(compiler));
    nvc_result_destroy(Some(result));
    assert_eq!(calls, 101);
}

#[test]
fn invalid_options_and_refused_includes_are_errors() {
    let mut options = nvc_options_create();
    let strings = [c"", c"limits", c"tokens=10", c"\xff", c"target-env", c"vulkan1.1"];
    for name in strings {
        for value in strings {
            // SAFETY: the strings are NUL-terminated.
            unsafe {
                nvc_options_set(Some(&mut options), name.as_ptr(), value.as_ptr());
                nvc_options_define(Some(&mut options), name.as_ptr(), value.as_ptr());
            }
            assert!(!nvc_options_error(Some(&options)).is_null());
        }
    }
    let mut options = nvc_options_create();
    // SAFETY: NULL is allowed, the function matches its type, and it ignores its data.
    unsafe {
        nvc_options_set(Some(&mut options), null(), null());
        nvc_options_define(Some(&mut options), null(), null());
        nvc_options_add_include_directory(Some(&mut options), null());
        nvc_options_set_include_callback(Some(&mut options), Some(refuse), std::ptr::null_mut(), None);
    }
    let compiler = nvc_compiler_create(Some(&options));
    nvc_options_destroy(Some(options));
    let result = compile(&compiler, c"a.comp", INCLUDING.as_bytes());
    assert_eq!(nvc_result_status(Some(&result)), NvcStatus::NvcStatusCompilationError);
    assert!(nvc_result_error_count(Some(&result)) > 0 && read(&result) > 0);
    nvc_compiler_destroy(Some(compiler));
    nvc_result_destroy(Some(result));
}
