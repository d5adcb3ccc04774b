//! Lowers expressions: dispatch by kind, assignment, short-circuit operators, `?:`, `.length()`.

mod address;
mod call;
mod constructor;
mod heap;
pub(super) mod lvalue;
mod resource;

use crate::lower::context::{ExprHandle, Lowerer, SsaTree, Storage};
use crate::lower::expressions::lvalue::Lvalue;
use crate::lower::memory::{Base, Memory};
use crate::lower::values::rvalue::Rvalue;
use crate::tree::{ExprKind, LocalId};
use crate::types::constant::Const;
use crate::types::{ScalarKind, Type, TypeKind};
use naga::{BinaryOperator, Handle, UnaryOperator};
use nvc_ir::imm::{Access, Imm};
use nvc_ir::{Op, Space, Types, Value};

/// Maximum number of nodes in the operands of one operator that are evaluated speculatively.
const MAX_SPECULATED: u32 = 8;

impl Lowerer<'_, '_> {
    /// Evaluates an expression whose value is a single IR value, such as a scalar or vector.
    pub(in crate::lower) fn value(&mut self, e: ExprHandle) -> Value {
        let value = self.expr(e);
        self.single(&value)
    }

    /// Evaluates an expression.
    pub(in crate::lower) fn expr(&mut self, e: ExprHandle) -> Rvalue {
        let before = self.b.loc;
        let body = self.body;
        self.b.loc = Some(body.exprs[e].span);
        let value = self.expr_kind(e);
        self.b.loc = before;
        value
    }

