//! Lowers the math functions that naga defines: some are single IR operations (see [`direct`]), others short
//! sequences. Also lowers relational functions and componentwise comparisons.

use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::types::component;
use crate::lower::values::rvalue::Rvalue;
use crate::types::{ScalarKind as K, Type};
use naga::MathFunction as M;
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Types, Value};

/// Returns the IR operation of a function for floats, for signed integers and for unsigned integers; `None` if
/// the function is lowered in another way.
fn direct(function: M) -> Option<[Option<Op>; 3]> {
    let float = |op| Some([Some(op), None, None]);
    let all = |f, s, u| Some([Some(f), Some(s), Some(u)]);
    match function {
        M::Abs => Some([Some(Op::FAbs), Some(Op::SAbs), None]),
        M::Min => all(Op::FMin, Op::SMin, Op::UMin),
        M::Max => all(Op::FMax, Op::SMax, Op::UMax),
        M::Cos => float(Op::Cos),
        M::Cosh => float(Op::Cosh),
        M::Sin => float(Op::Sin),
        M::Sinh => float(Op::Sinh),
        M::Tan => float(Op::Tan),
        M::Tanh => float(Op::Tanh),
        M::Acos => float(Op::Acos),
        M::Asin => float(Op::Asin),
        M::Atan => float(Op::Atan),
        M::Atan2 => float(Op::Atan2),
        M::Asinh => float(Op::Asinh),
        M::Acosh => float(Op::Acosh),
        M::Atanh => float(Op::Atanh),
        M::Ceil => float(Op::Ceil),
        M::Floor => float(Op::Floor),
        M::Round => float(Op::RoundEven),
        M::Fract => float(Op::Fract),
        M::Trunc => float(Op::Trunc),
        M::Exp => float(Op::Exp),
        M::Exp2 => float(Op::Exp2),
        M::Log => float(Op::Log),
        M::Log2 => float(Op::Log2),
        M::Pow => float(Op::Pow),
        M::Sqrt => float(Op::Sqrt),
        M::InverseSqrt => float(Op::Rsqrt),
        M::Fma => float(Op::Fma),
        M::Ldexp => float(Op::Ldexp),
        M::ReverseBits => Some([None, Some(Op::BitReverse), Some(Op::BitReverse)]),
        M::CountOneBits => Some([None, Some(Op::BitCount), Some(Op::BitCount)]),
        M::FirstLeadingBit => Some([None, Some(Op::FindSMsb), Some(Op::FindUMsb)]),
        M::ExtractBits => Some([None, Some(Op::SBfe), Some(Op::UBfe)]),
        M::InsertBits => Some([None, Some(Op::Bfi), Some(Op::Bfi)]),
        _ => None,
    }
}

impl Lowerer<'_, '_> {
    /// Returns the scalar kind of an argument's components.
    pub(super) fn argument_kind(&self, args: &[ExprHandle], index: usize) -> K {
        let kind = args.get(index).map(|&arg| self.kind(self.body.exprs[arg].ty));
        kind.and_then(component).map_or(K::Uint, |scalar| scalar.kind)
    }

    /// Lowers a math function.
    pub(super) fn math(&mut self, function: M, args: &[ExprHandle], ty: Type) -> Rvalue {
        let kind = self.argument_kind(args, 0);
        let column = match kind {
            K::Float => 0,
            K::Sint => 1,
            _ => 2,
        };
        if function == M::FirstTrailingBit {
            let [value] = self.values(args);
            return self.lowest_bit(value).into();
        }
        if let Some(op) = direct(function).and_then(|ops| ops[column]) {
            let values: Vec<Value> = args.iter().map(|&arg| self.value(arg)).collect();
            return self.direct(op, &values).into();
        }
        if let Some(op) = packing(function) {
            return self.packing(op, args, ty).into();
        }
        match function {
            M::Outer | M::Inverse | M::Transpose | M::Determinant => self.matrix_function(function, args, ty),
            M::Modf => self.modf(args),
            M::Frexp => self.frexp(args),
            _ => {
                let values: Vec<Value> = args.iter().map(|&arg| self.value(arg)).collect();
                match self.expanded(function, &values, kind) {
                    Some(value) => value.into(),
                    None => {
                        self.internal_error(&format!("the function {function:?} is not lowered"));
                        let ty = self.value_type(ty);
                        self.b.undef(ty).into()
                    }
                }
            }
        }
    }

