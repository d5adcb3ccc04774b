//! Instantiates the overloads of built-in functions from rows of the tables, and resolves built-in variables.

use super::candidates::{Candidate, Params, Rejection, Target};
use crate::builtins::signature::{Component, Flow, Needs, Param, Pattern, Row, Size, VariableValue};
use crate::builtins::variables;
use crate::check::types::shape::Shape;
use crate::check::{Checker, ExprId};
use crate::name::Name;
use crate::tree::ExprKind;
use crate::types::{ImageType, Length, Scalar, ScalarKind, TextureType, Type, TypeKind, scalar};
use nvc_diag::{Code, Diagnostic, Span, counted, suggest};
use smallvec::{SmallVec, smallvec};

/// The values of a row's type and size variables.
#[derive(Clone, Copy, Debug, Default)]
struct Substitution {
    scalar: Option<Scalar>,
    /// The shape of the arguments whose size is `N`.
    n: Option<Shape>,
    m: Option<Shape>,
    /// The type of the arguments for [`Pattern::CoopVector`], which all have the same type.
    vector: Option<Type>,
}

impl Substitution {
    fn shape(&self, size: Size) -> Option<Shape> {
        match size {
            Size::Fixed(count) => Some(Shape::of_size(count)),
            Size::N => self.n,
            Size::Vec => self.n.filter(|&n| n != Shape::Scalar),
            Size::Long => self.n.filter(|n| n.is_long_vector()),
            Size::M => self.m,
        }
    }

    fn component(&self, component: Component) -> Option<Scalar> {
        match component {
            Component::Fixed(scalar) => Some(scalar),
            Component::T => self.scalar,
            Component::Same(kind) => self.scalar.map(|scalar| Scalar { kind, ..scalar }),
        }
    }

    /// Binds a size variable to the shape of an argument, unless it is bound.
    fn bind(&mut self, size: Size, shape: Shape) {
        match size {
            Size::N | Size::Vec | Size::Long => self.n = self.n.or(Some(shape)),
            Size::M => self.m = self.m.or(Some(shape)),
            Size::Fixed(_) => {}
        }
    }
}

/// Returns the minimum number of arguments of a row.
fn min_arguments(row: &Row) -> usize {
    row.params.iter().take_while(|param| !param.optional).count()
}

