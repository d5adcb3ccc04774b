/* nvc.h: compiles NVIDIA's shader dialects (!!NVcp5.0 assembly and GLSL compute shaders) to SPIR-V.
 *
 * Options are set by name, a compiler is made from them, and each compilation gives a result:
 *
 *     nvc_options_t *options = nvc_options_create();
 *     nvc_options_set(options, "target-env", "vulkan1.3");
 *     nvc_compiler_t *compiler = nvc_compiler_create(options);
 *     nvc_options_destroy(options);
 *
 *     nvc_result_t *result = nvc_compile(compiler, "sums.comp", source, strlen(source));
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
 */

#ifndef NVC_H
#define NVC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NVC_VERSION "0.1.0"
#define NVC_VERSION_MAJOR 0
#define NVC_VERSION_MINOR 1
#define NVC_VERSION_PATCH 0

/**
 * The outcome of a function or a compilation. Later versions may add values.
 */
typedef enum {
    /**
     * Success; there may be warnings.
     */
    NVC_STATUS_OK = 0,
    /**
     * The source has errors.
     */
    NVC_STATUS_COMPILATION_ERROR = 1,
    /**
     * An argument of the function is wrong: a null pointer, or text that is not UTF-8.
     */
    NVC_STATUS_INVALID_ARGUMENT = 2,
    /**
     * No option has this name.
     */
    NVC_STATUS_UNKNOWN_OPTION = 3,
    /**
     * The option does not take this value.
     */
    NVC_STATUS_INVALID_VALUE = 4,
    /**
     * A bug in nvc, which may also have written a line to standard error. Please report it, with the source.
     */
    NVC_STATUS_INTERNAL_ERROR = 5,
} nvc_status_t;

/**
 * The severity of a diagnostic. Later versions may add values.
 */
typedef enum {
    /**
     * The program compiles, but is probably not what was meant.
     */
    NVC_SEVERITY_WARNING = 1,
    /**
     * The program does not compile.
     */
    NVC_SEVERITY_ERROR = 2,
    /**
     * A bug in nvc.
     */
    NVC_SEVERITY_BUG = 3,
} nvc_severity_t;

/**
 * How `nvc_result_messages` writes diagnostics.
 */
typedef enum {
    /**
     * The message, the line of the source with a marker, notes and help.
     */
    NVC_FORMAT_HUMAN = 0,
    /**
     * Like NVC_FORMAT_HUMAN, with ANSI colours for a terminal.
     */
    NVC_FORMAT_HUMAN_COLOR = 1,
    /**
     * `FILE:LINE:COLUMN: error[CODE]: MESSAGE`, one line for each diagnostic.
     */
    NVC_FORMAT_SHORT = 2,
    /**
     * One JSON object on a line for each diagnostic.
     */
    NVC_FORMAT_JSON = 3,
} nvc_format_t;

/**
 * The result of a compilation. Threads may read one at the same time. It owns all that the functions of this group
 * return, until it is destroyed.
 */
typedef struct nvc_result_t nvc_result_t;

/**
 * A compiler. It is immutable, so any number of threads may use one at the same time.
 */
typedef struct nvc_compiler_t nvc_compiler_t;

/**
 * A diagnostic of a result, which owns it and all its strings.
 */
typedef struct nvc_diagnostic_t nvc_diagnostic_t;

/**
 * An `#include` that a callback answers. Only valid during the call, in its thread.
 */
typedef struct nvc_include_t nvc_include_t;

/**
 * The options of a compiler. Threads must not use the same options at the same time.
 */
typedef struct nvc_options_t nvc_options_t;

/**
 * Finds the file that an `#include` names. It reads the request with `nvc_include_path`, `nvc_include_from` and
 * `nvc_include_is_system`, and answers with `nvc_include_found` or `nvc_include_not_found`. If it does neither, the file
 * is not found; if it answers more than once, the last answer is used.
 */
