//! Checks calls of constructors, user-defined functions and built-in functions.

use super::candidates::{Candidate, Rejection, Target};
use super::overloads::Resolution;
use crate::ast::{self, Callee, Ident};
use crate::builtins::{self, signature::Flow, signature::Pattern};
use crate::check::scope::Symbol;
use crate::check::{Checker, ExprId};
use crate::tree::ExprKind;
use crate::type_names;
use crate::types::TypeKind;
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span, suggest};

impl Checker<'_> {
    /// Checks `callee(args)`.
    pub(super) fn call(&mut self, callee: &Callee, args: &[Handle<ast::Expr>], span: Span) -> ExprId {
        let ident = match callee {
            Callee::Type(spec) => {
                let ty = self.type_spec(spec, crate::check::types::specifier::Unsized::Allowed);
                let args = args.iter().map(|&arg| self.constructor_argument(arg)).collect();
                return self.construct(ty, args, span);
            }
            Callee::Name(ident) => *ident,
        };
        match self.scopes.find(ident.name).map(|entry| (entry.symbol, entry.span)) {
            Some((Symbol::Type(ty), declared)) => {
                self.record_use(ident.span, declared);
                let args = args.iter().map(|&arg| self.constructor_argument(arg)).collect();
                self.construct(ty, args, span)
            }
            Some((Symbol::Functions, _)) => self.function_call(ident, args, span),
            Some((Symbol::Error, _)) => {
                for &arg in args {
                    self.expr(arg);
                }
                self.poison(span)
            }
            Some((_, declared)) => {
                let message = format!("`{}` is not a function", self.text(ident.name));
                let diagnostic =
                    Diagnostic::new(Code::N1305, ident.span, message).secondary(declared, "declared here");
                self.error_expr(diagnostic, span)
            }
            None => self.builtin_or_constructor(ident, args, span),
        }
    }

    /// Checks an argument of a constructor. Opaque arguments are accepted here, because a combined sampler is constructed
    /// from a texture and a sampler.
    fn constructor_argument(&mut self, arg: Handle<ast::Expr>) -> ExprId {
        let arg = self.expr(arg);
        self.read(arg)
    }

    fn builtin_or_constructor(&mut self, ident: Ident, args: &[Handle<ast::Expr>], span: Span) -> ExprId {
        let text = self.names.text(ident.name);
        if let Some((kind, needs)) = type_names::find(text) {
            let ty = self.program.types.intern(kind);
            let known = self.require_named(needs, "the type", ident.name, ident.span);
            let args = args.iter().map(|&arg| self.constructor_argument(arg)).collect();
            return if known { self.construct(ty, args, span) } else { self.poison(span) };
        }
        if text == "nonuniformEXT" {
            return self.non_uniform(ident, args, span);
        }
        self.function_call(ident, args, span)
    }

    /// Checks `nonuniformEXT(value)` (GL_EXT_nonuniform_qualifier).
    fn non_uniform(&mut self, ident: Ident, args: &[Handle<ast::Expr>], span: Span) -> ExprId {
        let needs = builtins::signature::Needs::extensions(&["GL_EXT_nonuniform_qualifier"]);
        self.require(&needs, "`nonuniformEXT`", ident.span);
        let [arg] = args else {
            return self
                .error_expr(Diagnostic::new(Code::N1301, span, "`nonuniformEXT` takes one argument"), span);
        };
        let arg = self.expr(*arg);
        let ty = self.ty(arg);
        self.push(ExprKind::NonUniform(arg), ty, span)
    }

    /// Checks a function call. The user-defined and the built-in overloads are candidates.
    fn function_call(&mut self, ident: Ident, args: &[Handle<ast::Expr>], span: Span) -> ExprId {
        let text = self.text(ident.name);
        let args: Vec<ExprId> = args.iter().map(|&arg| self.argument(&text, arg)).collect();
        if args.iter().any(|&arg| self.is_error(arg)) {
            return self.poison(span);
        }
        let mut candidates = self.program_candidates(ident);
        let known = !candidates.is_empty();
        let (mut missing, mut fitting, mut unavailable) = (None, None, None);
        let mut rejected = Vec::new();
        for row in builtins::functions::named(&text) {
            if self.features.satisfies(&row.needs) {
                rejected.extend(self.builtin_candidates(row, &args, &mut candidates, &mut missing));
            } else {
                unavailable.get_or_insert(row.needs);
                if self.would_fit(row, &args) {
                    fitting.get_or_insert(row.needs);
                }
            }
        }
        if candidates.is_empty() && rejected.is_empty() && !known {
            let diagnostic = match unavailable {
                Some(needs) => self.missing_feature(&needs, &format!("the function `{text}`"), ident.span),
                None => self.undeclared_function(&text, ident.span),
            };
            return self.error_expr(diagnostic, span);
        }
        // An overload that would fit is a better hint than a missing component type.
        let missing = fitting.or(missing);
        match self.resolve(&candidates, &args) {
            Resolution::One(index) => match candidates.into_iter().nth(index) {
                Some(candidate) => self.emit_call(ident, candidate, args, span),
                None => self.poison(span),
            },
            Resolution::None => {
                let diagnostic = self.no_overload(&text, ident.span, &candidates, &rejected, &args, missing);
                self.error_expr(diagnostic, span)
            }
            Resolution::Ambiguous(best) => {
                let diagnostic = self.ambiguous(&text, ident.span, &candidates, &best, &args);
                self.error_expr(diagnostic, span)
            }
        }
    }

    /// Returns whether a row that is not available would accept the arguments.
    fn would_fit(&mut self, row: &'static builtins::signature::Row, args: &[ExprId]) -> bool {
        let mut candidates = Vec::new();
        // The reason for a rejection is not reported.
        let _: Option<Rejection> = self.builtin_candidates(row, args, &mut candidates, &mut None);
        !candidates.is_empty() && !matches!(self.resolve(&candidates, args), Resolution::None)
    }

    fn undeclared_function(&self, text: &str, span: Span) -> Diagnostic {
        let diagnostic = Diagnostic::new(Code::N0201, span, format!("the function `{text}` is not declared"));
        let mut own: Vec<&str> = self.overloads.keys().map(|&name| self.names.text(name)).collect();
        own.sort_unstable();
        for name in builtins::functions::names() {
            own.push(name);
        }
        if let Some(stages) = builtins::foreign::stages_of(text) {
            return diagnostic.note(format!("it is available in {stages}, not in compute shaders"));
        }
        match suggest::nearest(text, own) {
            Some(near) => diagnostic.did_you_mean(near),
            None => diagnostic,
        }
    }

    /// Builds the call of the chosen overload: converts and checks the arguments.
    fn emit_call(&mut self, ident: Ident, candidate: Candidate, args: Vec<ExprId>, span: Span) -> ExprId {
        let mut wrong = false;
        let mut converted = Vec::with_capacity(args.len());
        for (index, &arg) in args.iter().enumerate() {
            let e = match candidate.params.get(index) {
                Some(&(ty, flow)) => self.convert_argument(arg, ty, flow),
                // A string among the variadic arguments is passed unchanged.
                None if matches!(self.kind(arg), TypeKind::String) => arg,
                None => {
                    let arg = self.require_value(arg);
                    self.read(arg)
                }
            };
            wrong |= self.is_error(e);
            converted.push(e);
        }
        if wrong {
            return self.poison(span);
        }
        let mut ty = candidate.result;
        match candidate.target {
            Target::Function(index) => {
                if let Some(declared) = self.functions.get(index).map(|function| function.span) {
                    self.record_use(ident.span, declared);
                }
                self.check_memory_qualifiers(index, &args);
                if let Some(number) = self.functions.get(index).and_then(|function| function.spirv) {
                    return self.push(ExprKind::Spirv(number, converted), ty, span);
                }
                self.calls.push((self.body.function, index, ident.span));
                let (Some(handle), Some(converted)) =
                    (self.function_handle(index), self.split_arguments(index, converted))
                else {
                    return self.poison(span);
                };
                self.push(ExprKind::Call(handle, converted), ty, span)
            }
            Target::Builtin(row) => {
                self.warn_of_use(&row.needs, &format!("the function `{}`", row.name), ident.span);
                let product = row.name.starts_with("coopMatMulAdd");
                let memory = matches!(row.name, "coopMatLoadNV" | "coopMatStoreNV");
                let khr_memory = matches!(row.name, "coopMatLoad" | "coopMatStore");
                let saturates = row.operation == builtins::Operation::SaturatedConvert;
                if (product && !self.check_mul_add(&converted, span))
                    || (memory && !self.check_load_store(&converted, span))
                    || (khr_memory && !self.check_khr_load_store(&converted, span))
                    || (saturates && !self.check_saturated_matrix(&converted, span))
                {
                    return self.poison(span);
                }
                match row.result {
                    Pattern::NewTensorLayout => ty = self.tensor_layout_type(&converted),
                    Pattern::NewTensorView => ty = self.tensor_view_type(&converted, span),
                    _ => {}
                }
                if ty == self.common.error
                    || !self.check_matrix_function(row, &mut converted, span)
                    || !self.check_vector_function(row, &converted, span)
                {
                    return self.poison(span);
                }
                self.note_tangled(row, span);
                if !self.check_image_arguments(row, &converted)
                    || !self.check_memory_semantics(row, &converted)
                    || !self.check_buffer_access(row.name, &candidate.params, &converted)
                {
                    return self.poison(span);
                }
                let folded = row.constant.and_then(|rule| self.fold_builtin(rule, &converted, ty, span));
                if let Some(folded) = folded {
                    return folded;
                }
                let builtin = builtins::Builtin { operation: row.operation };
                self.push(ExprKind::Builtin(builtin, converted), ty, span)
            }
        }
    }

    /// Converts an argument to the type of its parameter.
    fn convert_argument(&mut self, arg: ExprId, ty: crate::types::Type, flow: Flow) -> ExprId {
        match flow {
            // A string literal or the name of a function is passed as it is.
            Flow::In if matches!(self.kind(arg), TypeKind::String | TypeKind::Function) => arg,
            Flow::In => {
                let arg = self.read(arg);
                if self.is_error(arg) { arg } else { self.convert_to(arg, ty) }
            }
            Flow::Const | Flow::ConstUnless(_) => {
                let arg = self.read(arg);
                if self.is_error(arg) || self.const_of(arg).is_some() {
                    return self.convert_to(arg, ty);
                }
                let span = self.span(arg);
                let diagnostic =
                    Diagnostic::new(Code::N1303, span, "the argument must be a constant expression");
                let diagnostic = match flow {
                    Flow::ConstUnless(extensions) => diagnostic
                        .help(format!("the extension {} allows any expression", extensions.join(" or "))),
                    _ => diagnostic,
                };
                self.error_expr(diagnostic, span)
            }
            Flow::Out | Flow::InOut => {
                if !self.check_writable(arg, "the argument") {
                    let span = self.span(arg);
                    return self.poison(span);
                }
                if flow == Flow::InOut {
                    self.read_to_modify(arg);
                }
                if self.ty(arg) == ty {
                    return arg;
                }
                let span = self.span(arg);
                self.push(ExprKind::Convert(arg), ty, span)
            }
            Flow::Reference => {
                let span = self.span(arg);
                if !self.has_address(arg) {
                    let message = format!(
                        "the argument is passed by reference, but {} is not a variable",
                        self.describe(arg)
                    );
                    return self.error_expr(Diagnostic::new(Code::N1301, span, message), span);
                }
                // The instruction may read through the pointer.
                self.read_to_modify(arg)
            }
            Flow::Memory => {
                let span = self.span(arg);
                if !self.is_buffer_or_shared(arg) {
                    let message = "the argument must be in a buffer or in shared memory";
                    let message = format!("{message}: {}", self.describe(arg));
                    return self.error_expr(Diagnostic::new(Code::N1301, span, message), span);
                }
                arg
            }
        }
    }

    /// Returns whether an expression is a variable, or part of one, to which SPIR-V can form a pointer.
    fn has_address(&self, mut lvalue: ExprId) -> bool {
        loop {
            lvalue = match self.body.exprs[lvalue].kind {
                ExprKind::Global(_) | ExprKind::Local(_) | ExprKind::Deref(..) => return true,
                ExprKind::Member(base, _) | ExprKind::Index(base, _) => base,
                ExprKind::Swizzle { base, count: 1, .. } => base,
                _ => return false,
            };
        }
    }

    /// Returns whether an lvalue is in a buffer or in shared memory, or is reached through an address.
    fn is_buffer_or_shared(&self, mut lvalue: ExprId) -> bool {
        use crate::tree::GlobalKind;
        loop {
            lvalue = match self.body.exprs[lvalue].kind {
                ExprKind::Global(global) => {
                    return matches!(
                        self.program.globals[global].kind,
                        GlobalKind::Storage(_) | GlobalKind::Shared { .. } | GlobalKind::SharedBlock
                    );
                }
                ExprKind::Deref(..) => return true,
                ExprKind::Member(base, _) | ExprKind::Index(base, _) | ExprKind::Swizzle { base, .. } => base,
                _ => return matches!(self.kind(lvalue), TypeKind::Pointer(_)),
            };
        }
    }

    /// Rejects writes to `readonly` buffers, and loads of cooperative matrices and vectors from `writeonly` buffers. Atomics
    /// and accumulations may read `writeonly` buffers, as in other compilers.
    fn check_buffer_access(
        &mut self,
        name: &str,
        params: &[(crate::types::Type, Flow)],
        args: &[ExprId],
    ) -> bool {
        let any = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
        let reads = name != "atomicStore" && !any(&["coopMatStore", "coopVecStore"]);
        let loads = any(&["coopMatLoad", "coopVecLoad", "coopVecMatMul"]);
        let writes = name != "atomicLoad" && !loads;
        let mut fine = true;
        for (&arg, &(_, flow)) in args.iter().zip(params) {
            if flow != Flow::Memory {
                continue;
            }
            let (memory, span) = (self.memory(arg), self.span(arg));
            if writes && memory.readonly {
                fine = false;
                self.error(Code::N0309, span, format!("{} is `readonly`", self.describe(arg)));
            } else if reads && memory.writeonly {
                if loads {
                    fine = false;
                    self.error(Code::N1307, span, format!("{} is `writeonly`", self.describe(arg)));
                } else {
                    self.mark_read(arg);
                }
            }
        }
        fine
    }

    /// Checks that image parameters have the memory qualifiers of the arguments, except `restrict` (GLSL §4.10).
    fn check_memory_qualifiers(&mut self, index: usize, args: &[ExprId]) {
        for (number, &arg) in args.iter().enumerate() {
            if !matches!(self.kind(arg), TypeKind::Image(_)) {
                continue;
            }
            let given = self.memory(arg);
            let Some(kept) =
                self.functions.get(index).and_then(|f| f.params.get(number)).map(|p| (p.memory, p.span))
            else {
                continue;
            };
            let lost = [
                (given.coherent && !kept.0.coherent, "coherent"),
                (given.volatile && !kept.0.volatile, "volatile"),
                (given.readonly && !kept.0.readonly, "readonly"),
                (given.writeonly && !kept.0.writeonly, "writeonly"),
            ];
            let missing: Vec<&str> =
                lost.into_iter().filter(|&(lost, _)| lost).map(|(_, word)| word).collect();
            if !missing.is_empty() {
                let message = format!(
                    "{} is `{}`, but the parameter is not",
                    self.describe(arg),
                    missing.join("` and `")
                );
                let span = self.span(arg);
                self.report(
                    Diagnostic::new(Code::N1401, span, message).secondary(kept.1, "parameter declared here"),
                );
            }
        }
    }
}
