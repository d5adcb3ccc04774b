//! The source formatter: one statement per line, indented blocks, canonical spaces. Comments are kept.
//!
//! Only programs that parse are formatted, so the parser determines the statement boundaries. Tokens are
//! copied from the source, because numbers have no canonical spelling. The formatter verifies that the result
//! has the same tokens and comments as the source. Formatting is idempotent: spaces depend only on nearby
//! tokens, and the line breaks that are kept are kept again if the result is formatted.

use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Reported, Span};

use crate::parse::HEADER;
use crate::parse::slices::{StatementSlices, line_end, word_at};
use crate::table::Opcode;
use crate::tokens::{Token, TokenKind, ends_line, is_tight, tokens};

/// Formatting options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Spaces per nested block; `None` for a tab.
    pub indent: Option<u8>,
}

impl Default for Style {
    /// Two spaces, the style of the project's own programs.
    fn default() -> Self {
        Style { indent: Some(2) }
    }
}

/// Maximum depth that is indented. The limit keeps the size of the result linear in the size of the source.
const MAX_DEPTH: usize = 32;

/// Formats a program.
///
/// # Errors
/// If the program does not parse, or if formatting would change its tokens, which is an internal error. The errors have been
/// reported to `diags`.
pub fn format(file: FileId, text: &str, style: Style, diags: &mut Diagnostics) -> Result<String, Reported> {
    // Collected separately: the warnings of a program that parses are dropped, and errors are detected even if `diags` is full.
    let mut found = Diagnostics::new();
    if let Some(reported) = crate::parse(file, text, &mut found).reported {
        found.iter().for_each(|finding| diags.add(finding.clone()));
        return Err(diags.check().err().unwrap_or(reported));
    }
    let mut writer = Writer { out: String::with_capacity(text.len() * 2), style, depth: 0, fresh: false };
    writer.out.push_str(HEADER);
    let end = writer.program(text);
    writer.gap(text.get(end..).unwrap_or_default(), true);
    writer.out.push('\n');
    let crlf = text.find('\n').is_some_and(|at| text.get(..at).is_some_and(|line| line.ends_with('\r')));
    if !same_tokens(text, &writer.out) {
        let finding = Diagnostic::new(
            Code::N0901,
            Span::new(file, 0, HEADER.len()),
            "internal compiler error: formatting changes the program",
        );
        return Err(diags.report(finding.help("this is a bug in nvc; please report it with the source file")));
    }
    Ok(if crlf { writer.out.replace('\n', "\r\n") } else { writer.out })
}

