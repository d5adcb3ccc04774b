//! Generates random expressions.

use super::Generator;
use nvc_ir::{Op, Types, Value};

/// Constants that occur in algebraic identities and at the limits of types.
const WORDS: [u32; 14] = [0, 0, 1, 1, 2, 3, 4, 12, 31, 255, 0x3f80_0000, 0x7fff_ffff, 0x8000_0000, u32::MAX];

impl Generator<'_> {
    /// A 32-bit expression.
    pub(super) fn word(&mut self, depth: u32) -> Value {
        const BINARY: [Op; 14] = [
            Op::IAdd,
            Op::IAdd,
            Op::ISub,
            Op::IMul,
            Op::And,
            Op::Or,
            Op::Xor,
            Op::SMin,
            Op::UMax,
            Op::UMulHi,
            Op::SMulHi,
            Op::IAdd,
            Op::ISub,
            Op::And,
        ];
        const BY_CONST: [Op; 9] =
            [Op::Shl, Op::LShr, Op::AShr, Op::UDiv, Op::URem, Op::SDiv, Op::SRem, Op::SMod, Op::IMul];
        if depth == 0 {
            return self.leaf();
        }
        match self.random(14) {
            0..2 => self.leaf(),
            2..6 => {
                let op = BINARY[self.random(BINARY.len() as u32) as usize];
                let args = [self.word(depth - 1), self.word(depth - 1)];
                self.op(op, &args)
            }
            6..8 => {
                let op = BY_CONST[self.random(BY_CONST.len() as u32) as usize];
                let a = self.word(depth - 1);
                let b = 1 + self.random(31);
                let b = self.word_const(b);
                self.op(op, &[a, b])
            }
            8 => {
                let op = [Op::INeg, Op::Not, Op::SAbs][self.random(3) as usize];
                let a = self.word(depth - 1);
                self.op(op, &[a])
            }
            9 => {
                let cond = self.boolean(depth - 1);
                let (yes, no) = (self.word_const(u32::MAX), self.word_const(0));
                self.inst_with_type(Op::Select, &[cond, yes, no], Types::I32)
            }
            10 => {
                let cond = self.boolean(depth - 1);
                let (yes, no) = (self.word(depth - 1), self.word(depth - 1));
                self.inst_with_type(Op::Select, &[cond, yes, no], Types::I32)
            }
            11 => self.through_long(depth - 1),
            _ => {
                let float = self.float(depth - 1);
                self.inst_with_type(Op::Bitcast, &[float], Types::I32)
            }
        }
    }

    fn leaf(&mut self) -> Value {
        let at = self.random(self.registers.len() as u32 + 3) as usize;
        match self.registers.get(at) {
            Some(&register) => self.ssa.read(self.func, register, self.block),
            None => {
                let n = WORDS[self.random(WORDS.len() as u32) as usize];
                self.word_const(n)
            }
        }
    }

    /// A word of a 64-bit value that is packed from words and perhaps doubled, squared or xored with itself.
    fn through_long(&mut self, depth: u32) -> Value {
        let (low, high) = (self.word(depth), self.word(depth));
        let long = if self.random(2) == 0 {
            let pair = self.builder().construct(&[low, high]);
            self.inst_with_type(Op::Bitcast, &[pair], Types::I64)
        } else {
            let low = self.inst_with_type(Op::ZExt, &[low], Types::I64);
            let high = self.inst_with_type(Op::SExt, &[high], Types::I64);
            let amount = self.builder().bits(Types::I64, 32);
            let high = self.op(Op::Shl, &[high, amount]);
            self.op(Op::Or, &[low, high])
        };
        let op = [Op::IAdd, Op::Xor, Op::IMul, Op::Bitcast][self.random(4) as usize];
        let long = if op == Op::Bitcast { long } else { self.op(op, &[long, long]) };
        let amount = self.builder().bits(Types::I64, 32);
        let long = if self.random(2) == 0 { self.op(Op::LShr, &[long, amount]) } else { long };
        self.inst_with_type(Op::ITrunc, &[long], Types::I32)
    }

    fn float(&mut self, depth: u32) -> Value {
        let leaf = |this: &mut Self| {
            let word = this.leaf();
            let mask = this.word_const(1023);
            let small = this.op(Op::And, &[word, mask]);
            this.inst_with_type(Op::SToF, &[small], Types::F32)
        };
        match if depth == 0 { 0 } else { self.random(9) } {
            0 => leaf(self),
            1 => {
                let word = self.leaf();
                self.inst_with_type(Op::Bitcast, &[word], Types::F32)
            }
            2..6 => {
                let op = [Op::FAdd, Op::FSub, Op::FMul, Op::FMin][self.random(4) as usize];
                let args = [self.float(depth - 1), self.float(depth - 1)];
                self.op(op, &args)
            }
            6 => {
                let op = [Op::FNeg, Op::FAbs, Op::FSat, Op::Floor][self.random(4) as usize];
                let a = self.float(depth - 1);
                self.op(op, &[a])
            }
            7 => {
                let cond = self.boolean(depth - 1);
                let (yes, no) = (self.builder().f32(1.0), self.builder().f32(0.0));
                self.inst_with_type(Op::Select, &[cond, yes, no], Types::F32)
            }
            _ => {
                let x = [0.0, -0.0, 1.0, -1.0, 0.5][self.random(5) as usize];
                self.builder().f32(x)
            }
        }
    }

    /// A bool expression.
    pub(super) fn boolean(&mut self, depth: u32) -> Value {
        match self.random(8) {
            0..3 => {
                let op = [Op::INe, Op::IEq, Op::SLt, Op::ULe, Op::ULt][self.random(5) as usize];
                let args = [self.word(depth.min(1)), self.leaf()];
                self.op(op, &args)
            }
            3..5 => {
                let word = self.word(depth);
                let zero = self.word_const(0);
                self.op(Op::INe, &[word, zero])
            }
            5 => {
                let op = [Op::FLt, Op::FEq, Op::FUnordLe, Op::FOrdNe][self.random(4) as usize];
                let args = [self.float(depth.min(1)), self.float(0)];
                self.op(op, &args)
            }
            6 if depth > 0 => {
                let op = [Op::And, Op::Or, Op::Xor][self.random(3) as usize];
                let args = [self.boolean(depth - 1), self.boolean(depth - 1)];
                self.op(op, &args)
            }
            7 if depth > 0 => {
                let boolean = self.boolean(depth - 1);
                self.op(Op::Not, &[boolean])
            }
            _ => {
                let word = self.leaf();
                self.op(Op::SLe, &[word, word])
            }
        }
    }
}
