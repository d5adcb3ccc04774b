//! Macros for the tables of built-ins: rows are written like the prototypes of the specifications.
//!
//! ```text
//! functions! { MATRIX:
//!     [FLOATS; Needs::version(150, 300, &[])] {
//!         T determinant(matN) = Math(MathFunction::Determinant);
//!     }
//! }
//! ```
//!
//! The brackets contain the types that `T` ranges over and the requirement of the rows. Types are names of
//! [`super::patterns`], optionally preceded by `optional` and by one of `const`, `offset` (constant unless an
//! extension of [`COMPUTED_OFFSETS`] is enabled), `out`, `inout` and `mem` (an lvalue in memory).

use super::signature::{Choice, Component, Param, Pattern};

/// Extensions that allow non-constant texel offsets.
pub(super) const COMPUTED_OFFSETS: &[&str] = &["GL_EXT_texture_offset_non_const", "GL_NV_gpu_shader5"];

/// Returns `scalars`, the choices of `T` in the row's group, or an empty list if the row does not use `T`.
pub(super) const fn used(
    scalars: &'static [Choice],
    result: Pattern,
    params: &'static [Param],
) -> &'static [Choice] {
    let mut needed = uses_t(result);
    let mut param = 0;
    while param < params.len() {
        needed |= uses_t(params[param].pattern);
        param += 1;
    }
    if needed { scalars } else { &[] }
}

/// Returns whether a type depends on the choice of `T`.
const fn uses_t(pattern: Pattern) -> bool {
    match pattern {
        Pattern::Value(component, _)
        | Pattern::Matrix(_, _, component)
        | Pattern::Array(component, _)
        | Pattern::Offsets(component, _, _)
        | Pattern::Texture { component, .. }
        | Pattern::Image { component, .. }
        | Pattern::Pointer(component, _) => !matches!(component, Component::Fixed(_)),
        Pattern::CoopMatrix(_) | Pattern::CoopVector | Pattern::AnyCoopVector => true,
        _ => false,
    }
}

/// Expands a parameter in the notation of [`functions`].
macro_rules! param {
    (optional $($rest:ident)+) => {
        Param { optional: true, ..param!($($rest)+) }
    };
    (const $ty:ident) => {
        param!(@ Const, $ty)
    };
    (offset $ty:ident) => {
        param!(@ ConstUnless(crate::builtins::table::COMPUTED_OFFSETS), $ty)
    };
    (out $ty:ident) => {
        param!(@ Out, $ty)
    };
    (inout $ty:ident) => {
        param!(@ InOut, $ty)
    };
    (mem $ty:ident) => {
        param!(@ Memory, $ty)
    };
    (@ $flow:ident $(($value:expr))?, $ty:ident) => {
        Param { pattern: patterns::$ty, flow: Flow::$flow $(($value))?, optional: false }
    };
    ($ty:ident) => {
        param!(@ In, $ty)
    };
}

/// Expands a row in the notation of [`functions`].
macro_rules! row {
    ($scalars:expr, $needs:expr, $result:ident $name:ident ($($($word:ident)+),*) = $operation:expr) => {
        Row {
            name: stringify!($name),
            result: patterns::$result,
            params: &[$(param!($($word)+)),*],
            scalars: crate::builtins::table::used(
                $scalars,
                patterns::$result,
                &[$(param!($($word)+)),*],
            ),
            variadic: false,
            needs: $needs,
            operation: $operation,
            constant: crate::builtins::constant::rule($operation),
        }
    };
}

/// Defines a table of functions.
macro_rules! functions {
    ($table:ident: $([$scalars:expr; $needs:expr] { $(
        $result:ident $name:ident ($($($word:ident)+),* $(,)?) = $operation:expr;
    )* })*) => {
        pub(super) const $table: &[Row] = &[$($(
            row!($scalars, $needs, $result $name ($($($word)+),*) = $operation),
        )*)*];
    };
}

pub(super) use {functions, param, row};