/// Returns whether two texts have the same tokens and comments.
fn same_tokens(one: &str, other: &str) -> bool {
    let of = |text| tokens(text, HEADER.len()).map(|token: Token<'_>| token.text.trim_end());
    of(one).eq(of(other))
}

/// The output, without its last line break.
struct Writer {
    out: String,
    style: Style,
    /// The number of open blocks.
    depth: usize,
    /// Whether only indentation has been written since the last line break, or nothing of the current statement.
    fresh: bool,
}

impl Writer {
    /// Writes all statements and the text between them. Returns the offset after `END`.
    fn program(&mut self, text: &str) -> usize {
        let mut at = HEADER.len();
        for slice in StatementSlices::new(text, HEADER.len()) {
            self.gap(text.get(at..slice.start).unwrap_or_default(), false);
            let word = word_at(text, slice.start);
            if word == "END" && slice.terminator != Some(b':') {
                self.depth = 0;
                self.line_break(0);
                self.out.push_str(word);
                return slice.start + word.len();
            }
            let statement = text.get(slice.start..slice.end).unwrap_or_default();
            let opcode = Opcode::find_with_suffix(word).map(|(opcode, _)| opcode);
            if matches!(opcode, Some(Opcode::Else | Opcode::Endif | Opcode::Endrep)) {
                self.depth = self.depth.saturating_sub(1);
            }
            let is_label = slice.terminator == Some(b':');
            self.line_break(if is_label { 0 } else { self.depth });
            self.statement(statement, opcode.is_none() && !is_label);
            if matches!(opcode, Some(Opcode::If | Opcode::Else | Opcode::Rep)) {
                self.depth += 1;
            }
            at = slice.end;
        }
        text.len()
    }

    fn statement(&mut self, statement: &str, is_declaration: bool) {
        // The open braces; `true` for a list of declared names or bindings, `false` for a constant vector.
        let mut lists: Vec<bool> = Vec::new();
        // The number of `|` so far. After an odd number, `| |` is open.
        let mut bars = 0;
        // The last token and the one before it.
        let mut before: [Option<Token<'_>>; 2] = [None, None];
        self.fresh = true;
        for token in tokens(statement, 0) {
            if token.kind == TokenKind::Comment {
                if token.lines == 0 {
                    self.space();
                } else {
                    self.line_break(self.depth + 1);
                }
                self.out.push_str(token.text.trim_end());
                before = [Some(token), before[0]];
                continue;
            }
            let opens_list = token.text == "{"
                && is_declaration
                && lists.is_empty()
                && match before {
                    [Some(last), Some(other)] if last.text == "=" => other.text == "]",
                    [Some(last), _] => last.text != "=",
                    _ => false,
                };
            let closes_list = token.text == "}" && lists.last() == Some(&true);
            let after_list = before[0].is_some_and(|last| last.text == "{") && lists.last() == Some(&true);
            match before[0] {
                None => {}
                Some(last) if last.kind == TokenKind::Comment => self.line_break(self.depth + 1),
                // Long lists may have line breaks after commas and inside their braces.
                Some(last) if is_declaration && token.lines > 0 && (last.text == "," || after_list) => {
                    self.line_break(self.depth + 1);
                }
                Some(_) if closes_list && token.lines > 0 => self.line_break(self.depth),
                Some(_) if closes_list || after_list => self.space(),
                Some(last) if is_tight(before[1], last, token, bars % 2 == 1) => {}
                Some(_) => self.space(),
            }
            match token.text {
                "{" => lists.push(opens_list),
                "}" => drop(lists.pop()),
                "|" => bars += 1,
                _ => {}
            }
            self.out.push_str(token.text);
            self.fresh = false;
            before = [Some(token), before[0]];
        }
    }

    /// Writes the text between two statements: comments, and at most one blank line in a row.
    fn gap(&mut self, gap: &str, at_end: bool) {
        let bytes = gap.as_bytes();
        let (mut at, mut lines) = (0, 0);
        while let Some(&byte) = bytes.get(at) {
            if byte != b'#' {
                lines += usize::from(ends_line(bytes, at));
                at += 1;
                continue;
            }
            let end = line_end(bytes, at);
            let comment = gap.get(at..end).unwrap_or_default().trim_end();
            if lines == 0 {
                self.out.push_str("  ");
            } else {
                self.blank(lines);
                self.line_break(self.depth);
            }
            self.out.push_str(comment);
            (at, lines) = (end, 0);
        }
        if !at_end {
            self.blank(lines);
        }
    }

    /// Writes a blank line if the gap had more than one line break.
    fn blank(&mut self, lines: usize) {
        if lines > 1 {
            self.out.push('\n');
        }
    }

    fn line_break(&mut self, depth: usize) {
        self.out.push('\n');
        for _ in 0..depth.min(MAX_DEPTH) {
            match self.style.indent {
                Some(width) => self.out.extend(std::iter::repeat_n(' ', width.into())),
                None => self.out.push('\t'),
            }
        }
        self.fresh = true;
    }

    fn space(&mut self) {
        if !self.fresh {
            self.out.push(' ');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str) -> String {
        let format = |text: &str| {
            format(FileId::new(0), text, Style::default(), &mut Diagnostics::new())
                .expect("the program parses")
        };
        let once = format(text);
        assert_eq!(format(&once), once, "formatting is idempotent");
        once
    }

    #[test]
    fn each_statement_is_on_its_own_indented_line() {
        let text =
            "!!NVcp5.0 GROUP_SIZE 8 8;TEMP R0 ,R1;REP;IF NE . x;MOV.U R0.x,-R1;ELSE;BRK(TR);ENDIF;ENDREP;END";
        assert_eq!(
            formatted(text),
            "!!NVcp5.0\nGROUP_SIZE 8 8;\nTEMP R0, R1;\nREP;\n  IF NE.x;\n    MOV.U R0.x, -R1;\n  ELSE;\n    \
             BRK (TR);\n  ENDIF;\nENDREP;\nEND\n"
        );
    }

    #[test]
    fn spaces_are_canonical() {
        let text = "!!NVcp5.0\nGROUP_SIZE 1;\nPARAM c [ 2 ]={{ 1,-2 },program . local[0 .. 3]} ;\n\
            PARAM v={1.5,.5};\nSUBROUTINETYPE t{a,b};\nSTORAGE s[]={program.storage[0]};\nTEMP R0;\n\
            LDB.U32 R0,s[R0.x+4];\nMOV R0 ( NE . x ),- | R0 . x |;\nTEX R0,R0,handle ( R0.x ),2D,( 1,-1 );\n\
            MOV R0 , {1 , 2}.x;\na SUBROUTINENUM ( 3 ) :\nEND";
        assert_eq!(
            formatted(text),
            "!!NVcp5.0\nGROUP_SIZE 1;\nPARAM c[2] = { {1, -2}, program.local[0..3] };\nPARAM v = {1.5, .5};\n\
             SUBROUTINETYPE t { a, b };\nSTORAGE s[] = { program.storage[0] };\nTEMP R0;\n\
             LDB.U32 R0, s[R0.x + 4];\nMOV R0 (NE.x), -|R0.x|;\nTEX R0, R0, handle(R0.x), 2D, (1, -1);\n\
             MOV R0, {1, 2}.x;\na SUBROUTINENUM(3):\nEND\n"
        );
    }

    #[test]
    fn comments_and_blank_lines_are_kept() {
        let text = "!!NVcp5.0 # header\n\n\n# first; not: a statement\nGROUP_SIZE 1;#size\n\n\n\nTEMP # in\n R0\n,R1;\n\
            IF TR;\n# inside  \nENDIF;\nEND # done\n\n# after\n\0\0";
        assert_eq!(
            formatted(text),
            "!!NVcp5.0  # header\n\n# first; not: a statement\nGROUP_SIZE 1;  #size\n\nTEMP # in\n  R0, R1;\n\
             IF TR;\n  # inside\nENDIF;\nEND  # done\n\n# after\n"
        );
        assert_eq!(
            formatted("!!NVcp5.0\r\nGROUP_SIZE 1;\r\n\r\nEND"),
            "!!NVcp5.0\r\nGROUP_SIZE 1;\r\n\r\nEND\r\n"
        );
    }

    #[test]
    fn lists_keep_their_line_breaks() {
        let text = "!!NVcp5.0\nGROUP_SIZE 1;\nPARAM c[] = {\n{1, 2},\n\n   {3, 4}, {5} };\nEND\n";
        let broken = "!!NVcp5.0\nGROUP_SIZE 1;\nPARAM c[] = {\n  {1, 2},\n  {3, 4}, {5} };\nEND\n";
        assert_eq!(formatted(text), broken);
    }

    #[test]
    fn programs_with_syntax_errors_are_rejected() {
        let mut diags = Diagnostics::new();
        assert!(format(FileId::new(0), "!!NVcp5.0\nADD R0", Style::default(), &mut diags).is_err());
        assert!(diags.has_errors());
    }
}
