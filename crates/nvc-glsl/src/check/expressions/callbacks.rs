//! Callbacks: functions that built-in functions call for the elements of cooperative matrices. Selects the overload of
//! the callback and checks its rules (GL_NV_cooperative_matrix2).

use crate::ast;
use crate::builtins::operation::{CooperativeFunction as F, TextureMode, TextureQuery};
use crate::builtins::signature::{Pattern, Row};
use crate::builtins::{self, Operation};
use crate::check::declarations::functions::FunctionEntry;
use crate::check::scope::Symbol;
use crate::check::{Checker, ExprId};
use crate::tree::{Direction, ExprKind};
use crate::type_names;
use crate::types::constant::Const;
use crate::types::{Length, Scalar, Type, TypeKind, scalar};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};

/// Extensions that provide derivatives in compute shaders.
const DERIVATIVES: &[&str] = &["GL_NV_compute_shader_derivatives", "GL_KHR_compute_shader_derivatives"];

/// The signature that a callback must have.
pub(super) enum Expected {
    /// Combines two elements, in a reduction.
    Combine { scalar: Scalar },
    /// Computes an element from its row, its column, its value and further arguments.
    Element { scalar: Scalar, others: Vec<Type> },
    /// Decodes an element, or a vector of elements, from the address of a block and two arrays of coordinates.
    Decoder { scalar: Scalar, dimensions: Handle<Const>, vector: bool },
}

