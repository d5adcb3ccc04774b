//! Limits that bound time and memory for any input. `docs/errors/N0501.md` lists them.

/// Size of one file in bytes.
pub(crate) const FILE_BYTES: usize = 16 << 20;
/// Total size of all files in bytes, counted at each inclusion.
pub(crate) const TOTAL_BYTES: usize = 64 << 20;
/// Tokens in the output.
pub(crate) const TOKENS: usize = 4 << 20;
/// Tokens produced by macro expansion, including arguments and rescanned tokens.
pub(crate) const EXPANSION: usize = 2 << 20;
/// Nesting depth of macro invocations in arguments.
pub(crate) const MACRO_NESTING: u32 = 128;
/// Nesting depth of includes.
pub(crate) const INCLUDE_DEPTH: usize = 64;
/// Number of inclusions.
pub(crate) const INCLUSIONS: usize = 4096;
/// Nesting depth of conditional directives.
pub(crate) const CONDITIONS: usize = 256;
/// Nesting depth of an `#if` expression.
pub(crate) const CONDITION_NESTING: u32 = 256;
/// Total size in bytes of the tokens that `##` produces.
pub(crate) const PASTED_BYTES: usize = 16 << 20;
/// Size in bytes of a name (GLSL 3.7) and of a token that `##` produces.
pub(crate) const NAME_BYTES: usize = 1024;
/// Number of parameters of a macro.
pub(crate) const MACRO_PARAMETERS: usize = 256;
