//! Lowers floating-point functions (NV_gpu_program4 §2.X.8).

use crate::lower::{Lowerer, ir_type};
use crate::resolve::{Inst, Mods};
use crate::table::Opcode;
use nvc_ir::types::Types;
use nvc_ir::{Op, Value};

impl Lowerer<'_> {
    /// Lowers the `FloatFunction` family.
    pub(in crate::lower) fn float_function(&mut self, inst: &Inst) {
        match inst.opcode {
            Opcode::Frc => self.each_lane(inst, inst.ty, |this, k| {
                let a = this.read(&inst.srcs[0], k);
                this.b.op(Op::Fract, &[a])
            }),
            Opcode::Ssg => {
                // SAT has no effect on SSG (crates/lab/logs/hardware.md), and SSAT would not change the
                // result.
                let inst = Inst { mods: Mods { clamp: None, ..inst.mods }, ..*inst };
                self.each_lane(&inst, inst.ty, |this, k| this.sign(&inst, k));
            }
            Opcode::Lrp => self.each_lane(inst, inst.ty, |this, k| this.interpolate(inst, k)),
            Opcode::Scs
            | Opcode::Dst
            | Opcode::Lit
            | Opcode::Nrm
            | Opcode::Rfl
            | Opcode::X2d
            | Opcode::Xpd => {
                let lanes = self.vector_function(inst);
                self.write_lanes(inst, inst.ty, lanes);
            }
            _ => {
                let value = self.scalar_function(inst);
                self.write_scalar(inst, inst.ty, value);
            }
        }
    }

    fn float_constant(&mut self, inst: &Inst, x: f64) -> Value {
        self.b.float(ir_type(inst.ty), x)
    }

    fn sign(&mut self, inst: &Inst, k: usize) -> Value {
        let a = self.read(&inst.srcs[0], k);
        let [zero, one, minus] = [0.0, 1.0, -1.0].map(|x| self.float_constant(inst, x));
        let below = self.b.op(Op::FLt, &[a, zero]);
        let above = self.b.op(Op::FLt, &[zero, a]);
        let result = self.b.op(Op::Select, &[below, minus, zero]);
        self.b.op(Op::Select, &[above, one, result])
    }

    /// Computes `a*(b-c) + c`. Results for infinities show that the hardware uses this formula
    /// (docs/hardware.md, A34).
    fn interpolate(&mut self, inst: &Inst, k: usize) -> Value {
        let [a, b, c] = [0, 1, 2].map(|i| self.read(&inst.srcs[i], k));
        let difference = self.b.op(Op::FSub, &[b, c]);
        self.b.op(Op::Fma, &[a, difference, c])
    }

    /// Lowers functions that have the same result in all lanes.
    fn scalar_function(&mut self, inst: &Inst) -> Value {
        let unary = |this: &mut Self, op| {
            let a = this.read(&inst.srcs[0], 0);
            this.b.op(op, &[a])
        };
        match inst.opcode {
            Opcode::Cos => unary(self, Op::Cos),
            Opcode::Sin => unary(self, Op::Sin),
            Opcode::Ex2 => unary(self, Op::Exp2),
            Opcode::Lg2 => unary(self, Op::Log2),
            Opcode::Rsq => unary(self, Op::Rsqrt),
            Opcode::Rcp => self.reciprocal(inst),
            Opcode::Rcc => self.clamped_reciprocal(inst),
            Opcode::Pow => {
                let (a, b) = (self.read(&inst.srcs[0], 0), self.read(&inst.srcs[1], 0));
                self.power(a, b)
            }
            Opcode::Dp2 => self.dot(inst, 2),
            Opcode::Dp3 => self.dot(inst, 3),
            Opcode::Dp4 => self.dot(inst, 4),
            Opcode::Dp2a => {
                let dot = self.dot(inst, 2);
                let c = self.read(&inst.srcs[2], 0);
                self.b.op(Op::FAdd, &[dot, c])
            }
            Opcode::Dph => {
                let dot = self.dot(inst, 3);
                let w = self.read(&inst.srcs[1], 3);
                self.b.op(Op::FAdd, &[dot, w])
            }
            _ => {
                self.internal(inst.span, "a float function without an operation");
                self.b.undef(ir_type(inst.ty))
            }
        }
    }

    /// Computes `2^(b * log2 a)`. The result is undefined for a negative base, whatever the exponent.
    fn power(&mut self, a: Value, b: Value) -> Value {
        let log = self.b.op(Op::Log2, &[a]);
        let product = self.b.op(Op::FMul, &[b, log]);
        self.b.op(Op::Exp2, &[product])
    }

    fn reciprocal(&mut self, inst: &Inst) -> Value {
        let a = self.read(&inst.srcs[0], 0);
        let one = self.float_constant(inst, 1.0);
        self.b.op(Op::FDiv, &[one, a])
    }

    /// Computes a reciprocal with its magnitude clamped to [2^-64, 2^64]; that of a NaN becomes 2^64 (docs/hardware.md).
    fn clamped_reciprocal(&mut self, inst: &Inst) -> Value {
        let r = self.reciprocal(inst);
        let [low, high] = [-64, 64].map(|n| self.float_constant(inst, 2f64.powi(n)));
        let magnitude = self.b.op(Op::FAbs, &[r]);
        let magnitude = self.b.op(Op::FMin, &[magnitude, high]);
        let magnitude = self.b.op(Op::FMax, &[magnitude, low]);
        let minus = self.b.op(Op::FNeg, &[magnitude]);
        let bits = self.b.bitcast(r, Types::int(inst.ty.bits));
        let zero = self.b.bits(Types::int(inst.ty.bits), 0);
        let negative = self.b.op(Op::SLt, &[bits, zero]);
        self.b.op(Op::Select, &[negative, minus, magnitude])
    }

    /// Computes the dot product of the first `n` components of the first two operands, as a chain of
    /// multiply-adds that starts with x.
    fn dot(&mut self, inst: &Inst, n: usize) -> Value {
        let parts = |this: &mut Self, k| (this.read(&inst.srcs[0], k), this.read(&inst.srcs[1], k));
        let (a, b) = parts(self, 0);
        let mut sum = self.b.op(Op::FMul, &[a, b]);
        for k in 1..n {
            let (a, b) = parts(self, k);
            sum = self.b.op(Op::Fma, &[a, b, sum]);
        }
        sum
    }

    /// Lowers functions with a different result in each lane; `None` for lanes that the specification leaves
    /// undefined.
    fn vector_function(&mut self, inst: &Inst) -> [Option<Value>; 4] {
        let one = self.float_constant(inst, 1.0);
        let a = self.read_all(&inst.srcs[0]);
        let second = |this: &mut Self| this.read_all(&inst.srcs[1]);
        match inst.opcode {
            Opcode::Scs => {
                let (cos, sin) = (self.b.op(Op::Cos, &[a[0]]), self.b.op(Op::Sin, &[a[0]]));
                [Some(cos), Some(sin), None, None]
            }
            Opcode::Dst => {
                let b = second(self);
                [one, self.b.op(Op::FMul, &[a[1], b[1]]), a[2], b[3]].map(Some)
            }
            Opcode::Lit => self.light(inst, a).map(Some),
            Opcode::Nrm => {
                let dot = self.dot3(a, a);
                let scale = self.b.op(Op::Rsqrt, &[dot]);
                // The specification leaves w undefined; the hardware scales it too.
                [0, 1, 2, 3].map(|k| Some(self.b.op(Op::FMul, &[a[k], scale])))
            }
            Opcode::Rfl => {
                let b = second(self);
                let (ab, aa) = (self.dot3(a, b), self.dot3(a, a));
                let two = self.float_constant(inst, 2.0);
                let factor = self.b.op(Op::FDiv, &[ab, aa]);
                let factor = self.b.op(Op::FMul, &[two, factor]);
                let [x, y, z] = [0, 1, 2].map(|k| {
                    let minus = self.b.op(Op::FNeg, &[b[k]]);
                    Some(self.b.op(Op::Fma, &[factor, a[k], minus]))
                });
                [x, y, z, None]
            }
            Opcode::X2d => {
                let b = second(self);
                let c = self.read_all(&inst.srcs[2]);
                let row = |this: &mut Self, base, i: usize| {
                    let sum = this.b.op(Op::Fma, &[b[0], c[i], base]);
                    this.b.op(Op::Fma, &[b[1], c[i + 1], sum])
                };
                let (x, y) = (row(self, a[0], 0), row(self, a[1], 2));
                [x, y, x, y].map(Some)
            }
            _ => {
                let b = second(self);
                let minor = |this: &mut Self, i: usize, j: usize| {
                    let right = this.b.op(Op::FMul, &[a[j], b[i]]);
                    let right = this.b.op(Op::FNeg, &[right]);
                    this.b.op(Op::Fma, &[a[i], b[j], right])
                };
                [Some(minor(self, 1, 2)), Some(minor(self, 2, 0)), Some(minor(self, 0, 1)), None]
            }
        }
    }

    fn dot3(&mut self, a: [Value; 4], b: [Value; 4]) -> Value {
        let sum = self.b.op(Op::FMul, &[a[0], b[0]]);
        let sum = self.b.op(Op::Fma, &[a[1], b[1], sum]);
        self.b.op(Op::Fma, &[a[2], b[2], sum])
    }

    /// Computes lighting coefficients: (1, max(x, 0), x > 0 ? max(y, 0)^w : 0, 1), where 0^0 is 1.
    fn light(&mut self, inst: &Inst, a: [Value; 4]) -> [Value; 4] {
        let [zero, one] = [0.0, 1.0].map(|x| self.float_constant(inst, x));
        // The exponent is clamped to the open interval (-128, 128).
        let limit = 128.0 - 2f64.powi(-8);
        let [low, high] = [-limit, limit].map(|x| self.float_constant(inst, x));
        let x = self.b.op(Op::FMax, &[a[0], zero]);
        let y = self.b.op(Op::FMax, &[a[1], zero]);
        let w = self.b.op(Op::FMax, &[a[3], low]);
        let w = self.b.op(Op::FMin, &[w, high]);
        let power = self.power(y, w);
        let no_exponent = self.b.op(Op::FEq, &[w, zero]);
        let power = self.b.op(Op::Select, &[no_exponent, one, power]);
        let lit = self.b.op(Op::FLt, &[zero, x]);
        let specular = self.b.op(Op::Select, &[lit, power, zero]);
        [one, x, specular, one]
    }
}
