//! Operands of random instructions: values in scope, constants, offsets, indices and conditions.

use super::Generator;
use nvc_ir::imm::{Access, BytesAccess};
use nvc_ir::{Global, Imm, Op, Type, Types, Value};

/// Constants, truncated to the type.
const CONSTANTS: &[u64] =
    &[0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 63, 255, 256, 0xffff, 0x7fff_ffff, 0x8000_0000, u64::MAX];

/// The immediate of an access by bytes.
pub fn bytes(global: Global) -> Imm {
    Imm::Bytes(BytesAccess { global, access: Access::default() })
}

impl Generator<'_, '_> {
    /// Returns a value of a type: one in scope, a constant or an undefined value.
    pub fn operand(&mut self, ty: Type) -> Value {
        let fitting: Vec<Value> =
            self.pool.iter().copied().filter(|&value| self.b.func.ty(value) == ty).collect();
        // Prefers recent values, so that expressions become deep.
        let recent = fitting.len().saturating_sub(4);
        let list = if self.rng.chance(60) { &fitting[recent..] } else { &fitting[..] };
        if !self.rng.chance(20)
            && let Some(&value) = self.rng.pick(list)
        {
            return value;
        }
        self.constant(ty)
    }

    fn constant(&mut self, ty: Type) -> Value {
        if self.rng.chance(3) {
            return self.b.undef(ty);
        }
        if ty == Types::BOOL {
            let bit = self.rng.chance(50);
            return self.b.bool(bit);
        }
        let count = self.b.types.components(ty);
        let scalar = self.b.types.scalar(ty);
        let is_float = self.b.types.is_float(ty);
        let bits = *self.rng.pick(CONSTANTS).unwrap_or(&0);
        let number = *self.rng.pick(&[0.0, 1.0, -1.0, 0.5, 2.0, -0.0]).unwrap_or(&1.0);
        let part = match is_float {
            true => self.b.float(scalar, number),
            false if scalar == Types::BOOL => self.b.bool(bits % 2 == 1),
            false => self.b.bits(scalar, bits),
        };
        match count {
            1 => part,
            _ => self.b.func.constant(ty, nvc_ir::Const::Composite(vec![part; count.into()])),
        }
    }

    /// A byte offset that is a multiple of `align`, which is a power of two.
    pub fn offset(&mut self, align: u32) -> Value {
        match self.rng.below(16) {
            0 => {
                let (index, amount) = (self.operand(Types::I32), self.b.i32(align.trailing_zeros()));
                self.b.op(Op::Shl, &[index, amount])
            }
            1..=7 => {
                let at = self.rng.below(8) as u32 * align;
                self.b.i32(at)
            }
            8..=11 => {
                let (index, mask) = (self.operand(Types::I32), self.b.i32(7 * align));
                self.b.op(Op::And, &[index, mask])
            }
            _ => {
                let (index, seven) = (self.operand(Types::I32), self.b.i32(7));
                let index = self.b.op(Op::And, &[index, seven]);
                let amount = self.b.i32(align.trailing_zeros());
                self.b.op(Op::Shl, &[index, amount])
            }
        }
    }

    /// An index below four.
    pub fn index(&mut self) -> Value {
        if self.rng.chance(50) {
            let at = self.rng.below(4) as u32;
            return self.b.i32(at);
        }
        let (index, three) = (self.operand(Types::I32), self.b.i32(3));
        self.b.op(Op::And, &[index, three])
    }

    /// A condition, often a comparison of two words.
    pub fn condition(&mut self) -> Value {
        match self.rng.below(10) {
            0 => {
                let bit = self.rng.chance(50);
                self.b.bool(bit)
            }
            1..=3 => self.operand(Types::BOOL),
            4 => {
                let other = self.operand(Types::BOOL);
                self.b.op(Op::Not, &[other])
            }
            _ => {
                let ops = [Op::IEq, Op::INe, Op::ULt, Op::SLt, Op::ULe];
                let op = *self.rng.pick(&ops).unwrap_or(&Op::IEq);
                let (x, y) = (self.operand(Types::I32), self.operand(Types::I32));
                let condition = self.b.op(op, &[x, y]);
                self.pool.push(condition);
                condition
            }
        }
    }
}
