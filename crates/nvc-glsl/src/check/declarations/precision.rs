//! Checks precision qualifiers and precision statements. Only GLSL ES requires a precision, for types without a
//! default (GLSL ES §4.7.4).

use crate::ast::{QualifierKind, Qualifiers, TypeSpec};
use crate::check::Checker;
use crate::check::types::specifier::Unsized;
use crate::type_names;
use crate::types::{Scalar, Type, TypeKind, scalar};
use nvc_diag::{Code, Diagnostic, Span};
use rustc_hash::FxHashSet;

/// The component types that have a precision.
const PRECISE: [Scalar; 3] = [scalar::F32, scalar::I32, scalar::U32];

/// The opaque types with a predeclared default precision.
const DEFAULTS: [&str; 2] = ["sampler2D", "samplerCube"];

/// Opaque types for which a precision statement sets a default.
pub(in crate::check) type Precisions = FxHashSet<Type>;

impl Checker<'_> {
    /// Checks a precision statement, such as `precision highp float;`.
    pub(in crate::check) fn precision_statement(&mut self, qualifiers: &Qualifiers, spec: &TypeSpec) {
        let quals = self.qualifiers(qualifiers);
        let ty = self.type_spec(spec, Unsized::Forbidden);
        let misused = quals.span.filter(|_| quals.precision.is_none() || qualifiers.list.len() > 1);
        if let Some(at) = misused.or(qualifiers.list.is_empty().then_some(spec.span)) {
            self.error(Code::N1401, at, "a default precision must be `highp`, `mediump` or `lowp`");
        }
        match *self.program.types.kind(ty) {
            TypeKind::Scalar(scalar::F32 | scalar::I32) | TypeKind::Error => {}
            TypeKind::Texture(_) | TypeKind::Image(_) | TypeKind::Sampler(_) => {
                if self.scopes.is_global() {
                    self.precisions.insert(ty);
                }
            }
            TypeKind::AtomicCounter => self.check_counter_precision(quals.precision),
            _ => {
                let message = format!("{} cannot have a default precision", self.show(ty));
                self.report(
                    Diagnostic::new(Code::N1401, spec.span, message)
                        .note("only `float`, `int` and opaque types can have one"),
                );
            }
        }
    }

    /// Checks that a declaration with a precision qualifier has a 32-bit float or integer type or an opaque type
    /// (GLSL ES §4.7.3, GL_EXT_shader_explicit_arithmetic_types §4.7.2).
    pub(in crate::check) fn check_precision_qualifier(&mut self, qualifiers: &Qualifiers, ty: Type) {
        let word = qualifiers.list.iter().find_map(|qualifier| match qualifier.kind {
            QualifierKind::Word(name) => {
                let text = self.names.text(name);
                matches!(text, "highp" | "mediump" | "lowp").then(|| (text.to_owned(), qualifier.span))
            }
            _ => None,
        });
        let Some((word, at)) = word else { return };
        let mut element = ty;
        while let TypeKind::Array(inner, _) = *self.program.types.kind(element) {
            element = inner;
        }
        let fits = match *self.program.types.kind(element) {
            TypeKind::Scalar(scalar)
            | TypeKind::Vector(_, scalar)
            | TypeKind::SpecVector(_, scalar)
            | TypeKind::Matrix { scalar, .. } => PRECISE.contains(&scalar),
            TypeKind::Texture(_) | TypeKind::Image(_) | TypeKind::Sampler(_) => true,
            TypeKind::AtomicCounter
            | TypeKind::RayQuery
            | TypeKind::AccelerationStructure
            | TypeKind::Error => true,
            _ => false,
        };
        if !fits {
            let message = format!("`{word}` is not allowed on type {}", self.show(ty));
            self.report(
                Diagnostic::new(Code::N1401, at, message)
                    .note("only 32-bit floats and integers and opaque types have a precision"),
            );
        }
    }

    /// Checks that an atomic counter is `highp` (GLSL §4.1.7.3).
    pub(in crate::check) fn check_counter_precision(&mut self, precision: Option<(bool, Span)>) {
        if let Some((false, at)) = precision {
            self.error(Code::N1401, at, "an atomic counter must be `highp`");
        }
    }

    /// Reports a missing precision in GLSL ES if the type has no default.
    pub(in crate::check) fn require_precision(
        &mut self,
        precision: Option<(bool, Span)>,
        ty: Type,
        span: Span,
    ) {
        if !self.features.is_es() || precision.is_some() || self.precisions.contains(&ty) {
            return;
        }
        let kind = self.program.types.kind(ty);
        if DEFAULTS.iter().any(|name| type_names::find(name).is_some_and(|(known, _)| known == *kind)) {
            return;
        }
        let shown = self.show_plain(ty);
        self.report(
            Diagnostic::new(Code::N1401, span, format!("`{shown}` has no default precision"))
                .help(format!("write `highp {shown}`, or `precision highp {shown};` at file scope")),
        );
    }
}
