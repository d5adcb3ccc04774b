//! Checks GL_EXT_spirv_intrinsics: SPIR-V instructions, types, decorations, storage classes and execution modes, given by
//! number.

use super::qualifiers::{QualifierSet, Storage};
use crate::ast::{self, Ident, SpirvArgument, SpirvValue};
use crate::builtins::signature::Needs;
use crate::check::Checker;
use crate::check::scope::Symbol;
use crate::escape::unescape;
use crate::tree::SpirvFunction;
use crate::types::spirv::{SpirvCode, SpirvOperand, SpirvParam, literal_words};
use crate::types::{Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Span};

const NEEDS: Needs = Needs::extensions(&["GL_EXT_spirv_intrinsics"]);

/// The decoration `NoContraction`, which is equivalent to `precise`.
const NO_CONTRACTION: u32 = 42;
/// Decorations that only permit an optimisation: `RelaxedPrecision`, `Restrict`.
const PERMISSIONS: [u32; 2] = [0, 19];

/// The `spirv_*` qualifiers of a declaration.
#[derive(Clone, Debug, Default)]
pub(in crate::check) struct SpirvQualifiers {
    /// `spirv_instruction`: the extended instruction set, the instruction and the location.
    pub(super) instruction: Option<(Option<String>, SpirvCode, Span)>,
    /// `spirv_decorate` and its variants.
    pub(super) decorations: Vec<(SpirvCode, Span)>,
    /// `spirv_execution_mode` and its variant.
    pub(in crate::check) modes: Vec<(SpirvCode, Span)>,
    /// `spirv_by_reference` or `spirv_literal`.
    pub(super) param: Option<(SpirvParam, Span)>,
}

/// The kinds of declarations, which allow different `spirv_*` qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum SpirvTarget {
    Function,
    Parameter,
    /// A variable or block.
    Variable,
    /// A declaration without a name.
    Module,
    Other,
}

/// How the operands of a qualifier are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operands {
    /// Only `id = ...`.
    Named,
    Literals,
    Ids,
    Strings,
    /// Literals, constants and types.
    OfType,
}

