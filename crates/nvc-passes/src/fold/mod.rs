//! Constant folding: evaluates operations whose result is the same on every target.
//!
//! Integer operations wrap. Float operations are folded only if IEEE 754 requires correct rounding. NaN results are not
//! folded, because their bits differ between targets, except those of `fneg` and `fabs`. Undefined results are not folded
//! either.

mod convert;
mod dot;
mod float;
mod half;
mod int;

use nvc_ir::{Const, FpEncoding, Function, Op, Type, TypeKind, Types, Value};
use smallvec::SmallVec;

/// The kind of a scalar type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Bool,
    Int(u8),
    Float(u8),
    Encoded(FpEncoding),
}

impl Kind {
    fn of(types: &Types, ty: Type) -> Option<Kind> {
        match *types.kind(ty) {
            TypeKind::Bool => Some(Kind::Bool),
            TypeKind::Int(bits) => Some(Kind::Int(bits)),
            TypeKind::Float(bits) => Some(Kind::Float(bits)),
            TypeKind::EncodedFloat(encoding) => Some(Kind::Encoded(encoding)),
            _ => None,
        }
    }

    fn width(self) -> u32 {
        match self {
            Kind::Bool => 1,
            Kind::Int(bits) | Kind::Float(bits) => u32::from(bits),
            Kind::Encoded(encoding) => u32::from(encoding.bits()),
        }
    }

    fn mask(self) -> u64 {
        mask(self.width())
    }
}

/// The mask of the low `width` bits.
pub(crate) fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// Maximum number of components of the vectors that are folded. It bounds the time and memory that folding a chain of
/// operations on long vectors takes.
const MAX_FOLDED: u16 = 1024;

/// The result of an operation as a constant, if its operands are constants and it can be folded.
pub(crate) fn fold(func: &mut Function, types: &Types, op: Op, args: &[Value], ty: Type) -> Option<Value> {
    let counted = |ty: Type| types.components(ty) <= MAX_FOLDED && !types.is_uncounted(ty);
    if args.is_empty() || !args.iter().all(|&arg| func.as_const(arg).is_some() && counted(func.ty(arg))) {
        return None;
    }
    match op {
        Op::Bitcast => bitcast(func, types, *args.first()?, ty),
        Op::SDot | Op::UDot | Op::SUDot | Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat => {
            dot::fold(func, types, op, args, ty)
        }
        Op::PackHalf | Op::UnpackHalf => half::fold(func, types, op, *args.first()?, ty),
        _ => lanes(func, types, op, args, ty),
    }
}

/// Folds a component-wise operation.
fn lanes(func: &mut Function, types: &Types, op: Op, args: &[Value], ty: Type) -> Option<Value> {
    let scalar = types.scalar(ty);
    let to = Kind::of(types, scalar)?;
    let from = Kind::of(types, types.scalar(func.ty(*args.first()?)))?;
    let count = types.components(ty);
    let mut component = |index: u16| {
        let mut operands: SmallVec<[u64; 4]> = SmallVec::new();
        for &arg in args {
            operands.push(lane(func, types, arg, index)?);
        }
        let bits = scalar_op(op, from, to, &operands)? & to.mask();
        Some(func.constant(scalar, Const::Bits(bits)))
    };
    if count == 1 {
        return component(0);
    }
    let parts = (0..count).map(component).collect::<Option<Vec<Value>>>()?;
    Some(func.constant(ty, Const::Composite(parts)))
}

/// The result of an operation on the bits of scalars, by the types of the first operand and of the result.
#[cfg(feature = "proofs")]
pub(crate) fn scalar(types: &Types, op: Op, from: Type, to: Type, args: &[u64]) -> Option<u64> {
    let to = Kind::of(types, to)?;
    Some(scalar_op(op, Kind::of(types, from)?, to, args)? & to.mask())
}

/// Folds an operation on scalars. Bits above the result's width are unspecified.
fn scalar_op(op: Op, from: Kind, to: Kind, args: &[u64]) -> Option<u64> {
    convert::fold(op, from, to, args).or_else(|| match from {
        Kind::Bool | Kind::Int(_) => int::fold(op, from.width(), args),
        Kind::Float(_) => float::fold(op, from.width(), args),
        Kind::Encoded(_) => None,
    })
}

/// The bits of a component of a constant. A scalar operand of a vector operation, such as a shift amount, applies to
/// every component.
fn lane(func: &Function, types: &Types, value: Value, index: u16) -> Option<u64> {
    match func.as_const(value)? {
        Const::Bits(bits) => Some(*bits),
        Const::Null if Kind::of(types, types.scalar(func.ty(value))).is_some() => Some(0),
        Const::Composite(parts) => func.as_bits(*parts.get(usize::from(index))?),
        _ => None,
    }
}

/// Folds a bitcast of up to 128 bits. The first component has the lowest bits.
fn bitcast(func: &mut Function, types: &Types, value: Value, ty: Type) -> Option<Value> {
    let from = func.ty(value);
    let (from_width, to_width) =
        (u32::from(types.scalar_bits(types.scalar(from))?), types.scalar_bits(types.scalar(ty))?);
    let to_width = u32::from(to_width);
    if types.bits(from)? != types.bits(ty)? || types.bits(ty)? > 128 {
        return None;
    }
    let mut all = 0u128;
    for index in 0..types.components(from) {
        all |= u128::from(lane(func, types, value, index)?) << (u32::from(index) * from_width);
    }
    let scalar = types.scalar(ty);
    let component = |index: u16| {
        let bits = (all >> (u32::from(index) * to_width)) as u64 & mask(to_width);
        func.constant(scalar, Const::Bits(bits))
    };
    let mut components = (0..types.components(ty)).map(component);
    if components.len() == 1 {
        return components.next();
    }
    let parts = components.collect();
    Some(func.constant(ty, Const::Composite(parts)))
}
