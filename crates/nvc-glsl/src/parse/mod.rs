//! Tokens to syntax tree: recursive descent over the grammar of GLSL 9, with operators by precedence.
//!
//! No names are known here: what begins with two names in a row declares something ([`lookahead`] says
//! how that is seen). A mistake costs its statement, member or declaration, and reading goes on behind it
//! ([`recover`]). Nothing nests deeper than [`MAX_DEPTH`], which bounds the recursion here and the
//! height of the tree that later stages walk.

mod attribute;
mod declare;
mod expr;
mod item;
mod lookahead;
mod postfix;
mod qualifier;
mod recover;
mod stmt;
mod types;
mod words;

use crate::ast::{Expr, ExprKind, Ident, Item, ItemKind, Stmt, StmtKind, Unit};
use crate::name::Names;
use crate::preprocess::notes;
use crate::preprocess::token::{Output, Punct, Token, TokenKind};
use naga::{BinaryOperator, Handle};
use nvc_diag::{Code, Diagnostic, Diagnostics, Reported, SourceMap, Span};
use words::{Word, Words};

/// Levels that expressions, statements and structs nest, and nodes from a tree's root to its leaves.
pub const MAX_DEPTH: u16 = 256;

/// Operators of a chain such as a sum.
pub const MAX_TERMS: u16 = 4096;

/// Conditions of a chain of `else if`.
pub const MAX_LINKS: usize = 4096;

/// All words that mean something to the grammar.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    words::all()
}

/// Makes a syntax tree of a program's tokens. What does not parse was reported, and has an error in
/// its place.
pub fn parse(output: &Output, names: &mut Names, sources: &SourceMap, diags: &mut Diagnostics) -> Unit {
    let first = diags.len();
    let mut tokens = Vec::with_capacity(output.tokens.len());
    let mut directives = Vec::new();
    for token in &output.tokens {
        match token.kind {
            TokenKind::Directive(number) => directives.push((tokens.len(), number, token.span)),
            _ => tokens.push(*token),
        }
    }
    let mut parser = Parser {
        output,
        names,
        sources,
        diags,
        words: Words::new(names, output.version),
        tokens,
        at: 0,
        begin: 0,
        depth: 0,
        failed_at: None,
        unit: Unit::default(),
        heights: Vec::new(),
        terms: Vec::new(),
    };
    parser.unit_items(&directives);
    let unit = parser.unit;
    notes::decorate(diags, first, output, names);
    unit
}

/// Whether an operator goes on the chain that its left operand is. Operators that may leave their right
/// operand out make blocks, which nest.
fn is_chained(unit: &Unit, op: BinaryOperator, left: Handle<Expr>) -> bool {
    use BinaryOperator::{LogicalAnd, LogicalOr};
    let is_list = |op| !matches!(op, LogicalAnd | LogicalOr);
    is_list(op) && matches!(unit.exprs[left].kind, ExprKind::Binary { op, .. } if is_list(op))
}

/// What a rule gives: an error was reported where there is nothing.
type Parsed<T> = Result<T, Reported>;

struct Parser<'a> {
    output: &'a Output,
    names: &'a Names,
    sources: &'a SourceMap,
    diags: &'a mut Diagnostics,
    words: Words,
    /// The program without directives.
    tokens: Vec<Token>,
    /// The next token.
    at: usize,
    /// The first token of the innermost statement or declaration.
    begin: usize,
    depth: u16,
    /// The token at which the last error was found.
    failed_at: Option<usize>,
    unit: Unit,
    /// How high each expression is.
    heights: Vec<u16>,
    /// How many operators the chain has that each expression is.
    terms: Vec<u16>,
}

