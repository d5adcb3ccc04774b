//! Formats source text.

use crate::{CompileError, Language, Options, Report};
use nvc_diag::{Code, Diagnostic, FileId, Source};

/// The style in which a source is formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormatStyle {
    /// Number of spaces per nesting level; `None` means one tab.
    pub indent: Option<u8>,
}

impl Default for FormatStyle {
    fn default() -> Self {
        FormatStyle { indent: nvc_asm::Style::default().indent }
    }
}

impl FormatStyle {
    /// Sets the number of spaces per nesting level; `None` means one tab.
    #[must_use]
    pub fn with_indent(mut self, indent: Option<u8>) -> Self {
        self.indent = indent;
        self
    }
}

/// Formats an assembly program: one statement a line, blocks indented, canonical spaces, comments kept. The result has
/// the same tokens and comments, and formatting it again does not change it.
///
/// ```
/// let source = nvc::Source::new("x.nvcp", "!!NVcp5.0 GROUP_SIZE 32;TEMP r;MOV.U r . x,1 ;# one\nEND");
/// let text = nvc::format(&source, nvc::FormatStyle::default())?;
/// assert_eq!(text, "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP r;\nMOV.U r.x, 1;  # one\nEND\n");
/// # Ok::<(), nvc::CompileError>(())
/// ```
///
/// # Errors
/// If the program does not parse, or is not assembly.
pub fn format(source: &Source, style: FormatStyle) -> Result<String, CompileError> {
    let mut report = Report::new(source.clone(), &Options::default(), None);
    let made = match Language::of(source) {
        Language::NvAsm => {
            let style = nvc_asm::Style { indent: style.indent };
            nvc_asm::format(FileId::new(0), &source.text, style, &mut report.diagnostics)
        }
        Language::Glsl => Err(report.diagnostics.report(
            Diagnostic::new(Code::N0701, None, "GLSL is not formatted")
                .help("use clang-format for GLSL; nvc formats assembly"),
        )),
    };
    report.diagnostics.sort();
    made.map_err(|_| CompileError::new(report))
}
