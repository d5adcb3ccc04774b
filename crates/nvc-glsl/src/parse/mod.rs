//! The GLSL parser: builds the syntax tree from tokens by recursive descent over the grammar (GLSL §9), with
//! operator-precedence parsing of binary operators.
//!
//! There is no symbol table; [`lookahead`] recognises declarations. After a syntax error, the parser skips
//! the statement, member or declaration ([`recover`]). Nesting is limited to [`Limit::Nesting`], which bounds the
//! recursion here and in later stages that walk the tree.

mod attribute;
mod declare;
mod expr;
mod item;
mod keywords;
mod lookahead;
mod postfix;
mod qualifier;
mod recover;
mod spirv;
mod stmt;
mod types;

use crate::ast::{Expr, ExprKind, Ident, Item, ItemKind, Stmt, StmtKind, Unit};
use crate::name::Names;
use crate::preprocess::notes;
use crate::preprocess::token::{Output, Punct, Token, TokenKind};
use keywords::{KeywordTable, Role};
use naga::{BinaryOperator, Handle};
use nvc_diag::{Diagnostics, Limit, Reported, SourceMap, Span};

/// Iterates over the keywords.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    keywords::all()
}

/// Parses a program's tokens. Syntax errors are reported to `diags` and leave error nodes in the tree.
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
        keywords: KeywordTable::new(names, output.version),
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

/// Returns whether an operator extends the chain of its left operand. `&&` and `||` do not, because they are
/// lowered to nested blocks.
fn is_chained(unit: &Unit, op: BinaryOperator, left: Handle<Expr>) -> bool {
    use BinaryOperator::{LogicalAnd, LogicalOr};
    let chains = |op| !matches!(op, LogicalAnd | LogicalOr);
    chains(op) && matches!(unit.exprs[left].kind, ExprKind::Binary { op, .. } if chains(op))
}

/// The result of a grammar rule; `Err` if an error was reported.
type Parsed<T> = Result<T, Reported>;

struct Parser<'a> {
    output: &'a Output,
    names: &'a Names,
    sources: &'a SourceMap,
    diags: &'a mut Diagnostics,
    keywords: KeywordTable,
    /// The tokens of the program, without directives.
    tokens: Vec<Token>,
    /// The index of the next token.
    at: usize,
    /// The index of the first token of the innermost statement, member or file-scope declaration.
    begin: usize,
    depth: u16,
    /// The index of the token of the last error.
    failed_at: Option<usize>,
    unit: Unit,
    /// The height of each expression.
    heights: Vec<u16>,
    /// The number of operators in the chain that ends with each expression; 1 if it is not a chain.
    terms: Vec<u16>,
}

