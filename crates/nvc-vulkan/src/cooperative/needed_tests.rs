//! Tests of reading modules, on hand-assembled ones.

use super::*;
use spirv::{Decoration, MAGIC_NUMBER};

type Inst<'a> = (Op, &'a [u32]);

/// Assembles a module from its instructions.
fn assemble(instructions: &[Inst<'_>]) -> Vec<u32> {
    let mut words = vec![MAGIC_NUMBER, 0x0001_0600, 0, 100, 0];
    for (op, operands) in instructions {
        words.push(*op as u32 | (operands.len() as u32 + 1) << 16);
        words.extend(*operands);
    }
    words
}

const F16: Component = Component(0);
const SUBGROUP: Scope = Scope(3);

/// Constants: 10 is 3, 11 is 16, 12 is the specialization constant 7 (default 8), 13 is 12 * 2, and 14 to 16 are 0 to 2.
const CONSTANTS: [Inst<'_>; 10] = [
    (Op::Decorate, &[12, Decoration::SpecId as u32, 7]),
    (Op::TypeInt, &[2, 32, 0]),
    (Op::TypeFloat, &[3, 16]),
    (Op::Constant, &[2, 10, 3]),
    (Op::Constant, &[2, 11, 16]),
    (Op::SpecConstant, &[2, 12, 8]),
    (Op::Constant, &[2, 14, 0]),
    (Op::Constant, &[2, 15, 1]),
    (Op::Constant, &[2, 16, 2]),
    (Op::SpecConstantOp, &[2, 13, Op::IMul as u32, 12, 16]),
];

/// The product of a 16 by 8 and an 8 by 16 matrix, where 8 is the specialization constant.
const MATRICES: [Inst<'_>; 8] = [
    (Op::TypeCooperativeMatrixKHR, &[20, 3, 10, 11, 12, 14]),
    (Op::TypeCooperativeMatrixKHR, &[21, 3, 10, 12, 11, 15]),
    (Op::TypeCooperativeMatrixKHR, &[22, 3, 10, 11, 11, 16]),
    (Op::Function, &[1, 4, 0, 5]),
    (Op::Undef, &[20, 30]),
    (Op::Undef, &[21, 31]),
    (Op::Undef, &[22, 32]),
    (Op::CooperativeMatrixMulAddKHR, &[22, 33, 30, 31, 32, SATURATING]),
];

fn specialized(value: u64) -> Dispatch {
    Dispatch { specialization: [(7, value)].into(), ..Dispatch::default() }
}

#[test]
fn specialized_products() {
    let words = assemble(&[&CONSTANTS[..], &MATRICES[..]].concat());
    let product = |k| {
        let product = Product { sizes: [16, 16, k], components: [F16; 4], scope: SUBGROUP, saturating: true };
        (Extension::Khr, product)
    };
    let needed = collect(&words, &Dispatch::default()).unwrap();
    assert_eq!(needed.products, [product(8)]);
    let usages = [Position::A, Position::B, Position::Accumulator];
    let sizes = [[16, 8], [8, 16], [16, 16]];
    for ([rows, columns], usage) in sizes.into_iter().zip(usages) {
        let matrix = Matrix { component: F16, scope: SUBGROUP, rows, columns, usage: Some(usage) };
        assert!(needed.matrices.contains(&matrix), "{matrix} in {:?}", needed.matrices);
    }
    assert_eq!(collect(&words, &specialized(32)).unwrap().products, [product(32)]);
}

#[test]
fn operations_on_specialization_constants() {
    let matrix: Inst<'_> = (Op::TypeCooperativeMatrixNV, &[20, 3, 10, 11, 13]);
    let words = assemble(&[&CONSTANTS[..], &[matrix]].concat());
    let columns = |dispatch: &Dispatch| {
        let matrices = collect(&words, dispatch).unwrap().matrices;
        matrices.iter().map(|matrix| (matrix.usage, matrix.columns)).collect::<Vec<_>>()
    };
    assert_eq!(columns(&Dispatch::default()), [(None, 16)]);
    assert_eq!(columns(&specialized(12)), [(None, 24)]);
}

#[test]
fn types_with_unknown_constants_are_left_out() {
    // A quotient by zero has no value.
    let constant: Inst<'_> = (Op::SpecConstantOp, &[2, 17, Op::UDiv as u32, 12, 14]);
    let matrix: Inst<'_> = (Op::TypeCooperativeMatrixNV, &[20, 3, 10, 11, 17]);
    let words = assemble(&[&CONSTANTS[..], &[constant, matrix]].concat());
    assert_eq!(collect(&words, &Dispatch::default()).unwrap(), Needed::default());
}

#[test]
fn component_types() {
    let component = |inst: Inst<'_>| {
        let vector: Inst<'_> = (Op::TypeCooperativeVectorNV, &[20, 19, 11]);
        let words = assemble(&[&CONSTANTS[..], &[inst, vector]].concat());
        collect(&words, &Dispatch::default()).unwrap().vectors[0].component.to_string()
    };
    for (inst, name) in [
        ((Op::TypeFloat, &[19, 64][..]), "f64"),
        ((Op::TypeFloat, &[19, 16, FPEncoding::BFloat16KHR as u32]), "bf16"),
        ((Op::TypeFloat, &[19, 8, FPEncoding::Float8E5M2EXT as u32]), "e5m2"),
        ((Op::TypeInt, &[19, 8, 1]), "i8"),
        ((Op::TypeInt, &[19, 64, 1]), "i64"),
        ((Op::TypeInt, &[19, 8, 0]), "u8"),
        ((Op::TypeInt, &[19, 32, 0]), "u32"),
    ] {
        assert_eq!(component(inst), name);
    }
}

#[test]
fn products_of_vectors() {
    let vectors: [Inst<'_>; 5] = [
        (Op::TypeBool, &[6]),
        (Op::ConstantTrue, &[6, 18]),
        (Op::TypeCooperativeVectorNV, &[20, 3, 11]),
        (Op::Function, &[1, 4, 0, 5]),
        (Op::Undef, &[20, 30]),
    ];
    // Interpretations: the input f16 (0), the matrix i8 (3), the bias f64 (2). Other operands are arbitrary.
    let product: Inst<'_> =
        (Op::CooperativeVectorMatrixMulNV, &[20, 31, 30, 14, 40, 14, 10, 11, 11, 14, 18, 11]);
    let sum: Inst<'_> =
        (Op::CooperativeVectorMatrixMulAddNV, &[20, 31, 30, 14, 40, 14, 10, 41, 14, 16, 11, 11, 14, 18, 11]);
    let products = |inst: Inst<'_>| {
        let words = assemble(&[&CONSTANTS[..], &vectors[..], &[inst]].concat());
        let needed = collect(&words, &Dispatch::default()).unwrap();
        assert_eq!(needed.vectors, [Vector { component: F16, length: 16 }]);
        needed.vector_products.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(products(product), ["matrix i8 * input f16 -> f16, transposed"]);
    assert_eq!(products(sum), ["matrix i8 * input f16 + bias f64 -> f16, transposed"]);
}
