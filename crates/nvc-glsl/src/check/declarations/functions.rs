//! Checks function prototypes and definitions (GLSL §6.1).

use super::layout_qualifiers::{LayoutKey, LayoutTarget};
use super::qualifiers::Storage;
use super::spirv::SpirvTarget;
use crate::ast::{FunctionDecl, ParamDecl};
use crate::builtins::signature::Flow;
use crate::check::scope::Symbol;
use crate::check::types::opaque_members::SplitPart;
use crate::check::types::specifier::Unsized;
use crate::check::{Body, Checker};
use crate::name::Name;
use crate::tree::{Direction, Function, Local, Param};
use crate::types::spirv::SpirvParam;
use crate::types::{Memory, Type, TypeKind};
use naga::{Arena, Handle};
use nvc_diag::{Code, Diagnostic, Limit, Span};
use nvc_ir::limits;
use std::rc::Rc;

/// A declared function.
#[derive(Debug)]
pub(in crate::check) struct FunctionEntry {
    pub(in crate::check) name: Name,
    pub(in crate::check) params: Vec<ParamEntry>,
    pub(in crate::check) result: Type,
    precise: bool,
    /// Index of the SPIR-V instruction that the function denotes, if any (GL_EXT_spirv_intrinsics).
    pub(in crate::check) spirv: Option<usize>,
    /// Location of the first declaration.
    pub(in crate::check) span: Span,
    /// Location of the definition, if the function is defined.
    pub(in crate::check) defined: Option<Span>,
    /// Handle in the tree, once the function is called or defined.
    pub(in crate::check) handle: Option<Handle<Function>>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub(in crate::check) struct ParamEntry {
    pub(in crate::check) ty: Type,
    pub(in crate::check) direction: Direction,
    pub(in crate::check) memory: Memory,
    /// Parts of the parameter, if its type is split ([`super::opaque_structs`]).
    pub(in crate::check) parts: Option<Rc<[SplitPart]>>,
    precise: bool,
    pub(in crate::check) constant: bool,
    /// How the parameter becomes an operand of a SPIR-V instruction.
    pub(in crate::check) spirv: SpirvParam,
    pub(in crate::check) span: Span,
}

impl ParamEntry {
    /// Returns how the argument is passed.
    pub(in crate::check) fn flow(&self) -> Flow {
        match (self.spirv, self.direction) {
            (SpirvParam::Reference, _) => Flow::Reference,
            (SpirvParam::Literal, _) => Flow::Const,
            (SpirvParam::Value, Direction::In) => Flow::In,
            (SpirvParam::Value, Direction::Out) => Flow::Out,
            (SpirvParam::Value, Direction::InOut) => Flow::InOut,
        }
    }

    /// Returns the number of parameters in the tree: one for each part.
    fn count(&self) -> usize {
        self.parts.as_ref().map_or(1, |parts| parts.len())
    }
}

impl Checker<'_> {
    /// Checks a prototype or definition.
    pub(in crate::check) fn function(&mut self, decl: &FunctionDecl) {
        let quals = self.qualifiers(&decl.qualifiers);
        self.check_layout(&quals, LayoutTarget::Other);
        if let Some(at) = quals.constant {
            self.error(Code::N1401, at, "a function result cannot be `const`");
        }
        let result = self.type_spec(&decl.result, Unsized::Forbidden);
        self.check_precision_qualifier(&decl.qualifiers, result);
        if self.contains_bound_opaque(result) {
            let message = format!("a function cannot return a value of type {}", self.show(result));
            self.error(Code::N1305, decl.result.span, message);
        }
        let params: Vec<ParamEntry> = decl.params.iter().map(|param| self.parameter_decl(param)).collect();
        let count = params.iter().map(ParamEntry::count).sum();
        if let Some(diagnostic) = limits::PARAMETERS.check(count, Some(decl.name.span)) {
            self.report(diagnostic);
        }
        for attribute in &decl.attributes {
            self.entry_attribute(attribute);
        }
        if self.names.text(decl.name.name) == "main" && (!params.is_empty() || result != self.common.void) {
            self.error(Code::N1308, decl.name.span, "`main` must be declared as `void main()`");
        }
        self.check_builtin_name(decl.name);
        let operands = params.iter().map(|param| param.spirv).collect();
        let spirv = self.spirv_function(&quals, decl.name, operands);
        self.check_spirv_params(spirv, &params, decl);
        let index = self.declare_function(decl, params, result, quals.precise);
        if let (Some(index), Some(_)) = (index, spirv)
            && let Some(entry) = self.functions.get_mut(index)
        {
            entry.spirv = spirv;
        }
        if let (Some(index), Some(body)) = (index, decl.body) {
            self.function_body(decl, index, body);
        }
    }