    fn expr_kind(&mut self, e: ExprHandle) -> Rvalue {
        let body = self.body;
        let expr = &body.exprs[e];
        match expr.kind {
            ExprKind::Const(constant) => self.constant(constant),
            ExprKind::Global(_)
            | ExprKind::Local(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Swizzle { .. }
            | ExprKind::Deref(..) => {
                let lvalue = self.lvalue(e);
                self.read_lvalue(&lvalue)
            }
            ExprKind::NonUniform(inner) => self.expr(inner),
            ExprKind::AddressOf(lvalue) => self.address_of(lvalue),
            ExprKind::Length(lvalue) => self.length(lvalue, expr.ty),
            ExprKind::Construct(ref parts) => self.construct(expr.ty, parts),
            ExprKind::Diagonal(scalar) => self.diagonal(expr.ty, scalar),
            ExprKind::Resize(matrix) => self.resize(expr.ty, matrix),
            ExprKind::Convert(inner) => {
                let from = body.exprs[inner].ty;
                let value = self.expr(inner);
                self.convert_rvalue(&value, from, expr.ty)
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
            ExprKind::Binary(..) => self.binary_chain(e),
            ExprKind::LogicalXor(left, right) => {
                let (a, b) = (self.value(left), self.value(right));
                self.b.op(Op::Xor, &[a, b]).into()
            }
            ExprKind::Conditional(condition, accept, reject) => {
                self.conditional(expr.ty, condition, accept, reject)
            }
            ExprKind::Assign { op, target, value } => self.assign(op, target, value),
            ExprKind::Step { increment, prefix, target } => self.increment(increment, prefix, target),
            ExprKind::Comma(first, second) => {
                self.expr(first);
                self.expr(second)
            }
            ExprKind::Call(callee, ref args) => self.call(callee, args),
            ExprKind::Spirv(number, ref args) => self.spirv_call(number, args, expr.ty),
            ExprKind::Builtin(builtin, ref args) => self.builtin(builtin.operation, args, expr.ty),
            ExprKind::BuiltinVariable(variable) => self.variable(variable, expr.ty),
            ExprKind::Overloads(_) | ExprKind::Callback(_) => {
                self.internal_error("the name of a function has no value");
                Rvalue::void()
            }
            ExprKind::String(_) => {
                self.internal_error("a string literal has no value");
                Rvalue::void()
            }
        }
    }

    /// Lowers a left-associative chain of binary operators. Iterates over the left operands, because the
    /// chain may be long.
    fn binary_chain(&mut self, e: ExprHandle) -> Rvalue {
        use BinaryOperator::{LogicalAnd, LogicalOr};
        let body = self.body;
        let mut operators = Vec::new();
        let mut first = e;
        while let ExprKind::Binary(op, left, right) = body.exprs[first].kind
            && !matches!(op, LogicalAnd | LogicalOr)
        {
            operators.push((op, left, right, body.exprs[first].span));
            first = left;
        }
        let mut value = self.expr(first);
        for (op, left, right, span) in operators.into_iter().rev() {
            let other = self.expr(right);
            self.b.loc = Some(span);
            value = self.binary(op, (body.exprs[left].ty, &value), (body.exprs[right].ty, &other));
        }
        value
    }

    fn assign(&mut self, op: Option<BinaryOperator>, target: ExprHandle, value: ExprHandle) -> Rvalue {
        let body = self.body;
        let lvalue = self.lvalue(target);
        let mut new = self.expr(value);
        if let Some(op) = op {
            let ty = body.exprs[target].ty;
            let old = self.read_lvalue(&lvalue);
            new = match self.kind(ty) {
                TypeKind::Reference(_) | TypeKind::Pointer(_) => {
                    let op = if op == BinaryOperator::Subtract { Op::ISub } else { Op::IAdd };
                    let (old, bytes) = (self.single(&old), self.single(&new));
                    self.b.op(op, &[old, bytes]).into()
                }
                _ => self.binary(op, (ty, &old), (body.exprs[value].ty, &new)),
            };
        } else if let (ExprKind::Local(local), Rvalue::Single(value)) = (&body.exprs[target].kind, &new) {
            self.name_value(*local, *value);
        }
        self.write_lvalue(&lvalue, &new);
        new
    }

    /// Names a value after the first variable that it is assigned to.
    fn name_value(&mut self, local: LocalId, value: Value) {
        if self.b.func.as_const(value).is_none()
            && let Some(local) = self.body.locals.get(local.0 as usize)
        {
            let name = self.module.names.text(local.name).to_string();
            self.b.func.value_names.entry(value).or_insert(name);
        }
    }

    /// Lowers `++` and `--`.
    fn increment(&mut self, increment: bool, prefix: bool, target: ExprHandle) -> Rvalue {
        let ty = self.body.exprs[target].ty;
        let lvalue = self.lvalue(target);
        let old = self.read_lvalue(&lvalue);
        let op = if increment { BinaryOperator::Add } else { BinaryOperator::Subtract };
        let scalar = self.component_type(ty);
        let one = match *self.kind(scalar) {
            TypeKind::Scalar(scalar) => {
                let kind = crate::lower::types::scalar_type(scalar);
                if scalar.kind == ScalarKind::Float { self.b.float(kind, 1.0) } else { self.b.bits(kind, 1) }
            }
            _ => {
                self.internal_error("an increment of a type that is not numeric");
                return old;
            }
        };
        let new = match self.kind(ty) {
            TypeKind::CoopVector(_) => {
                let vector_type = self.value_type(ty);
                let ones = self.b.inst_with_type(Op::Construct, Imm::None, &[one], vector_type);
                self.binary(op, (ty, &old), (ty, &ones.into()))
            }
            _ => self.binary(op, (ty, &old), (scalar, &one.into())),
        };
        self.write_lvalue(&lvalue, &new);
        if prefix { new } else { old }
    }

    /// Lowers `&&` (`and`) and `||`. The right operand is evaluated conditionally, or unconditionally if it
    /// is safe to speculate.
    fn short_circuit(&mut self, and: bool, left: ExprHandle, right: ExprHandle) -> Rvalue {
        let a = self.value(left);
        let op = if and { Op::And } else { Op::Or };
        let mut budget = MAX_SPECULATED;
        if self.is_speculatable(right, &mut budget) {
            let b = self.value(right);
            return self.b.op(op, &[a, b]).into();
        }
        let result = self.b.declare(Types::BOOL);
        self.b.write(result, a);
        let construct = if and { self.b.begin_if(a) } else { self.b.begin_unless(a) };
        let b = self.value(right);
        self.b.write(result, b);
        self.b.end_if(construct);
        self.b.read(result).into()
    }

    /// Lowers `?:`, to a select if the operands are scalars or vectors that are safe to speculate.
    fn conditional(
        &mut self,
        ty: Type,
        condition: ExprHandle,
        accept: ExprHandle,
        reject: ExprHandle,
    ) -> Rvalue {
        let condition = self.value(condition);
        let simple = matches!(self.kind(ty), TypeKind::Scalar(_) | TypeKind::Vector(..));
        let mut budget = MAX_SPECULATED;
        if simple && self.is_speculatable(accept, &mut budget) && self.is_speculatable(reject, &mut budget) {
            let (a, b) = (self.value(accept), self.value(reject));
            return self.b.op(Op::Select, &[condition, a, b]).into();
        }
        let void = *self.kind(ty) == TypeKind::Void;
        let result = (!void).then(|| self.declare_ssa(ty));
        let mut construct = self.b.begin_if_else(condition);
        self.evaluate_into(result.as_ref(), accept);
        self.b.begin_else(&mut construct);
        self.evaluate_into(result.as_ref(), reject);
        self.b.end_if(construct);
        match &result {
            Some(result) => self.read_ssa(result),
            None => Rvalue::void(),
        }
    }

    /// Evaluates an operand of `?:` and writes its value to `result`, unless the type is `void`.
    fn evaluate_into(&mut self, result: Option<&SsaTree>, operand: ExprHandle) {
        let value = self.expr(operand);
        if let Some(result) = result {
            self.write_ssa(result, &value);
        }
    }

    /// Returns whether an expression is safe to speculate: small, without side effects, and defined for all
    /// operands.
    fn is_speculatable(&mut self, e: ExprHandle, budget: &mut u32) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let body = self.body;
        let integer = |this: &Self, e: ExprHandle| {
            crate::lower::types::component(this.kind(body.exprs[e].ty))
                .is_some_and(|s| s.kind != ScalarKind::Float)
        };
        match body.exprs[e].kind {
            ExprKind::Const(_) | ExprKind::BuiltinVariable(_) => true,
            ExprKind::Local(local) => matches!(self.storage(local), Storage::Ssa(_)),
            ExprKind::Member(base, _) | ExprKind::Swizzle { base, .. } | ExprKind::NonUniform(base) => {
                self.is_speculatable(base, budget)
            }
            ExprKind::Index(base, index) => {
                self.known_bits(index).is_some()
                    && !matches!(self.kind(body.exprs[base].ty), TypeKind::CoopMatrix(_))
                    && self.is_speculatable(base, budget)
            }
            ExprKind::Unary(_, inner) | ExprKind::Convert(inner) => self.is_speculatable(inner, budget),
            ExprKind::Binary(BinaryOperator::Divide | BinaryOperator::Modulo, left, _)
                if integer(self, left) =>
            {
                false
            }
            ExprKind::Binary(_, left, right) | ExprKind::LogicalXor(left, right) => {
                self.is_speculatable(left, budget) && self.is_speculatable(right, budget)
            }
            _ => false,
        }
    }

    /// Lowers `.length()`, and `.length64()`, whose result has 64 bits.
    fn length(&mut self, lvalue: ExprHandle, result: Type) -> Rvalue {
        let result = self.value_type(result);
        let body = self.body;
        let ty = body.exprs[lvalue].ty;
        if let TypeKind::CoopMatrix(_) = self.kind(ty) {
            let ty = self.value_type(ty);
            // The operand allows later passes to infer the use of the matrix.
            let matrix = match self.lvalue(lvalue) {
                Lvalue::Memory(Memory { base: Base::Pointer(pointer), .. }) => pointer,
                lvalue => {
                    let value = self.read_lvalue(&lvalue);
                    self.single(&value)
                }
            };
            return self.b.op_imm(Op::CoopLength, Imm::Type(ty), &[matrix]).into();
        }
        if let Some(length) = self.driver_length(lvalue) {
            return match result {
                Types::I64 => self.b.inst_with_type(Op::SExt, Imm::None, &[length], result).into(),
                _ => length.into(),
            };
        }
        if let ExprKind::Member(block, index) = body.exprs[lvalue].kind
            && let Some(Memory { base: Base::Pointer(pointer), .. }) = self.memory_of(block)
        {
            let space = self.b.types.pointee(self.b.func.ty(pointer)).map(|(space, _)| space);
            if space == Some(Space::StorageBuffer) {
                let index = Imm::Index(index);
                return self.b.inst_with_type(Op::ArrayLength, index, &[pointer], result).into();
            }
        }
        self.unsupported("the length of an unsized array of descriptors", "pass the length to the shader");
        self.b.bits(result, 0).into()
    }

    /// Copies a constant array to function storage, so that it can be indexed dynamically. The storage is
    /// initialised in the entry block or, if the array contains specialization constants, at each use.
    pub(in crate::lower) fn constant_array(&mut self, constant: Handle<Const>, ty: Type) -> Memory {
        if let Some(&storage) = self.constant_arrays.get(&constant) {
            return self.local_memory(storage, ty);
        }
        let storage = self.function_variable("table".to_string(), ty);
        self.constant_arrays.insert(constant, storage);
        let value = self.constant(constant);
        let value_type = self.value_type(ty);
        let value = self.compose(&value, value_type);
        if self.b.func.as_const(value).is_some() {
            self.store_at_entry(storage, value);
            return self.local_memory(storage, ty);
        }
        // The array contains specialization constants, so it is initialised at each use.
        self.constant_arrays.remove(&constant);
        let memory = self.local_memory(storage, ty);
        self.store(memory, &value.into());
        memory
    }

    /// Inserts a store to function storage at the start of the entry block.
    fn store_at_entry(&mut self, storage: nvc_ir::Local, value: Value) {
        let Some(&entry) = self.b.func.layout.first() else { return };
        let ty = self.b.func.locals[storage].ty;
        let pointer = self.b.types.pointer(Space::Function, ty);
        let loc = self.b.loc;
        let func = &mut *self.b.func;
        let address =
            func.new_inst(Op::LocalAddr, Imm::Local(storage), Default::default(), Some(pointer), loc);
        let Some(address_value) = func.insts[address].result else { return };
        let args = [address_value, value].into_iter().collect();
        let store = func.new_inst(Op::Store, Imm::Access(Access::default()), args, None, loc);
        func.blocks[entry].insts.splice(0..0, [address, store]);
    }

    /// Reads a local variable.
    pub(in crate::lower) fn read_local(&mut self, local: LocalId, ty: Type) -> Rvalue {
        match self.storage(local) {
            Storage::Ssa(tree) => self.read_ssa(&tree),
            Storage::Memory(storage) => {
                let memory = self.local_memory(storage, ty);
                self.load(memory)
            }
            Storage::Resource(_) => Rvalue::void(),
        }
    }

    /// Lowers the unary operators `-`, `!` and `~`.
    fn unary(&mut self, op: UnaryOperator, ty: Type, value: &Rvalue) -> Rvalue {
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