    fn direct(&mut self, op: Op, values: &[Value]) -> Value {
        match (op, values) {
            (Op::Ldexp | Op::SBfe | Op::UBfe | Op::Bfi, _) => self.b.op(op, values),
            (_, &[a, b]) => self.op2(op, a, b),
            _ => self.b.op(op, values),
        }
    }

    /// Lowers functions that are a short sequence of operations.
    fn expanded(&mut self, function: M, values: &[Value], kind: K) -> Option<Value> {
        let ty = self.b.func.ty(*values.first()?);
        Some(match (function, values) {
            (M::Clamp, &[x, low, high]) => {
                let (max, min) = match kind {
                    K::Float => (Op::FMax, Op::FMin),
                    K::Sint => (Op::SMax, Op::SMin),
                    _ => (Op::UMax, Op::UMin),
                };
                let x = self.op2(max, x, low);
                self.op2(min, x, high)
            }
            (M::Radians, &[x]) => {
                let factor = self.float_of(ty, std::f64::consts::PI / 180.0);
                self.b.op(Op::FMul, &[x, factor])
            }
            (M::Degrees, &[x]) => {
                let factor = self.float_of(ty, 180.0 / std::f64::consts::PI);
                self.b.op(Op::FMul, &[x, factor])
            }
            (M::Sign, &[x]) if kind == K::Float => self.b.op(Op::FSign, &[x]),
            (M::Sign, &[x]) => {
                let (one, minus) = (self.bits_of(ty, 1), self.bits_of(ty, u64::MAX));
                let x = self.b.op(Op::SMin, &[x, one]);
                self.b.op(Op::SMax, &[x, minus])
            }
            (M::Mix, &[x, y, a]) => {
                // x (1 - a) + y a, as in the specification (GLSL §8.3) and in drivers' expansions of SPIR-V's
                // `FMix`. The expanded form can be folded and simplified.
                let [x, y, a] = self.splat_all([x, y, a]);
                let one = self.float_of(self.b.func.ty(a), 1.0);
                let rest = self.b.op(Op::FSub, &[one, a]);
                let (x, y) = (self.b.op(Op::FMul, &[x, rest]), self.b.op(Op::FMul, &[y, a]));
                self.b.op(Op::FAdd, &[x, y])
            }
            // Cooperative vectors have no comparison.
            (M::Step, &[edge, x]) if self.b.types.is_uncounted(ty) => self.b.op(Op::Step, &[edge, x]),
            (M::Step, &[edge, x]) => {
                let [edge, x] = self.splat_all([edge, x]);
                let below = self.b.op(Op::FLt, &[x, edge]);
                let ty = self.b.func.ty(x);
                let (zero, one) = (self.float_of(ty, 0.0), self.float_of(ty, 1.0));
                self.b.op(Op::Select, &[below, zero, one])
            }
            (M::SmoothStep, &[low, high, x]) => self.smoothstep(low, high, x),
            _ => return self.geometric(function, values),
        })
    }

    fn smoothstep(&mut self, low: Value, high: Value, x: Value) -> Value {
        let [low, high, x] = self.splat_all([low, high, x]);
        let ty = self.b.func.ty(x);
        let above = self.b.op(Op::FSub, &[x, low]);
        let range = self.b.op(Op::FSub, &[high, low]);
        let t = self.b.op(Op::FDiv, &[above, range]);
        let (zero, one) = (self.float_of(ty, 0.0), self.float_of(ty, 1.0));
        let t = self.b.op(Op::FMax, &[t, zero]);
        let t = self.b.op(Op::FMin, &[t, one]);
        let (two, three) = (self.float_of(ty, 2.0), self.float_of(ty, 3.0));
        let square = self.b.op(Op::FMul, &[t, t]);
        let twice = self.b.op(Op::FMul, &[two, t]);
        let rest = self.b.op(Op::FSub, &[three, twice]);
        self.b.op(Op::FMul, &[square, rest])
    }

    /// Lowers `modf`: returns the fraction and writes the integral part to the second argument.
    fn modf(&mut self, args: &[ExprHandle]) -> Rvalue {
        let &[x, whole] = args else { return Rvalue::void() };
        let x = self.value(x);
        let integer = self.b.op(Op::Trunc, &[x]);
        let fraction = self.b.op(Op::FSub, &[x, integer]);
        self.write_out(whole, integer);
        fraction.into()
    }

