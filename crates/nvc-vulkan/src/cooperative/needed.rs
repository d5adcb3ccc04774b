//! Reads the cooperative matrices and vectors that a module needs.

use super::constants::Constants;
use super::shapes::{Component, Extension, Matrix, Needed, Position, Product, Scope, Vector, VectorProduct};
use crate::reflect::invalid;
use crate::{Error, Result};
use nvc_exec::Dispatch;
use nvc_spirv::reader::{self, Instruction, Module, ReadError};
use spirv::{CooperativeMatrixOperands, FPEncoding, Op};
use std::collections::BTreeMap;

/// Vulkan's component types of floats with an encoding, by SPIR-V's encoding.
const ENCODED: [(FPEncoding, u32); 3] = [
    (FPEncoding::BFloat16KHR, 1_000_141_000),
    (FPEncoding::Float8E4M3EXT, 1_000_491_002),
    (FPEncoding::Float8E5M2EXT, 1_000_491_003),
];

/// The flag of a product whose sums saturate.
const SATURATING: u32 = CooperativeMatrixOperands::SATURATING_ACCUMULATION_KHR.bits();

/// Collects the distinct types and products of a module, with the specialization constants of a dispatch.
pub(super) fn collect(words: &[u32], dispatch: &Dispatch) -> Result<Needed> {
    let unreadable = |error: ReadError| -> Error { invalid(error.to_string()) };
    let module = Module::read(words).map_err(unreadable)?;
    let read = Reader { constants: Constants { module: &module, dispatch }, module: &module };
    let mut needed = Needed::default();
    for (id, inst) in module.declarations() {
        match inst.op {
            Op::TypeCooperativeMatrixKHR | Op::TypeCooperativeMatrixNV => {
                needed.matrices.extend(read.matrix(id))
            }
            Op::TypeCooperativeVectorNV => needed.vectors.extend(read.vector(id)),
            _ => {}
        }
    }
    let mut types = BTreeMap::new();
    for inst in reader::instructions(words).map_err(unreadable)? {
        let inst = inst.map_err(unreadable)?;
        types.extend(inst.result.zip(inst.result_type));
        match inst.op {
            Op::CooperativeMatrixMulAddKHR | Op::CooperativeMatrixMulAddNV => {
                needed.products.extend(read.product(&inst, &types));
            }
            Op::CooperativeVectorMatrixMulNV | Op::CooperativeVectorMatrixMulAddNV => {
                needed.vector_products.extend(read.vector_product(&inst, &types));
            }
            _ => {}
        }
    }
    needed.sort();
    Ok(needed)
}

impl Needed {
    fn sort(&mut self) {
        self.products.sort_unstable();
        self.products.dedup();
        self.matrices.sort_unstable();
        self.matrices.dedup();
        self.vector_products.sort_unstable();
        self.vector_products.dedup();
        self.vectors.sort_unstable();
        self.vectors.dedup();
    }
}

/// The types of values, by their ids.
type Types = BTreeMap<u32, u32>;

/// Looks up types and constants of a module.
struct Reader<'m> {
    module: &'m Module<'m>,
    constants: Constants<'m>,
}

impl Reader<'_> {
    fn matrix(&self, ty: u32) -> Option<Matrix> {
        let inst = self.module.declaration(ty)?;
        let (&[component, scope, rows, columns], usage) = match (inst.op, inst.operands) {
            (Op::TypeCooperativeMatrixKHR, [parts @ .., usage]) => {
                (<&[u32; 4]>::try_from(parts).ok()?, Some(*usage))
            }
            (Op::TypeCooperativeMatrixNV, parts) => (<&[u32; 4]>::try_from(parts).ok()?, None),
            _ => return None,
        };
        let usage = match usage {
            None => None,
            Some(usage) => Some(match self.constants.value(usage)? {
                0 => Position::A,
                1 => Position::B,
                _ => Position::Accumulator,
            }),
        };
        Some(Matrix {
            component: self.component(component)?,
            scope: Scope(self.constants.value(scope)?),
            rows: self.constants.value(rows)?,
            columns: self.constants.value(columns)?,
            usage,
        })
    }

    fn vector(&self, ty: u32) -> Option<Vector> {
        match self.module.declaration(ty) {
            Some(&Instruction {
                op: Op::TypeCooperativeVectorNV, operands: &[component, length], ..
            }) => {
                let (component, length) = (self.component(component)?, self.constants.value(length)?);
                Some(Vector { component, length })
            }
            _ => None,
        }
    }

    fn component(&self, ty: u32) -> Option<Component> {
        let inst = self.module.declaration(ty)?;
        let number = match (inst.op, inst.operands) {
            (Op::TypeFloat, &[16]) => 0,
            (Op::TypeFloat, &[32]) => 1,
            (Op::TypeFloat, &[64]) => 2,
            (Op::TypeFloat, &[_, encoding]) => {
                ENCODED.iter().find(|(known, _)| *known as u32 == encoding).map(|(_, number)| *number)?
            }
            // Component types of integers are numbered from 3, the signed ones first.
            (Op::TypeInt, &[width @ (8 | 16 | 32 | 64), signed]) => {
                width.trailing_zeros() + if signed == 0 { 4 } else { 0 }
            }
            _ => return None,
        };
        Some(Component(number))
    }

    fn product(&self, inst: &Instruction<'_>, types: &Types) -> Option<(Extension, Product)> {
        let [a, b, c] = *inst.operands.first_chunk()?;
        let matrix = |value| self.matrix(*types.get(&value)?);
        let (a, b, c, result) = (matrix(a)?, matrix(b)?, matrix(c)?, self.matrix(inst.result_type?)?);
        let (extension, saturating) = match inst.op {
            Op::CooperativeMatrixMulAddNV => (Extension::Nv, false),
            _ => (Extension::Khr, inst.operand(3).is_some_and(|flags| flags & SATURATING != 0)),
        };
        let product = Product {
            sizes: [a.rows, b.columns, a.columns],
            components: [a.component, b.component, c.component, result.component],
            scope: result.scope,
            saturating,
        };
        Some((extension, product))
    }

    fn vector_product(&self, inst: &Instruction<'_>, types: &Types) -> Option<VectorProduct> {
        let interpretation = |index| Some(Component(self.constants.value(inst.operand(index)?)?));
        // The bias has three operands before the sizes.
        let (bias, transpose) = match inst.op {
            Op::CooperativeVectorMatrixMulNV => (None, 8),
            _ => (Some(interpretation(7)?), 11),
        };
        Some(VectorProduct {
            input: self.vector(*types.get(&inst.operand(0)?)?)?.component,
            input_interpretation: interpretation(1)?,
            matrix: interpretation(4)?,
            bias,
            result: self.vector(inst.result_type?)?.component,
            transpose: self.constants.value(inst.operand(transpose)?)? != 0,
        })
    }
}

#[cfg(test)]
#[path = "needed_tests.rs"]
mod tests;
