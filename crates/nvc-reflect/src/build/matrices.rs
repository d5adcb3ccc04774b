//! Collects the cooperative matrix types and products of a module.

use super::memory::extent;
use crate::{CooperativeMatrices, Matrix, MatrixComponent, MatrixProduct, MatrixScope, MatrixUse};
use nvc_ir::types::{CoopMatrixType, Length};
use nvc_ir::{FpEncoding, Module, Op, Type, TypeKind};
use nvc_spirv::Binary;
use std::collections::BTreeSet;

/// Returns the distinct types and products, sorted. Products that differ only in saturation count as one.
pub(super) fn collect(module: &Module, binary: &Binary) -> CooperativeMatrices {
    let mut types = BTreeSet::new();
    for &ty in &binary.declared.types {
        types.extend(matrix(module, ty).map(|matrix| describe(module, &matrix)));
    }
    let mut products = BTreeSet::new();
    for func in module.functions.values() {
        for (_, data) in func.insts() {
            if let (Op::CoopMulAdd, Some(result), &[a, b, c]) = (data.op, data.result, &data.args[..]) {
                let ty = |value| matrix(module, func.ty(func.resolve(value)));
                if let (Some(a), Some(b), Some(c), Some(result)) = (ty(a), ty(b), ty(c), ty(result)) {
                    products.insert(product(module, [&a, &b, &c, &result]));
                }
            }
        }
    }
    CooperativeMatrices { types: types.into_iter().collect(), products: products.into_iter().collect() }
}

fn matrix(module: &Module, ty: Type) -> Option<CoopMatrixType> {
    match *module.types.kind(ty) {
        TypeKind::CoopMatrix(matrix) => Some(matrix),
        _ => None,
    }
}

fn describe(module: &Module, matrix: &CoopMatrixType) -> Matrix {
    Matrix {
        component: component(module, matrix),
        scope: scope(matrix),
        rows: extent(module, matrix.rows),
        columns: extent(module, matrix.columns),
        usage: matrix.usage.map(|usage| match usage {
            0 => MatrixUse::A,
            1 => MatrixUse::B,
            _ => MatrixUse::Accumulator,
        }),
    }
}

fn product(module: &Module, [a, b, c, result]: [&CoopMatrixType; 4]) -> MatrixProduct {
    MatrixProduct {
        m: extent(module, a.rows),
        n: extent(module, b.columns),
        k: extent(module, a.columns),
        a: component(module, a),
        b: component(module, b),
        c: component(module, c),
        result: component(module, result),
        scope: scope(result),
    }
}

fn component(module: &Module, matrix: &CoopMatrixType) -> MatrixComponent {
    match (module.types.kind(matrix.component), matrix.signed) {
        (TypeKind::Float(16), _) => MatrixComponent::F16,
        (TypeKind::Float(64), _) => MatrixComponent::F64,
        (TypeKind::Float(_), _) => MatrixComponent::F32,
        (TypeKind::EncodedFloat(FpEncoding::BFloat16), _) => MatrixComponent::BF16,
        (TypeKind::EncodedFloat(FpEncoding::Float8E5M2), _) => MatrixComponent::E5M2,
        // Matrices cannot have components of any other encoding.
        (TypeKind::EncodedFloat(_), _) => MatrixComponent::E4M3,
        (TypeKind::Int(8), true) => MatrixComponent::I8,
        (TypeKind::Int(16), true) => MatrixComponent::I16,
        (TypeKind::Int(64), true) => MatrixComponent::I64,
        (_, true) => MatrixComponent::I32,
        (TypeKind::Int(8), false) => MatrixComponent::U8,
        (TypeKind::Int(16), false) => MatrixComponent::U16,
        (TypeKind::Int(64), false) => MatrixComponent::U64,
        (_, false) => MatrixComponent::U32,
    }
}

/// Converts the scope of a matrix, a value of SPIR-V's enumeration (SPIR-V, "Scope <id>").
fn scope(matrix: &CoopMatrixType) -> MatrixScope {
    match matrix.scope {
        Length::Fixed(1) => MatrixScope::Device,
        Length::Fixed(2) => MatrixScope::Workgroup,
        Length::Fixed(5) => MatrixScope::QueueFamily,
        Length::Fixed(_) => MatrixScope::Subgroup,
        Length::Spec(_) => MatrixScope::Specialized,
    }
}
