//! The parser, which builds the syntax tree from text.
//!
//! The text is split into statements at `;` and `:` ([`slices`]). [`Parser`] iterates over the statements
//! ([`statements`]). Instructions, options and most declarations are parsed by a scanner ([`scan`]) if they have no errors
//! and no unusual white space, which is true of almost all statements. For any other statement, the first word selects a
//! rule of the grammar ([`statement`]), and pest's pairs are converted to untyped operands ([`raw`]). The instruction table
//! then determines what each operand must be ([`instruction`]). A statement with an error is reported once, and parsing
//! continues with the next one.

use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Limit, Reported, Span};

use crate::ast::Program;

mod binding;
mod declaration;
#[rustfmt::skip]
mod generated;
mod grammar;
mod instruction;
pub(crate) mod keywords;
mod operand;
mod raw;
mod scan;
pub(crate) mod slices;
mod state;
mod statement;
mod statements;

pub(crate) use statements::{Parser, expected_statements};

/// The header of every program.
pub(crate) const HEADER: &str = "!!NVcp5.0";

/// The context shared by the modules of the parser.
pub(crate) struct Cx<'t, 'd> {
    file: FileId,
    diags: &'d mut Diagnostics,
    /// Offset of `source` in the file.
    base: usize,
    /// The statement that is being parsed. pest may be given a copy without comments, so the text of tokens is
    /// taken from here by offset.
    source: &'t str,
}

impl<'t> Cx<'t, '_> {
    /// Returns the source text of a token.
    fn text(&self, pair: &grammar::Pair<'_>) -> &'t str {
        let span = pair.as_span();
        self.source.get(span.start()..span.end()).unwrap_or_default()
    }

    #[cold]
    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diags.report(diagnostic)
    }

    /// Returns the span in the file of a range of `source`.
    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, self.base + start, self.base + end)
    }

    /// Returns the span of a rule, extended by the brackets or parentheses around it.
    fn enclosed_span(&self, pair: &grammar::Pair<'_>) -> Span {
        let span = pair.as_span();
        let opening = span
            .start()
            .checked_sub(1)
            .filter(|&at| matches!(self.source.as_bytes().get(at), Some(b'[' | b'(')));
        self.span(opening.unwrap_or(span.start()), span.end() + 1)
    }

    /// Returns the span of a token, or of a rule without the white space after its last token.
    fn pair_span(&self, pair: &grammar::Pair<'_>) -> Span {
        let span = pair.as_span();
        self.span(span.start(), span.start() + span.as_str().trim_ascii_end().len())
    }
}

/// The result of a parse.
#[derive(Debug)]
pub struct Parsed<'t> {
    /// The syntax tree. Statements with errors are represented by [`crate::ast::Broken`].
    pub program: Program<'t>,
    /// Set if an error was reported.
    pub reported: Option<Reported>,
}

/// Parses a program to a syntax tree. Errors are reported to `diags`. Even then, the tree contains the statements without
/// errors.
pub fn parse<'t>(file: FileId, text: &'t str, diags: &mut Diagnostics) -> Parsed<'t> {
    let mut parser = match Parser::new(file, text, diags) {
        Ok(parser) => parser,
        Err(reported) => return Parsed { program: Program::default(), reported: Some(reported) },
    };
    parser.program.statements.reserve(expected_statements(text));
    while parser.parse_next(diags) {}
    Parsed { program: parser.program, reported: diags.check().err() }
}

/// Checks the size and the header. Nothing may precede the header (NV_compute_program5 §2.X.2).
fn check_text(cx: &mut Cx<'_, '_>, text: &str) -> Result<(), Reported> {
    if text.len() > cx.diags.limit(Limit::SourceBytes) {
        let message = format!("the program has {} bytes", text.len());
        let at = cx.span(0, 0);
        return Err(cx.diags.exceeds(Limit::SourceBytes, at, message));
    }
    let digit_follows = text.as_bytes().get(HEADER.len()).is_some_and(u8::is_ascii_digit);
    if text.starts_with(HEADER) && !digit_follows {
        return Ok(());
    }
    let start = text.len() - text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
    let found = text.get(start..).unwrap_or_default().split_whitespace().next().unwrap_or_default();
    let found: String = found.chars().take(24).collect();
    let finding = Diagnostic::new(
        Code::N0101,
        cx.span(0, start + found.len()),
        format!("the program must begin with `{HEADER}`"),
    );
    Err(cx.report(if found.starts_with(HEADER) && !digit_follows_header(&found) {
        finding.note("there is text before the header").help("remove everything before the header")
    } else if found.starts_with("!!") {
        finding
            .note(format!("`{found}` is the header of another language"))
            .help("only compute programs (`!!NVcp5.0`) are supported")
    } else {
        finding.help(format!("start the program with `{HEADER}`"))
    }))
}

fn digit_follows_header(found: &str) -> bool {
    found.as_bytes().get(HEADER.len()).is_some_and(u8::is_ascii_digit)
}
