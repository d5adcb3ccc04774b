//! Expressions.

mod address;
mod call;
mod constructor;
pub(super) mod lvalue;
mod resource;

use crate::lower::context::Home;
use crate::lower::context::{E, Lowerer};
use crate::lower::expressions::lvalue::Place;
use crate::lower::memory::{Base, Memory};
use crate::lower::values::rvalue::Val;
use crate::tree::{ExprKind, LocalId};
use crate::types::constant::Const;
use crate::types::{Type, TypeKind};
use naga::{BinaryOperator, Handle, ScalarKind, UnaryOperator};
use nvc_ir::imm::{Access, Imm};
use nvc_ir::{Op, Space, Types, Value};

/// Expressions of no more parts than this are evaluated although they may not count.
const MAX_EAGER: u32 = 8;

impl Lowerer<'_, '_> {
    /// The value of an expression that is a scalar, a vector or another single value.
    pub(in crate::lower) fn value(&mut self, e: E) -> Value {
        let value = self.expr(e);
        self.one(&value)
    }

    /// The value of an expression.
    pub(in crate::lower) fn expr(&mut self, e: E) -> Val {
        let before = self.b.loc;
        let body = self.body;
        self.b.loc = Some(body.exprs[e].span);
        let value = self.expr_kind(e);
        self.b.loc = before;
        value
    }

