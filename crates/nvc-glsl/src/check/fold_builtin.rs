//! Built-in functions of constants, which are constant expressions (GLSL 4.3.3).

use super::{Checker, E};
use crate::builtins::Operation;
use crate::fold::{float, float_bits, mask, signed};
use crate::tree::constant::Const;
use crate::types::{Type, scalar};
use naga::{Handle, MathFunction, RelationalFunction, Scalar, ScalarKind};
use nvc_diag::Span;

impl Checker<'_> {
    /// The constant that a built-in function of constants yields; `None` for functions that are
    /// computed at run time.
    pub(super) fn fold_builtin(
        &mut self,
        operation: Operation,
        args: &[E],
        ty: Type,
        span: Span,
    ) -> Option<E> {
        let mut parts = Vec::with_capacity(args.len());
        let mut scalar = None;
        for &arg in args {
            let constant = self.const_of(arg)?;
            scalar = scalar.or(self.shape(self.ty(arg)).map(|(_, scalar)| scalar));
            let components = self.components(constant, self.ty(arg))?;
            let values: Option<Vec<u64>> =
                components.iter().map(|&c| self.literal(c).map(|(_, bits)| bits)).collect();
            parts.push(values?);
        }
        let scalar = scalar?;
        let bits = match operation {
            Operation::Math(MathFunction::Dot) => vec![dot(scalar, parts.first()?, parts.get(1)?)?],
            Operation::Math(MathFunction::Length) => {
                let vector = parts.first()?;
                let square = float(scalar, dot(scalar, vector, vector)?);
                vec![float_bits(scalar, square.sqrt())]
            }
            Operation::Math(function) => {
                let count = parts.iter().map(Vec::len).max()?;
                let component = |index: usize| {
                    let operands: Option<Vec<u64>> =
                        parts.iter().map(|part| part.get(index).or(part.first()).copied()).collect();
                    math(function, scalar, &operands?)
                };
                (0..count).map(component).collect::<Option<Vec<u64>>>()?
            }
            Operation::Relational(function) => {
                let values = parts.first()?;
                match function {
                    RelationalFunction::All => vec![u64::from(values.iter().all(|&bit| bit != 0))],
                    RelationalFunction::Any => vec![u64::from(values.iter().any(|&bit| bit != 0))],
                    RelationalFunction::IsNan => {
                        values.iter().map(|&v| u64::from(float(scalar, v).is_nan())).collect()
                    }
                    RelationalFunction::IsInf => {
                        values.iter().map(|&v| u64::from(float(scalar, v).is_infinite())).collect()
                    }
                }
            }
            _ => return None,
        };
        let (shape, result) = self.shape(ty)?;
        if bits.len() != shape.components() as usize {
            return None;
        }
        let parts: Vec<Handle<Const>> =
            bits.into_iter().map(|bits| self.scalar_const(result, bits)).collect();
        let constant = self.compose(shape, result, &parts)?;
        Some(self.const_expr(constant, ty, span))
    }
}

fn dot(scalar: Scalar, a: &[u64], b: &[u64]) -> Option<u64> {
    if scalar.kind != ScalarKind::Float {
        return None;
    }
    let sum = a.iter().zip(b).fold(0.0, |sum, (&x, &y)| {
        let product = float(scalar, float_bits(scalar, float(scalar, x) * float(scalar, y)));
        float(scalar, float_bits(scalar, sum + product))
    });
    Some(float_bits(scalar, sum))
}

/// One component of a function of constants.
fn math(function: MathFunction, scalar: Scalar, operands: &[u64]) -> Option<u64> {
    match scalar.kind {
        ScalarKind::Float => {
            let values: Vec<f64> = operands.iter().map(|&bits| float(scalar, bits)).collect();
            float_math(function, &values).map(|value| float_bits(scalar, value))
        }
        ScalarKind::Sint | ScalarKind::Uint => {
            integer_math(function, scalar, operands).map(|bits| bits & mask(scalar))
        }
        _ => None,
    }
}

/// Computed in double precision and rounded once by the caller.
fn float_math(function: MathFunction, values: &[f64]) -> Option<f64> {
    use MathFunction as F;
    let a = *values.first()?;
    let b = || values.get(1).copied();
    let c = || values.get(2).copied();
    Some(match function {
        F::Abs => a.abs(),
        F::Sign => {
            if a > 0.0 {
                1.0
            } else if a < 0.0 {
                -1.0
            } else {
                0.0
            }
        }
        F::Min => {
            if b()? < a {
                b()?
            } else {
                a
            }
        }
        F::Max => {
            if a < b()? {
                b()?
            } else {
                a
            }
        }
        F::Clamp => a.max(b()?).min(c()?),
        F::Floor => a.floor(),
        F::Ceil => a.ceil(),
        F::Trunc => a.trunc(),
        F::Round => a.round_ties_even(),
        F::Fract => a - a.floor(),
        F::Sqrt => a.sqrt(),
        F::InverseSqrt => 1.0 / a.sqrt(),
        F::Exp => a.exp(),
        F::Exp2 => a.exp2(),
        F::Log => a.ln(),
        F::Log2 => a.log2(),
        F::Pow => a.powf(b()?),
        F::Sin => a.sin(),
        F::Cos => a.cos(),
        F::Tan => a.tan(),
        F::Asin => a.asin(),
        F::Acos => a.acos(),
        F::Atan => a.atan(),
        F::Atan2 => a.atan2(b()?),
        F::Sinh => a.sinh(),
        F::Cosh => a.cosh(),
        F::Tanh => a.tanh(),
        F::Asinh => a.asinh(),
        F::Acosh => a.acosh(),
        F::Atanh => a.atanh(),
        F::Radians => a.to_radians(),
        F::Degrees => a.to_degrees(),
        F::Mix => a * (1.0 - c()?) + b()? * c()?,
        F::Step => {
            if b()? < a {
                0.0
            } else {
                1.0
            }
        }
        F::SmoothStep => {
            let t = ((c()? - a) / (b()? - a)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }
        F::Fma => a.mul_add(b()?, c()?),
        _ => return None,
    })
}

fn integer_math(function: MathFunction, ty: Scalar, operands: &[u64]) -> Option<u64> {
    use MathFunction as F;
    let a = *operands.first()?;
    let b = || operands.get(1).copied();
    let c = || operands.get(2).copied();
    let less =
        |x: u64, y: u64| if ty.kind == ScalarKind::Sint { signed(ty, x) < signed(ty, y) } else { x < y };
    Some(match function {
        F::Abs => signed(ty, a).unsigned_abs(),
        F::Sign => signed(ty, a).signum() as u64,
        F::Min => {
            if less(b()?, a) {
                b()?
            } else {
                a
            }
        }
        F::Max => {
            if less(a, b()?) {
                b()?
            } else {
                a
            }
        }
        F::Clamp => {
            let low = if less(a, b()?) { b()? } else { a };
            if less(c()?, low) { c()? } else { low }
        }
        F::CountOneBits => u64::from(a.count_ones()),
        F::ReverseBits if ty.width == scalar::U32.width => u64::from((a as u32).reverse_bits()),
        F::FirstTrailingBit => {
            if a == 0 {
                u64::MAX
            } else {
                u64::from(a.trailing_zeros())
            }
        }
        _ => return None,
    })
}
