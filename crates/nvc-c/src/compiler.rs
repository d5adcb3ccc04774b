//! `nvc_compiler_t`, and the functions that compile sources.

use crate::include::Includes;
use crate::options::Options;
use crate::result::Compilation;
use crate::text::{bytes, string};
use nvc::{CompileError, Compiled, Folders};
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A compiler. It is immutable, so any number of threads may use one at the same time.
pub struct Compiler {
    compiler: nvc::Compiler,
}

/// Creates a compiler with a copy of these options; NULL gives the defaults. Cheap: a program may create one for each
/// set of options that it needs, even for one compilation.
///
/// Never returns NULL. Destroy it with `nvc_compiler_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_compiler_create(options: Option<&Options>) -> Box<Compiler> {
    let Some(options) = options else { return Box::new(Compiler { compiler: nvc::Compiler::default() }) };
    let compiler = nvc::Compiler::new(options.options.clone());
    let folders = (!options.folders.is_empty()).then(|| Folders::new(options.folders.clone()));
    let compiler = compiler.with_loader(Includes { callback: options.callback.clone(), folders });
    Box::new(Compiler { compiler })
}

/// Destroys a compiler, which no thread may be using. Its results are not affected. NULL does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_compiler_destroy(compiler: Option<Box<Compiler>>) {
    drop(compiler);
}

/// Compiles a source of `length` bytes: GLSL, an assembly listing, or an OpenGL program binary that contains one. The
/// language is detected from the text, then from the name, unless the option "lang" is set.
///
/// `name` ends in a NUL and is UTF-8; it is shown in messages and passed to include callbacks, but no such file is
/// read. Neither pointer is kept. Text that is not UTF-8, contains a NUL or is too large is an error with a diagnostic.
///
/// The same source and options give the same bytes, in any thread. Ordinary shaders take less than 256 KiB of stack, the
/// deepest nesting that is accepted about 1 MiB.
///
/// Never returns NULL; `nvc_result_status` returns the outcome. Destroy the result with `nvc_result_destroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvc_compile(
    compiler: Option<&Compiler>,
    name: *const c_char,
    source: *const c_char,
    length: usize,
) -> Box<Compilation> {
    // SAFETY: the header requires a NUL-terminated `name` and `length` bytes at `source`.
    let source = unsafe { unit(name, source, length) };
    compile(compiler, source.map(|source| vec![source]))
}

/// Compiles and links `count` compilation units of one GLSL program to one module: functions that one declares may be
/// defined in another. The result is named after the first. `names`, `sources` and `lengths` are arrays of `count` elements;
/// each element is as for `nvc_compile`.
///
/// Never NULL. Destroy the result with `nvc_result_destroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvc_link(
    compiler: Option<&Compiler>,
    count: usize,
    names: *const *const c_char,
    sources: *const *const c_char,
    lengths: *const usize,
) -> Box<Compilation> {
    if names.is_null() || sources.is_null() || lengths.is_null() {
        return compile(compiler, Err("an array is NULL"));
    }
    let units = (0..count).map(|at| {
        // SAFETY: the header requires arrays of `count` elements, each a NUL-terminated string, a byte
        // buffer or its length.
        unsafe { unit(*names.add(at), *sources.add(at), *lengths.add(at)) }
    });
    compile(compiler, units.collect())
}

/// The name and the content of a source.
type Unit<'a> = (&'a str, &'a [u8]);

/// Converts the C arguments of a source.
///
/// # Safety
/// The requirements of [`string`] for `name` and of [`bytes`] for `source` and `length`.
unsafe fn unit<'a>(
    name: *const c_char,
    source: *const c_char,
    length: usize,
) -> Result<Unit<'a>, &'static str> {
    // SAFETY: guaranteed by this function's contract.
    let (name, source) = unsafe { (string(name), bytes(source, length)) };
    Ok((name.ok_or("the source's name is NULL or not UTF-8")?, source.ok_or("the source is NULL")?))
}

/// Compiles the units. An invalid argument gives a failed result with a message.
fn compile(compiler: Option<&Compiler>, units: Result<Vec<Unit<'_>>, &'static str>) -> Box<Compilation> {
    Box::new(match (compiler, units.as_deref()) {
        (None, _) => Compilation::invalid("the compiler is NULL"),
        (_, Err(message)) => Compilation::invalid(message),
        (_, Ok([])) => Compilation::invalid("there is no source"),
        (Some(compiler), Ok([first, others @ ..])) => guard(|| compiler.compiler.link_bytes(*first, others)),
    })
}

/// Runs a compilation. A panic becomes a result with an internal error.
fn guard(compile: impl FnOnce() -> Result<Compiled, CompileError>) -> Compilation {
    // Unwind-safe: no state of the compilation is used after a panic.
    let outcome = catch_unwind(AssertUnwindSafe(|| Compilation::new(compile())));
    outcome.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<&str>().copied();
        let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Compilation::panicked(message.unwrap_or("no message"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::status::NvcStatus;
    use crate::{nvc_diagnostic_note, nvc_result_diagnostic, nvc_result_error_count, nvc_result_status};

    #[test]
    fn a_panic_is_an_internal_error() {
        let result = guard(|| panic!("by the test"));
        assert_eq!(nvc_result_status(Some(&result)), NvcStatus::NvcStatusInternalError);
        assert_eq!(nvc_result_error_count(Some(&result)), 1);
        let note = nvc_diagnostic_note(nvc_result_diagnostic(Some(&result), 0), 0);
        // SAFETY: `note` is a string of the result.
        assert_eq!(unsafe { string(note) }, Some("by the test"));
    }
}