    fn expr_kind(&mut self, e: E) -> Val {
        let body = self.body;
        let expr = &body.exprs[e];
        match expr.kind {
            ExprKind::Const(constant) => self.constant(constant),
            ExprKind::Global(_)
            | ExprKind::Local(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Swizzle { .. }
            | ExprKind::Deref(_) => {
                let place = self.place(e);
                self.read(&place)
            }
            ExprKind::NonUniform(inner) => self.expr(inner),
            ExprKind::AddressOf(place) => self.address_of(place),
            ExprKind::Length(place) => self.length(place),
            ExprKind::Construct(ref parts) => self.construct(expr.ty, parts),
            ExprKind::Diagonal(scalar) => self.diagonal(expr.ty, scalar),
            ExprKind::Resize(matrix) => self.resize(expr.ty, matrix),
            ExprKind::Convert(inner) => {
                let from = body.exprs[inner].ty;
                let value = self.expr(inner);
                self.converted(&value, from, expr.ty)
            }
            ExprKind::Unary(op, inner) => {
                let value = self.expr(inner);
                self.unary(op, expr.ty, &value)
            }
            ExprKind::Binary(BinaryOperator::LogicalAnd, left, right) => {
                self.short_circuit(true, left, right)
            }
            ExprKind::Binary(BinaryOperator::LogicalOr, left, right) => {
                self.short_circuit(false, left, right)
            }
            ExprKind::Binary(..) => self.chain(e),
            ExprKind::LogicalXor(left, right) => {
                let (a, b) = (self.value(left), self.value(right));
                self.b.op(Op::Xor, &[a, b]).into()
            }
            ExprKind::Conditional(condition, accept, reject) => {
                self.conditional(expr.ty, condition, accept, reject)
            }
            ExprKind::Assign { op, target, value } => self.assign(op, target, value),
            ExprKind::Step { increment, prefix, target } => self.step(increment, prefix, target),
            ExprKind::Comma(first, second) => {
                self.expr(first);
                self.expr(second)
            }
            ExprKind::Call(callee, ref args) => self.call(callee, args),
            ExprKind::Builtin(builtin, ref args) => self.builtin(builtin.operation, args, expr.ty),
            ExprKind::BuiltinVariable(variable) => self.variable(variable, expr.ty),
            ExprKind::String(_) => {
                self.fault("a text has no value");
                Val::void()
            }
        }
    }

    /// A chain of binary operators, which may be long to the left: without recursion there.
    fn chain(&mut self, e: E) -> Val {
        use BinaryOperator::{LogicalAnd, LogicalOr};
        let body = self.body;
        let mut links = Vec::new();
        let mut first = e;
        while let ExprKind::Binary(op, left, right) = body.exprs[first].kind
            && !matches!(op, LogicalAnd | LogicalOr)
        {
            links.push((op, left, right, body.exprs[first].span));
            first = left;
        }
        let mut value = self.expr(first);
        for (op, left, right, span) in links.into_iter().rev() {
            let other = self.expr(right);
            self.b.loc = Some(span);
            value = self.binary(op, (body.exprs[left].ty, &value), (body.exprs[right].ty, &other));
        }
        value
    }

    fn assign(&mut self, op: Option<BinaryOperator>, target: E, value: E) -> Val {
        let body = self.body;
        let place = self.place(target);
        let mut new = self.expr(value);
        if let Some(op) = op {
            let ty = body.exprs[target].ty;
            let old = self.read(&place);
            new = match self.kind(ty) {
                TypeKind::Reference(_) | TypeKind::Pointer(_) => {
                    let op = if op == BinaryOperator::Subtract { Op::ISub } else { Op::IAdd };
                    let (old, bytes) = (self.one(&old), self.one(&new));
                    self.b.op(op, &[old, bytes]).into()
                }
                _ => self.binary(op, (ty, &old), (body.exprs[value].ty, &new)),
            };
        } else if let (ExprKind::Local(local), Val::One(value)) = (&body.exprs[target].kind, &new) {
            self.name(*local, *value);
        }
        self.write(&place, &new);
        new
    }

    /// Names a value after the variable that it is assigned to first.
    fn name(&mut self, local: LocalId, value: Value) {
        if self.b.func.as_const(value).is_none()
            && let Some(local) = self.body.locals.get(local.0 as usize)
        {
            let name = self.s.names.text(local.name).to_string();
            self.b.func.value_names.entry(value).or_insert(name);
        }
    }

    fn step(&mut self, increment: bool, prefix: bool, target: E) -> Val {
        let ty = self.body.exprs[target].ty;
        let place = self.place(target);
        let old = self.read(&place);
        let op = if increment { BinaryOperator::Add } else { BinaryOperator::Subtract };
        let scalar = self.component_type(ty);
        let one = match *self.kind(scalar) {
            TypeKind::Scalar(scalar) => {
                let kind = crate::lower::types::scalar_type(scalar);
                if scalar.kind == ScalarKind::Float { self.b.float(kind, 1.0) } else { self.b.bits(kind, 1) }
            }
            _ => {
                self.fault("a step of what is no number");
                return old;
            }
        };
        let new = self.binary(op, (ty, &old), (scalar, &one.into()));
        self.write(&place, &new);
        if prefix { new } else { old }
    }

    /// `&&` and `||`: the right operand is evaluated where the left one is `and`.
    fn short_circuit(&mut self, and: bool, left: E, right: E) -> Val {
        let a = self.value(left);
        let op = if and { Op::And } else { Op::Or };
        let mut budget = MAX_EAGER;
        if self.is_eager(right, &mut budget) {
            let b = self.value(right);
            return self.b.op(op, &[a, b]).into();
        }
        let result = self.ssa.declare(Types::BOOL);
        self.write_variable(result, a);
        let (more, merge) = (self.block(), self.block());
        if and {
            self.branch(a, more, merge, merge);
        } else {
            self.branch(a, merge, more, merge);
        }
        self.enter_sealed(more);
        let b = self.value(right);
        self.write_variable(result, b);
        self.jump_to(merge);
        self.enter_sealed(merge);
        let block = self.b.block();
        self.ssa.read(self.b.func, result, block).into()
    }

    fn conditional(&mut self, ty: Type, condition: E, accept: E, reject: E) -> Val {
        let condition = self.value(condition);
        let simple = matches!(self.kind(ty), TypeKind::Scalar(_) | TypeKind::Vector(..));
        let mut budget = MAX_EAGER;
        if simple && self.is_eager(accept, &mut budget) && self.is_eager(reject, &mut budget) {
            let (a, b) = (self.value(accept), self.value(reject));
            return self.b.op(Op::Select, &[condition, a, b]).into();
        }
        let void = *self.kind(ty) == TypeKind::Void;
        let result = (!void).then(|| self.declare(ty));
        let (then, otherwise, merge) = (self.block(), self.block(), self.block());
        self.branch(condition, then, otherwise, merge);
        for (block, side) in [(then, accept), (otherwise, reject)] {
            self.enter_sealed(block);
            let value = self.expr(side);
            if let Some(result) = &result {
                self.write_tree(result, &value);
            }
            self.jump_to(merge);
        }
        self.enter_sealed(merge);
        match &result {
            Some(result) => self.read_tree(result),
            None => Val::void(),
        }
    }

    /// Whether an expression is small, has no effect, and is defined whatever its operands are.
    fn is_eager(&mut self, e: E, budget: &mut u32) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let body = self.body;
        let integer = |this: &Self, e: E| {
            crate::lower::types::component(this.kind(body.exprs[e].ty))
                .is_some_and(|s| s.kind != ScalarKind::Float)
        };
        match body.exprs[e].kind {
            ExprKind::Const(_) | ExprKind::BuiltinVariable(_) => true,
            ExprKind::Local(local) => matches!(self.home(local), Home::Tree(_)),
            ExprKind::Member(base, _) | ExprKind::Swizzle { base, .. } | ExprKind::NonUniform(base) => {
                self.is_eager(base, budget)
            }
            ExprKind::Index(base, index) => {
                self.known_bits(index).is_some()
                    && !matches!(self.kind(body.exprs[base].ty), TypeKind::CoopMatrix(_))
                    && self.is_eager(base, budget)
            }
            ExprKind::Unary(_, inner) | ExprKind::Convert(inner) => self.is_eager(inner, budget),
            ExprKind::Binary(BinaryOperator::Divide | BinaryOperator::Modulo, left, _)
                if integer(self, left) =>
            {
                false
            }
            ExprKind::Binary(_, left, right) | ExprKind::LogicalXor(left, right) => {
                self.is_eager(left, budget) && self.is_eager(right, budget)
            }
            _ => false,
        }
    }