    /// Checks that only functions with `spirv_instruction` have literal or reference parameters, and that these
    /// functions have no body, no `out` or `inout` parameters, and no parameters that are split.
    fn check_spirv_params(&mut self, spirv: Option<usize>, params: &[ParamEntry], decl: &FunctionDecl) {
        if spirv.is_some() {
            if decl.body.is_some() {
                self.error(
                    Code::N1401,
                    decl.name.span,
                    "a function with `spirv_instruction` cannot have a body",
                );
            }
            for param in
                params.iter().filter(|param| param.parts.is_some() || param.direction != Direction::In)
            {
                let split = param.parts.is_some();
                let what = if split { "a struct with textures or images" } else { "`out` or `inout`" };
                let message = format!("a parameter of a function with `spirv_instruction` cannot be {what}");
                let mut finding = Diagnostic::new(Code::N1401, param.span, message);
                if !split {
                    finding = finding.help("write `spirv_by_reference` to pass a pointer");
                }
                self.report(finding);
            }
            return;
        }
        for param in params.iter().filter(|param| param.spirv != SpirvParam::Value) {
            let message = "`spirv_by_reference` and `spirv_literal` are allowed only in a function with `spirv_instruction`";
            self.error(Code::N1401, param.span, message);
        }
    }

    /// Rejects redeclarations of built-in functions in GLSL ES (GLSL ES §6.1).
    fn check_builtin_name(&mut self, name: crate::ast::Ident) {
        let text = self.text(name.name);
        let mut rows = crate::builtins::functions::named(&text);
        if self.features.is_es() && rows.any(|row| self.features.satisfies(&row.needs)) {
            let message = format!("`{text}` is a built-in function: GLSL ES does not allow redeclaring it");
            self.error(Code::N1308, name.span, message);
        }
    }

    fn parameter_decl(&mut self, param: &ParamDecl) -> ParamEntry {
        let quals = self.qualifiers(&param.qualifiers);
        let base = self.type_spec(&param.ty, Unsized::Forbidden);
        self.check_precision_qualifier(&param.qualifiers, base);
        let dimensions = param.name.as_ref().map_or(&[][..], |name| &name.dimensions);
        let ty = self.dimensions(base, dimensions, Unsized::Forbidden);
        let direction = match quals.storage() {
            None | Some(Storage::In) => Direction::In,
            Some(Storage::Out) => Direction::Out,
            Some(Storage::InOut) => Direction::InOut,
            Some(_) => {
                self.error(Code::N1401, param.span, "a parameter must be `in`, `out` or `inout`");
                Direction::In
            }
        };
        if *self.program.types.kind(ty) == TypeKind::Void {
            self.error(Code::N1305, param.span, "a parameter cannot be void");
        }
        let opaque = self.contains_opaque(ty);
        if direction != Direction::In && self.contains_bound_opaque(ty) {
            let message = format!("a parameter of type {} must be `in`", self.show(ty));
            self.error(Code::N1401, param.span, message);
        }
        if self.contains(ty, &|kind| matches!(kind, TypeKind::Buffer { .. })) {
            let message = format!("a parameter cannot have the buffer type {}", self.show(ty));
            self.error(Code::N1401, param.span, message);
        }
        if let Some(at) = quals.constant
            && direction != Direction::In
        {
            self.error(Code::N1401, at, "a `const` parameter must be `in`");
        }
        self.check_layout(&quals, LayoutTarget::Parameter);
        self.check_spirv(&quals, SpirvTarget::Parameter);
        if !opaque {
            for item in quals.layout.iter().filter(|item| item.key == LayoutKey::Format) {
                let message = format!("the format `{}` requires an image", self.text(item.name));
                self.error(Code::N1402, item.span, message);
            }
            if !self.is_reference(ty) {
                self.warn_of_memory(&quals, "a parameter that is not an image or buffer reference");
            }
        }
        let parts = self.needs_split(ty).then(|| self.split_type(ty, param.span));
        ParamEntry {
            ty,
            direction,
            memory: quals.memory,
            parts,
            precise: quals.precise,
            constant: quals.constant.is_some(),
            spirv: quals.spirv.param.map_or(SpirvParam::Value, |(param, _)| param),
            span: param.span,
        }
    }

    /// Returns the index of the function with the same name and parameters, or declares a new one. `None` if the name
    /// already denotes something else or has too many overloads.
    fn declare_function(
        &mut self,
        decl: &FunctionDecl,
        params: Vec<ParamEntry>,
        result: Type,
        precise: bool,
    ) -> Option<usize> {
        let name = decl.name;
        let same = |entry: &FunctionEntry| {
            entry.params.len() == params.len() && entry.params.iter().zip(&params).all(|(a, b)| a.ty == b.ty)
        };
        let previous = self.overloads.get(&name.name).into_iter().flatten().copied();
        let previous = previous.into_iter().find(|&index| self.functions.get(index).is_some_and(same));
        if let Some(index) = previous {
            if let Some(declared) = self.functions.get(index).map(|function| function.span) {
                self.record_use(decl.name.span, declared);
            }
            self.check_redeclaration(decl, index, &params, result);
            return Some(index);
        }
        let most = self.diags.limit(Limit::Overloads);
        if self.overloads.get(&name.name).is_some_and(|known| known.len() >= most) {
            let message = format!("`{}` has more than {most} overloads", self.names.text(name.name));
            self.diags.exceeds(Limit::Overloads, name.span, message);
            return None;
        }
        match self.scopes.find_in_current_scope(name.name) {
            Some(entry) if !matches!(entry.symbol, Symbol::Functions) => {
                self.redeclared(name.name, name.span, entry.span);
                return None;
            }
            Some(_) => {}
            None => self.declare(name.name, Symbol::Functions, name.span),
        }
        let index = self.functions.len();
        self.functions.push(FunctionEntry {
            name: name.name,
            params,
            result,
            precise,
            spirv: None,
            span: name.span,
            defined: None,
            handle: None,
        });
        self.overloads.entry(name.name).or_default().push(index);
        self.record_function(index);
        Some(index)
    }

