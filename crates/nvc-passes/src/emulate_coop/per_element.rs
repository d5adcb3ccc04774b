//! Lowers `coop.per.element`, which calls a function for each matrix element.

use super::Lowering;
use super::functions::Key;
use super::lengths::value;
use super::loops::{Array, for_each};
use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Op, OwnedInst, Type, Value};

impl Lowering {
    /// Lowers the operation to a loop that calls the function for each of the invocation's elements.
    pub(super) fn per_element(&mut self, b: &mut Builder<'_>, data: &OwnedInst, ty: Type) -> Option<Value> {
        let matrix = self.matrices.get(ty)?;
        let Imm::Function(function) = data.imm() else { return None };
        let components: Vec<Option<Type>> = data
            .args
            .iter()
            .map(|&arg| self.matrices.get(b.func.ty(arg)).map(|matrix| matrix.component))
            .collect();
        let key = Key::new(b, data, &data.args, Some(ty));
        self.functions.call(b, key, &data.args, Some(ty), |b, args| {
            // The array of a matrix operand, or else the value of another operand.
            let operands: Vec<Result<Array, Value>> = args
                .iter()
                .zip(&components)
                .map(|(&arg, component)| match component {
                    Some(component) => Ok(Array::of(b, arg, *component)),
                    None => Err(arg),
                })
                .collect();
            let result = Array::new(b, ty, matrix.component);
            let count = value(b, matrix.share);
            for_each(b, count, |b, index| {
                matrix.at(b, index, |b, place| {
                    let mut given = vec![place.row, place.column];
                    for operand in &operands {
                        given.push(match operand {
                            Ok(array) => array.load(b, index),
                            Err(value) => *value,
                        });
                    }
                    let made = b.inst_with_type(Op::Call, Imm::Function(function), &given, matrix.component);
                    result.store(b, index, made);
                });
            });
            Some(result.value(b))
        })
    }
}
