//! The types and signatures (operations with their types) from which expressions are generated.

use nvc_ir::{Imm, Op, Space, Type, TypeKind, Types};
use std::collections::HashMap;

/// An operation with its operand and result types.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The operation.
    pub op: Op,
    /// The immediate.
    pub imm: Imm,
    /// The types of its operands.
    pub args: Vec<Type>,
    /// The type of its result.
    pub result: Type,
}

/// All signatures.
pub struct Universe {
    /// The types, shared by all functions.
    pub types: Types,
    /// Signatures by result type.
    pub by_result: HashMap<Type, Vec<Signature>>,
    /// Signatures by operation, in the order of the operation table.
    pub by_op: Vec<(Op, Vec<Signature>)>,
}

impl Universe {
    /// Creates the signatures on scalars of all widths, vectors of two 32-bit integers, 32-bit floats or bools, vectors of
    /// four bytes, and physical pointers.
    pub fn new() -> Self {
        let mut types = Types::new();
        let v2i = types.vector(Types::I32, 2);
        let v2f = types.vector(Types::F32, 2);
        let v2b = types.vector(Types::BOOL, 2);
        let v4i8 = types.vector(Types::I8, 4);
        let pointer = types.intern(TypeKind::Pointer(Space::PhysicalStorageBuffer, Types::I32));
        let kinds = Kinds {
            ints: vec![Types::I8, Types::I16, Types::I32, Types::I64, v2i],
            floats: vec![Types::F16, Types::F32, Types::F64, v2f],
            v2i,
            v2f,
            v2b,
            v4i8,
            pointer,
        };
        let by_op: Vec<(Op, Vec<Signature>)> =
            Op::ALL.iter().map(|&op| (op, kinds.signatures(&types, op))).collect();
        let mut by_result: HashMap<Type, Vec<Signature>> = HashMap::new();
        for signature in by_op.iter().flat_map(|(_, signatures)| signatures) {
            by_result.entry(signature.result).or_default().push(signature.clone());
        }
        Universe { types, by_result, by_op }
    }
}

impl Default for Universe {
    fn default() -> Self {
        Universe::new()
    }
}

/// The types of signatures, grouped by the operations that accept them.
struct Kinds {
    ints: Vec<Type>,
    floats: Vec<Type>,
    v2i: Type,
    v2f: Type,
    v2b: Type,
    v4i8: Type,
    pointer: Type,
}

impl Kinds {
    /// Result type of a comparison of values of type `ty`.
    fn bool_of(&self, ty: Type) -> Type {
        if ty == self.v2i || ty == self.v2f || ty == self.v2b { self.v2b } else { Types::BOOL }
    }

