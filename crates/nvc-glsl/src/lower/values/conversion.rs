//! Lowers conversions (GLSL §5.4.1): componentwise, and between addresses, handles and integers.

use crate::lower::context::Lowerer;
use crate::lower::types::{component, scalar_type};
use crate::lower::values::rvalue::Rvalue;
use crate::types::{Scalar, ScalarKind as K, Type, TypeKind};
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Type as IrType, Types, Value};

impl Lowerer<'_, '_> {
    /// Converts a value to another type: of the same shape or, for addresses and handles, of the same size.
    pub(in crate::lower) fn convert_rvalue(&mut self, value: &Rvalue, from: Type, to: Type) -> Rvalue {
        if from == to {
            return value.clone();
        }
        match (self.kind(from), self.kind(to)) {
            (&TypeKind::CoopMatrix(a), &TypeKind::CoopMatrix(b)) => {
                let value = self.single(value);
                let ty = self.value_type(to);
                self.convert_coop(value, a, b, ty).into()
            }
            (&TypeKind::CoopVector(a), &TypeKind::CoopVector(b)) => {
                let value = self.single(value);
                let ty = self.value_type(to);
                if a.scalar == b.scalar {
                    value.into()
                } else {
                    self.convert_to(value, a.scalar, b.scalar, ty).into()
                }
            }
            // The vectors have the same length and, as checking converts the components, the same component type.
            (TypeKind::CoopVector(_), TypeKind::SpecVector(..))
            | (TypeKind::SpecVector(..), TypeKind::CoopVector(_)) => {
                let value = self.single(value);
                let ty = self.value_type(to);
                self.b.inst_with_type(Op::Construct, Imm::None, &[value], ty).into()
            }
            (a, b) if is_number(a) && is_number(b) => match (component(a), component(b)) {
                (Some(a), Some(b)) => {
                    self.each_column(from, value, &mut |this, column| this.convert(column, a, b))
                }
                _ => value.clone(),
            },
            // Addresses and handles are 64-bit integers; a `uvec2` is converted to one by a bitcast.
            _ => {
                let value = self.single(value);
                let ty = self.value_type(to);
                let bits = |this: &Self, ty| this.b.types.bits(ty);
                if bits(self, self.b.func.ty(value)) == bits(self, ty) {
                    return self.b.bitcast(value, ty).into();
                }
                self.internal_error("a conversion between types of different sizes");
                self.b.undef(ty).into()
            }
        }
    }

    /// Converts the components of a scalar or vector.
    pub(in crate::lower) fn convert(&mut self, value: Value, from: Scalar, to: Scalar) -> Value {
        if from == to {
            return value;
        }
        let ty = self.b.func.ty(value);
        let ty = self.b.types.with_scalar(ty, scalar_type(to));
        self.convert_to(value, from, to, ty)
    }

    /// Like [`convert`](Self::convert), but with an explicit result type, as cooperative matrices require.
    pub(in crate::lower) fn convert_to(
        &mut self,
        value: Value,
        from: Scalar,
        to: Scalar,
        ty: IrType,
    ) -> Value {
        let op = match (from.kind, to.kind) {
            (K::Bool, K::Float) => {
                let (one, zero) = (self.float_of(ty, 1.0), self.float_of(ty, 0.0));
                return self.b.op(Op::Select, &[value, one, zero]);
            }
            (K::Bool, _) => return self.bool_to(value, ty, 1),
            (K::Float, K::Bool) => {
                let zero = self.float_of(self.b.func.ty(value), 0.0);
                return self.b.op(Op::FNe, &[value, zero]);
            }
            (_, K::Bool) => {
                let zero = self.bits_of(self.b.func.ty(value), 0);
                return self.b.op(Op::INe, &[value, zero]);
            }
            (K::Float | K::Encoded(_), K::Float | K::Encoded(_)) => Op::FConvert,
            (K::Float | K::Encoded(_), K::Sint) => Op::FToS,
            (K::Float | K::Encoded(_), _) => Op::FToU,
            (K::Sint, K::Float | K::Encoded(_)) => Op::SToF,
            (_, K::Float | K::Encoded(_)) => Op::UToF,
            _ if from.width == to.width => return self.b.bitcast(value, ty),
            _ if from.width > to.width => Op::ITrunc,
            (K::Sint, _) => Op::SExt,
            _ => Op::ZExt,
        };
        self.b.inst_with_type(op, Imm::None, &[value], ty)
    }

    /// Converts bools to integers of type `ty`: `bits` for true and 0 for false.
    pub(in crate::lower) fn bool_to(&mut self, predicate: Value, ty: IrType, bits: u64) -> Value {
        let scalar = self.b.types.scalar(ty);
        let ty = self.b.func.ty(predicate);
        let ty = self.b.types.with_scalar(ty, scalar);
        let (one, zero) = (self.bits_of(ty, bits), self.bits_of(ty, 0));
        self.b.op(Op::Select, &[predicate, one, zero])
    }

    /// Truncates or zero-extends an integer to 32 bits.
    pub(in crate::lower) fn convert_to_32_bits(&mut self, value: Value) -> Value {
        match self.b.types.scalar_bits(self.b.func.ty(value)) {
            Some(64) => self.b.inst_with_type(Op::ITrunc, Imm::None, &[value], Types::I32),
            Some(8 | 16) => self.b.inst_with_type(Op::ZExt, Imm::None, &[value], Types::I32),
            _ => value,
        }
    }
}

fn is_number(kind: &TypeKind) -> bool {
    matches!(
        kind,
        TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::SpecVector(..) | TypeKind::Matrix { .. }
    )
}