    /// `.length()`.
    fn length(&mut self, place: E) -> Val {
        let body = self.body;
        let ty = body.exprs[place].ty;
        if let TypeKind::CoopMatrix(_) = self.kind(ty) {
            let ty = self.value_type(ty);
            // Which matrix it is tells the passes what it is used as.
            let matrix = match self.place(place) {
                Place::Memory(Memory { base: Base::Pointer(pointer), .. }) => pointer,
                place => {
                    let value = self.read(&place);
                    self.one(&value)
                }
            };
            return self.b.op_imm(Op::CoopLength, Imm::Type(ty), &[matrix]).into();
        }
        if let Some(length) = self.miscounted_length(place) {
            return length;
        }
        if let ExprKind::Member(block, index) = body.exprs[place].kind
            && let Some(Memory { base: Base::Pointer(pointer), .. }) = self.memory_of(block)
        {
            let space = self.b.types.pointee(self.b.func.ty(pointer)).map(|(space, _)| space);
            if space == Some(Space::StorageBuffer) {
                return self.b.op_imm(Op::ArrayLength, Imm::Index(index), &[pointer]).into();
            }
        }
        self.unsupported("the length of an array of descriptors without size", "pass the length");
        self.b.i32(0).into()
    }

    /// A constant array in function storage, for indices that are not constant. It is written where the
    /// function begins.
    pub(in crate::lower) fn table(&mut self, constant: Handle<Const>, ty: Type) -> Memory {
        if let Some(&storage) = self.tables.get(&constant) {
            return self.local_memory(storage, ty);
        }
        let storage = self.storage("table".to_string(), ty);
        self.tables.insert(constant, storage);
        let value = self.constant(constant);
        let value_type = self.value_type(ty);
        let value = self.whole(&value, value_type);
        if self.b.func.as_const(value).is_some() {
            self.store_at_entry(storage, value);
            return self.local_memory(storage, ty);
        }
        // Of specialization constants: built where it is used first.
        self.tables.remove(&constant);
        let memory = self.local_memory(storage, ty);
        self.store(memory, &value.into());
        memory
    }

    fn store_at_entry(&mut self, storage: nvc_ir::Local, value: Value) {
        let Some(&entry) = self.b.func.layout.first() else { return };
        let ty = self.b.func.locals[storage].ty;
        let pointer = self.b.types.pointer(Space::Function, ty);
        let func = &mut *self.b.func;
        let address =
            func.new_inst(Op::LocalAddr, Imm::Local(storage), Default::default(), Some(pointer), self.b.loc);
        let Some(address_value) = func.insts[address].result else { return };
        let args = [address_value, value].into_iter().collect();
        let store = func.new_inst(Op::Store, Imm::Access(Access::default()), args, None, self.b.loc);
        func.blocks[entry].insts.splice(0..0, [address, store]);
    }

    /// The value of a variable.
    pub(in crate::lower) fn read_local(&mut self, local: LocalId, ty: Type) -> Val {
        match self.home(local) {
            Home::Tree(tree) => self.read_tree(&tree),
            Home::Memory(storage) => {
                let memory = self.local_memory(storage, ty);
                self.load(memory)
            }
            Home::Resource(_) => Val::void(),
        }
    }

    /// `-a`, `!a`, `~a`.
    fn unary(&mut self, op: UnaryOperator, ty: Type, value: &Val) -> Val {
        let float =
            crate::lower::types::component(self.kind(ty)).is_some_and(|s| s.kind == ScalarKind::Float);
        let op = match op {
            UnaryOperator::Negate if float => Op::FNeg,
            UnaryOperator::Negate => Op::INeg,
            UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot => Op::Not,
        };
        self.each_column(ty, value, &mut |this, column| this.b.op(op, &[column]))
    }
}
