//! Preprocessor limits, which bound time and memory for any input. `docs/errors/N0501.md` lists them.

/// Maximum size of a file in bytes.
pub(crate) const FILE_BYTES: usize = 16 << 20;
/// Maximum total size of all files in bytes, counted at each inclusion.
pub(crate) const TOTAL_BYTES: usize = 64 << 20;
/// Maximum number of tokens in the output.
pub(crate) const TOKENS: usize = 4 << 20;
/// Maximum number of tokens that macro expansion produces, including arguments and rescanned tokens.
pub(crate) const EXPANSION: usize = 2 << 20;
/// Maximum nesting depth of macro invocations in arguments.
pub(crate) const MACRO_NESTING: u32 = 128;
/// Maximum nesting depth of includes.
pub(crate) const INCLUDE_DEPTH: usize = 64;
/// Maximum number of inclusions.
pub(crate) const INCLUSIONS: usize = 4096;
/// Maximum nesting depth of conditional directives.
pub(crate) const CONDITIONS: usize = 256;
/// Maximum nesting depth of an `#if` expression.
pub(crate) const CONDITION_NESTING: u32 = 256;
/// Maximum total size in bytes of the tokens that `##` produces.
pub(crate) const PASTED_BYTES: usize = 16 << 20;
/// Maximum size in bytes of a name (GLSL 3.7) and of a token that `##` produces.
pub(crate) const NAME_BYTES: usize = 1024;
/// Maximum number of parameters of a macro.
pub(crate) const MACRO_PARAMETERS: usize = 256;
