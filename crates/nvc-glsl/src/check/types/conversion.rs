//! Implicit conversions (GLSL §4.1.10 and the extensions that add to it) and their ranking (GLSL §6.1).

use crate::check::features::Features;
use crate::check::{Checker, ExprId};
use crate::types::{Scalar, ScalarKind, Type, TypeKind, scalar};
use nvc_diag::{Code, Diagnostic};
use std::cmp::Ordering;

/// Extensions that add the conversions of GL_EXT_shader_explicit_arithmetic_types.
const EXPLICIT: &[&str] = &[
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_EXT_shader_explicit_arithmetic_types_int8",
    "GL_EXT_shader_explicit_arithmetic_types_int16",
    "GL_EXT_shader_explicit_arithmetic_types_int32",
    "GL_EXT_shader_explicit_arithmetic_types_int64",
    "GL_EXT_shader_explicit_arithmetic_types_float16",
    "GL_EXT_shader_explicit_arithmetic_types_float32",
    "GL_EXT_shader_explicit_arithmetic_types_float64",
];

/// Returns whether a scalar type converts implicitly to another.
pub(in crate::check) fn converts(features: &Features, from: Scalar, to: Scalar) -> bool {
    use ScalarKind::{Bool, Float, Sint, Uint};
    if from == to {
        return true;
    }
    if from.kind == Bool || to.kind == Bool {
        return false;
    }
    if from.encoding().is_some() || to.encoding().is_some() {
        return encoded_conversion(from, to);
    }
    if features.is_es() && !features.has("GL_EXT_shader_implicit_conversions") && !features.has_any(EXPLICIT)
    {
        return false;
    }
    if features.has_any(EXPLICIT) && explicit_type_conversion(from, to) {
        return true;
    }
    match (from.kind, to.kind) {
        // Types narrower than 32 bits convert to 32 bits or more (NV_gpu_shader5 has no conversion from 8
        // to 16 bits).
        _ if to.width < 4 => false,
        (Sint, Sint) | (Uint, Uint) => to.width > from.width,
        (Sint, Uint) => {
            to.width >= from.width && (from.width != 4 || to.width != 4 || signed_to_unsigned(features))
        }
        (Uint, Sint) => false,
        (Sint | Uint, Float) => to.width == 8 || (from.width <= 4 && to.width == 4),
        (Float, Float) => to.width > from.width,
        _ => false,
    }
}

/// Returns whether a float in another encoding converts implicitly (GL_EXT_bfloat16, GL_EXT_float_e4m3,
/// GL_EXT_float_e5m2, the microscaling types): only to types that represent all of its values.
fn encoded_conversion(from: Scalar, to: Scalar) -> bool {
    match from {
        scalar::BF16 => to == scalar::F32 || to == scalar::F64,
        scalar::UE8M0 => false,
        scalar::E2M1 if to == scalar::E4M3 || to == scalar::E5M2 => true,
        _ if from.encoding().is_some() => to.kind == ScalarKind::Float || to == scalar::BF16,
        _ => false,
    }
}

/// Returns whether a constructor converts a component type to another (GLSL §5.4.1, GL_EXT_bfloat16,
/// GL_EXT_ocp_microscaling_types). Floats in other encodings do not convert to or from `bool`. Microscaling types
/// convert only to floats that are not microscaling types, and no other type converts to them. Constants are exempt,
/// because other compilers convert them.
pub(in crate::check) fn constructs(from: Scalar, to: Scalar, is_constant: bool) -> bool {
    if from == to || (from.encoding().is_none() && to.encoding().is_none()) {
        return true;
    }
    if is_constant {
        return true;
    }
    if from.kind == ScalarKind::Bool || to.kind == ScalarKind::Bool {
        return false;
    }
    to.microscaling().is_none() && (from.microscaling().is_none() || to.is_float())
}

/// Returns whether `int` converts to `uint`: since version 4.00, in GLSL ES, or with one of the extensions.
fn signed_to_unsigned(features: &Features) -> bool {
    features.is_es()
        || features.version() >= 400
        || features.has_any(&["GL_ARB_gpu_shader5", "GL_ARB_gpu_shader_int64", "GL_NV_gpu_shader5"])
}

/// Returns whether GL_EXT_shader_explicit_arithmetic_types adds an implicit conversion.
fn explicit_type_conversion(from: Scalar, to: Scalar) -> bool {
    use ScalarKind::{Float, Sint, Uint};
    match (from.kind, to.kind) {
        (Sint, Sint) | (Uint, Uint) | (Float, Float) => to.width > from.width,
        (Sint, Uint) => to.width >= from.width,
        (Uint, Sint) => to.width > from.width,
        (Sint | Uint, Float) => match from.width {
            1 | 2 => true,
            4 => to.width >= 4,
            _ => to.width == 8,
        },
        _ => false,
    }
}

/// The rules by which conversions are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Ranking {
    /// Those of GLSL §6.1 and GL_EXT_shader_explicit_arithmetic_types. Conversions of an integer to `uint` and to
    /// `int64_t`, for example, are equally good.
    Common,
    /// Also those of GL_NV_gpu_shader5: a wider type of the same kind is better, and the narrowest of these is best.
    Extended,
}

