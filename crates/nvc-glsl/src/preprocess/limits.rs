//! What keeps time and memory bounded whatever the text is. `docs/errors/N0501.md` lists them.

/// Bytes of one file.
pub(crate) const FILE_BYTES: usize = 16 << 20;
/// Bytes of all files together, counted at each inclusion.
pub(crate) const TOTAL_BYTES: usize = 64 << 20;
/// Tokens that the preprocessor yields.
pub(crate) const TOKENS: usize = 4 << 20;
/// Tokens that macro expansion writes, arguments and what is expanded again included.
pub(crate) const EXPANSION: usize = 2 << 20;
/// Invocations of macros nested in arguments.
pub(crate) const MACRO_NESTING: u32 = 128;
/// Files that include one another.
pub(crate) const INCLUDE_DEPTH: usize = 64;
/// Inclusions altogether.
pub(crate) const INCLUSIONS: usize = 4096;
/// `#if` within `#if`.
pub(crate) const CONDITIONS: usize = 256;
/// Brackets and operators nested in the expression of an `#if`.
pub(crate) const CONDITION_NESTING: u32 = 256;
/// Bytes of all tokens that `##` makes: each is short, and kept as a text of its own.
pub(crate) const PASTED_BYTES: usize = 16 << 20;
/// Bytes of a name (GLSL 3.7), and of any token that `##` makes.
pub(crate) const NAME_BYTES: usize = 1024;
/// Parameters of a macro.
pub(crate) const MACRO_PARAMETERS: usize = 256;