typedef void (*nvc_include_callback_t)(void *user_data, nvc_include_t *include);

/**
 * Releases the user data of a callback.
 */
typedef void (*nvc_release_callback_t)(void *user_data);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library that runs, such as "0.1.0". The macros NVC_VERSION and NVC_VERSION_MAJOR, _MINOR and
 * _PATCH have the version of the header. Until 1.0, libraries of different minor versions are not compatible; the file
 * name of the shared library has the version, so that a program does not start with another.
 *
 * The string is static.
 */
const char *nvc_version(void);

/**
 * Creates options with the defaults of the command `nvc compile`.
 *
 * Never returns NULL: like the whole library, it ends the process if memory is exhausted. Destroy them with
 * `nvc_options_destroy`.
 */
nvc_options_t *nvc_options_create(void);

/**
 * Copies options, with the callback for includes and its user data. NULL gives the defaults.
 */
nvc_options_t *nvc_options_clone(const nvc_options_t *options);

/**
 * Destroys options. Compilers made from them are not affected. NULL does nothing.
 */
void nvc_options_destroy(nvc_options_t *options);

/**
 * Sets an option by its name, such as "target-env" to "vulkan1.3". Names and values are those of the command's long
 * options; the page "C and C++" of the book lists them. An option that the command takes several times is added to, such as
 * "bind"; any other is replaced.
 *
 * Both strings end in a NUL and are UTF-8; they are copied. On failure the options are as before, and
 * `nvc_options_error` has the reason.
 *
 * Returns NVC_STATUS_OK, NVC_STATUS_UNKNOWN_OPTION, NVC_STATUS_INVALID_VALUE, or NVC_STATUS_INVALID_ARGUMENT if a pointer
 * is NULL or a string is not UTF-8.
 */
nvc_status_t nvc_options_set(nvc_options_t *options,
                             const char *name,
                             const char *value);

/**
 * Defines a GLSL macro, as the option "define" does, from its name and value in two strings. The name may have
 * parameters, as in "SQUARE(x)". NULL as value defines the macro as 1.
 *
 * Returns NVC_STATUS_OK, or NVC_STATUS_INVALID_ARGUMENT if the name is NULL, empty or has an `=`, or a string is not
 * UTF-8. The preprocessor reports a name that is not an identifier.
 */
nvc_status_t nvc_options_define(nvc_options_t *options,
                                const char *name,
                                const char *value);

/**
 * Adds a directory that is searched for included files, after the directory of the including file
 * (`#include "..."`) and the directories added before. Without a directory or a callback no file is read. The path is
 * UTF-8 and ends in a NUL.
 *
 * Returns NVC_STATUS_OK, or NVC_STATUS_INVALID_ARGUMENT if the path is NULL or not UTF-8. A directory that does not exist
 * is searched without success.
 */
nvc_status_t nvc_options_add_include_directory(nvc_options_t *options,
                                               const char *path);

/**
 * Sets the callback that finds included files, replacing any previous one. It is called before the include directories
 * are searched. A NULL callback removes it; the other arguments are then not used.
 *
 * `user_data` is passed to every call. `release`, unless NULL, is called with it once, when no options and no compiler
 * use it any more, by the thread that destroys or changes the last of them.
 *
 * The callback runs in the thread that calls `nvc_compile`, and must be safe to call from as many threads at a time as
 * compile. Neither function may leave by an exception or `longjmp`.
 *
 * Returns NVC_STATUS_OK, or NVC_STATUS_INVALID_ARGUMENT if the options are NULL, in which case nothing is called.
 */
nvc_status_t nvc_options_set_include_callback(nvc_options_t *options,
                                              nvc_include_callback_t callback,
                                              void *user_data,
                                              nvc_release_callback_t release);

/**
 * The message of the last function that failed on these options, in English; "" if none has failed. Valid until the
 * next call with the same options. NULL if the options are NULL.
 */
