//! Checks statements: blocks, `if`, loops, jumps, and their attributes (GLSL §6).

use crate::ast::{self, Attribute, Condition};
use crate::builtins::signature::Needs;
use crate::check::Checker;
use crate::tree::stmt::{Arm, Hints};
use crate::tree::{Stmt, StmtKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::ExecutionMode;

/// A list of statements being built.
pub(in crate::check) type StmtList = Vec<Handle<Stmt>>;

/// The attributes of loops and selections (GL_EXT_control_flow_attributes): name, [`Hints::unroll`],
/// [`Hints::independent`].
static ATTRIBUTES: &[(&str, Option<bool>, bool)] = &[
    ("unroll", Some(true), false),
    ("dont_unroll", Some(false), false),
    ("loop", Some(false), false),
    ("flatten", Some(true), false),
    ("dont_flatten", Some(false), false),
    ("branch", Some(false), false),
    ("dependency_infinite", None, true),
    ("dependency_length", None, false),
    ("min_iterations", None, false),
    ("max_iterations", None, false),
    ("iteration_multiple", None, false),
    ("peel_count", None, false),
    ("partial_count", None, false),
];

impl Checker<'_> {
    /// Adds a statement.
    pub(super) fn emit(&mut self, kind: StmtKind, span: Span, out: &mut StmtList) {
        out.push(self.body.stmts.append(Stmt { kind, span }, naga::Span::UNDEFINED));
    }

    /// Checks the statements of a body in the current scope, such as that of the parameters.
    pub(in crate::check) fn statements_of(&mut self, body: Handle<ast::Stmt>, out: &mut StmtList) {
        let unit = self.unit;
        match &unit.stmts[body].kind {
            ast::StmtKind::Block(statements) => {
                for &statement in statements {
                    if self.diags.is_full() {
                        return;
                    }
                    self.statement(statement, out);
                }
            }
            _ => self.statement(body, out),
        }
    }

    /// Checks the statements of a body in a new scope.
    fn scoped_statements(&mut self, handle: Handle<ast::Stmt>) -> StmtList {
        let mut out = Vec::new();
        self.scopes.enter();
        self.statements_of(handle, &mut out);
        self.scopes.leave();
        out
    }

    /// Checks one statement.
    pub(in crate::check) fn statement(&mut self, handle: Handle<ast::Stmt>, out: &mut StmtList) {
        let unit = self.unit;
        let statement = &unit.stmts[handle];
        let span = statement.span;
        let hints = self.hints(&statement.attributes);
        match &statement.kind {
            ast::StmtKind::Block(_) => {
                let inner = self.scoped_statements(handle);
                self.emit(StmtKind::Block(inner), span, out);
            }
            ast::StmtKind::Declaration(declaration) => self.local_declaration(declaration, out),
            ast::StmtKind::DeclarationOrExpr(declaration, e) => {
                if self.names_type(&declaration.ty) {
                    self.local_declaration(declaration, out);
                } else {
                    self.expr_stmt(*e, span, out);
                }
            }
            ast::StmtKind::Qualify(qualifiers, idents) => self.qualify(qualifiers, idents, span),
            ast::StmtKind::Expr(e) => self.expr_stmt(*e, span, out),
            ast::StmtKind::If { arms, reject } => {
                let mut arms: Vec<Arm> = arms.iter().map(|arm| self.arm(arm)).collect();
                if let Some(first) = arms.first_mut() {
                    first.hints = hints;
                }
                let reject = reject.map(|reject| self.scoped_statements(reject)).unwrap_or_default();
                self.emit(StmtKind::If { arms, reject }, span, out);
            }
            ast::StmtKind::Switch { selector, body } => self.switch(*selector, body, hints, span, out),
            ast::StmtKind::Case(_) | ast::StmtKind::Default => {
                let message = "a `case` or `default` label must be directly in the body of a `switch`";
                self.error(Code::N0104, span, message);
            }
            ast::StmtKind::While { condition, body } => {
                self.scopes.enter();
                let (head, condition) = self.loop_condition(condition);
                let body = self.loop_body(*body, false);
                self.scopes.leave();
                let kind = StmtKind::Loop {
                    condition: Some(condition),
                    head,
                    body,
                    step: None,
                    test_last: false,
                    hints,
                };
                self.emit(kind, span, out);
            }
            ast::StmtKind::DoWhile { body, condition } => {
                let body = self.loop_body(*body, true);
                let condition = self.condition(*condition);
                let kind = StmtKind::Loop {
                    condition: Some(condition),
                    head: Vec::new(),
                    body,
                    step: None,
                    test_last: true,
                    hints,
                };
                self.emit(kind, span, out);
            }
            ast::StmtKind::For { init, condition, step, body } => {
                self.scopes.enter();
                let mut outer = Vec::new();
                if let Some(init) = init {
                    self.statement(*init, &mut outer);
                }
                let (head, condition) = match condition {
                    Some(condition) => {
                        let (head, condition) = self.loop_condition(condition);
                        (head, Some(condition))
                    }
                    None => (Vec::new(), None),
                };
                let step = step.and_then(|step| self.side_effects(step));
                let body = self.loop_body(*body, false);
                self.scopes.leave();
                let kind = StmtKind::Loop { condition, head, body, step, test_last: false, hints };
                self.emit(kind, span, &mut outer);
                self.emit(StmtKind::Block(outer), span, out);
            }
            ast::StmtKind::Break => {
                self.jump(StmtKind::Break, self.body.loops + self.body.switches, span, out)
            }
            ast::StmtKind::Continue => self.jump(StmtKind::Continue, self.body.loops, span, out),
            ast::StmtKind::Return(value) => self.return_statement(*value, span, out),
            ast::StmtKind::Discard => {
                self.error(Code::N0104, span, "`discard` is allowed only in fragment shaders");
            }
            ast::StmtKind::Precision(qualifiers, ty) => self.precision_statement(qualifiers, ty),
            ast::StmtKind::Empty | ast::StmtKind::Error => {}
        }
    }

    fn expr_stmt(&mut self, e: Handle<ast::Expr>, span: Span, out: &mut StmtList) {
        if let Some(e) = self.side_effects(e) {
            self.emit(StmtKind::Expr(e), span, out);
        }
    }

    /// Checks one `if (condition) body` of an `if`/`else if` chain.
    fn arm(&mut self, arm: &ast::Arm) -> Arm {
        let hints = self.hints(&arm.attributes);
        let condition = self.condition(arm.condition);
        Arm { span: arm.span, condition, body: self.scoped_statements(arm.body), hints }
    }

    /// Checks the body of a loop. The body of `for` and `while` shares the scope of the loop header (GLSL §6.3).
    fn loop_body(&mut self, body: Handle<ast::Stmt>, own_scope: bool) -> StmtList {
        self.body.loops += 1;
        let mut out = Vec::new();
        if own_scope {
            out = self.scoped_statements(body);
        } else {
            self.statements_of(body, &mut out);
        }
        self.body.loops -= 1;
        out
    }

    /// Checks the condition of a loop. A declaration in it becomes a statement, which is returned.
    fn loop_condition(&mut self, condition: &Condition) -> (StmtList, crate::check::ExprId) {
        let mut head = Vec::new();
        match condition {
            Condition::Expr(e) => (head, self.condition(*e)),
            Condition::Declaration(declaration) => {
                self.local_declaration(declaration, &mut head);
                let span = declaration.ty.span;
                let declared = declaration
                    .names
                    .first()
                    .and_then(|name| self.scopes.find_in_current_scope(name.name.name));
                let e = match declared.map(|entry| entry.symbol) {
                    Some(crate::check::scope::Symbol::Local(local)) => {
                        let ty = self
                            .body
                            .locals
                            .get(local.0 as usize)
                            .map_or(self.common.error, |local| local.ty);
                        self.push(crate::tree::ExprKind::Local(local), ty, span)
                    }
                    _ => self.poison(span),
                };
                (head, self.bool_value(e))
            }
        }
    }

    fn jump(&mut self, kind: StmtKind, around: u32, span: Span, out: &mut StmtList) {
        if around == 0 {
            let (word, inside) = match kind {
                StmtKind::Break => ("break", "a loop or switch"),
                _ => ("continue", "a loop"),
            };
            self.error(Code::N0104, span, format!("`{word}` is outside {inside}"));
            return;
        }
        self.emit(kind, span, out);
    }

    fn return_statement(&mut self, value: Option<Handle<ast::Expr>>, span: Span, out: &mut StmtList) {
        let result = self.body.result;
        let value = match value {
            None if result != self.common.void && result != self.common.error => {
                let message = format!("the function must return a value of type {}", self.show(result));
                self.error(Code::N1308, span, message);
                return;
            }
            None => None,
            Some(value) => {
                let value = self.value(value);
                let given = self.ty(value);
                if result == self.common.void && given != self.common.error {
                    let at = self.span(value);
                    let diagnostic = if given == self.common.void {
                        Diagnostic::new(Code::N1308, at, "a `void` function cannot return an expression")
                    } else {
                        Diagnostic::new(Code::N1308, at, "a `void` function cannot return a value")
                    };
                    self.report(diagnostic);
                    return;
                }
                Some(self.implicit_conversion(value, result, "the return value"))
            }
        };
        self.emit(StmtKind::Return(value), span, out);
    }

    /// Returns the hints in attributes. The extension requires that unknown attributes are ignored.
    fn hints(&mut self, attributes: &[Attribute]) -> Hints {
        let mut hints = Hints::default();
        for attribute in attributes {
            let needs =
                Needs::extensions(&["GL_EXT_control_flow_attributes", "GL_EXT_control_flow_attributes2"]);
            self.require(&needs, "an attribute", attribute.name.span);
            let text = self.text(attribute.name.name);
            let Some(&(_, unroll, independent)) = ATTRIBUTES.iter().find(|(name, ..)| *name == text) else {
                continue;
            };
            hints.unroll = unroll.or(hints.unroll);
            hints.independent |= independent;
        }
        hints
    }

    /// Checks an attribute of a function.
    pub(in crate::check) fn entry_attribute(&mut self, attribute: &Attribute) {
        let text = self.text(attribute.name.name);
        let Some(mode) = ExecutionMode::ALL.into_iter().find(|mode| mode.name() == text) else {
            // Unknown attributes are ignored, and so are `inline` and `noinline`, which are hints.
            let needs = Needs::extensions(&[
                "GL_EXT_function_control_attributes",
                "GL_EXT_control_flow_attributes",
                "GL_EXT_control_flow_attributes2",
            ]);
            self.require_named(&needs, "the attribute", attribute.name.name, attribute.name.span);
            return;
        };
        let needs = match mode {
            ExecutionMode::SubgroupUniformControlFlow => {
                Needs::extensions(&["GL_EXT_subgroup_uniform_control_flow"])
            }
            ExecutionMode::MaximallyReconverges => Needs::extensions(&["GL_EXT_maximal_reconvergence"]),
        };
        if !self.program.modes.contains(&mode) {
            self.program.modes.push(mode);
        }
        self.require_named(&needs, "the attribute", attribute.name.name, attribute.name.span);
    }
}
