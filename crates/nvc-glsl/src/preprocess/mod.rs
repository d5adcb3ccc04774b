//! Text to tokens: comments, line continuations, macros, conditions, includes, directives
//! (GLSL 3.1 to 3.7).
//!
//! [`scan`] makes tokens of a file's text, [`expand`] replaces macros in their stream, the other
//! modules are a directive or family of directives each. Everything that could grow without bound is
//! counted against [`limits`]; exceeding one ends preprocessing.

mod condition;
mod cursor;
mod define;
mod directive;
mod evaluate;
mod expand;
mod extension;
mod include;
mod lexeme;
pub(crate) mod limits;
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
use expand::Context;
use lexeme::{Kind, Lexeme};
use macros::{Meaning, Predefined, Table};
use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Reported, Source, SourceMap, Span};
use rustc_hash::FxHashMap;
use scan::{Reach, Scanner, Sink};
use std::sync::Arc;
use token::{Number, NumberId, Output, Token, TokenKind};

/// The name that the command line's macros have in messages.
const COMMAND_LINE: &str = "<command line>";

/// Makes tokens of a file and what it includes.
///
/// An error in a line does not end the run: the tokens are worth parsing all the same. It fails where
/// what follows would be guesswork: a limit is exceeded, or a file that is included cannot be had.
pub fn run(
    sources: &mut SourceMap,
    main: FileId,
    options: &Options,
    loader: &dyn Loader,
    names: &mut Names,
    diags: &mut Diagnostics,
) -> Result<Output, Reported> {
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
    match failed {
        Some(reported) => Err(reported),
        None => Ok(output),
    }
}

/// The state of a run.
struct Preprocessor<'a> {
    sources: &'a mut SourceMap,
    names: &'a mut Names,
    diags: &'a mut Diagnostics,
    loader: &'a dyn Loader,
    options: &'a Options,
    /// The files that are being read, the main file first.
    frames: Vec<Frame>,
    table: Table,
    /// Lists of tokens that are read before the file goes on, the next last.
    contexts: Vec<Context>,
    /// Where a list is expanded on its own: only contexts from here on are read, and no file.
    floor: Option<usize>,
    /// A token that was read too early.
    peeked: Option<Lexeme>,
    /// Macro invocations that are expanded within others' arguments.
    nesting: u32,
    /// Tokens that expansion wrote.
    expanded: usize,
    /// Bytes that `##` wrote.
    pasted: usize,
    /// Bytes of all files so far.
    bytes: usize,
    /// Numbers by their text.
    numbers: FxHashMap<Name, NumberId>,
    /// Something other than white space, comments and `#version` was read.
    started: bool,
    includes_enabled: bool,
    /// Why the run ends early.
    failed: Option<Reported>,
    output: Output,
}

/// A file that is being read.
struct Frame {
    scanner: Scanner,
    /// The name given to the loader.
    name: Arc<str>,
    /// What `__FILE__` is: a number, or a name that a `#line` gave.
    number: u32,
    label: Option<Name>,
    conditions: Vec<Condition>,
    /// Its first line was reached: the `#include` line that began it ended.
    entered: bool,
}

impl Preprocessor<'_> {
    /// Reads a file to its end, and what it includes.
    fn read(&mut self, file: FileId) {
        if !self.enter(file, 0) {
            return;
        }
        while self.failed.is_none() {
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

    /// Begins to read a file; `false` if that exceeds a limit.
    fn enter(&mut self, file: FileId, number: u32) -> bool {
        let Source { name, text } = self.sources.source(file).clone();
        self.bytes = self.bytes.saturating_add(text.len());
        let (what, limit, bytes) = match (text.len(), self.bytes) {
            (bytes, _) if bytes > limits::FILE_BYTES => ("the file", limits::FILE_BYTES, bytes),
            (_, bytes) if bytes > limits::TOTAL_BYTES => ("the included text", limits::TOTAL_BYTES, bytes),
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
        let message = format!("{what} has {bytes} bytes");
        let finding = Diagnostic::new(Code::N0501, Span::new(file, 0, 0), message);
        self.fail(finding.note(format!("the limit is {limit} bytes")));
        false
    }

    /// Ends the innermost file.
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

    /// Defines what `-D` and `-U` say, as directives of a file of their own.
    fn define_options(&mut self) {
        if self.options.macros.is_empty() {
            return;
        }
        // A line break in a definition would end it, and begin text of its own.
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

    /// Ends the run.
    fn fail(&mut self, finding: Diagnostic) {
        self.failed = Some(self.diags.report(finding));
    }

    /// The next token of the innermost file.
    fn scan(&mut self, reach: Reach) -> Lexeme {
        let end = Lexeme::new(Kind::End, lexeme::Flags::default(), self.output.end);
        if self.failed.is_some() {
            return end;
        }
        let Some(frame) = self.frames.last_mut() else { return end };
        frame.scanner.next(reach, &mut Sink { names: self.names, diags: self.diags })
    }

    /// What a name means to the preprocessor.
    fn meaning(&mut self, name: Name) -> &Meaning {
        let predefined = Predefined { version: self.output.version, flavour: self.options.flavour };
        self.table.get(name, self.names, predefined)
    }

    /// Whether `#ifdef` takes a name for defined.
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
        if self.output.tokens.len() < limits::TOKENS {
            self.output.tokens.push(token);
            return;
        }
        let message = format!("the program has more than {} tokens", limits::TOKENS);
        self.fail(Diagnostic::new(Code::N0501, token.span, message));
    }

    /// What a number says; each that is written the same is read once, and reported each time.
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