const char *nvc_options_error(const nvc_options_t *options);

/**
 * The path as the source has it, between the quotation marks or angle brackets. Valid during the callback.
 */
const char *nvc_include_path(const nvc_include_t *include);

/**
 * The name of the including source: that given to `nvc_compile`, or to `nvc_include_found`. Valid during the callback.
 */
const char *nvc_include_from(const nvc_include_t *include);

/**
 * Whether the source has `#include <...>`, not `#include "..."`.
 */
bool nvc_include_is_system(const nvc_include_t *include);

/**
 * Answers with a file: its name, which messages, dependencies and `nvc_include_from` show, and its text of `length`
 * bytes. Both are copied, so the caller may free them when this function returns. NULL as name: the path of the
 * `#include`.
 */
void nvc_include_found(nvc_include_t *include,
                       const char *name,
                       const char *text,
                       size_t length);

/**
 * Answers that there is no such file. `message`, unless NULL, is the reason in the diagnostic, and no
 * include directory is then searched.
 */
void nvc_include_not_found(nvc_include_t *include,
                           const char *message);

/**
 * Creates a compiler with a copy of these options; NULL gives the defaults. Cheap: a program may create one for each
 * set of options that it needs, even for one compilation.
 *
 * Never returns NULL. Destroy it with `nvc_compiler_destroy`.
 */
nvc_compiler_t *nvc_compiler_create(const nvc_options_t *options);

/**
 * Destroys a compiler, which no thread may be using. Its results are not affected. NULL does nothing.
 */
void nvc_compiler_destroy(nvc_compiler_t *compiler);

/**
 * Compiles a source of `length` bytes: GLSL, an assembly listing, or an OpenGL program binary that contains one. The
 * language is detected from the text, then from the name, unless the option "lang" is set.
 *
 * `name` ends in a NUL and is UTF-8; it is shown in messages and passed to include callbacks, but no such file is
 * read. Neither pointer is kept. Text that is not UTF-8, contains a NUL or is too large is an error with a diagnostic.
 *
 * The same source and options give the same bytes, in any thread. Ordinary shaders take less than 256 KiB of stack, the
 * deepest nesting that is accepted about 1 MiB.
 *
 * Never returns NULL; `nvc_result_status` returns the outcome. Destroy the result with `nvc_result_destroy`.
 */
nvc_result_t *nvc_compile(const nvc_compiler_t *compiler,
                          const char *name,
                          const char *source,
                          size_t length);

/**
 * Compiles and links `count` compilation units of one GLSL program to one module: functions that one declares may be
 * defined in another. The result is named after the first. `names`, `sources` and `lengths` are arrays of `count` elements;
 * each element is as for `nvc_compile`.
 *
 * Never NULL. Destroy the result with `nvc_result_destroy`.
 */
nvc_result_t *nvc_link(const nvc_compiler_t *compiler,
                       size_t count,
                       const char *const *names,
                       const char *const *sources,
                       const size_t *lengths);

/**
 * Destroys a result and all that its functions returned. NULL does nothing.
 */
void nvc_result_destroy(nvc_result_t *result);

/**
 * NVC_STATUS_OK if there is an output; else NVC_STATUS_COMPILATION_ERROR, NVC_STATUS_INVALID_ARGUMENT (then there are
 * messages, but no diagnostics) or NVC_STATUS_INTERNAL_ERROR. NVC_STATUS_INVALID_ARGUMENT for NULL.
 */
nvc_status_t nvc_result_status(const nvc_result_t *result);

/**
 * The number of errors, including those that were not kept because there were too many. It is more than 0 if and only
 * if the status is not NVC_STATUS_OK.
 */
size_t nvc_result_error_count(const nvc_result_t *result);

/**
 * The number of warnings, including those that were not kept because there were too many.
 */
size_t nvc_result_warning_count(const nvc_result_t *result);

