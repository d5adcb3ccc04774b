//! The preprocessor: converts source text to tokens (GLSL §3.1 to §3.7).
//!
//! [`scan`] tokenises a file, with [`cursor`] and [`number`]. [`expand`] expands macros in the token stream, with
//! [`substitute`] and the table in [`macros`]. [`directive`] dispatches directives; `condition`, `define`,
//! `extension`, `include`, `line` and `version` handle them. [`print()`] prints the tokens, and [`notes`] adds notes
//! about macros and inclusions to diagnostics. Everything that can grow without bound is counted against a
//! [`Limit`]; exceeding a limit that bounds the output ends preprocessing.

mod condition;
mod cursor;
mod define;
mod directive;
mod evaluate;
mod expand;
mod extension;
mod include;
mod lexeme;
mod line;
mod macros;
pub mod notes;
mod number;
mod print;
mod scan;
mod substitute;
pub mod token;
mod version;

pub use print::print;

use crate::name::{Name, Names};
use crate::options::{Loader, MacroOption, Options};
use condition::Condition;
use cursor::Reach;
use expand::Context;
use lexeme::{Kind, Lexeme};
use macros::{Meaning, Predefined, Table};
use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Limit, Reported, Source, SourceMap, Span};
use rustc_hash::FxHashMap;
use scan::{Scanner, Sink};
use std::sync::Arc;
use token::{Number, NumberId, Output, Token, TokenKind};

/// Number of tokens after which the preprocessor checks whether the compilation must stop.
const POLL_TOKENS: u32 = 4096;

/// The file name that diagnostics show for macros from the command line.
const COMMAND_LINE: &str = "<command line>";

/// Preprocesses a file and the files that it includes.
///
/// Most errors do not end preprocessing, because the remaining tokens are worth parsing. If a limit that bounds the output
/// is exceeded, an included file cannot be loaded or the compilation is cancelled, returns the tokens up to that point, and
/// the error.
pub fn run(
    sources: &mut SourceMap,
    main: FileId,
    options: &Options,
    loader: &dyn Loader,
    names: &mut Names,
    diags: &mut Diagnostics,
) -> (Output, Result<(), Reported>) {
    let first = diags.len();
    let output = Output { version: options.version.unwrap_or_default(), ..Output::default() };
    let mut preprocessor = Preprocessor {
        sources,
        names,
        diags,
        loader,
        options,
        frames: Vec::new(),
        table: Table::default(),
        contexts: Vec::new(),
        floor: None,
        peeked: None,
        nesting: 0,
        expanded: 0,
        pasted: 0,
        bytes: 0,
        numbers: FxHashMap::default(),
        started: false,
        includes_enabled: false,
        failed: None,
        output,
    };
    preprocessor.define_options();
    preprocessor.read(main);
    let (failed, output) = (preprocessor.failed, preprocessor.output);
    notes::decorate(diags, first, &output, names);
    (output, failed.map_or(Ok(()), Err))
}

/// The state of preprocessing one program.
struct Preprocessor<'a> {
    sources: &'a mut SourceMap,
    names: &'a mut Names,
    diags: &'a mut Diagnostics,
    loader: &'a dyn Loader,
    options: &'a Options,
    /// The files that are being read, the main file first.
    frames: Vec<Frame>,
    table: Table,
    /// Token lists to be read before the rest of the file, innermost last.
    contexts: Vec<Context>,
    /// Set while a list of tokens is expanded separately: only contexts from this index on are read, and no
    /// file.
    floor: Option<usize>,
    /// A token that was read ahead.
    peeked: Option<Lexeme>,
    /// Nesting depth of macro invocations in arguments.
    nesting: u32,
    /// Number of macro invocations, and of tokens that macro expansion has read as arguments or produced.
    expanded: usize,
    /// Number of bytes produced by `##`.
    pasted: usize,
    /// Total size of the files read so far, in bytes.
    bytes: usize,
    /// Parsed numbers, by spelling.
    numbers: FxHashMap<Name, NumberId>,
    /// Whether a token that is not part of `#version` has been read.
    started: bool,
    includes_enabled: bool,
    /// The error that ends preprocessing early.
    failed: Option<Reported>,
    output: Output,
}

/// A file that is being read.
struct Frame {
    scanner: Scanner,
    /// The name of the file, which is passed to the loader.
    name: Arc<str>,
    /// The value of `__FILE__`: a number, or (in `label`) a name set by `#line`.
    number: u32,
    label: Option<Name>,
    conditions: Vec<Condition>,
    /// Whether the rest of the line of the `#include` that opened this file has been skipped.
    entered: bool,
}

