//! Lowers binary operators on scalars, vectors and composites.

use crate::lower::context::Lowerer;
use crate::lower::context::MAX_LEAVES;
use crate::lower::types::component;
use crate::lower::values::rvalue::Rvalue;
use crate::operator::operation;
use crate::types::{Length, ScalarKind as K, Type, TypeKind};
use naga::BinaryOperator as B;
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Types, Value};

impl Lowerer<'_, '_> {
    /// Lowers a binary operator. Each operand is passed with its type.
    pub(in crate::lower) fn binary(
        &mut self,
        op: B,
        (left, a): (Type, &Rvalue),
        (right, b): (Type, &Rvalue),
    ) -> Rvalue {
        match (op, self.kind(left), self.kind(right)) {
            (B::Equal, ..) => self.equal(left, a, b).into(),
            (B::NotEqual, ..) => self.not_equal(left, a, b).into(),
            (_, TypeKind::Matrix { .. }, _) | (_, _, TypeKind::Matrix { .. }) => {
                self.matrix_binary(op, (left, a), (right, b))
            }
            (_, TypeKind::CoopMatrix(_) | TypeKind::CoopVector(_), _)
            | (_, _, TypeKind::CoopMatrix(_) | TypeKind::CoopVector(_)) => {
                self.coop_binary(op, (left, a), (right, b)).into()
            }
            _ => {
                let (a, b) = (self.single(a), self.single(b));
                let kind = component(self.kind(left)).map_or(K::Uint, |scalar| scalar.kind);
                self.componentwise(op, kind, a, b).into()
            }
        }
    }

    /// Emits a componentwise operator on vectors or scalars; a scalar operand is splatted.
    pub(in crate::lower) fn componentwise(&mut self, op: B, kind: K, a: Value, b: Value) -> Value {
        let b = match op {
            B::ShiftLeft | B::ShiftRight => self.shift_amount(b, a),
            _ => b,
        };
        let [a, b] = self.splat_all([a, b]);
        match operation(op, kind) {
            Some((op, false)) => self.b.op(op, &[a, b]),
            Some((op, true)) => self.b.op(op, &[b, a]),
            None => {
                self.internal_error("an integer operator on floats");
                a
            }
        }
    }

    /// Converts a shift amount to the width of the shifted operand.
    fn shift_amount(&mut self, amount: Value, shifted: Value) -> Value {
        let bits = |this: &Self, v: Value| {
            this.b.types.scalar_bits(this.b.types.scalar(this.b.func.ty(v))).unwrap_or(32)
        };
        let (from, to) = (bits(self, amount), bits(self, shifted));
        if from == to {
            return amount;
        }
        let ty = self.b.func.ty(amount);
        let ty = self.b.types.with_scalar(ty, Types::int(to));
        self.b.inst_with_type(if from < to { Op::ZExt } else { Op::ITrunc }, Imm::None, &[amount], ty)
    }

    /// Computes the conjunction of the components of a bool vector.
    pub(in crate::lower) fn all(&mut self, bools: Value) -> Value {
        self.fold_components(bools, Op::All, Op::And)
    }

    /// Computes the disjunction of the components of a bool vector.
    pub(in crate::lower) fn any(&mut self, bools: Value) -> Value {
        self.fold_components(bools, Op::Any, Op::Or)
    }

    /// Combines the components of a vector: by `pair`, or by `whole` if their number may be unknown.
    fn fold_components(&mut self, vector: Value, whole: Op, pair: Op) -> Value {
        if self.b.types.is_uncounted(self.b.func.ty(vector)) {
            return self.b.op(whole, &[vector]);
        }
        let parts = self.components(vector);
        let folded = parts.into_iter().reduce(|a, b| self.b.op(pair, &[a, b]));
        folded.unwrap_or(vector)
    }

    fn not_equal(&mut self, ty: Type, a: &Rvalue, b: &Rvalue) -> Value {
        if let (TypeKind::Scalar(scalar), Rvalue::Single(a), Rvalue::Single(b)) = (self.kind(ty), a, b) {
            let op = if scalar.kind == K::Float { Op::FNe } else { Op::INe };
            return self.b.op(op, &[*a, *b]);
        }
        let equal = self.equal(ty, a, b);
        self.b.op(Op::Not, &[equal])
    }

    /// Compares all components of two values for equality.
    pub(in crate::lower) fn equal(&mut self, ty: Type, a: &Rvalue, b: &Rvalue) -> Value {
        let parts: Vec<Type> = match *self.kind(ty) {
            TypeKind::Matrix { columns, .. } => {
                let column = self.column_type(ty);
                vec![column; columns as usize]
            }
            TypeKind::Array(element, Length::Fixed(count))
                if self.leaf_count(ty, 0, MAX_LEAVES) <= MAX_LEAVES =>
            {
                vec![element; count as usize]
            }
            TypeKind::Array(element, _) => return self.arrays_equal(ty, element, a, b),
            TypeKind::Struct(_) if self.exceeds_copy_limit(ty) => return self.b.bool(true),
            TypeKind::Struct(id) => self
                .module
                .program
                .types
                .get_struct(id)
                .map_or(Vec::new(), |def| def.members.iter().map(|member| member.ty).collect()),
            ref kind => {
                let float = component(kind).is_some_and(|scalar| scalar.kind == K::Float);
                let (a, b) = (self.single(a), self.single(b));
                let same = self.b.op(if float { Op::FEq } else { Op::IEq }, &[a, b]);
                return self.all(same);
            }
        };
        let mut equal = None;
        for (index, part) in parts.into_iter().enumerate() {
            let (a, b) = (self.constituent(a, index as u32), self.constituent(b, index as u32));
            let same = self.equal(part, &a, &b);
            equal = Some(match equal {
                None => same,
                Some(before) => self.b.op(Op::And, &[before, same]),
            });
        }
        equal.unwrap_or_else(|| self.b.bool(true))
    }
}