/**
 * The SPIR-V module, in words of this machine's byte order, as `VkShaderModuleCreateInfo.pCode` takes them. Stores the
 * number of bytes, as `codeSize` takes it, in `size` unless that is NULL. NULL and 0 if there is none: the compilation
 * failed, or the option "emit" asks for text without a module.
 */
const uint32_t *nvc_result_spirv(const nvc_result_t *result,
                                 size_t *size);

/**
 * The output of the formats of "emit" that are text, with a NUL after its end. Stores the number of bytes without
 * it in `length` unless that is NULL. NULL and 0 if there is none.
 */
const char *nvc_result_text(const nvc_result_t *result,
                            size_t *length);

/**
 * The shader's interface as JSON, which the page "Reflection" of the book describes, with a NUL after its end. Stores the
 * number of bytes without it in `length` unless that is NULL. NULL and 0 unless the option "reflect" is set.
 */
const char *nvc_result_reflection(const nvc_result_t *result,
                                  size_t *length);

/**
 * All diagnostics as text, in one of the formats of `nvc_format_t`, with a NUL after its end. Stores the number of bytes
 * without it in `length` unless that is NULL. "" if there are none; NULL and 0 for an unknown format.
 */
const char *nvc_result_messages(const nvc_result_t *result,
                                int format,
                                size_t *length);

/**
 * The number of diagnostics that were kept. If there are too many, only the first are kept.
 */
size_t nvc_result_diagnostic_count(const nvc_result_t *result);

/**
 * A diagnostic, in the order of their places; NULL if there is none with this index.
 */
const nvc_diagnostic_t *nvc_result_diagnostic(const nvc_result_t *result, size_t index);

/**
 * The number of sources that were read: the compiled ones and their includes.
 */
size_t nvc_result_dependency_count(const nvc_result_t *result);

/**
 * The name of a source that was read; NULL if there is none with this index. After a failed compilation, the
 * list ends with the last one read.
 */
const char *nvc_result_dependency(const nvc_result_t *result,
                                  size_t index);

/**
 * A warning, an error or a bug. NVC_SEVERITY_BUG if the diagnostic is NULL.
 */
nvc_severity_t nvc_diagnostic_severity(const nvc_diagnostic_t *diagnostic);

/**
 * The stable code, such as "N0201", which `nvc explain` and the book explain.
 */
const char *nvc_diagnostic_code(const nvc_diagnostic_t *diagnostic);

/**
 * What is wrong, in one line.
 */
const char *nvc_diagnostic_message(const nvc_diagnostic_t *diagnostic);

/**
 * How to fix it; NULL if the diagnostic does not say.
 */
const char *nvc_diagnostic_help(const nvc_diagnostic_t *diagnostic);

/**
 * The number of notes.
 */
size_t nvc_diagnostic_note_count(const nvc_diagnostic_t *diagnostic);

/**
 * A note; NULL if there is none with this index.
 */
const char *nvc_diagnostic_note(const nvc_diagnostic_t *diagnostic, size_t index);

/**
 * The name of the source that the diagnostic points into, as a `#line` directive may have changed it; NULL if
 * it has no location.
 */
const char *nvc_diagnostic_file(const nvc_diagnostic_t *diagnostic);

/**
 * The line of the first character, counted from 1 or from a `#line` directive; 0 if there is no location.
 */
uint32_t nvc_diagnostic_line(const nvc_diagnostic_t *diagnostic);

/**
 * The column of the first character, from 1, in Unicode characters; 0 if there is no location.
 */
uint32_t nvc_diagnostic_column(const nvc_diagnostic_t *diagnostic);

/**
 * The line of the end of the location; 0 if there is no location.
 */
uint32_t nvc_diagnostic_end_line(const nvc_diagnostic_t *diagnostic);

/**
 * The column after the last character of the location; 0 if there is no location.
 */
uint32_t nvc_diagnostic_end_column(const nvc_diagnostic_t *diagnostic);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* NVC_H */