impl Parser<'_> {
    /// All declarations, with the directives between them.
    fn unit_items(&mut self, directives: &[(usize, u32, Span)]) {
        let mut directives = directives.iter().peekable();
        loop {
            // One within a declaration takes effect behind it.
            while let Some((_, number, span)) = directives.next_if(|(before, ..)| *before <= self.at) {
                self.unit.items.push(Item { kind: ItemKind::Directive(*number), span: *span });
            }
            if self.peek().is_none() || self.diags.is_full() {
                return;
            }
            let start = self.at;
            self.begin = start;
            let kind = match self.item() {
                Ok(kind) => kind,
                Err(_) => {
                    self.skip_item(start);
                    ItemKind::Error
                }
            };
            let span = self.span_from(start);
            self.unit.items.push(Item { kind, span });
        }
    }

    /// The next token.
    fn peek(&self) -> Option<TokenKind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    /// The token `ahead` behind the next.
    fn peek_at(&self, ahead: usize) -> Option<TokenKind> {
        self.tokens.get(self.at + ahead).map(|token| token.kind)
    }

    fn is(&self, punct: Punct) -> bool {
        self.peek() == Some(TokenKind::Punct(punct))
    }

    fn is_at(&self, ahead: usize, punct: Punct) -> bool {
        self.peek_at(ahead) == Some(TokenKind::Punct(punct))
    }

    /// What the next token means, if it is a word of the grammar.
    fn word(&self) -> Option<Word> {
        self.word_at(0)
    }

    fn word_at(&self, ahead: usize) -> Option<Word> {
        match self.peek_at(ahead) {
            Some(TokenKind::Name(name)) => self.words.get(name),
            _ => None,
        }
    }

    fn is_name_at(&self, ahead: usize) -> bool {
        matches!(self.peek_at(ahead), Some(TokenKind::Name(_)))
    }

    /// Goes over the next token if it is this one.
    fn accept(&mut self, punct: Punct) -> bool {
        let found = self.is(punct);
        self.at += usize::from(found);
        found
    }

    fn accept_word(&mut self, word: Word) -> bool {
        let found = self.word() == Some(word);
        self.at += usize::from(found);
        found
    }

    /// Where the next token stands, or the end of the text.
    fn here(&self) -> Span {
        self.tokens.get(self.at).map_or(self.output.end, |token| token.span)
    }

    /// Where the last token stands.
    fn last(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or_else(|| self.here(), |token| token.span)
    }

    /// The text from a token to the last one.
    fn span_from(&self, start: usize) -> Span {
        match self.tokens.get(start) {
            Some(first) if start < self.at => join(first.span, self.last()),
            _ => self.here(),
        }
    }

    /// A name that the program may choose.
    fn ident(&mut self, what: &str) -> Parsed<Ident> {
        let span = self.here();
        match self.peek() {
            Some(TokenKind::Name(name)) => match self.words.get(name) {
                None | Some(Word::SoftQualifier | Word::Template) => {
                    self.at += 1;
                    Ok(Ident { name, span })
                }
                Some(Word::Type) if what == recover::TYPE => {
                    self.at += 1;
                    Ok(Ident { name, span })
                }
                Some(word) => Err(self.keyword_as_name(name, word, what)),
            },
            _ => Err(self.expected(what)),
        }
    }

    /// Goes a level deeper.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let reported = self.too_deep(self.here());
            // What opened here closes far behind, if ever: reading on would find nothing but that.
            self.at = self.tokens.len();
            self.failed_at = Some(self.at);
            return Err(reported);
        }
        self.depth += 1;
        let parsed = rule(self);
        self.depth -= 1;
        parsed
    }

    fn too_deep(&mut self, span: Span) -> Reported {
        self.failed_at = Some(self.at);
        let message = format!("the program nests more than {MAX_DEPTH} deep here");
        let help = "split it: name parts of expressions, make functions of statements";
        self.diags.report(Diagnostic::new(Code::N0501, span, message).help(help))
    }

    fn too_long(&mut self, span: Span) -> Reported {
        self.failed_at = Some(self.at);
        let message = format!("the expression is a chain of more than {MAX_TERMS} operators here");
        self.diags.report(Diagnostic::new(Code::N0501, span, message).help("split it: name parts of it"))
    }

    fn too_many_links(&mut self) -> Reported {
        let message = format!("the chain has more than {MAX_LINKS} conditions here");
        let finding = Diagnostic::new(Code::N0501, self.here(), message).help("use `switch` or a table");
        let reported = self.diags.report(finding);
        // The rest would be read as statements that begin with `else`.
        self.at = self.tokens.len();
        self.failed_at = Some(self.at);
        reported
    }

    /// A new expression, if that does not get too high.
    fn expr(&mut self, kind: ExprKind, span: Span) -> Parsed<Handle<Expr>> {
        // Sums and products are lists, walked without recursion; they have a limit of their own.
        let chained = match &kind {
            ExprKind::Binary { op, left, .. } if is_chained(&self.unit, *op, *left) => Some(*left),
            _ => None,
        };
        let above = |operand| self.height(operand) + u16::from(chained != Some(operand));
        let height = kind.operands().map(above).max().unwrap_or(1);
        let terms = chained.and_then(|left| self.terms.get(left.index())).map_or(1, |terms| terms + 1);
        if height > MAX_DEPTH || terms > MAX_TERMS {
            return Err(if height > MAX_DEPTH { self.too_deep(span) } else { self.too_long(span) });
        }
        self.heights.push(height);
        self.terms.push(terms);
        Ok(self.unit.exprs.append(Expr { kind, span }, naga::Span::UNDEFINED))
    }

    fn height(&self, expr: Handle<Expr>) -> u16 {
        self.heights.get(expr.index()).copied().unwrap_or(0)
    }

    fn expr_span(&self, expr: Handle<Expr>) -> Span {
        self.unit.exprs[expr].span
    }

    /// A new statement.
    fn stmt(&mut self, kind: StmtKind, start: usize) -> Handle<Stmt> {
        let stmt = Stmt { kind, span: self.span_from(start), attributes: Vec::new() };
        self.unit.stmts.append(stmt, naga::Span::UNDEFINED)
    }
}

/// The text that holds two others; the first where they are in different files.
fn join(a: Span, b: Span) -> Span {
    if a.file == b.file { a.to(b) } else { a }
}