/// Ranks two conversions from one type: `Less` if the first is better.
pub(in crate::check) fn compare(
    features: &Features,
    from: Scalar,
    a: Scalar,
    b: Scalar,
    ranking: Ranking,
) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    if from == a || from == b {
        return if from == a { Ordering::Less } else { Ordering::Greater };
    }
    if features.has_any(EXPLICIT) {
        let ranks = (promotes(from, a), promotes(from, b));
        if ranks.0 != ranks.1 {
            return if ranks.0 { Ordering::Less } else { Ordering::Greater };
        }
    }
    if ranking == Ranking::Common {
        return compare_core(features, from, a, b);
    }
    // Rules 2 and 3 of NV_gpu_shader5, which subsume the core rule that `float` to `double` is best.
    let widens = |to: Scalar| from.kind == to.kind && to.width > from.width;
    match (widens(a), widens(b)) {
        (true, false) => return Ordering::Less,
        (false, true) => return Ordering::Greater,
        (true, true) => return a.width.cmp(&b.width),
        (false, false) => {}
    }
    // An integer converts to `float` rather than `double`.
    if from.kind != ScalarKind::Float && a.kind == ScalarKind::Float && b.kind == ScalarKind::Float {
        return float_rank(a).cmp(&float_rank(b));
    }
    Ordering::Equal
}

/// Compares conversions by GLSL §6.1: `float` converts best to `double`, other types better to `float` than to `double`.
/// GL_EXT_shader_explicit_arithmetic_types has no rule beyond promotions.
fn compare_core(features: &Features, from: Scalar, a: Scalar, b: Scalar) -> Ordering {
    if features.has_any(EXPLICIT) {
        return Ordering::Equal;
    }
    let order = |better: bool, worse: bool| worse.cmp(&better);
    if from == scalar::F32 && (a == scalar::F64) != (b == scalar::F64) {
        return order(a == scalar::F64, b == scalar::F64);
    }
    match (a, b) {
        (scalar::F32, scalar::F64) => Ordering::Less,
        (scalar::F64, scalar::F32) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

/// Returns the rank of a float type to which an integer converts; lower is better.
fn float_rank(float: Scalar) -> u8 {
    // `float`, then `double`, then `float16_t`, which loses precision.
    match float.width {
        4 => 0,
        8 => 1,
        _ => 2,
    }
}

/// Returns whether a conversion is a promotion, which GL_EXT_shader_explicit_arithmetic_types prefers to other conversions.
fn promotes(from: Scalar, to: Scalar) -> bool {
    match from.kind {
        ScalarKind::Float => to == scalar::F64,
        _ => from.width < 4 && to == scalar::I32,
    }
}

/// Returns the component type to which an operator converts both operands; `None` if there is none.
pub(in crate::check) fn common_scalar(features: &Features, a: Scalar, b: Scalar) -> Option<Scalar> {
    if converts(features, a, b) {
        return Some(b);
    }
    if converts(features, b, a) {
        return Some(a);
    }
    // NV_gpu_shader5: float if either is float, else unsigned if either is unsigned; 32 bits before 64.
    let either = |kind| a.kind == kind || b.kind == kind;
    let choices = if either(ScalarKind::Float) {
        [scalar::F32, scalar::F64]
    } else if either(ScalarKind::Uint) {
        [scalar::U32, scalar::U64]
    } else {
        [scalar::I32, scalar::I64]
    };
    choices.into_iter().find(|&to| converts(features, a, to) && converts(features, b, to))
}

impl Checker<'_> {
    /// Returns whether a type converts implicitly to another.
    pub(in crate::check) fn converts(&self, from: Type, to: Type) -> bool {
        if from == to || from == self.common.error || to == self.common.error {
            return true;
        }
        if let (Some((shape, a)), Some((other, b))) = (self.shape(from), self.shape(to)) {
            return shape == other && converts(&self.features, a, b);
        }
        // Any pointer converts to `void *` (NV_shader_buffer_load).
        match (self.program.types.kind(from), self.program.types.kind(to)) {
            (TypeKind::Pointer(_), TypeKind::Pointer(to)) => *to == self.common.void,
            _ => false,
        }
    }

    /// Converts a value implicitly, as an initializer or argument; reports an error if there is no such conversion.
    pub(in crate::check) fn implicit_conversion(&mut self, e: ExprId, to: Type, what: &str) -> ExprId {
        let from = self.ty(e);
        if from == to || self.is_error(e) || to == self.common.error {
            return e;
        }
        if self.converts(from, to) {
            return self.convert_to(e, to);
        }
        let span = self.span(e);
        let message = format!("{what} has type {}, not {}", self.show(from), self.show(to));
        let mut diagnostic = Diagnostic::new(Code::N0304, span, message).label(self.show(from));
        if let (Some((shape, _)), Some((other, _))) = (self.shape(from), self.shape(to))
            && shape == other
        {
            diagnostic = diagnostic
                .note(format!(
                    "there is no implicit conversion from {} to {}",
                    self.show(from),
                    self.show(to)
                ))
                .help(format!("convert explicitly: `{}(...)`", self.show_plain(to)));
        }
        let diagnostic = self.suggest_component(diagnostic, e, to);
        self.error_expr(diagnostic, span)
    }

    /// Suggests `.x` for a vector used as a scalar; `gl_GlobalInvocationID` is the usual case.
    pub(in crate::check) fn suggest_component(
        &self,
        diagnostic: Diagnostic,
        e: ExprId,
        to: Type,
    ) -> Diagnostic {
        let integer = |scalar: Scalar| matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint);
        let (kind, TypeKind::Scalar(to)) = (self.kind(e), self.program.types.kind(to)) else {
            return diagnostic;
        };
        let (TypeKind::Vector(_, from) | TypeKind::SpecVector(_, from)) = kind else { return diagnostic };
        if from.kind != to.kind && !(integer(*from) && integer(*to)) {
            return diagnostic;
        }
        diagnostic.help(match kind {
            TypeKind::Vector(2..=4, _) => "select a component, such as `.x`",
            _ => "select a component, such as `[0]`",
        })
    }
}