impl Checker<'_> {
    /// Reads a qualifier of GL_EXT_spirv_intrinsics into `quals`.
    pub(super) fn spirv_qualifier(
        &mut self,
        quals: &mut QualifierSet,
        ident: Ident,
        args: &[SpirvArgument],
        span: Span,
    ) {
        let word = self.text(ident.name);
        if !self.require_named(&NEEDS, "the qualifier", ident.name, ident.span) {
            return;
        }
        let operands = match &*word {
            "spirv_instruction" => Operands::Named,
            "spirv_decorate_id" | "spirv_execution_mode_id" => Operands::Ids,
            "spirv_decorate_string" => Operands::Strings,
            _ => Operands::Literals,
        };
        let Some((set, code)) = self.spirv_code(ident, args, operands) else { return };
        match &*word {
            "spirv_instruction" => quals.spirv.instruction = Some((set, code, span)),
            "spirv_execution_mode" | "spirv_execution_mode_id" => quals.spirv.modes.push((code, span)),
            "spirv_storage_class" => self.storage_class(quals, &code, span),
            _ if code.number == NO_CONTRACTION => quals.precise = true,
            _ => quals.spirv.decorations.push((code, span)),
        }
    }

    /// Handles `spirv_storage_class(number)`: sets the GLSL qualifier of the storage class, if it has one. Only the storage
    /// classes of GLSL variables are supported.
    fn storage_class(&mut self, quals: &mut QualifierSet, code: &SpirvCode, span: Span) {
        let storage = match code.number {
            // `UniformConstant` and `Uniform`.
            0 | 2 => Some(Storage::Uniform),
            // `Workgroup`.
            4 => Some(Storage::Shared),
            // `StorageBuffer`.
            12 => Some(Storage::Buffer),
            // `Private` and `Function`: variables without a qualifier.
            6 | 7 => None,
            other => {
                self.error(Code::N0701, span, format!("the storage class {other} is not supported"));
                return;
            }
        };
        quals.storage = storage.map(|storage| (storage, span)).or(quals.storage);
    }

    /// Returns the type `spirv_type(...)`.
    pub(in crate::check) fn spirv_type(&mut self, ident: Ident, args: &[SpirvArgument]) -> Type {
        if !self.require_named(&NEEDS, "the type", ident.name, ident.span) {
            return self.common.error;
        }
        match self.spirv_code(ident, args, Operands::OfType) {
            Some((_, code)) => self.program.types.intern(TypeKind::Spirv(Box::new(code))),
            None => self.common.error,
        }
    }

    /// Reads the arguments of a `spirv_*` qualifier or type. Returns the extended instruction set, if any, and the rest;
    /// `None` after an error.
    fn spirv_code(
        &mut self,
        ident: Ident,
        args: &[SpirvArgument],
        operands: Operands,
    ) -> Option<(Option<String>, SpirvCode)> {
        let word = self.text(ident.name);
        let mut code = SpirvCode::default();
        let (mut set, mut number, mut valid) = (None, None, true);
        for arg in args {
            let name = arg.name.map(|name| self.text(name.name));
            let read = match (name.as_deref(), &arg.value) {
                (Some("extensions"), SpirvValue::List(list)) => {
                    let names: Option<Vec<String>> = list.iter().map(|&e| self.spirv_string(e)).collect();
                    names.map(|names| code.extensions = names)
                }
                (Some("capabilities"), SpirvValue::List(list)) => {
                    let numbers: Option<Vec<u32>> =
                        list.iter().map(|&e| self.spirv_number(e, "a capability")).collect();
                    numbers.map(|numbers| code.capabilities = numbers)
                }
                (Some("set"), SpirvValue::Expr(e)) => self.spirv_string(*e).map(|name| set = Some(name)),
                (Some("id"), SpirvValue::Expr(e)) => {
                    self.spirv_number(*e, "`id`").map(|id| number = Some(id))
                }
                (None, SpirvValue::Expr(e))
                    if number.is_none() && !matches!(operands, Operands::Named | Operands::OfType) =>
                {
                    self.spirv_number(*e, "the enumerant").map(|id| number = Some(id))
                }
                (None, value) if operands != Operands::Named => {
                    self.spirv_operand(value, arg.span, operands).map(|list| code.operands.extend(list))
                }
                _ => {
                    let message = format!("`{word}` does not take this argument");
                    let help = "the arguments are `extensions = [\"...\"]`, `capabilities = [...]`, `set = \"...\"`, `id = ...`";
                    self.report(nvc_diag::Diagnostic::new(Code::N1402, arg.span, message).help(help));
                    None
                }
            };
            valid &= read.is_some();
        }
        if !valid {
            return None;
        }
        let Some(number) = number else {
            self.error(Code::N1402, ident.span, format!("`{word}` requires `id = ...`"));
            return None;
        };
        let opcode = set.is_none() && matches!(operands, Operands::Named | Operands::OfType);
        if opcode && number > u32::from(u16::MAX) {
            self.error(Code::N1402, ident.span, format!("{number} is not an opcode: opcodes have 16 bits"));
            return None;
        }
        code.number = number;
        Some((set, code))
    }

    /// Returns the value of a string literal.
    fn spirv_string(&mut self, e: Handle<ast::Expr>) -> Option<String> {
        let expr = &self.unit.exprs[e];
        if let ast::ExprKind::String(name) = expr.kind {
            return Some(unescape(self.names.text(name)));
        }
        self.error(Code::N1402, expr.span, "a string literal is expected");
        None
    }

    /// Returns the value of a constant expression as a 32-bit number.
    fn spirv_number(&mut self, e: Handle<ast::Expr>, what: &str) -> Option<u32> {
        let e = self.value(e);
        let value = self.constant_integer(e, what)?;
        let number = u32::try_from(value).ok();
        if number.is_none() {
            let span = self.span(e);
            self.error(Code::N1402, span, format!("{what} cannot be {value}"));
        }
        number
    }

    /// Returns the operands for one argument: a 64-bit literal becomes two words.
    fn spirv_operand(
        &mut self,
        value: &SpirvValue,
        span: Span,
        operands: Operands,
    ) -> Option<Vec<SpirvOperand>> {
        let e = match value {
            SpirvValue::Expr(e) => *e,
            SpirvValue::Type(spec) => {
                if operands != Operands::OfType {
                    self.error(Code::N1402, span, "a type is allowed only in `spirv_type`");
                    return None;
                }
                let ty = self.type_spec(spec, crate::check::types::specifier::Unsized::Forbidden);
                return (ty != self.common.error).then(|| vec![SpirvOperand::Type(ty)]);
            }
            SpirvValue::List(_) => {
                self.error(
                    Code::N1402,
                    span,
                    "a list is allowed only after `extensions =` and `capabilities =`",
                );
                return None;
            }
        };
        let literal = matches!(self.unit.exprs[e].kind, ast::ExprKind::Literal(_) | ast::ExprKind::Unary(..));
        match self.unit.exprs[e].kind {
            ast::ExprKind::String(_) if operands != Operands::Ids => {
                return self.spirv_string(e).map(|text| vec![SpirvOperand::String(text)]);
            }
            ast::ExprKind::Ident(name) if operands == Operands::OfType => {
                if let Some(Symbol::Type(ty)) = self.scopes.find(name).map(|entry| entry.symbol) {
                    return Some(vec![SpirvOperand::Type(ty)]);
                }
            }
            _ => {}
        }
        if operands == Operands::Strings {
            self.error(Code::N1402, span, "a string literal is expected");
            return None;
        }
        let e = self.value(e);
        if self.is_error(e) {
            return None;
        }
        let constant = self.const_of(e).filter(|_| matches!(self.kind(e), TypeKind::Scalar(_)));
        let Some(constant) = constant else {
            self.error(Code::N1303, span, "the operand must be a scalar constant expression");
            return None;
        };
        if operands == Operands::Ids || (operands == Operands::OfType && !literal) {
            return Some(vec![SpirvOperand::Constant(constant)]);
        }
        let Some((scalar, bits)) = self.scalar_bits(constant) else {
            self.error(Code::N1303, span, "a literal cannot depend on a specialization constant");
            return None;
        };
        Some(literal_words(scalar, bits).into_iter().map(SpirvOperand::Literal).collect())
    }

    /// Reports the `spirv_*` qualifiers that are not allowed on a declaration.
    pub(in crate::check) fn check_spirv(&mut self, quals: &QualifierSet, target: SpirvTarget) {
        let spirv = &quals.spirv;
        let mut wrong: Vec<(&str, Span)> = Vec::new();
        if target != SpirvTarget::Function {
            wrong.extend(spirv.instruction.iter().map(|(.., span)| ("spirv_instruction", *span)));
        }
        if target != SpirvTarget::Module {
            wrong.extend(spirv.modes.iter().map(|(_, span)| ("spirv_execution_mode", *span)));
        }
        if target != SpirvTarget::Parameter {
            wrong.extend(spirv.param.iter().map(|&(param, span)| match param {
                SpirvParam::Literal => ("spirv_literal", span),
                _ => ("spirv_by_reference", span),
            }));
        }
        for (word, span) in wrong {
            self.error(Code::N1401, span, format!("`{word}` is not allowed on this declaration"));
        }
        if target != SpirvTarget::Variable {
            for (code, span) in spirv.decorations.clone() {
                self.ignored_decoration(&code, span);
            }
        }
    }

    /// Reports a decoration that cannot be emitted, unless it only permits an optimisation.
    pub(super) fn ignored_decoration(&mut self, code: &SpirvCode, span: Span) {
        if !PERMISSIONS.contains(&code.number) {
            let message = format!("the decoration {} is not supported on this declaration", code.number);
            let help = "only variables at file scope, and blocks, can have it";
            self.report(nvc_diag::Diagnostic::new(Code::N0701, span, message).help(help));
        }
    }

    /// Decorates the globals that were added since the program had `first` globals.
    pub(in crate::check) fn decorate_globals(&mut self, first: usize, quals: &QualifierSet) {
        self.check_spirv(quals, SpirvTarget::Variable);
        for handle in self.program.globals.range_from(first) {
            let codes = quals.spirv.decorations.iter().map(|(code, span)| (handle, code.clone(), *span));
            self.program.decorations.extend(codes);
        }
    }

    /// Handles `spirv_execution_mode(...);`.
    pub(in crate::check) fn execution_modes(&mut self, quals: &QualifierSet) {
        self.program.execution_modes.extend(quals.spirv.modes.iter().map(|(code, _)| code.clone()));
    }

    /// Adds the instruction of a function declared with `spirv_instruction`. Returns its index in `program.spirv`.
    pub(super) fn spirv_function(
        &mut self,
        quals: &QualifierSet,
        name: Ident,
        params: Vec<SpirvParam>,
    ) -> Option<usize> {
        self.check_spirv(quals, SpirvTarget::Function);
        let (set, code, _) = quals.spirv.instruction.clone()?;
        self.program.spirv.push(SpirvFunction { name: name.name, set, code, params });
        Some(self.program.spirv.len() - 1)
    }
}