impl Checker<'_> {
    /// Checks an argument of a call. If the callee is a built-in function that takes a function, the argument may be the
    /// name of a user-defined function.
    pub(super) fn argument(&mut self, callee: &str, arg: Handle<ast::Expr>) -> ExprId {
        let unit = self.unit;
        if let ast::Expr { kind: ast::ExprKind::Ident(name), span } = &unit.exprs[arg]
            && matches!(self.scopes.find(*name).map(|entry| entry.symbol), Some(Symbol::Functions))
            && takes_function(callee)
        {
            let ty = self.program.types.intern(TypeKind::Function);
            return self.push(ExprKind::Overloads(*name), ty, *span);
        }
        self.expr(arg)
    }

    /// Selects the overload with the expected signature; reports an error if there is none, or if it cannot be a
    /// callback.
    pub(super) fn callback(&mut self, name: ExprId, expected: &Expected) -> Option<ExprId> {
        let span = self.span(name);
        let ExprKind::Overloads(text) = self.body.exprs[name].kind else { return Some(name) };
        let all = self.overloads.get(&text).cloned().unwrap_or_default();
        let fits =
            |index: &usize| self.functions.get(*index).is_some_and(|entry| self.is_callback(entry, expected));
        let Some(index) = all.iter().copied().find(fits) else {
            let message = format!("no function `{}` has the required signature", self.text(text));
            let mut finding = Diagnostic::new(Code::N1301, span, message).note(self.wanted(expected));
            if let [only] = all[..]
                && let Some(entry) = self.functions.get(only)
            {
                finding = finding.secondary(entry.span, "declared here");
            }
            self.report(finding);
            return None;
        };
        let entry = self.functions.get(index)?;
        let not_constant =
            entry.params.iter().find(|param| !param.constant || param.direction != Direction::In);
        if let Some(param) = not_constant {
            let at = param.span;
            let message = format!("the parameters of `{}` must be `const in`", self.text(text));
            let finding = Diagnostic::new(Code::N1301, span, message).secondary(at, "this one is not");
            self.report(finding.help("add `const` to the parameter"));
            return None;
        }
        if entry.spirv.is_some() {
            self.error(
                Code::N1301,
                span,
                "a function with `spirv_instruction` cannot be called for the elements of a matrix",
            );
            return None;
        }
        self.calls.push((self.body.function, index, span));
        self.callbacks.push((index, span));
        // Lowering needs the struct type of the block, even if the function does not access it.
        let first = self.functions.get(index)?.params.first().map(|param| param.ty);
        if let (Some(first), Expected::Decoder { .. }) = (first, expected)
            && let TypeKind::Reference(block) = *self.program.types.kind(first)
        {
            self.program.types.intern(TypeKind::Struct(block));
        }
        let handle = self.function_handle(index)?;
        let ty = self.ty(name);
        Some(self.push(ExprKind::Callback(handle), ty, span))
    }

    fn is_callback(&self, entry: &FunctionEntry, expected: &Expected) -> bool {
        let types: Vec<Type> = entry.params.iter().map(|param| param.ty).collect();
        let is = |ty: Type, wanted: Scalar| *self.program.types.kind(ty) == TypeKind::Scalar(wanted);
        match *expected {
            Expected::Combine { scalar } => {
                types.len() == 2 && types.iter().chain([&entry.result]).all(|&ty| is(ty, scalar))
            }
            Expected::Element { scalar, ref others } => match types[..] {
                [row, column, element, ref rest @ ..] => {
                    is(row, scalar::U32)
                        && is(column, scalar::U32)
                        && is(element, scalar)
                        && is(entry.result, scalar)
                        && rest == others
                }
                _ => false,
            },
            Expected::Decoder { scalar, dimensions, vector } => match types[..] {
                [address, block, inner] => {
                    let result = match *self.program.types.kind(entry.result) {
                        TypeKind::Vector(size, component) if vector => {
                            component == scalar && size.is_power_of_two()
                        }
                        TypeKind::Scalar(component) => !vector && component == scalar,
                        _ => false,
                    };
                    result
                        && matches!(self.program.types.kind(address), TypeKind::Reference(_))
                        && self.is_coordinate(block, dimensions)
                        && self.is_coordinate(inner, dimensions)
                }
                _ => false,
            },
        }
    }

    /// Returns whether a type is an array of `uint` with one element for each dimension of the tensor.
    fn is_coordinate(&self, ty: Type, dimensions: Handle<Const>) -> bool {
        let TypeKind::Array(element, length) = *self.program.types.kind(ty) else { return false };
        let length = match length {
            Length::Fixed(count) => Some(i128::from(count)),
            Length::Spec(count) => self.integer(count),
            Length::Unsized => return false,
        };
        let known = length.zip(self.integer(dimensions));
        element == self.common.uint && known.is_none_or(|(length, dimensions)| length == dimensions)
    }

    /// Describes the expected signature.
    fn wanted(&self, expected: &Expected) -> String {
        let name = type_names::of_scalar;
        match expected {
            Expected::Combine { scalar } => {
                let name = name(*scalar);
                format!("it must be `{name} f(const in {name}, const in {name})`")
            }
            Expected::Element { scalar, others } => {
                let name = name(*scalar);
                let others = others.iter().map(|&ty| format!(", const in {}", self.show_plain(ty)));
                let others: String = others.collect();
                format!("it must be `{name} f(const in uint, const in uint, const in {name}{others})`")
            }
            Expected::Decoder { scalar, dimensions, vector } => {
                let count = self.integer(*dimensions).map_or(String::new(), |count| count.to_string());
                let result = match vector {
                    true => format!(
                        "a vector of `{}` whose number of components is a power of two",
                        name(*scalar)
                    ),
                    false => format!("`{}`", name(*scalar)),
                };
                format!(
                    "it must take a buffer reference and two arrays `const in uint[{count}]`, and return {result}"
                )
            }
        }
    }

    /// Records the call of a built-in function if it depends on other invocations, that is, if it becomes a *tangled
    /// instruction* of SPIR-V.
    pub(super) fn note_tangled(&mut self, row: &Row, span: Span) {
        // Texture samples have implicit derivatives only in programs with derivatives.
        let samples = matches!(row.operation, Operation::Texture(access) if access.mode == TextureMode::Sample)
            && self.features.has_any(DERIVATIVES);
        let tangled = samples || is_tangled(row.operation);
        if let Some(function) = self.body.function.filter(|_| tangled) {
            self.tangled.push((function, span));
        }
    }

    /// Rejects callbacks that depend on other invocations, directly or through functions that they call. Which invocation
    /// calls a callback, and in which order, is undefined.
    pub(in crate::check) fn check_callbacks(&mut self) {
        let callbacks = std::mem::take(&mut self.callbacks);
        let mut reported = rustc_hash::FxHashSet::default();
        for (callback, used) in callbacks {
            let mut reached = vec![callback];
            let mut at = 0;
            while let Some(&function) = reached.get(at) {
                let callees = self.calls.iter().filter(|(caller, ..)| *caller == Some(function));
                for &(_, callee, _) in callees {
                    if !reached.contains(&callee) {
                        reached.push(callee);
                    }
                }
                at += 1;
            }
            let found: Vec<Span> = self
                .tangled
                .iter()
                .filter(|(function, _)| reached.contains(function))
                .map(|&(_, at)| at)
                .collect();
            for at in found.into_iter().filter(|at| reported.insert(*at)) {
                let message = "a function applied to matrix elements cannot depend on other invocations";
                let finding = Diagnostic::new(Code::N1301, at, message).label("depends on other invocations");
                let finding = finding.secondary(used, "applied to matrix elements here");
                self.report(
                    finding.note("barriers, subgroup functions, derivatives and matrix functions depend on other invocations"),
                );
            }
        }
    }
}

/// Returns whether a built-in function has a parameter that is a function.
fn takes_function(name: &str) -> bool {
    let takes = |row: &Row| row.params.iter().any(|param| param.pattern == Pattern::Function);
    builtins::functions::named(name).any(takes)
}

/// Returns whether an operation other than a texture sample depends on other invocations (SPIR-V: *tangled
/// instructions*).
fn is_tangled(operation: Operation) -> bool {
    match operation {
        Operation::Barrier(barrier) => barrier.execution.is_some(),
        Operation::Cooperative(F::Coordinate) => false,
        Operation::ControlBarrier
        | Operation::SplitBarrier(_)
        | Operation::Subgroup(_)
        | Operation::Warp(_)
        | Operation::Derivative(..)
        | Operation::TextureQuery(TextureQuery::Lod)
        | Operation::Cooperative(_) => true,
        _ => false,
    }
}