impl Preprocessor<'_> {
    /// Preprocesses a file and the files that it includes.
    fn read(&mut self, file: FileId) {
        if !self.enter(file, 0) {
            return;
        }
        let mut until_poll = POLL_TOKENS;
        while self.failed.is_none() {
            until_poll -= 1;
            if until_poll == 0 {
                until_poll = POLL_TOKENS;
                self.failed = self.diags.poll().err();
            }
            let lexeme = self.next_expanded();
            if lexeme.begins_directive() && lexeme.expansion.is_none() {
                self.directive(lexeme);
            } else if lexeme.kind == Kind::End {
                self.leave();
                if self.frames.is_empty() {
                    break;
                }
            } else {
                self.start(lexeme.span);
                self.emit(lexeme);
            }
        }
        if self.failed.is_none() {
            self.start(self.output.end);
        }
    }

    /// Opens a file; returns `false` if that exceeds a limit. `number` is the initial value of `__FILE__`.
    fn enter(&mut self, file: FileId, number: u32) -> bool {
        let Source { name, text } = self.sources.source(file).clone();
        self.bytes = self.bytes.saturating_add(text.len());
        let (what, limit, bytes) = match (text.len(), self.bytes) {
            (bytes, _) if bytes > self.diags.limit(Limit::SourceBytes) => ("file", Limit::SourceBytes, bytes),
            (_, bytes) if bytes > self.diags.limit(Limit::IncludedBytes) => {
                ("included text", Limit::IncludedBytes, bytes)
            }
            _ => {
                self.frames.push(Frame {
                    scanner: Scanner::new(file, text),
                    name,
                    number,
                    label: None,
                    conditions: Vec::new(),
                    entered: true,
                });
                return true;
            }
        };
        let message = format!("the {what} has {bytes} bytes");
        self.fail_limit(limit, Span::new(file, 0, 0), message);
        false
    }

    /// Closes the innermost file.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        for condition in &frame.conditions {
            self.diags.report(condition.not_closed());
        }
        let end = frame.scanner.offset();
        if self.frames.is_empty() {
            self.output.end = frame.scanner.span(end, end);
        }
    }

    /// Applies `-D` and `-U` as directives in a separate file.
    fn define_options(&mut self) {
        if self.options.macros.is_empty() {
            return;
        }
        // Line breaks are replaced, because a line break would end the definition.
        let line = |text: &str| text.replace(['\n', '\r'], " ");
        let text: String = (self.options.macros.iter())
            .map(|option| match option {
                MacroOption::Define(name, body) => format!("{} {}\n", line(name), line(body)),
                MacroOption::Undefine(name) => format!("{}\n", line(name)),
            })
            .collect();
        let file = self.sources.add(Source::new(COMMAND_LINE, text));
        if !self.enter(file, 0) {
            return;
        }
        for option in &self.options.macros {
            match option {
                MacroOption::Define(..) => self.define(true),
                MacroOption::Undefine(_) => self.undefine(true),
            }
            if let Some(frame) = self.frames.last_mut() {
                frame.scanner.next_line(self.diags);
            }
        }
        self.frames.clear();
    }

    /// Ends preprocessing with an error.
    fn fail(&mut self, finding: Diagnostic) {
        self.failed = Some(self.diags.report(finding));
    }

    /// Ends preprocessing because the program exceeds a limit.
    fn fail_limit(&mut self, limit: Limit, at: Span, message: String) {
        self.failed = Some(self.diags.exceeds(limit, at, message));
    }

    /// Returns the next token of the innermost file.
    fn scan(&mut self, reach: Reach) -> Lexeme {
        let end = Lexeme::new(Kind::End, lexeme::Flags::default(), self.output.end);
        if self.failed.is_some() {
            return end;
        }
        let Some(frame) = self.frames.last_mut() else { return end };
        frame.scanner.next(reach, &mut Sink { names: self.names, diags: self.diags })
    }

    /// Returns the meaning of a name in the preprocessor.
    fn meaning(&mut self, name: Name) -> &Meaning {
        let predefined = Predefined { version: self.output.version, flavour: self.options.flavour };
        self.table.get(name, self.names, predefined)
    }

    /// Returns whether `#ifdef` treats a name as defined.
    fn is_defined(&mut self, name: Name) -> bool {
        !matches!(self.meaning(name), Meaning::Plain | Meaning::Undefined)
    }

    /// Adds a token to the output.
    fn emit(&mut self, lexeme: Lexeme) {
        let kind = match lexeme.kind {
            Kind::Name(name) => TokenKind::Name(name),
            Kind::String(content) => TokenKind::String(content),
            Kind::Punct(punct) => TokenKind::Punct(punct),
            Kind::Number(text) => self.number(text, lexeme.span),
            Kind::Invalid | Kind::End => TokenKind::Error,
        };
        self.push(Token { kind, span: lexeme.span, expansion: lexeme.expansion });
    }

    fn push(&mut self, token: Token) {
        let most = self.diags.limit(Limit::Tokens);
        if self.output.tokens.len() < most {
            self.output.tokens.push(token);
            return;
        }
        self.fail_limit(Limit::Tokens, token.span, format!("the program has more than {most} tokens"));
    }

    /// Parses a number. Equal spellings are parsed only once, but malformed ones are reported each time.
    fn number(&mut self, text: Name, span: Span) -> TokenKind {
        if let Some(id) = self.numbers.get(&text) {
            return TokenKind::Number(*id);
        }
        match number::parse(self.names.text(text)) {
            Ok(value) => {
                let id = NumberId(u32::try_from(self.output.numbers.len()).unwrap_or(u32::MAX));
                self.output.numbers.push(Number { text, value });
                self.numbers.insert(text, id);
                TokenKind::Number(id)
            }
            Err(wrong) => {
                let mut finding = Diagnostic::new(Code::N1101, span, wrong.message);
                finding.help = wrong.help;
                self.diags.report(finding);
                TokenKind::Error
            }
        }
    }
}