    /// Lowers `frexp`: returns the significand and writes the exponent to the second argument.
    fn frexp(&mut self, args: &[ExprHandle]) -> Rvalue {
        let &[x, exponent] = args else { return Rvalue::void() };
        let x = self.value(x);
        let float_type = self.b.func.ty(x);
        let int_type = self.b.types.with_scalar(float_type, Types::I32);
        let power = self.b.inst_with_type(Op::FrexpExponent, Imm::None, &[x], int_type);
        let significand = self.b.op(Op::FrexpSignificand, &[x]);
        let exponent_type = self.value_type(self.body.exprs[exponent].ty);
        let power = self.integer_of_width(power, exponent_type, Op::SExt);
        self.write_out(exponent, power);
        significand.into()
    }

    /// Converts an integer to the width of a type. `extend` is the operation that widens.
    fn integer_of_width(&mut self, value: Value, ty: nvc_ir::Type, extend: Op) -> Value {
        let width = |b: &nvc_ir::Builder<'_>, ty| b.types.bits(b.types.scalar(ty));
        let (from, to) = (width(&self.b, self.b.func.ty(value)), width(&self.b, ty));
        match from.cmp(&to) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Less => self.b.inst_with_type(extend, Imm::None, &[value], ty),
            std::cmp::Ordering::Greater => self.b.inst_with_type(Op::ITrunc, Imm::None, &[value], ty),
        }
    }

    /// Lowers `findLSB`. The IR operation works on 32-bit integers, so narrower integers are extended, and 64-bit
    /// integers are split into halves.
    fn lowest_bit(&mut self, value: Value) -> Value {
        let ty = self.b.func.ty(value);
        let int_type = self.b.types.with_scalar(ty, Types::I32);
        if self.b.types.scalar(ty) != Types::I64 {
            let word = self.integer_of_width(value, int_type, Op::ZExt);
            let bit = self.b.op(Op::FindLsb, &[word]);
            return self.integer_of_width(bit, ty, Op::SExt);
        }
        let shift = self.bits_of(ty, 32);
        let high = self.b.op(Op::LShr, &[value, shift]);
        let [low, high] = [value, high].map(|half| self.integer_of_width(half, int_type, Op::ZExt));
        let [low, high] = [low, high].map(|half| self.b.op(Op::FindLsb, &[half]));
        let (none, offset) = (self.bits_of(int_type, u64::from(u32::MAX)), self.bits_of(int_type, 32));
        let above = self.b.op(Op::Or, &[high, offset]);
        let missing = self.b.op(Op::IEq, &[low, none]);
        let bit = self.b.op(Op::Select, &[missing, above, low]);
        self.integer_of_width(bit, ty, Op::SExt)
    }

    fn packing(&mut self, op: Op, args: &[ExprHandle], ty: Type) -> Value {
        let [value] = self.values(args);
        let ty = self.value_type(ty);
        self.b.inst_with_type(op, Imm::None, &[value], ty)
    }

    /// Lowers `any`, `all`, `isnan` and `isinf`.
    pub(super) fn relational(&mut self, function: naga::RelationalFunction, args: &[ExprHandle]) -> Rvalue {
        use naga::RelationalFunction as R;
        let [value] = self.values(args);
        match function {
            R::All => self.all(value),
            R::Any => self.any(value),
            R::IsNan => self.b.op(Op::IsNan, &[value]),
            R::IsInf => {
                let size = self.b.op(Op::FAbs, &[value]);
                let infinity = self.float_of(self.b.func.ty(value), f64::INFINITY);
                self.b.op(Op::FEq, &[size, infinity])
            }
        }
        .into()
    }

    /// Lowers a componentwise comparison.
    pub(super) fn compare(&mut self, op: naga::BinaryOperator, args: &[ExprHandle]) -> Rvalue {
        let kind = self.argument_kind(args, 0);
        let [a, b] = self.values(args);
        self.componentwise(op, kind, a, b).into()
    }
}

fn packing(function: M) -> Option<Op> {
    Some(match function {
        M::Pack4x8snorm => Op::PackSnorm4x8,
        M::Pack4x8unorm => Op::PackUnorm4x8,
        M::Pack2x16snorm => Op::PackSnorm2x16,
        M::Pack2x16unorm => Op::PackUnorm2x16,
        M::Pack2x16float => Op::PackHalf,
        M::Unpack4x8snorm => Op::UnpackSnorm4x8,
        M::Unpack4x8unorm => Op::UnpackUnorm4x8,
        M::Unpack2x16snorm => Op::UnpackSnorm2x16,
        M::Unpack2x16unorm => Op::UnpackUnorm2x16,
        M::Unpack2x16float => Op::UnpackHalf,
        _ => return None,
    })
}
