//! Checks members, swizzles, indices and `.length()` (GLSL §5.5 to §5.7).

use crate::ast::Ident;
use crate::builtins::signature::Needs;
use crate::check::{Checker, ExprId};
use crate::tree::{ExprKind, LocalId};
use crate::types::constant::Const;
use crate::types::{Length, Scalar, ScalarKind, StructId, Type, TypeKind, scalar};
use nvc_diag::{Code, Diagnostic, Span, counted, suggest};

/// The sets of component names; a swizzle uses letters of one set.
const COMPONENTS: [&[u8]; 3] = [b"xyzw", b"rgba", b"stpq"];

impl Checker<'_> {
    /// Checks `base.member`.
    pub(in crate::check) fn member(&mut self, base: ExprId, member: Ident, span: Span) -> ExprId {
        match *self.kind(base) {
            TypeKind::Error => self.poison(span),
            TypeKind::Struct(id) => self.struct_member(base, id, member, span),
            TypeKind::Reference(id) => {
                if !self.check_defined(id, member.span) {
                    return self.poison(span);
                }
                let base = self.read(base);
                let ty = self.program.types.intern(TypeKind::Struct(id));
                let memory = self.reference_memory(base);
                let lvalue = self.push(ExprKind::Deref(base, memory), ty, span);
                self.struct_member(lvalue, id, member, span)
            }
            TypeKind::Pointer(_) => {
                let base = self.read(base);
                let lvalue = self.dereference(base, span);
                self.member(lvalue, member, span)
            }
            TypeKind::Scalar(_) | TypeKind::Vector(2..=4, _) => self.swizzle(base, member, span),
            _ => {
                let message = format!("{} has no members", self.show(self.ty(base)));
                let mut diagnostic = Diagnostic::new(Code::N1306, member.span, message);
                let named = self.names.text(member.name);
                diagnostic = match self.kind(base) {
                    TypeKind::Array(..)
                    | TypeKind::Matrix { .. }
                    | TypeKind::CoopMatrix(_)
                    | TypeKind::Vector(..)
                    | TypeKind::SpecVector(..)
                    | TypeKind::CoopVector(_)
                        if named == "length" =>
                    {
                        diagnostic.help("`length` is a method: write `length()`")
                    }
                    TypeKind::Array(..) => diagnostic.help("index the array first"),
                    TypeKind::Vector(..) | TypeKind::SpecVector(..) | TypeKind::CoopVector(_) => {
                        diagnostic.help("index the vector, such as `v[0]`")
                    }
                    _ => diagnostic,
                };
                self.error_expr(diagnostic, span)
            }
        }
    }

    fn struct_member(&mut self, base: ExprId, id: StructId, member: Ident, span: Span) -> ExprId {
        let Some(def) = self.program.types.get_struct(id) else { return self.poison(span) };
        let found = def.members.iter().position(|candidate| candidate.name == member.name);
        let Some((index, found)) = found.and_then(|index| def.members.get(index).map(|found| (index, found)))
        else {
            let wanted = self.names.text(member.name);
            let names = def.members.iter().map(|member| self.names.text(member.name));
            let message = format!("`{}` has no member `{wanted}`", self.names.text(def.name));
            let mut diagnostic =
                Diagnostic::new(Code::N1306, member.span, message).secondary(def.span, "defined here");
            if let Some(near) = suggest::nearest(wanted, names) {
                diagnostic = diagnostic.did_you_mean(near);
            }
            return self.error_expr(diagnostic, span);
        };
        let (ty, declared) = (found.ty, found.span);
        self.record_use(member.span, declared);
        if let Some(constant) = self.const_of(base)
            && let Some(part) = self.element(constant, self.ty(base), index as u64)
        {
            return self.const_expr(part, ty, span);
        }
        let e = self.push(ExprKind::Member(base, u32::try_from(index).unwrap_or(u32::MAX)), ty, span);
        self.resolve_split(e)
    }

    /// Checks `base.xyz`: components of a vector, or of a scalar (GLSL §5.5).
    fn swizzle(&mut self, base: ExprId, member: Ident, span: Span) -> ExprId {
        let ty = self.ty(base);
        let Some((shape, scalar)) = self.shape(ty) else { return self.poison(span) };
        let size = self.default_components(shape);
        let text = self.text(member.name);
        let set = COMPONENTS.iter().find(|set| text.bytes().next().is_some_and(|first| set.contains(&first)));
        let numbers: Option<Vec<u8>> = set.and_then(|set| {
            text.bytes()
                .map(|letter| set.iter().position(|&name| name == letter).and_then(|n| u8::try_from(n).ok()))
                .collect()
        });
        let Some(numbers) = numbers.filter(|numbers| numbers.len() <= 4) else {
            let mut diagnostic = Diagnostic::new(
                Code::N1306,
                member.span,
                format!("`{text}` is not a valid swizzle of {}", self.show(ty)),
            )
            .note("a swizzle has 1 to 4 letters, all from `xyzw`, `rgba` or `stpq`");
            if matches!(shape, crate::check::types::shape::Shape::Scalar) {
                diagnostic.notes.clear();
                diagnostic.message = format!("{} has no member `{text}`", self.show(ty));
            }
            return self.error_expr(diagnostic, span);
        };
        if let Some(number) = numbers.iter().find(|&&number| u32::from(number) >= size) {
            let letter =
                text.chars().nth(numbers.iter().position(|n| n == number).unwrap_or(0)).unwrap_or('?');
            let message = format!("{} has no component `{letter}`", self.show(ty));
            return self.error_expr(Diagnostic::new(Code::N1306, member.span, message), span);
        }
        let result = crate::check::types::shape::Shape::of_size(numbers.len() as u16);
        let result_ty = self.shaped(result, scalar);
        if let Some(constant) = self.const_of(base)
            && let Some(parts) = self.components(constant, ty)
        {
            let chosen: Option<Vec<_>> =
                numbers.iter().map(|&n| parts.get(usize::from(n)).copied()).collect();
            if let Some(chosen) = chosen
                && let Some(constant) = self.compose(result, scalar, &chosen)
            {
                return self.const_expr(constant, result_ty, span);
            }
        }
        if size == 1 && numbers.len() == 1 {
            return base;
        }
        let mut components = [0; 4];
        for (slot, number) in components.iter_mut().zip(&numbers) {
            *slot = *number;
        }
        let kind = ExprKind::Swizzle { base, components, count: numbers.len() as u8 };
        self.push(kind, result_ty, span)
    }

    /// Checks `base[index]`.
    pub(in crate::check) fn index(&mut self, base: ExprId, index: ExprId, span: Span) -> ExprId {
        if self.is_error(base) || self.is_error(index) {
            return self.poison(span);
        }
        if !matches!(
            self.kind(index),
            TypeKind::Scalar(Scalar { kind: ScalarKind::Sint | ScalarKind::Uint, .. })
        ) {
            let at = self.span(index);
            let message = format!("an index must be an integer, not {}", self.show(self.ty(index)));
            let diagnostic =
                self.suggest_component(Diagnostic::new(Code::N0304, at, message), index, self.common.int);
            return self.error_expr(diagnostic, span);
        }
        let known = self.const_of(index).and_then(|constant| self.integer(constant));
        let (ty, length) = match *self.kind(base) {
            TypeKind::Array(element, length) => (element, self.array_bound(base, length, known, index)),
            TypeKind::Vector(size, scalar) => (self.program.types.scalar(scalar), Some(size.into())),
            TypeKind::Matrix { columns, rows, scalar } => {
                (self.program.types.intern(TypeKind::Vector(rows, scalar)), Some(columns.into()))
            }
            TypeKind::CoopMatrix(matrix) => (self.program.types.scalar(matrix.scalar), None),
            // Specialization can set any length.
            TypeKind::SpecVector(_, scalar) => (self.program.types.scalar(scalar), Some(u32::MAX)),
            TypeKind::CoopVector(vector) => {
                // Specialization can set any length.
                let length = self.vector_length(vector).unwrap_or(u32::MAX);
                (self.program.types.scalar(vector.scalar), Some(length))
            }
            TypeKind::Pointer(_) | TypeKind::Reference(_) => return self.index_address(base, index, span),
            _ => {
                let message = format!("{} cannot be indexed", self.show(self.ty(base)));
                return self.error_expr(Diagnostic::new(Code::N0304, span, message), span);
            }
        };
        if let (Some(known), Some(length)) = (known, length)
            && (known < 0 || known >= i128::from(length))
        {
            let message = format!("index {known} is out of bounds of {}", self.show(self.ty(base)));
            let at = self.span(index);
            return self.error_expr(Diagnostic::new(Code::N0305, at, message), span);
        }
        if let (Some(known), Some(constant)) = (known, self.const_of(base))
            && let Ok(known) = u64::try_from(known)
            && let Some(part) = self.element(constant, self.ty(base), known)
        {
            return self.const_expr(part, ty, span);
        }
        if known.is_none() || matches!(self.kind(base), TypeKind::CoopMatrix(_)) {
            self.mark_indexed(base);
        }
        self.push(ExprKind::Index(base, index), ty, span)
    }

    /// Marks the local variable of an lvalue as indexed: by a non-constant expression, or into a cooperative
    /// matrix.
    fn mark_indexed(&mut self, lvalue: ExprId) {
        if let Some(LocalId(number)) = self.root_local(lvalue)
            && let Some(local) = self.body.locals.get_mut(number as usize)
        {
            local.indexed = true;
        }
    }

    fn root_local(&self, mut lvalue: ExprId) -> Option<LocalId> {
        loop {
            lvalue = match self.body.exprs[lvalue].kind {
                ExprKind::Local(local) => return Some(local),
                ExprKind::Member(base, _) | ExprKind::Index(base, _) | ExprKind::Swizzle { base, .. } => base,
                _ => return None,
            };
        }
    }

    /// Checks `base.length()` and its 64-bit variant `base.length64()` (GL_EXT_shader_64bit_indexing).
    pub(super) fn method(&mut self, base: ExprId, method: Ident, args: usize, span: Span) -> ExprId {
        if self.is_error(base) {
            return base;
        }
        const LENGTH_64: Needs = Needs::extensions(&["GL_EXT_shader_64bit_indexing"]);
        let ty = match self.names.text(method.name) {
            "length" => Some(self.common.int),
            "length64" => Some(self.program.types.scalar(scalar::I64)),
            _ => None,
        };
        let Some(ty) = ty.filter(|_| args == 0) else {
            let message =
                format!("unknown method `{}` with {}", self.text(method.name), counted(args, "argument"));
            let diagnostic = Diagnostic::new(Code::N1306, method.span, message)
                .note("the methods are `length()` and, with GL_EXT_shader_64bit_indexing, `length64()`");
            return self.error_expr(diagnostic, span);
        };
        if ty != self.common.int && !self.require(&LENGTH_64, "`length64`", method.span) {
            return self.poison(span);
        }
        let length = match *self.kind(base) {
            TypeKind::Array(_, length) => self.array_length(base, length, ty, span),
            TypeKind::Vector(size, _) => self.int(i64::from(size), span),
            TypeKind::Matrix { columns, .. } => self.int(columns as i64, span),
            TypeKind::CoopMatrix(matrix) => self.cooperative_length(base, matrix, span),
            TypeKind::SpecVector(length, _) => self.const_expr(length, self.common.int, span),
            TypeKind::CoopVector(vector) => self.const_expr(vector.length, self.common.int, span),
            _ => {
                let message = format!("{} has no length", self.show(self.ty(base)));
                self.error_expr(Diagnostic::new(Code::N1306, method.span, message), span)
            }
        };
        if self.is_error(length) { length } else { self.convert_to(length, ty) }
    }

    /// Returns the length of an array, of type `ty` if it is known only at run time.
    fn array_length(&mut self, base: ExprId, length: Length, ty: Type, span: Span) -> ExprId {
        match length {
            Length::Fixed(count) => self.int(i64::from(count), span),
            Length::Spec(constant) => {
                let ty = self.constant_type(constant);
                let e = self.const_expr(constant, ty, span);
                self.convert_to(e, self.common.int)
            }
            Length::Unsized if self.is_runtime_array(base) => {
                if self.is_dereferenced(base) {
                    let message = "the length of a runtime-sized array in a buffer reference is unknown";
                    let diagnostic = Diagnostic::new(Code::N1306, span, message).note(
                        "GL_EXT_buffer_reference: `length` does not apply to unsized arrays of references",
                    );
                    return self.error_expr(diagnostic, span);
                }
                self.push(ExprKind::Length(base), ty, span)
            }
            Length::Unsized => {
                let message = "the length of an unsized array is not known yet";
                let diagnostic =
                    Diagnostic::new(Code::N1306, span, message).help("declare the array with a size");
                self.error_expr(diagnostic, span)
            }
        }
    }

    /// Returns the type of a scalar constant.
    pub(super) fn constant_type(&mut self, constant: naga::Handle<Const>) -> Type {
        let program = &self.program;
        let scalar = crate::types::constant::scalar_of(&program.constants, &program.spec_constants, constant);
        self.program.types.scalar(scalar.unwrap_or(scalar::I32))
    }
}