impl Parser<'_> {
    /// Parses all declarations, with the directives between them.
    fn unit_items(&mut self, directives: &[(usize, u32, Span)]) {
        let mut directives = directives.iter().peekable();
        loop {
            // A directive within a declaration takes effect after it.
            while let Some((_, number, span)) = directives.next_if(|(before, ..)| *before <= self.at) {
                self.unit.items.push(Item { kind: ItemKind::Directive(*number), span: *span });
            }
            if self.peek().is_none() || self.diags.is_full() || self.diags.poll().is_err() {
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

    /// Returns the kind of the next token.
    fn peek(&self) -> Option<TokenKind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    /// Returns the kind of the token `ahead` tokens after the next one.
    fn peek_at(&self, ahead: usize) -> Option<TokenKind> {
        self.tokens.get(self.at + ahead).map(|token| token.kind)
    }

    fn is(&self, punct: Punct) -> bool {
        self.peek() == Some(TokenKind::Punct(punct))
    }

    fn is_at(&self, ahead: usize, punct: Punct) -> bool {
        self.peek_at(ahead) == Some(TokenKind::Punct(punct))
    }

    /// Returns the role of the next token if it is a keyword.
    fn role(&self) -> Option<Role> {
        self.role_at(0)
    }

    fn role_at(&self, ahead: usize) -> Option<Role> {
        match self.peek_at(ahead) {
            Some(TokenKind::Name(name)) => self.keywords.get(name),
            _ => None,
        }
    }

    fn is_name_at(&self, ahead: usize) -> bool {
        matches!(self.peek_at(ahead), Some(TokenKind::Name(_)))
    }

    /// Consumes the next token if it is `punct`.
    fn accept(&mut self, punct: Punct) -> bool {
        let found = self.is(punct);
        self.at += usize::from(found);
        found
    }

    fn accept_role(&mut self, role: Role) -> bool {
        let found = self.role() == Some(role);
        self.at += usize::from(found);
        found
    }

    /// Returns the span of the next token, or of the end of the input.
    fn here(&self) -> Span {
        self.tokens.get(self.at).map_or(self.output.end, |token| token.span)
    }

    /// Returns the span of the last consumed token.
    fn last(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or_else(|| self.here(), |token| token.span)
    }

    /// Returns the span from the token at index `start` to the last consumed token.
    fn span_from(&self, start: usize) -> Span {
        match self.tokens.get(start) {
            Some(first) if start < self.at => join(first.span, self.last()),
            _ => self.here(),
        }
    }

    /// Parses a name; `what` describes it. Keywords are rejected, except soft qualifiers, the names of parameterized
    /// types and, where a type is expected, type names.
    fn ident(&mut self, what: &str) -> Parsed<Ident> {
        let span = self.here();
        match self.peek() {
            Some(TokenKind::Name(name)) => match self.keywords.get(name) {
                None | Some(Role::SoftQualifier | Role::Template) => {
                    self.at += 1;
                    Ok(Ident { name, span })
                }
                Some(Role::Type) if what == recover::TYPE => {
                    self.at += 1;
                    Ok(Ident { name, span })
                }
                Some(role) => Err(self.keyword_as_name(name, role, what)),
            },
            _ => Err(self.expected(what)),
        }
    }

    /// Runs `rule` one nesting level deeper; fails beyond the limit.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth as usize >= self.diags.limit(Limit::Nesting) {
            let reported = self.too_deep(self.here());
            // Recovery would find only the closing brackets, so parsing ends here.
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
        let message = format!("nested more than {} levels deep", self.diags.limit(Limit::Nesting));
        let help = "move subexpressions into variables and statements into functions";
        let finding = self.diags.limits().exceeded(Limit::Nesting, span, message);
        self.diags.report(finding.help(help))
    }

    fn too_long(&mut self, span: Span) -> Reported {
        self.failed_at = Some(self.at);
        let most = self.diags.limit(Limit::Terms);
        let message = format!("the expression is a chain of more than {most} operators");
        let finding = self.diags.limits().exceeded(Limit::Terms, span, message);
        self.diags.report(finding.help("move parts of the expression into variables"))
    }

    fn too_many_links(&mut self) -> Reported {
        let most = self.diags.limit(Limit::ElseIfs);
        let message = format!("the `else if` chain has more than {most} conditions");
        let finding = self.diags.limits().exceeded(Limit::ElseIfs, self.here(), message);
        let reported = self.diags.report(finding.help("use `switch` or a table"));
        // The rest would be parsed as statements that begin with `else`, so parsing ends here.
        self.at = self.tokens.len();
        self.failed_at = Some(self.at);
        reported
    }

    /// Adds an expression to the tree unless its height or chain length exceeds the limit.
    fn expr(&mut self, kind: ExprKind, span: Span) -> Parsed<Handle<Expr>> {
        // Chains are walked iteratively and have their own limit.
        let chained = match &kind {
            ExprKind::Binary { op, left, .. } if is_chained(&self.unit, *op, *left) => Some(*left),
            _ => None,
        };
        let above = |operand| self.height(operand) + u16::from(chained != Some(operand));
        let height = kind.operands().map(above).max().unwrap_or(1);
        let terms = chained.and_then(|left| self.terms.get(left.index())).map_or(1, |terms| terms + 1);
        if height as usize > self.diags.limit(Limit::Nesting) {
            return Err(self.too_deep(span));
        }
        if terms as usize > self.diags.limit(Limit::Terms) {
            return Err(self.too_long(span));
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

    /// Adds a statement.
    fn stmt(&mut self, kind: StmtKind, start: usize) -> Handle<Stmt> {
        let stmt = Stmt { kind, span: self.span_from(start), attributes: Vec::new() };
        self.unit.stmts.append(stmt, naga::Span::UNDEFINED)
    }
}

/// Returns the union of two spans, or `a` if they are in different files.
fn join(a: Span, b: Span) -> Span {
    if a.file == b.file { a.to(b) } else { a }
}