    /// Checks that a redeclaration has the same result type and parameter directions.
    fn check_redeclaration(
        &mut self,
        decl: &FunctionDecl,
        index: usize,
        params: &[ParamEntry],
        result: Type,
    ) {
        let Some(entry) = self.functions.get_mut(index) else { return };
        let span = entry.span;
        let directions = entry.params.iter().zip(params).all(|(a, b)| a.direction == b.direction);
        let same_result = entry.result == result;
        // The body uses the qualifiers of the definition.
        if decl.body.is_some() {
            entry.params = params.to_vec();
        }
        let name = self.text(decl.name.name);
        if !same_result {
            let message = format!("`{name}` is redeclared with a different result type");
            self.report(
                Diagnostic::new(Code::N1308, decl.name.span, message).secondary(span, "first declared here"),
            );
        } else if !directions {
            let message = format!("`{name}` is redeclared with different parameter qualifiers");
            self.report(
                Diagnostic::new(Code::N1308, decl.name.span, message).secondary(span, "first declared here"),
            );
        }
    }

    /// Returns the function's handle in the tree, where it has no body until it is defined.
    pub(in crate::check) fn function_handle(&mut self, index: usize) -> Option<Handle<Function>> {
        let entry = self.functions.get_mut(index)?;
        if let Some(handle) = entry.handle {
            return Some(handle);
        }
        let function = Function {
            name: entry.name,
            result: entry.result,
            params: entry
                .params
                .iter()
                .flat_map(|param| std::iter::repeat_n(Param { direction: param.direction }, param.count()))
                .collect(),
            locals: Vec::new(),
            exprs: Arena::new(),
            stmts: Arena::new(),
            body: Vec::new(),
            precise: entry.precise,
            span: entry.span,
        };
        let handle = self.program.functions.append(function, naga::Span::UNDEFINED);
        entry.handle = Some(handle);
        Some(handle)
    }

    /// Declares the local variable of a parameter, or one variable for each part if it is split.
    fn declare_parameter(&mut self, number: usize, param: &ParamDecl, entry: &ParamEntry) {
        let read_only = entry.constant.then_some("a `const` parameter");
        let declared = param.name.as_ref().map(|declarator| declarator.name);
        self.body.memory.extend(std::iter::repeat_n(entry.memory, entry.count()));
        if let (Some(name), None) = (declared, &entry.parts) {
            self.add_local(name, entry.ty, entry.precise, read_only);
            return;
        }
        let (name, span) = match declared {
            Some(name) => (name.name, name.span),
            None => (self.names.intern(&format!("parameter{number}")), param.span),
        };
        let local = Local { name, ty: entry.ty, precise: entry.precise, indexed: false, span };
        match &entry.parts {
            Some(parts) => self.split_parameter(parts, local, read_only, declared),
            None => {
                self.body.locals.push(local);
                self.body.read_only.push(read_only);
            }
        }
    }

    fn function_body(&mut self, decl: &FunctionDecl, index: usize, body: Handle<crate::ast::Stmt>) {
        let name = decl.name;
        if let Some(previous) = self.functions.get(index).and_then(|entry| entry.defined) {
            let message = format!("`{}` is already defined", self.text(name.name));
            self.report(
                Diagnostic::new(Code::N0202, name.span, message).secondary(previous, "first defined here"),
            );
        }
        let Some(handle) = self.function_handle(index) else { return };
        let Some(entry) = self.functions.get_mut(index) else { return };
        entry.defined = Some(name.span);
        let (result, params, declared) = (entry.result, entry.params.clone(), entry.span);
        self.record_function_body(declared, name.span);
        let outer = std::mem::replace(&mut self.body, Body::new(result, Some(index)));
        self.scopes.enter();
        for (number, (param, entry)) in decl.params.iter().zip(&params).enumerate() {
            self.declare_parameter(number, param, entry);
        }
        let mut statements = Vec::new();
        self.statements_of(body, &mut statements);
        self.scopes.leave();
        self.size_local_arrays();
        let body = std::mem::replace(&mut self.body, outer);
        let function = &mut self.program.functions[handle];
        function.locals = body.locals;
        function.exprs = body.exprs;
        function.stmts = body.stmts;
        function.body = statements;
    }
}