    /// Signatures of an operation; empty if the proofs do not cover it.
    fn signatures(&self, types: &Types, op: Op) -> Vec<Signature> {
        let plain =
            |args: &[Type], result: Type| Signature { op, imm: Imm::None, args: args.to_vec(), result };
        let with = |imm: Imm, args: &[Type], result: Type| Signature { op, imm, args: args.to_vec(), result };
        let int_scalars = &self.ints[..4];
        let float_scalars = &self.floats[..3];
        let bits: Vec<Type> = [Types::BOOL, self.v2b].into_iter().chain(self.ints.iter().copied()).collect();
        match op {
            Op::IAdd
            | Op::ISub
            | Op::IMul
            | Op::SMulHi
            | Op::UMulHi
            | Op::SDiv
            | Op::UDiv
            | Op::SRem
            | Op::SMod
            | Op::URem
            | Op::SMin
            | Op::SMax
            | Op::UMin
            | Op::UMax
            | Op::Shl
            | Op::LShr
            | Op::AShr => self.ints.iter().map(|&ty| plain(&[ty, ty], ty)).collect(),
            Op::INeg | Op::SAbs => self.ints.iter().map(|&ty| plain(&[ty], ty)).collect(),
            Op::BitReverse | Op::BitCount | Op::FindLsb | Op::FindUMsb | Op::FindSMsb => {
                vec![plain(&[Types::I32], Types::I32), plain(&[self.v2i], self.v2i)]
            }
            Op::And | Op::Or | Op::Xor => bits.iter().map(|&ty| plain(&[ty, ty], ty)).collect(),
            Op::Not => bits.iter().map(|&ty| plain(&[ty], ty)).collect(),
            Op::UBfe | Op::SBfe => {
                int_scalars.iter().map(|&ty| plain(&[ty, Types::I32, Types::I32], ty)).collect()
            }
            Op::Bfi => int_scalars.iter().map(|&ty| plain(&[ty, ty, Types::I32, Types::I32], ty)).collect(),
            Op::ExtractDynamic => {
                [self.v2i, self.v2f, self.v4i8].map(|ty| plain(&[ty, Types::I32], types.scalar(ty))).to_vec()
            }
            Op::SDot | Op::UDot | Op::SUDot => vec![
                plain(&[Types::I32, Types::I32], Types::I32),
                plain(&[self.v4i8, self.v4i8], Types::I32),
                plain(&[self.v2i, self.v2i], Types::I32),
            ],
            Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat => vec![
                plain(&[Types::I32, Types::I32, Types::I32], Types::I32),
                plain(&[self.v4i8, self.v4i8, Types::I32], Types::I32),
            ],
            Op::IEq | Op::INe => bits.iter().map(|&ty| plain(&[ty, ty], self.bool_of(ty))).collect(),
            Op::SLt | Op::SLe | Op::ULt | Op::ULe => {
                self.ints.iter().map(|&ty| plain(&[ty, ty], self.bool_of(ty))).collect()
            }
            Op::FEq
            | Op::FNe
            | Op::FLt
            | Op::FLe
            | Op::FUnordLt
            | Op::FUnordLe
            | Op::FUnordEq
            | Op::FOrdNe => self.floats.iter().map(|&ty| plain(&[ty, ty], self.bool_of(ty))).collect(),
            Op::IsNan => self.floats.iter().map(|&ty| plain(&[ty], self.bool_of(ty))).collect(),
            Op::Select => bits
                .iter()
                .chain(&self.floats)
                .flat_map(|&ty| {
                    let own = self.bool_of(ty);
                    let mut list = vec![plain(&[Types::BOOL, ty, ty], ty)];
                    if own != Types::BOOL {
                        list.push(plain(&[own, ty, ty], ty));
                    }
                    list
                })
                .collect(),
            Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FMin | Op::FMax => {
                self.floats.iter().map(|&ty| plain(&[ty, ty], ty)).collect()
            }
            Op::FNeg | Op::FAbs | Op::FSat | Op::Floor | Op::Ceil | Op::Trunc | Op::RoundEven | Op::Fract => {
                self.floats.iter().map(|&ty| plain(&[ty], ty)).collect()
            }
            Op::Bitcast => {
                let groups: [&[Type]; 4] = [
                    &[Types::I16, Types::F16],
                    &[Types::I32, Types::F32, self.v4i8],
                    &[Types::I64, Types::F64, self.v2i, self.v2f],
                    &[Types::I8],
                ];
                pairs(groups).into_iter().map(|(from, to)| plain(&[from], to)).collect()
            }
            Op::ITrunc | Op::ZExt | Op::SExt => {
                let width = |ty: Type| types.scalar_bits(ty).unwrap_or(0);
                pairs([int_scalars])
                    .into_iter()
                    .filter(|&(from, to)| (op == Op::ITrunc) == (width(to) < width(from)) && from != to)
                    .map(|(from, to)| plain(&[from], to))
                    .collect()
            }
            Op::FConvert => pairs([float_scalars])
                .into_iter()
                .filter(|(from, to)| from != to)
                .map(|(from, to)| plain(&[from], to))
                .collect(),
            Op::SToF | Op::UToF => across(int_scalars, float_scalars, plain),
            Op::FToS | Op::FToU | Op::FToSSat | Op::FToUSat => across(float_scalars, int_scalars, plain),
            Op::PhysicalAddr => vec![plain(&[Types::I64], self.pointer)],
            Op::PhysicalValue => vec![plain(&[self.pointer], Types::I64)],
            Op::Construct => vec![
                plain(&[Types::I32, Types::I32], self.v2i),
                plain(&[Types::F32, Types::F32], self.v2f),
                plain(&[Types::BOOL, Types::BOOL], self.v2b),
                plain(&[Types::I8, Types::I8, Types::I8, Types::I8], self.v4i8),
            ],
            Op::Extract => {
                let of = |from: Type, to: Type| (0..2).map(move |index| with(Imm::Index(index), &[from], to));
                let vectors = [(self.v2i, Types::I32), (self.v2f, Types::F32), (self.v2b, Types::BOOL)];
                let bytes = [(self.v4i8, Types::I8)];
                vectors.into_iter().chain(bytes).flat_map(|(from, to)| of(from, to)).collect()
            }
            Op::Insert => vec![with(Imm::Index(1), &[self.v2i, Types::I32], self.v2i)],
            _ => Vec::new(),
        }
    }
}

/// All pairs of types within each group.
fn pairs<'t>(groups: impl IntoIterator<Item = &'t [Type]>) -> Vec<(Type, Type)> {
    groups
        .into_iter()
        .flat_map(|group| group.iter().flat_map(|&from| group.iter().map(move |&to| (from, to))))
        .collect()
}

/// Signatures from each type of `from` to each type of `to`.
fn across(from: &[Type], to: &[Type], plain: impl Fn(&[Type], Type) -> Signature) -> Vec<Signature> {
    from.iter()
        .flat_map(|&from| to.iter().map(move |&to| (from, to)))
        .map(|(from, to)| plain(&[from], to))
        .collect()
}
