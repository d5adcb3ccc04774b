//! Checks that `include/nvc.h` is what cbindgen generates from the sources. `NVC_BLESS=1` rewrites it.

use cbindgen::{Builder, Config};
use std::fmt::Write;
use std::path::Path;

/// The source modules, in the order of the header.
const SOURCES: [&str; 6] = ["status", "options", "include", "compiler", "result", "diagnostic"];

const HEADER: &str = "\
/* nvc.h: compiles NVIDIA's shader dialects (!!NVcp5.0 assembly and GLSL compute shaders) to SPIR-V.
 *
 * Options are set by name, a compiler is made from them, and each compilation gives a result:
 *
 *     nvc_options_t *options = nvc_options_create();
 *     nvc_options_set(options, \"target-env\", \"vulkan1.3\");
 *     nvc_compiler_t *compiler = nvc_compiler_create(options);
 *     nvc_options_destroy(options);
 *
 *     nvc_result_t *result = nvc_compile(compiler, \"sums.comp\", source, strlen(source));
 *     size_t size;
 *     const uint32_t *words = nvc_result_spirv(result, &size);
 *     if (!words)
 *         fputs(nvc_result_messages(result, NVC_FORMAT_HUMAN, NULL), stderr);
 *
 *     nvc_result_destroy(result);
 *     nvc_compiler_destroy(compiler);
 *
 * - The caller destroys each handle that it creates, once. Strings and words belong to the handle that returned them.
 * - Strings are UTF-8 and end in a NUL. Functions that store a length give that of the string without
 *   the NUL. Strings and sources that a function takes are copied, not kept.
 * - Threads may share a compiler and read the same result. Options belong to one thread at a time.
 *   The library has no global state.
 * - Every function accepts NULL for a handle. Unless it says otherwise, it then returns NULL, 0 or
 *   NVC_STATUS_INVALID_ARGUMENT.
 * - The library ends the process only if memory or the stack is exhausted.
 * - New enumeration values and new options may be added without a new version of the interface.
 *
 * Generated from the sources of the crate nvc-c; do not edit.
 */";

/// Returns the macros that define the version.
fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("\n#define NVC_VERSION \"{version}\"\n");
    let numbers = version.split(['.', '-', '+']);
    for (name, number) in ["MAJOR", "MINOR", "PATCH"].iter().zip(numbers) {
        writeln!(text, "#define NVC_VERSION_{name} {number}").expect("writing to a string cannot fail");
    }
    text.trim_end().to_owned()
}

#[test]
fn the_header_is_up_to_date() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = Config::from_file(here.join("cbindgen.toml")).expect("the configuration");
    let mut builder = Builder::new().with_config(config).with_header(HEADER).with_after_include(version());
    for source in SOURCES {
        builder = builder.with_src(here.join("src").join(format!("{source}.rs")));
    }
    let mut header = Vec::new();
    builder.generate().expect("bindings").write(&mut header);
    let header = String::from_utf8(header).expect("the header is UTF-8");
    nvc_goldens::page(&here.join("include/nvc.h"), &header);
}
