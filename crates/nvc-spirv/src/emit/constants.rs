//! Emits constants, each only once per module.

use super::{Emit, Emitter};
use nvc_ir::constant::Const;
use nvc_ir::{Function, SpecConst, Type, TypeKind, Value};
use rspirv::dr::Operand;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Op, Word};

/// Maximum nesting depth of a constant, because emission recurses into its parts.
const MAX_DEPTH: u32 = 200;

/// State of constant emission.
#[derive(Default)]
pub(super) struct Constants {
    /// Ids of the declared specialization constants.
    pub(super) spec: FxHashMap<SpecConst, Word>,
    /// Ids whose values depend on specialization: specialization constants, and composites that contain them.
    pub(super) specialized: FxHashSet<Word>,
    depth: u32,
}

impl Constants {
    /// Returns whether a specialization constant has been declared.
    pub fn is_declared(&self, spec: SpecConst) -> bool {
        self.spec.contains_key(&spec)
    }
}

impl Emitter<'_> {
    /// Returns the id of a constant of a function.
    pub(super) fn constant(&mut self, function: &Function, value: Value) -> Emit<Word> {
        let ty = function.ty(value);
        let Some(constant) = function.as_const(value) else {
            return Err(self.fault(format!("value {value} is not a constant")));
        };
        match constant {
            Const::Bits(bits) => self.scalar(ty, *bits),
            Const::Spec(spec) => self.spec_constant(*spec),
            Const::Undef => self.plain(Op::Undef, ty),
            Const::Null => self.plain(Op::ConstantNull, ty),
            Const::Composite(parts) => {
                if self.constants.depth == MAX_DEPTH {
                    return Err(self.fault(format!("constant {value} is nested more than {MAX_DEPTH} deep")));
                }
                self.constants.depth += 1;
                let parts: Emit<Vec<Word>> =
                    parts.iter().map(|&part| self.constant(function, part)).collect();
                self.constants.depth -= 1;
                let ty = self.ty(ty)?;
                Ok(self.composite(ty, &parts?))
            }
        }
    }

    fn plain(&mut self, op: Op, ty: Type) -> Emit<Word> {
        self.require_small_arithmetic(ty)?;
        let ty = self.ty(ty)?;
        Ok(self.writer.intern(op, Some(ty), &[]))
    }

    pub(super) fn scalar(&mut self, ty: Type, bits: u64) -> Emit<Word> {
        self.require_small_arithmetic(ty)?;
        let (op, operands) = match *self.kind(ty)? {
            TypeKind::Bool if bits == 0 => (Op::ConstantFalse, None),
            TypeKind::Bool => (Op::ConstantTrue, None),
            TypeKind::Int(64) | TypeKind::Float(64) => (Op::Constant, Some(Operand::LiteralBit64(bits))),
            TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::EncodedFloat(_) => {
                (Op::Constant, Some(Operand::LiteralBit32(bits as u32)))
            }
            _ => return Err(self.fault(format!("type {ty} has no scalar constants"))),
        };
        let ty = self.ty(ty)?;
        Ok(self.writer.intern(op, Some(ty), operands.as_slice()))
    }

    /// Returns a composite constant, given the ids of its type and parts.
    pub(super) fn composite(&mut self, ty: Word, parts: &[Word]) -> Word {
        let specialized = parts.iter().any(|part| self.constants.specialized.contains(part));
        let operands: Vec<Operand> = parts.iter().map(|&part| Operand::IdRef(part)).collect();
        let op = if specialized { Op::SpecConstantComposite } else { Op::ConstantComposite };
        let id = self.writer.intern(op, Some(ty), &operands);
        if specialized {
            self.constants.specialized.insert(id);
        }
        id
    }

    /// Returns a 32-bit unsigned integer constant.
    pub(super) fn u32(&mut self, n: u32) -> Word {
        let ty = self.int_type(32, false);
        self.writer.intern(Op::Constant, Some(ty), &[Operand::LiteralBit32(n)])
    }

    /// Returns a constant vector of signed integers, such as a texel offset; a scalar if there is only one
    /// component.
    pub(super) fn signed_vector(&mut self, components: &[i32]) -> Word {
        let scalar = self.int_type(32, true);
        let parts: Vec<Word> = components
            .iter()
            .map(|&n| self.writer.intern(Op::Constant, Some(scalar), &[Operand::LiteralBit32(n as u32)]))
            .collect();
        match parts[..] {
            [one] => one,
            _ => {
                let ty = self.vector_type(scalar, parts.len() as u16);
                self.composite(ty, &parts)
            }
        }
    }
}
