//! Checks and folds constructors and explicit conversions (GLSL §5.4).

use crate::check::types::conversion;
use crate::check::types::shape::Shape;
use crate::check::{Checker, ExprId};
use crate::tree::ExprKind;
use crate::type_names;
use crate::types::constant::Const;
use crate::types::{CoopMatrix, Length, Scalar, ScalarKind, StructId, Type, TypeKind, scalar};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span, counted};
use nvc_ir::limits::ELEMENTS;

impl Checker<'_> {
    /// Checks the constructor call `ty(args)`.
    pub(in crate::check) fn construct(&mut self, ty: Type, args: Vec<ExprId>, span: Span) -> ExprId {
        if ty == self.common.error || args.iter().any(|&arg| self.is_error(arg)) {
            return self.poison(span);
        }
        if let [arg] = *args
            && let Some(result) = self.reinterpret(ty, arg, span)
        {
            return result;
        }
        let combines = matches!(*self.program.types.kind(ty), TypeKind::Texture(texture) if texture.combined);
        if !combines {
            for &arg in &args {
                let operand = self.require_value(arg);
                if self.is_error(operand) {
                    return operand;
                }
            }
        }
        match *self.program.types.kind(ty) {
            TypeKind::Scalar(_)
            | TypeKind::Vector(..)
            | TypeKind::SpecVector(..)
            | TypeKind::Matrix { .. } => self.numeric_constructor(ty, &args, span),
            TypeKind::Array(element, length) => self.array_constructor(ty, element, length, args, span),
            TypeKind::Struct(id) => self.struct_constructor(ty, id, args, span),
            TypeKind::CoopMatrix(matrix) => self.cooperative_constructor(ty, matrix, &args, span),
            TypeKind::CoopVector(vector) => self.cooperative_vector_constructor(ty, vector, &args, span),
            TypeKind::Texture(texture) if texture.combined => match args.as_slice() {
                [image, sampler] if self.is_combination(texture, *image, *sampler) => {
                    self.push(ExprKind::Construct(args), ty, span)
                }
                _ => self.no_constructor(ty, &args, span, "the arguments must be a texture and a sampler"),
            },
            _ => self.no_constructor(ty, &args, span, ""),
        }
    }

    /// Reports arguments that no constructor of a type accepts.
    pub(super) fn no_constructor(&mut self, ty: Type, args: &[ExprId], span: Span, note: &str) -> ExprId {
        let list: Vec<_> = args.iter().map(|&arg| self.show_plain(self.ty(arg))).collect();
        let message = format!("no matching constructor `{}({})`", self.show_plain(ty), list.join(", "));
        let mut diagnostic = Diagnostic::new(Code::N1302, span, message);
        if !note.is_empty() {
            diagnostic = diagnostic.note(note);
        }
        self.error_expr(diagnostic, span)
    }

    /// Checks a conversion between addresses, or between integers and addresses, bindless handles or acceleration
    /// structures; returns `None` for other conversions.
    fn reinterpret(&mut self, ty: Type, arg: ExprId, span: Span) -> Option<ExprId> {
        let from = self.ty(arg);
        let address = |kind: &TypeKind| matches!(kind, TypeKind::Reference(_) | TypeKind::Pointer(_));
        let bits = |kind: &TypeKind| match *kind {
            TypeKind::Scalar(s) => s == scalar::U64,
            TypeKind::Vector(size, s) => size == 2 && s == scalar::U32,
            _ => false,
        };
        let (to_kind, from_kind) =
            (self.program.types.kind(ty).clone(), self.program.types.kind(from).clone());
        if address(&to_kind)
            && matches!(from_kind, TypeKind::Scalar(s) if s.kind != ScalarKind::Float && s.kind != ScalarKind::Bool)
        {
            let arg = self.convert_to(arg, self.common.u64);
            return Some(self.push(ExprKind::Convert(arg), ty, span));
        }
        let fits = (address(&to_kind) && address(&from_kind))
            || (address(&from_kind) && (bits(&to_kind) || to_kind == TypeKind::Scalar(scalar::I64)))
            || (address(&to_kind) && bits(&from_kind));
        if fits {
            let pair = matches!(to_kind, TypeKind::Vector(..)) || matches!(from_kind, TypeKind::Vector(..));
            if pair {
                let needs = crate::builtins::signature::Needs::extensions(&["GL_EXT_buffer_reference_uvec2"]);
                self.require(&needs, "conversion between uvec2 and buffer references", span);
            }
            return Some(if from == ty { arg } else { self.push(ExprKind::Convert(arg), ty, span) });
        }
        if to_kind == TypeKind::AccelerationStructure && bits(&from_kind) {
            let arg = self.require_value(arg);
            return Some(self.push(ExprKind::Convert(arg), ty, span));
        }
        let handles =
            (to_kind.has_handles() && bits(&from_kind)) || (from_kind.has_handles() && bits(&to_kind));
        if handles {
            let needs = crate::builtins::signature::Needs::extensions(crate::check::features::BINDLESS);
            if !self.require(&needs, "conversion between integers and textures or images", span) {
                return Some(self.poison(span));
            }
            let arg = self.require_value(arg);
            if self.is_error(arg) {
                return Some(arg);
            }
            return Some(self.push(ExprKind::Convert(arg), ty, span));
        }
        None
    }

    /// Builds a scalar, vector or matrix from scalars, vectors, matrices and cooperative vectors. A length that depends on
    /// specialization constants counts with their default values.
    fn numeric_constructor(&mut self, ty: Type, args: &[ExprId], span: Span) -> ExprId {
        let Some((shape, scalar)) = self.shape(ty) else { return self.poison(span) };
        let mut shapes = Vec::with_capacity(args.len());
        for &arg in args {
            let from = self.shape(self.ty(arg)).map(|(from, _)| from);
            let is_cooperative = matches!(self.kind(arg), TypeKind::CoopVector(_));
            let is_vector = matches!(shape, Shape::Vector(_) | Shape::SpecVector(_));
            if from.is_none() && !(is_cooperative && is_vector) {
                let note = "the arguments must be scalars, vectors or matrices";
                return self.no_constructor(ty, args, span, note);
            }
            shapes.push(from);
        }
        for &arg in args {
            if let Some(note) = self.no_conversion(arg, scalar) {
                return self.no_constructor(ty, args, span, &note);
            }
        }
        let converted: Vec<ExprId> = args.iter().map(|&arg| self.with_component(arg, scalar)).collect();
        if let ([arg], [from]) = (converted.as_slice(), shapes.as_slice()) {
            match (shape, from) {
                _ if Some(shape) == *from => return *arg,
                (Shape::Matrix(..), Some(Shape::Scalar)) => return self.diagonal(ty, *arg, span),
                (Shape::Matrix(..), Some(Shape::Matrix(..))) => return self.resize(ty, *arg, span),
                (Shape::Vector(size), Some(Shape::Scalar)) => return self.splat(ty, size, *arg, span),
                (Shape::SpecVector(_), Some(Shape::Scalar)) => return self.aggregate(ty, vec![*arg], span),
                (Shape::SpecVector(length), None) if matches!(self.kind(*arg), TypeKind::CoopVector(from) if from.length == length) =>
                {
                    return self.push(ExprKind::Convert(*arg), ty, span);
                }
                _ => {}
            }
        } else if matches!(shape, Shape::Matrix(..))
            && shapes.iter().any(|from| matches!(from, Some(Shape::Matrix(..))))
        {
            return self.no_constructor(
                ty,
                args,
                span,
                "a matrix argument must be the only argument of a matrix constructor",
            );
        }
        let wanted = self.default_components(shape);
        let mut given = 0u32;
        for &arg in args {
            if given >= wanted {
                let message = {
                    let all = counted(wanted, "component");
                    format!("too many arguments for {}, which has {all}", self.show(ty))
                };
                let diagnostic =
                    Diagnostic::new(Code::N1302, self.span(arg), message).label("unused argument");
                return self.error_expr(diagnostic, span);
            }
            given = given.saturating_add(self.component_count(arg).unwrap_or(0));
        }
        if given < wanted {
            let message = format!(
                "{} needs {}, but the arguments have {given}",
                self.show(ty),
                counted(wanted, "component")
            );
            return self.error_expr(Diagnostic::new(Code::N1302, span, message), span);
        }
        if matches!(shape, Shape::SpecVector(_))
            && let Some(finding) = ELEMENTS.check(given as usize, Some(span))
        {
            return self.error_expr(finding, span);
        }
        if let Some(folded) = self.fold_numeric(ty, shape, scalar, &converted, span) {
            return folded;
        }
        if shape == Shape::Scalar {
            return self.first_component(converted, scalar, ty, span);
        }
        self.push(ExprKind::Construct(converted), ty, span)
    }

    /// Explains why the components of an argument do not convert to a component type; `None` if they do.
    pub(super) fn no_conversion(&self, arg: ExprId, to: Scalar) -> Option<String> {
        let from = match *self.kind(arg) {
            TypeKind::CoopMatrix(matrix) => matrix.scalar,
            TypeKind::CoopVector(vector) => vector.scalar,
            _ => self.shape(self.ty(arg))?.1,
        };
        let constant = self.const_of(arg);
        let known = constant.is_some_and(|constant| !self.depends_on_spec(constant));
        if conversion::constructs(from, to, known) {
            return None;
        }
        let (from_name, to_name) = (type_names::of_scalar(from), type_names::of_scalar(to));
        Some(if to.microscaling().is_some() && from.kind != ScalarKind::Bool {
            format!("only constants convert to `{to_name}`")
        } else {
            format!("there is no conversion from `{from_name}` to `{to_name}`")
        })
    }

    /// Returns whether a constant, or a part of it, depends on a specialization constant.
    fn depends_on_spec(&self, constant: Handle<Const>) -> bool {
        let mut stack = vec![constant];
        while let Some(constant) = stack.pop() {
            match &self.program.constants[constant] {
                Const::Composite(_, parts) => stack.extend(parts),
                _ if self.is_spec(constant) => return true,
                _ => {}
            }
        }
        false
    }

    fn fold_numeric(
        &mut self,
        ty: Type,
        shape: Shape,
        scalar: Scalar,
        args: &[ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let mut parts = Vec::new();
        for &arg in args {
            parts.extend(self.component_constants(arg)?);
        }
        let constant = self.compose(shape, scalar, &parts)?;
        Some(self.const_expr(constant, ty, span))
    }

    /// Builds `float(vector)` or `float(matrix)`: the first component.
    fn first_component(&mut self, args: Vec<ExprId>, scalar: Scalar, ty: Type, span: Span) -> ExprId {
        let Some(&arg) = args.first() else { return self.poison(span) };
        let vector = match self.shape(self.ty(arg)) {
            Some((Shape::Matrix(_, rows), _)) => {
                let zero = self.int(0, span);
                let column = self.shaped(Shape::Vector(rows), scalar);
                self.push(ExprKind::Index(arg, zero), column, span)
            }
            Some((Shape::Scalar | Shape::Vector(2..=4), _)) => arg,
            _ => {
                let zero = self.int(0, span);
                return self.push(ExprKind::Index(arg, zero), ty, span);
            }
        };
        self.push(ExprKind::Swizzle { base: vector, components: [0; 4], count: 1 }, ty, span)
    }

    /// Builds a vector whose components all have the same value.
    fn splat(&mut self, ty: Type, size: u16, arg: ExprId, span: Span) -> ExprId {
        if let (Some(constant), Some((shape, scalar))) = (self.const_of(arg), self.shape(ty))
            && let Some(constant) = self.compose(shape, scalar, &vec![constant; usize::from(size)])
        {
            return self.const_expr(constant, ty, span);
        }
        let kind = match u8::try_from(size) {
            Ok(count @ 2..=4) => ExprKind::Swizzle { base: arg, components: [0; 4], count },
            _ => ExprKind::Construct(vec![arg]),
        };
        self.push(kind, ty, span)
    }

    /// Builds a matrix with a scalar on its diagonal and zeros elsewhere.
    fn diagonal(&mut self, ty: Type, arg: ExprId, span: Span) -> ExprId {
        if let (Some(constant), Some((shape @ Shape::Matrix(columns, rows), scalar))) =
            (self.const_of(arg), self.shape(ty))
        {
            let zero = self.scalar_const(scalar, 0);
            let mut parts = Vec::new();
            for column in 0..columns as usize {
                parts.extend((0..rows as usize).map(|row| if row == column { constant } else { zero }));
            }
            if let Some(constant) = self.compose(shape, scalar, &parts) {
                return self.const_expr(constant, ty, span);
            }
        }
        self.push(ExprKind::Diagonal(arg), ty, span)
    }

    /// Builds a matrix from a matrix of another size. Elements that the argument lacks are those of the identity matrix.
    fn resize(&mut self, ty: Type, arg: ExprId, span: Span) -> ExprId {
        let (Some((Shape::Matrix(columns, rows), scalar)), Some((Shape::Matrix(_, old_rows), _))) =
            (self.shape(ty), self.shape(self.ty(arg)))
        else {
            return self.poison(span);
        };
        if let Some(constant) = self.const_of(arg)
            && let Some(old) = self.components(constant, self.ty(arg))
        {
            let one = self.scalar_const(scalar, crate::fold::float_bits(scalar, 1.0));
            let zero = self.scalar_const(scalar, 0);
            let mut parts = Vec::new();
            for column in 0..columns as usize {
                for row in 0..rows as usize {
                    let kept = if row < old_rows as usize {
                        old.get(column * old_rows as usize + row)
                    } else {
                        None
                    };
                    parts.push(kept.copied().unwrap_or(if row == column { one } else { zero }));
                }
            }
            if let Some(constant) = self.compose(Shape::Matrix(columns, rows), scalar, &parts) {
                return self.const_expr(constant, ty, span);
            }
        }
        self.push(ExprKind::Resize(arg), ty, span)
    }

    /// Checks the array constructor `T[n](args)`.
    fn array_constructor(
        &mut self,
        ty: Type,
        element: Type,
        length: Length,
        args: Vec<ExprId>,
        span: Span,
    ) -> ExprId {
        let count = u32::try_from(args.len()).unwrap_or(u32::MAX);
        let (length, wanted) = match length {
            Length::Unsized if count > 0 => (Length::Fixed(count), count),
            Length::Fixed(wanted) => (length, wanted),
            _ => return self.no_constructor(ty, &args, span, "the size of the array is unknown"),
        };
        // In `T[][](...)` and `T[2][](...)`, the first argument determines the size of the elements.
        let element = self.infer_size(element, args.first().copied());
        let ty = self.program.types.intern(TypeKind::Array(element, length));
        if count != wanted {
            let message = format!("{} has {}, not {count}", self.show(ty), counted(wanted, "element"));
            return self.error_expr(Diagnostic::new(Code::N1302, span, message), span);
        }
        if let Some(diagnostic) = ELEMENTS.check(args.len(), Some(span)) {
            return self.error_expr(diagnostic, span);
        }
        let args =
            args.into_iter().map(|arg| self.implicit_conversion(arg, element, "the element")).collect();
        self.aggregate(ty, args, span)
    }

    fn struct_constructor(&mut self, ty: Type, id: StructId, args: Vec<ExprId>, span: Span) -> ExprId {
        let Some(def) = self.program.types.get_struct(id) else { return self.poison(span) };
        let members: Vec<Type> = def.members.iter().map(|member| member.ty).collect();
        if members.len() != args.len() {
            let message =
                format!("{} has {}, not {}", self.show(ty), counted(members.len(), "member"), args.len());
            let diagnostic = Diagnostic::new(Code::N1302, span, message).secondary(def.span, "defined here");
            return self.error_expr(diagnostic, span);
        }
        let args = args
            .into_iter()
            .zip(members)
            .map(|(arg, ty)| self.implicit_conversion(arg, ty, "the member"))
            .collect();
        self.aggregate(ty, args, span)
    }

    /// Builds an array or struct from its elements or members, or a cooperative matrix or vector from one value. The result
    /// is a constant if all parts are.
    pub(super) fn aggregate(&mut self, ty: Type, parts: Vec<ExprId>, span: Span) -> ExprId {
        if parts.iter().any(|&part| self.is_error(part)) {
            return self.poison(span);
        }
        let constants: Option<Vec<_>> = parts.iter().map(|&part| self.const_of(part)).collect();
        match constants {
            Some(constants) => {
                let constant = self.constant(Const::Composite(ty, constants));
                self.const_expr(constant, ty, span)
            }
            None => self.push(ExprKind::Construct(parts), ty, span),
        }
    }

    fn cooperative_constructor(
        &mut self,
        ty: Type,
        matrix: CoopMatrix,
        args: &[ExprId],
        span: Span,
    ) -> ExprId {
        let note =
            "the argument must be a scalar, or a cooperative matrix of the same scope, rows, columns and use";
        let accumulator = "an accumulator can be converted to a factor with GL_NV_cooperative_matrix2";
        let [arg] = *args else { return self.no_constructor(ty, args, span, note) };
        if let TypeKind::CoopMatrix(other) = *self.kind(arg) {
            let CoopMatrix { scalar, usage, .. } = matrix;
            let becomes = usage != other.usage && self.becomes_factor(other, matrix);
            if (CoopMatrix { scalar, usage, ..other }) != matrix || (usage != other.usage && !becomes) {
                return self.no_constructor(ty, args, span, note);
            }
            if becomes && !self.features.has_any(super::cooperative::USE_CONVERSIONS) {
                return self.no_constructor(ty, args, span, accumulator);
            }
            if let Some(note) = self.no_conversion(arg, matrix.scalar) {
                return self.no_constructor(ty, args, span, &note);
            }
            return if self.ty(arg) == ty { arg } else { self.push(ExprKind::Convert(arg), ty, span) };
        }
        if !matches!(self.kind(arg), TypeKind::Scalar(_)) {
            return self.no_constructor(ty, args, span, note);
        }
        if let Some(note) = self.no_conversion(arg, matrix.scalar) {
            return self.no_constructor(ty, args, span, &note);
        }
        // The argument is converted as by the constructor of the component type.
        let component = self.program.types.scalar(matrix.scalar);
        let arg = self.convert_to(arg, component);
        self.aggregate(ty, vec![arg], span)
    }

    /// Returns whether a texture and a sampler can be combined into a type. Both `sampler` and `samplerShadow` are
    /// accepted for any type (GL_KHR_vulkan_glsl, §5.4).
    fn is_combination(&self, texture: crate::types::TextureType, image: ExprId, sampler: ExprId) -> bool {
        let TypeKind::Texture(given) = *self.kind(image) else { return false };
        let wanted = crate::types::TextureType { combined: false, shadow: false, ..texture };
        given == wanted && matches!(self.kind(sampler), TypeKind::Sampler(_))
    }
}
