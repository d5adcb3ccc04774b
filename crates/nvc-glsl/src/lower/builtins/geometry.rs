//! Lowers geometric functions (GLSL §8.5).

use crate::lower::context::Lowerer;
use naga::MathFunction as M;
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Types, Value};

impl Lowerer<'_, '_> {
    pub(super) fn geometric(&mut self, function: M, values: &[Value]) -> Option<Value> {
        Some(match (function, values) {
            (M::Dot, &[a, b]) if self.b.types.encoding(self.b.func.ty(a)).is_some() => self.encoded_dot(a, b),
            (M::Dot, &[a, b]) => self.dot(a, b),
            (M::Length, &[x]) => self.magnitude(x),
            (M::Distance, &[a, b]) => {
                let between = self.b.op(Op::FSub, &[a, b]);
                self.magnitude(between)
            }
            (M::Normalize, &[x]) => {
                let square = self.dot(x, x);
                let scale = self.b.op(Op::Rsqrt, &[square]);
                self.op2(Op::FMul, x, scale)
            }
            (M::Cross, &[a, b]) => self.cross(a, b),
            (M::FaceForward, &[normal, incident, reference]) => {
                let cosine = self.dot(reference, incident);
                let zero = self.float_of(self.b.func.ty(cosine), 0.0);
                let front = self.b.op(Op::FLt, &[cosine, zero]);
                let back = self.b.op(Op::FNeg, &[normal]);
                self.b.op(Op::Select, &[front, normal, back])
            }
            (M::Reflect, &[incident, normal]) => {
                let cosine = self.dot(normal, incident);
                let two = self.float_of(self.b.func.ty(cosine), 2.0);
                let scale = self.b.op(Op::FMul, &[two, cosine]);
                let offset = self.op2(Op::FMul, normal, scale);
                self.b.op(Op::FSub, &[incident, offset])
            }
            (M::Refract, &[incident, normal, eta]) => self.refract(incident, normal, eta),
            _ => return None,
        })
    }

    /// Emits the dot product of bfloat16 values. Vectors have a SPIR-V operation for it; scalars do not, so
    /// their product is computed in single precision (SPV_KHR_bfloat16).
    fn encoded_dot(&mut self, a: Value, b: Value) -> Value {
        let ty = self.b.func.ty(a);
        if self.is_vector(ty) {
            return self.dot(a, b);
        }
        let convert =
            |this: &mut Self, value, ty| this.b.inst_with_type(Op::FConvert, Imm::None, &[value], ty);
        let (a, b) = (convert(self, a, Types::F32), convert(self, b, Types::F32));
        let product = self.b.op(Op::FMul, &[a, b]);
        convert(self, product, ty)
    }

    fn magnitude(&mut self, x: Value) -> Value {
        if !self.is_vector(self.b.func.ty(x)) {
            return self.b.op(Op::FAbs, &[x]);
        }
        let square = self.dot(x, x);
        self.b.op(Op::Sqrt, &[square])
    }

    fn cross(&mut self, a: Value, b: Value) -> Value {
        let (yzx, zxy) = ([1, 2, 0], [2, 0, 1]);
        let (a1, b1) = (self.shuffle(a, &yzx), self.shuffle(b, &zxy));
        let (a2, b2) = (self.shuffle(a, &zxy), self.shuffle(b, &yzx));
        let (left, right) = (self.b.op(Op::FMul, &[a1, b1]), self.b.op(Op::FMul, &[a2, b2]));
        self.b.op(Op::FSub, &[left, right])
    }

    /// Lowers `refract`. With k = 1 - eta² (1 - dot(N, I)²), the result is 0 if k < 0, else eta I - (eta
    /// dot(N, I) + sqrt(k)) N.
    fn refract(&mut self, incident: Value, normal: Value, eta: Value) -> Value {
        let cosine = self.dot(normal, incident);
        let ty = self.b.func.ty(cosine);
        let (zero, one) = (self.float_of(ty, 0.0), self.float_of(ty, 1.0));
        let square = self.b.op(Op::FMul, &[cosine, cosine]);
        let sine = self.b.op(Op::FSub, &[one, square]);
        let scale = self.b.op(Op::FMul, &[eta, eta]);
        let scaled = self.b.op(Op::FMul, &[scale, sine]);
        let k = self.b.op(Op::FSub, &[one, scaled]);
        let total = self.b.op(Op::FLt, &[k, zero]);
        let along = self.op2(Op::FMul, incident, eta);
        let root = self.b.op(Op::Sqrt, &[k]);
        let factor = self.b.op(Op::FMul, &[eta, cosine]);
        let factor = self.b.op(Op::FAdd, &[factor, root]);
        let across = self.op2(Op::FMul, normal, factor);
        let refracted = self.b.op(Op::FSub, &[along, across]);
        let nothing = self.float_of(self.b.func.ty(refracted), 0.0);
        self.b.op(Op::Select, &[total, nothing, refracted])
    }
}
