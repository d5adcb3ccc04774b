//! Lowers element-wise matrix operations to loops over the elements that an invocation has.

use super::Lowering;
use super::functions::Key;
use super::lengths::value;
use super::loops::{Array, for_each};
use super::matrices::Matrix;
use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Op, OwnedInst, Type, TypeKind, Types, Value};

impl Lowering {
    /// Lowers an operation whose result is a matrix to a loop over the elements. Scalar operands are used for every element.
    pub(super) fn elementwise(&mut self, b: &mut Builder<'_>, data: &OwnedInst, ty: Type) -> Option<Value> {
        let matrix = self.matrices.get(ty)?;
        let operands: Vec<Option<Matrix>> =
            data.args.iter().map(|&arg| self.matrices.get(b.func.ty(arg))).collect();
        let key = Key::new(b, data, &data.args, Some(ty));
        let (op, imm) = (data.op, data.imm());
        self.functions.call(b, key, &data.args, Some(ty), |b, args| {
            // The array of a matrix operand, or else the value of a scalar operand.
            let arrays: Vec<Result<Array, Value>> = args
                .iter()
                .zip(&operands)
                .map(|(&arg, operand)| match operand {
                    Some(matrix) => Ok(Array::of(b, arg, matrix.component)),
                    None => Err(arg),
                })
                .collect();
            let result = Array::new(b, ty, matrix.component);
            let count = value(b, matrix.share);
            for_each(b, count, |b, index| {
                let parts: Vec<Value> = arrays
                    .iter()
                    .map(|part| match part {
                        Ok(array) => array.load(b, index),
                        Err(scalar) => *scalar,
                    })
                    .collect();
                let made = scalar(b, op, imm, &parts, matrix.component);
                result.store(b, index, made);
            });
            Some(result.value(b))
        })
    }
}

/// Emits an operation on one element, with a result of type `ty`.
fn scalar(b: &mut Builder<'_>, op: Op, imm: Imm, args: &[Value], ty: Type) -> Value {
    let from = args.first().map(|&arg| b.func.ty(arg));
    let op = match (op, args) {
        // A splat of one scalar, or a conversion between matrices with the same component type.
        (Op::Construct | Op::CoopConvertUse | Op::Bitcast, &[same]) if from == Some(ty) => return same,
        (Op::FConvert, &[same]) if from == Some(ty) => return same,
        (Op::CoopScale, _) if b.types.is_int(ty) => Op::IMul,
        (Op::CoopScale, _) => Op::FMul,
        (op, _) => op,
    };
    let is_encoded = |ty: Type, types: &Types| matches!(types.kind(ty), TypeKind::EncodedFloat(_));
    if from != Some(ty) || !is_encoded(ty, b.types) || op == Op::Select {
        return b.inst_with_type(op, imm, args, ty);
    }
    // Scalars that are not IEEE floats have no arithmetic, so compute in single precision.
    let wide: Vec<Value> =
        args.iter().map(|&arg| b.inst_with_type(Op::FConvert, Imm::None, &[arg], Types::F32)).collect();
    let result = b.inst_with_type(op, imm, &wide, Types::F32);
    b.inst_with_type(Op::FConvert, Imm::None, &[result], ty)
}