impl Checker<'_> {
    /// Adds the overloads of a row that fit the shapes of the arguments. Returns the reason if there is none, unless the
    /// reason is that all component types of the row are unavailable.
    /// `missing` receives the requirement of an argument's component type that is not available.
    pub(super) fn builtin_candidates(
        &mut self,
        row: &'static Row,
        args: &[ExprId],
        candidates: &mut Vec<Candidate>,
        missing: &mut Option<Needs>,
    ) -> Option<Rejection> {
        if args.len() < min_arguments(row) || (args.len() > row.params.len() && !row.variadic) {
            return Some(Rejection::Count(row));
        }
        let mut sizes = Substitution::default();
        for (param, &arg) in row.params.iter().zip(args) {
            self.bind_sizes(&mut sizes, param.pattern, arg);
            if param.pattern == Pattern::CoopVector && sizes.vector.is_none() {
                sizes.vector = Some(self.ty(arg));
            }
        }
        let mut fits = false;
        let scalars = self.scalar_choices(row, args, missing);
        let mut why = None;
        for scalar in scalars {
            match self.instantiate(row, Substitution { scalar, ..sizes }, args) {
                // If no type depends on `T` (as with cooperative matrices), all choices give
                // the same overload.
                Ok(candidate) => {
                    fits = true;
                    let is_duplicate = |other: &Candidate| {
                        matches!(other.target, Target::Builtin(_)) && other.params == candidate.params
                    };
                    if !candidates.iter().any(is_duplicate) {
                        candidates.push(candidate);
                    }
                }
                Err(argument) => why = why.or(Some(argument)),
            }
        }
        why.filter(|_| !fits).map(|argument| Rejection::Argument(row, argument))
    }

    /// Describes why a row has no overload for the arguments.
    pub(super) fn show_rejection(&self, rejection: &Rejection, args: &[ExprId]) -> String {
        match *rejection {
            Rejection::Count(row) => {
                let (min, max) = (min_arguments(row), counted(row.params.len(), "argument"));
                let takes = if min == row.params.len() { max } else { format!("{min} to {max}") };
                format!("`{}` takes {takes}, not {}", row.name, args.len())
            }
            Rejection::Argument(row, argument) => {
                let ty = args.get(argument).map_or_else(String::new, |&arg| self.show(self.ty(arg)));
                format!("`{}`: argument {} cannot have type {ty}", row.name, argument + 1)
            }
        }
    }

    /// Returns the available component types for `T`, or a single `None` if the row does not use `T`. `missing` receives
    /// the requirement of an unavailable type that an argument has.
    fn scalar_choices(
        &self,
        row: &'static Row,
        args: &[ExprId],
        missing: &mut Option<Needs>,
    ) -> SmallVec<[Option<Scalar>; 8]> {
        if row.scalars.is_empty() {
            return smallvec![None];
        }
        let mut scalars = SmallVec::new();
        for choice in row.scalars {
            if self.features.satisfies(&choice.needs) {
                scalars.push(Some(choice.scalar));
            } else if args
                .iter()
                .any(|&arg| self.shape(self.ty(arg)).is_some_and(|(_, scalar)| scalar == choice.scalar))
            {
                missing.get_or_insert(choice.needs);
            }
        }
        scalars
    }

    /// Binds the size variables to the shape of an argument, which implicit conversions never change.
    fn bind_sizes(&self, binding: &mut Substitution, pattern: Pattern, arg: ExprId) {
        match (pattern, self.shape(self.ty(arg))) {
            (Pattern::Matrix(columns, rows, _), Some((Shape::Matrix(c, r), _))) => {
                binding.bind(columns, Shape::Vector(c));
                binding.bind(rows, Shape::Vector(r));
            }
            (_, Some((Shape::Matrix(..), _))) => {}
            (Pattern::Value(_, size), Some((shape, _))) => binding.bind(size, shape),
            _ => {
                let element = match (pattern, self.kind(arg)) {
                    (Pattern::Array(_, size) | Pattern::Offsets(_, size, _), TypeKind::Array(element, _))
                    | (Pattern::Pointer(_, size), TypeKind::Pointer(element)) => Some((size, *element)),
                    _ => None,
                };
                if let Some((size, element)) = element {
                    match self.shape(element) {
                        None | Some((Shape::Matrix(..), _)) => {}
                        Some((shape, _)) => binding.bind(size, shape),
                    }
                }
            }
        }
    }

    /// Instantiates a row with its type variables bound; fails with the index of an argument that does not fit.
    fn instantiate(
        &mut self,
        row: &'static Row,
        binding: Substitution,
        args: &[ExprId],
    ) -> Result<Candidate, usize> {
        let mut params = Params::new();
        for (index, (param, &arg)) in row.params.iter().zip(args).enumerate() {
            let ty = self.parameter(row, *param, binding, arg).ok_or(index)?;
            let flow = match param.flow {
                Flow::ConstUnless(extensions) if self.features.has_any(extensions) => Flow::In,
                flow => flow,
            };
            params.push((ty, flow));
        }
        let result = self.result(row, binding, args).ok_or(0usize)?;
        Ok(Candidate { target: Target::Builtin(row), params, result, variadic: row.variadic })
    }

    /// Returns the type of a parameter, given its argument; `None` if the argument does not fit.
    fn parameter(
        &mut self,
        row: &'static Row,
        param: Param,
        binding: Substitution,
        arg: ExprId,
    ) -> Option<Type> {
        let ty = self.ty(arg);
        match param.pattern {
            Pattern::Value(..)
            | Pattern::Matrix(..)
            | Pattern::VoidPointer
            | Pattern::Counter
            | Pattern::RayQuery
            | Pattern::AccelerationStructure
            | Pattern::Void => self.pattern_type(param.pattern, binding),
            Pattern::Array(component, size) | Pattern::Offsets(component, size, _) => {
                let TypeKind::Array(element, length) = *self.kind(arg) else { return None };
                let wanted = self.pattern_type(Pattern::Value(component, size), binding)?;
                let fits = match param.pattern {
                    Pattern::Offsets(_, _, count) => length == Length::Fixed(count),
                    _ => true,
                };
                (element == wanted && fits).then_some(ty)
            }
            Pattern::Pointer(component, size) => {
                let wanted = self.pattern_type(Pattern::Value(component, size), binding)?;
                (*self.kind(arg) == TypeKind::Pointer(wanted)).then_some(ty)
            }
            Pattern::Texture { component, dim, arrayed, multi, shadow, combined } => {
                let kind = binding.component(component)?.kind;
                let wanted = TextureType { kind, dim, arrayed, multi, shadow, combined };
                (*self.kind(arg) == TypeKind::Texture(wanted)).then_some(ty)
            }
            Pattern::Image { component, dim, arrayed, multi } => {
                let scalar = binding.component(component)?;
                let wanted = ImageType { scalar, dim, arrayed, multi };
                (*self.kind(arg) == TypeKind::Image(wanted)).then_some(ty)
            }
            Pattern::CoopMatrix(_) => match self.kind(arg) {
                TypeKind::CoopMatrix(matrix) => {
                    row.scalars.iter().any(|choice| choice.scalar == matrix.scalar).then_some(ty)
                }
                _ => None,
            },
            Pattern::CoopVector | Pattern::AnyCoopVector => match self.kind(arg) {
                TypeKind::CoopVector(vector) => {
                    let chosen = row.scalars.iter().any(|choice| choice.scalar == vector.scalar);
                    let same = param.pattern == Pattern::AnyCoopVector || binding.vector == Some(ty);
                    (chosen && same).then_some(ty)
                }
                _ => None,
            },
            Pattern::Reference => matches!(self.kind(arg), TypeKind::Reference(_)).then_some(ty),
            Pattern::String => matches!(self.kind(arg), TypeKind::String).then_some(ty),
            Pattern::AnyArray => matches!(self.kind(arg), TypeKind::Array(..)).then_some(ty),
            Pattern::Element => {
                let wide = matches!(self.kind(arg), TypeKind::Scalar(s) if s.kind != ScalarKind::Float && s.width == 8);
                let scalar = match wide && self.features.has("GL_EXT_shader_64bit_indexing") {
                    true => scalar::U64,
                    false => scalar::U32,
                };
                Some(self.program.types.scalar(scalar))
            }
            Pattern::TensorLayout => matches!(self.kind(arg), TypeKind::TensorLayout(_)).then_some(ty),
            Pattern::TensorView => matches!(self.kind(arg), TypeKind::TensorView(_)).then_some(ty),
            Pattern::Function => matches!(self.kind(arg), TypeKind::Function).then_some(ty),
            Pattern::NewTensorLayout | Pattern::NewTensorView => None,
            Pattern::Any => (!self.contains_opaque(ty)).then_some(ty),
        }
    }

    /// Returns the type of a pattern that depends only on the bound variables.
    fn pattern_type(&mut self, pattern: Pattern, binding: Substitution) -> Option<Type> {
        match pattern {
            Pattern::Void => Some(self.common.void),
            Pattern::Value(component, size) => {
                let shape = binding.shape(size)?;
                let scalar = binding.component(component)?;
                Some(self.shaped(shape, scalar))
            }
            Pattern::Matrix(columns, rows, component) => {
                let size =
                    |size: Size| binding.shape(size)?.vector_size().filter(|size| (2..=4).contains(size));
                let shape = Shape::Matrix(size(columns)?, size(rows)?);
                let scalar = binding.component(component)?;
                Some(self.shaped(shape, scalar))
            }
            Pattern::VoidPointer => Some(self.program.types.intern(TypeKind::Pointer(self.common.void))),
            Pattern::Counter => Some(self.program.types.intern(TypeKind::AtomicCounter)),
            Pattern::RayQuery => Some(self.program.types.intern(TypeKind::RayQuery)),
            Pattern::AccelerationStructure => {
                Some(self.program.types.intern(TypeKind::AccelerationStructure))
            }
            _ => None,
        }
    }

    fn result(&mut self, row: &'static Row, binding: Substitution, args: &[ExprId]) -> Option<Type> {
        let nth = |this: &Self, wanted: usize, matches: fn(&Pattern) -> bool| {
            row.params
                .iter()
                .zip(args)
                .filter(|(p, _)| matches(&p.pattern))
                .nth(wanted)
                .map(|(_, &arg)| this.ty(arg))
        };
        match row.result {
            Pattern::CoopMatrix(number) => {
                nth(self, usize::from(number), |pattern| matches!(pattern, Pattern::CoopMatrix(_)))
            }
            Pattern::CoopVector => binding.vector,
            Pattern::Any => nth(self, 0, |pattern| matches!(pattern, Pattern::Any)),
            Pattern::TensorLayout => nth(self, 0, |pattern| matches!(pattern, Pattern::TensorLayout)),
            Pattern::TensorView => nth(self, 0, |pattern| matches!(pattern, Pattern::TensorView)),
            // The type is computed later, once the arguments are known to be constants.
            Pattern::NewTensorLayout | Pattern::NewTensorView => Some(self.common.error),
            Pattern::Reference => nth(self, 0, |pattern| matches!(pattern, Pattern::Reference)),
            pattern => self.pattern_type(pattern, binding),
        }
    }

    /// Resolves a name that the program does not declare: a built-in variable or constant, or an error.
    pub(super) fn builtin_variable(&mut self, name: Name, span: Span) -> ExprId {
        let text = self.text(name);
        let Some(row) = variables::named(&text) else { return self.undeclared(&text, span) };
        if !self.features.satisfies(&row.needs) {
            let diagnostic = self.missing_feature(&row.needs, &format!("`{text}`"), span);
            return self.error_expr(diagnostic, span);
        }
        self.warn_of_use(&row.needs, &format!("`{text}`"), span);
        let ty = self.shaped(Shape::of_size(row.size.into()), row.scalar);
        match row.value {
            VariableValue::Input(variable) => self.push(ExprKind::BuiltinVariable(variable), ty, span),
            VariableValue::Constant(bits) => {
                let parts = bits.iter().enumerate().map(|(component, &bits)| {
                    let set = self.options.limits.get(row.name, component);
                    set.map_or(bits, |value| u64::from(value.cast_unsigned()))
                });
                let parts: Vec<_> = parts.collect();
                let parts: Vec<_> = parts.iter().map(|&bits| self.scalar_const(row.scalar, bits)).collect();
                match self.compose(Shape::of_size(row.size.into()), row.scalar, &parts) {
                    Some(constant) => self.const_expr(constant, ty, span),
                    None => self.poison(span),
                }
            }
            VariableValue::WorkGroupSize => self.workgroup_size_constant(ty, span),
        }
    }

    fn undeclared(&mut self, text: &str, span: Span) -> ExprId {
        let mut diagnostic = Diagnostic::new(Code::N0201, span, format!("`{text}` is not declared"));
        let mut own: Vec<&str> = self.scopes.names().map(|name| self.names.text(name)).collect();
        own.sort_unstable();
        for name in variables::names() {
            own.push(name);
        }
        if crate::type_names::find(text).is_some() {
            diagnostic.message = format!("`{text}` is a type, not a value");
        } else if crate::builtins::functions::named(text).next().is_some() {
            diagnostic.message = format!("`{text}` is a function, not a value");
        } else if let Some(stages) = crate::builtins::foreign::stages_of(text) {
            diagnostic = diagnostic.note(format!("it is available in {stages}, not in compute shaders"));
        } else if let Some(near) = suggest::nearest(text, own) {
            diagnostic = diagnostic.did_you_mean(near);
        }
        self.error_expr(diagnostic, span)
    }
}
